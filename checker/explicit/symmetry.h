// States up to renaming the objects of interchangeable types (Type::interchangeable), which no rule can tell
// apart but by their fields. `representative` gives one state for all renamings of a state, or nearly so
// (object_order.h). Whatever it gives is a renaming of the state, so a search that takes it for the state is
// right even where the order was given up. What is laid out here is of the model alone (ModelFacts).
#pragma once

#include <atomic>
#include <map>
#include <vector>

#include "checker/explicit/object_order.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// The new name of each object; objects of all interchangeable types are numbered through.
using Renaming = std::vector<std::uint32_t>;

class Symmetry {
public:
    explicit Symmetry(const compiler::Model& model);

    // Nothing is interchangeable: every state is its own representative.
    bool is_trivial() const { return objects_ == 0; }
    // The state is canonical, and so is the result. `undecided` is counted up where the objects are connected
    // in ways that took too much work: renamings of one state may then count as several. May be null.
    compiler::State representative(const compiler::State& state,
                                   std::atomic<std::size_t>* undecided = nullptr) const;
    // Does the cell of a variable name an object, or may its value?
    bool concerns(std::size_t cell) const { return concerns_[cell]; }

    compiler::State rename(const compiler::State& state, const Renaming& renaming) const;
    std::size_t objects() const { return objects_; }

private:
    class Facts;

    static constexpr std::uint32_t no_relation = 0xffffffffU;

    // What the values of a type refer to.
    enum class Role { Nothing, Object, Set };
    struct Reference {
        Role role = Role::Nothing;
        std::uint32_t first = 0;     // number of the type's object 0
        compiler::Value offset = 0;  // sets: the value of bit 0
        std::uint32_t kind = 0;
    };
    // An object among the arguments of a cell.
    struct Place {
        std::uint32_t object = 0;
        std::size_t stride = 0;
    };
    // A cell of a variable that speaks of objects.
    struct Cell {
        std::size_t index = 0;
        // what is the same for all objects (variable, other arguments, which objects are one), with the
        // named objects counted off
        std::uint64_t about = 0;
        std::uint32_t first_place = 0;
        std::uint32_t places = 0;
        std::uint32_t first_named = 0;  // objects, each once
        std::uint32_t named = 0;
        std::uint32_t relation = no_relation;  // between several objects
        Reference value;
    };

    Reference reference(compiler::TypeId id) const;
    void add_cells(const compiler::Variable& variable, std::uint64_t number);
    compiler::Value renamed(const Reference& reference, compiler::Value value,
                            const Renaming& renaming) const;

    const compiler::Model& model_;
    std::vector<std::uint32_t> first_object_;  // by type; unnumbered: not interchangeable
    std::vector<std::uint32_t> kind_of_;       // by object
    std::size_t objects_ = 0;
    std::vector<Reference> of_type_;  // by type
    std::vector<Cell> cells_;
    std::vector<Place> places_;
    std::vector<std::uint32_t> named_;
    std::vector<bool> concerns_;                        // by cell of the variables
    std::map<std::uint64_t, std::uint32_t> relations_;  // numbers, by what is the same for all objects
};

}  // namespace errata::checker
