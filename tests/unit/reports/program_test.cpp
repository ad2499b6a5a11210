// The command line in memory: what it accepts, where it prints, how it ends.
#include "reports/cli/program.h"

#include <filesystem>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/options.h"
#include "reports/version.h"
#include "tests/support/bell_game.h"
#include "tests/support/codes.h"
#include "tests/support/program.h"
#include "tests/support/specs.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

class Program : public testing::Test {
protected:
    Program()
        : root_(fs::path(testing::TempDir()) /
                ("errata_program_" +
                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~Program() override { fs::remove_all(root_); }

    std::string path(const std::string& name) const { return (root_ / name).string(); }
    std::string file(const std::string& name, const std::string& text) const {
        EXPECT_TRUE(write_file(path(name), text));
        return path(name);
    }
    static std::string text(const std::string& name) {
        return dsl::DiskReader().read(name).value_or("(unreadable)");
    }

    fs::path root_;
};

// A lamp that two rules fight over, with a play of two steps.
const std::string lamp_game =
    "game \"Lamp\"\n"
    "player Ann, Bob\n"
    "state { lit: bool, turns: 0..3 }\n"
    "turn {\n"
    "    choose by Ann {\n"
    "        option \"lights the lamp\" if not lit { lit := yes }\n"
    "        option \"waits\" { nothing }\n"
    "    }\n"
    "    turns += 1\n"
    "    if turns = 3 { end \"dark\" }\n"
    "}\n"
    "setup \"dark\" { lit := no }\n"
    "check \"the lamp stays dark\" always not lit\n";

// Of a loop that the solver finds the second look follows more states than the search was allowed.
TEST_F(Program, ATinyBudgetEndsNoRun) {
    const std::string bell = file("bell.rules", bell_game);
    EXPECT_EQ(run_errata({"check", bell, "--budget", "1states"}).code, exit_inconclusive);
}

TEST_F(Program, TellsItsVersionAndItsCommands) {
    const Ran told = run_errata({"--version"});
    EXPECT_EQ(told.code, exit_passed);
    EXPECT_THAT(told.out, HasSubstr("errata " + version()));
    const Ran help = run_errata({"--help"});
    EXPECT_EQ(help.code, exit_passed);
    for (const char* command :
         {"check", "test", "replay", "fmt", "explain", "dump", "merge", "coverage", "cards", "new"}) {
        EXPECT_THAT(help.out, HasSubstr(command));
        const Ran own = run_errata({command, "--help"});
        EXPECT_EQ(own.code, exit_passed) << command;
        EXPECT_THAT(own.out, HasSubstr("--help")) << command;
        EXPECT_THAT(own.err, IsEmpty()) << command;
        EXPECT_EQ(run_errata({"help", command}).out, own.out);
    }
    EXPECT_EQ(run_errata({"help"}).out, help.out);
}

TEST_F(Program, SuggestsWhatWasMeant) {
    const Ran command = run_errata({"chck", "x.rules"});
    EXPECT_EQ(command.code, exit_wrong);
    EXPECT_THAT(command.out, IsEmpty());
    EXPECT_THAT(command.err, HasSubstr("no command is called 'chck'\n  did you mean 'check'?"));
    const Ran option = run_errata({"check", "x.rules", "--fromat", "json"});
    EXPECT_EQ(option.code, exit_wrong);
    EXPECT_THAT(option.err, HasSubstr("did you mean '--format'?"));
    EXPECT_EQ(run_errata({}).code, exit_wrong);
}

TEST_F(Program, RefusesOptionsItCannotRead) {
    for (const std::vector<std::string>& words : {std::vector<std::string>{"--budget", "soon"},
                                                  {"--budget", "0s"},
                                                  {"--memory", "2"},
                                                  {"--memory", "0GB"},
                                                  {"--memory", "-1GB"},
                                                  {"--memory", "GB"},
                                                  {"--memory", "18446744073709551615GB"},
                                                  {"--second-look", "all"},
                                                  {"--second-look", "-5"},
                                                  {"--budget", "-3"},
                                                  {"--budget", "5 s"},
                                                  {"--budget", ""},
                                                  {"--scope", "=3"},
                                                  {"--scope", "group=many"},
                                                  {"--format", "papyrus"},
                                                  {"--fail-on", "never"},
                                                  {"--engine", "steam"},
                                                  {"--depth", "0"},
                                                  {"--only", "loop.mandatroy"}}) {
        std::vector<std::string> arguments = {"check", file("lamp.rules", lamp_game)};
        arguments.insert(arguments.end(), words.begin(), words.end());
        const Ran ran = run_errata(arguments);
        EXPECT_EQ(ran.code, exit_wrong) << testing::PrintToString(words);
        EXPECT_THAT(ran.out, IsEmpty()) << testing::PrintToString(words);
        EXPECT_THAT(ran.err, Not(IsEmpty())) << testing::PrintToString(words);
    }
}

TEST_F(Program, SaysInWordsWhatIsNoNumberOfThings) {
    const Ran ran = run_errata({"check", file("lamp.rules", lamp_game), "--second-look", "all"});
    EXPECT_THAT(ran.err, HasSubstr("--second-look: 'all' is no number of states"));
    for (const std::string option : {"--threads", "--depth"}) {
        EXPECT_THAT(run_errata({"check", file("lamp.rules", lamp_game), option, "0"}).err,
                    HasSubstr(option + ": '0' is no number of "));
    }
}

TEST_F(Program, ReadsBudgetsAndScopes) {
    const checker::Budget budget = read_budget({"60s,1000states,7units", ""});
    EXPECT_EQ(read_budget({"", "500MB"}).memory, 500'000'000U);
    EXPECT_EQ(read_budget({"", "8GB"}).memory, 8'000'000'000U);
    EXPECT_EQ(budget.memory, 4'000'000'000U);
    EXPECT_EQ(budget.seconds, 60);
    EXPECT_EQ(budget.states, 1000U);
    EXPECT_EQ(budget.solver_units, 7U);
    const compiler::CompileOptions options = compile_options(ScopeWords{{"small", "group=2"}, {"once"}});
    EXPECT_EQ(options.scope, "small");
    EXPECT_EQ(options.overrides.at("group"), 2);
    EXPECT_EQ(options.without_assumptions, std::vector<std::string>{"once"});
}

TEST_F(Program, ExplainsCodes) {
    EXPECT_THAT(run_errata({"explain", "loop.mandatory"}).out, HasSubstr("What it means"));
    EXPECT_THAT(run_errata({"explain", "E0101"}).out, HasSubstr("E0101"));
    EXPECT_THAT(run_errata({"explain"}).out, HasSubstr("order.chosen"));
    const Ran unknown = run_errata({"explain", "loop.mandatry"});
    EXPECT_EQ(unknown.code, exit_wrong);
    EXPECT_THAT(unknown.err, HasSubstr("did you mean 'loop.mandatory'?"));
}

TEST_F(Program, ReportsAMissingSpec) {
    const Ran ran = run_errata({"check", path("missing.rules")});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_THAT(ran.err, HasSubstr("error E0001"));
    EXPECT_THAT(ran.err, HasSubstr("1 error"));
}

TEST_F(Program, PutsErrorsOfASpecIntoTheJsonToo) {
    const Ran ran =
        run_errata({"check", file("bad.rules", "game \"Bad\"\nturn { x := }\n"), "--format", "json"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.out, HasSubstr("\"result\": \"spec is wrong\""));
    EXPECT_THAT(ran.out, HasSubstr("\"E0101\""));
    EXPECT_THAT(ran.err, HasSubstr("bad.rules:2:"));
}

TEST_F(Program, ChecksAndSaysWhatItFound) {
    const Ran ran = run_errata({"check", file("lamp.rules", lamp_game)});
    EXPECT_EQ(ran.code, exit_findings) << ran.out << ran.err;
    EXPECT_THAT(ran.out,
                HasSubstr("\nerror: \"the lamp stays dark\" is not always true [contradiction.invariant] #"));
    EXPECT_THAT(ran.out, HasSubstr("lights the lamp"));
    EXPECT_THAT(ran.out, HasSubstr("lit: no → yes"));
    EXPECT_THAT(ran.err, IsEmpty());
    EXPECT_EQ(run_errata({"check", path("lamp.rules")}).out, ran.out) << "equal inputs give equal output";
}

TEST_F(Program, SaysNothingOfProgressUnlessAsked) {
    const Ran ran = run_errata({"check", file("lamp.rules", lamp_game), "--progress"});
    EXPECT_THAT(ran.err, HasSubstr("[")) << "an obligation per line";
    EXPECT_EQ(ran.out, run_errata({"check", path("lamp.rules")}).out);
}

TEST_F(Program, ReplaysWhatItSaved) {
    ASSERT_EQ(run_errata({"check", file("lamp.rules", lamp_game), "--save-witness", path("saved")}).code,
              exit_findings);
    std::vector<std::string> files;
    for (const auto& entry : fs::directory_iterator(path("saved"))) {
        if (entry.path().filename().string().find("contradiction.invariant") != std::string::npos)
            files.push_back(entry.path().string());
    }
    ASSERT_EQ(files.size(), 1U);
    const Ran first = run_errata({"replay", files[0]});
    EXPECT_EQ(first.code, exit_passed) << first.out << first.err;
    EXPECT_THAT(first.out, HasSubstr("lights the lamp"));
    EXPECT_EQ(run_errata({"replay", files[0]}).out, first.out);

    std::string changed = lamp_game;
    changed.replace(changed.find("lit := yes"), 10, "lit := no ");
    file("lamp.rules", changed);
    const Ran second = run_errata({"replay", files[0]});
    EXPECT_EQ(second.code, exit_findings);
    EXPECT_THAT(second.out, HasSubstr("Does not replay: step 2: it no longer makes lit yes"));
}

TEST_F(Program, PrintsTheSameLogFromAnotherClone) {
    const fs::path before = fs::current_path();
    fs::create_directories(path("first/specs"));
    file("first/specs/lamp.rules", lamp_game);
    fs::current_path(path("first"));
    run_errata({"check", "specs/lamp.rules", "--only", "contradiction.invariant", "--save-witness", "saved"});
    const std::string saved = fs::directory_iterator("saved")->path().string();
    const Ran first = run_errata({"replay", saved});
    fs::copy(path("first"), path("second"), fs::copy_options::recursive);
    fs::remove_all(path("first/specs"));
    fs::current_path(path("second"));
    const Ran second = run_errata({"replay", saved});
    fs::current_path(before);
    const Ran from_elsewhere = run_errata({"replay", path("second/" + saved)});
    EXPECT_EQ(first.code, exit_passed) << first.out << first.err;
    EXPECT_EQ(second.out, first.out);
    EXPECT_EQ(from_elsewhere.out, first.out);
}

TEST_F(Program, RefusesBrokenWitnesses) {
    EXPECT_EQ(run_errata({"replay", path("missing.json")}).code, exit_wrong);
    EXPECT_EQ(run_errata({"replay", file("text.json", "once upon a time")}).code, exit_wrong);
    EXPECT_EQ(run_errata({"replay", file("other.json", "{\"format\": \"errata-witness-1\"}")}).code,
              exit_wrong);
}

TEST_F(Program, SharesWorkAndJoinsIt) {
    const std::string spec = file("lamp.rules", lamp_game);
    const Ran plan = run_errata({"check", spec, "--list-obligations"});
    ASSERT_EQ(plan.code, exit_passed);
    std::vector<std::string> parts;
    std::istringstream lines(plan.out);
    for (std::string line; std::getline(lines, line);) {
        const std::string id = line.substr(0, line.find(": "));
        parts.push_back(path("part" + std::to_string(parts.size()) + ".json"));
        run_errata({"check", spec, "--obligation", id, "--save-results", parts.back()});
    }
    ASSERT_GT(parts.size(), 1U) << plan.out;
    std::vector<std::string> merge = {"merge"};
    merge.insert(merge.end(), parts.begin(), parts.end());
    const Ran whole = run_errata({"check", spec, "--format", "json"});
    merge.insert(merge.end(), {"--format", "json"});
    const Ran merged = run_errata(merge);
    EXPECT_EQ(merged.code, whole.code) << merged.err;
    const auto findings = [](const std::string& json) { return nlohmann::json::parse(json)["findings"]; };
    EXPECT_EQ(findings(merged.out), findings(whole.out));

    const Ran half = run_errata({"merge", parts[0]});
    EXPECT_THAT(half.out, HasSubstr("is in none of the merged files"));
    file("lamp.rules", lamp_game + "check \"another\" never turns = 2\n");
    const Ran stale = run_errata({"merge", parts[0]});
    EXPECT_EQ(stale.code, exit_wrong);
    EXPECT_THAT(stale.err, HasSubstr("the spec has changed since"));
}

TEST_F(Program, KnowsItsObligations) {
    const Ran ran = run_errata({"check", file("lamp.rules", lamp_game), "--obligation", "nothing"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("'nothing' is no obligation here"));
}

TEST_F(Program, EndsSeveralSpecsWithATable) {
    file("one.rules", lamp_game);
    file("two.rules", "game \"Two\"\nturn {\n");
    const Ran ran = run_errata({"check", root_.string()});
    EXPECT_EQ(ran.code, exit_wrong) << "a wrong spec outweighs findings";
    EXPECT_THAT(ran.out, HasSubstr("two.rules  -"));
    const Ran json = run_errata({"check", root_.string(), "--format", "json"});
    EXPECT_TRUE(nlohmann::json::parse(json.out).is_array());
}

TEST_F(Program, PrintsEveryFormat) {
    const std::string spec = file("lamp.rules", lamp_game);
    const std::string wrong = file("wrong.rules", "game \"Wrong\"\nturn {\n");
    const std::string rows =
        file("rows.md", "| id | type | statement |\n|---|---|---|\n| A-1 | rule | x |\n");
    for (const OutputFormat& format : all_formats()) {
        SCOPED_TRACE(format.name);
        const std::vector<std::string> asked = {"--format", std::string(format.name)};
        const auto code_of = [&](std::vector<std::string> arguments, bool prints) {
            arguments.insert(arguments.end(), asked.begin(), asked.end());
            const Ran ran = run_errata(arguments);
            if (prints) {
                EXPECT_THAT(ran.out, testing::EndsWith("\n"));
            }
            return ran.code;
        };
        EXPECT_EQ(code_of({"check", spec}, true), exit_findings);
        EXPECT_EQ(code_of({"check", spec, wrong}, true), exit_wrong);
        EXPECT_EQ(code_of({"coverage", spec, "--against", rows}, format.coverage != nullptr),
                  format.coverage != nullptr ? exit_findings : exit_wrong);
        EXPECT_EQ(code_of({"coverage", wrong, "--against", rows}, false), exit_wrong);
        EXPECT_EQ(code_of({"cards", spec}, format.cards != nullptr),
                  format.cards != nullptr ? exit_passed : exit_wrong);
        EXPECT_THAT(run_errata({"check", "--help"}).out, HasSubstr(std::string(format.name)));
    }
}

TEST_F(Program, HoldsSpecsToTheirExpectations) {
    EXPECT_EQ(
        run_errata({"check", file("met.rules", lamp_game + "expect contradiction.invariant refuted\n")}).code,
        exit_passed);
    const Ran missing = run_errata(
        {"check", file("missing.rules", lamp_game + "expect contradiction.invariant\nexpect deadlock\n")});
    EXPECT_EQ(missing.code, exit_findings);
    EXPECT_THAT(missing.out, HasSubstr("Missing: deadlock"));
}

TEST_F(Program, FormatsFiles) {
    const std::string untidy =
        "game   \"Lamp\"\nstate { lit: bool }\n\n\n\nturn { lit := yes   ; end \"over\" }\n";
    const std::string spec = file("lamp.rules", untidy);
    const Ran check = run_errata({"fmt", "--check", spec});
    EXPECT_EQ(check.code, exit_findings);
    EXPECT_EQ(check.out, spec + "\n");
    EXPECT_EQ(text(spec), untidy) << "--check changes nothing";
    EXPECT_EQ(run_errata({"fmt", spec}).code, exit_passed);
    const std::string tidy = text(spec);
    EXPECT_NE(tidy, untidy);
    EXPECT_EQ(run_errata({"fmt", "--check", spec}).code, exit_passed);
    EXPECT_EQ(run_errata({"fmt", "-"}, untidy).out, tidy);
}

TEST_F(Program, LeavesBrokenFilesAlone) {
    const std::string broken = "game \"Lamp\"\nturn { lit :=\n";
    const std::string spec = file("lamp.rules", broken);
    const Ran ran = run_errata({"fmt", spec});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.err, HasSubstr("left as it is"));
    EXPECT_EQ(text(spec), broken);
    EXPECT_EQ(run_errata({"fmt", path("missing.rules")}).code, exit_wrong);
}

TEST_F(Program, DumpsItsStages) {
    const std::string spec = file("lamp.rules", lamp_game);
    EXPECT_THAT(run_errata({"dump", "--stage", "ast", spec}).out, HasSubstr("Lamp"));
    EXPECT_THAT(run_errata({"dump", "--stage", "ir", spec}).out, HasSubstr("lit"));
    EXPECT_THAT(run_errata({"dump", "--stage", "effects", spec}).out, HasSubstr("writes lit"));
    const std::string texts = run_errata({"dump", "--stage", "text", litmus_spec("guard-or-scout")}).out;
    EXPECT_THAT(texts, HasSubstr("Muster\n  At dusk, wound each guard or scout you control.\n    reading 1\n"
                                 "    line \"At dusk, {e: effect}\"\n      e: effect"));
    EXPECT_THAT(texts, HasSubstr("    may mean: At dusk, wound each [guard or scout] you control\n"));
    const std::string graph = run_errata({"dump", "--stage", "graph", spec}).out;
    EXPECT_THAT(graph, HasSubstr("begins in state 0\n\nstate 0: rules\n  -> 1: "));
    EXPECT_EQ(run_errata({"dump", "--stage", "graph", path("missing.rules")}).code, exit_wrong);
    EXPECT_EQ(run_errata({"dump", "--stage", "gold", spec}).code, exit_wrong);
    EXPECT_EQ(run_errata({"dump", spec}).code, exit_wrong);
}

}  // namespace
}  // namespace errata::tests
