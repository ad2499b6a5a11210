// What symbolic execution of a path works with (King 1976; with concrete values beside it: concolic
// execution, Sen, Marinov, Agha 2005). The path is given; its first state has *variables*, which stand for
// any whole number: cells and registers whose type has no bound, and how many there are of objects that
// nothing tells apart (populations). Every value on the way is known as a number and as an expression over
// these. What the path asks of them are its conditions.
#pragma once

#include <string>
#include <vector>

#include "checker/paths/linear.h"
#include "compiler/ir/model.h"

namespace errata::checker {

struct PathValue {
    compiler::Value now = 0;  // on the path as it was played
    Linear form;              // for any values of the variables

    bool is_fixed() const { return form.is_constant(); }
    friend bool operator==(const PathValue&, const PathValue&) = default;
};

inline PathValue fixed(compiler::Value value) { return {value, {value}}; }

// A place in the text that a condition, or what cannot be followed, comes from. Either may be invalid.
struct PathPlace {
    compiler::TermId term;
    compiler::ClauseId clause;
};

// The path is taken where `form` is 0 or less.
struct PathCondition {
    Linear form;
    PathPlace place;
    // More than the path asks: what could not be followed for all values is taken to be as it was.
    bool pinned = false;
};

// More equal objects of a kind than the path was played with: `extra` (a variable, 0 or more) of them, each
// equal to the bystanders, which the path neither touches nor names.
struct Population {
    compiler::TypeId type;
    std::vector<compiler::Value> bystanders;
    std::uint32_t extra = 0;
};

class PathRecord {
public:
    std::vector<PathCondition> conditions;

    // From now on there is nothing to be said of this path. `what`: in words, the first counts.
    void refuse(std::string what, PathPlace place);
    bool refused() const { return !refusal.empty(); }
    std::string refusal;
    PathPlace refused_at;

    // The form is 0 or less; 0.
    void at_most_zero(const Linear& form, PathPlace place, bool pinned = false);
    void zero(const Linear& form, PathPlace place, bool pinned = false);
    // Refuses where 64 bits are not enough.
    Linear checked(const std::optional<Linear>& form, PathPlace place);
    // The value, which from now on is that on the path as it was played.
    compiler::Value pinned(const PathValue& value, PathPlace place);
    // Comparisons, as they came out.
    bool at_most(const PathValue& a, const PathValue& b, PathPlace place);
    bool equal(const PathValue& a, const PathValue& b, PathPlace place);
};

}  // namespace errata::checker
