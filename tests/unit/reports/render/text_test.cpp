// The text report: as wide as the terminal, nothing that decides cut off, and with --verbose nothing folded.
#include "reports/render/text.h"

#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/cli/program.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"
#include "tests/support/scratch.h"
#include "tests/unit/reports/render/sample_report.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::HasSubstr;
using testing::Not;

std::size_t widest_line(const std::string& text) {
    std::istringstream lines(text);
    std::size_t widest = 0;
    for (std::string line; std::getline(lines, line);) widest = std::max(widest, display_width(line));
    return widest;
}

// Boards and single words apart, which are as wide as they are.
TEST(TextReport, KeepsTheWidthOfTheTerminal) {
    Report report = sample_report();
    for (FindingLines& finding : report.findings) finding.witness.reset();
    for (const std::size_t width : {60U, 80U, 120U}) {
        TextOptions options;
        options.width = width;
        for (const bool is_full : {false, true}) {
            options.full = is_full;
            const std::string text = render_text(report, options);
            EXPECT_LE(widest_line(text), width) << text;
        }
        WitnessLines play;
        for (int i = 0; i < 3; ++i)
            play.steps.push_back({"Ann",
                                  "moves the red boat to the far end of the lake and rests",
                                  "some_rules.rules:12",
                                  {{"boat.place", "the near end of it", "the far end of the lake"},
                                   {"boat.rests", "no", "yes"}},
                                  1});
        const std::string steps = render_steps(play, "lake", {.width = width});
        EXPECT_LE(widest_line(steps), width) << steps;
    }
}

TEST(TextReport, ShowsClausesWholeWithinTheWidth) {
    const std::string condition =
        "if this is long and that is long as well and at the end stands what decides";
    const std::vector<ClauseLine> clauses = {
        {"rule", "Dusk", condition + " it all", "game.rules", 3, {}},
        {"rule", "A rule with a name that leaves no room beside it at all", condition, "game.rules", 4, {}}};
    for (const std::size_t width : {60U, 100U, 160U}) {
        TextOptions options;
        options.width = width;
        const std::string text = render_clauses(clauses, "game.rules", options);
        SCOPED_TRACE(text);
        EXPECT_LE(widest_line(text), std::max<std::size_t>(width, 80));
        EXPECT_THAT(text, HasSubstr("it all\""));
        EXPECT_THAT(text, Not(HasSubstr("...")));
    }
}

TEST(TextReport, FoldsRoundsUnlessAskedNotTo) {
    const Report report = sample_report();
    const std::string text = render_text(report, {.full = true});
    TextOptions verbose;
    verbose.verbose = true;
    const std::string whole = render_text(report, verbose);
    EXPECT_THAT(text, HasSubstr("more such rounds"));
    EXPECT_THAT(whole, Not(HasSubstr("more such rounds")));
    EXPECT_GT(whole.size(), text.size());
    for (const VerdictLine& verdict : report.verdicts) EXPECT_THAT(whole, HasSubstr(verdict.claim));
}

TEST(TextReport, TellsOutcomesApart) {
    const std::vector<OutcomeLine> told =
        told_apart({{"no", {"phase: dusk → night"}}, {"yes", {"phase: dusk → night", "Tim.at: c1 → none"}}});
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].consequences, std::vector<std::string>{"nothing more happens"});
    EXPECT_EQ(told[1].consequences, std::vector<std::string>{"Tim.at: c1 → none"});
    const std::vector<OutcomeLine> alone = {{"the end", {"phase: dusk → night"}}};
    EXPECT_EQ(told_apart(alone), alone);
}

std::string printed(bool wants_colour, std::size_t width) {
    const auto path = scratch_file("terminal.rules");
    std::ofstream(path) << "game \"Terminal\"\nplayer Ann\nstate { noise: 0..4 = 3 }\nturn { noise += 2 }\n";
    std::istringstream in;
    std::ostringstream out;
    std::ostringstream err;
    Console console{in, out, err, true, false, false, wants_colour, width};
    run_program({"check", path.string()}, console);
    std::filesystem::remove(path);
    return out.str();
}

TEST(TextReport, GoesByTheTerminal) {
    EXPECT_THAT(printed(true, 100), HasSubstr("\x1b["));
    EXPECT_THAT(printed(false, 100), Not(HasSubstr("\x1b["))) << "NO_COLOR";
    EXPECT_GT(widest_line(printed(false, 100)), widest_line(printed(false, 60)));
}

}  // namespace
}  // namespace errata::tests
