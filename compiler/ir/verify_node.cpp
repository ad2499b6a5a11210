#include "compiler/ir/verify_node.h"

#include <fmt/format.h>

#include <algorithm>

namespace errata::compiler {

CodeShape shape_of(const Code& node) {
    const std::size_t terms = node.terms.size();
    const std::size_t children = node.children.size();
    switch (node.kind) {
        case CodeKind::Sequence:
            return {0, 0, children};
        case CodeKind::If:
            return {1, 1, 2};
        case CodeKind::IfAtRest:
            return {0, 2, 2};
        case CodeKind::Let:
        case CodeKind::ForEach:
            return {std::max<std::size_t>(terms, 1), 1, 1};
        case CodeKind::Simultaneously:
        case CodeKind::Defer:
            return {0, 1, 1};
        case CodeKind::Solve:
            return {0, 1, 3};
        case CodeKind::Fork:
        case CodeKind::AnyOrder:
            return {0, 1, children};
        case CodeKind::Rounds:
            return {terms, 2, children};
        case CodeKind::Again:
            return {terms, 0, 0, true};
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return {terms, 0, 0};
        case CodeKind::SetRegister:
        case CodeKind::Forget:
            return {1, 0, 0};
        case CodeKind::Pend:
        case CodeKind::Report:
            return {terms, 0, 0};
        case CodeKind::Call:
            return {terms, 0, 0, true};
        case CodeKind::Goto:
        case CodeKind::Stop:
        case CodeKind::Return:
        case CodeKind::Finish:
        case CodeKind::Cut:
            return {0, 0, 0, true};
    }
    return {};
}

TermPlace CodePlace::of_terms(bool boolean) const {
    TermPlace result;
    result.what = what;
    result.binders = binders;
    result.any_register = !in_check;
    result.boolean = boolean;
    return result;
}

void NodeVerifier::verify(const Code& node, const CodeShape& shape) {
    if (node.clause.is_valid()) exists(node.clause.index, model_.clauses.size(), "clause");
    verify_shape(node, shape);
    verify_own(node);
}

void NodeVerifier::verify_shape(const Code& node, const CodeShape& shape) {
    if (node.terms.size() != shape.terms)
        problem(fmt::format("a node has {} terms instead of {}", node.terms.size(), shape.terms));
    if (node.children.size() < shape.least || node.children.size() > shape.most)
        problem("a node has the wrong number of children");
}

void NodeVerifier::exists(std::uint32_t index, std::size_t count, const std::string& what) {
    if (index >= count) problem("a node names no " + what);
}

// All but its shape and its children.
void NodeVerifier::verify_own(const Code& node) {
    switch (node.kind) {
        case CodeKind::IfAtRest:
            return verify_not_at_once("an IfAtRest");
        case CodeKind::Solve:
            return exists(node.equations.index, model_.functions.equations.size(), "system of equations");
        case CodeKind::Report:
            for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
            return exists(node.incident.index, model_.incidents.all.size(), "incident");
        case CodeKind::Fork:
            return exists(node.incident.index, model_.incidents.all.size(), "incident");
        case CodeKind::AnyOrder:
            exists(node.incident.index, model_.incidents.all.size(), "incident");
            verify_not_at_once("an AnyOrder");
            return verify_instances(node, node.children);
        case CodeKind::Rounds:
            exists(node.incident.index, model_.incidents.all.size(), "incident");
            if (!node.children.empty())
                verify_instances(node, std::span(node.children).first(node.children.size() - 1));
            for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
            return;
        case CodeKind::Again:
            for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
            return;
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            return verify_write(node);
        case CodeKind::SetRegister:
            return verify_register(node);
        case CodeKind::Pend:
            if (model_.layout.pending == 0) problem("there is no bag to put an instance into");
            return verify_instance(node);
        case CodeKind::Forget:
            return verify_forgotten(node);
        case CodeKind::Goto:
            return exists(node.label.index, model_.flow.labels.size(), "label");
        case CodeKind::Stop:
            return exists(node.point.index, model_.flow.points.size(), "point");
        case CodeKind::Call:
            exists(node.point.index, model_.flow.points.size(), "point");
            return verify_instance(node);
        case CodeKind::Finish:
            return exists(node.ending.index, model_.rules.endings.size(), "ending");
        case CodeKind::Sequence:
        case CodeKind::If:
        case CodeKind::Let:
        case CodeKind::ForEach:
        case CodeKind::Simultaneously:
        case CodeKind::Defer:
        case CodeKind::Return:
        case CodeKind::Cut:
            return;
    }
}

void NodeVerifier::verify_not_at_once(const std::string& what) {
    if (place_.in_check || place_.simultaneous > 0)
        problem(what + " stands where everything happens at once");
}

void NodeVerifier::verify_instances(const Code& node, std::span<const CodeId> instances) {
    const std::string what = node.kind == CodeKind::AnyOrder ? "an AnyOrder" : "a Rounds";
    for (const CodeId child : instances) {
        if (child.index >= model_.flow.code.size()) continue;  // reported with the child
        const Code& part = model_.flow.code[child];
        const bool fits =
            part.kind == CodeKind::ForEach || (part.kind == CodeKind::If && part.children.size() == 1);
        if (!fits) problem(what + " has a child that is no instance");
    }
}

void NodeVerifier::verify_end(const Code& node, bool tail) {
    if (node.kind == CodeKind::Again) {
        const bool is_open = std::ranges::any_of(place_.rounds, [&](const OpenRounds& rounds) {
            return rounds.level == node.level && rounds.values == node.terms.size();
        });
        if (!is_open) problem("an Again where no Rounds can go on");
        return;
    }
    if (!tail) problem("the code ends where more follows (or inside ForEach, Simultaneously or Solve)");
    if (place_.in_check && node.kind != CodeKind::Finish && node.kind != CodeKind::Cut)
        problem("a state check stops or goes elsewhere");
}

void NodeVerifier::verify_register(const Code& node) {
    exists(node.level, model_.layout.registers, "register");
    if (place_.in_check) problem("a state check has no frame whose register it could set");
    if (!node.terms.empty()) terms_.verify(node.terms[0], place_.of_terms(false));
}

void NodeVerifier::verify_forgotten(const Code& node) {
    verify_domain(node, "a Forget");
    if (node.domain.index < model_.types.size() && model_.type(node.domain).optional)
        problem("a Forget has a domain with none");
    if (!node.terms.empty()) terms_.verify(node.terms[0], place_.of_terms(false));
}

void NodeVerifier::verify_instance(const Code& node) {
    exists(node.trigger.index, model_.rules.triggers.size(), "trigger");
    if (node.trigger.index >= model_.rules.triggers.size()) return;
    verify_shape(node, {model_.rules.triggers[node.trigger.index].params.size(), 0, 0});
    for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
}

void NodeVerifier::verify_domain(const Code& node, const std::string& what) {
    exists(node.domain.index, model_.types.size(), "domain");
    if (node.domain.index < model_.types.size() && !model_.type(node.domain).is_finite())
        problem(what + " ranges over an infinite domain");
}

void NodeVerifier::verify_write(const Code& node) {
    exists(node.var.index, model_.variables.size(), "variable");
    if (node.var.index >= model_.variables.size()) return;
    if (node.terms.size() != model_.variable(node.var).params.size() + 1) {
        problem("a write to " + model_.variable(node.var).name + " has the wrong number of arguments");
    }
    const bool moves_members = node.kind == CodeKind::Gain || node.kind == CodeKind::Lose;
    const Type& type = model_.type(model_.variable(node.var).type);
    const bool has_some = type.form == TypeForm::Set || (node.kind == CodeKind::Lose && type.optional);
    if (moves_members && !has_some)
        problem(model_.variable(node.var).name + " has no members to gain or lose");
    for (const TermId term : node.terms) terms_.verify(term, place_.of_terms(false));
}

}  // namespace errata::compiler
