#include "checker/loops/needed.h"

#include <algorithm>

#include "checker/loops/loop_report.h"

namespace errata::checker {

using namespace compiler;

namespace {

// So many steps are looked at again; longer rounds of larger games name who acts alone.
constexpr std::size_t most_expansions = 20'000;

class Round {
public:
    Round(const Evaluator& evaluator, const Trace& play, std::size_t from, std::size_t to, bool is_forced)
        : evaluator_(evaluator), play_(play), from_(from), to_(to), is_forced_(is_forced) {}

    std::size_t size() const { return to_ - from_; }

    // Clauses that take part or do not, and do nothing in any step.
    std::vector<ClauseId> bystanders(const std::vector<ClauseId>& named) const {
        const Model& model = evaluator_.model();
        std::vector<bool> can_go(model.clauses.size());
        for (std::size_t i = 0; i < model.terms.size(); ++i) {
            const Term& term = model.terms[TermId(i)];
            if (term.kind == TermKind::Enabled) can_go[static_cast<std::size_t>(term.payload)] = true;
        }
        for (const OpenFunction& open : model.functions.open) {
            for (const Statement& statement : open.statements) can_go[statement.clause.index] = true;
        }
        for (const ClauseId clause : named) can_go[clause.index] = false;
        for (std::size_t i = from_; i < to_; ++i) {
            for (const ClauseId clause : play_.steps[i].used) can_go[clause.index] = false;
        }
        std::vector<ClauseId> result;
        for (std::size_t i = 0; i < can_go.size(); ++i) {
            if (can_go[i]) result.emplace_back(i);
        }
        return result;
    }

    bool goes_on_without(const std::vector<ClauseId>& disabled) const {
        EnabledClauses enabled = evaluator_.enabled();
        enabled.resize(evaluator_.model().clauses.size(), true);
        for (const ClauseId clause : disabled) enabled[clause.index] = false;
        const Evaluator others(evaluator_.model(), std::move(enabled));
        for (std::size_t i = from_; i < to_; ++i) {
            const Expansion expansion = others.expand(state_before(play_, i));
            const Successor& step = play_.steps[i];
            const bool is_there = std::ranges::any_of(expansion.successors, [&](const Successor& other) {
                return other.move == step.move && other.next == step.next;
            });
            if (!is_there) return false;
            if (is_forced_ && has_choice(expansion) != has_choice(evaluator_.expand(state_before(play_, i))))
                return false;
        }
        return true;
    }

private:
    static bool has_choice(const Expansion& expansion) {
        return std::ranges::any_of(expansion.successors, [&](const Successor& other) {
            return other.next != expansion.successors.front().next;
        });
    }

    const Evaluator& evaluator_;
    const Trace& play_;
    std::size_t from_;
    std::size_t to_;
    bool is_forced_;
};

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
    const bool is_forced =
        finding.code == FindingCode::LoopMandatory || finding.code == FindingCode::LoopSettle;
    const Round round(evaluator, play, from, to, is_forced);
    std::vector<ClauseId> left_out = round.bystanders(finding.clauses);
    const std::vector<ClauseId> all = left_out;
    if ((all.size() + 1) * round.size() * 2 > most_expansions || round.goes_on_without(all)) return;
    left_out.clear();
    for (const ClauseId clause : all) {
        left_out.push_back(clause);
        if (round.goes_on_without(left_out)) continue;
        left_out.pop_back();
        finding.clauses.push_back(clause);
    }
}

}  // namespace errata::checker
