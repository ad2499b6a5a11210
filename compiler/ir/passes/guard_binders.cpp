#include "compiler/ir/passes/guard_binders.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

// Functions and equations see registers through their arguments alone.
std::size_t binders_in(const Model& model, TermId part, const std::vector<BinderRegister>& binders) {
    std::size_t result = 0;
    walk_terms(model.terms, std::vector<TermId>{part}, [&](TermId, const Term& term) {
        if (term.kind != TermKind::Register) return;
        for (std::size_t i = result; i < binders.size(); ++i) {
            if (Value{binders[i].reg} == term.payload) result = i + 1;
        }
    });
    return result;
}

std::vector<std::size_t> by_part(const Model& model, const PointOption& option) {
    const Term& guard = model.terms[option.guard];
    const std::vector<TermId> parts =
        guard.kind == TermKind::And ? guard.children : std::vector<TermId>{option.guard};
    std::vector<std::size_t> result;
    for (const TermId part : parts) {
        const std::size_t before = result.empty() ? 0 : result.back();
        result.push_back(std::max(before, binders_in(model, part, option.binders)));
    }
    return result;
}

}  // namespace

GuardBinders guard_binders(const Model& model) {
    GuardBinders result;
    for (const Point& point : model.flow.points) {
        std::vector<std::vector<std::size_t>>& options = result.parts.emplace_back();
        for (const PointOption& option : point.options) options.push_back(by_part(model, option));
    }
    return result;
}

}  // namespace errata::compiler
