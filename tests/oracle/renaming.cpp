#include "tests/oracle/renaming.h"

#include <algorithm>
#include <numeric>

namespace errata::oracle {

namespace {

using Renaming = std::vector<std::size_t>;  // the new number of each object

class Renamed {
public:
    Renamed(const Vocabulary& vocabulary, int type, Renaming numbers)
        : vocabulary_(&vocabulary), type_(type), numbers_(std::move(numbers)) {}

    State of(const State& state) const {
        State other = state;
        for (std::size_t cell = 0; cell < state.cells.size(); ++cell) {
            const Field& field = *vocabulary_->field_of(cell);
            Value value = state.cells[cell];
            if (field.shape.sort == Sort::Set && field.shape.type == type_) {
                value.number = bits(value.number);
            } else {
                rename(value);
            }
            other.cells[field.owner == type_ ? field.base + numbers_[cell - field.base] : cell] = value;
        }
        const auto type = static_cast<std::size_t>(type_);
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            other.there[type][numbers_[i]] = state.there[type][i];
        }
        for (Waiting& instance : other.pending) {
            rename(instance.names);
        }
        std::ranges::sort(other.pending);
        for (Task& task : other.agenda) {
            for (Frame& frame : task.frames) {
                rename(frame);
            }
        }
        return other;
    }

private:
    void rename(Value& value) const {
        if (value.sort == Sort::Element && value.type == type_) {
            value.number = static_cast<std::int64_t>(numbers_[static_cast<std::size_t>(value.number)]);
        }
    }

    void rename(Names& names) const {
        for (auto& [name, value] : names) {
            rename(value);
        }
    }

    void rename(Frame& frame) const {
        rename(frame.names);
        for (auto& [option, names] : frame.decided) {
            rename(names);
        }
        bool ours = false;
        for (auto& values : frame.rest) {
            for (Value& value : values) {
                ours = ours || (value.sort == Sort::Element && value.type == type_);
                rename(value);
            }
        }
        if (ours) {
            std::ranges::sort(frame.rest);
        }
    }

    std::int64_t bits(std::int64_t set) const {
        std::int64_t renamed = 0;
        for (std::size_t i = 0; i < numbers_.size(); ++i) {
            renamed |= (set >> i & 1) << numbers_[i];
        }
        return renamed;
    }

    const Vocabulary* vocabulary_;
    int type_;
    Renaming numbers_;
};

}  // namespace

std::string but_for_names(const Vocabulary& vocabulary, const State& state,
                          std::string (*text)(const State&)) {
    std::string first = text(state);
    for (std::size_t t = 0; t < vocabulary.types.size(); ++t) {
        const Type& type = vocabulary.types[t];
        if (!type.unnamed || type.ordered) {
            continue;
        }
        Renaming numbers(type.elements.size());
        std::iota(numbers.begin(), numbers.end(), std::size_t{0});
        while (std::ranges::next_permutation(numbers).found) {
            first = std::min(first, text(Renamed(vocabulary, static_cast<int>(t), numbers).of(state)));
        }
    }
    return first;
}

}  // namespace errata::oracle
