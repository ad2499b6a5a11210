#include "dsl/phrases/grammar.h"

#include <algorithm>
#include <utility>

#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::dsl {

PhraseGrammar::PhraseGrammar() { add_category("number"); }

CategoryId PhraseGrammar::add_category(std::string_view name) {
    ERRATA_CHECK(!sealed_);
    const auto [place, is_new] =
        categories_.try_emplace(std::string(name), CategoryId(category_names_.size()));
    if (is_new) category_names_.emplace_back(name);
    return place->second;
}

std::optional<CategoryId> PhraseGrammar::find_category(std::string_view name) const {
    const auto found = categories_.find(name);
    if (found == categories_.end()) return std::nullopt;
    return found->second;
}

const std::string& PhraseGrammar::category_name(CategoryId category) const {
    return category_names_[category.index];
}

std::vector<TemplateError> PhraseGrammar::unknown_categories(const std::vector<TemplateHole>& holes) const {
    std::vector<TemplateError> errors;
    for (const TemplateHole& hole : holes) {
        if (find_category(hole.category)) continue;
        const std::optional<std::string> meant = nearest(hole.category, category_names_);
        errors.push_back(
            {hole.offset, "there is no category '" + hole.category + "'",
             meant ? "did you mean '" + *meant + "'?"
                   : "declare it: 'category " + hole.category + " is statements', or what else it holds"});
    }
    return errors;
}

std::vector<TemplateError> PhraseGrammar::add(CategoryId category, std::string_view template_text, int tag) {
    ERRATA_CHECK(!sealed_ && category.index < category_names_.size());
    if (category == number) return {{0, "the category 'number' is built in and takes no phrases"}};
    ExpandedTemplate expanded = expand_template(template_text);
    if (!expanded.errors.empty()) return std::move(expanded.errors);
    if (std::vector<TemplateError> errors = unknown_categories(expanded.holes); !errors.empty())
        return errors;

    sources_.push_back({PhraseSource::Kind::Template, category, std::string(template_text), tag,
                        static_cast<std::uint32_t>(productions_.size()),
                        static_cast<std::uint32_t>(expanded.wordings.size())});
    for (Wording& wording : expanded.wordings) add_production(category, std::move(wording));
    return {};
}

std::vector<TemplateError> PhraseGrammar::add_word(CategoryId category, std::string_view written,
                                                   int payload) {
    ERRATA_CHECK(!sealed_ && category.index < category_names_.size());
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
                        static_cast<std::uint32_t>(productions_.size()), 1});
    add_production(category, std::move(wording));
    return {};
}

std::uint32_t PhraseGrammar::intern(const std::string& word, bool is_number) {
    const auto [place, is_new] = word_ids_.try_emplace(word, static_cast<std::uint32_t>(words_.size()));
    if (is_new) {
        words_.push_back(word);
        word_is_number_.push_back(is_number);
    }
    return place->second;
}

void PhraseGrammar::add_production(CategoryId category, Wording wording) {
    Production& production = productions_.emplace_back();
    production.category = category;
    for (const WordingPart& part : wording.parts) {
        if (part.is_hole) {
            const CategoryId wanted = categories_.find(part.category)->second;
            production.symbols.push_back(
                {wanted == number ? Symbol::Kind::Number : Symbol::Kind::Category, false, wanted.index});
        } else {
            const Token token = tokenise(part.text).tokens.front();
            production.symbols.push_back(
                {Symbol::Kind::Word, false, intern(token.word, token.number.has_value())});
        }
    }
    wordings_.push_back(std::move(wording));
    source_of_.push_back(static_cast<std::uint32_t>(sources_.size() - 1));
}

void PhraseGrammar::seal() {
    ERRATA_CHECK(!sealed_);
    sealed_ = true;
    table_ = ParseTable(productions_, category_names_.size(), word_is_number_);
}

std::uint32_t PhraseGrammar::terminal_of(const Token& token) const {
    const auto found = word_ids_.find(token.word);
    if (found != word_ids_.end()) return found->second;
    return token.number ? table_.any_number() : table_.unknown();
}

std::vector<Overlap> PhraseGrammar::overlapping_templates() const {
    // The wordings as plain text without hole names, each with the sources that have it.
    std::map<std::pair<CategoryId, std::string>, std::vector<std::uint32_t>> owners;
    std::vector<std::size_t> distinct(sources_.size(), 0);
    for (std::size_t i = 0; i < productions_.size(); ++i) {
        std::vector<std::string> shape;
        for (const Symbol& symbol : productions_[i].symbols) {
            const bool is_word = symbol.kind == Symbol::Kind::Word;
            shape.push_back(is_word ? words_[symbol.id] : "{" + category_names_[symbol.id] + "}");
        }
        std::vector<std::uint32_t>& sources = owners[{productions_[i].category, join(shape, " ")}];
        if (!sources.empty() && sources.back() == source_of_[i]) continue;
        sources.push_back(source_of_[i]);
        ++distinct[source_of_[i]];
    }

    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::size_t, std::string>> shared;
    for (const auto& [key, sources] : owners) {
        for (std::size_t a = 0; a < sources.size(); ++a) {
            for (std::size_t b = a + 1; b < sources.size(); ++b) {
                auto& [count, wording] = shared[{sources[a], sources[b]}];
                if (count++ == 0) wording = key.second;
            }
        }
    }
    std::vector<Overlap> overlaps;
    for (const auto& [pair, common] : shared) {
        const auto& [first, second] = pair;
        const auto& [count, wording] = common;
        overlaps.push_back({first, second, wording, count == distinct[first] && count == distinct[second]});
    }
    return overlaps;
}

std::vector<CategoryId> PhraseGrammar::cyclic_categories() const {
    ERRATA_CHECK(sealed_);
    std::vector<CategoryId> result;
    for (std::uint32_t category = 0; category < table_.categories(); ++category) {
        if (table_.is_cyclic(category)) result.push_back(CategoryId(category));
    }
    return result;
}

}  // namespace errata::dsl
