#include "checker/explicit/breadth_first.h"

#include <algorithm>

#include "checker/explicit/lookahead.h"
#include "dsl/base/check.h"

namespace errata::checker {

using compiler::Occurrence;
using compiler::Successor;

namespace {

// States expanded between two calls of `progress`: some hundredths of a second.
constexpr std::size_t progress_interval = 2048;
// Successors of one state taken in between two looks at the clock.
constexpr std::size_t stop_interval = 256;

// A search under way.
struct Search {
    compiler::ModelFacts& facts;
    const SearchLimits& limits;
    SearchObserver* observer;
    StoredStates& states;
    SearchedGraph& found;
    Lookahead ahead;
    std::vector<std::uint32_t> targets = {};  // scratch of `expand`
    std::vector<std::size_t> in_group = {};   // by group: states first reached from there

    bool has_origins() const { return compiler::has_readings(facts.model()) || !limits.groups.of.empty(); }
};

// The group of the initial state that the state was first reached from.
std::uint32_t group_of(const Search& s, StateId id) {
    return s.limits.groups.of[s.found.beginnings.origins[id.index]];
}

bool is_in_too_large_group(const Search& s, StateId id) {
    return !s.limits.groups.of.empty() && s.in_group[group_of(s, id)] > s.limits.groups.most;
}

// A successor's state, and whether a variable changes on the way to it.
struct Way {
    StateId target;
    bool changes = false;
};

// Out of the state that is being expanded.
struct Ways {
    Quotient::Before before;
    std::optional<TwinMoves> twin_moves;
    std::map<std::vector<compiler::Value>, Way> by_pattern;
};

// The number of the state that stands for this one; where it is new, that is how it was reached.
StateId insert(Search& s, const compiler::State& state, const ReachedState& reached) {
    const auto [id, is_new, is_merged] = s.states.insert(state);
    if (is_new) s.found.states.push_back(reached);
    if (is_new && s.has_origins()) {
        const bool is_initial = !reached.parent.is_valid();
        s.found.beginnings.origins.push_back(
            is_initial ? static_cast<std::uint32_t>(s.found.beginnings.initial.size())
                       : s.found.beginnings.origins[reached.parent.index]);
        if (!s.limits.groups.of.empty()) ++s.in_group[group_of(s, id)];
    }
    s.found.outcome.merges = s.found.outcome.merges || is_merged;
    return id;
}

// As far as it grows with states and edges.
std::size_t bytes(const Search& s) {
    const std::size_t of_reading = compiler::has_readings(s.facts.model()) ? 2 * sizeof(std::uint32_t) : 0;
    // With where its edges begin, here and in what is recorded of the search (arena.h).
    const std::size_t of_state = sizeof(ReachedState) + 2 * sizeof(std::uint32_t) + of_reading;
    constexpr std::size_t of_edge = sizeof(std::uint32_t) + SearchedEdges::bytes_per_edge + 1;
    return s.states.bytes() + s.found.states.size() * of_state + s.found.graph.targets.size() * of_edge;
}

// Is the search over before this state is expanded?
std::optional<SearchEnd> stops(const Search& s, std::size_t next) {
    const std::uint32_t depth = s.found.depth(StateId(next));
    if (depth >= s.limits.max_depth) return SearchEnd::Depth;
    if (bytes(s) > s.limits.max_bytes) return SearchEnd::Memory;
    if (is_over(s.limits.stop)) return SearchEnd::Asked;
    if (s.limits.progress && next % progress_interval == 0 &&
        !s.limits.progress({s.found.states.size(), next, depth}))
        return SearchEnd::Asked;
    return std::nullopt;
}

// Where another one of some twins is taken, the state that stands for the successor is known.
Way lead_to(Search& s, Ways& ways, const Successor& successor, StateId from) {
    std::optional<std::vector<compiler::Value>> pattern;
    if (ways.twin_moves) pattern = ways.twin_moves->pattern(successor.move);
    if (pattern) {
        if (const auto like = ways.by_pattern.find(*pattern); like != ways.by_pattern.end()) {
            s.found.outcome.merges = true;
            return like->second;
        }
    }
    ReachedState reached;
    reached.parent = from;
    reached.setup = s.found.states[from.index].setup;
    const StateId target = insert(s, *successor.next, reached);
    const Way way{target, ways.before.differs_from(*successor.next)};
    if (pattern) ways.by_pattern.emplace(std::move(*pattern), way);
    return way;
}

// The states that come next lie one deeper.
void begin_layer(Search& s, std::size_t next) {
    if (next == s.found.layers.back())
        s.found.layers.push_back(static_cast<std::uint32_t>(s.found.states.size()));
}

// False if the successors no longer fit the budget, or the time ends on the way; the state then counts as not
// expanded.
bool expand(Search& s, StateId id) {
    const auto [from, expansion, asked] = s.ahead.take(id);
    s.found.beginnings.asked.add(id, asked);
    if (s.observer != nullptr) s.observer->expanded(id, from, expansion);
    if (is_in_too_large_group(s, id)) {
        s.found.outcome.too_large.insert(group_of(s, id));
        s.found.graph.add({}, true);
        return true;
    }
    if (s.found.states.size() + expansion.successors.size() > s.limits.max_states) {
        const auto is_new = [&](const Successor& way) { return way.next && !s.states.find(*way.next); };
        const auto fresh = std::ranges::count_if(expansion.successors, is_new);
        if (s.found.states.size() + static_cast<std::size_t>(fresh) > s.limits.max_states) return false;
    }

    bool cut = false;
    bool error = false;
    s.targets.clear();
    Ways ways{Quotient::Before(s.states.quotient(), from), s.states.quotient().twin_moves(from), {}};
    const std::size_t edges = s.found.edges.size();
    for (const Occurrence& occurrence : expansion.incidents) s.found.met.add(occurrence, id, std::nullopt);
    for (std::uint32_t i = 0; i < expansion.successors.size(); ++i) {
        if (i % stop_interval == stop_interval - 1 && is_over(s.limits.stop)) {
            s.found.edges.forget_from(edges);
            return false;
        }
        const Successor& successor = expansion.successors[i];
        for (const Occurrence& occurrence : successor.incidents) s.found.met.add(occurrence, id, i);
        if (!successor.next) {
            (successor.cut ? cut : error) = true;
            s.found.outcome.cuts.orders = s.found.outcome.cuts.orders || successor.too_many_orders;
            s.found.outcome.cuts.ways = s.found.outcome.cuts.ways || successor.too_many_ways;
            s.found.outcome.cuts.too_large =
                s.found.outcome.cuts.too_large || (successor.given_up && !successor.too_many_ways);
            continue;
        }
        const auto [target, changes] = lead_to(s, ways, successor, id);
        s.targets.push_back(target.index);
        const bool places = successor.move.kind == compiler::MoveKind::Place;
        s.found.edges.add({i, changes, places, is_play(s.facts.model(), successor.move)},
                          successor.incidents);
    }
    s.found.graph.add(s.targets, cut || error);

    ReachedState& state = s.found.states[id.index];
    state.chooser = static_cast<std::uint8_t>(expansion.owner.kind);
    state.player = static_cast<std::int16_t>(expansion.owner.player);
    ERRATA_CHECK(state.owner() == expansion.owner);
    state.expanded = true;
    state.over = expansion.over;
    state.cut = cut;
    state.error = error;
    s.found.outcome.any_cut = s.found.outcome.any_cut || cut;
    return true;
}

// Options whose successors are equal are one way to go, also where the search was told to keep equal states
// apart.
void tell_classes(Search& s) {
    const Quotient whole(s.facts, {});
    if (whole.is_plain()) return;
    std::map<compiler::State, std::uint32_t> numbers;
    for (std::size_t i = 0; i < s.found.states.size(); ++i) {
        const auto number = static_cast<std::uint32_t>(i);
        s.found.graph.same.push_back(
            numbers.try_emplace(whole.key(s.states[StateId(i)]), number).first->second);
    }
}

}  // namespace

bool is_play(const compiler::Model& model, const compiler::Move& move) {
    if (move.kind != compiler::MoveKind::Option) return false;
    const compiler::Point& point = model.flow.points[move.point.index];
    const compiler::ClauseId clause = point.options[move.option].clause;
    return point.stage == compiler::Stage::Window && clause.is_valid() && clause != point.clause;
}

void FirstMet::add(const Occurrence& occurrence, StateId state, std::optional<std::uint32_t> successor) {
    if (numbers_.try_emplace(occurrence, all_.size()).second) all_.push_back({occurrence, state, successor});
}

Exploration::Exploration(compiler::ModelFacts& facts, const Successors& successors,
                         const Reductions& reductions)
    : facts_(facts), successors_(successors), reductions_(reductions), states_(facts, reductions) {}

// The queue is the list of states itself: they are expanded in the order met.
void Exploration::run(const std::vector<InitialState>& initial, const SearchLimits& limits,
                      SearchObserver* observer) {
    ERRATA_CHECK(found_.states.empty());
    Search s{facts_, limits, observer, states_, found_, Lookahead(successors_, states_, limits.threads)};
    const std::vector<std::uint32_t>& groups = limits.groups.of;
    if (!groups.empty()) s.in_group.resize(*std::ranges::max_element(groups) + std::size_t{1});
    for (const InitialState& start : initial) {
        ReachedState reached;
        reached.setup = start.setup & 0xfffffffU;
        found_.beginnings.initial.push_back(
            insert(s, compiler::canonical(facts_.model(), start.state), reached));
    }
    found_.layers = {0};
    for (std::size_t next = 0; next < found_.states.size(); ++next) {
        begin_layer(s, next);
        if (const std::optional<SearchEnd> stop = stops(s, next)) {
            found_.outcome.end = *stop;
            break;
        }
        if (!expand(s, StateId(next))) {
            found_.outcome.end = is_over(limits.stop) ? SearchEnd::Asked : SearchEnd::States;
            break;
        }
        ++found_.outcome.expanded;
    }
    if (!found_.outcome.too_large.empty() && found_.outcome.end == SearchEnd::Exhausted)
        found_.outcome.end = SearchEnd::States;
    if (!found_.states.empty()) {
        // The first state that was not expanded, or else the last one.
        found_.outcome.explored_depth =
            found_.depth(StateId(std::min(found_.outcome.expanded, found_.states.size() - 1)));
    }
    for (std::size_t i = found_.outcome.expanded; i < found_.states.size(); ++i) found_.graph.add({}, true);
    if (reductions_ != Reductions()) tell_classes(s);
}

std::uint32_t SearchedGraph::depth(StateId id) const {
    return static_cast<std::uint32_t>(std::ranges::upper_bound(layers, id.index) - layers.begin() - 1);
}

std::vector<std::uint32_t> depths_of(const Exploration& exploration) {
    std::vector<std::uint32_t> result;
    for (std::size_t i = 0; i < exploration.size(); ++i) result.push_back(exploration.depth(StateId(i)));
    return result;
}

}  // namespace errata::checker
