#include "tests/differential/rewrite_terms.h"

#include <map>

#include "compiler/ir/term_kinds.h"

namespace errata::tests {

using namespace compiler;

namespace {

// The type of what a leaf with arguments says.
const Type* type_of(const Model& model, const Term& term) {
    const auto index = static_cast<std::size_t>(term.payload);
    switch (term.kind) {
        case TermKind::Cell:
            return &model.type(model.variables[index].type);
        case TermKind::Table:
            return &model.type(model.functions.tables[index].type);
        case TermKind::Open:
            return &model.type(model.functions.open[index].type);
        case TermKind::Unknown:
            return &model.type(model.functions.unknowns[index].type);
        default:
            return nullptr;
    }
}

class Rewriter {
public:
    Rewriter(Model& model, const TermRule& rule) : model_(model), rule_(rule) {}

    void operator()(TermId& root) {
        if (root.is_valid()) root = of(root);
    }

    TermId of(TermId id) {
        if (const auto known = known_.find(id); known != known_.end()) return known->second;
        const Term term = model_.terms[id];
        std::vector<TermId> children;
        for (const TermId child : term.children) children.push_back(of(child));
        std::optional<TermId> other = rule_(model_, term, children);
        if (!other) other = children == term.children ? id : with_children(model_, term, children);
        return known_.emplace(id, *other).first->second;
    }

private:
    Model& model_;
    const TermRule& rule_;
    std::map<TermId, TermId> known_;
};

}  // namespace

const std::vector<TypeId>* params_of(const Model& model, const Term& term) {
    const auto index = static_cast<std::size_t>(term.payload);
    switch (term.kind) {
        case TermKind::Cell:
            return &model.variables[index].params;
        case TermKind::Table:
            return &model.functions.tables[index].params;
        case TermKind::Open:
            return &model.functions.open[index].params;
        case TermKind::Unknown:
            return &model.functions.unknowns[index].params;
        default:
            return nullptr;
    }
}

TermId with_children(Model& model, const Term& term, const std::vector<TermId>& children) {
    if (const Type* type = type_of(model, term))
        return model.terms.make_leaf(term.kind, term.payload, children, *type);
    if (term.domain.is_valid()) {
        return model.terms.make_quantifier(term.kind, term.payload, children, term.domain,
                                           model.type(term.domain));
    }
    return model.terms.make(term.kind, children, term.payload);
}

TermId rewritten(Model& model, TermId root, const TermRule& rule) { return Rewriter(model, rule).of(root); }

void rewrite_terms(Model& model, const TermRule& rule) {
    Rewriter rewrite(model, rule);
    for (Point& point : model.flow.points) {
        rewrite(point.player);
        for (PointOption& option : point.options) rewrite(option.guard);
    }
    for (Trigger& trigger : model.rules.triggers) rewrite(trigger.player);
    for (StateCheck& check : model.rules.state_checks) rewrite(check.condition);
    for (OpenFunction& open : model.functions.open) {
        for (Statement& statement : open.statements) {
            rewrite(statement.condition);
            rewrite(statement.value);
        }
        rewrite(open.fallback);
    }
    for (Unknown& unknown : model.functions.unknowns) {
        rewrite(unknown.definition);
        rewrite(unknown.backup);
    }
    for (Equations& system : model.functions.equations) rewrite(system.preference);
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        Code code = model.flow.code[CodeId(i)];
        for (TermId& term : code.terms) rewrite(term);
        model.flow.code.replace(CodeId(i), std::move(code));
    }
}

}  // namespace errata::tests
