// The phrases of one game, as a context-free grammar: categories, templates with typed holes, and the printed
// names of things. Filled by the compiler, sealed once, then read by any number of parses. It knows tags,
// not meanings: what a phrase stands for stays with the caller. Templates that cannot be used are returned as
// errors and change nothing.
//
//   PhraseGrammar grammar;
//   const CategoryId effect = grammar.add_category("effect");
//   grammar.add(effect, "deal {n: number} damage to {u: unit}", 7);     // {unit} must be a category by now
//   grammar.add_word(unit, "Will o' the Wisp", 3);
//   grammar.seal();
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "dsl/base/id.h"
#include "dsl/phrases/parse_table.h"
#include "dsl/phrases/template.h"
#include "dsl/phrases/token.h"

namespace errata::dsl {

// What stands behind productions: a template with all its wordings, or one written form of a name.
struct PhraseSource {
    enum class Kind { Template, Word };
    Kind kind = Kind::Template;
    CategoryId category;
    std::string text;  // the template, or the name as written
    int tag = 0;       // the caller's phrase tag or payload
    std::uint32_t first_production = 0;
    std::uint32_t production_count = 0;
};

// The categories by their names.
class CategoryNames {
public:
    // The same id for the same name.
    CategoryId add(std::string_view name);
    std::optional<CategoryId> find(std::string_view name) const;
    const std::vector<std::string>& all() const { return names_; }

private:
    std::vector<std::string> names_;
    std::map<std::string, CategoryId, std::less<>> ids_;
};

// The words of all phrases, by numbers.
class Vocabulary {
public:
    std::uint32_t add(const std::string& word, bool is_number);
    std::optional<std::uint32_t> find(const std::string& word) const;
    const std::string& operator[](std::uint32_t word) const { return words_[word]; }
    const std::vector<std::string>& words() const { return words_; }
    const std::vector<bool>& are_numbers() const { return are_numbers_; }

private:
    std::vector<std::string> words_;
    std::vector<bool> are_numbers_;
    std::unordered_map<std::string, std::uint32_t> ids_;
};

class PhraseGrammar {
public:
    // The built-in category of numbers; it takes no phrases.
    static constexpr CategoryId number{0};

    PhraseGrammar() { add_category("number"); }

    // The same id for the same name.
    CategoryId add_category(std::string_view name);
    std::optional<CategoryId> find_category(std::string_view name) const;
    const std::string& category_name(CategoryId category) const;

    std::vector<TemplateError> add(CategoryId category, std::string_view template_text, int tag);
    // A plural or another spelling is one more form with the same payload.
    std::vector<TemplateError> add_word(CategoryId category, std::string_view written, int payload);

    // Ends the declarations and prepares parsing.
    void seal();
    bool is_sealed() const { return table_.has_value(); }

    const std::vector<PhraseSource>& sources() const { return sources_; }
    const PhraseSource& source_of(std::uint32_t production) const {
        return sources_[rules_[production].source];
    }
    const Wording& wording_of(std::uint32_t production) const { return rules_[production].wording; }
    // Does some wording have these two words, one behind the other?
    bool has_in_a_row(const std::string& word, const std::string& next) const;
    const Vocabulary& vocabulary() const { return vocabulary_; }
    const ParseTable& table() const { return *table_; }

private:
    struct Rule {
        std::uint32_t source = 0;
        Wording wording;
        Production production;
    };

    void add_production(CategoryId category, Wording wording);

    CategoryNames categories_;
    Vocabulary vocabulary_;
    std::vector<PhraseSource> sources_;
    std::vector<Rule> rules_;          // by production
    std::optional<ParseTable> table_;  // once sealed
};

// What the parse table knows of a token: a word of the vocabulary, some other number, or neither. Sealed
// grammars only.
std::uint32_t terminal_of(const PhraseGrammar& grammar, const Token& token);

}  // namespace errata::dsl
