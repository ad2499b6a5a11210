#include "reports/render/markup.h"

#include <algorithm>

#include "dsl/base/text.h"

namespace errata::reports {

namespace {

// Without what XML 1.0 cannot say: most control codes, the two characters that are none, what is no UTF-8.
std::string sayable(std::string_view words) {
    std::string result;
    for (std::size_t at = 0; at < words.size();) {
        const std::size_t length = dsl::utf8_length(words, at);
        const std::string_view one = words.substr(at, std::max<std::size_t>(1, length));
        const auto byte = static_cast<unsigned char>(one[0]);
        const bool is_control = byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r';
        if (length > 0 && !is_control && one != "\uFFFE" && one != "\uFFFF") result += one;
        at += one.size();
    }
    return result;
}

std::string opened(std::string_view name, const Attributes& attributes, MarkupLanguage language) {
    std::string code = "<" + std::string(name);
    for (const auto& [key, value] : attributes) {
        code += " " + std::string(key) + "=\"";
        for (const char c : escaped(value, language).code) {
            // In XML a line break would be read as a blank.
            const bool is_break = language == MarkupLanguage::Xml && (c == '\n' || c == '\t');
            code += is_break ? "&#" + std::to_string(static_cast<int>(c)) + ";" : std::string(1, c);
        }
        code += '"';
    }
    return code;
}

}  // namespace

Markup escaped(std::string_view words, MarkupLanguage language) {
    static constexpr std::pair<char, std::string_view> entities[] = {
        {'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\r', "&#13;"}, {'\'', "&#39;"}};
    const bool is_html = language == MarkupLanguage::Html;
    Markup result;
    for (const char c : is_html ? dsl::visible(words) : sayable(words)) {
        const auto row = std::ranges::find(entities, c, &std::pair<char, std::string_view>::first);
        const bool stays = row == std::end(entities) || (c == '\'' && !is_html);
        result.code += stays ? std::string_view(&c, 1) : row->second;
    }
    return result;
}

Markup lone_element(std::string_view name, const Attributes& attributes, MarkupLanguage language) {
    return {opened(name, attributes, language) + (language == MarkupLanguage::Html ? ">" : "/>")};
}

Markup element(std::string_view name, const Attributes& attributes, const Markup& content,
               MarkupLanguage language) {
    return {opened(name, attributes, language) + ">" + content.code + "</" + std::string(name) + ">"};
}

}  // namespace errata::reports
