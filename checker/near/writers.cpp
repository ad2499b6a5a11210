#include "checker/near/writers.h"

#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Writers {
public:
    Writers(const Model& model, TermId condition)
        : model_(model), read_(variables_read(model, {condition})) {}

    // Nodes that name no clause speak for the one around them.
    void look_at(CodeId id, ClauseId outer) {
        const Code& node = model_.flow.code[id];
        const ClauseId clause = node.clause.is_valid() ? node.clause : outer;
        if (!seen_.emplace(id, clause).second) return;
        if (is_write(node.kind) && !begins_life(node) && read_[node.var.index] && clause.is_valid())
            found_.insert(clause);
        for (const CodeId child : node.children) look_at(child, clause);
    }

    std::vector<ClauseId> found() const { return {found_.begin(), found_.end()}; }

private:
    const Model& model_;
    std::vector<bool> read_;
    std::set<std::pair<CodeId, ClauseId>> seen_;
    std::set<ClauseId> found_;
};

}  // namespace

std::vector<ClauseId> writers_of(const Model& model, TermId condition) {
    Writers writers(model, condition);
    for (const Label& label : model.flow.labels) writers.look_at(label.code, {});
    for (const StateCheck& check : model.rules.state_checks) writers.look_at(check.body, check.clause);
    return writers.found();
}

WrittenVariables::WrittenVariables(const Model& model)
    : written(model.variables.size()), raised(model.variables.size()) {
    const auto note = [&](CodeId, const Code& node) {
        if (!is_write(node.kind)) return;
        written[node.var.index] = true;
        const Term& value = model.terms[node.terms.back()];
        const bool falls = node.kind == CodeKind::Set && value.kind == TermKind::Const && value.payload == 0;
        if (!falls) raised[node.var.index] = true;
    };
    for (const Label& label : model.flow.labels) walk_code(model.flow.code, std::span(&label.code, 1), note);
    for (const StateCheck& check : model.rules.state_checks)
        walk_code(model.flow.code, std::span(&check.body, 1), note);
}

bool is_fixed(const Model& model, const WrittenVariables& changing, TermId condition) {
    const std::vector<bool> read = variables_read(model, {condition});
    for (std::size_t v = 0; v < read.size(); ++v) {
        if (read[v] && changing.written[v]) return false;
    }
    return true;
}

}  // namespace errata::checker
