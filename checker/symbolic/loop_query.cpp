// Measured best of several ways to ask: no way to the loop, `s_L = s_0`, every step forced, one incremental
// solver for all lengths. Where a stack or a bag lets nothing below the running item matter, the loop is
// entered where the agenda is lowest, and what lies between there and the control frame is left out: every
// loop has such a state, and without what lies below it is the same loop. For the same reason the turn may
// wait anywhere, so it waits at one place, and of the boards that differ in the names of their objects only
// one is looked at.
#include "checker/symbolic/loop_query.h"

#include <algorithm>

#include "checker/certify/replay.h"
#include "checker/symbolic/unroller.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Z3 resource units for one attempt at a plainer board: a tenth of a second or two.
constexpr unsigned nicety_resources = 300'000;

// Lengths in a row without an answer; what is longer is harder still.
constexpr std::size_t patience = 2;

// Attempts per loop.
constexpr std::size_t most_niceties = 150;

EncoderOptions of_the_agenda(EncoderOptions options) {
    options.agenda_only = true;
    return options;
}

class LoopQuery {
public:
    LoopQuery(const Model& model, const Evaluator& evaluator, const LoopQueryOptions& options)
        : model_(model),
          options_(options),
          evaluator_(evaluator),
          encoder_(model, of_the_agenda(options.encoder)),
          pool_(encoder_.pool()),
          solver_(pool_),
          unroller_(encoder_, solver_, first_state()) {}

    LoopQueryReport run() {
        bool is_over = false;
        std::size_t given_up = 0;
        for (std::size_t length = 1; length <= options_.length; ++length) {
            LoopLength& at = report_.lengths.emplace_back();
            at.length = length;
            is_over = is_over || !go_on();
            if (encoder_.gave_up()) {
                at.reason = budget_ended_encoding;
                break;
            }
            if (is_over) {
                at.answer = LoopAnswer::None;
                continue;
            }
            enumerate(at);
            given_up = at.answer == LoopAnswer::Unknown ? given_up + 1 : 0;
            if (!report_.refused.empty() || is_enough() || given_up == patience) break;
        }
        report_.not_analysed = encoder_.not_analysed();
        report_.queries = solver_.checks();
        for (const LoopLength& at : report_.lengths) {
            const bool closed = at.answer == LoopAnswer::None || at.all_found;
            if (!closed || !report_.not_analysed.empty()) break;
            report_.decided = at.length;
        }
        return std::move(report_);
    }

private:
    SymbolicState first_state() {
        SymbolicState any = well_formed_state(model_, pool_);
        FormulaPool::Replaced replaced;
        const Layout& layout = model_.layout;
        for (std::size_t i = 0; i < layout.frames; ++i) {
            if (i < 2 || model_.agenda == Agenda::Queue) {
                put_turn_at_rest(i, any, replaced);
            } else {
                for (std::size_t c = 0; c <= layout.registers; ++c) {
                    replaced[any.cells[layout.frame(i) + c].index] = pool_.constant(0);
                }
            }
        }
        for (Formula& cell : any.cells) cell = pool_.substitute(cell, replaced);
        for (Formula& constraint : any.constraints) constraint = pool_.substitute(constraint, replaced);
        for (std::size_t type = 0; type < model_.types.size(); ++type) {
            if (model_.types[type].interchangeable) put_in_order(TypeId(type), any);
        }
        for (const TermId invariant : options_.given)
            any.constraints.push_back(encoder_.holds(invariant, any.cells));
        return any;
    }

    // Where the turn waits changes nothing, as long as it is a settled point where only items and checks go
    // on.
    void put_turn_at_rest(std::size_t frame, SymbolicState& state, FormulaPool::Replaced& replaced) {
        PointId rest = model_.start;
        for (std::size_t p = 0; p < model_.points.size() && !model_.points[rest.index].settled; ++p) {
            if (model_.points[p].control && model_.points[p].settled) rest = PointId(p);
        }
        const std::size_t base = model_.layout.frame(frame);
        ValueSet values;
        pool_.values(state.cells[base]).for_each([&](Value value) {
            const auto point = static_cast<std::size_t>(value - 1);
            if (value == 0 || !model_.points[point].control || point == rest.index)
                values = values.united(only_value(value));
        });
        const Formula at = pool_.variable(values);
        replaced[state.cells[base].index] = at;
        for (const BinderRegister& live : model_.points[rest.index].live_registers) {
            const Formula here = pool_.equal(at, static_cast<Value>(rest.index) + 1);
            const Formula least = pool_.equal(state.cells[base + 1 + live.reg], model_.type(live.type).lo);
            state.constraints.push_back(pool_.lor(pool_.lnot(here), least));
        }
    }

    // Objects that differ in nothing but their fields stand in the order of one of these: that with the most
    // values, as a card's identity has. Every board is such a one up to renaming.
    void put_in_order(TypeId kind, SymbolicState& state) {
        const Variable* most = nullptr;
        for (const Variable& variable : model_.variables) {
            const Type& type = model_.type(variable.type);
            const bool fits = variable.params == std::vector<TypeId>{kind} && type.is_finite() &&
                              type.form != TypeForm::Set && variable.type != kind && type.base != kind;
            if (fits && (most == nullptr || type.size() > model_.type(most->type).size())) most = &variable;
        }
        for (std::size_t i = 1; most != nullptr && i < most->cells; ++i) {
            const std::size_t cell = most->base + i;
            state.constraints.push_back(pool_.less_equal(state.cells[cell - 1], state.cells[cell]));
        }
    }

    bool is_enough() const { return report_.loops.size() >= options_.loops; }

    // One more forced transition. False: there is none, whatever the board.
    bool go_on() {
        const std::vector<Formula>& cells = unroller_.last_state();
        const ByItself here = encoder_.by_itself(cells);
        solver_.require(here.forced);
        going_.push_back(here.items);
        going_.back().insert(going_.back().end(), here.checks.begin(), here.checks.end());
        if (model_.agenda != Agenda::Queue && model_.layout.frames > 1) {
            const std::size_t above_control = model_.layout.frame(1);
            const Formula lower = pool_.equal(cells[above_control], 0);
            const Formula begins_above = pool_.lnot(pool_.equal(unroller_.state(0)[above_control], 0));
            solver_.require(pool_.lnot(pool_.land(begins_above, lower)));
        }
        if (unroller_.is_at_end()) return false;
        solver_.require(pool_.lnot(unroller_.step().left_to_nobody));
        unroller_.advance();
        return solver_.check({}, budget()) != Answer::Unsat;
    }

    SolverBudget budget() const { return {options_.resources, seconds_left(), options_.interrupted}; }
    double seconds_left() const { return options_.seconds_left ? options_.seconds_left() : 0; }

    void enumerate(LoopLength& at) {
        while (!is_enough()) {
            std::vector<Formula> wanted = others();
            wanted.push_back(closed());
            const Answer answer = solver_.check(wanted, budget());
            if (answer == Answer::Unknown) {
                at.reason = solver_.reason();
                return;
            }
            if (answer == Answer::Unsat) {
                at.all_found = at.answer == LoopAnswer::Found;
                if (!at.all_found) at.answer = LoopAnswer::None;
                return;
            }
            std::vector<Value> assignment = solver_.assignment();
            const std::vector<std::size_t> sort = smallest_sort(wanted, assignment);
            wanted.push_back(nothing_but(sort));
            assignment = plain(std::move(wanted), std::move(assignment));
            if (!confirm(assignment)) {
                at.answer = LoopAnswer::Unknown;
                at.all_found = false;
                at.reason = "the evaluator does not confirm what was found";
                return;
            }
            at.answer = LoopAnswer::Found;
            sorts_.push_back(sort);
        }
        at.reason = "enough loops";
    }

    // Of each sort known something does not go round.
    std::vector<Formula> others() {
        return dsl::mapped(sorts_, [&](const std::vector<std::size_t>& sort) { return some_missing(sort); });
    }

    Formula some_missing(const std::vector<std::size_t>& sort) {
        return pool_.lor(dsl::mapped(sort, [&](std::size_t what) { return is_missing(what); }));
    }

    Formula is_missing(std::size_t what) {
        std::vector<Formula> never;
        for (const std::vector<Formula>& going : going_) never.push_back(pool_.lnot(going[what]));
        return pool_.land(std::move(never));
    }

    Formula nothing_but(const std::vector<std::size_t>& sort) {
        std::vector<Formula> all;
        for (std::size_t what = 0; what < going_.front().size(); ++what) {
            if (!std::binary_search(sort.begin(), sort.end(), what)) all.push_back(is_missing(what));
        }
        return pool_.land(std::move(all));
    }

    std::vector<std::size_t> sort_of(const std::vector<Value>& assignment) {
        FormulaPool::Known known;
        std::vector<std::size_t> sort;
        for (std::size_t what = 0; what < going_.front().size(); ++what) {
            const bool goes = std::ranges::any_of(going_, [&](const std::vector<Formula>& going) {
                return pool_.evaluate(going[what], assignment, known) == 1;
            });
            if (goes) sort.push_back(what);
        }
        return sort;
    }

    // Fewer and fewer, until no loop of this length makes do with less.
    std::vector<std::size_t> smallest_sort(const std::vector<Formula>& wanted,
                                           std::vector<Value>& assignment) {
        while (true) {
            std::vector<std::size_t> sort = sort_of(assignment);
            std::vector<Formula> assumptions = wanted;
            assumptions.push_back(pool_.land(nothing_but(sort), some_missing(sort)));
            if (solver_.check(assumptions, budget()) != Answer::Sat) return sort;
            assignment = solver_.assignment();
        }
    }

    // As many cells as possible at their initial values: a variable's together, or else each.
    std::vector<Value> plain(std::vector<Formula> kept, std::vector<Value> assignment) {
        std::size_t attempts = 0;
        const auto insist = [&](Formula wish) {
            FormulaPool::Known known;
            if (pool_.evaluate(wish, assignment, known) != 1) {
                if (++attempts > most_niceties) return false;
                std::vector<Formula> assumptions = kept;
                assumptions.push_back(wish);
                if (solver_.check(assumptions, {std::min(options_.resources, nicety_resources),
                                                seconds_left(), options_.interrupted}) != Answer::Sat)
                    return false;
                assignment = solver_.assignment();
            }
            kept.push_back(wish);
            return true;
        };
        for (const Variable& variable : model_.variables) {
            std::vector<Formula> wishes;
            for (std::size_t i = 0; i < variable.cells; ++i) {
                wishes.push_back(pool_.equal(unroller_.state(0)[variable.base + i], variable.initial));
            }
            if (insist(pool_.land(wishes)) || wishes.size() == 1) continue;
            for (const Formula wish : wishes) insist(wish);
        }
        return assignment;
    }

    // The last state is the first one.
    Formula closed() {
        const std::vector<Formula>& first = unroller_.state(0);
        const std::vector<Formula>& last = unroller_.last_state();
        std::vector<Formula> same;
        for (const Variable& variable : model_.variables) {
            for (std::size_t i = variable.base; i < variable.base + variable.cells; ++i) {
                same.push_back(pool_.equal(first[i], last[i]));
            }
        }
        same.push_back(pool_.equal(first[model_.layout.over], last[model_.layout.over]));
        for (std::size_t c = model_.layout.frame(0); c < model_.layout.frame(model_.layout.frames); ++c) {
            same.push_back(pool_.equal(first[c], last[c]));
        }
        same.push_back(same_bag(first, last));
        return pool_.land(std::move(same));
    }

    // The same instances, each as often, in whatever order; an empty slot counts as one, too.
    Formula same_bag(const std::vector<Formula>& first, const std::vector<Formula>& last) {
        const Layout& layout = model_.layout;
        const auto count = [&](const std::vector<Formula>& in, std::size_t slot) {
            Formula sum = pool_.constant(0);
            for (std::size_t i = 0; i < layout.pending; ++i) {
                std::vector<Formula> alike;
                for (std::size_t c = 0; c <= layout.pending_arguments; ++c) {
                    alike.push_back(pool_.equal(in[layout.slot(i) + c], first[layout.slot(slot) + c]));
                }
                sum = pool_.add(sum, pool_.land(std::move(alike)));
            }
            return sum;
        };
        std::vector<Formula> same;
        for (std::size_t i = 0; i < layout.pending; ++i) {
            same.push_back(pool_.equal(count(first, i), count(last, i)));
        }
        return pool_.land(std::move(same));
    }

    bool confirm(const std::vector<Value>& assignment) {
        std::vector<State> states;
        for (std::size_t k = 0; k <= unroller_.depth(); ++k) {
            states.push_back(decode(model_, pool_, unroller_.state(k), assignment));
        }
        Replayed replayed = replay(evaluator_, {}, states);
        if (replayed.given_up) return false;
        std::string objection =
            replayed.trace ? objection_to_loop(evaluator_, *replayed.trace) : replayed.reason;
        if (!objection.empty()) {
            report_.refused.push_back(std::to_string(unroller_.depth()) + " transitions: " + objection);
            return false;
        }
        AnyBoardLoop loop{std::move(*replayed.trace), {}};
        loop.play.loop_start = 0;
        std::set<ClauseId> used;
        for (const Successor& step : loop.play.steps) used.insert(step.used.begin(), step.used.end());
        used.erase(ClauseId());
        loop.clauses.assign(used.begin(), used.end());
        report_.loops.push_back(std::move(loop));
        return true;
    }

    const Model& model_;
    const LoopQueryOptions& options_;
    const Evaluator& evaluator_;
    Encoder encoder_;
    FormulaPool& pool_;
    Solver solver_;
    Unroller unroller_;
    std::vector<std::vector<Formula>>
        going_;  // by transition: the items by point, then the state checks, that go on in it
    std::vector<std::vector<std::size_t>> sorts_;  // of the loops found, as indices into the former
    LoopQueryReport report_;
};

}  // namespace

std::string objection_to_loop(const Evaluator& evaluator, const Trace& play) {
    if (play.steps.back().next != play.initial) return "the state does not return";
    const State* at = &play.initial;
    for (const Successor& step : play.steps) {
        if (evaluator.expand(*at).successors.size() != 1) return "something else can be done";
        if (!step.move.outcomes.empty()) return "something is left to nobody";
        const bool is_option = step.move.kind == MoveKind::Option || step.move.kind == MoveKind::Otherwise;
        if (is_option && evaluator.model().points[step.move.point.index].control) return "the turn has a say";
        at = &*step.next;
    }
    return "";
}

LoopQueryReport find_forced_loops(const Model& model, const LoopQueryOptions& options) {
    return find_forced_loops(model, Evaluator(model, options.encoder.enabled), options);
}

LoopQueryReport find_forced_loops(const Model& model, const Evaluator& evaluator,
                                  const LoopQueryOptions& options) {
    return LoopQuery(model, evaluator, options).run();
}

}  // namespace errata::checker
