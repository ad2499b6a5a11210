#include "dsl/ast/print_lines.h"

#include <algorithm>

#include "dsl/ast/print_expr.h"
#include "dsl/base/text.h"

namespace errata::dsl::ast {

namespace {

constexpr std::size_t widest_line = 110;
constexpr std::size_t continuation = 8;  // a continued line stands deeper than the block below it

std::string comment_text(const Comment& comment) {
    if (comment.text.empty()) return "--";
    return (comment.text[0] == '-' ? "--" : "-- ") + comment.text;
}

}  // namespace

void Page::comments_before(std::uint32_t offset) {
    while (has_comment_before(offset)) write(comments_[next_comment_++]);
}

void Page::before(std::uint32_t offset) {
    comments_before(offset);
    keep_blank_line(offset);
}

void Page::write(const Comment& comment) {
    keep_blank_line(comment.span.begin);
    fresh_ = false;
    lines_.push_back(std::string(indent_, ' ') + comment_text(comment));
}

void Page::behind(std::uint32_t offset) {
    if (!has_comment_before(offset) || comments_[next_comment_].own_line || lines_.empty()) return;
    lines_.back() += "  " + comment_text(comments_[next_comment_++]);
}

std::string_view Page::until_comment(std::uint32_t offset) const {
    if (next_comment_ == comments_.size()) return "\n";
    const std::uint32_t begin = comments_[next_comment_].span.begin;
    return begin < offset || begin > source_.size() ? "\n" : source_.substr(offset, begin - offset);
}

void Page::behind_end(std::uint32_t offset) {
    const std::string_view between = until_comment(offset);
    if (std::all_of(between.begin(), between.end(),
                    [](char c) { return is_blank(c) || c == ';' || c == ','; }))
        behind(Span::no_file);
}

void Page::behind_text(std::uint32_t offset) {
    if (until_comment(offset).find('\n') == std::string_view::npos) behind(Span::no_file);
}

void Page::skip_comments(std::uint32_t end) {
    while (has_comment_before(end)) ++next_comment_;
}

bool Page::has_comment_before(std::uint32_t offset) const {
    return next_comment_ < comments_.size() && comments_[next_comment_].span.begin < offset;
}

void Page::line(const std::string& text) {
    fresh_ = false;
    std::string current(indent_, ' ');
    if (fits(text)) {
        lines_.push_back(current + unbroken(text));
        return;
    }
    std::size_t begin = 0;
    bool empty = true;
    while (begin <= text.size()) {
        const std::size_t end = std::min(text.find(break_mark, begin), text.size());
        const std::string part = text.substr(begin, end - begin);
        if (!empty && current.size() + 1 + part.size() > widest_line) {
            lines_.push_back(current);
            current = std::string(indent_ + continuation, ' ');
            empty = true;
        }
        current += (empty ? "" : " ") + part;
        empty = false;
        begin = end + 1;
    }
    lines_.push_back(current);
}

void Page::verbatim(Span span) {
    if (!span.is_valid() || span.end > source_.size()) return;
    fresh_ = false;
    std::string_view rest = source_.substr(span.begin, span.end - span.begin);
    while (!rest.empty() && (is_blank(rest.back()) || rest.back() == '\n')) rest.remove_suffix(1);
    std::string current(indent_, ' ');
    while (true) {
        const std::size_t end = rest.find('\n');
        current += rest.substr(0, end);
        while (!current.empty() && is_blank(current.back())) current.pop_back();
        lines_.push_back(current);
        if (end == std::string_view::npos) return;
        current.clear();
        rest.remove_prefix(end + 1);
    }
}

bool Page::fits(const std::string& text) const { return indent_ + text.size() <= widest_line; }

std::string Page::take_line() {
    std::string taken = lines_.back().substr(indent_);
    lines_.pop_back();
    return taken;
}

std::uint32_t Page::end_of_words(std::uint32_t offset, std::initializer_list<std::string_view> words) const {
    std::size_t end = offset;
    for (const std::string_view word : words) {
        const std::size_t found = source_.find(word, end);
        if (found == std::string_view::npos) return offset;
        end = found + word.size();
    }
    return static_cast<std::uint32_t>(end);
}

bool Page::is_one_line(Span span) const {
    if (!span.is_valid() || span.end > source_.size()) return false;
    return source_.substr(span.begin, span.end - span.begin).find('\n') == std::string_view::npos;
}

bool Page::has_blank_line_before(std::uint32_t offset) const {
    if (offset > source_.size()) return false;
    std::size_t at = offset;
    int breaks = 0;
    while (at > 0 && (is_blank(source_[at - 1]) || source_[at - 1] == '\n')) {
        if (source_[--at] == '\n') ++breaks;
    }
    return breaks > 1;
}

void Page::keep_blank_line(std::uint32_t offset) {
    if (!fresh_ && !lines_.empty() && !lines_.back().empty() && has_blank_line_before(offset))
        lines_.emplace_back();
}

std::string Page::text() const {
    std::string result;
    for (const std::string& line : lines_) result += line + "\n";
    return result;
}

}  // namespace errata::dsl::ast
