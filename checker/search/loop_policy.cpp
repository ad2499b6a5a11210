#include "checker/search/loop_policy.h"

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using compiler::LoopPolicy;
using compiler::Model;

Consequence consequence_of(const Model& model, FindingCode code, Severity otherwise) {
    const bool forced = is_forced(code) || code == FindingCode::LoopAgenda;
    const bool chosen = code == FindingCode::LoopOptional || code == FindingCode::LoopGrowing;
    switch (model.policies.loops) {
        case LoopPolicy::Unstated:
            break;
        case LoopPolicy::Draw:
            if (forced) return {Severity::Warning, Fact{FactKind::LoopDrawn}};
            break;
        case LoopPolicy::Forbidden:
            if (chosen) return {Severity::Note, Fact{FactKind::LoopForbidden}};
            break;
        case LoopPolicy::Number:
            if (chosen) return {Severity::Note, Fact{FactKind::LoopNumbered}};
            break;
        case LoopPolicy::Cap:
            if (forced || chosen || code == FindingCode::LoopChance)
                return {Severity::Note, Fact{FactKind::LoopCapped, {model.policies.loop_cap}}};
            break;
    }
    return {otherwise};
}

}  // namespace errata::checker
