#include "reports/render/card_list.h"

#include <nlohmann/json.hpp>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/render/steps.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

std::string place_text(const std::string& file, std::size_t line, const std::string& spec) {
    return dsl::visible_word(shortened(file, spec)) + ":" + std::to_string(line);
}

std::string values_text(const CardLine& card) {
    return dsl::join(
        dsl::mapped(card.values, [](const auto& value) { return value.first + " " + value.second; }), ", ");
}

std::string kind_text(const CardKind& kind, const std::string& spec) {
    std::size_t lines = 0;
    std::vector<std::vector<std::string>> rows;
    for (const CardLine& card : kind.items) {
        lines += card.lines;
        rows.push_back({dsl::visible_word(card.name), values_text(card), dsl::count_of(card.lines, "line"),
                        place_text(card.file, card.line, spec)});
    }
    return kind.kind + ": " + dsl::count_of(kind.items.size(), "item") + ", " + dsl::count_of(lines, "line") +
           "\n" + table(rows, 2) + "\n";
}

std::string wording_text(const UnreadWording& wording, const std::string& spec, std::size_t count_width) {
    const std::size_t indent = 2 + count_width + 2;
    const std::string blanks(indent, ' ');
    const std::string count = dsl::count_of(wording.cards, "item");
    std::string text = "  " + padded(count, count_width) + "  " + dsl::visible_word(wording.text) + "\n";
    text += blanks + place_text(wording.file, wording.line, spec) + ":" + std::to_string(wording.column) +
            " " + dsl::visible_word(wording.card) + "\n";
    text += wrapped(dsl::visible_word(wording.message), indent, default_width);
    if (!wording.meant.empty()) text += blanks + "perhaps '" + wording.meant + "' is meant\n";
    if (!wording.stub.empty()) text += blanks + dsl::visible_word(wording.stub) + "\n";
    return text;
}

std::string unread_text(const CardList& list) {
    if (list.unread.empty()) return "";
    std::string text = "Read by no phrase:\n";
    // The first has the most.
    const std::size_t count_width = dsl::count_of(list.unread.front().cards, "item").size();
    for (const UnreadWording& wording : list.unread) text += wording_text(wording, list.spec, count_width);
    return text + "\n";
}

std::string lapsed_text(const CardList& list) {
    if (list.lapsed.empty()) return "";
    std::string text = "Approved when it meant something else:\n";
    for (const LapsedApproval& one : list.lapsed)
        text += "  " + place_text(one.file, one.line, list.spec) + " " + dsl::visible_word(one.card) + ": " +
                dsl::visible_word(one.text) + "\n";
    return text + "\n";
}

std::string cards_summary(const CardList& list) {
    std::string text = dsl::visible_word(list.spec) + ": " + dsl::count_of(list.items(), "printed item") +
                       ", " + dsl::count_of(list.lines(), "line");
    if (!list.unread.empty())
        text += ", " + std::to_string(list.unread_lines()) + " of them read by no phrase, in " +
                dsl::count_of(list.unread.size(), "wording");
    else if (!list.is_wrong)
        text += ", all of them read";
    if (list.approved > 0 || !list.lapsed.empty())
        text += "; " + dsl::count_of(list.approved, "text") + " approved";
    if (!list.lapsed.empty()) text += ", " + std::to_string(list.lapsed.size()) + " no longer";
    if (list.is_wrong) text += "; the spec has errors, so this may not be all";
    return text + "\n";
}

}  // namespace

std::string render_text(const CardList& list) {
    std::string text;
    for (const CardKind& kind : list.kinds) text += kind_text(kind, list.spec);
    return text + unread_text(list) + lapsed_text(list) + cards_summary(list);
}

std::string render_json(const CardList& list) {
    using Json = nlohmann::ordered_json;
    Json kinds = Json::array();
    for (const CardKind& kind : list.kinds) {
        Json items = Json::array();
        for (const CardLine& card : kind.items) {
            Json values = Json::object();
            for (const auto& [name, value] : card.values) values[name] = value;
            items.push_back({{"name", card.name},
                             {"values", values},
                             {"lines", card.lines},
                             {"file", card.file},
                             {"line", card.line}});
        }
        kinds.push_back({{"kind", kind.kind}, {"items", items}});
    }
    Json unread = Json::array();
    for (const UnreadWording& wording : list.unread) {
        unread.push_back({{"items", wording.cards},
                          {"lines", wording.lines},
                          {"text", wording.text},
                          {"item", wording.card},
                          {"file", wording.file},
                          {"line", wording.line},
                          {"column", wording.column},
                          {"message", wording.message},
                          {"meant", wording.meant},
                          {"stub", wording.stub}});
    }
    Json lapsed = Json::array();
    for (const LapsedApproval& one : list.lapsed)
        lapsed.push_back({{"item", one.card}, {"text", one.text}, {"file", one.file}, {"line", one.line}});
    const std::string result = list.is_wrong         ? "spec is wrong"
                               : list.unread.empty() ? "all lines are read"
                                                     : "some lines are not read";
    const Json json = {{"tool", "errata"},          {"version", version()}, {"spec", list.spec},
                       {"result", result},          {"kinds", kinds},       {"unread", unread},
                       {"approved", list.approved}, {"lapsed", lapsed}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
