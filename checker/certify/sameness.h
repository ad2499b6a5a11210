// When may a play be said to come back to where it was? When the state is equal, or equal but for counters
// that nothing reads and for which interchangeable object is which. This is the second look's own answer: it
// shares no code with the search, and finds the renaming by trying. A fact of the model (ModelFacts).
#pragma once

#include <atomic>
#include <optional>
#include <vector>

#include "checker/certify/object_numbers.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// In what two states that are the same differ after all.
struct Likeness {
    std::vector<compiler::TypeId> renamed;  // kinds whose objects have changed places
    std::vector<std::size_t> unread;        // cells of counters that nothing reads, or that are spent
};

// What a state says, whatever the names of its objects.
// Each is the tokens up to its end.
struct ObjectFacts {
    std::vector<ObjectToken> tokens;
    std::vector<std::size_t> ends;
    bool connect = false;  // some speak of more than one object

    void end();
};

// Cells of counters between whose values beyond these bounds nothing makes a difference; with equal bounds
// nothing reads them at all.
struct Indifference {
    std::size_t cell = 0;
    compiler::Value least = 0;
    compiler::Value most = 0;
};
std::vector<Indifference> indifferent_counters(const compiler::Model& model);

class Sameness {
public:
    explicit Sameness(const compiler::Model& model);

    // Nothing: they are not the same, or 10,000 renamings were tried in vain; then `gave_up` is set, if it is
    // not null, for what is called different may be the same after all. Both are canonical.
    std::optional<Likeness> compare(const compiler::State& a, const compiler::State& b,
                                    std::atomic<bool>* gave_up = nullptr) const;

    // Equal for states that are the same.
    std::uint64_t digest(const compiler::State& state) const;

private:
    class Matching;

    using Names = std::vector<compiler::Value>;

    void end_with(compiler::TypeId type, compiler::Value value, ObjectFacts& facts) const;
    ObjectFacts facts(const compiler::State& state) const;
    void add_agenda(const compiler::State& state, ObjectFacts& result) const;
    void add_pending(const compiler::State& state, ObjectFacts& result) const;
    compiler::Value renamed(compiler::TypeId type, compiler::Value value, const Names& names) const;
    compiler::State renamed(const compiler::State& state, const Names& names) const;
    compiler::State without_unread(compiler::State state) const;

    const compiler::Model& model_;
    ObjectNumbers objects_;
    std::vector<Indifference> unread_;
    std::vector<bool> speaks_;  // by variable: of interchangeable objects
};

}  // namespace errata::checker
