#include "checker/explicit/breadth_first.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::checker {

using compiler::Expansion;
using compiler::Occurrence;
using compiler::Successor;

namespace {

// States expanded between two calls of `progress`: some hundredths of a second.
constexpr std::size_t progress_interval = 2048;
// Successors of one state taken in between two looks at the clock.
constexpr std::size_t stop_interval = 256;

}  // namespace

bool is_play(const compiler::Model& model, const compiler::Move& move) {
    if (move.kind != compiler::MoveKind::Option) return false;
    const compiler::Point& point = model.points[move.point.index];
    const compiler::ClauseId clause = point.options[move.option].clause;
    return point.stage == compiler::Stage::Window && clause.is_valid() && clause != point.clause;
}

Exploration::Exploration(const compiler::Model& model, const Successors& successors,
                         const Reductions& reductions)
    : model_(model),
      successors_(successors),
      reductions_(reductions),
      quotient_(model, reductions),
      seen_(model),
      states_met_(model) {}

Exploration::Insertion Exploration::insert(const compiler::State& state) {
    const auto [id, is_new] = seen_.insert(key(state));
    if (!quotient_.is_plain()) {
        if (is_new) states_met_.add(state);
        merges_ = merges_ || (!is_new && states_met_[id.index] != state);
    }
    return {id, is_new};
}

// The queue is the list of states itself: they are expanded in the order met.
void Exploration::run(const std::vector<InitialState>& initial, const SearchLimits& limits,
                      SearchObserver* observer) {
    ERRATA_CHECK(states_.empty());
    for (const InitialState& start : initial) {
        if (!insert(compiler::canonical(model_, start.state)).is_new) continue;
        ReachedState& state = states_.emplace_back();
        state.setup = static_cast<std::uint32_t>(start.setup);
    }
    for (std::size_t next = 0; next < states_.size(); ++next) {
        if (const std::optional<SearchEnd> stop = stops(limits, next)) {
            end_ = *stop;
            break;
        }
        if (!expand(StateId(next), limits, observer)) {
            end_ = is_over(limits.stop) ? SearchEnd::Asked : SearchEnd::States;
            break;
        }
        ++graph_expanded_;
    }
    if (!states_.empty()) {
        // The first state that was not expanded, or else the last one.
        explored_depth_ = states_[std::min(graph_expanded_, states_.size() - 1)].depth;
    }
    for (std::size_t i = graph_expanded_; i < states_.size(); ++i) graph_.add({}, true);
    if (reductions_ != Reductions()) tell_classes();
}

// Is the search over before this state is expanded?
std::optional<SearchEnd> Exploration::stops(const SearchLimits& limits, std::size_t next) const {
    const std::uint32_t depth = states_[next].depth;
    if (depth >= limits.max_depth) return SearchEnd::Depth;
    if (bytes() > limits.max_bytes) return SearchEnd::Memory;
    if (is_over(limits.stop)) return SearchEnd::Asked;
    if (limits.progress && next % progress_interval == 0 &&
        !limits.progress({states_.size(), next, graph_.targets.size(), depth}))
        return SearchEnd::Asked;
    return std::nullopt;
}

// As far as it grows with states and edges.
std::size_t Exploration::bytes() const {
    constexpr std::size_t places_in_table = 4;  // at most: it doubles when half full
    const std::size_t packed =
        seen_.words_per_state() * sizeof(std::uint64_t) * (quotient_.is_plain() ? 1 : 2);
    const std::size_t of_state = packed + sizeof(ReachedState) + places_in_table * sizeof(std::uint32_t);
    const std::size_t of_edge = 3 * sizeof(std::uint32_t) + 1;
    return states_.size() * of_state + graph_.targets.size() * of_edge;
}

// Options whose successors are equal are one way to go, also where the search was told to keep equal states
// apart.
void Exploration::tell_classes() {
    const Quotient whole(model_, {});
    if (whole.is_plain()) return;
    std::map<compiler::State, std::uint32_t> numbers;
    for (std::size_t i = 0; i < states_.size(); ++i) {
        const auto number = static_cast<std::uint32_t>(i);
        graph_.same.push_back(numbers.try_emplace(whole.key(state(StateId(i))), number).first->second);
    }
}

// False if the successors no longer fit the budget, or the time ends on the way; the state then counts as not
// expanded.
bool Exploration::expand(StateId id, const SearchLimits& limits, SearchObserver* observer) {
    const compiler::State from = state(id);
    const Expansion expansion = successors_.expand(from, asked_);
    if (observer != nullptr) observer->expanded(id, from, expansion);
    if (states_.size() + expansion.successors.size() > limits.max_states) {
        const auto is_new = [&](const Successor& s) { return s.next && !find(*s.next); };
        const auto fresh = std::ranges::count_if(expansion.successors, is_new);
        if (states_.size() + static_cast<std::size_t>(fresh) > limits.max_states) return false;
    }

    bool cut = false;
    bool error = false;
    targets_.clear();
    Ways ways{Quotient::Before(quotient_, from), quotient_.twin_moves(from), {}};
    const std::size_t edges = edge_successor_.size();
    for (const Occurrence& occurrence : expansion.incidents) meet(occurrence, id, std::nullopt);
    for (std::uint32_t i = 0; i < expansion.successors.size(); ++i) {
        if (i % stop_interval == stop_interval - 1 && is_over(limits.stop)) {
            forget_edges_from(edges);
            return false;
        }
        const Successor& successor = expansion.successors[i];
        for (const Occurrence& occurrence : successor.incidents) meet(occurrence, id, i);
        if (!successor.next) {
            (successor.cut ? cut : error) = true;
            cuts_.orders = cuts_.orders || successor.too_many_orders;
            cuts_.ways = cuts_.ways || successor.too_many_ways;
            cuts_.too_large = cuts_.too_large || (successor.given_up && !successor.too_many_ways);
            continue;
        }
        const auto [target, changes] = lead_to(ways, successor, id, i);
        targets_.push_back(target.index);
        edge_successor_.push_back(i);
        edge_changes_.push_back(changes);
        edge_places_.push_back(successor.move.kind == compiler::MoveKind::Place);
        edge_plays_.push_back(is_play(model_, successor.move));
        edge_incidents_.push_back(incident_list(successor.incidents));
    }
    graph_.add(targets_, cut || error);

    ReachedState& state = states_[id.index];
    state.owner = expansion.owner;
    state.expanded = true;
    state.over = expansion.over;
    state.cut = cut;
    state.error = error;
    any_cut_ = any_cut_ || cut;
    return true;
}

// Where another one of some twins is taken, the state that stands for the successor is known.
Exploration::Way Exploration::lead_to(Ways& ways, const Successor& successor, StateId from,
                                      std::uint32_t number) {
    std::optional<std::vector<compiler::Value>> pattern;
    if (ways.twin_moves) pattern = ways.twin_moves->pattern(successor.move);
    if (pattern) {
        if (const auto like = ways.by_pattern.find(*pattern); like != ways.by_pattern.end()) {
            merges_ = true;
            return like->second;
        }
    }
    const auto [target, is_new] = insert(*successor.next);
    if (is_new) {
        ReachedState& state = states_.emplace_back();
        state.parent = from;
        state.parent_successor = number;
        state.depth = states_[from.index].depth + 1;
        state.setup = states_[from.index].setup;
    }
    const Way way{target, ways.before.differs_from(*successor.next)};
    if (pattern) ways.by_pattern.emplace(std::move(*pattern), way);
    return way;
}

void Exploration::forget_edges_from(std::size_t edge) {
    edge_successor_.resize(edge);
    edge_changes_.resize(edge);
    edge_places_.resize(edge);
    edge_plays_.resize(edge);
    edge_incidents_.resize(edge);
}

void Exploration::meet(const Occurrence& occurrence, StateId state, std::optional<std::uint32_t> successor) {
    if (met_numbers_.try_emplace(occurrence, met_.size()).second)
        met_.push_back({occurrence, state, successor});
}

std::uint32_t Exploration::incident_list(const std::vector<Occurrence>& incidents) {
    if (incidents.empty()) return 0;
    const auto [it, is_new] =
        incident_list_numbers_.try_emplace(incidents, static_cast<std::uint32_t>(incident_lists_.size()));
    if (is_new) incident_lists_.push_back(incidents);
    return it->second;
}

std::vector<std::uint32_t> Exploration::depths() const {
    std::vector<std::uint32_t> result(states_.size());
    std::ranges::transform(states_, result.begin(), &ReachedState::depth);
    return result;
}

Trace Exploration::trace_to(StateId id) const {
    std::vector<StateId> way{id};
    while (states_[way.back().index].parent.is_valid()) way.push_back(states_[way.back().index].parent);
    std::ranges::reverse(way);
    Trace trace;
    trace.setup = states_[id.index].setup;
    trace.initial = state(way.front());
    for (std::size_t i = 1; i < way.size(); ++i)
        step(trace, way[i - 1], states_[way[i].index].parent_successor);
    return trace;
}

Trace Exploration::trace_to(StateId id, std::uint32_t successor) const {
    Trace trace = trace_to(id);
    step(trace, id, successor);
    return trace;
}

Trace Exploration::trace_of(const Met& met) const {
    return met.successor ? trace_to(met.state, *met.successor) : trace_to(met.state);
}

Trace Exploration::trace_of(const Lasso& lasso) const {
    Trace trace = trace_to(StateId(lasso.start));
    trace.loop_start = trace.steps.size();
    StateId at(lasso.start);
    for (const std::uint32_t edge : lasso.cycle) at = follow(trace, at, edge);
    return trace;
}

void Exploration::step(Trace& trace, StateId id, std::uint32_t successor) const {
    Expansion expansion = successors_.expand(state(id));
    ERRATA_CHECK(successor < expansion.successors.size());
    trace.steps.push_back(std::move(expansion.successors[successor]));
}

namespace {

// The same but for names: the choice made, what nobody decided, what was met and which clauses took part.
bool alike(const Successor& a, const Successor& b) {
    return a.move.kind == b.move.kind && a.move.point == b.move.point && a.move.option == b.move.option &&
           a.move.trigger == b.move.trigger && a.move.outcomes == b.move.outcomes &&
           a.incidents == b.incidents && a.used == b.used;
}

}  // namespace

StateId Exploration::follow(Trace& play, StateId at, std::uint32_t edge) const {
    const StateId target(graph_.targets[edge]);
    const compiler::State& from = play.steps.empty() ? play.initial : *play.steps.back().next;
    const compiler::State standing = state(at);
    if (from == standing) {
        step(play, at, edge_successor_[edge]);
        return target;
    }
    const Expansion model_step = successors_.expand(standing);
    const Successor& wanted = model_step.successors[edge_successor_[edge]];
    Expansion expansion = successors_.expand(from);
    Successor* match = nullptr;
    for (Successor& successor : expansion.successors) {
        if (!successor.next || find(*successor.next) != target) continue;
        if (match == nullptr || (alike(successor, wanted) && !alike(*match, wanted))) match = &successor;
    }
    ERRATA_CHECK(match != nullptr);
    play.steps.push_back(std::move(*match));
    return target;
}

}  // namespace errata::checker
