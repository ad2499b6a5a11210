// When are two states the same for a search? `key` is equal for states that go on alike: up to counters that
// nothing reads and up to which interchangeable object is which, as far as those reductions are switched on.
// Not every pair of states that goes on alike has the same key.
#pragma once

#include <atomic>
#include <optional>

#include "checker/explicit/slice.h"
#include "checker/explicit/symmetry.h"
#include "checker/explicit/twin_moves.h"
#include "checker/reductions.h"

namespace errata::checker {

class Quotient {
public:
    Quotient(compiler::ModelFacts& facts, const Reductions& reductions);

    // States whose objects are connected in ways that took too much work (Symmetry::representative).
    std::size_t undecided() const { return undecided_; }

    std::size_t objects() const { return symmetry_.objects(); }

    // Every state is its own key.
    bool is_plain() const { return unread_ == nullptr && !renames_; }
    compiler::State key(const compiler::State& state) const;

    // Of the moves from a state; nothing where names are kept.
    std::optional<TwinMoves> twin_moves(const compiler::State& from) const {
        return renames_ ? std::optional<TwinMoves>(std::in_place, model_, from) : std::nullopt;
    }

    // Does a variable have another value, but for which interchangeable object is which? (Whatever is
    // switched on, so that no question of an analysis depends on it.)
    class Before {
    public:
        Before(const Quotient& quotient, const compiler::State& state) : quotient_(quotient), state_(state) {}
        bool differs_from(const compiler::State& after);

    private:
        const Quotient& quotient_;
        const compiler::State& state_;
        std::optional<compiler::State> variables_;  // but for names; computed when first asked for
    };

private:
    compiler::State variables_of(const compiler::State& state) const;

    const Symmetry& symmetry_;
    const compiler::Model& model_;
    const UnreadCounters* unread_ = nullptr;  // null: there are none, or they are told apart
    bool renames_ = false;
    mutable std::atomic<std::size_t> undecided_{0};
};

}  // namespace errata::checker
