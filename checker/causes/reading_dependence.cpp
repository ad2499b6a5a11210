#include "checker/causes/reading_dependence.h"

#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

std::string reading_name(const Model& model, const Reading& reading, Value alternative) {
    const Type& type = model.type(model.variable(reading.variable).type);
    const std::vector<std::string>& names = reading.texts.empty() ? type.labels : reading.texts;
    return model.clause(reading.clause).name + ": " + names[static_cast<std::size_t>(alternative)];
}

namespace {

struct Alternative {
    const Reading* reading = nullptr;
    Value value = 0;
};

// A term that says no more than that an alternative is in force (of two, the cell itself says so).
std::optional<Alternative> alternative_tested(const Model& model, TermId id) {
    bool is_denied = false;
    const Term* test = &model.terms[id];
    for (; test->kind == TermKind::Not; test = &model.terms[test->children[0]]) is_denied = !is_denied;
    Value value = 1;
    if (test->kind == TermKind::Equal) {
        if (!model.terms.is_constant(test->children[1])) return std::nullopt;
        value = model.terms[test->children[1]].payload;
        test = &model.terms[test->children[0]];
    }
    if (test->kind != TermKind::Cell || !test->children.empty()) return std::nullopt;
    const Variable& variable = model.variables[static_cast<std::size_t>(test->payload)];
    if (!variable.reading.is_valid()) return std::nullopt;
    if (is_denied && model.type(variable.type).size() != 2) return std::nullopt;
    return Alternative{&model.readings.all[variable.reading.index], is_denied ? 1 - value : value};
}

}  // namespace

std::optional<std::string> alternative_of(const Model& model, ClauseId clause) {
    for (const OpenFunction& open : model.functions.open) {
        for (const Statement& statement : open.statements) {
            if (statement.clause != clause) continue;
            const Term& condition = model.terms[statement.condition];
            if (condition.kind != TermKind::And) continue;
            for (const TermId part : condition.children) {
                if (const auto tested = alternative_tested(model, part))
                    return reading_name(model, *tested->reading, tested->value);
            }
        }
    }
    return std::nullopt;
}

Needed readings_needed(const Game& game, const Finding& finding, const IsShown& is_shown) {
    const Model& model = game.rules().model();
    Needed result;
    if (!has_readings(model) && model.assumptions.empty()) return result;
    const Trace& witness = *finding.witness;
    const SamePlay again(game, finding, is_shown);
    const auto matters = [&](const Variable& variable) {
        const Type& type = model.type(variable.type);
        const Value own = witness.initial[variable.base];
        for (Value other = type.lo; other <= type.hi; ++other) {
            if (other == own) continue;
            const auto there = [&](State state) {
                state[variable.base] = other;
                return state;
            };
            if (!again.shows_the_same(game, 0, there(witness.initial), there)) return true;
        }
        return false;
    };
    for (const Reading& reading : model.readings.all) {
        const Variable& variable = model.variable(reading.variable);
        auto& needed = reading.texts.empty() ? result.readings : result.versions;
        if (matters(variable)) needed.push_back(reading_name(model, reading, witness.initial[variable.base]));
    }
    for (const Assumption& assumption : model.assumptions) {
        const bool is_asked = assumption.variable.is_valid() && !assumption.is_denied;
        if (is_asked && matters(model.variable(assumption.variable)))
            result.assumptions.push_back(assumption.name);
    }
    return result;
}

}  // namespace errata::checker
