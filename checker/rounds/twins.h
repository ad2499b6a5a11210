// When one state is another one with more of the same: equal but for the values of numbers, the names of
// interchangeable objects (Type::interchangeable), and additional objects each of which equals one that is
// there already and is referred to by nothing. Objects that are not there are not compared. Whether a game
// goes on in the same way from the larger state is for growth to say.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "checker/rounds/pool_cells.h"

namespace errata::checker {

// How `to` is `from` with more of the same.
struct Inflation {
    // cell of `from`, of a number, how much more; never 0
    std::vector<std::pair<std::size_t, compiler::Value>> shifts;
    std::map<Object, Object> renamed;  // objects of `from`, in `to`
    std::map<Object, Object> twins;  // each additional object of `to`, and an object of `from` that it equals
};

class Twins {
public:
    explicit Twins(const compiler::Model& model, Numbers numbers = Numbers::Counters);

    const PoolCells& cells() const { return cells_; }

    // Equal for states of which one may be the other with more of the same; `with_numbers`: where the
    // numbers of objects are the same.
    std::vector<compiler::Value> shape(const compiler::State& state, bool with_numbers = false) const;

    std::optional<Inflation> inflation(const compiler::State& from, const compiler::State& to) const;

    // The objects that equal this one, itself included, as long as nothing refers to it or them.
    std::vector<Object> equals_of(const compiler::State& state, Object object) const;

private:
    using Colours = std::map<Object, std::uint64_t>;

    // Numbers count among what can be said only if asked for.
    Colours colours(const compiler::State& state, bool with_numbers) const;
    std::vector<std::size_t> counting_registers(const compiler::State& state) const;
    std::optional<Inflation> inflation(const compiler::State& from, const compiler::State& to,
                                       bool with_numbers) const;
    std::optional<compiler::State> kernel_as(const compiler::State& state,
                                             const std::map<Object, Object>& renamed) const;
    bool is_tidy(const compiler::State& state) const;
    bool agrees(const compiler::State& from, const compiler::State& to, Inflation& inflation) const;

    const compiler::Model& model_;
    Numbers numbers_;
    PoolCells cells_;
};

}  // namespace errata::checker
