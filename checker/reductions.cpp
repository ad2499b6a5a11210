#include "checker/reductions.h"

namespace errata::checker {

const std::vector<ReductionInfo>& all_reductions() {
    static const std::vector<ReductionInfo> reductions = {
#define ERRATA_REDUCTION(name, help) {#name, help, &Reductions::name},
#include "checker/reductions.def"
#undef ERRATA_REDUCTION
    };
    return reductions;
}

std::vector<std::string_view> switched_off(const Reductions& reductions) {
    std::vector<std::string_view> off;
    for (const ReductionInfo& reduction : all_reductions()) {
        if (!(reductions.*reduction.on)) off.push_back(reduction.name);
    }
    return off;
}

}  // namespace errata::checker
