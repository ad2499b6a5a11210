#include "compiler/terms/terms.h"

#include <algorithm>

#include "compiler/ir/raise.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/resolve/written_types.h"
#include "compiler/terms/looks.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Expr;
using typed::ExprKind;

namespace {

// Terms that one evaluation of an expression may look at: about a second.
constexpr double most_looks = 50'000'000;

std::string rounded(double number) {
    const auto millions = static_cast<long long>(number / 1e6);
    return millions > 0 ? std::to_string(millions) + " million"
                        : std::to_string(static_cast<long long>(number));
}

// What costs, for it is mostly written elsewhere.
std::string what_it_takes(const Model& model, const Term& term, double needed) {
    std::string text = ": up to " + rounded(needed) + " steps";
    if (!term.domain.is_valid()) return text;
    const Type& domain = model.type(term.domain);
    const auto size = static_cast<double>(domain.hi - domain.first() + 1);
    const bool is_way = term.kind == TermKind::Reach;
    return text + ", about " + rounded(needed / size / (is_way ? size : 1)) + " for each " +
           (is_way ? "two values" : "value") + " of '" + domain.name + "', which has " + rounded(size);
}

}  // namespace

TypeId Terms::domain(const typed::Domain& domain, const Scope& scope) {
    if (domain.bounds.empty()) return domain.type;
    const TermId lo = term(domain.bounds[0], scope);
    const TermId hi = term(domain.bounds[1], scope);
    WrittenTypes written(names(), model().types, reporter());
    if (pool().is_constant(lo) && pool().is_constant(hi)) {
        const TypeId found = written.checked_domain(
            written.range(pool()[lo].payload, pool()[hi].payload, domain.span), domain.span);
        if (found.is_valid()) return found;
    } else {
        reporter().error(DiagnosticKind::not_finite, domain.span, "the bounds of a range must be constant");
    }
    return model().types.range(0, 0);
}

TermId Terms::all(const std::vector<Expr>& conditions, const Scope& scope) {
    return pool().land(terms(conditions, scope));
}

std::vector<TypedTerm> Terms::values(const std::vector<Expr>& exprs, const Scope& scope) {
    return dsl::mapped(exprs, [&](const Expr& expr) { return value(expr, scope); });
}

namespace {

// Is it a constant as it is written, with what fills the holes of the phrase?
bool is_said(const Expr& expr) {
    const bool is_leaf = expr.kind == ExprKind::Literal || expr.kind == ExprKind::Constant;
    const bool has_parts = expr.kind == ExprKind::Operator && !expr.args.empty();
    if (!has_parts) return is_leaf || (expr.kind == ExprKind::Hole && expr.args.empty());
    return std::ranges::all_of(expr.args, is_said);
}

}  // namespace

std::vector<TypedTerm> Terms::arguments(const std::vector<Expr>& exprs, const std::vector<TypeId>& params,
                                        const Scope& scope) {
    std::vector<TypedTerm> result = values(exprs, scope);
    for (std::size_t i = 0; i < result.size(); ++i) {
        const TermId before = result[i].term;
        result[i].term = within(before, params[i]);
        if (result[i].term == before || !pool().is_constant(before) || !is_said(exprs[i])) continue;
        said_outside_.push_back({exprs[i].span, pool()[before].payload, params[i], result[i].term});
    }
    return result;
}

std::vector<TermId> Terms::terms(const std::vector<Expr>& exprs, const Scope& scope) {
    return dsl::mapped(exprs, [&](const Expr& expr) { return term(expr, scope); });
}

TypedTerm Terms::value(const Expr& expr, const Scope& scope) {
    if (!effort_.has_room(expr.span)) return {pool().constant(0), expr.type};
    if (expr.span.is_valid()) speak_of(expr.span);
    const TypedTerm result = meaning(expr, scope);
    if (pool()[result.term].cost <= most_looks) return result;
    const double needed = looks(model(), result.term);
    if (needed <= most_looks) return result;
    reporter().error(DiagnosticKind::too_large, expr.span,
                     "to evaluate this takes too long" + what_it_takes(model(), pool()[result.term], needed),
                     "quantify over fewer things within each other, or over smaller pools; what does not "
                     "depend on a thing that is looked for costs nothing if it stands by itself");
    return {pool().constant(0), result.type};
}

const typed::PhraseBody* Terms::filler(const Hole& hole, const std::vector<Expr>& given,
                                       const Scope& scope) const {
    if (hole.filler->kind != dsl::Derivation::Kind::Phrase) return nullptr;
    return &phrases_.known(static_cast<std::size_t>(hole.filler->tag), scope.printed,
                           dsl::mapped(given, &Expr::type));
}

std::vector<TypedTerm> Terms::roles(ActionId id, const std::vector<Expr>& args, const Scope& scope) {
    const typed::ActionBody& action = program().actions[id.index];
    const std::vector<TypeId>& params = names().callables.actions[id.index].params;
    std::vector<TypedTerm> result = arguments(args, params, scope);
    Scope inner = inside(scope);
    for (std::size_t i = 0; i < action.params.size(); ++i) {
        if (i >= result.size()) {
            const auto& written = action.defaults[i];
            result.push_back(written.empty() ? TypedTerm{pool().constant(0), action.params[i].domain.type}
                                             : value(written[0], inner));
            result.back().term = within(result.back().term, params[i]);
        }
        inner.add(action.params[i].local, action.params[i].name, result[i]);
    }
    return result;
}

TermId Terms::functioning(const Bearer& bearer, TermId self, const Scope& scope) {
    Scope inner = inside(scope);
    if (bearer.lent) {
        const TypeId by = bearer.lent->by.on;
        const TermId lender = bind(inner, {}, "", by);
        return quantified(TermKind::Exists, {lends(bearer, lender, self, inner)}, scope.level, by);
    }
    add_bearer(inner, bearer, self);
    const TermId test = all(program().functions[bearer.printed.index], inner);
    const TermId missing = pool().equal(self, pool().constant(none_value));  // of a role that is none
    return pool().land({pool().lnot(missing), existing(bearer.on, self), test});
}

TermId Terms::lends(const Bearer& bearer, TermId lender, TermId self, const Scope& scope) {
    const Lending& lent = *bearer.lent;
    Scope inner = inside(scope);
    inner.holes = lent.holes;
    add_bearer(inner, lent.by, lender);
    const typed::Binder& borrower = lent.ability->lent_to[0];
    inner.add(borrower.local, borrower.name, {self, bearer.on});
    const TermId missing = pool().equal(self, pool().constant(none_value));
    return pool().land({functioning(lent.by, lender, scope), pool().lnot(missing), existing(bearer.on, self),
                        all(lent.ability->guard, inner)});
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

// The term of an expression, by its kind.

struct Terms::Meaning {
    TypedTerm value() const;

    Terms& in;
    const Expr& expr;
    const Scope& scope;

    TypedTerm cell() const;
    TypedTerm open() const;
    TypedTerm computed() const;
    TypedTerm local() const;
    TypedTerm share() const;
    TypedTerm antecedent() const;
    TypedTerm hole() const;
    TypedTerm equal() const;
    TypedTerm operation() const;
    TypedTerm one_of() const;
    TypedTerm set() const;
    TypedTerm conditional() const;
    TypedTerm quantifier() const;
    TypedTerm path() const;
    TypedTerm truth(TermId term) const { return {term, in.names().vocabulary.bool_type}; }
    TypedTerm number(TermId term) const { return {term, in.names().vocabulary.number_type}; }
};

TypedTerm Terms::meaning(const Expr& expr, const Scope& scope) { return Meaning{*this, expr, scope}.value(); }

TypedTerm Terms::Meaning::value() const {
    switch (expr.kind) {
        case ExprKind::Literal:
            return {in.pool().constant(expr.value), expr.type};
        case ExprKind::Constant:
            in.tell_apart(expr.type, expr.span);
            return {in.pool().constant(expr.value), expr.type};
        case ExprKind::Local:
            return local();
        case ExprKind::Cell:
            return cell();
        case ExprKind::Table:
            return {in.table(expr.table(), in.terms(expr.args, scope)),
                    in.model().functions.tables[expr.id].type};
        case ExprKind::Open:
            return open();
        case ExprKind::Computed:
            return computed();
        case ExprKind::Define:
            return in.definition(expr.define(),
                                 in.arguments(expr.args, in.names().callables.defines[expr.id].params, scope),
                                 scope);
        case ExprKind::Can:
            return truth(
                in.answers_.can(expr.action(), in.roles(expr.action(), expr.args, scope), scope, expr.span));
        case ExprKind::Solutions:
            return number(in.answers_.solutions(expr.computed(), expr.span));
        case ExprKind::Payable:
            return truth(in.answers_.payable(*expr.block, scope));
        case ExprKind::Share:
            return share();
        case ExprKind::Hole:
            return hole();
        case ExprKind::Antecedent:
            return antecedent();
        case ExprKind::Not:
            return truth(in.pool().lnot(in.term(expr.args[0], scope)));
        case ExprKind::Equal:
            return equal();
        case ExprKind::Operator:
            return operation();
        case ExprKind::OneOf:
            return one_of();
        case ExprKind::SetLiteral:
            return set();
        case ExprKind::If:
            return conditional();
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
            return quantifier();
        case ExprKind::Path:
            return path();
    }
    return {in.pool().constant(0), expr.type};
}

namespace {

std::vector<TermId> terms_of(const std::vector<TypedTerm>& values) {
    return dsl::mapped(values, &TypedTerm::term);
}

}  // namespace

TypedTerm Terms::Meaning::cell() const {
    const Variable about = in.model().variable(expr.var());
    return {in.cell(expr.var(), terms_of(in.arguments(expr.args, about.params, scope))), about.type};
}

TypedTerm Terms::Meaning::open() const {
    const auto& params = in.names().callables.opens[expr.id].params;
    return {in.answers_.open(expr.open(), terms_of(in.arguments(expr.args, params, scope))), expr.type};
}

TypedTerm Terms::Meaning::computed() const {
    const auto& params = in.names().callables.computed[expr.id].params;
    return {in.answers_.computed(expr.computed(), in.arguments(expr.args, params, scope), scope, expr.span),
            expr.type};
}

TypedTerm Terms::Meaning::equal() const {
    const TermId a = in.term(expr.args[0], scope);
    return truth(in.pool().equal(a, in.term(expr.args[1], scope)));
}

TypedTerm Terms::Meaning::local() const {
    if (const Bound* const bound = scope.find(expr.local)) return bound->value;
    // Only a bearer that is looked for elsewhere can be missing here.
    in.reporter().unknown(expr.span, "name", expr.name.empty() ? "this" : expr.name, {});
    return {in.pool().constant(0), expr.type};
}

TypedTerm Terms::Meaning::share() const {
    const TypedTerm whose = in.value(expr.args[0], scope);
    const TypeId kind = in.model().types.base(whose.type);
    for (const Shares& shares : scope.shares) {
        if (shares.local != expr.local) continue;
        for (const SharesOfKind& of : shares.kinds) {
            if (of.kind == kind) return number(compiler::share(in, of, whose.term));
        }
    }
    in.reporter().error(DiagnosticKind::wrong_kind_of_name, expr.span,
                        "'" + expr.name + "(...)' is not known any more when this happens",
                        "keep it: let mine = " + expr.name + "(...)");
    return number(in.pool().constant(0));
}

// What earlier words of the text introduced. It is kept while an item of the agenda is carried out, and
// nowhere else.
TypedTerm Terms::Meaning::antecedent() const {
    const auto number = scope.holes ? scope.holes->antecedents.at(expr.name) : std::nullopt;
    const auto found = number ? scope.antecedents.find(*number) : scope.antecedents.end();
    if (found != scope.antecedents.end()) return found->second;
    dsl::Diagnostic diagnostic;
    diagnostic.kind = DiagnosticKind::unresolved_pronoun;
    diagnostic.span = scope.holes ? scope.holes->words : expr.span;
    diagnostic.message = "what these words refer to is not known here";
    diagnostic.notes.emplace_back(expr.span, "the phrase that reads these words asks for it");
    diagnostic.hint =
        "words can refer back in what a trigger or a played ability does, not in conditions, replacements, "
        "state checks and 'later'";
    in.reporter().report(std::move(diagnostic));
    return {in.pool().constant(0), expr.type};
}

// The name or number it was filled with, or the body of the phrase that filled it.
TypedTerm Terms::Meaning::hole() const {
    const Hole& filled = scope.holes->by_name.at(expr.name);
    const dsl::Derivation& derivation = *filled.filler;
    if (derivation.kind == dsl::Derivation::Kind::Number)
        return number(in.pool().constant(derivation.number));
    if (derivation.kind == dsl::Derivation::Kind::Word) {
        const TypeId of =
            in.names().vocabulary.named.at(in.names().texts.grammar.category_name(derivation.category));
        in.tell_apart(of, expr.span);
        return {in.pool().constant(derivation.tag), of};
    }
    const typed::PhraseBody& phrase = *in.filler(filled, expr.args, scope);
    if (phrase.value.empty()) return {in.pool().constant(0), expr.type};
    Scope inner = inside_hole(filled, scope);
    for (std::size_t i = 0; i < expr.args.size(); ++i) {
        TypedTerm given = in.value(expr.args[i], scope);
        if (const TypeId type = phrase.given[i].domain.type; type.is_valid())
            given.term = in.within(given.term, type);
        inner.add(phrase.given[i].local, phrase.given[i].name, given);
    }
    const TypedTerm value = in.value(phrase.value[0], inner);
    return {in.within(value.term, expr.type), expr.type};
}

TypedTerm Terms::Meaning::operation() const {
    const std::vector<TermId> args = in.terms(expr.args, scope);
    const bool are_constant =
        std::all_of(args.begin(), args.end(), [&](TermId arg) { return in.pool().is_constant(arg); });
    if (expr.op == TermKind::And) return truth(in.pool().land(args));
    if (expr.op == TermKind::Or) return truth(in.pool().lor(args));
    if (are_constant && args.size() == 2) {
        const Value a = in.pool()[args[0]].payload;
        const Value b = in.pool()[args[1]].payload;
        if (expr.op == TermKind::Add) return number(in.pool().constant(a + b));
        if (expr.op == TermKind::Subtract) return number(in.pool().constant(a - b));
        if (expr.op == TermKind::Multiply) return number(in.pool().constant(a * b));
    }
    return {in.pool().make(expr.op, args), expr.type};
}

TypedTerm Terms::Meaning::one_of() const {
    const TermId a = in.term(expr.args[0], scope);
    std::vector<TermId> cases;
    for (std::size_t i = 1; i < expr.args.size(); ++i)
        cases.push_back(in.pool().equal(a, in.term(expr.args[i], scope)));
    return truth(in.pool().lor(cases));
}

TypedTerm Terms::Meaning::set() const {
    TermId result = in.pool().constant(0);
    for (const Expr& position : expr.args) {
        const TermId at = in.term(position, scope);
        if (in.pool().is_constant(result) && in.pool().is_constant(at)) {
            result = in.pool().constant(in.pool()[result].payload | (Value{1} << in.pool()[at].payload));
        } else {
            result = in.pool().make(TermKind::SetInsert, {result, at});
        }
    }
    return {result, expr.type};
}

TypedTerm Terms::Meaning::conditional() const {
    const TermId test = in.term(expr.args[0], scope);
    const TypedTerm a = in.value(expr.args[1], scope);
    const TypedTerm b = in.value(expr.args[2], scope);
    TypeId of = in.model().type(b.type).optional ? b.type : a.type;
    if (in.model().types.is_numeric(of)) of = in.names().vocabulary.number_type;
    return {in.pool().make(TermKind::Ite, {test, a.term, b.term}), of};
}

TypedTerm Terms::Meaning::quantifier() const {
    Scope inner = scope;
    std::vector<std::pair<std::uint32_t, TypeId>> bounds;
    std::vector<TermId> conjuncts;
    for (const typed::Binder& binder : expr.binders) {
        const TypeId of = in.domain(binder.domain, inner);
        bounds.emplace_back(inner.level, of);
        conjuncts.push_back(in.existing(of, in.bind(inner, binder.local, binder.name, of)));
    }
    conjuncts.push_back(in.term(expr.args[0], inner));
    const TermId every = in.pool().land(conjuncts);
    const auto nest = [&](TermKind kind, TermId body) {
        for (auto it = bounds.rbegin(); it != bounds.rend(); ++it)
            body = in.quantified(kind, {body}, it->first, it->second);
        return body;
    };
    const auto [level, of] = bounds.back();
    const auto summed = [&](TermId body) {
        for (std::size_t i = bounds.size() - 1; i-- > 0;)
            body = in.quantified(TermKind::Sum, {in.pool().truth(true), body}, bounds[i].first,
                                 bounds[i].second);
        return number(body);
    };
    if (expr.kind == ExprKind::Some) return truth(nest(TermKind::Exists, every));
    if (expr.kind == ExprKind::No) return truth(in.pool().lnot(nest(TermKind::Exists, every)));
    if (expr.kind == ExprKind::Every) {
        const TermId body = in.term(expr.args[1], inner);
        return truth(nest(TermKind::Forall, in.pool().make(TermKind::Implies, {every, body})));
    }
    if (expr.kind == ExprKind::NumberOf) return summed(in.quantified(TermKind::Count, {every}, level, of));
    if (expr.kind == ExprKind::Sum)
        return summed(in.quantified(TermKind::Sum, {every, in.term(expr.args[1], inner)}, level, of));
    in.tell_apart(of, expr.span);  // by their order
    const TypeId found = in.model().type(of).form == TypeForm::Enum
                             ? in.model().types.optional(in.model().types.base(of))
                             : in.names().vocabulary.number_type;
    return {in.quantified(TermKind::First, {every}, level, of), found};
}

TypedTerm Terms::Meaning::path() const {
    const TypeId site = in.domain(expr.binders[0].domain, scope);
    const TermId from = in.term(expr.args[0], scope);
    const TermId to = in.term(expr.args[1], scope);
    Scope inner = scope;
    const std::uint32_t level = inner.level;
    const TermId here = in.bind(inner, {}, "", site);
    const TermId there = in.bind(inner, expr.binders[0].local, expr.binders[0].name, site);
    const TermId next = in.table(TableId(expr.id), {here, there});
    const TermId through = in.pool().land({next, in.term(expr.args[2], inner)});
    return truth(in.quantified(TermKind::Reach, {from, to, through}, level, site));
}

namespace {

// Definitions are written out where they are asked, once for the same arguments.

bool has_quantifier(const TermPool& pool, const TypedTerm& value) {
    return !pool[value.term].children.empty() && level_above(pool, value.term) > 0;
}

}  // namespace

TypedTerm Terms::definition(DefineId define, const std::vector<TypedTerm>& arguments, const Scope& scope) {
    // In the condition of an effect that belongs to a layer, values are asked as they are before it.
    if (scope.layer != 0 || scope.unapplied) return written_out(define, arguments, scope);
    Inlined key{define, scope.level, {}};
    for (const TypedTerm& value : arguments) key.arguments.emplace_back(value.term, value.type);
    const auto known = inlined_.find(key);
    if (known != inlined_.end()) return known->second;
    const TypedTerm result = written_out(define, arguments, scope);
    inlined_.emplace(std::move(key), result);
    return result;
}

TypedTerm Terms::written_out(DefineId id, const std::vector<TypedTerm>& arguments, const Scope& scope) {
    const typed::Definition& define = program().definitions[id.index];
    if (define.body.empty()) return {pool().constant(0), define.type};
    const Effort::Deeper deeper(effort_);
    const auto body = [&](const std::vector<TypedTerm>& terms) {
        Scope inner = inside(scope);
        for (std::size_t i = 0; i < terms.size(); ++i)
            inner.add(define.params[i].local, define.params[i].name, terms[i]);
        return value(define.body[0], inner);
    };
    TypedTerm result = body(lifted(arguments, scope, body));
    const TypeId declared = names().callables.defines[id.index].type;
    if (!declared.is_valid()) return result;
    result.term = within(result.term, declared);
    if (!model().types.is_numeric(declared)) result.type = declared;
    return result;
}

// Inner quantifiers have higher levels: those of the arguments are lifted above the definition's own, which
// show when it is written out for plain arguments.
std::vector<TypedTerm> Terms::lifted(const std::vector<TypedTerm>& values, const Scope& scope,
                                     const std::function<TypedTerm(const std::vector<TypedTerm>&)>& body) {
    std::vector<TypedTerm> result = values;
    const auto quantifies = [&](const TypedTerm& value) { return has_quantifier(pool(), value); };
    if (std::ranges::none_of(values, quantifies)) return result;
    std::vector<TypedTerm> plain = values;
    for (TypedTerm& value : plain)
        value.term = pool().make_leaf(TermKind::Bound, spare_level, {}, model().type(value.type));
    const Value height = level_above(pool(), body(plain).term);
    if (height <= scope.level) return result;
    for (TypedTerm& value : result) {
        const Value below = level_above(pool(), value.term);
        const Value by = height - scope.level;
        if (below + by <= most_levels) {
            value.term = raised(pool(), value.term, scope.level, below, by);
        } else {
            too_many_levels();
        }
    }
    return result;
}

}  // namespace errata::compiler
