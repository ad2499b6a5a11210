#include "compiler/terms/maker.h"

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

TermId TermMaker::cell(VarId var, std::vector<TermId> arguments) {
    return pool().make_leaf(TermKind::Cell, var.index, std::move(arguments),
                            model_.type(model_.variable(var).type));
}

TermId TermMaker::table(TableId id, std::vector<TermId> arguments) {
    return pool().make_leaf(TermKind::Table, id.index, std::move(arguments),
                            model_.type(model_.functions.tables[id.index].type));
}

TermId TermMaker::quantified(TermKind kind, std::vector<TermId> children, std::uint32_t level,
                             TypeId domain) {
    return pool().make_quantifier(kind, level, std::move(children), domain, model_.type(domain));
}

TermId TermMaker::existing(TypeId domain, TermId object) {
    const auto found = names().store.exists.find(model_.types.base(domain));
    if (found == names().store.exists.end()) return pool().truth(true);
    return cell(found->second, {object});
}

TermId TermMaker::reg(std::uint32_t number, TypeId of) {
    return pool().make_leaf(TermKind::Register, number, {}, model_.type(of));
}

TermId TermMaker::within(TermId value, TypeId type) {
    const Type& range = model_.type(type);
    const Term& known = pool()[value];
    const bool is_inside = known.bounded && range.lo <= known.lo && known.hi <= range.hi;
    const bool is_range = model_.types.is_numeric(type) && range.is_finite();
    if (!is_range || is_inside || type == names().vocabulary.number_type) return value;
    return pool().make_leaf(TermKind::Within, Value{type.index}, {value}, range);
}

TermId share(TermMaker& terms, const SharesOfKind& shares, TermId object) {
    if (shares.split) return terms.table(shares.table, {*shares.split, object});
    TermPool& pool = terms.pool();
    TermId sum = pool.constant(0);
    for (std::size_t i = 0; i < shares.digits.size(); ++i) {
        const TermId has = pool.make(TermKind::SetHas, {shares.digits[i], object});
        const TermId digit = pool.make(TermKind::Ite, {has, pool.constant(Value{1} << i), pool.constant(0)});
        sum = i == 0 ? digit : pool.make(TermKind::Add, {sum, digit});
    }
    return sum;
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
    const TermId bound = pool().make_leaf(TermKind::Bound, scope.level, {}, model_.type(of));
    ++scope.level;
    scope.add(local, name, {bound, of});
    return bound;
}

TypeId kept(TermMaker& terms, TypeId type) {
    const Names& names = terms.names();
    if (type == names.vocabulary.number_type) return names.vocabulary.counter_type;
    TypePool& types = terms.model().types;
    return names.is_mortal(types.base(type)) ? types.optional(type) : type;
}

}  // namespace errata::compiler
