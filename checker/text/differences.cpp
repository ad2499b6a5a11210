#include "checker/text/differences.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::vector<TermId> questions_about(const Model& model, const std::vector<ClauseId>& clauses) {
    std::vector<TermId> result;
    const auto add = [&](TermId term) {
        if (!term.is_valid()) return;
        const std::vector<bool> asked = clauses_asked(model, {term});
        if (std::ranges::any_of(clauses, [&](ClauseId clause) { return asked[clause.index]; }))
            result.push_back(term);
    };
    for (const Claim& claim : model.asked.claims) {
        if (claim.kind == ClaimKind::After) continue;  // an incident of the action
        add(claim.condition);
        add(claim.premise);
    }
    for (const PrintedItem& item : model.printed_items) add(item.functions);
    return result;
}

std::set<IncidentId> incidents_met(const Expansion& expansion) {
    std::set<IncidentId> result;
    for (const Occurrence& met : expansion.incidents) result.insert(met.incident);
    for (const Successor& successor : expansion.successors) {
        for (const Occurrence& met : successor.incidents) result.insert(met.incident);
    }
    return result;
}

bool goes_on_alike(const Expansion& a, const Expansion& b) {
    const auto is_alike = [](const Successor& one, const Successor& other) {
        return one.move == other.move && one.next == other.next;
    };
    return a.owner == b.owner && std::ranges::equal(a.successors, b.successors, is_alike) &&
           incidents_met(a) == incidents_met(b);
}

}  // namespace

Differences::Differences(const Evaluator& with_them, const Evaluator& without_them,
                         const std::vector<ClauseId>& clauses)
    : with_them_(with_them),
      without_them_(without_them),
      questions_(questions_about(with_them.model(), clauses)) {}

bool Differences::are_in(const State& state) const { return differ(with_them_, without_them_, state); }

bool Differences::are_in(const State& state, ReadingSet& asked) const {
    return differ(with_them_.watched(asked), without_them_.watched(asked), state);
}

bool Differences::differ(const Evaluator& with_them, const Evaluator& without_them,
                         const State& state) const {
    if (!goes_on_alike(with_them.expand(state), without_them.expand(state))) return true;
    return std::ranges::any_of(questions_, [&](TermId question) {
        return with_them.value(question, state) != without_them.value(question, state);
    });
}

}  // namespace errata::checker
