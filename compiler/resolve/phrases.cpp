// The phrases of a game as a chart grammar. Names of enums, kinds and printed items are categories too.
#include <algorithm>

#include "compiler/resolve/declare.h"
#include "compiler/resolve/lookup.h"
#include "compiler/resolve/mentions.h"
#include "compiler/resolve/source_words.h"
#include "compiler/resolve/written_types.h"
#include "dsl/ast/spelling.h"
#include "dsl/phrases/template.h"

namespace errata::compiler {

using ast::CategorySort;
using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

constexpr const char* line_category = "line";

// What kind of body a category's phrases have, against the one that was written.
bool has_right_body(const Category& category, const ast::Item& phrase) {
    const bool is_value = phrase.contents.things.empty() && !phrase.sort.is_moment;
    switch (category.sort) {
        case CategorySort::Abilities:
            return phrase.exprs.empty() && phrase.body.empty();
        case CategorySort::Statements:
            return phrase.exprs.empty() && phrase.contents.abilities.empty();
        case CategorySort::Condition:
        case CategorySort::Expression:
            return phrase.exprs.size() == 1 && is_value;
        case CategorySort::Things:
            return !phrase.contents.things.empty();
        case CategorySort::Event:
            return phrase.sort.is_moment ||
                   (!phrase.exprs.empty() && phrase.exprs[0].kind == ast::ExprKind::Call && is_value);
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
        case CategorySort::Things:
            return "things: '= m: minion with m.at = field'";
        case CategorySort::Event:
            return "an event: '= die(m) with m.owner = this.owner', or '= at dusk'";
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

    void declare(const Modules& modules, const std::vector<LackingPhrase>& lacking) {
        for (const ast::Module& module : modules) {
            if (module.is_library) texts_.libraries.insert(module.file);
        }
        add({line_category, CategorySort::Abilities, {}, {}, {}, {}});
        declare_words();
        for_items(modules, ItemKind::Category, [&](const ast::Item& item) { declare_category(item); });
        for_items(modules, ItemKind::Phrase, [&](const ast::Item& item) { declare_phrase(item); });
        for (const LackingPhrase& phrase : lacking) declare_lacking(phrase);
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
            if (is_for_another_kind(item)) return;
            reporter_.error(DiagnosticKind::duplicate_name, item.name_span,
                            "category '" + item.name + "' is declared twice",
                            "every enum, kind and printed item is a category already");
            return;
        }
        WrittenTypes written(names_, names_.vocabulary.types, reporter_);
        Category category{item.name, item.sort.category, {}, item.binders, {}, {}};
        for (const ast::Binder& given : item.binders)
            category.given_types.push_back(written.type_of(given.type));
        if (item.sort.category == CategorySort::Condition) category.type = names_.vocabulary.bool_type;
        if (item.sort.category == CategorySort::Expression) category.type = written.type_of(item.type);
        if (item.sort.category == CategorySort::Things || item.sort.category == CategorySort::Event)
            hand_over_itself(category, item);
        if (texts_.libraries.contains(item.span.file)) library_categories_.insert(item.name);
        add(std::move(category));
    }

    // A library that is imported once for each of several kinds: what is handed over may be of any of them.
    bool is_for_another_kind(const ast::Item& item) {
        Category& known = texts_.categories[texts_.category_named[item.name]];
        const bool is_the_same =
            texts_.libraries.contains(item.span.file) && library_categories_.contains(item.name) &&
            known.sort == item.sort.category &&
            std::ranges::equal(known.given, item.binders, {}, &ast::Binder::name, &ast::Binder::name);
        if (!is_the_same) return false;
        WrittenTypes written(names_, names_.vocabulary.types, reporter_);
        for (std::size_t i = 0; i < item.binders.size(); ++i) {
            if (written.type_of(item.binders[i].type) != known.given_types[i]) known.given_types[i] = {};
        }
        return true;
    }

    // Things are asked whether something is one of them; an event is asked nothing. Their phrases have names
    // of their own for what they are about.
    void hand_over_itself(Category& category, const ast::Item& item) {
        if (!item.binders.empty())
            reporter_.error(DiagnosticKind::type_mismatch, item.binders[0].span,
                            "a category of " + ast::spelling(category.sort) + " is given nothing",
                            "its phrases name what they are about: 'm: minion with ...', 'die(m) with ...'");
        category.given.clear();
        category.given_types.clear();
        if (category.sort == CategorySort::Event) return;
        category.type = names_.vocabulary.bool_type;
        category.given.push_back({item.name_span, item.name, {}, {}, {}, {}});
        category.given_types.emplace_back();
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
        const auto errors = texts_.grammar.add(category.id, wording_of(category, item),
                                               static_cast<int>(texts_.phrases.size()));
        for (const dsl::TemplateError& error : errors) {
            reporter_.error(DiagnosticKind::phrase_template, place_in_template(reporter_, item, error.offset),
                            "template \"" + item.title + "\": " + error.message, error.hint);
        }
        texts_.lacks_phrases = texts_.lacks_phrases || !errors.empty();
        if (!errors.empty()) return;
        texts_.phrases.push_back(&item);
        find_unused_holes(item);
    }

    void declare_lacking(const LackingPhrase& phrase) {
        const auto found = texts_.category_named.find(phrase.item.name);
        if (found == texts_.category_named.end()) return;
        const std::size_t tag = texts_.phrases.size();
        const Category& category = texts_.categories[found->second];
        if (!texts_.grammar.add(category.id, wording_of(category, phrase.item), static_cast<int>(tag))
                 .empty())
            return;
        texts_.phrases.push_back(&phrase.item);
        texts_.lacks[tag] = phrase.lacks;
    }

    // A line ends with a full stop or not; neither its template nor its text is asked for it.
    static std::string wording_of(const Category& category, const ast::Item& item) {
        std::string wording = item.title;
        if (category.name == line_category && wording.size() > 1 && wording.back() == '.') wording.pop_back();
        return wording;
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
        mentions.read(item.contents.things);
        mentions.read(item.binders);
        mentions.names.merge(mentions.types);
        for (const ast::Binder& referent : item.refers) {
            if (mentions.names.count(referent.name) > 0) continue;
            reporter_.error(DiagnosticKind::unused_hole, referent.span,
                            "'" + referent.name + "', which these words refer to, is not used in the body");
        }
        find_unasked(item, mentions.names);
        for (const dsl::TemplateHole& hole : dsl::template_holes(item.title)) {
            if (mentions.names.count(hole.name) > 0) continue;
            reporter_.error(DiagnosticKind::unused_hole, narrowed(reporter_.sources(), item.span, hole.name),
                            "hole {" + hole.name + "} of \"" + item.title + "\" is not used in its body",
                            "use '" + hole.name + "' in the body, or write the words without a hole");
        }
    }

    // A condition about something of any type that looks elsewhere holds for everything or for nothing. (One
    // that is `yes` says so.)
    void find_unasked(const ast::Item& item, const std::set<std::string>& mentioned) {
        const Category& category = texts_.categories[texts_.category_named.at(item.name)];
        const bool is_asked = category.sort == CategorySort::Condition && !category.given.empty() &&
                              !category.given_types[0].is_valid() &&
                              item.exprs[0].kind != ast::ExprKind::Bool;
        const auto is_used = [&](const ast::Binder& given) { return mentioned.count(given.name) > 0; };
        if (!is_asked || std::ranges::any_of(category.given, is_used)) return;
        const std::string& name = category.given[0].name;
        reporter_.error(DiagnosticKind::unused_hole, item.span,
                        "\"" + item.title + "\" does not look at '" + name + "', which it is asked about",
                        "write a condition about '" + name + "', or let the category be things: 'category " +
                            category.name + " is things', and '= u: unit with ...'");
    }

    std::set<std::string> library_categories_;
    Names& names_;
    Texts& texts_;
    const Reporter& reporter_;
};

}  // namespace

void declare_phrases(Names& names, const Modules& modules, const std::vector<LackingPhrase>& lacking,
                     const Reporter& reporter) {
    Phrasebook(names, reporter).declare(modules, lacking);
}

}  // namespace errata::compiler
