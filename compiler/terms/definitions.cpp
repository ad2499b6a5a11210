// Definitions are written out where they are asked, once for the same arguments.
#include <algorithm>

#include "compiler/ir/raise.h"
#include "compiler/terms/terms.h"

namespace errata::compiler {

namespace {

bool has_quantifier(const TermPool& pool, const TypedTerm& value) {
    return !pool[value.term].children.empty() && level_above(pool, value.term) > 0;
}

}  // namespace

TypedTerm Terms::definition(DefineId define, const std::vector<TypedTerm>& arguments, const Scope& scope) {
    // In the condition of an effect that belongs to a layer, values are asked as they are before it.
    if (scope.layer != 0 || scope.unapplied) return written_out(define, arguments, scope);
    Inlined key{define, scope.level, {}};
    for (const TypedTerm& value : arguments) key.arguments.emplace_back(value.term, value.type);
    const auto known = inlined_.find(key);
    if (known != inlined_.end()) return known->second;
    const TypedTerm result = written_out(define, arguments, scope);
    inlined_.emplace(std::move(key), result);
    return result;
}

TypedTerm Terms::written_out(DefineId id, const std::vector<TypedTerm>& arguments, const Scope& scope) {
    const typed::Definition& define = program().definitions[id.index];
    if (define.body.empty()) return {pool().constant(0), define.type};
    const Effort::Deeper deeper(effort_);
    const auto body = [&](const std::vector<TypedTerm>& terms) {
        Scope inner = inside(scope);
        for (std::size_t i = 0; i < terms.size(); ++i)
            inner.add(define.params[i].local, define.params[i].name, terms[i]);
        return value(define.body[0], inner);
    };
    TypedTerm result = body(lifted(arguments, scope, body));
    const TypeId declared = names().callables.defines[id.index].type;
    if (declared.is_valid() && !model().types.is_numeric(declared)) result.type = declared;
    return result;
}

// Inner quantifiers have higher levels: those of the arguments are lifted above the definition's own, which
// show when it is written out for plain arguments.
std::vector<TypedTerm> Terms::lifted(const std::vector<TypedTerm>& values, const Scope& scope,
                                     const std::function<TypedTerm(const std::vector<TypedTerm>&)>& body) {
    std::vector<TypedTerm> result = values;
    const auto quantifies = [&](const TypedTerm& value) { return has_quantifier(pool(), value); };
    if (std::ranges::none_of(values, quantifies)) return result;
    std::vector<TypedTerm> plain = values;
    for (TypedTerm& value : plain)
        value.term = pool().make_leaf(TermKind::Bound, spare_level, {}, model().type(value.type));
    const Value height = level_above(pool(), body(plain).term);
    if (height <= scope.level) return result;
    for (TypedTerm& value : result) {
        const Value below = level_above(pool(), value.term);
        const Value by = height - scope.level;
        if (below + by <= most_levels) {
            value.term = raised(pool(), value.term, scope.level, below, by);
        } else {
            too_many_levels();
        }
    }
    return result;
}

}  // namespace errata::compiler
