#include "compiler/lower/payment.h"

#include <algorithm>
#include <span>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/code.h"
#include "compiler/lower/distribute.h"
#include "compiler/lower/events.h"
#include "compiler/lower/perform.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using typed::Stmt;
using typed::StmtKind;

namespace {

TermId yes(const Lowering& l) { return l.pool().truth(true); }

TermId change_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
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
        const TermId needed =
            least == 0 ? value.term : pool.make(TermKind::Add, {pool.constant(least), value.term});
        return pool.make(TermKind::LessEqual, {needed, target.term});
    }
    if (!type.is_finite()) return yes(l);
    return pool.make(TermKind::LessEqual,
                     {pool.make(TermKind::Add, {target.term, value.term}), pool.constant(type.hi)});
}

TermId choice_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    std::vector<TermId> cases;
    for (const typed::Option& option : stmt.options) {
        cases.push_back(some_objects(l, option.binders, scope, [&](const Scope& inner) {
            return l.pool().land({l.terms.all(option.condition, inner), payable(l, option.body, inner)});
        }));
    }
    return l.pool().lor(cases);
}

TermId all_payable(const Lowering& l, std::span<const Stmt> block, Scope scope);

// What is paid in a block in which these names have these values.
struct Named {
    typed::LocalId local;
    std::string name;
    TypedTerm value;
};

TermId payable_with(const Lowering& l, std::span<const Stmt> block, const std::vector<Named>& names,
                    const Scope& scope) {
    const TypeId truth = l.names.vocabulary.bool_type;
    const auto body = [&](const std::vector<TypedTerm>& values) {
        Scope inner = scope;
        for (std::size_t i = 0; i < values.size(); ++i) inner.add(names[i].local, names[i].name, values[i]);
        return TypedTerm{all_payable(l, block, inner), truth};
    };
    return body(l.terms.lifted(dsl::mapped(names, &Named::value), scope, body)).term;
}

TermId action_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    if (stmt.attempt) return yes(l);
    const auto& underway = l.memory.underway.performing;
    if (std::find(underway.begin(), underway.end(), stmt.action) != underway.end()) return yes(l);
    const std::vector<TypedTerm> roles = l.terms.roles(stmt.action, stmt.exprs, scope);
    const Performing performing(l, stmt.action);
    std::vector<TermId> conjuncts;
    for (const auto& [forbidden, clause] : prohibitions(l, stmt.action, roles, scope, stmt.span))
        conjuncts.push_back(l.pool().lnot(forbidden));
    const typed::ActionBody& body = l.program.actions[stmt.action.index];
    std::vector<Named> names;
    for (std::size_t i = 0; i < roles.size(); ++i)
        names.push_back({body.params[i].local, body.params[i].name, roles[i]});
    conjuncts.push_back(payable_with(l, body.block, names, inside(scope)));
    return l.pool().land(conjuncts);
}

// What it names is seen by the statements behind it (all_payable).
TermId let_payable(const Lowering& l, const Stmt&, Scope&) { return yes(l); }

TermId if_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    const TermId test = l.terms.term(stmt.exprs[0], scope);
    const TermId then = payable(l, stmt.blocks[0], scope);
    const TermId otherwise = stmt.blocks.size() > 1 ? payable(l, stmt.blocks[1], scope) : yes(l);
    return l.pool().make(TermKind::Ite, {test, then, otherwise});
}

TermId block_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    return payable(l, stmt.blocks[0], scope);
}

TermId hole_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    const Hole& hole = scope.holes->by_name.at(stmt.name);
    const typed::PhraseBody* const phrase = l.terms.filler(hole, stmt.exprs, scope);
    if (phrase == nullptr) return yes(l);
    std::vector<Named> names;
    for (std::size_t i = 0; i < stmt.exprs.size(); ++i)
        names.push_back({phrase->given[i].local, phrase->given[i].name, l.terms.value(stmt.exprs[i], scope)});
    return payable_with(l, phrase->block, names, inside_hole(hole, scope));
}

TermId object_exists(const Lowering& l, const Stmt& stmt, Scope& scope) {
    const TypedTerm object = l.terms.value(stmt.exprs[0], scope);
    return l.terms.existing(object.type, object.term);
}

// The statements that cannot always be paid: those that stmt_kinds.def has as Asked.
struct AskedStatement {
    StmtKind kind;
    // Adds to the scope what later statements can speak of.
    TermId (*payable)(const Lowering& l, const Stmt& stmt, Scope& scope);
};

constexpr AskedStatement asked_statements[] = {
    {StmtKind::Change, change_payable},  {StmtKind::Let, let_payable},
    {StmtKind::If, if_payable},          {StmtKind::Simultaneously, block_payable},
    {StmtKind::Choose, choice_payable},  {StmtKind::ChooseSeveral, choice_payable},
    {StmtKind::Perform, action_payable}, {StmtKind::Destroy, object_exists},
    {StmtKind::Insert, hole_payable},    {StmtKind::Distribute, distribution_payable},
};

constexpr bool is_complete() {
    for (std::size_t i = 0; i < std::size(typed::stmt_facts); ++i) {
        bool is_there = false;
        for (const AskedStatement& asked : asked_statements)
            is_there = is_there || asked.kind == static_cast<StmtKind>(i);
        if (is_there != (typed::stmt_facts[i].cost == typed::Cost::Asked)) return false;
    }
    return true;
}
static_assert(is_complete(), "asked_statements are those that stmt_kinds.def has as Asked");

TermId statement_payable(const Lowering& l, const Stmt& stmt, Scope& scope) {
    if (!l.effort.has_room(stmt.span)) return yes(l);
    for (const AskedStatement& asked : asked_statements) {
        if (asked.kind == stmt.kind) return asked.payable(l, stmt, scope);
    }
    return yes(l);
}

TermId all_payable(const Lowering& l, std::span<const Stmt> block, Scope scope) {
    std::vector<TermId> conjuncts;
    for (std::size_t i = 0; i < block.size(); ++i) {
        const Stmt& stmt = block[i];
        conjuncts.push_back(statement_payable(l, stmt, scope));
        if (stmt.kind != StmtKind::Let) continue;
        const Named named{stmt.local, stmt.name, l.terms.value(stmt.exprs[0], scope)};
        conjuncts.push_back(payable_with(l, block.subspan(i + 1), {named}, scope));
        break;
    }
    return l.pool().land(conjuncts);
}

}  // namespace

TermId payable(const Lowering& l, const typed::Block& cost, Scope scope) {
    return all_payable(l, cost, std::move(scope));
}

}  // namespace errata::compiler
