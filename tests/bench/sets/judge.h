// What a report of `errata screen` (--format json) says of a generated set, held against what was planted.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/bench/sets/generate.h"

namespace errata::tests::sets {

struct Judgement {
    std::size_t planted = 0;
    std::vector<std::string> missed;    // "a loop of two: Blind Brewer, Bold Carter"
    std::vector<std::string> reported;  // twins of which something is told
    std::vector<std::string> others;    // warnings and errors that nothing planted explains
    std::size_t sets = 0;               // on all tables
    std::size_t open = 0;               // of these, not seen to the end
};

Judgement judge(const GeneratedSet& set, const nlohmann::json& report);

}  // namespace errata::tests::sets
