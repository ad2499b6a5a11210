// The page the printer writes on: indented lines, long ones broken, comments and blank lines carried over
// from the source. The printer calls it in source order; a comment is written when something behind it is
// about to be.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

class Page {
public:
    Page(std::string_view source, const std::vector<Comment>& comments)
        : source_(source), comments_(comments) {}

    void indent(std::size_t blanks) { indent_ += blanks; }
    void outdent(std::size_t blanks) { indent_ -= blanks; }
    void fresh_block() { fresh_ = true; }  // no blank line at the beginning of a block

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
    // Drops the comments of a range that is copied as it is.
    void skip_comments(std::uint32_t end);

    // One line; broken at its marks if it is too long.
    void line(const std::string& text);
    void verbatim(Span span);

    bool fits(const std::string& text) const;
    bool has_comment_before(std::uint32_t offset) const;
    // Takes back the line just written, to go on with it.
    std::string take_line();
    // Where the last of these words ends, which the author wrote one after the other behind `offset`.
    std::uint32_t end_of_words(std::uint32_t offset, std::initializer_list<std::string_view> words) const;
    // Whether the author wrote it on one line.
    bool is_one_line(Span span) const;

    std::size_t size() const { return lines_.size(); }
    bool is_blank_line(std::size_t at) const { return lines_[at].empty(); }
    void insert_blank(std::size_t at) { lines_.insert(lines_.begin() + static_cast<std::ptrdiff_t>(at), ""); }
    std::string text() const;

private:
    std::string_view until_comment(std::uint32_t offset) const;
    void write(const Comment& comment);
    bool has_blank_line_before(std::uint32_t offset) const;
    void keep_blank_line(std::uint32_t offset);

    std::string_view source_;
    const std::vector<Comment>& comments_;
    std::size_t next_comment_ = 0;
    std::vector<std::string> lines_;
    std::size_t indent_ = 0;
    bool fresh_ = true;
};

}  // namespace errata::dsl::ast
