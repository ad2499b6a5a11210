#include "checker/search/standing_in_way.h"

#include <deque>
#include <set>

#include "checker/fact_kinds.h"
#include "checker/search/findings.h"
#include "checker/search/left_out.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_states = 4'000;  // of one game without some clauses

class Without {
public:
    Without(const Evaluator& evaluator, const KeptAway& sought, const RunClock& clock,
            std::size_t& states_left)
        : evaluator_(evaluator), sought_(sought), clock_(clock), states_left_(states_left) {}

    // Breadth first, as far as `most_states` go. False also where there is nothing left to look with.
    bool comes_about(const std::vector<ClauseId>& left_out) const {
        const Evaluator others(evaluator_.model(), all_but(evaluator_, left_out));
        std::set<State> seen;
        std::deque<State> open;
        const auto come_to = [&](const State& state, const Successor* step) {
            const bool is_so = sought_.occurs(others, state, step);
            if (seen.insert(state).second) open.push_back(state);
            return is_so;
        };
        for (const State& state : sought_.initial) {
            if (come_to(state, nullptr)) return true;
        }
        while (!open.empty() && seen.size() < most_states && states_left_ > 0 && !clock_.is_over()) {
            --states_left_;
            const State state = std::move(open.front());
            open.pop_front();
            for (const Successor& successor : others.expand(state).successors) {
                if (successor.next && come_to(*successor.next, &successor)) return true;
            }
        }
        return false;
    }

private:
    const Evaluator& evaluator_;
    const KeptAway& sought_;
    const RunClock& clock_;
    std::size_t& states_left_;
};

}  // namespace

InTheWay standing_in_way(const Evaluator& evaluator, const KeptAway& sought, const RunClock& clock,
                         std::size_t& states_left) {
    const Without game(evaluator, sought, clock, states_left);
    std::vector<bool> can_go = clauses_that_can_go(evaluator.model());
    // Among all clauses may be those that would bring it about.
    for (const bool whatever : {true, false}) {
        if (!whatever) can_go = clauses_that_hinder(evaluator.model());
        for (const ClauseId clause : sought.own) {
            if (clause.is_valid()) can_go[clause.index] = false;
        }
        const std::vector<ClauseId> candidates = listed(can_go);
        if (!candidates.empty() && game.comes_about(candidates)) break;
        if (!whatever) return {};
    }
    const std::vector<ClauseId> all = listed(can_go);
    const std::vector<ClauseId> needed =
        needed_among(all, [&](const auto& left_out) { return !game.comes_about(left_out); });
    InTheWay result;
    for (const ClauseId clause : needed) {
        if (game.comes_about({clause})) result.each.push_back(clause);
    }
    if (!result.each.empty()) return result;
    const auto comes_about_with = [&](const std::vector<ClauseId>& back) {
        std::vector<bool> left_out = can_go;
        for (const ClauseId clause : back) left_out[clause.index] = false;
        return game.comes_about(listed(left_out));
    };
    result.together = needed_among(all, comes_about_with);
    if (!game.comes_about(result.together)) return {};
    return result;
}

void name_what_stands_in_way(const Model& model, const InTheWay& in_way, Finding& finding) {
    const auto quoted = [&](ClauseId clause) {
        return "\"" + model.clause(clause).text + "\" (" + model.clause(clause).name + ")";
    };
    const auto name = [&](const std::vector<ClauseId>& clauses, FactKind kind) {
        if (clauses.empty()) return;
        add_helping(finding, clauses);
        finding.facts.push_back({kind, {dsl::mapped(clauses, quoted)}});
    };
    name(in_way.each, FactKind::WouldWithoutEach);
    name(in_way.together, FactKind::WouldWithoutAll);
}

}  // namespace errata::checker
