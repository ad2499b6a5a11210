#include "reports/render/markdown.h"

#include <algorithm>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/render/brief.h"
#include "reports/render/heading.h"
#include "reports/render/remarks.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"
#include "reports/render/text.h"

namespace errata::reports::markdown {

namespace {

constexpr std::size_t sentence_room = 100;  // of the sentence that says what was left out

std::string cut(std::string_view words, std::size_t longest) {
    return std::string(dsl::front_of(words, longest)) + (words.size() > longest ? "..." : "");
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

namespace {

// Shares of the comment: whatever a spec holds, something of everything is seen.
constexpr std::size_t table_room = 8'000;
constexpr std::size_t readiness_room = 6'000;
constexpr std::size_t messages_room = 8'000;
constexpr std::size_t open_room = 4'000;
constexpr std::size_t most_details = 10;
constexpr std::size_t longest_text = 1'500;  // of an explanation or a clause

struct ShownEntry {
    const Report* report;
    Entry entry;
};

// What counts comes first, what the spec settles itself last.
std::vector<ShownEntry> worst_first(const Reports& reports) {
    std::vector<ShownEntry> shown;
    for (const auto& [report, result] : reports) {
        for (const Entry& entry : entries(*report)) shown.push_back({report, entry});
    }
    std::ranges::stable_sort(shown, {}, [](const ShownEntry& one) {
        const FindingLines& finding = *one.entry.shown;
        return std::tuple(is_settled(finding), !counts(*one.report, finding), finding.severity);
    });
    return shown;
}

std::string title_line(const FindingLines& finding) {
    return "<b>" + std::string(checker::word(finding.severity)) +
           "</b>: " + escaped(heading_or_title(finding)) + standing_words(finding) + " <code>" +
           escaped(short_fingerprint(finding)) + "</code> <code>" + escaped(code_word(finding)) + "</code>";
}

std::string place_in_brackets(const Place& place, const Report& report) {
    if (place.file.empty()) return "";
    return " (<code>" + escaped(shortened(place.file, report.spec)) + ":" + std::to_string(place.line) +
           "</code>)";
}

std::string quote_items(const FindingLines& finding, const Report& report) {
    const BriefQuotes quotes = brief_quotes(finding);
    std::string text;
    for (const ClauseLine& clause : quotes.shown) {
        text += "* <b>" + escaped(clause.name) + "</b>" + place_in_brackets(place_of(clause), report) + ": " +
                escaped(clause.text, longest_text);
        if (!clause.rows.empty()) text += " (" + escaped(cited_sentence(clause), longest_text) + ")";
        text += "\n";
    }
    if (!quotes.left_out.empty())
        text += "* also " + escaped(dsl::join(quotes.left_out, ", "), longest_text) + "\n";
    return text;
}

std::string details(const ShownEntry& shown) {
    const FindingLines& finding = *shown.entry.shown;
    std::string text =
        "<details><summary>" + title_line(finding) + "</summary>\n\n" + quote_items(finding, *shown.report);
    std::string picture;
    for (const BriefRow& row : brief_rows(shown.entry)) {
        if (row.is_picture)
            picture = "\n" + fenced(row.words);
        else
            text += "* <b>" + row.label + "</b>: " + prose(row.words, longest_text) + "\n";
    }
    if (!finding.accepted.empty())
        text += "* " + escaped(acceptance_sentence(finding, shown.report->spec), longest_text) + "\n";
    return text + picture + "\n</details>\n\n";
}

// The worst entries with their details as long as there is room, then by name alone.
std::string finding_blocks(const Reports& reports, std::size_t room) {
    const std::vector<ShownEntry> all = worst_first(reports);
    std::vector<std::string> blocks;
    std::size_t total = 0;
    for (std::size_t i = 0; i < std::min(all.size(), most_details) && total <= room; ++i) {
        blocks.push_back(details(all[i]));
        total += blocks.back().size();
    }
    if (total <= room && blocks.size() == all.size()) return dsl::join(blocks, "");
    std::string text;
    std::size_t number = 0;
    while (number < blocks.size() && text.size() + blocks[number].size() <= room / 4 * 3)
        text += blocks[number++];
    text += "By name alone (`--format html` has everything about them):\n\n";
    std::vector<std::string> lines;
    for (std::size_t i = number; i < all.size(); ++i)
        lines.push_back("* " + title_line(*all[i].entry.shown) + "\n");
    return text + fitting(lines, room - text.size() - 1, "entries") + "\n";
}

std::string brief_headline(const Report& report) {
    const std::string counts = brief_counts(report, entries(report));
    return counts.empty() ? opening_sentence(report) : counts;
}

std::string comment_headline(const Reports& reports) {
    if (reports.size() == 1 && reports[0].first->checked)
        return escaped(brief_headline(*reports[0].first), longest_text);
    std::size_t failed = 0;
    std::size_t open = 0;
    for (const auto& [report, result] : reports) {
        failed += result == Result::Findings || result == Result::Wrong ? 1U : 0U;
        open += result == Result::Inconclusive ? 1U : 0U;
    }
    return dsl::count_of(reports.size(), "spec") + ": " + std::to_string(failed) + " with defects, " +
           std::to_string(open) + " inconclusive, " + std::to_string(reports.size() - failed - open) + " ok";
}

std::string table(const Reports& reports) {
    std::vector<std::string> rows;
    for (const auto& [report, result] : reports) {
        rows.push_back("| " + escaped(report->spec) + " | " +
                       (report->checked ? escaped(counts_sentence(*report)) : "-") + " | " +
                       std::string(word(result)) + " |\n");
    }
    return "| spec | found | result |\n|---|---|---|\n" + fitting(rows, table_room, "specs") + "\n";
}

// What is ready to be printed and what is not.
std::string readiness(const Report& report) {
    const std::vector<Item> items = items_of(report.findings);
    if (items.empty()) return "";
    const bool has_playable = tells_what_is_playable(report);
    const auto row = [&](const Item& item) {
        return "| " + escaped(item.name) + " | " + escaped(worst_text(item)) + " | " +
               std::to_string(item.all) + " | " + escaped(partners_text(items, item)) + " | " +
               (has_playable ? playable_word(report, item.name) + " | " : "") + escaped(reasons_text(item)) +
               " |\n";
    };
    const std::string quiet = quiet_sentence(report, false);
    return std::string("<details><summary>Cards and rules that findings name</summary>\n\n") +
           "| card or rule | worst | findings | together with | " +
           (has_playable ? "playable | accepted |\n|---" : "accepted |\n") + "|---|---|---|---|---|\n" +
           fitting(dsl::mapped(items, row), readiness_room, "cards and rules") + "\n" +
           (quiet.empty() ? "" : escaped(quiet, longest_text) + "\n\n") + "</details>\n\n";
}

// What was asked and what became of it, and what the spec is like.
std::string summary(const Report& report) {
    const std::vector<Entry> all = entries(report);
    std::string text = "| asked | found |\n|---|---|\n";
    for (const QuestionLine& line : question_lines(report, all)) {
        const std::string open = line.open.empty() ? "" : "; open: " + line.open;
        text += "| " + escaped(line.question) + " | " + escaped(line.found + open, longest_text) + " |\n";
    }
    text += "\n";
    for (const std::string& sentence : baseline_sentences(report))
        text += "* " + prose(sentence, longest_text) + "\n";
    for (const std::string& sentence : about_the_model(report, all))
        text += "* " + prose(sentence, longest_text) + "\n";
    return text + "\n";
}

// Of several specs there is no room for it.
std::string of_one(const Reports& reports, std::string (*words)(const Report&)) {
    return reports.size() == 1 && reports[0].first->checked ? words(*reports[0].first) : "";
}

std::string messages(const Reports& reports) {
    std::vector<std::string> lines;
    for (const auto& [report, result] : reports) {
        for (const DiagnosticLine& line : report->diagnostics) {
            const Place place{line.file, line.line, line.column};
            lines.push_back("* <b>" + escaped(line.severity) + "</b> <code>" + escaped(line.code) +
                            "</code>" + place_in_brackets(place, *report) + ": " +
                            escaped(line.message, longest_text) +
                            (line.hint.empty() ? "" : "; " + escaped(line.hint, longest_text)) + "\n");
        }
        for (const Lack& lack : lacks(*report))
            lines.push_back("* <b>error</b>: " + escaped(lack.sentence) + "\n");
    }
    return lines.empty() ? "" : fitting(lines, messages_room, "messages") + "\n";
}

std::string not_analysed(const Reports& reports) {
    std::vector<std::string> lines;
    for (const auto& [report, result] : reports) {
        for (const std::string& sentence : report->not_analysed)
            lines.push_back("* Not analysed: " + escaped(sentence) + "\n");
    }
    return lines.empty() ? "" : "\n" + fitting(lines, open_room, "sentences");
}

std::string comment(const Reports& reports) {
    const std::string head = "<!-- errata -->\n### Errata: " + comment_headline(reports) + "\n\n" +
                             table(reports) + of_one(reports, summary) + messages(reports);
    const std::string foot = of_one(reports, readiness) + (reports.size() > 1 ? not_analysed(reports) : "");
    return head + finding_blocks(reports, longest_comment - 1 - head.size() - foot.size()) + foot;
}

}  // namespace

}  // namespace errata::reports::markdown

namespace errata::reports {

std::string render_markdown(const Reports& reports) { return markdown::comment(reports); }

}  // namespace errata::reports
