#include "checker/search/loop_policy.h"

namespace errata::checker {

using compiler::LoopPolicy;
using compiler::Model;

Consequence consequence_of(const Model& model, std::string_view code, Severity otherwise) {
    const bool forced = code == "loop.mandatory" || code == "loop.inevitable" || code == "loop.settle" ||
                        code == "loop.agenda";
    const bool chosen = code == "loop.optional" || code == "loop.growing";
    switch (model.loop_policy) {
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
            if (forced || chosen || code == "loop.chance") {
                return {Severity::Note, "Under this game's rule for endless repetition there are at most " +
                                            std::to_string(model.loop_cap) +
                                            (model.loop_cap == 1 ? " round of it." : " rounds of it.")};
            }
            break;
    }
    return {otherwise, ""};
}

}  // namespace errata::checker
