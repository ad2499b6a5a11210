// When may a play be said to come back to where it was? When the state is equal, or equal but for counters
// that nothing reads and for which interchangeable object is which. This is the second look's own answer: it
// shares no code with the search, and finds the renaming by trying.
#pragma once

#include <atomic>
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

    // Nothing: they are not the same, or it gave up. Both are canonical.
    std::optional<Likeness> compare(const compiler::State& a, const compiler::State& b) const;
    // 10,000 renamings were tried in vain at least once: what was called different may be the same after all.
    bool gave_up() const { return gave_up_; }

    // Equal for states that are the same.
    std::uint64_t digest(const compiler::State& state) const;

    // Cells of counters that nothing reads.
    const std::vector<std::size_t>& unread() const { return unread_; }

private:
    class Matching;

    // A number that is the same for all objects, or the object's number; objects of all kinds are numbered
    // through.
    struct Token {
        bool is_object = false;
        compiler::Value value = 0;
    };
    // Each is the tokens up to its end.
    struct Facts {
        std::vector<Token> tokens;
        std::vector<std::size_t> ends;
        bool connect = false;  // some speak of more than one object

        void end();
    };
    // By object: what is known of it, whatever its name.
    using Profiles = std::vector<std::uint64_t>;
    using Names = std::vector<compiler::Value>;

    std::int32_t kind_of(compiler::TypeId type) const;
    Token token(compiler::TypeId type, compiler::Value value) const;
    void find_unread();
    void end_with(compiler::TypeId type, compiler::Value value, Facts& facts) const;
    Facts facts(const compiler::State& state) const;
    void add_agenda(const compiler::State& state, Facts& result) const;
    void add_pending(const compiler::State& state, Facts& result) const;
    static std::uint64_t word(const Token& token, const Profiles& profiles);
    static Profiles sharper(const Profiles& profiles, const Facts& facts);
    Profiles strangers() const;
    compiler::Value name_of(std::size_t object) const;
    compiler::Value renamed(compiler::TypeId type, compiler::Value value, const Names& names) const;
    compiler::State renamed(const compiler::State& state, const Names& names) const;
    compiler::State without_unread(compiler::State state) const;

    const compiler::Model& model_;
    std::vector<compiler::TypeId> kinds_;  // the interchangeable types
    std::vector<std::size_t> first_;       // by kind: number of its first object
    std::size_t objects_ = 0;
    mutable std::atomic<bool> gave_up_{false};
    std::vector<std::size_t> unread_;
    std::vector<bool> speaks_;  // by variable: of interchangeable objects
};

}  // namespace errata::checker
