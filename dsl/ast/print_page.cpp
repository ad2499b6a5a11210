#include "dsl/ast/print_page.h"

#include <algorithm>
#include <string>

#include "dsl/ast/print_expr.h"
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

namespace {

constexpr std::size_t widest_line = 110;
constexpr std::size_t continuation = 8;  // a continued line stands deeper than the block below it

}  // namespace

void Lines::add(const std::string& text) {
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

void Lines::add_verbatim(std::string_view rest) {
    fresh_ = false;
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

void Lines::add_blank() {
    if (!fresh_ && !lines_.empty() && !lines_.back().empty()) lines_.emplace_back();
}

bool Lines::fits(const std::string& text) const { return indent_ + text.size() <= widest_line; }

std::string Lines::take_last() {
    std::string taken = lines_.back().substr(indent_);
    lines_.pop_back();
    return taken;
}

std::string Lines::text() const {
    std::string result;
    for (const std::string& line : lines_) result += line + "\n";
    return result;
}

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
