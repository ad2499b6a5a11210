// What a verdict is about, as a fact: what sort of claim, and which. Verdicts are made with it, joined and
// looked for by it; their words are made here, from the one table claim_sorts.def, and are read nowhere.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/analysis_name.h"
#include "compiler/ir/model.h"

namespace errata::checker {

enum class ClaimSort : std::uint8_t {
#define ERRATA_CLAIM(name, words, weight) name,
#include "checker/claim_sorts.def"
#undef ERRATA_CLAIM
};

inline constexpr std::array all_claim_sorts = {
#define ERRATA_CLAIM(name, words, weight) ClaimSort::name,
#include "checker/claim_sorts.def"
#undef ERRATA_CLAIM
};

struct ClaimId {
    ClaimSort sort = ClaimSort::NoFinding;
    // Of the thing in its list of the model; NoFinding: the code, Analysis: its name; 0 where there is but
    // one.
    std::size_t number = 0;
    friend auto operator<=>(const ClaimId&, const ClaimId&) = default;
};

constexpr ClaimId claim_of_none(compiler::FindingCode code) {
    return {ClaimSort::NoFinding, static_cast<std::size_t>(code)};
}
constexpr ClaimId claim_of_all(AnalysisName analysis) {
    return {ClaimSort::Analysis, static_cast<std::size_t>(analysis)};
}
// `claim` is one of the model's.
ClaimId id_of(const compiler::Model& model, const compiler::Claim& claim);

// Does a run have to decide it?
bool is_asked(ClaimId claim);

// What a claim is about as a reader sees it: "endless loops", or the words of the claim itself.
std::string topic_of(ClaimId claim, const std::string& words);

// "check \"alive\"", "ruling \"hovering\"".
std::string claim_name(const compiler::Claim& claim);

// All claims that there can be about a model, but for those about a whole analysis. Claims that go by the
// same words are one to the reader (what a ruling says of several actions), and the first of them stands for
// all.
class ClaimTable {
public:
    explicit ClaimTable(const compiler::Model& model);

    ClaimId standing_for(ClaimId claim) const;
    const std::string& words(ClaimId claim) const;
    std::size_t count(ClaimSort sort) const;  // of claims of the sort

private:
    std::map<ClaimSort, std::vector<std::string>> words_;  // by number
    std::map<std::string, ClaimId> first_;
};

}  // namespace errata::checker
