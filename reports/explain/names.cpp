#include "reports/explain/names.h"

#include <map>
#include <vector>

#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::reports {

using compiler::Model;
using compiler::Move;
using compiler::MoveKind;
using compiler::Phrase;
using compiler::State;

Phrase outcome_name(const Model& model, compiler::IncidentId incident, std::uint32_t outcome) {
    if (incident.is_valid()) {
        const auto& outcomes = model.incidents.all[incident.index].outcomes;
        if (outcome < outcomes.size()) return outcomes[outcome];
    }
    if (outcome > 1) return std::to_string(outcome);
    return outcome == 1 ? "yes" : "no";
}

namespace {

std::vector<Phrase> outcome_names(const Model& model, const Move& move) {
    return dsl::mapped(move.outcomes, [&](const auto& decided) {
        return outcome_name(model, decided.first, decided.second);
    });
}

// `names`: of the outcomes.
Phrase undecided(const Model& model, const Move& move, const std::vector<Phrase>& names) {
    std::vector<Phrase> chosen;  // by whoever chose the things that are put in order
    std::vector<Phrase> outcomes;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const compiler::IncidentId incident = move.outcomes[i].first;
        const bool is_chosen = incident.is_valid() &&
                               model.incidents.all[incident.index].code == compiler::FindingCode::OrderChosen;
        (is_chosen ? chosen : outcomes).push_back(names[i]);
    }
    return (chosen.empty() ? "" : " (in this order: " + join(chosen, ", ") + ")") +
           (outcomes.empty() ? "" : " (left open; here " + join(outcomes, ", ") + ")");
}

}  // namespace

Phrase undecided_words(const Model& model, const Move& move) {
    return undecided(model, move, outcome_names(model, move));
}

Phrase undecided_words(const Model& model, const compiler::Successor& step) {
    const Move& move = step.move;
    std::vector<Phrase> names = outcome_names(model, move);
    std::map<compiler::IncidentId, std::vector<std::size_t>> decided;  // by question, the outcomes
    for (std::size_t i = 0; i < names.size(); ++i) decided[move.outcomes[i].first].push_back(i);
    std::map<compiler::IncidentId, std::size_t> told;
    for (const compiler::OpenValue& asked : step.open_values) {
        const std::vector<std::size_t>& places = decided[asked.incident];
        const std::size_t number = told[asked.incident]++;
        if (places.size() < 2 || number >= places.size()) continue;
        names[places[number]] = checker::answer_text(model, asked);
    }
    return undecided(model, move, names);
}

Phrase decided_name(const Model& model, const State& before, const Move& move) {
    Phrase result = checker::move_text(model, before, move);
    if (result.empty() && move.kind == MoveKind::Option) result = model.flow.points[move.point.index].name;
    if (move.kind == MoveKind::Otherwise) result += ": nothing to choose from";
    return result;
}

Phrase move_name(const Model& model, const State& before, const Move& move) {
    return decided_name(model, before, move) + undecided_words(model, move);
}

Phrase asked_name(const Model& model, const State& before, const Move& move) {
    if (move.kind == MoveKind::Settle) return "asks which state checks hold";
    return "asks whether \"" + move_name(model, before, move) + "\" is possible";
}

const compiler::Setup& setup_of(const Model& model, std::size_t index) {
    const std::size_t setups = model.setups.size();
    return index < setups ? model.setups[index] : model.asked.scenarios[index - setups].setup;
}

std::size_t setup_count(const Model& model) { return model.setups.size() + model.asked.scenarios.size(); }

std::string setup_name(const Model& model, std::size_t index) {
    const std::size_t setups = model.setups.size();
    return index < setups ? model.setups[index].name
                          : "scenario " + model.asked.scenarios[index - setups].name;
}

}  // namespace errata::reports
