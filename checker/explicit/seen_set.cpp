#include "checker/explicit/seen_set.h"

#include <algorithm>

#include "checker/explicit/word_hash.h"
#include "dsl/base/check.h"

namespace errata::checker {

namespace {

constexpr std::size_t first_table_size = 1024;

}  // namespace

SeenSet::SeenSet(const Packing& packing)
    : packing_(packing), states_(packing), table_(first_table_size, empty), key_(packing_.words()) {}

std::size_t SeenSet::slot_of(std::span<const std::uint64_t> key) const {
    const std::size_t mask = table_.size() - 1;
    std::size_t slot = word_hash(key) & mask;
    while (table_[slot] != empty && !states_.equals(table_[slot], key)) slot = (slot + 1) & mask;
    return slot;
}

SeenSet::Inserted SeenSet::insert(const compiler::State& state) {
    packing_.pack(state, key_);
    const std::size_t slot = slot_of(key_);
    if (table_[slot] != empty) return {StateId(table_[slot]), false};
    const StateId id(states_.size());
    ERRATA_CHECK(id.index < empty);
    table_[slot] = id.index;
    states_.add(key_);
    if (states_.size() * 4 > table_.size() * 3) grow();
    return {id, true};
}

std::optional<StateId> SeenSet::find(const compiler::State& state) const {
    std::vector<std::uint64_t> key(packing_.words());
    packing_.pack(state, key);
    const std::size_t slot = slot_of(key);
    if (table_[slot] == empty) return std::nullopt;
    return StateId(table_[slot]);
}

void SeenSet::grow() {
    table_.assign(table_.size() * 2, empty);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        states_.read(i, key_);
        table_[slot_of(key_)] = static_cast<std::uint32_t>(i);
    }
}

}  // namespace errata::checker
