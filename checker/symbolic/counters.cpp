#include "checker/symbolic/counters.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool is_counter(const Model& model, const Variable& variable) {
    return !model.type(variable.type).is_finite();
}

}  // namespace

bool has_counters(const Model& model) {
    return std::ranges::any_of(model.variables,
                               [&](const Variable& variable) { return is_counter(model, variable); });
}

bool ask_counters(const Model& model, std::vector<TermId> open) {
    std::set<TermId> seen;
    while (!open.empty()) {
        const TermId id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& term = model.terms[id];
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Cell && is_counter(model, model.variables[number])) return true;
        open.insert(open.end(), term.children.begin(), term.children.end());
        for_each_definition(model, term, [&](TermId inner) { open.push_back(inner); });
    }
    return false;
}

}  // namespace errata::checker
