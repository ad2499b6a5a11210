#include "reports/explain/settle.h"

#include <algorithm>

#include "checker/advice/remedies.h"
#include "checker/claims/asked_about.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/explain/excerpts.h"
#include "reports/explain/help.h"
#include "reports/explain/names.h"
#include "reports/explain/quotes.h"
#include "reports/explain/settle_loops.h"

namespace errata::reports {

namespace {

using checker::Finding;
using compiler::ClauseId;
using compiler::FindingCode;
using compiler::IncidentKind;
using compiler::Model;
using compiler::OrderKind;

// "Ann"; empty for a game without players.
std::string some_player(const Model& model) {
    const std::vector<compiler::Value> all = checker::players(model);
    return all.empty() ? "" : checker::player_name(model, all.front());
}

// "`initiative`, which holds one".
std::string variable_with_player(const Model& model) {
    const std::vector<std::string> names = checker::who_may_order(model);
    return names.empty() ? "a variable of yours that holds one" : "`" + names.front() + "`, which holds one";
}

std::string order_of_triggers(const Model& model) {
    const std::string player = some_player(model);
    if (player.empty())
        return "declare a player who orders them (`player P`, and `meta { trigger_order: P }`), or make the "
               "order not matter.";
    if (model.policies.trigger_order_stated)
        return "name one player in `trigger_order` who orders them all, or make the order not matter.";
    return "state who orders them (`meta { trigger_order: P }`, P a player such as " + player + " or " +
           variable_with_player(model) + "), or make the order not matter.";
}

// The choice that the play comes to, if it comes to one.
const compiler::Point* choice_at_end(const Model& model, const Finding& finding) {
    if (!finding.witness) return nullptr;
    const compiler::PointId at = top_point(model, checker::last_state(*finding.witness));
    return at.is_valid() ? &model.flow.points[at.index] : nullptr;
}

std::string place_of_choice(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    const compiler::Point* const choice = choice_at_end(model, finding);
    return choice == nullptr ? "" : at_place(sources, choice->span);
}

std::string who_chooses(const Model& model, const std::string& place) {
    const std::string player = some_player(model);
    if (player.empty()) return "say" + place + " what is taken.";
    return "say" + place + " whose choice it is (`by P` in the place of `by nobody`, P a player such as " +
           player + " or one that is known there), or what is taken.";
}

std::string order(const Model& model, const Finding& finding, const std::string& place) {
    const OrderKind kind = *finding.order;
    const bool has_ranks = std::ranges::any_of(
        model.rules.triggers, [](const compiler::Trigger& trigger) { return trigger.rank.is_valid(); });
    switch (kind) {
        case OrderKind::Triggers:
            return (has_ranks ? "mark one of them before the other, or " : "") + order_of_triggers(model);
        case OrderKind::Replacements:
            if (is_incident(model, finding.about, IncidentKind::ReplacedFirst))
                return "let one of them not apply where the other does, or let what brings the event about "
                       "stop on its way (a `settle`, a choice), so that somebody can be asked.";
            return "state whose choice it is (`meta { replacement_order: P }`, P a player or " +
                   variable_with_player(model) +
                   ", or `affected.owner`, whose thing the event is about), or let one of them not apply "
                   "where the other does.";
        case OrderKind::Additions:
            return "let one rule add both, in its order, or let one wait until the event is over (`when` in "
                   "the place of `as`).";
        case OrderKind::Changes:
            return "state `meta { changes: set_first }` where what is added comes on top, `meta { changes: "
                   "add_first }` where it does not count then, or let one of them wait.";
        case OrderKind::Decisions:
            return "write `secretly in order` where the order of the choices decides, or let what they do "
                   "not depend on who is first.";
        case OrderKind::Objects:
            return "say `in order` where the objects' numbers are an order of the game, `in order of N, ties "
                   "by P` where a number decides and then a player, `in an order chosen by P` where a player "
                   "does, or put it into `simultaneously { ... }` where all happens at one moment.";
        case OrderKind::Rounds:
            return settle_page(FindingCode::OrderChosen);
        case OrderKind::Events:
            return "say by a condition which of them it is for, or let the limit let all of one moment "
                   "through.";
        case OrderKind::Choice:
            return who_chooses(model, place);
    }
    return "";
}

bool is_about_partition(const Model& model, const Finding& finding) {
    return std::ranges::any_of(finding.clauses, [&](ClauseId clause) {
        return model.clause(clause).kind == compiler::ClauseKind::Partition;
    });
}

std::string undefined(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (finding.missing && finding.missing->kind != checker::MissingKind::OfNone)
        return "widen the range, keep the value in it (`min`, `max`), or ask only where it is in it.";
    if (finding.missing || is_incident(model, finding.about, IncidentKind::NoValue)) {
        const bool was_none_before = finding.missing && finding.missing->none_since.is_valid();
        return "ask only where it is there (`if x is not none`), " +
               std::string(
                   was_none_before
                       ? ""
                       : "keep in mind what it was when the text was caught (`given y = x.owner`), ") +
               "or say what happens where there is none.";
    }
    const compiler::OpenFunction* const open = checker::left_open(model, finding);
    if (open == nullptr && is_about_partition(model, finding))
        return "widen one of the cases so that what falls under none falls under it, or add a case.";
    if (open == nullptr) return settle_page(finding.code);
    const std::vector<std::string>& settings = model.incidents.all[open->gap.index].settings;
    if (!settings.empty()) {
        const auto written = [](const std::string& setting) { return "`meta { " + setting + " }`"; };
        return "state " + dsl::join(dsl::mapped(settings, written), " or ") + ".";
    }
    const compiler::Type& type = model.type(open->type);
    const std::string place = at_place(sources, open->span);
    if (type.form == compiler::TypeForm::Bool)
        return "add the missing rule, or a default where it is declared" + place + " (`open " + open->name +
               "(...) default no`, or `default yes`) if silence is meant to decide.";
    return "add the missing rule, or a default where it is declared" + place + " (`default " +
           checker::value_text(model, open->type, type.lo).text() +
           "`, or another value) if silence is meant to decide.";
}

// Values that no number are cannot be added to, and of marks made at one moment none is the latest.
std::string set_at_once(const Model& model, const Finding& finding) {
    if (is_incident(model, finding.about, IncidentKind::LatestUnknown))
        return "mark one of them before the other, put one in a later layer, or let one of them wait.";
    if (is_incident(model, finding.about, IncidentKind::RivalEndings))
        return "let one of them ask that the other is not due (`if ... and not ...`), or add an ending for "
               "both at once.";
    if (is_incident(model, finding.about, IncidentKind::BlockDisagrees) ||
        is_incident(model, finding.about, IncidentKind::ChecksDisagree))
        return "let one of them not apply where the other does, or let one come after the other.";
    const compiler::OpenFunction* const open = checker::contradicted(model, finding);
    if (open == nullptr) return settle_page(finding.code);
    const compiler::TypeForm form = model.type(open->type).form;
    if (form == compiler::TypeForm::Range || form == compiler::TypeForm::Counter)
        return settle_page(finding.code);
    return "give one effect the last word (a later layer; or one `layer` for both and, in `meta`, an "
           "`effect_order`), or let them happen one after the other.";
}

std::string invariant(const Model& model, const Finding& finding) {
    if (is_incident(model, finding.about, IncidentKind::OutOfRange))
        return "widen the range, keep the value in it (`min`, `max`), or let the rule stop before.";
    if (finding.names_makers)
        return "correct what makes the value that the claim asks for (it is named above), or the claim if it "
               "asks too much.";
    const bool is_from_start = finding.witness && finding.witness->steps.empty();
    return is_from_start ? "correct what the setup or the definitions say, or the claim if it asks too much."
                         : settle_page(finding.code);
}

// Two of its clauses that disagree.
std::optional<std::pair<ClauseId, ClauseId>> two_sides(const Model& model, const Finding& finding) {
    if (finding.clauses.size() == 2) return std::pair(finding.clauses[0], finding.clauses[1]);
    const compiler::OpenFunction* const open = checker::contradicted(model, finding);
    if (open == nullptr) return std::nullopt;
    const auto says = [&](ClauseId clause, bool yes) { return checker::says(*open, clause, yes); };
    // What makes two rules speak of one thing may be a part of either side.
    const auto side = [&](bool yes) {
        const auto only = std::ranges::find_if(
            finding.clauses, [&](ClauseId clause) { return says(clause, yes) && !says(clause, !yes); });
        if (only != finding.clauses.end()) return only;
        return std::ranges::find_if(finding.clauses, [&](ClauseId clause) { return says(clause, yes); });
    };
    const auto no = side(false);
    const auto yes = side(true);
    if (no == finding.clauses.end() || yes == finding.clauses.end() || *no == *yes) return std::nullopt;
    return std::pair(*no, *yes);
}

std::string definition(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (is_about_partition(model, finding)) return "narrow one of the cases so that nothing falls under two.";
    const auto sides = two_sides(model, finding);
    if (!sides) return settle_page(finding.code);
    const compiler::Clause& winner = model.clause(sides->first);
    const std::string in_phrase =
        winner.abilities.empty() ? "" : " in its phrase" + at_place(sources, winner.abilities.front());
    std::vector<std::string> losers;
    for (const ClauseId id : checker::who_says_otherwise(compiler::Evaluator(model), finding, sides->first)) {
        std::string name = "\"" + model.clause(id).name + "\"";
        if (std::ranges::find(losers, name) == losers.end()) losers.push_back(std::move(name));
    }
    return "say which statement wins. For " + winner.name + " to win, write `except to " +
           dsl::join(losers, ", ") + "` behind it" + in_phrase +
           "; for the other, the other way round. Declare a reading if the source really says both.";
}

// Where somebody has a choice, but nothing to choose from, it is the choice that lacks something.
std::string deadlock(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    const auto is_written = [](const compiler::PointOption& option) { return option.span.is_valid(); };
    const compiler::Point* const choice = choice_at_end(model, finding);
    if (choice == nullptr || std::ranges::none_of(choice->options, is_written))
        return settle_page(finding.code);
    return "add `otherwise { ... }` to the choice" + at_place(sources, choice->span) +
           ", make sure that an option is always left, or declare an ending for this position.";
}

// By what stands in the way.
std::string never(const Finding& finding) {
    const std::string miss = checker::name_in(finding.facts, checker::FactKind::HowNear);
    const auto says = [&](std::string_view words) { return miss.find(words) != std::string::npos; };
    if (has(finding.facts, checker::FactKind::WouldWithoutEach) ||
        has(finding.facts, checker::FactKind::WouldWithoutAll))
        return "let what stands in the way make an exception for it (`except to`, `unless`), or leave it "
               "out.";
    if (says("; whatever has that lacks "))
        return "let a rule bring about the one without the other, or ask for less.";
    if (says("nothing changes that)") || says(", and nothing changes it"))
        return "begin with it in some setup, or write a rule that changes what is missing.";
    if (says(" is never possible, for want of "))
        return "let that option be there (ask for less, or let more be gained), or take out what waits for "
               "it.";
    if (finding.code == FindingCode::UnreachableAbility && !says(" lacks "))
        return "look at its condition, and at what it waits for.";
    return settle_page(finding.code);
}

std::string name_of_system(const Model& model, const Finding& finding) {
    const std::vector<std::string> names = checker::names_in(model, finding.about);
    return names.empty() ? "" : names.front();
}

bool is_of_derived_values(const Model& model, const Finding& finding) {
    return std::ranges::any_of(finding.clauses, [&](ClauseId clause) {
        return model.clause(clause).kind == compiler::ClauseKind::Derived;
    });
}

// Null: it has another name.
const compiler::Equations* system_called(const Model& model, const std::string& name) {
    const auto found = std::ranges::find(model.functions.equations, name, &compiler::Equations::name);
    return found == model.functions.equations.end() ? nullptr : &*found;
}

// What says already which solution counts; invalid: nothing does.
dsl::Span preference_of(const Model& model, const dsl::SourceSet& sources, const std::string& name) {
    const compiler::Equations* const system = system_called(model, name);
    if (system == nullptr || !system->preference.is_valid()) return {};
    const auto block = std::ranges::find_if(
        model.functions.defined,
        [&](const compiler::DefinedName& defined) { return contains(defined.span, system->span); });
    return block == model.functions.defined.end() ? dsl::Span() : preference_in(sources, block->span);
}

// ", E a number such as `number of t: tile with held(t)`": of the first predicate of the system.
std::string number_of_solution(const Model& model, const std::string& name) {
    const compiler::Equations* const system = system_called(model, name);
    if (system == nullptr) return "";
    for (std::size_t i = system->first; i < system->first + system->count; ++i) {
        const compiler::Unknown& unknown = model.functions.unknowns[i];
        if (unknown.params.size() != 1 || model.type(unknown.type).form != compiler::TypeForm::Bool) continue;
        return ", E a number such as `number of x: " + model.type(unknown.params[0]).name + " with " +
               unknown.name + "(x)`";
    }
    return "";
}

std::string several_solutions(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (is_of_derived_values(model, finding))
        return "put what comes first into an earlier layer, say that the `latest` counts, or let an effect "
               "ask for something that it does not change.";
    const std::string name = name_of_system(model, finding);
    const dsl::Span prefer = preference_of(model, sources, name);
    if (prefer.is_valid())
        return "let `prefer`" + at_place(sources, prefer) +
               " count something in which these differ, say what happens then, by `if several { ... }` "
               "behind `solve " +
               name + " { ... }`, or make it an `inductive` relation.";
    return "say which solution counts, by `prefer most E` (or `least`) as the last line of `equations " +
           name + " { }`" + number_of_solution(model, name) +
           ", or what happens then, by `if several { ... }` behind `solve " + name +
           " { ... }`; or make it an `inductive` relation.";
}

std::string no_solution(const Model& model, const Finding& finding) {
    const std::string ask =
        "let a rule ask for something that it does not change (an earlier layer, a field "
        "from before)";
    if (is_of_derived_values(model, finding)) return ask + ".";
    return ask +
           ", or say what holds then: `otherwise` behind an equation, `if none { ... }` behind `solve " +
           name_of_system(model, finding) + " { ... }`.";
}

// Of what its play leans on (checker/search/leaning): what would settle that; empty: it leans on nothing.
std::string settle_leaning(const Finding& finding) {
    if (has(finding.facts, checker::FactKind::LeansOrder)) return "say who decides what it leans on, or ";
    if (!finding.needs.left_open.empty()) return "let a rule answer what it leans on, or ";
    return has(finding.facts, checker::FactKind::LeansUndecided)
               ? "say which rule wins of those it leans on, or "
               : "";
}

std::string own_settle_sentence(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (finding.order && finding.code == FindingCode::OrderUnowned)
        return order(model, finding, place_of_choice(model, sources, finding));
    if (finding.code == FindingCode::GapUndefined) return undefined(model, sources, finding);
    if (finding.code == FindingCode::ContradictionInvariant) return invariant(model, finding);
    if (finding.code == FindingCode::ContradictionDefinition) return definition(model, sources, finding);
    if (finding.code == FindingCode::ContradictionScenario && !finding.witness)
        return "change what the example sets, or what it requires.";
    if (finding.code == FindingCode::ContradictionNoFixpoint &&
        is_incident(model, finding.about, IncidentKind::LayerUnordered))
        return "mark one of them before the other, put one in a later layer, or let it not ask for what the "
               "other sets.";
    if (finding.code == FindingCode::ContradictionNoFixpoint) return no_solution(model, finding);
    if (finding.code == FindingCode::ContradictionManyFixpoints)
        return several_solutions(model, sources, finding);
    if (is_of(finding.code, compiler::FindingFamily::Unreachable)) return never(finding);
    if (finding.code == FindingCode::ContradictionSetSet) return set_at_once(model, finding);
    if (finding.code == FindingCode::LoopSettle && finding.clauses.size() < 2)
        return "let the check leave a position for which it does not ask again.";
    if (is_of(finding.code, compiler::FindingFamily::Loop)) return settle_loop(model, sources, finding);
    if (finding.code == FindingCode::Deadlock) return deadlock(model, sources, finding);
    return settle_page(finding.code);
}

}  // namespace

std::string settle_sentence(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    const std::string own = own_settle_sentence(model, sources, finding);
    return own.empty() ? own : settle_leaning(finding) + own;
}

}  // namespace errata::reports
