// The term of an expression, by its kind.
#include <algorithm>

#include "compiler/terms/terms.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::Expr;
using typed::ExprKind;

struct Terms::Meaning {
    TypedTerm value() const;

    Terms& in;
    const Expr& expr;
    const Scope& scope;

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
            in.tell_apart(expr.type);
            return {in.pool().constant(expr.value), expr.type};
        case ExprKind::Local:
            return local();
        case ExprKind::Cell:
            return {in.cell(expr.var(), in.terms(expr.args, scope)), in.model().variable(expr.var()).type};
        case ExprKind::Table:
            return {in.table(expr.table(), in.terms(expr.args, scope)),
                    in.model().functions.tables[expr.id].type};
        case ExprKind::Open:
            return {in.answers_.open(expr.open(), in.terms(expr.args, scope)), expr.type};
        case ExprKind::Computed:
            return {in.answers_.computed(expr.computed(), in.values(expr.args, scope), scope, expr.span),
                    expr.type};
        case ExprKind::Define:
            return in.definition(expr.define(), in.values(expr.args, scope), scope);
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
    in.reporter().error(DiagnosticKind::unresolved_pronoun, expr.span,
                        "'" + expr.name + "' is not known here",
                        "words can refer back in what a trigger or a played ability does, not in conditions, "
                        "replacements, state checks and 'later'");
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
        in.tell_apart(of);
        return {in.pool().constant(derivation.tag), of};
    }
    const typed::PhraseBody& phrase = *in.filler(filled, expr.args, scope);
    if (phrase.value.empty()) return {in.pool().constant(0), expr.type};
    Scope inner = inside_hole(filled, scope);
    for (std::size_t i = 0; i < expr.args.size(); ++i)
        inner.add(phrase.given[i].local, phrase.given[i].name, in.value(expr.args[i], scope));
    return in.value(phrase.value[0], inner);
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
    in.tell_apart(of);  // by their order
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

}  // namespace errata::compiler
