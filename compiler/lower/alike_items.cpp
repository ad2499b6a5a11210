#include "compiler/lower/alike_items.h"

#include <algorithm>
#include <map>
#include <set>

#include "compiler/lower/screened_sets.h"
#include "compiler/typed/walk.h"

namespace errata::compiler {

namespace {

// What tells the items of one kind apart, besides what is printed on them.
class TellingApart {
public:
    TellingApart(const Lowering& l, TypeId items) : l_(l), items_(items) {}

    // All of them: something takes them in their order, or keeps something by item.
    bool all() const { return all_; }
    bool contains(Value item) const { return named_.contains(item); }
    void name(Value item) { named_.insert(item); }

    // Where play begins is looked at by `read_setup`: other setups and scenarios name items as they please.
    void read_program() {
        const typed::Program& program = l_.program;
        for (const typed::Definition& definition : program.definitions) read(definition.body);
        for (const typed::ComputedBody& body : program.computed) read(body.definition), read(body.backup);
        for (const typed::OpenBody& body : program.opens) read(body.fallback);
        for (const typed::ActionBody& body : program.actions) {
            for (const auto& expected : body.defaults) read(expected);
            read(body.block);
            read(body.replacement_chooser);
        }
        for (const auto* groups : {&program.window_first, &program.functions, &program.preferences}) {
            for (const std::vector<typed::Expr>& exprs : *groups) read(exprs);
        }
        read(program.phase_replacement_chooser);
        read(program.turn);
        for (const typed::RuleAbility& rule : program.abilities) read(rule.ability);
        read_claims(program.claims);
        for (const typed::Screen& screen : program.screens) read(screen.body);
        for (const typed::PhraseBody* phrase : l_.phrases.bodies()) {
            read(phrase->value);
            read(phrase->block);
            for (const typed::Ability& ability : phrase->abilities) read(ability);
        }
    }

    void read_text(const ReadLine& line) {
        for (const Understanding& way : line.ways) {
            for (const TextAbility& ability : way.abilities) {
                read(*ability.ability);
                if (ability.holes) read(*ability.holes);
            }
        }
    }

    void read_model() {
        const auto is_ours = [&](TypeId type) { return is_item(type); };
        for (const Variable& variable : l_.model.variables) {
            if (std::ranges::any_of(variable.params, is_ours) || is_set_of_items(variable.type)) all_ = true;
        }
        for (const Table& table : l_.model.functions.tables) {
            if (is_item(table.type)) named_.insert(table.values.begin(), table.values.end());
            if (is_set_of_items(table.type)) all_ = true;
        }
        for (const PrintedItem& item : l_.model.printed_items) {
            const bool is_excepted = std::ranges::any_of(
                item.clauses, [&](ClauseId clause) { return is_called_somewhere(l_.model.clause(clause)); });
            if (item.identity_type == items_ && is_excepted) name(item.identity);
        }
    }

    void read_setup(const Setup& setup) {
        const std::vector<std::size_t>& holders = setup.screening->holders;
        for (const Variable& variable : l_.model.variables) {
            if (!is_item(variable.type)) continue;
            for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
                if (std::ranges::find(holders, cell) == holders.end()) name(setup.values[cell]);
            }
        }
        for (const NarrowedCell& narrowed : setup.narrowed) {
            const bool holds = std::ranges::find(holders, narrowed.cell) != holders.end();
            if (holds && (narrowed.lo > 0 || narrowed.hi < l_.type(items_).hi)) all_ = true;
        }
    }

private:
    bool is_item(TypeId type) const { return type.is_valid() && l_.model.types.base(type) == items_; }
    bool is_set_of_items(TypeId type) const { return type.is_valid() && has_members(l_.model, type, items_); }

    template <class Node>
    void read(const Node& node) {
        typed::walk(node, Visitor{*this});
    }

    void read_claims(const typed::Claims& claims) {
        for (const typed::Ruling& ruling : claims.rulings) {
            for (const typed::Param& param : ruling.params) read(param.value);
            read(ruling.premise);
            read(ruling.holds);
        }
        for (const typed::Check& check : claims.checks) {
            read(check.condition);
            read(check.premise);
        }
        for (const typed::Partition& partition : claims.partitions) {
            read(partition.condition);
            read(partition.cases);
        }
    }

    void read(const Holes& holes) {
        for (const auto& [name, hole] : holes.by_name) {
            if (hole.filler->kind == dsl::Derivation::Kind::Word) {
                const TypeId of =
                    l_.names.vocabulary.named.at(l_.names.texts.grammar.category_name(hole.filler->category));
                if (is_item(of)) named_.insert(hole.filler->tag);
            }
            if (hole.holes) read(*hole.holes);
        }
    }

    void see(const typed::Expr& expr) {
        if (expr.kind == typed::ExprKind::Constant && is_item(expr.type)) name(expr.value);
        if (expr.kind == typed::ExprKind::First) see_order(expr.binders);
        if (is_set_of_items(expr.type)) all_ = true;
        if (expr.block) read(*expr.block);
    }
    void see_order(const std::vector<typed::Binder>& binders) {
        for (const typed::Binder& binder : binders) all_ = all_ || is_item(binder.domain.type);
    }

    struct Visitor {
        TellingApart& to;
        void operator()(const typed::Expr& expr) const { to.see(expr); }
        void operator()(const typed::Stmt& stmt) const { to.see_order(stmt.binders); }
    };

    bool is_called_somewhere(const Clause& clause) const {
        const auto calls = [&](const std::string& id) { return is_called(clause, id); };
        for (const auto& [prohibition, ids] : l_.arranged.excepted) {
            if (std::ranges::any_of(ids, calls)) return true;
        }
        if (std::ranges::any_of(l_.memory.exceptions, calls, &OpenException::to)) return true;
        return std::ranges::any_of(l_.arranged.actions, [&](const ActionRules& rules) {
            return std::ranges::any_of(rules.ignoring, [&](const PlacedAbility& ignoring) {
                return calls(ignoring.ability->ignored);
            });
        });
    }

    const Lowering& l_;
    TypeId items_;
    bool all_ = false;
    std::set<Value> named_;
};

// What the tables say of one item, the others at those places left out.
std::string attributes_of(const Model& model, TypeId items, Value item) {
    std::string result;
    for (const Table& table : model.functions.tables) {
        std::size_t behind = 1;  // how far apart neighbours are
        for (std::size_t i = table.params.size(); i-- > 0;) {
            const Type& type = model.type(table.params[i]);
            const auto size = static_cast<std::size_t>(type.size());
            if (model.types.base(table.params[i]) == items) {
                const auto at = static_cast<std::size_t>(item - type.lo);
                for (std::size_t value = 0; value < table.values.size(); ++value) {
                    if (value / behind % size == at) result += std::to_string(table.values[value]) + ",";
                }
                result += ";";
            }
            behind *= size;
        }
    }
    return result;
}

// By printed item: what is printed on it. Nothing: it can be read in several ways, or not at all.
std::vector<std::optional<std::string>> texts_of(const Lowering& l, const ReadTexts& texts) {
    std::vector<std::optional<std::string>> result(l.model.printed_items.size());
    std::map<const Card*, std::string> read;
    std::set<const Card*> ambiguous;
    for (const ReadLine& line : texts.lines) {
        read[line.card] += line.line->version + ":" + line.line->alternative + ":" + line.meaning + "\n";
        if (line.meaning.empty()) ambiguous.insert(line.card);
    }
    std::set<std::string> set_aside;
    for (const SetAside& aside : texts.set_aside) set_aside.insert(aside.kind + " " + aside.name);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const PrintedItem& item = l.model.printed_items[i];
        for (const Card& card : l.names.texts.cards) {
            const bool is_it = card.identity == item.identity &&
                               l.names.texts.printed[card.printed.index].type == item.identity_type;
            if (!is_it || !card.item->contents.abilities.empty() || ambiguous.contains(&card) ||
                set_aside.contains(item.kind + " " + item.name))
                continue;
            result[i] = read[&card];
        }
    }
    return result;
}

class AlikeItems {
public:
    AlikeItems(const Lowering& l, const ReadTexts& texts, TypeId items)
        : l_(l), texts_(texts), items_(items), apart_(l, items) {
        apart_.read_program();
        apart_.read_model();
        for (const ReadLine& line : texts.lines) apart_.read_text(line);
    }

    TellingApart& apart() { return apart_; }

    // By item: the one before it in its class; none_value: it is the first.
    std::vector<Value> before() {
        std::vector<Value> result(static_cast<std::size_t>(l_.type(items_).hi) + 1, none_value);
        if (apart_.all()) return result;
        const auto printed = texts_of(l_, texts_);
        std::map<std::string, std::pair<std::size_t, Value>> classes;  // the first, the last so far
        for (std::size_t i = 0; i < printed.size(); ++i) {
            PrintedItem& item = l_.model.printed_items[i];
            if (item.identity_type != items_ || !printed[i] || apart_.contains(item.identity)) continue;
            const std::string key = attributes_of(l_.model, items_, item.identity) + "\n" + *printed[i];
            const auto [place, is_first] = classes.try_emplace(key, i, item.identity);
            if (is_first) continue;
            result[static_cast<std::size_t>(item.identity)] = place->second.second;
            place->second.second = item.identity;
            item.same_as = place->second.first;
        }
        return result;
    }

private:
    const Lowering& l_;
    const ReadTexts& texts_;
    TypeId items_;
    TellingApart apart_;
};

// An item is there only with the one before it.
void require_those_before(const Lowering& l, TableId before, Setup& setup) {
    const std::vector<TermId>& held = setup.screening->terms;
    const Type& type = l.type(l.model.functions.tables[before.index].type);
    for (const TermId one : held) {
        const TermId other = l.pool().make_leaf(TermKind::Table, before.index, {one}, type);
        std::vector<TermId> any{l.pool().equal(other, l.pool().constant(none_value))};
        for (const TermId there : held) {
            if (there != one) any.push_back(l.pool().equal(other, there));
        }
        const ClauseId clause =
            add_clause(l, setup.name, ClauseKind::Setup, "of items that nothing tells apart, the first ones",
                       {}, setup.span);
        setup.requirements.emplace_back(l.pool().lor(any), clause);
    }
}

}  // namespace

void lay_out_alike_once(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts) {
    std::map<TypeId, std::vector<Setup*>> setups;
    for (Setup& setup : l.model.setups) {
        if (setup.screening) setups[setup.screening->items].push_back(&setup);
    }
    for (const auto& [items, of_them] : setups) {
        AlikeItems alike(l, texts, items);
        for (const Setup* setup : of_them) alike.apart().read_setup(*setup);
        for (const typed::Screen& screen : l.program.screens) {
            if (l.names.texts.printed[screen.printed.index].type != items) continue;
            const auto asked_for = items_asked_for(l, options, screen);
            for (const PrintedItem& item : l.model.printed_items) {
                if (item.identity_type == items && asked_for.contains(item.name))
                    alike.apart().name(item.identity);
            }
        }
        const std::vector<Value> before = alike.before();
        if (std::ranges::all_of(before, [](Value one) { return one == none_value; })) continue;
        const TypeId type = l.model.types.range(none_value, l.type(items).hi);
        const TableId table = add_table(l, "the one before it", {items}, type, before);
        for (Setup* setup : of_them) require_those_before(l, table, *setup);
    }
}

}  // namespace errata::compiler
