// The page that the printer writes on: its lines, with comments and blank lines carried over from what the
// author wrote. The printer calls it in source order. A comment is written when something behind it is about
// to be.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

// What the author wrote, beside the tree: the source, and the comments in it in the order in which they are
// printed. The page carries over from it what no tree holds.
class Written {
public:
    Written(std::string_view source, const std::vector<Comment>& comments)
        : source_(source), comments_(comments) {}

    bool has_comment_before(std::uint32_t offset) const;
    // The next comment, if there is one; `take` goes on to the one behind it.
    const Comment& comment() const { return comments_[next_comment_]; }
    const Comment& take_comment() { return comments_[next_comment_++]; }
    // Drops the comments of a range that is copied as it is.
    void skip_comments(std::uint32_t end);
    // What lies between `offset` and the next comment; a line break if there is none.
    std::string_view until_comment(std::uint32_t offset) const;

    bool holds(Span span) const { return span.is_valid() && span.end <= source_.size(); }
    std::string_view text_of(Span span) const { return source_.substr(span.begin, span.end - span.begin); }
    // Where the last of these words ends, which the author wrote one after the other behind `offset`.
    std::uint32_t end_of_words(std::uint32_t offset, std::initializer_list<std::string_view> words) const;
    // Whether the author wrote it on one line.
    bool is_one_line(Span span) const;
    bool has_blank_line_before(std::uint32_t offset) const;

private:
    std::string_view source_;
    const std::vector<Comment>& comments_;
    std::size_t next_comment_ = 0;
};

// The lines that the printer writes: indented, long ones broken. They know nothing of what the author wrote.
class Lines {
public:
    void indent(std::size_t blanks) { indent_ += blanks; }
    void outdent(std::size_t blanks) { indent_ -= blanks; }
    void fresh_block() { fresh_ = true; }  // no blank line at the beginning of a block

    // One line; broken at its marks if it is too long.
    void add(const std::string& text);
    // As it stands, but for blanks at ends of lines.
    void add_verbatim(std::string_view text);
    void add_behind(const std::string& text) { lines_.back() += text; }
    // Unless a block begins here or there is one already.
    void add_blank();
    void insert_blank(std::size_t at) { lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), ""); }
    // Takes back the line just written, to go on with it.
    std::string take_last();

    bool fits(const std::string& text) const;
    std::size_t size() const { return lines_.size(); }
    bool is_blank_line(std::size_t at) const { return lines_[at].empty(); }
    std::string text() const;

private:
    std::vector<std::string> lines_;
    std::size_t indent_ = 0;
    bool fresh_ = true;
};

class Page {
public:
    Page(std::string_view source, const std::vector<Comment>& comments) : written(source, comments) {}

    Written written;
    Lines lines;

    // Writes the comments before `offset` on lines of their own; `before` also keeps a blank line the author
    // left there.
    void comments_before(std::uint32_t offset);
    void before(std::uint32_t offset);
    // Writes a comment behind the line just written, if it stands before `offset` and the author had it
    // behind something.
    void behind(std::uint32_t offset);
    // The same for what ended at `offset`, if nothing but blanks and separators is between; behind a text
    // line its rows too.
    void behind_end(std::uint32_t offset);
    void behind_text(std::uint32_t offset);
    // Copies what the author wrote, comments and all.
    void copy(Span span);

private:
    void keep_blank_line(std::uint32_t offset);
};

}  // namespace errata::dsl::ast
