#include "checker/search/loop_policy.h"

#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using compiler::LoopPolicy;
using compiler::Model;

Consequence consequence_of(const Model& model, FindingCode code, Severity otherwise) {
    const bool forced = code == FindingCode::LoopMandatory || code == FindingCode::LoopInevitable ||
                        code == FindingCode::LoopSettle || code == FindingCode::LoopAgenda;
    const bool chosen = code == FindingCode::LoopOptional || code == FindingCode::LoopGrowing;
    switch (model.policies.loops) {
        case LoopPolicy::Unstated:
            break;
        case LoopPolicy::Draw:
            if (forced)
                return {Severity::Warning,
                        "Under this game's rule for endless repetition the game is drawn."};
            break;
        case LoopPolicy::Forbidden:
            if (chosen)
                return {Severity::Note,
                        "Under this game's rule for endless repetition it may not be started."};
            break;
        case LoopPolicy::Number:
            if (chosen)
                return {Severity::Note,
                        "Under this game's rule for endless repetition the player says how often, and it is "
                        "done."};
            break;
        case LoopPolicy::Cap:
            if (forced || chosen || code == FindingCode::LoopChance) {
                return {Severity::Note,
                        "Under this game's rule for endless repetition there are at most " +
                            std::to_string(model.policies.loop_cap) +
                            (model.policies.loop_cap == 1 ? " round of it." : " rounds of it.")};
            }
            break;
    }
    return {otherwise, ""};
}

}  // namespace errata::checker
