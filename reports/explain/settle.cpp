#include "reports/explain/settle.h"

#include <algorithm>

#include "checker/advice/remedies.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/explain/excerpts.h"
#include "reports/explain/help.h"
#include "reports/explain/names.h"
#include "reports/explain/quotes.h"

namespace errata::reports {

namespace {

using checker::Finding;
using compiler::ClauseId;
using compiler::FindingCode;
using compiler::Model;
using compiler::OrderKind;

std::string page_of(FindingCode code) {
    const FindingHelp* const help = find_help(code_name(code));
    return help == nullptr ? "" : std::string(help->settle);
}

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

// " at combat.rules:83"; empty for what has no place.
std::string at_place(const dsl::SourceSet& sources, dsl::Span span) {
    if (!span.is_valid()) return "";
    const dsl::SourceFile& file = sources.file(span.file);
    const std::string& path = file.path();
    return " at " + path.substr(path.rfind('/') + 1) + ":" + std::to_string(file.position(span.begin).line);
}

// Where the choice is written that the play comes to.
std::string place_of_choice(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (!finding.witness) return "";
    const compiler::PointId at = top_point(model, checker::last_state(*finding.witness));
    return at.is_valid() ? at_place(sources, model.flow.points[at.index].span) : "";
}

std::string who_chooses(const Model& model, const std::string& place) {
    const std::string player = some_player(model);
    if (player.empty()) return "say" + place + " what is taken.";
    return "say" + place + " whose choice it is (`by P` in the place of `by nobody`, P a player such as " +
           player + " or one that is known there), or what is taken.";
}

constexpr std::string_view not_asked = "inside something indivisible";

std::string order(const Model& model, const Finding& finding, const std::string& place) {
    const OrderKind kind = *finding.order;
    const bool has_ranks = std::ranges::any_of(
        model.rules.triggers, [](const compiler::Trigger& trigger) { return trigger.rank.is_valid(); });
    switch (kind) {
        case OrderKind::Triggers:
            return (has_ranks ? "mark one of them before the other, or " : "") + order_of_triggers(model);
        case OrderKind::Replacements:
            if (finding.explanation.find(not_asked) != std::string::npos)
                return "let one of them not apply where the other does, or let what brings the event about "
                       "stop on its way (a `settle`, a choice), so that somebody can be asked.";
            return "state `meta { replacement_order: P }`, or let one of them not apply where the other "
                   "does.";
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
            return page_of(FindingCode::OrderChosen);
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
    if (finding.explanation.find("which is not among ") != std::string::npos)
        return "widen the range, keep the value in it (`min`, `max`), or ask only where it is in it.";
    if (finding.title.starts_with("something without a value is used")) {
        const bool was_none_before = finding.explanation.find(" is none since ") != std::string::npos;
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
    if (open == nullptr) return page_of(finding.code);
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
           checker::value_text(model, open->type, type.lo) +
           "`, or another value) if silence is meant to decide.";
}

// Values that no number are cannot be added to, and of marks made at one moment none is the latest.
std::string set_at_once(const Model& model, const Finding& finding) {
    if (finding.explanation.find("their marks in ") != std::string::npos)
        return "mark one of them before the other, put one in a later layer, or let one of them wait.";
    if (finding.explanation.starts_with("Two endings are due"))
        return "let one of them ask that the other is not due (`if ... and not ...`), or add an ending for "
               "both at once.";
    if (finding.title.ends_with("simultaneous changes"))
        return "let one of them not apply where the other does, or let one come after the other.";
    const auto is_it = [&](const compiler::OpenFunction& open) {
        return finding.title.starts_with("'" + open.name + "'");
    };
    const auto open = std::ranges::find_if(model.functions.open, is_it);
    if (open == model.functions.open.end()) return page_of(finding.code);
    const compiler::TypeForm form = model.type(open->type).form;
    if (form == compiler::TypeForm::Range || form == compiler::TypeForm::Counter)
        return page_of(finding.code);
    return "give one effect the last word (a later layer; or one `layer` for both and, in `meta`, an "
           "`effect_order`), or let them happen one after the other.";
}

// An ability that is set off by an event or used, which a limit can stand behind.
bool can_be_limited(const Model& model, ClauseId id) {
    const auto is_it = [&](const auto& row) { return row.clause == id; };
    if (std::ranges::any_of(model.rules.state_checks, is_it)) return false;
    return std::ranges::any_of(model.rules.triggers, is_it) ||
           std::ranges::any_of(model.flow.points, [&](const compiler::Point& point) {
               return std::ranges::any_of(point.options, is_it) && !checker::is_frame(model.clause(id).kind);
           });
}

// Is the round one of a `repeat`, in which nothing is set off that a limit could stand behind?
bool is_round_of_repeat(const Model& model, const Finding& finding) {
    if (!finding.witness || !finding.witness->loop_start) return false;
    const checker::Trace& play = *finding.witness;
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        const compiler::PointId at = top_point(model, checker::state_before(play, i));
        if (!at.is_valid() || model.flow.points[at.index].rounds.empty()) return false;
    }
    return true;
}

std::string round_of_repeat(const Model& model) {
    const bool is_declared = model.policies.loops != compiler::LoopPolicy::Unstated;
    return "let each round of the `repeat` bring what it waits for nearer, or let it end after so many "
           "rounds" +
           std::string(is_declared ? "." : "; or declare what a loop means (`meta { loops: draw }`).");
}

// The part of the page behind the last comma speaks of a policy, which the game may have.
std::string page_of_loop(const Model& model, FindingCode code) {
    std::string page = page_of(code);
    if (model.policies.loops == compiler::LoopPolicy::Unstated) return page;
    const std::size_t policy = page.find(", or declare ");
    return policy == std::string::npos ? page : page.substr(0, policy) + ".";
}

// The part of the page up to the first comma speaks of a limit.
std::string loop(const Model& model, const Finding& finding) {
    if (is_round_of_repeat(model, finding)) return round_of_repeat(model);
    std::string page = page_of_loop(model, finding.code);
    const bool speaks_of_limits = page.starts_with("limit ");
    const bool has_limit =
        std::ranges::any_of(finding.clauses, [&](ClauseId clause) { return can_be_limited(model, clause); });
    if (!speaks_of_limits || has_limit) return page;
    const bool is_declared = model.policies.loops != compiler::LoopPolicy::Unstated;
    return "let something change for good in each round" +
           std::string(is_declared ? "." : ", or declare what a loop means (`meta { loops: draw }`).");
}

// What a player chooses on the way round, in words; empty: nobody chooses.
std::string chosen_in_round(const Model& model, const Finding& finding) {
    if (!finding.witness || !finding.witness->loop_start) return "";
    const checker::Trace& play = *finding.witness;
    for (std::size_t i = *play.loop_start; i < play.steps.size(); ++i) {
        const compiler::Move& move = play.steps[i].move;
        if (move.kind != compiler::MoveKind::Option) continue;
        if (model.flow.points[move.point.index].owner == compiler::OwnerKind::Player)
            return checker::move_text(model, checker::state_before(play, i), move);
    }
    return "";
}

// By the last choice on the way to it.
std::string lock(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    std::string page = page_of(finding.code);
    if (!finding.witness) return page;
    const checker::Trace& play = *finding.witness;
    for (std::size_t i = play.steps.size(); i-- > 0;) {
        const compiler::Move& move = play.steps[i].move;
        if (move.kind != compiler::MoveKind::Option) continue;
        const compiler::Point& point = model.flow.points[move.point.index];
        if (point.owner != compiler::OwnerKind::Player) continue;
        const dsl::Span option = option_in(sources, point.span, point.options[move.option].text);
        return "let \"" + checker::move_text(model, checker::state_before(play, i), move) + "\"" +
               at_place(sources, option) +
               " not be possible there, let something bring back what the ending asks for, or add an ending "
               "for this position (`if ... { end \"a draw\" }`).";
    }
    return page;
}

std::string wait(const Model& model, const Finding& finding) {
    const bool is_forced = finding.loop && finding.loop->can_keep_going.empty();
    const std::string chosen = is_forced ? "" : chosen_in_round(model, finding);
    if (chosen.empty()) return page_of(finding.code);
    return "let \"" + chosen +
           "\" not be there for ever (so many times, at a price), or give the wait an end (after so many "
           "turns, "
           "...), or say what happens to what waits for ever.";
}

std::string invariant(const Finding& finding) {
    if (finding.title.starts_with("a value leaves its range: "))
        return "widen the range, keep the value in it (`min`, `max`), or let the rule stop before.";
    const std::size_t there = finding.explanation.find(" There, ");
    if (there != std::string::npos && finding.explanation.find(" by ", there) != std::string::npos)
        return "correct what makes the value that the claim asks for (it is named above), or the claim if it "
               "asks too much.";
    const bool is_from_start = finding.witness && finding.witness->steps.empty();
    return is_from_start ? "correct what the setup or the definitions say, or the claim if it asks too much."
                         : page_of(finding.code);
}

std::string definition(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (is_about_partition(model, finding)) return "narrow one of the cases so that nothing falls under two.";
    if (finding.clauses.size() != 2) return page_of(finding.code);
    const compiler::Clause& first = model.clause(finding.clauses[0]);
    const std::string in_phrase =
        first.abilities.empty() ? "" : " in its phrase" + at_place(sources, first.abilities.front());
    return "add an exception to one of the statements (`except to \"" +
           model.clause(finding.clauses[1]).name + "\"` behind what " + first.name + " says" + in_phrase +
           ", or the other way round), or declare a reading if the source really says both.";
}

// By what the explanation says stands in the way.
std::string never(const Finding& finding) {
    const auto says = [&](std::string_view words) {
        return finding.explanation.find(words) != std::string::npos;
    };
    if (says(" It would come about without "))
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
    return page_of(finding.code);
}

// The name in quotes that the title begins with.
std::string name_of_system(const Finding& finding) {
    return finding.title.substr(1, finding.title.find('\'', 1) - 1);
}

bool is_of_derived_values(const Model& model, const Finding& finding) {
    return std::ranges::any_of(finding.clauses, [&](ClauseId clause) {
        return model.clause(clause).kind == compiler::ClauseKind::Derived;
    });
}

// What says already which solution counts; invalid: nothing does.
dsl::Span preference_of(const Model& model, const dsl::SourceSet& sources, const std::string& name) {
    const auto system = std::ranges::find(model.functions.equations, name, &compiler::Equations::name);
    if (system == model.functions.equations.end() || !system->preference.is_valid()) return {};
    const auto block = std::ranges::find_if(
        model.functions.defined,
        [&](const compiler::DefinedName& defined) { return contains(defined.span, system->span); });
    return block == model.functions.defined.end() ? dsl::Span() : preference_in(sources, block->span);
}

std::string several_solutions(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (is_of_derived_values(model, finding))
        return "put what comes first into an earlier layer, say that the `latest` counts, or let an effect "
               "ask for something that it does not change.";
    const std::string name = name_of_system(finding);
    const dsl::Span prefer = preference_of(model, sources, name);
    if (prefer.is_valid())
        return "let `prefer`" + at_place(sources, prefer) +
               " count something in which these differ, say what happens then, by `if several { ... }` "
               "behind `solve " +
               name + " { ... }`, or make it an `inductive` relation.";
    return "say which solution counts, by `prefer most E` (or `least`) as the last line of `equations " +
           name + " { }`, or what happens then, by `if several { ... }` behind `solve " + name +
           " { ... }`; or make it an `inductive` relation.";
}

std::string no_solution(const Model& model, const Finding& finding) {
    const std::string ask =
        "let a rule ask for something that it does not change (an earlier layer, a field "
        "from before)";
    if (is_of_derived_values(model, finding)) return ask + ".";
    return ask +
           ", or say what holds then: `otherwise` behind an equation, `if none { ... }` behind `solve " +
           name_of_system(finding) + " { ... }`.";
}

bool is_marked_at_once(const Finding& finding) {
    return finding.explanation.find("were marked at the same moment") != std::string::npos;
}

// Does its play go as it does only because of what nobody decides (checker/search/leaning)?
bool leans_on_what_is_open(const Finding& finding) {
    return finding.explanation.find("It leans on an order that nobody decides") != std::string::npos ||
           finding.explanation.find("It leans on what no rule decides") != std::string::npos;
}

std::string own_settle_sentence(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    if (finding.order && finding.code == FindingCode::OrderUnowned)
        return order(model, finding, place_of_choice(model, sources, finding));
    if (finding.code == FindingCode::GapUndefined) return undefined(model, sources, finding);
    if (finding.code == FindingCode::ContradictionInvariant) return invariant(finding);
    if (finding.code == FindingCode::ContradictionDefinition) return definition(model, sources, finding);
    if (finding.code == FindingCode::ContradictionNoFixpoint && is_marked_at_once(finding))
        return "mark one of them before the other, put one in a later layer, or let it not ask for what the "
               "other sets.";
    if (finding.code == FindingCode::ContradictionNoFixpoint) return no_solution(model, finding);
    if (finding.code == FindingCode::ContradictionManyFixpoints)
        return several_solutions(model, sources, finding);
    if (compiler::selects({"unreachable"}, finding.code)) return never(finding);
    if (finding.code == FindingCode::ContradictionSetSet) return set_at_once(model, finding);
    if (finding.code == FindingCode::LoopWait) return wait(model, finding);
    if (finding.code == FindingCode::LoopLock) return lock(model, sources, finding);
    if (compiler::selects({"loop"}, finding.code)) return loop(model, finding);
    return page_of(finding.code);
}

}  // namespace

std::string settle_sentence(const Model& model, const dsl::SourceSet& sources, const Finding& finding) {
    std::string own = own_settle_sentence(model, sources, finding);
    if (own.find("`meta {") != std::string::npos)
        own += " (`meta { ... }` is a line of its own, anywhere in the spec.)";
    return own.empty() || !leans_on_what_is_open(finding) ? own
                                                          : "say who decides what it leans on, or " + own;
}

}  // namespace errata::reports
