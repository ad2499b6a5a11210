#include "checker/certify/fixpoint.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <numeric>
#include <thread>

#include "checker/certify/initial_look.h"
#include "checker/explicit/asked_by_terms.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// States expanded by one thread at a time.
constexpr std::size_t stretch_length = 2048;

// Every so many states one is expanded without the evaluator's shortcuts as well, by which the others are.
// Where long lists have an index, that takes many times as long.
std::size_t plain_interval(const Model& model) { return model.shortcuts.cases.lists.empty() ? 16 : 251; }

bool other_choice(Move a, Move b) {
    a.outcomes.clear();
    b.outcomes.clear();
    return !(a == b);
}

void require_equal(const Expansion& plain, const Expansion& indexed) {
    ERRATA_CHECK(plain.owner == indexed.owner && plain.incidents == indexed.incidents);
    ERRATA_CHECK(
        std::ranges::equal(plain.successors, indexed.successors, [](const Successor& a, const Successor& b) {
            return a.move == b.move && a.next == b.next && a.incidents == b.incidents && a.used == b.used;
        }));
}

FoundStates nothing_found(const Model& model) {
    FoundStates result;
    result.seen.used.resize(model.clauses.size());
    result.seen.placed.resize(model.rules.triggers.size());
    result.seen.endings.resize(model.rules.endings.size());
    return result;
}

FoundStates expanded(const Evaluator& evaluator, const ListedStates& states, const StoppedLook& look,
                     const KeptReadings& readings, AskedByTerms& asked_by, std::size_t begin,
                     std::size_t end) {
    const Model& model = evaluator.model();
    FoundStates result = nothing_found(model);
    ReadingSet asked;
    const std::size_t interval = plain_interval(model);
    const Evaluator plain = evaluator.plain();
    const Evaluator watching = evaluator.watched(asked);
    for (std::size_t i = begin; i < end && !look.stops(); ++i) {
        const State state = states[i];
        const Expansion expansion = watching.expand(state);
        if (i % interval == 0) require_equal(plain.expand(state), expansion);
        asked_by.add(state, asked);
        for (std::size_t k = 0; k < asked.size(); ++k)
            asked[k] = asked[k] && k < readings.kept.size() && readings.kept[k];
        result.asked.add(StateId(i - begin), asked);
        asked.assign(asked.size(), false);
        result.owners.push_back(expansion.owner);
        result.seen.met.insert(expansion.incidents.begin(), expansion.incidents.end());
        if (const Value over = state[model.layout.over]; over > 0)
            result.seen.endings[static_cast<std::size_t>(over - 1)] = true;
        if (expansion.successors.empty() && !expansion.over && expansion.incidents.empty())
            result.seen.stuck = true;
        std::vector<FixpointGraph::Edge>& edges = result.edges.emplace_back();
        const Move* last = nullptr;
        for (const Successor& successor : expansion.successors) {
            result.seen.met.insert(successor.incidents.begin(), successor.incidents.end());
            for (const ClauseId clause : successor.used) result.seen.used[clause.index] = true;
            if (successor.move.kind == MoveKind::Place)
                result.seen.placed[successor.move.trigger.index] = true;
            if (successor.move.kind == MoveKind::Option)
                result.seen.taken.emplace(successor.move.point, successor.move.option);
            FixpointGraph::Edge edge;
            edge.new_choice = last == nullptr || other_choice(*last, successor.move);
            last = &successor.move;
            if (successor.next) {
                edge.stage = stage_of(model, state, successor.move, *successor.next);
                if (const auto known = states.find(*successor.next)) {
                    edge.target = *known;
                } else {
                    result.problem = "state " + std::to_string(i) + " has a successor that is not among them";
                }
            } else if (successor.cut) {
                result.problem = "a successor of state " + std::to_string(i) + " is cut";
            }
            edges.push_back(edge);
        }
    }
    return result;
}

}  // namespace

Fixpoint::Fixpoint(const Evaluator& evaluator, const Setup& setup, StateList states, std::size_t threads,
                   const KeptReadings& readings, Stop stop)
    : evaluator_(evaluator),
      look_(std::move(stop)),
      states_(evaluator.facts(), std::move(states), [this] { return look_.stops(); }),
      initial_(states_.size()),
      found_(nothing_found(evaluator.model())) {
    expand_all(threads, readings);
    if (!found_.problem.empty() || is_undecided()) return;
    InitialLook look(evaluator, setup, {states_, graph_, found_.asked, readings.kept});
    look.run([this] { return look_.stops(); });
    found_.problem = look.problem();
    lists_initial_ = look.lists_all();
    initial_ = look.initial();
}

void Fixpoint::expand_all(std::size_t threads, const KeptReadings& readings) {
    const std::size_t count = (states_.size() + stretch_length - 1) / stretch_length;
    std::vector<FoundStates> stretches(count);
    const Evaluator evaluator = evaluator_.afresh();
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        AskedByTerms asked_by(evaluator_, readings.questions);
        for (std::size_t i = next++; i < count && !look_.stops(); i = next++) {
            const std::size_t begin = i * stretch_length;
            stretches[i] = expanded(evaluator, states_, look_, readings, asked_by, begin,
                                    std::min(states_.size(), begin + stretch_length));
        }
    };
    std::vector<std::thread> helpers;
    for (std::size_t i = 1; i < std::min(threads, count); ++i) helpers.emplace_back(work);
    work();
    for (std::thread& helper : helpers) helper.join();
    if (look_.stops()) return;
    for (FoundStates& stretch : stretches) join(std::move(stretch));
    graph_.finish();
}

void Fixpoint::join(FoundStates&& stretch) {
    for (std::size_t i = 0; i < stretch.edges.size(); ++i) {
        found_.asked.add(StateId(graph_.size()), stretch.asked.in(StateId(i)));
        graph_.add(stretch.edges[i], stretch.owners[i]);
    }
    found_.seen.met.merge(stretch.seen.met);
    for (std::size_t i = 0; i < found_.seen.used.size(); ++i)
        found_.seen.used[i] = found_.seen.used[i] || stretch.seen.used[i];
    for (std::size_t i = 0; i < found_.seen.placed.size(); ++i)
        found_.seen.placed[i] = found_.seen.placed[i] || stretch.seen.placed[i];
    found_.seen.taken.merge(stretch.seen.taken);
    for (std::size_t i = 0; i < found_.seen.endings.size(); ++i)
        found_.seen.endings[i] = found_.seen.endings[i] || stretch.seen.endings[i];
    found_.seen.stuck = found_.seen.stuck || stretch.seen.stuck;
    if (found_.problem.empty()) found_.problem = std::move(stretch.problem);
}

bool Fixpoint::can_end_differently(const std::function<State(const State&)>& seen_as) const {
    std::map<State, std::vector<std::uint32_t>> by_view;
    const States fails = graph_.fails();
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
        if (graph_.is_without_successor(i) && !fails[i]) by_view[seen_as(states_[i])].push_back(i);
    }
    auto ends = dsl::mapped(by_view, [](auto& entry) { return std::move(entry.second); });
    const std::vector<std::uint32_t> first = graph_.earliest_ends(ends);
    std::ranges::reverse(ends);
    const std::vector<std::uint32_t> last = graph_.earliest_ends(ends);
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (initial_[i] && first[i] != FixpointGraph::nowhere && first[i] != ends.size() - 1 - last[i])
            return true;
    }
    return false;
}

}  // namespace errata::checker
