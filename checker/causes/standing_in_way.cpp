#include "checker/causes/standing_in_way.h"

#include <deque>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_states = 4'000;  // of one game without some clauses

// Breadth first, as far as `most_states`.
bool comes_about(const Game& game, const KeptAway& sought) {
    std::set<State> seen;
    std::deque<State> open;
    const auto come_to = [&](const State& state, const Successor* step) {
        const bool is_so = sought.occurs(game.rules(), state, step);
        if (seen.insert(state).second) open.push_back(state);
        return is_so;
    };
    for (const State& state : sought.initial) {
        if (come_to(state, nullptr)) return true;
    }
    while (!open.empty() && seen.size() < most_states) {
        const State state = std::move(open.front());
        open.pop_front();
        for (const Successor& successor : game.successors(state)) {
            if (successor.next && come_to(*successor.next, &successor)) return true;
        }
    }
    return false;
}

}  // namespace

InTheWay standing_in_way(const Experiment& experiment, const KeptAway& sought) {
    const auto occurs = [&](const Game& game) { return comes_about(game, sought); };
    const auto occurs_not = [&](const Game& game) { return !occurs(game); };
    // Among all clauses may be those that would bring it about.
    Clauses all = experiment.that_can_go(sought.own);
    if (all.empty() || !occurs(experiment.without(all))) {
        all = experiment.that_hinder(sought.own);
        if (all.empty() || !occurs(experiment.without(all))) return {};
    }
    InTheWay result;
    result.each = experiment.each_without(experiment.needed(all, occurs_not), occurs);
    if (!result.each.empty()) return result;
    // Left out together: all but those with which, back in the game, it still occurs.
    const auto occurs_with = [&](const Clauses& back) {
        Clauses left_out = all;
        std::erase_if(left_out, [&](ClauseId clause) { return has_clause(back, clause); });
        return occurs(experiment.without(left_out));
    };
    result.together = needed_among(all, occurs_with);
    const bool is_so = occurs(experiment.without(result.together));
    return is_so && experiment.is_known() ? result : InTheWay();
}

void name_what_stands_in_way(const Model& model, const InTheWay& in_way, Finding& finding) {
    const auto quoted = [&](ClauseId clause) {
        return "\"" + model.clause(clause).text + "\" (" + model.clause(clause).name + ")";
    };
    const auto name = [&](const Clauses& clauses, FactKind kind) {
        if (clauses.empty()) return;
        add_helping(finding, clauses);
        finding.facts.push_back({kind, {dsl::mapped(clauses, quoted)}});
    };
    name(in_way.each, FactKind::WouldWithoutEach);
    name(in_way.together, FactKind::WouldWithoutAll);
}

}  // namespace errata::checker
