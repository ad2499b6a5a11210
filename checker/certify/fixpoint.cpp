#include "checker/certify/fixpoint.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <thread>

#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Assignments to open cells tried one by one; a setup with more is too open to list again without the
// search's own shortcuts.
constexpr std::size_t max_assignments = 200'000;

// States expanded by one thread at a time.
constexpr std::size_t stretch_length = 2048;

bool other_choice(Move a, Move b) {
    a.outcomes.clear();
    b.outcomes.clear();
    return !(a == b);
}

}  // namespace

Fixpoint::Fixpoint(const Evaluator& evaluator, const Setup& setup, StateList states, std::size_t threads,
                   const ReadingSet& closed, Stop stop)
    : evaluator_(evaluator),
      model_(evaluator.model()),
      sameness_(model_),
      states_(std::move(states)),
      sources_(states_.size),
      initial_(states_.size),
      asked_(model_.readings.size()),
      stop_(std::move(stop)) {
    seen_.used.resize(model_.clauses.size());
    seen_.endings.resize(model_.endings.size());
    index();
    expand_all(threads);
    for (std::size_t i = 0; i < closed.size(); ++i) {
        if (closed[i] && asked_[i])
            problem_ = "what they lead to depends on a reading of which they know one alternative";
    }
    if (problem_.empty() && !is_undecided()) look_for_initial_states(setup);
}

void Fixpoint::index() {
    for (std::uint32_t i = 0; i < states_.size && !stops(); ++i)
        by_digest_.emplace_back(sameness_.digest(states_.at(i)), i);
    std::ranges::sort(by_digest_);
}

bool Fixpoint::stops() const {
    if (!stopped_ && is_over(stop_)) stopped_ = true;
    return stopped_;
}

std::uint32_t Fixpoint::find(const State& state) const {
    const std::uint64_t digest = sameness_.digest(state);
    auto at = std::ranges::lower_bound(by_digest_, std::pair(digest, std::uint32_t{0}));
    for (; at != by_digest_.end() && at->first == digest; ++at) {
        if (sameness_.compare(state, states_.at(at->second))) return at->second;
    }
    return nowhere;
}

void Fixpoint::expand_all(std::size_t threads) {
    const std::size_t count = (states_.size + stretch_length - 1) / stretch_length;
    std::vector<Stretch> stretches(count);
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        for (std::size_t i = next++; i < count && !stops(); i = next++) {
            const std::size_t begin = i * stretch_length;
            stretches[i] = expand(begin, std::min(states_.size, begin + stretch_length));
        }
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < std::min(threads, count); ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (stops()) return;
    for (Stretch& stretch : stretches) join(std::move(stretch));
    for (std::uint32_t state = 0; state < states_.size; ++state) {
        for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i) {
            if (edges_[i].target != nowhere) sources_[edges_[i].target].push_back(state);
        }
    }
}

Fixpoint::Stretch Fixpoint::expand(std::size_t begin, std::size_t end) const {
    Stretch result;
    result.seen.used.resize(model_.clauses.size());
    result.seen.endings.resize(model_.endings.size());
    const Evaluator watching = evaluator_.watched(result.asked);
    for (std::size_t i = begin; i < end && !stops(); ++i) {
        const State state = states_.at(i);
        const Expansion expansion = watching.expand(state);
        result.owners.push_back(expansion.owner);
        result.seen.met.insert(expansion.incidents.begin(), expansion.incidents.end());
        if (const Value over = state[model_.layout.over]; over > 0)
            result.seen.endings[static_cast<std::size_t>(over - 1)] = true;
        if (expansion.successors.empty() && !expansion.over && expansion.incidents.empty())
            result.seen.stuck = true;
        std::vector<Edge>& edges = result.edges.emplace_back();
        const Move* last = nullptr;
        for (const Successor& successor : expansion.successors) {
            result.seen.met.insert(successor.incidents.begin(), successor.incidents.end());
            for (const ClauseId clause : successor.used) result.seen.used[clause.index] = true;
            Edge edge;
            edge.new_choice = last == nullptr || other_choice(*last, successor.move);
            last = &successor.move;
            if (successor.next) {
                edge.target = find(*successor.next);
                edge.stage = stage_of(model_, state, successor.move, *successor.next);
                if (edge.target == nowhere)
                    result.problem = "state " + std::to_string(i) + " has a successor that is not among them";
            } else if (successor.cut) {
                result.problem = "a successor of state " + std::to_string(i) + " is cut";
            }
            edges.push_back(edge);
        }
    }
    return result;
}

void Fixpoint::join(Stretch&& stretch) {
    for (const std::vector<Edge>& edges : stretch.edges) {
        edges_.insert(edges_.end(), edges.begin(), edges.end());
        first_.push_back(static_cast<std::uint32_t>(edges_.size()));
    }
    owners_.insert(owners_.end(), stretch.owners.begin(), stretch.owners.end());
    seen_.met.merge(stretch.seen.met);
    for (std::size_t i = 0; i < asked_.size(); ++i) asked_[i] = asked_[i] || stretch.asked[i];
    for (std::size_t i = 0; i < seen_.used.size(); ++i) seen_.used[i] = seen_.used[i] || stretch.seen.used[i];
    for (std::size_t i = 0; i < seen_.endings.size(); ++i)
        seen_.endings[i] = seen_.endings[i] || stretch.seen.endings[i];
    seen_.stuck = seen_.stuck || stretch.seen.stuck;
    if (problem_.empty()) problem_ = std::move(stretch.problem);
}

// Every assignment of the open cells, one after the other like the wheels of a counter.
void Fixpoint::look_for_initial_states(const Setup& setup) {
    std::vector<const Type*> types;
    std::size_t assignments = 1;
    for (const std::size_t cell : setup.open) {
        for (const Variable& variable : model_.variables) {
            if (variable.base <= cell && cell < variable.base + variable.cells)
                types.push_back(&model_.type(variable.type));
        }
        const auto values = static_cast<std::size_t>(types.back()->size());
        if (!types.back()->is_finite() || values > max_assignments / assignments) {
            lists_initial_ = false;
            return;
        }
        assignments *= values;
    }
    std::vector<Value> values = dsl::mapped(types, &Type::lo);
    for (std::size_t i = 0; i < assignments && !stops(); ++i) {
        const State state = evaluator_.initial(setup, values);
        if (evaluator_.satisfies_requirements(setup, state)) {
            const std::uint32_t known = find(state);
            if (known == nowhere) {
                problem_ = "an initial state is not among them";
                return;
            }
            initial_[known] = true;
        }
        for (std::size_t k = values.size(); k-- > 0;) {
            if (++values[k] <= types[k]->hi) break;
            values[k] = types[k]->lo;
        }
    }
}

Fixpoint::States Fixpoint::where(const Passes& passes) const {
    States result(size());
    for (std::size_t i = 0; i < size(); ++i) result[i] = passes(states_.at(i));
    return result;
}

std::vector<bool> Fixpoint::anywhere(const std::vector<Passes>& conditions) const {
    std::vector<bool> holds(conditions.size());
    std::vector<std::size_t> sought(conditions.size());
    std::iota(sought.begin(), sought.end(), std::size_t{0});
    for (std::size_t i = 0; i < size() && !sought.empty(); ++i) {
        const State state = states_.at(i);
        std::erase_if(sought, [&](std::size_t condition) {
            if (!conditions[condition](state)) return false;
            holds[condition] = true;
            return true;
        });
    }
    return holds;
}

Fixpoint::States Fixpoint::fails() const {
    States result(size());
    for (std::size_t state = 0; state < size(); ++state) {
        for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i)
            result[state] = result[state] || edges_[i].target == nowhere;
    }
    return result;
}

Fixpoint::States Fixpoint::ends_or_fails() const {
    States result = fails();
    for (std::size_t state = 0; state < size(); ++state)
        result[state] = result[state] || first_[state] == first_[state + 1];
    return result;
}

bool Fixpoint::stays(std::size_t state, const States& inside, bool wants, LoopStage limit) const {
    bool some = false;
    bool all = true;
    for (std::uint32_t i = first_[state]; i < first_[state + 1];) {
        bool choice = true;
        do {
            const Edge& edge = edges_[i++];
            choice = choice && edge.target != nowhere && inside[edge.target] && edge.stage <= limit;
        } while (i < first_[state + 1] && !edges_[i].new_choice);
        some = some || choice;
        all = all && choice;
    }
    return wants ? some : some && all;
}

Fixpoint::States Fixpoint::kept(States within, const Stays& wants, LoopStage limit) const {
    std::vector<std::uint32_t> doubtful;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (within[i]) doubtful.push_back(i);
    }
    while (!doubtful.empty()) {
        const std::uint32_t state = doubtful.back();
        doubtful.pop_back();
        if (!within[state] || stays(state, within, wants(owners_[state]), limit)) continue;
        within[state] = false;
        doubtful.insert(doubtful.end(), sources_[state].begin(), sources_[state].end());
    }
    return within;
}

bool Fixpoint::is_choiceless() const {
    for (std::size_t state = 0; state < size(); ++state) {
        for (std::uint32_t edge = first_[state]; edge < first_[state + 1]; ++edge) {
            if (edges_[edge].target != edges_[first_[state]].target) return false;
        }
    }
    return true;
}

// Without those from which there is no way on, then without those from which there is none any more.
Fixpoint::States Fixpoint::endless() const {
    States result(size(), true);
    std::vector<std::uint32_t> ways_on(size());
    for (const std::vector<std::uint32_t>& sources : sources_) {
        for (const std::uint32_t source : sources) ++ways_on[source];
    }
    std::vector<std::uint32_t> ended;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (ways_on[i] == 0) ended.push_back(i);
    }
    while (!ended.empty()) {
        const std::uint32_t state = ended.back();
        ended.pop_back();
        result[state] = false;
        for (const std::uint32_t source : sources_[state]) {
            if (--ways_on[source] == 0) ended.push_back(source);
        }
    }
    return result;
}

bool Fixpoint::can_end_differently(const std::function<State(const State&)>& seen_as) const {
    std::map<State, std::vector<std::uint32_t>> by_view;
    const States fails = this->fails();
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (first_[i] == first_[i + 1] && !fails[i]) by_view[seen_as(states_.at(i))].push_back(i);
    }
    auto ends = dsl::mapped(by_view, [](auto& entry) { return std::move(entry.second); });
    const std::vector<std::uint32_t> first = earliest_ends(ends);
    std::ranges::reverse(ends);
    const std::vector<std::uint32_t> last = earliest_ends(ends);
    for (std::size_t i = 0; i < size(); ++i) {
        if (initial_[i] && first[i] != nowhere && first[i] != ends.size() - 1 - last[i]) return true;
    }
    return false;
}

// By state: the first of these ends that it leads to; nowhere: to none.
std::vector<std::uint32_t> Fixpoint::earliest_ends(
    const std::vector<std::vector<std::uint32_t>>& ends) const {
    std::vector<std::uint32_t> result(size(), nowhere);
    for (std::uint32_t number = 0; number < ends.size(); ++number) {
        std::vector<std::uint32_t> open = ends[number];
        for (const std::uint32_t state : open) result[state] = number;
        while (!open.empty()) {
            const std::uint32_t state = open.back();
            open.pop_back();
            for (const std::uint32_t source : sources_[state]) {
                if (result[source] != nowhere) continue;
                result[source] = number;
                open.push_back(source);
            }
        }
    }
    return result;
}

Fixpoint::States Fixpoint::leading_to(States target) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < size(); ++i) {
        if (target[i]) open.push_back(i);
    }
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        for (const std::uint32_t source : sources_[state]) {
            if (target[source]) continue;
            target[source] = true;
            open.push_back(source);
        }
    }
    return target;
}

Fixpoint::States Fixpoint::reached_from(States from, const States& within) const {
    std::vector<std::uint32_t> open;
    for (std::uint32_t i = 0; i < size(); ++i) {
        from[i] = from[i] && within[i];
        if (from[i]) open.push_back(i);
    }
    while (!open.empty()) {
        const std::uint32_t state = open.back();
        open.pop_back();
        for (std::uint32_t i = first_[state]; i < first_[state + 1]; ++i) {
            const std::uint32_t target = edges_[i].target;
            if (target == nowhere || from[target] || !within[target]) continue;
            from[target] = true;
            open.push_back(target);
        }
    }
    return from;
}

}  // namespace errata::checker
