// Words of a spec in Markdown: nothing in them is markup, a link, a mention of somebody or a number of an
// issue, wherever they stand in a line, in a cell or in an element of HTML.
#pragma once

#include <string>
#include <string_view>
#include <vector>

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
