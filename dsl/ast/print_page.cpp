#include "dsl/ast/print_page.h"

#include <algorithm>
#include <string>

#include "dsl/base/text.h"

namespace errata::dsl::ast {

namespace {

std::string comment_text(const Comment& comment) {
    if (comment.text.empty()) return "--";
    return (comment.text[0] == '-' ? "--" : "-- ") + comment.text;
}

}  // namespace

void Page::comments_before(std::uint32_t offset) {
    while (written.has_comment_before(offset)) {
        const Comment& comment = written.take_comment();
        keep_blank_line(comment.span.begin);
        lines.add_verbatim(comment_text(comment));
    }
}

void Page::before(std::uint32_t offset) {
    comments_before(offset);
    keep_blank_line(offset);
}

void Page::behind(std::uint32_t offset) {
    if (!written.has_comment_before(offset) || written.comment().own_line || lines.size() == 0) return;
    lines.add_behind("  " + comment_text(written.take_comment()));
}

void Page::behind_end(std::uint32_t offset) {
    const std::string_view between = written.until_comment(offset);
    if (std::all_of(between.begin(), between.end(),
                    [](char c) { return is_blank(c) || c == ';' || c == ','; }))
        behind(Span::no_file);
}

void Page::behind_text(std::uint32_t offset) {
    if (written.until_comment(offset).find('\n') == std::string_view::npos) behind(Span::no_file);
}

void Page::copy(Span span) {
    if (written.holds(span)) lines.add_verbatim(written.text_of(span));
    written.skip_comments(span.end);
}

void Page::keep_blank_line(std::uint32_t offset) {
    if (written.has_blank_line_before(offset)) lines.add_blank();
}

}  // namespace errata::dsl::ast
