// What `cmake --install` lays down works by itself: it runs from an empty prefix, far from the source, and
// the shells and `man` understand what was generated. A test without its tool (zsh, fish, man) is skipped.
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/version.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

struct Shown {
    int code = 0;
    std::string text;  // of both streams
};

Shown run_command(const std::string& command) {
    Shown shown;
    std::FILE* const pipe = popen(("exec 2>&1; " + command).c_str(), "r");
    if (pipe == nullptr) return {-1, "the shell does not start"};
    std::array<char, 4096> buffer{};
    while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) shown.text += buffer.data();
    const int status = pclose(pipe);
    shown.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return shown;
}

bool has_tool(const std::string& name) { return run_command("command -v " + name).code == 0; }

// One installation for all tests of this process, and a folder of a user beside it.
class Installed : public testing::Test {
protected:
    static void SetUpTestSuite() {
        root_ = fs::path(testing::TempDir()) / ("errata_install_" + std::to_string(getpid()));
        fs::remove_all(root_);
        fs::create_directories(root_ / "home");
        const fs::path build = fs::path(ERRATA_PROGRAM).parent_path();
        const Shown done =
            run_command("cmake --install '" + build.string() + "' --prefix '" + prefix() + "'");
        ASSERT_EQ(done.code, 0) << done.text;
    }
    static void TearDownTestSuite() { fs::remove_all(root_); }

    static std::string prefix() { return (root_ / "prefix").string(); }
    static std::string text_of(const std::string& path) {
        return dsl::DiskReader().read(prefix() + "/" + path).value_or("(there is no " + path + ")");
    }
    static void write_spec(const std::string& name, const std::string& text) {
        std::ofstream(root_ / "home" / name, std::ios::binary) << text;
    }
    // In the folder of the user, with nothing but the installed program and the tools of the system.
    static Shown at_home(const std::string& command) {
        return run_command("cd '" + (root_ / "home").string() + "' && PATH='" + prefix() +
                           "/bin':\"$PATH\" && " + command);
    }

    static inline fs::path root_;
};

const std::string tea_house =
    "game \"Tea house\"\n"
    "import \"profiles/stack.rules\"\n"
    "player Ann, Bob\n"
    "state { cups: 0..2 }\n"
    "turn {\n"
    "    cups += 1\n"
    "    if cups = 2 { end \"closed\" }\n"
    "    active := if active = Ann then Bob else Ann\n"
    "}\n";

TEST_F(Installed, RunsASpecThatImportsAProfile) {
    write_spec("tea.rules", tea_house);
    const Shown shown = at_home("errata check tea.rules");
    EXPECT_EQ(shown.code, reports::exit_passed) << shown.text;
    EXPECT_THAT(shown.text, Not(HasSubstr("error")));
}

TEST_F(Installed, WorksWhereverItIsMovedTo) {
    write_spec("tea.rules", tea_house);
    const std::string moved = (root_ / "moved").string();
    fs::copy(prefix(), moved, fs::copy_options::recursive);
    const Shown shown = at_home("'" + moved + "/bin/errata' check tea.rules");
    EXPECT_EQ(shown.code, reports::exit_passed) << shown.text;
}

TEST_F(Installed, NamesBothPlacesOfAMissingProfile) {
    write_spec("typo.rules", "game \"Typo\"\nimport \"profiles/stak.rules\"\nturn { nothing }\n");
    const Shown shown = at_home("errata check typo.rules");
    EXPECT_EQ(shown.code, reports::exit_wrong);
    EXPECT_THAT(shown.text, AllOf(HasSubstr("it is neither in '.' nor in Errata's own folder '" + prefix() +
                                            "/share/errata'"),
                                  HasSubstr("did you mean 'profiles/stack.rules'?")));
}

TEST_F(Installed, BringsTheLessons) {
    const Shown shown = at_home("errata test '" + prefix() + "/share/errata/tutorial'");
    EXPECT_EQ(shown.code, reports::exit_passed) << shown.text;
}

TEST_F(Installed, TellsItsVersion) {
    const Shown shown = at_home("errata --version");
    EXPECT_EQ(shown.code, 0);
    EXPECT_THAT(shown.text, testing::MatchesRegex("errata " + reports::version() +
                                                  "( \\([0-9a-z.-]+\\))?\nZ3 [0-9.]+, Boost [0-9.]+\n"));
}

TEST_F(Installed, BringsItsDocuments) {
    for (const char* name :
         {"README.md", "CHANGELOG.md", "LICENSE", "docs/guide.md", "docs/reference/README.md"})
        EXPECT_TRUE(fs::exists(prefix() + "/share/doc/errata/" + name)) << name;
}

TEST_F(Installed, BringsAManPage) {
    EXPECT_THAT(text_of("share/man/man1/errata.1"), HasSubstr(".TH ERRATA 1 "));
    const std::string page = "'" + prefix() + "/share/man/man1/errata.1'";
    if (!has_tool("man")) GTEST_SKIP() << "man is not installed";
    EXPECT_EQ(run_command("LC_ALL=C.UTF-8 MANWIDTH=80 man --warnings -l " + page + " 2>&1 >/dev/null").text,
              "");
    if (has_tool("mandoc")) {
        EXPECT_EQ(run_command("mandoc -T lint -W warning " + page).text, "");
    }
}

// What bash offers for words of which the last one is being typed.
std::string offered_in_bash(const std::string& script, const std::string& words) {
    return "bash --norc -c 'source \"" + script + "\"; COMP_WORDS=(" + words +
           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _errata; printf \"%s\\n\" \"${COMPREPLY[@]}\"'";
}

TEST_F(Installed, CompletesInBash) {
    const std::string script = prefix() + "/share/bash-completion/completions/errata";
    EXPECT_EQ(run_command("bash -n '" + script + "'").text, "");
    write_spec("tea.rules", tea_house);
    write_spec("tea.txt", "no spec");
    const auto offered = [&](const std::string& words) {
        return at_home(offered_in_bash(script, words)).text;
    };
    EXPECT_EQ(offered("errata ch"), "check\n");
    EXPECT_EQ(offered("errata --v"), "--version\n");
    EXPECT_EQ(offered("errata check te"), "tea.rules\n");
    EXPECT_EQ(offered("errata check --form"), "--format\n");
    EXPECT_EQ(offered("errata check --format js"), "json\n");
    EXPECT_EQ(offered("errata check --format = js"), "json\n");
    EXPECT_EQ(offered("errata check --engine sy"), "symbolic\n");
    EXPECT_THAT(offered("errata check --output te"), "tea.rules\ntea.txt\n");
    EXPECT_EQ(offered("errata check --depth te"), "\n");
    EXPECT_EQ(offered("errata explain loop.man"), "loop.mandatory\n");
    EXPECT_EQ(offered("errata explain E000"),
              run_command("errata=" ERRATA_PROGRAM "; $errata explain | grep -o \"E000[0-9]\"").text);
    EXPECT_EQ(offered("errata fmt --check te"), "tea.rules\n");
}

TEST_F(Installed, CompletesInZsh) {
    if (!has_tool("zsh")) GTEST_SKIP() << "zsh is not installed";
    const std::string script = prefix() + "/share/zsh/site-functions/_errata";
    EXPECT_THAT(text_of("share/zsh/site-functions/_errata"), StartsWith("#compdef errata\n"));
    EXPECT_EQ(run_command("zsh -n '" + script + "'").text, "");
}

TEST_F(Installed, CompletesInFish) {
    const std::string script = prefix() + "/share/fish/vendor_completions.d/errata.fish";
    EXPECT_THAT(text_of("share/fish/vendor_completions.d/errata.fish"), HasSubstr("complete -c errata"));
    if (!has_tool("fish")) GTEST_SKIP() << "fish is not installed";
    EXPECT_EQ(run_command("fish --no-execute '" + script + "'").text, "");
    const auto offered = [&](const std::string& line) {
        return run_command("HOME='" + (root_ / "home").string() + "' fish --no-config -c \"source '" +
                           script + "'; complete -C '" + line + "' | cut -f1\"")
            .text;
    };
    EXPECT_EQ(offered("errata chec"), "check\n");
    EXPECT_EQ(offered("errata check --engine sy"), "symbolic\n");
    EXPECT_EQ(offered("errata explain loop.mand"), "loop.mandatory\n");
}

}  // namespace
}  // namespace errata::tests
