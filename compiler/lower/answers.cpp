#include "compiler/lower/answers.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/events.h"
#include "compiler/lower/layer_order.h"
#include "compiler/lower/success.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

TermId GameAnswers::can(ActionId action, const std::vector<TypedTerm>& roles, const Scope& scope,
                        dsl::Span span) {
    std::vector<TermId> obstacles;
    for (const auto& [term, clause] : prohibitions(*l_, action, roles, scope, span))
        obstacles.push_back(term);
    return l_->pool().lnot(l_->pool().lor(obstacles));
}

TermId GameAnswers::computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope& scope,
                             dsl::Span span) {
    if (is_as_printed(*l_, what, scope)) return printed_value(*l_, what, arguments, scope);
    if (const LayerOrder* const order = order_of(*l_, what))
        return value_in_order(*l_, *order, what, arguments, scope);
    const ComputedCase asked = case_asked(*l_, what, scope);
    std::vector<TypedTerm> args = arguments;
    if (asked.has_bearer) args.push_back(*scope.unapplied->bearer);
    const ComputedAnswer& answer = computed_->at(asked);
    if (answer.unknown) {
        const TypeId type = l_->names.callables.computed[what.index].type;
        return l_->pool().make_leaf(TermKind::Unknown, answer.unknown->index,
                                    dsl::mapped(args, &TypedTerm::term), l_->type(type));
    }
    if (std::find(underway_.begin(), underway_.end(), asked) != underway_.end()) {
        l_->reporter.error(DiagnosticKind::recursive_definition, span,
                           "'" + l_->names.callables.computed[what.index].item->name +
                               "' leans on itself by way of what can happen",
                           "say what it is by what is on the table: fields and state");
        return l_->pool().constant(0);
    }
    underway_.push_back(asked);
    const Effort::Deeper deeper(l_->effort);
    const TermId value = present_value(*l_, asked, answer.settled, args, scope);
    underway_.pop_back();
    return value;
}

TermId GameAnswers::open(OpenId open, std::vector<TermId> arguments) {
    const Type type = l_->type(l_->model.functions.open[open.index].type);
    return l_->pool().make_leaf(TermKind::Open, open.index, std::move(arguments), type);
}

std::optional<EquationsId> GameAnswers::system_of(const Lowering& l, ComputedId what, dsl::Span span) {
    const ast::Item* const item = l.names.callables.computed[what.index].item;
    for (std::size_t i = 0; i < l.model.functions.equations.size(); ++i) {
        if (l.model.functions.equations[i].span == item->name_span) return EquationsId(i);
    }
    std::vector<std::string> known;
    for (const Equations& system : l.model.functions.equations) known.push_back(system.name);
    l.reporter.unknown(span, "system of equations", item->name, known);
    return std::nullopt;
}

TermId GameAnswers::payable(const typed::Block& block, const Scope& scope) {
    return compiler::payable(*l_, block, scope);
}

TermId GameAnswers::solutions(ComputedId what, dsl::Span span) {
    const auto system = system_of(*l_, what, span);
    if (!system) return l_->pool().constant(0);
    return l_->pool().make(TermKind::Solutions, {}, system->index);
}

}  // namespace errata::compiler
