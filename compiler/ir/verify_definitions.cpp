#include "compiler/ir/verify_definitions.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/monotone.h"

namespace errata::compiler {

namespace {

// Everything that evaluating these terms may evaluate, without entering systems of equations.
template <class Visit>
void walk_behind(const Model& model, std::vector<TermId> open, Visit&& visit) {
    std::set<TermId> seen(open.begin(), open.end());
    const auto look = [&](TermId id) {
        if (seen.insert(id).second) open.push_back(id);
    };
    while (!open.empty()) {
        const Term& term = model.terms[open.back()];
        open.pop_back();
        visit(term);
        for (const TermId child : term.children) look(child);
        if (term.kind == TermKind::Open)
            for_each_definition(model.functions.open[static_cast<std::size_t>(term.payload)], look);
    }
}

}  // namespace

void DefinitionVerifier::verify() {
    for (const OpenFunction& open : model_.functions.open) open_function(open);
    for (const Unknown& each : model_.functions.unknowns) unknown(each);
    if (problems_.empty() && systems_cover_the_unknowns()) {
        open_functions_terminate();
        for (std::size_t i = 0; problems_.empty() && i < model_.functions.equations.size(); ++i)
            system(EquationsId(i));
    }
}

void DefinitionVerifier::term(TermId id, const std::string& what, const std::vector<TypeId>& binders,
                              bool boolean) {
    TermPlace place;
    place.what = what;
    place.binders = binders;
    place.boolean = boolean;
    terms_.verify(id, place);
}

void DefinitionVerifier::open_function(const OpenFunction& open) {
    const Type& type = model_.type(open.type);
    if (!type.is_finite() || type.size() < 1 || type.size() > most_open_values)
        problem("the type of " + open.name + " does not have 1 to 64 values");
    for (const Statement& statement : open.statements) {
        term(statement.condition, "a statement about " + open.name, open.params, true);
        term(statement.value, "the value of a statement about " + open.name, open.params);
    }
    if (open.fallback.is_valid()) term(open.fallback, "the fallback of " + open.name, open.params);
}

void DefinitionVerifier::unknown(const Unknown& unknown) {
    if (!model_.type(unknown.type).is_finite()) problem("the unknown " + unknown.name + " is not finite");
    if (tuples(model_, unknown.params) > most_unknowns_of_a_family)
        problem("there are more than 4096 unknowns " + unknown.name);
    term(unknown.definition, "the definition of " + unknown.name, unknown.params);
    if (unknown.backup.is_valid()) term(unknown.backup, "the backup of " + unknown.name, unknown.params);
}

bool DefinitionVerifier::systems_cover_the_unknowns() {
    std::size_t next = 0;
    for (const Equations& equations : model_.functions.equations) {
        if (equations.first != next || equations.count == 0)
            problem("the equations " + equations.name + " do not follow the ones before");
        next = equations.first + equations.count;
    }
    if (next != model_.functions.unknowns.size())
        problem("the systems of equations do not cover the unknowns");
    return problems_.empty();
}

void DefinitionVerifier::system(EquationsId id) {
    const Equations& equations = model_.functions.equations[id.index];
    if (equations.preference.is_valid())
        term(equations.preference, "the preference of " + equations.name, {});
    std::vector<TermId> backups;
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i)
        if (model_.functions.unknowns[i].backup.is_valid())
            backups.push_back(model_.functions.unknowns[i].backup);
    walk_behind(model_, backups, [&](const Term& t) {
        const UnknownId unknown(static_cast<std::size_t>(t.payload));
        if (t.kind == TermKind::Unknown && system_of(model_, unknown) == id)
            problem("a backup of " + equations.name + " reads its unknowns");
    });
    std::vector<TermId> all;
    for_each_definition(model_, equations, [&](TermId behind) { all.push_back(behind); });
    bool counts = false;
    walk_behind(model_, all, [&](const Term& t) { counts = counts || t.kind == TermKind::Solutions; });
    if (counts) problem("a definition of " + equations.name + " asks for the number of solutions");
    if (equations.reads != systems_read(model_, id))
        problem("the equations " + equations.name + " do not say which others they read");
    if (std::ranges::any_of(equations.reads, [&](EquationsId read) { return read.index > id.index; }))
        problem("the equations " + equations.name + " read later ones");
    if (equations.inductive) inductive(id);
}

void DefinitionVerifier::inductive(EquationsId id) {
    const Equations& equations = model_.functions.equations[id.index];
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
        const Unknown& unknown = model_.functions.unknowns[i];
        if (model_.type(unknown.type).form != TypeForm::Bool)
            problem("the inductive unknown " + unknown.name + " is no truth value");
        term(unknown.definition, "the definition of " + unknown.name, unknown.params, true);
        if (!never_falls(model_, id, unknown.definition))
            problem("the definition of the inductive unknown " + unknown.name + " may decrease");
    }
}

void DefinitionVerifier::open_functions_terminate() {
    std::vector<std::vector<std::size_t>> asks(model_.functions.open.size());
    for (std::size_t i = 0; i < asks.size(); ++i) {
        std::vector<TermId> roots;
        for_each_definition(model_.functions.open[i], [&](TermId behind) { roots.push_back(behind); });
        walk_terms(model_.terms, roots, [&](TermId, const Term& t) {
            if (t.kind == TermKind::Open) asks[i].push_back(static_cast<std::size_t>(t.payload));
        });
    }
    for (std::size_t i = 0; i < asks.size(); ++i) {
        std::vector<bool> reached(asks.size());
        std::vector<std::size_t> open = asks[i];
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            if (reached[at]) continue;
            reached[at] = true;
            open.insert(open.end(), asks[at].begin(), asks[at].end());
        }
        if (reached[i]) problem("statements about " + model_.functions.open[i].name + " depend on itself");
    }
}

}  // namespace errata::compiler
