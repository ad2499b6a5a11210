// The choices of a play, made again where something is otherwise: other rules, another state, another step.
// Does it still show what it showed? Stops at which nobody has a choice may be more or fewer, and so may be
// windows in which the play passes. Says nothing about other plays.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "checker/causes/experiment.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of a finding about what is so where its play ends: that it is so in a state, by some rules. Empty: it is
// about what its last step meets, or about the position as it is.
using IsShown = std::function<bool(const compiler::Evaluator& rules, const compiler::State&)>;

// Whether what lies between two states is a round like the one between these: they are the same, but for
// numbers that this one changes, too, of which one changes by as much, and for what waits if it leaves more
// of that.
std::function<bool(const compiler::State& before, const compiler::State& after)> same_as_between(
    const compiler::Model& model, const compiler::State& first, const compiler::State& second);

class SamePlay {
public:
    // `game`: in which the finding's play was found. The finding must outlive it.
    SamePlay(const Game& game, const Finding& finding, IsShown is_shown = {});

    // In the game `others` play goes on in `state` as behind the first `step` steps. What it showed: the
    // incidents of its last step that the finding is about; of any other finding the position where it ended,
    // which `there` says for a position of the play, and for a repetition once more. False also where that
    // takes much longer.
    using There = std::function<compiler::State(compiler::State)>;
    bool shows_the_same(const Game& others, std::size_t step, compiler::State state,
                        const There& there = {}) const;

    // The same, where `successor` is taken in the place of the play's step of this number.
    bool shows_the_same_after(const Game& others, std::size_t step,
                              const compiler::Successor& successor) const;

    // Some play shows it in which `successor` is taken in the place of the step of this number, and never
    // the one rather than the other. Looks among the nearest states.
    bool is_shown_by_another_after(const Game& others, std::size_t step,
                                   const compiler::Successor& successor) const;

    // Steps of the play: from this number up to that one.
    struct Stretch {
        std::size_t first = 0;
        std::size_t end = 0;
    };
    // The choices made in them, without passing. A step with one way on has none.
    std::vector<const compiler::Move*> choices(Stretch steps) const;

    // The choices of these steps are made again and again in the game `others`, from `state` on, until a
    // state returns after whole rounds of them: from there back to there. Nothing: none does. `same`: two
    // states that count as one.
    using Same = std::function<bool(const compiler::State& before, const compiler::State& after)>;
    std::optional<Trace> comes_round(const Game& others, Stretch round, compiler::State state,
                                     const Same& same) const;

    // The choices of the play are made again from its beginning. Is it ever so, up to its end?
    bool is_ever(const Game& others, const IsShown& is_so) const;

private:
    struct Choice {
        std::size_t step = 0;
        const compiler::Move* move = nullptr;
        bool passes = false;
    };
    struct Way {
        const Game& game;
        compiler::State state;
        std::size_t next = 0;          // of the choices
        std::size_t steps = 0;         // made
        std::size_t perhaps_made = 0;  // of the next choices, where there was no other one
    };

    void show_where_it_ends(const Finding& finding);
    bool ends_with_incidents() const;
    bool ends_so(const compiler::Successor& step) const;
    std::size_t choices_before(std::size_t step) const;
    static bool is_gone(const Game& others, const compiler::Move& choice);
    // One step on; nothing: a choice is not there, or play stops.
    const compiler::Successor* next_step(const compiler::Expansion& expansion, Way& way) const;
    const compiler::Successor* pass(const compiler::Expansion& expansion) const;
    // The first choice from this one on that is not to pass.
    std::size_t next_played(std::size_t choice) const;
    static const compiler::Successor* taken(const compiler::Expansion& expansion,
                                            const compiler::Move& choice);
    bool has_made_all(const Way& way) const;
    bool has_made_all_but_gone(const Way& way) const;
    bool comes_to(Way& way, const compiler::State& end) const;
    bool comes_to_incidents(Way& way) const;

    Game game_;
    const Trace& play_;
    std::vector<compiler::IncidentId> shown_;  // of the last step
    std::vector<Choice> choices_;              // where there was more than one way
    std::size_t most_steps_;
    IsShown is_shown_;
};

}  // namespace errata::checker
