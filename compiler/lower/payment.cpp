#include "compiler/lower/payment.h"

#include <algorithm>

#include "compiler/lower/code.h"
#include "compiler/lower/events.h"
#include "compiler/lower/perform.h"

namespace errata::compiler {

using typed::Stmt;
using typed::StmtKind;

namespace {

TermId yes(const Lowering& l) { return l.pool().truth(true); }

TermId change_payable(const Lowering& l, const Stmt& stmt, const Scope& scope) {
    TermPool& pool = l.pool();
    const TypedTerm target = l.terms.value(stmt.exprs[0], scope);
    const TypedTerm value = l.terms.value(stmt.exprs[1], scope);
    if (stmt.change == ast::Change::Set) return pool.lnot(pool.equal(target.term, value.term));
    const bool takes = stmt.change == ast::Change::Subtract;
    const Type type = l.type(target.type);
    if (type.form == TypeForm::Set) {
        if (l.type(value.type).form == TypeForm::Set) return yes(l);
        const TermId position = position_in_set(l, value.term, type.element);
        const TermId has = pool.make(TermKind::SetHas, {target.term, position});
        return takes ? has : pool.lnot(has);
    }
    if (takes) {
        const Value least = type.is_finite() ? type.lo : 0;
        return pool.make(TermKind::LessEqual,
                         {pool.make(TermKind::Add, {pool.constant(least), value.term}), target.term});
    }
    if (!type.is_finite()) return yes(l);
    return pool.make(TermKind::LessEqual,
                     {pool.make(TermKind::Add, {target.term, value.term}), pool.constant(type.hi)});
}

TermId choice_payable(const Lowering& l, const Stmt& stmt, const Scope& scope) {
    std::vector<TermId> cases;
    for (const typed::Option& option : stmt.options) {
        cases.push_back(some_objects(l, option.binders, scope, [&](const Scope& inner) {
            return l.pool().land({l.terms.all(option.condition, inner), payable(l, option.body, inner)});
        }));
    }
    return l.pool().lor(cases);
}

TermId action_payable(const Lowering& l, const Stmt& stmt, const Scope& scope) {
    const auto& underway = l.memory.underway.performing;
    if (std::find(underway.begin(), underway.end(), stmt.action) != underway.end()) return yes(l);
    const std::vector<TypedTerm> roles = l.terms.roles(stmt.action, stmt.exprs, scope);
    const Performing performing(l, stmt.action);
    std::vector<TermId> conjuncts;
    for (const auto& [forbidden, clause] : prohibitions(l, stmt.action, roles, scope, stmt.span))
        conjuncts.push_back(l.pool().lnot(forbidden));
    const typed::ActionBody& body = l.program.actions[stmt.action.index];
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < roles.size(); ++i)
        inner.add(body.params[i].local, body.params[i].name, roles[i]);
    conjuncts.push_back(payable(l, body.block, inner));
    return l.pool().land(conjuncts);
}

TermId statement_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    if (!l.effort.has_room(stmt.span)) return yes(l);
    switch (stmt.kind) {
        case StmtKind::Change:
            return change_payable(l, stmt, scope);
        case StmtKind::Let:
            scope.add(stmt.local, stmt.name, l.terms.value(stmt.exprs[0], scope));
            return yes(l);
        case StmtKind::If: {
            const TermId test = l.terms.term(stmt.exprs[0], scope);
            const TermId then = payable(l, stmt.blocks[0], scope);
            const TermId otherwise = stmt.blocks.size() > 1 ? payable(l, stmt.blocks[1], scope) : yes(l);
            return l.pool().make(TermKind::Ite, {test, then, otherwise});
        }
        case StmtKind::Simultaneously:
            return payable(l, stmt.blocks[0], scope);
        case StmtKind::Choose:
        case StmtKind::ChooseSeveral:
            return choice_payable(l, stmt, scope);
        case StmtKind::Perform:
            return stmt.attempt ? yes(l) : action_payable(l, stmt, scope);
        case StmtKind::Destroy: {
            const TypedTerm object = l.terms.value(stmt.exprs[0], scope);
            return l.terms.existing(object.type, object.term);
        }
        case StmtKind::Introduce:
        case StmtKind::ForEach:
        case StmtKind::Repeat:
        case StmtKind::Secretly:
        case StmtKind::Later:
        case StmtKind::OpenWindow:
        case StmtKind::Cancel:
        case StmtKind::Solve:
        case StmtKind::Mark:
        case StmtKind::Phase:
        case StmtKind::Settle:
        case StmtKind::End:
        case StmtKind::Create:
        case StmtKind::Nothing:
        case StmtKind::Insert:
        case StmtKind::Require:
            return yes(l);
    }
    return yes(l);
}

}  // namespace

TermId payable(const Lowering& l, const typed::Block& cost, Scope scope) {
    std::vector<TermId> conjuncts;
    for (const Stmt& stmt : cost) conjuncts.push_back(statement_payable(l, stmt, scope));
    return l.pool().land(conjuncts);
}

}  // namespace errata::compiler
