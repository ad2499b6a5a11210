#include "reports/render/text.h"
#include "reports/render/questions.h"

#include <algorithm>
#include <map>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/entries.h"
#include "reports/render/brief.h"
#include "reports/render/heading.h"
#include "reports/render/remarks.h"
#include "reports/render/screened.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Severity;
using checker::Status;

namespace {

// The table of readiness.

constexpr std::size_t most_partners = 3;
constexpr std::size_t most_quiet = 12;
constexpr std::size_t widest_cell = 40;
constexpr std::size_t narrowest_cell = 16;
constexpr std::size_t longest_reason = 80;  // below the table it stands whole
constexpr std::size_t fair_name = 28;
constexpr std::size_t table_indent = 2;
constexpr std::size_t between = 2;  // columns
constexpr std::string_view findings_head = "findings";
constexpr std::string_view playable_head = "playable";

}  // namespace

// As many names as there is room for; where there is none for any, how many they are.
std::string partners_text(const std::vector<Item>& items, const Item& item, std::size_t width) {
    std::vector<std::string> names;
    for (const std::size_t partner : item.partners) names.push_back(items[partner].name);
    if (names.size() < 2) return names.empty() ? "" : cut_to(names.front(), width);
    for (std::size_t shown = std::min(most_partners, names.size()); shown > 0; --shown) {
        names.resize(shown);
        const std::size_t left = item.partners.size() - shown;
        std::string text =
            dsl::join(names, ", ") + (left > 0 ? " and " + std::to_string(left) + " more" : "");
        if (display_width(text) <= width) return text;
    }
    return dsl::count_of(item.partners.size(), "other");
}

std::string worst_text(const Item& item) {
    const std::string severity =
        item.open == 0 ? "settled" : std::string(checker::word(item.worst->severity));
    return severity + " " + code_word(*item.worst);
}

std::string reasons_text(const Item& item) {
    std::vector<std::string> reasons;
    for (const std::string& reason : item.accepted) reasons.push_back(cut_to(reason, longest_reason));
    return dsl::join(reasons, "; ");
}

namespace {

// The columns that may be cut, in the order in which they are left out of a narrow page, the last never.
enum class Words { Reasons, Partners, Name };

std::string words_text(const std::vector<Item>& items, const Item& item, Words words, std::size_t width) {
    switch (words) {
        case Words::Partners:
            return partners_text(items, item, width);
        case Words::Reasons:
            return cut_to(reasons_text(item), width);
        case Words::Name:
            return cut_to(item.name, width);
    }
    return "";
}

// How wide each may be: those that need less leave their room to the others, and those leave names, by which
// the rows are found, all but the little that they cannot do without.
std::map<Words, std::size_t> shared_out(const std::map<Words, std::size_t>& needed, std::size_t room) {
    std::vector<std::pair<std::size_t, Words>> by_need;
    by_need.reserve(needed.size());
    for (const auto& [words, width] : needed) {
        if (words != Words::Name) by_need.emplace_back(width, words);
    }
    std::ranges::sort(by_need);
    const std::size_t others = std::min(room, narrowest_cell * by_need.size());
    std::map<Words, std::size_t> widths;
    widths[Words::Name] =
        std::min(needed.at(Words::Name), std::max(room - others, std::min(room, fair_name)));
    room -= widths[Words::Name];
    for (std::size_t i = 0; i < by_need.size(); ++i) {
        const auto [width, words] = by_need[i];
        widths[words] = std::min(width, room / (by_need.size() - i));
        room -= widths[words];
    }
    return widths;
}

// What stands in the table beside the words, and how wide it is.
std::size_t taken_by_the_rest(const Report& report, const std::vector<Item>& items) {
    std::size_t worst = 0;
    for (const Item& item : items) worst = std::max(worst, worst_text(item).size());
    const std::size_t playable = report.screened ? between + playable_head.size() : 0;
    return table_indent + worst + between + findings_head.size() + playable;
}

// No narrower than a few letters of a name.
std::map<Words, std::size_t> widths_of(const Report& report, const std::vector<Item>& items,
                                       std::size_t page) {
    std::map<Words, std::size_t> needed;
    for (const Item& item : items) {
        for (const Words words : {Words::Partners, Words::Reasons, Words::Name}) {
            const std::size_t own = display_width(words_text(items, item, words, widest_cell));
            if (own > 0) needed[words] = std::max(needed[words], own);
        }
    }
    const std::size_t taken = taken_by_the_rest(report, items);
    for (;;) {
        const std::size_t room = page - std::min(page, taken + between * needed.size());
        std::map<Words, std::size_t> widths = shared_out(needed, room);
        const auto is_wide_enough = [&](const auto& entry) {
            return entry.second >= std::min(narrowest_cell, needed.at(entry.first));
        };
        if (std::ranges::all_of(widths, is_wide_enough)) return widths;
        if (needed.size() == 1) return {{Words::Name, std::min(narrowest_cell, needed.at(Words::Name))}};
        needed.erase(needed.begin());
    }
}

}  // namespace

std::string quiet_sentence(const Report& report, bool all_by_name) {
    const std::vector<ItemLine> quiet = quiet_items(report);
    if (quiet.empty()) return "";
    const std::size_t shown = all_by_name ? quiet.size() : std::min(quiet.size(), most_quiet);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < shown; ++i) names.push_back(quiet[i].name);
    const std::size_t more = quiet.size() - shown;
    return "Nothing was found about " + dsl::count_of(quiet.size(), "other") + ": " + dsl::join(names, ", ") +
           (more > 0 ? " and " + std::to_string(more) + " more" : "") + ".";
}

std::string readiness_text(const Report& report, std::size_t width) {
    const std::vector<Item> items = items_of(report.findings);
    if (items.empty()) return "";
    const std::map<Words, std::size_t> widths = widths_of(report, items, width);
    const bool has_partners = widths.contains(Words::Partners);
    const bool has_reasons = widths.contains(Words::Reasons);
    std::vector<std::string> head = {"card or rule", "worst", std::string(findings_head)};
    if (has_partners) head.emplace_back("together with");
    if (report.screened) head.emplace_back(playable_head);
    if (has_reasons) head.emplace_back("accepted");
    std::vector<std::vector<std::string>> rows = {head};
    for (const Item& item : items) {
        const auto words = [&](Words which) { return words_text(items, item, which, widths.at(which)); };
        std::vector<std::string> row = {words(Words::Name), worst_text(item), std::to_string(item.all)};
        if (has_partners) row.push_back(words(Words::Partners));
        if (report.screened) row.push_back(playable_word(report, item.name));
        if (has_reasons) row.push_back(words(Words::Reasons));
        rows.push_back(std::move(row));
    }
    return table(rows, table_indent);
}

namespace {

// A Report in a few lines.

constexpr std::ptrdiff_t heading_at = 2;  // column

std::string shown_at(const Report& report, const FindingLines& finding) {
    const Place place = place_of(report, finding);
    return shortened(place.file, report.spec) + ":" + std::to_string(place.line);
}

std::string entry_standing(const Entry& entry) {
    std::vector<std::string> words;
    if (entry.shown->expected) words.emplace_back("expected");
    if (entry.shown->status == checker::Status::Unconfirmed)
        words.emplace_back(checker::word(entry.shown->status));
    if (!entry.others.empty()) words.push_back(std::to_string(entry.others.size()) + " more like it");
    return dsl::join(words, ", ");
}

using Statuses = std::map<checker::Status, std::size_t>;

std::string counts_line(std::string_view of_what, const Statuses& counts) {
    const auto counted = [](const auto& entry) {
        return std::to_string(entry.second) + " " + std::string(checker::word(entry.first));
    };
    if (counts.empty()) return "";
    return "  " + std::string(of_what) + ": " + dsl::join(dsl::mapped(counts, counted), ", ") + "\n";
}

// Of every question that was asked, as `every_verdict` lists them.
std::string claims_line(const Report& report) {
    Statuses counts;
    for (const VerdictLine& verdict : report.verdicts) ++counts[verdict.status];
    return counts_line("Claims", counts);
}

// Of what the spec itself claims, not of the questions that every check asks.
std::string own_claims_line(const Report& report) {
    Statuses counts;
    for (const VerdictLine& verdict : report.verdicts) {
        const auto sort = verdict.about ? verdict.about->claim.sort : checker::ClaimSort::NoFinding;
        if (sort == checker::ClaimSort::Declared || sort == checker::ClaimSort::Scenario)
            ++counts[verdict.status];
    }
    return counts_line("Claims of the spec", counts);
}

std::string baseline_text(const Report& report, std::size_t width) {
    std::string text;
    for (const std::string& sentence : baseline_sentences(report))
        text += wrapped(dsl::visible_word(sentence), table_indent, width);
    return text;
}

using Rows = std::vector<std::vector<std::string>>;

bool fits_width(const std::string& lines, std::size_t width) {
    std::istringstream all(lines);
    for (std::string line; std::getline(all, line);) {
        if (display_width(line) > width) return false;
    }
    return true;
}

// On a narrow page what an entry is called, which is what is long, has a line of its own.
std::string entry_lines(const Rows& rows, std::size_t width) {
    std::string text = table(rows, table_indent);
    if (fits_width(text, width)) return text;
    Rows others = rows;
    for (std::vector<std::string>& row : others) row.erase(row.begin() + heading_at);
    std::istringstream lines(table(others, table_indent));
    text.clear();
    for (const std::vector<std::string>& row : rows) {
        std::string line;
        std::getline(lines, line);
        text += line + "\n" + wrapped(row[heading_at], 2 * table_indent, width);
    }
    return text;
}

std::string summary_text(const Report& report, const TextOptions& options) {
    std::string text =
        wrapped(dsl::visible_word(report.spec) + ": " + headline_sentence(report), 0, options.width);
    Rows rows;
    for (const Entry& entry : entries(report)) {
        const FindingLines& finding = *entry.shown;
        if (is_put_aside(finding)) continue;  // counted in the headline
        rows.push_back({severity_word(finding.severity, options.colour), code_word(finding),
                        dsl::visible_word(heading_or_title(finding)), "#" + short_fingerprint(finding),
                        shown_at(report, finding), entry_standing(entry)});
    }
    text += entry_lines(rows, options.width);
    for (const std::string& missing : report.missing)
        text += "  Missing: " + dsl::visible_word(missing) + "\n";
    text += baseline_text(report, options.width);
    return text + own_claims_line(report);
}

// A finding, with its clauses and its play.

constexpr std::size_t fingerprint_column = 64;
constexpr std::size_t clause_indent = 4;
constexpr std::size_t narrowest_clause = 32;  // with less room beside its name, it stands below it
constexpr std::size_t sentence_indent = 8;    // of what a cited row says

// In one line, or in several that go on further in.
std::string hanging(const std::string& head, const std::string& words, std::size_t width) {
    constexpr std::size_t further_in = 4;
    if (display_width(head) + display_width(words) <= width) return head + words + "\n";
    const std::string rows = wrapped(head + words, further_in, width);
    return head.starts_with("  ") ? rows.substr(further_in - 2) : rows.substr(further_in);
}

// What it is about in words, and below it what it is called.
std::string headline(const FindingLines& finding, const TextOptions& options) {
    const std::string accepted = is_put_aside(finding) ? standing_words(finding) : "";
    const std::string severity = severity_word(finding.severity, options.colour) + accepted;
    const std::string words = heading(finding);
    const std::string name = code_word(finding) + ": " + finding.title;
    const std::string fingerprint = "  #" + short_fingerprint(finding);
    if (words.empty()) {
        const std::size_t taken = severity_word(finding.severity, false).size() + accepted.size() + 1;
        return hanging(severity + " ", padded(name, fingerprint_column - taken) + fingerprint, options.width);
    }
    return hanging(severity + ": ", words, options.width) +
           hanging("  ", padded(name, fingerprint_column - 2) + fingerprint, options.width);
}

}  // namespace

std::string severity_word(Severity severity, bool colour) {
    std::string word(checker::word(severity));
    if (!colour) return word;
    const char* code = severity == Severity::Error     ? "\x1b[1;31m"
                       : severity == Severity::Warning ? "\x1b[1;33m"
                                                       : "\x1b[1;36m";
    return code + word + "\x1b[0m";
}

namespace {

// Where a clause stands and whose it is, and from which column on it says what.
struct ClauseColumns {
    std::size_t place = 0;
    std::size_t name = 0;
    std::size_t text() const { return clause_indent + place + 2 + name + 2; }
};

std::string place_words(const ClauseLine& clause, const std::string& spec) {
    return clause.file.empty() ? "" : shortened(clause.file, spec) + ":" + std::to_string(clause.line);
}

constexpr std::size_t longest_quote = 300;  // letters of what is carried out step by step, or defined

void cut_quote(ClauseLine& clause) {
    clause.text = cut_to(clause.text, longest_quote);
    std::size_t letters = 0;
    const auto is_too_much = [&](const SourceLine& line) {
        return (letters += line.text.size()) > longest_quote;
    };
    const auto cut = std::ranges::find_if(clause.written, is_too_much);
    if (cut == clause.written.end()) return;
    cut->text = "...";
    clause.written.erase(cut + 1, clause.written.end());
}

// What nests, in its own lines, the number of each below that of the first; what does not fit into a row goes
// on further in.
std::string written_text(const ClauseLine& clause, std::size_t place, std::size_t width) {
    constexpr std::size_t further_in = 4;
    std::string text;
    for (const SourceLine& line : clause.written) {
        const std::size_t column = clause_indent + place + 2 + line.text.find_first_not_of(' ');
        const std::string rows = wrapped(line.text, column + further_in, width);
        const std::string number = fmt::format("{:>{}}", line.number, clause_indent + place);
        text += padded(number, column) + rows.substr(column + further_in);
    }
    return text;
}

// Whole, however long: what is cut off may be what decides.
std::string clause_text(const ClauseLine& clause, const std::string& spec, const ClauseColumns& columns,
                        std::size_t width) {
    const std::vector<std::string> unknown = rows_without_sentence(clause);
    const std::string cited = unknown.empty() ? "" : "[" + dsl::join(unknown, ", ") + "]";
    const std::string words = "\"" + clause.text + "\"" + (cited.empty() ? "" : "  " + cited);
    const std::string head = std::string(clause_indent, ' ') +
                             padded(place_words(clause, spec), columns.place + 2) +
                             padded(clause.name, columns.name + 2);
    const std::size_t column = columns.text();
    if (column + display_width(words) <= width) return head + words + "\n";
    if (!clause.written.empty())
        return std::string(without_blanks_behind(head + cited)) + "\n" +
               written_text(clause, columns.place, width);
    const bool is_below = column + narrowest_clause > width;
    const std::string text = wrapped(words, is_below ? sentence_indent : column, width);
    return is_below ? std::string(without_blanks_behind(head)) + "\n" + text : head + text.substr(column);
}

}  // namespace

std::string render_clauses(const std::vector<ClauseLine>& clauses, const std::string& spec,
                           const TextOptions& options) {
    ClauseColumns columns;
    for (const ClauseLine& clause : clauses) {
        columns.place = std::max(columns.place, display_width(place_words(clause, spec)));
        columns.name = std::max(columns.name, display_width(clause.name));
    }
    std::string text;
    for (ClauseLine clause : clauses) {
        if (clause.is_body && !options.verbose) cut_quote(clause);
        text += clause_text(clause, spec, columns, options.width);
        for (const std::string& row : clause.rows) {
            const auto known = clause.sentences.find(row);
            if (known == clause.sentences.end()) continue;
            const std::string sentence = "[" + row + "] " + known->second;
            text += options.verbose ? wrapped(sentence, sentence_indent, options.width)
                                    : std::string(sentence_indent, ' ') +
                                          cut_to(sentence, options.width - sentence_indent) + "\n";
        }
    }
    return text;
}

namespace {

constexpr std::size_t most_definitions = 5;  // but for a verbose report

std::string definitions_text(const FindingLines& finding, const std::string& spec,
                             const TextOptions& options) {
    std::vector<ClauseLine> shown = finding.definitions;
    if (!options.verbose) {
        shown.erase(std::ranges::find_if_not(shown, says_what_words_stand_for), shown.end());
        if (shown.size() > most_definitions) shown.resize(most_definitions);
        std::ranges::for_each(shown, cut_quote);
    }
    return shown.empty() ? "" : "  where\n" + render_clauses(shown, spec, options);
}

std::string start_text(const WitnessLines& witness, const TextOptions& options) {
    std::string text;
    for (const std::string& line : witness.board) text += "      " + line + "\n";
    std::vector<std::string> settings;
    std::size_t untouched = 0;
    for (const StartLine& cell : witness.start) {
        if (cell.matters || options.verbose)
            settings.push_back(cell.path + " = " + cell.value);
        else
            ++untouched;
    }
    if (!settings.empty()) text += wrapped("At the start: " + dsl::join(settings, ", "), 2, options.width);
    if (untouched > 0)
        text += wrapped(fmt::format("(and {} of things that make no difference to this play)",
                                    dsl::count_of(untouched, "value")),
                        2, options.width);
    return text;
}

std::string loop_text(const FindingLines& finding, std::size_t width) {
    const LoopLines& loop = *finding.loop;
    std::string text;
    std::vector<std::string> net;
    for (const ChangeLine& change : loop.net_change) net.push_back(arrow(change));
    if (!net.empty()) text += wrapped("Each time round: " + dsl::join(net, ", "), 2, width);
    text += wrapped(loop_players_sentence(finding) + " (Stage: " + loop.stage + ".)", 2, width);
    std::vector<std::string> ways;
    for (const WayOutLine& way : loop.ways_out) ways.push_back(way_out_words(way));
    if (!ways.empty()) text += wrapped("Way out: " + dsl::join(ways, "; "), 2, width);
    return text;
}

// Below their label where there is no room beside it.
std::string outcomes_text(const std::vector<OutcomeLine>& outcomes, bool verbose, std::size_t width) {
    constexpr std::size_t indent = 8;
    std::vector<std::vector<std::string>> rows;
    for (const OutcomeLine& outcome : outcomes) {
        std::string label = outcome.label;
        const std::size_t all = outcome.consequences.size();
        const std::size_t shown = verbose ? all : facts_shown(all);
        for (std::size_t i = 0; i < shown; ++i)
            rows.push_back({std::exchange(label, ""), outcome.consequences[i]});
        if (shown < all) rows.push_back({"", fmt::format("and {} more (--verbose)", all - shown)});
    }
    std::size_t label = 0;
    for (const std::vector<std::string>& row : rows) label = std::max(label, display_width(row[0]));
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        const bool is_below = indent + label + narrowest_clause > width;
        const std::size_t column = is_below ? indent + 2 : indent + label + 2;
        const std::string facts = wrapped(row[1], column, width);
        if (is_below && !row[0].empty()) text += wrapped(row[0], indent, width);
        text +=
            is_below ? facts : std::string(indent, ' ') + padded(row[0], label + 2) + facts.substr(column);
    }
    return text;
}

}  // namespace

std::string render_finding(const FindingLines& finding, const std::string& spec, const TextOptions& options) {
    const std::size_t width = options.width;
    std::string text = headline(finding, options);
    text += wrapped(finding.explanation, 2, width);
    text += render_clauses(finding.clauses, spec, options);
    text += definitions_text(finding, spec, options);
    text += wrapped(origin_sentence(finding), 2, width);
    if (finding.witness) {
        text += wrapped(witness_sentence(finding), 2, width) + start_text(*finding.witness, options);
        text += render_steps(*finding.witness, spec, {.width = width, .folds = !options.verbose});
    }
    text += outcomes_text(options.verbose ? finding.outcomes : told_apart(finding.outcomes), options.verbose,
                          width);
    if (finding.loop) text += loop_text(finding, width);
    if (!waits_after_a_choice(finding)) text += wrapped(choosers_sentence(finding), 2, width);
    for (const std::string& sentence : elsewhere_sentences(finding)) text += wrapped(sentence, 2, width);
    if (finding.witness && !finding.witness->growth.empty())
        text += wrapped(finding.witness->growth, 2, width);
    if (!finding.needs.readings.empty()) {
        text += wrapped(readings_sentence(finding), 2, width);
        text += render_clauses(finding.needs.clauses, spec, options);
    }
    if (!finding.needs.versions.empty())
        text +=
            wrapped("Only in this version of the text: " + dsl::join(finding.needs.versions, ", "), 2, width);
    if (!finding.needs.assumptions.empty())
        text += wrapped("This play needs what the spec assumes: " + assumptions_sentence(finding), 2, width);
    if (finding.expected) text += "  Expected: the spec says so.\n";
    if (!finding.accepted.empty()) text += wrapped(acceptance_sentence(finding, spec), 2, width);
    if (finding.known) text += "  Known: it was there before.\n";
    if (finding.accepted.empty()) {
        if (!finding.advice.settle.empty()) text += wrapped("Fix: " + finding.advice.settle, 2, width);
        for (const std::string& sentence : finding.advice.tried) text += wrapped(sentence, 2, width);
    }
    return text;
}

namespace {

std::string others_text(const Entry& entry, std::size_t width) {
    std::string text;
    for (const std::string& sentence : also_sentences(entry)) text += wrapped(sentence, 2, width);
    for (const std::string& sentence :
         {same_words_sentence(entry), same_question_sentence(entry), same_claim_sentence(entry),
          follows_sentence(entry), alike_sentence(*entry.shown), beside_sentence(entry)})
        text += wrapped(sentence, 2, width);
    return text;
}

std::string every_verdict(const Report& report) {
    std::vector<std::vector<std::string>> rows;
    for (const VerdictLine& verdict : report.verdicts) {
        rows.push_back({std::string(checker::word(verdict.status)), verdict.claim,
                        told_detail(verdict, report.language)});
    }
    return table(rows, 4);
}

// Where many claims are left open for one reason, the first of them tell what they are about.
std::vector<std::string> briefly(std::vector<std::string> claims) {
    constexpr std::size_t most = 12;
    if (claims.size() <= most) return claims;
    const std::size_t more = claims.size() - most;
    claims.resize(most);
    claims.push_back("and " + std::to_string(more) + " more (--verbose)");
    return claims;
}

std::string verdicts_text(const Report& report, const TextOptions& options) {
    if (options.all_verdicts || options.verbose) return claims_line(report) + every_verdict(report);
    std::string text = own_claims_line(report);
    // What was left open for one reason reads as one sentence.
    std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
    for (const VerdictLine& verdict : report.verdicts) {
        if (verdict.status != Status::Bounded && verdict.status != Status::Unknown) continue;
        std::string reason =
            std::string(checker::word(verdict.status)) + ": " + in_one_line(verdict.facts, report.language);
        const auto same = [&](const auto& entry) { return entry.first == reason; };
        auto entry = std::find_if(reasons.begin(), reasons.end(), same);
        if (entry == reasons.end())
            entry = reasons.emplace(reasons.end(), std::move(reason), std::vector<std::string>{});
        auto& claims = entry->second;
        if (std::find(claims.begin(), claims.end(), verdict.claim) == claims.end())
            claims.push_back(verdict.claim);
    }
    for (const auto& [reason, claims] : reasons) {
        text +=
            wrapped(reason, 4, options.width) + wrapped(dsl::join(briefly(claims), ", "), 8, options.width);
    }
    return text;
}

std::string stats_text(const Report& report, std::size_t width) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.stats) parts.push_back(name + " " + grouped(value));
    return parts.empty() ? "" : wrapped("Searched: " + dsl::join(parts, ", "), 2, width);
}

// What was cleared and what not, and what is ready to be printed; of a run of claims only if not all hold.
std::string opening(const Report& report, const TextOptions& options) {
    if (report.findings.empty() && (options.all_verdicts || report.verdicts.empty())) return "";
    const std::string sentence = dsl::visible_word(report.spec) + ": " + opening_with_setups(report);
    const std::string table = readiness_text(report, options.width);
    const std::string quiet = table.empty() ? "" : quiet_sentence(report, options.verbose);
    return wrapped(sentence, 0, options.width) + (table.empty() ? "" : "\n" + table) +
           (quiet.empty() ? "" : wrapped(quiet, 2, options.width)) + "\n";
}

std::string scope_text(const Report& report, std::size_t width) {
    std::vector<std::string> parts;
    for (const auto& [name, value] : report.scope) parts.push_back(name + " " + std::to_string(value));
    return parts.empty() ? "" : wrapped("Scope: " + dsl::join(parts, ", "), 2, width);
}

std::string full_text(const Report& report, const TextOptions& options) {
    std::string text = opening(report, options);
    for (const Entry& entry : entries(report)) {
        text += render_finding(*entry.shown, report.spec, options);
        text += others_text(entry, options.width) + "\n";
        for (const Other& other : entry.others) {
            if (options.verbose) text += render_finding(*other.finding, report.spec, options) + "\n";
        }
    }
    text += wrapped(dsl::visible_word(report.spec) + ": " + headline_sentence(report), 0, options.width);
    for (const std::string& missing : report.missing)
        text += wrapped("Missing: " + missing, 2, options.width);
    text += baseline_text(report, options.width);
    text += verdicts_text(report, options);
    if (report.screened)
        text += screened_text(*report.screened, report.language) + playability_text(*report.screened);
    if (!report.unread.names.empty())
        text +=
            wrapped("Unread, and so on no table: " + dsl::join(report.unread.names, ", "), 2, options.width);
    text += scope_text(report, options.width) + stats_text(report, options.width);
    for (const std::string& sentence : report.not_analysed)
        text += wrapped("Not analysed: " + sentence, 2, options.width);
    if (!report.made_tables.empty())
        text += "  Tables made from the vocabulary; copy them into the spec to change them:\n\n" +
                report.made_tables;
    return text;
}

// The brief form.

constexpr std::size_t brief_indent = 2;
constexpr std::size_t widest_label = 24;  // of a row: a card's name
constexpr std::size_t narrowest_label = 6;
constexpr std::size_t lines_of_quote = 2;

// At most so many lines, the last of which says that there is more.
std::string in_lines(const std::string& words, std::size_t column, std::size_t most, std::size_t width) {
    std::istringstream all(wrapped(words, column, width));
    std::vector<std::string> lines;
    for (std::string line; std::getline(all, line);) lines.push_back(line);
    if (lines.size() > most) {
        lines.resize(most);
        lines.back() = cut_to(lines.back() + " .....", std::min(width, display_width(lines.back()) + 4));
    }
    return dsl::join(lines, "\n") + "\n";
}

std::string labelled(const std::string& label, const std::string& words, std::size_t column, std::size_t most,
                     std::size_t width) {
    const std::string head = std::string(brief_indent, ' ') +
                             padded(cut_to(label, column - brief_indent - 2), column - brief_indent);
    return head + in_lines(words, column, most, width).substr(column);
}

// Where it stands goes behind what it says.
std::string quote_row(const ClauseLine& clause, const std::string& spec, std::size_t column,
                      std::size_t width) {
    const std::string place = place_words(clause, spec);
    const std::string behind = place.empty() ? "" : "(" + unbroken(place) + ")";
    if (clause.text.empty()) return labelled(clause.name, behind, column, lines_of_quote, width);
    std::size_t room = lines_of_quote * (width - column);
    for (;; room -= std::min(room, std::size_t{8})) {
        const std::string words = "\"" + cut_to(clause.text, room) + "\" " + behind;
        const std::string lines = wrapped(words, column, width);
        const bool fits = std::ranges::count(lines, '\n') <= static_cast<std::ptrdiff_t>(lines_of_quote);
        if (fits || room < narrowest_clause)
            return labelled(clause.name, words, column, lines_of_quote, width);
    }
}

}  // namespace

std::string render_briefly(const Entry& entry, const Report& report, const TextOptions& options) {
    const FindingLines& finding = *entry.shown;
    const BriefQuotes quotes = brief_quotes(finding);
    const std::vector<BriefRow> rows = brief_rows(entry);
    std::size_t label = narrowest_label;
    for (const ClauseLine& clause : quotes.shown) label = std::max(label, display_width(clause.name));
    const std::size_t column = brief_indent + std::min(label, widest_label) + 2;
    std::string text = hanging(severity_word(finding.severity, options.colour) + ": ",
                               heading_or_title(finding) + standing_words(finding) + " [" +
                                   code_word(finding) + "] #" + short_fingerprint(finding),
                               options.width);
    for (const ClauseLine& clause : quotes.shown)
        text += quote_row(clause, report.spec, column, options.width);
    if (!quotes.left_out.empty())
        text += labelled("also", dsl::join(quotes.left_out, ", "), column, 1, options.width);
    for (const BriefRow& row : rows) {
        if (row.is_picture) {
            std::istringstream picture(row.words);
            for (std::string line; std::getline(picture, line);)
                text += std::string(column, ' ') + line + "\n";
        } else {
            text += labelled(row.label, row.words, column, row.most_lines, options.width);
        }
    }
    return text;
}

namespace {

// What was left open is told below what was found.
std::string questions_text(const std::vector<QuestionLine>& lines, std::size_t width) {
    std::size_t label = 0;
    for (const QuestionLine& line : lines) label = std::max(label, display_width(line.question));
    const std::size_t column = brief_indent + label + 2;
    std::string text;
    for (const QuestionLine& line : lines) {
        text += std::string(brief_indent, ' ') + padded(line.question, label + 2) +
                in_lines(line.found, column, 2, width).substr(column);
        if (!line.open.empty()) text += in_lines("open: " + line.open, column, 2, width);
    }
    return text;
}

std::string brief_summary(const Report& report, const std::vector<Entry>& all, const TextOptions& options) {
    const std::string counts = brief_counts(report, all);
    std::string text = wrapped(
        dsl::visible_word(report.spec) + ": " + (counts.empty() ? opening_sentence(report) : counts + "."), 0,
        options.width);
    if (counts.empty() && report.verdicts.empty()) return text;
    if (!counts.empty()) text += questions_text(question_lines(report, all), options.width);
    for (const std::string& missing : report.missing)
        text += wrapped("Missing: " + dsl::visible_word(missing), brief_indent, options.width);
    if (const std::string lines = baseline_text(report, options.width); !lines.empty())
        text += "\nSince " + dsl::visible_word(report.held_against->name) + ":\n" + lines;
    const std::vector<std::string> model = about_the_model(report, all);
    if (!model.empty()) text += "\nAbout the spec itself:\n";
    for (const std::string& sentence : model) text += in_lines(sentence, brief_indent, 2, options.width);
    return text;
}

std::string brief_text(const Report& report, const TextOptions& options) {
    const std::vector<Entry> all = entries(report);
    const std::vector<Entry> told = options.all ? all : worst_of(all);
    std::string text = brief_summary(report, all, options);
    for (const Entry& entry : told) text += "\n" + render_briefly(entry, report, options);
    if (options.all_verdicts) text += "\n" + claims_line(report) + every_verdict(report);
    if (report.screened)
        text += "\n" + screened_text(*report.screened, report.language) + playability_text(*report.screened);
    const std::vector<std::string> next = next_commands(report, all, told);
    if (!next.empty()) text += "\n";
    for (const std::string& sentence : next) text += wrapped(sentence, 0, options.width);
    return text;
}

}  // namespace

std::string render_text(const Report& report, const TextOptions& options) {
    if (!report.checked) return "";
    if (options.summary) return summary_text(report, options);
    return options.full || options.verbose ? full_text(report, options) : brief_text(report, options);
}

std::string render_table(const std::vector<std::pair<const Report*, Result>>& runs) {
    std::vector<std::vector<std::string>> rows = {{"spec", "expected", "found", "result"}};
    for (const auto& [report, result] : runs) {
        std::size_t met = 0;
        for (const FindingLines& finding : report->findings) met += finding.expected ? 1U : 0U;
        std::string expected = "-";
        if (report->has_expectations) {
            expected = report->missing.empty()
                           ? fmt::format("{} met", met)
                           : fmt::format("{} met, {} missing", met, report->missing.size());
        }
        rows.push_back({dsl::visible_word(report->spec), expected,
                        report->checked ? counts_sentence(*report) : "-", std::string(word(result))});
    }
    return table(rows, 0);
}

}  // namespace errata::reports
