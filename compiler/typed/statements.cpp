#include "compiler/typed/statements.h"

#include <algorithm>
#include <set>

#include "compiler/resolve/lookup.h"
#include "compiler/typed/abilities.h"
#include "compiler/typed/statement_kinds.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using ast::LoopOrder;
using dsl::DiagnosticKind;

Stmt made(StmtKind kind, const ast::Stmt& written) {
    Stmt stmt;
    stmt.kind = kind;
    stmt.span = written.span;
    stmt.name = written.name;
    return stmt;
}

ast::Change change_of(ast::StmtKind kind) {
    if (kind == ast::StmtKind::Increase) return ast::Change::Add;
    return kind == ast::StmtKind::Decrease ? ast::Change::Subtract : ast::Change::Set;
}

std::nullopt_t misplaced(const Typing& t, const ast::Stmt& stmt, std::string message, std::string hint) {
    t.reporter.error(DiagnosticKind::misplaced_statement, stmt.span, std::move(message), std::move(hint));
    return std::nullopt;
}

// --- statements that change what is stored, and objects that come and go

namespace {

// `tree := u` in a phrase that introduces `tree`: kept if a later word refers to it.
std::optional<Stmt> introduce(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto value = of_type(t, stmt.exprs[1], scope, scope.phrase->antecedents.at(stmt.exprs[0].name));
    if (!value) return std::nullopt;
    Stmt result = made(StmtKind::Introduce, stmt);
    result.name = stmt.exprs[0].name;
    result.exprs.push_back(std::move(*value));
    return result;
}

// A hole or a definition may stand for something that changes; what they come to is seen later.
bool is_changeable(const Typing& t, const Expr& target, dsl::Span span) {
    if (target.kind == ExprKind::Cell || target.kind == ExprKind::Hole || target.kind == ExprKind::Define)
        return true;
    t.reporter.error(DiagnosticKind::wrong_kind_of_name, span,
                     target.kind == ExprKind::Local ? "this name stands for a value and cannot be changed"
                                                    : "this cannot be changed",
                     "only fields, state and relations change");
    return false;
}

bool fits_set(const Typing& t, const ast::Stmt& stmt, const Expr& target, const Expr& value) {
    const Type& type = t.type(target.type);
    const bool many = t.type(value.type).form == TypeForm::Set;
    if (t.program.types.fits(value.type, many ? target.type : type.element)) return true;
    t.reporter.error(
        DiagnosticKind::type_mismatch, stmt.exprs[1].span,
        "expected " + t.program.types.name(type.element) + ", found " + t.program.types.name(value.type));
    return false;
}

bool is_settable(const Typing& t, const ast::Stmt& stmt, const Expr& target, const Expr& value) {
    if (!t.program.types.fits(value.type, target.type)) {
        report_mismatch(t, stmt.exprs[1], target.type, value.type);
        return false;
    }
    const auto constant = constant_of(t.program, value);
    if (constant && !t.type(target.type).contains(*constant)) {
        report_out_of_range(t, stmt.exprs[1], *constant, target.type);
        return false;
    }
    if (t.names.store.orders.count(target.type) == 0) return true;
    t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "an order cannot be set",
                     "write 'mark' before it: then this object is the latest; or 'unmark'");
    return false;
}

// Changes of what is stored, and objects that come and go.
std::optional<Stmt> change(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    const ast::Expr& written = stmt.exprs[0];
    if (written.kind == ast::ExprKind::Name && stmt.kind == ast::StmtKind::Assign &&
        !scope.find(written.name) && !scope.hole(written.name) && scope.is_antecedent(written.name))
        return introduce(t, stmt, scope);
    auto target = expression(t, written, scope);
    auto value = expression(t, stmt.exprs[1], scope, target ? target->type : TypeId{});
    if (!target || !value || !is_changeable(t, *target, written.span)) return std::nullopt;
    Stmt result = made(StmtKind::Change, stmt);
    result.change = change_of(stmt.kind);
    if (result.change == ast::Change::Set) {
        if (!is_settable(t, stmt, *target, *value)) return std::nullopt;
    } else if (t.type(target->type).form == TypeForm::Set) {
        if (!fits_set(t, stmt, *target, *value)) return std::nullopt;
    } else if (!t.program.types.is_numeric(target->type) || !t.program.types.is_numeric(value->type)) {
        t.reporter.error(
            DiagnosticKind::type_mismatch, stmt.span,
            "'+=' and '-=' are for numbers and sets, found " + t.program.types.name(target->type));
        return std::nullopt;
    } else if (t.names.store.orders.count(target->type) > 0) {
        is_settable(t, stmt, *target, *value);
        return std::nullopt;
    }
    result.exprs.push_back(std::move(*target));
    result.exprs.push_back(std::move(*value));
    return result;
}

}  // namespace

std::optional<Stmt> mark(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto target = expression(t, stmt.exprs[0], scope);
    if (!target) return std::nullopt;
    if (target->kind != ExprKind::Cell || t.names.store.orders.count(target->type) == 0) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                         "only a field of type order is marked", "declare the field with the type 'order'");
        return std::nullopt;
    }
    Stmt result = made(stmt.kind == ast::StmtKind::Mark        ? StmtKind::Mark
                       : stmt.kind == ast::StmtKind::MarkFirst ? StmtKind::MarkFirst
                                                               : StmtKind::Unmark,
                       stmt);
    result.exprs.push_back(std::move(*target));
    return result;
}

namespace {

// The field of the object that the statement changes; nothing: it changes no field of it.
std::optional<VarId> field_changed(const Stmt& stmt, LocalId object) {
    if (stmt.kind != StmtKind::Change || stmt.exprs[0].kind != ExprKind::Cell) return std::nullopt;
    const std::vector<Expr>& args = stmt.exprs[0].args;
    const bool is_own = args.size() == 1 && args[0].kind == ExprKind::Local && args[0].local == object;
    return is_own ? std::optional(VarId(stmt.exprs[0].id)) : std::nullopt;
}

std::vector<Block*> blocks_of(Stmt& stmt) {
    std::vector<Block*> result;
    for (auto* blocks : {&stmt.blocks, &stmt.cases.none, &stmt.cases.several}) {
        for (Block& block : *blocks) result.push_back(&block);
    }
    for (Option& option : stmt.options) result.push_back(&option.body);
    return result;
}

// The field begins with what another field begins with: it gets each value that this one gets, until the
// block gives it one of its own. Returns whether the block does, maybe in some case alone; `has_own`: whether
// one before it did.
bool follow(const Typing& t, LocalId object, VarId field, Block& block, bool has_own) {
    const Variable& variable = t.program.variables[field.index];
    for (std::size_t i = 0; i < block.size(); ++i) {
        bool has_own_behind = has_own;
        for (Block* const inner : blocks_of(block[i])) {
            if (follow(t, object, field, *inner, has_own)) has_own_behind = true;
        }
        const auto changed = field_changed(block[i], object);
        has_own = has_own_behind || changed == field;
        if (has_own || changed != variable.begins_with) continue;
        Stmt same = block[i];
        same.change = ast::Change::Set;
        same.exprs[1] = same.exprs[0];
        same.exprs[0].id = field.index;
        same.exprs[0].type = variable.type;
        block.insert(block.begin() + static_cast<std::ptrdiff_t>(++i), std::move(same));
    }
    return has_own;
}

std::optional<Stmt> create(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    const ast::Binder& written = stmt.binders[0];
    Scope inner = scope;
    auto binder = bind(t, written, inner);
    if (!binder) return std::nullopt;
    if (t.names.store.exists.count(binder->domain.type) == 0) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, written.span,
                         "a " + t.program.types.name(binder->domain.type) + " cannot be created",
                         "only objects of a kind declared with 'kind' can");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Create, stmt);
    result.binders.push_back(std::move(*binder));
    result.blocks = {block(t, stmt.blocks[0], inner)};
    for (std::size_t i = 0; i < t.program.variables.size(); ++i) {
        if (t.program.variables[i].begins_with.is_valid())
            follow(t, result.binders[0].local, VarId(i), result.blocks[0], false);
    }
    return result;
}

std::optional<Stmt> destroy(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    auto object = expression(t, stmt.exprs[0], scope);
    if (!object) return std::nullopt;
    const TypeId kind = t.program.types.base(object->type);
    if (t.names.store.exists.count(kind) == 0) {
        t.reporter.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                         "a " + t.program.types.name(kind) + " cannot be destroyed",
                         "only objects of a kind that some statement creates come and go");
        return std::nullopt;
    }
    Stmt result = made(StmtKind::Destroy, stmt);
    result.exprs.push_back(std::move(*object));
    return result;
}

}  // namespace

// --- `for each`: whom it goes to, and in which order

bool goes_in_turn(const ast::Stmt& stmt) {
    return stmt.order != LoopOrder::Unstated && stmt.order != LoopOrder::ByNumber;
}

namespace {

std::nullopt_t mismatch(const Typing& t, const Expr& found, const std::string& expected, std::string hint) {
    t.reporter.error(DiagnosticKind::type_mismatch, found.span,
                     "expected " + expected + ", found " + t.program.types.name(found.type), std::move(hint));
    return std::nullopt;
}

// The number that decides: `in order of m.speed`.
std::optional<Expr> number_of(const Typing& t, const ast::Expr& written, const Scope& inner) {
    auto result = expression(t, written, inner, t.number_type());
    if (!result || t.program.types.is_numeric(result->type)) return result;
    result->span = written.span;
    return mismatch(t, *result, "a number",
                    "an order goes by a number: 'in order of u.speed', the lowest first; yes and no make one "
                    "by 'if ... then 0 else 1'");
}

// Who goes last: a condition, or one of those that the loop goes to.
std::optional<Expr> last_of(const Typing& t, const ast::Expr& written, TypeId domain, const Scope& inner) {
    auto result = expression(t, written, inner, domain);
    if (!result) return std::nullopt;
    const bool is_one = t.program.types.fits(result->type, domain);
    if (is_one || t.program.types.fits(result->type, t.bool_type())) return result;
    result->span = written.span;
    return mismatch(t, *result, "a condition or " + t.program.types.name(domain),
                    "who goes last is said by name or by a condition: ', u = golem last'");
}

// Who decides among several that could be next.
std::optional<Chooser> decider(const Typing& t, const ast::Expr& written, const Scope& scope) {
    if (const auto kind = chooser_word(written, scope)) return Chooser{*kind, {}};
    const TypeId players = t.names.vocabulary.player_type;
    if (!players.is_valid()) return chooser(t, written, scope);
    auto player = expression(t, written, scope, players);
    if (!player) return std::nullopt;
    if (t.program.types.fits(player->type, players))
        return Chooser{ChooserKind::Player, {std::move(*player)}};
    player->span = written.span;
    return mismatch(
        t, *player, t.program.types.name(players),
        "say who decides: a player such as 'Ann' or 'active', 'chance', 'elsewhere', or 'nobody'");
}

// Each turn of such a loop is looked for when the one before is over: what waits for it is remembered.
bool can_be_remembered(const Typing& t, const Binder& binder) {
    const Type& about = t.type(binder.domain.type);
    if (about.is_finite() && about.size() <= most_set_elements && about.lo >= 0) return true;
    t.reporter.error(DiagnosticKind::too_large, binder.span,
                     "at most " + std::to_string(most_set_elements) + " things can be put in an order",
                     "'in order' alone goes through any number of them by their numbers");
    return false;
}

// A loop in which the next one is looked for when its turn comes.
std::optional<Stmt> in_turn(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    if (stmt.binders.size() != 1) {
        t.reporter.error(DiagnosticKind::argument_count, stmt.span, "an order goes through one kind of thing",
                         "write one loop within the other, each with its order");
        return std::nullopt;
    }
    const bool chosen = stmt.order == LoopOrder::Chosen;
    Stmt result = made(StmtKind::InTurn, stmt);
    result.order.by = stmt.order;
    Scope inner = scope;
    auto binder = bind(t, stmt.binders[0], inner);
    if (!binder) return std::nullopt;
    auto test = condition(t, stmt.exprs[0], inner);
    const std::size_t owner = chosen ? 1 : 2;
    const std::size_t rank = chosen ? 2 : 1;
    bool good = test.has_value() && can_be_remembered(t, *binder);
    if (stmt.exprs.size() > owner) {
        auto decides = decider(t, stmt.exprs[owner], scope);
        good = good && decides;
        if (decides) result.chooser = std::move(*decides);
    }
    if (stmt.exprs.size() > rank) {
        auto by = chosen ? last_of(t, stmt.exprs[rank], binder->domain.type, inner)
                         : number_of(t, stmt.exprs[rank], inner);
        good = good && by;
        if (by) result.order.rank.push_back(std::move(*by));
    }
    result.blocks = {block(t, stmt.blocks[0], inner)};
    if (!good) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    result.binders.push_back(std::move(*binder));
    return result;
}

// Loops over several things are loops within each other, the condition inside.
std::optional<Stmt> for_each(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    if (goes_in_turn(stmt)) return in_turn(t, stmt, scope);
    Scope inner = scope;
    std::vector<Binder> binders;
    for (const ast::Binder& written : stmt.binders) {
        auto binder = bind(t, written, inner);
        if (!binder) return std::nullopt;
        binders.push_back(std::move(*binder));
    }
    auto test = conditions(t, stmt.exprs, inner);
    Block body = block(t, stmt.blocks[0], inner);
    if (!test) return std::nullopt;
    std::vector<Expr> condition = std::move(*test);
    for (;;) {
        Stmt result = made(StmtKind::ForEach, stmt);
        result.order.by = stmt.order;
        result.exprs = std::move(condition);
        result.blocks.push_back(std::move(body));
        result.binders.push_back(std::move(binders.back()));
        binders.pop_back();
        if (binders.empty()) return result;
        condition.clear();
        body.clear();
        body.push_back(std::move(result));
    }
}

// --- the others

std::optional<Stmt> simultaneously(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Simultaneously, stmt);
    result.blocks = {block(t, stmt.blocks[0], scope)};
    return result;
}

std::optional<Stmt> repeat(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Repeat, stmt);
    auto test = conditions(t, stmt.exprs, scope);
    result.blocks = {block(t, stmt.blocks[0], scope)};
    if (!test) return std::nullopt;
    result.exprs = std::move(*test);
    return result;
}

std::optional<Stmt> end(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::End, stmt);
    for (const ast::Expr& whose : stmt.exprs) {
        auto player = typed::player(t, whose, scope);
        if (!player) return std::nullopt;
        result.exprs.push_back(std::move(*player));
    }
    return result;
}

std::optional<Stmt> open_window(const Typing& t, const ast::Stmt& stmt) {
    const auto window = find_window(t.names, t.reporter, stmt.name, stmt.span);
    if (!window) return std::nullopt;
    Stmt result = made(StmtKind::OpenWindow, stmt);
    result.window = *window;
    return result;
}

std::optional<Stmt> phase(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::Phase, stmt);
    const Vocabulary& vocabulary = t.names.vocabulary;
    const auto value = vocabulary.phase_type.is_valid()
                           ? vocabulary.constant(stmt.name, vocabulary.phase_type)
                           : std::nullopt;
    result.blocks = {block(t, stmt.blocks[0], scope)};
    if (!value) return std::nullopt;  // the game has a type of that name: said already
    result.phase = *value;
    return result;
}

}  // namespace

std::optional<Stmt> let(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    auto value = expression(t, stmt.exprs[0], scope);
    if (!value) return std::nullopt;
    Stmt result = made(StmtKind::Let, stmt);
    result.local = t.add(scope, stmt.name, value->type);
    result.exprs.push_back(std::move(*value));
    return result;
}

namespace {

std::optional<Stmt> if_statement(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::If, stmt);
    auto test = condition(t, stmt.exprs[0], scope);
    for (const auto& written : stmt.blocks) result.blocks.push_back(block(t, written, scope));
    if (!test) return std::nullopt;
    result.exprs.push_back(std::move(*test));
    return result;
}

}  // namespace

Expr payable(const Typing& t, const Block& block, dsl::Span span) {
    Expr result;
    result.kind = ExprKind::Payable;
    result.type = t.bool_type();
    result.span = span;
    result.block = std::make_shared<const Block>(block);
    return result;
}

namespace {

std::optional<Stmt> do_then(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    Stmt result = made(StmtKind::DoThen, stmt);
    for (const auto& written : stmt.blocks) result.blocks.push_back(block(t, written, scope));
    return result;
}

std::optional<Stmt> later(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
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
        if (is_innermost && matters) result.captures.push_back(one.local);
    }
    result.abilities.push_back(std::move(*ability));
    return result;
}

std::optional<Stmt> solve(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
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

// A hole that holds statements.
std::optional<Stmt> insert(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
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

std::optional<Stmt> perform(const Typing& t, const ast::Stmt& stmt, const Scope& scope) {
    if (scope.hole(stmt.name)) return insert(t, stmt, scope);
    const auto action = find_action(t.names, t.reporter, stmt.name, stmt.span);
    if (!action) return std::nullopt;
    auto roles = typed::roles(t, *action, stmt.exprs, stmt.span, scope);
    if (!roles) return std::nullopt;
    Stmt result = made(StmtKind::Perform, stmt);
    result.action = *action;
    result.attempt = stmt.kind == ast::StmtKind::Try;
    result.exprs = std::move(*roles);
    return result;
}

std::optional<Stmt> statement(const Typing& t, const ast::Stmt& stmt, Scope& scope) {
    switch (stmt.kind) {
        case ast::StmtKind::Assign:
        case ast::StmtKind::Increase:
        case ast::StmtKind::Decrease:
            return change(t, stmt, scope);
        case ast::StmtKind::Let:
            return let(t, stmt, scope);
        case ast::StmtKind::If:
            return if_statement(t, stmt, scope);
        case ast::StmtKind::ForEach:
            return for_each(t, stmt, scope);
        case ast::StmtKind::Simultaneously:
            return simultaneously(t, stmt, scope);
        case ast::StmtKind::Repeat:
        case ast::StmtKind::While:
            return repeat(t, stmt, scope);
        case ast::StmtKind::Choose:
            return choose(t, stmt, scope);
        case ast::StmtKind::Distribute:
            return distribute(t, stmt, scope);
        case ast::StmtKind::Secretly:
            return secretly(t, stmt, scope);
        case ast::StmtKind::Later:
            return later(t, stmt, scope);
        case ast::StmtKind::OpenWindow:
            return open_window(t, stmt);
        case ast::StmtKind::Cancel:
            return made(StmtKind::Cancel, stmt);
        case ast::StmtKind::Solve:
            return solve(t, stmt, scope);
        case ast::StmtKind::Mark:
        case ast::StmtKind::MarkFirst:
        case ast::StmtKind::Unmark:
            return mark(t, stmt, scope);
        case ast::StmtKind::Perform:
        case ast::StmtKind::Try:
            return perform(t, stmt, scope);
        case ast::StmtKind::Phase:
            return phase(t, stmt, scope);
        case ast::StmtKind::Settle:
            return made(StmtKind::Settle, stmt);
        case ast::StmtKind::End:
            return end(t, stmt, scope);
        case ast::StmtKind::Create:
            return create(t, stmt, scope);
        case ast::StmtKind::DoThen:
            return do_then(t, stmt, scope);
        case ast::StmtKind::Destroy:
            return destroy(t, stmt, scope);
        case ast::StmtKind::Nothing:
            return made(StmtKind::Nothing, stmt);
        case ast::StmtKind::Insert:
            return insert(t, stmt, scope);
        case ast::StmtKind::Require:
            return misplaced(t, stmt, "'require' is only for setups", "use 'if' here, or declare a 'check'");
        case ast::StmtKind::Place:
            return misplaced(t, stmt, "'place' is only for screens");
        case ast::StmtKind::Deal:
            return misplaced(t, stmt, "a line that deals something is only for setups",
                             "'create' makes an object in play");
        case ast::StmtKind::Take:
        case ast::StmtKind::Does:
        case ast::StmtKind::Until:
        case ast::StmtKind::Then:
            return misplaced(t, stmt, "this step is only for scenarios");
        case ast::StmtKind::Error:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace

Block block(const Typing& t, const std::vector<ast::Stmt>& body, Scope scope) {
    Block result;
    for (const ast::Stmt& stmt : body) {
        auto one = statement(t, stmt, scope);
        if (!one && stmt.kind == ast::StmtKind::Let) break;  // whoever uses the name is not to blame
        if (one) result.push_back(std::move(*one));
    }
    return result;
}

}  // namespace errata::compiler::typed
