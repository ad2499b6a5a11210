// What may settle a finding, written into the spec: the changes that a designer would try first. Each is a
// copy of the parsed modules with one thing added; whether it helps is for others to see (trial.h).
//
// How to add one: a row in remedies.cpp, a case in tests/unit/checker/advice/trial_test.cpp.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "checker/driver/session.h"

namespace errata::checker {

struct Remedy {
    std::string words;  // "`limit 1 per turn` on Bell"
    std::vector<dsl::ast::Module> modules;
    // Whether it can be said at all is seen when it is tried; if not, it was none.
    bool may_not_fit = false;
    // What it consists of, where it may be more of the same than another one: each rule that it overrules,
    // and by which clause. Empty: it is one thing.
    std::set<std::string> parts = {};
};

// Variables of the game that hold one player, such as the active one.
std::vector<std::string> who_may_order(const compiler::Model& model);

// `model`: what the session's modules were compiled to, and the finding is about. `session`: gets the texts
// of what is added.
std::vector<Remedy> remedies_for(Session& session, const compiler::Model& model, const Finding& finding);

}  // namespace errata::checker
