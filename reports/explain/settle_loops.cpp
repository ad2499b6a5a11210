#include "reports/explain/settle_loops.h"

#include <algorithm>

#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "compiler/ir/finding_codes.h"
#include "reports/explain/excerpts.h"
#include "reports/explain/help.h"

namespace errata::reports {

namespace {

using checker::Finding;
using checker::top_point;
using compiler::ClauseId;
using compiler::FindingCode;
using compiler::Model;

// An ability that is set off by an event or used, which a limit can stand behind.
bool can_be_limited(const Model& model, ClauseId id) {
    const auto is_it = [&](const auto& row) { return row.clause == id; };
    if (std::ranges::any_of(model.rules.state_checks, is_it)) return false;
    return std::ranges::any_of(model.rules.triggers, is_it) ||
           std::ranges::any_of(model.flow.points, [&](const compiler::Point& point) {
               return std::ranges::any_of(point.options, is_it) && !checker::is_frame(model.clause(id).kind);
           });
}

// Is the round one of a `repeat`, in which nothing is set off that a limit could stand behind?
bool is_round_of_repeat(const Model& model, const Finding& finding) {
    if (!finding.witness || !finding.witness->loop_start) return false;
    const checker::Trace& play = *finding.witness;
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        const compiler::PointId at = top_point(model, checker::state_before(play, i));
        if (!at.is_valid() || model.flow.points[at.index].rounds.empty()) return false;
    }
    return true;
}

std::string round_of_repeat(const Model& model) {
    const bool is_declared = model.policies.loops != compiler::LoopPolicy::Unstated;
    return "let each round of the `repeat` bring what it waits for nearer, or let it end after so many "
           "rounds" +
           std::string(is_declared ? "." : "; or declare what a loop means (`meta { loops: draw }`).");
}

std::string loop(const Model& model, const Finding& finding) {
    if (is_round_of_repeat(model, finding)) return round_of_repeat(model);
    const bool is_declared = model.policies.loops != compiler::LoopPolicy::Unstated;
    const Settling& settling = find_help(finding.code)->settle;
    std::string page = settling.sentence(!is_declared);
    // A limit per turn counts anew in each turn.
    const bool is_of_turns = finding.loop && finding.loop->stage == checker::LoopStage::Game;
    const bool has_limit = !is_of_turns && std::ranges::any_of(finding.clauses, [&](ClauseId clause) {
        return can_be_limited(model, clause);
    });
    const auto is_printed = [&](ClauseId clause) {
        return model.clause(clause).kind == compiler::ClauseKind::Printed;
    };
    if (settling.limits && has_limit && std::ranges::any_of(finding.clauses, is_printed))
        page += " A card's limit counts for each bearer, and anew once that has left.";
    if (!settling.limits || has_limit) return page;
    return "let something change for good in each round" +
           std::string(is_declared ? "." : ", or declare what a loop means (`meta { loops: draw }`).");
}

// What a player chooses on the way round, in words; empty: nobody chooses.
std::string chosen_in_round(const Model& model, const Finding& finding) {
    if (!finding.witness || !finding.witness->loop_start) return "";
    const checker::Trace& play = *finding.witness;
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        const compiler::Move& move = play.steps[i].move;
        if (move.kind != compiler::MoveKind::Option) continue;
        if (model.flow.points[move.point.index].owner == compiler::OwnerKind::Player)
            return checker::move_text(model, checker::state_before(play, i), move).text();
    }
    return "";
}

// By the last choice on the way to it.
std::string lock(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    std::string page = settle_page(finding.code);
    if (!finding.witness) return page;
    const checker::Trace& play = *finding.witness;
    for (std::size_t i = play.steps.size(); i-- > 0;) {
        const compiler::Move& move = play.steps[i].move;
        if (move.kind != compiler::MoveKind::Option) continue;
        const compiler::Point& point = model.flow.points[move.point.index];
        if (point.owner != compiler::OwnerKind::Player) continue;
        const dsl::Span option = point.options[move.option].span;
        return "forbid \"" + checker::move_text(model, checker::state_before(play, i), move).text() + "\"" +
               at_place(sources, option) +
               " in this position, let something bring back what the ending asks for, or add an ending for "
               "this position (`if ... { end \"a draw\" }`).";
    }
    return page;
}

std::string wait(const Model& model, const Finding& finding) {
    const bool is_unchosen = finding.loop && finding.loop->can_keep_going.empty();
    const std::string chosen = is_unchosen ? "" : chosen_in_round(model, finding);
    if (chosen.empty()) return settle_page(finding.code);
    return "limit how often \"" + chosen +
           "\" is possible (a number of times, a cost), end the wait after some turns, or say what happens "
           "to "
           "what waits for ever.";
}

}  // namespace

std::string settle_loop(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (finding.code == FindingCode::LoopWait) return wait(model, finding);
    if (finding.code == FindingCode::LoopLock) return lock(model, sources, finding);
    return loop(model, finding);
}

}  // namespace errata::reports
