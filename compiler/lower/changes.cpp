// Statements that change one thing that is stored, and what a text refers back to.
#include "compiler/lower/body.h"
#include "compiler/lower/objects.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// The members that a set gains or loses, as a set.
TermId members(const Lowering& l, const TypedTerm& value, TypeId set) {
    if (l.type(value.type).form == TypeForm::Set) return value.term;
    const TermId position = position_in_set(l, value.term, l.type(set).element);
    return l.pool().make(TermKind::SetInsert, {l.pool().constant(0), position});
}

bool is_in_range(const Lowering& l, const typed::Expr& written, TermId value, const Type& type) {
    if (!l.pool().is_constant(value) || type.contains(l.pool()[value].payload)) return true;
    l.reporter.error(DiagnosticKind::value_out_of_range, written.span,
                     std::to_string(l.pool()[value].payload) + " is not in " + type.name);
    return false;
}

}  // namespace

CodeId introduce(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    const auto number = place.holes->antecedents.at(stmt.name);
    const auto kept = number ? place.antecedents.find(*number) : place.antecedents.end();
    if (kept == place.antecedents.end()) return nothing(l);  // no later word refers to it
    const auto reg = static_cast<std::uint32_t>(l.pool()[kept->second.term].payload);
    return set_register(l, reg, l.terms.term(stmt.exprs[0], place));
}

CodeId change(const Lowering& l, const typed::Stmt& stmt, const Place& place) {
    TermPool& pool = l.pool();
    const TypedTerm target = l.terms.value(stmt.exprs[0], place);
    const TypedTerm value = l.terms.value(stmt.exprs[1], place);
    const Term cell = pool[target.term];
    if (cell.kind != TermKind::Cell) {
        l.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "this cannot be changed",
                         "only fields, state and relations change");
        return nothing(l);
    }
    const VarId var(static_cast<std::size_t>(cell.payload));
    const Type type = l.type(target.type);
    const bool adds = stmt.change == ast::Change::Add;
    if (stmt.change != ast::Change::Set && type.form == TypeForm::Set) {
        return write(l, adds ? CodeKind::Gain : CodeKind::Lose, var, cell.children,
                     members(l, value, target.type), place.clause);
    }
    if (stmt.change != ast::Change::Set) {
        const TermId amount =
            adds ? value.term : pool.make(TermKind::Subtract, {pool.constant(0), value.term});
        return increase(l, var, cell.children, amount, place.clause);
    }
    if (!is_in_range(l, stmt.exprs[1], value.term, type)) return nothing(l);
    const bool ends_a_stay = l.names.store.zones.count(l.model.types.base(target.type)) > 0 &&
                             cell.children.size() == 1 &&
                             l.names.store.stays_end(l.model.types.base(l.model.variable(var).params[0]));
    if (ends_a_stay) return move(l, var, cell.children[0], value.term, place);
    return set(l, var, cell.children, value.term, place.clause);
}

}  // namespace errata::compiler
