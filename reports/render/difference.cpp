#include "reports/render/difference.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/render/heading.h"
#include "reports/render/markdown.h"
#include "reports/render/sentences.h"
#include "reports/version.h"

namespace errata::reports {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::size_t most_lines = 4;  // of an item, and of what is done at a parting
constexpr std::size_t most_alone = 6;  // partings in which nothing takes part that was changed
constexpr std::size_t longest_line = 160;

// A line of the report, with how far in it stands.
struct ShownLine {
    std::size_t indent = 0;
    std::string words;
};

std::vector<const FindingLines*> new_findings(const Report& report) {
    std::vector<const FindingLines*> result;
    for (const FindingLines& finding : report.findings) {
        if (!is_settled(finding)) result.push_back(&finding);
    }
    return result;
}

std::string finding_words(std::string_view severity, const std::string& heading, const std::string& code,
                          const std::string& fingerprint) {
    return fmt::format("{}: {} [{}] #{}", severity, heading, code, short_form(fingerprint));
}

std::vector<ShownLine> problem_rows(const Report& report) {
    const HeldAgainst& held = *report.held_against;
    const std::vector<const FindingLines*> added = new_findings(report);
    const auto known = std::ranges::count_if(report.findings, &FindingLines::known);
    std::vector<ShownLine> rows = {
        {0, fmt::format("Problems: {} new, {} gone, {} as before.", added.size(), held.gone.size(), known)}};
    for (const FindingLines* const finding : added)
        rows.push_back(
            {2, "new   " + finding_words(checker::word(finding->severity), heading_or_title(*finding),
                                         code_word(*finding), finding->fingerprint)});
    for (const KnownFinding& gone : held.gone)
        rows.push_back({2, "gone  " + finding_words(checker::word(gone.severity), gone.heading, gone.code,
                                                    gone.fingerprint)});
    for (const Worse& worse : held.worse) rows.push_back({2, "worse " + worse_sentence(worse)});
    return rows;
}

void add_few(std::vector<ShownLine>& rows, std::size_t indent, const std::string& label,
             const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < std::min(lines.size(), most_lines); ++i)
        rows.push_back({indent, label + cut_to(lines[i], longest_line)});
    if (lines.size() > most_lines)
        rows.push_back({indent, label + fmt::format("and {} more", lines.size() - most_lines)});
}

std::string play_words(const Parting& parting) {
    const std::string setup = "In setup \"" + parting.setup + "\"";
    if (parting.play.empty()) return setup + ", where play begins:";
    std::string words;
    for (std::size_t i = 0; i < parting.play.size(); ++i)
        words += fmt::format("{} {}.{}", i + 1, parting.play[i], i + 1 < parting.play.size() ? " " : "");
    return setup + ", after " + words;
}

void add_parting(std::vector<ShownLine>& rows, std::size_t indent, const Parting& parting) {
    rows.push_back({indent, play_words(parting)});
    add_few(rows, indent + 2, "before: ", parting.before);
    add_few(rows, indent + 2, "now:    ", parting.now);
}

std::string_view change_word(Edit change) {
    switch (change) {
        case Edit::Changed:
            return "changed";
        case Edit::New:
            return "new";
        case Edit::Gone:
            return "gone";
    }
    return "";
}

std::string states_words(const ComparedSetup& setup) {
    if (!setup.is_listed) return "not compared, for it begins in too many positions";
    const std::string bound = setup.is_whole ? "" : " of those that were looked at (--states)";
    const std::string same = dsl::count_of(setup.states, "position") + bound;
    if (setup.parting_states == 0 && setup.partings.empty())
        return "play is the same in " + std::string(setup.is_whole ? "all " : "") + same;
    if (setup.parting_states == 0) return "it begins otherwise; beside that play is the same in " + same;
    return "play parts in " + dsl::count_of(setup.parting_states, "position") + ", and is the same in " +
           same;
}

// Those that no changed item has brought up are told by themselves.
std::vector<const Parting*> told_with_items(const Behaviour& behaviour) {
    return dsl::mapped(behaviour.items, [&](const ChangedItem& item) { return parting_of(behaviour, item); });
}

bool parts_without_items(const Behaviour& behaviour) {
    const std::vector<const Parting*> told = told_with_items(behaviour);
    return std::ranges::any_of(behaviour.setups, [&](const ComparedSetup& setup) {
        return std::ranges::any_of(setup.partings, [&](const Parting& parting) {
            return std::ranges::find(told, &parting) == told.end();
        });
    });
}

std::vector<ShownLine> written_rows(const Behaviour& behaviour) {
    std::vector<ShownLine> rows = {
        {0, behaviour.items.empty() ? "Nothing is written otherwise." : "Written otherwise:"}};
    const bool parts_elsewhere = parts_without_items(behaviour);
    for (const ChangedItem& item : behaviour.items) {
        rows.push_back({2, fmt::format("{} {} ({})", item.kind, item.name, change_word(item.change))});
        add_few(rows, 4, "before: ", item.before);
        add_few(rows, 4, "now:    ", item.now);
        if (const Parting* const parting = parting_of(behaviour, item)) {
            add_parting(rows, 4, *parting);
        } else {
            rows.push_back({4, parts_elsewhere
                                   ? "It takes no part where play parts, as far as was looked: see below."
                                   : "No position was found in which play goes on otherwise by it."});
        }
    }
    return rows;
}

std::vector<ShownLine> play_rows(const Behaviour& behaviour) {
    std::vector<ShownLine> rows = {{0, "Play:"}};
    const std::vector<const Parting*> told_above = told_with_items(behaviour);
    std::size_t told = 0;
    std::size_t same_setups = 0;
    std::size_t same_positions = 0;
    for (const ComparedSetup& setup : behaviour.setups) {
        const std::string name = "setup \"" + setup.setup + "\"";
        if (setup.change != Edit::Changed) {
            rows.push_back({2, fmt::format("{} ({})", name, change_word(setup.change))});
            continue;
        }
        if (setup.is_listed && setup.is_whole && setup.partings.empty()) {
            ++same_setups;
            same_positions += setup.states;
            continue;
        }
        rows.push_back({2, name + ": " + states_words(setup)});
        for (const Parting& parting : setup.partings) {
            if (std::ranges::find(told_above, &parting) != told_above.end() || told == most_alone) continue;
            ++told;
            add_parting(rows, 4, parting);
        }
    }
    if (same_setups > 0)
        rows.push_back(
            {2, fmt::format("Play is the same in all {} of {}.", dsl::count_of(same_positions, "position"),
                            dsl::count_of(same_setups, "setup"))});
    return rows;
}

std::vector<ShownLine> rows_of(const Difference& difference) {
    std::vector<ShownLine> rows = problem_rows(difference.report);
    for (const std::vector<ShownLine>& more :
         {written_rows(difference.behaviour), play_rows(difference.behaviour)}) {
        rows.push_back({});
        rows.insert(rows.end(), more.begin(), more.end());
    }
    return rows;
}

Json to_json(const Parting& parting) {
    return {{"setup", parting.setup},
            {"play", parting.play},
            {"before", parting.before},
            {"now", parting.now},
            {"used", parting.used}};
}

}  // namespace

std::string difference_text(const Difference& difference, std::size_t width) {
    std::string text =
        wrapped(dsl::visible_word(difference.before) + " and " + dsl::visible_word(difference.now), 0, width);
    for (const ShownLine& row : rows_of(difference))
        text += row.words.empty() ? "\n" : wrapped(dsl::visible_word(row.words), row.indent, width);
    return text;
}

std::string difference_json(const Difference& difference) {
    const HeldAgainst& held = *difference.report.held_against;
    Json json = {
        {"tool", "errata"}, {"version", version()}, {"before", difference.before}, {"now", difference.now}};
    json["new"] = Json::array();
    for (const FindingLines* const finding : new_findings(difference.report))
        json["new"].push_back({{"fingerprint", finding->fingerprint},
                               {"code", code_word(*finding)},
                               {"severity", checker::word(finding->severity)},
                               {"heading", heading_or_title(*finding)}});
    json["gone"] = Json::array();
    for (const KnownFinding& gone : held.gone)
        json["gone"].push_back({{"fingerprint", gone.fingerprint},
                                {"code", gone.code},
                                {"severity", checker::word(gone.severity)},
                                {"heading", gone.heading}});
    json["known"] = std::ranges::count_if(difference.report.findings, &FindingLines::known);
    json["worse"] = dsl::mapped(held.worse, worse_sentence);
    json["items"] = Json::array();
    for (const ChangedItem& item : difference.behaviour.items) {
        const Parting* const parting = parting_of(difference.behaviour, item);
        json["items"].push_back({{"kind", item.kind},
                                 {"name", item.name},
                                 {"change", change_word(item.change)},
                                 {"before", item.before},
                                 {"now", item.now},
                                 {"parting", parting == nullptr ? Json(nullptr) : to_json(*parting)}});
    }
    json["setups"] = Json::array();
    for (const ComparedSetup& setup : difference.behaviour.setups) {
        Json partings = Json::array();
        for (const Parting& parting : setup.partings) partings.push_back(to_json(parting));
        json["setups"].push_back({{"setup", setup.setup},
                                  {"change", change_word(setup.change)},
                                  {"same", setup.states},
                                  {"parting", setup.parting_states},
                                  {"whole", setup.is_whole},
                                  {"listed", setup.is_listed},
                                  {"partings", std::move(partings)}});
    }
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string difference_markdown(const Difference& difference) {
    std::string text = "<!-- errata diff -->\n### Errata: " + markdown::escaped(difference.before) + " and " +
                       markdown::escaped(difference.now) + "\n\n";
    for (const ShownLine& row : rows_of(difference)) {
        if (row.words.empty()) {
            text += "\n";
        } else if (row.indent == 0) {
            text += "**" + markdown::escaped(row.words) + "**\n\n";
        } else {
            text += std::string(row.indent - 2, ' ') + "* " + markdown::escaped(row.words) + "\n";
        }
    }
    return text;
}

}  // namespace errata::reports
