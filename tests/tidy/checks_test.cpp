// Each rule of the house can fail: made-up trees with one offence, next to near misses that are none.
#include "tests/tidy/checks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

namespace errata::tests {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using testing::StartsWith;

TEST(Layers, RightwardIncludeIsAnOffence) {
    EXPECT_THAT(check_layers({{"dsl/parse.cpp", "\n#include \"compiler/compile.h\"\n"}}),
                ElementsAre(AllOf(StartsWith("dsl/parse.cpp:2:"), HasSubstr("to its right"))));
    EXPECT_THAT(check_layers({{"compiler/a.h", "#  include <checker/a.h>\n"}}),
                ElementsAre(StartsWith("compiler/a.h:1:")));
    EXPECT_THAT(check_layers({{"checker/deep/down/a.cpp", "#include \"reports/report.h\"\n"}}),
                ElementsAre(StartsWith("checker/deep/down/a.cpp:1:")));
}

TEST(Layers, RelativeAndTestIncludesAreOffences) {
    EXPECT_THAT(check_layers({{"dsl/a.cpp", "#include \"../reports/report.h\"\n"}}),
                ElementsAre(StartsWith("dsl/a.cpp:1:")));
    EXPECT_THAT(check_layers({{"reports/a.cpp", "#include \"tests/support/x.h\"\n"}}),
                ElementsAre(StartsWith("reports/a.cpp:1:")));
}

TEST(Layers, OwnFolderLeftwardAndForeignIncludesAreFine) {
    EXPECT_THAT(check_layers({{"checker/a.cpp",
                               "#include \"checker/a.h\"\n#include \"dsl/base/id.h\"\n#include <vector>\n"
                               "// #include \"reports/report.h\"\n"},
                              {"tests/unit/a_test.cpp", "#include \"reports/report.h\"\n"}}),
                IsEmpty());
}

TEST(Switches, DefaultBehindKindsIsAnOffence) {
    EXPECT_THAT(check_switches({{"dsl/ast/a.cpp", "case Kind::A:\n    return 1;\n default :\n"}}),
                ElementsAre(StartsWith("dsl/ast/a.cpp:3:")));
    EXPECT_THAT(check_switches({{"dsl/a.h", "case 'x':\ncase ast::Kind::A:\ndefault:\n"}}),
                ElementsAre(StartsWith("dsl/a.h:3:")));
    for (const char* folder : {"compiler/smt", "compiler", "checker/rounds", "reports/cli"}) {
        EXPECT_THAT(check_switches({{std::string(folder) + "/a.cpp", "case Kind::A:\ndefault:\n"}}),
                    SizeIs(1))
            << folder;
    }
}

TEST(Switches, DefaultBehindCharactersAndNumbersIsFine) {
    EXPECT_THAT(check_switches(
                    {{"dsl/a.cpp", "case 'x':\ndefault:\ncase 1:\ndefault:\n// default:\nT() = default;\n"},
                     {"tests/unit/a_test.cpp", "case Kind::A:\ndefault:\n"}}),
                IsEmpty());
}

TEST(Words, OfATableAreNotComparedWith) {
    const std::pair<const std::string, std::string> table = {"checker/engines.def",
                                                             "ERRATA_ENGINE(Explicit, \"explicit\")\n"};
    EXPECT_THAT(check_words({table, {"checker/a.cpp", "\nif (engine == \"explicit\") return;\n"}}),
                ElementsAre(AllOf(StartsWith("checker/a.cpp:2:"), HasSubstr("checker/engines.def"))));
    EXPECT_THAT(check_words({table, {"reports/a.cpp", "if (id.starts_with(\"explicit\")) return;\n"}}),
                SizeIs(1));
    EXPECT_THAT(
        check_words({table, {"compiler/a.h", "return \"explicit\" != engine || engine != \"explicit\";\n"}}),
        SizeIs(1));
}

TEST(Words, AreReadWhereSpecsAndCommandLinesAre) {
    const std::pair<const std::string, std::string> table = {"checker/engines.def",
                                                             "ERRATA_ENGINE(Explicit, \"explicit\")\n"};
    const std::string compares = "if (word == \"explicit\") return;\n";
    EXPECT_THAT(check_words({table,
                             {"compiler/resolve/a.cpp", compares},
                             {"reports/cli/a.cpp", compares},
                             {"tests/unit/a.cpp", compares},
                             {"checker/a.cpp", "if (word == \"another\") return \"explicit\";\n"}}),
                IsEmpty());
}

TEST(LineLengths, OneColumnTooManyIsAnOffence) {
    const std::string full(110, 'x');
    EXPECT_THAT(check_line_lengths({{"dsl/a.cpp", "\n" + full + "x\n"}}),
                ElementsAre(StartsWith("dsl/a.cpp:2:")));
    EXPECT_THAT(check_line_lengths({{"dsl/a.cpp", full + "\n"},
                                    {"dsl/b.cpp", full.substr(1) + "\xC3\xA4\n"},
                                    {"dsl/README.md", full + full + "\n"}}),
                IsEmpty());
}

TEST(TypeNames, TwoTypesOfOneNameInANamespaceAreAnOffence) {
    const auto in = [](const std::string& space, const std::string& type) {
        return "namespace " + space + " {\n" + type + "\n}  // namespace " + space + "\n";
    };
    EXPECT_THAT(check_type_names({{"dsl/a.h", in("errata::dsl", "struct A {\n    int x;\n};")},
                                  {"dsl/b.h", in("errata::dsl", "class A : public B {\n};")}}),
                ElementsAre(AllOf(StartsWith("dsl/b.h:2:"), HasSubstr("dsl/a.h:2:"))));
    EXPECT_THAT(
        check_type_names({{"dsl/a.h", in("errata::dsl", "struct A {\n    struct B {\n    };\n};")},
                          {"dsl/b.h", in("errata::dsl", "struct A;\nstruct C {\n    struct B {\n    };\n};")},
                          {"dsl/c.cpp", in("errata::dsl", "namespace {\nstruct A {\n};\n}  // namespace")},
                          {"dsl/d.h", in("errata::other", "struct A {\n};")}}),
        IsEmpty());
}

TEST(Usings, OneThatNothingNeedsIsAnOffence) {
    EXPECT_THAT(check_usings({{"dsl/a.cpp", "namespace a {\nusing b::Cat;  // Cat\nCats x;\n}\n"}}),
                ElementsAre(StartsWith("dsl/a.cpp:2:")));
    EXPECT_THAT(check_usings({{"dsl/a.cpp", "using b::Cat;\nstd::vector<Cat> x;\n"},
                              {"dsl/a.h", "using b::Cat;\n"},
                              {"dsl/b.cpp", "using namespace c;\nusing Dog = b::Cat;\n"}}),
                IsEmpty());
}

TEST(SubFolders, RightwardIncludeIsAnOffence) {
    EXPECT_THAT(check_sub_folders({{"checker/search/a.cpp", "#include \"checker/rounds/a.h\"\n"}}),
                ElementsAre(AllOf(StartsWith("checker/search/a.cpp:1:"), HasSubstr("to its right"))));
    EXPECT_THAT(check_sub_folders({{"dsl/ast/deep/a.h", "#include \"dsl/grammar/a.h\"\n"}}),
                ElementsAre(StartsWith("dsl/ast/deep/a.h:1:")));
}

TEST(SubFolders, OneWithoutAPlaceIsAnOffence) {
    EXPECT_THAT(check_sub_folders({{"checker/attic/a.cpp", ""}}),
                ElementsAre(StartsWith("checker/attic/a.cpp:")));
}

TEST(SubFolders, LeftwardIncludesAndThoseOfTheFolderItselfAreFine) {
    EXPECT_THAT(check_sub_folders({{"checker/rounds/a.cpp",
                                    "#include \"checker/rounds/a.h\"\n#include \"checker/search/b.h\"\n"
                                    "#include \"checker/verdict.h\"\n#include \"compiler/smt/c.h\"\n"},
                                   {"checker/check.cpp", "#include \"checker/driver/driver.h\"\n"},
                                   {"tests/unit/a_test.cpp", "#include \"checker/driver/driver.h\"\n"}}),
                IsEmpty());
}

TEST(SpiritHome, DirectAndIndirectUseOutsideTheGrammarAreOffences) {
    const std::string spirit = "#include <boost/spirit/home/x3.hpp>\n";
    EXPECT_THAT(check_spirit_home({{"dsl/ast/ast.h", spirit}}), ElementsAre(StartsWith("dsl/ast/ast.h:1:")));
    EXPECT_THAT(check_spirit_home({{"tests/unit/a_test.cpp", spirit}}),
                ElementsAre(StartsWith("tests/unit/a_test.cpp:1:")));
    EXPECT_THAT(check_spirit_home({{"dsl/grammar/tokens.h", spirit},
                                   {"dsl/grammar/all.h", "#include \"dsl/grammar/tokens.h\"\n"},
                                   {"dsl/parse.cpp", "#include \"dsl/grammar/all.h\"\n"}}),
                ElementsAre(StartsWith("dsl/parse.cpp:1:")));
}

TEST(SpiritHome, TheGrammarMayUseIt) {
    EXPECT_THAT(check_spirit_home({{"dsl/grammar/rules.cpp", "#include <boost/spirit/home/x3.hpp>\n"},
                                   {"dsl/grammar/door.h", "#include <string>\n"},
                                   {"dsl/parse.cpp", "#include \"dsl/grammar/door.h\"\n"}}),
                IsEmpty());
}

TEST(Z3Home, DirectAndIndirectUseElsewhereAreOffences) {
    EXPECT_THAT(check_z3_home({{"compiler/ir/term.cpp", "#include <z3++.h>\n"}}),
                ElementsAre(StartsWith("compiler/ir/term.cpp:1:")));
    EXPECT_THAT(check_z3_home({{"checker/explicit/a.h", "#include \"z3.h\"\n"}}),
                ElementsAre(StartsWith("checker/explicit/a.h:1:")));
    EXPECT_THAT(check_z3_home({{"checker/symbolic/solver.h", "#include <z3++.h>\n"},
                               {"checker/driver/plan.cpp", "\n#include \"checker/symbolic/solver.h\"\n"}}),
                ElementsAre(StartsWith("checker/driver/plan.cpp:2:")));
}

TEST(Z3Home, ItsTwoFoldersMayUseIt) {
    EXPECT_THAT(check_z3_home({{"compiler/smt/encode.h", "#include <z3++.h>\n"},
                               {"checker/symbolic/solver.cpp", "#include <z3++.h>\n"}}),
                IsEmpty());
}

TEST(HeaderProse, AHeaderWithoutOpeningProseIsAnOffence) {
    EXPECT_THAT(check_header_prose({{"dsl/a.h", "#pragma once\n\n#include <vector>\n// late\n"}}),
                ElementsAre(StartsWith("dsl/a.h:1:")));
    EXPECT_THAT(check_header_prose({{"dsl/a.h", ""}}), ElementsAre(StartsWith("dsl/a.h:1:")));
    EXPECT_THAT(check_header_prose({{"dsl/a.h", "//\n// A banner.\n"}}),
                ElementsAre(StartsWith("dsl/a.h:1:")));
}

TEST(HeaderProse, ProseBeforeOrAfterThePragmaIsFine) {
    EXPECT_THAT(check_header_prose({{"dsl/a.h", "// What this is.\n#pragma once\n"},
                                    {"dsl/b.h", "#pragma once\n\n// What this is.\n"},
                                    {"dsl/b.cpp", "#include \"dsl/b.h\"\n"}}),
                IsEmpty());
}

TEST(Output, PrintingOrLeavingBelowTheCommandLineIsAnOffence) {
    for (const std::string offence :
         {"exit(1);", "std::exit (1);", "_Exit(2);", "std::quick_exit(0);", "std::abort();",
          "std::cout << 1;", "std::cerr << 1;", "printf(\"%d\", 1);", "std::fprintf(stderr, \"\");",
          "fmt::print(\"x\");", "puts(\"x\");"}) {
        EXPECT_THAT(check_output({{"reports/render/text.cpp", "void f() {\n    " + offence + "\n}\n"}}),
                    ElementsAre(StartsWith("reports/render/text.cpp:2:")))
            << offence;
    }
}

TEST(Output, NearMissesAreFine) {
    EXPECT_THAT(
        check_output(
            {{"reports/cli/main.cpp", "std::cout << 1;\n"},
             {"dsl/base/check.cpp", "std::abort();\n"},
             {"tests/unit/a_test.cpp", "std::cout << 1;\n"},
             {"dsl/a.cpp",
              "// exit(1)\n/* std::cout\n printf() */ const char* s = \"exit(1)\";\n"
              "auto r = R\"x(std::cout \" exit(1) )x\";\nint n = 1'000; swamp.exit(n); site->exit(n);\n"
              "std::snprintf(b, n, \"\"); choose_exit(n); print(n); std::atexit_of(n);\n"}}),
        IsEmpty());
}

TEST(Output, AnOffenceAfterLiteralsIsStillSeen) {
    EXPECT_THAT(check_output({{"dsl/a.cpp", "char c = '\"'; exit(1);\n"}}),
                ElementsAre(StartsWith("dsl/a.cpp:1:")));
    EXPECT_THAT(check_output({{"dsl/a.cpp", "auto s = \"\\\"//\"; exit(1);\n"}}),
                ElementsAre(StartsWith("dsl/a.cpp:1:")));
    EXPECT_THAT(check_output({{"dsl/a.cpp", "auto s = R\"(\")\"; exit(1);\n"}}),
                ElementsAre(StartsWith("dsl/a.cpp:1:")));
}

TEST(Diagnostics, ACodeThatNoTestShowsIsAnOffence) {
    const std::string rows =
        "// ERRATA_DIAGNOSTIC(name, \"E0000\", ...)\n"
        "ERRATA_DIAGNOSTIC(syntax, \"E0101\", Error, \"x\")\n"
        "ERRATA_DIAGNOSTIC(unclosed, \"E0102\", Error, \"x\")\n";
    EXPECT_THAT(check_diagnostics_tested({{"dsl/diag/kinds.def", rows},
                                          {"tests/diagnostics/a.txt", "error E0101"},
                                          {"tests/tidy/checks_test.cpp", "E0102"},
                                          {"reports/explain.cpp", "E0102"}}),
                ElementsAre(AllOf(StartsWith("dsl/diag/kinds.def:3:"), HasSubstr("E0102"))));
    EXPECT_THAT(check_diagnostics_tested(
                    {{"dsl/diag/kinds.def", rows}, {"tests/a.txt", "E0101"}, {"specs/b.rules", "-- E0102"}}),
                IsEmpty());
}

TEST(Diagnostics, DoubleUnreadableAndMissingRowsAreOffences) {
    const std::string row = "ERRATA_DIAGNOSTIC(a, \"E0101\", Error, \"x\")\n";
    EXPECT_THAT(check_diagnostics_tested({{"dsl/diag/kinds.def", row + row}, {"tests/a.txt", "E0101"}}),
                ElementsAre(HasSubstr("twice")));
    EXPECT_THAT(
        check_diagnostics_tested({{"dsl/diag/kinds.def", row + "ERRATA_ROW(b)\n"}, {"tests/a.txt", "E0101"}}),
        ElementsAre(StartsWith("dsl/diag/kinds.def:2:")));
    EXPECT_THAT(check_diagnostics_tested({{"dsl/diag/kinds.def", "// empty\n"}}),
                ElementsAre(HasSubstr("no rows")));
}

// Spelled in pieces, so that this file passes its own check.
const std::string slash = "/";

TEST(MachinePaths, APathOfADiskIsAnOffence) {
    EXPECT_THAT(check_machine_paths({{"README.md", "see " + slash + "work/main\n"}}),
                ElementsAre(StartsWith("README.md:1:")));
    EXPECT_THAT(check_machine_paths({{"tests/run", "x\ncd \"" + slash + "tmp/bash_jobs\"\n"}}),
                ElementsAre(StartsWith("tests/run:2:")));
    EXPECT_THAT(check_machine_paths({{"dsl/a.h", slash + "home/somebody/x.h\n"}}),
                ElementsAre(StartsWith("dsl/a.h:1:")));
}

TEST(MachinePaths, WordsAndRelativePathsAreFine) {
    EXPECT_THAT(check_machine_paths({{"README.md", "build/release/errata, net" + slash +
                                                       "work/x, home/work, a /work in progress\n"}}),
                IsEmpty());
}

TEST(LitmusTwins, ASpecAloneIsAnOffence) {
    EXPECT_THAT(check_litmus_twins({{"specs/litmus/gaps/ember.rules", "-- Ember.\ngame \"ash\"\n"},
                                    {"specs/litmus/gaps/ash.rules", "game \"Ash\"\n"},
                                    {"specs/litmus/gaps/ash-wet.rules", "game \"Ash\"\n"},
                                    {"specs/litmus/loops/ember-out.rules", "-- Ember.\ngame \"Ember\"\n"}}),
                ElementsAre(StartsWith("specs/litmus/gaps/ember.rules:1:"),
                            StartsWith("specs/litmus/loops/ember-out.rules:1:")));
}

TEST(LitmusTwins, ATwinIsNamedOrCalledAlike) {
    EXPECT_THAT(
        check_litmus_twins({{"specs/litmus/gaps/ember.rules", "-- Twin: ash.rules.\ngame \"Ember\"\n"},
                            {"specs/litmus/gaps/ash.rules", "-- As ember.rules.\ngame \"Ash\"\n"},
                            {"specs/games/alone.rules", "game \"Alone\"\n"}}),
        IsEmpty());
}

TEST(LitmusTwins, ASpecLiesInAFolderUnderANameOfItsOwn) {
    EXPECT_THAT(check_litmus_twins({{"specs/litmus/ash.rules", "game \"Ash\"\n"},
                                    {"specs/litmus/ash-wet.rules", "game \"Ash\"\n"}}),
                ElementsAre(StartsWith("specs/litmus/ash-wet.rules:1: lies in no folder"),
                            StartsWith("specs/litmus/ash.rules:1: lies in no folder")));
    EXPECT_THAT(
        check_litmus_twins({{"specs/litmus/gaps/ash.rules", "game \"Ash\"\n"},
                            {"specs/litmus/gaps/ash-wet.rules", "game \"Ash\"\n"},
                            {"specs/litmus/loops/ash.rules", "game \"Ash\"\n"}}),
        ElementsAre(StartsWith("specs/litmus/loops/ash.rules:1: has the name of specs/litmus/gaps/ash")));
}

TEST(ReadTree, TakesTextFilesAndLeavesBuildsAndHiddenFolders) {
    namespace fs = std::filesystem;
    const fs::path root = fs::path(testing::TempDir()) / ("errata_read_tree_" + std::to_string(::getpid()));
    fs::remove_all(root);
    const auto write = [&](const std::string& path, const std::string& text) {
        fs::create_directories((root / path).parent_path());
        std::ofstream(root / path, std::ios::binary) << text;
    };
    write("dsl/a.h", "a");
    write("tests/build/b.txt", "b");
    write(".ci/run", "c");
    write("build/d.h", "d");
    write(".git/config", "e");
    write("picture.bin", std::string("f\0g", 3));
    EXPECT_EQ(read_tree(root), (Tree{{"dsl/a.h", "a"}, {"tests/build/b.txt", "b"}, {".ci/run", "c"}}));
    fs::remove_all(root);
}

}  // namespace
}  // namespace errata::tests
