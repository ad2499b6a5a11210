#include "dsl/phrases/derivation.h"

namespace errata::dsl {

const Derivation* Derivation::hole(std::string_view name) const {
    for (const HoleFill& fill : holes) {
        if (fill.name == name) return &fill.filler;
    }
    return nullptr;
}

std::string structure(const Derivation& derivation) {
    if (derivation.kind == Derivation::Kind::Number) return std::to_string(derivation.number);
    std::string key = std::to_string(derivation.category.index) + ":" + std::to_string(derivation.tag) + "(";
    for (const HoleFill& fill : derivation.holes) key += fill.name + "=" + structure(fill.filler) + " ";
    return key + ")";
}

}  // namespace errata::dsl
