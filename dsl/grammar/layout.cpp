#include "dsl/grammar/layout.h"

#include <algorithm>
#include <optional>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::dsl::grammar {

namespace {

constexpr std::size_t longest_line = 20'000;   // bytes; a rule or card line is a few hundred
constexpr std::size_t deepest_brackets = 200;  // keeps every recursive stage far from the end of its stack

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 && c != '\n' && !is_blank(c); }

class Scanner {
public:
    Scanner(std::string_view text, std::uint32_t file) : text_(text), file_(file) {
        layout_.text = std::string(text);
    }

    Layout run() {
        std::size_t begin = 0;
        if (text_.rfind("\xef\xbb\xbf", 0) == 0) {  // a byte order mark is no text
            layout_.text.replace(0, 3, "   ");
            begin = 3;
        }
        while (begin < text_.size()) {
            std::size_t end = text_.find('\n', begin);
            if (end == std::string_view::npos) end = text_.size();
            line(begin, end);
            begin = end + 1;
        }
        close(text_.size());
        return std::move(layout_);
    }

private:
    void line(std::size_t begin, std::size_t end) {
        const std::string_view whole = text_.substr(begin, end - begin);
        const bool indented = whole.empty() || is_blank(whole[0]);
        const bool in_card = !layout_.slices.empty() && layout_.slices.back().kind == SliceKind::Card;
        const std::size_t comment = comment_start(whole, in_card && indented);
        if (comment != std::string_view::npos) add_comment(whole, begin, comment);
        if (indented) return layout_.slices.empty() ? before_items(begin, end) : void();
        if (comment == 0) return;
        const bool letter = is_letter(whole[0]);
        const bool in_item = !layout_.slices.empty() && layout_.slices.back().kind != SliceKind::Card;
        if (!letter && in_item) return;  // a closing brace, or text the item will refuse
        // no card: a misspelt item
        if (in_card && whole[0] == '}' && has_open_brace(layout_.slices.back())) return;
        close(begin);
        Slice slice;
        slice.begin = static_cast<std::uint32_t>(begin);
        slice.header_end = static_cast<std::uint32_t>(end);
        if (letter) slice.kind = is_item_keyword(word_at(whole, 0)) ? SliceKind::Item : SliceKind::Card;
        layout_.slices.push_back(slice);
    }

    // Indented text that belongs to no item.
    void before_items(std::size_t begin, std::size_t end) {
        const std::string_view line = std::string_view(layout_.text).substr(begin, end - begin);
        if (trimmed(line).empty()) return;
        Slice slice;
        slice.begin = static_cast<std::uint32_t>(begin + line.find_first_not_of(" \t\r"));
        layout_.slices.push_back(slice);
    }

    bool has_open_brace(const Slice& slice) const {
        return text_.substr(slice.begin, slice.header_end - slice.begin).find('{') != std::string_view::npos;
    }

    void add_comment(std::string_view whole, std::size_t begin, std::size_t at) {
        ast::Comment comment;
        const std::string_view text = trimmed(whole.substr(at));
        comment.span = {file_, static_cast<std::uint32_t>(begin + at),
                        static_cast<std::uint32_t>(begin + at + text.size())};
        comment.text = text.substr(text.substr(2).starts_with(' ') ? 3 : 2);
        comment.own_line = trimmed(whole.substr(0, at)).empty();
        layout_.comments.push_back(std::move(comment));
        for (std::size_t i = begin + at; i < begin + whole.size(); ++i) layout_.text[i] = ' ';
    }

    void close(std::size_t end) {
        if (!layout_.slices.empty()) layout_.slices.back().end = static_cast<std::uint32_t>(end);
    }

    std::string_view text_;
    std::uint32_t file_;
    Layout layout_;
};

struct Bracket {
    std::size_t at;
    std::size_t indent;  // of its line
};

// The brackets of one slice. A closing brace that stands left of the line of its partner tells which block
// was left open.
class Pairing {
public:
    Pairing(const Layout& layout, std::size_t slice, std::uint32_t file, Sink& sink)
        : layout_(layout), slice_(slice), file_(file), sink_(sink) {}

    Brackets run() {
        const Slice& slice = layout_.slices[slice_];
        const std::string& text = layout_.text;
        const std::size_t end = slice.kind == SliceKind::Card ? slice.header_end : slice.end;
        std::size_t depth = 0;
        for (std::size_t i = slice.begin; i < end; ++i) {
            const char c = text[i];
            if (c == '\n') {
                indent_ = 0;
                at_line_start_ = true;
                continue;
            }
            if (is_blank(c)) {
                if (at_line_start_) ++indent_;
                continue;
            }
            if (c == '"') {
                const std::size_t close = closing_quote(text, i);
                if (close == std::string::npos) {
                    return broken(DiagnosticKind::syntax, i, "this text is not closed",
                                  "texts end with '\"' on the line they begin on");
                }
                i = close;
            } else if (c == '{' || c == '(') {
                if (++depth > deepest_brackets) {
                    return broken(DiagnosticKind::nesting_too_deep, i,
                                  "more than " + std::to_string(deepest_brackets) + " brackets are open here",
                                  "");
                }
                if (c == '{') open_.push_back({i, indent_});
            } else if (c == '}' || c == ')') {
                if (depth > 0) --depth;
                if (c == '}' && !close_brace(i)) return Brackets::Broken;
            }
            at_line_start_ = false;
        }
        if (open_.empty()) return Brackets::Sound;
        unclosed(culprit_ ? *culprit_ : open_.back().at);
        return Brackets::Unclosed;
    }

private:
    bool close_brace(std::size_t at) {
        if (open_.empty()) {
            broken(DiagnosticKind::syntax, at, "this '}' closes nothing",
                   "a '{' is missing in front of it, or there is one '}' too many");
            return false;
        }
        if (at_line_start_ && !culprit_ && indent_ < open_.back().indent) culprit_ = open_.back().at;
        open_.pop_back();
        return true;
    }

    Brackets broken(DiagnosticKind kind, std::size_t at, std::string message, std::string hint) {
        sink_.report(kind, span(at), std::move(message), std::move(hint));
        return Brackets::Broken;
    }

    void unclosed(std::size_t at) {
        Diagnostic diagnostic{DiagnosticKind::unclosed_block, span(at), "this '{' is never closed", "", {}};
        if (slice_ + 1 < layout_.slices.size()) {
            const std::size_t next = layout_.slices[slice_ + 1].begin;
            const std::size_t size = word_at(layout_.text, next).size();
            diagnostic.notes.emplace_back(
                Span{file_, static_cast<std::uint32_t>(next), static_cast<std::uint32_t>(next + size)},
                "the next item begins here, at the start of a line");
            diagnostic.hint = "close it with a '}' before the next item";
        } else {
            diagnostic.hint = "the file ends inside this block";
        }
        for (const ast::Comment& comment : layout_.comments) {
            const std::size_t begin = comment.span.begin;
            if (begin > at && begin < layout_.slices[slice_].end && is_word_char(layout_.text[begin - 1]))
                diagnostic.notes.emplace_back(comment.span,
                                              "'--' begins a comment; to take 1 away, write 'gold -= 1'");
        }
        sink_.report(std::move(diagnostic));
    }

    Span span(std::size_t at) const {
        return {file_, static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + 1)};
    }

    const Layout& layout_;
    std::size_t slice_;
    std::uint32_t file_;
    Sink& sink_;
    std::vector<Bracket> open_;
    std::optional<std::size_t> culprit_;
    std::size_t indent_ = 0;
    bool at_line_start_ = true;
};

}  // namespace

bool is_readable(std::string_view source, std::uint32_t file, FileSort sort, Sink& sink) {
    const bool is_table = sort == FileSort::Table;
    std::size_t line_begin = 0;
    for (std::size_t i = 0; i < source.size();) {
        const std::size_t length = is_control(source[i]) ? 0 : utf8_length(source, i);
        const auto at = static_cast<std::uint32_t>(i);
        if (length == 0) {
            sink.report(DiagnosticKind::file_binary, {file, at, at + 1},
                        is_control(source[i]) ? "this byte is a control code, so the file is no text"
                                              : "this byte is no UTF-8 text",
                        is_table ? "save the table as 'CSV UTF-8'" : "a .rules file is plain text in UTF-8");
            return false;
        }
        if (source[i] == '\n') line_begin = i + 1;
        if (i > line_begin + longest_line) {
            const auto begin = static_cast<std::uint32_t>(line_begin);
            sink.report(DiagnosticKind::line_too_long, {file, begin, begin + 1},
                        "this line has more than " + std::to_string(longest_line) + " characters",
                        is_table ? "a cell holds the text of one card"
                                 : "write one statement or one line of text per line");
            return false;
        }
        i += length;
    }
    return true;
}

Layout lay_out(std::string_view source, std::uint32_t file) { return Scanner(source, file).run(); }

Brackets check_brackets(const Layout& layout, std::size_t slice, std::uint32_t file, Sink& sink) {
    return Pairing(layout, slice, file, sink).run();
}

std::size_t comment_start(std::string_view line, bool is_printed_text) {
    bool quoted = false;
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
        if (is_printed_text) {
            if (line[i] == '-' && line[i + 1] == '-' && (i == 0 || is_blank(line[i - 1]))) return i;
            continue;
        }
        if (quoted && line[i] == '\\') {
            ++i;
        } else if (line[i] == '"') {
            quoted = !quoted;
        } else if (!quoted && line[i] == '-' && line[i + 1] == '-') {
            return i;
        }
    }
    return std::string_view::npos;
}

std::string without_comments(std::string_view source) {
    std::string result;
    while (!source.empty()) {
        const std::string_view line = source.substr(0, source.find('\n'));
        result += line.substr(0, comment_start(line, false));
        result += ' ';
        source.remove_prefix(std::min(line.size() + 1, source.size()));
    }
    return result;
}

}  // namespace errata::dsl::grammar
