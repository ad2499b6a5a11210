#include "checker/search/arena.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/explicit/traces.h"
#include "checker/plays/carried_out.h"
#include "checker/plays/top_point.h"
#include "checker/search/incident_list.h"
#include "dsl/base/check.h"

namespace errata::checker {

using namespace compiler;

Recording::Recording(const Model& model)
    : model_(model),
      is_carried_out_(model.clauses.size()),
      used_(model.clauses.size()),
      acted_(model.clauses.size()),
      placed_(model.rules.triggers.size()),
      stood_at_(model.flow.points.size()),
      endings_(model.rules.endings.size()) {
    for (const Trigger& trigger : model.rules.triggers) {
        if (trigger.clause.is_valid()) is_carried_out_[trigger.clause.index] = true;
    }
    std::set<ClauseId> texts;
    for (const Part& part : model.parts) {
        if (!texts.insert(part.clause).second) of_parts_[part.clause];
    }
}

namespace {

bool same_choice(Move a, Move b) {
    a.outcomes.clear();
    b.outcomes.clear();
    return a == b;
}

}  // namespace

void Recording::note_acting(Step step, ClauseId carried_out, const State& state, const Successor& successor) {
    const auto note = [&](ClauseId clause) {
        if (clause.is_valid() && !acted_[clause.index]) acted_[clause.index] = step;
    };
    for (const ClauseId clause : successor.used) {
        if (!is_carried_out_[clause.index]) note(clause);
    }
    for (const Change& change : successor.changes) note(change.clause);
    const bool is_new = carried_out.is_valid() && !acted_[carried_out.index];
    if (is_new && effect_of(model_, state, successor) == Effect::Something) note(carried_out);
}

void Recording::expanded(StateId id, const State& state, const Expansion& expansion) {
    ERRATA_CHECK(id.index + 1 == first_.size());
    std::size_t choices = 0;
    const ClauseId carried_out = clause_carried_out(model_, state);
    if (const PointId point = top_point(model_, state); point.is_valid()) stood_at_[point.index] = true;
    for (std::uint32_t i = 0; i < expansion.successors.size(); ++i) {
        const Successor& successor = expansion.successors[i];
        Entry entry;
        entry.new_choice = i == 0 || !same_choice(expansion.successors[i - 1].move, successor.move);
        entry.is_state = successor.next.has_value();
        entry.is_error = !successor.next && !successor.cut;
        if (successor.next) {
            const LoopStage stage = stage_of(model_, state, successor.move, *successor.next);
            entry.in_stage = static_cast<std::uint8_t>(stage) & 31U;
        }
        entries_.push_back(entry);
        if (entry.new_choice) ++choices;
        for (const auto& [incident, outcome] : successor.move.outcomes) {
            if (is_order(model_, incident) && (undecided_.empty() || undecided_.back() != id))
                undecided_.push_back(id);
        }
        for (const ClauseId clause : successor.used) {
            if (!used_[clause.index]) used_[clause.index] = Step{id, i};
            const auto text = of_parts_.find(clause);
            const bool is_new = text != of_parts_.end() && text->second.size() < most_of_parts &&
                                (text->second.empty() || text->second.back() != id);
            if (is_new) text->second.push_back(id);
        }
        if (successor.move.kind == MoveKind::Option)
            taken_.emplace(successor.move.point, successor.move.option);
        if (successor.move.kind == MoveKind::Place && !placed_[successor.move.trigger.index])
            placed_[successor.move.trigger.index] = Step{id, i};
        note_acting({id, i}, carried_out, state, successor);
    }
    first_.push_back(static_cast<std::uint32_t>(entries_.size()));
    const Value over = state[model_.layout.over];
    if (over > 0 && !endings_[static_cast<std::size_t>(over - 1)])
        endings_[static_cast<std::size_t>(over - 1)] = id;
    if (choices > 1 && expansion.successors.front().move.kind == MoveKind::Place) placements_.push_back(id);
    if (!expansion.successors.empty() || expansion.over) return;
    if (!no_way_on_) no_way_on_ = id;
    if (expansion.incidents.empty()) stuck_.push_back(id);
}

namespace {

// Adds the nodes of an arena in their order: first the states, then the choices with several outcomes.
class ArenaBuilder {
public:
    ArenaBuilder(const Exploration& exploration, const Recording& recording)
        : exploration_(exploration), recording_(recording), graph_(exploration.graph()) {}

    Arena build() {
        arena_.states = exploration_.size();
        for (std::uint32_t state = 0; state < exploration_.size(); ++state) add_state(state);
        for (const std::vector<Branch>& outcomes : nodes_) add_node(outcomes);
        arena_.graph.same = graph_.same;
        if (!same_nodes_.empty()) {
            for (std::uint32_t state = static_cast<std::uint32_t>(graph_.same.size()); state < arena_.states;
                 ++state)
                arena_.graph.same.push_back(state);
            for (std::uint32_t node = 0; node < nodes_.size(); ++node) {
                const auto known = same_nodes_.find(node);
                arena_.graph.same.push_back(static_cast<std::uint32_t>(
                    arena_.states + (known == same_nodes_.end() ? node : known->second)));
            }
        }
        return std::move(arena_);
    }

private:
    struct Branch {
        std::uint32_t edge = Arena::no_edge;  // of the exploration; no_edge: no state
        LoopStage stage = LoopStage::Game;
    };

    void add_state(std::uint32_t state) {
        targets_.clear();
        bool leaks = !exploration_[StateId(state)].expanded;
        std::uint32_t edge = graph_.first[state];
        const std::uint32_t end = leaks ? 0 : recording_.first()[state + 1];
        std::map<Outcomes, std::uint32_t> known;  // by what a choice comes to: its node
        for (std::uint32_t i = leaks ? 0 : recording_.first()[state]; i < end;) {
            std::vector<Branch> outcomes;
            do {
                const Recording::Entry& entry = recording_.entries()[i];
                outcomes.push_back({entry.is_state ? edge++ : Arena::no_edge, entry.stage()});
                ++i;
            } while (i < end && !recording_.entries()[i].new_choice);
            if (!come_to_one(outcomes)) {
                add_edge(static_cast<std::uint32_t>(arena_.states + nodes_.size()), Arena::no_edge,
                         LoopStage::Settle);
                const auto number = static_cast<std::uint32_t>(nodes_.size());
                const auto [first, is_new] = known.try_emplace(come_to(outcomes), number);
                if (!is_new) same_nodes_.emplace(number, first->second);
                nodes_.push_back(std::move(outcomes));
            } else if (outcomes[0].edge == Arena::no_edge) {
                leaks = true;
            } else {
                add_edge(graph_.targets[outcomes[0].edge], outcomes[0].edge, outcomes[0].stage);
            }
        }
        arena_.graph.add(targets_, leaks);
    }

    void add_node(const std::vector<Branch>& outcomes) {
        targets_.clear();
        bool leaks = false;
        for (const Branch& outcome : outcomes) {
            leaks = leaks || outcome.edge == Arena::no_edge;
            if (outcome.edge != Arena::no_edge)
                add_edge(graph_.targets[outcome.edge], outcome.edge, outcome.stage);
        }
        arena_.graph.add(targets_, leaks);
    }

    void add_edge(std::uint32_t target, std::uint32_t edge, LoopStage stage) {
        targets_.push_back(target);
        arena_.edges.push_back(edge);
        arena_.stages.push_back(stage);
    }

    // Outcomes with equal successors are one way to go.
    bool come_to_one(const std::vector<Branch>& outcomes) const {
        return std::ranges::all_of(outcomes, [&](const Branch& outcome) {
            const Branch& first = outcomes.front();
            if (outcome.edge == Arena::no_edge || first.edge == Arena::no_edge) return outcomes.size() == 1;
            return outcome.stage == first.stage && graph_.class_of(graph_.targets[outcome.edge]) ==
                                                       graph_.class_of(graph_.targets[first.edge]);
        });
    }

    // The classes of the states behind a choice, each with its stage. All failures count as one.
    using Outcomes = std::set<std::pair<std::uint32_t, LoopStage>>;
    Outcomes come_to(const std::vector<Branch>& outcomes) const {
        Outcomes result;
        for (const Branch& outcome : outcomes) {
            if (outcome.edge == Arena::no_edge) {
                result.emplace(Arena::no_edge, LoopStage::Game);
            } else {
                result.emplace(graph_.class_of(graph_.targets[outcome.edge]), outcome.stage);
            }
        }
        return result;
    }

    const Exploration& exploration_;
    const Recording& recording_;
    const GameGraph& graph_;
    Arena arena_;
    std::vector<std::vector<Branch>> nodes_;  // of choices with several outcomes
    // Choices of one state with the same outcomes are one way to go: the later one, and the first.
    std::map<std::uint32_t, std::uint32_t> same_nodes_;
    std::vector<std::uint32_t> targets_;  // of the node under way
};

}  // namespace

std::optional<BrokenOff> broken_off(const Recording& recording) {
    const auto error = std::ranges::find_if(recording.entries(),
                                            [](const Recording::Entry& entry) { return entry.is_error; });
    if (error == recording.entries().end()) {
        if (!recording.no_way_on()) return std::nullopt;
        return BrokenOff{*recording.no_way_on(), std::nullopt};
    }
    const auto at = static_cast<std::uint32_t>(error - recording.entries().begin());
    const auto& first = recording.first();
    const auto behind = std::ranges::upper_bound(first, at);
    const auto state = static_cast<std::size_t>(behind - first.begin()) - 1;
    return BrokenOff{StateId(state), at - first[state]};
}

Arena make_arena(const Exploration& exploration, const Recording& recording) {
    return ArenaBuilder(exploration, recording).build();
}

Arena up_to(const Arena& arena, LoopStage stage) {
    Arena result;
    result.states = arena.states;
    std::vector<std::uint32_t> targets;
    for (std::size_t node = 0; node < arena.graph.size(); ++node) {
        targets.clear();
        bool leaks = arena.graph.leaks[node];
        for (std::uint32_t edge = arena.graph.first[node]; edge < arena.graph.first[node + 1]; ++edge) {
            if (arena.stages[edge] > stage) {
                leaks = true;
                continue;
            }
            targets.push_back(arena.graph.targets[edge]);
            result.edges.push_back(arena.edges[edge]);
            result.stages.push_back(arena.stages[edge]);
        }
        result.graph.add(targets, leaks);
    }
    result.graph.same = arena.graph.same;
    return result;
}

Arena without_plays(const Arena& arena, const Exploration& exploration) {
    Arena result;
    result.states = arena.states;
    std::vector<std::uint32_t> targets;
    for (std::size_t node = 0; node < arena.graph.size(); ++node) {
        targets.clear();
        for (std::uint32_t edge = arena.graph.first[node]; edge < arena.graph.first[node + 1]; ++edge) {
            if (arena.edges[edge] != Arena::no_edge && exploration.edges().plays(arena.edges[edge])) continue;
            targets.push_back(arena.graph.targets[edge]);
            result.edges.push_back(arena.edges[edge]);
            result.stages.push_back(arena.stages[edge]);
        }
        result.graph.add(targets, arena.graph.leaks[node]);
    }
    result.graph.same = arena.graph.same;
    return result;
}

Modes modes_of(const Arena& arena, const Exploration& exploration, const Keepers& keepers) {
    Modes modes(arena.graph.size(), Mode::All);
    for (std::size_t state = 0; state < arena.states; ++state) {
        const Owner owner = exploration[StateId(state)].owner();
        bool stays = owner.kind == OwnerKind::Chance ? keepers.chance : keepers.nobody;
        if (owner.kind == OwnerKind::Player) {
            stays = keepers.all_players || keepers.player == owner.player ||
                    (keepers.against && keepers.against != owner.player);
        }
        if (stays) modes[state] = Mode::Some;
    }
    for (std::size_t choice = arena.states; keepers.nobody && choice < modes.size(); ++choice)
        modes[choice] = Mode::Some;
    return modes;
}

void follow(const Arena& arena, const Exploration& exploration, StateId at,
            const std::vector<std::uint32_t>& edges, Trace& play) {
    for (const std::uint32_t edge : edges) {
        const std::uint32_t transition = arena.edges[edge];
        if (transition == Arena::no_edge) continue;  // only the way to a choice node
        at = follow(exploration, play, at, transition);
    }
}

std::vector<std::uint32_t> depths_of(const Arena& arena, const Exploration& exploration) {
    std::vector<std::uint32_t> depths = depths_of(exploration);
    depths.resize(arena.graph.size());
    for (std::size_t state = 0; state < arena.states; ++state) {
        for (const std::uint32_t target : arena.graph.successors(static_cast<std::uint32_t>(state))) {
            if (target >= arena.states) depths[target] = depths[state];
        }
    }
    return depths;
}

}  // namespace errata::checker
