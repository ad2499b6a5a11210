#include "checker/near/writers.h"

#include <algorithm>
#include <set>

#include "checker/fact_kinds.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

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

FewWriters few_writers_of(const Model& model, TermId condition) {
    constexpr std::size_t few = 3;
    FewWriters result{writers_of(model, condition), {}};
    if (result.clauses.size() > few) return {};
    const auto quoted = [&](ClauseId clause) { return named_and_quoted(model.clause(clause)); };
    result.facts = {result.clauses.empty()
                        ? Fact{FactKind::NothingChangesIt}
                        : Fact{FactKind::ChangedAlone, {dsl::mapped(result.clauses, quoted)}}};
    std::erase_if(result.clauses, [&](ClauseId clause) { return is_frame(model.clause(clause).kind); });
    return result;
}

WrittenVariables::WrittenVariables(const Model& model)
    : written(model.variables.size()), raised(model.variables.size()), writes(model.variables.size()) {
    const auto constant = [&](TermId id) {
        const Term& term = model.terms[id];
        return term.kind == TermKind::Const ? std::optional(term.payload) : std::nullopt;
    };
    const auto note = [&](CodeId, const Code& node) {
        if (!is_write(node.kind)) return;
        written[node.var.index] = true;
        const Term& value = model.terms[node.terms.back()];
        const bool falls = node.kind == CodeKind::Set && value.kind == TermKind::Const && value.payload == 0;
        if (!falls) raised[node.var.index] = true;
        Write write;
        for (std::size_t i = 0; i + 1 < node.terms.size(); ++i)
            write.arguments.push_back(constant(node.terms[i]));
        if (node.kind == CodeKind::Set) write.value = constant(node.terms.back());
        writes[node.var.index].push_back(std::move(write));
    };
    for (const Label& label : model.flow.labels) walk_code(model.flow.code, std::span(&label.code, 1), note);
    for (const StateCheck& check : model.rules.state_checks)
        walk_code(model.flow.code, std::span(&check.body, 1), note);
}

bool WrittenVariables::may_become(VarId variable, const std::vector<Value>& arguments, Value value) const {
    return std::ranges::any_of(writes[variable.index], [&](const Write& write) {
        if (write.value && *write.value != value) return false;
        for (std::size_t i = 0; i < write.arguments.size() && i < arguments.size(); ++i) {
            if (write.arguments[i] && *write.arguments[i] != arguments[i]) return false;
        }
        return true;
    });
}

bool is_fixed(const Model& model, const WrittenVariables& changing, TermId condition) {
    const std::vector<bool> read = variables_read(model, {condition});
    for (std::size_t v = 0; v < read.size(); ++v) {
        if (read[v] && changing.written[v]) return false;
    }
    return true;
}

}  // namespace errata::checker
