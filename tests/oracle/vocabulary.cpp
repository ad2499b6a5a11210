#include "tests/oracle/vocabulary.h"

#include <algorithm>

namespace errata::oracle {

using ast::ItemKind;
using ast::StmtKind;
using ast::TypeKind;

std::int64_t constant(const ast::Expr& written) {
    if (written.kind == ast::ExprKind::Number) {
        return written.number;
    }
    if (written.kind == ast::ExprKind::Negate) {
        return -constant(written.args[0]);
    }
    throw OutsideSubset("a bound that is no number");
}

Vocabulary::Vocabulary(const ast::Module& module) : module_(&module) {
    declare_types();
    for (const ast::Item& item : module.items) {
        note_item(item);
    }
    if (turn == nullptr) {
        throw OutsideSubset("no turn");
    }
    declare_phases(turn->body);
    declare_fields();
}

void Vocabulary::declare_types() {
    for (const ast::Item& item : module_->items) {
        if (item.kind == ItemKind::Player) {
            types.push_back({"player", item.names.all, true});
        } else if (item.kind == ItemKind::Enum) {
            types.push_back({item.name, item.names.all});
        } else if (item.kind == ItemKind::Kind && item.name != "player") {
            Type kind{item.name, item.names.all, true, item.names.all.empty(), false, false};
            for (std::int64_t i = 1; kind.unnamed && i <= item.number; ++i) {
                kind.elements.push_back(item.name + std::to_string(i));
            }
            types.push_back(std::move(kind));
        }
    }
    types.push_back({"phase", {}});
}

void Vocabulary::declare_phases(const std::vector<ast::Stmt>& block) {
    for (const ast::Stmt& statement : block) {
        std::vector<std::string>& phases = types.back().elements;
        if (statement.kind == StmtKind::Phase && !std::ranges::count(phases, statement.name)) {
            phases.push_back(statement.name);
        }
        for (const auto& inner : statement.blocks) {
            declare_phases(inner);
        }
    }
}

void Vocabulary::note_statements(const std::vector<ast::Stmt>& block) {
    for (const ast::Stmt& statement : block) {
        has_endings = has_endings || statement.kind == StmtKind::End;
        if (statement.kind == StmtKind::Create) {
            types[static_cast<std::size_t>(type(statement.binders[0].type.name))].comes = true;
        }
        if (statement.kind == StmtKind::ForEach && statement.order == ast::LoopOrder::ByNumber) {
            types[static_cast<std::size_t>(type(statement.binders[0].type.name))].ordered = true;
        }
        for (const auto& inner : statement.blocks) {
            note_statements(inner);
        }
        for (const ast::Option& option : statement.options) {
            if (statement.kind == StmtKind::Distribute) {
                const int whose = type(option.binders[0].type.name);
                divides_pools = divides_pools || types[static_cast<std::size_t>(whose)].unnamed;
            }
            note_statements(option.body);
        }
    }
}

void Vocabulary::note_ability(const std::string& rule, const ast::Ability& ability) {
    if (ability.kind == ast::AbilityKind::Under) {
        for (const ast::Ability& part : ability.parts) {
            ast::Ability& own = conditional_.emplace_back(part);
            ast::Expr both;
            both.kind = ast::ExprKind::And;
            both.args = {ability.exprs[0]};
            both.args.insert(both.args.end(), part.exprs.begin(), part.exprs.end());
            own.exprs = {part.exprs.empty() ? ability.exprs[0] : both};
            note_ability(rule, own);
        }
        return;
    }
    note_statements(ability.body);
    has_endings = has_endings || ability.kind == ast::AbilityKind::Ending;
    abilities.push_back({rule, &ability});
}

void Vocabulary::note_item(const ast::Item& item) {
    note_statements(item.body);
    switch (item.kind) {
        case ItemKind::Turn:
            turn = &item;
            break;
        case ItemKind::Setup:
            setups.push_back(&item);
            break;
        case ItemKind::Check:
            checks.push_back(&item);
            break;
        case ItemKind::Rule:
            for (const ast::Ability& ability : item.contents.abilities) {
                note_ability(item.title, ability);
            }
            break;
        case ItemKind::Scope:
            for (const ast::Setting& setting : item.contents.settings) {
                (setting.name == "agenda" ? agenda_bound : pending_bound) = constant(setting.value);
            }
            break;
        case ItemKind::Game:
        case ItemKind::Player:
        case ItemKind::Enum:
        case ItemKind::Kind:
        case ItemKind::State:
        case ItemKind::Define:
        case ItemKind::Action:
        case ItemKind::Meta:
            break;
        default:
            throw OutsideSubset("an item that is not in the subset");
    }
}

void Vocabulary::declare_fields() {
    for (const ast::Item& item : module_->items) {
        if (item.kind == ItemKind::Kind || item.kind == ItemKind::State) {
            const int owner = item.kind == ItemKind::State ? -1 : type(item.name);
            for (const ast::Binder& written : item.fields) {
                add_field(owner, written);
            }
        }
    }
    if (!types.back().elements.empty()) {
        ast::Binder phase;
        phase.name = "phase";
        phase.type.kind = TypeKind::Named;
        phase.type.name = "phase";
        add_field(-1, phase);
    }
}

void Vocabulary::add_field(int owner, const ast::Binder& written) {
    if (!written.while_field.empty() || !written.per.empty()) {
        throw OutsideSubset("a field that begins anew");
    }
    Field field{written.name, owner, shape(written.type), {}, cells};
    field.initial = first_value(field.shape);
    if (!written.initial.empty()) {
        const ast::Expr& value = written.initial[0];
        if (value.kind == ast::ExprKind::Bool) {
            field.initial = truth(value.number != 0);
        } else if (value.kind == ast::ExprKind::Name) {
            field.initial = element_named(value.name).value();
        } else {
            field.initial = number(constant(value));
        }
    }
    cells += owner < 0 ? 1 : types[static_cast<std::size_t>(owner)].elements.size();
    fields.push_back(std::move(field));
}

int Vocabulary::type(const std::string& name) const {
    const auto found = std::ranges::find(types, name, &Type::name);
    return found == types.end() ? -1 : static_cast<int>(found - types.begin());
}

std::optional<Value> Vocabulary::element_named(const std::string& name) const {
    for (std::size_t t = 0; t < types.size(); ++t) {
        const auto found = std::ranges::find(types[t].elements, name);
        if (found != types[t].elements.end()) {
            return element(static_cast<int>(t), found - types[t].elements.begin());
        }
    }
    return std::nullopt;
}

const Field* Vocabulary::field(int owner, const std::string& name) const {
    const auto found =
        std::ranges::find_if(fields, [&](const Field& f) { return f.owner == owner && f.name == name; });
    return found == fields.end() ? nullptr : &*found;
}

const Field* Vocabulary::field_of(std::size_t cell) const {
    const Field* last = nullptr;
    for (const Field& field : fields) {
        if (field.base <= cell) {
            last = &field;
        }
    }
    return last;
}

std::string Vocabulary::cell_name(std::size_t cell) const {
    const Field* field = field_of(cell);
    if (field->owner < 0) {
        return field->name;
    }
    return types[static_cast<std::size_t>(field->owner)].elements[cell - field->base] + "." + field->name;
}

Shape Vocabulary::shape(const ast::TypeExpr& written) const {
    Shape shape;
    switch (written.kind) {
        case TypeKind::Named:
            shape.sort = Sort::Element;
            shape.type = type(written.name);
            if (shape.type < 0) {
                throw OutsideSubset("type " + written.name);
            }
            return shape;
        case TypeKind::Optional:
            shape = this->shape(written.args[0]);
            shape.optional = true;
            return shape;
        case TypeKind::Set:
            shape = this->shape(written.args[0]);
            shape.sort = Sort::Set;
            return shape;
        case TypeKind::Range:
            return {Sort::Number, 0, constant(written.bounds[0]), constant(written.bounds[1]), true, false};
        case TypeKind::Number:
        case TypeKind::Counter:
            return {Sort::Number, 0, 0, 0, false, false};
        case TypeKind::Bool:
            return {Sort::Bool, 0, 0, 1, true, false};
        default:
            throw OutsideSubset("a type that is not in the subset");
    }
}

std::vector<Value> Vocabulary::every(const Shape& shape) const {
    std::vector<Value> values;
    if (shape.optional) {
        values.push_back({});
    }
    const auto elements =
        static_cast<std::int64_t>(types[static_cast<std::size_t>(shape.type)].elements.size());
    if (shape.sort == Sort::Element) {
        for (std::int64_t i = 0; i < elements; ++i) {
            values.push_back(element(shape.type, i));
        }
    } else if (shape.sort == Sort::Set) {
        for (std::int64_t bits = 0; bits < (std::int64_t{1} << elements); ++bits) {
            values.push_back(set_of(bits));
        }
    } else {
        for (std::int64_t i = shape.low; i <= shape.high; ++i) {
            values.push_back(shape.sort == Sort::Bool ? truth(i != 0) : number(i));
        }
    }
    return values;
}

// "none if it may be none, else with 0, `no`, the first value, or the smallest number": 0 where the range
// has it.
Value Vocabulary::first_value(const Shape& shape) const {
    if (shape.optional) {
        return {};
    }
    switch (shape.sort) {
        case Sort::Element:
            return element(shape.type, 0);
        case Sort::Set:
            return set_of(0);
        case Sort::Bool:
            return truth(false);
        default:
            return number(shape.low <= 0 && (shape.high >= 0 || !shape.bounded) ? 0 : shape.low);
    }
}

std::string Vocabulary::meta(const std::string& name, const std::string& unstated) const {
    for (const ast::Item& item : module_->items) {
        for (const ast::Setting& setting : item.contents.settings) {
            if (item.kind == ItemKind::Meta && setting.name == name) {
                return setting.value.name;
            }
        }
    }
    return unstated;
}

const ast::Item* Vocabulary::action(const std::string& name) const {
    for (const ast::Item& item : module_->items) {
        if (item.kind == ItemKind::Action && item.name == name) {
            return &item;
        }
    }
    throw OutsideSubset("action " + name);
}

const ast::Item* Vocabulary::kind(const std::string& name) const {
    return &*std::ranges::find_if(module_->items, [&](const ast::Item& item) {
        return item.kind == ItemKind::Kind && item.name == name;
    });
}

const ast::Item* Vocabulary::definition(const std::string& name) const {
    for (const ast::Item& item : module_->items) {
        if (item.kind == ItemKind::Define && item.name == name) {
            return &item;
        }
    }
    return nullptr;
}

}  // namespace errata::oracle
