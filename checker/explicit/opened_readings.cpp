#include "checker/explicit/opened_readings.h"

#include <algorithm>
#include <set>

#include "checker/explicit/asked_readings.h"
#include "checker/fact_kinds.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

// In the term or in what stands behind the names in it.
ReadingSet mentioned(const Model& model, TermId root) {
    ReadingSet result(model.readings.all.size());
    std::set<TermId> known{root};
    std::vector<TermId> open{root};
    while (!open.empty()) {
        const TermId next = open.back();
        open.pop_back();
        walk_terms(model.terms, std::vector<TermId>{next}, [&](TermId, const Term& term) {
            if (term.kind == TermKind::Cell) {
                const ReadingId reading = model.variables[static_cast<std::size_t>(term.payload)].reading;
                if (reading.is_valid()) result[reading.index] = true;
            }
            for_each_definition(model, term, [&](TermId definition) {
                if (known.insert(definition).second) open.push_back(definition);
            });
        });
    }
    return result;
}

}  // namespace

OpenedReadings::OpenedReadings(const Model& model, const Setup& setup, bool all)
    : model_(model), setup_(setup), kept_first_(model.readings.all.size()) {
    if (all) return;
    ReadingSet required(kept_first_.size());
    for (const auto& [requirement, clause] : setup.requirements) {
        if (requirement == model.readings.few_departures) continue;
        const ReadingSet named = mentioned(model, requirement);
        for (std::size_t i = 0; i < named.size(); ++i) required[i] = required[i] || named[i];
    }
    for (std::size_t i = 0; i < kept_first_.size(); ++i)
        kept_first_[i] = !required[i] && std::erase(setup_.open, cell_of(i)) > 0;
}

std::size_t OpenedReadings::cell_of(std::size_t reading) const {
    return model_.variable(model_.readings.all[reading].variable).base;
}

bool OpenedReadings::list(const Evaluator& evaluator, const SetupLimits& limits) {
    std::optional<std::vector<State>> states = initial_states(evaluator, setup_, limits);
    if (!states) return false;
    initial_ = std::move(*states);
    closed_.assign(initial_.size(), kept_first_);
    return true;
}

ReadingSet OpenedReadings::closed() const {
    ReadingSet result = kept_first_;
    for (const ReadingSet& closed : closed_) {
        for (std::size_t i = 0; i < result.size(); ++i) result[i] = result[i] && closed[i];
    }
    return result;
}

bool OpenedReadings::cover(const std::vector<ReadingSet>& asked) const {
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (share(asked[i], closed_[i])) return false;
    }
    return true;
}

bool OpenedReadings::are_open(const ReadingSet& asked) const { return !share(asked, closed()); }

// The setup in which only these cells of the state are open. What else it requires holds and says nothing of
// them.
Setup OpenedReadings::around(const State& state, std::vector<std::size_t> cells) const {
    Setup result;
    result.values = state;
    result.open = std::move(cells);
    for (const auto& requirement : setup_.requirements) {
        if (requirement.first == model_.readings.few_departures) result.requirements.push_back(requirement);
    }
    return result;
}

bool OpenedReadings::open(const Evaluator& evaluator, const std::vector<ReadingSet>& asked,
                          const SetupLimits& limits) {
    std::vector<std::pair<State, ReadingSet>> starts;
    for (std::size_t i = 0; i < initial_.size(); ++i) {
        std::vector<std::size_t> cells;
        for (std::size_t reading = 0; reading < asked[i].size(); ++reading) {
            if (!asked[i][reading] || !closed_[i][reading]) continue;
            cells.push_back(cell_of(reading));
            closed_[i][reading] = false;
        }
        std::ranges::sort(cells);
        const std::optional<std::vector<State>> cases =
            initial_states(evaluator, around(initial_[i], std::move(cells)), limits);
        if (!cases) return false;
        for (const State& state : *cases) starts.emplace_back(state, closed_[i]);
        if (starts.size() > limits.states || starts.size() * model_.layout.cells > limits.cells) return false;
    }
    std::ranges::sort(starts);
    initial_.clear();
    closed_.clear();
    for (auto& [state, closed] : starts) {
        initial_.push_back(std::move(state));
        closed_.push_back(std::move(closed));
    }
    return true;
}

Facts OpenedReadings::facts() const {
    if (!has_readings(model_)) return {};
    if (model_.readings.most_departures == Value{0}) return departures(model_);
    const ReadingSet closed = this->closed();
    std::size_t open = 0;
    for (std::size_t i = 0; i < kept_first_.size(); ++i) {
        const bool is_left_open = std::ranges::find(setup_.open, cell_of(i)) != setup_.open.end();
        open += is_left_open || (kept_first_[i] && !closed[i]) ? 1 : 0;
    }
    if (open == 0) return {{FactKind::NoReadingAsked}};
    const std::size_t of = is_any(closed) ? model_.readings.all.size() : 0;
    Facts result{{FactKind::UnderReadings, {open, of}}};
    if (model_.readings.most_departures && *model_.readings.most_departures < static_cast<Value>(open))
        add(result, departures(model_));
    return result;
}

Facts departures(const Model& model) {
    if (!model.readings.most_departures) return {};
    return {{FactKind::DeparturesUpTo, {static_cast<std::size_t>(*model.readings.most_departures)}}};
}

QuestionsAboutReadings::QuestionsAboutReadings(const Model& model) {
    std::set<TermId> questions;
    for (const Claim& claim : model.asked.claims) questions.insert({claim.condition, claim.premise});
    for (const PrintedItem& item : model.printed_items) questions.insert(item.functions);
    for (const Overruling& overruling : model.rules.overrulings) questions.insert(overruling.holds);
    for (const ExceptionCircle& circle : model.rules.exception_circles) questions.insert(circle.holds);
    for (const TermId term : questions) {
        if (term.is_valid() && is_any(mentioned(model, term))) terms.push_back(term);
    }
}

}  // namespace errata::checker
