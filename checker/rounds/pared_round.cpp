#include "checker/rounds/pared_round.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>

#include "checker/causes/experiment.h"
#include "checker/causes/same_play.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/growth.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/number_rounds.h"
#include "checker/rounds/outgrowing.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_clauses = 8;  // of a round that is pared
constexpr std::size_t most_places = 16;  // of a round
constexpr std::size_t more_steps = 32;

// When a round that was played again is one like the one shown.
struct Likeness {
    SamePlay::Same same;  // between its ends
    // And it can be played for ever. Empty: it can, if it comes back so.
    std::function<bool(const Game& others, const Trace& round)> recurs = {};
};

class RoundOfFinding {
public:
    RoundOfFinding(const Evaluator& evaluator, const Finding& finding, SamePlay::Stretch round,
                   const Likeness& likeness, Allowance& allowance)
        : evaluator_(evaluator),
          finding_(finding),
          play_(*finding.witness),
          round_(round),
          likeness_(likeness),
          allowance_(allowance),
          idle_(evaluator.model()),
          again_(Game(evaluator, allowance), finding) {}

    bool goes_on_without(const Clauses& clauses) {
        const Game others(Evaluator(idle_.where_idle(clauses), all_but(evaluator_, clauses)), allowance_);
        if (!is_forced(finding_.code)) return comes_round_by_choice(others, clauses);
        // Wherever in the round the clauses leave off; what they set off before then may still be there.
        bool comes_round = false;
        const std::size_t end = std::min(round_.end, round_.first + most_places);
        for (std::size_t step = round_.first; step < end; ++step) {
            const Onward onward = without_choice(others, clauses, step);
            if (onward == Onward::Ends) return false;
            comes_round = comes_round || onward == Onward::Returns;
        }
        return comes_round;
    }

private:
    enum class Onward { Returns, Ends, Choice };

    // Some state returns while nobody has a choice, not by more of the game than in the round shown, and
    // every other clause still acts on the way.
    Onward without_choice(const Game& others, const Clauses& clauses, std::size_t from) const {
        Trace play;
        play.initial = state_before(play_, from);
        std::map<State, std::size_t> seen{{play.initial, 0}};
        const std::size_t most = 2 * (round_.end - round_.first) + more_steps;
        while (play.steps.size() < most) {
            const State& here = state_before(play, play.steps.size());
            const Expansion expansion = others.expand(here);
            if (expansion.successors.size() > 1) return Onward::Choice;
            if (expansion.successors.empty() || !expansion.successors.front().next) return Onward::Ends;
            play.steps.push_back(expansion.successors.front());
            const auto [known, is_new] = seen.try_emplace(*play.steps.back().next, play.steps.size());
            if (is_new) continue;
            return is_such_a_round(play, known->second, clauses) ? Onward::Returns : Onward::Ends;
        }
        return Onward::Ends;
    }

    // Somebody chooses an option of these clauses in the round. (An effect that is carried out without a
    // choice is an option, too. It does not count.)
    bool is_chosen_for(const Clauses& clauses) const {
        const Model& model = evaluator_.model();
        for (const Move* choice : again_.choices(round_)) {
            const bool is_option = choice->kind == MoveKind::Option;
            if (is_option &&
                has_clause(clauses, model.flow.points[choice->point.index].options[choice->option].clause))
                return true;
        }
        return false;
    }

    // The same choices lead round, and every other clause still acts on the way.
    bool comes_round_by_choice(const Game& others, const Clauses& clauses) const {
        if (is_chosen_for(clauses)) return false;
        const std::optional<Trace> again =
            again_.comes_round(others, round_, state_before(play_, round_.first), likeness_.same);
        return again && is_such_a_round(*again, 0, clauses) &&
               (!likeness_.recurs || likeness_.recurs(others, *again));
    }

    bool is_such_a_round(const Trace& play, std::size_t from, const Clauses& without) const {
        const Model& model = evaluator_.model();
        const Clauses acting = clauses_of_round(model, play, from);
        return coarsest_stage(model, play, from) <= finding_.loop->stage &&
               std::ranges::all_of(finding_.clauses, [&](ClauseId clause) {
                   return has_clause(without, clause) || has_clause(acting, clause);
               });
    }

    const Evaluator& evaluator_;
    const Finding& finding_;
    const Trace& play_;
    SamePlay::Stretch round_;
    const Likeness& likeness_;
    Allowance& allowance_;
    IdleRules idle_;
    SamePlay again_;
};

bool is_named(const Model& model, const Clauses& clauses, ClauseId wanted) {
    return std::ranges::any_of(
        clauses, [&](ClauseId clause) { return model.clause(clause).name == model.clause(wanted).name; });
}

// Something else than which part of the turn it is.
bool changes_something(const Model& model, const Finding& finding, ClauseId clause) {
    const Trace& play = *finding.witness;
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        for (const Change& change : play.steps[i].changes) {
            const auto variable = variable_of(model, change.cell);
            if (change.clause == clause && variable && !model.variable(*variable).is_phase) return true;
        }
    }
    return false;
}

// An idle text may go round by itself, if it has a `repeat` in it. That is no round of the others.
bool others_act(const Evaluator& others, const Inescapable& region, const Clauses& idle) {
    const auto is_of_others = [&](ClauseId clause) { return clause.is_valid() && !has_clause(idle, clause); };
    const std::optional<WayRound> way = region.way_round(others);
    return !way || std::ranges::any_of(way->steps, [&](const Successor& step) {
        if (step.move.kind == MoveKind::Place)
            return is_of_others(others.model().rules.triggers[step.move.trigger.index].clause);
        return std::ranges::any_of(step.changes, is_of_others, &Change::clause);
    });
}

// Whole turns go round without any text at all. So whoever is said to keep them from an ending acts in them.
bool all_act(const Evaluator& others, const Inescapable& region, const State& first, const Clauses& left) {
    const std::optional<WayRound> way = region.way_round(others);
    if (!way || left.empty()) return false;
    Trace round;
    round.initial = way->stem.empty() ? first : *way->stem.back().next;
    round.steps = way->steps;
    const Clauses acting = clauses_of_round(others.model(), round, 0);
    return std::ranges::all_of(left, [&](ClauseId clause) { return has_clause(acting, clause); });
}

using ActsIn = std::function<bool(const Evaluator& others, const Inescapable& region)>;

// Where these clauses are idle: what piles up in a set of states that play never leaves, if there is one in
// which those act who have to.
std::optional<More> piles_up_where(const Evaluator& evaluator, IdleRules& idle, const Clauses& idle_ones,
                                   const State& state, LoopStage stage, const ActsIn& those_act) {
    const Evaluator others(idle.where_idle(idle_ones), all_but(evaluator, idle_ones));
    const std::optional<Inescapable> left = Inescapable::from(others, state, stage);
    return left && those_act(others, *left) ? std::optional(left->more()) : std::nullopt;
}

// Of a round that nobody can leave: without those that can all be idle, and still nobody gets out. The frame
// in which everything happens stays.
void pare_inescapable(const Evaluator& evaluator, std::size_t from, Finding& finding) {
    const State first = state_before(*finding.witness, from);
    const LoopStage stage = std::max(LoopStage::Turn, *finding.loop->stage);
    Clauses spare = finding.clauses;
    std::erase_if(spare, [&](ClauseId clause) { return is_frame(evaluator.model().clause(clause).kind); });
    const Clauses texts = spare;
    IdleRules idle(evaluator.model());
    const auto nobody_gets_out_without = [&](const Clauses& left_out) {
        if (stage != LoopStage::Game)
            return piles_up_without(evaluator, idle, left_out, first, stage).has_value();
        Clauses left = texts;
        std::erase_if(left, [&](ClauseId clause) { return has_clause(left_out, clause); });
        const ActsIn all_of_them = [&](const Evaluator& others, const Inescapable& region) {
            return all_act(others, region, first, left);
        };
        return piles_up_where(evaluator, idle, left_out, first, stage, all_of_them).has_value();
    };
    // Where all texts are idle, whole turns may go round, too. Who is needed is needed beside the others.
    if (stage == LoopStage::Game)
        std::erase_if(spare, [&](ClauseId clause) { return !nobody_gets_out_without({clause}); });
    Clauses pared = pared_down(finding.clauses, spare, nobody_gets_out_without);
    if (pared.empty() || pared.size() == finding.clauses.size()) return;
    Clauses others = finding.clauses;
    std::erase_if(others, [&](ClauseId clause) { return has_clause(pared, clause); });
    finding.clauses = std::move(pared);
    finding.facts.push_back({FactKind::GoesOnWithout, {names_of(evaluator.model(), others)}});
}

// Leaves a minimal set of the finding's clauses that still makes such a round; all of them stay where none
// would be left, or where that is not known.
void pare(const Evaluator& evaluator, SamePlay::Stretch stretch, const Likeness& likeness, Finding& finding) {
    Allowance allowance;
    RoundOfFinding round(evaluator, finding, stretch, likeness, allowance);
    Clauses spare = finding.clauses;
    std::erase_if(spare, [&](ClauseId clause) { return !round.goes_on_without({clause}); });
    if (spare.empty() || spare.size() == finding.clauses.size()) return;
    Clauses pared = pared_down(finding.clauses, spare,
                               [&](const Clauses& left_out) { return round.goes_on_without(left_out); });
    if (!allowance.is_used_up()) finding.clauses = std::move(pared);
}

// By pool: additional objects.
std::map<std::size_t, std::size_t> more_of(const Inflation& inflation) {
    std::map<std::size_t, std::size_t> result;
    for (const auto& [object, twin] : inflation.twins) ++result[object.pool];
    return result;
}

// The same objects become more in a round, and nothing bounds how often. Nothing: none do in the round shown.
std::optional<Likeness> making_as_many(const Model& model, const State& first, const State& second) {
    const auto twins = std::make_shared<const Twins>(model);
    const std::optional<Inflation> shown = twins->inflation(first, second);
    if (!shown || shown->twins.empty()) return std::nullopt;
    Likeness result;
    result.same = [twins, wanted = more_of(*shown)](const State& before, const State& after) {
        const std::optional<Inflation> more = twins->inflation(before, after);
        return more && more_of(*more) == wanted;
    };
    result.recurs = [twins](const Game& others, const Trace& round) {
        const std::optional<Inflation> more = twins->inflation(round.initial, last_state(round));
        return more && judge(others.rules(), *twins, {round.initial, round.steps, *more, false}).infinite();
    };
    return result;
}

// Chosen rounds in which numbers grow, or there are more and more objects.
void pare_growing(const Evaluator& evaluator, Finding& finding) {
    const std::optional<std::size_t> begin = begin_of_round(finding);
    if (!begin) return;
    const Trace& play = *finding.witness;
    const std::vector<std::size_t>& rounds = finding.loop->rounds;
    const std::size_t end = rounds.size() > 1 ? rounds[1] : play.steps.size();
    const State& first = state_before(play, *begin);
    const State& second = end < play.steps.size() ? state_before(play, end) : last_state(play);
    std::optional<Likeness> likeness = making_as_many(evaluator.model(), first, second);
    if (!likeness) likeness = Likeness{same_as_between(evaluator.model(), first, second)};
    pare(evaluator, {*begin, end}, *likeness, finding);
}

}  // namespace

std::optional<More> piles_up_without(const Evaluator& evaluator, IdleRules& idle, const Clauses& clauses,
                                     const State& state, LoopStage stage) {
    return piles_up_where(evaluator, idle, clauses, state, stage,
                          [&](const Evaluator& others, const Inescapable& region) {
                              return others_act(others, region, clauses);
                          });
}

void pare_round(const Evaluator& evaluator, Finding& finding) {
    using enum FindingCode;
    const bool is_of_the_kind =
        is_forced(finding.code) || finding.code == LoopOptional || finding.code == LoopChance;
    const bool returns =
        finding.witness && finding.witness->loop_start && finding.loop &&
        finding.witness->steps.back().next == state_before(*finding.witness, *finding.witness->loop_start);
    if (finding.code == LoopGrowing && finding.loop && finding.clauses.size() > 1 &&
        finding.clauses.size() <= most_clauses)
        return pare_growing(evaluator, finding);
    if (!is_of_the_kind || finding.clauses.size() < 2 || finding.clauses.size() > most_clauses) return;
    if (is_forced(finding.code) && (!returns || finding.code == LoopInevitable)) {
        const std::optional<std::size_t> begin = begin_of_round(finding);
        if (begin && finding.loop->stage) pare_inescapable(evaluator, *begin, finding);
        return;
    }
    if (!returns) return;
    const Trace& play = *finding.witness;
    const Clauses acting = finding.clauses;
    pare(evaluator, {*play.loop_start, play.steps.size()}, {std::equal_to<State>()}, finding);
    if (finding.clauses == acting) return;
    const Model& model = evaluator.model();
    Clauses vain = acting;
    std::erase_if(vain, [&](ClauseId clause) {
        return model.clause(clause).kind == ClauseKind::Turn || is_named(model, finding.clauses, clause) ||
               !changes_something(model, finding, clause);
    });
    if (!vain.empty()) finding.facts.push_back({FactKind::InVain, {names_of(model, vain), vain.size()}});
}

void pare_number_round(const Evaluator& evaluator, const std::set<std::size_t>& deciding, Finding& finding) {
    if (finding.clauses.size() < 2 || finding.clauses.size() > most_clauses) return;
    const std::vector<std::size_t>& rounds = finding.loop->rounds;
    const Trace& play = *finding.witness;
    const State& first = state_before(play, rounds[0]);
    const State& second = state_before(play, rounds[1]);
    // Nothing has changed but numbers, and those that decide by as much as in the round shown.
    const std::vector<std::size_t> numbers = number_cells(evaluator.model());
    const SamePlay::Same same = [&](State before, State after) {
        for (const std::size_t cell : deciding) {
            if (after[cell] - before[cell] != second[cell] - first[cell]) return false;
        }
        for (const std::size_t cell : numbers) before[cell] = after[cell] = 0;
        return before == after;
    };
    pare(evaluator, {rounds[0], rounds[1]}, {same}, finding);
}

}  // namespace errata::checker
