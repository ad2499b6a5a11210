#include "compiler/elaborate/text.h"

#include <algorithm>
#include <functional>
#include <set>

#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/mentions.h"
#include "compiler/elaborate/source_words.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/phrases/parse.h"
#include "dsl/phrases/token.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

constexpr const char* line_category = "line";
// Words of a spec's own types that phrases may name without declaring a category.
bool names_things(const Type& type) {
    return type.form == TypeForm::Enum && !type.optional && !type.labels.empty();
}

void declare_category(World& world, Category category) {
    if (world.category_of.count(category.name) > 0) return;
    category.id = world.grammar.add_category(category.name);
    world.category_of[category.name] = world.categories.size();
    world.categories.push_back(std::move(category));
}

// What kind of body a category's phrases have, against the one that was written.
bool has_right_body(const Category& category, const ast::Item& phrase) {
    switch (category.sort) {
        case ast::CategorySort::Abilities:
            return phrase.exprs.empty() && phrase.body.empty();
        case ast::CategorySort::Statements:
            return phrase.exprs.empty() && phrase.abilities.empty();
        default:
            return phrase.exprs.size() == 1;
    }
}

std::string wanted_body(const Category& category) {
    switch (category.sort) {
        case ast::CategorySort::Abilities:
            return "abilities: '= { when ... }'";
        case ast::CategorySort::Statements:
            return "statements: '= do { ... }'";
        case ast::CategorySort::Condition:
            return "a condition: '= some m: minion with ...'";
        case ast::CategorySort::Expression:
            return "a value: '= this.owner'";
    }
    return "";
}

// Where the template has an error; its quote is the first of the item.
dsl::Span place_in_template(const World& world, const ast::Item& item, std::uint32_t offset) {
    const std::size_t quote = world.sources.text(item.span).find('"');
    const auto at = static_cast<std::uint32_t>(item.span.begin + quote + 1 + offset);
    return quote == std::string_view::npos || at >= item.span.end ? item.span
                                                                  : dsl::Span{item.span.file, at, at + 1};
}

}  // namespace

void declare_phrases(World& world, const Modules& modules) {
    Expressions expressions(world);
    const Scope scope;
    declare_category(world, {line_category, ast::CategorySort::Abilities, {}, {}, {}});
    for (const auto& [name, type] : world.types) {
        if (!names_things(world.type(type))) continue;
        declare_category(world, {name, ast::CategorySort::Expression, type, {}, {}});
        const std::vector<std::string> labels = world.type(type).labels;
        const dsl::CategoryId id = world.categories[world.category_of[name]].id;
        for (std::size_t i = 0; i < labels.size(); ++i) {
            world.grammar.add_word(id, labels[i], static_cast<int>(i));
        }
    }
    for_items(modules, ItemKind::Category, [&](const ast::Item& item) {
        if (world.category_of.count(item.name) > 0 && item.name != line_category) {
            world.error(DiagnosticKind::duplicate_name, item.name_span,
                        "category '" + item.name + "' is declared twice",
                        "every enum, kind and printed item is a category already");
            return;
        }
        Category category{item.name, item.sort, {}, item.binders, {}};
        if (item.sort == ast::CategorySort::Condition) category.type = world.bool_type;
        if (item.sort == ast::CategorySort::Expression) category.type = expressions.type_of(item.type, scope);
        declare_category(world, std::move(category));
    });
    for_items(modules, ItemKind::Phrase, [&](const ast::Item& item) {
        const auto found = world.category_of.find(item.name);
        if (found == world.category_of.end()) {
            std::vector<std::string> known;
            for (const auto& [name, index] : world.category_of) known.push_back(name);
            world.unknown(item.name_span, "category", item.name, known);
            return;
        }
        const Category& category = world.categories[found->second];
        if (!has_right_body(category, item)) {
            world.error(DiagnosticKind::type_mismatch, item.span,
                        "category " + category.name + " wants " + wanted_body(category));
            return;
        }
        const int tag = static_cast<int>(world.phrases.size());
        // A line ends with a full stop or not; neither its template nor its text is asked for it.
        std::string wording = item.title;
        if (category.name == line_category && wording.size() > 1 && wording.back() == '.') wording.pop_back();
        const auto errors = world.grammar.add(category.id, wording, tag);
        for (const dsl::TemplateError& error : errors) {
            world.error(DiagnosticKind::phrase_template, place_in_template(world, item, error.offset),
                        "template \"" + item.title + "\": " + error.message, error.hint);
        }
        if (!errors.empty()) return;
        world.phrases.push_back(&item);
        const bool is_broken =
            std::any_of(item.abilities.begin(), item.abilities.end(),
                        [](const ast::Ability& ability) { return ability.kind == ast::AbilityKind::Error; });
        if (is_broken) return;
        Mentions mentions;
        for (const ast::Expr& expr : item.exprs) mentions.read(expr);
        mentions.read(item.body);
        for (const ast::Ability& ability : item.abilities) mentions.read(ability);
        for (const ast::Binder& referent : item.refers) {
            if (mentions.names.count(referent.name) > 0) continue;
            world.error(DiagnosticKind::unused_hole, referent.span,
                        "'" + referent.name + "', which these words refer to, is not used in the body");
        }
        for (const dsl::TemplateHole& hole : dsl::template_holes(item.title)) {
            if (mentions.names.count(hole.name) > 0) continue;
            world.error(DiagnosticKind::unused_hole, narrowed(world.sources, item.span, hole.name),
                        "hole {" + hole.name + "} of \"" + item.title + "\" is not used in its body",
                        "use '" + hole.name + "' in the body, or write the words without a hole");
        }
    });
    world.grammar.seal();
}

std::vector<PlacedAbility> expand(World& world, const std::vector<ast::Ability>& abilities,
                                  PlacedAbility place) {
    std::vector<PlacedAbility> result;
    for (const ast::Ability& ability : abilities) {
        if (ability.kind == ast::AbilityKind::Error) continue;
        if (ability.kind != ast::AbilityKind::Insert) {
            PlacedAbility placed = place;
            placed.ability = &ability;
            result.push_back(std::move(placed));
            continue;
        }
        const Holes* holes = place.holes.get();
        const auto found =
            holes ? holes->by_name.find(ability.name) : std::map<std::string, Hole>::const_iterator{};
        const bool is_phrase = holes && found != holes->by_name.end() &&
                               found->second.filler->kind == dsl::Derivation::Kind::Phrase;
        const auto category =
            is_phrase ? world.category_of.find(world.grammar.category_name(found->second.filler->category))
                      : world.category_of.end();
        const bool has_abilities = category != world.category_of.end() &&
                                   world.categories[category->second].sort == ast::CategorySort::Abilities;
        if (!has_abilities) {
            const auto near = dsl::nearest(ability.name, dsl::grammar::ability_keywords());
            world.error(
                DiagnosticKind::unknown_name, ability.span,
                "'" + ability.name + "' is no hole that holds abilities",
                near ? "did you mean '" + *near + "'?"
                     : "an ability begins with when, at, as, may, cannot, ignores, instead of, whenever, as "
                       "soon as, ending or a predicate");
            continue;
        }
        PlacedAbility inner = place;
        inner.holes = found->second.holes;
        const auto more = expand(
            world, world.phrases[static_cast<std::size_t>(found->second.filler->tag)]->abilities, inner);
        result.insert(result.end(), more.begin(), more.end());
    }
    return result;
}

}  // namespace errata::compiler
