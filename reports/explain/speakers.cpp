#include "reports/explain/speakers.h"

#include <algorithm>
#include <vector>

#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "dsl/base/text.h"
#include "reports/explain/excerpts.h"
#include "reports/explain/names.h"

namespace errata::reports {

using compiler::Change;
using compiler::ClauseId;
using compiler::ClauseKind;
using compiler::Model;
using compiler::Move;
using compiler::MoveKind;
using compiler::State;
using compiler::Successor;

namespace {

constexpr std::size_t most_speakers_named = 3;

// Claims ask and do nothing.
bool acts(const Model& model, ClauseId id) {
    return id.is_valid() && !checker::is_question(model.clause(id).kind);
}

// Those that changed something first.
std::vector<ClauseId> clauses_of(const Model& model, const Successor& step) {
    std::vector<ClauseId> clauses;
    const auto add = [&](ClauseId clause) {
        if (acts(model, clause) && std::ranges::find(clauses, clause) == clauses.end())
            clauses.push_back(clause);
    };
    for (const Change& change : step.changes) add(change.clause);
    for (const ClauseId clause : step.used) add(clause);
    return clauses;
}

ClauseId own_clause(const Model& model, const Move& move) {
    if (move.kind == MoveKind::Place) return model.rules.triggers[move.trigger.index].clause;
    if (!move.point.is_valid()) return {};
    const compiler::Point& point = model.flow.points[move.point.index];
    const bool is_option = move.kind == MoveKind::Option && move.option < point.options.size();
    if (is_option && point.options[move.option].clause.is_valid()) return point.options[move.option].clause;
    return point.clause;
}

// The names of those of a kind, each once.
std::vector<std::string> names_of_kind(const Model& model, const std::vector<ClauseId>& clauses,
                                       ClauseKind kind) {
    std::vector<std::string> names;
    for (const ClauseId id : clauses) {
        const compiler::Clause& clause = model.clause(id);
        if (clause.kind == kind && std::ranges::find(names, clause.name) == names.end())
            names.push_back(clause.name);
    }
    if (names.size() > most_speakers_named) {
        const std::size_t more = names.size() - most_speakers_named;
        names.resize(most_speakers_named);
        names.push_back(std::to_string(more) + " more");
    }
    return names;
}

// The actions that have changed something in the end.
std::vector<std::string> actions_of(const Model& model, const Successor& step) {
    std::vector<ClauseId> clauses;
    for (const Change& change : step.changes) {
        const auto later = [&](const Change& other) { return other.cell == change.cell; };
        const auto first = std::ranges::find_if(step.changes, later);
        const auto last = std::find_if(step.changes.rbegin(), step.changes.rend(), later);
        const bool stays = first->before != last->after;
        if (stays && change.clause.is_valid()) clauses.push_back(change.clause);
    }
    return names_of_kind(model, clauses, ClauseKind::Action);
}

// Does something of this card begin in the step, or change something; or is it only asked?
bool is_set_off_by(const Model& model, const Successor& step, const std::string& card) {
    const auto is_its = [&](ClauseId clause) {
        return clause.is_valid() && model.clause(clause).name == card;
    };
    const auto changes = [&](const Change& change) { return is_its(change.clause); };
    const auto begins = [&](const compiler::Trigger& trigger) {
        return is_its(trigger.clause) && std::ranges::find(step.used, trigger.clause) != step.used.end();
    };
    return std::ranges::any_of(step.changes, changes) || std::ranges::any_of(model.rules.triggers, begins);
}

}  // namespace

ClauseId speaking_clause(const Model& model, const Successor& step) {
    const std::vector<ClauseId> clauses = clauses_of(model, step);
    const auto card = std::ranges::find_if(
        clauses, [&](ClauseId id) { return model.clause(id).kind == ClauseKind::Printed; });
    if (card != clauses.end()) return *card;
    const bool is_chosen = step.move.kind == MoveKind::Option &&
                           model.flow.points[step.move.point.index].owner == compiler::OwnerKind::Player;
    if (is_chosen && acts(model, own_clause(model, step.move))) return own_clause(model, step.move);
    for (const Change& change : step.changes) {
        if (acts(model, change.clause)) return change.clause;
    }
    // Who is only asked what a value is does nothing.
    const ClauseId own = own_clause(model, step.move);
    if (acts(model, own) && !undecided_words(model, step.move).empty()) return own;
    for (auto clause = step.used.rbegin(); clause != step.used.rend(); ++clause) {
        if (acts(model, *clause)) return *clause;
    }
    return own;
}

dsl::Span place_of_option(const Model& model, const Move& move) {
    if (move.kind != MoveKind::Option || !move.point.is_valid()) return {};
    const std::vector<compiler::PointOption>& options = model.flow.points[move.point.index].options;
    if (move.option >= options.size()) return {};
    const ClauseId own = own_clause(model, move);
    const bool is_of_card = own.is_valid() && model.clause(own).kind == ClauseKind::Printed;
    return is_of_card ? dsl::Span() : options[move.option].span;
}

compiler::Phrase step_name(const Model& model, const State& before, const Successor& step,
                           const compiler::Owner& owner) {
    compiler::Phrase move = decided_name(model, before, step.move);
    std::vector<std::string> cards = names_of_kind(model, clauses_of(model, step), ClauseKind::Printed);
    const bool is_by_rules = owner.kind == compiler::OwnerKind::Rules;
    // What a card does is called by that card, whatever else has a word in it.
    const auto is_named = [&](const std::string& name) { return has_words(move.text(), name); };
    if (is_by_rules && std::ranges::any_of(cards, is_named)) return move;
    std::erase_if(cards, is_named);
    if (cards.empty() && is_by_rules) {
        std::vector<std::string> actions = actions_of(model, step);
        std::erase_if(actions, is_named);
        if (!actions.empty()) return checker::list_text(actions) + " (" + move + ")";
    }
    if (cards.empty()) return move;
    if (is_by_rules) return checker::list_text(cards) + " (" + move + ")";
    const auto told = [&](const char* words, const auto& are_so) {
        std::vector<std::string> some = cards;
        std::erase_if(some, [&](const std::string& card) { return !are_so(card); });
        std::erase_if(cards, are_so);
        return some.empty() ? "" : words + checker::list_text(some);
    };
    const compiler::ClauseId own = own_clause(model, step.move);
    const auto is_own = [&](const std::string& card) {
        return own.is_valid() && model.clause(own).name == card;
    };
    const auto is_set_off = [&](const std::string& card) { return is_set_off_by(model, step, card); };
    const std::string of_card = told(", for ", is_own);
    const std::string set_off = told("; sets off ", is_set_off);
    return move + of_card + set_off + told("; in force: ", [](const auto&) { return true; });
}

}  // namespace errata::reports
