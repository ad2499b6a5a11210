#include "checker/claim_id.h"

#include <array>
#include <string_view>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/check.h"
#include "dsl/base/place_in.h"

namespace errata::checker {

using namespace compiler;

ClaimId id_of(const Model& model, const Claim& claim) {
    const auto number = dsl::place_in(model.asked.claims, claim);
    ERRATA_CHECK(number < model.asked.claims.size());
    return {ClaimSort::Declared, number};
}

std::string claim_name(const Claim& claim) {
    if (claim.code) return "partition \"" + claim.name + "\"";
    return (claim.ruling ? "ruling \"" : "check \"") + claim.name + "\"";
}

namespace {

constexpr std::array<std::string_view, all_claim_sorts.size()> words_of_sorts = {
#define ERRATA_CLAIM(name, words, weight) words,
#include "checker/claim_sorts.def"
#undef ERRATA_CLAIM
};

enum class Weight { Asked, Beside };

constexpr std::array<Weight, all_claim_sorts.size()> weights = {
#define ERRATA_CLAIM(name, words, weight) Weight::weight,
#include "checker/claim_sorts.def"
#undef ERRATA_CLAIM
};

template <class Thing, class Name>
std::vector<std::string> names(const std::vector<Thing>& things, Name name) {
    std::vector<std::string> result;
    result.reserve(things.size());
    for (const Thing& thing : things) result.push_back(name(thing));
    return result;
}

// By number, what claims of the sort are about.
std::vector<std::string> things_of(const Model& model, ClaimSort sort) {
    const auto own_name = [](const auto& thing) { return thing.name; };
    switch (sort) {
        case ClaimSort::NoFinding:
            return names(all_codes(), [](const CodeInfo& info) { return std::string(info.name); });
        case ClaimSort::Declared:
        case ClaimSort::Premise:
            return names(model.asked.claims, claim_name);
        case ClaimSort::Scenario:
            return names(model.asked.scenarios, own_name);
        case ClaimSort::Ending:
            return names(model.rules.endings, own_name);
        case ClaimSort::Item:
            return names(model.printed_items,
                         [](const PrintedItem& item) { return item.kind + " \"" + item.name + "\""; });
        case ClaimSort::Solution:
        case ClaimSort::OneSolution:
            return names(model.functions.equations, own_name);
        case ClaimSort::Reading:
            return names(model.readings.all, [&](const Reading& reading) {
                const Clause& clause = model.clause(reading.clause);
                return reading.of_text ? clause.name + ", \"" + clause.text + "\","
                                       : "\"" + clause.name + "\"";
            });
        case ClaimSort::EveryAbility:
        case ClaimSort::TriggersEnd:
        case ClaimSort::NoForcedLoop:
            return {""};
        case ClaimSort::Analysis:
            return {};
    }
    return {};
}

std::string claim_about(ClaimSort sort, const std::string& thing) {
    std::string words(words_of_sorts[static_cast<std::size_t>(sort)]);
    const std::size_t hole = words.find("{}");
    return hole == std::string::npos ? words : words.replace(hole, 2, thing);
}

}  // namespace

bool is_asked(ClaimId claim) { return weights[static_cast<std::size_t>(claim.sort)] == Weight::Asked; }

std::string topic_of(ClaimId claim, const std::string& words) {
    switch (claim.sort) {
        case ClaimSort::NoFinding:
            return std::string(word(info(static_cast<FindingCode>(claim.number)).question));
        case ClaimSort::Ending:
        case ClaimSort::Item:
        case ClaimSort::EveryAbility:
            return std::string(word(Question::Reach));
        case ClaimSort::Reading:
            return std::string(word(Question::Text));
        case ClaimSort::TriggersEnd:
        case ClaimSort::NoForcedLoop:
            return std::string(word(Question::Loops));
        case ClaimSort::Solution:
        case ClaimSort::OneSolution:
            return std::string(word(Question::Contradictions));
        case ClaimSort::Declared:
        case ClaimSort::Scenario:
        case ClaimSort::Premise:
        case ClaimSort::Analysis:
            break;
    }
    return words;
}

ClaimTable::ClaimTable(const Model& model) {
    for (const ClaimSort sort : all_claim_sorts) {
        for (const std::string& thing : things_of(model, sort)) {
            std::vector<std::string>& known = words_[sort];
            known.push_back(claim_about(sort, thing));
            first_.try_emplace(known.back(), ClaimId{sort, known.size() - 1});
        }
    }
}

ClaimId ClaimTable::standing_for(ClaimId claim) const {
    return claim.sort == ClaimSort::Analysis ? claim : first_.at(words(claim));
}

const std::string& ClaimTable::words(ClaimId claim) const { return words_.at(claim.sort).at(claim.number); }

std::size_t ClaimTable::count(ClaimSort sort) const {
    if (sort == ClaimSort::Analysis) return all_analysis_names.size();
    const auto known = words_.find(sort);
    return known == words_.end() ? 0 : known->second.size();
}

}  // namespace errata::checker
