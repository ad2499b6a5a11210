#include "reports/render/acceptance.h"

#include <algorithm>

#include <fmt/format.h>

#include "dsl/base/text.h"
#include "reports/render/heading.h"

namespace errata::reports {

namespace {

// In one line.
std::string literal(const std::string& words) {
    std::string result = "\"";
    for (const char c : words) {
        if (c == '"' || c == '\\') result += '\\';
        result += c == '\n' || c == '\r' || c == '\t' ? ' ' : c;
    }
    return result + "\"";
}

}  // namespace

std::string accept_lines(const FindingLines& finding, const std::string& digits, const AcceptWords& words) {
    std::string line =
        fmt::format("accept \"{}\" as \"{}\" because {}", digits, finding.digest, literal(words.because));
    if (!words.by.empty()) line += " by " + literal(words.by);
    if (!words.until.empty()) line += " until " + words.until;
    return fmt::format("-- {}: {}\n{}", code_word(finding), dsl::visible_word(heading_or_title(finding)),
                       line);
}

}  // namespace errata::reports
