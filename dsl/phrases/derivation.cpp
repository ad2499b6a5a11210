#include "dsl/phrases/derivation.h"

namespace errata::dsl {

const Derivation* Derivation::hole(std::string_view name) const {
    for (const HoleFill& fill : holes) {
        if (fill.name == name) return &fill.filler;
    }
    return nullptr;
}

}  // namespace errata::dsl
