// Who keeps a loop going, and who can break it.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "checker/rounds/cycles.h"
#include "checker/rounds/loop_report.h"
#include "checker/search/workbench.h"

namespace errata::checker {

class LoopExplanation {
public:
    // `arena`: the transitions of the stage.
    LoopExplanation(const Reach& reach, const Arena& arena, LoopStage stage)
        : reach_(reach), model_(reach.model()), arena_(arena), stage_(stage) {}

    // Where these can keep to the stage.
    StateSet kept_by(const Keepers& keepers) const;
    // Says how long the round is, who can keep it going and who can break it.
    void add(Finding& finding, const std::vector<std::uint32_t>& members, const FoundCycle& cycle,
             LoopForce force, const Trace& play);

private:
    void explain_chosen(Finding& finding, const std::vector<std::uint32_t>& members, const FoundCycle& cycle);
    void explain_together(Finding& finding, const std::vector<std::uint32_t>& members,
                          const FoundCycle& cycle) const;
    // Whoever could do something else on the round.
    std::vector<std::string> who_goes_along(const FoundCycle& cycle) const;
    // Rather at a state of the cycle shown.
    struct Leaving {
        std::vector<std::uint32_t> places;
        std::function<bool(std::uint32_t edge)> leaves;
    };
    Leaving leaving(const std::vector<std::uint32_t>& members, const FoundCycle& cycle) const;
    // Rather those behind which no such loop is left.
    void add_ways_out(LoopFacts& facts, const std::vector<std::uint32_t>& members,
                      const FoundCycle& cycle) const;
    const StateSet& keeps(compiler::Value player);
    const StateSet& others_keep(compiler::Value player);
    bool meets(const std::vector<std::uint32_t>& members, const StateSet& set) const;

    const Reach& reach_;
    const compiler::Model& model_;
    const Arena& arena_;
    LoopStage stage_;
    std::map<compiler::Value, StateSet> keeps_;
    std::map<compiler::Value, StateSet> others_keep_;
};

}  // namespace errata::checker
