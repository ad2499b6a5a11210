#include "reports/render/html_finding.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/readiness.h"
#include "reports/render/acceptance.h"
#include "reports/render/brief.h"
#include "reports/render/heading.h"
#include "reports/render/html_board.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"

namespace errata::reports::html {

using checker::Severity;
using checker::Status;

namespace {

// The play: where it starts (board and open facts), then each step with who acts, what is chosen and what
// changes. Without a script it is a list. report.js steps through the same list, so every step carries what
// the drawing of the board needs. Rounds between the first and the last are folded.

// Fewer rounds than this between the first and the last are shown.
constexpr std::size_t fewest_folded = 2;

// The steps from `begin` up to `end` are rounds like those before and behind them.
struct Folded {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t rounds = 0;
};

Folded folded_rounds(const WitnessLines& witness) {
    const std::size_t borders = witness.rounds.size();
    if (borders < fewest_folded + 3) return {};
    return {witness.rounds[1], std::min(witness.rounds[borders - 2], witness.steps.size()), borders - 3};
}

// A heading per turn pays only where turns have more than a step or two.
bool has_turns(const WitnessLines& witness) {
    return !witness.steps.empty() && witness.steps.back().turn > 1 &&
           witness.steps.size() >= 2 * witness.steps.back().turn;
}

// What stands above a step: a new turn, the beginning of what repeats.
std::vector<std::string> marks(const WitnessLines& witness, std::size_t step) {
    std::vector<std::string> result;
    const std::size_t turn = witness.steps[step].turn;
    const bool is_new = step == 0 || witness.steps[step - 1].turn != turn;
    if (is_new && has_turns(witness)) result.push_back(fmt::format("Turn {}", turn));
    if (witness.loop_start == step) result.emplace_back("From here it repeats");
    const auto round = std::ranges::find(witness.rounds, step);
    if (round == witness.rounds.end()) return result;
    const auto number = static_cast<std::size_t>(round - witness.rounds.begin()) + 1;
    if (number == 1)
        result.emplace_back("From here, round after round");
    else if (number < witness.rounds.size())
        result.push_back(fmt::format("Round {}", number));
    return result;
}

// "A.at: a1 → b1" as an item of a list.
Html change_item(const ChangeLine& change) {
    return element("li", element("b", escaped(change.path)) + escaped(" ") +
                             element("del", escaped(change.before)) + escaped(" → ") +
                             element("ins", escaped(change.after)));
}

Html changes_list(const std::vector<ChangeLine>& changes) {
    if (changes.empty()) return {};
    Html items;
    for (const ChangeLine& change : changes) items += change_item(change);
    return element("ul", {{"class", "changes"}}, items);
}

Html step_item(const WitnessLines& witness, std::size_t index, const std::string& spec,
               std::optional<Grid>& grid) {
    const StepLine& step = witness.steps[index];
    Html content;
    for (const std::string& mark : marks(witness, index)) content += worded("p", "mark", mark);
    const Html what =
        worded("span", "actor", step.actor) + escaped(" ") + worded("span", "choice", choice_words(step));
    Html act = worded("span", "number", std::to_string(index + 1)) + element("span", what);
    if (!step.rule.empty()) act += escaped(" ") + worded("span", "place", shortened(step.rule, spec));
    content += element("div", {{"class", "act"}}, act) + changes_list(step.changes);
    Attributes attributes = {{"class", step.by_rules ? "step by-rules" : "step"}};
    if (grid) {
        std::string squares = board_changes(step, *grid);
        if (!squares.empty()) attributes.emplace_back("data-squares", std::move(squares));
    }
    return element("li", attributes, content) + Html{"\n"};
}

Html steps_list(const WitnessLines& witness, const std::string& spec) {
    std::optional<Grid> grid = read_grid(witness.board);
    const Folded folded = folded_rounds(witness);
    Html shown;
    Html inside;
    for (std::size_t i = 0; i < witness.steps.size(); ++i) {
        const bool is_folded = i >= folded.begin && i < folded.end;
        (is_folded ? inside : shown) += step_item(witness, i, spec, grid);
        if (!is_folded || i + 1 < folded.end) continue;
        const std::string words = dsl::count_of(folded.rounds, "more such round");
        const Html steps = element("ol", {{"class", "steps"}, {"role", "list"}}, inside);
        shown += element("li", {{"class", "rounds"}},
                         element("details", element("summary", escaped(words)) + steps));
    }
    return element("ol", {{"class", "steps"}, {"role", "list"}}, shown);
}

Html facts(const std::vector<StartLine>& start, bool matters) {
    Html items;
    for (const StartLine& line : start) {
        if (line.matters != matters) continue;
        items += element("li", element("b", escaped(line.path)) + escaped(" = " + line.value));
    }
    return items.empty() ? items : element("ul", {{"class", "facts"}}, items);
}

Html start(const FindingLines& finding, const Tints& tints) {
    const WitnessLines& witness = *finding.witness;
    Html content = board(witness, tints, finding.outcomes);
    if (const Html shown = facts(witness.start, true); !shown.empty())
        content += worded("p", "label", "At the start") + shown;
    if (const Html aside = facts(witness.start, false); !aside.empty()) {
        const auto untouched = std::ranges::count(witness.start, false, &StartLine::matters);
        const std::string words = dsl::count_of(static_cast<std::size_t>(untouched), "value") +
                                  " of things that make no difference to this play";
        content += element("details", element("summary", escaped(words)) + aside);
    }
    return content;
}

Html button(const std::string& go, const std::string& words) {
    return element("button", {{"type", "button"}, {"data-go", go}}, escaped(words));
}

Html controls(const WitnessLines& witness) {
    const std::string where = "Start of " + dsl::count_of(witness.steps.size(), "step");
    return element("div",
                   {{"class", "controls needs-script"}, {"role", "group"}, {"aria-label", "Step through"}},
                   button("first", "Start") + button("back", "← Previous") + button("on", "Next →")) +
           element("p", {{"class", "where needs-script"}, {"aria-live", "polite"}}, escaped(where));
}

// Of a finding with a witness; places are relative to `spec`.
Html play_html(const FindingLines& finding, const std::string& spec, const Tints& tints) {
    const WitnessLines& witness = *finding.witness;
    Html position = start(finding, tints);
    if (!witness.steps.empty()) position += controls(witness);
    Html stage;
    if (!position.empty()) stage += element("div", {{"class", "position"}}, position);
    if (!witness.steps.empty()) stage += steps_list(witness, spec);
    const Attributes steps = {{"class", "stage"}, {"role", "group"}, {"aria-label", "Steps"}};
    Html content = worded("p", "how", witness_sentence(finding)) + element("div", steps, stage);
    if (!witness.growth.empty()) content += worded("p", "growth", witness.growth);
    Attributes attributes = {{"class", "play"}, {"aria-label", "The play that shows it"}};
    if (witness.loop_start) attributes.emplace_back("data-loop", std::to_string(*witness.loop_start));
    return element("section", attributes, content);
}

// What comes of it, side by side.

// Labels of ways that come to the same, before the others are only counted.
constexpr std::size_t most_labels = 3;
// Columns before the rest is folded.
constexpr std::size_t most_columns = 6;

struct Column {
    std::vector<std::string> labels;
    const OutcomeLine* outcome;  // one of them
};

std::vector<Column> columns_of(const std::vector<OutcomeLine>& outcomes) {
    std::vector<Column> columns;
    std::map<std::vector<std::string>, std::size_t> known;
    for (const OutcomeLine& outcome : outcomes) {
        const auto [entry, is_new] = known.try_emplace(outcome.consequences, columns.size());
        if (is_new) columns.push_back({{}, &outcome});
        columns[entry->second].labels.push_back(outcome.label);
    }
    return columns;
}

std::string column_heading(const Column& column) {
    const std::size_t shown = std::min(column.labels.size(), most_labels);
    std::vector<std::string> labels(column.labels.begin(),
                                    column.labels.begin() + static_cast<std::ptrdiff_t>(shown));
    const std::string words = dsl::join(labels, ", ");
    return shown == column.labels.size()
               ? words
               : words + " and " + std::to_string(column.labels.size() - shown) + " more";
}

using Counts = std::map<std::string, std::size_t>;  // fact -> in how many columns it stands

bool is_shared(const std::string& fact, const Counts& counts, std::size_t columns) {
    return columns > 1 && counts.at(fact) == columns;
}

// The boards, where the ways end on different ones.
struct Ends {
    std::set<std::string> differing;  // squares
    Measures measures;                // of each square, on all of them
    const Tints& tints;
};

std::set<std::string> squares_that_differ(const std::vector<Column>& columns) {
    return differing_squares(
        dsl::mapped(columns, [](const Column& column) { return column.outcome->board; }));
}

// What the ways have in common is told below them.
Html column_html(const Column& column, const Counts& counts, std::size_t columns, const Ends& ends) {
    std::vector<std::string> facts = column.outcome->consequences;
    std::erase_if(facts, [&](const std::string& fact) { return is_shared(fact, counts, columns); });
    const std::size_t shown = facts_shown(facts.size());
    Html items;
    Html rest;
    for (std::size_t i = 0; i < facts.size(); ++i)
        (i < shown ? items : rest) += element("li", element("mark", escaped(facts[i])));
    if (items.empty()) items = element("li", escaped("nothing more happens"));
    Html content =
        worded("p", "label", column_heading(column)) + element("ul", {{"class", "changes"}}, items);
    if (!ends.differing.empty())
        content += end_board(column.outcome->board, ends.differing, ends.measures, ends.tints);
    if (!rest.empty()) {
        const std::string words = "and " + std::to_string(facts.size() - shown) + " more";
        content += element("details",
                           element("summary", escaped(words)) + element("ul", {{"class", "changes"}}, rest));
    }
    return element("li", {{"class", "outcome"}}, content);
}

Html shared_facts(const std::vector<Column>& columns, const Counts& counts) {
    Html items;
    std::size_t number = 0;
    for (const std::string& fact : columns.front().outcome->consequences) {
        if (!is_shared(fact, counts, columns.size())) continue;
        items += element("li", escaped(fact));
        ++number;
    }
    if (items.empty()) return items;
    const std::string words =
        dsl::count_of(number, "fact") + (number == 1 ? " is" : " are") + " so either way";
    return element("details", {{"class", "shared"}},
                   element("summary", escaped(words)) + element("ul", {{"class", "changes"}}, items));
}

}  // namespace

Html outcomes(const std::vector<OutcomeLine>& outcomes, const Tints& tints, const WitnessLines* witness) {
    if (outcomes.empty()) return {};
    const std::vector<Column> columns = columns_of(outcomes);
    Counts in_columns;
    for (const Column& column : columns) {
        std::vector<std::string> facts = column.outcome->consequences;
        std::ranges::sort(facts);
        facts.erase(std::unique(facts.begin(), facts.end()), facts.end());
        for (const std::string& fact : facts) ++in_columns[fact];
    }
    const Ends ends{squares_that_differ(columns), room_for(witness, outcomes), tints};
    Html shown;
    Html folded;
    for (std::size_t i = 0; i < columns.size(); ++i)
        (i < most_columns ? shown : folded) += column_html(columns[i], in_columns, columns.size(), ends);
    const Attributes list = {{"class", "outcomes"}, {"role", "list"}};
    Html content = worded("h5", "label", outcomes.size() > 1 ? "What happens either way" : "What happens") +
                   element("ul", list, shown);
    if (!folded.empty()) {
        const std::string words = dsl::count_of(columns.size() - most_columns, "more way");
        content += element("details", element("summary", escaped(words)) + element("ul", list, folded));
    }
    content += shared_facts(columns, in_columns);
    return element("section", {{"aria-label", "Outcomes"}}, content);
}

namespace {

// The finding around them.

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
Html clause_quote(const ClauseLine& clause) {
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
                   element("p", {{"class", "head"}}, head) + clause_quote(clause) + cited_rows(clause) +
                       element("p", {{"class", "foot"}}, foot));
}

Html clause_cards(const std::vector<ClauseLine>& lines, const std::string& label, const std::string& spec) {
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
    return element("details", folded, element("summary", escaped(label)) + clause_cards(lines, label, spec));
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

Html others_html(const Entry& entry, Alike alike, const std::string& words, const Section& section) {
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

Html others_html(const Entry& entry, const Section& section) {
    return others_html(entry, Alike::Clauses, "The same clauses make a finding of this family ", section) +
           others_html(entry, Alike::Words, "Cards read by the same phrases make the same finding ",
                       section) +
           others_html(entry, Alike::Question, "Others disagree about the same, in the same play, ",
                       section) +
           others_html(entry, Alike::Claim,
                       is_left_open(*entry.shown) ? "The same is left open where others ask "
                                                  : "The same claim is broken otherwise ",
                       section) +
           others_html(entry, Alike::Follows, "What the spec says of itself fails by this ", section);
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

Html settle_html(const FindingLines& finding, const Section& section) {
    if (!finding.accepted.empty()) return worded("p", "settled", acceptance_sentence(finding, section.spec));
    Html content;
    if (finding.expected) content += worded("p", "settled", "Expected: the spec says so.");
    if (!finding.advice.settle.empty())
        content += element("p", element("b", escaped("Fix: ")) + prose(finding.advice.settle));
    for (const std::string& sentence : finding.advice.tried)
        content += element("p", {{"class", "tried"}}, prose(sentence));
    content += settled_too(finding, section);
    if (finding.expected) return element("div", {{"class", "settle"}}, content);
    content += element(
        "details", {{"class", "accept"}},
        element("summary", escaped("Accept it as it is")) +
            element("pre", {{"tabindex", "0"}, {"aria-label", "The line that accepts it"}},
                    element("code", escaped(accept_line(finding, section)))) +
            element("button", {{"type", "button"}, {"class", "needs-script"}, {"data-copy", "accept"}},
                    escaped("Copy")));
    return element("div", {{"class", "settle"}}, content);
}

// How it stands, where that is not what every finding is.
Html standing_marks(const FindingLines& finding) {
    Html marks;
    if (finding.status != Status::Refuted) marks += worded("span", "mark-of", checker::word(finding.status));
    if (finding.expected) marks += worded("span", "mark-of", "expected");
    if (!finding.accepted.empty()) marks += worded("span", "mark-of", "accepted");
    if (finding.known) marks += worded("span", "mark-of", "known");
    return marks;
}

Html headline_html(const FindingLines& finding, const std::string& anchor) {
    const Html line = severity_mark(finding.severity) + escaped(" ") +
                      worded("span", "code", code_word(finding)) + escaped(" ") + standing_marks(finding) +
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

// What the brief rows leave out.
Html whole_html(const Entry& entry, const Section& section) {
    const FindingLines& finding = *entry.shown;
    Html body = element("p", {{"class", "explanation"}}, prose(finding.explanation));
    if (!finding.clauses.empty()) body += worded("p", "caption", "What it takes:");
    body += clause_cards(finding.clauses, "What it takes", section.spec);
    body += definitions(finding, section.spec);
    if (finding.witness) body += play_html(finding, section.spec, section.tints);
    body += loop(finding);
    for (const std::string& sentence : elsewhere_sentences(finding)) body += worded("p", "players", sentence);
    if (!finding.needs.readings.empty()) {
        body += worded("p", "readings", readings_sentence(finding)) +
                clause_cards(finding.needs.clauses, "What these readings say", section.spec);
    }
    if (!finding.needs.versions.empty()) {
        body += worded("p", "readings",
                       "Only in this version of the text: " + dsl::join(finding.needs.versions, ", "));
    }
    if (!finding.needs.assumptions.empty()) {
        body += worded("p", "readings",
                       "This play needs what the spec assumes: " + assumptions_sentence(finding));
    }
    body += worded("p", "origin", origin_sentence(finding)) + others_html(entry, section) +
            beside(entry, section) +
            (finding.alike.empty() ? Html() : worded("p", "alike", alike_sentence(finding)));
    return body;
}

// The rows of the text report, but for what stands beside them: the board, the outcomes, the fix.
Html brief_html(const Entry& entry) {
    Html rows;
    for (const BriefRow& row : brief_rows(entry)) {
        const bool is_beside =
            row.is_picture || row.label == "Result" || row.label == "or" || row.label == "Fix";
        if (!is_beside) rows += fact(row.label, prose(row.words));
    }
    return rows.empty() ? rows : element("dl", {{"class", "brief"}}, rows);
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
    return accept_lines(finding, is_alone ? digits : finding.fingerprint, {});
}

Html article(const Entry& entry, Fold fold, const Section& section) {
    const FindingLines& finding = *entry.shown;
    const std::string& anchor = section.anchors.at(&finding);
    Html body = clause_cards(brief_quotes(finding).shown, "Whose words", section.spec);
    body += outcomes(finding.outcomes, section.tints, finding.witness ? &*finding.witness : nullptr);
    body += brief_html(entry) + settle_html(finding, section);
    body += element("details", {{"class", "whole"}},
                    element("summary", escaped("Step by step, and all that is known about it")) +
                        whole_html(entry, section));
    Attributes folded;
    if (fold == Fold::Open) folded.emplace_back("open", "");
    const std::string twin = fold == Fold::Twin ? " twin" : "";
    return element("article",
                   {{"class", "finding " + std::string(checker::word(finding.severity)) + twin},
                    {"id", anchor},
                    {"data-severity", std::string(checker::word(finding.severity))},
                    {"data-code", code_word(finding)},
                    {"data-items", numbers_of(finding, section)}},
                   element("details", folded,
                           element("summary", headline_html(finding, anchor)) +
                               element("div", {{"class", "body"}}, body))) +
           Html{"\n"};
}
}  // namespace errata::reports::html
