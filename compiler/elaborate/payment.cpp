#include "compiler/elaborate/payment.h"

namespace errata::compiler {

using ast::StmtKind;

TermId Payment::payable(const std::vector<ast::Stmt>& cost, Scope scope) {
    std::vector<TermId> conjuncts;
    for (const ast::Stmt& stmt : cost) conjuncts.push_back(payable(stmt, scope));
    return world_.model.terms.land(conjuncts);
}

TermId Payment::payable(const ast::Stmt& stmt, Scope& scope) {
    TermPool& terms = world_.model.terms;
    if (!world_.has_room(stmt.span)) return yes();
    switch (stmt.kind) {
        case StmtKind::Assign:
        case StmtKind::Increase:
        case StmtKind::Decrease:
            return change(stmt, scope);
        case StmtKind::Let: {
            const auto value = expressions_.elaborate(stmt.exprs[0], scope);
            if (value) scope.add(stmt.name, *value);
            return yes();
        }
        case StmtKind::If: {
            const auto test = expressions_.condition(stmt.exprs[0], scope);
            if (!test) return yes();
            const TermId then = payable(stmt.blocks[0], scope);
            const TermId otherwise = stmt.blocks.size() > 1 ? payable(stmt.blocks[1], scope) : yes();
            return terms.make(TermKind::Ite, {*test, then, otherwise});
        }
        case StmtKind::Simultaneously:
            return payable(stmt.blocks[0], scope);
        case StmtKind::Choose:
            return choice(stmt, scope);
        case StmtKind::Perform:
            return action(stmt, scope);
        case StmtKind::Destroy: {
            const auto object = expressions_.elaborate(stmt.exprs[0], scope);
            return object ? expressions_.existing(object->type, object->term) : yes();
        }
        default:
            return yes();
    }
}

TermId Payment::change(const ast::Stmt& stmt, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto target = expressions_.elaborate(stmt.exprs[0], scope);
    const auto value = expressions_.elaborate(stmt.exprs[1], scope, target ? target->type : TypeId{});
    if (!target || !value || !world_.fits(value->type, target->type)) {
        // Sets gain and lose members; what does not fit is reported where the cost is carried out.
        if (!target || !value || world_.type(target->type).form != TypeForm::Set) return yes();
    }
    if (stmt.kind == StmtKind::Assign) return terms.lnot(terms.equal(target->term, value->term));
    const Type type = world_.type(target->type);
    if (type.form == TypeForm::Set) {
        if (world_.type(value->type).form == TypeForm::Set) return yes();
        const TypeId element = type.element;
        const Value lo = world_.type(element).lo;
        const TermId position =
            lo == 0 ? value->term : terms.make(TermKind::Subtract, {value->term, terms.constant(lo)});
        const TermId has = terms.make(TermKind::SetHas, {target->term, position});
        return stmt.kind == StmtKind::Decrease ? has : terms.lnot(has);
    }
    if (!world_.is_numeric(target->type)) return yes();
    if (stmt.kind == StmtKind::Decrease) {
        const Value least = type.is_finite() ? type.lo : 0;
        return terms.make(TermKind::LessEqual,
                          {terms.make(TermKind::Add, {terms.constant(least), value->term}), target->term});
    }
    if (!type.is_finite()) return yes();
    return terms.make(TermKind::LessEqual,
                      {terms.make(TermKind::Add, {target->term, value->term}), terms.constant(type.hi)});
}

TermId Payment::choice(const ast::Stmt& stmt, const Scope& scope) {
    std::vector<TermId> cases;
    for (const ast::Option& option : stmt.options) {
        Scope inner = scope;
        std::vector<std::pair<std::uint32_t, TypeId>> bound;
        std::vector<TermId> conjuncts;
        for (const ast::Binder& binder : option.binders) {
            const TypeId domain = expressions_.domain_of(binder.type, inner);
            if (!domain.is_valid()) return yes();
            bound.emplace_back(inner.level, domain);
            conjuncts.push_back(expressions_.existing(domain, expressions_.bind(inner, binder.name, domain)));
        }
        const auto test = expressions_.conditions(option.condition, inner);
        if (!test) return yes();
        conjuncts.push_back(*test);
        conjuncts.push_back(payable(option.body, inner));
        TermId any = world_.model.terms.land(conjuncts);
        for (auto it = bound.rbegin(); it != bound.rend(); ++it)
            any = expressions_.quantified(TermKind::Exists, {any}, it->first, it->second);
        cases.push_back(any);
    }
    return world_.model.terms.lor(cases);
}

TermId Payment::action(const ast::Stmt& stmt, const Scope& scope) {
    const auto found = world_.actions.find(stmt.name);
    if (found == world_.actions.end()) return yes();
    const auto roles = expressions_.roles(found->second, stmt.exprs, stmt.span, scope);
    if (!roles || !world_.underway.enter(found->second.item)) return yes();
    std::vector<TermId> conjuncts;
    for (const auto& [forbidden, clause] : expressions_.prohibitions(found->second, *roles, scope)) {
        conjuncts.push_back(world_.model.terms.lnot(forbidden));
    }
    Scope inner = scope.inside();
    for (std::size_t i = 0; i < roles->size(); ++i)
        inner.add(found->second.item->binders[i].name, (*roles)[i]);
    conjuncts.push_back(payable(found->second.item->body, inner));
    world_.underway.leave(found->second.item);
    return world_.model.terms.land(conjuncts);
}

}  // namespace errata::compiler
