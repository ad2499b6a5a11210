// The places of a spec where something is evaluated or carried out, each with what a rewriting has to know of
// it: what is in sight, whether it is a condition, whether something is joined with others there. Inner
// places come before those around them. Patterns of abilities, targets of assignments, initial values, bounds
// of types, and the settings of scopes and meta-rules are no places: what stands there is not evaluated as
// written, or not in play.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "tests/metamorphic/vocabulary.h"

namespace errata::metamorphic {

struct Place {
    const ast::Item* item = nullptr;
    std::map<std::string, ast::TypeExpr> locals;  // type Missing: not known
    bool is_condition = false;
    // Carried out as a sequence of its own, in which no writes are joined: the turn, the effect of a trigger,
    // of what is played or of `as soon as`. No action, no part of one, no replacement, no filler of a phrase.
    bool is_sequence = false;
    bool is_together = false;  // in `simultaneously`, `for each`, `whenever`
    bool is_cost = false;
    bool is_position = false;  // of a setup or scenario
    bool is_claim = false;     // of a check, ruling or partition
};

struct Places {
    const Vocabulary& vocabulary;
    std::function<void(ast::Expr&, const Place&)> expr;
    std::function<void(std::vector<ast::Stmt>&, const Place&)> block;

    void go(Spec& spec) const;
};

}  // namespace errata::metamorphic
