#include "compiler/terms/terms.h"

#include <algorithm>

#include "compiler/resolve/written_types.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Expr;
using typed::ExprKind;

namespace {

// Terms that one evaluation of an expression may look at: about a second.
constexpr double most_looks = 50'000'000;

// Expressions and statements, counted wherever they are written out. A large game has a tenth of the first
// number, and a set of cards that all listen to each other some hundreds for each letter.
constexpr std::size_t always_room = 2'000'000;
constexpr std::size_t room_for_a_letter = 500;
constexpr std::size_t deepest = 200;  // definitions and actions within each other

}  // namespace

Effort::Effort(const Reporter& reporter) : reporter_(reporter), room_(always_room) {
    const dsl::SourceSet& sources = reporter.sources();
    for (std::size_t i = 0; i < sources.size(); ++i)
        room_ += room_for_a_letter * sources.file(static_cast<std::uint32_t>(i)).text().size();
}

bool Effort::has_room(dsl::Span span) {
    if (depth_ == 0) outermost_ = span;
    if (room_ == 0) return false;
    const bool is_deep = depth_ > deepest;
    if (--room_ > 0 && !is_deep) return true;
    room_ = 0;
    reporter_.error(
        DiagnosticKind::too_large, outermost_,
        is_deep ? "definitions and actions go more than " + std::to_string(deepest) + " deep from here"
                : "with all definitions and actions written out this is too large",
        "they are written out wherever they are used: let each use another one only once, keep in a field "
        "what it finds, or let a trigger ('when ...') do the rest");
    return false;
}

TermId Terms::cell(VarId var, std::vector<TermId> arguments) {
    return pool().make_leaf(TermKind::Cell, var.index, std::move(arguments), type(model_.variable(var).type));
}

TermId Terms::table(TableId id, std::vector<TermId> arguments) {
    return pool().make_leaf(TermKind::Table, id.index, std::move(arguments),
                            type(model_.tables[id.index].type));
}

TermId Terms::quantified(TermKind kind, std::vector<TermId> children, std::uint32_t level, TypeId domain) {
    return pool().make_quantifier(kind, level, std::move(children), domain, type(domain));
}

TermId Terms::existing(TypeId domain, TermId object) {
    const auto found = names().store.exists.find(model_.types.base(domain));
    if (found == names().store.exists.end()) return pool().truth(true);
    return cell(found->second, {object});
}

TermId Terms::reg(std::uint32_t number, TypeId of) {
    return pool().make_leaf(TermKind::Register, number, {}, type(of));
}

void Terms::too_many_levels() {
    reporter_.error(DiagnosticKind::too_large, at_,
                    "more than " + std::to_string(most_levels) + " names are bound around this",
                    "quantify over fewer things within each other; keep in a field what is needed later");
}

TermId Terms::bind(Scope& scope, typed::LocalId local, const std::string& name, TypeId of) {
    if (scope.level >= most_levels) {
        if (scope.level == most_levels) too_many_levels();
        scope.level = most_levels;
    }
    const TermId bound = pool().make_leaf(TermKind::Bound, scope.level, {}, type(of));
    ++scope.level;
    scope.add(local, name, {bound, of});
    return bound;
}

TypeId Terms::domain(const typed::Domain& domain, const Scope& scope) {
    if (domain.bounds.empty()) return domain.type;
    const TermId lo = term(domain.bounds[0], scope);
    const TermId hi = term(domain.bounds[1], scope);
    WrittenTypes written(names(), model_.types, reporter_);
    if (pool().is_constant(lo) && pool().is_constant(hi)) {
        const TypeId found = written.checked_domain(
            written.range(pool()[lo].payload, pool()[hi].payload, domain.span), domain.span);
        if (found.is_valid()) return found;
    } else {
        reporter_.error(DiagnosticKind::not_finite, domain.span, "the bounds of a range must be constant");
    }
    return model_.types.range(0, 0);
}

TermId Terms::all(const std::vector<Expr>& conditions, const Scope& scope) {
    return pool().land(terms(conditions, scope));
}

std::vector<TypedTerm> Terms::values(const std::vector<Expr>& exprs, const Scope& scope) {
    return dsl::mapped(exprs, [&](const Expr& expr) { return value(expr, scope); });
}

std::vector<TermId> Terms::terms(const std::vector<Expr>& exprs, const Scope& scope) {
    return dsl::mapped(exprs, [&](const Expr& expr) { return term(expr, scope); });
}

TypedTerm Terms::value(const Expr& expr, const Scope& scope) {
    if (!effort_.has_room(expr.span)) return {pool().constant(0), expr.type};
    if (expr.span.is_valid()) at_ = expr.span;
    const TypedTerm result = meaning(expr, scope);
    if (pool()[result.term].cost <= most_looks) return result;
    reporter_.error(DiagnosticKind::too_large, expr.span, "to evaluate this takes too long",
                    "quantify over fewer things within each other, or over smaller pools; what does not "
                    "depend on a thing that is looked for costs nothing if it stands by itself");
    return {pool().constant(0), result.type};
}

TypedTerm Terms::meaning(const Expr& expr, const Scope& scope) {
    switch (expr.kind) {
        case ExprKind::Literal:
            return {pool().constant(expr.value), expr.type};
        case ExprKind::Constant:
            tell_apart(expr.type);
            return {pool().constant(expr.value), expr.type};
        case ExprKind::Local:
            return local(expr, scope);
        case ExprKind::Cell:
            return {cell(expr.var(), terms(expr.args, scope)), model_.variable(expr.var()).type};
        case ExprKind::Table:
            return {table(expr.table(), terms(expr.args, scope)), model_.tables[expr.id].type};
        case ExprKind::Open:
            return {answers_.open(expr.open(), terms(expr.args, scope)), expr.type};
        case ExprKind::Computed:
            return {answers_.computed(expr.computed(), values(expr.args, scope), scope, expr.span),
                    expr.type};
        case ExprKind::Define:
            return definition(expr.define(), values(expr.args, scope), scope);
        case ExprKind::Can:
            return truth(
                answers_.can(expr.action(), roles(expr.action(), expr.args, scope), scope, expr.span));
        case ExprKind::Solutions:
            return number(answers_.solutions(expr.computed(), expr.span));
        case ExprKind::Hole:
            return hole(expr, scope);
        case ExprKind::Antecedent:
            return antecedent(expr, scope);
        case ExprKind::Not:
            return truth(pool().lnot(term(expr.args[0], scope)));
        case ExprKind::Equal: {
            const TermId a = term(expr.args[0], scope);
            return truth(pool().equal(a, term(expr.args[1], scope)));
        }
        case ExprKind::Operator:
            return operation(expr, scope);
        case ExprKind::OneOf:
            return one_of(expr, scope);
        case ExprKind::SetLiteral:
            return set(expr, scope);
        case ExprKind::If:
            return conditional(expr, scope);
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
            return quantifier(expr, scope);
        case ExprKind::Path:
            return path(expr, scope);
    }
    return {pool().constant(0), expr.type};
}

TypedTerm Terms::local(const Expr& expr, const Scope& scope) {
    if (const Bound* const bound = scope.find(expr.local)) return bound->value;
    // Only a bearer that is looked for elsewhere can be missing here.
    reporter_.unknown(expr.span, "name", expr.name.empty() ? "this" : expr.name, {});
    return {pool().constant(0), expr.type};
}

// What earlier words of the text introduced. It is kept while an item of the agenda is carried out, and
// nowhere else.
TypedTerm Terms::antecedent(const Expr& expr, const Scope& scope) {
    const auto number = scope.holes ? scope.holes->antecedents.at(expr.name) : std::nullopt;
    const auto found = number ? scope.antecedents.find(*number) : scope.antecedents.end();
    if (found != scope.antecedents.end()) return found->second;
    reporter_.error(DiagnosticKind::unresolved_pronoun, expr.span, "'" + expr.name + "' is not known here",
                    "words can refer back in what a trigger or a played ability does, not in conditions, "
                    "replacements, state checks and 'later'");
    return {pool().constant(0), expr.type};
}

const typed::PhraseBody* Terms::filler(const Hole& hole, const std::vector<Expr>& given,
                                       const Scope& scope) const {
    if (hole.filler->kind != dsl::Derivation::Kind::Phrase) return nullptr;
    return &phrases_.known(static_cast<std::size_t>(hole.filler->tag), scope.printed,
                           dsl::mapped(given, &Expr::type));
}

// The name or number it was filled with, or the body of the phrase that filled it.
TypedTerm Terms::hole(const Expr& expr, const Scope& scope) {
    const Hole& filled = scope.holes->by_name.at(expr.name);
    const dsl::Derivation& derivation = *filled.filler;
    if (derivation.kind == dsl::Derivation::Kind::Number) return number(pool().constant(derivation.number));
    if (derivation.kind == dsl::Derivation::Kind::Word) {
        const TypeId of =
            names().vocabulary.named.at(names().texts.grammar.category_name(derivation.category));
        tell_apart(of);
        return {pool().constant(derivation.tag), of};
    }
    const typed::PhraseBody& phrase = *filler(filled, expr.args, scope);
    if (phrase.value.empty()) return {pool().constant(0), expr.type};
    Scope inner = inside_hole(filled, scope);
    for (std::size_t i = 0; i < expr.args.size(); ++i)
        inner.add(phrase.given[i].local, phrase.given[i].name, value(expr.args[i], scope));
    return value(phrase.value[0], inner);
}

TypedTerm Terms::operation(const Expr& expr, const Scope& scope) {
    const std::vector<TermId> args = terms(expr.args, scope);
    const bool are_constant =
        std::all_of(args.begin(), args.end(), [&](TermId arg) { return pool().is_constant(arg); });
    switch (expr.op) {
        case TermKind::And:
            return truth(pool().land(args));
        case TermKind::Or:
            return truth(pool().lor(args));
        case TermKind::Add:
            if (are_constant)
                return number(pool().constant(pool()[args[0]].payload + pool()[args[1]].payload));
            break;
        case TermKind::Subtract:
            if (are_constant)
                return number(pool().constant(pool()[args[0]].payload - pool()[args[1]].payload));
            break;
        case TermKind::Multiply:
            if (are_constant)
                return number(pool().constant(pool()[args[0]].payload * pool()[args[1]].payload));
            break;
        // Every other operator is as the pool makes it
        default:
            break;
    }
    return {pool().make(expr.op, args), expr.type};
}

TypedTerm Terms::one_of(const Expr& expr, const Scope& scope) {
    const TermId a = term(expr.args[0], scope);
    std::vector<TermId> cases;
    for (std::size_t i = 1; i < expr.args.size(); ++i)
        cases.push_back(pool().equal(a, term(expr.args[i], scope)));
    return truth(pool().lor(cases));
}

TypedTerm Terms::set(const Expr& expr, const Scope& scope) {
    TermId result = pool().constant(0);
    for (const Expr& position : expr.args) {
        const TermId at = term(position, scope);
        if (pool().is_constant(result) && pool().is_constant(at)) {
            result = pool().constant(pool()[result].payload | (Value{1} << pool()[at].payload));
        } else {
            result = pool().make(TermKind::SetInsert, {result, at});
        }
    }
    return {result, expr.type};
}

TypedTerm Terms::conditional(const Expr& expr, const Scope& scope) {
    const TermId test = term(expr.args[0], scope);
    const TypedTerm a = value(expr.args[1], scope);
    const TypedTerm b = value(expr.args[2], scope);
    TypeId of = type(b.type).optional ? b.type : a.type;
    if (model_.types.is_numeric(of)) of = names().vocabulary.number_type;
    return {pool().make(TermKind::Ite, {test, a.term, b.term}), of};
}

TypedTerm Terms::quantifier(const Expr& expr, const Scope& scope) {
    Scope inner = scope;
    std::vector<std::pair<std::uint32_t, TypeId>> bounds;
    std::vector<TermId> conjuncts;
    for (const typed::Binder& binder : expr.binders) {
        const TypeId of = domain(binder.domain, inner);
        bounds.emplace_back(inner.level, of);
        conjuncts.push_back(existing(of, bind(inner, binder.local, binder.name, of)));
    }
    conjuncts.push_back(term(expr.args[0], inner));
    const TermId every = pool().land(conjuncts);
    const auto nest = [&](TermKind kind, TermId body) {
        for (auto it = bounds.rbegin(); it != bounds.rend(); ++it)
            body = quantified(kind, {body}, it->first, it->second);
        return body;
    };
    const auto [level, of] = bounds.back();
    const auto summed = [&](TermId body) {
        for (std::size_t i = bounds.size() - 1; i-- > 0;)
            body = quantified(TermKind::Sum, {pool().truth(true), body}, bounds[i].first, bounds[i].second);
        return number(body);
    };
    if (expr.kind == ExprKind::Some) return truth(nest(TermKind::Exists, every));
    if (expr.kind == ExprKind::No) return truth(pool().lnot(nest(TermKind::Exists, every)));
    if (expr.kind == ExprKind::Every) {
        const TermId body = term(expr.args[1], inner);
        return truth(nest(TermKind::Forall, pool().make(TermKind::Implies, {every, body})));
    }
    if (expr.kind == ExprKind::NumberOf) return summed(quantified(TermKind::Count, {every}, level, of));
    if (expr.kind == ExprKind::Sum)
        return summed(quantified(TermKind::Sum, {every, term(expr.args[1], inner)}, level, of));
    tell_apart(of);  // by their order
    const TypeId found = type(of).form == TypeForm::Enum ? model_.types.optional(model_.types.base(of))
                                                         : names().vocabulary.number_type;
    return {quantified(TermKind::First, {every}, level, of), found};
}

TypedTerm Terms::path(const Expr& expr, const Scope& scope) {
    const TypeId site = domain(expr.binders[0].domain, scope);
    const TermId from = term(expr.args[0], scope);
    const TermId to = term(expr.args[1], scope);
    Scope inner = scope;
    const std::uint32_t level = inner.level;
    const TermId here = bind(inner, {}, "", site);
    const TermId there = bind(inner, expr.binders[0].local, expr.binders[0].name, site);
    const TermId next = table(TableId(expr.id), {here, there});
    const TermId through = pool().land({next, term(expr.args[2], inner)});
    return truth(quantified(TermKind::Reach, {from, to, through}, level, site));
}

std::vector<TypedTerm> Terms::roles(ActionId id, const std::vector<Expr>& args, const Scope& scope) {
    const typed::ActionBody& action = program_.actions[id.index];
    std::vector<TypedTerm> result = values(args, scope);
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < action.params.size(); ++i) {
        if (i >= result.size()) {
            const auto& written = action.defaults[i];
            result.push_back(written.empty() ? TypedTerm{pool().constant(0), action.params[i].domain.type}
                                             : value(written[0], inner));
        }
        inner.add(action.params[i].local, action.params[i].name, result[i]);
    }
    return result;
}

TermId Terms::functioning(const Bearer& bearer, TermId self, const Scope& scope) {
    Scope inner = inside(scope);
    add_bearer(inner, bearer, self);
    const TermId test = all(program_.functions[bearer.printed.index], inner);
    const TermId missing = pool().equal(self, pool().constant(none_value));  // of a role that is none
    return pool().land({pool().lnot(missing), existing(bearer.on, self), test});
}

void Terms::add_bearer(Scope& scope, const Bearer& bearer, TermId self) {
    scope.printed = bearer.printed;
    scope.add(typed::this_local, "this", {self, bearer.on});
    scope.add(typed::it_local, "it", {pool().constant(bearer.identity), bearer.of});
}

TermId Terms::match(const std::vector<typed::Param>& params, const std::vector<TypedTerm>& values,
                    Scope& scope) {
    std::vector<TermId> equalities;
    for (std::size_t i = 0; i < params.size(); ++i) {
        if (params[i].local.is_valid()) scope.add(params[i].local, params[i].name, values[i]);
        if (!params[i].value.empty())
            equalities.push_back(pool().equal(values[i].term, term(params[i].value[0], scope)));
    }
    return pool().land(equalities);
}

}  // namespace errata::compiler
