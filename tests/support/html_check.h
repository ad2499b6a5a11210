// Reads a page as a browser's tokenizer would, strictly: what is open is closed, every attribute is quoted,
// an id is given once, and a link inside the page leads somewhere. For pages that are made by us.
#pragma once

#include <set>
#include <string>
#include <vector>

namespace errata::tests {

struct Page {
    std::string offence;  // the first thing that is wrong, or nothing
    std::set<std::string> elements;
    std::set<std::string> attributes;
    std::set<std::string> ids;
    std::vector<std::string> links;  // the targets of `href="#..."`
    std::string words;               // outside of style and script, still escaped
};

Page read_page(const std::string& text);

}  // namespace errata::tests
