// What the program says about a game, as words that can be compared.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace errata::oracle {

struct Said {
    int exit = 0;
    std::size_t states = 0;
    std::set<std::string> codes;                  // of findings, but for those of claims
    std::map<std::string, std::string> claims;    // title of a check: "holds", "fails" or "open"
    std::map<std::string, std::string> statuses;  // the same, as the program calls it
    std::set<std::string> findings;               // everything that identifies each
    std::set<std::string> endings;                // that are said to occur
    std::set<std::string> denied;                 // codes that are said not to occur
    std::set<std::string> bounded;                // what is not decided
    std::string json;
    std::string errors;
};

Said program_says(const std::string& file, std::vector<std::string> options);
Said read_report(const tests::Ran& ran);
Said program_merges(const std::vector<std::string>& files);
std::string in_words(const std::set<std::string>& words);

}  // namespace errata::oracle
