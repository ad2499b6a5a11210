#include "compiler/elaborate/statements.h"

#include <algorithm>
#include <optional>

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

// --- building blocks --------------------------------------------------------------------------------------------------

CodeId Statements::sequence(std::vector<CodeId> parts) {
    if (parts.size() == 1) return parts[0];
    Code node;
    node.children = std::move(parts);
    return world_.model.code.add(std::move(node));
}

CodeId Statements::if_else(TermId condition, CodeId then, CodeId otherwise, ClauseId clause) {
    if (world_.model.terms.is_true(condition)) return then;
    if (world_.model.terms.is_false(condition)) return otherwise;
    Code node;
    node.kind = CodeKind::If;
    node.terms = {condition};
    node.children = {then, otherwise};
    node.clause = clause;
    return world_.model.code.add(std::move(node));
}

CodeId Statements::go(LabelId label) {
    Code node;
    node.kind = CodeKind::Goto;
    node.label = label;
    return world_.model.code.add(std::move(node));
}

CodeId Statements::stop(PointId point) {
    Code node;
    node.kind = CodeKind::Stop;
    node.point = point;
    return world_.model.code.add(std::move(node));
}

CodeId Statements::set_register(std::uint32_t reg, TermId value) {
    Code node;
    node.kind = CodeKind::SetRegister;
    node.level = reg;
    node.terms = {value};
    return world_.model.code.add(std::move(node));
}

CodeId Statements::leaf(CodeKind kind) {
    Code node;
    node.kind = kind;
    return world_.model.code.add(std::move(node));
}

Statements::Continuation Statements::shared(const std::string& name, const Continuation& next) {
    auto label = std::make_shared<std::optional<LabelId>>();
    return [this, label, name, next]() {
        if (!*label) {
            const CodeId code = next();
            *label = world_.add_label(name, code);
        }
        return go(**label);
    };
}

// A number is stored as the range of the values it can take.
TypeId Statements::storable(const Typed& typed) {
    if (typed.type != world_.number_type) return typed.type;
    const Term& term = world_.model.terms[typed.term];
    if (!term.bounded) return world_.counter_type;
    return world_.range_type(term.lo, term.hi);
}

std::uint32_t Statements::claim_register(Scope& scope, const std::string& name, TypeId type) {
    const std::uint32_t reg = scope.next_register++;
    world_.model.layout.registers = std::max<std::size_t>(world_.model.layout.registers, scope.next_register);
    const TermId term = world_.model.terms.make_leaf(TermKind::Register, reg, {}, world_.type(type));
    scope.add(name, {term, type});
    scope.live.push_back({reg, type, name});
    return reg;
}

CodeId Statements::settle(const std::string& name, const Scope& scope, const Continuation& next) {
    Point point;
    point.name = name;
    point.control = scope.control;
    point.stage = scope.stage;
    point.live_registers = scope.live;
    point.clause = scope.clause;
    PointOption option;
    option.guard = world_.model.terms.truth(true);
    option.clause = scope.clause;
    const PointId id = world_.add_point(point);
    const CodeId after = next();
    option.target = world_.add_label(name, after);
    world_.model.points[id.index].options.push_back(option);
    return stop(id);
}

// --- which bodies stop ------------------------------------------------------------------------------------------------

bool Statements::has_stop(const std::vector<ast::Stmt>& body, const Scope& scope) {
    return std::any_of(body.begin(), body.end(), [&](const ast::Stmt& stmt) { return has_stop(stmt, scope); });
}

bool Statements::has_stop(const ast::Stmt& stmt, const Scope& scope) {
    switch (stmt.kind) {
        case StmtKind::Choose:
        case StmtKind::Repeat:
        case StmtKind::While:
        case StmtKind::Phase:
        case StmtKind::Settle:
        case StmtKind::End:
        case StmtKind::Create: return true;
        case StmtKind::If:
        case StmtKind::ForEach:
        case StmtKind::Simultaneously:
            return std::any_of(stmt.blocks.begin(), stmt.blocks.end(),
                               [&](const auto& block) { return has_stop(block, scope); });
        case StmtKind::Perform:
        case StmtKind::Try: {
            if (scope.holes && scope.holes->by_name.count(stmt.name) > 0) break;
            const auto found = world_.actions.find(stmt.name);
            if (found == world_.actions.end()) return false;
            const ast::Item* item = found->second.item;
            if (!world_.underway.insert(item).second) return false;  // recursion is reported when it is inlined
            bool stops = has_stop(item->body, scope.inside());
            for (const auto& added : {found->second.replacements, found->second.parts}) {
                for (const PlacedAbility& placed : added) {
                    Scope inner = scope.inside();
                    inner.holes = placed.holes;
                    stops = stops || has_stop(placed.ability->body, inner);
                }
            }
            world_.underway.erase(item);
            return stops;
        }
        case StmtKind::Insert: break;
        default: return false;
    }
    // A hole: the phrase that fills it decides.
    if (!scope.holes) return false;
    const auto hole = scope.holes->by_name.find(stmt.name);
    if (hole == scope.holes->by_name.end() || hole->second.filler->kind != dsl::Derivation::Kind::Phrase) return false;
    Scope inner = scope.inside();
    inner.holes = hole->second.holes;
    return has_stop(world_.phrases[static_cast<std::size_t>(hole->second.filler->tag)]->body, inner);
}

// --- bodies -----------------------------------------------------------------------------------------------------------

CodeId Statements::straight_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope) {
    std::vector<CodeId> parts;
    for (std::size_t i = from; i < body.size(); ++i) {
        const ast::Stmt& stmt = body[i];
        if (stmt.kind == StmtKind::Let) {
            const auto value = expressions_.elaborate(stmt.exprs[0], scope);
            if (!value) return nothing();
            Scope inner = scope;
            Code node;
            node.kind = CodeKind::Let;
            node.level = inner.level;
            node.terms = {value->term};
            expressions_.bind(inner, stmt.name, storable(*value));
            node.children = {straight_from(body, i + 1, inner)};
            parts.push_back(world_.model.code.add(std::move(node)));
            return sequence(std::move(parts));
        }
        parts.push_back(straight_one(stmt, scope));
    }
    return sequence(std::move(parts));
}

CodeId Statements::tail_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope, const Continuation& next) {
    std::vector<CodeId> parts;
    for (std::size_t i = from; i < body.size(); ++i) {
        const ast::Stmt& stmt = body[i];
        if (stmt.kind == StmtKind::Let) {
            bool rest_stops = false;
            for (std::size_t j = i + 1; j < body.size(); ++j) rest_stops = rest_stops || has_stop(body[j], scope);
            if (!rest_stops) {
                parts.push_back(straight_from(body, i, scope));
                break;
            }
            const auto value = expressions_.elaborate(stmt.exprs[0], scope);
            if (!value) break;
            const std::uint32_t reg = claim_register(scope, stmt.name, storable(*value));
            parts.push_back(set_register(reg, value->term));
            continue;
        }
        if (!has_stop(stmt, scope)) {
            parts.push_back(straight_one(stmt, scope));
            continue;
        }
        const Continuation rest = [this, &body, i, scope, &next]() { return tail_from(body, i + 1, scope, next); };
        parts.push_back(stopping_one(stmt, scope, rest));
        return sequence(std::move(parts));
    }
    parts.push_back(next());
    return sequence(std::move(parts));
}

CodeId Statements::straight_one(const ast::Stmt& stmt, const Scope& scope) {
    switch (stmt.kind) {
        case StmtKind::Assign:
        case StmtKind::Increase:
        case StmtKind::Decrease: return assign(stmt, scope);
        case StmtKind::If: {
            const auto test = expressions_.condition(stmt.exprs[0], scope);
            const CodeId then = straight(stmt.blocks[0], scope);
            const CodeId otherwise = stmt.blocks.size() > 1 ? straight(stmt.blocks[1], scope) : nothing();
            if (!test) return nothing();
            return if_else(*test, then, otherwise, scope.clause);
        }
        case StmtKind::ForEach: return for_each_straight(stmt, scope);
        case StmtKind::Simultaneously: {
            Code node;
            node.kind = CodeKind::Simultaneously;
            node.children = {straight(stmt.blocks[0], scope)};
            node.clause = scope.clause;
            Incident incident;
            incident.code = "contradiction.set-set";
            incident.title = world_.model.clause(scope.clause).name + ": simultaneous changes";
            incident.subject = "At the same moment one thing is set to different values: " + world_.excerpt(stmt.span);
            incident.clauses = {scope.clause};
            incident.span = stmt.span;
            node.incident = world_.add_incident(std::move(incident));
            return world_.model.code.add(std::move(node));
        }
        case StmtKind::Perform:
        case StmtKind::Try: return perform(stmt, scope, nullptr);
        case StmtKind::Insert: return insert(stmt, scope, nullptr);
        case StmtKind::Destroy: return destroy(stmt, scope);
        case StmtKind::Nothing:
        case StmtKind::Error: return nothing();
        case StmtKind::Require:
            world_.error(DiagnosticKind::misplaced_statement, stmt.span, "'require' is only for setups",
                         "use 'if' here, or declare a 'check'");
            return nothing();
        case StmtKind::Take:
        case StmtKind::Until:
        case StmtKind::Then:
            world_.error(DiagnosticKind::misplaced_statement, stmt.span, "this step is only for scenarios");
            return nothing();
        default: break;
    }
    // A stop inside something indivisible.
    world_.error(DiagnosticKind::choice_in_simultaneous, stmt.span,
                 "a choice, loop or end cannot be part of something indivisible",
                 "take it out of the 'simultaneously', 'whenever' or setup it stands in");
    return nothing();
}

CodeId Statements::stopping_one(const ast::Stmt& stmt, Scope scope, const Continuation& next) {
    switch (stmt.kind) {
        case StmtKind::If: {
            const auto test = expressions_.condition(stmt.exprs[0], scope);
            const Continuation after = shared(scope.place + ": after if", next);
            const CodeId then = tail(stmt.blocks[0], scope, after);
            const CodeId otherwise = stmt.blocks.size() > 1 ? tail(stmt.blocks[1], scope, after) : after();
            if (!test) return after();
            return if_else(*test, then, otherwise, scope.clause);
        }
        case StmtKind::ForEach: return for_each_stopping(stmt, scope, next);
        case StmtKind::Simultaneously:
            straight(stmt.blocks[0], scope);  // reports what cannot stand there
            return next();
        case StmtKind::Repeat:
        case StmtKind::While: return loop(stmt, scope, next);
        case StmtKind::Choose: return choose(stmt, scope, next);
        case StmtKind::Phase: return phase(stmt, std::move(scope), next);
        case StmtKind::Settle: return settle(scope.place, scope, next);
        case StmtKind::End: {
            Code node;
            node.kind = CodeKind::Finish;
            node.ending = world_.ending(stmt.name, stmt.span);
            node.clause = scope.clause;
            return world_.model.code.add(std::move(node));
        }
        case StmtKind::Create: return create(stmt, std::move(scope), next);
        case StmtKind::Perform:
        case StmtKind::Try: return perform(stmt, scope, &next);
        case StmtKind::Insert: return insert(stmt, scope, &next);
        default: break;
    }
    ERRATA_CHECK(false && "has_stop and stopping_one disagree");
    return nothing();
}

// --- statements -------------------------------------------------------------------------------------------------------

CodeId Statements::assign(const ast::Stmt& stmt, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto target = expressions_.elaborate(stmt.exprs[0], scope);
    const auto value = expressions_.elaborate(stmt.exprs[1], scope, target ? target->type : TypeId{});
    if (!target || !value) return nothing();
    const Term cell = terms[target->term];
    if (cell.kind != TermKind::Cell) {
        const bool is_local = cell.kind == TermKind::Bound || cell.kind == TermKind::Register;
        world_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                     is_local ? "this name stands for a value and cannot be changed" : "this cannot be changed",
                     "only fields, state and relations change");
        return nothing();
    }
    Code node;
    node.kind = stmt.kind == StmtKind::Assign ? CodeKind::Set : CodeKind::Increase;
    node.var = VarId(static_cast<std::size_t>(cell.payload));
    node.terms = cell.children;
    node.clause = scope.clause;
    const Type& type = world_.type(target->type);
    TermId amount = value->term;
    if (type.form == TypeForm::Set && stmt.kind != StmtKind::Assign) {
        // A set gains or loses a member or several.
        const bool many = world_.type(value->type).form == TypeForm::Set;
        const bool adds = stmt.kind == StmtKind::Increase;
        if (!world_.fits(value->type, many ? target->type : type.element)) {
            world_.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                         "expected " + world_.name(type.element) + ", found " + world_.name(value->type));
            return nothing();
        }
        node.kind = CodeKind::Set;
        const TermKind one = adds ? TermKind::SetInsert : TermKind::SetErase;
        const TermKind all = adds ? TermKind::SetUnion : TermKind::SetMinus;
        const Value lo = many ? 0 : world_.type(type.element).lo;
        if (lo != 0) amount = terms.make(TermKind::Subtract, {amount, terms.constant(lo)});
        amount = terms.make(many ? all : one, {target->term, amount});
    } else if (stmt.kind == StmtKind::Assign) {
        if (!world_.fits(value->type, target->type)) {
            world_.error(DiagnosticKind::type_mismatch, stmt.exprs[1].span,
                         "expected " + world_.name(target->type) + ", found " + world_.name(value->type));
            return nothing();
        }
        if (terms.is_constant(amount) && type.is_finite() &&
            (terms[amount].payload < type.lo || terms[amount].payload > type.hi)) {
            const bool missing = stmt.exprs[1].kind == ast::ExprKind::None;
            world_.error(DiagnosticKind::value_out_of_range, stmt.exprs[1].span,
                         missing ? "this always holds a " + (type.form == TypeForm::Enum ? type.name : std::string("number"))
                                 : std::to_string(terms[amount].payload) + " is not in " + type.name,
                         missing && type.form == TypeForm::Enum ? "declare its type as '" + type.name + "?' if it may be none" : "");
            return nothing();
        }
    } else {
        if (!world_.is_numeric(target->type) || !world_.is_numeric(value->type)) {
            world_.error(DiagnosticKind::type_mismatch, stmt.span,
                         "'+=' and '-=' are for numbers and sets, found " + world_.name(target->type));
            return nothing();
        }
        if (stmt.kind == StmtKind::Decrease) amount = terms.make(TermKind::Subtract, {terms.constant(0), amount});
    }
    node.terms.push_back(amount);
    return world_.model.code.add(std::move(node));
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
        return for_each_stopping(outer, scope, next);
    }
    const TypeId domain = expressions_.domain_of(stmt.binders[0].type, scope);
    if (!domain.is_valid()) return next();
    const Type& type = world_.type(domain);
    const TypeId position_type = type.form == TypeForm::Enum ? world_.optional(world_.base(domain))
                                                             : world_.range_type(std::min<Value>(type.lo, -1), type.hi);
    Scope inner = scope;
    const std::uint32_t reg = claim_register(inner, stmt.binders[0].name, position_type);
    const TermId position = inner.locals.back().value.term;
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
    const bool always_stops = std::any_of(stmt.blocks[0].begin(), stmt.blocks[0].end(), [](const ast::Stmt& s) {
        return s.kind == StmtKind::Choose || s.kind == StmtKind::Settle;
    });
    const Continuation round = always_stops ? Continuation([&]() { return sequence({set_register(reg, *following), go(head)}); })
                                            : advance;
    const CodeId body = tail(stmt.blocks[0], inner, shared(scope.place + ": next", round));
    const CodeId after = next();
    const TermId done = terms.equal(position, terms.constant(-1));
    const CodeId leave = sequence({set_register(reg, terms.constant(0)), after});
    world_.model.labels[head.index].code = if_else(done, leave, body, scope.clause);
    return sequence({set_register(reg, *first), go(head)});
}

CodeId Statements::choose(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    Point point;
    point.name = scope.place.empty() ? "choice" : scope.place;
    point.control = scope.control;
    point.settled = scope.control;
    point.stage = scope.stage;
    point.live_registers = scope.live;
    point.clause = scope.clause;
    point.span = stmt.span;

    const ast::Expr& owner = stmt.exprs[0];
    if (owner.kind == ast::ExprKind::Name && owner.name == "chance" && !scope.find(owner.name)) {
        point.owner = OwnerKind::Chance;
    } else if (owner.kind == ast::ExprKind::Name && owner.name == "nobody" && !scope.find(owner.name)) {
        point.owner = OwnerKind::Nobody;
    } else {
        point.owner = OwnerKind::Player;
        if (!world_.player_type.is_valid()) {
            world_.error(DiagnosticKind::missing_part, owner.span, "this game declares no players",
                         "add a line such as 'player Ann, Bob'");
            return next();
        }
        const auto player = expressions_.as(owner, scope, world_.player_type);
        if (!player) return next();
        point.player = *player;
    }

    Incident none;
    // In the turn itself nothing is left to do; inside an effect a rule for the empty choice is missing.
    none.code = scope.control ? "deadlock" : "gap.no-option";
    none.title = (scope.control ? "no way on: " : "no option: ") + point.name;
    none.subject = scope.control ? "Play must go on here, but the player has no option and the game is not over."
                                 : "A choice has no option and the rules do not say what happens then.";
    none.clauses = {scope.clause};
    none.span = stmt.span;
    point.no_option = world_.add_incident(std::move(none));

    const PointId id = world_.add_point(point);
    const Continuation after = shared(point.name + ": chosen", next);
    std::vector<PointOption> options;
    for (const ast::Option& written : stmt.options) {
        Scope inner = scope;
        PointOption option;
        option.text = written.label;
        option.clause = scope.clause;
        std::vector<TermId> conjuncts;
        bool good = true;
        for (const ast::Binder& binder : written.binders) {
            const TypeId domain = expressions_.domain_of(binder.type, inner);
            if (!domain.is_valid()) {
                good = false;
                continue;
            }
            const std::uint32_t reg = claim_register(inner, binder.name, domain);
            option.binders.push_back({reg, domain, binder.name});
            conjuncts.push_back(expressions_.existing(domain, inner.locals.back().value.term));
        }
        if (!good) continue;
        const auto test = expressions_.conditions(written.condition, inner);
        if (option.text.empty()) {
            std::vector<std::string> parts;
            for (const ast::Binder& binder : written.binders) parts.push_back("{" + binder.name + "}");
            option.text = "chooses " + dsl::join(parts, ", ");
        }
        const CodeId body = tail(written.body, inner, after);
        if (!test) continue;
        conjuncts.push_back(*test);
        option.guard = world_.model.terms.land(conjuncts);
        option.target = world_.add_label(point.name + ": " + option.text, body);
        options.push_back(std::move(option));
    }
    if (!stmt.blocks.empty()) {
        const CodeId body = tail(stmt.blocks[0], scope, after);
        world_.model.points[id.index].otherwise = world_.add_label(point.name + ": otherwise", body);
    }
    world_.model.points[id.index].options = std::move(options);
    return stop(id);
}

CodeId Statements::loop(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    const std::string name = scope.place + ": repeat";
    const LabelId head = world_.add_label(name, {});
    const bool always_stops = std::any_of(stmt.blocks[0].begin(), stmt.blocks[0].end(), [](const ast::Stmt& s) {
        return s.kind == StmtKind::Choose || s.kind == StmtKind::Settle;
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
    const auto& constants = world_.constants[stmt.name];
    const auto value = std::find_if(constants.begin(), constants.end(),
                                    [&](const auto& entry) { return entry.first == world_.phase_type; });
    ERRATA_CHECK(value != constants.end());
    Code set;
    set.kind = CodeKind::Set;
    set.var = world_.phase;
    set.terms = {world_.model.terms.constant(value->second)};
    set.clause = scope.clause;
    std::vector<CodeId> parts{world_.model.code.add(std::move(set))};

    const std::vector<ast::Stmt> empty;
    const std::vector<ast::Stmt>& body = stmt.blocks.empty() ? empty : stmt.blocks[0];
    const auto hooks = world_.hook_triggers.find(stmt.name);
    // What a phase caused is settled before the next thing begins.
    const bool has_reactions = !world_.model.triggers.empty() || !world_.state_checks.empty();
    const Continuation after = [&]() {
        if (!has_reactions || !leaves_unsettled(body, scope)) return next();
        return settle(stmt.name + " ends", scope, next);
    };
    if (hooks == world_.hook_triggers.end()) {
        parts.push_back(tail(body, scope, after));
        return sequence(std::move(parts));
    }
    const Continuation begin = shared(stmt.name, [&]() { return tail(body, scope, after); });
    parts.push_back(pend(hooks->second, {}, scope));
    parts.push_back(if_else(any_hook(hooks->second, scope), settle(stmt.name, scope, begin), begin(), scope.clause));
    return sequence(std::move(parts));
}

bool Statements::leaves_unsettled(const std::vector<ast::Stmt>& body, const Scope& scope, bool before) {
    bool unsettled = before;
    for (const ast::Stmt& stmt : body) {
        switch (stmt.kind) {
            case StmtKind::Settle: unsettled = false; break;
            case StmtKind::Assign:
            case StmtKind::Increase:
            case StmtKind::Decrease:
            case StmtKind::Create:
            case StmtKind::Destroy: unsettled = unsettled || !world_.state_checks.empty(); break;
            case StmtKind::Choose: {
                // A choice of the turn waits until all is settled.
                bool after = false;
                for (const ast::Option& option : stmt.options) after = leaves_unsettled(option.body, scope, !scope.control) || after;
                for (const auto& block : stmt.blocks) after = leaves_unsettled(block, scope, !scope.control) || after;
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
                if (!found->second.triggers.empty() || !found->second.replacements.empty() || !found->second.parts.empty()) {
                    unsettled = true;
                    break;
                }
                if (!world_.underway.insert(found->second.item).second) break;
                unsettled = leaves_unsettled(found->second.item->body, scope.inside(), unsettled);
                world_.underway.erase(found->second.item);
                break;
            }
            case StmtKind::Insert: unsettled = true; break;
            case StmtKind::If:
            case StmtKind::ForEach:
            case StmtKind::Simultaneously:
            case StmtKind::Repeat:
            case StmtKind::While:
            case StmtKind::Phase: {
                bool after = stmt.kind == StmtKind::If && stmt.blocks.size() > 1 ? false : unsettled;
                for (const auto& block : stmt.blocks) after = leaves_unsettled(block, scope, unsettled) || after;
                unsettled = after;
                break;
            }
            default: break;
        }
    }
    return unsettled;
}

CodeId Statements::create(const ast::Stmt& stmt, Scope scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    const ast::Binder& binder = stmt.binders[0];
    const TypeId domain = expressions_.domain_of(binder.type, scope);
    if (!domain.is_valid()) return next();
    const auto exists = world_.exists.find(domain);
    if (exists == world_.exists.end()) {
        world_.error(DiagnosticKind::wrong_kind_of_name, binder.span, "a " + world_.name(domain) + " cannot be created",
                     "only objects of a kind declared with 'kind' can");
        return next();
    }
    Scope search = scope;
    const std::uint32_t level = search.level;
    const TermId candidate = expressions_.bind(search, binder.name, domain);
    const TermId is_free = terms.lnot(expressions_.cell(exists->second, {candidate}));
    const TermId slot = expressions_.quantified(TermKind::First, {is_free}, level, domain);

    Scope inner = scope;
    const std::uint32_t reg = claim_register(inner, binder.name, world_.optional(domain));
    const TermId object = inner.locals.back().value.term;
    inner.locals.back().value.type = domain;
    Code appear;
    appear.kind = CodeKind::Set;
    appear.var = exists->second;
    appear.terms = {object, terms.truth(true)};
    appear.clause = scope.clause;
    const CodeId made = world_.model.code.add(std::move(appear));
    const CodeId body = sequence({made, tail(stmt.blocks[0], inner, next)});
    const CodeId full = leaf(CodeKind::Cut);
    const TermId none = terms.equal(object, terms.constant(none_value));
    return sequence({set_register(reg, slot), if_else(none, full, body, scope.clause)});
}

// An object leaves: its fields return to their initial values and every reference to it dies.
CodeId Statements::destroy(const ast::Stmt& stmt, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const auto object = expressions_.elaborate(stmt.exprs[0], scope);
    if (!object) return nothing();
    const TypeId kind = world_.base(object->type);
    if (world_.exists.count(kind) == 0) {
        world_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
                     "a " + world_.name(kind) + " cannot be destroyed");
        return nothing();
    }
    Scope inner = scope;
    Code let;
    let.kind = CodeKind::Let;
    let.level = inner.level;
    let.terms = {object->term};
    const TermId gone = expressions_.bind(inner, "", object->type);
    std::vector<CodeId> parts;
    for (std::size_t i = 0; i < world_.model.variables.size(); ++i) {
        const Variable variable = world_.model.variables[i];
        const bool own_field = variable.is_field && world_.base(variable.params[0]) == kind;
        const bool refers = variable.type.is_valid() && world_.base(variable.type) == kind;
        const Type& type = world_.type(variable.type);
        const bool contains = type.form == TypeForm::Set && world_.base(type.element) == kind;
        if (own_field) {
            Code reset;
            reset.kind = CodeKind::Set;
            reset.var = VarId(i);
            reset.terms = {gone, terms.constant(variable.initial)};
            reset.clause = scope.clause;
            parts.push_back(world_.model.code.add(std::move(reset)));
            continue;
        }
        if (!refers && !contains) continue;
        if (refers && !type.optional) {
            world_.error(DiagnosticKind::type_mismatch, variable.span,
                         "'" + variable.name + "' may lose what it refers to, so it must be allowed to be none",
                         "declare its type as '" + world_.name(kind) + "?'");
            continue;
        }
        Scope loop_scope = inner;
        std::vector<TermId> args;
        std::vector<std::pair<std::uint32_t, TypeId>> loops;
        for (const TypeId param : variable.params) {
            loops.emplace_back(loop_scope.level, param);
            args.push_back(expressions_.bind(loop_scope, "", param));
        }
        const TermId present = expressions_.cell(VarId(i), args);
        Code clear;
        clear.kind = CodeKind::Set;
        clear.var = VarId(i);
        clear.terms = args;
        clear.terms.push_back(refers ? terms.constant(none_value) : terms.make(TermKind::SetErase, {present, gone}));
        clear.clause = scope.clause;
        CodeId code = world_.model.code.add(std::move(clear));
        if (refers) code = if_else(terms.equal(present, gone), code, nothing(), scope.clause);
        for (auto it = loops.rbegin(); it != loops.rend(); ++it) {
            Code each;
            each.kind = CodeKind::ForEach;
            each.level = it->first;
            each.domain = it->second;
            each.terms = {terms.truth(true)};
            each.children = {code};
            code = world_.model.code.add(std::move(each));
        }
        parts.push_back(code);
    }
    let.children = {sequence(std::move(parts))};
    return world_.model.code.add(std::move(let));
}

}  // namespace errata::compiler
