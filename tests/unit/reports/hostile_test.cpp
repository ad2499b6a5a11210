// A hostile world: names that a terminal would obey, files that are not what they seem, outputs that cannot
// be written, signals.
#include <csignal>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "dsl/base/text.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/program.h"
#include "reports/render/formats.h"
#include "reports/saved/results.h"
#include "tests/support/codes.h"
#include "tests/support/program.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using namespace errata::reports;
using testing::HasSubstr;
using testing::Not;

// C1 (a terminal begins a command with it), right to left, no width, an isolate, a separator of lines, DEL.
const std::string evil =
    "\xC2\x9B"
    "31m\xE2\x80\xAE"
    "x\xE2\x80\x8B\xE2\x81\xA6\xE2\x80\xA8\x7F";
const std::string spelled = "\\u009B31m\\u202Ex\\u200B\\u2066\\u2028\\u007F";

// Every kind of name carries it.
std::string spec_text() {
    std::string text =
        "game \"Lamp @\"\nplayer Ann\nstate { lit: bool }\naction flash() { nothing }\n"
        "turn { choose by Ann { option \"lights @\" { lit := not lit } option \"ends\" { end \"over @\" } } "
        "}\n"
        "rule \"r @\" [ROW-1] { when flash() { nothing } }\n"
        "setup \"dark @\" { lit := no }\ncheck \"dark @\" never lit\n"
        "scenario \"s @\" { take \"lights @\" by Ann until lit then not lit }\n";
    for (std::size_t at = 0; (at = text.find('@', at)) != std::string::npos;) text.replace(at, 1, evil);
    return text;
}

class Hostile : public testing::Test {
protected:
    Hostile()
        : root_(fs::path(testing::TempDir()) /
                ("errata_hostile_" +
                 std::string(testing::UnitTest::GetInstance()->current_test_info()->name()))) {
        fs::remove_all(root_);
        fs::create_directories(root_);
    }
    ~Hostile() override { fs::remove_all(root_); }

    std::string file(const std::string& name, const std::string& text) const {
        EXPECT_TRUE(write_file((root_ / name).string(), text));
        return (root_ / name).string();
    }
    // Nothing printed is other than what may be shown, line by line.
    static void expect_visible(const std::string& printed, const std::string& what) {
        EXPECT_EQ(printed, dsl::visible(printed)) << what;
    }
    static Ran expect_visible_of(const std::vector<std::string>& arguments, const std::string& input = "") {
        const Ran ran = run_errata(arguments, input);
        expect_visible(ran.out, arguments[0]);
        expect_visible(ran.err, arguments[0]);
        EXPECT_NE(ran.code, exit_bug) << arguments[0];
        return ran;
    }

    fs::path root_;
};

TEST_F(Hostile, NoCommandPrintsWhatATerminalObeys) {
    // The name of the file would clear the screen and forge a line of the report.
    const std::string spec = file("a\x1b[2J\n0 errors " + evil + ".rules", spec_text());
    const std::string rows = file("rows.md", "| ROW-1 | rule | " + evil + " |\n");
    const Ran text = expect_visible_of({"check", spec, "--save-witness", (root_ / "w").string()});
    EXPECT_EQ(text.code, exit_findings) << text.err;
    EXPECT_THAT(text.out, HasSubstr(spelled));
    EXPECT_THAT(text.out, HasSubstr("a\\u001B[2J\\u000A0 errors"));
    EXPECT_THAT(text.out, Not(HasSubstr("\n0 errors")));
    const Ran as_json = expect_visible_of({"check", spec, "--format", "json"});
    EXPECT_EQ(nlohmann::json::parse(as_json.out)["title"], "Lamp " + evil) << "JSON says what it is";
    EXPECT_EQ(nlohmann::json::parse(as_json.out)["spec"], spec);
    expect_visible_of({"check", spec, "--list-obligations"});
    expect_visible_of({"check", spec, "--progress"});
    expect_visible_of({"test", spec});
    expect_visible_of({"coverage", spec, "--against", rows, "--why"});
    expect_visible_of({"cards", spec});
    for (const char* stage : {"ast", "text", "ir", "graph", "smt"})
        expect_visible_of({"dump", spec, "--stage", stage});
    const Ran played = expect_visible_of({"play", spec}, "1\n" + evil + "\nwhy 1\nsetups\nstate\nquit\n");
    EXPECT_THAT(played.out, HasSubstr(spelled));
    for (const auto& witness : fs::directory_iterator(root_ / "w")) {
        const Ran replayed = expect_visible_of({"replay", witness.path().string()});
        EXPECT_EQ(replayed.code, exit_passed) << replayed.out << replayed.err;
    }
}

TEST_F(Hostile, NoFormatPrintsWhatATerminalObeys) {
    const std::string spec = file("lamp.rules", spec_text());
    for (const OutputFormat& format : all_formats()) {
        SCOPED_TRACE(format.name);
        const Ran ran = expect_visible_of({"check", spec, "--format", std::string(format.name)});
        EXPECT_EQ(ran.code, exit_findings) << ran.err;
    }
}

TEST_F(Hostile, TablesAreQuotedVisibly) {
    file("t.csv", "Name,Text,Text\nFox " + evil + ",Steal " + evil + ".,\n" + evil + ",x,y,z\n,b,\n");
    const std::string spec =
        file("t.rules",
             "game \"x\"\nplayer Ann\nkind den: left { card: card }\n"
             "printed card on den if this.card = it { cost: 0..9 }\n"
             "cards \"t.csv\" as card { name: \"Name\", text: \"Text\", cost: \"" +
                 evil + "\" }\nturn { end \"night\" }\nsetup \"s\" { left.card := any }\n");
    for (const char* const command : {"check", "cards", "test"}) {
        const Ran ran = expect_visible_of({command, spec});
        EXPECT_EQ(ran.code, exit_wrong);
        EXPECT_THAT(ran.err, HasSubstr("t.csv:3:")) << ran.err;
    }
}

TEST_F(Hostile, MistakesAreQuotedVisibly) {
    const std::string spec =
        file("m.rules", "game \"x\"\nstate { lit" + evil + ": bool }\nturn { " + evil + " }\n");
    EXPECT_THAT(expect_visible_of({"check", spec}).err, HasSubstr("\\u202E"));
    EXPECT_THAT(expect_visible_of({"fmt", "--check", spec}).err, HasSubstr("\\u202E"));
    const std::string argument = "\x1b[2J\n" + evil + "\xFF";
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{argument},
                                               {"check", argument},
                                               {"check", "--" + argument},
                                               {"check", spec, "--only", argument},
                                               {"check", spec, "--scope", argument},
                                               {"check", spec, "--budget", argument},
                                               {"check", spec, "--format", argument},
                                               {"check", spec, "--obligation", argument},
                                               {"fmt", argument},
                                               {"explain", argument},
                                               {"dump", argument, "--stage", "ir"},
                                               {"dump", spec, "--stage", argument},
                                               {"replay", argument},
                                               {"merge", argument},
                                               {"play", argument},
                                               {"coverage", spec, "--against", argument},
                                               {"cards", argument}}) {
        const Ran ran = expect_visible_of(arguments);
        EXPECT_EQ(ran.code, exit_wrong) << arguments[0];
        EXPECT_THAT(ran.err, Not(HasSubstr("[2J\n"))) << "a name stays in its line";
    }
}

TEST_F(Hostile, FormattingChangesNoByteOfAName) {
    const std::string spec = file("f.rules", spec_text());
    EXPECT_EQ(run_errata({"fmt", spec}).code, exit_passed);
    const std::string text = dsl::DiskReader().read(spec).value_or("");
    EXPECT_THAT(text, HasSubstr("\"Lamp " + evil + "\""));
    EXPECT_EQ(run_errata({"fmt", "-"}, spec_text()).out, text);
}

// A stream to a full disk.
class Full : public std::streambuf {
    int_type overflow(int_type) override { return traits_type::eof(); }
};

TEST_F(Hostile, ResultsThatCannotBePrintedAreNoSuccess) {
    const std::string spec = file("ok.rules", "game \"x\"\nturn { end \"over\" }\n");
    ASSERT_EQ(run_errata({"check", spec}).code, exit_passed);
    for (const std::vector<std::string>& arguments :
         std::vector<std::vector<std::string>>{{"check", spec},
                                               {"check", spec, "--format", "json"},
                                               {"explain"},
                                               {"--help"},
                                               {"dump", spec, "--stage", "ir"}}) {
        std::istringstream in;
        Full full;
        std::ostream out(&full);
        std::ostringstream err;
        Console console{in, out, err};
        EXPECT_EQ(run_program(arguments, console), exit_wrong) << arguments[0];
        EXPECT_THAT(err.str(), HasSubstr("cannot be written"));
    }
}

TEST_F(Hostile, AFileIsWrittenWholeOrNotAtAll) {
    const std::string spec = file("lamp.rules", spec_text());
    EXPECT_EQ(run_errata({"check", spec, "--save-results", "/dev/full"}).code, exit_wrong);
    EXPECT_TRUE(fs::is_character_file("/dev/full")) << "a device stays one";
    EXPECT_EQ(run_errata({"check", spec, "--save-results", (root_ / "no/such/r.json").string()}).code,
              exit_wrong);
    EXPECT_EQ(run_errata({"check", spec, "--save-results", root_.string()}).code, exit_wrong);
    EXPECT_EQ(run_errata({"check", spec, "--save-witness", spec}).code, exit_wrong);
    for (const auto& entry : fs::directory_iterator(root_))
        EXPECT_EQ(entry.path(), spec) << "nothing half written";
}

TEST_F(Hostile, WhatIsNoSpecIsSaid) {
    for (const std::string& path :
         {root_.string(), file("empty.rules", ""), (root_ / "missing.rules").string(),
          std::string("/dev/null"), std::string(100'000, 'x'), std::string()}) {
        const Ran ran = run_errata({"check", path});
        EXPECT_EQ(ran.code, exit_wrong) << path.substr(0, 100);
        EXPECT_FALSE(ran.err.empty());
    }
}

// Damage to saved files: each is refused with a sentence.
class Saved : public Hostile {
protected:
    nlohmann::json load(const std::string& name) const {
        return nlohmann::json::parse(dsl::DiskReader().read((root_ / name).string()).value_or(""));
    }
    Saved() {
        spec_ = file("lamp.rules", spec_text());
        run_errata({"check", spec_, "--save-results", (root_ / "r.json").string(), "--save-witness",
                    (root_ / "w").string()});
        results_ = load("r.json");
        for (const auto& entry : fs::directory_iterator(root_ / "w"))
            witness_ = load("w/" + entry.path().filename().string());
    }
    void expect_refused(const std::string& command, const std::string& text, const std::string& what,
                        const std::string& why = "") const {
        const Ran ran = run_errata({command, file("damaged.json", text)});
        EXPECT_EQ(ran.code, exit_wrong) << what << ran.out << ran.err;
        EXPECT_THAT(ran.err, HasSubstr(why)) << what;
    }

    // What it says is held against the model, too.
    static std::string signed_anew(nlohmann::json results) {
        results["digest"] = digest_of(results);
        return results.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    }

    std::string spec_;
    nlohmann::json results_;
    nlohmann::json witness_;
};

// A verdict cannot be replayed: that it is the one that was written is told by the digest.
TEST_F(Saved, AnEditedVerdictIsRefused) {
    EXPECT_NE(run_errata({"merge", (root_ / "r.json").string()}).code, exit_wrong);
    const std::string written = dsl::DiskReader().read((root_ / "r.json").string()).value_or("");
    const std::string unbroken = nlohmann::ordered_json::parse(written).dump();
    EXPECT_NE(run_errata({"merge", file("same.json", unbroken)}).code, exit_wrong)
        << "how the file is laid out does not matter";
    for (const char* const place :
         {"/parts/0/verdicts/0/status", "/parts/0/verdicts/0/facts", "/parts/0/not_analysed", "/digest"}) {
        nlohmann::json edited = results_;
        const nlohmann::json::json_pointer at(place);
        edited[at] = edited[at].is_array() ? nlohmann::json::array({"x"}) : nlohmann::json("proved ");
        expect_refused("merge", edited.dump(), place, "its digest does not fit");
    }
    nlohmann::json edited = results_;
    edited["parts"][0]["findings"] = nlohmann::json::array();
    expect_refused("merge", edited.dump(), "no findings", "its digest does not fit");
    edited.erase("digest");
    expect_refused("merge", edited.dump(), "no digest", "its digest does not fit");
}

TEST_F(Saved, FilesOfOthersAreRefused) {
    nlohmann::json other = results_;
    other["version"] = "0.0.1";
    expect_refused("merge", other.dump(), "version", "another version of Errata");
    other = results_;
    other["format"] = "errata-results-1";
    expect_refused("merge", other.dump(), "format", "its format is");
    other = results_;
    other["parts"][0]["model"] = "0";
    expect_refused("merge", signed_anew(other), "model", "the spec has changed since");
    other = results_;
    other["origin"]["spec"] = "/etc/hosts";
    expect_refused("merge", signed_anew(other), "another file", "is neither here nor above");
    file("lamp.rules", spec_text() + "check \"more\" never lit\n");
    const Ran later = run_errata({"replay", file("w.json", witness_.dump())});
    EXPECT_THAT(later.out, HasSubstr("The spec has changed since"));
}

TEST_F(Saved, DamageIsSaid) {
    const std::string whole = results_.dump();
    expect_refused("merge", whole.substr(0, whole.size() / 2), "cut off", "not JSON");
    expect_refused("merge", std::string(1'000'000, '['), "deep", "nested too deeply");
    expect_refused("merge", std::string("\0\xFF\x1b", 3), "binary");
    // At every place of the file, a value of every other kind.
    const std::vector<nlohmann::json> values = {
        nullptr, -1, 1e300, 18446744073709551615U, "x", nlohmann::json::array({nullptr}), {{"a", 1}}};
    for (const auto& [command, original] : {std::pair("merge", results_), std::pair("replay", witness_)}) {
        const nlohmann::json flat = original.flatten();
        for (const auto& [place, old] : flat.items()) {
            for (const nlohmann::json& value : values) {
                nlohmann::json damaged = original;
                damaged[nlohmann::json::json_pointer(place)] = value;
                const bool is_results = std::string_view(command) == "merge";
                const std::string text = is_results ? signed_anew(damaged) : damaged.dump();
                const Ran ran = run_errata({command, file("damaged.json", text)});
                EXPECT_LE(ran.code, exit_inconclusive) << place << " " << value << ran.err;
            }
        }
    }
}

// Asks for an end when the line of progress has moved a little.
class Impatient : public std::stringbuf {
    std::streamsize xsputn(const char* text, std::streamsize size) override {
        constexpr int enough = 4;
        if (++writes_ == enough) std::raise(SIGINT);
        return std::stringbuf::xsputn(text, size);
    }
    int writes_ = 0;
};

TEST_F(Hostile, AnInterruptionEndsWithWhatIsKnown) {
    const std::string endless =
        "game \"Long\"\nplayer Ann\nstate { a: 0..9999, b: 0..9999 }\nturn { choose by Ann { option \"x\" if "
        "a < 9999 { a += 1 } "
        "option \"y\" if b < 9999 { b += 1 } option \"z\" { end \"over\" } } }\n";
    const auto interrupted = [&](const std::string& text) {
        std::istringstream in;
        std::ostringstream out;
        Impatient buffer;
        std::ostream err(&buffer);
        Console console{in, out, err, false, true};
        const int code = run_program({"check", file("long.rules", text)}, console);
        return Ran{code, out.str(), buffer.str()};
    };
    const Ran open = interrupted(endless);
    EXPECT_EQ(open.code, exit_inconclusive) << open.out << open.err;
    EXPECT_THAT(open.out, HasSubstr("stopped by an interruption"));
    const Ran found = interrupted(endless + "check \"a stays\" never a = 2\n");
    EXPECT_EQ(found.code, exit_findings) << found.out;
    EXPECT_THAT(found.out, HasSubstr("a stays"));
    const Ran expected = interrupted(endless + "expect deadlock\n");
    EXPECT_EQ(expected.code, exit_inconclusive) << "what was not looked for is not missing: " << expected.out;
}

TEST_F(Hostile, CoverageIsInterruptedAsWell) {
    std::string spec =
        "game \"Long\"\nplayer Ann\nstate { a: 0..9999 }\nturn { choose by Ann { option \"x\" if a < 9999 "
        "{ a += 1 } option \"z\" { end \"over\" } } }\ncheck \"low\" always a < 10000\naction go() { a := 0 "
        "}\n";
    std::string rows = "| id | type | statement |\n|---|---|---|\n";
    for (int i = 1; i <= 60; ++i) {
        const std::string id = "LNG-" + std::to_string(i);
        spec += "rule \"R" + std::to_string(i) + "\" [" + id + "] { cannot go() if a > " + std::to_string(i) +
                " }\n";
        rows += "| " + id + " | rule | one |\n";
    }
    const std::string path = file("long.rules", spec);
    const std::string catalogue = file("rows.md", rows);
    const auto covered = [&](std::vector<std::string> more) {
        std::istringstream in;
        std::ostringstream out;
        Impatient buffer;
        std::ostream err(&buffer);
        Console console{in, out, err, false, true};
        more.insert(more.begin(), {"coverage", path, "--against", catalogue});
        const int code = run_program(more, console);
        return Ran{code, out.str(), buffer.str()};
    };
    const Ran told = covered({});
    EXPECT_EQ(told.code, exit_inconclusive) << told.out << told.err;
    EXPECT_THAT(told.out, HasSubstr("Interrupted: "));
    EXPECT_THAT(told.out, HasSubstr("undecided: interrupted before it was tried"));
    const nlohmann::json report = nlohmann::json::parse(covered({"--format", "json"}).out, nullptr, false);
    ASSERT_FALSE(report.is_discarded());
    EXPECT_GT(report.at("untried"), 0);
}

}  // namespace
}  // namespace errata::tests
