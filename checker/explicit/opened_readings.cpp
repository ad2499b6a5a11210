#include "checker/explicit/opened_readings.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/walk.h"
#include "dsl/base/text.h"

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

bool is_any(const ReadingSet& readings) { return std::ranges::find(readings, true) != readings.end(); }

}  // namespace

OpenedReadings::OpenedReadings(const Model& model, const Setup& setup, bool all)
    : model_(model), setup_(setup), closed_(model.readings.all.size()) {
    if (all) return;
    for (std::size_t i = 0; i < closed_.size(); ++i) {
        const std::size_t cell = model.variable(model.readings.all[i].variable).base;
        closed_[i] = std::erase(setup_.open, cell) > 0;
    }
    for (const auto& [requirement, clause] : setup.requirements) {
        if (requirement != model.readings.few_departures) open(mentioned(model, requirement));
    }
}

bool OpenedReadings::cover(const ReadingSet& asked) const {
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (asked[i] && closed_[i]) return false;
    }
    return true;
}

void OpenedReadings::open(const ReadingSet& asked) {
    for (std::size_t i = 0; i < asked.size(); ++i) {
        if (!asked[i] || !closed_[i]) continue;
        closed_[i] = false;
        setup_.open.push_back(model_.variable(model_.readings.all[i].variable).base);
    }
    std::ranges::sort(setup_.open);
}

std::string OpenedReadings::text() const {
    if (model_.readings.all.empty()) return "";
    if (model_.readings.most_departures == Value{0}) return "," + departures_text(model_);
    const auto open =
        static_cast<std::size_t>(std::ranges::count_if(model_.readings.all, [&](const Reading& reading) {
            return std::ranges::find(setup_.open, model_.variable(reading.variable).base) !=
                   setup_.open.end();
        }));
    if (open == 0) return ", in which no reading is asked";
    const std::string asked =
        is_any(closed_) ? " asked (of " + std::to_string(model_.readings.all.size()) + ")" : "";
    const std::string readings = "reading" + std::string(open == 1 ? "" : "s") + asked;
    std::string result = open == 1
                             ? ", under each alternative of the " + readings
                             : ", under every combination of the " + std::to_string(open) + " " + readings;
    if (model_.readings.most_departures && *model_.readings.most_departures < static_cast<Value>(open))
        result += departures_text(model_);
    return result;
}

std::string departures_text(const Model& model) {
    if (!model.readings.most_departures) return "";
    if (*model.readings.most_departures == 0) return " with every reading in its first alternative";
    return " with at most " +
           dsl::count_of(static_cast<std::size_t>(*model.readings.most_departures), "reading") +
           " other than in the first alternative";
}

std::vector<TermId> questions_about_readings(const Model& model) {
    std::set<TermId> questions;
    for (const Claim& claim : model.asked.claims) questions.insert({claim.condition, claim.premise});
    for (const PrintedItem& item : model.printed_items) questions.insert(item.functions);
    for (const Overruling& overruling : model.rules.overrulings) questions.insert(overruling.holds);
    for (const ExceptionCircle& circle : model.rules.exception_circles) questions.insert(circle.holds);
    std::vector<TermId> result;
    for (const TermId term : questions) {
        if (term.is_valid() && is_any(mentioned(model, term))) result.push_back(term);
    }
    return result;
}

}  // namespace errata::checker
