// A question that is larger than another one, and what the answers to both have in common. The table of rows
// is more.def; more_test applies them to the specs of the house.
#pragma once

#include <string>
#include <vector>

#include "compiler/resolve/options.h"
#include "tests/metamorphic/rewriting.h"

namespace errata::metamorphic {

enum class MoreKeeps { Plays, AllPlays };

// What is asked of which spec.
struct Question {
    Texts texts;
    std::string path;
    compiler::ScreenOptions screens = {};
    bool screens_only = false;
    friend bool operator==(const Question&, const Question&) = default;
};

struct Larger {
    Question smaller;
    Question larger;
};

struct MoreRow {
    const char* name;
    MoreKeeps keeps;
    const char* condition;
    std::vector<Larger> (*enlarge)(const Original& original);
};

const std::vector<MoreRow>& all_more_rows();

// What the smaller question finds, the larger one does not, and its play, replayed, still shows there; a line
// each. `tried`: so many findings were sought in the larger answer.
struct Less {
    std::string text;
    std::size_t tried = 0;
};
Less less_in(const Larger& pair, MoreKeeps keeps);

// Claims that one engine shows and another one refutes, a line each.
std::string contradiction_of_engines(const Question& question);

}  // namespace errata::metamorphic
