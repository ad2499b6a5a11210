#include "tests/differential/coverage.h"

namespace errata::tests {

using namespace errata::compiler;

std::map<TermKind, std::size_t> Coverage::terms;
std::map<CodeKind, std::size_t> Coverage::codes;
std::map<Agenda, std::size_t> Coverage::placements;

void Coverage::add_term(TermId id, Kinds& kinds) const {
    if (!id.is_valid()) return;
    const Term& term = model_.terms[id];
    kinds.first.insert(term.kind);
    for (TermId child : term.children) add_term(child, kinds);
    if (term.kind != TermKind::Open) return;
    for (const Statement& statement :
         model_.open_functions[static_cast<std::size_t>(term.payload)].statements) {
        add_term(statement.condition, kinds);
    }
}

void Coverage::add_code(CodeId id, Kinds& kinds) {
    const Code& code = model_.code[id];
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
        add_code(model_.labels[label.index].code, kinds);
        labels_[label] = kinds;
    }
    return labels_[label];
}

void Coverage::count(const Successor& successor) {
    Kinds kinds;
    const Move& move = successor.move;
    switch (move.kind) {
        case MoveKind::Settle:
            for (const StateCheck& check : model_.state_checks) {
                add_term(check.condition, kinds);
                add_code(check.body, kinds);
            }
            break;
        case MoveKind::Place:
            ++placements[model_.agenda];
            break;
        case MoveKind::Option: {
            const PointOption& option = model_.points[move.point.index].options[move.option];
            kinds = of_label(option.target);
            add_term(option.guard, kinds);
            break;
        }
        case MoveKind::Otherwise:
            kinds = of_label(*model_.points[move.point.index].otherwise);
            break;
    }
    for (TermKind kind : kinds.first) ++terms[kind];
    for (CodeKind kind : kinds.second) ++codes[kind];
}

}  // namespace errata::tests
