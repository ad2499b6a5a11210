// What is said about readings: which were asked, under which of them something fails, and what a bound on
// them leaves out. And the ground it stands on: what is not asked makes no difference, in every state that a
// litmus game comes to.
#include <algorithm>
#include <set>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "checker/driver/session.h"
#include "checker/driver/specs_in.h"
#include "compiler/ir/passes/shortcuts.h"
#include "dsl/source/file_reader.h"
#include "tests/support/model_builder.h"
#include "tests/support/program.h"
#include "tests/support/told.h"

namespace errata::tests {
namespace {

using testing::AllOf;
using testing::HasSubstr;

const std::string root_folder = ERRATA_SOURCE_DIR;

nlohmann::json report_on_spec(const std::string& spec, const std::vector<std::string>& more = {}) {
    std::vector<std::string> switches{"--format", "json"};
    switches.insert(switches.end(), more.begin(), more.end());
    const Ran ran = check_spec(root_folder + spec, switches);
    nlohmann::json report = nlohmann::json::parse(ran.out, nullptr, false);
    EXPECT_FALSE(report.is_discarded()) << ran.out << ran.err;
    return report;
}

std::string detail_of(const nlohmann::json& report, const std::string& claim) {
    for (const nlohmann::json& verdict : report.at("verdicts")) {
        if (verdict.at("claim") == claim) return verdict.at("detail");
    }
    return "no verdict";
}

bool finds(const nlohmann::json& report, const std::string& code) {
    return std::ranges::any_of(report.at("findings"),
                               [&](const nlohmann::json& finding) { return finding.at("code") == code; });
}

TEST(ReadingsOfASearch, AreThoseAsked) {
    const nlohmann::json report = report_on_spec("/tests/verdicts/regressions/twenty-readings.rules");
    EXPECT_THAT(detail_of(report, "no deadlock"), HasSubstr("⟦UnderReadings: 2, 20⟧"));
    EXPECT_EQ(report.at("stats").at("states"), 2'840) << "of ten setups";
}

TEST(ReadingsOfAScenario, AreNamedWhereItFails) {
    const std::string spec = "/tests/verdicts/regressions/readings-in-a-scenario.rules";
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, {"--no-readings"}, {"--scope", "readings=2"}}) {
        const nlohmann::json report = report_on_spec(spec, more);
        EXPECT_THAT(detail_of(report, "scenario \"cheap\""),
                    AllOf(HasSubstr("What the bridge costs: two"), HasSubstr("What the keeper gets: three"),
                          testing::Not(HasSubstr("ferry"))));
    }
    EXPECT_THAT(detail_of(report_on_spec(spec), "scenario \"not for nothing\""), HasSubstr("⟦Holds: 6, "));
}

TEST(ReadingsOfAScenario, AreBoundedByTheScope) {
    const std::string spec = "/tests/verdicts/regressions/readings-in-a-scenario.rules";
    EXPECT_THAT(detail_of(report_on_spec(spec, {"--scope", "readings=1"}), "scenario \"cheap\""),
                AllOf(HasSubstr("⟦Holds: 4, "), HasSubstr("⟦DeparturesUpTo: 1⟧")));
    EXPECT_THAT(detail_of(report_on_spec(spec, {"--scope", "readings=0"}), "scenario \"cheap\""),
                AllOf(HasSubstr("⟦Holds: 1, "), HasSubstr("⟦DeparturesUpTo: 0⟧")));
}

TEST(BoundedReadings, LeaveOutWhatTakesMore) {
    const std::string spec = "/specs/litmus/contradictions/gate-hours.rules";
    for (const std::string engine : {"explicit", "symbolic"}) {
        for (const std::string bound : {"0", "1", "2", "7"}) {
            const nlohmann::json report =
                report_on_spec(spec, {"--scope", "readings=" + bound, "--engine", engine});
            EXPECT_EQ(finds(report, "contradiction.must-cannot"), bound >= "2") << engine << " " << bound;
            EXPECT_TRUE(finds(report, "ambiguous.reading")) << engine << " " << bound;
        }
    }
    const nlohmann::json report = report_on_spec(spec, {"--scope", "readings=1"});
    EXPECT_THAT(detail_of(report, "no contradiction.must-cannot"),
                HasSubstr("⟦UnderReadings: 2, 0⟧ and ⟦DeparturesUpTo: 1⟧"));
}

// Every variable that no rule writes is taken for a reading.
void ask_about_constants(compiler::Model& model) {
    std::set<compiler::VarId> written;
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const compiler::Code& node = model.flow.code[compiler::CodeId(i)];
        if (compiler::is_write(node.kind)) written.insert(node.var);
    }
    model.readings.all.clear();
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        compiler::Variable& variable = model.variables[i];
        variable.reading = {};
        if (written.contains(compiler::VarId(i)) || !model.type(variable.type).is_finite()) continue;
        variable.reading = compiler::ReadingId(model.readings.all.size());
        model.readings.all.push_back({compiler::VarId(i), {}, false});
    }
    model.shortcuts = compiler::shortcuts(model);
}

struct Seen {
    bool over = false;
    compiler::Owner owner;
    std::vector<compiler::Occurrence> incidents;
    std::vector<std::tuple<compiler::Move, std::optional<compiler::State>, std::vector<compiler::ClauseId>>>
        ways;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seen(const compiler::Evaluator& evaluator, const compiler::State& state, std::size_t but_for) {
    const compiler::Expansion expansion = evaluator.expand(state);
    Seen result{expansion.over, expansion.owner, expansion.incidents, {}};
    for (const compiler::Successor& successor : expansion.successors) {
        std::optional<compiler::State> next = successor.next;
        if (next) (*next)[but_for] = 0;
        result.ways.emplace_back(successor.move, std::move(next), successor.used);
    }
    return result;
}

TEST(WhatIsNotAsked, MakesNoDifference) {
    constexpr std::size_t states_of_each = 60;
    const dsl::DiskReader disk;
    std::size_t compared = 0;
    std::size_t asked_for = 0;
    for (const std::string& path : checker::specs_in(disk, root_folder + "/specs/litmus")) {
        checker::Session spec = checker::open_session(disk, path, {});
        ASSERT_FALSE(spec.parts.empty()) << path;
        compiler::Model& model = spec.parts[0].model;
        ask_about_constants(model);
        const compiler::Evaluator evaluator(model);
        std::vector<compiler::State> states{initial_state(model)};
        for (std::size_t i = 0; i < std::min(states.size(), states_of_each); ++i) {
            compiler::ReadingSet asked;
            const compiler::State state = states[i];
            for (const compiler::Successor& successor : evaluator.watched(asked).expand(state).successors) {
                if (successor.next) states.push_back(*successor.next);
            }
            for (std::size_t k = 0; k < model.readings.all.size(); ++k) {
                const compiler::Variable& variable = model.variable(model.readings.all[k].variable);
                if (asked[k]) ++asked_for;
                for (std::size_t cell = variable.base; !asked[k] && cell < variable.base + variable.cells;
                     ++cell) {
                    const compiler::Type& type = model.type(variable.type);
                    compiler::State other = state;
                    other[cell] = state[cell] == type.hi ? type.lo : state[cell] + 1;
                    EXPECT_EQ(seen(evaluator, state, cell), seen(evaluator, other, cell))
                        << path << ": " << variable.name;
                    ++compared;
                }
            }
        }
    }
    EXPECT_GT(compared, 5'000U);
    EXPECT_GT(asked_for, 500U);
}

// Readings that come to the same ends, but not by the same players' will.
std::string rescue(const std::string& one, const std::string& other) {
    return "player Ann, Bob\nstate { saved: bool, fed: bool }\n"
           "reading \"Who may save\" { first \"the first\" { at dusk { " +
           one + " } } second \"the second\" { at dusk { " + other +
           " } } }\n"
           "turn { phase dusk { nothing } end \"over\" }\n";
}

TEST(ReadingsThatComeToTheSameEnds, AreToldApartByWhoDecidesBetweenThem) {
    const auto saves = [](const std::string& who) {
        return "choose by " + who + " { option \"saves\" { saved := yes } option \"leaves\" { nothing } }";
    };
    const auto feeds = [](const std::string& who) {
        return "choose by " + who + " { option \"feeds\" { fed := yes } option \"eats\" { nothing } }";
    };
    const std::string chance =
        "choose by chance { option \"up\" { saved := yes } option \"down\" { nothing } }";
    const auto differ = [&](const std::string& one, const std::string& other, const std::string& told) {
        const Ran ran = check_game(rescue(one, other));
        EXPECT_TRUE(says(ran, "ambiguous.reading")) << one << "\n" << other << ran.out;
        EXPECT_TRUE(says(ran, told)) << one << "\n" << other << ran.out;
        EXPECT_EQ(ran.code, 3) << "what the players make of it is not known: " << ran.out;
    };
    differ(saves("Ann"), saves("Bob"), "Bob chooses");
    differ(saves("Ann"), chance, "chance chooses");
    differ(saves("Ann") + " " + feeds("Bob"), feeds("Bob") + " " + saves("Ann"), "Bob chooses, then Ann");
    differ(saves("Ann") + " " + feeds("Bob"), saves("Bob") + " " + feeds("Ann"), "Bob chooses, then Ann");
    differ("secretly { " + saves("Ann") + " " + feeds("Bob") + " }", saves("Ann") + " " + feeds("Bob"),
           "secretly");
    differ(saves("Ann"),
           saves("Ann") + " if saved { " +
               "choose by Bob { option \"lets\" { nothing } option "
               "\"stops\" { saved := no } } }",
           "Ann chooses, then Bob");
    const auto same = [&](const std::string& one, const std::string& other) {
        const Ran ran = check_game(rescue(one, other));
        EXPECT_EQ(ran.code, 0) << one << "\n" << other << ran.out;
        EXPECT_FALSE(says(ran, "ambiguous.reading")) << one << "\n" << other << ran.out;
    };
    same(saves("Ann"), saves("Ann"));
    same(saves("Ann"), replaced(saves("Ann"), "\"saves\"", "\"rescues\""));
    same(saves("Ann") + " " + feeds("Ann"), feeds("Ann") + " " + saves("Ann"));
    same(saves("Ann") + " choose by Bob { option \"nods\" { nothing } option \"shrugs\" { nothing } }",
         saves("Ann"));
}

// Without the first of them nobody is poor. Nothing of the play goes by the second.
TEST(Assumptions, AreNamedByWhatNeedsThem) {
    const std::string spec = "/tests/verdicts/regressions/toll-assumed.rules";
    const nlohmann::json report = report_on_spec(spec);
    ASSERT_EQ(report.at("findings").size(), 1);
    EXPECT_EQ(report.at("findings")[0].at("assumptions"), nlohmann::json({"toll_is_due"}));
    EXPECT_EQ(report_on_spec(spec, {"--without-assumption", "toll_is_due"}).at("findings").size(), 0);
    const nlohmann::json by_words =
        report_on_spec(spec, {"--without-assumption", "a toll is paid back on the way home"});
    EXPECT_EQ(by_words.at("findings").size(), 1);
}

TEST(Assumptions, CannotBeLeftOutWhereTheyAreNotMade) {
    const Ran ran = check_spec(root_folder + "/tests/verdicts/regressions/toll-assumed.rules",
                               {"--without-assumption", "tolls_are_due"});
    EXPECT_EQ(ran.code, 2);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("E0201: unknown assumption 'tolls_are_due'"),
                               HasSubstr("did you mean 'toll_is_due'?")));
}

}  // namespace
}  // namespace errata::tests
