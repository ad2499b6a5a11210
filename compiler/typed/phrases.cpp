#include "compiler/typed/phrases.h"

#include <algorithm>

#include "compiler/resolve/mentions.h"
#include "compiler/resolve/written_types.h"
#include "dsl/base/check.h"
#include "dsl/phrases/template.h"

namespace errata::compiler::typed {

PhraseNames Phrases::names_in(const ast::Item& phrase) const {
    PhraseNames result;
    for (const dsl::TemplateHole& hole : dsl::template_holes(phrase.title)) {
        const auto category = typing_.names.texts.category_named.find(hole.category);
        const bool is_number = category == typing_.names.texts.category_named.end();
        result.holes[hole.name] = {is_number ? nullptr : &typing_.names.texts.categories[category->second]};
    }
    result.antecedents = antecedents_in(phrase);
    return result;
}

std::map<std::string, TypeId> Phrases::antecedents_in(const ast::Item& phrase) const {
    std::map<std::string, TypeId> result;
    dsl::Sink unheard;  // said where the phrase was declared
    const Reporter aside = typing_.reporter.into(unheard);
    for (const auto* names : {&phrase.binders, &phrase.refers}) {
        for (const ast::Binder& binder : *names) {
            const TypeId type =
                WrittenTypes(typing_.names, typing_.program.types, aside).type_of(binder.type);
            if (type.is_valid()) result[binder.name] = type;
        }
    }
    return result;
}

PhraseBody Phrases::typed_body(std::size_t tag, PrintedId bearer, const std::vector<TypeId>& given) {
    const ast::Item& phrase = *typing_.names.texts.phrases[tag];
    PhraseBody result;
    result.item = &phrase;
    result.category = &typing_.names.texts.categories[typing_.names.texts.category_named.at(phrase.name)];
    dsl::Sink sink;
    const Reporter reporter = typing_.reporter.into(sink);
    const Typing typing{typing_.names, typing_.program, reporter};
    const PhraseNames names = names_in(phrase);
    Scope scope;
    scope.phrase = &names;
    if (bearer.is_valid()) add_bearer(scope, typing_.names.texts.printed[bearer.index]);
    for (std::size_t i = 0; i < result.category->given.size(); ++i) {
        const std::string& name = result.category->given[i].name;
        result.given.push_back({typing.add(scope, name, given[i]), name, {given[i], {}, {}}, {}});
    }
    switch (result.category->sort) {
        case ast::CategorySort::Abilities:
            for (const ast::Ability& written : phrase.contents.abilities) {
                if (auto ability = typed::ability(typing, written, scope))
                    result.abilities.push_back(std::move(*ability));
            }
            break;
        case ast::CategorySort::Statements:
            result.block = block(typing, phrase.body, scope);
            break;
        case ast::CategorySort::Condition:
        case ast::CategorySort::Expression:
            if (!result.category->type.is_valid()) break;
            if (auto value = of_type(typing, phrase.exprs[0], scope, result.category->type);
                value && is_in_range(typing, *value, result.category->type))
                result.value.push_back(std::move(*value));
            break;
    }
    result.problems = sink.sorted();
    return result;
}

Phrases::Case Phrases::case_of(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) const {
    const ast::Item& phrase = *typing_.names.texts.phrases[tag];
    const Category& category =
        typing_.names.texts.categories[typing_.names.texts.category_named.at(phrase.name)];
    given.resize(category.given.size(), typing_.number_type());
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (category.given_types[i].is_valid()) given[i] = category.given_types[i];
    }
    return {tag, bearer, std::move(given)};
}

const PhraseBody& Phrases::body(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) {
    const Case one = case_of(tag, bearer, std::move(given));
    auto& known = known_[one];
    if (!known) known = std::make_unique<PhraseBody>(typed_body(tag, bearer, std::get<2>(one)));
    return *known;
}

const PhraseBody& Phrases::known(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) const {
    const auto found = known_.find(case_of(tag, bearer, std::move(given)));
    ERRATA_CHECK(found != known_.end());
    return *found->second;
}

std::vector<const PhraseBody*> Phrases::bodies() const {
    std::vector<const PhraseBody*> result;
    result.reserve(known_.size());
    for (const auto& [one, body] : known_) result.push_back(body.get());
    return result;
}

// What is handed over without a type may be anything; things with fields first: what is said about those is
// the likeliest to help.
std::vector<TypeId> Phrases::assumed_types(const Category& category) const {
    const bool any = std::any_of(category.given_types.begin(), category.given_types.end(),
                                 [](TypeId type) { return !type.is_valid(); });
    if (!any) return {typing_.number_type()};
    std::vector<TypeId> result;
    for (const auto& [name, type] : typing_.names.vocabulary.named) result.push_back(type);
    std::stable_partition(result.begin(), result.end(), [&](TypeId type) {
        return std::ranges::any_of(typing_.names.store.fields,
                                   [&](const auto& field) { return field.first.first == type; });
    });
    return result;
}

std::vector<dsl::Diagnostic> Phrases::problems_in_all_cases(std::size_t tag) {
    const ast::Item& phrase = *typing_.names.texts.phrases[tag];
    const Category& category =
        typing_.names.texts.categories[typing_.names.texts.category_named.at(phrase.name)];
    std::vector<PrintedId> bearers;
    for (std::size_t i = 0; i < typing_.names.texts.printed.size(); ++i) {
        if (typing_.names.texts.printed[i].on.is_valid()) bearers.emplace_back(i);
    }
    if (bearers.empty()) {
        // Without printed items nobody bears a text: what says `this` cannot be judged then.
        Mentions mentions;
        mentions.read(phrase.exprs);
        mentions.read(phrase.body);
        mentions.read(phrase.contents.abilities);
        if (mentions.names.count("this") + mentions.names.count("it") > 0) return {};
        bearers.emplace_back();
    }
    std::optional<std::vector<dsl::Diagnostic>> common;
    for (const PrintedId bearer : bearers) {
        for (const TypeId assumed : assumed_types(category)) {
            const auto& found = body(tag, bearer, std::vector(category.given.size(), assumed)).problems;
            if (!common) common = found;
            std::erase_if(*common, [&](const dsl::Diagnostic& one) {
                return std::none_of(found.begin(), found.end(), [&](const dsl::Diagnostic& other) {
                    return one.kind == other.kind && one.span == other.span;
                });
            });
            if (common->empty()) return {};
        }
    }
    return *common;
}

}  // namespace errata::compiler::typed
