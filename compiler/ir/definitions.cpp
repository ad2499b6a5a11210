#include "compiler/ir/definitions.h"

#include <set>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

DefinedBy defined_by(const Model& model, const Term& term) {
    const auto number = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Open) return {OpenId(number), {}};
    if (term.kind == TermKind::Unknown) return {{}, system_of(model, UnknownId(number))};
    if (term.kind == TermKind::Solutions) return {{}, EquationsId(number)};
    return {};
}

std::vector<EquationsId> systems_read(const Model& model, EquationsId system) {
    std::set<EquationsId> mentioned;
    std::set<TermId> seen;
    std::vector<TermId> open;
    const auto look = [&](TermId id) {
        if (seen.insert(id).second) open.push_back(id);
    };
    for_each_definition(model, model.functions.equations[system.index], look);
    while (!open.empty()) {
        const Term& term = model.terms[open.back()];
        open.pop_back();
        for (const TermId child : term.children) look(child);
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Open) for_each_definition(model.functions.open[number], look);
        if (term.kind == TermKind::Unknown) mentioned.insert(system_of(model, UnknownId(number)));
    }
    mentioned.erase(system);
    return {mentioned.begin(), mentioned.end()};
}

namespace {

// Calls visit(id, term) for all terms that come to be evaluated with these, each once.
template <class Visit>
void walk_with_definitions(const Model& model, std::vector<TermId> terms, Visit&& visit) {
    std::set<TermId> seen;
    while (!terms.empty()) {
        const TermId id = terms.back();
        terms.pop_back();
        if (!id.is_valid() || !seen.insert(id).second) continue;
        const Term& term = model.terms[id];
        visit(id, term);
        terms.insert(terms.end(), term.children.begin(), term.children.end());
        for_each_definition(model, term, [&](TermId behind) { terms.push_back(behind); });
    }
}

}  // namespace

std::vector<bool> variables_read(const Model& model, std::vector<TermId> terms) {
    std::vector<bool> result(model.variables.size());
    walk_with_definitions(model, std::move(terms), [&](TermId, const Term& term) {
        if (term.kind == TermKind::Cell) result[static_cast<std::size_t>(term.payload)] = true;
    });
    return result;
}

std::vector<std::vector<TermId>> cells_read(const Model& model, std::vector<TermId> terms) {
    std::vector<std::vector<TermId>> result(model.variables.size());
    walk_with_definitions(model, std::move(terms), [&](TermId id, const Term& term) {
        if (term.kind == TermKind::Cell) result[static_cast<std::size_t>(term.payload)].push_back(id);
    });
    return result;
}

std::vector<bool> clauses_asked(const Model& model, std::vector<TermId> terms) {
    std::vector<bool> result(model.clauses.size());
    walk_with_definitions(model, std::move(terms), [&](TermId, const Term& term) {
        if (term.kind == TermKind::Enabled) result[static_cast<std::size_t>(term.payload)] = true;
        if (term.kind != TermKind::Open) return;
        for (const Statement& statement :
             model.functions.open[static_cast<std::size_t>(term.payload)].statements)
            result[statement.clause.index] = true;
    });
    return result;
}

std::vector<TermId> evaluated_terms(const Model& model) {
    std::vector<TermId> roots;
    const auto add = [&](TermId term) {
        if (term.is_valid()) roots.push_back(term);
    };
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        for (const TermId term : model.flow.code[CodeId(i)].terms) add(term);
    }
    for (const Point& point : model.flow.points) {
        add(point.player);
        for (const PointOption& option : point.options) add(option.guard);
    }
    for (const Trigger& trigger : model.rules.triggers) {
        add(trigger.player);
        add(trigger.rank);
    }
    for (const StateCheck& check : model.rules.state_checks) add(check.condition);
    for_each_definition(model, add);
    for (const Claim& claim : model.asked.claims) {
        add(claim.condition);
        add(claim.premise);
    }
    for (const PrintedItem& item : model.printed_items) add(item.functions);
    return roots;
}

}  // namespace errata::compiler
