// What the program says about a spec, as far as it can be compared with what it says about another spelling
// of it: no places, no texts of code, no names of moves.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/metamorphic/spec.h"

namespace errata::metamorphic {

// What a rewriting can promise to keep.
enum Kept : unsigned {
    Findings = 1U,  // code, status, severity of each finding, and whether it was expected
    Clauses = 2U,   // the clauses of each, by kind and name; those of cards with their text
    Steps = 4U,     // how many steps its play has
    Verdicts = 8U,  // the status of each claim that play decides
    Proofs = 16U,   // what is shown from the text alone, or of any board: `proved` or not said
    Everything = 31U
};

struct SaidFinding {
    std::string code;
    std::string worth;  // status, severity, expected
    std::vector<std::string> clauses;
    std::set<std::string> clause_names;
    std::size_t steps = 0;
    bool is_note = false;
};

struct Said {
    std::string wrong;  // why it could not be compiled, or ""
    std::vector<SaidFinding> findings;
    std::multiset<std::pair<std::string, std::string>> verdicts;  // claim, status
    std::string result;
    bool is_inconclusive = false;
};

Said said_of(const Texts& texts, const std::string& path);
Said said_of(const Spec& spec);

// What differs of what is kept, a line each; `names` are those of the second that the first calls otherwise,
// findings about `added` alone do not count.
std::string difference(const Said& original, const Said& rewritten, unsigned keeps,
                       const std::map<std::string, std::string>& names, const std::set<std::string>& added);

}  // namespace errata::metamorphic
