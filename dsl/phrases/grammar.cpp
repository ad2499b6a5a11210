#include "dsl/phrases/grammar.h"

#include <algorithm>
#include <utility>

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::dsl {

CategoryId CategoryNames::add(std::string_view name) {
    const auto [place, is_new] = ids_.try_emplace(std::string(name), CategoryId(names_.size()));
    if (is_new) names_.emplace_back(name);
    return place->second;
}

std::optional<CategoryId> CategoryNames::find(std::string_view name) const {
    const auto found = ids_.find(name);
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

std::uint32_t Vocabulary::add(const std::string& word, bool is_number) {
    const auto [place, is_new] = ids_.try_emplace(word, static_cast<std::uint32_t>(words_.size()));
    if (is_new) {
        words_.push_back(word);
        are_numbers_.push_back(is_number);
    }
    return place->second;
}

std::optional<std::uint32_t> Vocabulary::find(const std::string& word) const {
    const auto found = ids_.find(word);
    if (found == ids_.end()) return std::nullopt;
    return found->second;
}

CategoryId PhraseGrammar::add_category(std::string_view name) {
    ERRATA_CHECK(!is_sealed());
    return categories_.add(name);
}

std::optional<CategoryId> PhraseGrammar::find_category(std::string_view name) const {
    return categories_.find(name);
}

const std::string& PhraseGrammar::category_name(CategoryId category) const {
    return categories_.all()[category.index];
}

namespace {

std::vector<TemplateError> unknown_categories(const CategoryNames& categories,
                                              const std::vector<TemplateHole>& holes) {
    std::vector<TemplateError> errors;
    for (const TemplateHole& hole : holes) {
        if (categories.find(hole.category)) continue;
        const std::optional<std::string> meant = nearest(hole.category, categories.all());
        std::string hint =
            "declare it: 'category " + hole.category + " is statements', or what else it holds";
        if (meant) {
            hint = "did you mean '" + *meant + "'?";
        } else if (hole.name == hole.category) {
            hint = "a sign that is printed has a backslash: '\\{" + hole.name +
                   "\\}'; a hole names its category: '{" + hole.name + ": effect}'";
        }
        errors.push_back({hole.offset, "there is no category '" + hole.category + "'", std::move(hint)});
    }
    return errors;
}

}  // namespace

std::vector<TemplateError> PhraseGrammar::add(CategoryId category, std::string_view template_text, int tag) {
    ERRATA_CHECK(!is_sealed() && category.index < categories_.all().size());
    if (category == number) return {{0, "the category 'number' is built in and takes no phrases"}};
    ExpandedTemplate expanded = expand_template(template_text);
    if (!expanded.errors.empty()) return std::move(expanded.errors);
    if (std::vector<TemplateError> errors = unknown_categories(categories_, expanded.holes); !errors.empty())
        return errors;

    sources_.push_back({PhraseSource::Kind::Template, category, std::string(template_text), tag,
                        static_cast<std::uint32_t>(rules_.size()),
                        static_cast<std::uint32_t>(expanded.wordings.size())});
    for (Wording& wording : expanded.wordings) add_production(category, std::move(wording));
    return {};
}

std::vector<TemplateError> PhraseGrammar::add_word(CategoryId category, std::string_view written,
                                                   int payload) {
    ERRATA_CHECK(!is_sealed() && category.index < categories_.all().size());
    if (category == number) return {{0, "the category 'number' is built in and takes no names"}};
    const TokenisedText text = tokenise(written);
    if (!text.reminders.empty()) return {{text.reminders.front().offset, "a name cannot have parentheses"}};
    if (text.tokens.empty()) return {{0, "the name is empty"}};

    Wording wording;
    std::uint32_t end = 0;
    for (const Token& token : text.tokens) {
        wording.parts.push_back({false, token.written, {}, token.offset == end});
        end = token.offset + token.length;
    }
    sources_.push_back({PhraseSource::Kind::Word, category, std::string(written), payload,
                        static_cast<std::uint32_t>(rules_.size()), 1});
    add_production(category, std::move(wording));
    return {};
}

void PhraseGrammar::add_production(CategoryId category, Wording wording) {
    Production production;
    production.category = category;
    for (const WordingPart& part : wording.parts) {
        if (part.is_hole) {
            const CategoryId wanted = *categories_.find(part.category);
            production.symbols.push_back(
                {wanted == number ? Symbol::Kind::Number : Symbol::Kind::Category, false, wanted.index});
        } else {
            const Token token = tokenise(part.text).tokens.front();
            production.symbols.push_back(
                {Symbol::Kind::Word, false, vocabulary_.add(token.word, token.number.has_value())});
        }
    }
    rules_.push_back(
        {static_cast<std::uint32_t>(sources_.size() - 1), std::move(wording), std::move(production)});
}

bool PhraseGrammar::has_in_a_row(const std::string& word, const std::string& next) const {
    const std::optional<std::uint32_t> first = vocabulary_.find(word);
    const std::optional<std::uint32_t> second = vocabulary_.find(next);
    if (!first || !second) return false;
    const auto is = [](const Symbol& symbol, std::uint32_t id) {
        return symbol.kind == Symbol::Kind::Word && symbol.id == id;
    };
    return std::ranges::any_of(rules_, [&](const Rule& rule) {
        const auto found = std::ranges::adjacent_find(
            rule.production.symbols,
            [&](const Symbol& one, const Symbol& other) { return is(one, *first) && is(other, *second); });
        return found != rule.production.symbols.end();
    });
}

void PhraseGrammar::seal() {
    ERRATA_CHECK(!is_sealed());
    std::vector<Production> productions;
    for (const Rule& rule : rules_) productions.push_back(rule.production);
    table_.emplace(productions, categories_.all().size(), vocabulary_.are_numbers());
}

std::uint32_t terminal_of(const PhraseGrammar& grammar, const Token& token) {
    if (const auto known = grammar.vocabulary().find(token.word)) return *known;
    return token.number ? grammar.table().terminals().any_number() : grammar.table().terminals().unknown();
}

}  // namespace errata::dsl
