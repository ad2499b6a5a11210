// `errata faq`: what a spec asks of itself, with what came of it in this run.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/render/faq.h"
#include "tests/support/program.h"
#include "tests/support/scratch.h"

namespace errata::tests {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* well = R"(game "Well"
player Ann
state { water: 0..9, late: bool }
reading "When it fills" [WEL-2] {
    early "at dawn" { filled = 1 }
    late "at dusk" { filled = 2 }
}
open filled: 0..9
assume "nobody else draws from it" [WEL-3]
action draw() { water += filled }
turn {
    choose by Ann { option "draws" { draw() } }
    end "evening"
}
ruling "A draw gives water" [WEL-1] after draw(): water > 0
scenario "Ann draws" [WEL-1] {
    Ann "draws"
    then water > 0
}
)";

Ran faq_of(const std::string& text) {
    const auto path = scratch_file("well.rules");
    std::ofstream(path) << text;
    const Ran ran = run_errata({"faq", path.string()});
    std::filesystem::remove(path);
    return ran;
}

TEST(Faq, AnswersWhatTheSpecAsksOfItself) {
    const Ran ran = faq_of(well);
    EXPECT_EQ(ran.code, 0) << ran.err << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("# Well: questions and answers\n\n## What happens\n\n### Ann draws\n"));
    EXPECT_THAT(ran.out, HasSubstr("Ann \"draws\"\n"));
    EXPECT_THAT(ran.out, HasSubstr("## What always holds\n\n### A draw gives water\n"));
    EXPECT_THAT(ran.out, HasSubstr("Looked at again: it is so."));
    EXPECT_THAT(ran.out, Not(HasSubstr("No longer so")));
    EXPECT_THAT(ran.out, HasSubstr("## Rules with several meanings\n\n### When it fills\n"));
    EXPECT_THAT(ran.out, HasSubstr("late \"at dusk\" { filled = 2 }"));
    EXPECT_THAT(ran.out, HasSubstr("## Assumed\n\n* nobody else draws from it (WEL-3)\n"));
    EXPECT_THAT(ran.out, HasSubstr("## Open\n\n### &#34;When it fills&#34; can be read")) << ran.out;
}

TEST(Faq, SaysOfAnAnswerThatItNoLongerHolds) {
    std::string text = well;
    text.replace(text.find("water > 0\n}"), 9, "water > 1");
    const Ran ran = faq_of(text);
    EXPECT_EQ(ran.code, 1) << ran.out;
    EXPECT_THAT(ran.out, HasSubstr("**No longer so**: play goes another way."));
}

// Of one setup all was seen, of the other one not: in whichever order the two are told.
TEST(Faq, DoesNotGiveAnAnswerThatIsOpenFromSomeSetup) {
    reports::Report report;
    report.checked = true;
    const reports::ClaimRef claim{0, {checker::ClaimSort::Declared, 0}};
    report.asked.push_back({reports::AskedSort::Claim, {}, claim});
    for (const checker::Status status : {checker::Status::Bounded, checker::Status::Complete}) {
        report.verdicts.push_back({"check \"dry\"", status});
        report.verdicts.back().about = claim;
    }
    for (int order = 0; order < 2; ++order) {
        const std::string text = reports::render_faq({{&report, reports::Result::Inconclusive}});
        EXPECT_THAT(text, HasSubstr("Not decided: not all was looked at."));
        EXPECT_THAT(text, Not(HasSubstr("it is so")));
        std::swap(report.verdicts[0], report.verdicts[1]);
    }
}

}  // namespace
}  // namespace errata::tests
