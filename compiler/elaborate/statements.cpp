#include "compiler/elaborate/statements.h"

#include <algorithm>
#include <optional>
#include <span>

#include "compiler/ir/walk.h"
#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::StmtKind;
using dsl::DiagnosticKind;

// --- building blocks
// --------------------------------------------------------------------------------------------------

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

CodeId Statements::write(CodeKind kind, VarId var, std::vector<TermId> arguments, TermId value,
                         ClauseId clause) {
    Code node;
    node.kind = kind;
    node.var = var;
    node.terms = std::move(arguments);
    node.terms.push_back(value);
    node.clause = clause;
    return world_.model.code.add(std::move(node));
}

CodeId Statements::let(std::uint32_t level, TermId value, CodeId body) {
    Code node;
    node.kind = CodeKind::Let;
    node.level = level;
    node.terms = {value};
    node.children = {body};
    return world_.model.code.add(std::move(node));
}

CodeId Statements::for_each(std::uint32_t level, TypeId domain, TermId condition, CodeId body,
                            ClauseId clause) {
    Code node;
    node.kind = CodeKind::ForEach;
    node.level = level;
    node.domain = domain;
    node.terms = {condition};
    node.children = {body};
    node.clause = clause;
    return world_.model.code.add(std::move(node));
}

CodeId Statements::report(IncidentId incident, ClauseId clause) {
    Code node;
    node.kind = CodeKind::Report;
    node.incident = incident;
    node.clause = clause;
    return world_.model.code.add(std::move(node));
}

PointId Statements::rules_point(const std::string& name, const Scope& scope) {
    Point point;
    point.name = name;
    point.control = scope.control;
    point.stage = scope.stage;
    point.live_registers = scope.live;
    point.clause = scope.clause;
    return world_.add_point(point);
}

void Statements::goes_on(PointId point, const std::string& name, CodeId code) {
    PointOption option;
    option.guard = world_.model.terms.truth(true);
    option.clause = world_.model.points[point.index].clause;
    option.target = world_.add_label(name, code);
    world_.model.points[point.index].options.push_back(option);
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
    const TypeId kept = world_.kept(type);  // what it refers to may leave while the item waits
    const TermId term = world_.model.terms.make_leaf(TermKind::Register, reg, {}, world_.type(kept));
    scope.add(name, {term, type});
    scope.live.push_back({reg, kept, name, is_internal(name)});
    return reg;
}

CodeId Statements::pause(const std::string& name, const Scope& scope, Between between,
                         const Continuation& next) {
    const PointId point = rules_point(name, scope);
    world_.model.points[point.index].settled = between != Between::Nothing;
    world_.model.points[point.index].floor = between == Between::Reactions && !scope.control;
    goes_on(point, name, next());
    return stop(point);
}

// --- which bodies stop
// ------------------------------------------------------------------------------------------------

bool Statements::has_stop(const std::vector<ast::Stmt>& body, const Scope& scope) {
    return std::any_of(body.begin(), body.end(),
                       [&](const ast::Stmt& stmt) { return has_stop(stmt, scope); });
}

bool Statements::has_stop(const ast::Stmt& stmt, const Scope& scope) {
    switch (stmt.kind) {
        case StmtKind::Choose:
        case StmtKind::Repeat:
        case StmtKind::While:
        case StmtKind::Phase:
        case StmtKind::Settle:
        case StmtKind::End:
        case StmtKind::Secretly:
        case StmtKind::Later:
        case StmtKind::OpenWindow:
        case StmtKind::Create:
            return true;
        case StmtKind::If:
        case StmtKind::ForEach:
        case StmtKind::Simultaneously: {
            Scope inner = scope;
            inner.indivisible = scope.indivisible || stmt.kind != StmtKind::If;
            return std::any_of(stmt.blocks.begin(), stmt.blocks.end(),
                               [&](const auto& block) { return has_stop(block, inner); });
        }
        case StmtKind::Perform:
        case StmtKind::Try: {
            if (scope.holes && scope.holes->by_name.count(stmt.name) > 0) break;
            const auto found = world_.actions.find(stmt.name);
            if (found == world_.actions.end()) return false;
            if (world_.opens_window(found->second)) return true;
            if (world_.immediate && (world_.has_later || world_.is_heard(found->second))) return true;
            const ast::Item* item = found->second.item;
            // Several replacements have to be chosen from where there is room for it.
            const auto& replacements = found->second.replacements;
            if (!scope.indivisible && !replacements.empty() &&
                !is_decided(replacements, found->second.params.size()))
                return true;
            const auto known = world_.stops.find({item, scope.indivisible});
            if (known != world_.stops.end()) return known->second;
            if (!world_.underway.enter(item)) return false;  // recursion is reported when it is inlined
            bool stops = has_stop(item->body, scope.inside());
            for (const auto& added : {replacements, found->second.parts}) {
                for (const PlacedAbility& placed : added) {
                    Scope inner = scope.inside();
                    inner.holes = placed.holes;
                    stops = stops || has_stop(placed.ability->body, inner);
                }
            }
            world_.underway.leave(item);
            world_.stops[{item, scope.indivisible}] = stops;
            return stops;
        }
        case StmtKind::Insert:
            break;
        default:
            return false;
    }
    // A hole: the phrase that fills it decides.
    if (!scope.holes) return false;
    const auto hole = scope.holes->by_name.find(stmt.name);
    if (hole == scope.holes->by_name.end() || hole->second.filler->kind != dsl::Derivation::Kind::Phrase)
        return false;
    Scope inner = scope.inside();
    inner.holes = hole->second.holes;
    return has_stop(world_.phrases[static_cast<std::size_t>(hole->second.filler->tag)]->body, inner);
}

// --- bodies
// -----------------------------------------------------------------------------------------------------------

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

namespace {

// Does nothing follow inside such a statement on what it does last?
bool is_last_act(const ast::Stmt& stmt) {
    switch (stmt.kind) {
        case StmtKind::If:
        case StmtKind::Perform:
        case StmtKind::Try:
        case StmtKind::Insert:
            return true;
        case StmtKind::Choose:
            return stmt.exprs.size() == 1;  // of several, each is done in turn
        default:
            return false;
    }
}

}  // namespace

CodeId Statements::tail_from(const std::vector<ast::Stmt>& body, std::size_t from, Scope scope,
                             const Continuation& next) {
    std::vector<CodeId> parts;
    for (std::size_t i = from; i < body.size(); ++i) {
        const ast::Stmt& stmt = body[i];
        if (stmt.kind == StmtKind::Let) {
            bool rest_stops = false;
            for (std::size_t j = i + 1; j < body.size(); ++j)
                rest_stops = rest_stops || has_stop(body[j], scope);
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
        const Continuation rest = [this, &body, i, scope, &next]() {
            return tail_from(body, i + 1, scope, next);
        };
        Scope here = scope;
        here.ends_event = scope.ends_event && i + 1 == body.size() && is_last_act(stmt);
        parts.push_back(stopping_one(stmt, std::move(here), rest));
        return sequence(std::move(parts));
    }
    parts.push_back(next());
    return sequence(std::move(parts));
}

CodeId Statements::straight_one(const ast::Stmt& stmt, const Scope& scope) {
    if (!world_.has_room(stmt.span)) return nothing();
    switch (stmt.kind) {
        case StmtKind::Assign:
        case StmtKind::Increase:
        case StmtKind::Decrease:
            return assign(stmt, scope);
        case StmtKind::If: {
            const auto test = expressions_.condition(stmt.exprs[0], scope);
            const CodeId then = straight(stmt.blocks[0], scope);
            const CodeId otherwise = stmt.blocks.size() > 1 ? straight(stmt.blocks[1], scope) : nothing();
            if (!test) return nothing();
            return if_else(*test, then, otherwise, scope.clause);
        }
        case StmtKind::ForEach:
            return for_each_straight(stmt, scope);
        case StmtKind::Simultaneously: {
            Code node;
            node.kind = CodeKind::Simultaneously;
            node.children = {straight(stmt.blocks[0], scope)};
            node.clause = scope.clause;
            Incident incident;
            incident.code = FindingCode::ContradictionSetSet;
            incident.title = world_.model.clause(scope.clause).name + ": simultaneous changes";
            incident.subject =
                "At the same moment " + disagreement(node.children[0]) + ": " + world_.excerpt(stmt.span);
            incident.clauses = {scope.clause};
            incident.span = stmt.span;
            node.incident = world_.add_incident(std::move(incident));
            return world_.model.code.add(std::move(node));
        }
        case StmtKind::Perform:
        case StmtKind::Try:
            return perform(stmt, scope, nullptr);
        case StmtKind::Insert:
            return insert(stmt, scope, nullptr);
        case StmtKind::Destroy:
            return destroy(stmt, scope);
        case StmtKind::Mark:
            return mark(stmt, scope);
        case StmtKind::Cancel:
            return cancel(stmt, scope);
        case StmtKind::Solve:
            return solve(stmt, scope);
        case StmtKind::Nothing:
        case StmtKind::Error:
            return nothing();
        case StmtKind::Require:
            world_.error(DiagnosticKind::misplaced_statement, stmt.span, "'require' is only for setups",
                         "use 'if' here, or declare a 'check'");
            return nothing();
        case StmtKind::Take:
        case StmtKind::Until:
        case StmtKind::Then:
            world_.error(DiagnosticKind::misplaced_statement, stmt.span, "this step is only for scenarios");
            return nothing();
        default:
            break;
    }
    // A stop inside something indivisible.
    world_.error(DiagnosticKind::choice_in_simultaneous, stmt.span,
                 "a choice, loop or end cannot be part of something indivisible",
                 "take it out of the 'simultaneously', 'whenever' or setup it stands in; 'as soon as' is a "
                 "'whenever' that may choose");
    return nothing();
}

CodeId Statements::stopping_one(const ast::Stmt& stmt, Scope scope, const Continuation& next) {
    if (!world_.has_room(stmt.span)) return nothing();
    switch (stmt.kind) {
        case StmtKind::If: {
            const auto test = expressions_.condition(stmt.exprs[0], scope);
            const Continuation after = shared(scope.place + ": after if", next);
            const CodeId then = tail(stmt.blocks[0], scope, after);
            const CodeId otherwise = stmt.blocks.size() > 1 ? tail(stmt.blocks[1], scope, after) : after();
            if (!test) return after();
            return if_else(*test, then, otherwise, scope.clause);
        }
        case StmtKind::ForEach:
            return for_each_stopping(stmt, scope, next);
        case StmtKind::Simultaneously:
            straight(stmt.blocks[0], scope);  // reports what cannot stand there
            return next();
        case StmtKind::Repeat:
        case StmtKind::While:
            return loop(stmt, scope, next);
        case StmtKind::Choose:
            return choose(stmt, scope, next);
        case StmtKind::Phase:
            return phase(stmt, std::move(scope), next);
        case StmtKind::Settle:
            return settle(scope.place, scope, next);
        case StmtKind::End: {
            Code node;
            node.kind = CodeKind::Finish;
            node.ending = world_.ending(stmt.name, stmt.span);
            node.clause = scope.clause;
            return world_.model.code.add(std::move(node));
        }
        case StmtKind::Create:
            return create(stmt, std::move(scope), next);
        case StmtKind::Secretly:
            return secretly(stmt, scope, next);
        case StmtKind::Later:
            return later(stmt, scope, next);
        case StmtKind::OpenWindow:
            return open_window(stmt, scope, next);
        case StmtKind::Perform:
        case StmtKind::Try:
            return perform(stmt, scope, &next);
        case StmtKind::Insert:
            return insert(stmt, scope, &next);
        default:
            break;
    }
    ERRATA_CHECK(false && "has_stop and stopping_one disagree");
    return nothing();
}

// --- statements
// -------------------------------------------------------------------------------------------------------

// `tree := u` in a phrase that introduces `tree`: kept if a later word refers to it.
// What it is called when the writes of a block contradict each other.
std::string Statements::disagreement(CodeId block) const {
    bool gains = false, loses = false, sets = false;
    walk_code(world_.model.code, std::span(&block, 1), [&](CodeId, const Code& node) {
        gains = gains || node.kind == CodeKind::Gain;
        loses = loses || node.kind == CodeKind::Lose;
        sets = sets || node.kind == CodeKind::Set;
    });
    const std::string values = "one thing is set to different values";
    const std::string members = "a set gains and loses the same";
    if (!gains || !loses) return values;
    return sets ? values + ", or " + members : members;
}

CodeId Statements::introduce(const ast::Stmt& stmt, const Scope& scope) {
    const auto number = scope.holes->antecedents.at(stmt.exprs[0].name);
    if (!number) return nothing();
    const auto kept = expressions_.antecedent(stmt.exprs[0], scope);
    if (!kept) return nothing();
    const auto value = expressions_.as(stmt.exprs[1], scope, kept->type);
    if (!value) return nothing();
    return set_register(static_cast<std::uint32_t>(world_.model.terms[kept->term].payload), *value);
}

CodeId Statements::assign(const ast::Stmt& stmt, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    const ast::Expr& written = stmt.exprs[0];
    if (written.kind == ast::ExprKind::Name && stmt.kind == StmtKind::Assign && !scope.find(written.name) &&
        scope.holes && scope.holes->antecedents.count(written.name) > 0)
        return introduce(stmt, scope);
    const auto target = expressions_.elaborate(stmt.exprs[0], scope);
    const auto value = expressions_.elaborate(stmt.exprs[1], scope, target ? target->type : TypeId{});
    if (!target || !value) return nothing();
    const Term cell = terms[target->term];
    if (cell.kind != TermKind::Cell) {
        const bool is_local = cell.kind == TermKind::Bound || cell.kind == TermKind::Register;
        world_.error(
            DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span,
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
        node.kind = adds ? CodeKind::Gain : CodeKind::Lose;
        const Value lo = many ? 0 : world_.type(type.element).lo;
        if (lo != 0) amount = terms.make(TermKind::Subtract, {amount, terms.constant(lo)});
        if (!many) amount = terms.make(TermKind::SetInsert, {terms.constant(0), amount});
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
                         missing ? "this always holds a " +
                                       (type.form == TypeForm::Enum ? type.name : std::string("number"))
                                 : std::to_string(terms[amount].payload) + " is not in " + type.name,
                         missing && type.form == TypeForm::Enum
                             ? "declare its type as '" + type.name + "?' if it may be none"
                             : "");
            return nothing();
        }
    } else {
        if (!world_.is_numeric(target->type) || !world_.is_numeric(value->type)) {
            world_.error(DiagnosticKind::type_mismatch, stmt.span,
                         "'+=' and '-=' are for numbers and sets, found " + world_.name(target->type));
            return nothing();
        }
        if (stmt.kind == StmtKind::Decrease)
            amount = terms.make(TermKind::Subtract, {terms.constant(0), amount});
    }
    node.terms.push_back(amount);
    if (stmt.kind == StmtKind::Assign && world_.zones.count(world_.base(target->type)) > 0 &&
        node.terms.size() == 2 && world_.stays_end(world_.model.variable(node.var).params[0])) {
        return move(node.var, node.terms[0], node.terms[1], scope);
    }
    if (world_.orders.count(target->type) > 0) {
        world_.error(DiagnosticKind::wrong_kind_of_name, stmt.exprs[0].span, "an order cannot be set",
                     "write 'mark' before it: then this object is the latest");
        return nothing();
    }
    return world_.model.code.add(std::move(node));
}

}  // namespace errata::compiler
