// The analysis "loops": loops of every stage, growth, what forced play comes to, and positions from which no
// ending is left, over all graphs searched; and what it means that none was found.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "checker/causes/round.h"
#include "checker/causes/standing_in_way.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/near/near_miss.h"
#include "checker/near/sought_code.h"
#include "checker/near/writers.h"
#include "checker/plays/clause_lists.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/rounds/any_board_loops.h"
#include "checker/rounds/forced_lethal.h"
#include "checker/rounds/growing.h"
#include "checker/rounds/lethal_play.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/loops.h"
#include "checker/rounds/outgrowing.h"
#include "checker/rounds/pared_round.h"
#include "checker/rounds/pushdown_lasso.h"
#include "checker/rounds/second_look.h"
#include "checker/search/analysis.h"
#include "checker/search/findings.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

StateSet joined(StateSet a, const StateSet& b) {
    a.resize(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < b.size(); ++i) a[i] = a[i] || b[i];
    return a;
}

// The parts of the condition that are so in none of these states. All of it, if each part is so in some of
// them.
std::vector<TermId> never_so(const Reach& reach, const StateSet& states, TermId condition) {
    const Exploration& exploration = reach.exploration();
    const Term& term = reach.model().terms[condition];
    std::vector<TermId> parts;
    if (term.kind == TermKind::And) parts = term.children;
    for (std::size_t i = 0; i < exploration.size() && !parts.empty(); ++i) {
        if (!states[i]) continue;
        const State state = exploration.state(StateId(i));
        std::erase_if(parts, [&](TermId part) { return reach.evaluator().value(part, state) == Value{1}; });
    }
    return parts.empty() ? std::vector{condition} : parts;
}

// Of the endings that other plays come to: what play lacks that goes through these states alone, and who
// could bring it about.
void name_endings_out_of_reach(const Reach& reach, const StateSet& locked, Finding& finding) {
    constexpr std::size_t most = 3;
    const Exploration& exploration = reach.exploration();
    const auto& reached = reach.recording().endings();
    const auto is_locked = [&](const State& state) {
        const std::optional<StateId> known = exploration.find(state);
        return known && locked[known->index];
    };
    std::size_t told = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
        const Ending& one = reach.model().rules.endings[i];
        if (!reached[i] || one.is_horizon || told++ == most) continue;
        finding.facts.push_back({FactKind::OutOfReach, {one.name}});
        if (const Phrase why = near_miss_of_ending({&reach}, EndingId(i), is_locked); !why.empty())
            finding.facts.push_back({FactKind::HowNear, {why}});
        const StateCheck* const check = check_that_ends(reach.evaluator(), EndingId(i));
        if (check == nullptr) continue;
        const FewWriters writers = few_writers_of(reach.model(), reach.evaluator().facts().get<Effects>(),
                                                  never_so(reach, locked, check->condition));
        add(finding.facts, writers.facts);
        add_helping(finding, writers.clauses);
    }
}

// States from which no ending is left: neither stuck nor in a loop that is reported.
std::optional<Finding> find_lock(const Reach& reach, const StateSet& inevitable) {
    const Exploration& exploration = reach.exploration();
    const GameGraph& graph = reach.arena().graph;
    if (!has_endings(reach.model())) return std::nullopt;
    StateSet ends = joined(StateSet(graph.size()), inevitable);
    for (std::size_t node = 0; node < graph.size(); ++node) {
        const bool over = node < exploration.size() && exploration[StateId(node)].over;
        if (over || graph.leaks[node] || graph.successors(static_cast<std::uint32_t>(node)).empty())
            ends[node] = true;
    }
    const StateSet can_end = can_reach(graph, ends);
    for (std::size_t state = 0; state < exploration.size(); ++state) {
        if (can_end[state]) continue;
        Finding finding;
        finding.code = FindingCode::LoopLock;
        finding.facts = {{FactKind::NoWayToEnding}};
        Trace play = trace_to(exploration, StateId(state));
        finding.clauses = clauses_of_last_step(play);
        StateSet here(graph.size());
        here[state] = true;
        name_endings_out_of_reach(reach, reachable_inside(graph, here, StateSet(graph.size(), true)),
                                  finding);
        finding.witness = std::move(play);
        finding.minimal_proved = true;
        return finding;
    }
    return std::nullopt;
}

// Neither a player nor chance. An order that nobody decides is no wish of anybody; whether there is one is
// asked by `orders_count`.
bool nobody_ever_chooses(const Reach& reach, bool orders_count) {
    const GameGraph& graph = reach.arena().graph;
    if (!reach.exploration().complete()) return false;
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        const std::size_t failures = graph.leaks[node] ? 1 : 0;
        if (distinct_successors(graph, node) + failures < 2) continue;
        const bool is_outcome = node >= reach.arena().states;  // of what nobody decides
        const bool is_nobodys =
            is_outcome || reach.exploration()[StateId(node)].owner().kind == OwnerKind::Nobody;
        if (orders_count || !is_nobodys) return false;
    }
    return true;
}

// Of all graphs searched.
struct GraphLoops {
    NearestFindings findings;
    std::string undecided;      // of growth
    bool turns_repeat = false;  // somewhere play may go on for ever
    bool is_endless = false;    // nobody ever chooses, it goes on for ever, and the game has no ending
};

bool may_go_on_for_ever(const Reach& reach) {
    const GameGraph& graph = reach.arena().graph;
    const Components parts = components(graph, StateSet(graph.size(), true));
    return std::ranges::find(parts.cyclic, true) != parts.cyclic.end();
}

// That turns can repeat is no finding where players may idle; a game that should come to an end says so, by a
// claim or by what a repetition means.
bool is_repetition_asked_about(const Model& model) {
    const auto asks = [](const Claim& claim) { return claim.kind == ClaimKind::Terminates; };
    return !has_endings(model) || model.policies.loops != LoopPolicy::Unstated ||
           std::ranges::any_of(model.asked.claims, asks);
}

// And the states in which the rounds of these begin, as far as nobody has a choice in them.
StateSet with_starts(const Reach& reach, StateSet known, const std::vector<Finding>& growing) {
    known.resize(reach.arena().graph.size());
    for (const Finding& finding : growing) {
        if (!is_forced(finding.code) || finding.loop->rounds.empty()) continue;
        const State& start = state_before(*finding.witness, finding.loop->rounds.front());
        if (const std::optional<StateId> state = reach.exploration().find(start)) known[state->index] = true;
    }
    return known;
}

// A player seems to choose the loop, but it comes to where no choice of anybody leads out.
bool is_no_choice(const Finding& finding, const std::vector<Inescapable>& regions) {
    if (!is_chosen(finding.code) || regions.empty()) return false;
    const Trace& play = *finding.witness;
    for (std::size_t step = begin_of_round(finding).value_or(0); step < play.steps.size(); ++step) {
        if (lies_in_some(state_before(play, step), regions)) return true;
    }
    return lies_in_some(last_state(play), regions);
}

// Its first round does.
bool begins_in(const Finding& finding, const std::vector<Inescapable>& regions) {
    const std::optional<std::size_t> begin = begin_of_round(finding);
    return begin && lies_in_some(state_before(*finding.witness, *begin), regions);
}

void find_loops_of(const Reach& reach, GraphLoops& all) {
    StateSet inevitable;
    std::vector<Finding> loops;
    ReportedNodes reported;
    for (const LoopStage stage :
         {LoopStage::Settle, LoopStage::Resolution, LoopStage::Window, LoopStage::Turn}) {
        LoopsOfStage of_stage = loops_of(reach, stage, reported);
        std::ranges::move(of_stage.findings, std::back_inserter(loops));
        inevitable = joined(std::move(inevitable), of_stage.inevitable);
    }
    all.turns_repeat = all.turns_repeat || may_go_on_for_ever(reach);
    if (!has_endings(reach.model())) {
        all.is_endless = all.is_endless || (nobody_ever_chooses(reach, true) && may_go_on_for_ever(reach));
    } else if (nobody_ever_chooses(reach, false)) {
        // Then cycles of whole turns are nobody's wish: the game has endings and comes to none. What is only
        // so in one of several orders that nobody decides is asked by a claim.
        LoopsOfStage of_stage = loops_of(reach, LoopStage::Game, reported);
        std::erase_if(of_stage.findings, [](const Finding& finding) { return !is_forced(finding.code); });
        for (Finding& finding : of_stage.findings) finding.loop->stage = LoopStage::Game;
        std::ranges::move(of_stage.findings, std::back_inserter(loops));
        inevitable = joined(std::move(inevitable), of_stage.inevitable);
    }
    GrowthSearch growing = find_growing(reach, LoopStage::Turn);
    if (all.undecided.empty()) all.undecided = growing.undecided;
    const StateSet known = with_starts(reach, reported.forced, growing.findings);
    std::vector<Finding> found = std::move(loops);
    std::ranges::move(growing.findings, std::back_inserter(found));
    std::ranges::move(find_pushdown_lassos(reach), std::back_inserter(found));
    Outgrowing outgrowing = find_outgrowing(reach, known, found, LoopStage::Turn);
    std::ranges::move(outgrowing.findings, std::back_inserter(found));
    ForcedLethal lethal = find_forced_lethal(reach);
    std::ranges::move(lethal.findings, std::back_inserter(found));
    std::vector<Finding> plays = find_lethal_plays(reach);
    std::erase_if(plays, [&](const Finding& play) { return begins_in(play, lethal.regions); });
    std::ranges::move(plays, std::back_inserter(found));
    for (Finding& finding : found) {
        if (!is_no_choice(finding, outgrowing.regions)) all.findings.add(std::move(finding));
    }
    if (std::optional<Finding> lock = find_lock(reach, inevitable)) all.findings.add(std::move(*lock));
}

// Without what was only set off in the step behind which no ending is left: the same choice leaves none
// without it, and it alone does not leave none.
void pare_lock(const Task& task, Finding& finding) {
    constexpr std::size_t most_states = 2'000;
    const Trace& play = *finding.witness;
    if (play.steps.empty() || finding.clauses.size() < 2) return;
    Allowance allowance(usual_expansions, [&] { return task.workbench().clock().is_over(); });
    const Experiment experiment(task.workbench().evaluator(), allowance);
    const auto is_locked_without = [&](const Clauses& clauses) {
        const Game others = experiment.without(clauses);
        std::set<State> known;
        std::vector<State> open;
        const auto come_to = [&](const std::vector<Successor>& ways) {
            return std::ranges::all_of(ways, [&](const Successor& way) {
                if (!way.next || has_ended(task.model(), *way.next)) return false;
                if (known.insert(*way.next).second) open.push_back(*way.next);
                return true;
            });
        };
        const std::vector<Successor> begin =
            others.same_choice(state_before_last(play), play.steps.back().move);
        if (begin.empty() || !come_to(begin)) return false;
        for (std::size_t i = 0; i < open.size(); ++i) {
            const State at = open[i];
            if (open.size() > most_states || !come_to(others.successors(at))) return false;
        }
        return experiment.is_known();
    };
    Clauses texts = finding.clauses;
    std::erase_if(texts, [&](ClauseId clause) {
        return is_frame(task.model().clause(clause).kind) || has_clause(finding.helping, clause) ||
               std::ranges::find(play.steps.back().changes, clause, &Change::clause) !=
                   play.steps.back().changes.end();
    });
    if (texts.empty() || texts.size() == finding.clauses.size()) return;
    const bool is_locked_anyway = is_locked_without(texts);
    const auto suffices = [&](ClauseId clause) {
        Clauses others = texts;
        std::erase(others, clause);
        return !is_locked_anyway && is_locked_without(others);
    };
    std::erase_if(finding.clauses, [&](ClauseId clause) {
        return has_clause(texts, clause) && is_locked_without({clause}) && !suffices(clause);
    });
}

// Prohibitions and statements without which an ending would come from there.
void name_what_locks(const Task& task, Finding& finding) {
    Allowance allowance(usual_expansions, [&] { return task.workbench().clock().is_over(); });
    const State locked = last_state(*finding.witness);
    const auto ends = [&](const Evaluator&, const State& state, const Successor*) {
        return has_ended(task.model(), state);
    };
    const KeptAway sought{std::span(&locked, 1), ends, finding.clauses};
    name_what_stands_in_way(
        task.model(), standing_in_way(Experiment(task.workbench().evaluator(), allowance), sought), finding);
}

}  // namespace

static void find_loops(Task& task) {
    const Searched searched = searched_by(task);
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    GraphLoops all;
    for (const Reach* reach : searched.graphs) {
        if (!task.workbench().clock().is_over()) find_loops_of(*reach, all);
    }
    NearestFindings pared;  // what is alike then is one finding
    const Completeness& seen = searched.completeness;
    std::map<FindingCode, std::size_t> found;
    std::set<std::vector<ClauseId>> forced;
    std::set<std::vector<ClauseId>> mandatory;
    for (Finding& finding : all.findings.take()) {
        const std::vector<ClauseId> acting = finding.clauses;
        pare_round(task.workbench().evaluator(), finding);
        for (const std::vector<ClauseId>& clauses : {acting, finding.clauses}) {
            if (finding.code == FindingCode::LoopMandatory) mandatory.insert(clauses);
            if (is_forced(finding.code)) forced.insert(clauses);
        }
        pared.add(std::move(finding));
    }
    // Loops that come back to where they begin.
    std::vector<std::pair<FindingCode, std::vector<ClauseId>>> returning;
    for (const auto& [key, finding] : pared.all()) {
        if (finding.witness->loop_start) returning.emplace_back(finding.code, finding.clauses);
    }
    for (auto& entry : pared.all()) {
        Finding& finding = entry.second;
        const bool is_lock = finding.code == FindingCode::LoopLock;  // says something else
        const bool returns = finding.witness->loop_start.has_value();
        const bool is_of_growth = !is_lock && (finding.code == FindingCode::LoopGrowing || !returns);
        const auto is_among_its = [&](const std::vector<ClauseId>& clauses) {
            return std::ranges::all_of(clauses,
                                       [&](ClauseId clause) { return has_clause(finding.clauses, clause); });
        };
        const auto says_more = [&](const std::pair<FindingCode, std::vector<ClauseId>>& other) {
            if (finding.code == FindingCode::LoopOptional) return is_among_its(other.second);
            if (other.first != finding.code) return false;
            return is_forced(finding.code) ? other.second == finding.clauses : is_among_its(other.second);
        };
        // Another finding says more of the same loop.
        if (is_of_growth && !is_forced(finding.code) && std::ranges::any_of(forced, is_among_its)) continue;
        if (!is_lock && !returns && std::ranges::any_of(returning, says_more)) continue;
        if (finding.code == FindingCode::LoopInevitable && mandatory.contains(finding.clauses)) continue;
        ++found[finding.code];
        finding.minimal_proved = finding.minimal_proved && searched.is_whole;
        name_what_a_round_needs(task.workbench().evaluator(), finding);
        if (finding.code == FindingCode::LoopLock) {
            pare_lock(task, finding);
            name_what_locks(task, finding);
        }
        task.finding(std::move(finding));
    }
    if (task.obligation().id.engine == Engine::Symbolic) find_any_board_loops(task, forced);
    for (const FindingCode code : loop_codes()) {
        if (!task.wants(code)) continue;
        const ClaimId claim = claim_of_none(code);
        const bool grows = code == FindingCode::LoopGrowing || code == FindingCode::LoopMandatory;
        if (found[code] > 0) {
            task.verdict(claim, Status::Refuted, {{FactKind::FoundIn, {found[code], seen.facts}}});
        } else if (grows && !all.undecided.empty()) {
            task.verdict(claim, Status::Unknown,
                         before({FactKind::RoundUndecided, {all.undecided}}, seen.facts));
        } else if (code == FindingCode::LoopMandatory && all.is_endless) {
            task.verdict(claim, Status::Unknown, before({FactKind::GoesOnWithoutEnding}, seen.facts), false,
                         {{FactKind::NoEndingDeclared}});
        } else if (code !=
                   FindingCode::LoopLethal) {  // an end to what looks like a loop is no defect to be free of
            Completeness told = seen;
            const bool is_chosen = code == FindingCode::LoopOptional;
            if (is_chosen && all.turns_repeat && !is_repetition_asked_about(task.model()))
                told.excludes = {{FactKind::TurnsThatRepeat}};
            task.verdict(claim, told);
        }
    }
}

Analysis rows::Loops() {
    return {.claim = "play does not repeat for ever",
            .codes = loop_codes(),
            .extent = Extent::Setup,
            .applies = always,
            .run_explicit = find_loops,
            .run_symbolic = find_loops,
            .samples = true,
            .certify = certify_loops,
            .certify_findings = certify_loops_within_turns,
            .screens = true};
}

}  // namespace errata::checker
