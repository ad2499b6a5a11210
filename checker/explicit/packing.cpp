#include "checker/explicit/packing.h"

#include <algorithm>
#include <bit>

#include "dsl/base/check.h"

namespace errata::checker {

using compiler::Model;
using compiler::State;
using compiler::Type;
using compiler::Value;

namespace {

// The values that one register or pending argument can take over all points or triggers; 0 where it is not
// used.
struct Reach {
    Value lo = 0;
    Value hi = 0;
    bool finite = true;

    void include(const Type& type) {
        finite = finite && type.is_finite();
        lo = std::min(lo, type.lo);
        hi = std::max(hi, type.hi);
    }
};

}  // namespace

Packing::Packing(const Model& model) {
    const compiler::Layout& layout = model.layout;
    const auto add = [&](const Reach& reach) { reach.finite ? add_cell(reach.lo, reach.hi) : add_counter(); };

    for (const compiler::Variable& variable : model.variables) {
        ERRATA_CHECK(variable.base == fields_.size());
        const Type& type = model.type(variable.type);
        for (std::size_t i = 0; i < variable.cells; ++i)
            type.is_finite() ? add_cell(type.lo, type.hi) : add_counter();
    }
    ERRATA_CHECK(layout.over == fields_.size() && layout.frame_base == layout.over + 1);
    add_cell(0, static_cast<Value>(model.rules.endings.size()));

    std::vector<Reach> registers(layout.registers);
    for (const compiler::Point& point : model.flow.points) {
        for (const auto& live : point.live_registers) registers[live.reg].include(model.type(live.type));
    }
    for (std::size_t i = 0; i < layout.frames; ++i) {
        add_cell(0, static_cast<Value>(model.flow.points.size()));
        std::ranges::for_each(registers, add);
        if (i == 0) words_of_head_ = words_;
    }

    std::vector<Reach> arguments(layout.pending_arguments);
    for (const compiler::Trigger& trigger : model.rules.triggers) {
        for (std::size_t i = 0; i < trigger.params.size(); ++i)
            arguments[i].include(model.type(trigger.params[i]));
    }
    ERRATA_CHECK(layout.pending == 0 || layout.pending_base == fields_.size());
    for (std::size_t i = 0; i < layout.pending; ++i) {
        add_cell(0, static_cast<Value>(model.rules.triggers.size()));
        std::ranges::for_each(arguments, add);
    }
    // There is always a first word, if only for the point of the control frame: fields of one value name it.
    ERRATA_CHECK(fields_.size() == layout.cells && words_ > 0);
    for (const Field& field : fields_) of_nothing_.push_back(field.unpacked(0));
    for (std::size_t cell = 0; cell < fields_.size(); ++cell) {
        while (fields_[cell].mask != 0 && first_of_.size() <= fields_[cell].word)
            first_of_.push_back(first_of_.empty() ? 0 : cell);
    }
    first_of_.resize(words_ + 1, fields_.size());
    nothing_is_0_.resize(words_, true);
    for (std::size_t word = 0; word < words_; ++word) nothing_is_0_[word] = is_nothing(of_nothing_, word);
}

void Packing::add_cell(Value lo, Value hi) {
    const auto bits = static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(hi - lo)));
    if (bits > 0 && used_bits_ + bits > 64) {
        ++words_;
        used_bits_ = 0;
    }
    Field field;
    field.lo = lo;
    if (bits > 0) {
        field.mask = ~std::uint64_t{0} >> (64 - bits);
        field.word = static_cast<std::uint32_t>(words_ - 1);
        field.shift = used_bits_;
        used_bits_ += bits;
    }
    fields_.push_back(field);
}

void Packing::add_counter() {
    Field field;
    field.mask = ~std::uint64_t{0};
    field.word = static_cast<std::uint32_t>(words_++);
    fields_.push_back(field);
    used_bits_ = 64;
}

// Most of an agenda has nothing in it, and most of the cells are an agenda's.
bool Packing::is_nothing(const State& state, std::size_t word) const {
    const auto first = state.begin() + static_cast<std::ptrdiff_t>(first_of_[word]);
    const auto last = state.begin() + static_cast<std::ptrdiff_t>(first_of_[word + 1]);
    return nothing_is_0_[word] && std::all_of(first, last, [](Value value) { return value == 0; });
}

void Packing::pack(const State& state, std::span<std::uint64_t> words) const {
    ERRATA_CHECK(state.size() == fields_.size() && words.size() == words_);
    bool fits = true;
    for (std::size_t word = 0; word < words_; ++word) {
        if (is_nothing(state, word)) {
            words[word] = 0;
            continue;
        }
        std::uint64_t all = 0;
        for (std::size_t cell = first_of_[word]; cell < first_of_[word + 1]; ++cell) {
            const Field& field = fields_[cell];
            const std::uint64_t bits = field.packed(state[cell]);
            fits &= field.unpacked(bits) == state[cell];
            all |= bits << field.shift;
        }
        words[word] = all;
    }
    ERRATA_CHECK(fits);
}

State Packing::unpack(std::span<const std::uint64_t> words) const {
    State state = of_nothing_;
    for (std::size_t word = 0; word < words_; ++word) {
        if (words[word] == 0) continue;
        for (std::size_t cell = first_of_[word]; cell < first_of_[word + 1]; ++cell)
            state[cell] = fields_[cell].unpacked(words[word] >> fields_[cell].shift);
    }
    return state;
}

}  // namespace errata::checker
