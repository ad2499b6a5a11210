// The first look at a file, before any grammar: where comments are, where items begin, which lines are
// printed text, whether brackets pair. An item begins at column 0 with a letter and reaches to the next such
// line, so one broken item never spoils its neighbours. The grammar reads `Layout::text`, the file with every
// comment blanked out at unchanged offsets. Files that are no specification at all (binary, endless lines)
// are refused here too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"

namespace errata::dsl::grammar {

enum class SliceKind {
    Item,     // begins with an item keyword
    Card,     // begins with another word: a printed item; `header_end` ends its first line, text lines follow
    Stray,    // anything else at column 0, or indented text before the first item
    Meaning,  // abilities behind the `=` below a line of printed text; no slice of a file
};

struct Slice {
    SliceKind kind = SliceKind::Stray;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    std::uint32_t header_end = 0;
};

struct Layout {
    std::string text;
    std::vector<ast::Comment> comments;
    std::vector<Slice> slices;
};

// Whether the file is text with lines of a sane length; if not, one diagnostic says why, and how such a file
// should be.
enum class FileSort { Rules, Table };
bool is_readable(std::string_view source, std::uint32_t file, FileSort sort, Sink& sink);

// Where the comment of a line begins, or npos. In printed text two dashes open a comment only after a blank,
// and quotes mean nothing (an inch mark must not hide a comment).
std::size_t comment_start(std::string_view line, bool is_printed_text);
// A text of the language, but for printed text, in one line without what stands behind dashes.
std::string without_comments(std::string_view text);

Layout lay_out(std::string_view source, std::uint32_t file);

// Whether quotes close on their line, brackets nest sanely and every brace of the slice has its partner.
enum class Brackets { Sound, Broken, Unclosed };
Brackets check_brackets(const Layout& layout, std::size_t slice, std::uint32_t file, Sink& sink);

}  // namespace errata::dsl::grammar
