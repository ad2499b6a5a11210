#include "compiler/typed/phrases.h"

#include <algorithm>

#include "compiler/resolve/mentions.h"
#include "compiler/resolve/written_types.h"
#include "dsl/base/check.h"
#include "dsl/phrases/template.h"

namespace errata::compiler::typed {

PhraseNames Phrases::names_in(std::size_t tag) const {
    PhraseNames result;
    for (const dsl::TemplateHole& hole : instances_[tag].holes) {
        const auto category = typing_.names.texts.category_named.find(hole.category);
        const bool is_number = category == typing_.names.texts.category_named.end();
        result.holes[hole.name] = {is_number ? nullptr : &typing_.names.texts.categories[category->second]};
    }
    result.antecedents = antecedents_in(*instances_[tag].item);
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

// The event as something waits for it: typing says what is wrong with it.
static ast::Ability waiting_for(const ast::Item& event) {
    ast::Ability result;
    result.kind = event.sort.is_moment ? ast::AbilityKind::PhaseHook : ast::AbilityKind::Trigger;
    result.span = event.span;
    result.name = event.exprs[0].name;
    if (!event.sort.is_moment) result.params = event.exprs[0].args;
    if (event.exprs.size() > 1) result.exprs = {event.exprs[1]};
    // Later words may speak of a name that the event introduces. So the name counts as used.
    for (const ast::Binder& introduced : event.binders) {
        const auto is_it = [&](const ast::Expr& role) { return role.name == introduced.name; };
        const auto role = std::ranges::find_if(result.params, is_it);
        if (role == result.params.end()) continue;
        ast::Stmt& spoken_of = result.body.emplace_back();
        spoken_of.kind = ast::StmtKind::Let;
        spoken_of.span = introduced.span;
        spoken_of.name = introduced.name + " is spoken of";
        spoken_of.exprs = {*role};
    }
    return result;
}

PhraseBody Phrases::typed_body(std::size_t tag, PrintedId bearer, const std::vector<TypeId>& given) {
    const ast::Item& phrase = item(tag);
    PhraseBody result;
    result.item = &phrase;
    result.category = &category(tag);
    dsl::Sink sink;
    const Reporter reporter = typing_.reporter.into(sink);
    const Typing typing{typing_.names, typing_.program, reporter};
    const PhraseNames names = names_in(tag);
    Scope scope;
    scope.phrase = &names;
    if (bearer.is_valid()) add_bearer(scope, typing_.names.texts.printed[bearer.index]);
    for (std::size_t i = 0; i < result.category->given.size(); ++i) {
        const bool is_noun = result.category->sort == ast::CategorySort::Things;
        const std::string& name = is_noun ? phrase.contents.things[0].name : result.category->given[i].name;
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
        case ast::CategorySort::Things: {
            result.written = std::make_unique<ast::Expr>(
                instances_[tag].condition_for(typing_.program.types.base(given[0])));
            if (auto value = of_type(typing, *result.written, scope, result.category->type))
                result.value.push_back(std::move(*value));
            break;
        }
        case ast::CategorySort::Event:
            static_cast<void>(typed::ability(typing, waiting_for(phrase), scope));
            break;
        case ast::CategorySort::Condition:
        case ast::CategorySort::Expression:
            if (!result.category->type.is_valid()) break;
            if (auto value = of_type(typing, phrase.exprs[0], scope, result.category->type);
                value && is_in_range(typing, *value, result.category->type))
                result.value.push_back(std::move(*value));
            break;
    }
    result.problems = instances_[tag].problems;
    std::ranges::move(sink.sorted(), std::back_inserter(result.problems));
    return result;
}

Phrases::Case Phrases::case_of(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) const {
    const Category& about = category(tag);
    given.resize(about.given.size(), typing_.number_type());
    for (std::size_t i = 0; i < given.size(); ++i) {
        if (about.given_types[i].is_valid()) given[i] = about.given_types[i];
    }
    return {tag, bearer, std::move(given)};
}

const PhraseBody& Phrases::body(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) {
    const Case one = case_of(tag, bearer, std::move(given));
    auto& known = known_[one];
    if (known) return *known;
    known = std::make_unique<PhraseBody>(typed_body(tag, bearer, std::get<2>(one)));
    // Of several with the same words the one counts whose body fits.
    for (const std::size_t other : instances_[tag].others) {
        if (known->problems.empty()) break;
        auto body = std::make_unique<PhraseBody>(typed_body(other, bearer, std::get<2>(one)));
        if (body->problems.empty()) known = std::move(body);
    }
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
    if (!category.takes_any_type()) return {typing_.number_type()};
    std::vector<TypeId> result;
    for (const auto& [name, type] : typing_.names.vocabulary.named) result.push_back(type);
    std::stable_partition(result.begin(), result.end(), [&](TypeId type) {
        return std::ranges::any_of(typing_.names.store.fields,
                                   [&](const auto& field) { return field.first.first == type; });
    });
    return result;
}

const Category& Phrases::category(std::size_t tag) const {
    return typing_.names.texts.categories[typing_.names.texts.category_named.at(item(tag).name)];
}

std::vector<dsl::Diagnostic> Phrases::problems_in_all_cases(std::size_t written) {
    const ast::Item& phrase = item(written);
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
    const std::size_t handed = category(written).given.size();
    for (const std::size_t tag : instances_.assumed(written)) {
        const bool is_noun = category(tag).sort == ast::CategorySort::Things;
        const std::vector<TypeId> assumed = is_noun ? instances_[tag].kinds() : assumed_types(category(tag));
        for (const PrintedId bearer : bearers) {
            for (const TypeId type : assumed) {
                const auto& found = body(tag, bearer, std::vector(handed, type)).problems;
                if (!common) common = found;
                std::erase_if(*common, [&](const dsl::Diagnostic& one) {
                    return std::none_of(found.begin(), found.end(), [&](const dsl::Diagnostic& other) {
                        return one.kind == other.kind && one.span == other.span;
                    });
                });
                if (common->empty()) return {};
            }
        }
    }
    return common.value_or(std::vector<dsl::Diagnostic>{});
}

}  // namespace errata::compiler::typed
