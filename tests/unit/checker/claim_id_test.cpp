// What verdicts are about, and its words.
#include "checker/claim_id.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "compiler/ir/finding_codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using compiler::FindingCode;
using compiler::Model;
using tests::ModelBuilder;

// A check and a ruling of one title, the ruling about two actions.
Model model_with_claims() {
    ModelBuilder m;
    m.setup("start");
    m.ending("silence");
    for (const bool ruling : {false, true, true}) {
        compiler::Claim claim;
        claim.name = "quiet";
        claim.ruling = ruling;
        claim.condition = m.c(1);
        m.model().asked.claims.push_back(claim);
    }
    return m.build();
}

TEST(ClaimTable, has_words_for_everything) {
    const Model model = model_with_claims();
    const ClaimTable claims(model);
    const std::map<std::string, ClaimId> expected = {
        {"no loop.mandatory", claim_of_none(FindingCode::LoopMandatory)},
        {"check \"quiet\"", {ClaimSort::Declared, 0}},
        {"ruling \"quiet\"", {ClaimSort::Declared, 1}},
        {"what check \"quiet\" speaks of occurs", {ClaimSort::Premise, 0}},
        {"ending \"silence\" occurs", {ClaimSort::Ending, 0}},
        {"every ability is used", {ClaimSort::EveryAbility}},
        {"triggers and state checks always come to an end", {ClaimSort::TriggersEnd}},
        {"no forced loop on any board", {ClaimSort::NoForcedLoop}}};
    for (const auto& [words, claim] : expected) {
        EXPECT_EQ(claims.words(claim), words);
    }
}

TEST(ClaimTable, has_a_claim_for_each_code) {
    const Model model = model_with_claims();
    const ClaimTable claims(model);
    for (const compiler::CodeInfo& info : compiler::all_codes())
        EXPECT_EQ(claims.words(claim_of_none(info.code)), "no " + std::string(info.name));
}

TEST(ClaimTable, the_first_stands_for_those_of_its_words) {
    const Model model = model_with_claims();
    const ClaimTable claims(model);
    EXPECT_EQ(claims.standing_for(id_of(model, model.asked.claims[2])), id_of(model, model.asked.claims[1]));
    EXPECT_EQ(claims.standing_for(id_of(model, model.asked.claims[0])), id_of(model, model.asked.claims[0]));
    const ClaimId whole = claim_of_all(AnalysisName::Loops);
    EXPECT_EQ(claims.standing_for(whole), whole);
}

}  // namespace
}  // namespace errata::checker
