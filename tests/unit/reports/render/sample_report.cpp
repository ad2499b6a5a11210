#include "tests/unit/reports/render/sample_report.h"

#include <fmt/format.h>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "reports/render/html.h"

namespace errata::tests {

using checker::Severity;
using checker::Status;
using namespace errata::reports;

namespace {

class Words {
public:
    explicit Words(std::string word) : word_(std::move(word)) {}
    std::string operator()(const std::string& usual) const { return word_.empty() ? usual : word_; }

private:
    std::string word_;
};

ClauseLine clause(const Words& say, const std::string& kind, const std::string& name) {
    // Whatever the words are, each card has its own.
    const std::string text = say("At dusk, all scouts here fall.") + " " + name;
    const std::string path = kind + " " + name;
    return {say(kind), say(name), text, say("game/cards.rules"), 24, {say("ROW-1")}, false, path};
}

WitnessLines walk(const Words& say) {
    WitnessLines witness;
    witness.setup = say("any ground");
    witness.pieces = say("1 scout");
    witness.start = {{say("Tim.gift"), say("Feather")}, {say("Ash.gift"), say("none"), false}};
    witness.board = {"| M     | Tim M | C     |  1", "  a       b       c", "C = Chasm   M = Meadow"};
    witness.steps = {
        {say("rules"), say("a turn begins"), say("game/cards.rules:34"), {}, 1, true},
        {say("Ann"), say("walks to c1"), say("game/cards.rules:35"), {{say("Tim.at"), say("b1"), say("c1")}}},
        {say("rules"), say("Chasm"), say("game/cards.rules:24"), {{say("Tim.at"), say("c1"), say("none")}}}};
    return witness;
}

ClaimRef none_of(compiler::FindingCode code) { return {0, checker::claim_of_none(code)}; }

FindingLines sample_finding(const Words& say, Severity severity, const std::string& digits) {
    FindingLines lines;
    lines.code = compiler::FindingCode::ContradictionMustCannot;
    lines.severity = severity;
    lines.fingerprint = digits + "000000000000000000000000";
    lines.digest = "5e6f7a8b";
    lines.about = {checker::AboutSort::Incident, compiler::IncidentKind::DemandedAndForbidden, {say("fall")}};
    lines.against = {none_of(compiler::FindingCode::ContradictionMustCannot)};
    lines.title = say("Chasm against Feather: fall");
    lines.explanation = say("Chasm demands it, Feather forbids it.");
    lines.clauses = {clause(say, "ground", "Chasm"), clause(say, "gift", "Feather")};
    lines.witness = walk(say);
    lines.minimal_proved = true;
    lines.outcomes = {{say("by Chasm"), {say("phase: dusk → night"), say("Tim.at: c1 → none")}},
                      {say("by Feather"), {say("phase: dusk → night"), say("Tim.at: c1 → b1")}}};
    return lines;
}

FindingLines endless(const Words& say) {
    FindingLines lines = sample_finding(say, Severity::Warning, "cccccccc");
    lines.code = compiler::FindingCode::LoopGrowing;
    lines.about = {};
    lines.against = {none_of(compiler::FindingCode::LoopGrowing)};
    lines.title = say("Belfry: more and more");
    lines.clauses = {clause(say, "card", "Belfry")};
    lines.outcomes.clear();
    lines.witness->steps.clear();
    for (int i = 0; i < 12; ++i) {
        lines.witness->steps.push_back(
            {say("Ann"), say("rings"), "", {{say("rings"), std::to_string(i), std::to_string(i + 1)}}});
    }
    lines.witness->rounds = {1, 3, 5, 7, 9};
    lines.witness->growth = say("rings rises by 1 each round");
    lines.loop = LoopLines{say("resolution"),
                           {say("Ann")},
                           {say("Ann")},
                           {{say("rings"), say("1"), say("2")}},
                           {{say("Ann"), say("lets her rest")}}};
    lines.needs.readings = {say("How long: noon")};
    lines.needs.assumptions = {{say("noon_is_late"), say("noon comes late")}};
    return lines;
}

}  // namespace

Report sample_report(const std::string& word) {
    const Words say(word);
    Report report;
    report.spec = say("game");
    report.title = say("Chasm and feather");
    report.scope = {{say("scout"), 2}};
    report.checked = true;
    report.diagnostics = {{"W0601",
                           "warning",
                           say("no finding is called so"),
                           say("game/cards.rules"),
                           3,
                           1,
                           say("did you mean another?"),
                           {say("game/cards.rules:4: there")}}};
    const checker::Facts none;
    report.verdicts = {{say("no gap.undefined"),
                        Status::Complete,
                        {{checker::FactKind::AllStates, {std::size_t{7}, say("start"), none, none}}},
                        say("gaps")},
                       {"no contradiction.must-cannot", Status::Refuted, {}, "contradictions"},
                       {"no loop.growing",
                        Status::Bounded,
                        {{checker::FactKind::NothingWithin, {std::size_t{16}, say("start"), none}}},
                        "endless loops",
                        true,
                        {{checker::FactKind::LongerPlays, {std::size_t{16}}}}}};
    report.verdicts[0].about = none_of(compiler::FindingCode::GapUndefined);
    report.verdicts[1].about = none_of(compiler::FindingCode::ContradictionMustCannot);
    report.verdicts[2].about = none_of(compiler::FindingCode::LoopGrowing);
    report.findings = {sample_finding(say, Severity::Error, "aaaaaaaa"),
                       sample_finding(say, Severity::Error, "bbbbbbbb"), endless(say),
                       sample_finding(say, Severity::Note, "dddddddd"),
                       sample_finding(say, Severity::Error, "eeeeeeee")};
    report.findings[1].clauses[1] = clause(say, "gift", "Boots");
    report.findings[1].title = say("Chasm against Boots: fall");
    report.findings[1].witness->start[1].value = "Boots";  // whatever the words are, another play
    report.findings[4].clauses = {clause(say, "gift", "Lantern")};
    report.findings[4].accepted = say("as printed");
    report.missing = {say("deadlock")};
    report.not_analysed = {say("whether it matters")};
    report.stats = {{say("states"), 1204}};
    return report;
}

Report many_findings(std::size_t count) {
    const Words say("");
    Report report;
    report.spec = "many.rules";
    report.title = "Many";
    report.checked = true;
    for (std::size_t i = 0; i < count; ++i) {
        report.findings.push_back(sample_finding(say, Severity::Error, fmt::format("{:08x}", i)));
        report.findings.back().title = fmt::format("Card {} against card {}", i, i + 1);
        report.findings.back().about.question = report.findings.back().title;
        report.findings.back().clauses = {clause(say, "card", fmt::format("Card {}", i)),
                                          clause(say, "card", fmt::format("Card {}", i + 1))};
    }
    return report;
}

Report wrong_report() {
    Report report;
    report.spec = "folder/wrong.rules";
    report.diagnostics = {{"E0101",
                           "error",
                           "expected an expression, found '}'",
                           "folder/wrong.rules",
                           2,
                           13,
                           "write one",
                           {}}};
    return report;
}

std::string page_of(const Report& report, Result result) { return render_html(Reports{{&report, result}}); }

}  // namespace errata::tests
