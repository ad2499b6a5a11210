// What the cells of a state have to do with interchangeable objects that come and go
// (Type::interchangeable): which objects a cell is about, which ones its value names, where agenda and bag
// name some. Pools have a `NAME.exists` field that says which of their objects are there. What waits for
// `later` is such a pool, too: its objects are the rows of a table (Variable::waits_for), and no value names
// them. Twins compares states by it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// A kind of interchangeable objects that come and go.
struct Pool {
    compiler::TypeId type;  // of rows the numbers, which other things may have as well
    compiler::VarId exists;
    std::uint32_t waits_for = 0;  // as in Variable
};

struct Object {
    std::size_t pool = 0;
    compiler::Value value = 0;
    friend auto operator<=>(const Object&, const Object&) = default;
};

// Which numbers may be more: those whose type has no bound, or ranges, too.
enum class Numbers { Counters, CountersAndRanges };

bool is_among(Numbers numbers, const compiler::Type& type);

// A cell of a variable.
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
class PoolCells {
public:
    PoolCells(const compiler::Model& model, Numbers numbers);

    const std::vector<Pool>& pools() const { return pools_; }
    // Whose objects the values of the type name, those of the optional type over it and of sets of it.
    std::optional<std::size_t> pool_of(compiler::TypeId type) const;
    // Whose objects a quantifier over the type goes through.
    std::vector<std::size_t> pools_over(compiler::TypeId type) const;

    // The cells of the variables: what comes behind is agenda and bag.
    std::size_t size() const { return cells_.size(); }
    const CellFacts& operator[](std::size_t cell) const { return cells_[cell]; }
    // The objects among the arguments of a cell.
    const std::vector<Object>& objects_of(std::size_t cell) const { return cells_[cell].objects; }
    // The same cell, if the objects have these names.
    std::size_t cell_as(std::size_t cell, const std::map<Object, Object>& renamed) const;
    bool has_relations() const { return has_relations_; }

    // "pest"; of rows "Clerk, put off: waiting".
    const std::string& name_of(std::size_t pool) const;
    bool exists(const compiler::State& state, Object object) const;
    std::vector<Object> present(const compiler::State& state) const;
    std::vector<Mention> mentions(const compiler::State& state) const;
    bool is_referred_to(const compiler::State& state, Object object) const;
    // The step, which leads to a state, neither writes nor picks the object. Nothing refers to it afterwards.
    bool stands_by(const compiler::Successor& step, Object object) const;

private:
    // Whose row the variable is a column of.
    std::optional<std::size_t> table_of(const compiler::Variable& variable) const;

    const compiler::Model& model_;
    std::vector<Pool> pools_;
    std::vector<CellFacts> cells_;
    bool has_relations_ = false;  // between objects of pools
};

}  // namespace errata::checker
