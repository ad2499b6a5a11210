// A finding keeps its fingerprint through edits that leave it the finding it is, and no longer.
#include <algorithm>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "checker/driver/session.h"
#include "dsl/ast/print.h"
#include "dsl/load.h"
#include "dsl/source/file_reader.h"
#include "tests/support/memory_reader.h"
#include "tests/support/specs.h"
#include "tests/support/titles.h"

namespace errata::tests {
namespace {

using dsl::ast::ItemKind;
using testing::IsEmpty;
using testing::IsSupersetOf;
using testing::Not;

// Code, title and paths of the clauses, by fingerprint.
using TextsByFingerprint = std::map<std::string, std::string>;

TextsByFingerprint fingerprinted(const dsl::FileReader& reader, const std::string& path) {
    const checker::Session session = checker::open_session(reader, path, {});
    EXPECT_THAT(session.parts, Not(IsEmpty())) << path;
    checker::CheckOptions options;
    options.budget.states = 20'000;
    options.budget.solver_units = 3'000'000;
    const std::vector<checker::CheckResult> results = checker::check(session, options);
    TextsByFingerprint findings;
    for (std::size_t i = 0; i < results.size(); ++i) {
        for (const checker::Finding& finding : results[i].findings) {
            std::string text =
                std::string(checker::code_name(finding.code)) + " " + title(session.parts[i].model, finding);
            for (const compiler::ClauseId clause : finding.clauses)
                text += ", " + session.parts[i].model.clause(clause).path;
            findings[finding.fingerprint] = std::move(text);
        }
    }
    return findings;
}

TextsByFingerprint findings_in(std::map<std::string, std::string> files,
                               const std::string& path = "fair.rules") {
    return fingerprinted(tests::MemoryReader(std::move(files)), path);
}

std::set<std::string> fingerprints(const TextsByFingerprint& findings) {
    std::set<std::string> result;
    for (const auto& [fingerprint, text] : findings) result.insert(fingerprint);
    return result;
}

// A spec in parts, so that an edit can put them elsewhere.
constexpr const char* title_line = "game \"Fair\"\n";
constexpr const char* head_items = R"(player Ann
meta { trigger_order: unstated }
enum sound: bell, gong, chime
kind tower: left, right { sign: sign }
printed sign on tower if this.sign = it
state { grain: 0..9 = 2 }
action strike(s: sound) { nothing }
setup "both hang" { left.sign := Bell  right.sign := Gong }
phrase line "When the {a: sound} sounds, sound the {b: sound}." = { when strike(a) { strike(b) } }
)";
constexpr const char* bell = "sign Bell\n  When the bell sounds, sound the gong.\n\n";
constexpr const char* gong = "sign Gong\n  When the gong sounds, sound the bell.\n\n";
constexpr const char* harvest = "rule \"Harvest\" { at dusk { grain += 4 } }\n";
constexpr const char* tithe = "rule \"Tithe\" { at dusk { if grain > 3 { grain -= 2 } } }\n";
constexpr const char* turn_item = R"(turn {
    phase day {
        choose by Ann {
            option "rings the bell" { strike(bell) }
            option "goes home" { nothing }
        }
    }
    phase dusk { nothing }
    end "winter"
}
)";

std::string fair(const std::vector<std::string>& items) {
    std::string text = title_line;
    for (const std::string& item : items) text += item;
    return text;
}

TextsByFingerprint unedited() {
    TextsByFingerprint findings =
        findings_in({{"fair.rules", fair({head_items, bell, gong, harvest, tithe, turn_item})}});
    EXPECT_GE(findings.size(), 2U);
    return findings;
}

TEST(Fingerprints, SurviveEditsThatLeaveTheFindingWhatItIs) {
    const std::string unused = "sign Drum\n  Nothing.\n\nphrase line \"Nothing.\" = { }\n";
    const std::string above = "rule \"Before\" { when strike(chime) { grain := 0 } }\n";
    const std::string laid_out =
        "-- a comment\n\nrule \"Harvest\" {\n    -- at the end\n    at dusk {\n        grain += 4\n    "
        "}\n}\n";
    const std::string reworded = "rule \"Harvest\" { at dusk { grain += 3 } }\n";
    const std::map<std::string, std::vector<std::string>> edits = {
        {"a rule above", {head_items, above, bell, gong, harvest, tithe, turn_item}},
        {"a card that nobody has", {head_items, unused, bell, gong, harvest, tithe, turn_item}},
        {"another order", {turn_item, tithe, harvest, gong, bell, head_items}},
        {"another layout", {head_items, "\n\n", bell, gong, laid_out, tithe, turn_item}},
        {"a clause in other words", {head_items, bell, gong, reworded, tithe, turn_item}},
    };
    const TextsByFingerprint before = unedited();
    for (const auto& [edit, items] : edits) {
        const TextsByFingerprint after = findings_in({{"fair.rules", fair(items)}});
        EXPECT_THAT(fingerprints(after), IsSupersetOf(fingerprints(before))) << edit;
    }
}

TEST(Fingerprints, SurviveOtherFiles) {
    const std::string rules = fair({"import \"signs.rules\"\n", head_items, tithe, turn_item, harvest});
    const TextsByFingerprint apart =
        findings_in({{"kermis.rules", rules}, {"signs.rules", std::string(gong) + bell}}, "kermis.rules");
    EXPECT_EQ(fingerprints(apart), fingerprints(unedited()));
}

// Those in `before` only.
std::string changed(const TextsByFingerprint& before, const TextsByFingerprint& after) {
    std::string result;
    for (const auto& [fingerprint, text] : before) {
        if (after.count(fingerprint) == 0) result += text + "\n";
    }
    return result;
}

TEST(Fingerprints, ChangeWithTheFindingAndNoOther) {
    const TextsByFingerprint before = unedited();
    const std::string toll = "rule \"Toll\" { at dusk { if grain > 3 { grain -= 2 } } }\n";
    EXPECT_EQ(
        changed(before,
                findings_in({{"fair.rules", fair({head_items, bell, gong, harvest, toll, turn_item})}})),
        "order.unowned ⟦AtOnce: Harvest and Tithe, 2⟧, rule Harvest/at dusk, rule Tithe/at dusk\n")
        << "another rule";
    const std::string first = "sign Bell\n  When the chime sounds, sound the chime.\n";
    const std::string second = "  When the bell sounds, sound the gong.\n\n";
    EXPECT_EQ(changed(before, findings_in({{"fair.rules", fair({head_items, first, second, gong, harvest,
                                                                tithe, turn_item})}})),
              "loop.mandatory ⟦ForEver: Bell and Gong⟧, sign Bell/line 1, sign Gong/line 1\n")
        << "another line";
}

// The files of the project, but for one.
class Edited : public dsl::DiskReader {
public:
    Edited(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {}
    std::optional<std::string> read(const std::string& path) const override {
        return path == path_ ? text_ : DiskReader::read(path);
    }

private:
    std::string path_;
    std::string text_;
};

// Does the order among such items mean nothing? That of types and what is stored is the order of values.
bool may_move(ItemKind kind) {
    static const std::set<ItemKind> kinds = {ItemKind::Rule,    ItemKind::Card,   ItemKind::Phrase,
                                             ItemKind::Action,  ItemKind::Define, ItemKind::Open,
                                             ItemKind::Derived, ItemKind::Check,  ItemKind::Ruling,
                                             ItemKind::Setup,   ItemKind::Window, ItemKind::Scenario};
    return kinds.count(kind) > 0;
}

// The spec as it is printed, with items that may move in the opposite order.
std::string turned_round(const std::string& path) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    dsl::ast::Module module = dsl::load(dsl::DiskReader(), path, sources, sink).back();
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < module.items.size(); ++i) {
        if (may_move(module.items[i].kind)) places.push_back(i);
    }
    for (std::size_t i = 0; 2 * i + 1 < places.size(); ++i)
        std::swap(module.items[places[i]], module.items[places[places.size() - 1 - i]]);
    return dsl::ast::print(module, sources);
}

class FingerprintsOfSpecs : public testing::TestWithParam<std::string> {};

TEST_P(FingerprintsOfSpecs, SurviveAnotherOrder) {
    const dsl::DiskReader disk;
    const TextsByFingerprint before = fingerprinted(disk, GetParam());
    const TextsByFingerprint after = fingerprinted(Edited(GetParam(), turned_round(GetParam())), GetParam());
    EXPECT_EQ(fingerprints(after), fingerprints(before)) << changed(before, after);
}

INSTANTIATE_TEST_SUITE_P(Litmus, FingerprintsOfSpecs, testing::ValuesIn(specs_under("/specs/litmus")),
                         name_of_spec);

}  // namespace
}  // namespace errata::tests
