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

// Two sources of one category that read the same words. Every text with these words has two readings.
struct Overlap {
    std::uint32_t first = 0;  // positions in sources()
    std::uint32_t second = 0;
    std::string wording;     // one that both have
    bool identical = false;  // all their wordings are the same; else only some
};

class PhraseGrammar {
public:
    // The built-in category of numbers; it takes no phrases.
    static constexpr CategoryId number{0};

    PhraseGrammar();

    // The same id for the same name.
    CategoryId add_category(std::string_view name);
    std::optional<CategoryId> find_category(std::string_view name) const;
    const std::string& category_name(CategoryId category) const;

    std::vector<TemplateError> add(CategoryId category, std::string_view template_text, int tag);
    // A plural or another spelling is one more form with the same payload.
    std::vector<TemplateError> add_word(CategoryId category, std::string_view written, int payload);

    // Ends the declarations and prepares parsing.
    void seal();
    bool is_sealed() const { return sealed_; }

    std::vector<Overlap> overlapping_templates() const;
    // Categories that can be read as themselves through single holes (a: {b}, b: {a}). Sealed grammars only.
    std::vector<CategoryId> cyclic_categories() const;

    const std::vector<PhraseSource>& sources() const { return sources_; }
    const PhraseSource& source_of(std::uint32_t production) const { return sources_[source_of_[production]]; }
    const Wording& wording_of(std::uint32_t production) const { return wordings_[production]; }
    const std::vector<std::string>& vocabulary() const { return words_; }
    const ParseTable& table() const { return table_; }

    // What the parse table knows of a token: a word of the vocabulary, some other number, or neither.
    std::uint32_t terminal_of(const Token& token) const;

private:
    std::uint32_t intern(const std::string& word, bool is_number);
    void add_production(CategoryId category, Wording wording);
    std::vector<TemplateError> unknown_categories(const std::vector<TemplateHole>& holes) const;

    bool sealed_ = false;
    std::vector<std::string> category_names_;
    std::map<std::string, CategoryId, std::less<>> categories_;
    std::vector<PhraseSource> sources_;
    std::vector<std::string> words_;
    std::vector<bool> word_is_number_;
    std::unordered_map<std::string, std::uint32_t> word_ids_;
    std::vector<Production> productions_;
    std::vector<std::uint32_t> source_of_;  // by production
    std::vector<Wording> wordings_;         // by production
    ParseTable table_;
};

}  // namespace errata::dsl
