#include "tests/differential/coverage.h"

#include "compiler/ir/definitions.h"
#include "tests/support/codes.h"

namespace errata::tests {

using namespace errata::compiler;

std::map<TermKind, std::size_t> Coverage::terms;
std::map<CodeKind, std::size_t> Coverage::codes;
std::map<Agenda, std::size_t> Coverage::placements;
std::map<IncidentKind, std::size_t> Coverage::met_by_transitions;
std::map<IncidentKind, std::size_t> Coverage::met_by_states;

Coverage::Coverage(const Model& model) : model_(model) {
    for (const IncidentKindInfo& info : all_incident_kinds())
        incidents_[info.kind] = incidents_of(model, info.kind);
}

void Coverage::clear() {
    terms.clear();
    codes.clear();
    placements.clear();
    met_by_transitions.clear();
    met_by_states.clear();
}

void Coverage::add_term(TermId root, Kinds& kinds) const {
    if (!root.is_valid()) return;
    std::set<TermId> seen = {root};
    std::vector<TermId> open = {root};
    const auto look = [&](TermId id) {
        if (seen.insert(id).second) open.push_back(id);
    };
    while (!open.empty()) {
        const Term& term = model_.terms[open.back()];
        open.pop_back();
        kinds.first.insert(term.kind);
        for (TermId child : term.children) look(child);
        for_each_definition(model_, term, look);
    }
}

void Coverage::add_code(CodeId id, Kinds& kinds) {
    const Code& code = model_.flow.code[id];
    kinds.second.insert(code.kind);
    for (TermId term : code.terms) add_term(term, kinds);
    for (CodeId child : code.children) add_code(child, kinds);
    if (code.kind != CodeKind::Goto) return;
    Kinds further = of_label(code.label);
    kinds.first.merge(further.first);
    kinds.second.merge(further.second);
}

const Kinds& Coverage::of_label(LabelId label) {
    auto [it, is_new] = labels_.try_emplace(label);
    if (is_new) {
        Kinds kinds;
        add_code(model_.flow.labels[label.index].code, kinds);
        labels_[label] = kinds;
    }
    return labels_[label];
}

void Coverage::count(const Expansion& expansion) {
    count(expansion.incidents, met_by_states);
    for (const Successor& successor : expansion.successors) count(successor);
}

void Coverage::count(const std::vector<Occurrence>& met, std::map<IncidentKind, std::size_t>& by_kind) const {
    for (const auto& [kind, incidents] : incidents_) {
        for (const Occurrence& occurrence : met)
            by_kind[kind] += incidents.contains(occurrence.incident) ? 1 : 0;
    }
}

void Coverage::count(const Successor& successor) {
    count(successor.incidents, met_by_transitions);
    Kinds kinds;
    const Move& move = successor.move;
    switch (move.kind) {
        case MoveKind::Settle:
            for (const StateCheck& check : model_.rules.state_checks) {
                add_term(check.condition, kinds);
                add_code(check.body, kinds);
            }
            break;
        case MoveKind::Place:
            ++placements[model_.policies.agenda];
            break;
        case MoveKind::Option: {
            const PointOption& option = model_.flow.points[move.point.index].options[move.option];
            kinds = of_label(option.target);
            add_term(option.guard, kinds);
            break;
        }
        case MoveKind::Otherwise:
            kinds = of_label(*model_.flow.points[move.point.index].otherwise);
            break;
    }
    for (TermKind kind : kinds.first) ++terms[kind];
    for (CodeKind kind : kinds.second) ++codes[kind];
}

}  // namespace errata::tests
