// A clause that cites rows of a rulebook is shown with what they say: shortened to the width as text, whole
// everywhere else. Rows that the catalogue does not have stay ids.
#include "reports/explain/cited_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "compiler/ir/finding_codes.h"
#include "reports/render/html.h"
#include "reports/render/json.h"
#include "reports/render/markdown.h"
#include "reports/render/text.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string sentence =
    "Who stands in the void when the sun has gone down, and has no wings of any kind, falls out of the game "
    "for good.";

Report report() {
    Report report;
    report.spec = "game";
    report.checked = true;
    FindingLines finding;
    finding.code = compiler::FindingCode::GapUndefined;
    finding.title = "fall";
    finding.fingerprint = "0123456789abcdef0123456789abcdef";
    finding.clauses = {{"rule", "Void", "Fall.", "game/a.rules", 3, {"SAN-1", "SAN-2", "SAN-3"}, true}};
    report.findings = {finding};
    add_sentences({{"SAN-1", "rule", sentence, {}}, {"SAN-3", "rule", "", {}}}, report);
    return report;
}

TEST(CitedRows, AreShortenedAsText) {
    const std::string text = render_text(report(), {.full = true});
    EXPECT_THAT(
        text, AllOf(HasSubstr("\"Fall.\"  [SAN-2, SAN-3]\n"),
                    HasSubstr("\n        [SAN-1] Who stands in the void when"), Not(HasSubstr("for good"))));
    const std::size_t from = text.rfind('\n', text.find("[SAN-1]")) + 1;
    EXPECT_LE(text.find('\n', from) - from, 100U);
    EXPECT_THAT(text.substr(from, text.find('\n', from) - from), testing::EndsWith("..."));
}

TEST(CitedRows, AreWholeElsewhere) {
    const Report shown = report();
    const std::string page = render_html({{&shown, Result::Findings}});
    EXPECT_THAT(page, AllOf(HasSubstr("<span class=\"cited\">SAN-1</span> " + sentence),
                            HasSubstr("<span class=\"cited\">SAN-2</span>")));
    EXPECT_THAT(render_markdown({{&shown, Result::Findings}}),
                HasSubstr("(SAN-1&#58; " + sentence + "; SAN-2; SAN-3)"));
    const nlohmann::json json = nlohmann::json::parse(render_json(shown, Result::Findings));
    const nlohmann::json& clause = json["findings"][0]["clauses"][0];
    EXPECT_EQ(clause["rows"], nlohmann::json({"SAN-1", "SAN-2", "SAN-3"}));
    EXPECT_EQ(clause["sentences"], nlohmann::json({{"SAN-1", sentence}}));
}

}  // namespace
}  // namespace errata::tests
