#include "reports/explain/start.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "checker/causes/matters.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "dsl/base/mapped.h"
#include "reports/explain/bearers.h"
#include "reports/explain/board.h"
#include "reports/explain/deciding.h"
#include "reports/explain/names.h"

namespace errata::reports {

using checker::Trace;
using compiler::Change;
using compiler::ClauseId;
using compiler::Model;
using compiler::State;
using compiler::Successor;
using compiler::Value;

std::optional<Object> object_of(const Model& model, std::size_t cell) {
    const auto id = checker::variable_of(model, cell);
    if (!id) return std::nullopt;
    const compiler::Variable& variable = model.variable(*id);
    if (!variable.is_field || variable.params.size() != 1) return std::nullopt;
    return Object{variable.params[0],
                  model.type(variable.params[0]).lo + static_cast<Value>(cell - variable.base)};
}

std::set<Object> touched_objects(const Model& model, const Trace& trace) {
    std::set<Object> touched;
    for (const Successor& step : trace.steps) {
        for (const Change& change : step.changes) {
            if (const auto object = object_of(model, change.cell)) touched.insert(*object);
        }
        const compiler::Move& move = step.move;
        if (move.kind == compiler::MoveKind::Option) {
            const auto& binders = model.flow.points[move.point.index].options[move.option].binders;
            for (std::size_t i = 0; i < binders.size() && i < move.bindings.size(); ++i)
                touched.emplace(binders[i].type, move.bindings[i]);
        } else if (move.kind == compiler::MoveKind::Place) {
            const auto& params = model.rules.triggers[move.trigger.index].params;
            for (std::size_t i = 0; i < params.size() && i < move.arguments.size(); ++i)
                touched.emplace(params[i], move.arguments[i]);
        }
    }
    return touched;
}

namespace {

// More facts than these about what play does not touch tell a reader nothing.
constexpr std::size_t most_aside = 8;

bool matters(const Model& model, std::size_t cell, const std::set<Object>& touched) {
    const auto object = object_of(model, cell);
    return !object || touched.contains(*object);
}

// Does the cell say who bears a printed item of these clauses?
bool bears(const Model& model, std::size_t cell, Value value, const std::vector<ClauseId>& clauses) {
    const auto variable = checker::variable_of(model, cell);
    if (!variable) return false;
    const compiler::TypeId type = model.types.base(model.variable(*variable).type);
    return std::ranges::any_of(model.printed_items, [&](const compiler::PrintedItem& item) {
        if (item.identity_type != type || item.identity != value) return false;
        return std::ranges::any_of(item.clauses, [&](ClauseId clause) {
            return std::ranges::find(clauses, clause) != clauses.end();
        });
    });
}

// Who bears, where play begins, an item of these clauses of which play touches no bearer: few of them.
std::set<Object> bearers_untouched(const Model& model, const State& state,
                                   const std::vector<ClauseId>& clauses, const std::set<Object>& touched) {
    constexpr std::size_t few = 4;
    std::map<Value, std::set<Object>> by_item;
    for (const compiler::Variable& variable : model.variables) {
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            const auto object = object_of(model, cell);
            if (object && bears(model, cell, state[cell], clauses)) by_item[state[cell]].insert(*object);
        }
    }
    std::set<Object> result;
    for (const auto& [item, bearers] : by_item) {
        const bool is_shown =
            std::ranges::any_of(bearers, [&](const Object& bearer) { return touched.contains(bearer); });
        if (!is_shown && bearers.size() <= few) result.insert(bearers.begin(), bearers.end());
    }
    return result;
}

// Where play ends in a choice without an option: what these ask.
std::vector<compiler::TermId> asked_in_vain(const Model& model, const Trace& trace) {
    if (!trace.steps.empty() && !trace.steps.back().next) return {};
    const State& last = checker::last_state(trace);
    const compiler::PointId at = top_point(model, last);
    if (!at.is_valid() || !compiler::Evaluator(model).expand(last).successors.empty()) return {};
    std::vector<compiler::TermId> guards;
    for (const compiler::PointOption& option : model.flow.points[at.index].options) {
        if (option.guard.is_valid()) guards.push_back(option.guard);
    }
    return guards;
}

// What the setup leaves open, what the picture shows, what play touches, and which variables clauses read.
struct Known {
    const std::vector<std::size_t>& open;
    const std::vector<compiler::VarId>& pictured;
    const std::set<Object>& touched;
    const std::vector<bool>& read;
};

// Values that the setup gives and the clauses read: who bears what they are printed on, and all of what play
// touches and of what is not as declared, or, where these are too many, of what is both.
void add_what_is_given(const Model& model, const State& state, const Known& known,
                       const std::vector<ClauseId>& clauses, std::vector<StartCell>& told) {
    std::vector<std::size_t> all;
    std::vector<std::size_t> both;
    std::vector<std::size_t> borne;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        const compiler::Variable& variable = model.variables[v];
        const bool is_pictured =
            std::ranges::find(known.pictured, compiler::VarId(v)) != known.pictured.end();
        if (!known.read[v] || is_pictured || variable.is_kept || variable.is_exists ||
            variable.is_of_rules() || variable.is_horizon)
            continue;
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            if (std::ranges::find(known.open, cell) != known.open.end()) continue;
            const bool is_touched = matters(model, cell, known.touched);
            const bool is_set = state[cell] != variable.initial;
            // An object of a pool is called by what it bears (bearers.h).
            if (!is_pool(model.type(variable.params.empty() ? variable.type : variable.params[0])) &&
                bears(model, cell, state[cell], clauses)) {
                borne.push_back(cell);
                continue;
            }
            if (is_touched || is_set) all.push_back(cell);
            if (is_touched && is_set) both.push_back(cell);
        }
    }
    std::vector<std::size_t> shown = std::move(borne);
    const std::vector<std::size_t>& others = all.size() <= most_aside ? all : both;
    if (others.size() <= most_aside) shown.insert(shown.end(), others.begin(), others.end());
    std::ranges::sort(shown);
    if (shown.size() > 2 * most_aside) return;
    for (const std::size_t cell : shown) told.push_back({cell});
}

}  // namespace

std::vector<StartLine> start_lines(const Model& model, const State& state,
                                   const std::vector<StartCell>& cells, const Naming& naming) {
    return dsl::mapped(cells, [&](const StartCell& start) {
        const compiler::Phrase value = checker::cell_value_text(model, start.cell, state[start.cell]);
        // What says who bears the item stays as it is: it is where the name comes from.
        const auto object = object_of(model, start.cell);
        const ObjectName* const name = object ? naming.of({object->first, object->second}) : nullptr;
        const Naming& own = name != nullptr && name->item == value.text() ? Naming() : naming;
        return StartLine{own(checker::cell_name(model, start.cell)), own(value), start.matters};
    });
}

std::vector<StartCell> start_cells(const Model& model, const Trace& trace,
                                   const std::vector<ClauseId>& clauses) {
    const compiler::Setup& setup = setup_of(model, trace.setup);
    const Board board = draw_board(model, trace.initial);
    std::vector<StartCell> start;
    std::set<Object> touched = touched_objects(model, trace);
    touched.merge(bearers_untouched(model, trace.initial, clauses, touched));
    const std::vector<bool> deciding = read_by(model, clauses, asked_in_vain(model, trace));
    std::vector<StartCell> plain;    // as the setup would have it, and a clause asks for it
    std::vector<std::size_t> aside;  // of these those that the clauses read though play does not touch them
    for (const std::size_t cell : setup.open) {
        const auto variable = checker::variable_of(model, cell);
        const bool pictured =
            variable && std::find(board.shown.begin(), board.shown.end(), *variable) != board.shown.end();
        const Value value = trace.initial[cell];
        const bool is_named = bears(model, cell, value, clauses);
        const bool is_read = variable && deciding[variable->index];
        const bool is_plain = value == setup.values[cell] && !is_named;
        if (pictured || (is_plain && !(is_read && matters(model, cell, touched)))) continue;
        const StartCell told{cell, is_named || matters(model, cell, touched)};
        if (is_plain) {
            plain.push_back(told);
            continue;
        }
        start.push_back(told);
        if (is_read && !start.back().matters) aside.push_back(start.size() - 1);
    }
    if (plain.size() <= most_aside) std::ranges::move(plain, std::back_inserter(start));
    if (aside.size() <= most_aside) {
        for (const std::size_t place : aside) start[place].matters = true;
    }
    add_what_is_given(model, trace.initial, {setup.open, board.shown, touched, deciding}, clauses, start);
    return start;
}

namespace {

// Of these cells, those that are not told yet.
std::vector<StartCell> untold(const std::vector<std::size_t>& cells, const std::vector<StartCell>& told) {
    std::vector<StartCell> result;
    for (const std::size_t cell : cells) {
        if (std::ranges::find(told, cell, &StartCell::cell) == told.end()) result.push_back({cell});
    }
    return result;
}

// The variables of the game that no picture shows.
std::vector<compiler::VarId> unpictured(const Model& model, const State& state) {
    const std::vector<compiler::VarId> pictured = draw_board(model, state).shown;
    std::vector<compiler::VarId> result;
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        const compiler::VarId id(v);
        const bool is_pictured = std::ranges::find(pictured, id) != pictured.end();
        if (!is_pictured && checker::is_of_the_game(model.variable(id))) result.push_back(id);
    }
    return result;
}

}  // namespace

std::vector<StartCell> named_values(const Model& model, const Trace& trace,
                                    const std::set<std::string>& named, const std::vector<StartCell>& told) {
    const std::set<Object> touched = touched_objects(model, trace);
    std::vector<std::size_t> cells;
    for (const compiler::VarId id : unpictured(model, trace.initial)) {
        const compiler::Variable& variable = model.variable(id);
        if (!named.contains(variable.name.substr(variable.name.find('.') + 1))) continue;
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            const auto object = object_of(model, cell);
            const bool is_meant = !object || object->first == model.player_type || touched.contains(*object);
            if (is_meant && trace.initial[cell] != variable.initial) cells.push_back(cell);
        }
    }
    const std::vector<StartCell> result = untold(cells, told);
    return result.size() <= most_aside ? result : std::vector<StartCell>();
}

namespace {

// Behind the play, in one of its outcomes or on a way out.
std::vector<compiler::Phrase> what_is_done_elsewhere(const checker::Finding& finding) {
    std::vector<compiler::Phrase> done_elsewhere;
    for (const checker::Outcome& outcome : finding.outcomes) {
        std::ranges::copy_if(outcome.chosen, std::back_inserter(done_elsewhere), [&](const auto& done) {
            return !std::ranges::all_of(finding.outcomes, [&](const checker::Outcome& other) {
                return std::ranges::find(other.chosen, done) != other.chosen.end();
            });
        });
    }
    if (!finding.loop) return done_elsewhere;
    for (const checker::WayOut& way : finding.loop->ways_out) done_elsewhere.push_back(way.option);
    return done_elsewhere;
}

bool mentions(const checker::Facts& facts, const compiler::Thing& thing) {
    const auto in_phrase = [&](const compiler::Phrase& phrase) { return phrase.mentions(thing); };
    const auto in_argument = [&](const checker::Argument& argument) {
        const auto* const phrase = std::get_if<compiler::Phrase>(&argument.value);
        const auto* const phrases = std::get_if<std::vector<compiler::Phrase>>(&argument.value);
        const auto* const parts = std::get_if<checker::Facts>(&argument.value);
        return (phrase && in_phrase(*phrase)) || (phrases && std::ranges::any_of(*phrases, in_phrase)) ||
               (parts && mentions(*parts, thing));
    };
    return std::ranges::any_of(
        facts, [&](const checker::Fact& fact) { return std::ranges::any_of(fact.arguments, in_argument); });
}

// Of a play without a step nothing but its start tells where the things are that its outcomes move.
std::set<Object> moved_in_outcomes(const Model& model, const checker::Finding& finding) {
    std::set<Object> objects;
    if (!finding.witness->steps.empty()) return objects;
    for (const checker::Outcome& outcome : finding.outcomes) {
        for (const compiler::Change& change : outcome.changes) {
            if (const auto object = object_of(model, change.cell)) objects.insert(*object);
        }
    }
    return objects;
}

}  // namespace

namespace {

// Who bears a card by whose words it is shown, or that acts last, where no line speaks of any of them.
std::set<Object> bearers_untold(const Model& model, const checker::Finding& finding,
                                const std::vector<StartCell>& told) {
    const Trace& trace = *finding.witness;
    std::vector<ClauseId> clauses = finding.clauses;
    checker::add_clauses(clauses, finding.needs.clauses);
    if (!trace.steps.empty()) checker::add_clauses(clauses, trace.steps.back().used);
    std::set<Object> mentioned;
    for (const StartCell& start : told) {
        if (const auto object = object_of(model, start.cell)) mentioned.insert(*object);
    }
    return bearers_untouched(model, trace.initial, clauses, mentioned);
}

}  // namespace

std::vector<StartCell> values_of_named(const Model& model, const checker::Finding& finding,
                                       const std::vector<StartCell>& told) {
    const Trace& trace = *finding.witness;
    const std::set<Object> bearers = bearers_untold(model, finding, told);
    const std::vector<compiler::Phrase> done = what_is_done_elsewhere(finding);
    const std::set<Object> moved = moved_in_outcomes(model, finding);
    const std::set<Object> touched = touched_objects(model, trace);
    const std::vector<bool> read = read_by(model, finding.clauses, {});
    std::vector<std::size_t> otherwise;
    std::vector<std::size_t> all;
    for (const compiler::VarId id : unpictured(model, trace.initial)) {
        const compiler::Variable& variable = model.variable(id);
        for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
            const auto object = object_of(model, cell);
            if (!object || object->first == model.player_type) continue;
            const bool bears = bearers.contains(*object);
            if (touched.contains(*object) && !bears) continue;
            const compiler::Thing thing{object->first, object->second};
            const auto names_it = [&](const compiler::Phrase& phrase) { return phrase.mentions(thing); };
            const bool is_named = bears || moved.contains(*object) || mentions(finding.facts, thing) ||
                                  std::ranges::any_of(done, names_it);
            const bool is_otherwise = trace.initial[cell] != variable.initial;
            if (is_named && is_otherwise) otherwise.push_back(cell);
            if (is_named && (is_otherwise || read[id.index])) all.push_back(cell);
        }
    }
    for (const std::vector<std::size_t>& cells : {all, otherwise}) {
        std::vector<StartCell> result = untold(cells, told);
        if (result.size() <= most_aside) return result;
    }
    return {};
}

void set_aside_what_does_not_matter(const Model& model, const checker::Finding& finding,
                                    std::vector<StartCell>& told) {
    std::vector<std::size_t> cells;
    for (const compiler::Variable& variable : model.variables) {
        // What an object bears is what it is called by.
        if (are_printed(model, variable.type) || variable.is_exists || variable.is_kept) continue;
        for (const StartCell& start : told) {
            const bool is_its = start.cell >= variable.base && start.cell < variable.base + variable.cells;
            if (is_its && start.matters) cells.push_back(start.cell);
        }
    }
    std::ranges::sort(cells);
    const compiler::Evaluator evaluator(model);
    for (const std::size_t cell : checker::cells_that_do_not_matter(evaluator, finding, cells)) {
        const auto start = std::ranges::find(told, cell, &StartCell::cell);
        if (start != told.end()) start->matters = false;
    }
}

std::vector<StartCell> whole_position(const Model& model, const State& state) {
    const Board board = draw_board(model, state);
    std::vector<StartCell> result;
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const compiler::Variable& variable = model.variables[i];
        const bool pictured =
            std::find(board.shown.begin(), board.shown.end(), compiler::VarId(i)) != board.shown.end();
        for (std::size_t cell = variable.base; !pictured && cell < variable.base + variable.cells; ++cell) {
            if (state[cell] != variable.initial) result.push_back({cell});
        }
    }
    return result;
}

}  // namespace errata::reports
