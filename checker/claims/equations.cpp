// Existence and uniqueness: has every system of equations whose unknowns depend on one another in a circle
// exactly one solution on every well-formed board? Where a board has not, the states that were searched are
// looked through for one. Derived values hold at any time, so one in which a player decides something is
// found whether or not a rule asks there; what `equations` say counts where it is asked, and that is an
// incident as any other. A board that no play is known to lead to is `unconfirmed`.
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/search/analysis.h"
#include "checker/symbolic/equations_query.h"

#include <algorithm>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/claims/incident_findings.h"
#include "checker/claims/second_look.h"
#include "checker/explicit/traces.h"
#include "checker/plays/steps.h"
#include "checker/search/first_states.h"
#include "checker/search/incident_list.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

namespace {

// The unknowns of the system that a term mentions, also by way of open functions.
std::set<UnknownId> mentioned(const Model& model, EquationsId system, TermId root) {
    std::set<UnknownId> unknowns;
    std::set<TermId> seen;
    std::vector<TermId> open = {root};
    while (!open.empty()) {
        const TermId id = open.back();
        open.pop_back();
        if (!seen.insert(id).second) continue;
        const Term& term = model.terms[id];
        open.insert(open.end(), term.children.begin(), term.children.end());
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Unknown && system_of(model, UnknownId(number)) == system)
            unknowns.insert(UnknownId(number));
        if (term.kind == TermKind::Open)
            for_each_definition(model.functions.open[number], [&](TermId inner) { open.push_back(inner); });
    }
    return unknowns;
}

bool is_cyclic(const Model& model, EquationsId system) {
    const Equations& equations = model.functions.equations[system.index];
    std::set<UnknownId> left;  // not shown to depend on nothing but what is shown before
    for (std::size_t i = 0; i < equations.count; ++i) left.insert(UnknownId(equations.first + i));
    for (bool progress = true; progress && !left.empty();) {
        const std::set<UnknownId> before = left;
        std::erase_if(left, [&](UnknownId unknown) {
            const auto needs = mentioned(model, system, model.functions.unknowns[unknown.index].definition);
            return std::none_of(needs.begin(), needs.end(), [&](UnknownId n) { return before.contains(n); });
        });
        progress = left.size() < before.size();
    }
    return !left.empty();
}

// How many solutions the system has in a state, as the evaluator counts them; nothing if there is too much
// for it to look through.
class Solutions {
public:
    Solutions(const Model& model, EquationsId system)
        : asking_(model),
          number_(asking_.terms.make(TermKind::Solutions, {}, static_cast<Value>(system.index))),
          evaluator_(asking_) {}

    std::vector<bool> reads() const { return variables_read(asking_, {number_}); }

    std::optional<Value> in(const State& state) const {
        ERRATA_CHECK(evaluator_.is_well_formed(state));
        return evaluator_.value(number_, state);
    }
    // By other rules of the same game.
    std::optional<Value> in(const State& state, const Evaluator& rules) const {
        return rules.value(number_, state);
    }
    const Evaluator& rules() const { return evaluator_; }

private:
    Model asking_;
    TermId number_;
    Evaluator evaluator_;
};

// What is known of the states that play reaches.
struct Reached {
    std::optional<Trace> play;     // to one without exactly one solution, in which a player decides something
    bool is_passed = false;        // through one in which nobody does
    std::size_t states = 0;        // looked at
    bool is_all = false;           // there are
    bool is_solved_there = false;  // and nowhere else: it is no derived value
    bool is_met = false;           // an incident of play says it better
};

bool is_contested(std::optional<Value> solutions, bool several) {
    return solutions && (several ? *solutions > 1 : *solutions == 0);
}

Reached met_in_play() {
    Reached result;
    result.is_met = true;
    return result;
}

// They hold at any time, whoever asks.
bool is_of_derived_values(const Model& model, const Incident& about) {
    return std::ranges::any_of(
        about.clauses, [&](ClauseId clause) { return model.clause(clause).kind == ClauseKind::Derived; });
}

// What is solved where play comes to it: whether all that play reaches was seen, and it was never met.
Reached look_where_it_is_solved(Task& task, IncidentId incident) {
    Reached result;
    result.is_all = true;
    result.is_solved_there = true;
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        const Reach* reach = task.workbench().reach(setup);
        if (reach && is_met(reach->exploration(), incident)) return met_in_play();
        if (!reach || !reach->exploration().complete()) return Reached();
        result.states += reach->exploration().size();
    }
    return result;
}

Reached look_for(Task& task, const Solutions& solutions, bool several, IncidentId incident) {
    Reached result;
    const bool is_derived = is_of_derived_values(task.model(), task.model().incidents.all[incident.index]);
    if (task.obligation().id.engine != Engine::Explicit) return result;
    if (!is_derived) return look_where_it_is_solved(task, incident);
    result.is_all = true;
    const auto is_without_one = [&](const State& state) {
        if (task.workbench().clock().is_over()) return result.is_all = false;
        const std::optional<Value> number = solutions.in(state);
        result.is_all = result.is_all && number;
        return is_contested(number, several);
    };
    const StateCondition condition{is_without_one, solutions.reads()};
    for (std::size_t setup = 0; setup < task.model().setups.size(); ++setup) {
        const Reach* reach = task.workbench().reach(setup);
        result.is_all = result.is_all && reach && reach->exploration().complete();
        if (!reach) continue;
        const Exploration& exploration = reach->exploration();
        // Where something asks, it was found so.
        if (is_met(exploration, incident)) return met_in_play();
        result.states += exploration.size();
        const auto first = first_state(*reach, condition);
        if (!first) continue;
        result.is_passed = true;
        if (const auto state = first_of_player(*reach, *first, is_without_one)) {
            result.play = trace_to(exploration, *state);
            return result;
        }
    }
    return result;
}

Fact whether_play_comes_there(const Reached& reached) {
    if (reached.play) return {FactKind::PlayComesUnasked};
    if (reached.is_passed) return {FactKind::PlayPasses};
    if (!reached.is_all) return {FactKind::ComingUnknown};
    return {reached.is_solved_there ? FactKind::SolvedInPlay : FactKind::NotInPlay, {reached.states}};
}

// Equations count where play comes to them, and from all setups that the game has this never happens.
bool is_on_no_board_of_play(const Model& model, const Reached& reached) {
    const bool has_setups = std::ranges::any_of(
        model.setups, [](const Setup& setup) { return setup.span.is_valid() && !setup.screening; });
    return has_setups && reached.is_solved_there && reached.is_all && !reached.play;
}

// Of the clauses that speak of it, those without which there would be one solution in the state.
std::vector<ClauseId> needed_in(const Solutions& solutions, const State& state, bool several,
                                const std::vector<ClauseId>& about) {
    Allowance allowance;
    return Experiment(solutions.rules(), allowance).pared(about, [&](const Game& game) {
        return is_contested(solutions.in(state, game.rules()), several);
    });
}

Finding equations_finding(const Task& task, IncidentId incident, const State& board, Reached reached) {
    const Incident& about = task.model().incidents.all[incident.index];
    Finding finding;
    finding.code = about.code;
    finding.status = Status::Unconfirmed;
    finding.about = checker::about(incident);
    finding.facts = {account(task.model(), about), whether_play_comes_there(reached)};
    finding.clauses = about.clauses;
    if (reached.play) finding.status = Status::Refuted;
    finding.minimal_proved = reached.play.has_value();
    finding.witness =
        reached.play ? std::move(*reached.play) : Trace{task.obligation().setup, board, {}, std::nullopt};
    return finding;
}

void report(Task& task, EquationsId system, const BoardAnswer& answer, bool several) {
    const Equations& equations = task.model().functions.equations[system.index];
    const ClaimId question{several ? ClaimSort::OneSolution : ClaimSort::Solution, system.index};
    switch (answer.answer) {
        case Answer::Unsat:
            task.verdict(question, Status::Proved, {{FactKind::OnEveryBoard}});
            break;
        case Answer::Unknown:
            task.verdict(question, Status::Unknown, {*answer.reason});
            break;
        case Answer::Sat: {
            const Solutions solutions(task.model(), system);
            const std::optional<Value> number = solutions.in(*answer.state);
            if (!number) {
                task.verdict(question, Status::Unknown, {{FactKind::TooManyValues}});
                break;
            }
            ERRATA_CHECK(is_contested(number, several));
            const IncidentId incident = several ? equations.several : equations.none;
            Reached reached = look_for(task, solutions, several, incident);
            // The search reports what play meets.
            if (reached.is_met) {
                task.verdict(question, Status::Refuted, {{FactKind::MetInPlay}});
                break;
            }
            if (is_on_no_board_of_play(task.model(), reached)) {
                task.verdict(question, Status::Unconfirmed, {whether_play_comes_there(reached)});
                break;
            }
            Finding finding = equations_finding(task, incident, *answer.state, std::move(reached));
            finding.clauses = each_text_once(
                task.model(), needed_in(solutions, last_state(*finding.witness), several, finding.clauses));
            task.verdict(question, finding.status,
                         {{finding.status == Status::Refuted ? FactKind::NotOnBoardOfPlay
                                                             : FactKind::NotWhereSomebodyAsks}});
            task.finding(std::move(finding));
            break;
        }
    }
}

}  // namespace

static bool has_cyclic_equations(const Model& model) {
    for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
        if (is_cyclic(model, EquationsId(i))) return true;
    }
    return false;
}

// Wherever the system is solved it is said what happens if several values fit.
static bool is_choice_said(const Model& model, EquationsId system) {
    std::size_t solved = 0;
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        if (node.kind != CodeKind::Solve || node.equations != system) continue;
        if (node.children.size() <= 2) return false;
        ++solved;
    }
    return solved > 0;
}

static void check_equations(Task& task) {
    const Model& model = task.model();
    for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
        const EquationsId system(i);
        if (!is_cyclic(model, system)) continue;
        EquationsQueryOptions options;
        options.encoder = encoder_options(task.workbench());
        options.seconds = task.workbench().clock().seconds_left();
        if (const std::size_t units = task.obligation().budget.solver_units; units > 0)
            options.resources = std::min(options.resources, static_cast<unsigned>(units));
        const EquationsAnswer answer = equations_query(model, system, options);
        const IncidentId several = model.functions.equations[i].several;
        if (task.wants(model.incidents.all[several.index].code) && !is_choice_said(model, system))
            report(task, system, answer.several, true);
        if (task.wants(model.incidents.all[model.functions.equations[i].none.index].code))
            report(task, system, answer.none, false);
    }
}

Analysis rows::Equations() {
    return {.claim = "simultaneous equations have one solution on every board",
            .codes = {FindingCode::ContradictionNoFixpoint, FindingCode::ContradictionManyFixpoints},
            .extent = Extent::Setups,
            .applies = has_cyclic_equations,
            .run_explicit = check_equations,
            .run_symbolic = check_equations,
            .certify = nullptr,
            .screens = false};
}

}  // namespace errata::checker
