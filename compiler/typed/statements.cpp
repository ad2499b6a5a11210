#include "compiler/typed/statements.h"

#include <algorithm>
#include <set>

#include "compiler/resolve/lookup.h"
#include "compiler/typed/abilities.h"
#include "compiler/typed/statement_kinds.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

Stmt made(StmtKind kind, const ast::Stmt& written) {
    Stmt stmt;
    stmt.kind = kind;
    stmt.span = written.span;
    stmt.name = written.name;
    return stmt;
}

ast::Change change_of(ast::StmtKind kind) {
    if (kind == Kind::Increase) return ast::Change::Add;
    return kind == Kind::Decrease ? ast::Change::Subtract : ast::Change::Set;
}

std::nullopt_t misplaced(const Typing& t, const ast::Stmt& stmt, std::string message, std::string hint) {
    t.reporter.error(DiagnosticKind::misplaced_statement, stmt.span, std::move(message), std::move(hint));
    return std::nullopt;
}

static std::optional<Stmt> simultaneously(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Simultaneously, stmt);
    result.blocks = {block(t, stmt.blocks[0], scope)};
    return result;
}

static std::optional<Stmt> repeat(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Repeat, stmt);
    auto test = conditions(t, stmt.exprs, scope);
    result.blocks = {block(t, stmt.blocks[0], scope)};
    if (!test) return std::nullopt;
    result.exprs = std::move(*test);
    return result;
}

static std::optional<Stmt> end(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::End, stmt);
    for (const ast::Expr& whose : stmt.exprs) {
        auto player = typed::player(t, whose, scope);
        if (!player) return std::nullopt;
        result.exprs.push_back(std::move(*player));
    }
    return result;
}

static std::optional<Stmt> open_window(const Typing& t, const ast::Stmt& stmt) {
    const auto window = find_window(t.names, t.reporter, stmt.name, stmt.span);
    if (!window) return std::nullopt;
    Stmt result = made(StmtKind::OpenWindow, stmt);
    result.window = *window;
    return result;
}

static std::optional<Stmt> phase(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Phase, stmt);
    const Vocabulary& vocabulary = t.names.vocabulary;
    const auto value = vocabulary.phase_type.is_valid()
                           ? vocabulary.constant(stmt.name, vocabulary.phase_type)
                           : std::nullopt;
    if (!stmt.blocks.empty()) result.blocks = {block(t, stmt.blocks[0], scope)};
    if (!value) return std::nullopt;  // the game has a type of that name: said already
    result.phase = *value;
    return result;
}

std::optional<Stmt> let(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    auto value = expression(t, stmt.exprs[0], scope);
    if (!value) return std::nullopt;
    Stmt result = made(StmtKind::Let, stmt);
    result.local = t.add(scope, stmt.name, value->type);
    result.exprs.push_back(std::move(*value));
    return result;
}

static std::optional<Stmt> conditional(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::If, stmt);
    auto test = condition(t, stmt.exprs[0], scope);
    for (const auto& written : stmt.blocks) result.blocks.push_back(block(t, written, scope));
    if (!test) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    return result;
}

Expr payable(const Typing& t, const Block& block, dsl::Span span) {
    Expr result;
    result.kind = ExprKind::Payable;
    result.type = t.bool_type();
    result.span = span;
    result.block = std::make_shared<const Block>(block);
    return result;
}

// What was possible is asked before anything is done: `let`, then the one thing, then by what it was.
static std::optional<Stmt> do_then(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Scope inner = scope;
    Stmt possible = made(StmtKind::Let, stmt);
    const Block first = block(t, stmt.blocks[0], scope);
    possible.exprs = {payable(t, first, stmt.span)};
    possible.local = t.add(inner, "", t.bool_type());
    Expr was_possible;
    was_possible.kind = ExprKind::Local;
    was_possible.type = t.bool_type();
    was_possible.span = stmt.span;
    was_possible.local = possible.local;
    Stmt follows = made(StmtKind::If, stmt);
    follows.exprs = {std::move(was_possible)};
    for (std::size_t i = 1; i < stmt.blocks.size(); ++i)
        follows.blocks.push_back(block(t, stmt.blocks[i], scope));
    Stmt result = made(StmtKind::If, stmt);
    Expr always;
    always.kind = ExprKind::Literal;
    always.type = t.bool_type();
    always.value = 1;
    result.exprs = {std::move(always)};
    result.blocks = {{std::move(possible)}};
    result.blocks[0].insert(result.blocks[0].end(), first.begin(), first.end());
    result.blocks[0].push_back(std::move(follows));
    return result;
}

static std::optional<Stmt> later(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    const ast::Ability& written = stmt.abilities.front();
    if (written.kind == ast::AbilityKind::Error) return std::nullopt;
    auto ability = waiting(t, written, scope);
    if (!ability) return std::nullopt;
    Stmt result = made(StmtKind::Later, stmt);
    // What the ability speaks of, and what a hole may be filled with: that may speak of the bearer.
    const std::set<LocalId> mentioned = locals_of(*ability);
    for (const InSight& one : scope.locals) {
        const bool is_innermost = scope.find(one.name) == &one;
        const bool matters = mentioned.count(one.local) > 0 || (scope.phrase && one.local == this_local);
        if (is_innermost && matters) result.captures.push_back({one.local, one.name});
    }
    result.abilities.push_back(std::move(*ability));
    return result;
}

static std::optional<Stmt> solve(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Solve, stmt);
    std::vector<std::string> known;
    for (std::size_t i = 0; i < t.names.callables.computed.size() && !result.computed.is_valid(); ++i) {
        known.push_back(t.names.callables.computed[i].item->name);
        if (known.back() == stmt.name) result.computed = ComputedId(i);
    }
    if (!result.computed.is_valid()) t.reporter.unknown(stmt.span, "system of equations", stmt.name, known);
    result.blocks = {block(t, stmt.blocks[0], scope)};
    for (const ast::Option& option : stmt.options) {
        auto& part = option.solve_case == ast::SolveCase::None ? result.cases.none : result.cases.several;
        part = {block(t, option.body, scope)};
    }
    if (!result.computed.is_valid()) return std::nullopt;
    return result;
}

static std::optional<Stmt> insert(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    const HoleKind* const hole = scope.hole(stmt.name);
    if (!hole) {
        std::vector<std::string> known;
        if (scope.phrase) known = keys_of(scope.phrase->holes);
        for (const auto& [name, id] : t.names.callables.action_named) known.push_back(name + "(...)");
        t.reporter.unknown(stmt.span, "statement", stmt.name, known);
        return std::nullopt;
    }
    if (!hole->category || hole->category->sort != ast::CategorySort::Statements) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.span,
                         "this hole holds a value, not something to do");
        return std::nullopt;
    }
    auto given = typed::given(t, *hole->category, stmt.exprs, stmt.span, scope);
    if (!given) return std::nullopt;
    Stmt result = made(StmtKind::Insert, stmt);
    result.exprs = std::move(*given);
    return result;
}

static std::optional<Stmt> perform(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    if (scope.hole(stmt.name)) return insert(t, stmt, scope);
    const auto action = find_action(t.names, t.reporter, stmt.name, stmt.span);
    if (!action) return std::nullopt;
    auto roles = typed::roles(t, *action, stmt.exprs, stmt.span, scope);
    if (!roles) return std::nullopt;
    Stmt result = made(StmtKind::Perform, stmt);
    result.action = *action;
    result.attempt = stmt.kind == Kind::Try;
    result.exprs = std::move(*roles);
    return result;
}

// A hole that holds statements.

static std::optional<Stmt> statement(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    switch (stmt.kind) {
        case Kind::Assign:
        case Kind::Increase:
        case Kind::Decrease:
            return change(t, stmt, scope);
        case Kind::Let:
            return let(t, stmt, scope);
        case Kind::If:
            return conditional(t, stmt, scope);
        case Kind::ForEach:
            return for_each(t, stmt, scope);
        case Kind::Simultaneously:
            return simultaneously(t, stmt, scope);
        case Kind::Repeat:
        case Kind::While:
            return repeat(t, stmt, scope);
        case Kind::Choose:
            return choose(t, stmt, scope);
        case Kind::Distribute:
            return distribute(t, stmt, scope);
        case Kind::Secretly:
            return secretly(t, stmt, scope);
        case Kind::Later:
            return later(t, stmt, scope);
        case Kind::OpenWindow:
            return open_window(t, stmt);
        case Kind::Cancel:
            return made(StmtKind::Cancel, stmt);
        case Kind::Solve:
            return solve(t, stmt, scope);
        case Kind::Mark:
        case Kind::MarkFirst:
        case Kind::Unmark:
            return mark(t, stmt, scope);
        case Kind::Perform:
        case Kind::Try:
            return perform(t, stmt, scope);
        case Kind::Phase:
            return phase(t, stmt, scope);
        case Kind::Settle:
            return made(StmtKind::Settle, stmt);
        case Kind::End:
            return end(t, stmt, scope);
        case Kind::Create:
            return create(t, stmt, scope);
        case Kind::DoThen:
            return do_then(t, stmt, scope);
        case Kind::Destroy:
            return destroy(t, stmt, scope);
        case Kind::Nothing:
            return made(StmtKind::Nothing, stmt);
        case Kind::Insert:
            return insert(t, stmt, scope);
        case Kind::Require:
            return misplaced(t, stmt, "'require' is only for setups", "use 'if' here, or declare a 'check'");
        case Kind::Place:
            return misplaced(t, stmt, "'place' is only for screens");
        case Kind::Take:
        case Kind::Until:
        case Kind::Then:
            return misplaced(t, stmt, "this step is only for scenarios");
        case Kind::Error:
            return std::nullopt;
    }
    return std::nullopt;
}

Block block(const Typing& t, const std::vector<ast::Stmt>& body, Scope scope) {
    Block result;
    for (const ast::Stmt& stmt : body) {
        auto one = statement(t, stmt, scope);
        if (!one && stmt.kind == Kind::Let) break;  // whoever uses the name is not to blame
        if (one) result.push_back(std::move(*one));
    }
    return result;
}

}  // namespace errata::compiler::typed
