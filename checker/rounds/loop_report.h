// What every finding about a repetition says in the same way, however it was found: its code, the clauses
// that keep it going, the stage it lies in, who can leave it and by what.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checker/explicit/stage.h"
#include "checker/trace.h"
#include "checker/verdict.h"

namespace errata::checker {

class Reach;

// Growing: players keep it going, and no state returns exactly. What nobody chooses is Mandatory, whether it
// grows or not. Together: it takes more than players, or more than chance. ChanceTogether: no player can
// leave it, chance can, and it takes what nobody decides, too.
enum class LoopForce { Mandatory, Inevitable, Chance, Optional, Growing, Together, ChanceTogether };

// All that are said of repetitions within one game.
const std::vector<FindingCode>& loop_codes();
FindingCode code_of(LoopForce force, LoopStage stage);
bool is_forced(LoopForce force);

// The clauses that change or place something from step `from` on; all that take part if there are none.
std::vector<compiler::ClauseId> clauses_of_round(const compiler::Model& model, const Trace& play,
                                                 std::size_t from);

// Of the steps from `from` on.
LoopStage coarsest_stage(const compiler::Model& model, const Trace& play, std::size_t from);

// For a round in which some state returns but for what grows: what the players who choose on it can do
// (can_keep_going, can_break, ways_out). Is there a choice at all?
bool describe_choices(const Reach& reach, const Trace& play, std::size_t from, LoopFacts& facts);

// Who keeps up a round that leaves more of the same behind each time (`steps`, from `first`): Growing where
// players alone have a say in it and play does get out of it somewhere (`is_left`). Else who can break it is
// not known, and is taken out of the facts: Growing if nobody but players has a say, Together if somebody
// has.
LoopForce force_of_players(const compiler::Evaluator& evaluator, const compiler::State& first,
                           std::span<const compiler::Successor> steps, bool is_left, LoopFacts& facts);

// An option of this owner (a player, chance), at the first of these places where there is one, whose edge of
// the arena leaves what is looked at; without the player.
std::optional<WayOut> way_leaving(const Reach& reach, const compiler::Owner& owner,
                                  const std::vector<std::uint32_t>& places,
                                  const std::function<bool(std::uint32_t edge)>& leaves);

// Such an option of each player that these names name, if there is one.
std::vector<WayOut> ways_out(const Reach& reach, const std::vector<std::string>& breakers,
                             const std::vector<std::uint32_t>& places,
                             const std::function<bool(std::uint32_t edge)>& leaves);

// Strategies are not decided where somebody acts on less than the whole position: why not, or nothing. Hidden
// zones in which nothing ever lies, and decisions in secret that no play comes to, hide nothing; where not
// all states were seen, they may.
std::optional<Fact> hidden_from_players(const Reach& reach);

}  // namespace errata::checker
