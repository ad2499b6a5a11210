#include "checker/rounds/pushdown_lasso.h"

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <span>

#include "checker/explicit/slice.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/to_do.h"
#include "checker/rounds/inescapable.h"
#include "checker/rounds/loop_report.h"
#include "checker/search/findings.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Among the nearest states, from a few of those that look alike, and not far.
constexpr std::size_t max_lasso_states = 50'000;
constexpr std::size_t max_searches = 2'000;
constexpr std::size_t max_lasso_starts_alike = 3;
constexpr std::size_t max_lasso_nodes = 2'000;

class PushdownLassos {
public:
    explicit PushdownLassos(const Reach& reach)
        : reach_(reach),
          model_(reach.model()),
          exploration_(reach.exploration()),
          graph_(exploration_.graph()),
          unread_(reach.evaluator().facts().get<UnreadCounters>()) {}

    std::vector<Finding> run() {
        if (!exploration_.outcome().any_cut) return {};
        const std::size_t count = std::min(exploration_.size(), max_lasso_states);
        std::map<std::vector<std::vector<Value>>, std::vector<std::uint32_t>> alike;
        for (std::uint32_t id = 0; id < count && searches_ < max_searches; ++id) {
            if (reach_.is_out_of_time()) break;
            const ToDo now = to_do_of(exploration_.state(StateId(id)));
            if (now.items.size() < 2) continue;
            std::vector<std::uint32_t>& starts = alike[{now.rest, now.items.front()}];
            for (const std::uint32_t start : starts) {
                if (const std::optional<Pile> pile = grown_from(start, now)) look_for(start, id, *pile);
            }
            if (starts.size() < max_lasso_starts_alike) starts.push_back(id);
        }
        return found_.take();
    }

private:
    // A counter that nothing reads may go on.
    ToDo to_do_of(State state) const {
        for (const std::size_t cell : unread_.cells) state[cell] = 0;
        return to_do(model_.layout, state);
    }

    // Agenda: play puts more items above those that were there. Pending: more triggers are set off, and none
    // of them is placed before the item on top is done with.
    enum class Pile : std::uint8_t { Agenda, Pending };

    std::optional<Pile> grown_from(std::uint32_t start, const ToDo& now) const {
        const ToDo first = to_do_of(exploration_.state(StateId(start)));
        if (now.items.size() > first.items.size() && now.pending == first.pending &&
            std::equal(first.items.rbegin(), first.items.rend() - 1, now.items.rbegin()))
            return Pile::Agenda;
        if (now.items == first.items && now.pending.size() > first.pending.size() &&
            std::ranges::includes(sorted(now.pending), sorted(first.pending)))
            return Pile::Pending;
        return std::nullopt;
    }

    static std::vector<Pended> sorted(std::vector<Pended> pending) {
        std::ranges::sort(pending);
        return pending;
    }

    std::size_t height(std::uint32_t id) const {
        return to_do_of(exploration_.state(StateId(id))).items.size();
    }

    void look_for(std::uint32_t start, std::uint32_t goal, Pile pile) {
        ++searches_;
        const std::size_t least = height(start);
        std::map<std::uint32_t, std::pair<std::uint32_t, std::uint32_t>> came;  // node: from, edge
        std::deque<std::uint32_t> open{start};
        bool found = false;
        while (!open.empty() && !found && came.size() < max_lasso_nodes) {
            const std::uint32_t at = open.front();
            open.pop_front();
            if (at + 1 >= graph_.first.size()) continue;  // not expanded
            for (std::uint32_t edge = graph_.first[at]; edge < graph_.first[at + 1] && !found; ++edge) {
                const std::uint32_t next = graph_.targets[edge];
                if (next == start || came.contains(next) || height(next) < least) continue;
                // In a queue, what is placed goes below.
                const bool places = exploration_.edges().places(edge);
                if (places && (pile == Pile::Pending || model_.policies.agenda != Agenda::Stack)) continue;
                came[next] = {at, edge};
                found = next == goal;
                open.push_back(next);
            }
        }
        if (!found) return;
        std::vector<std::pair<std::uint32_t, std::uint32_t>> way;
        for (std::uint32_t at = goal; at != start; at = way.back().first) way.push_back(came.at(at));
        std::reverse(way.begin(), way.end());
        report(start, way, pile);
    }

    void report(std::uint32_t start, const std::vector<std::pair<std::uint32_t, std::uint32_t>>& way,
                Pile pile) {
        Trace play = trace_to(exploration_, StateId(start));
        const std::size_t from = play.steps.size();
        for (const auto& [at, edge] : way) follow(exploration_, play, StateId(at), edge);
        // States of the search stand for others; what counts is the play.
        const ToDo first = to_do_of(state_before(play, from));
        const ToDo last = to_do_of(last_state(play));
        if (first.rest != last.rest || first.items.front() != last.items.front() ||
            (pile == Pile::Agenda && first.pending != last.pending))
            return;
        const LoopStage stage = coarsest_stage(model_, play, from);
        if (stage == LoopStage::Game) return;
        Finding finding;
        finding.loop = LoopFacts{};
        if (!describe_choices(reach_, play, from, *finding.loop)) return;
        const std::span<const Successor> round = std::span(play.steps).subspan(from);
        const State& first_state = state_before(play, from);
        const bool is_left = gets_out(reach_.evaluator(), first_state, LoopStage::Turn, max_lasso_nodes);
        const LoopForce force =
            force_of_players(reach_.evaluator(), first_state, round, is_left, *finding.loop);
        finding.code = code_of(force, stage);
        finding.clauses = clauses_of_round(model_, play, from);
        if (!found_.is_nearer(finding, play.steps.size())) return;
        finding.loop->stage = stage;
        finding.loop->rounds = {from, play.steps.size()};
        const std::size_t more = pile == Pile::Agenda ? last.items.size() - first.items.size()
                                                      : last.pending.size() - first.pending.size();
        finding.loop->growth = {{FactKind::MoreWait, {more}}};
        finding.facts = {{FactKind::PossibleRound, {way.size(), finding.loop->growth}},
                         {FactKind::StaysAbove}};
        finding.witness = std::move(play);
        found_.add(std::move(finding));
    }

    const Reach& reach_;
    const Model& model_;
    const Exploration& exploration_;
    const GameGraph& graph_;
    const UnreadCounters& unread_;
    std::size_t searches_ = 0;
    NearestFindings found_;
};

}  // namespace

std::vector<Finding> find_pushdown_lassos(const Reach& reach) { return PushdownLassos(reach).run(); }

}  // namespace errata::checker
