#include "compiler/lower/screens.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <string>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/lowering.h"
#include "compiler/lower/setups.h"
#include "compiler/read/lines.h"
#include "compiler/resolve/options.h"
#include "compiler/typed/walk.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Which of the sets of printed items that fit on a table are laid out: as requirements on a screen's setup,
// so that those that were not asked for are no initial states. None of them looks at which object bears which
// item of a set.

using Labels = std::set<std::string>;

class Choosing {
public:
    Choosing(const Lowering& l, const typed::Screen& screen, Setup& setup)
        : l_(l), screen_(screen), setup_(setup), type_(setup.screening->items) {}

    void require_one_of(const Labels& items) {
        std::vector<TermId> any;
        for (const TermId held : setup_.screening->terms) any.push_back(is_among(held, items));
        require(l_.pool().lor(any), "only sets that were asked for");
    }

    void require_none_of(const Labels& items) {
        if (items.empty()) return;
        for (const TermId held : setup_.screening->terms)
            require(l_.pool().lnot(is_among(held, items)), "only items whose text can be read");
    }

    // By what the numbers of the items come to: each set is in one shard, whoever bears its items.
    void require_shard(std::size_t shard, std::size_t shards) {
        const auto count = static_cast<Value>(shards);
        const TypeId number = l_.model.types.range(0, count - 1);
        std::vector<Value> residues;
        for (Value item = 0; item <= l_.type(type_).hi; ++item) residues.push_back(item % count);
        const TableId residue = add_table(l_, "shard", {type_}, number, residues);
        const auto& held_ones = setup_.screening->terms;
        TermId sum = residue_of(residue, held_ones.front());
        for (const TermId held : std::span(held_ones).subspan(1))
            sum = l_.pool().make(TermKind::Add, {sum, residue_of(residue, held)});
        std::vector<TermId> any;
        const Value most = (count - 1) * static_cast<Value>(setup_.screening->terms.size());
        for (Value value = static_cast<Value>(shard) - 1; value <= most; value += count)
            any.push_back(l_.pool().equal(sum, l_.pool().constant(value)));
        require(l_.pool().lor(any), "only sets of this shard");
    }

private:
    TermId residue_of(TableId residue, TermId held) const {
        return l_.pool().make_leaf(TermKind::Table, residue.index, {held},
                                   l_.type(l_.model.functions.tables[residue.index].type));
    }

    TermId is_among(TermId held, const Labels& items) const {
        const std::vector<std::string>& labels = l_.type(type_).labels;
        std::vector<TermId> any;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            if (items.contains(labels[i]))
                any.push_back(l_.pool().equal(held, l_.pool().constant(static_cast<Value>(i))));
        }
        return l_.pool().lor(any);
    }

    void require(TermId term, const std::string& why) {
        const ClauseId clause = add_clause(l_, setup_.name, ClauseKind::Setup, why, {}, screen_.item->span);
        setup_.requirements.emplace_back(term, clause);
    }

    const Lowering& l_;
    const typed::Screen& screen_;
    Setup& setup_;
    TypeId type_;
};

std::string stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

// The words that a set of newcomers goes by: the file that the item is written in, and what is printed on it.
Labels sets_of(const Lowering& l, const Card& card) {
    Labels sets = {stem(l.reporter.sources().file(card.item->span.file).path())};
    for (const auto& [key, table] : l.names.store.attributes) {
        const Table& values = l.model.functions.tables[table.index];
        if (values.params.size() != 1 || values.params[0] != key.first ||
            key.first != l.names.texts.printed[card.printed.index].type)
            continue;
        const Type& type = l.type(values.type);
        const Value value = values.values[static_cast<std::size_t>(card.identity)];
        if (value >= 0 && static_cast<std::size_t>(value) < type.labels.size())
            sets.insert(type.labels[static_cast<std::size_t>(value)]);
    }
    return sets;
}

Labels items_of_set(const Lowering& l, const typed::Screen& screen, const std::string& name) {
    Labels items;
    Labels known;
    for (const Card& card : l.names.texts.cards) {
        if (card.printed != screen.printed) continue;
        Labels sets = sets_of(l, card);
        if (sets.contains(name)) items.insert(card.item->name);
        known.merge(sets);
    }
    if (items.empty()) {
        const std::vector<std::string> words(known.begin(), known.end());
        const auto near = dsl::nearest(name, words);
        l.reporter.error(DiagnosticKind::setup_impossible, screen.item->name_span,
                         "no " + screen.item->name + " is of the set '" + name + "'",
                         near ? "did you mean '" + *near + "'?"
                              : "name the file that the new ones are written in, or what is printed on them");
    }
    return items;
}

// The items of the screen that are named, or those that are not.
Labels items_of_kind(const Lowering& l, const typed::Screen& screen, const std::vector<std::string>& names,
                     bool is_named = true) {
    Labels result;
    for (const Card& card : l.names.texts.cards) {
        const bool is_among = std::ranges::find(names, card.item->name) != names.end();
        if (card.printed == screen.printed && is_among == is_named) result.insert(card.item->name);
    }
    return result;
}

// Names of the items that `options` asks for: each set of this screen holds one; empty: of all.
std::set<std::string> items_asked_for(const Lowering& l, const ScreenOptions& options,
                                      const typed::Screen& screen) {
    Labels items(options.items.begin(), options.items.end());
    if (!options.newcomers.empty()) items.merge(items_of_set(l, screen, options.newcomers));
    return items;
}

// Leaves the sets that `options` asks for, and of these such as hold no item that was set aside unread. An
// error where no item is of the set of newcomers.
void choose_sets(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts,
                 const typed::Screen& screen, Setup& setup) {
    Choosing choosing(l, screen, setup);
    if (options.together) {
        for (const std::string& item : items_of_kind(l, screen, options.items))
            choosing.require_one_of({item});
        choosing.require_none_of(items_of_kind(l, screen, options.items, false));
    } else if (!options.items.empty()) {
        choosing.require_one_of({options.items.begin(), options.items.end()});
    }
    if (!options.newcomers.empty()) choosing.require_one_of(items_of_set(l, screen, options.newcomers));
    Labels unread;
    for (const SetAside& aside : texts.set_aside) {
        if (aside.kind == screen.item->name) unread.insert(aside.name);
    }
    choosing.require_none_of(unread);
    if (options.shards > 1) choosing.require_shard(options.shard, options.shards);
    setup.screening->has_all_sets =
        options.items.empty() && options.newcomers.empty() && unread.empty() && options.shards == 1;
}

// Printed items that nothing tells apart: they have the same attributes and the same text, and nothing in the
// game names one of them or takes all in their order. Whoever exchanges two of them everywhere turns plays
// into plays, so that of the sets that differ only in which of them they hold, one is laid out: of those
// alike, the first so many.

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

// Of the screens' setups, which are there: adds the requirements, and says of each item that is left out
// which one stands for it (PrintedItem::same_as). Items that `options` asks for stand for themselves.
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

// A screen as setups.

// Whether an object that got no item of the set would have one's text all the same, because each of its kind
// bears some item.
bool has_stray_text(const Lowering& l, const typed::Screen& screen, const Position& position,
                    const Dealing& dealing) {
    const Printed& printed = l.names.texts.printed[screen.printed.index];
    for (Value object = l.type(printed.on).first(); object <= l.type(printed.on).hi; ++object) {
        if (std::ranges::find(dealing.objects, object) != dealing.objects.end()) continue;
        if (position.is_set(cell_of(l.model, dealing.holder, {object}))) continue;
        for (const Card& card : l.names.texts.cards) {
            if (card.printed != screen.printed) continue;
            const Bearer bearer = bearer_of(l.names, card);
            const TermId functions = l.terms.functioning(bearer, l.pool().constant(object), Scope{});
            if (position.now(functions).value_or(0) != 0) return true;
        }
    }
    return false;
}

std::string setup_name(const typed::Screen& screen, std::size_t items) {
    return screen.item->title + ": " + dsl::count_of(items, screen.item->name);
}

std::vector<TermId> held(const Lowering& l, const Dealing& dealing) {
    std::vector<TermId> items;
    items.reserve(dealing.objects.size());
    for (const Value object : dealing.objects)
        items.push_back(l.terms.cell(dealing.holder, {l.pool().constant(object)}));
    return items;
}

// Nothing: no set of this size fits on the table.
std::optional<Setup> lay_out(const Lowering& l, const typed::Screen& screen, std::size_t items) {
    Dealing dealing{items, screen.holder};
    Position position(l, setup_name(screen, items), screen.item->span, &dealing);
    position.run_inside(screen.body, Scope{});
    if (l.reporter.has_errors() || dealing.lacks_objects || has_stray_text(l, screen, position, dealing))
        return std::nullopt;
    Setup setup = position.take();
    Screening screening;
    screening.table = screen.item->title;
    screening.items = l.names.texts.printed[screen.printed.index].type;
    screening.holders = dealing.cells;
    screening.turns = screen.turns;
    screening.terms = held(l, dealing);
    setup.screening = std::move(screening);
    if (l.memory.turns_left && screen.turns > 0)
        setup.values[cell_of(l.model, *l.memory.turns_left, {})] = static_cast<Value>(screen.turns) + 1;
    return setup;
}

void lower_screen(const Lowering& l, const typed::Screen& screen, const ScreenOptions& options,
                  const ReadTexts& texts) {
    // One that is named twice is laid out twice.
    const Labels asked = options.together ? items_of_kind(l, screen, options.items) : Labels();
    const auto together = static_cast<std::size_t>(
        std::ranges::count_if(options.items, [&](const std::string& item) { return asked.contains(item); }));
    if (options.together && together == 0) return;
    const std::optional<std::size_t> size = options.together ? std::optional(together) : options.size;
    const std::size_t largest = size.value_or(screen.size);
    std::size_t fits = 0;
    for (std::size_t items = std::max(together, std::size_t{1}); items <= largest && !l.reporter.has_errors();
         ++items) {
        auto setup = lay_out(l, screen, items);
        if (!setup) continue;
        choose_sets(l, options, texts, screen, *setup);
        l.model.setups.push_back(std::move(*setup));
        fits = items;
    }
    if (l.reporter.has_errors()) return;
    const std::string kind = l.type(l.names.texts.printed[screen.printed.index].on).name;
    if (fits == 0 && (options.alone || options.together)) {
        l.model.asked.not_analysed.push_back("sets of " + screen.item->name +
                                             " on a table made from the vocabulary (\"" + screen.item->title +
                                             "\"), for each " + kind + " bears some: write a screen");
    } else if (fits == 0) {
        l.reporter.error(
            DiagnosticKind::setup_impossible, screen.item->name_span,
            "no set of up to " + dsl::count_of(largest, screen.item->name) + " fits on this table",
            "each further " + kind + " bears text as well, or there is none: give the others no " +
                screen.item->name + ", or raise the number of '" + kind + "' in 'scope'");
    } else if (fits < largest && (size || screen.is_size_written) && !(options.alone && !size)) {
        l.reporter.error(DiagnosticKind::setup_impossible, screen.item->name_span,
                         "there is room for sets of " + dsl::count_of(fits, screen.item->name) +
                             " here, not of " + std::to_string(largest),
                         "raise the number of '" + kind + "' in 'scope', or make 'size' smaller");
    }
}

}  // namespace

std::size_t most_turns(const typed::Program& program) {
    std::size_t most = 0;
    for (const typed::Screen& screen : program.screens) most = std::max(most, screen.turns);
    return most;
}

void lower_screens(const Lowering& l, const ScreenOptions& options, const ReadTexts& texts) {
    for (const typed::Screen& screen : l.program.screens) lower_screen(l, screen, options, texts);
    if (!options.tells_all_apart) lay_out_alike_once(l, options, texts);
    const auto is_screen = [](const Setup& setup) { return setup.screening.has_value(); };
    if (options.alone && std::ranges::any_of(l.model.setups, is_screen))
        std::erase_if(l.model.setups, [&](const Setup& setup) { return !is_screen(setup); });
}

void sort_sets(Model& model) {
    for (Setup& setup : model.setups) {
        if (!setup.screening || setup.screening->holders.size() < 2) continue;
        const auto holds = [&](const Variable& variable) {
            const std::size_t cell = setup.screening->holders.front();
            return variable.base <= cell && cell < variable.base + variable.cells;
        };
        const auto holder = std::ranges::find_if(model.variables, holds);
        if (!model.type(holder->params.at(0)).interchangeable) continue;
        const std::vector<TermId>& items = setup.screening->terms;
        for (std::size_t i = 0; i + 1 < items.size(); ++i)
            setup.requirements.emplace_back(model.terms.make(TermKind::LessEqual, {items[i], items[i + 1]}),
                                            ClauseId{});
    }
}

}  // namespace errata::compiler
