// The program against itself: what must not depend on how it is asked.
#include <filesystem>
#include <sstream>

#include "tests/oracle/comparison.h"
#include "tests/oracle/program_says.h"

namespace errata::oracle {

namespace {

namespace fs = std::filesystem;

class Ways {
public:
    Ways(const std::string& text, const std::string& folder)
        : folder_(folder), file_(write_game(text, folder)), witnesses_(folder + "/witnesses") {
        fs::remove_all(witnesses_);
        plain_ = program_says(file_, {"--engine", "explicit", "--save-witness", witnesses_});
        result_.states = plain_.states;
    }

    void reductions() {
        for (const char* off : {"--no-slice", "--no-symmetry", "--no-readings"}) {
            same(off, program_says(file_, {"--engine", "explicit", off}));
        }
    }

    void obligations() {
        std::istringstream plan(
            tests::run_errata({"check", file_, "--engine", "explicit", "--list-obligations"}).out);
        std::vector<std::string> results;
        for (std::string line; std::getline(plan, line);) {
            const std::string id = line.substr(0, line.find(": "));
            results.push_back(folder_ + "/result" + std::to_string(results.size()) + ".json");
            tests::run_errata({"check", file_, "--engine", "explicit", "--obligation", id, "--save-results",
                               results.back()});
        }
        same("single obligations, merged", program_merges(results));
    }

    void witnesses() {
        if (!fs::exists(witnesses_)) {
            return;
        }
        for (const fs::directory_entry& entry : fs::directory_iterator(witnesses_)) {
            const tests::Ran ran = tests::run_errata({"replay", entry.path().string()});
            if (ran.code != 0) {
                differ("replay of " + entry.path().filename().string() + ": " + ran.out + ran.err);
            }
        }
    }

    // What Z3 proves must not be refuted by listing all states, and what it refutes must not be complete.
    void symbolic() {
        const Said said = program_says(
            file_, {"--engine", "symbolic", "--depth", "6", "--budget", "20000states,2000000units"});
        if (said.exit == 70) {
            differ("the symbolic engine ends the program: " + said.errors);
        }
        for (const auto& [title, verdict] : said.claims) {
            const auto listed = plain_.claims.find(title);
            const std::string& there = listed == plain_.claims.end() ? "open" : listed->second;
            if (verdict != "open" && there != "open" && verdict != there) {
                differ(title + ": symbolic " + verdict + ", explicit " + there);
            }
        }
        for (const std::string& code : said.denied) {
            if (plain_.codes.contains(code)) {
                differ("symbolic: no " + code + ", explicit: there is");
            }
        }
        for (const std::string& code : said.codes) {
            if (code.starts_with("loop.")) {
                continue;  // what kind of loop it is can change with what is not looked at
            }
            if (plain_.denied.contains(code) && !plain_.codes.contains(code)) {
                differ("symbolic: " + code + ", explicit: there is none");
            }
        }
    }

    Comparison take() { return std::move(result_); }

private:
    void differ(const std::string& words) { result_.differences.push_back(words); }

    void same(const std::string& way, const Said& said) {
        if (said.findings != plain_.findings) {
            differ(way + ": " + in_words(said.findings) + " for " + in_words(plain_.findings));
        }
        if (said.statuses != plain_.statuses) {
            differ(way + ": other verdicts");
        }
    }

    std::string folder_;
    std::string file_;
    std::string witnesses_;
    Said plain_;
    Comparison result_;
};

}  // namespace

Comparison compare_ways(const std::string& text, const std::string& folder, bool symbolic) {
    Ways ways(text, folder);
    ways.reductions();
    ways.obligations();
    ways.witnesses();
    if (symbolic) {
        ways.symbolic();
    }
    return ways.take();
}

}  // namespace errata::oracle
