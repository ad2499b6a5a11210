#include "compiler/ir/passes/relative_writes.h"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

// The nodes of labels and state checks by whether some of them stand where everything happens at once.
class NodesByPlace {
public:
    explicit NodesByPlace(const Model& model) : model_(model) {
        for (const Label& label : model.flow.labels) visit(label.code, false);
        for (const StateCheck& check : model.rules.state_checks) visit(check.body, true);
    }
    std::set<CodeId> one_after_the_other;
    std::set<CodeId> at_once;

private:
    void visit(CodeId root, bool is_at_once) {
        std::vector<std::pair<CodeId, bool>> open{{root, is_at_once}};
        while (!open.empty()) {
            const auto [id, inside] = open.back();
            open.pop_back();
            if (!(inside ? at_once : one_after_the_other).insert(id).second) continue;
            const Code& node = model_.flow.code[id];
            const bool is_block = node.kind == CodeKind::Simultaneously;
            for (const CodeId child : node.children) open.emplace_back(child, inside || is_block);
        }
    }

    const Model& model_;
};

bool is_own_cell(const Model& model, const Code& write, TermId id) {
    const Term& term = model.terms[id];
    return term.kind == TermKind::Cell && term.payload == Value{write.var.index} &&
           std::ranges::equal(term.children, std::span(write.terms).first(write.terms.size() - 1));
}

// The same change, relative to what the cell holds; nothing if it is not of that form.
std::optional<Code> relative(Model& model, const Code& write) {
    const Term value = model.terms[write.terms.back()];
    if (value.children.size() != 2) return std::nullopt;
    const bool first = is_own_cell(model, write, value.children[0]);
    const bool second = is_own_cell(model, write, value.children[1]);
    const TermId other = value.children[first ? 1 : 0];
    TermPool& terms = model.terms;
    Code result = write;
    if (value.kind == TermKind::Add && (first || second)) {
        result.kind = CodeKind::Increase;
        result.terms.back() = other;
    } else if (value.kind == TermKind::Subtract && first) {
        result.kind = CodeKind::Increase;
        result.terms.back() = terms.make(TermKind::Subtract, {terms.constant(0), other});
    } else if (value.kind == TermKind::SetUnion && (first || second)) {
        result.kind = CodeKind::Gain;
        result.terms.back() = other;
    } else if (value.kind == TermKind::SetMinus && first) {
        result.kind = CodeKind::Lose;
        result.terms.back() = other;
    } else if ((value.kind == TermKind::SetInsert || value.kind == TermKind::SetErase) && first) {
        result.kind = value.kind == TermKind::SetInsert ? CodeKind::Gain : CodeKind::Lose;
        result.terms.back() = terms.make(TermKind::SetInsert, {terms.constant(0), other});
    } else {
        return std::nullopt;
    }
    return result;
}

}  // namespace

void make_writes_relative(Model& model) {
    const NodesByPlace places(model);
    for (const CodeId id : places.one_after_the_other) {
        if (model.flow.code[id].kind != CodeKind::Set || places.at_once.contains(id)) continue;
        const Code write = model.flow.code[id];
        if (std::optional<Code> change = relative(model, write))
            model.flow.code.replace(id, std::move(*change));
    }
}

}  // namespace errata::compiler
