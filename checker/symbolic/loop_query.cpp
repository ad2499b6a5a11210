// Measured best of several ways to ask: no way to the loop, `s_L = s_0`, every step forced, one incremental
// solver for all lengths. Where a stack or a bag lets nothing below the running item matter, the loop is
// entered where the agenda is lowest, and what lies between there and the control frame is left out: every
// loop has such a state, and without what lies below it is the same loop. For the same reason the turn may
// wait anywhere, so it waits at one place, and of the boards that differ in the names of their objects only
// one is looked at.
#include "checker/symbolic/loop_query.h"

#include <algorithm>

#include "checker/certify/replay.h"
#include "checker/fact_kinds.h"
#include "checker/symbolic/plain_start.h"
#include "checker/symbolic/returning.h"
#include "checker/symbolic/unroller.h"
#include "compiler/smt/formula.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Lengths in a row without an answer; what is longer is harder still.
constexpr std::size_t patience = 2;

EncoderOptions of_the_agenda(EncoderOptions options) {
    options.agenda_only = true;
    return options;
}

// Objects that differ in nothing but their fields stand in the order of one of these: that with the most
// values, as a card's identity has. Every board is such a one up to renaming.
void put_in_order(Encoder& encoder, TypeId kind, SymbolicState& state) {
    const Variable* most = nullptr;
    for (const Variable& variable : encoder.model().variables) {
        const Type& type = encoder.model().type(variable.type);
        const bool fits = variable.params == std::vector<TypeId>{kind} && type.is_finite() &&
                          type.form != TypeForm::Set && variable.type != kind && type.base != kind;
        if (fits && (most == nullptr || type.size() > encoder.model().type(most->type).size()))
            most = &variable;
    }
    for (std::size_t i = 1; most != nullptr && i < most->cells; ++i) {
        const std::size_t cell = most->base + i;
        state.constraints.push_back(less_equal(encoder.pool(), state.cells[cell - 1], state.cells[cell]));
    }
}

// Where the turn waits changes nothing, as long as it is a settled point where only items and checks go
// on.
void put_turn_at_rest(Encoder& encoder, std::size_t frame, SymbolicState& state, ReplacedFormulas& replaced) {
    PointId rest = encoder.model().flow.start;
    for (std::size_t p = 0;
         p < encoder.model().flow.points.size() && !encoder.model().flow.points[rest.index].settled; ++p) {
        if (encoder.model().flow.points[p].control && encoder.model().flow.points[p].settled)
            rest = PointId(p);
    }
    const std::size_t base = encoder.model().layout.frame(frame);
    ValueSet values;
    encoder.pool().values(state.cells[base]).for_each([&](Value value) {
        const auto point = static_cast<std::size_t>(value - 1);
        if (value == 0 || !encoder.model().flow.points[point].control || point == rest.index)
            values = values.united(only_value(value));
    });
    const Formula at = encoder.pool().variable(values);
    replaced[state.cells[base].index] = at;
    for (const BinderRegister& live : encoder.model().flow.points[rest.index].live_registers) {
        const Formula here = encoder.pool().equal(at, static_cast<Value>(rest.index) + 1);
        const Formula least =
            encoder.pool().equal(state.cells[base + 1 + live.reg], encoder.model().type(live.type).lo);
        state.constraints.push_back(encoder.pool().lor(encoder.pool().lnot(here), least));
    }
}

SymbolicState first_state(Encoder& encoder, const std::vector<TermId>& given) {
    SymbolicState any = well_formed_state(encoder.model(), encoder.pool());
    ReplacedFormulas replaced;
    const Layout& layout = encoder.model().layout;
    for (std::size_t i = 0; i < layout.frames; ++i) {
        if (i < 2 || encoder.model().policies.agenda == Agenda::Queue) {
            put_turn_at_rest(encoder, i, any, replaced);
        } else {
            for (std::size_t c = 0; c <= layout.registers; ++c) {
                replaced[any.cells[layout.frame(i) + c].index] = encoder.pool().constant(0);
            }
        }
    }
    for (Formula& cell : any.cells) cell = substitute(encoder.pool(), cell, replaced);
    for (Formula& constraint : any.constraints) constraint = substitute(encoder.pool(), constraint, replaced);
    for (std::size_t type = 0; type < encoder.model().types.size(); ++type) {
        if (encoder.model().types[type].interchangeable) put_in_order(encoder, TypeId(type), any);
    }
    for (const TermId invariant : given) any.constraints.push_back(encoder.holds(invariant, any.cells));
    return any;
}

// One run over the lengths.
struct LoopQuery {
    const Model& model;
    const LoopQueryOptions& options;
    const Evaluator& evaluator;
    Encoder encoder{model, of_the_agenda(options.encoder)};
    FormulaPool& pool = encoder.pool();
    Solver solver{pool};
    Unroller unroller{encoder, solver, first_state(encoder, options.given)};
    // By transition: the items by point, then the state checks, that go on in it.
    std::vector<std::vector<Formula>> going = {};
    std::vector<std::vector<std::size_t>> sorts = {};  // of the loops found, as indices into the former
    LoopQueryReport report = {};
};

bool is_enough(const LoopQuery& q) { return q.report.loops.size() >= q.options.loops; }

// One more forced transition. False: there is none, whatever the board.
bool take_forced_step(LoopQuery& q) {
    const std::vector<Formula>& cells = q.unroller.last_state();
    const ByItself here = q.encoder.by_itself(cells);
    q.solver.require(here.forced);
    q.going.push_back(what_goes_on(here));
    if (q.model.policies.agenda != Agenda::Queue && q.model.layout.frames > 1) {
        const std::size_t above_control = q.model.layout.frame(1);
        const Formula lower = q.pool.equal(cells[above_control], 0);
        const Formula begins_above = q.pool.lnot(q.pool.equal(q.unroller.state(0)[above_control], 0));
        q.solver.require(q.pool.lnot(q.pool.land(begins_above, lower)));
    }
    if (q.unroller.is_at_end()) return false;
    q.solver.require(q.pool.lnot(q.unroller.step().left_to_nobody));
    q.unroller.advance();
    return q.solver.check({}, budget_of(q.options)) != Answer::Unsat;
}

Formula is_missing(LoopQuery& q, std::size_t what) {
    std::vector<Formula> never;
    for (const std::vector<Formula>& going : q.going) never.push_back(q.pool.lnot(going[what]));
    return q.pool.land(std::move(never));
}

Formula some_missing(LoopQuery& q, const std::vector<std::size_t>& sort) {
    return q.pool.lor(dsl::mapped(sort, [&](std::size_t what) { return is_missing(q, what); }));
}

// Of each sort known something does not go round.
std::vector<Formula> others(LoopQuery& q) {
    return dsl::mapped(q.sorts, [&](const std::vector<std::size_t>& sort) { return some_missing(q, sort); });
}

Formula nothing_but(LoopQuery& q, const std::vector<std::size_t>& sort) {
    std::vector<Formula> all;
    for (std::size_t what = 0; what < q.going.front().size(); ++what) {
        if (!std::binary_search(sort.begin(), sort.end(), what)) all.push_back(is_missing(q, what));
    }
    return q.pool.land(std::move(all));
}

std::vector<std::size_t> sort_of(LoopQuery& q, const std::vector<Value>& assignment) {
    KnownValues known;
    std::vector<std::size_t> sort;
    for (std::size_t what = 0; what < q.going.front().size(); ++what) {
        const bool goes = std::ranges::any_of(q.going, [&](const std::vector<Formula>& going) {
            return evaluate(q.pool, going[what], assignment, known) == 1;
        });
        if (goes) sort.push_back(what);
    }
    return sort;
}

// Fewer and fewer, until no loop of this length makes do with less.
std::vector<std::size_t> smallest_sort(LoopQuery& q, const std::vector<Formula>& wanted,
                                       std::vector<Value>& assignment) {
    while (true) {
        std::vector<std::size_t> sort = sort_of(q, assignment);
        std::vector<Formula> assumptions = wanted;
        assumptions.push_back(q.pool.land(nothing_but(q, sort), some_missing(q, sort)));
        if (q.solver.check(assumptions, budget_of(q.options)) != Answer::Sat) return sort;
        assignment = q.solver.assignment();
    }
}

// As many cells as possible at their initial values.
std::vector<Value> plain(LoopQuery& q, std::vector<Formula> kept, std::vector<Value> assignment) {
    PlainCells wishes;
    for (const Variable& variable : q.model.variables) {
        std::vector<Formula>& of_variable = wishes.emplace_back();
        for (std::size_t i = 0; i < variable.cells; ++i)
            of_variable.push_back(q.pool.equal(q.unroller.state(0)[variable.base + i], variable.initial));
    }
    return with_plain_start({q.pool, q.solver, std::move(wishes), budget_of(q.options), most_niceties},
                            std::move(kept), std::move(assignment));
}

bool confirm(LoopQuery& q, const std::vector<Value>& assignment, const std::vector<std::size_t>& sort) {
    std::vector<State> states;
    for (std::size_t k = 0; k <= q.unroller.depth(); ++k) {
        states.push_back(decode(q.model, q.pool, q.unroller.state(k), assignment));
    }
    Replayed replayed = replay(q.evaluator, {}, states);
    if (replayed.given_up) return false;
    std::string objection =
        replayed.trace ? objection_to_loop(q.evaluator, *replayed.trace) : replayed.reason;
    if (!objection.empty()) {
        q.report.refused.push_back(std::to_string(q.unroller.depth()) + " transitions: " + objection);
        return false;
    }
    AnyBoardLoop loop{std::move(*replayed.trace), {}, sort};
    loop.play.loop_start = 0;
    std::set<ClauseId> used;
    for (const Successor& step : loop.play.steps) used.insert(step.used.begin(), step.used.end());
    used.erase(ClauseId());
    loop.clauses.assign(used.begin(), used.end());
    q.report.loops.push_back(std::move(loop));
    return true;
}

void enumerate(LoopQuery& q, LoopLength& at) {
    while (!is_enough(q)) {
        std::vector<Formula> wanted = others(q);
        wanted.push_back(returns(q.model, q.pool, q.unroller.state(0), q.unroller.last_state()));
        const Answer answer = q.solver.check(wanted, budget_of(q.options));
        if (answer == Answer::Unknown) {
            at.reason = q.solver.reason();
            return;
        }
        if (answer == Answer::Unsat) {
            at.all_found = at.answer == LoopAnswer::Found;
            if (!at.all_found) at.answer = LoopAnswer::None;
            return;
        }
        std::vector<Value> assignment = q.solver.assignment();
        const std::vector<std::size_t> sort = smallest_sort(q, wanted, assignment);
        wanted.push_back(nothing_but(q, sort));
        assignment = plain(q, std::move(wanted), std::move(assignment));
        if (!confirm(q, assignment, sort)) {
            at.answer = LoopAnswer::Unknown;
            at.all_found = false;
            at.reason = Fact{FactKind::NotConfirmed};
            return;
        }
        at.answer = LoopAnswer::Found;
        q.sorts.push_back(sort);
    }
    at.reason = Fact{FactKind::EnoughLoops};
}

LoopQueryReport run(LoopQuery& q) {
    bool is_over = false;
    std::size_t given_up = 0;
    for (std::size_t length = 1; length <= q.options.length; ++length) {
        LoopLength& at = q.report.lengths.emplace_back();
        at.length = length;
        is_over = is_over || !take_forced_step(q);
        if (q.encoder.gave_up()) {
            at.reason = Fact{FactKind::UnitsSpentOnFormulas};
            break;
        }
        if (is_over) {
            at.answer = LoopAnswer::None;
            continue;
        }
        enumerate(q, at);
        given_up = at.answer == LoopAnswer::Unknown ? given_up + 1 : 0;
        if (!q.report.refused.empty() || is_enough(q) || given_up == patience) break;
    }
    q.report.not_analysed = q.encoder.not_analysed();
    q.report.queries = q.solver.checks();
    for (const LoopLength& at : q.report.lengths) {
        const bool closed = at.answer == LoopAnswer::None || at.all_found;
        if (!closed || !q.report.not_analysed.empty()) break;
        q.report.decided = at.length;
    }
    return std::move(q.report);
}

}  // namespace

SolverBudget budget_of(const LoopQueryOptions& options) {
    return {options.resources, options.seconds_left ? options.seconds_left() : 0, options.interrupted};
}

std::string objection_to_loop(const Evaluator& evaluator, const Trace& play) {
    if (play.steps.back().next != play.initial) return "the state does not return";
    const State* at = &play.initial;
    for (const Successor& step : play.steps) {
        if (evaluator.expand(*at).successors.size() != 1) return "something else can be done";
        if (!step.move.outcomes.empty()) return "something is left to nobody";
        const bool is_option = step.move.kind == MoveKind::Option || step.move.kind == MoveKind::Otherwise;
        if (is_option && evaluator.model().flow.points[step.move.point.index].control)
            return "the turn has a say";
        at = &*step.next;
    }
    return "";
}

LoopQueryReport find_forced_loops(const Model& model, const LoopQueryOptions& options) {
    return find_forced_loops(model, Evaluator(model, options.encoder.enabled), options);
}

LoopQueryReport find_forced_loops(const Model& model, const Evaluator& evaluator,
                                  const LoopQueryOptions& options) {
    LoopQuery q{model, options, evaluator};
    return run(q);
}

}  // namespace errata::checker
