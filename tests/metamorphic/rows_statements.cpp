// Rows about statements.
#include <algorithm>

#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {

using ast::Expr;
using ast::ExprKind;
using ast::Stmt;
using ast::StmtKind;

namespace {

// Nothing in the whole spec joins writes: every block is a sequence, whoever carries it out.
bool joins_nowhere(Spec spec) {
    bool joins = false;
    Everywhere everywhere;
    everywhere.stmt = [&](Stmt& stmt) {
        joins = joins || stmt.kind == StmtKind::Simultaneously || stmt.kind == StmtKind::ForEach;
    };
    everywhere.ability = [&](ast::Ability& ability) {
        joins = joins || ability.kind == ast::AbilityKind::StateCheck ||
                ability.kind == ast::AbilityKind::Replacement || ability.kind == ast::AbilityKind::During ||
                !ability.play.costs.empty();
    };
    everywhere.go(spec);
    return !joins;
}

bool may_join_writes(const Place& place, bool joins_somewhere) {
    if (!joins_somewhere) return place.is_position;
    return !place.is_sequence || place.is_together || place.is_cost || place.is_position ||
           place.item->kind == ast::ItemKind::Phrase;
}

Stmt stmt_of(StmtKind kind, dsl::Span at) {
    Stmt stmt;
    stmt.kind = kind;
    stmt.span = at;
    return stmt;
}

Stmt if_stmt(Expr condition, std::vector<Stmt> block, dsl::Span at) {
    Stmt stmt = stmt_of(StmtKind::If, at);
    stmt.exprs = {std::move(condition)};
    stmt.blocks = {std::move(block)};
    stmt.block_spans = {at};
    return stmt;
}

using ChangedStmt = std::optional<std::vector<Stmt>>;

}  // namespace

std::optional<Rewritten> increase_spelled_out(const Original& original, Random& random) {
    const bool joins = !joins_nowhere(original.spec);
    return change_stmts(original, random, [&](const Stmt& stmt, const Place& place) -> ChangedStmt {
        const bool is_change = stmt.kind == StmtKind::Increase || stmt.kind == StmtKind::Decrease;
        if (!is_change || may_join_writes(place, joins)) return std::nullopt;
        if (!is_number(stmt.exprs[0], original.vocabulary, place)) return std::nullopt;
        Stmt result = stmt;
        const ExprKind kind = stmt.kind == StmtKind::Increase ? ExprKind::Add : ExprKind::Subtract;
        result.kind = StmtKind::Assign;
        result.exprs[1] = joined(kind, stmt.exprs[0], stmt.exprs[1]);
        return std::vector{std::move(result)};
    });
}

std::optional<Rewritten> increase_rolled_up(const Original& original, Random& random) {
    const bool joins = !joins_nowhere(original.spec);
    return change_stmts(original, random, [&](const Stmt& stmt, const Place& place) -> ChangedStmt {
        if (stmt.kind != StmtKind::Assign || may_join_writes(place, joins)) return std::nullopt;
        const Expr& value = stmt.exprs[1];
        if (value.kind != ExprKind::Add && value.kind != ExprKind::Subtract) return std::nullopt;
        if (!is_same(value.args[0], stmt.exprs[0])) return std::nullopt;
        if (!is_number(stmt.exprs[0], original.vocabulary, place)) return std::nullopt;
        Stmt result = stmt;
        result.kind = value.kind == ExprKind::Add ? StmtKind::Increase : StmtKind::Decrease;
        result.exprs[1] = value.args[1];
        return std::vector{std::move(result)};
    });
}

std::optional<Rewritten> condition_into_loop(const Original& original, Random& random) {
    return change_stmts(original, random, [&](const Stmt& stmt, const Place&) -> ChangedStmt {
        if (stmt.kind != StmtKind::ForEach || is_unwritten(stmt.exprs[0])) return std::nullopt;
        if (!only_assigns(stmt.blocks[0])) return std::nullopt;
        Stmt result = stmt;
        result.exprs[0].kind = ExprKind::Bool;
        result.exprs[0].number = 1;
        result.exprs[0].args.clear();
        result.exprs[0].binders.clear();
        result.exprs[0].name.clear();
        result.exprs[0].span.end = result.exprs[0].span.begin;
        result.blocks[0] = {if_stmt(stmt.exprs[0], stmt.blocks[0], stmt.span)};
        return std::vector{std::move(result)};
    });
}

std::optional<Rewritten> condition_out_of_loop(const Original& original, Random& random) {
    return change_stmts(original, random, [&](const Stmt& stmt, const Place&) -> ChangedStmt {
        if (stmt.kind != StmtKind::ForEach || !is_unwritten(stmt.exprs[0])) return std::nullopt;
        if (stmt.blocks[0].size() != 1 || stmt.blocks[0][0].kind != StmtKind::If) return std::nullopt;
        const Stmt& inner = stmt.blocks[0][0];
        if (inner.blocks.size() != 1 || !only_assigns(inner.blocks[0])) return std::nullopt;
        Stmt result = stmt;
        result.exprs[0] = inner.exprs[0];
        result.blocks[0] = inner.blocks[0];
        return std::vector{std::move(result)};
    });
}

std::optional<Rewritten> branches_swapped(const Original& original, Random& random) {
    return change_stmts(original, random, [&](const Stmt& stmt, const Place&) -> ChangedStmt {
        if (stmt.kind != StmtKind::If || stmt.blocks[0].empty()) return std::nullopt;
        Stmt result = stmt;
        const bool is_negated = stmt.exprs[0].kind == ExprKind::Not;
        result.exprs[0] = is_negated ? Expr(stmt.exprs[0].args[0]) : negated(stmt.exprs[0]);
        std::vector<Stmt> otherwise = {stmt_of(StmtKind::Nothing, stmt.span)};
        if (stmt.blocks.size() > 1 && !stmt.blocks[1].empty()) otherwise = stmt.blocks[1];
        result.blocks = {otherwise, stmt.blocks[0]};
        result.block_spans = {stmt.span, stmt.span};
        return std::vector{std::move(result)};
    });
}

std::optional<Rewritten> assignment_split(const Original& original, Random& random) {
    return change_stmts(original, random, [&](const Stmt& stmt, const Place& place) -> ChangedStmt {
        if (stmt.kind != StmtKind::Assign || place.is_cost || place.is_position) return std::nullopt;
        const Expr& value = stmt.exprs[1];
        if (value.kind != ExprKind::If) return std::nullopt;
        Stmt first = stmt;
        first.exprs[1] = Expr(value.args[1]);
        Stmt second = stmt;
        second.exprs[1] = Expr(value.args[2]);
        Stmt result = if_stmt(value.args[0], {first}, stmt.span);
        result.blocks.push_back({second});
        result.block_spans.push_back(stmt.span);
        return std::vector{std::move(result)};
    });
}

// The value of a statement that a name can stand for.
static Expr* value_of(Stmt& stmt) {
    const bool writes =
        stmt.kind == StmtKind::Assign || stmt.kind == StmtKind::Increase || stmt.kind == StmtKind::Decrease;
    if (writes) return &stmt.exprs[1];
    return stmt.kind == StmtKind::Perform && !stmt.exprs.empty() ? &stmt.exprs.back() : nullptr;
}

std::optional<Rewritten> let_introduced(const Original& original, Random& random) {
    Vocabulary known = original.vocabulary;
    const std::string name = known.fresh("value_of_it");
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        Places places{original.vocabulary, {}, {}};
        places.block = [&](std::vector<Stmt>& block, const Place& place) {
            if (place.is_position || place.is_cost || block.empty()) return;
            Expr* value = value_of(block.back());
            if (value == nullptr || place.locals.contains(name)) return;
            const bool has_type = value->kind == ExprKind::Field || value->kind == ExprKind::NumberOf ||
                                  is_number(*value, known, place);
            if (!has_type || literal(*value) || mentions_any(*value) || !chosen.here()) return;
            Stmt let = stmt_of(StmtKind::Let, block.back().span);
            let.name = name;
            let.exprs = {*value};
            *value = name_expr(name, value->span);
            block.insert(block.end() - 1, std::move(let));
        };
        places.go(copy);
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

std::optional<Rewritten> increase_turned(const Original& original, Random& random) {
    return change_stmts(original, random, [&](const Stmt& stmt, const Place& place) -> ChangedStmt {
        const bool is_change = stmt.kind == StmtKind::Increase || stmt.kind == StmtKind::Decrease;
        if (!is_change || place.is_cost) return std::nullopt;
        if (!is_number(stmt.exprs[0], original.vocabulary, place)) return std::nullopt;
        Stmt result = stmt;
        result.kind = stmt.kind == StmtKind::Increase ? StmtKind::Decrease : StmtKind::Increase;
        Expr amount;
        amount.kind = ExprKind::Negate;
        amount.span = stmt.exprs[1].span;
        amount.args = {stmt.exprs[1]};
        result.exprs[1] = std::move(amount);
        return std::vector{std::move(result)};
    });
}

static bool counts_events(Spec spec) {
    bool found = false;
    Everywhere everywhere;
    everywhere.ability = [&](ast::Ability& node) {
        found = found || (!node.limit.uses.empty() && node.limit.per == ast::LimitPer::Event);
    };
    everywhere.go(spec);
    return found;
}

std::optional<Rewritten> action_moved(const Original& original, Random& random) {
    if (counts_events(original.spec)) return std::nullopt;
    Vocabulary known = original.vocabulary;
    std::map<std::string, std::string> names;
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        for (ast::Module& module : copy.modules) {
            for (std::size_t i = 0; i < module.items.size(); ++i) {
                ast::Item& action = module.items[i];
                if (action.kind != ast::ItemKind::Action || action.body.empty()) continue;
                if (only_assigns(action.body) && action.body[0].kind == StmtKind::Nothing) continue;
                if (!chosen.here()) continue;
                ast::Item inner = action;
                inner.name = known.fresh(action.name + "_itself");
                names[inner.name] = action.name;
                inner.rows.clear();
                for (ast::Binder& role : inner.binders) role.initial.clear();
                Stmt perform = stmt_of(StmtKind::Perform, action.body[0].span);
                perform.name = inner.name;
                for (const ast::Binder& role : action.binders)
                    perform.exprs.push_back(name_expr(role.name, action.span));
                action.body = {std::move(perform)};
                module.items.insert(module.items.begin() + static_cast<std::ptrdiff_t>(i) + 1, inner);
                ++i;
            }
        }
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec), std::move(names)};
}

}  // namespace errata::metamorphic
