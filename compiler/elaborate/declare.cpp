#include "compiler/elaborate/declare.h"

#include <algorithm>
#include <functional>

#include "compiler/elaborate/equations.h"
#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/grid.h"
#include "compiler/elaborate/taken.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// Cells of one variable; more would make states that no search could hold.
constexpr std::size_t most_cells = 100'000;
constexpr std::int64_t largest_pool = 1000;

const std::vector<std::string>& reserved_types() {
    static const std::vector<std::string> names{"bool", "number", "counter"};
    return names;
}

TypeId add_enum(World& world, const std::string& name, const std::vector<std::string>& labels,
                dsl::Span span) {
    Type type;
    type.form = TypeForm::Enum;
    type.name = name;
    type.labels = labels;
    type.hi = static_cast<Value>(labels.size()) - 1;
    type.span = span;
    const TypeId id = world.add_type(std::move(type));
    world.types[name] = id;
    for (std::size_t i = 0; i < labels.size(); ++i) world.add_constant(labels[i], id, static_cast<Value>(i));
    return id;
}

std::int64_t bound(const World& world, const std::string& name, std::int64_t otherwise) {
    const auto found = world.scope.find(name);
    return found == world.scope.end() ? otherwise : found->second;
}

std::vector<std::string> names_of_pool(World& world, const ast::Item& item) {
    std::vector<std::string> names = item.names;
    std::int64_t wanted =
        bound(world, item.name, names.empty() ? item.number : static_cast<std::int64_t>(names.size()));
    if (wanted < 1 || wanted > largest_pool) {
        world.error(DiagnosticKind::too_large, item.name_span,
                    "a pool of " + std::to_string(wanted) + " '" + item.name + "' cannot be searched",
                    "give a number from 1 to " + std::to_string(largest_pool));
        wanted = 1;
    }
    names.resize(std::min(names.size(), static_cast<std::size_t>(wanted)));
    for (std::size_t i = names.size(); i < static_cast<std::size_t>(wanted); ++i) {
        names.push_back(item.name + std::to_string(i + 1));
    }
    return names;
}

// Every statement of an item, those inside others and inside abilities included.
void visit_statements(const std::vector<ast::Stmt>& body, const std::function<void(const ast::Stmt&)>& visit);

void visit_statements(const std::vector<ast::Ability>& abilities,
                      const std::function<void(const ast::Stmt&)>& visit) {
    for (const ast::Ability& ability : abilities) {
        visit_statements(ability.body, visit);
        for (const auto& cost : ability.costs) visit_statements(cost, visit);
    }
}

void visit_statements(const std::vector<ast::Stmt>& body,
                      const std::function<void(const ast::Stmt&)>& visit) {
    for (const ast::Stmt& stmt : body) {
        visit(stmt);
        for (const auto& block : stmt.blocks) visit_statements(block, visit);
        for (const ast::Option& option : stmt.options) visit_statements(option.body, visit);
        visit_statements(stmt.abilities, visit);
    }
}

void visit_statements(const Modules& modules, const std::function<void(const ast::Stmt&)>& visit) {
    for (const dsl::ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            visit_statements(item.body, visit);
            visit_statements(item.abilities, visit);
            for (const ast::Alternative& alternative : item.alternatives)
                visit_statements(alternative.abilities, visit);
        }
    }
}

// The value of a field `while` it is in a zone, `per` turn or phase.
void declare_lasting(World& world, const ast::Binder& field, TypeId of, VarId var) {
    if (!field.per.empty()) world.reset_per(field.per, var, field.span);
    if (field.while_field.empty()) return;
    const auto stay = world.stays.find(of);
    const bool is_zone = stay != world.stays.end() && stay->second.zone &&
                         world.model.variable(*stay->second.zone).name.ends_with("." + field.while_field);
    if (is_zone) {
        stay->second.fleeting.push_back(var);
        return;
    }
    world.error(DiagnosticKind::wrong_kind_of_name, field.span,
                "'" + field.while_field + "' is no zone of this kind, so nothing can last as long as it",
                "declare the field before this one, with a type declared by 'zone'");
}

// A field that says when its object was marked: 0 for never, else its place among those that are.
TypeId order_type(World& world, TypeId of, const ast::Binder& field) {
    if (!of.is_valid()) {
        world.error(DiagnosticKind::wrong_kind_of_name, field.span, "an order is among the objects of a kind",
                    "declare it as a field of the kind");
        return {};
    }
    const Type about = world.type(of);
    Type type;
    type.form = TypeForm::Range;
    type.name = "order of " + about.name;
    type.hi = about.size();
    type.span = field.span;
    const TypeId id = world.add_type(std::move(type));
    world.orders.insert(id);
    return id;
}

// A value that is known before anything happens.
std::optional<Value> constant_of(World& world, const ast::Expr& expr, dsl::Span span, TypeId type,
                                 const std::string& what) {
    const auto term = Expressions(world).as(expr, Scope{}, type);
    if (!term) return std::nullopt;
    if (!world.model.terms.is_constant(*term)) {
        world.error(DiagnosticKind::type_mismatch, span, what + " must be constant");
        return std::nullopt;
    }
    const Value value = world.model.terms[*term].payload;
    if (world.type(type).contains(value)) return value;
    world.error(DiagnosticKind::value_out_of_range, span,
                std::to_string(value) + " is not in " + world.name(type));
    return std::nullopt;
}

void declare_fields(World& world, const std::vector<ast::Binder>& fields, TypeId of,
                    const std::string& owner) {
    Expressions expressions(world);
    const Scope scope;
    Taken taken(world, owner.empty() ? "state" : "field of " + owner);
    for (const ast::Binder& field : fields) {
        if (!taken.claim(field.name, field.span)) continue;
        // A game may have a type of that name of its own.
        const bool is_order = field.type.kind == ast::TypeKind::Order && world.types.count("order") == 0;
        const TypeId type = is_order ? order_type(world, of, field) : expressions.type_of(field.type, scope);
        if (!type.is_valid()) {
            world.unread_items.push_back(field.span);  // its name is not known anywhere
            continue;
        }
        if (type == world.number_type) {
            world.error(DiagnosticKind::not_finite, field.type.span, "a field needs bounds",
                        "write a range such as 0..20, or 'counter' if it has none");
            continue;
        }
        const Type about = world.type(type);
        Value initial = initial_value(about);
        if (!field.initial.empty()) {
            const auto value =
                constant_of(world, field.initial[0], field.initial[0].span, type, "an initial value");
            if (!value) continue;
            initial = *value;
        }
        if (of.is_valid()) {
            const VarId var =
                world.add_variable(owner + "." + field.name, {of}, type, initial, true, field.span);
            world.fields[{of, field.name}] = var;
            if (world.zones.count(world.base(type)) > 0) {
                Stay& stay = world.stays[of];
                if (stay.zone) {
                    world.error(DiagnosticKind::duplicate_name, field.span,
                                "a " + owner + " can be in one zone at a time", "make the other one an enum");
                } else {
                    stay.zone = var;
                }
            }
            declare_lasting(world, field, of, var);
        } else {
            if (world.variables.count(field.name) > 0) {
                world.error(DiagnosticKind::duplicate_name, field.span,
                            "state '" + field.name + "' is declared twice");
                continue;
            }
            world.variables[field.name] =
                world.add_variable(field.name, {}, type, initial, false, field.span);
            declare_lasting(world, field, {}, world.variables[field.name]);
        }
    }
}

}  // namespace

void declare_types(World& world, const Modules& modules) {
    Type truth;
    truth.form = TypeForm::Bool;
    truth.name = "bool";
    truth.hi = 1;
    truth.labels = {"no", "yes"};
    world.bool_type = world.add_type(std::move(truth));
    world.types["bool"] = world.bool_type;
    Type number;
    number.form = TypeForm::Range;
    number.name = "number";
    number.lo = -(Value{1} << 30);
    number.hi = Value{1} << 30;
    world.number_type = world.add_type(number);
    world.types["number"] = world.number_type;
    Type counter;
    counter.form = TypeForm::Counter;
    counter.name = "counter";
    world.counter_type = world.add_type(counter);
    world.types["counter"] = world.counter_type;

    Taken taken(world, "type");
    for (const std::string& name : reserved_types()) taken.claim(name, {});
    std::vector<std::string> players;
    dsl::Span player_span;
    for_items(modules, ItemKind::Player, [&](const ast::Item& item) {
        players.insert(players.end(), item.names.begin(), item.names.end());
        player_span = item.span;
    });
    if (!players.empty()) {
        taken.claim("player", player_span);
        world.player_type = add_enum(world, "player", players, player_span);
    }
    for_items(modules, ItemKind::Enum, [&](const ast::Item& item) {
        if (!taken.claim(item.name, item.name_span)) return;
        Taken values(world, "value of " + item.name);
        for (std::size_t i = 0; i < item.names.size(); ++i) values.claim(item.names[i], item.name_spans[i]);
        add_enum(world, item.name, item.names, item.span);
    });
    for_items(modules, ItemKind::Zone, [&](const ast::Item& item) {
        if (!taken.claim(item.name, item.name_span)) return;
        Taken values(world, "zone of " + item.name);
        for (std::size_t i = 0; i < item.names.size(); ++i) values.claim(item.names[i], item.name_spans[i]);
        world.zones.insert(add_enum(world, item.name, item.names, item.span));
        if (!item.hidden.empty()) world.model.hidden_information = true;
    });
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) {
        if (item.name == "player" && world.player_type.is_valid()) return;  // gives the players fields
        if (taken.claim(item.name, item.name_span))
            add_enum(world, item.name, names_of_pool(world, item), item.span);
    });
    for_items(modules, ItemKind::Grid, [&](const ast::Item& item) {
        world.eight_directions = world.eight_directions || item.diagonal || item.hex;
    });
    for_items(modules, ItemKind::Grid, [&](const ast::Item& item) {
        if (!taken.claim(item.name, item.name_span)) return;
        const std::int64_t width = bound(world, item.name + ".width", item.number);
        const std::int64_t height = bound(world, item.name + ".height", item.number2);
        if (width < 1 || height < 1 || width > longest_side || height > longest_side) {
            world.error(
                DiagnosticKind::too_large, item.name_span,
                "a grid of " + std::to_string(width) + " x " + std::to_string(height) + " cannot be made",
                "each side is from 1 to " + std::to_string(longest_side));
            return;
        }
        declare_grid(world, item, width, height);
    });
    for_items(modules, ItemKind::Sites, [&](const ast::Item& item) {
        if (taken.claim(item.name, item.name_span)) declare_sites(world, item);
    });
    for_items(modules, ItemKind::Printed, [&](const ast::Item& item) {
        if (!taken.claim(item.name, item.name_span)) return;
        world.printed[item.name] = &item;
        std::vector<std::string> names;
        Taken cards(world, item.name);
        for_items(modules, ItemKind::Card, [&](const ast::Item& card) {
            if (card.title == item.name && cards.claim(card.name, card.name_span)) names.push_back(card.name);
        });
        if (names.empty()) {
            world.error(DiagnosticKind::missing_part, item.name_span,
                        "there is no '" + item.name + "' in this spec",
                        "write at least one: '" + item.name + " Name' followed by its indented text");
            names.push_back("(none)");
        }
        add_enum(world, item.name, names, item.span);
    });
    // Phases are named where they occur: `phase x { }`.
    std::vector<std::string> phases;
    dsl::Span first_phase;
    visit_statements(modules, [&](const ast::Stmt& stmt) {
        const bool is_new = std::find(phases.begin(), phases.end(), stmt.name) == phases.end();
        if (stmt.kind != ast::StmtKind::Phase || !is_new) return;
        if (phases.empty()) first_phase = {stmt.span.file, stmt.span.begin, stmt.span.begin + 5};
        phases.push_back(stmt.name);
    });
    if (!phases.empty() && taken.claim("phase", first_phase))
        world.phase_type = add_enum(world, "phase", phases, {});
    // A reading is a rigid variable: which of its alternatives is in force.
    for_items(modules, ItemKind::Reading, [&](const ast::Item& item) {
        std::vector<std::string> names;
        for (const ast::Alternative& alternative : item.alternatives) names.push_back(alternative.name);
        if (!taken.claim("reading " + item.title, item.span)) return;
        Taken alternatives(world, "the alternative");
        for (const ast::Alternative& alternative : item.alternatives)
            alternatives.claim(alternative.name, alternative.span);
        Type type;
        type.form = TypeForm::Enum;
        type.name = "reading " + item.title;
        type.labels = names;
        type.hi = static_cast<Value>(names.size()) - 1;
        world.types[type.name] = world.add_type(type);
    });
}

void declare_things(World& world, const Modules& modules) {
    Expressions expressions(world);
    const Scope scope;
    // Which kinds' objects come and go is seen from the statements that make or unmake them.
    std::vector<std::string> created;
    visit_statements(modules, [&](const ast::Stmt& stmt) {
        if (stmt.kind == ast::StmtKind::Create) created.push_back(stmt.binders[0].type.name);
    });
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) {
        const auto type = world.types.find(item.name);
        if (type == world.types.end()) return;
        if (std::find(created.begin(), created.end(), item.name) != created.end()) {
            const VarId var = world.add_variable(item.name + ".exists", {type->second}, world.bool_type, 0,
                                                 true, item.span);
            world.model.variables[var.index].is_exists = true;
            world.exists[type->second] = var;
            world.fields[{type->second, "exists"}] = var;
        }
    });
    if (world.phase_type.is_valid()) {
        world.phase = world.add_variable("phase", {}, world.phase_type, 0, false, {});
        world.model.variables[world.phase.index].is_phase = true;
        world.variables["phase"] = world.phase;
    }
    for_items(modules, ItemKind::Reading, [&](const ast::Item& item) {
        const std::string name = "reading " + item.title;
        const auto type = world.types.find(name);
        if (type == world.types.end()) return;
        const VarId var = world.add_variable(name, {}, type->second, 0, false, item.span);
        world.variables[name] = var;
        const ClauseId clause =
            world.add_clause(item.title, "reading", world.excerpt(item.span), item.rows, item.span);
        world.add_reading(var, clause, false);
    });
    for_items(modules, ItemKind::State,
              [&](const ast::Item& item) { declare_fields(world, item.fields, {}, ""); });
    for (const ItemKind kind : {ItemKind::Kind, ItemKind::Grid, ItemKind::Sites}) {
        for_items(modules, kind, [&](const ast::Item& item) {
            const auto type = world.types.find(item.name);
            if (type != world.types.end()) declare_fields(world, item.fields, type->second, item.name);
        });
    }
    Taken windows(world, "window");
    for_items(modules, ItemKind::Window, [&](const ast::Item& item) {
        if (windows.claim(item.name, item.name_span)) world.windows[item.name] = &item;
    });
    bool cancels = false;
    visit_statements(modules, [&](const ast::Stmt& stmt) {
        cancels = cancels || stmt.kind == ast::StmtKind::Cancel;
        if (stmt.kind != ast::StmtKind::Later) return;
        world.has_later = true;
        for (const ast::Ability& ability : stmt.abilities) {
            if (ability.kind == ast::AbilityKind::Trigger) world.awaited.insert(ability.name);
        }
    });
    if (cancels) world.cancelled = world.add_variable("cancelled", {}, world.bool_type, 0, false, {});
    Taken callables(world, "name");
    for_items(modules, ItemKind::Relation, [&](const ast::Item& item) {
        if (!callables.claim(item.name, item.name_span)) return;
        std::vector<TypeId> params;
        std::size_t cells = 1;
        for (const ast::Binder& binder : item.binders) {
            params.push_back(expressions.domain_of(binder.type, scope));
            if (!params.back().is_valid()) {
                world.unread_items.push_back(item.name_span);
                return;
            }
            cells *= static_cast<std::size_t>(world.type(params.back()).size());
        }
        const TypeId type = expressions.type_of(item.type, scope);
        if (!type.is_valid()) return;
        if (cells > most_cells) {
            world.error(DiagnosticKind::too_large, item.name_span,
                        "relation '" + item.name + "' would have " + std::to_string(cells) + " entries");
            return;
        }
        const Type about = world.type(type);
        Value initial = initial_value(about);
        if (!item.exprs.empty()) {
            const auto value =
                constant_of(world, item.exprs[0], item.exprs[0].span, type, "an initial value");
            if (!value) return;
            initial = *value;
        }
        world.variables[item.name] = world.add_variable(item.name, params, type, initial, false, item.span);
    });
    for_items(modules, ItemKind::Define, [&](const ast::Item& item) {
        if (!callables.claim(item.name, item.name_span)) return;
        Define define{&item, {}, expressions.type_of(item.type, scope)};
        for (const ast::Binder& binder : item.binders) {
            define.params.push_back(expressions.type_of(binder.type, scope));
            if (binder.type.kind == ast::TypeKind::Missing) {
                world.error(DiagnosticKind::not_finite, binder.span,
                            "parameter '" + binder.name + "' needs a type");
            }
        }
        world.defines[item.name] = std::move(define);
    });
    for_items(modules, ItemKind::Open, [&](const ast::Item& item) {
        if (!callables.claim(item.name, item.name_span)) return;
        OpenFunction open;
        open.name = item.name;
        open.span = item.span;
        for (const ast::Binder& binder : item.binders)
            open.params.push_back(expressions.domain_of(binder.type, scope));
        if (std::any_of(open.params.begin(), open.params.end(), [](TypeId id) { return !id.is_valid(); })) {
            world.unread_items.push_back(item.name_span);
            return;
        }
        open.type = item.type.kind == ast::TypeKind::Missing ? world.bool_type
                                                             : expressions.domain_of(item.type, scope);
        if (!open.type.is_valid()) return;
        if (world.type(open.type).size() > most_open_values) {
            world.error(DiagnosticKind::too_large, item.type.span,
                        world.name(open.type) + " has " + std::to_string(world.type(open.type).size()) +
                            " values; an open function can have at most " + std::to_string(most_open_values));
            return;
        }
        world.model.open_functions.push_back(std::move(open));
        world.opens[item.name] = OpenId(world.model.open_functions.size() - 1);
    });
    declare_computed(world, modules,
                     [&](const std::string& name, dsl::Span span) { return callables.claim(name, span); });
    for_items(modules, ItemKind::Action, [&](const ast::Item& item) {
        if (!callables.claim(item.name, item.name_span)) return;
        Action action;
        action.item = &item;
        action.clause = world.add_clause(item.name, "action", world.excerpt(item.span), item.rows, item.span);
        for (const ast::Binder& binder : item.binders) {
            action.params.push_back(expressions.type_of(binder.type, scope));
            if (binder.type.kind == ast::TypeKind::Missing) {
                world.error(DiagnosticKind::not_finite, binder.span,
                            "role '" + binder.name + "' needs a type");
            }
        }
        if (std::any_of(action.params.begin(), action.params.end(),
                        [](TypeId id) { return !id.is_valid(); })) {
            world.unread_items.push_back(item.name_span);
            return;
        }
        world.actions[item.name] = std::move(action);
    });
}

std::vector<CardText> declare_cards(World& world, const Modules& modules) {
    Expressions expressions(world);
    const Scope scope;
    std::vector<CardText> texts;
    std::vector<std::string> known;
    for (const auto& [name, item] : world.printed) known.push_back(name);
    for_items(modules, ItemKind::Card, [&](const ast::Item& card) {
        const auto printed = world.printed.find(card.title);
        if (printed == world.printed.end()) {
            auto near = dsl::nearest(card.title, known);
            if (!near) near = dsl::nearest(card.title, dsl::grammar::item_keywords());
            world.error(DiagnosticKind::unknown_name, card.span,
                        "unknown kind of printed item '" + card.title + "'",
                        near ? "did you mean '" + *near + "'?"
                             : "declare it: 'printed " + card.title + " on KIND if this.FIELD = it'");
            return;
        }
        const TypeId type = world.types.at(card.title);
        for (const auto& [of, value] : world.constants[card.name]) {
            if (of == type)
                texts.push_back({&card, printed->second, {world.model.terms.constant(value), type}});
        }
    });
    // Printed attributes are constant tables over the items of a kind.
    for (const auto& [kind, item] : world.printed) {
        const TypeId type = world.types.at(kind);
        for (const ast::Binder& field : item->fields) {
            const TypeId of = expressions.type_of(field.type, scope);
            if (!of.is_valid()) continue;
            const Type about = world.type(of);
            Value otherwise = initial_value(about);
            if (!field.initial.empty()) {
                const ast::Expr& written = field.initial[0];
                otherwise =
                    constant_of(world, written, written.span, of, "a printed value").value_or(otherwise);
            }
            std::vector<Value> values(static_cast<std::size_t>(world.type(type).size()), otherwise);
            for (const CardText& text : texts) {
                if (text.identity.type != type) continue;
                for (const ast::Setting& setting : text.card->settings) {
                    if (setting.name != field.name) continue;
                    const auto value = constant_of(world, setting.value, setting.span, of, "a printed value");
                    if (!value) continue;
                    values[static_cast<std::size_t>(world.model.terms[text.identity.term].payload)] = *value;
                }
            }
            world.attributes[{type, field.name}] =
                world.add_table(kind + "." + field.name, {type}, of, std::move(values));
        }
    }
    for (const CardText& text : texts) {
        std::vector<std::string> fields;
        for (const ast::Binder& field : text.printed->fields) fields.push_back(field.name);
        for (const ast::Setting& setting : text.card->settings) {
            if (std::find(fields.begin(), fields.end(), setting.name) == fields.end()) {
                world.unknown(setting.span, "printed value of " + text.printed->name, setting.name, fields);
            }
        }
    }
    return texts;
}

}  // namespace errata::compiler
