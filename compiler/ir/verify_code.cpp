#include "compiler/ir/verify_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace errata::compiler {

CodeVerifier::CodeVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems)
    : model_(model), terms_(terms), problems_(problems), nodes_(model, terms, place_, problems) {}

void CodeVerifier::verify_label(LabelId label) {
    place_.what = "label " + model_.flow.labels[label.index].name;
    place_.in_check = false;
    if (!verify_node(model_.flow.labels[label.index].code, true)) nodes_.problem("falls through its end");
}

void CodeVerifier::verify_check(CodeId body, const std::string& what) {
    place_.what = what;
    place_.in_check = true;
    verify_node(body, true);
}

bool CodeVerifier::verify_node(CodeId id, bool tail) {
    if (id.index >= model_.flow.code.size()) {
        nodes_.problem("a node is not in the pool");
        return true;
    }
    const Code& node = model_.flow.code[id];
    const std::size_t before = problems_.size();
    const CodeShape shape = shape_of(node);
    nodes_.verify(node, shape);
    if (shape.ends) {
        nodes_.verify_end(node, tail);
        return true;
    }
    const bool is_leaf = shape.least == 0 && node.children.empty();
    return !is_leaf && (problems_.size() > before || verify_children(node, tail));
}

void CodeVerifier::bind(std::uint32_t level, TypeId type) {
    if (level < place_.binders.size())
        nodes_.problem(fmt::format("level {} is taken by a binder around", level));
    place_.binders.resize(std::max<std::size_t>(place_.binders.size(), level));
    place_.binders.push_back(type);
}

// Its instances may go on with it, and with what is around where the node itself stands last.
void CodeVerifier::verify_rounds(const Code& node) {
    const CodePlace outside = place_;
    for (std::size_t i = 0; i < node.terms.size(); ++i) bind(node.level + static_cast<std::uint32_t>(i), {});
    const CodePlace inside = place_;
    for (std::size_t i = 0; i + 1 < node.children.size(); ++i) {
        place_.rounds.push_back({node.level, node.terms.size()});
        verify_instance_of_rounds(node.children[i]);
        place_ = inside;
    }
    place_.rounds.clear();
    verify_node(node.children.back(), false);
    place_ = outside;
}

void CodeVerifier::verify_instance_of_rounds(CodeId id) {
    if (id.index >= model_.flow.code.size()) return nodes_.problem("a node is not in the pool");
    const Code& part = model_.flow.code[id];
    nodes_.verify(part, shape_of(part));
    if (part.terms.empty() || part.children.empty()) return;
    if (part.kind == CodeKind::ForEach) {
        nodes_.verify_domain(part, "a ForEach");
        if (part.domain.index >= model_.types.size()) return;
        bind(part.level, part.domain);
    }
    terms_.verify(part.terms[0], place_.of_terms(true));
    verify_node(part.children[0], false);
}

bool CodeVerifier::verify_children(const Code& node, bool tail) {
    const std::vector<OpenRounds> rounds = place_.rounds;
    if (node.kind == CodeKind::Sequence) {
        bool ends = false;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const bool is_last = i + 1 == node.children.size();
            place_.rounds = is_last ? rounds : std::vector<OpenRounds>{};
            ends = verify_node(node.children[i], tail && is_last);
        }
        return ends;
    }
    if (node.kind == CodeKind::Rounds) {
        verify_rounds(node);
        return false;
    }
    const bool binds = node.kind == CodeKind::Let || node.kind == CodeKind::ForEach;
    const std::vector<TypeId> outside = place_.binders;
    if (binds) {
        if (node.kind == CodeKind::ForEach) {
            nodes_.verify_domain(node, "a ForEach");
            if (node.domain.index >= model_.types.size()) return true;
        }
        // The term of a Let is outside the scope, that of a ForEach inside.
        if (node.kind == CodeKind::Let) terms_.verify(node.terms[0], place_.of_terms(false));
        bind(node.level, node.domain);
        for (std::size_t i = 0; node.kind == CodeKind::ForEach && i < node.terms.size(); ++i)
            terms_.verify(node.terms[i], place_.of_terms(true));
    } else if (node.kind == CodeKind::If) {
        terms_.verify(node.terms[0], place_.of_terms(true));
    }
    const bool straight = node.kind == CodeKind::ForEach || node.kind == CodeKind::Simultaneously ||
                          node.kind == CodeKind::Defer || node.kind == CodeKind::Solve ||
                          node.kind == CodeKind::AnyOrder;
    const bool may_end = tail && !straight;
    bool ends = node.kind != CodeKind::If || node.children.size() == 2;
    if (straight) place_.rounds.clear();
    place_.simultaneous += node.kind == CodeKind::Simultaneously ? 1 : 0;
    for (const CodeId child : node.children) ends = verify_node(child, may_end) && ends;
    place_.simultaneous -= node.kind == CodeKind::Simultaneously ? 1 : 0;
    place_.binders = outside;
    place_.rounds = rounds;
    return ends;
}

}  // namespace errata::compiler
