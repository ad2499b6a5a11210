#include "compiler/resolve/source_words.h"

#include "dsl/ast/words.h"

namespace errata::compiler {

namespace {

std::size_t find_word(std::string_view text, const std::string& word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !dsl::grammar::is_word_char(text[at - 1]);
        const bool ends = end == text.size() || !dsl::grammar::is_word_char(text[end]);
        if (begins && ends) return at;
    }
    return std::string_view::npos;
}

}  // namespace

bool has_word(std::string_view text, const std::string& word) {
    return !word.empty() && find_word(text, word) != std::string_view::npos;
}

dsl::Span narrowed(const dsl::SourceSet& sources, dsl::Span span, const std::string& word) {
    if (!span.is_valid() || word.empty()) return span;
    const std::size_t at = find_word(sources.text(span), word);
    if (at == std::string_view::npos) return span;
    const auto begin = span.begin + static_cast<std::uint32_t>(at);
    return {span.file, begin, begin + static_cast<std::uint32_t>(word.size())};
}

}  // namespace errata::compiler
