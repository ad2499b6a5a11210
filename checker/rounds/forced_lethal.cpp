#include "checker/rounds/forced_lethal.h"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/explicit/stage.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/to_do.h"
#include "checker/rounds/deciding.h"
#include "checker/rounds/loop_report.h"
#include "checker/rounds/number_rounds.h"
#include "checker/rounds/one_turn.h"
#include "checker/rounds/pared_round.h"
#include "checker/rounds/region_report.h"
#include "checker/rounds/shares.h"
#include "checker/rounds/without_endings.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_stretch_steps = 400'000;  // over all stretches
constexpr std::size_t most_attempts = 12;           // for each set of printed items that a screen lays out
constexpr std::size_t most_looks = 2'000;           // likewise
constexpr std::size_t most_states_to_get_out = 500;
constexpr std::size_t longest_stretch = 2'000;
constexpr std::size_t max_forced_plays = 1'000;  // carried out again

// States that follow one another without a choice, from one that no forced one leads to.
using Stretch = std::vector<StateId>;

// The first of the rounds of a play whose stretch begins after `before` steps.
std::vector<Successor> round_of(const Trace& play, std::size_t before, const NumberRounds& rounds) {
    const auto begin = play.steps.begin() + static_cast<std::ptrdiff_t>(before);
    return {begin + static_cast<std::ptrdiff_t>(rounds.places[0]),
            begin + static_cast<std::ptrdiff_t>(rounds.places[1])};
}

// The play, which has come to the stretch's first state, through it.
Trace through(const Reach& reach, const Stretch& stretch, Trace play) {
    std::vector<std::uint32_t> edges;
    for (std::size_t i = 0; i + 1 < stretch.size(); ++i)
        edges.push_back(reach.arena().graph.first[static_cast<std::uint32_t>(stretch[i].index)]);
    follow(reach.arena(), reach.exploration(), stretch[0], edges, play);
    return play;
}

// By node: at least so many steps from an ending that comes within the turn.
StateSet far_from(const GameGraph& graph, const StateSet& endings) {
    constexpr int least_steps = 4;
    const GameGraph back = graph.reversed();
    StateSet near = endings;
    for (int step = 1; step < least_steps; ++step) {
        StateSet more = near;
        for (std::uint32_t node = 0; node < graph.size(); ++node) {
            if (!near[node]) continue;
            for (const std::uint32_t before : back.successors(node)) more[before] = true;
        }
        near = std::move(more);
    }
    const StateSet can_end = can_reach(graph, endings);
    StateSet result(graph.size());
    for (std::size_t node = 0; node < graph.size(); ++node) result[node] = can_end[node] && !near[node];
    return result;
}

// A play that was carried on round after round until the game was over, and after how many steps each round
// began.
struct PlayedOut {
    Trace play;
    std::vector<std::size_t> rounds;
};

// Nothing: it does not come to an end in this way.
std::optional<PlayedOut> played_out(const Evaluator& evaluator, Trace play, const WayRound& way) {
    PlayedOut result{std::move(play), {}};
    std::vector<Successor>& steps = result.play.steps;
    // A stop that the round does not have is passed where nobody has a choice.
    const auto take = [&](const Move& wanted) {
        for (;;) {
            std::vector<Successor> all = evaluator.expand(last_state(result.play)).successors;
            const auto found = std::ranges::find(all, wanted, &Successor::move);
            if (found == all.end() && all.size() != 1) return false;
            const bool is_wanted = found != all.end();
            Successor& step = is_wanted ? *found : all.front();
            if (!step.next || steps.size() >= longest_stretch) return false;
            steps.push_back(std::move(step));
            if (is_wanted || has_ended(evaluator.model(), last_state(result.play))) return true;
        }
    };
    const auto is_over = [&] { return has_ended(evaluator.model(), last_state(result.play)); };
    for (std::size_t i = 0; i < way.stem.size() && !is_over(); ++i) {
        if (!take(way.stem[i].move)) return std::nullopt;
    }
    while (!is_over()) {
        result.rounds.push_back(steps.size());
        for (std::size_t i = 0; i < way.steps.size() && !is_over(); ++i) {
            if (!take(way.steps[i].move)) return std::nullopt;
        }
    }
    return result;
}

std::vector<State> but_last(std::vector<State> states) {
    states.pop_back();
    return states;
}

class ForcedPlay {
public:
    ForcedPlay(const Reach& reach)
        : reach_(reach),
          model_(reach.model()),
          exploration_(reach.exploration()),
          endless_(std::make_shared<const Evaluator>(reach.evaluator().facts().get<WithoutEndings>().model(),
                                                     reach.evaluator().enabled())),
          twins_(model_, Numbers::CountersAndRanges) {}

    ForcedLethal run() {
        look_at_regions();
        look_at_stretches();
        return {found_.take(), endless_, std::move(regions_)};
    }

private:
    // From where nobody gets out of the turn but by the end of the game.
    void look_at_regions() {
        StateSet endings(reach_.arena().graph.size());
        for (std::size_t state = 0; state < exploration_.size(); ++state)
            endings[state] = wins(StateId(state));
        const std::vector<std::uint32_t> sets = sets_laid_out(model_, exploration_);
        const LastStates last = last_states(endings, sets);
        if (!last.some_stay) return;
        const GameGraph graph = game_of_one_turn(reach_, AfterTheEnd::Stays);
        endings.resize(graph.size());
        const StateSet inside = greatest_fixpoint(graph, StateSet(graph.size(), true), Mode::All);
        const StateSet far = far_from(graph, endings);
        const StateSet gets_out = can_reach(graph, last.leaving);
        Shares attempts(sets);
        for (std::uint32_t node = 0; node < exploration_.size(); ++node) {
            if (reach_.is_out_of_time()) return;
            if (!inside[node] || !far[node] || gets_out[node]) continue;
            const State state = exploration_.state(StateId(node));
            if (is_known(state)) continue;
            if (!attempts.take(node, most_attempts)) continue;
            // States of the search stand for others; what counts is the play.
            Trace play = trace_to(exploration_, StateId(node));
            if (auto region = Inescapable::from(*endless_, last_state(play), LoopStage::Turn))
                lethal(std::move(*region), std::move(play));
        }
    }

    // The last states before an ending: from which play would get out of the turn if the ending did not come,
    // or is not known to stay. In most games all of them are such, and there is nothing to look for.
    struct LastStates {
        StateSet leaving;
        bool some_stay = false;
    };
    LastStates last_states(const StateSet& endings, const std::vector<std::uint32_t>& sets) const {
        const GameGraph& graph = reach_.arena().graph;
        Shares looks(sets);
        LastStates result{StateSet(graph.size() + 1), false};
        const auto ends = [&](std::uint32_t next) { return endings[next]; };
        for (std::uint32_t node = 0; node < exploration_.size(); ++node) {
            if (std::ranges::none_of(graph.successors(node), ends)) continue;
            result.leaving[node] = reach_.is_out_of_time() || !looks.take(node, most_looks) ||
                                   gets_out(*endless_, exploration_.state(StateId(node)), LoopStage::Turn,
                                            most_states_to_get_out);
            result.some_stay = result.some_stay || !result.leaving[node];
        }
        return result;
    }

    // Over with an ending of the game.
    bool wins(StateId id) const {
        if (!exploration_[id].over) return false;
        const Value over = exploration_.state(id)[model_.layout.over];
        return !model_.rules.endings[static_cast<std::size_t>(over - 1)].is_horizon;
    }

    bool is_known(const State& state) const { return lies_in_some(state, regions_); }

    // `play` comes to the state that the region is of.
    void lethal(Inescapable region, Trace play) {
        const std::optional<WayRound> way = region.way_round(*endless_);
        if (!way) return;
        const std::size_t from = play.steps.size();
        std::optional<PlayedOut> played = played_out(reach_.evaluator(), std::move(play), *way);
        if (!played) return;
        find_plain_rounds(*played, from);
        if (played->rounds.size() < 3) return;
        const std::vector<std::size_t>& rounds = played->rounds;
        const Value over = last_state(played->play)[model_.layout.over];
        Trace part = played->play;  // as far as the rounds go
        part.steps.resize(rounds.back());
        Finding finding;
        finding.code = FindingCode::LoopLethal;
        finding.loop = LoopFacts{};
        finding.loop->stage = coarsest_stage(model_, part, rounds[0]);
        if (finding.loop->stage == LoopStage::Game) return;
        finding.loop->rounds = rounds;
        finding.about = about(EndingId(static_cast<std::size_t>(over - 1)));
        part.steps.resize(rounds[1]);
        for (Cause& cause : causes_of(*endless_, region, part, rounds[0], LoopStage::Turn)) {
            if (comes_anyway(state_before(part, rounds[0]), over, cause.clauses)) continue;
            Finding one = finding;
            tell_rounds(played->play, cause, region.is_choiceless(), one);
            one.clauses = std::move(cause.clauses);
            if (!cause.others.empty())
                one.facts.push_back({FactKind::GoesOnWithout, {names_of(model_, cause.others)}});
            one.witness = played->play;
            found_.add(std::move(one));
        }
        regions_.push_back(std::move(region));
    }

    // Rounds that change nothing but numbers, if there are some: the way round may be one in which the
    // numbers have come to their end already.
    void find_plain_rounds(PlayedOut& played, std::size_t from) const {
        std::vector<State> states;
        for (std::size_t i = from; i < played.play.steps.size(); ++i)
            states.push_back(state_before(played.play, i));
        const std::optional<NumberRounds> plain = find_number_rounds(model_, states);
        if (!plain) return;
        played.rounds = plain->places;
        for (std::size_t& place : played.rounds) place += from;
    }

    // Tells what the clauses of the cause change in each round, and to which values that leads.
    void tell_rounds(const Trace& play, const Cause& cause, bool is_choiceless, Finding& finding) const {
        LoopFacts& loop = *finding.loop;
        const State& before = state_before(play, loop.rounds[0]);
        tell_growth(model_, twins_, {before, state_before(play, loop.rounds[1])}, loop);
        const auto is_theirs = [&](std::size_t cell) {
            const auto first = play.steps.begin() + static_cast<std::ptrdiff_t>(loop.rounds[0]);
            const auto last = play.steps.begin() + static_cast<std::ptrdiff_t>(loop.rounds[1]);
            return std::any_of(first, last, [&](const Successor& step) {
                return std::ranges::any_of(step.changes, [&](const Change& change) {
                    return change.cell == cell && has_clause(cause.clauses, change.clause);
                });
            });
        };
        const bool is_nobodys = std::ranges::none_of(loop.net_change, is_theirs, &Change::cell);
        Facts parts;
        std::vector<Change> theirs;
        for (std::size_t i = 0; i < loop.growth.size(); ++i) {
            Fact part = loop.growth[i];
            if (i < loop.net_change.size()) {
                const std::size_t cell = loop.net_change[i].cell;
                if (!is_nobodys && !is_theirs(cell)) continue;
                part.kind = part.kind == FactKind::Rises ? FactKind::RisesTo : FactKind::FallsTo;
                part.arguments.push_back(before[cell]);
                part.arguments.push_back(last_state(play)[cell]);
                theirs.push_back(loop.net_change[i]);
            } else if (part.kind == FactKind::MoreWait && !cause.piles_up) {
                continue;
            }
            parts.push_back(std::move(part));
        }
        loop.growth = parts;
        loop.net_change = std::move(theirs);
        const std::string& name = model_.rules.endings[finding.about.number].name;
        finding.facts = {{is_choiceless ? FactKind::EndsByItself : FactKind::EndsWhateverIsChosen,
                          {std::move(parts), name}}};
    }

    void look_at_stretches() {
        std::vector<bool> follows(reach_.arena().graph.size());
        std::size_t steps = 0;
        for (std::uint32_t state = 0; state < exploration_.size() && steps < max_stretch_steps; ++state) {
            if (reach_.is_out_of_time()) break;
            if (!has_one_way_on(reach_.arena().graph, state) || follows[state]) continue;
            const Stretch stretch = stretch_from(state, follows);
            steps += stretch.size();
            if (plays_ == max_forced_plays) break;
            if (exploration_[stretch.back()].over && !is_known(exploration_.state(stretch[0])))
                lethal(stretch);
        }
    }

    Stretch stretch_from(std::uint32_t state, std::vector<bool>& follows) const {
        Stretch stretch;
        stretch.push_back(StateId(state));
        std::vector<std::uint32_t> met{state};
        while (has_one_way_on(reach_.arena().graph, state) && stretch.size() < longest_stretch) {
            state = reach_.arena().graph.successors(state).front();
            if (state >= reach_.arena().states || std::ranges::find(met, state) != met.end()) return stretch;
            follows[state] = true;
            met.push_back(state);
            stretch.push_back(StateId(state));
        }
        return stretch;
    }

    Trace play_of(const Stretch& stretch) const {
        return through(reach_, stretch, trace_to(exploration_, stretch[0]));
    }

    // The same without the way there, which most stretches need not: nothing goes round on them.
    Trace alone(const Stretch& stretch) {
        ++plays_;
        Trace play;
        play.initial = exploration_.state(stretch[0]);
        return through(reach_, stretch, std::move(play));
    }

    // The states of a stretch in one play; those of the search stand for others that are the same.
    std::vector<State> states_of(const Stretch& stretch, const Trace& play) const {
        std::vector<State> states;
        const std::size_t before = play.steps.size() + 1 - stretch.size();
        for (std::size_t i = before; i <= play.steps.size(); ++i) states.push_back(state_before(play, i));
        return states;
    }

    // With nothing left of the rounds, and without what these clauses do: every play, within the turn, comes
    // to the ending all the same.
    bool comes_anyway(State state, Value over, const std::vector<ClauseId>& clauses) const {
        constexpr std::size_t most = 300;
        const Layout& layout = model_.layout;
        const ToDo left = to_do(layout, state);
        if (left.items.size() == 1 && left.pending.empty()) return false;  // the rounds are the turn's own
        IdleRules idle(model_);
        const Evaluator others(idle.where_idle(clauses), all_but(reach_.evaluator(), clauses));
        std::fill(state.begin() + static_cast<std::ptrdiff_t>(layout.frame_base), state.end(), 0);
        std::ranges::copy(left.items.back(), state.begin() + static_cast<std::ptrdiff_t>(layout.frame(0)));
        std::set<State> known{state};
        std::vector<State> open{state};
        for (std::size_t i = 0; i < open.size(); ++i) {
            const State at = open[i];
            if (at[layout.over] == over) continue;
            const Expansion expansion = others.expand(at);
            if (expansion.successors.empty() || open.size() > most) return false;
            for (const Successor& successor : expansion.successors) {
                if (!successor.next ||
                    stage_of(model_, at, successor.move, *successor.next) == LoopStage::Game)
                    return false;
                if (known.insert(*successor.next).second) open.push_back(*successor.next);
            }
        }
        return true;
    }

    // The last rounds before the ending that change the same numbers by the same amounts and nothing else.
    void lethal(const Stretch& stretch) {
        if (stretch.size() < 4) return;
        const Value over = exploration_.state(stretch.back())[model_.layout.over];
        const EndingId ending(static_cast<std::size_t>(over - 1));
        if (model_.rules.endings[ending.index].is_horizon) return;
        if (!find_number_rounds(model_, but_last(states_of(stretch, alone(stretch))))) return;
        Trace play = play_of(stretch);
        std::vector<State> states = states_of(stretch, play);
        const State end = states.back();
        states.pop_back();
        const std::optional<NumberRounds> rounds = find_number_rounds(model_, states);
        if (!rounds) return;
        const std::size_t before = play.steps.size() - states.size();
        const std::set<std::size_t> deciding =
            deciding_cells(reach_.evaluator(), play, before + rounds->places.back(), *rounds);
        // Rounds that come to an end by themselves were no loop.
        if (!repeats_but_for(reach_.evaluator(), states[rounds->places.front()],
                             round_of(play, before, *rounds), deciding, true))
            return;
        Trace part = play;  // as far as the rounds go
        part.steps.resize(before + rounds->places.back());
        const std::size_t first = before + rounds->places.front();
        if (comes_anyway(states[rounds->places.front()], over, clauses_of_round(model_, part, first))) return;
        const LoopStage stage = coarsest_stage(model_, part, first);
        if (stage == LoopStage::Game) return;
        Finding finding;
        finding.code = FindingCode::LoopLethal;
        finding.clauses = clauses_of_round(model_, part, first);
        finding.loop = LoopFacts{};
        finding.loop->stage = stage;
        for (const std::size_t place : rounds->places) finding.loop->rounds.push_back(before + place);
        for (const auto& [cell, shift] : rounds->shifts)
            finding.loop->net_change.push_back({cell,
                                                state_before(play, first)[cell],
                                                state_before(play, before + rounds->places[1])[cell],
                                                {}});
        Facts parts = shifts_of(model_, *rounds);
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::size_t cell = rounds->shifts[i].first;
            parts[i].kind = parts[i].kind == FactKind::Rises ? FactKind::RisesTo : FactKind::FallsTo;
            parts[i].arguments.push_back(states[rounds->places.front()][cell]);
            parts[i].arguments.push_back(end[cell]);
        }
        const std::string name = model_.rules.endings[ending.index].name;
        finding.about = about(ending);
        finding.facts = {{FactKind::EndsByItself, {parts, name}}};
        finding.loop->growth = std::move(parts);
        finding.witness = std::move(play);
        pare_number_round(reach_.evaluator(), deciding, finding);
        found_.add(std::move(finding));
    }

    const Reach& reach_;
    const Model& model_;
    const Exploration& exploration_;
    const std::shared_ptr<const Evaluator> endless_;  // the game without its endings
    const Twins twins_;
    std::size_t plays_ = 0;
    NearestFindings found_;
    std::vector<Inescapable> regions_;
};

}  // namespace

ForcedLethal find_forced_lethal(const Reach& reach) {
    if (!has_endings(reach.model())) return {};
    return ForcedPlay(reach).run();
}

}  // namespace errata::checker
