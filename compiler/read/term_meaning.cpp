#include "compiler/read/term_meaning.h"

#include <algorithm>

#include "compiler/read/instances.h"
#include "compiler/terms/equivalence.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

constexpr std::size_t most_cases = 16;

std::string address(const void* node) { return std::to_string(reinterpret_cast<std::uintptr_t>(node)); }

std::string itself(const Hole& hole) { return "p" + address(hole.filler); }

}  // namespace

TermMeanings::TermMeanings(const typed::Program& program, typed::Phrases& phrases, const Reporter& reporter,
                           const std::vector<TypeId>& antecedents)
    : program_(program),
      phrases_(phrases),
      antecedents_(antecedents),
      aside_(reporter.into(unheard_)),
      answers_(*program.names, model_),
      effort_(aside_) {
    model_.variables = program.variables;
    take_types();
}

void TermMeanings::take_types() {
    model_.types = program_.types;
    model_.functions.tables = program_.tables;
    types_taken_ = program_.types.size();
    terms_.emplace(program_, phrases_, model_, answers_, effort_, aside_, told_apart_);
}

TermId Uninterpreted::can(ActionId action, const std::vector<TypedTerm>& roles, const Scope&, dsl::Span) {
    return model_.terms.make(TermKind::Open, dsl::mapped(roles, &TypedTerm::term), -1 - Value{action.index});
}

TermId Uninterpreted::computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope&,
                               dsl::Span) {
    const auto behind_actions = static_cast<Value>(names_.callables.actions.size());
    return model_.terms.make_leaf(TermKind::Open, -1 - behind_actions - Value{what.index},
                                  dsl::mapped(arguments, &TypedTerm::term),
                                  model_.type(names_.callables.computed[what.index].type));
}

TermId Uninterpreted::open(OpenId open, std::vector<TermId> arguments) {
    return model_.terms.make_leaf(TermKind::Open, open.index, std::move(arguments),
                                  model_.type(names_.callables.opens[open.index].type));
}

TermId Uninterpreted::solutions(ComputedId what, dsl::Span) {
    return model_.terms.make(TermKind::Solutions, {}, what.index);
}

TermId Uninterpreted::payable(const typed::Block&, const Scope&) {
    const auto behind_all =
        static_cast<Value>(names_.callables.actions.size() + names_.callables.computed.size());
    return model_.terms.make(TermKind::Open, {}, -1 - behind_all - payments_++);
}

// What may be gone when it is asked about is taken once as `none` and once as there, so that a term is
// undefined only where it really can be.
std::optional<std::string> TermMeanings::in_all_cases(const Bearer& bearer, const Hole& hole,
                                                      const std::vector<TypeId>& given) {
    std::vector<dsl::Diagnostic> problems;
    type_bodies(phrases_, *hole.filler, bearer.printed, given, problems);
    if (!problems.empty()) return std::nullopt;
    if (program_.types.size() > types_taken_) take_types();
    const typed::PhraseBody& body =
        phrases_.known(static_cast<std::size_t>(hole.filler->tag), bearer.printed, given);
    if (body.value.empty()) return std::nullopt;
    std::vector<Bound> names{{typed::this_local, "this", {{}, bearer.on}}};
    for (const typed::Binder& binder : body.given)
        names.push_back({binder.local, binder.name, {{}, binder.domain.type}});
    const auto is_mortal = [&](const Bound& bound) {
        return program_.names->is_mortal(model_.types.base(bound.value.type));
    };
    std::size_t cases = 1;
    for (const Bound& name : names) cases *= is_mortal(name) ? 2 : 1;
    if (cases > most_cases) return std::nullopt;
    std::string result;
    for (std::size_t number = 0; number < cases; ++number) {
        Scope scope;
        scope.printed = bearer.printed;
        scope.holes = hole.holes;
        for (std::size_t i = 0; i < antecedents_.size(); ++i)
            scope.antecedents[i] = {
                terms_->reg(static_cast<std::uint32_t>(i), kept(*terms_, antecedents_[i])), antecedents_[i]};
        std::size_t gone = number;  // a bit for each of the names that may be
        for (const Bound& name : names) {
            terms_->bind(scope, name.local, name.name, name.value.type);
            if (!is_mortal(name)) continue;
            if (gone % 2 == 1)
                scope.locals.back().value = {model_.terms.constant(none_value),
                                             model_.types.optional(model_.types.base(name.value.type))};
            gone /= 2;
        }
        scope.add(typed::it_local, "it", {model_.terms.constant(bearer.identity), bearer.of});
        const TypedTerm value = terms_->value(body.value[0], scope);
        result += signature(model_, value.term) + " " + std::to_string(value.type.index) + ";";
    }
    return result;
}

// What is handed over without a type may be anything: then the term is made for each type that it can be made
// for.
std::string TermMeanings::of(const Bearer& bearer, const Hole& hole) {
    const std::vector<TypeId>& given = program_.names->texts.category(hole.filler->category).given_types;
    const bool is_typed =
        std::all_of(given.begin(), given.end(), [](TypeId type) { return type.is_valid(); });
    if (is_typed) return in_all_cases(bearer, hole, given).value_or(itself(hole));
    std::string result;
    for (const auto& [name, type] : program_.names->vocabulary.named) {
        std::vector<TypeId> assumed = given;
        for (TypeId& one : assumed) one = one.is_valid() ? one : type;
        if (const auto terms = in_all_cases(bearer, hole, assumed)) result += name + ": " + *terms;
    }
    return result.empty() ? itself(hole) : result;
}

}  // namespace errata::compiler
