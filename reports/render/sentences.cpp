#include "reports/render/sentences.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "checker/plays/describe.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/explain/help.h"
#include "reports/never_acted.h"
#include "reports/render/questions.h"
#include "reports/render/screened.h"
#include "reports/render/steps.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Severity;
using checker::Status;

namespace {

std::string list_or(const std::vector<std::string>& names, const std::string& none) {
    return names.empty() ? none : dsl::join(names, ", ");
}

// Leaves what is asked of every game; the number of claims of the spec that were there, if they are more than
// are named.
std::size_t take_claims(std::vector<std::string>& questions, std::size_t named) {
    const auto claims = static_cast<std::size_t>(
        std::ranges::count_if(questions, [](const auto& question) { return !is_general(question); }));
    if (claims <= named) return 0;
    std::erase_if(questions, [](const std::string& question) { return !is_general(question); });
    return claims;
}

// The reason for which questions are left open. None: each has its own, told below beside what it is about.
struct LeftOpen {
    std::optional<checker::Facts> why;
    std::vector<std::string> questions = {};
};
using ByReason = std::vector<LeftOpen>;

void fold_reasons(ByReason& reasons) {
    constexpr std::size_t most = 4;
    if (reasons.size() <= most) return;
    std::vector<std::string>& rest = reasons[most].questions;
    reasons[most].why.reset();
    for (std::size_t i = most + 1; i < reasons.size(); ++i)
        rest.insert(rest.end(), reasons[i].questions.begin(), reasons[i].questions.end());
    reasons.resize(most + 1);
}

// What was asked and is not decided: each limit once, with the questions that it leaves open. What a limit
// leaves open of one question only in part is open.
std::string not_cleared(const Report& report, std::size_t most_claims) {
    ByReason by_limit;
    std::set<std::string> named;
    for (const VerdictLine& verdict : report.verdicts) {
        if (!verdict.open || !named.insert(verdict.question).second) continue;
        const checker::Facts reason = told_reason(report, verdict);
        const auto same = std::ranges::find(by_limit, reason, &LeftOpen::why);
        LeftOpen& open = same == by_limit.end() ? by_limit.emplace_back(LeftOpen{reason}) : *same;
        open.questions.push_back(verdict.question);
    }
    fold_reasons(by_limit);
    std::vector<std::string> parts;
    parts.reserve(by_limit.size() + 1);
    if (!report.unread.names.empty())
        parts.push_back(fmt::format("{} of {} unread (`errata cards` shows why)", report.unread.names.size(),
                                    dsl::count_of(report.unread.of, "printed item")));
    if (std::vector<std::string> idle = never_acted(report); !idle.empty()) {
        constexpr std::size_t most_named = 4;
        const std::size_t all = idle.size();
        idle.resize(std::min(all, most_named));
        parts.push_back(fmt::format("{} that {}: {}{}", dsl::count_of(all, "printed item"),
                                    idle_words(report, all), dsl::join(idle, ", "),
                                    all > most_named ? ", ..." : ""));
    }
    for (auto& [why, questions] : by_limit) {
        const std::size_t claims = take_claims(questions, most_claims);
        if (claims > 0) questions.push_back(dsl::count_of(claims, "claim") + " of the spec");
        const std::string limit =
            why ? in_one_line(*why, report.language) : "for reasons of their own, given below";
        const std::string sets = report.screened && why ? open_for(*report.screened, *why) : "";
        parts.push_back(dsl::join(questions, ", ") +
                        (limit.empty() ? "" : " (" + limit + (sets.empty() ? "" : ": " + sets) + ")"));
    }
    return parts.empty() ? "" : "not cleared: " + dsl::join(parts, "; ");
}

}  // namespace

std::string short_fingerprint(const FindingLines& finding) { return short_form(finding.fingerprint); }

namespace {

// "5 errors", or "5 errors (3 derived, 2 asked)".
std::string counted(const Report& report, Severity severity, bool told_apart) {
    std::size_t all = 0;
    std::size_t asked = 0;
    for (const FindingLines& finding : report.findings) {
        if (finding.severity != severity) continue;
        ++all;
        asked += finding.origin == Raising::Asked ? 1U : 0U;
    }
    if (all == 0) return "";
    std::string text = dsl::count_of(all, checker::word(severity));
    if (!told_apart || severity == Severity::Note) return text;
    std::vector<std::string> parts;
    if (all > asked) parts.push_back(fmt::format("{} derived", all - asked));
    if (asked > 0) parts.push_back(fmt::format("{} asked", asked));
    return text + " (" + dsl::join(parts, ", ") + ")";
}

std::string counts_of(const Report& report, bool told_apart) {
    std::vector<std::string> parts;
    for (const Severity severity : compiler::all_severities) {
        if (std::string part = counted(report, severity, told_apart); !part.empty())
            parts.push_back(std::move(part));
    }
    const bool are_others = report.about.unasked > 0;
    std::string text = !parts.empty() ? dsl::join(parts, ", ")
                       : are_others   ? "nothing that was asked for"
                                      : "no findings";
    const std::size_t shown = told_apart ? entries(report).size() : report.findings.size();
    if (shown != report.findings.size())
        text += fmt::format("; {} findings in {}", report.findings.size(),
                            shown == 1 ? "1 entry" : fmt::format("{} entries", shown));
    const auto is_accepted = [](const FindingLines& finding) { return !finding.accepted.empty(); };
    const auto expected = std::ranges::count_if(report.findings, &FindingLines::expected);
    const auto accepted = std::ranges::count_if(report.findings, is_accepted);
    if (expected > 0) text += fmt::format("; {} expected", expected);
    if (accepted > 0) text += fmt::format("; {} of them accepted", accepted);
    if (report.held_against)
        text +=
            fmt::format("; {} of them known", std::ranges::count_if(report.findings, &FindingLines::known));
    const About& about = report.about;
    if (!about.item.empty())
        text += fmt::format(" about {}; {} about others", about.item, dsl::count_of(about.others, "finding"));
    return text + (about.unasked > 0 ? fmt::format("; {} more not asked for", about.unasked) : "");
}

bool tells_a_part(const Report& report) { return !report.about.item.empty() || report.about.is_part(); }

}  // namespace

std::string counts_sentence(const Report& report) { return counts_of(report, false); }

std::string opening_sentence(const Report& report) {
    std::vector<std::string> cleared;
    for (const Asked& asked : asked_questions(report)) {
        if (asked.refuted == 0 && asked.open == 0) cleared.push_back(with_what_it_excludes(asked));
    }
    const std::string open = not_cleared(report, 1);
    // "No findings" is said only where everything was looked at.
    const bool is_silent = !open.empty() && report.findings.empty() && !tells_a_part(report);
    std::vector<std::string> parts;
    if (!is_silent) parts.push_back(counts_of(report, true));
    if (report.screened) {
        parts.push_back(sets_sentence(*report.screened));
        const std::string never = never_played_sentence(*report.screened);
        if (!never.empty()) parts.push_back(never);
    }
    if (!cleared.empty()) parts.push_back("cleared: " + dsl::join(cleared, ", "));
    if (!open.empty()) parts.push_back(open);
    return dsl::join(parts, "; ");
}

std::string headline_sentence(const Report& report) {
    const std::string open = not_cleared(report, 4);
    if (open.empty()) return counts_sentence(report);
    return report.findings.empty() && !tells_a_part(report) ? open : counts_sentence(report) + "; " + open;
}

namespace {

// Which one it is, and of a claim what was and is known of it.
std::string worse_words(const Worse& worse) {
    if (worse.kind == WorseKind::Idle) return worse.name;
    if (worse.kind == WorseKind::Unasked)
        return worse.name.empty() ? fmt::format("setup \"{}\"", worse.setup) : worse.name;
    const std::string where = worse.setup.empty() ? "" : fmt::format(" in \"{}\"", worse.setup);
    const bool is_open_now = worse.before == worse.now;
    return fmt::format("{}{} ({}, now {})", worse.name, where, checker::word(worse.before),
                       is_open_now ? "open" : checker::word(worse.now));
}

}  // namespace

std::string worse_sentence(const Worse& worse) {
    if (worse.kind == WorseKind::Idle)
        return fmt::format("\"{}\" acted in the baseline, and was not seen to act now.", worse.name);
    if (worse.kind == WorseKind::Unasked)
        return fmt::format("It was asked in the baseline, and is not any more: {}.", worse_words(worse));
    return fmt::format("Less is known than in the baseline: {}.", worse_words(worse));
}

std::vector<std::string> baseline_sentences(const Report& report) {
    constexpr std::size_t most_named = 6;
    std::vector<std::string> sentences;
    if (!report.held_against) return sentences;
    const HeldAgainst& held = *report.held_against;
    if (!held.knows_spec) return {fmt::format("{} does not know this spec, so all is new.", held.name)};
    std::vector<std::string> weaker;
    std::vector<std::string> idle;
    std::vector<std::string> unasked;
    for (const Worse& worse : held.worse) {
        std::vector<std::string>& names = worse.kind == WorseKind::Idle      ? idle
                                          : worse.kind == WorseKind::Unasked ? unasked
                                                                             : weaker;
        // A claim that is gone was asked of several setups.
        std::string words = worse_words(worse);
        if (std::ranges::find(names, words) == names.end()) names.push_back(std::move(words));
    }
    if (!unasked.empty())
        sentences.push_back(fmt::format("Not asked any more: {}.", few_of(unasked, most_named)));
    if (!weaker.empty())
        sentences.push_back(fmt::format("Less is known of {}: {}.", dsl::count_of(weaker.size(), "claim"),
                                        few_of(weaker, most_named)));
    if (!idle.empty())
        sentences.push_back(fmt::format("{} acted then, and {} not seen to act now: {}.",
                                        dsl::count_of(idle.size(), "printed item"),
                                        idle.size() == 1 ? "is" : "are", few_of(idle, most_named)));
    if (held.open > 0)
        sentences.push_back(
            fmt::format("{} as open as in {}.",
                        dsl::count_of(held.open, "question") + (held.open == 1 ? " is" : " are"), held.name));
    if (report.stopped)
        sentences.push_back("Not all was looked at, so nothing is told about what is gone or worse.");
    else if (!held.is_whole)
        sentences.push_back(fmt::format(
            "{} is of another part or has other options, so nothing is told about what is gone or "
            "worse.",
            held.name));
    if (held.gone.empty()) return sentences;
    std::vector<std::string> gone = dsl::mapped(held.gone, [](const KnownFinding& finding) {
        return finding.heading + " #" + short_form(finding.fingerprint);
    });
    sentences.push_back(fmt::format("{} of {} {} gone: {}.", dsl::count_of(gone.size(), "finding"), held.name,
                                    gone.size() == 1 ? "is" : "are", few_of(gone, most_named)));
    return sentences;
}

namespace {

// A name of several words is told from the words around it.
std::string quoted(const std::string& setup) { return "\"" + setup + "\""; }

// Of each setup how many findings have a play that begins there, the most first.
std::vector<std::pair<std::string, std::size_t>> met(const Report& report) {
    std::map<std::string, std::size_t> counts;
    for (const FindingLines& finding : report.findings) {
        if (!finding.witness) continue;
        if (!finding.witness->setup.empty()) ++counts[finding.witness->setup];
        for (const SituationLine& situation : finding.witness->elsewhere) ++counts[situation.setup];
    }
    std::vector<std::pair<std::string, std::size_t>> setups(counts.begin(), counts.end());
    std::ranges::stable_sort(setups, std::ranges::greater(), [](const auto& setup) { return setup.second; });
    return setups;
}

std::vector<std::string> met_words(const Report& report) {
    return dsl::mapped(met(report), [](const auto& setup) {
        return quoted(setup.first) + " (" + std::to_string(setup.second) + ")";
    });
}

std::vector<std::string> quiet(const Report& report) {
    const auto has_play = [](const FindingLines& finding) { return finding.witness.has_value(); };
    if (!report.about.other_codes.empty() || !std::ranges::all_of(report.findings, has_play)) return {};
    const std::vector<std::pair<std::string, std::size_t>> known = met(report);
    std::vector<std::string> result;
    for (const std::string& setup : report.setups) {
        const auto is_it = [&](const auto& one) { return one.first == setup; };
        if (!setup.empty() && std::ranges::none_of(known, is_it)) result.push_back(quoted(setup));
    }
    return result;
}

}  // namespace

std::string few_of(std::vector<std::string> names, std::size_t most) {
    const std::size_t more = names.size() - std::min(names.size(), most);
    names.resize(names.size() - more);
    return dsl::join(names, ", ") + (more > 0 ? " and " + std::to_string(more) + " more" : "");
}

std::string found_in(const Report& report) { return dsl::join(met_words(report), ", "); }

std::string nothing_found_in(const Report& report) { return dsl::join(quiet(report), ", "); }

std::string opening_with_setups(const Report& report) {
    constexpr std::size_t few = 6;
    std::string opening = opening_sentence(report);
    if (report.setups.size() < 2) return opening;
    const std::vector<std::string> with = met_words(report);
    const std::vector<std::string> without = quiet(report);
    std::vector<std::string> sentences{opening};
    if (!with.empty()) sentences.push_back("Found in the setups " + few_of(with, few));
    if (!without.empty()) sentences.push_back("No finding in " + few_of(without, few));
    return dsl::join(sentences, ". ") + (sentences.size() > 1 ? "." : "");
}

std::string witness_sentence(const FindingLines& finding) {
    const WitnessLines& witness = *finding.witness;
    std::vector<std::string> facts;
    if (!witness.pieces.empty()) facts.push_back(witness.pieces);
    facts.push_back(dsl::count_of(witness.steps.size(), "step"));
    std::string text =
        (finding.minimal_proved ? "Smallest game: " : "Shortest game found: ") + dsl::join(facts, ", ");
    text += finding.status == Status::Unconfirmed
                ? "; from a well-formed position that no play was shown to reach"
                : "; reachable from " + witness.setup;
    return text +
           (finding.minimal_proved ? "; replayed; minimal (proved)" : "; replayed; minimality not proved");
}

namespace {

// Does it need nobody who keeps it going?
bool can_go_by_itself(compiler::FindingCode code) {
    using enum compiler::FindingCode;
    return is_forced(code) || is(code, compiler::CodeNature::Win) || code == LoopAgenda || code == LoopWait;
}

// "Ann can stop it."
std::string who_can(const std::vector<std::string>& names, const std::string& what,
                    const std::string& nobody) {
    if (names.empty()) return nobody + " can " + what + ".";
    return checker::list_text(names) + (names.size() > 1 ? " can each " : " can ") + what + ".";
}

std::string loop_players(compiler::FindingCode code, const LoopLines& loop) {
    if (!loop.undecided.empty()) return "It is not known who can stop it: " + loop.undecided + ".";
    const bool is_wait = code == compiler::FindingCode::LoopWait;
    if (can_go_by_itself(code) && loop.can_keep_going.empty() && loop.can_break.empty())
        return "No player can stop it.";
    if (loop.can_keep_going.size() == 1 && loop.can_keep_going == loop.can_break)
        return loop.can_break.front() + " decides each time whether it goes on.";
    const bool takes_several = is_wait || !loop.ways_out.empty();
    return who_can(loop.can_keep_going, "keep it going", "No player alone") + " " +
           who_can(loop.can_break, "stop it", takes_several ? "No player alone" : "Nobody");
}

std::string steps_from(std::size_t steps, const std::string& setup) {
    return dsl::count_of(steps, "step") + " from " + setup;
}

}  // namespace

bool waits_after_a_choice(const FindingLines& finding) {
    return finding.code == compiler::FindingCode::LoopWait && finding.loop && finding.witness &&
           finding.loop->undecided.empty() && finding.loop->can_keep_going.empty() &&
           finding.witness->choosers &&
           std::ranges::any_of(*finding.witness->choosers, &ChooserLine::is_player);
}

std::string loop_players_sentence(const FindingLines& finding) {
    if (waits_after_a_choice(finding))
        return choosers_sentence(finding) + " From there no player can bring it about.";
    return loop_players(finding.code, *finding.loop);
}

std::vector<std::string> elsewhere_sentences(const FindingLines& finding) {
    std::vector<std::string> sentences;
    if (!finding.witness) return sentences;
    std::vector<std::string> alike;  // in which as much can be done about it
    for (const SituationLine& situation : finding.witness->elsewhere) {
        const std::string where = steps_from(situation.steps, situation.setup);
        const std::string players =
            situation.loop ? loop_players(finding.code, *situation.loop) : std::string();
        if (players.empty() || (finding.loop && players == loop_players_sentence(finding)))
            alike.push_back(where);
        else
            sentences.push_back("Elsewhere: " + where + "; " + players);
    }
    if (!alike.empty()) sentences.insert(sentences.begin(), "The same: " + dsl::join(alike, ", "));
    return sentences;
}

std::string way_out_words(const WayOutLine& way) {
    const std::string where = way.step == 0 ? "" : fmt::format(" (in the place of step {})", way.step);
    return way.player + " " + way.option + where;
}

std::string choosers_sentence(const FindingLines& finding) {
    const bool is_never = !finding.witness && (is_of(finding.code, compiler::FindingFamily::Unreachable) ||
                                               is_of(finding.code, compiler::FindingFamily::Vacuous));
    const bool is_sure = finding.status == Status::Complete || finding.status == Status::Proved;
    if (is_never && is_sure) return "No player can make it happen.";
    if (!finding.witness || !finding.witness->choosers) return "";
    const bool is_of_words = is_of(finding.code, compiler::FindingFamily::Ambiguous);
    if (finding.witness->steps.empty() && is_of_words) return "No player decides what the words mean.";
    if (finding.status == Status::Unconfirmed) return "No play is known to come to this position.";
    if (finding.witness->steps.empty()) return "It is so from the start: no player has a choice.";
    const std::vector<ChooserLine>& choosers = *finding.witness->choosers;
    const auto is_players = [](const StepLine& step) { return !step.by_rules; };
    // What is chosen behind it each outcome tells.
    if (choosers.empty() && !finding.outcomes.empty()) return "No player has a choice before it.";
    if (choosers.empty() && std::ranges::any_of(finding.witness->steps, is_players))
        return "No player has a choice on the way there: each time there is one option.";
    if (choosers.empty()) return "No player has a choice on the way there.";
    std::vector<std::string> players;
    std::vector<std::string> others;
    for (const ChooserLine& chooser : choosers)
        (chooser.is_player ? players : others).push_back(chooser.name);
    std::string sentence;
    if (!players.empty())
        sentence = checker::list_text(players) + " could have chosen otherwise on the way there.";
    if (!others.empty())
        sentence += std::string(players.empty() ? "It depends on " : " It also depends on ") +
                    checker::list_text(others) + ".";
    return sentence;
}

std::vector<std::string> rows_without_sentence(const ClauseLine& clause) {
    std::vector<std::string> rows = clause.rows;
    std::erase_if(rows, [&](const std::string& row) { return clause.sentences.contains(row); });
    return rows;
}

std::string cited_sentence(const ClauseLine& clause) {
    const auto cited = [&](const std::string& row) {
        const auto known = clause.sentences.find(row);
        return known == clause.sentences.end() ? row : row + ": " + known->second;
    };
    return dsl::join(dsl::mapped(clause.rows, cited), "; ");
}

std::string acceptance_sentence(const FindingLines& finding, const std::string& spec) {
    const std::string at = finding.terms.at.empty() ? "" : " (" + shortened(finding.terms.at, spec) + ")";
    return "Accepted" + acceptance_terms(finding) + ": " + finding.accepted + at;
}

std::string readings_sentence(const FindingLines& finding) {
    if (finding.needs.readings.empty()) return "";
    return "This play needs the reading " + dsl::join(finding.needs.readings, ", ") +
           "; another play may show the same under another one.";
}

// "the spec assumes: Nobody rings twice. (twice)"
std::string assumptions_sentence(const FindingLines& finding) {
    const auto words = [](const AssumptionLine& one) {
        return one.text + (one.name == one.text ? "" : " (" + one.name + ")");
    };
    return dsl::join(dsl::mapped(finding.needs.assumptions, words), "; ");
}

std::string origin_sentence(const FindingLines& finding) {
    if (finding.origin == Raising::Asked) return "Asked: the spec itself poses the question.";
    std::set<std::string> names;
    for (const ClauseLine& clause : causes_of(finding)) {
        if (!clause.name.empty()) names.insert(clause.name);
    }
    return names.size() > 1 ? "Derived: it follows where " + names_of(finding) + " meet."
                            : "Derived: nobody asked, it follows from the rules.";
}

std::string other_name(const Entry& entry, const Other& other) {
    const FindingLines& finding = *other.finding;
    const std::string code = finding.code == entry.shown->code ? "" : code_word(finding) + ": ";
    return code + finding.title + " #" + short_fingerprint(finding);
}

std::vector<std::string> also_sentences(const Entry& entry) {
    std::vector<std::string> sentences;
    for (const Other& other : entry.others) {
        if (other.alike != Alike::Clauses) continue;
        std::string sentence = "Also: " + other_name(entry, other);
        if (const auto& witness = other.finding->witness)
            sentence += "; " + steps_from(witness->steps.size(), witness->setup);
        sentences.push_back(std::move(sentence));
    }
    return sentences;
}

namespace {

// The others that are alike so, by what `name` says of each and its fingerprint, behind `lead`.
template <typename Name>
std::string others_alike(const Entry& entry, Alike alike, const char* lead, const Name& name) {
    std::vector<std::string> others;
    for (const Other& other : entry.others) {
        if (other.alike == alike)
            others.push_back(name(*other.finding) + " #" + short_fingerprint(*other.finding));
    }
    return others.empty() ? "" : lead + dsl::join(others, ", ");
}

}  // namespace

std::string same_words_sentence(const Entry& entry) {
    const auto names = [](const FindingLines& finding) { return names_of(finding); };
    return others_alike(entry, Alike::Words, "The same with: ", names);
}

std::string same_question_sentence(const Entry& entry) {
    return others_alike(entry, Alike::Question, "About the same, in the same play, disagree: ", breaker_of);
}

std::string same_claim_sentence(const Entry& entry) {
    const char* lead = is_left_open(*entry.shown) ? "The same is left open where it is asked by: "
                                                  : "The same claim is broken otherwise: ";
    return others_alike(entry, Alike::Claim, lead, breaker_of);
}

std::string follows_sentence(const Entry& entry) {
    return others_alike(entry, Alike::Follows, "By this goes wrong, too: ", [](const FindingLines& finding) {
        return "\"" + finding.title + "\"";
    });
}

std::string breaker_of(const FindingLines& finding) {
    FindingLines others;
    others.clauses = finding.clauses;
    std::erase_if(others.clauses, &ClauseLine::is_claim);
    std::string names = names_of(others);
    if (!names.empty() || !finding.witness) return names;
    return "from " + finding.witness->setup;
}

std::string shared_sentence(const Entry& entry) {
    const std::vector<std::string> shared = shared_beside(entry);
    return shared.empty() ? ""
                          : list_or(shared, "") + (shared.size() == 1 ? " is" : " are") + " in all of them.";
}

std::string beside_words(const Entry& entry) {
    return entry.shown->advice.is_tried ? "Still open when this is settled alone" : "With a part in common";
}

std::string beside_sentence(const Entry& entry) {
    if (entry.beside.empty()) return "";
    constexpr std::size_t most = 5;
    std::vector<std::string> named;
    for (const FindingLines* other : entry.beside) {
        if (named.size() == most) break;
        named.push_back(names_of(*other) + " #" + short_fingerprint(*other));
    }
    const std::size_t more = entry.beside.size() - named.size();
    if (more > 0) named.push_back(fmt::format("and {} more", more));
    return beside_words(entry) + ": " + dsl::join(named, ", ") + ". " + shared_sentence(entry);
}

std::string alike_sentence(const FindingLines& finding) {
    return finding.alike.empty()
               ? ""
               : "The same with " + dsl::join(finding.alike, ", with ") + ": nothing tells them apart.";
}

bool says_what_words_stand_for(const ClauseLine& line) {
    constexpr std::array<std::string_view, 7> words = {"says",   "definition", "action", "does it",
                                                       "phrase", "asks",       "ending"};
    return std::ranges::find(words, line.kind) != words.end();
}

bool is_what_words_come_to(const ClauseLine& line) {
    constexpr std::array<std::string_view, 3> words = {"printed on", "field", "open"};
    return says_what_words_stand_for(line) || std::ranges::find(words, line.kind) != words.end();
}

std::size_t facts_shown(std::size_t all) {
    constexpr std::size_t most = 4;
    return all <= most + 1 ? all : most;
}

std::vector<OutcomeLine> told_apart(const std::vector<OutcomeLine>& outcomes) {
    std::vector<OutcomeLine> result = outcomes;
    for (OutcomeLine& outcome : result) {
        std::erase_if(outcome.consequences, [&](const std::string& fact) {
            return outcomes.size() > 1 && std::ranges::all_of(outcomes, [&](const OutcomeLine& other) {
                       return std::ranges::find(other.consequences, fact) != other.consequences.end();
                   });
        });
        if (outcome.consequences.empty()) outcome.consequences.emplace_back("nothing more happens");
    }
    return result;
}

}  // namespace errata::reports
