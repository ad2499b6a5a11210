#include "checker/driver/setup_parts.h"

#include <algorithm>
#include <iterator>
#include <map>

#include "checker/fact_kinds.h"

namespace errata::checker {

namespace {

// What is said of one claim, part by part.
Verdict joined_verdict_of_parts(const std::vector<Verdict>& said, const Completeness& whole) {
    const auto is_same = [&](const Verdict& other) {
        return other.status == said.front().status && other.facts == said.front().facts;
    };
    if (std::ranges::all_of(said, is_same) && said.front().status != Status::Complete) {
        Verdict result = said.front();
        for (const Verdict& verdict : said) result = both(std::move(result), verdict);
        return result;
    }
    const auto is_vacuous = [](const Verdict& verdict) { return verdict.vacuous; };
    const bool all_vacuous = std::ranges::all_of(said, is_vacuous);
    Verdict result = said.front();
    for (const Verdict& verdict : said) result = both(std::move(result), verdict);
    if (result.status == Status::Complete || result.status == Status::Proved) {
        result.status = whole.status == Status::Complete ? result.status : whole.status;
        result.facts = all_vacuous ? before({FactKind::IsVacuous, {Fact{FactKind::InNoPartOf}}}, whole.facts)
                                   : whole.facts;
        result.vacuous = all_vacuous;
        result.limit = whole.limit;
        result.is_open = whole.status != Status::Complete && is_asked(result.about);
        return result;
    }
    // The first part of which it is not known, or not so.
    const auto shown = std::ranges::find(said, result.status, &Verdict::status);
    result.facts = shown->facts;
    if (result.status != Status::Refuted) {
        const auto open = std::ranges::count(said, result.status, &Verdict::status);
        result.facts = {
            {FactKind::PartUndecided, {open, said.size(), shown - said.begin() + 1, shown->facts}}};
    }
    result.limit = shown->limit;
    result.vacuous = false;
    return result;
}

}  // namespace

CheckResult joined_parts(std::vector<CheckResult> parts, const Completeness& whole) {
    CheckResult result;
    std::vector<ClaimId> order;
    std::map<ClaimId, std::vector<Verdict>> by_claim;
    for (CheckResult& part : parts) {
        for (const Verdict& verdict : part.verdicts) {
            if (!by_claim.contains(verdict.about)) order.push_back(verdict.about);
            by_claim[verdict.about].push_back(verdict);
        }
        std::ranges::move(part.findings, std::back_inserter(result.findings));
        std::ranges::move(part.not_analysed, std::back_inserter(result.not_analysed));
    }
    for (const ClaimId claim : order)
        result.verdicts.push_back(joined_verdict_of_parts(by_claim.at(claim), whole));
    return result;
}

}  // namespace errata::checker
