// When may a play be said to come back to where it was? When the state is equal, or equal but for counters that nothing reads and
// for which interchangeable object is which. This is the second look's own answer: it shares no code with the search, and
// finds the renaming by trying.
#pragma once

#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// In what two states that are the same differ after all.
struct Likeness {
    std::vector<compiler::TypeId> renamed;  // kinds whose objects have changed places
    std::vector<std::size_t> unread;        // cells of counters that nothing reads
};

class Sameness {
public:
    explicit Sameness(const compiler::Model& model);

    // Nothing: they are not the same, or 10,000 renamings were tried in vain. Both are canonical.
    std::optional<Likeness> compare(const compiler::State& a, const compiler::State& b) const;

    // Equal for states that are the same.
    std::uint64_t digest(const compiler::State& state) const;

    // Cells of counters that nothing reads.
    const std::vector<std::size_t>& unread() const { return unread_; }

private:
    class Matching;

    // A number that is the same for all objects of the kind, or the object: kind and value.
    struct Token {
        std::int32_t kind = -1;
        compiler::Value value = 0;
    };
    using Fact = std::vector<Token>;
    // By kind and object: what is known of it, whatever its name.
    using Profiles = std::vector<std::vector<std::uint64_t>>;

    std::int32_t kind_of(compiler::TypeId type) const;
    Token token(compiler::TypeId type, compiler::Value value) const;
    void find_unread();
    void add_facts(Fact fact, compiler::TypeId type, compiler::Value value, std::vector<Fact>& facts) const;
    std::vector<Fact> facts(const compiler::State& state) const;
    Profiles profiles(const std::vector<Fact>& facts, int rounds) const;
    compiler::Value renamed(compiler::TypeId type, compiler::Value value,
                            const std::vector<std::vector<compiler::Value>>& names) const;
    compiler::State renamed(const compiler::State& state,
                            const std::vector<std::vector<compiler::Value>>& names) const;
    compiler::State without_unread(compiler::State state) const;

    const compiler::Model& model_;
    std::vector<compiler::TypeId> kinds_;  // the interchangeable types
    std::vector<std::size_t> unread_;
    std::vector<bool> speaks_;  // by variable: of interchangeable objects
};

}  // namespace errata::checker
