// Statements that go on: for each, repeat, and the phases of a turn.
#include "compiler/elaborate/statements.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

namespace {

// Does the order in which a loop goes through its objects make no difference? So it is if each round changes fields of its own
// object, destroys it, or adds and takes away amounts, and reads nothing that another round changes.
class AnyOrder {
public:
    explicit AnyOrder(const World& world) : world_(world) {}

    bool of(const ast::Stmt& loop) {
        if (loop.binders.size() != 1) return false;
        const std::string& object = loop.binders[0].name;
        const auto type = world_.types.find(loop.binders[0].type.name);
        return type != world_.types.end() && is_steady(loop.exprs, object, type->second) &&
               of(loop.blocks[0], object, 0);
    }

private:
    static constexpr std::size_t deepest = 8;  // actions within actions

    static bool is_name(const ast::Expr& expr, const std::string& name) {
        return expr.kind == ast::ExprKind::Name && expr.name == name;
    }
    static bool is_own(const ast::Expr& expr, const std::string& object) {
        return expr.kind == ast::ExprKind::Field && is_name(expr.args[0], object);
    }
    bool is_fixed(const ast::Expr& expr, const std::string& object) const {
        switch (expr.kind) {
            case ast::ExprKind::Number:
            case ast::ExprKind::Bool:
            case ast::ExprKind::None:
                return true;
            // A value that has this name; a variable might change.
            case ast::ExprKind::Name:
                return expr.name != object && world_.constants.count(expr.name) > 0;
            default:
                return false;
        }
    }

    // Does the loop's condition read fields of its own object alone, and none that refers to an object which another round destroys?
    bool is_steady(const std::vector<ast::Expr>& exprs, const std::string& object, TypeId type) const {
        return std::all_of(exprs.begin(), exprs.end(),
                           [&](const ast::Expr& expr) { return is_steady(expr, object, type); });
    }
    bool is_steady(const ast::Expr& expr, const std::string& object, TypeId type) const {
        switch (expr.kind) {
            case ast::ExprKind::Number:
            case ast::ExprKind::Bool:
            case ast::ExprKind::None:
            case ast::ExprKind::Name:
                return is_fixed(expr, object);
            case ast::ExprKind::Field:
                return own_type(expr, object, type).is_valid();
            case ast::ExprKind::Not:
            case ast::ExprKind::And:
            case ast::ExprKind::Or:
            case ast::ExprKind::Equal:
            case ast::ExprKind::NotEqual:
            case ast::ExprKind::Is:
            case ast::ExprKind::IsNot:
            case ast::ExprKind::Less:
            case ast::ExprKind::LessEqual:
            case ast::ExprKind::Greater:
            case ast::ExprKind::GreaterEqual:
                return is_steady(expr.args, object, type);
            default:
                return false;
        }
    }
    // The type of `d.at` or `d.card.tough`; invalid if it is something else, or refers to an object that may leave.
    TypeId own_type(const ast::Expr& expr, const std::string& object, TypeId type) const {
        if (is_name(expr, object)) return type;
        if (expr.kind != ast::ExprKind::Field) return {};
        const TypeId of = own_type(expr.args[0], object, type);
        if (!of.is_valid()) return {};
        const auto field = world_.fields.find({world_.base(of), expr.name});
        const auto attribute = world_.attributes.find({world_.base(of), expr.name});
        TypeId found;
        if (field != world_.fields.end() && is_name(expr.args[0], object))
            found = world_.model.variable(field->second).type;
        if (attribute != world_.attributes.end()) found = world_.model.tables[attribute->second.index].type;
        return found.is_valid() && !world_.is_mortal(found) ? found : TypeId{};
    }

    bool of(const std::vector<ast::Stmt>& body, const std::string& object, std::size_t depth) {
        return std::all_of(body.begin(), body.end(),
                           [&](const ast::Stmt& stmt) { return of(stmt, object, depth); });
    }

    bool of(const ast::Stmt& stmt, const std::string& object, std::size_t depth) {
        switch (stmt.kind) {
            case StmtKind::Nothing:
                return true;
            case StmtKind::Assign:
                return is_own(stmt.exprs[0], object) &&
                       (is_own(stmt.exprs[1], object) || is_fixed(stmt.exprs[1], object));
            case StmtKind::Increase:
            case StmtKind::Decrease:
                return (is_own(stmt.exprs[0], object) && is_own(stmt.exprs[1], object)) ||
                       is_fixed(stmt.exprs[1], object);
            case StmtKind::Destroy:
                return is_name(stmt.exprs[0], object);
            case StmtKind::Perform:
                return of_action(stmt, object, depth);
            default:
                return false;
        }
    }

    // An action that nobody listens to, forbids or replaces, done to the object alone.
    bool of_action(const ast::Stmt& stmt, const std::string& object, std::size_t depth) {
        const auto found = world_.actions.find(stmt.name);
        if (found == world_.actions.end() || depth == deepest || world_.has_later) return false;
        const Action& action = found->second;
        const bool is_plain = action.triggers.empty() && action.prohibitions.empty() &&
                              action.replacements.empty() && action.parts.empty() && action.rulings.empty() && action.counts.empty() &&
                              !action.before && !action.after;
        if (!is_plain || stmt.exprs.size() != 1 || action.item->binders.size() != 1 ||
            !is_name(stmt.exprs[0], object))
            return false;
        return of(action.item->body, action.item->binders[0].name, depth + 1);
    }

    const World& world_;
};

}  // namespace

CodeId Statements::for_each_straight(const ast::Stmt& stmt, const Scope& scope) {
    if (!AnyOrder(world_).of(stmt)) {
        for (const ast::Binder& binder : stmt.binders) {
            const auto type = world_.types.find(binder.type.name);
            if (type != world_.types.end()) world_.told_apart.insert(type->second);
        }
    }
    Scope inner = scope;
    std::vector<Code> loops;
    for (const ast::Binder& binder : stmt.binders) {
        const TypeId domain = expressions_.domain_of(binder.type, inner);
        if (!domain.is_valid()) return nothing();
        Code node;
        node.kind = CodeKind::ForEach;
        node.level = inner.level;
        node.domain = domain;
        node.clause = scope.clause;
        const TermId object = expressions_.bind(inner, binder.name, domain);
        node.terms = {expressions_.existing(domain, object)};
        loops.push_back(std::move(node));
    }
    const auto test = expressions_.conditions(stmt.exprs, inner);
    const CodeId body = straight(stmt.blocks[0], inner);
    if (!test) return nothing();
    loops.back().terms[0] = world_.model.terms.land({loops.back().terms[0], *test});
    CodeId result = body;
    for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
        it->children = {result};
        result = world_.model.code.add(std::move(*it));
    }
    return result;
}

// A loop whose body stops keeps its position in a register: the least value above the last one that satisfies the condition.
CodeId Statements::for_each_stopping(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    if (stmt.binders.size() > 1) {
        // Nested loops, the condition inside.
        ast::Stmt inner = stmt;
        inner.binders.erase(inner.binders.begin());
        ast::Stmt outer = stmt;
        outer.binders.resize(1);
        outer.exprs.clear();
        outer.blocks = {{inner}};
        return for_each_stopping(world_.keep(std::move(outer)), scope, next);
    }
    const TypeId domain = expressions_.domain_of(stmt.binders[0].type, scope);
    if (!domain.is_valid()) return next();
    const Type& type = world_.type(domain);
    world_.told_apart.insert(world_.base(domain));
    // An object that may leave while its round goes on has a register of its own: the position is not lost with it.
    const bool mortal = world_.is_mortal(domain);
    const TypeId position_type = type.form == TypeForm::Enum && !mortal
                                     ? world_.optional(world_.base(domain))
                                     : world_.range_type(std::min<Value>(type.lo, -1), type.hi);
    Scope inner = scope;
    const std::uint32_t reg =
        claim_register(inner, mortal ? "(position)" : stmt.binders[0].name, position_type);
    const TermId position = inner.locals.back().value.term;
    std::vector<CodeId> round_begins;
    if (mortal) {
        const std::uint32_t object = claim_register(inner, stmt.binders[0].name, domain);
        round_begins.push_back(set_register(object, position));
    }
    inner.locals.back().value.type = domain;
    const auto first_after = [&](bool from_start) -> std::optional<TermId> {
        Scope search = scope;
        search.next_register = inner.next_register;
        const std::uint32_t level = search.level;
        const TermId object = expressions_.bind(search, stmt.binders[0].name, domain);
        const auto test = expressions_.conditions(stmt.exprs, search);
        if (!test) return std::nullopt;
        std::vector<TermId> conjuncts{expressions_.existing(domain, object)};
        if (!from_start) conjuncts.push_back(terms.make(TermKind::Less, {position, object}));
        conjuncts.push_back(*test);
        return expressions_.quantified(TermKind::First, {terms.land(conjuncts)}, level, domain);
    };
    const auto first = first_after(true);
    const auto following = first_after(false);
    if (!first || !following) return next();
    const LabelId head = world_.add_label(scope.place + ": for each", {});
    const Continuation advance = [&]() {
        const CodeId set = set_register(reg, *following);
        const CodeId again = settle(scope.place + ": for each", inner, [&]() { return go(head); });
        return sequence({set, again});
    };
    // Every way round must stop; a body that may run through gets a stop of its own.
    const bool always_stops =
        std::any_of(stmt.blocks[0].begin(), stmt.blocks[0].end(), [](const ast::Stmt& s) {
            return (s.kind == StmtKind::Choose && s.exprs.size() == 1) || s.kind == StmtKind::Settle;
        });
    const Continuation round = always_stops ? Continuation([&]() {
        return sequence({set_register(reg, *following), go(head)});
    })
                                            : advance;
    round_begins.push_back(tail(stmt.blocks[0], inner, shared(scope.place + ": next", round)));
    const CodeId body = sequence(std::move(round_begins));
    const CodeId after = next();
    const TermId done = terms.equal(position, terms.constant(-1));
    const CodeId leave = sequence({set_register(reg, terms.constant(0)), after});
    world_.model.labels[head.index].code = if_else(done, leave, body, scope.clause);
    return sequence({set_register(reg, *first), go(head)});
}

CodeId Statements::loop(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    const std::string name = scope.place + ": repeat";
    const LabelId head = world_.add_label(name, {});
    const bool always_stops =
        std::any_of(stmt.blocks[0].begin(), stmt.blocks[0].end(), [](const ast::Stmt& s) {
            return (s.kind == StmtKind::Choose && s.exprs.size() == 1) || s.kind == StmtKind::Settle;
        });
    const Continuation again = [&]() {
        if (always_stops) return go(head);
        return settle(name, scope, [&]() { return go(head); });
    };
    const CodeId body = tail(stmt.blocks[0], scope, shared(name + ": again", again));
    CodeId code = body;
    if (stmt.kind == StmtKind::While) {
        const auto test = expressions_.condition(stmt.exprs[0], scope);
        const CodeId after = next();
        if (test) code = if_else(*test, body, after, scope.clause);
    }
    world_.model.labels[head.index].code = code;
    return go(head);
}

CodeId Statements::phase(const ast::Stmt& stmt, Scope scope, const Continuation& next) {
    scope.place = stmt.name;
    // The turn as a whole is no place to point at; its phases are.
    if (world_.model.clause(scope.clause).kind == "turn") scope.clause = world_.phase_clause(stmt);
    const auto replacements = world_.phase_replacements.find(stmt.name);
    if (replacements == world_.phase_replacements.end()) return unreplaced_phase(stmt, scope, next);
    const Event event{"phase " + stmt.name, scope.clause, replacements->second, {}, {}, nullptr};
    Ways ways;
    ways.skip = shared(stmt.name + ": after", next);
    ways.act = shared(stmt.name, [&]() { return unreplaced_phase(stmt, scope, ways.skip); });
    return replaced(event, scope, scope, ways, &ways.skip);
}

CodeId Statements::unreplaced_phase(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    const auto& constants = world_.constants[stmt.name];
    const auto value = std::find_if(constants.begin(), constants.end(),
                                    [&](const auto& entry) { return entry.first == world_.phase_type; });
    ERRATA_CHECK(value != constants.end());
    std::vector<CodeId> parts{
        set(world_.phase, {}, world_.model.terms.constant(value->second), scope.clause)};

    const std::vector<ast::Stmt> empty;
    const std::vector<ast::Stmt>& body = stmt.blocks.empty() ? empty : stmt.blocks[0];
    const auto resets = world_.reset_by_phase.find(stmt.name);
    if (resets != world_.reset_by_phase.end()) parts.push_back(reset(resets->second, scope));
    // What a phase caused is settled before the next thing begins.
    const bool has_reactions =
        !world_.model.triggers.empty() || !world_.state_checks.empty() || world_.has_later;
    const Continuation after = [&]() {
        if (!has_reactions || !leaves_unsettled(body, scope)) return next();
        return settle(stmt.name + " ends", scope, next);
    };
    if (world_.hook_triggers.count(stmt.name) == 0 && !world_.has_later) {
        parts.push_back(tail(body, scope, after));
        return sequence(std::move(parts));
    }
    const Continuation begin = shared(stmt.name, [&]() { return tail(body, scope, after); });
    parts.push_back(pend_hooks(stmt.name, scope));
    parts.push_back(
        if_else(any_hook(stmt.name, scope), settle(stmt.name, scope, begin), begin(), scope.clause));
    return sequence(std::move(parts));
}

bool Statements::leaves_unsettled(const std::vector<ast::Stmt>& body, const Scope& scope, bool before) {
    bool unsettled = before;
    for (const ast::Stmt& stmt : body) {
        switch (stmt.kind) {
            case StmtKind::Settle:
                unsettled = false;
                break;
            case StmtKind::Assign:
            case StmtKind::Increase:
            case StmtKind::Decrease:
            case StmtKind::Mark:
            case StmtKind::Destroy:
                unsettled = unsettled || !world_.state_checks.empty();
                break;
            case StmtKind::Solve:
                unsettled = leaves_unsettled(stmt.blocks[0], scope, unsettled);
                for (const ast::Option& part : stmt.options)
                    unsettled = leaves_unsettled(part.body, scope) || unsettled;
                break;
            case StmtKind::Create:
                unsettled =
                    unsettled || !world_.state_checks.empty() || leaves_unsettled(stmt.blocks[0], scope);
                break;
            case StmtKind::Choose: {
                // A choice of the turn waits until all is settled.
                bool after = false;
                for (const ast::Option& option : stmt.options)
                    after = leaves_unsettled(option.body, scope, !scope.control) || after;
                for (const auto& block : stmt.blocks)
                    after = leaves_unsettled(block, scope, !scope.control) || after;
                unsettled = after;
                break;
            }
            case StmtKind::Perform:
            case StmtKind::Try: {
                const auto found = world_.actions.find(stmt.name);
                if (found == world_.actions.end()) {
                    unsettled = true;
                    break;
                }
                if (world_.has_later || world_.opens_window(found->second) ||
                    world_.is_heard(found->second) || !found->second.replacements.empty() ||
                    !found->second.parts.empty()) {
                    unsettled = true;
                    break;
                }
                if (!world_.underway.insert(found->second.item).second) break;
                unsettled = leaves_unsettled(found->second.item->body, scope.inside(), unsettled);
                world_.underway.erase(found->second.item);
                break;
            }
            case StmtKind::Insert:
            case StmtKind::Secretly:
            case StmtKind::Later:
            case StmtKind::OpenWindow:
                unsettled = true;
                break;
            case StmtKind::If:
            case StmtKind::ForEach:
            case StmtKind::Simultaneously:
            case StmtKind::Repeat:
            case StmtKind::While:
            case StmtKind::Phase: {
                bool after = stmt.kind == StmtKind::If && stmt.blocks.size() > 1 ? false : unsettled;
                for (const auto& block : stmt.blocks)
                    after = leaves_unsettled(block, scope, unsettled) || after;
                unsettled = after;
                break;
            }
            default:
                break;
        }
    }
    return unsettled;
}

}  // namespace errata::compiler
