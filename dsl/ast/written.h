// What the author wrote, beside the tree: the source, and the comments in it in the order in which they are
// printed. The printer's page carries over from it what no tree holds.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "dsl/ast/ast.h"

namespace errata::dsl::ast {

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

}  // namespace errata::dsl::ast
