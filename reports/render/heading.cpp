#include "reports/render/heading.h"

#include <algorithm>
#include <functional>
#include <set>

#include "checker/fact_kinds.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/explain/help.h"
#include "reports/render/sentences.h"

namespace errata::reports {

using compiler::IncidentKind;

namespace {

bool is_about(const FindingLines& finding, IncidentKind kind) { return finding.about.incident == kind; }

// The name in the spec of what it is about; empty: nothing but its clauses.
std::string subject_of(const FindingLines& finding) {
    return finding.about.names.empty() ? "" : finding.about.names.front();
}

std::string quoted(const std::string& name) { return "\"" + name + "\""; }

// "Survives void" of "survives_void": names of the language have no blanks.
std::string in_words(std::string words) {
    std::ranges::replace(words, '_', ' ');
    return dsl::with_capital(std::move(words));
}

// The clauses that a heading names. A round names its printed items, and rules only where no item takes part:
// rules of the game go round with whatever is printed. State checks that never settle are rules themselves.
std::vector<ClauseLine> named_in(const FindingLines& finding) {
    std::vector<ClauseLine> clauses = causes_of(finding);
    const auto is_printed = [](const ClauseLine& clause) { return clause.is_printed; };
    const bool is_round = compiler::is_of(finding.code, compiler::FindingFamily::Loop) &&
                          finding.code != compiler::FindingCode::LoopSettle;
    if (is_round && std::ranges::any_of(clauses, is_printed)) std::erase_if(clauses, std::not_fn(is_printed));
    // A claim goes round with nothing: where nobody else is to blame, the part of the turn does.
    if (is_round) std::erase_if(clauses, [](const ClauseLine& clause) { return clause.is_claim; });
    if (is_round && clauses.empty()) {
        clauses = finding.clauses;
        std::erase_if(clauses, [](const ClauseLine& clause) { return clause.is_claim; });
    }
    return clauses;
}

std::size_t item_count(const FindingLines& finding) {
    std::set<std::string> names;
    for (const ClauseLine& clause : named_in(finding)) names.insert(clause.name);
    return names.size();
}

// ""Lantern" and "Echo"", or "play" where no clause is known.
std::string who(const FindingLines& finding) {
    constexpr std::size_t most = 4;
    const std::string names = names_of(named_in(finding), most, "\"");
    return names.empty() ? "play" : names;
}

// ""leader"" of "player.leader".
std::string written_in(const FindingLines& finding, const std::string& otherwise) {
    const std::string& variable = finding.about.variable;
    return variable.empty() ? otherwise : quoted(variable.substr(variable.rfind('.') + 1));
}

// A verb behind it.
std::string verb(const FindingLines& finding, const std::string& one, const std::string& several) {
    return item_count(finding) < 2 ? one : several;
}

std::string claim(const FindingLines& finding) { return quoted(finding.title); }

std::string must_cannot(const FindingLines& finding) {
    const std::string event = subject_of(finding);
    if (event.empty() || finding.clauses.size() != 2) return "";
    const std::string& demand = finding.clauses[0].name;
    const std::string& prohibition = finding.clauses[1].name;
    if (demand == prohibition) return quoted(demand) + " both demands and forbids " + quoted(event);
    return quoted(demand) + " demands " + quoted(event) + ", and " + quoted(prohibition) + " forbids it";
}

std::string set_set(const FindingLines& finding) {
    if (finding.clauses.empty()) return "";
    const std::vector<std::string>& names = finding.about.names;
    if (is_about(finding, IncidentKind::RivalEndings) && names.size() == 2)
        return quoted(names[0]) + " and " + quoted(names[1]) +
               " are due at the same moment, and no rule says which ending counts";
    if (is_about(finding, IncidentKind::BlockDisagrees) || is_about(finding, IncidentKind::ChecksDisagree))
        return who(finding) + verb(finding, " changes ", " change ") + written_in(finding, "a value") +
               " in two ways at the same moment, and only one can stand";
    return who(finding) + verb(finding, " gives", " give") +
           " the same thing different values at the same moment";
}

// Which clause denies is seen where the language itself is quoted; a card says it in its own words.
std::string definition(const FindingLines& finding) {
    const bool is_predicate = is_about(finding, IncidentKind::HoldsAndNot);
    const bool is_known = is_predicate || is_about(finding, IncidentKind::NoAnswerFits);
    if (!is_known || finding.clauses.empty()) return "";
    const std::string question = in_words(subject_of(finding)) + ", or not? ";
    const std::vector<ClauseLine> sides = causes_of(finding);
    if (is_predicate && sides.size() == 2) {
        const bool first = sides[0].denies && sides[0].reading.empty();
        const bool second = sides[1].denies && sides[1].reading.empty();
        const ClauseLine& holds = sides[first ? 1 : 0];
        const ClauseLine& denies = sides[first ? 0 : 1];
        if (first != second && holds.name == denies.name) return question + quoted(holds.name) + " says both";
        if (first != second)
            return question + quoted(holds.name) + " says yes, and " + quoted(denies.name) + " says no";
    }
    const std::string names = who(finding) + verb(finding, " disagrees with itself", " disagree");
    return is_predicate ? question + names : names + ": " + finding.title;
}

std::string no_fixpoint(const FindingLines& finding) {
    if (!is_about(finding, IncidentKind::NoSolution)) return "";
    return quoted(subject_of(finding)) + " cannot be worked out: no value fits its rules";
}

std::string many_fixpoints(const FindingLines& finding) {
    if (!is_about(finding, IncidentKind::SeveralSolutions)) return "";
    return quoted(subject_of(finding)) + " has several values that fit, and no rule says which one counts";
}

bool is_of_claim(const FindingLines& finding) { return finding.about.sort == checker::AboutSort::Claim; }

std::string ruling(const FindingLines& finding) {
    return is_of_claim(finding) ? "The ruling " + claim(finding) + " does not hold" : "";
}

std::string invariant(const FindingLines& finding) {
    if (is_about(finding, IncidentKind::OutOfRange))
        return who(finding) + verb(finding, " takes ", " take ") + written_in(finding, "a value") +
               " out of its range";
    return is_of_claim(finding) ? claim(finding) + " is not always true" : "";
}

// "Shield or Ward: which replaces 'deal' first?"
std::string replacements(const FindingLines& finding) {
    const std::string event = subject_of(finding);
    if (event.empty()) return "";
    return who(finding) + verb(finding, " replaces ", " replace ") + quoted(event) +
           ", and the rules do not say which comes first";
}

std::string changes(const FindingLines& finding) {
    const bool is_own = item_count(finding) < 2;
    return who(finding) + verb(finding, " sets", " set") + " a value and " + (is_own ? "adds" : "add") +
           " to it at the same moment, and no rule says which comes first";
}

std::string unowned(const FindingLines& finding) {
    using enum compiler::OrderKind;
    if (!finding.order) return "";
    switch (*finding.order) {
        case Choice:
            return subject_of(finding).empty() ? "" : subject_of(finding) + ": no rule says who decides";
        case Changes:
            return changes(finding);
        case Replacements:
            return replacements(finding);
        case Triggers:
            return finding.title + ", and no rule says which goes first";
        case Additions:
        case Decisions:
        case Objects:
        case Rounds:
        case Events:
            return finding.title + "?";
    }
    return "";
}

// Of things and turns the title asks already which comes first.
std::string chosen(const FindingLines& finding) {
    using enum compiler::OrderKind;
    const bool asks = finding.order == Objects || finding.order == Rounds || finding.order == Additions;
    return finding.title + ": a player chooses" + (asks ? "" : " which goes first") + ", and it matters";
}

std::string undefined(const FindingLines& finding) {
    if (is_about(finding, IncidentKind::LeftOpen)) {
        const std::string what = in_words(subject_of(finding));
        return what +
               (finding.about.is_predicate ? ", or not? No rule says" : ": the rules allow several answers");
    }
    const bool is_known = !finding.about.missing.empty();
    const std::string& met_by = finding.about.met_by;
    const std::string asking = met_by.empty() && is_known ? subject_of(finding) : met_by;
    if (!asking.empty())
        return asking + (is_known ? ": " + finding.about.missing : " asks for something that has no value");
    return finding.clauses.empty() ? "" : who(finding) + ": the rules give no value here";
}

std::string no_option(const FindingLines& finding) {
    const std::string at = subject_of(finding);
    if (finding.clauses.empty() || at.empty()) return "";
    return "Nothing can be chosen at " + quoted(at) + ", and no rule says what happens then";
}

std::string keepers(const FindingLines& finding) {
    const bool known = finding.loop && !finding.loop->can_keep_going.empty();
    return known ? dsl::join(finding.loop->can_keep_going, " or ") : "Somebody";
}

// Beyond the scope nobody has looked for a way out.
std::string inevitable(const FindingLines& finding) {
    const bool is_known = finding.loop && finding.loop->undecided.empty();
    return who(finding) + verb(finding, " repeats", " repeat") +
           (is_known ? " for ever, and nobody can stop it" : " for ever, and no way out was found");
}
std::string optional(const FindingLines& finding) {
    return keepers(finding) + " can repeat " + who(finding) + " for ever";
}
std::string growing(const FindingLines& finding) {
    return keepers(finding) + " can repeat " + who(finding) + " for ever, and each round leaves more";
}
std::string lethal(const FindingLines& finding) {
    if (subject_of(finding).empty()) return "";
    return who(finding) + verb(finding, " repeats", " repeat") + " until the game ends with " +
           quoted(subject_of(finding));
}
std::string no_ending(const FindingLines& finding) {
    return subject_of(finding).empty() ? "" : "No game ever ends with " + quoted(subject_of(finding));
}
// What is looked for comes first, what keeps it away behind that.
std::string never_in_effect(const FindingLines& finding) {
    return finding.clauses.empty() ? "" : quoted(finding.clauses[0].name) + " never comes into effect";
}
// Of a printed item that says something else first.
bool is_further_line(const FindingLines& finding) {
    const ClauseLine& clause = finding.clauses.front();
    const std::size_t line = clause.path.rfind("/line ");
    return finding.clauses.size() == 1 && clause.is_printed && line != std::string::npos &&
           clause.path.substr(line) != "/line 1";
}
std::string never_used(const FindingLines& finding) {
    if (finding.clauses.empty()) return "";
    const std::string name = quoted(finding.clauses[0].name);
    if (const checker::Fact* const never = find(finding.facts, checker::FactKind::OptionNeverPossible)) {
        const auto& options = std::get<std::vector<checker::Phrase>>(never->arguments.front().value);
        return quoted(options.front().text()) + " can never be chosen, for " + name;
    }
    if (has(finding.facts, checker::FactKind::PutOffNever)) return "What " + name + " puts off never happens";
    return (is_further_line(finding) ? "A line of " : "") + name + " is never used";
}
std::string dead_text(const FindingLines& finding) {
    return finding.clauses.empty()
               ? ""
               : who(finding) + " never" + verb(finding, " makes", " make") + " a difference";
}
std::string redundant(const FindingLines& finding) {
    if (finding.clauses.size() < 2) return "";
    return quoted(finding.clauses[0].name) + " changes nothing as long as " +
           quoted(finding.clauses[1].name) + " is there";
}
std::string shadowed(const FindingLines& finding) {
    if (finding.clauses.empty()) return "";
    return "Wherever " + quoted(finding.clauses[0].name) + " would matter, an exception to it applies";
}
std::string overridden(const FindingLines& finding) {
    if (finding.clauses.size() < 2) return "";
    return quoted(finding.clauses[0].name) + " gives way to " + quoted(finding.clauses[1].name) +
           ", as declared";
}
// Side by side is no answer of its own.
std::string interaction(const FindingLines& finding) {
    const bool is_side_by_side = has(finding.facts, checker::FactKind::TakePartTogether);
    return quoted(finding.title) + " " + (is_side_by_side ? "take part in one step" : "act on one another");
}

std::string unpaid(const FindingLines& finding) {
    if (finding.clauses.empty()) return "";
    return quoted(finding.clauses[0].name) + " gives something although its price changes nothing";
}
std::string deadlock(const FindingLines& finding) {
    const std::string place = subject_of(finding);
    const std::string& barring = finding.about.barring;
    const std::string stops =
        " stops" + (place.empty() ? "" : " at " + quoted(place)) + " although the game is not over";
    if (barring.empty()) return "Play" + stops;
    return barring + (finding.about.barring_count < 2 ? " leaves" : " leave") + " no way on: play" + stops;
}
std::string wait(const FindingLines& finding) {
    if (waits_after_a_choice(finding))
        return claim(finding) + " can become impossible, and then no choice brings it about";
    const bool is_unchosen =
        finding.loop && finding.loop->can_keep_going.empty() && finding.loop->undecided.empty();
    if (is_unchosen) return claim(finding) + " may never happen, whatever the players choose";
    return keepers(finding) + " can keep " + claim(finding) + " from ever happening";
}
std::string mandatory(const FindingLines& finding) {
    return who(finding) + verb(finding, " repeats", " repeat") + " for ever, and no player has a choice";
}
std::string agenda(const FindingLines& finding) {
    return who(finding) + verb(finding, " leaves", " leave") + " more to do each time, for ever, " +
           (has(finding.facts, checker::FactKind::InescapableRound) ? "whatever the players choose"
                                                                    : "and no player has a choice");
}
std::string chance(const FindingLines& finding) {
    return who(finding) + verb(finding, " repeats", " repeat") + " until chance ends it";
}
// Of the codes whose page has no pattern (explain/help.h), for more than names goes into their headings.
struct Row {
    compiler::FindingCode code;
    std::string (*words)(const FindingLines& finding);
};

constexpr Row heading_rows[] = {
    {compiler::FindingCode::ContradictionMustCannot, must_cannot},
    {compiler::FindingCode::ContradictionSetSet, set_set},
    {compiler::FindingCode::ContradictionDefinition, definition},
    {compiler::FindingCode::ContradictionNoFixpoint, no_fixpoint},
    {compiler::FindingCode::ContradictionManyFixpoints, many_fixpoints},
    {compiler::FindingCode::ContradictionRuling, ruling},
    {compiler::FindingCode::ContradictionInvariant, invariant},
    {compiler::FindingCode::OrderUnowned, unowned},
    {compiler::FindingCode::OrderChosen, chosen},
    {compiler::FindingCode::GapUndefined, undefined},
    {compiler::FindingCode::GapNoOption, no_option},
    {compiler::FindingCode::LoopMandatory, mandatory},
    {compiler::FindingCode::LoopAgenda, agenda},
    {compiler::FindingCode::LoopChance, chance},
    {compiler::FindingCode::LoopInevitable, inevitable},
    {compiler::FindingCode::LoopOptional, optional},
    {compiler::FindingCode::LoopGrowing, growing},
    {compiler::FindingCode::LoopLethal, lethal},
    {compiler::FindingCode::UnreachableCard, never_in_effect},
    {compiler::FindingCode::UnreachableAbility, never_used},
    {compiler::FindingCode::UnreachableEnding, no_ending},
    {compiler::FindingCode::DeadText, dead_text},
    {compiler::FindingCode::Redundant, redundant},
    {compiler::FindingCode::Shadowed, shadowed},
    {compiler::FindingCode::Overridden, overridden},
    {compiler::FindingCode::Unpaid, unpaid},
    {compiler::FindingCode::Deadlock, deadlock},
    {compiler::FindingCode::LoopWait, wait},
    {compiler::FindingCode::Interaction, interaction},
};

// The pattern with what its braces stand for; empty where that is not known.
std::string filled(std::string_view pattern, const FindingLines& finding) {
    if (finding.clauses.empty() && pattern.find("{names}") != std::string_view::npos) return "";
    std::string words;
    while (!pattern.empty()) {
        const std::size_t open = std::min(pattern.find('{'), pattern.size());
        words += pattern.substr(0, open);
        const std::size_t end = std::min(pattern.find('}', open), pattern.size() - 1) + 1;
        const std::string_view place = pattern.substr(open, end - open);
        if (!place.empty()) words += place == "{title}" ? finding.title : who(finding);
        pattern.remove_prefix(end);
    }
    return words;
}

}  // namespace

std::string heading(const FindingLines& finding) {
    const auto row = std::ranges::find(heading_rows, finding.code, &Row::code);
    const FindingHelp* const page = find_help(finding.code);
    std::string words;
    if (row != std::end(heading_rows)) {
        words = row->words(finding);
    } else if (page) {
        words = filled(page->heading, finding);
    }
    return words == finding.title ? "" : words;
}

std::string heading_or_title(const FindingLines& finding) {
    const std::string words = heading(finding);
    return words.empty() ? finding.title : words;
}

std::vector<compiler::FindingCode> codes_with_heading() {
    std::vector<compiler::FindingCode> codes;
    for (const Row& row : heading_rows) codes.push_back(row.code);
    for (const FindingHelp& page : all_finding_help()) {
        if (!page.heading.empty()) codes.push_back(page.code);
    }
    return codes;
}

}  // namespace errata::reports
