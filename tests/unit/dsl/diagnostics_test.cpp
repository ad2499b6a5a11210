// What the sink keeps and what is shown of it: one of a kind at a place, of bounded length, and not more than
// a person can take in.
#include <gtest/gtest.h>

#include "dsl/diag/diagnostic.h"
#include "dsl/diag/sink.h"
#include "tests/support/count_in.h"

namespace errata::dsl {
namespace {

TEST(Sink, KeepsOneOfAKindAtAPlace) {
    Sink sink;
    sink.report(DiagnosticKind::unknown_name, {0, 2, 5}, "unknown name 'abc'");
    sink.report(DiagnosticKind::unknown_name, {0, 2, 5}, "unknown field of card 'abc'");
    sink.report(DiagnosticKind::type_mismatch, {0, 2, 5}, "expected bool, found card");
    sink.report(DiagnosticKind::unknown_name, {0, 7, 8}, "unknown name 'x'");
    ASSERT_EQ(sink.sorted().size(), 3U);
    EXPECT_EQ(sink.sorted()[0].message, "unknown name 'abc'");
}

TEST(Sink, ShortensBetweenWholeCharacters) {
    Sink sink;
    std::string name;
    for (int i = 0; i < 1000; ++i) name += "\xc3\xa9";
    sink.report(DiagnosticKind::unknown_name, {0, 0, 1}, "x" + name, name);
    const Diagnostic diagnostic = sink.sorted().front();
    EXPECT_LE(diagnostic.message.size(), 400U);
    EXPECT_TRUE(diagnostic.message.ends_with("\xc3\xa9..."));
    EXPECT_LE(diagnostic.hint.size(), 1000U);
}

TEST(Render, PutsCaretsBelowWhatIsSeen) {
    SourceSet sources;
    sources.add("t.rules", "\t石と x");
    Sink sink;
    sink.report(DiagnosticKind::unknown_name, {0, 1, 7}, "here");
    sink.report(DiagnosticKind::unknown_name, {0, 8, 9}, "there");
    const std::string shown = render(sink.sorted(), sources);
    EXPECT_TRUE(shown.find("    \t石と x\n    \t^^^^\n") != std::string::npos) << shown;
    EXPECT_TRUE(shown.find("    \t石と x\n    \t     ^\n") != std::string::npos) << shown;
}

TEST(Render, ShowsFiftyErrorsFirst) {
    SourceSet sources;
    sources.add("t.rules", std::string(200, 'x'));
    Sink sink;
    for (std::uint32_t i = 0; i < 60; ++i) {
        const bool is_warning = i < 20;
        sink.report(is_warning ? DiagnosticKind::unused_phrase : DiagnosticKind::unknown_name, {0, i, i + 1},
                    "here");
    }
    const std::string shown = render(sink.sorted(), sources);
    EXPECT_EQ(tests::count_in(shown, "error E0201"), 40U);
    EXPECT_EQ(tests::count_in(shown, "warning W0611"), 10U);
    EXPECT_TRUE(shown.ends_with("\n10 more\n"));
}

}  // namespace
}  // namespace errata::dsl
