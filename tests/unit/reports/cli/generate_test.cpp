// What the parser knows reaches the man page and the completions. That the shells and `man` understand them
// is a test of the installation (tests/install).
#include <CLI/CLI.hpp>

#include "reports/cli/generate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "reports/cli/exit_codes.h"
#include "reports/version.h"
#include "tests/support/program.h"

namespace errata::tests {
namespace {

using namespace errata::reports;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::string generated_text(const std::string& name) {
    const Ran ran = run_errata({"--generate", name});
    EXPECT_EQ(ran.code, exit_passed) << name;
    EXPECT_THAT(ran.err, IsEmpty()) << name;
    return ran.out;
}

TEST(Generate, KnowsEveryCommandAndItsChoices) {
    for (const std::string& name : generated_names()) {
        const std::string text = generated_text(name);
        for (const char* command : {"check", "screen", "test", "play", "replay", "fmt", "cards", "explain",
                                    "dump", "merge", "coverage"})
            EXPECT_THAT(text, HasSubstr(command)) << name;
    }
    for (const char* shell : {"bash", "zsh", "fish"}) {
        EXPECT_THAT(generated_text(shell), HasSubstr("text json")) << shell << ": formats";
        EXPECT_THAT(generated_text(shell), HasSubstr("loop.mandatory")) << shell << ": codes";
        EXPECT_THAT(generated_text(shell), HasSubstr("E0001")) << shell << ": codes of diagnostics";
        EXPECT_THAT(generated_text(shell), HasSubstr("auto explicit symbolic")) << shell << ": engines";
        EXPECT_THAT(generated_text(shell), HasSubstr("modelled claimed")) << shell << ": statuses of rows";
    }
}

TEST(Generate, NamesWhatThereIsForAnythingElse) {
    const Ran ran = run_errata({"--generate", "papyrus"});
    EXPECT_EQ(ran.code, exit_wrong);
    EXPECT_THAT(ran.out, IsEmpty());
    EXPECT_THAT(ran.err, HasSubstr("there are man, bash, zsh, fish"));
    EXPECT_THAT(run_errata({"--help"}).out, Not(HasSubstr("generate"))) << "it is no option for people";
}

TEST(ManPage, HasItsSections) {
    const std::string page = generated_text("man");
    for (const char* section : {"NAME", "SYNOPSIS", "DESCRIPTION", "COMMANDS", "OPTIONS", "EXIT STATUS",
                                "FILES", "EXAMPLES", "SEE ALSO"})
        EXPECT_THAT(page, HasSubstr(std::string(".SH ") + section + "\n"));
    EXPECT_THAT(page, HasSubstr("\"errata " + version() + "\""));
    for (const ExitMeaning& row : exit_meanings)
        EXPECT_THAT(page, HasSubstr("\\fB" + std::to_string(row.code) + "\\fR\n")) << row.when;
}

// A parser with one of each.
struct LittleProgram {
    LittleProgram() {
        CLI::App& command = *program.add_subcommand("go", "It's [quick]: very");
        command.add_option("FILE", values, "What to read")->required();
        command.add_option("--pace", value, "How fast")->type_name("slow | fast");
        command.add_option("--out", value, "Where to")->type_name("DIR");
        command.add_option("--count", value, "How often")->type_name("N");
        command.add_flag("-q,--quiet", quiet, "Say nothing");
    }

    CLI::App program{"Does things.", "little"};
    std::string value;
    std::vector<std::string> values;
    bool quiet = false;
};

TEST(WordsOf, TellsWhatStandsBehindAnOption) {
    const LittleProgram little;
    const ProgramWords words = words_of(little.program);
    ASSERT_EQ(words.commands.size(), 1U);
    const CommandWords& go = words.commands[0];
    ASSERT_EQ(go.arguments.size(), 1U);
    EXPECT_EQ(go.arguments[0].kind, ValueKind::Files);
    EXPECT_TRUE(go.arguments[0].repeats);
    EXPECT_TRUE(go.arguments[0].is_required);
    ASSERT_EQ(go.options.size(), 5U) << "--help, too";
    EXPECT_EQ(go.options[0].kind, ValueKind::None);
    EXPECT_EQ(go.options[1].kind, ValueKind::Choices);
    EXPECT_THAT(go.options[1].choices, ElementsAre("slow", "fast"));
    EXPECT_EQ(go.options[2].kind, ValueKind::Folders);
    EXPECT_EQ(go.options[3].kind, ValueKind::Anything);
    EXPECT_EQ(go.options[4].kind, ValueKind::None);
    EXPECT_THAT(go.options[4].names, ElementsAre("-q", "--quiet"));
}

TEST(WordsOf, AreQuotedAsEachShellWantsThem) {
    const LittleProgram little;
    const ProgramWords words = words_of(little.program);
    EXPECT_THAT(zsh_completion(words),
                AllOf(HasSubstr("'go:It'\\''s [quick]: very'"),
                      HasSubstr("'--pace=[How fast]:pace:(slow fast)'"), HasSubstr("'*:FILE:_files'")));
    EXPECT_THAT(fish_completion(words), AllOf(HasSubstr("-a go -d 'It\\'s [quick]: very'"),
                                              HasSubstr(" -l pace -x -a 'slow fast' -d 'How fast'")));
    EXPECT_THAT(bash_completion(words), HasSubstr("--pace) _errata_words 'slow fast'; return ;;"));
    EXPECT_THAT(man_page(words), HasSubstr("\\fB\\-\\-pace\\fR slow | fast\nHow fast.\n"));
}

}  // namespace
}  // namespace errata::tests
