#include "dsl/ast/written.h"

#include "dsl/base/text.h"

namespace errata::dsl::ast {

bool Written::has_comment_before(std::uint32_t offset) const {
    return next_comment_ < comments_.size() && comments_[next_comment_].span.begin < offset;
}

void Written::skip_comments(std::uint32_t end) {
    while (has_comment_before(end)) ++next_comment_;
}

std::string_view Written::until_comment(std::uint32_t offset) const {
    if (next_comment_ == comments_.size()) return "\n";
    const std::uint32_t begin = comments_[next_comment_].span.begin;
    return begin < offset || begin > source_.size() ? "\n" : source_.substr(offset, begin - offset);
}

std::uint32_t Written::end_of_words(std::uint32_t offset,
                                    std::initializer_list<std::string_view> words) const {
    std::size_t end = offset;
    for (const std::string_view word : words) {
        const std::size_t found = source_.find(word, end);
        if (found == std::string_view::npos) return offset;
        end = found + word.size();
    }
    return static_cast<std::uint32_t>(end);
}

bool Written::is_one_line(Span span) const {
    return holds(span) && text_of(span).find('\n') == std::string_view::npos;
}

bool Written::has_blank_line_before(std::uint32_t offset) const {
    if (offset > source_.size()) return false;
    std::size_t at = offset;
    int breaks = 0;
    while (at > 0 && (is_blank(source_[at - 1]) || source_[at - 1] == '\n')) {
        if (source_[--at] == '\n') ++breaks;
    }
    return breaks > 1;
}

}  // namespace errata::dsl::ast
