#include "reports/render/html.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/entries.h"
#include "reports/explain/help.h"
#include "reports/readiness.h"
#include "reports/render/brief.h"
#include "reports/render/html_finding.h"
#include "reports/render/html_markup.h"
#include "reports/render/questions.h"
#include "reports/render/screened.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"

namespace errata::reports::html {

using checker::Severity;
using checker::Status;

namespace {

// The first thing that a reader sees of a spec: what was looked for, found and cleared, and within which
// scope.
Html question_item(const Asked& asked) {
    const std::string state = asked.refuted > 0 ? "found" : asked.open > 0 ? "open" : "cleared";
    std::string words = asked.refuted > 0 ? "found" : asked.open > 0 ? "not cleared" : "cleared";
    if (asked.refuted > 0 && asked.open > 0) words += "; not all cleared";
    Html content = element("span", {{"class", "asked"}}, prose(with_what_it_excludes(asked))) + escaped(" ") +
                   worded("span", "state", words);
    if (!asked.limits.empty()) {
        content += worded("span", "limit", dsl::join({asked.limits.begin(), asked.limits.end()}, "; "));
    }
    return element("li", {{"class", state}}, content);
}

Html questions(const Report& report) {
    Html items;
    for (const Asked& one : asked_questions(report)) items += question_item(one);
    return items.empty()
               ? items
               : element("ul",
                         {{"class", "questions"}, {"role", "list"}, {"aria-label", "What was looked for"}},
                         items);
}

std::string result_class(Result result) {
    switch (result) {
        case Result::Passed:
            return "result passed";
        case Result::Findings:
            return "result findings";
        case Result::Wrong:
            return "result wrong";
        case Result::Inconclusive:
            return "result inconclusive";
    }
    return "result";
}

std::string scope_words(const Report& report) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.scope) parts.push_back(name + " " + std::to_string(value));
    return dsl::join(parts, ", ");
}

Html line(const std::string& term, const std::string& words) {
    if (words.empty()) return {};
    return element("div", element("dt", escaped(term)) + element("dd", escaped(words)));
}

Html overview(const Report& report, Result result, const std::string& id) {
    const std::string title =
        report.title.empty() ? std::filesystem::path(report.spec).filename().string() : report.title;
    Html content = element("p", {{"class", "eyebrow"}},
                           worded("span", result_class(result), word(result)) + escaped(" ") +
                               worded("span", "path", report.spec)) +
                   element("h2", {{"id", id}}, escaped(dsl::visible_word(title)));
    if (!report.checked) {
        content += worded("p", "headline",
                          "The spec is wrong: " + dsl::count_of(report.diagnostics.size(), "message") +
                              ". Nothing was looked for.");
        return element("header", {{"class", "overview"}}, content);
    }
    const std::vector<Entry> all = entries(report);
    const std::string counts = brief_counts(report, all);
    content += worded("p", "headline", counts.empty() ? opening_sentence(report) : counts + ".");
    if (!report.missing.empty()) {
        content += element(
            "div", {{"class", "missing"}},
            worded("p", "label", "Expected and not found") + element("ul", each("li", report.missing)));
    }
    Html since;
    for (const std::string& sentence : baseline_sentences(report)) since += element("li", prose(sentence));
    if (!since.empty())
        content += element("div", {{"class", "baseline"}},
                           worded("p", "label", "Since " + report.held_against->name) + element("ul", since));
    Html model;
    for (const std::string& sentence : about_the_model(report, all)) model += element("li", prose(sentence));
    if (!model.empty())
        content += element("details", {{"class", "model"}},
                           element("summary", escaped("About the spec itself")) + element("ul", model));
    content +=
        element("details", {{"class", "asked-for"}},
                element("summary", escaped("What was asked, where, and what is open")) + questions(report) +
                    element("dl", {{"class", "scope"}},
                            line("Scope", scope_words(report)) + line("Found in", found_in(report)) +
                                line("No finding in", nothing_found_in(report))));
    return element("header", {{"class", "overview"}}, content);
}

// The form by which a reader chooses the findings that are shown: by severity, code, card and words. It is
// for the script alone; report.js reads its names.
Html option(const std::string& value, const std::string& words) {
    return element("option", {{"value", value}}, escaped(words));
}

Html chooser(const std::string& label, const std::string& name, const Html& options) {
    return element("label", worded("span", "label", label) +
                                element("select", {{"name", name}}, option("", "all") + options));
}

Html severities(const Report& report) {
    Html boxes;
    for (const Severity severity : compiler::all_severities) {
        const auto count = std::ranges::count(report.findings, severity, &FindingLines::severity);
        if (count == 0) continue;
        const std::string word(checker::word(severity));
        boxes += element(
            "label", {{"class", "box"}},
            lone_element("input",
                         {{"type", "checkbox"}, {"name", "severity"}, {"value", word}, {"checked", ""}}) +
                severity_mark(severity) + escaped(" " + std::to_string(count)));
    }
    return element("fieldset", worded("legend", "label", "Severity") + boxes);
}

Html codes(const Report& report) {
    std::map<std::string, std::size_t> counts;
    for (const FindingLines& finding : report.findings) ++counts[code_word(finding)];
    Html options;
    for (const auto& [code, count] : counts)
        options += option(code, code + " (" + std::to_string(count) + ")");
    return options;
}

// By name, each with its place among the items as its value.
Html cards(const std::vector<Item>& items) {
    std::vector<std::pair<std::string, std::size_t>> names;
    for (std::size_t i = 0; i < items.size(); ++i)
        names.emplace_back(items[i].name + " (" + std::to_string(items[i].all) + ")", i);
    std::ranges::sort(names);
    Html options;
    for (const auto& [name, number] : names) options += option(std::to_string(number), name);
    return options;
}

Html filters(const Report& report, const std::vector<Item>& items) {
    const Html words =
        element("label", {{"class", "words"}},
                worded("span", "label", "Words") +
                    lone_element("input", {{"type", "search"}, {"name", "words"}, {"autocomplete", "off"}}));
    const std::string total = dsl::count_of(report.findings.size(), "finding");
    const Html form = severities(report) + chooser("Code", "code", codes(report)) +
                      chooser("Card or rule", "item", cards(items)) + words +
                      element("button", {{"type", "reset"}}, escaped("Show all")) +
                      element("button", {{"type", "button"}, {"data-fold", "all"}}, escaped("Fold all")) +
                      element("output", {{"name", "total"}, {"aria-live", "polite"}}, escaped(total));
    return element(
        "details", {{"class", "needs-script choose"}},
        element("summary", escaped("Choose which findings are shown")) +
            element(
                "search",
                element("form", {{"class", "filters"}, {"aria-label", "Which findings are shown"}}, form)));
}

// What is ready to be printed and what is not, as a table: a row for each card, terrain or rule that a
// finding names, the worst first.

// Partners that are named in the table before the others are folded.
constexpr std::size_t most_named_partners = 4;

std::string partner_names(const std::vector<Item>& items, const Item& item, std::size_t from,
                          std::size_t to) {
    std::vector<std::string> names;
    std::size_t number = 0;
    for (const std::size_t partner : item.partners) {
        if (number >= from && number < to) names.push_back(items[partner].name);
        ++number;
    }
    return dsl::join(names, ", ");
}

Html partners(const std::vector<Item>& items, const Item& item) {
    Html content = escaped(partner_names(items, item, 0, most_named_partners));
    if (item.partners.size() <= most_named_partners) return content;
    const std::string more = std::to_string(item.partners.size() - most_named_partners) + " more";
    return content + escaped(" and ") +
           element("details",
                   element("summary", escaped(more)) +
                       escaped(": " + partner_names(items, item, most_named_partners, item.partners.size())));
}

Html cell(const std::string& value, const Html& content) {
    return element("td", {{"data-value", value}}, content);
}

bool has_reasons(const std::vector<Item>& items) {
    return std::ranges::any_of(items, [](const Item& item) { return !item.accepted.empty(); });
}

Html item_row(const Report& report, const std::vector<Item>& items, std::size_t number,
              const Section& section) {
    const Item& item = items[number];
    const std::string anchor = "#" + section.anchors.at(item.worst);
    const Html name =
        element("a", {{"href", anchor}, {"data-item", std::to_string(number)}}, escaped(item.name));
    // The table comes worst first, so that the number of the row is the order of what is worst.
    const Html worst =
        item.open == 0 ? worded("span", "severity settled", "settled") : severity_mark(item.worst->severity);
    const std::string use = playable_word(report, item.name);
    const Html playable = tells_what_is_playable(report) ? cell(use, escaped(use)) : Html{};
    Html reasons;
    for (const std::string& reason : item.accepted) reasons += element("p", escaped(reason));
    const Html accepted = has_reasons(items) ? cell(std::to_string(item.accepted.size()), reasons) : Html{};
    return element("tr", element("th", {{"scope", "row"}, {"data-value", dsl::lower(item.name)}},
                                 name + escaped(" ") + worded("span", "kind", item.kind)) +
                             cell(std::to_string(number),
                                  worst + escaped(" ") + worded("span", "code", code_word(*item.worst))) +
                             cell(std::to_string(item.all), escaped(std::to_string(item.all))) +
                             cell(std::to_string(item.partners.size()), partners(items, item)) + playable +
                             accepted) +
           Html{"\n"};
}

// Nothing is said of it.
Html quiet_row(const Report& report, const ItemLine& item, std::size_t number, bool has_reasons) {
    const std::string use = playable_word(report, item.name);
    return element("tr", {{"class", "quiet"}},
                   element("th", {{"scope", "row"}, {"data-value", dsl::lower(item.name)}},
                           escaped(item.name + " ") + worded("span", "kind", item.kind)) +
                       cell(std::to_string(number), worded("span", "severity settled", "nothing found")) +
                       cell("0", escaped("0")) + cell("0", {}) +
                       (tells_what_is_playable(report) ? cell(use, escaped(use)) : Html{}) +
                       (has_reasons ? cell("0", {}) : Html{})) +
           Html{"\n"};
}

Html sorted_head(const std::string& words, const std::string& sorted_as) {
    return element("th", {{"scope", "col"}, {"data-sort", sorted_as}}, escaped(words));
}

Html readiness_html(const Report& report, const std::vector<Item>& items, const Section& section) {
    const std::vector<ItemLine> quiet = quiet_items(report);
    const std::size_t all = items.size() + quiet.size();
    if (all == 0) return {};
    const Html head =
        element("tr", sorted_head("Card or rule", "words") + sorted_head("Worst", "number") +
                          sorted_head("Findings", "number") + sorted_head("Together with", "number") +
                          (tells_what_is_playable(report) ? sorted_head("Playable", "words") : Html{}) +
                          (has_reasons(items) ? sorted_head("Accepted", "number") : Html{}));
    Html rows;
    for (std::size_t i = 0; i < items.size(); ++i) rows += item_row(report, items, i, section);
    for (std::size_t i = 0; i < quiet.size(); ++i)
        rows += quiet_row(report, quiet[i], items.size() + i, has_reasons(items));
    constexpr std::size_t many = 12;  // report.css folds what is more
    Html more;
    if (all > many)
        more = element("button", {{"type", "button"}, {"class", "needs-script"}, {"data-show", "all"}},
                       escaped("Show all " + std::to_string(all)));
    return element(
        "section", {{"class", "readiness"}},
        element("h3", escaped("What is ready to print, and what is not")) +
            scrolling_table("sortable", "Cards and rules, and the worst that was found of each", head, rows) +
            more);
}

// The screens of a spec: what was laid out on each table and seen to the end, what each printed item did
// there, and the tables that were made for the spec, to be copied. The text report says the same.

Html heads(const std::vector<std::string>& words) {
    Html cells;
    for (const std::string& word : words) cells += element("th", {{"scope", "col"}}, escaped(word));
    return element("tr", cells);
}

std::string count_words(std::size_t count) { return grouped(static_cast<double>(count)); }

// Sets that were not seen to the end, each with what stood in the way.
Html open_sets(const checker::ScreenedSets& sets, Language language) {
    if (sets.open == 0) return {};
    Html items;
    for (const checker::ScreenedSets::Open& one : sets.shown)
        items += element("li", escaped(open_set(one, language)));
    const std::size_t more = sets.open - std::min(sets.open, sets.shown.size());
    if (more > 0) items += element("li", escaped("and " + count_words(more) + " more"));
    return element("details", element("summary", escaped(count_words(sets.open))) + element("ul", items));
}

Html tables(const checker::Screened& screened, Language language) {
    Html rows;
    for (const checker::ScreenedSets& sets : screened.sets) {
        const std::string seen = count_words(sets.sets - sets.open) + " of " + count_words(sets.sets) +
                                 (sets.all_known ? "" : " that there was time for");
        rows += row(
            "td", {escaped(sets.table), escaped(sizes_word(sets.items, sets.kind)), escaped(seen),
                   escaped(sets.turns == 0 ? "to the end of every play" : dsl::count_of(sets.turns, "turn")),
                   open_sets(sets, language)});
    }
    const std::string not_asked = not_asked_sentence(screened);
    return scrolling_table("screens", "What was laid out on which table",
                           heads({"Table", "Sets", "Seen to the end", "Play followed for", "Not seen"}),
                           rows) +
           (not_asked.empty() ? Html() : worded("p", "not-asked", not_asked));
}

std::string played_word(const checker::ItemUse& item) {
    const std::optional<bool> playable = checker::playable(item);
    if (!playable) return "";
    return *playable ? "yes" : "never";
}

Html items(const checker::Screened& screened) {
    if (screened.items.empty()) return {};
    Html rows;
    std::size_t to_look_at = 0;
    for (const checker::ItemUse& item : screened.items) {
        const std::string said = playability_word(screened, item);
        to_look_at += said == "fine" ? 0U : 1U;
        rows += row("td", {escaped(item.name), escaped(played_word(item)),
                           escaped(dsl::join(item.acts_with, " + ")), escaped(said)});
    }
    const std::string words =
        dsl::count_of(screened.items.size(), "item") + ", " + std::to_string(to_look_at) + " to look at";
    return element(
        "details",
        element("summary", escaped(words)) +
            scrolling_table("playability", "What each printed item does on the tables",
                            heads({"Item", "Playable", "Does something in the set", "Verdict"}), rows));
}

// What wants a look, without unfolding anything.
Html to_look_at(const checker::Screened& screened) {
    const std::vector<std::string> lines = playability_lines(screened);
    return lines.empty() ? Html{} : element("ul", {{"class", "playability"}}, each("li", lines));
}

Html made_tables(const Report& report) {
    if (report.made_tables.empty()) return {};
    return element(
        "details", {{"class", "made"}},
        element("summary",
                escaped("Tables made from the vocabulary; copy them into the spec to change them")) +
            element("div", {{"class", "accept"}},
                    element("pre", {{"tabindex", "0"}, {"aria-label", "The tables"}},
                            element("code", escaped(report.made_tables))) +
                        element("button",
                                {{"type", "button"}, {"class", "needs-script"}, {"data-copy", "tables"}},
                                escaped("Copy"))));
}

Html screened(const Report& report) {
    if (!report.screened) return {};
    return element("section", {{"class", "screened"}},
                   element("h3", escaped("What was tried on the tables")) +
                       tables(*report.screened, report.language) + to_look_at(*report.screened) +
                       items(*report.screened) + made_tables(report));
}

// What stands behind the findings: the claims with their verdicts, what was not analysed, the diagnostics,
// what the codes mean, and the numbers of the search.

// All verdicts about one claim: of each setup there may be one.
struct Claim {
    std::string words;
    std::map<Status, std::size_t> statuses;
    std::vector<std::string> details;  // each once
};

std::vector<Claim> claims_of(const Report& report) {
    std::vector<Claim> claims;
    std::map<std::string, std::size_t> known;
    for (const VerdictLine& verdict : report.verdicts) {
        const auto [entry, is_new] = known.try_emplace(verdict.claim, claims.size());
        if (is_new) claims.push_back({verdict.claim, {}, {}});
        Claim& claim = claims[entry->second];
        ++claim.statuses[verdict.status];
        const std::string detail = told_detail(verdict, report.language);
        const bool is_said = std::ranges::find(claim.details, detail) != claim.details.end();
        if (!is_said && !detail.empty()) claim.details.push_back(detail);
    }
    return claims;
}

// What is refuted first, then what is not settled.
int weight(const Claim& claim) {
    constexpr std::array order = {Status::Refuted, Status::Unconfirmed, Status::Unknown,
                                  Status::Bounded, Status::Complete,    Status::Proved};
    for (std::size_t i = 0; i < order.size(); ++i) {
        if (claim.statuses.contains(order[i])) return static_cast<int>(i);
    }
    return static_cast<int>(order.size());
}

Html details_html(const std::vector<std::string>& details) {
    if (details.size() == 1) return escaped(details[0]);
    if (details.empty()) return {};
    return element("details", element("summary", escaped(dsl::count_of(details.size(), "answer"))) +
                                  element("ul", each("li", details)));
}

Html claim_row(const Claim& claim) {
    Html statuses;
    for (const auto& [status, count] : claim.statuses) {
        const std::string word(checker::word(status));
        statuses += worded("span", "status " + word, count == 1 ? word : fmt::format("{} {}", count, word)) +
                    escaped(" ");
    }
    return row("td", {escaped(claim.words), statuses, details_html(claim.details)});
}

Html verdicts(const Report& report) {
    std::vector<Claim> claims = claims_of(report);
    if (claims.empty()) return {};
    std::ranges::stable_sort(claims, {}, weight);
    std::map<Status, std::size_t> counts;
    for (const VerdictLine& verdict : report.verdicts) ++counts[verdict.status];
    const auto counted = [](const auto& entry) {
        return fmt::format("{} {}", entry.second, checker::word(entry.first));
    };
    Html rows;
    for (const Claim& claim : claims) rows += claim_row(claim);
    const Html heading = element("h3", escaped("Claims")) + escaped(" ") +
                         worded("span", "aside", dsl::join(dsl::mapped(counts, counted), ", "));
    return element("details", {{"class", "group behind"}},
                   element("summary", heading) +
                       scrolling_table("claims", "Claims and their verdicts",
                                       heads({"Claim", "Verdict", "What was looked at"}), rows));
}

Html not_analysed_html(const Report& report) {
    if (report.not_analysed.empty()) return {};
    return element("section",
                   element("h3", escaped("Not analysed")) + element("ul", each("li", report.not_analysed)));
}

Html diagnostics(const Report& report) {
    if (report.diagnostics.empty()) return {};
    Html items;
    for (const DiagnosticLine& line : report.diagnostics) {
        const std::string place =
            line.file.empty()
                ? ""
                : fmt::format("{}:{}:{}", shortened(line.file, report.spec), line.line, line.column);
        Html content =
            element("p", {{"class", "line"}},
                    worded("span", "severity " + line.severity, line.severity) + escaped(" ") +
                        worded("span", "code", line.code) + escaped(" ") + worded("span", "place", place)) +
            worded("p", "message", line.message);
        if (!line.hint.empty()) content += worded("p", "hint", line.hint);
        for (const std::string& note : line.notes) content += worded("p", "hint", note);
        items += element("li", content) + Html{"\n"};
    }
    return element(
        "section", {{"class", "diagnostics"}},
        element("h3", escaped("The spec as it is written")) + element("ol", {{"role", "list"}}, items));
}

Html meanings(const Report& report, Ids& ids) {
    std::map<std::string_view, compiler::FindingCode> codes;
    for (const FindingLines& finding : report.findings) codes.emplace(code_name(finding.code), finding.code);
    Html entries;
    for (const auto& [name, code] : codes) {
        const FindingHelp* help = find_help(code);
        if (help == nullptr) continue;
        const std::string word(name);
        entries += element("dt", {{"id", ids.unique("code-" + word)}}, worded("span", "code", word)) +
                   element("dd", element("p", escaped(help->means)) +
                                     element("p", element("b", escaped("How Errata knows: ")) +
                                                      escaped(help->decided)));
    }
    if (entries.empty()) return {};
    return element("details", {{"class", "group behind"}},
                   element("summary", element("h3", escaped("What the codes mean"))) +
                       element("dl", {{"class", "meanings"}}, entries));
}

Html statistics(const Report& report) {
    if (report.stats.empty()) return {};
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.stats) parts.push_back(name + " " + grouped(value));
    return worded("p", "statistics", "Searched: " + dsl::join(parts, ", "));
}

// The page as a whole: a section for each spec, in front of them a table of contents.

Section section_of(const Report& report, const std::vector<Item>& items, Ids& ids) {
    Section section;
    section.spec = report.spec;
    for (std::size_t i = 0; i < items.size(); ++i) section.items.emplace(key_of(items[i]), i);
    for (const FindingLines& finding : report.findings) {
        section.anchors.emplace(&finding, ids.unique(short_fingerprint(finding)));
        ++section.beginnings[short_fingerprint(finding)];
        if (finding.witness) add_tints(*finding.witness, section.tints);
    }
    return section;
}

// Findings of one standing, entry by entry; what an entry does not show stands folded behind it.
struct Group {
    std::string title;
    bool is_open = true;
    std::size_t entries = 0;
    std::size_t findings = 0;   // those that entries do not show among them
    std::size_t put_aside = 0;  // as grave, and told in the last group
    Html articles;
};

std::size_t group_of(const FindingLines& finding) {
    constexpr std::size_t put_aside = 3;
    if (is_put_aside(finding)) return put_aside;
    return static_cast<std::size_t>(finding.severity);
}

std::string put_aside_words(const Report& report) {
    return report.held_against ? "accepted or known" : "accepted";
}

std::vector<Group> groups_of(const Report& report, const Section& section) {
    std::vector<Group> groups(4);
    groups[0].title = "Errors";
    groups[1].title = "Warnings";
    groups[2] = {"Notes", false, 0, 0, 0, {}};
    groups[3] = {dsl::with_capital(put_aside_words(report)), false, 0, 0, 0, {}};
    for (const Entry& entry : entries(report)) {
        Group& group = groups[group_of(*entry.shown)];
        ++group.entries;
        ++group.findings;
        group.articles += article(entry, group.is_open ? Fold::Open : Fold::Folded, section);
        for (const Other& other : entry.others) {
            Group& own = groups[group_of(*other.finding)];
            ++own.findings;
            own.articles += article(Entry{other.finding, {}}, Fold::Twin, section);
        }
    }
    for (const FindingLines& finding : report.findings) {
        if (is_put_aside(finding)) ++groups[static_cast<std::size_t>(finding.severity)].put_aside;
    }
    return groups;
}

Html group_html(const Group& group, std::string_view put_aside) {
    std::string count = std::to_string(group.entries);
    if (group.findings != group.entries)
        count = fmt::format("{} entries for {} findings", group.entries, group.findings);
    if (group.put_aside > 0) count += fmt::format("; {} more {}, see below", group.put_aside, put_aside);
    const Html heading = element("h3", escaped(group.title + " ") + worded("span", "count", count));
    if (group.is_open) return element("section", {{"class", "group"}}, heading + group.articles);
    return element("details", {{"class", "group"}}, element("summary", heading) + group.articles);
}

Html findings_html(const Report& report, const std::vector<Item>& items, const Section& section) {
    if (report.findings.empty()) return {};
    Html content = filters(report, items);
    for (const Group& group : groups_of(report, section)) {
        if (group.findings > 0) content += group_html(group, put_aside_words(report));
    }
    return content;
}

Html spec_html(const Report& report, Result result, const std::string& id, Ids& ids) {
    Html content = overview(report, result, id);
    if (!report.checked) {
        content += diagnostics(report);
    } else {
        const std::vector<Item> items = items_of(report.findings);
        const Section section = section_of(report, items, ids);
        content += element("div", {{"class", "findings"}, {"id", ids.unique(id + "-findings")}},
                           findings_html(report, items, section));
        content += readiness_html(report, items, section) + screened(report) + verdicts(report) +
                   not_analysed_html(report) + diagnostics(report) + meanings(report, ids) +
                   statistics(report);
    }
    return element("section", {{"class", "spec"}, {"aria-labelledby", id}}, content) + Html{"\n"};
}

// Of several specs, where each is and what became of it.
Html contents(const Reports& reports, const std::vector<std::string>& ids) {
    if (reports.size() < 2) return {};
    Html rows;
    for (std::size_t i = 0; i < reports.size(); ++i) {
        const auto& [report, result] = reports[i];
        const Html link = element("a", {{"href", "#" + ids[i]}}, escaped(dsl::visible_word(report->spec)));
        rows += row("td",
                    {link, escaped(report->checked ? counts_sentence(*report) : "-"), escaped(word(result))});
    }
    const Html head = row("th", {escaped("Spec"), escaped("Found"), escaped("Result")});
    return element("nav", {{"aria-label", "Specs"}},
                   scrolling_table("specs", "What became of each spec", head, rows));
}

std::string page_title(const Reports& reports) {
    if (reports.size() != 1) return dsl::count_of(reports.size(), "spec") + " - Errata";
    const Report& report = *reports[0].first;
    const std::string name = dsl::visible_word(report.title.empty() ? report.spec : report.title);
    return name + ": " + (report.checked ? counts_sentence(report) : std::string(word(reports[0].second))) +
           " - Errata";
}

std::string page(const Reports& reports) {
    Ids ids;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < reports.size(); ++i)
        names.push_back(ids.unique("spec-" + std::to_string(i + 1)));
    Html sections;
    for (std::size_t i = 0; i < reports.size(); ++i)
        sections += spec_html(*reports[i].first, reports[i].second, names[i], ids);
    Html skip;
    if (!names.empty())
        skip = element("a", {{"class", "skip"}, {"href", "#" + names[0]}}, escaped("Skip to the results"));
    const Html masthead = element("header", {{"class", "masthead"}},
                                  element("h1", escaped("Errata")) +
                                      worded("p", "aside", "What a game's rules get wrong before print"));
    return document(page_title(reports),
                    skip + masthead + contents(reports, names) + element("main", sections));
}

}  // namespace

}  // namespace errata::reports::html

namespace errata::reports {

std::string render_html(const Reports& reports) { return html::page(reports); }

}  // namespace errata::reports
