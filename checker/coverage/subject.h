// The spec whose rows are counted, as it was read, and the plays of its scenarios. Scenarios with pools of
// their own are models of their own; here all of them are played alike.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/claims/scenario_run.h"
#include "checker/coverage/citations.h"
#include "compiler/compile.h"

namespace errata::checker {

struct Subject {
    const dsl::SourceSet& sources;
    const Modules& modules;
    compiler::CompileOptions options;
};

// The models that a spec, or a mutant of it, is compiled to; each when it is first asked for. Diagnostics are
// thrown away. Scenarios and claims that a mutant leaves without meaning (they take an option that is gone)
// are left out of its models.
class Worlds {
public:
    Worlds(const Subject& subject, Modules modules);

    const compiler::Model* game();
    // The model in which this scenario is played; nothing if that does not compile.
    const compiler::Model* of(const dsl::ast::Item& scenario);

private:
    const compiler::Model* compiled(const std::string& pools);
    bool leave_out_what_errs(const dsl::Sink& sink);

    const Subject& subject_;
    Modules modules_;
    std::map<std::string, std::optional<compiler::Model>> models_;  // by pools; "": the game
};

enum class PlayEnd { Held, Failed, Undecided };

struct ScenarioPlay {
    PlayEnd end = PlayEnd::Held;
    std::size_t step = 0;             // Failed: from 1
    Facts reason;                     // Failed, Undecided
    std::set<std::string> incidents;  // labels of what was met on the way
};

bool has(const compiler::Model& model, const dsl::ast::Item& scenario);

// Nothing if the scenario is not in the model.
std::optional<ScenarioPlay> play(const compiler::Model& model, const dsl::ast::Item& scenario,
                                 const StateVisitor& visit = {});

// Under which claims of any kind fail.
std::vector<std::string> codes_of_claims();

std::vector<const dsl::ast::Item*> scenarios_of(const Modules& modules);

}  // namespace errata::checker
