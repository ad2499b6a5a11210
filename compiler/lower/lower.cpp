#include "compiler/lower/lower.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/passes/decide_orders.h"
#include "compiler/ir/passes/relative_writes.h"
#include "compiler/ir/passes/shortcuts.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/verify.h"
#include "compiler/ir/walk.h"
#include "compiler/lower/answers.h"
#include "compiler/lower/arrange.h"
#include "compiler/lower/body.h"
#include "compiler/lower/changes.h"
#include "compiler/lower/claims.h"
#include "compiler/lower/equations.h"
#include "compiler/lower/items.h"
#include "compiler/lower/open_functions.h"
#include "compiler/lower/pending.h"
#include "compiler/lower/replacements.h"
#include "compiler/lower/screens.h"
#include "compiler/lower/setups.h"
#include "dsl/base/check.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// How many agenda items and unplaced triggers a search holds where the scope does not say.
constexpr Value default_agenda = 6;
constexpr Value default_agenda_with_windows = 10;  // an item in response to another lies above a window
constexpr Value default_pending = 6;

std::size_t bound(const Model& model, const std::string& name, Value otherwise) {
    const auto found = model.scope.sizes.find(name);
    return static_cast<std::size_t>(
        std::max<Value>(1, found == model.scope.sizes.end() ? otherwise : found->second));
}

bool is_created(const Model& model, VarId exists) {
    std::vector<CodeId> roots;
    for (const Label& label : model.flow.labels) roots.push_back(label.code);
    bool result = false;
    walk_code(model.flow.code, roots, [&](CodeId, const Code& node) {
        result = result || (node.kind == CodeKind::Set && node.var == exists && !node.is_reset);
    });
    return result;
}

// "'Tidy', x.rules:8".
std::string clause_and_line(const Model& model, const dsl::SourceSet& sources, dsl::Span at) {
    const dsl::SourceFile& file = sources.file(at.file);
    const std::string place = std::filesystem::path(file.path()).filename().string() + ":" +
                              std::to_string(file.position(at.begin).line);
    const auto holds = [&](const Clause& clause) {
        return clause.span.file == at.file && clause.span.begin <= at.begin && at.end <= clause.span.end;
    };
    const auto clause = std::ranges::find_if(model.clauses, holds);
    return clause == model.clauses.end() ? place : "'" + clause->name + "', " + place;
}

// Objects of a pool that no rule names, and that no rule takes in their order.
void find_interchangeable(const Names& names, const Modules& modules,
                          const std::map<TypeId, dsl::Span>& told_apart, const dsl::SourceSet& sources,
                          Model& model) {
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) {
        const auto type = names.vocabulary.named.find(item.name);
        if (type == names.vocabulary.named.end() || !item.names.all.empty() ||
            type->second == names.vocabulary.player_type)
            return;
        const auto told = told_apart.find(type->second);
        model.types[type->second.index].interchangeable = told == told_apart.end();
        const auto exists = names.store.exists.find(type->second);
        const bool grows = exists != names.store.exists.end() && is_created(model, exists->second);
        if (told == told_apart.end() || !grows) return;
        const std::string name = model.type(type->second).name;
        model.asked.not_analysed.push_back("endless loops that make ever more of the kind '" + name +
                                           "': which of them is which matters (" +
                                           clause_and_line(model, sources, told->second) + ")");
    });
}

// The incidents that belong to no construct.
void add_general_incidents(const Lowering& l) {
    Incident undefined;
    undefined.code = FindingCode::GapUndefined;
    undefined.kind = IncidentKind::NoValue;
    l.model.incidents.undefined = add_incident(l, std::move(undefined));
    Incident overflow;
    overflow.code = FindingCode::ContradictionInvariant;
    overflow.kind = IncidentKind::OutOfRange;
    l.model.incidents.overflow = add_incident(l, std::move(overflow));
    if (l.arranged.state_checks.empty()) return;
    Incident conflict;
    conflict.code = FindingCode::ContradictionSetSet;
    conflict.kind = IncidentKind::ChecksDisagree;
    for (const PlacedAbility& placed : l.arranged.state_checks) {
        add_once(conflict.clauses, placed.clause);
    }
    l.model.incidents.settle_conflict = add_incident(l, std::move(conflict));
}

// The terms of all code that play can come to, as far as that is seen without playing.
class LiveTerms {
public:
    explicit LiveTerms(const Model& model)
        : model_(model), points_(model.flow.points.size()), labels_(model.flow.labels.size()) {
        point(model.flow.start);
        for (const StateCheck& check : model.rules.state_checks) {
            add(check.condition);
            code(check.body);
        }
        while (!open_.empty()) {
            const Point& at = model.flow.points[open_.back().index];
            open_.pop_back();
            for (const PointOption& option : at.options) {
                add(option.guard);
                label(option.target);
            }
            if (at.otherwise) label(*at.otherwise);
        }
    }

    bool has(TermId term) const { return terms_.contains(term); }

private:
    void add(TermId root) {
        if (!root.is_valid() || !roots_.insert(root).second) return;
        walk_terms(model_.terms, std::array{root}, [&](TermId id, const Term&) { terms_.insert(id); });
    }
    void point(PointId id) {
        if (!id.is_valid() || points_[id.index]) return;
        points_[id.index] = true;
        open_.push_back(id);
    }
    void label(LabelId id) {
        if (labels_[id.index]) return;
        labels_[id.index] = true;
        code(model_.flow.labels[id.index].code);
    }
    void code(CodeId root) {
        walk_code(model_.flow.code, std::array{root}, [&](CodeId, const Code& node) {
            for (const TermId term : node.terms) add(term);
            if (node.label.is_valid()) label(node.label);
            if (node.point.is_valid()) point(node.point);
            if (node.trigger.is_valid()) point(model_.rules.triggers[node.trigger.index].entry);
        });
    }

    const Model& model_;
    std::vector<bool> points_;
    std::vector<bool> labels_;
    std::vector<PointId> open_;
    std::set<TermId> roots_;
    std::set<TermId> terms_;
};

// A number in a text that is out of range where play can come to it; what stands in no code is always asked.
void numbers_of_texts(const Lowering& l) {
    if (l.terms.said_outside().empty()) return;
    const LiveTerms live(l.model);
    std::vector<TermId> roots;
    for (std::size_t i = 0; i < l.model.flow.code.size(); ++i) {
        const Code& node = l.model.flow.code[CodeId(i)];
        roots.insert(roots.end(), node.terms.begin(), node.terms.end());
    }
    std::set<TermId> in_code;
    walk_terms(l.pool(), roots, [&](TermId id, const Term&) { in_code.insert(id); });
    for (const SaidOutside& said : l.terms.said_outside()) {
        if (in_code.contains(said.term) && !live.has(said.term)) continue;
        l.reporter.error(DiagnosticKind::value_out_of_range, said.span,
                         std::to_string(said.value) + " is not in " + l.type(said.range).name,
                         "the number stands in the text that this phrase reads");
    }
}

// A screen looks at so many turns: the next one is over before it begins.
CodeId up_to_the_horizon(const Lowering& l, const Place& place, CodeId turn) {
    const std::size_t turns = most_turns(l.program);
    if (turns == 0) return turn;
    const TypeId type = l.model.types.range(0, static_cast<Value>(turns) + 1);
    l.memory.turns_left = add_kept(l, "turns left", {}, type, 0, l.names.turns.back()->span);
    l.model.variables[l.memory.turns_left->index].is_horizon = true;
    const TermId left = l.terms.cell(*l.memory.turns_left, {});
    const auto is = [&](Value value) { return l.pool().equal(left, l.pool().constant(value)); };
    Ending horizon;
    horizon.name = "the turns of the screen are over";
    horizon.is_horizon = true;
    Code over;
    over.kind = CodeKind::Finish;
    over.ending = EndingId(l.model.rules.endings.size());
    over.clause = place.clause;
    l.model.rules.endings.push_back(std::move(horizon));
    const CodeId fewer = set(l, *l.memory.turns_left, {},
                             l.pool().make(TermKind::Subtract, {left, l.pool().constant(1)}), place.clause);
    const CodeId counts = if_else(l, is(0), nothing(l), fewer, place.clause);
    const CodeId goes_on = sequence(l, {counts, turn});
    return if_else(l, is(1), l.model.flow.code.add(std::move(over)), goes_on, place.clause);
}

void lower_turn(const Lowering& l) {
    if (l.names.turns.empty()) return;  // said already
    const ast::Item& turn = *l.names.turns.back();
    Place place;
    place.clause =
        add_clause(l, "the turn", ClauseKind::Turn, l.reporter.excerpt(turn.span), turn.rows, turn.span);
    place.name = "turn";
    Point start;
    start.name = "a turn begins";
    start.stage = Stage::Game;
    start.clause = place.clause;
    l.model.flow.start = add_point(l, start);
    const CodeId resets = reset(l, l.memory.reset_by_turn, place);
    const Continuation again = [&]() { return stop(l, l.model.flow.start); };
    Code begin;
    begin.children = {resets, tail(l, l.program.turn, place, again)};
    PointOption option;
    option.guard = l.pool().truth(true);
    option.clause = place.clause;
    option.target =
        add_label(l, "turn", up_to_the_horizon(l, place, l.model.flow.code.add(std::move(begin))));
    l.model.flow.points[l.model.flow.start.index].options.push_back(option);
}

bool does_something(const ast::Item& action) {
    return !action.body.empty() && action.body.front().kind != ast::StmtKind::Nothing;
}

void list_defined_names(const Lowering& l) {
    for (const auto& [name, id] : l.names.callables.define_named)
        l.model.functions.defined.push_back({name, l.names.callables.defines[id.index].item->span});
    for (const auto& [name, id] : l.names.callables.action_named) {
        const ast::Item& action = *l.names.callables.actions[id.index].item;
        if (does_something(action)) l.model.functions.defined.push_back({name, action.span, true});
    }
    for (const Computed& value : l.names.callables.computed) {
        if (value.item) l.model.functions.defined.push_back({value.name, value.item->span});
    }
    // No name of the language: on whom what is printed is in effect, and when.
    for (const Printed& printed : l.names.texts.printed) {
        if (printed.item)
            l.model.functions.defined.push_back({"printed " + printed.item->name, printed.item->span});
    }
}

void list_hindrances(const Lowering& l) {
    for (std::size_t i = 0; i < l.arranged.actions.size(); ++i) {
        const ActionRules& rules = l.arranged.actions[i];
        for (const auto* hindering : {&rules.prohibitions, &rules.replacements}) {
            for (const PlacedAbility& placed : *hindering)
                l.model.rules.hindrances.push_back({placed.clause, action_name(l, ActionId(i))});
        }
    }
}

// What is declared under no name of the language: how the game is run, and its boards.
void list_declarations(const Modules& modules, Model& model) {
    for_items(modules, ItemKind::Meta, [&](const ast::Item& item) {
        model.functions.defined.push_back({"meta", item.span});
    });
    for_items(modules, ItemKind::Grid, [&](const ast::Item& item) {
        model.functions.defined.push_back({"grid " + item.name, item.span});
    });
}

// The spec's own folder is that of the file that names the game.
void mark_libraries(const Modules& modules, const dsl::SourceSet& sources, Model& model) {
    const auto folder_of = [&](std::uint32_t file) {
        return std::filesystem::path(sources.file(file).path()).parent_path().lexically_normal();
    };
    std::uint32_t named = modules.back().file;
    for_items(modules, ItemKind::Game, [&](const ast::Item& item) { named = item.span.file; });
    const std::filesystem::path own = folder_of(named);
    std::set<std::uint32_t> optional;
    for (const ast::Module& module : modules) {
        if (module.is_library) optional.insert(module.file);
    }
    for (Clause& clause : model.clauses) {
        if (!clause.span.is_valid()) continue;
        clause.is_optional = optional.count(clause.span.file) > 0;
        const std::filesystem::path there = folder_of(clause.span.file).lexically_relative(own);
        clause.is_of_library = there.empty() || *there.begin() == "..";
    }
}

// Code that could only be made when all else was there; each may add others.
void finish(const Lowering& l) {
    for (std::size_t i = 0; i < l.to_do.items.size(); ++i) {
        const ToDo::Item item = l.to_do.items[i];
        lower_event(l, item.event, item.where, item.entry);
    }
    for (std::size_t i = 0; i < l.to_do.fires.size(); ++i) {
        const ToDo::Fire fire = l.to_do.fires[i];
        Code node;
        node.children = {fire_waiting(l, fire.event, fire.roles, fire.awaiting, fire.where)};
        l.model.flow.code.replace(fire.place, std::move(node));
    }
    for (std::size_t i = 0; i < l.to_do.awaits.size(); ++i) {
        const ToDo::Await await = l.to_do.awaits[i];
        const TermId term = awaiting(l, await.event, await.roles, await.where);
        Code node = l.model.flow.code[await.place];
        node.terms = {term};
        l.model.flow.code.replace(await.place, std::move(node));
    }
    for (std::size_t i = 0; i < l.to_do.forgets.size(); ++i) {
        const ToDo::Forget forgotten = l.to_do.forgets[i];
        Code node;
        node.children = {forget(l, forgotten.object, forgotten.kind, forgotten.for_good, forgotten.where)};
        l.model.flow.code.replace(forgotten.place, std::move(node));
    }
}

// One game on its way to a Model.
class Game {
public:
    Game(const typed::Program& program, const typed::Phrases& phrases, const Reporter& reporter)
        : effort_(reporter),
          terms_(program, phrases, model_, answers_, effort_, reporter, told_apart_),
          lowering_{program,   *program.names, phrases, reporter, model_,
                    arranged_, terms_,         effort_, memory_,  to_do_} {
        answers_.connect(lowering_, computed_);
        const Names& names = *program.names;
        model_.title = names.title;
        model_.types = program.types;
        model_.variables = program.variables;
        model_.functions.tables = program.tables;
        model_.functions.open = names.callables.opens;
        model_.policies.agenda = names.meta.agenda;
        model_.policies.trigger_order_stated = names.meta.trigger_order != nullptr;
        model_.policies.loops = names.meta.loop_policy;
        model_.policies.loop_cap = names.meta.loop_cap;
        model_.policies.hidden_zones = names.hidden_zones;
        model_.player_type = names.vocabulary.player_type;
        for (const auto& [name, value] : names.vocabulary.scope) model_.scope.sizes[name] = value;
        memory_.reset_by_turn = names.store.reset_by_turn;
        memory_.reset_by_phase = names.store.reset_by_phase;
    }

    // What is asked and by whom: abilities, open functions, equations.
    void arrange_all(const ReadTexts& texts) {
        const std::vector<PlacedAbility> all = place_abilities(lowering_, texts);
        add_fallbacks(lowering_);
        computed_ = arrange_equations(lowering_);
        arrange(lowering_, all);
        define_equations(lowering_, computed_);
        finish_open_functions(lowering_);
        add_general_incidents(lowering_);
        find_open_circles(lowering_);
    }

    // What happens: the turn, the agenda items, and what waited for both.
    void lower_all() {
        list_defined_names(lowering_);
        lower_turn(lowering_);
        lower_abilities(lowering_);
        finish(lowering_);
        list_hindrances(lowering_);
        numbers_of_texts(lowering_);
        order_state_checks(lowering_);
    }

    void lay_out() {
        std::size_t next = 0;
        for (Variable& variable : model_.variables) {
            variable.base = next;
            next += variable.cells;
        }
        Layout& layout = model_.layout;
        layout.over = next++;
        const bool has_triggers = !model_.rules.triggers.empty();
        const Value room = arranged_.windows.empty() ? default_agenda : default_agenda_with_windows;
        layout.frames = 1 + (has_triggers ? bound(model_, "agenda", room) : 0);
        layout.pending = has_triggers ? bound(model_, "pending", default_pending) : 0;
        if (!has_triggers) layout.pending_arguments = 0;
        layout.frame_base = next;
        next += layout.frames * (1 + layout.registers);
        layout.pending_base = next;
        next += layout.pending * (1 + layout.pending_arguments);
        layout.cells = next;
        const auto depth = model_.scope.sizes.find("depth");
        if (depth != model_.scope.sizes.end())
            model_.scope.depth = static_cast<std::size_t>(std::max<Value>(0, depth->second));
    }

    // Where play begins and what is asked of it. Names there do not tell objects apart by themselves; those
    // of claims do.
    void add_positions_and_claims(const Modules& modules, const CompileOptions& options,
                                  const ReadTexts& texts) {
        bound_readings(lowering_);
        const std::map<TypeId, dsl::Span> by_rules = told_apart_;
        lower_setups(lowering_);
        lower_screens(lowering_, options.screens, texts);
        lower_scenarios(lowering_);
        told_apart_ = by_rules;
        if (options.scenario.empty()) lower_claims(lowering_, modules);
    }

    Model finished(const Modules& modules) {
        make_writes_relative(model_);
        for (const auto& [type, clause] : decide_orders(model_))
            told_apart_.emplace(type, model_.clause(clause).span);
        find_interchangeable(lowering_.names, modules, told_apart_, lowering_.reporter.sources(), model_);
        list_declarations(modules, model_);
        mark_libraries(modules, lowering_.reporter.sources(), model_);
        sort_sets(model_);
        tell_clauses_apart(lowering_);
        digest_clauses(lowering_);
        for (std::size_t i = 0; i < model_.functions.equations.size(); ++i)
            model_.functions.equations[i].reads = systems_read(model_, EquationsId(i));
        ERRATA_CHECK(verify(model_).empty());
        model_.shortcuts = shortcuts(model_);
        return std::move(model_);
    }

    const Lowering& lowering() const { return lowering_; }

private:
    Model model_;
    Arranged arranged_;
    GameAnswers answers_;
    ComputedAnswers computed_;
    Effort effort_;
    std::map<TypeId, dsl::Span> told_apart_;
    Terms terms_;
    Memory memory_;
    ToDo to_do_;
    Lowering lowering_;
};

}  // namespace

std::optional<Model> lower(const typed::Program& program, const typed::Phrases& phrases,
                           const ReadTexts& texts, const Modules& modules, const CompileOptions& options,
                           const Reporter& reporter) {
    Game game(program, phrases, reporter);
    game.arrange_all(texts);
    if (reporter.has_errors()) return std::nullopt;
    game.lower_all();
    if (reporter.has_errors()) return std::nullopt;
    note_ignored(game.lowering());
    game.lay_out();
    game.add_positions_and_claims(modules, options, texts);
    if (reporter.has_errors()) return std::nullopt;
    return game.finished(modules);
}

}  // namespace errata::compiler
