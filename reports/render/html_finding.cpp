#include "reports/render/html_finding.h"

#include <algorithm>

#include <fmt/format.h>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/readiness.h"
#include "reports/render/heading.h"
#include "reports/render/html_outcomes.h"
#include "reports/render/html_play.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"

namespace errata::reports::html {

using checker::Severity;
using checker::Status;

namespace {

// The rows of the rulebook that the clause cites, in the words of the rulebook.
Html cited_rows(const ClauseLine& clause) {
    Html rows;
    for (const std::string& row : clause.rows) {
        const auto known = clause.sentences.find(row);
        if (known == clause.sentences.end()) continue;
        rows += element("p", {{"class", "rulebook"}},
                        worded("span", "cited", row) + escaped(" " + known->second));
    }
    return rows;
}

// What nests keeps its lines, each with its number.
Html clause_text(const ClauseLine& clause) {
    if (clause.written.empty()) return worded("blockquote", "text", clause.text);
    Html lines;
    for (const SourceLine& line : clause.written)
        lines += element("li", {{"value", std::to_string(line.number)}}, element("code", escaped(line.text)));
    return element("blockquote", {{"class", "text"}}, element("ol", {{"class", "written"}}, lines));
}

Html clause_card(const ClauseLine& clause, const std::string& spec) {
    Html head = worded("span", "name", clause.name) + escaped(" ") + worded("span", "kind", clause.kind);
    Html foot;
    for (const std::string& cited : rows_without_sentence(clause))
        foot += worded("span", "cited", cited) + escaped(" ");
    if (!clause.file.empty())
        foot += worded("span", "place", shortened(clause.file, spec) + ":" + std::to_string(clause.line));
    const std::string looks =
        std::string(clause.is_rule ? " rule" : "") + (clause.written.empty() ? "" : " nests");
    return element("li", {{"class", "clause" + looks}},
                   element("p", {{"class", "head"}}, head) + clause_text(clause) + cited_rows(clause) +
                       element("p", {{"class", "foot"}}, foot));
}

Html clauses(const std::vector<ClauseLine>& lines, const std::string& label, const std::string& spec) {
    if (lines.empty()) return {};
    Html cards;
    for (const ClauseLine& clause : lines) cards += clause_card(clause, spec);
    return element("ul", {{"class", "clauses"}, {"role", "list"}, {"aria-label", label}}, cards);
}

// A few are read at once; more are folded.
Html folded_clauses(const std::vector<ClauseLine>& lines, const std::string& label, const std::string& spec) {
    if (lines.empty()) return {};
    constexpr std::size_t few = 2;
    Attributes folded = {{"class", "defined"}};
    if (lines.size() <= few) folded.emplace_back("open", "");
    return element("details", folded, element("summary", escaped(label)) + clauses(lines, label, spec));
}

Html definitions(const FindingLines& finding, const std::string& spec) {
    std::vector<ClauseLine> words = finding.definitions;
    std::vector<ClauseLine> around = finding.definitions;
    std::erase_if(words, [](const ClauseLine& line) { return !is_what_words_come_to(line); });
    std::erase_if(around, is_what_words_come_to);
    return folded_clauses(words, "What these words come to", spec) +
           folded_clauses(
               around,
               "What lies around it: who else acts, what there was to choose from, how the game is run",
               spec);
}

Html fact(const std::string& term, const Html& description) {
    return element("div", element("dt", escaped(term)) + element("dd", description));
}

Html loop(const FindingLines& finding) {
    if (!finding.loop) return {};
    const LoopLines& loop = *finding.loop;
    Html facts;
    if (!loop.net_change.empty()) {
        Html changes;
        for (const ChangeLine& change : loop.net_change) changes += change_item(change);
        facts += fact("Each time round", element("ul", {{"class", "changes"}}, changes));
    }
    facts += fact("Stage", escaped(loop.stage));
    facts += fact("Who", escaped(loop_players_sentence(finding)));
    if (!loop.ways_out.empty()) {
        facts += fact("Way out", element("ul", each("li", dsl::mapped(loop.ways_out, way_out_words))));
    }
    return element("dl", {{"class", "loop"}}, facts);
}

// To another finding of the page.
Html link_to(const FindingLines& finding, const std::string& words, const Section& section) {
    return element("li", element("a", {{"href", "#" + section.anchors.at(&finding)}}, escaped(words)));
}

std::string title_and_number(const FindingLines& finding) {
    return heading_or_title(finding) + " #" + short_fingerprint(finding);
}

Html others(const Entry& entry, Alike alike, const std::string& words, const Section& section) {
    Html items;
    std::size_t count = 0;
    for (const Other& other : entry.others) {
        if (other.alike != alike) continue;
        ++count;
        const std::string name = alike == Alike::Words ? names_of(*other.finding) + ": "
                                 : alike == Alike::Question || alike == Alike::Claim
                                     ? breaker_of(*other.finding) + ": "
                                     : "";
        items += link_to(*other.finding, name + other_name(entry, other), section);
    }
    if (count == 0) return {};
    return element(
        "details", {{"class", "same"}},
        element("summary", escaped(words + dsl::count_of(count, "more time"))) + element("ul", items));
}

Html others(const Entry& entry, const Section& section) {
    return others(entry, Alike::Clauses, "The same clauses make a finding of this family ", section) +
           others(entry, Alike::Words, "Cards read by the same phrases make the same finding ", section) +
           others(entry, Alike::Question, "Others disagree about the same, in the same play, ", section) +
           others(entry, Alike::Claim,
                  is_left_open(*entry.shown) ? "The same is left open where others ask "
                                             : "The same claim is broken otherwise ",
                  section) +
           others(entry, Alike::Follows, "What the spec says of itself fails by this ", section);
}

// What has a part in common with this entry.
Html beside(const Entry& entry, const Section& section) {
    if (entry.beside.empty()) return {};
    Html items;
    for (const FindingLines* other : entry.beside)
        items += link_to(*other, title_and_number(*other), section);
    const std::string shared = shared_sentence(entry);
    return element("details", {{"class", "same"}},
                   element("summary", escaped(beside_words(entry) + ": " +
                                              std::to_string(entry.beside.size()) + " more. " + shared)) +
                       element("ul", items));
}

// Other entries that something settles which was tried on this one, to go to.
Html settled_too(const FindingLines& finding, const Section& section) {
    const std::vector<std::string>& too = finding.advice.settles_too;
    if (too.empty()) return {};
    Html links;
    for (const auto& [other, anchor] : section.anchors) {
        if (std::ranges::find(too, other->fingerprint) != too.end())
            links += link_to(*other, title_and_number(*other), section);
    }
    return element("p", escaped("One edit for this and for:")) + element("ul", links);
}

Html settle(const FindingLines& finding, const Section& section) {
    if (!finding.accepted.empty()) return worded("p", "settled", acceptance_sentence(finding, section.spec));
    Html content;
    if (finding.expected) content += worded("p", "settled", "Expected: the spec says so.");
    if (!finding.advice.settle.empty())
        content += element("p", element("b", escaped("Settle it: ")) + prose(finding.advice.settle));
    for (const std::string& sentence : finding.advice.tried)
        content += element("p", {{"class", "tried"}}, prose(sentence));
    content += settled_too(finding, section);
    if (finding.expected) return element("div", {{"class", "settle"}}, content);
    content += element(
        "div", {{"class", "accept"}},
        element("pre", {{"tabindex", "0"}, {"aria-label", "The line that accepts it"}},
                element("code", escaped(accept_line(finding, section)))) +
            element("button", {{"type", "button"}, {"class", "needs-script"}, {"data-copy", "accept"}},
                    escaped("Copy")));
    return element("div", {{"class", "settle"}}, content);
}

// How it stands, where that is not what every finding is.
Html standing(const FindingLines& finding) {
    Html marks;
    if (finding.status != Status::Refuted) marks += worded("span", "mark-of", checker::word(finding.status));
    if (finding.expected) marks += worded("span", "mark-of", "expected");
    if (!finding.accepted.empty()) marks += worded("span", "mark-of", "accepted");
    return marks;
}

Html headline(const FindingLines& finding, const std::string& anchor) {
    const Html line = severity_mark(finding.severity) + escaped(" ") + worded("span", "code", finding.code) +
                      escaped(" ") + standing(finding) +
                      element("a", {{"class", "anchor"}, {"href", "#" + anchor}},
                              escaped("#" + short_fingerprint(finding)));
    return element("span", {{"class", "line"}}, line) + worded("h4", "title", heading_or_title(finding));
}

std::string numbers_of(const FindingLines& finding, const Section& section) {
    std::vector<std::string> numbers;
    for (const ClauseLine& clause : involved_in(finding))
        numbers.push_back(std::to_string(section.items.at(item_key(clause))));
    return dsl::join(numbers, " ");
}

}  // namespace

Html severity_mark(Severity severity) {
    const std::string word(checker::word(severity));
    return worded("span", "severity " + word, word);
}

std::string accept_line(const FindingLines& finding, const Section& section) {
    const std::string digits = short_fingerprint(finding);
    const auto others = section.beginnings.find(digits);
    const bool is_alone = others == section.beginnings.end() || others->second < 2;
    return fmt::format("-- {}: {}\naccept \"{}\" because \"...\"", finding.code,
                       dsl::visible_word(finding.title), is_alone ? digits : finding.fingerprint);
}

Html article(const Entry& entry, Fold fold, const Section& section) {
    const FindingLines& finding = *entry.shown;
    const std::string& anchor = section.anchors.at(&finding);
    Html body = element("p", {{"class", "explanation"}}, prose(finding.explanation));
    if (!finding.clauses.empty()) body += worded("p", "caption", "What it takes:");
    body += clauses(finding.clauses, "What it takes", section.spec);
    body += definitions(finding, section.spec);
    if (finding.witness) body += play(finding, section.spec, section.tints);
    body += outcomes(finding.outcomes, section.tints, finding.witness ? &*finding.witness : nullptr) +
            loop(finding);
    if (const std::string who = choosers_sentence(finding); !who.empty()) body += worded("p", "players", who);
    for (const std::string& sentence : elsewhere_sentences(finding)) body += worded("p", "players", sentence);
    if (!finding.needs.readings.empty()) {
        body += worded("p", "readings", readings_sentence(finding)) +
                clauses(finding.needs.clauses, "What these readings say", section.spec);
    }
    if (!finding.needs.versions.empty()) {
        body += worded("p", "readings",
                       "Only in this version of the text: " + dsl::join(finding.needs.versions, ", "));
    }
    const std::string name =
        heading(finding).empty() ? "" : " The spec may call it \"" + finding.title + "\".";
    body += worded("p", "origin", origin_sentence(finding) + name) + others(entry, section) +
            beside(entry, section) +
            (finding.alike.empty() ? Html() : worded("p", "alike", alike_sentence(finding))) +
            settle(finding, section);
    Attributes folded;
    if (fold == Fold::Open) folded.emplace_back("open", "");
    const std::string twin = fold == Fold::Twin ? " twin" : "";
    return element("article",
                   {{"class", "finding " + std::string(checker::word(finding.severity)) + twin},
                    {"id", anchor},
                    {"data-severity", std::string(checker::word(finding.severity))},
                    {"data-code", finding.code},
                    {"data-items", numbers_of(finding, section)}},
                   element("details", folded,
                           element("summary", headline(finding, anchor)) +
                               element("div", {{"class", "body"}}, body))) +
           Html{"\n"};
}

}  // namespace errata::reports::html
