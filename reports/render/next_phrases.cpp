#include "reports/render/next_phrases.h"

#include <nlohmann/json.hpp>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/render/steps.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

std::string what_it_does(const NextPhrase& phrase) {
    if (phrase.unlocks > 0) return "unlocks " + dsl::count_of(phrase.unlocks, "item");
    const std::size_t items = phrase.example.cards;
    return "in " + dsl::count_of(items, "item") + (items == 1 ? " that lacks more" : " that lack more");
}

std::string choices_text(const NextPhrase& phrase) {
    const std::vector<std::string> quoted = dsl::mapped(
        phrase.choices, [](const std::string& wording) { return "\"" + dsl::visible_word(wording) + "\""; });
    return quoted.empty() ? "" : "or use a phrase that is there: " + dsl::join(quoted, ", ");
}

std::string phrase_text(const NextPhrase& phrase, std::size_t number, std::size_t number_width,
                        const std::string& spec) {
    const UnreadWording& example = phrase.example;
    const std::size_t indent = 2 + number_width + 2;
    const std::string blanks(indent, ' ');
    std::string text = "  " + padded(std::to_string(number), number_width) + "  " + what_it_does(phrase) +
                       ": " + dsl::visible_word(example.stub.empty() ? example.message : example.stub) + "\n";
    text += wrapped(dsl::visible_word(shortened(example.file, spec)) + ":" + std::to_string(example.line) +
                        ":" + std::to_string(example.column) + " " + dsl::visible_word(example.card) + ": " +
                        dsl::visible_word(example.text),
                    indent, default_width);
    if (!phrase.begun.empty())
        text += blanks + "not filled in yet: " + dsl::visible_word(shortened(phrase.begun, spec)) + "\n";
    if (!example.meant.empty()) text += blanks + "perhaps '" + example.meant + "' is meant\n";
    return text + wrapped(choices_text(phrase), indent, default_width);
}

std::string are(std::size_t count) { return count == 1 ? " is" : " are"; }

std::string summary_text(const NextPhrases& next) {
    std::string text = dsl::visible_word(next.spec) + ": " + std::to_string(next.read) + " of " +
                       dsl::count_of(next.items, "printed item") + are(next.read) + " read";
    const std::size_t shown = next.phrases.size();
    if (shown > 0) {
        text += ", and " + std::to_string(next.unlocked()) + " more with " +
                (shown == 1 ? "this phrase" : "these " + std::to_string(shown) + " phrases");
        if (next.wanted > shown) text += "; " + std::to_string(next.wanted - shown) + " others are wanted";
    }
    if (next.is_wrong) text += "; the spec has errors, so this may not be all";
    return text + "\n";
}

}  // namespace

std::string render_text(const NextPhrases& next) {
    std::string text;
    const std::size_t number_width = std::to_string(next.phrases.size()).size();
    if (!next.phrases.empty()) text = "To write next:\n";
    for (std::size_t i = 0; i < next.phrases.size(); ++i)
        text += phrase_text(next.phrases[i], i + 1, number_width, next.spec);
    return text + (text.empty() ? "" : "\n") + summary_text(next);
}

std::string render_json(const NextPhrases& next) {
    nlohmann::ordered_json phrases = nlohmann::ordered_json::array();
    for (const NextPhrase& phrase : next.phrases) {
        const UnreadWording& example = phrase.example;
        phrases.push_back({{"unlocks", phrase.unlocks},
                           {"items", example.cards},
                           {"lines", example.lines},
                           {"wording", phrase.wording},
                           {"stub", example.stub},
                           {"begun", phrase.begun},
                           {"choices", phrase.choices},
                           {"text", example.text},
                           {"item", example.card},
                           {"file", example.file},
                           {"line", example.line},
                           {"column", example.column},
                           {"message", example.message},
                           {"meant", example.meant}});
    }
    const std::string result = next.is_wrong      ? "spec is wrong"
                               : next.wanted == 0 ? "all lines are read"
                                                  : "some lines are not read";
    const nlohmann::ordered_json json = {
        {"tool", "errata"},        {"version", version()},  {"spec", next.spec},
        {"result", result},        {"items", next.items},   {"read", next.read},
        {"more", next.unlocked()}, {"wanted", next.wanted}, {"next", phrases}};
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
