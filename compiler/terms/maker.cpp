#include "compiler/terms/maker.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

TermId TermMaker::cell(VarId var, std::vector<TermId> arguments) {
    return pool().make_leaf(TermKind::Cell, var.index, std::move(arguments), type(model_.variable(var).type));
}

TermId TermMaker::table(TableId id, std::vector<TermId> arguments) {
    return pool().make_leaf(TermKind::Table, id.index, std::move(arguments),
                            type(model_.tables[id.index].type));
}

TermId TermMaker::quantified(TermKind kind, std::vector<TermId> children, std::uint32_t level,
                             TypeId domain) {
    return pool().make_quantifier(kind, level, std::move(children), domain, type(domain));
}

TermId TermMaker::existing(TypeId domain, TermId object) {
    const auto found = names().store.exists.find(model_.types.base(domain));
    if (found == names().store.exists.end()) return pool().truth(true);
    return cell(found->second, {object});
}

TermId TermMaker::reg(std::uint32_t number, TypeId of) {
    return pool().make_leaf(TermKind::Register, number, {}, type(of));
}

void TermMaker::too_many_levels() {
    reporter_.error(DiagnosticKind::too_large, at_,
                    "more than " + std::to_string(most_levels) + " names are bound around this",
                    "quantify over fewer things within each other; keep in a field what is needed later");
}

TermId TermMaker::bind(Scope& scope, typed::LocalId local, const std::string& name, TypeId of) {
    if (scope.level >= most_levels) {
        if (scope.level == most_levels) too_many_levels();
        scope.level = most_levels;
    }
    const TermId bound = pool().make_leaf(TermKind::Bound, scope.level, {}, type(of));
    ++scope.level;
    scope.add(local, name, {bound, of});
    return bound;
}

TypeId TermMaker::kept(TypeId of) {
    if (of == names().vocabulary.number_type) return names().vocabulary.counter_type;
    return names().is_mortal(model_.types.base(of)) ? model_.types.optional(of) : of;
}

}  // namespace errata::compiler
