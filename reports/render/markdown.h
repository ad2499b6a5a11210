// Reports in Markdown, as a comment on a change: the headline, a table of the specs, and each finding folded,
// the worst first. A comment has a largest size. What is least severe loses its details first, and the
// comment says so. The first line tells the program that posts it which comment to replace. Here is also how
// words of a spec are written in Markdown.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "reports/render/formats.h"

namespace errata::reports {

inline constexpr std::size_t longest_comment = 60'000;  // bytes; always less

std::string render_markdown(const Reports& reports);

}  // namespace errata::reports

// Words of a spec in Markdown. Nothing in them is markup, a link, a mention of somebody or a number of an
// issue, wherever they stand in a line, in a cell or in an element of HTML.
namespace errata::reports::markdown {

// One line of at most `longest` characters before escaping; what is longer ends with "...".
std::string escaped(std::string_view words, std::size_t longest = 400);

// The same of sentences in which what is to be written stands between backticks: as code.
std::string prose(std::string_view sentences, std::size_t longest);

// Lines as they are, in a fence that nothing in them closes.
std::string fenced(std::string_view lines);

// As many of the blocks as have room, in their order; of the rest it is said how many there are.
std::string fitting(const std::vector<std::string>& blocks, std::size_t room, std::string_view what);

}  // namespace errata::reports::markdown
