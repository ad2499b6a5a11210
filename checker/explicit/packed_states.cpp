#include "checker/explicit/packed_states.h"

#include <algorithm>
#include <bit>

#include <boost/container/small_vector.hpp>

namespace errata::checker {

namespace {

// States of most games have fewer words.
using Buffer = boost::container::small_vector<std::uint64_t, 64>;

bool is_nothing(std::uint64_t word) { return word == 0; }

}  // namespace

void RankedBits::add(bool bit) {
    if (size_ % 64 == 0) {
        blocks_.push_back(0);
        before_.push_back(set_);
    }
    blocks_.back() |= std::uint64_t{bit} << (size_ % 64);
    set_ += bit ? 1 : 0;
    ++size_;
}

std::uint32_t RankedBits::set_before(std::size_t at) const {
    const std::uint64_t below = blocks_[at / 64] & ((std::uint64_t{1} << (at % 64)) - 1);
    return before_[at / 64] + static_cast<std::uint32_t>(std::popcount(below));
}

PackedStates::PackedStates(const Packing& packing)
    : packing_(packing), levels_(packing.words() - packing.words_of_head()) {}

void PackedStates::add(Words words) {
    const std::size_t of_head = packing_.words_of_head();
    heads_.insert(heads_.end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(of_head));
    ++size_;
    RankedBits* goes_on = &goes_on_;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        const bool more = !std::ranges::all_of(words.subspan(of_head + i), is_nothing);
        goes_on->add(more);
        if (!more) return;
        levels_[i].words.push_back(words[of_head + i]);
        goes_on = &levels_[i].goes_on;
    }
}

void PackedStates::add(const compiler::State& state) {
    Buffer words(packing_.words());
    packing_.pack(state, words);
    add(Words(words));
}

bool PackedStates::equals(std::size_t index, Words words) const {
    const std::size_t of_head = packing_.words_of_head();
    if (!std::ranges::equal(head(index), words.first(of_head))) return false;
    const RankedBits* goes_on = &goes_on_;
    for (std::size_t i = 0; i < levels_.size(); ++i) {
        if (!(*goes_on)[index]) return std::ranges::all_of(words.subspan(of_head + i), is_nothing);
        index = goes_on->set_before(index);
        if (levels_[i].words[index] != words[of_head + i]) return false;
        goes_on = &levels_[i].goes_on;
    }
    return true;
}

void PackedStates::read(std::size_t index, std::span<std::uint64_t> words) const {
    const std::size_t of_head = packing_.words_of_head();
    std::ranges::copy(head(index), words.begin());
    std::ranges::fill(words.subspan(of_head), 0);
    const RankedBits* goes_on = &goes_on_;
    for (std::size_t i = 0; i < levels_.size() && (*goes_on)[index]; ++i) {
        index = goes_on->set_before(index);
        words[of_head + i] = levels_[i].words[index];
        goes_on = &levels_[i].goes_on;
    }
}

compiler::State PackedStates::operator[](std::size_t index) const {
    if (levels_.empty()) return packing_.unpack(head(index));
    Buffer words(packing_.words());
    read(index, words);
    return packing_.unpack(words);
}

std::size_t PackedStates::bytes() const {
    std::size_t result = heads_.size() * sizeof(std::uint64_t) + goes_on_.bytes();
    for (const Level& level : levels_)
        result += level.words.size() * sizeof(std::uint64_t) + level.goes_on.bytes();
    return result;
}

}  // namespace errata::checker
