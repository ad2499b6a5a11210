#include "checker/driver/verdicts.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "checker/driver/driver.h"

namespace errata::checker {

namespace {

// What is asked of which setup, whoever answers.
using Question = std::pair<AnalysisName, std::string>;
Question question_of(const ObligationId& obligation) { return {obligation.analysis, obligation.place}; }
std::string place_of(const ObligationId& obligation) { return obligation.place; }

// The verdicts on one claim in one scope are joined, where the first of them stood.
template <class Scope, class Join>
std::vector<Verdict> fold_by_scope(std::vector<Verdict> verdicts, Scope scope, Join join) {
    std::vector<Verdict> result;
    std::map<std::pair<decltype(scope(ObligationId())), ClaimId>, std::size_t> known;
    for (Verdict& verdict : verdicts) {
        const auto [entry, is_new] =
            known.try_emplace({scope(verdict.obligation), verdict.about}, result.size());
        if (is_new) {
            result.push_back(std::move(verdict));
        } else {
            Verdict& kept = result[entry->second];
            kept = join(std::move(kept), std::move(verdict));
        }
    }
    return result;
}

}  // namespace

std::vector<Verdict> fold_verdicts(const compiler::Model& model, std::vector<Verdict> verdicts) {
    std::map<Question, std::size_t> order;
    CheckOptions options;
    options.engine = Engine::Explicit;
    for (const Obligation& obligation : plan(model, options))
        order.try_emplace(question_of(obligation.id), order.size());
    const auto rank = [&](const Verdict& verdict) {
        const auto found = order.find(question_of(verdict.obligation));
        return std::tuple(found == order.end() ? order.size() : found->second, print(verdict.obligation));
    };
    std::ranges::stable_sort(verdicts, [&](const Verdict& a, const Verdict& b) { return rank(a) < rank(b); });
    // Engines answer the same question; analyses that speak of one claim each decide a part of it.
    return fold_by_scope(fold_by_scope(std::move(verdicts), question_of, either), place_of, both);
}

}  // namespace errata::checker
