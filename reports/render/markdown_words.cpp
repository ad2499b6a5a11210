#include "reports/render/markdown_words.h"

#include <algorithm>

#include "dsl/base/text.h"

namespace errata::reports::markdown {

namespace {

constexpr std::size_t sentence_room = 100;  // of the sentence that says what was left out

std::string cut(std::string_view words, std::size_t longest) {
    if (words.size() <= longest) return std::string(words);
    std::size_t end = longest;
    while (end > 0 && (static_cast<unsigned char>(words[end]) & 0xC0U) == 0x80U) --end;
    return std::string(words.substr(0, end)) + "...";
}

// A reference to a character is never read as markup. What becomes a link only in the finished page (names
// of people, numbers of issues) is kept from it by a character without width behind the mark.
std::string written(char c) {
    constexpr std::string_view markup = "&<>\"'`*_[]|\\~$!:{}";
    if (c == '@' || c == '#') return "&#" + std::to_string(static_cast<int>(c)) + ";&#8203;";
    if (markup.find(c) != std::string_view::npos) return "&#" + std::to_string(static_cast<int>(c)) + ";";
    return {c};
}

}  // namespace

std::string escaped(std::string_view words, std::size_t longest) {
    std::string one_line(words);
    std::ranges::replace_if(
        one_line, [](char c) { return c == '\n' || c == '\t' || c == '\r'; }, ' ');
    std::string result;
    for (const char c : cut(dsl::visible_word(one_line), longest)) result += written(c);
    // An address without a scheme is a link, too.
    for (std::size_t at = 0; (at = dsl::lower(result).find("www.", at)) != std::string::npos;)
        result.replace(at + 3, 1, "&#46;");
    return result;
}

std::string prose(std::string_view sentences, std::size_t longest) {
    const std::string whole = cut(sentences, longest);
    std::string_view rest = whole;
    std::string result;
    while (!rest.empty()) {
        const std::size_t open = rest.find('`');
        const std::size_t close = open == std::string_view::npos ? open : rest.find('`', open + 1);
        if (close == std::string_view::npos) return result + escaped(rest, longest);
        result += escaped(rest.substr(0, open), longest) + "<code>" +
                  escaped(rest.substr(open + 1, close - open - 1), longest) + "</code>";
        rest.remove_prefix(close + 1);
    }
    return result;
}

std::string fenced(std::string_view lines) {
    std::size_t longest = 2;
    std::size_t run = 0;
    for (const char c : lines) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(longest + 1, '`');
    std::string text = fence + "text\n" + dsl::visible(lines);
    if (!text.ends_with("\n")) text += "\n";
    return text + fence + "\n";
}

std::string fitting(const std::vector<std::string>& blocks, std::size_t room, std::string_view what) {
    std::size_t total = 0;
    for (const std::string& block : blocks) total += block.size();
    const std::size_t limit = total <= room ? room : room - std::min(room, sentence_room + what.size());
    std::string text;
    std::size_t number = 0;
    while (number < blocks.size() && text.size() + blocks[number].size() <= limit) text += blocks[number++];
    if (number == blocks.size()) return text;
    const std::string sentence = "\n_" + std::to_string(blocks.size() - number) + " more " +
                                 std::string(what) + " did not fit here; `--format html` has all._\n";
    return text + sentence;
}

}  // namespace errata::reports::markdown
