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

bool CodeVerifier::verify_children(const Code& node, bool tail) {
    if (node.kind == CodeKind::Sequence) {
        bool ends = false;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            ends = verify_node(node.children[i], tail && i + 1 == node.children.size());
        }
        return ends;
    }
    const bool binds = node.kind == CodeKind::Let || node.kind == CodeKind::ForEach;
    const std::vector<TypeId> outside = place_.binders;
    if (binds) {
        if (node.level < place_.binders.size())
            nodes_.problem(fmt::format("level {} is taken by a binder around", node.level));
        if (node.kind == CodeKind::ForEach) {
            nodes_.verify_domain(node, "a ForEach");
            if (node.domain.index >= model_.types.size()) return true;
        }
        // The term of a Let is outside the scope, that of a ForEach inside.
        if (node.kind == CodeKind::Let) terms_.verify(node.terms[0], place_.of_terms(false));
        place_.binders.resize(std::max<std::size_t>(place_.binders.size(), node.level));
        place_.binders.push_back(node.domain);
        for (std::size_t i = 0; node.kind == CodeKind::ForEach && i < node.terms.size(); ++i)
            terms_.verify(node.terms[i], place_.of_terms(true));
    } else if (node.kind == CodeKind::If) {
        terms_.verify(node.terms[0], place_.of_terms(true));
    }
    const bool straight = node.kind == CodeKind::ForEach || node.kind == CodeKind::Simultaneously ||
                          node.kind == CodeKind::Solve || node.kind == CodeKind::AnyOrder;
    const bool may_end = tail && !straight;
    bool ends = node.kind != CodeKind::If || node.children.size() == 2;
    place_.simultaneous += node.kind == CodeKind::Simultaneously ? 1 : 0;
    for (const CodeId child : node.children) ends = verify_node(child, may_end) && ends;
    place_.simultaneous -= node.kind == CodeKind::Simultaneously ? 1 : 0;
    place_.binders = outside;
    return ends;
}

}  // namespace errata::compiler
