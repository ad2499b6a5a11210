#include "reports/render/github.h"

#include "dsl/base/text.h"
#include "reports/render/remarks.h"
#include "reports/render/sentences.h"

namespace errata::reports {

using checker::Severity;

namespace {

// The runner reads these back; anything else in the words could end the value or begin another command.
std::string escaped_command(const std::string& words, bool is_property) {
    std::string result;
    for (const char c : dsl::visible(words)) {
        switch (c) {
            case '%':
                result += "%25";
                break;
            case '\r':
                result += "%0D";
                break;
            case '\n':
                result += "%0A";
                break;
            case ':':
                result += is_property ? "%3A" : ":";
                break;
            case ',':
                result += is_property ? "%2C" : ",";
                break;
            default:
                result += c;
        }
    }
    return result;
}

std::string_view command_word(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return "error";
        case Severity::Warning:
            return "warning";
        case Severity::Note:
            return "notice";
    }
    return "notice";
}

std::string command(Severity severity, const Place& place, const std::string& title,
                    const std::string& message) {
    std::string text = "::" + std::string(command_word(severity)) + " ";
    if (!place.file.empty()) text += "file=" + escaped_command(place.file, true) + ",";
    if (!place.file.empty() && place.line > 0) text += "line=" + std::to_string(place.line) + ",";
    if (!place.file.empty() && place.column > 0) text += "col=" + std::to_string(place.column) + ",";
    return text + "title=" + escaped_command(title, true) + "::" + escaped_command(message, false) + "\n";
}

}  // namespace

std::string render_github(const Reports& reports) {
    std::string text;
    for (const auto& [report, result] : reports) {
        const std::string headline =
            std::string(word(result)) + (report->checked ? "; " + headline_sentence(*report) : "");
        text += command(Severity::Note, {}, "errata: " + report->spec, headline);
        for (const Remark& remark : remarks(*report)) {
            text += command(remark.severity, remark.place,
                            remark.code + (remark.begins_with_title ? "" : ": " + remark.title),
                            remark.explanation);
        }
    }
    // A run over nothing (interrupted before the first spec) prints a line, too.
    return text.empty() ? command(Severity::Note, {}, "errata", "no spec was looked at") : text;
}

}  // namespace errata::reports
