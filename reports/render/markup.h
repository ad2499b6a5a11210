// Elements of HTML and of XML as values. Words become markup through `escaped` and `element` alone, so
// nothing that a spec says can be read as markup, whether it stands in the text or in an attribute; what an
// element opens it closes.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace errata::reports {

// What differs: HTML spells out characters that are not shown (dsl::visible). XML 1.0 has no way to write
// most of them and leaves them out; the line breaks of its attributes are references, and an element without
// content ends with a stroke.
enum class MarkupLanguage { Html, Xml };

// Ready to be printed, and balanced.
struct Markup {
    std::string code;

    bool empty() const { return code.empty(); }
    Markup& operator+=(const Markup& more) {
        code += more.code;
        return *this;
    }
    friend Markup operator+(Markup front, const Markup& back) { return std::move(front += back); }
};

// Name and value; the value is any words.
using Attributes = std::vector<std::pair<std::string_view, std::string>>;

Markup escaped(std::string_view words, MarkupLanguage language = MarkupLanguage::Html);

// <name attributes>content</name>
Markup element(std::string_view name, const Attributes& attributes, const Markup& content,
               MarkupLanguage language = MarkupLanguage::Html);
inline Markup element(std::string_view name, const Markup& content) { return element(name, {}, content); }
// Of elements that have no content (in HTML input, meta).
Markup lone_element(std::string_view name, const Attributes& attributes,
                    MarkupLanguage language = MarkupLanguage::Html);

}  // namespace errata::reports
