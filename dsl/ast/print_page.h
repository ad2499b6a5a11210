// The page the printer writes on: its lines, with comments and blank lines carried over from what the author
// wrote. The printer calls it in source order; a comment is written when something behind it is about to be.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dsl/ast/print_lines.h"
#include "dsl/ast/written.h"

namespace errata::dsl::ast {

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
