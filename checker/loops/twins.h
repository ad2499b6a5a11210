// When one state is another one with more of the same: equal but for the values of numbers, the names of
// interchangeable objects (Type::interchangeable), and additional objects each of which equals one that is
// there already and is referred to by nothing. Pools have a `NAME.exists` field that says which of their
// objects are there; those that are not are not compared. Whether a game goes on in the same way from the
// larger state is for growth to say.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// A kind of interchangeable objects that come and go.
struct Pool {
    compiler::TypeId type;
    compiler::VarId exists;
};

struct Object {
    std::size_t pool = 0;
    compiler::Value value = 0;
    friend auto operator<=>(const Object&, const Object&) = default;
};

// Which numbers may be more: those whose type has no bound, or ranges, too.
enum class Numbers { Counters, CountersAndRanges };

bool is_among(Numbers numbers, const compiler::Type& type);

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

    Numbers numbers() const { return numbers_; }

    const std::vector<Pool>& pools() const { return pools_; }
    // The pool of a type, of the optional type over it and of sets of it.
    std::optional<std::size_t> pool_of(compiler::TypeId type) const;

    // Equal for states of which one may be the other with more of the same.
    std::vector<compiler::Value> shape(const compiler::State& state) const;

    std::optional<Inflation> inflation(const compiler::State& from, const compiler::State& to) const;

    // The objects that equal this one, itself included, as long as nothing refers to it or them.
    std::vector<Object> equals_of(const compiler::State& state, Object object) const;
    bool is_referred_to(const compiler::State& state, Object object) const;
    // The objects among the arguments of a cell.
    const std::vector<Object>& objects_of(std::size_t cell) const { return cells_[cell].objects; }
    // The same cell, if the objects have these names.
    std::size_t cell_as(std::size_t cell, const std::map<Object, Object>& renamed) const;
    // Those of the variables: what comes behind is agenda and bag.
    std::size_t cells() const { return cells_.size(); }

private:
    struct CellFacts {
        std::size_t variable = 0;
        std::vector<compiler::Value> arguments;
        std::vector<Object> objects;             // among the arguments
        std::vector<std::size_t> object_places;  // which arguments they are
        std::optional<std::size_t> value_pool;
        bool is_set = false;
        bool is_number = false;

        // The cell's value with other names; nothing if it names an object without a new name.
        std::optional<compiler::Value> renamed(compiler::Value value,
                                               const std::map<Object, Object>& names) const;
    };
    // A place outside the variables that can name an object: a register of a frame, an argument of a pending
    // instance.
    struct Mention {
        std::size_t cell = 0;
        std::size_t pool = 0;
        std::uint64_t where = 0;
    };
    using Colours = std::map<Object, std::uint64_t>;

    std::vector<Object> present(const compiler::State& state) const;
    std::vector<Mention> mentions(const compiler::State& state) const;
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
    std::vector<Pool> pools_;
    std::vector<CellFacts> cells_;  // of the variables
    bool has_relations_ = false;    // between objects of pools
};

}  // namespace errata::checker
