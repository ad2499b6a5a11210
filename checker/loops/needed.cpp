#include "checker/loops/needed.h"

#include <algorithm>
#include <set>

#include "checker/fact_kinds.h"
#include "checker/loops/loop_report.h"
#include "checker/search/describe.h"
#include "checker/search/last_changes.h"
#include "checker/search/left_out.h"
#include "checker/search/same_play.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

// So many steps are looked at again; longer rounds of larger games name who acts alone.
constexpr std::size_t most_expansions_of_round = 20'000;

class PlayedRound {
public:
    PlayedRound(const Evaluator& evaluator, const Trace& play, std::size_t from, std::size_t to,
                bool is_unchosen)
        : evaluator_(evaluator), play_(play), from_(from), to_(to) {
        for (std::size_t i = from; is_unchosen && i < to; ++i)
            had_choice_.push_back(has_choice(evaluator.expand(state_before(play, i))));
    }

    std::size_t size() const { return to_ - from_; }

    // Clauses that take part or do not, and do nothing in any step.
    std::vector<ClauseId> bystanders(const std::vector<ClauseId>& named) const {
        std::vector<bool> can_go = clauses_that_can_go(evaluator_.model());
        for (const ClauseId clause : named) can_go[clause.index] = false;
        for (std::size_t i = from_; i < to_; ++i) {
            for (const ClauseId clause : play_.steps[i].used) can_go[clause.index] = false;
        }
        return listed(can_go);
    }

    bool goes_on_without(const std::vector<ClauseId>& disabled) const {
        const Evaluator others(evaluator_.model(), all_but(evaluator_, disabled));
        for (std::size_t i = from_; i < to_; ++i) {
            const Expansion expansion = others.expand(state_before(play_, i));
            const Successor& step = play_.steps[i];
            const bool is_there = std::ranges::any_of(expansion.successors, [&](const Successor& other) {
                return other.move == step.move && other.next == step.next;
            });
            if (!is_there) return false;
            if (gives_another_choice(i, expansion)) return false;
        }
        return true;
    }

    // Each step, with another value in a cell that no step changes.
    bool goes_on_with(std::size_t cell, Value value) const {
        const auto with_it = [&](State state) {
            state[cell] = value;
            return state;
        };
        for (std::size_t i = from_; i < to_; ++i) {
            const State before = with_it(state_before(play_, i));
            if (!evaluator_.is_well_formed(before)) return true;  // nothing can be told from that
            const State after = with_it(*play_.steps[i].next);
            const Expansion expansion = evaluator_.expand(before);
            const bool is_there = std::ranges::any_of(expansion.successors, [&](const Successor& other) {
                return other.move == play_.steps[i].move && other.next == after;
            });
            if (!is_there) return false;
            if (gives_another_choice(i, expansion)) return false;
        }
        return true;
    }

    // What play has changed on the way here and the round leaves as it is.
    std::vector<std::size_t> changed_before() const {
        std::set<std::size_t> cells;
        for (std::size_t i = 0; i < to_; ++i) {
            for (const Change& change : play_.steps[i].changes) {
                if (i < from_) cells.insert(change.cell);
                if (i >= from_) cells.erase(change.cell);
            }
        }
        return {cells.begin(), cells.end()};
    }

private:
    bool gives_another_choice(std::size_t step, const Expansion& expansion) const {
        return !had_choice_.empty() && had_choice_[step - from_] != has_choice(expansion);
    }

    static bool has_choice(const Expansion& expansion) {
        return std::ranges::any_of(expansion.successors, [&](const Successor& other) {
            return other.next != expansion.successors.front().next;
        });
    }

    const Evaluator& evaluator_;
    const Trace& play_;
    std::size_t from_;
    std::size_t to_;
    std::vector<bool> had_choice_ = {};  // by step, where nobody should have one
};

// A round in which what is awaited does not come about, and nobody could bring it about in one step.
class Waiting {
public:
    Waiting(const Evaluator& evaluator, const Trace& play, TermId awaited, std::vector<bool> asked)
        : evaluator_(evaluator), play_(play), awaited_(awaited), asked_(std::move(asked)) {}

    bool goes_on_without(const std::vector<ClauseId>& disabled) const {
        const Evaluator others(evaluator_.model(), all_but(evaluator_, disabled));
        for (std::size_t i = *play_.loop_start; i < play_.steps.size(); ++i) {
            const Expansion expansion = others.expand(state_before(play_, i));
            const auto comes_about = [&](const Successor& other) {
                return other.next && evaluator_.value(awaited_, *other.next) == Value{1};
            };
            if (std::ranges::any_of(expansion.successors, comes_about)) return false;
            const auto goes_so = [&](const Successor& other) {
                return other.move == play_.steps[i].move && other.next &&
                       is_alike(*other.next, *play_.steps[i].next);
            };
            if (std::ranges::none_of(expansion.successors, goes_so)) return false;
        }
        return true;
    }

private:
    // In what is asked.
    bool is_alike(const State& a, const State& b) const {
        const Model& model = evaluator_.model();
        for (std::size_t v = 0; v < model.variables.size(); ++v) {
            const auto first = static_cast<std::ptrdiff_t>(model.variables[v].base);
            const auto last = first + static_cast<std::ptrdiff_t>(model.variables[v].cells);
            if (asked_[v] && !std::equal(a.begin() + first, a.begin() + last, b.begin() + first))
                return false;
        }
        return true;
    }

    const Evaluator& evaluator_;
    const Trace& play_;
    TermId awaited_;
    std::vector<bool> asked_;
};

bool can_be_told(const Model& model, std::size_t cell) {
    const auto id = variable_of(model, cell);
    if (!id) return false;
    const Variable& variable = model.variable(*id);
    const auto is_one_of_many = [&](TypeId type) {
        return model.type(model.types.base(type)).interchangeable;
    };
    return is_of_the_game(variable) && !is_one_of_many(variable.type) &&
           std::ranges::none_of(variable.params, is_one_of_many);
}

// Says what play has changed on the way without which the round would go otherwise.
void say_what_keeps_it_up(const Evaluator& evaluator, const PlayedRound& round, Finding& finding) {
    constexpr std::size_t most_said = 4;
    const Model& model = evaluator.model();
    const Trace& play = *finding.witness;
    std::vector<std::size_t> cells = round.changed_before();
    std::erase_if(cells, [&](std::size_t cell) {
        return !can_be_told(model, cell) || last_state(play)[cell] == play.initial[cell];
    });
    if (cells.size() * round.size() > most_expansions_of_round / 10) return;
    std::erase_if(cells, [&](std::size_t cell) { return round.goes_on_with(cell, play.initial[cell]); });
    if (cells.empty() || cells.size() > most_said) return;
    finding.facts.push_back({FactKind::ThereItIs, {values_since(model, cells, play)}});
}

}  // namespace

void name_what_a_round_needs(const Evaluator& evaluator, Finding& finding) {
    if (!finding.witness || finding.clauses.empty()) return;
    const Trace& play = *finding.witness;
    std::size_t from = play.loop_start.value_or(play.steps.size());
    std::size_t to = play.steps.size();
    if (!play.loop_start && finding.loop && finding.loop->rounds.size() > 1) {
        from = finding.loop->rounds[0];
        to = std::min(to, finding.loop->rounds[1]);
    }
    const bool ends_in_error = to > 0 && !play.steps[to - 1].next;
    if (from >= to || ends_in_error) return;
    const bool is_unchosen =
        finding.code == FindingCode::LoopMandatory || finding.code == FindingCode::LoopSettle;
    const PlayedRound round(evaluator, play, from, to, is_unchosen);
    say_what_keeps_it_up(evaluator, round, finding);
    const std::vector<ClauseId> all = round.bystanders(finding.clauses);
    const std::size_t steps = round.size() * 2;
    if (usual_questions(all.size()) * steps > most_expansions_of_round) return;
    add_helping(finding, needed_beside_others(
                             all, [&](const auto& left_out) { return round.goes_on_without(left_out); },
                             most_expansions_of_round / steps));
}

void name_what_a_wait_needs(const Evaluator& evaluator, TermId awaited, Finding& finding) {
    const Model& model = evaluator.model();
    const Trace& play = *finding.witness;
    const std::vector<bool> asked = variables_read(model, {awaited});
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        for (const Change& change : play.steps[i].changes) {
            const auto variable = variable_of(model, change.cell);
            const bool is_set_back = variable && asked[variable->index] && change.clause.is_valid() &&
                                     !is_frame(model.clause(change.clause).kind);
            if (is_set_back && std::ranges::find(finding.clauses, change.clause) == finding.clauses.end())
                finding.clauses.push_back(change.clause);
        }
    }
    std::vector<bool> can_go = clauses_that_can_go(model);
    for (const ClauseId clause : finding.clauses) can_go[clause.index] = false;
    const std::vector<ClauseId> all = listed(can_go);
    const std::size_t steps = play.steps.size() - *play.loop_start;
    if (usual_questions(all.size()) * steps > most_expansions_of_round) return;
    const Waiting waiting(evaluator, play, awaited, asked);
    const auto comes_about_without = [&](std::span<const ClauseId> left_out) {
        const Evaluator others(model, all_but(evaluator, {left_out.begin(), left_out.end()}));
        return SamePlay(evaluator, finding, others).is_ever([&](const State& state) {
            return others.value(awaited, state) == Value{1};
        });
    };
    const auto goes_on = [&](const auto& left_out) { return waiting.goes_on_without(left_out); };
    if (!goes_on(all)) add_helping(finding, needed_among(all, goes_on));
    // In the whole play, its choices made again.
    std::vector<bool> hinder = clauses_that_hinder(model);
    for (const ClauseId clause : finding.clauses) hinder[clause.index] = false;
    const std::vector<ClauseId> hindering = listed(hinder);
    if (comes_about_without({})) return;  // before it is awaited
    if (const auto clause = one_in_the_way(std::span(hindering), comes_about_without))
        add_helping(finding, {*clause});
}

}  // namespace errata::checker
