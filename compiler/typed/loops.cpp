// `for each`: whom it goes to, and in which order.
#include "compiler/typed/statement_kinds.h"

namespace errata::compiler::typed {

using ast::LoopOrder;
using dsl::DiagnosticKind;

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
    result.chooser.kind = ChooserKind::Nobody;
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

}  // namespace

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
        result.chooser.kind = ChooserKind::Nobody;
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

}  // namespace errata::compiler::typed
