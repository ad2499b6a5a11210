// Which printed items act on one another, and how: what `errata ask` answers. In every position in which
// nothing is under way (a window may be open), each move is followed up to the next such position: with the
// text of two items, without that of the one, without that of the other, without either (mixed_effect.h).
// Whether a text is ever used in the game with all says nothing here: the other one may keep it from that.
// Code `interaction`, a note. Looked for only where somebody asks: an `expect`, `--only interaction`, or
// `errata ask`.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/interactions/mixed_effect.h"
#include "checker/order/quiescence.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/search/analysis.h"
#include "checker/search/findings.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_states = 1'000'000;    // looked at, of one obligation
constexpr std::size_t states_per_way = 2'000;     // to the end of a move
constexpr std::size_t most_findings = 12;         // of one pair
constexpr std::size_t most_searched_without = 6;  // items, of one setup

using Items = std::vector<std::size_t>;  // indices in Model::printed_items, increasing

// The game without the text of some items.
class GamesWithout {
public:
    explicit GamesWithout(const Evaluator& evaluator)
        : evaluator_(evaluator), can_go_(clauses_that_can_go(evaluator.model())) {}

    // The clauses of the item that can be left out.
    Clauses text_of(std::size_t item) const {
        Clauses result;
        for (const ClauseId clause : evaluator_.model().printed_items[item].clauses) {
            if (can_go_[clause.index]) result.push_back(clause);
        }
        return result;
    }

    const Evaluator& without(const Items& items) {
        Clauses clauses;
        for (const std::size_t item : items) add_clauses(clauses, text_of(item));
        return without_clauses(clauses);
    }

    const Evaluator& without_clauses(const Clauses& clauses) {
        const auto known = games_.find(clauses);
        if (known != games_.end()) return known->second;
        return games_.try_emplace(clauses, evaluator_.model(), all_but(evaluator_, clauses)).first->second;
    }

private:
    const Evaluator& evaluator_;
    std::vector<bool> can_go_;
    std::map<Clauses, Evaluator> games_;
};

// A position in which nothing is under way, and what every move leads to, with and without some items.
class Position {
public:
    Position(const Forward& forward, GamesWithout& games, State state, Destinations with_all)
        : forward_(forward), games_(games), state_(std::move(state)), with_all_(std::move(with_all)) {}

    const State& state() const { return state_; }
    const Destinations& with_all() const { return with_all_; }

    // Null: something is under way then.
    const Destinations* without(const Items& items) {
        const auto known = without_.find(items);
        if (known != without_.end()) return known->second ? &*known->second : nullptr;
        std::optional<Destinations> found = forward_.destinations(games_.without(items), state_);
        if (found) states_ += found->states;
        const auto& entry = without_.emplace(items, std::move(found)).first->second;
        return entry ? &*entry : nullptr;
    }

    std::size_t states() const { return states_; }  // looked at so far, in the games without some items

private:
    const Forward& forward_;
    GamesWithout& games_;
    State state_;
    Destinations with_all_;
    std::map<Items, std::optional<Destinations>> without_;
    std::size_t states_ = 0;
};

// Is there any move that leads elsewhere?
bool differ(const Destinations& a, const Destinations& b) {
    return !std::ranges::equal(a.by_choice, b.by_choice, [](const auto& x, const auto& y) {
        return x.first == y.first && come_to_the_same(x.second, y.second);
    });
}

// An end of the move that the other games do not have; or else any of its ends.
const State* telling_end(const Destination* own, std::initializer_list<const Destination*> others) {
    if (!own || own->ends.empty()) return nullptr;
    for (const auto& [view, end] : own->ends) {
        const State& known_by = view;
        if (std::ranges::none_of(
                others, [&](const Destination* other) { return other && other->ends.contains(known_by); }))
            return &end;
    }
    return &own->ends.begin()->second;
}

// Lengthens the play by the move and by a shortest way to where it ends.
void play_on(const Evaluator& evaluator, const Choice& choice, const State& end, Trace& play) {
    struct Visit {
        std::size_t from;
        Successor step;
    };
    std::vector<Visit> visits;
    std::set<State> known;
    const auto is_the_move = [&](const Move& move) {
        return Choice{move.kind, move.point, move.option, move.bindings} == choice;
    };
    const auto come_to = [&](std::size_t from, const Expansion& expansion, const auto& is_taken) {
        for (const Successor& successor : expansion.successors) {
            if (successor.next && is_taken(successor.move) && known.insert(*successor.next).second)
                visits.push_back({from, successor});
        }
    };
    constexpr std::size_t none = static_cast<std::size_t>(-1);
    come_to(none, evaluator.expand(last_state(play)), is_the_move);
    for (std::size_t i = 0; i < visits.size() && visits.size() < states_per_way; ++i) {
        const State at = *visits[i].step.next;
        const Expansion expansion = evaluator.expand(at);
        if (at == end) {
            std::deque<Successor> way;
            for (std::size_t back = i; back != none; back = visits[back].from)
                way.push_front(visits[back].step);
            play.steps.insert(play.steps.end(), way.begin(), way.end());
            return;
        }
        if (!is_quiescent(evaluator.model(), at, expansion, InWindows::Rest))
            come_to(i, expansion, [](const Move&) { return true; });
    }
}

class InteractionSearch {
public:
    explicit InteractionSearch(Task& task)
        : task_(task),
          evaluator_(task.workbench().evaluator()),
          model_(task.model()),
          forward_(task.model(), InWindows::Rest),
          games_(evaluator_),
          mixed_(evaluator_, forward_) {}

    void look_through(const Reach& reach, std::size_t setup) {
        const Exploration& exploration = reach.exploration();
        const std::vector<StateId> roots = roots_of(exploration);
        const Items all = with_text();
        for (std::size_t i = 0; i < exploration.size() && !cut_short_; ++i) {
            if (!exploration[StateId(i)].expanded) continue;
            const Items items = of_the_set(all, setup, exploration.state(roots[i]));
            if (items.size() < 2) continue;
            look_at(reach, StateId(i), items);
        }
        if (cut_short_) return;
        look_for_makers(reach, all);
        if (!task_.obligation().items.empty()) look_for_steps(reach, all);
    }

    // How many were found; they become findings of the task.
    std::size_t tell(bool is_minimal) {
        std::vector<Finding> findings = nearest_.take();
        const std::size_t result = findings.size();
        for (Finding& finding : findings) {
            finding.minimal_proved = is_minimal;
            task_.finding(std::move(finding));
        }
        return result;
    }

    std::size_t positions() const { return positions_; }
    // Comparisons that came to no end, or where something is under way without one of the texts.
    std::size_t undecided() const { return undecided_; }
    bool cut_short() const { return cut_short_; }
    // Items that were asked about and whose text changed nothing in any position, whether or not the other's
    // was there.
    std::vector<Phrase> that_do_nothing() const {
        std::vector<Phrase> result;
        for (std::size_t item = 0; item < model_.printed_items.size(); ++item) {
            if (is_named(item) && !doing_something_.contains(item))
                result.push_back(model_.printed_items[item].name);
        }
        return result;
    }
    bool have_two_done_something() const { return doing_something_.size() > 1; }

private:
    // Items that are asked about and have text that can be left out.
    Items with_text() const {
        Items result;
        for (std::size_t item = 0; item < model_.printed_items.size(); ++item) {
            const bool is_asked = task_.obligation().items.size() < 2 || is_named(item);
            if (is_asked && !games_.text_of(item).empty()) result.push_back(item);
        }
        return result;
    }

    bool is_named(std::size_t item) const {
        const std::vector<std::string>& names = task_.obligation().items;
        return std::ranges::find(names, model_.printed_items[item].name) != names.end();
    }

    // Of one name, the pairs with it; of several, the pairs of these.
    bool is_asked_about(std::size_t first, std::size_t second) const {
        switch (task_.obligation().items.size()) {
            case 0:
                return true;
            case 1:
                return is_named(first) || is_named(second);
            default:
                return is_named(first) && is_named(second);
        }
    }

    // Of the table of a screen those that are laid out.
    Items of_the_set(const Items& all, std::size_t setup, const State& root) const {
        const std::optional<Screening>& screening = model_.setups[setup].screening;
        if (!screening) return all;
        Items result;
        for (const std::size_t item : all) {
            const PrintedItem& printed = model_.printed_items[item];
            const bool is_laid_out = printed.identity_type != screening->items ||
                                     std::ranges::any_of(screening->holders, [&](std::size_t holder) {
                                         return root[holder] == printed.identity;
                                     });
            if (is_laid_out) result.push_back(item);
        }
        return result;
    }

    void look_at(const Reach& reach, StateId id, const Items& items) {
        State state = reach.exploration().state(id);
        std::optional<Destinations> with_all = forward_.destinations(evaluator_, state);
        if (!with_all) return;
        ++positions_;
        states_ += with_all->states;
        Position position(forward_, games_, std::move(state), std::move(*with_all));
        std::set<std::size_t> that_matter;
        for (const std::size_t item : items) {
            const Destinations* const without = position.without({item});
            if (without && differ(position.with_all(), *without)) that_matter.insert(item);
        }
        doing_something_.insert(that_matter.begin(), that_matter.end());
        const bool is_pair_asked = task_.obligation().items.size() > 1;
        for (auto first = items.begin(); first != items.end(); ++first) {
            for (auto second = first + 1; second != items.end(); ++second) {
                // Two of which neither changes anything while the other is there are looked at if asked for.
                const bool is_one_needed =
                    is_pair_asked || that_matter.contains(*first) || that_matter.contains(*second);
                if (is_one_needed && is_asked_about(*first, *second))
                    look_at_pair(reach, id, position, *first, *second);
            }
        }
        states_ += position.states();
        cut_short_ = states_ > std::min(most_states, task_.obligation().budget.states) ||
                     task_.workbench().clock().is_over();
    }

    void look_at_pair(const Reach& reach, StateId id, Position& position, std::size_t first,
                      std::size_t second) {
        std::size_t& told = told_[{first, second}];
        const Destinations* const without_first = position.without({first});
        const Destinations* const without_second = position.without({second});
        if (told >= most_findings) return;
        const Destinations* const without_both = position.without({first, second});
        if (!without_first || !without_second || !without_both) {
            ++undecided_;
            return;
        }
        if (differ(*without_second, *without_both)) doing_something_.insert(first);
        if (differ(*without_first, *without_both)) doing_something_.insert(second);
        const FourGames games{position.with_all(), *without_first, *without_second, *without_both};
        const MixedMoves moves = mixed_.moves(games);
        undecided_ += moves.undecided > 0 ? 1 : 0;
        for (const Choice& choice : moves.mixed) {
            Finding finding = finding_of(games, position, choice, first, second);
            // Positions come in the order of shortest ways.
            if (!known_.insert(finding.clauses).second) continue;
            finding.witness = trace_to(reach.exploration(), id);
            if (finding.outcomes.front().state)
                play_on(evaluator_, choice, *finding.outcomes.front().state, *finding.witness);
            name_what_decides(position, choice, finding);
            nearest_.add(std::move(finding));
            ++told;
        }
    }

    Finding finding_of(const FourGames& games, Position& position, const Choice& choice, std::size_t first,
                       std::size_t second) {
        const Destination* const with_both = find(games.with_both, choice);
        const Destination* const without_first = find(games.without_first, choice);
        const Destination* const without_second = find(games.without_second, choice);
        const Destination* const named = with_both        ? with_both
                                         : without_second ? without_second
                                         : without_first  ? without_first
                                                          : find(games.without_both, choice);
        Finding finding;
        finding.code = FindingCode::Interaction;
        for (const std::size_t item : {first, second})
            add_clauses(finding.clauses, that_matter_there(position, choice, item));
        const std::string& name = model_.printed_items[first].name;
        const std::string& other = model_.printed_items[second].name;
        finding.facts = {{FactKind::ActOnOneAnother, {name, other, named->move}}};
        finding.outcomes = {
            outcome(evaluator_, position, "with both", with_both, {without_first, without_second}),
            outcome(games_.without({first}), position, "without " + name, without_first, {with_both}),
            outcome(games_.without({second}), position, "without " + other, without_second, {with_both})};
        return finding;
    }

    // Of its text what makes a difference to the move; all of it where no single clause does.
    Clauses that_matter_there(Position& position, const Choice& choice, std::size_t item) {
        const Clauses text = games_.text_of(item);
        Clauses result;
        for (const ClauseId clause : text) {
            if (text.size() == 1 || is_needed(position, choice, games_.without_clauses({clause})))
                result.push_back(clause);
        }
        return result.empty() ? text : result;
    }

    bool is_needed(const Position& position, const Choice& choice, const Evaluator& others) {
        const std::optional<Destinations> without = forward_.destinations(others, position.state());
        if (!without) return true;
        states_ += without->states;
        const Destination* const here = find(position.with_all(), choice);
        const Destination* const there = find(*without, choice);
        return here && there ? !come_to_the_same(*here, *there) : here != there;
    }

    // Of the move in `game`, which offers it so.
    Outcome outcome(const Evaluator& game, const Position& position, Phrase label, const Destination* way,
                    std::initializer_list<const Destination*> others) const {
        Outcome result;
        result.label = std::move(label);
        if (!way) {
            result.what = "that is not possible";
            return result;
        }
        const State* const end = telling_end(way, others);
        if (!end) {
            result.what = way->endless ? "it can go on for ever" : "nothing comes of it";
            return result;
        }
        result.changes = difference(model_, position.state(), *end);
        result.state = *end;
        const Beginning beginning{way->behind, {}, {.in_windows = InWindows::Rest}};
        if (const std::optional<WayThere> there = way_to(game, beginning, *end, states_per_way)) {
            result.acting = there->acting;
            result.chosen = there->chosen;
        }
        return result;
    }

    // Rules and other texts that speak on the way, or that forbid, replace or add, without any one of which
    // something else would come of the move.
    void name_what_decides(const Position& position, const Choice& choice, Finding& finding) {
        Allowance allowance(usual_expansions, [&] { return task_.workbench().clock().is_over(); });
        const Experiment experiment(evaluator_, allowance);
        Clauses others = experiment.that_hinder(finding.clauses);
        const std::vector<bool> can_go = clauses_that_can_go(model_);
        for (const ClauseId clause : finding.outcomes.front().acting) {
            if (can_go[clause.index] && !has_clause(finding.clauses, clause)) add_clause(others, clause);
        }
        const auto is_otherwise = [&](const Game& game) { return is_needed(position, choice, game.rules()); };
        add_helping(finding, experiment.each_without(others, is_otherwise));
    }

    // Pairs of which nothing was found: does the one make it possible that the other ever does something?
    // Each game without the text of one item is searched from where play begins.
    void look_for_makers(const Reach& reach, const Items& items) {
        for (const std::size_t maker : items) {
            if (items.size() > most_searched_without || cut_short_) return;
            const Exploration& exploration = reach.exploration();
            std::vector<InitialState> begins;
            for (const StateId id : exploration.beginnings().initial)
                begins.push_back({exploration.state(id), exploration[id].setup});
            SearchLimits limits;
            limits.max_states = exploration.size();
            const Reach others(games_.without({maker}), begins, limits);
            states_ += others.exploration().size();
            if (!others.exploration().complete()) continue;
            for (const std::size_t made : items) {
                const std::pair<std::size_t, std::size_t> pair = std::minmax(maker, made);
                if (maker != made && told_[pair] == 0 && is_asked_about(maker, made))
                    look_for_made(reach, others, maker, made);
            }
        }
    }

    void look_for_made(const Reach& reach, const Reach& others, std::size_t maker, std::size_t made) {
        for (const ClauseId clause : games_.text_of(made)) {
            const std::optional<Step>& first = reach.recording().acted()[clause.index];
            if (!first || others.recording().acted()[clause.index]) continue;
            Finding finding;
            finding.code = FindingCode::Interaction;
            finding.clauses = games_.text_of(maker);
            add_clause(finding.clauses, clause);
            finding.facts = {
                {FactKind::MakesItAct, {model_.printed_items[maker].name, model_.printed_items[made].name}}};
            finding.witness = trace_to(reach.exploration(), first->state, first->successor);
            nearest_.add(std::move(finding));
            ++told_[std::minmax(maker, made)];
        }
    }

    // Pairs of which nothing was found: a step in which both take part, and which comes to what each would
    // do.
    void look_for_steps(const Reach& reach, const Items& items) {
        std::map<ClauseId, std::size_t> item_of;
        for (const std::size_t item : items) {
            for (const ClauseId clause : games_.text_of(item)) item_of.emplace(clause, item);
        }
        const Exploration& exploration = reach.exploration();
        for (std::size_t i = 0; i < exploration.size() && !task_.workbench().clock().is_over(); ++i) {
            if (!exploration[StateId(i)].expanded) continue;
            const std::vector<Successor> successors =
                evaluator_.expand(exploration.state(StateId(i))).successors;
            for (std::size_t k = 0; k < successors.size(); ++k) {
                std::map<std::size_t, ClauseId> speaking;
                for (const ClauseId clause : successors[k].used) {
                    const auto item = item_of.find(clause);
                    if (item != item_of.end()) speaking.emplace(item->second, clause);
                }
                for (auto one = speaking.begin(); one != speaking.end(); ++one) {
                    for (auto other = std::next(one); other != speaking.end(); ++other) {
                        std::size_t& told = told_[{one->first, other->first}];
                        if (!is_asked_about(one->first, other->first) || told++ > 0) continue;
                        nearest_.add(
                            step_together(one->second, other->second,
                                          trace_to(exploration, StateId(i), static_cast<std::uint32_t>(k))));
                    }
                }
            }
        }
    }

    static Finding step_together(ClauseId one, ClauseId other, Trace play) {
        Finding finding;
        finding.code = FindingCode::Interaction;
        finding.clauses = {one, other};
        finding.facts = {{FactKind::TakePartTogether}};
        finding.witness = std::move(play);
        return finding;
    }

    Task& task_;
    const Evaluator& evaluator_;
    const Model& model_;
    const Forward forward_;
    GamesWithout games_;
    MixedEffect mixed_;
    NearestFindings nearest_;
    std::set<Clauses> known_;  // of the findings, without what decides
    std::map<std::pair<std::size_t, std::size_t>, std::size_t> told_;  // by pair of items
    std::set<std::size_t> doing_something_;                            // items
    std::size_t positions_ = 0;                                        // in which nothing is under way
    std::size_t undecided_ = 0;
    std::size_t states_ = 0;
    bool cut_short_ = false;
};

}  // namespace

static void find_interactions(Task& task) {
    const Searched searched = searched_by(task);
    InteractionSearch search(task);
    for (const Reach* reach : searched.graphs) search.look_through(*reach, task.obligation().setup);
    if (searched.graphs.empty() && task.obligation().id.engine == Engine::Explicit) return;
    const ClaimId claim = claim_of_none(FindingCode::Interaction);
    const std::size_t found = search.tell(searched.is_whole);
    Completeness seen = searched.completeness;
    if (search.cut_short() && seen.status == Status::Complete)
        seen = {Status::Bounded, seen.facts, false, {{FactKind::PositionsCompared, {search.positions()}}}};
    if (search.undecided() > 0 && seen.status == Status::Complete)
        seen = {Status::Bounded, seen.facts, false, {{FactKind::ComparisonsOpen, {search.undecided()}}}};
    const std::vector<Phrase> idle = search.that_do_nothing();
    if (found > 0) {
        task.verdict(claim, Status::Refuted, {{FactKind::FoundIn, {found, seen.facts}}});
    } else if (search.positions() == 0) {
        task.verdict(claim, Status::Unknown, {{FactKind::NeverAtRest}});
    } else if (!idle.empty()) {
        task.vacuous(claim, seen, {FactKind::TextsDoNothing, {idle}});
    } else if (!search.have_two_done_something()) {
        task.vacuous(claim, seen, {FactKind::FewTakePart});
    } else {
        task.verdict(claim, seen);
    }
}

static bool has_two_items(const Model& model) {
    return std::ranges::count_if(model.printed_items,
                                 [](const PrintedItem& item) { return !item.clauses.empty(); }) >= 2;
}

Analysis rows::Interactions() {
    return {.claim = "no printed item acts on another one",
            .codes = {FindingCode::Interaction},
            .extent = Extent::Setup,
            .applies = has_two_items,
            .run_explicit = find_interactions,
            .run_symbolic = find_interactions,
            .samples = true,
            .certify = nullptr,
            .is_on_request = true,
            .screens = true};
}

}  // namespace errata::checker
