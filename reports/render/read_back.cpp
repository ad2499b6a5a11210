#include "reports/render/read_back.h"

#include <nlohmann/json.hpp>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

constexpr std::size_t row_indent = 4;
constexpr std::size_t label_width = 10;

std::string row(const std::string& label, const std::string& text) {
    std::string lines = wrapped(text, row_indent + label_width, default_width);
    return std::string(row_indent, ' ') + padded(label, label_width) + lines.substr(row_indent + label_width);
}

std::string change_text(const ChangeLine& change) {
    return change.path + ": " + change.before + " to " + change.after;
}

std::string comparison_text(const ChangeLine& change) {
    return change.path + " is " + change.after + ", without this text " + change.before;
}

std::string example_text(const ReadExample& example) {
    const std::string move = example.move.empty() ? "" : example.actor + " " + example.move;
    const std::string before = move.empty() ? "" : move + " - ";
    switch (example.effect) {
        case ReadEffect::Does:
            return before + dsl::join(dsl::mapped(example.changes, change_text), ", ");
        case ReadEffect::Instead:
            return before + dsl::join(dsl::mapped(example.changes, comparison_text), "; ");
        case ReadEffect::Allows:
            return "it makes possible: " + move;
        case ReadEffect::Forbids:
            return "it forbids: " + move;
    }
    return "";
}

// In the JSON.
std::string word(ReadEffect effect) {
    switch (effect) {
        case ReadEffect::Does:
            return "does";
        case ReadEffect::Instead:
            return "instead";
        case ReadEffect::Allows:
            return "allows";
        case ReadEffect::Forbids:
            return "forbids";
    }
    return "";
}

// A reading has a line for each phrase, indented by how deep it stands.
std::string reading_text(const std::string& label, const std::string& reading) {
    std::string text;
    std::size_t begin = 0;
    while (begin < reading.size()) {
        const std::size_t end = std::min(reading.find('\n', begin), reading.size());
        text += std::string(row_indent, ' ') + padded(text.empty() ? label : "", label_width) +
                dsl::visible_word(reading.substr(begin, end - begin)) + "\n";
        begin = end + 1;
    }
    return text;
}

// Each line indented by how deep it stands.
std::string told_text(const std::string& label, const std::vector<ToldLine>& lines) {
    std::string text;
    for (const ToldLine& line : lines) {
        const std::size_t indent = row_indent + label_width + 2 * line.depth;
        const std::string words = wrapped(dsl::visible_word(line.text), indent, default_width);
        text += std::string(row_indent, ' ') + padded(text.empty() ? label : "", label_width) +
                words.substr(row_indent + label_width);
    }
    return text;
}

nlohmann::ordered_json told_json(const std::vector<ToldLine>& lines) {
    nlohmann::ordered_json result = nlohmann::ordered_json::array();
    for (const ToldLine& line : lines) result.push_back({{"depth", line.depth}, {"text", line.text}});
    return result;
}

std::string approval_text(ApprovalState state) {
    return state == ApprovalState::Given ? "yes" : "not as it is now: it meant something else then";
}

// In the JSON.
std::string word(ApprovalState state) {
    switch (state) {
        case ApprovalState::None:
            return "none";
        case ApprovalState::Lapsed:
            return "lapsed";
        case ApprovalState::Given:
            return "given";
    }
    return "";
}

std::string lines_of_text(const ReadBack& item, const TextReadBack& text) {
    std::string result = "  \"" + dsl::visible_word(text.text) + "\"\n";
    for (const std::vector<ToldLine>& meaning : text.told.meanings) result += told_text("means", meaning);
    result += told_text("where", text.told.words);
    for (const std::string& reminder : text.reminders)
        result += row("left out", dsl::visible_word(reminder) + " is taken for a reminder");
    if (!text.libraries.empty())
        result += row("decided", "what the heads of " + dsl::join(text.libraries, ", ") + " say");
    for (std::size_t i = 0; i < text.assumptions.size(); ++i) {
        const AssumptionLine& one = text.assumptions[i];
        result +=
            row(i == 0 ? "assumes" : "", one.text + (one.name == one.text ? "" : " (" + one.name + ")"));
    }
    for (std::size_t i = 0; i < text.examples.size(); ++i)
        result += row(i == 0 ? "in play" : "or", example_text(text.examples[i]));
    if (text.examples.empty())
        result +=
            row("in play", "it changed nothing in " + std::string(item.saw_all ? "all " : "the first ") +
                               dsl::count_of(item.positions, "position"));
    for (const std::string& reading : text.readings) result += reading_text("read by", reading);
    if (text.approval != ApprovalState::None) result += row("approved", approval_text(text.approval));
    return result;
}

}  // namespace

std::string render_text(const ReadBack& item) {
    std::string text = item.kind + " " + dsl::visible_word(item.name) + "\n";
    for (const TextReadBack& one : item.texts) text += "\n" + lines_of_text(item, one);
    if (item.texts.empty()) text += "\n  no text that a phrase reads\n";
    return text;
}

std::string render_json(const ReadBack& item) {
    nlohmann::ordered_json texts = nlohmann::ordered_json::array();
    for (const TextReadBack& text : item.texts) {
        nlohmann::ordered_json examples = nlohmann::ordered_json::array();
        for (const ReadExample& example : text.examples) {
            nlohmann::ordered_json changes = nlohmann::ordered_json::array();
            for (const ChangeLine& change : example.changes)
                changes.push_back(
                    {{"what", change.path}, {"before", change.before}, {"after", change.after}});
            examples.push_back({{"effect", word(example.effect)},
                                {"actor", example.actor},
                                {"move", example.move},
                                {"changes", changes}});
        }
        texts.push_back({{"text", text.text},
                         {"means", dsl::mapped(text.told.meanings, told_json)},
                         {"where", told_json(text.told.words)},
                         {"readings", text.readings},
                         {"reminders", text.reminders},
                         {"libraries", text.libraries},
                         {"assumptions", dsl::mapped(text.assumptions, &AssumptionLine::name)},
                         {"examples", examples},
                         {"approval", word(text.approval)}});
    }
    const nlohmann::ordered_json json = {
        {"tool", "errata"},  {"version", version()},        {"kind", item.kind},
        {"name", item.name}, {"positions", item.positions}, {"saw_all", item.saw_all},
        {"texts", texts}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
