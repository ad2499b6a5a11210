// The terms that stand behind a name: what is evaluated when a term asks an open function or a system of
// equations. Whoever asks what a term reads, calls or depends on goes on with these.
#pragma once

#include "compiler/ir/model.h"

namespace errata::compiler {

// Calls visit(TermId) for everything that the function's statements may evaluate.
template <class Visit>
void for_each_definition(const OpenFunction& open, Visit&& visit) {
    for (const Statement& statement : open.statements) {
        visit(statement.condition);
        visit(statement.value);
    }
    if (open.fallback.is_valid()) visit(open.fallback);
}

template <class Visit>
void for_each_definition(const Model& model, const Equations& equations, Visit&& visit) {
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
        visit(model.functions.unknowns[i].definition);
        if (model.functions.unknowns[i].backup.is_valid()) visit(model.functions.unknowns[i].backup);
    }
    if (equations.preference.is_valid()) visit(equations.preference);
}

// The system to which an unknown belongs.
inline EquationsId system_of(const Model& model, UnknownId unknown) {
    std::size_t system = 0;
    while (unknown.index >= model.functions.equations[system].first + model.functions.equations[system].count)
        ++system;
    return EquationsId(system);
}

// Where the definitions of a term stand: with an open function or with a system of equations. Neither is
// valid: it has none.
struct DefinedBy {
    OpenId open;
    EquationsId equations;
};
DefinedBy defined_by(const Model& model, const Term& term);

// Of this term itself, not of its children.
template <class Visit>
void for_each_definition(const Model& model, const Term& term, Visit&& visit) {
    const DefinedBy by = defined_by(model, term);
    if (by.open.is_valid()) for_each_definition(model.functions.open[by.open.index], visit);
    if (by.equations.is_valid())
        for_each_definition(model, model.functions.equations[by.equations.index], visit);
}

// How many argument tuples there are.
inline std::size_t tuples(const Model& model, const std::vector<TypeId>& params) {
    std::size_t result = 1;
    for (const TypeId param : params) result *= static_cast<std::size_t>(model.type(param).size());
    return result;
}

// How many unknowns of its system come before the first one of this family.
inline std::size_t unknowns_before(const Model& model, UnknownId family) {
    std::size_t result = 0;
    for (std::size_t i = model.functions.equations[system_of(model, family).index].first; i < family.index;
         ++i)
        result += tuples(model, model.functions.unknowns[i].params);
    return result;
}

// What Equations::reads of this system must be.
std::vector<EquationsId> systems_read(const Model& model, EquationsId system);

// By variable: whether what the terms say in a state may depend on it.
std::vector<bool> variables_read(const Model& model, std::vector<TermId> terms);
// By variable: the terms that look at its cells, each once.
std::vector<std::vector<TermId>> cells_read(const Model& model, std::vector<TermId> terms);

// By clause: whether what the terms say in a state may depend on its being enabled.
std::vector<bool> clauses_asked(const Model& model, std::vector<TermId> terms);

// Of all functions and systems.
template <class Visit>
void for_each_definition(const Model& model, Visit&& visit) {
    for (const OpenFunction& open : model.functions.open) for_each_definition(open, visit);
    for (const Equations& equations : model.functions.equations) for_each_definition(model, equations, visit);
}

// Every term that a transition or a question about states evaluates. Requirements are asked of initial states
// only, and scenarios are played without a search.
std::vector<TermId> evaluated_terms(const Model& model);

}  // namespace errata::compiler
