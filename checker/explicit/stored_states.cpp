#include "checker/explicit/stored_states.h"

namespace errata::checker {

StoredStates::StoredStates(compiler::ModelFacts& facts, const Reductions& reductions)
    : quotient_(facts, reductions), seen_(facts.get<Packing>()), states_met_(facts.get<Packing>()) {}

StoredStates::Insertion StoredStates::insert(const compiler::State& state) {
    const auto [id, is_new] = seen_.insert(key(state));
    if (quotient_.is_plain()) return {id, is_new, false};
    if (is_new) states_met_.add(state);
    return {id, is_new, !is_new && states_met_[id.index] != state};
}

}  // namespace errata::checker
