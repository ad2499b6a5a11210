#include "reports/render/brief.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/never_acted.h"
#include "reports/render/heading.h"
#include "reports/render/questions.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"

namespace errata::reports {

using checker::Severity;

namespace {

constexpr std::size_t most_quotes = 3;
constexpr std::size_t most_entries = 10;
constexpr std::size_t most_not_analysed = 3;
constexpr std::size_t most_of_code = 3;    // of the entries told unasked
constexpr std::size_t most_named = 6;      // names in a sentence of the summary
constexpr std::size_t most_outcomes = 3;   // of a step that nobody decides
constexpr std::size_t most_facts = 2;      // of one outcome, and changes of one step
constexpr std::size_t tallest_board = 3;   // rows, with its axis and its legend
constexpr std::string_view gap = "...";    // steps that are left out
constexpr std::size_t longest_play = 270;  // letters: three lines of a page

}  // namespace

std::string standing_words(const FindingLines& finding) {
    if (!finding.accepted.empty()) return " (accepted)";
    if (finding.expected) return " (expected)";
    if (finding.known) return " (known)";
    return finding.status == checker::Status::Unconfirmed ? " (unconfirmed)" : "";
}

BriefQuotes brief_quotes(const FindingLines& finding) {
    std::vector<ClauseLine> all = causes_of(finding);
    for (const ClauseLine& clause : involved_in(finding)) {
        if (std::ranges::find(all, clause) == all.end()) all.push_back(clause);
    }
    // What the spec claims of itself is the question, and what a value is without rules and texts is not at
    // issue.
    std::stable_partition(all.begin(), all.end(),
                          [](const ClauseLine& clause) { return !clause.is_claim && !clause.is_base; });
    BriefQuotes result;
    for (const ClauseLine& clause : all) {
        if (result.shown.size() < most_quotes) {
            result.shown.push_back(clause);
        } else if (std::ranges::find(result.left_out, clause.name) == result.left_out.end()) {
            result.left_out.push_back(clause.name);
        }
    }
    return result;
}

namespace {

// One step of a play in a few words. `rank`: what is left out first if there is no room; 0 stays.
struct Told {
    std::string words;
    int rank = 0;
};

// Without where the turn is: that is seen from what happens.
std::vector<std::string> told_changes(const StepLine& step) {
    std::vector<std::string> changes;
    for (const ChangeLine& change : step.changes) {
        if (!change.is_phase) changes.push_back(arrow(change));
    }
    return changes;
}

// What a player does says itself what changes; what the rules do is told by it.
Told told_step(const WitnessLines& witness, std::size_t number, bool has_outcomes) {
    const StepLine& step = witness.steps[number];
    const std::vector<std::string> changes = told_changes(step);
    const bool is_last = number + 1 == witness.steps.size();
    // Where it can go either way, the outcomes tell.
    const bool is_shown = (step.by_rules || is_last) && !(is_last && has_outcomes);
    const std::string actor = step.by_rules || step.actor == "nobody" ? "" : step.actor + " ";
    std::string words = fmt::format("{} {}{}", number + 1, actor, step.choice);
    if (!is_last || !has_outcomes) words += step.decided;
    if (is_shown && !changes.empty()) words += " (" + few_of(changes, most_facts) + ")";
    // What is put onto the agenda is seen where it is carried out.
    if (!step.by_rules) return {std::move(words), is_last ? 0 : step.places ? 3 : 1};
    return {std::move(words), changes.empty() ? 3 : is_last ? 0 : 2};
}

bool is_told(const StepLine& step, bool is_last) {
    return is_last || !step.by_rules || !told_changes(step).empty();
}

// Of rounds that are alike only the first.
bool is_in_later_round(const WitnessLines& witness, std::size_t step) {
    return witness.rounds.size() > 2 && step >= witness.rounds[1] && step < witness.rounds.back();
}

std::string play_words(const WitnessLines& witness, bool has_outcomes) {
    std::vector<Told> told;
    for (std::size_t i = 0; i < witness.steps.size(); ++i) {
        const bool repeats = witness.loop_start == i;
        const bool grows = !witness.rounds.empty() && witness.rounds.front() == i;
        if (repeats) told.push_back({"Then for ever:"});
        if (grows) told.push_back({"Then round after round:"});
        if (is_in_later_round(witness, i) || !is_told(witness.steps[i], i + 1 == witness.steps.size()))
            continue;
        told.push_back(told_step(witness, i, has_outcomes));
    }
    const auto length = [&] {
        std::size_t letters = 0;
        for (const Told& one : told) letters += one.words.size() + 2;
        return letters;
    };
    // What the rules do is left out before what people do, what comes early before what comes late.
    for (int rank = 3; rank > 0; --rank) {
        for (Told& one : told) {
            if (length() <= longest_play) break;
            if (one.rank == rank) one = {std::string(gap)};
        }
    }
    const auto both_gaps = [](const Told& a, const Told& b) { return a.words == gap && b.words == gap; };
    told.erase(std::unique(told.begin(), told.end(), both_gaps), told.end());
    std::string words;
    for (const Told& one : told) {
        const bool ends = one.words.ends_with(":") || one.words == gap;
        words += (words.empty() ? "" : " ") + one.words + (ends ? "" : ".");
    }
    return words;
}

std::string start_words(const WitnessLines& witness) {
    constexpr std::size_t most = 8;
    std::vector<std::string> values;
    for (const StartLine& cell : witness.start) {
        if (cell.matters) values.push_back(cell.path + " = " + cell.value);
    }
    return values.empty() ? "" : few_of(std::move(values), most) + ".";
}

// Of a finding whose heading alone does not say what is wrong.
bool needs_explanation(const FindingLines& finding) {
    using enum compiler::FindingFamily;
    if (!finding.witness || is(finding.code, compiler::CodeNature::Claimed)) return true;
    using Code = compiler::FindingCode;
    if (finding.code == Code::LoopWait || finding.code == Code::LoopLock || finding.code == Code::OrderChosen)
        return true;
    const compiler::FindingFamily family = family_of(finding.code);
    return family != Loop && family != Order && family != Contradiction;
}

std::string outcome_words(const OutcomeLine& outcome) {
    return outcome.label + ": " + few_of(outcome.consequences, most_facts) + ".";
}

std::string fix_words(const Advice& advice) {
    return advice.works.empty() ? dsl::with_capital(advice.settle)
                                : "Tried, and it works: " + advice.works + ".";
}

}  // namespace

std::vector<BriefRow> brief_rows(const Entry& entry) {
    const FindingLines& finding = *entry.shown;
    std::vector<BriefRow> rows;
    const auto add = [&](std::string label, std::string words, std::size_t lines) {
        if (!words.empty()) rows.push_back({std::move(label), std::move(words), lines});
    };
    if (needs_explanation(finding)) add("Why", finding.explanation, 3);
    if (finding.witness) {
        const WitnessLines& witness = *finding.witness;
        if (!witness.board.empty() && witness.board.size() <= tallest_board)
            rows.push_back({"Board", dsl::join(witness.board, "\n"), tallest_board, true});
        add(finding.status == checker::Status::Unconfirmed ? "Where" : "Start", start_words(witness), 2);
        add("Play", play_words(witness, finding.outcomes.size() > 1), 3);
    }
    const std::vector<OutcomeLine> outcomes = told_apart(finding.outcomes);
    for (std::size_t i = 0; i < outcomes.size() && i < most_outcomes; ++i)
        add(i == 0 ? "Result" : "or", outcome_words(outcomes[i]), 2);
    if (finding.witness) add("Growth", finding.witness->growth, 1);
    add("Needs", readings_sentence(finding), 1);
    add("Assumes", assumptions_sentence(finding), 2);
    add("Who", finding.loop ? loop_players_sentence(finding) : choosers_sentence(finding), 1);
    if (finding.accepted.empty())
        add("Fix", fix_words(finding.advice), 2);
    else
        add("Accepted", finding.accepted + acceptance_terms(finding) + ".", 1);
    if (!entry.others.empty()) add("Also", dsl::count_of(entry.others.size(), "finding") + " like it.", 1);
    return rows;
}

namespace {

std::string severities(std::size_t errors, std::size_t warnings, std::size_t notes) {
    std::vector<std::string> parts;
    if (errors > 0) parts.push_back(dsl::count_of(errors, "error"));
    if (warnings > 0) parts.push_back(dsl::count_of(warnings, "warning"));
    if (notes > 0) parts.push_back(dsl::count_of(notes, "note"));
    return dsl::join(parts, ", ");
}

struct Standings {
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t notes = 0;
    std::size_t accepted = 0;
    std::size_t expected = 0;
    std::size_t known = 0;
};

void add_to(Standings& counts, const FindingLines& finding) {
    if (finding.expected) ++counts.expected;
    if (!finding.accepted.empty()) return void(++counts.accepted);
    if (finding.known) return void(++counts.known);
    if (finding.severity == Severity::Error) ++counts.errors;
    if (finding.severity == Severity::Warning) ++counts.warnings;
    if (finding.severity == Severity::Note) ++counts.notes;
}

std::string question_of(const FindingLines& finding) {
    return std::string(word(compiler::info(finding.code).question));
}

}  // namespace

std::vector<QuestionLine> question_lines(const Report& report, const std::vector<Entry>& entries) {
    std::map<std::string, Standings> found;
    for (const Entry& entry : entries) add_to(found[question_of(*entry.shown)], *entry.shown);
    std::vector<QuestionLine> lines;
    for (const Asked& asked : asked_questions(report)) {
        const Standings& counts = found[asked.question];
        QuestionLine line{
            dsl::with_capital(asked.question), severities(counts.errors, counts.warnings, counts.notes), {}};
        if (line.found.empty()) {
            line.found = counts.accepted > 0 ? "accepted"
                         : counts.known > 0  ? "nothing new"
                         : asked.refuted > 0 ? "counted elsewhere"
                                             : "nothing found";
            if (asked.open > 0 && line.found == "nothing found") line.found = "nothing found so far";
        }
        if (asked.open > 0)
            line.open = asked.limits.empty() || asked.limits.begin()->empty() ? "not all was looked at"
                                                                              : *asked.limits.begin();
        else if (!asked.excludes.empty() && asked.refuted == 0)
            line.found += ", but for " + asked.excludes;
        lines.push_back(std::move(line));
    }
    return lines;
}

std::string brief_counts(const Report& report, const std::vector<Entry>& entries) {
    Standings counts;
    for (const Entry& entry : entries) add_to(counts, *entry.shown);
    const std::size_t problems = counts.errors + counts.warnings;
    std::vector<std::string> parts;
    if (problems > 0)
        parts.push_back(dsl::count_of(problems, report.held_against ? "new problem" : "problem") + " (" +
                        severities(counts.errors, counts.warnings, 0) + ")");
    if (counts.notes > 0) parts.push_back(dsl::count_of(counts.notes, "note"));
    if (counts.accepted > 0) parts.push_back(fmt::format("{} accepted", counts.accepted));
    if (counts.expected > 0) parts.push_back(fmt::format("{} expected", counts.expected));
    if (counts.known > 0) parts.push_back(fmt::format("{} known", counts.known));
    if (!report.missing.empty())
        parts.push_back(dsl::count_of(report.missing.size(), "expectation") + " not met");
    return dsl::join(parts, ", ");
}

// What is never used of a library is as it should be.
bool is_slight(const FindingLines& finding) {
    return finding.code == compiler::FindingCode::UnreachableAbility &&
           finding.severity == checker::Severity::Note;
}

std::vector<std::string> about_the_model(const Report& report, const std::vector<Entry>& entries) {
    std::vector<std::string> sentences;
    std::vector<std::string> never;
    std::vector<std::string> in_vain;  // carried out, but to no effect
    const auto add_name = [](std::vector<std::string>& names, const std::string& name) {
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const Entry& entry : entries) {
        const FindingLines& finding = *entry.shown;
        const bool is_idle = is(finding.code, compiler::CodeNature::Idle) &&
                             finding.code != compiler::FindingCode::UnreachableEnding &&
                             !has(finding.facts, checker::FactKind::PutOffNever) &&
                             !has(finding.facts, checker::FactKind::OptionNeverPossible) &&
                             !is_settled(finding) && !is_slight(finding);
        // A rule may say more than what is dead of it.
        const bool is_whole = finding.code != compiler::FindingCode::DeadText ||
                              (!finding.clauses.empty() && finding.clauses.front().is_printed);
        if (!is_idle || !is_whole || finding.clauses.empty()) continue;
        const bool acts = finding.code != compiler::FindingCode::UnreachableCard &&
                          finding.code != compiler::FindingCode::UnreachableAbility;
        add_name(acts ? in_vain : never, finding.clauses.front().name);
    }
    for (const std::string& name : never_acted(report)) {
        if (std::ranges::find(in_vain, name) == in_vain.end()) add_name(never, name);
    }
    if (!never.empty())
        sentences.push_back(fmt::format("{} {}: {}.", dsl::count_of(never.size(), "text"),
                                        idle_words(report, never.size()), few_of(never, most_named)));
    if (!in_vain.empty())
        sentences.push_back(fmt::format("{} {} no difference: {}.", dsl::count_of(in_vain.size(), "text"),
                                        in_vain.size() == 1 ? "makes" : "make", few_of(in_vain, most_named)));
    if (!report.unread.names.empty())
        sentences.push_back(
            fmt::format("{} of {} set aside, for no phrase reads some line: {}. "
                        "`errata cards` shows the lines.",
                        report.unread.names.size(), dsl::count_of(report.unread.of, "printed item"),
                        few_of(report.unread.names, most_named)));
    std::map<std::string, std::vector<const DiagnosticLine*>> messages;
    for (const DiagnosticLine& line : report.diagnostics) messages[line.code].push_back(&line);
    for (const auto& [code, lines] : messages) {
        const std::string more =
            lines.size() > 1 ? fmt::format(" (and {} more {})", lines.size() - 1, code) : " (" + code + ")";
        sentences.push_back(dsl::with_capital(lines.front()->message) + more + ".");
    }
    const std::size_t told = std::min(report.not_analysed.size(), most_not_analysed);
    for (std::size_t i = 0; i < told; ++i)
        sentences.push_back("Not analysed: " + report.not_analysed[i] + ".");
    if (told < report.not_analysed.size())
        sentences.push_back(dsl::count_of(report.not_analysed.size() - told, "more question") +
                            " not analysed.");
    return sentences;
}

namespace {

// What a designer mends first: what is forced before what is chosen, what follows from the rules before what
// the spec itself asks, and where printed cards meet before what concerns rules alone.
auto mended_first(const FindingLines& finding) {
    const std::vector<ClauseLine> causes = causes_of(finding);
    const auto printed = std::ranges::count_if(
        causes, [](const ClauseLine& clause) { return !clause.is_rule && !clause.is_claim; });
    return std::tuple(finding.severity, !compiler::is_forced(finding.code), finding.origin == Raising::Asked,
                      printed < 2);
}

}  // namespace

std::vector<Entry> worst_of(const std::vector<Entry>& entries) {
    std::vector<Entry> worst = entries;
    std::erase_if(worst, [](const Entry& entry) { return is_put_aside(*entry.shown); });
    const auto is_problem = [](const Entry& entry) { return entry.shown->severity != Severity::Note; };
    if (std::ranges::any_of(worst, is_problem))
        std::erase_if(worst, [&](const Entry& entry) { return !is_problem(entry); });
    std::ranges::stable_sort(worst, {}, [](const Entry& entry) { return mended_first(*entry.shown); });
    std::map<compiler::FindingCode, std::size_t> told;
    const auto is_one_more = [&](const Entry& entry) { return ++told[entry.shown->code] > most_of_code; };
    // Of many of one sort some show what it is about. The others come if there is room.
    std::stable_partition(worst.begin(), worst.end(),
                          [&](const Entry& entry) { return !is_one_more(entry); });
    if (worst.size() > most_entries) worst.resize(most_entries);
    return worst;
}

std::vector<std::string> next_commands(const Report& report, const std::vector<Entry>& entries,
                                       const std::vector<Entry>& told) {
    std::vector<std::string> sentences;
    std::string command = std::string(report.only_screens ? "errata screen " : "errata check ") +
                          dsl::visible_word(report.spec);
    if (report.set_size) command += fmt::format(" --size {}", *report.set_size);
    if (!told.empty())
        sentences.push_back("In full: `" + command + " --only '#" + short_fingerprint(*told.front().shown) +
                            "'`");
    if (told.size() < entries.size())
        sentences.push_back(fmt::format("{} more, notes and accepted ones included: `{} --all`",
                                        entries.size() - told.size(), command));
    return sentences;
}

}  // namespace errata::reports
