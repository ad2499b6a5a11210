// The phrases of a game as a chart grammar. Names of enums, kinds and printed items are categories too.
#include <algorithm>

#include "compiler/resolve/declare.h"
#include "compiler/resolve/lookup.h"
#include "compiler/resolve/mentions.h"
#include "compiler/resolve/source_words.h"
#include "compiler/resolve/written_types.h"
#include "dsl/phrases/template.h"

namespace errata::compiler {

using ast::CategorySort;
using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

constexpr const char* line_category = "line";

// What kind of body a category's phrases have, against the one that was written.
bool has_right_body(const Category& category, const ast::Item& phrase) {
    switch (category.sort) {
        case CategorySort::Abilities:
            return phrase.exprs.empty() && phrase.body.empty();
        case CategorySort::Statements:
            return phrase.exprs.empty() && phrase.contents.abilities.empty();
        case CategorySort::Condition:
        case CategorySort::Expression:
            return phrase.exprs.size() == 1;
    }
    return false;
}

std::string wanted_body(const Category& category) {
    switch (category.sort) {
        case CategorySort::Abilities:
            return "abilities: '= { when ... }'";
        case CategorySort::Statements:
            return "statements: '= do { ... }'";
        case CategorySort::Condition:
            return "a condition: '= some m: minion with ...'";
        case CategorySort::Expression:
            return "a value: '= this.owner'";
    }
    return "";
}

// Where the template has an error; its quote is the first of the item.
dsl::Span place_in_template(const Reporter& reporter, const ast::Item& item, std::uint32_t offset) {
    const std::size_t quote = reporter.sources().text(item.span).find('"');
    const auto at = static_cast<std::uint32_t>(item.span.begin + quote + 1 + offset);
    return quote == std::string_view::npos || at >= item.span.end ? item.span
                                                                  : dsl::Span{item.span.file, at, at + 1};
}

class Phrasebook {
public:
    Phrasebook(Names& names, const Reporter& reporter)
        : names_(names), texts_(names.texts), reporter_(reporter) {}

    void declare(const Modules& modules) {
        add({line_category, CategorySort::Abilities, {}, {}, {}, {}});
        declare_words();
        for_items(modules, ItemKind::Category, [&](const ast::Item& item) { declare_category(item); });
        for_items(modules, ItemKind::Phrase, [&](const ast::Item& item) { declare_phrase(item); });
        texts_.grammar.seal();
    }

private:
    void add(Category category) {
        if (texts_.category_named.count(category.name) > 0) return;
        category.id = texts_.grammar.add_category(category.name);
        texts_.category_named[category.name] = texts_.categories.size();
        texts_.categories.push_back(std::move(category));
    }

    // Words of a spec's own types, which phrases may name without declaring a category.
    void declare_words() {
        for (const auto& [name, id] : names_.vocabulary.named) {
            const Type& type = names_.type(id);
            if (type.form != TypeForm::Enum || type.optional || type.labels.empty()) continue;
            add({name, CategorySort::Expression, id, {}, {}, {}});
            const dsl::CategoryId category = texts_.categories[texts_.category_named[name]].id;
            for (std::size_t i = 0; i < type.labels.size(); ++i)
                texts_.grammar.add_word(category, type.labels[i], static_cast<int>(i));
        }
    }

    void declare_category(const ast::Item& item) {
        if (texts_.category_named.count(item.name) > 0 && item.name != line_category) {
            reporter_.error(DiagnosticKind::duplicate_name, item.name_span,
                            "category '" + item.name + "' is declared twice",
                            "every enum, kind and printed item is a category already");
            return;
        }
        WrittenTypes written(names_, names_.vocabulary.types, reporter_);
        Category category{item.name, item.sort.category, {}, item.binders, {}, {}};
        if (item.sort.category == CategorySort::Condition) category.type = names_.vocabulary.bool_type;
        if (item.sort.category == CategorySort::Expression) category.type = written.type_of(item.type);
        for (const ast::Binder& given : item.binders)
            category.given_types.push_back(written.type_of(given.type));
        add(std::move(category));
    }

    void declare_phrase(const ast::Item& item) {
        const auto found = texts_.category_named.find(item.name);
        if (found == texts_.category_named.end()) {
            reporter_.unknown(item.name_span, "category", item.name, keys_of(texts_.category_named));
            texts_.lacks_phrases = true;
            return;
        }
        const Category& category = texts_.categories[found->second];
        if (!has_right_body(category, item)) {
            reporter_.error(DiagnosticKind::type_mismatch, item.span,
                            "category " + category.name + " wants " + wanted_body(category));
            texts_.lacks_phrases = true;
            return;
        }
        // A line ends with a full stop or not; neither its template nor its text is asked for it.
        std::string wording = item.title;
        if (category.name == line_category && wording.size() > 1 && wording.back() == '.') wording.pop_back();
        const auto errors = texts_.grammar.add(category.id, wording, static_cast<int>(texts_.phrases.size()));
        for (const dsl::TemplateError& error : errors) {
            reporter_.error(DiagnosticKind::phrase_template, place_in_template(reporter_, item, error.offset),
                            "template \"" + item.title + "\": " + error.message, error.hint);
        }
        texts_.lacks_phrases = texts_.lacks_phrases || !errors.empty();
        if (!errors.empty()) return;
        texts_.phrases.push_back(&item);
        find_unused_holes(item);
    }

    void find_unused_holes(const ast::Item& item) {
        const bool is_broken =
            std::any_of(item.contents.abilities.begin(), item.contents.abilities.end(),
                        [](const ast::Ability& ability) { return ability.kind == ast::AbilityKind::Error; });
        if (is_broken) return;
        Mentions mentions;
        mentions.read(item.exprs);
        mentions.read(item.body);
        mentions.read(item.contents.abilities);
        for (const ast::Binder& referent : item.refers) {
            if (mentions.names.count(referent.name) > 0) continue;
            reporter_.error(DiagnosticKind::unused_hole, referent.span,
                            "'" + referent.name + "', which these words refer to, is not used in the body");
        }
        for (const dsl::TemplateHole& hole : dsl::template_holes(item.title)) {
            if (mentions.names.count(hole.name) > 0) continue;
            reporter_.error(DiagnosticKind::unused_hole, narrowed(reporter_.sources(), item.span, hole.name),
                            "hole {" + hole.name + "} of \"" + item.title + "\" is not used in its body",
                            "use '" + hole.name + "' in the body, or write the words without a hole");
        }
    }

    Names& names_;
    Texts& texts_;
    const Reporter& reporter_;
};

}  // namespace

void declare_phrases(Names& names, const Modules& modules, const Reporter& reporter) {
    Phrasebook(names, reporter).declare(modules);
}

}  // namespace errata::compiler
