// The loops and waits of a result, looked at again.
#include <algorithm>

#include "checker/certify/forced_loop.h"
#include "checker/certify/growth_points.h"
#include "checker/plays/describe.h"
#include "checker/rounds/second_look.h"
#include "checker/search/second_look.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/place_in.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_states_of_growth = 2'000;

bool nobody(const Owner&) { return false; }

void follow_forced_loops(const SecondLook& look, bool within_turn) {
    for (const Finding& finding : look.result().findings) {
        const bool mandatory = finding.code == FindingCode::LoopMandatory;
        if (!mandatory && finding.code != FindingCode::LoopInevitable &&
            finding.code != FindingCode::LoopSettle && finding.code != FindingCode::LoopAgenda)
            continue;
        if (!finding.witness || !finding.loop) continue;
        const std::optional<std::size_t> closes = finding.witness->loop_start;
        const bool grows = !finding.loop->growth.empty();
        // Rounds of numbers alone are looked at below.
        if (grows ? finding.loop->certificate.has_value() : !closes) continue;
        ForcedLoop claimed;
        claimed.mandatory = mandatory;
        claimed.within_turn = within_turn && finding.loop->stage != LoopStage::Game;
        claimed.grows = grows;
        // The solver finds a loop whose states are more than a small budget of the search.
        const std::size_t states = std::max(look.workbench().limits().budget.states, Budget().states);
        claimed.max_states = grows ? max_states_of_growth : states;
        const std::string problem = problem_of(look.workbench().evaluator(), *finding.witness,
                                               closes ? *closes : finding.loop->rounds.front(), claimed);
        look.require(problem.empty(), clause_names(look.model(), finding.clauses) + ": " + problem);
    }
}

bool is_choiceless(FindingCode code) {
    return code == FindingCode::LoopMandatory || code == FindingCode::LoopSettle;
}

// Of rounds that change numbers alone: the numbers' set, point by point.
void play_later_rounds(const SecondLook& look) {
    for (const Finding& finding : look.result().findings) {
        if (!finding.witness || !finding.loop || !finding.loop->certificate) continue;
        const std::string problem =
            problem_of(look.workbench().evaluator(), *finding.witness, finding.loop->rounds.front(),
                       *finding.loop->certificate, is_choiceless(finding.code));
        look.require(problem.empty(), clause_names(look.model(), finding.clauses) + ": " + problem);
    }
}

}  // namespace

void certify_loops_within_turns(const SecondLook& look) {
    follow_forced_loops(look, true);
    play_later_rounds(look);
}

void certify_loops_anywhere(const SecondLook& look) {
    follow_forced_loops(look, false);
    play_later_rounds(look);
}

void certify_waits(const SecondLook& look, const Reach&, const Fixpoint& states) {
    for (const Claim& claim : look.model().asked.claims) {
        if (claim.kind != ClaimKind::Eventually || !look.is_complete(id_of(look.model(), claim))) continue;
        const Fixpoint::States lasts = states.states().where(
            [&](const State& state) { return look.evaluator().value(claim.condition, state) != Value{1}; });
        const Fixpoint::States begins =
            claim.premise.is_valid() ? states.states().where([&](const State& state) {
                return look.evaluator().value(claim.premise, state) == Value{1};
            })
                                     : states.initial();
        const Fixpoint::States waiting = states.graph().reached_from(begins, lasts);
        for (const Value player : players(look.model())) {
            const auto keeps = [&](const Owner& owner) {
                return owner.kind == OwnerKind::Player && owner.player == player;
            };
            look.require(is_empty(states.graph().kept(waiting, keeps, LoopStage::Game)),
                         player_name(look.model(), player) + " cannot keep away " + claim.name);
        }
        look.looked_at(id_of(look.model(), claim));
    }
}

void certify_loops(const SecondLook& look, const Reach&, const Fixpoint& states) {
    // Where neither players nor chance ever choose, cycles of whole turns are forced as well, if the game has
    // endings at all.
    const LoopStage coarsest =
        states.graph().is_choiceless() && has_endings(look.model()) ? LoopStage::Game : LoopStage::Turn;
    const Fixpoint::States forced = states.graph().kept(all_of(states), nobody, coarsest);
    if (look.is_complete(claim_of_none(FindingCode::LoopMandatory)) &&
        look.is_complete(claim_of_none(FindingCode::LoopInevitable)) &&
        look.is_complete(claim_of_none(FindingCode::LoopSettle))) {
        look.require(is_empty(forced), "no loop is forced");
        for (const FindingCode code :
             {FindingCode::LoopMandatory, FindingCode::LoopInevitable, FindingCode::LoopSettle})
            look.looked_at(claim_of_none(code));
        // What players play in windows has to change something to be a loop, which is not asked here.
        const bool windows = std::ranges::any_of(
            look.model().flow.points, [](const Point& point) { return point.stage == Stage::Window; });
        const auto chance = [](const Owner& owner) { return owner.kind == OwnerKind::Chance; };
        if (look.is_complete(claim_of_none(FindingCode::LoopChance)) && !windows) {
            look.require(is_empty(states.graph().kept(all_of(states), chance, LoopStage::Turn)),
                         "no loop is left by chance alone");
            look.looked_at(claim_of_none(FindingCode::LoopChance));
        }
    }
    // While an item is carried out nobody may idle, and an order that nobody decides may be any. What players
    // choose in the turn has to change something to be a loop, which is not asked here. A chosen loop inside
    // a forced one is none of its own.
    const auto chosen = [](const Owner& owner) {
        return owner.kind == OwnerKind::Player || owner.kind == OwnerKind::Nobody;
    };
    const auto is_none = [&](FindingCode code) { return look.is_complete(claim_of_none(code)); };
    if (is_empty(forced) && is_none(FindingCode::LoopOptional) && is_none(FindingCode::LoopGrowing) &&
        is_none(FindingCode::LoopChance))
        look.require(is_empty(states.graph().kept(all_of(states), chosen, LoopStage::Resolution)),
                     "nobody can keep an item on the agenda for ever");
    // Whole turns that nobody can leave are told as a loop, and are no lock. Whether nobody has a choice in
    // them was asked up to the names of objects, which are told apart here.
    const bool turns_are_told = std::ranges::any_of(look.result().findings, [](const Finding& finding) {
        return is_forced(finding.code) && finding.loop && finding.loop->stage == LoopStage::Game;
    });
    if (turns_are_told || !has_endings(look.model()) ||
        !look.is_complete(claim_of_none(FindingCode::LoopLock)))
        return;
    Fixpoint::States ends = states.graph().ends_or_fails();
    for (std::size_t i = 0; i < ends.size(); ++i) ends[i] = ends[i] || forced[i];
    const Fixpoint::States can = states.graph().leading_to(std::move(ends));
    look.require(std::ranges::all_of(can, [](bool each) { return each; }), "no play is locked");
    look.looked_at(claim_of_none(FindingCode::LoopLock));
}

}  // namespace errata::checker
