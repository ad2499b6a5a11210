#include "tests/metamorphic/words.h"

#include <algorithm>
#include <cctype>

#include "dsl/ast/words.h"

namespace errata::metamorphic {

static std::string lower(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Where `name` stands from `from` on, or npos.
static std::size_t find_words(const std::string& text, const std::string& name, std::size_t from) {
    for (std::size_t at = text.find(name, from); at != std::string::npos; at = text.find(name, at + 1)) {
        const std::size_t end = at + name.size();
        const bool starts = at == 0 || !dsl::grammar::is_word_char(text[at - 1]);
        if (starts && (end == text.size() || !dsl::grammar::is_word_char(text[end]))) return at;
    }
    return std::string::npos;
}

bool has_words(const std::string& text, const std::string& name) {
    // Plurals and the like count, too.
    return lower(text).find(lower(name)) != std::string::npos;
}

std::string with_words(const std::string& text, const std::string& name, const std::string& now) {
    std::string result = text;
    for (std::size_t at = find_words(result, name, 0); at != std::string::npos;
         at = find_words(result, name, at + now.size()))
        result.replace(at, name.size(), now);
    return result;
}

std::vector<std::string> printed_words(const Spec& spec) {
    std::vector<std::string> words;
    for (const ast::Module& module : spec.modules) {
        for (const ast::Item& item : module.items) {
            for (const ast::TextLine& line : item.contents.lines) words.push_back(line.text);
            if (item.kind == ast::ItemKind::Phrase || item.kind == ast::ItemKind::Accept)
                words.push_back(item.title);
        }
    }
    return words;
}

std::string with_hole(const std::string& label, const std::string& name, const std::string& now) {
    std::string result = label;
    const std::string hole = "{" + name + "}";
    for (std::size_t at = result.find(hole); at != std::string::npos; at = result.find(hole, at + 1))
        result.replace(at, hole.size(), "{" + now + "}");
    return result;
}

}  // namespace errata::metamorphic
