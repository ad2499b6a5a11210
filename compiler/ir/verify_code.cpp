#include "compiler/ir/verify_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace errata::compiler {

CodeVerifier::CodeVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems)
    : model_(model), terms_(terms), problems_(problems) {}

void CodeVerifier::verify_label(LabelId label) {
    what_ = "label " + model_.labels[label.index].name;
    in_check_ = false;
    if (!verify_node(model_.labels[label.index].code, true)) problem("falls through its end");
}

void CodeVerifier::verify_check(CodeId body, const std::string& what) {
    what_ = what;
    in_check_ = true;
    verify_node(body, true);
}

TermPlace CodeVerifier::place(bool boolean) const {
    TermPlace result;
    result.what = what_;
    result.binders = binders_;
    result.any_register = !in_check_;
    result.boolean = boolean;
    return result;
}

void CodeVerifier::arity(const Code& node, std::size_t terms, std::size_t least, std::size_t most) {
    if (node.terms.size() != terms)
        problem(fmt::format("a node has {} terms instead of {}", node.terms.size(), terms));
    if (node.children.size() < least || node.children.size() > most)
        problem("a node has the wrong number of children");
}

void CodeVerifier::exists(std::uint32_t index, std::size_t count, const std::string& what) {
    if (index >= count) problem("a node names no " + what);
}

bool CodeVerifier::verify_node(CodeId id, bool tail) {
    if (id.index >= model_.code.size()) {
        problem("a node is not in the pool");
        return true;
    }
    const Code& node = model_.code[id];
    const std::size_t before = problems_.size();
    if (node.clause.is_valid()) exists(node.clause.index, model_.clauses.size(), "clause");
    switch (node.kind) {
        case CodeKind::Sequence:
            arity(node, 0, 0, node.children.size());
            break;
        case CodeKind::If:
            arity(node, 1, 1, 2);
            break;
        case CodeKind::IfAtRest:
            arity(node, 0, 2, 2);
            if (in_check_ || simultaneous_ > 0)
                problem("an IfAtRest stands where everything happens at once");
            break;
        case CodeKind::Let:
        case CodeKind::ForEach:
            arity(node, std::max<std::size_t>(node.terms.size(), 1), 1, 1);
            break;
        case CodeKind::Simultaneously:
            arity(node, 0, 1, 1);
            break;
        case CodeKind::Solve:
            arity(node, 0, 1, 3);
            exists(node.equations.index, model_.equations.size(), "system of equations");
            break;
        case CodeKind::Fork:
            arity(node, 0, 1, node.children.size());
            exists(node.incident.index, model_.incidents.size(), "incident");
            break;
        case CodeKind::AnyOrder:
            arity(node, 0, 1, node.children.size());
            exists(node.incident.index, model_.incidents.size(), "incident");
            verify_instances(node);
            break;
        case CodeKind::Set:
        case CodeKind::Increase:
        case CodeKind::Gain:
        case CodeKind::Lose:
            arity(node, node.terms.size(), 0, 0);
            verify_write(node);
            return false;
        case CodeKind::SetRegister:
            arity(node, 1, 0, 0);
            exists(node.level, model_.layout.registers, "register");
            if (in_check_) problem("a state check has no frame whose register it could set");
            if (!node.terms.empty()) terms_.verify(node.terms[0], place(false));
            return false;
        case CodeKind::Report:
            arity(node, 0, 0, 0);
            exists(node.incident.index, model_.incidents.size(), "incident");
            return false;
        case CodeKind::Pend:
            verify_instance(node);
            if (model_.layout.pending == 0) problem("there is no bag to put an instance into");
            return false;
        case CodeKind::Forget:
            arity(node, 1, 0, 0);
            verify_domain(node, "a Forget");
            if (node.domain.index < model_.types.size() && model_.type(node.domain).optional)
                problem("a Forget has a domain with none");
            if (!node.terms.empty()) terms_.verify(node.terms[0], place(false));
            return false;
        case CodeKind::Goto:
        case CodeKind::Call:
        case CodeKind::Stop:
        case CodeKind::Return:
        case CodeKind::Finish:
        case CodeKind::Cut:
            return verify_leaf(node, tail);
    }
    return problems_.size() > before || verify_children(node, tail);
}

bool CodeVerifier::verify_children(const Code& node, bool tail) {
    if (node.kind == CodeKind::Sequence) {
        bool ends = false;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            ends = verify_node(node.children[i], tail && i + 1 == node.children.size());
        }
        return ends;
    }
    const bool binds = node.kind == CodeKind::Let || node.kind == CodeKind::ForEach;
    const std::vector<TypeId> outside = binders_;
    if (binds) {
        if (node.level < binders_.size())
            problem(fmt::format("level {} is taken by a binder around", node.level));
        if (node.kind == CodeKind::ForEach) {
            verify_domain(node, "a ForEach");
            if (node.domain.index >= model_.types.size()) return true;
        }
        // The term of a Let is outside the scope, that of a ForEach inside.
        if (node.kind == CodeKind::Let) terms_.verify(node.terms[0], place(false));
        binders_.resize(std::max<std::size_t>(binders_.size(), node.level));
        binders_.push_back(node.domain);
        for (std::size_t i = 0; node.kind == CodeKind::ForEach && i < node.terms.size(); ++i)
            terms_.verify(node.terms[i], place(true));
    } else if (node.kind == CodeKind::If) {
        terms_.verify(node.terms[0], place(true));
    }
    const bool straight = node.kind == CodeKind::ForEach || node.kind == CodeKind::Simultaneously ||
                          node.kind == CodeKind::Solve || node.kind == CodeKind::AnyOrder;
    const bool may_end = tail && !straight;
    bool ends = node.kind != CodeKind::If || node.children.size() == 2;
    simultaneous_ += node.kind == CodeKind::Simultaneously ? 1 : 0;
    for (const CodeId child : node.children) ends = verify_node(child, may_end) && ends;
    simultaneous_ -= node.kind == CodeKind::Simultaneously ? 1 : 0;
    binders_ = outside;
    return ends;
}

void CodeVerifier::verify_instances(const Code& node) {
    if (in_check_ || simultaneous_ > 0) problem("an AnyOrder stands where everything happens at once");
    for (const CodeId child : node.children) {
        if (child.index >= model_.code.size()) continue;  // reported with the child
        const Code& part = model_.code[child];
        const bool fits =
            part.kind == CodeKind::ForEach || (part.kind == CodeKind::If && part.children.size() == 1);
        if (!fits) problem("an AnyOrder has a child that is no instance");
    }
}

bool CodeVerifier::verify_leaf(const Code& node, bool tail) {
    if (node.kind == CodeKind::Call) {
        verify_instance(node);
    } else {
        arity(node, 0, 0, 0);
    }
    if (!tail) problem("the code ends where more follows (or inside ForEach, Simultaneously or Solve)");
    if (in_check_ && node.kind != CodeKind::Finish && node.kind != CodeKind::Cut) {
        problem("a state check stops or goes elsewhere");
    }
    if (node.kind == CodeKind::Goto) exists(node.label.index, model_.labels.size(), "label");
    if (node.kind == CodeKind::Stop || node.kind == CodeKind::Call)
        exists(node.point.index, model_.points.size(), "point");
    if (node.kind == CodeKind::Finish) exists(node.ending.index, model_.endings.size(), "ending");
    return true;
}

void CodeVerifier::verify_instance(const Code& node) {
    exists(node.trigger.index, model_.triggers.size(), "trigger");
    if (node.trigger.index >= model_.triggers.size()) return;
    arity(node, model_.triggers[node.trigger.index].params.size(), 0, 0);
    for (const TermId term : node.terms) terms_.verify(term, place(false));
}

void CodeVerifier::verify_domain(const Code& node, const std::string& what) {
    exists(node.domain.index, model_.types.size(), "domain");
    if (node.domain.index < model_.types.size() && !model_.type(node.domain).is_finite())
        problem(what + " ranges over an infinite domain");
}

void CodeVerifier::verify_write(const Code& node) {
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
    for (const TermId term : node.terms) terms_.verify(term, place(false));
}

// Depth first over the labels; a label met again before it is left closes a cycle.
void CodeVerifier::verify_gotos() {
    enum class Mark : char { New, Open, Done };
    std::vector<Mark> marks(model_.labels.size(), Mark::New);
    const auto visit = [&](std::size_t label, const auto& self) -> void {
        if (marks[label] == Mark::Open) {
            problems_.push_back("label " + model_.labels[label].name +
                                ": a chain of gotos comes back without a stop");
        }
        if (marks[label] != Mark::New) return;
        marks[label] = Mark::Open;
        const CodeId root = model_.labels[label].code;
        walk_code(model_.code, std::span(&root, 1), [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Goto) self(node.label.index, self);
        });
        marks[label] = Mark::Done;
    };
    for (std::size_t label = 0; label < model_.labels.size(); ++label) visit(label, visit);
}

void CodeVerifier::verify_frames() {
    for (const bool control : {true, false}) {
        std::vector<bool> reached(model_.labels.size());
        std::vector<LabelId> open;
        const auto reach = [&](LabelId label) {
            if (!reached[label.index]) open.push_back(label);
            reached[label.index] = true;
        };
        for (const Point& point : model_.points) {
            if (point.control != control) continue;
            for (const PointOption& option : point.options) reach(option.target);
            if (point.otherwise) reach(*point.otherwise);
        }
        while (!open.empty()) {
            const LabelId label = open.back();
            open.pop_back();
            verify_reached(label, control);
            const CodeId root = model_.labels[label.index].code;
            walk_code(model_.code, std::span(&root, 1), [&](CodeId, const Code& node) {
                if (node.kind == CodeKind::Goto) reach(node.label);
            });
        }
    }
}

void CodeVerifier::verify_reached(LabelId label, bool control) {
    what_ = "label " + model_.labels[label.index].name;
    const CodeId root = model_.labels[label.index].code;
    walk_code(model_.code, std::span(&root, 1), [&](CodeId, const Code& node) {
        if (node.kind == CodeKind::Return && control)
            problem("the turn returns, and nothing would be left to go on");
        const bool waits = node.kind == CodeKind::Stop || node.kind == CodeKind::Call;
        if (waits && model_.points[node.point.index].control != control) {
            problem(fmt::format("{} stops at {} of {}", control ? "the turn" : "an agenda item",
                                model_.points[node.point.index].name,
                                control ? "an agenda item" : "the turn"));
        }
    });
}

}  // namespace errata::compiler
