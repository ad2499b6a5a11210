// Statements that go on: for each, repeat, and the phases of a turn.
#include "compiler/elaborate/statements.h"

#include <algorithm>

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

bool Statements::always_stops(const std::vector<ast::Stmt>& round) {
    return std::any_of(round.begin(), round.end(), [](const ast::Stmt& stmt) {
        return (stmt.kind == StmtKind::Choose && stmt.exprs.size() == 1) || stmt.kind == StmtKind::Settle;
    });
}

// Objects that no rule names, unless the loop itself says that they go by their numbers.
bool Statements::is_unordered(const ast::Stmt& stmt, TypeId domain) const {
    return !stmt.in_order && world_.is_unordered(domain);
}

CodeId Statements::for_each_straight(const ast::Stmt& stmt, const Scope& scope) {
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
        const TypeId kind = world_.base(it->domain);
        result = world_.model.code.add(std::move(*it));
        if (is_unordered(stmt, kind)) {
            result = any_order({result}, "which " + world_.name(kind) + " comes first", scope.clause);
        } else {
            world_.told_apart.insert(kind);
        }
    }
    return result;
}

// A loop whose body stops keeps its position in a register: the least value above the last one that satisfies
// the condition.
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
    if (is_unordered(stmt, domain) && remembers(domain)) return for_each_unordered(stmt, scope, next);
    const Type& type = world_.type(domain);
    world_.told_apart.insert(world_.base(domain));
    // An object that may leave while its round goes on has a register of its own: the position is not lost
    // with it.
    const bool mortal = world_.is_mortal(domain);
    const TypeId position_type = type.form == TypeForm::Enum && !mortal
                                     ? world_.optional(world_.base(domain))
                                     : world_.range_type(std::min<Value>(type.lo, -1), type.hi);
    Scope inner = scope;
    // Who appears meanwhile is not among them, nor who takes the place of one that left.
    const std::optional<std::uint32_t> to_come = claim_to_come(stmt, domain, inner);
    const auto is_to_come = [&](TermId object) {
        return to_come ? terms.make(TermKind::SetHas, {to_come_term(*to_come, domain), object})
                       : terms.truth(true);
    };
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
        std::vector<TermId> conjuncts{expressions_.existing(domain, object), is_to_come(object)};
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
        const CodeId again =
            pause(scope.place + ": for each", inner, Between::Nothing, [&]() { return go(head); });
        return sequence({set, again});
    };
    const Continuation round = always_stops(stmt.blocks[0]) ? Continuation([&]() {
        return sequence({set_register(reg, *following), go(head)});
    })
                                                            : advance;
    round_begins.push_back(tail(stmt.blocks[0], inner, shared(scope.place + ": next", round)));
    const CodeId body = sequence(std::move(round_begins));
    const CodeId after = next();
    const TermId done = terms.equal(position, terms.constant(-1));
    const CodeId leave = sequence({set_register(reg, terms.constant(0)), after});
    world_.model.labels[head.index].code = if_else(done, leave, body, scope.clause);
    const CodeId begins = sequence({set_register(reg, *first), go(head)});
    return to_come ? sequence({fill_to_come(*to_come, domain, scope), begins}) : begins;
}

CodeId Statements::loop(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    const std::string name = scope.place + ": repeat";
    const LabelId head = world_.add_label(name, {});
    // In the turn the game comes to rest at the end of each round; in an effect nothing comes between.
    const std::vector<ast::Stmt>& round = stmt.blocks[0];
    const bool rests = !round.empty() && round.back().kind == StmtKind::Settle;
    const bool stops = scope.control ? rests : always_stops(round);
    const Between between = scope.control ? Between::Reactions : Between::Nothing;
    const Continuation again = [&]() {
        if (stops) return go(head);
        return pause(name, scope, between, [&]() { return go(head); });
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
    if (value == constants.end()) return next();  // the game has a type of that name: said already
    std::vector<CodeId> parts{
        set(world_.phase, {}, world_.model.terms.constant(value->second), scope.clause)};

    const std::vector<ast::Stmt> empty;
    const std::vector<ast::Stmt>& body = stmt.blocks.empty() ? empty : stmt.blocks[0];
    const auto resets = world_.reset_by_phase.find(stmt.name);
    if (resets != world_.reset_by_phase.end()) parts.push_back(reset(resets->second, scope));
    parts.push_back(pend_hooks(stmt.name, scope));
    const Continuation after = [&]() { return come_to_rest(stmt.name + " ends", scope, next); };
    parts.push_back(come_to_rest(stmt.name, scope, [&]() { return tail(body, scope, after); }));
    return sequence(std::move(parts));
}

// The same as `settle`, but no stop where the game is at rest.
CodeId Statements::come_to_rest(const std::string& name, const Scope& scope, const Continuation& next) {
    if (world_.model.triggers.empty() && world_.state_checks.empty() && !world_.has_later) return next();
    const Continuation go_on = shared(name, next);
    Code node;
    node.kind = CodeKind::IfAtRest;
    node.children = {go_on(), settle(name, scope, go_on)};
    return world_.model.code.add(std::move(node));
}

}  // namespace errata::compiler
