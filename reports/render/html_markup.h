// Pieces of HTML (markup.h). The pages are made of these, and each page is a document of its own; how they
// look is in reports/assets.
#pragma once

#include <initializer_list>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "reports/render/markup.h"

namespace errata::reports::html {

using Html = Markup;

// Sentences in which what is to be written stands between backticks: as code.
Html prose(std::string_view sentences);

// The commonest ones: <name class="kind">words</name>
Html worded(std::string_view name, std::string_view kind, std::string_view words);

// One element with the content of each.
Html each(std::string_view name, const std::vector<std::string>& words);

// A row of a table: <tr><name>...</name></tr>
Html row(std::string_view name, std::initializer_list<Html> cells);
// A table of a class that scrolls in a box of its own; the box has the words as its name.
Html scrolling_table(std::string_view kind, const std::string& label, const Html& head, const Html& body);

// The ids of one page: each is given once, with a number if it has been given before.
class Ids {
public:
    std::string unique(const std::string& wanted);

private:
    std::set<std::string> given_;
};

// A page as a whole. Everything that it needs is in the file, and it asks nobody for anything. The policy in
// its head allows the style and the script of reports/assets by their hashes, and nothing else.
std::string document(const std::string& title, const Html& body);

}  // namespace errata::reports::html
