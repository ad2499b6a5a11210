#include "checker/loops/forced_play.h"

#include <algorithm>
#include <map>
#include <optional>

#include "checker/loops/agenda_growth.h"
#include "checker/loops/loop_report.h"
#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t max_steps = 400'000;  // over all stretches
constexpr std::size_t longest = 2'000;
constexpr std::size_t max_plays = 1'000;  // carried out again

// States that follow one another without a choice, from one that no forced one leads to.
struct Stretch {
    std::vector<StateId> states;
    bool is_cut = false;  // the last one's successor outgrows the scope
};

bool is_number(const Model& model, const Variable& variable) {
    const TypeForm form = model.type(variable.type).form;
    return form == TypeForm::Range || form == TypeForm::Counter;
}

class ForcedPlay {
public:
    explicit ForcedPlay(const Reach& reach)
        : reach_(reach),
          model_(reach.model()),
          exploration_(reach.exploration()),
          graph_(reach.arena().graph) {
        for (const Variable& variable : model_.variables) {
            for (std::size_t i = 0; i < variable.cells && is_number(model_, variable); ++i)
                numbers_.push_back(variable.base + i);
        }
    }

    std::vector<Finding> run() {
        std::vector<bool> follows(graph_.size());
        std::size_t steps = 0;
        for (std::uint32_t state = 0; state < exploration_.size() && steps < max_steps; ++state) {
            if (reach_.is_out_of_time()) break;
            if (!is_forced(state) || follows[state]) continue;
            const Stretch stretch = stretch_from(state, follows);
            steps += stretch.states.size();
            if (plays_ == max_plays) break;
            if (stretch.is_cut) growing_agenda(stretch);
            if (exploration_[stretch.states.back()].over) lethal(stretch);
        }
        return found_.take();
    }

private:
    bool is_forced(std::uint32_t state) const {
        return !graph_.leaks[state] && distinct_successors(graph_, state) == 1;
    }

    Stretch stretch_from(std::uint32_t state, std::vector<bool>& follows) const {
        Stretch stretch;
        stretch.states.push_back(StateId(state));
        std::vector<std::uint32_t> met{state};
        while (is_forced(state) && stretch.states.size() < longest) {
            state = graph_.successors(state).front();
            if (state >= reach_.arena().states || std::ranges::find(met, state) != met.end()) return stretch;
            follows[state] = true;
            met.push_back(state);
            stretch.states.push_back(StateId(state));
        }
        const ReachedState& last = exploration_[StateId(state)];
        stretch.is_cut = last.expanded && last.cut && !last.error && graph_.successors(state).empty();
        return stretch;
    }

    // The play to the stretch's first state and through it up to its state `last`.
    Trace play_of(const Stretch& stretch, std::size_t last) {
        ++plays_;
        Trace play = exploration_.trace_to(stretch.states[0]);
        std::vector<std::uint32_t> edges;
        for (std::size_t i = 0; i < last; ++i)
            edges.push_back(graph_.first[static_cast<std::uint32_t>(stretch.states[i].index)]);
        follow(reach_.arena(), exploration_, stretch.states[0], edges, play);
        return play;
    }

    // The states of a stretch in one play; those of the search stand for others that are the same.
    std::vector<State> states_of(const Stretch& stretch, const Trace& play) const {
        std::vector<State> states;
        const std::size_t before = play.steps.size() + 1 - stretch.states.size();
        for (std::size_t i = before; i <= play.steps.size(); ++i) states.push_back(state_before(play, i));
        return states;
    }

    void growing_agenda(const Stretch& stretch) {
        Trace play = play_of(stretch, stretch.states.size() - 1);
        const std::optional<AgendaGrowth> growth = find_agenda_growth(model_, states_of(stretch, play));
        if (!growth) return;
        play.steps.resize(play.steps.size() + 1 - stretch.states.size() + growth->end);
        const std::size_t from = play.steps.size() - (growth->end - growth->start);
        const LoopStage stage = coarsest_stage(model_, play, from);
        if (stage == LoopStage::Game) return;
        Finding finding;
        finding.code = FindingCode::LoopAgenda;
        finding.clauses = clauses_of_round(model_, play, from);
        const std::string names = clause_names(model_, finding.clauses);
        finding.title = (names.empty() ? "play" : names) + ": ever more to do";
        finding.loop = LoopFacts{};
        finding.loop->stage = stage;
        finding.loop->growth =
            dsl::count_of(growth->more, "item") + " more waits to be done after each round";
        if (growth->more != 1)
            finding.loop->growth =
                dsl::count_of(growth->more, "item") + " more wait to be done after each round";
        finding.explanation = "Nobody has a choice, and every " +
                              dsl::count_of(growth->end - growth->start, "transition") +
                              " play is where it was, except that " + finding.loop->growth +
                              ". A round does not get to what was there before, so this never ends.";
        finding.witness = std::move(play);
        found_.add(std::move(finding));
    }

    // The last two rounds before the ending that change the same numbers by the same amounts and nothing
    // else.
    void lethal(const Stretch& stretch) {
        if (stretch.states.size() < 4) return;
        const Trace play = play_of(stretch, stretch.states.size() - 1);
        const std::vector<State> states = states_of(stretch, play);
        std::map<State, std::vector<std::size_t>> alike;  // without numbers: places in the stretch
        std::vector<std::vector<Value>> numbers;
        for (std::size_t i = 0; i + 1 < states.size(); ++i) {
            State state = states[i];
            std::vector<Value>& values = numbers.emplace_back();
            for (const std::size_t cell : numbers_) {
                values.push_back(state[cell]);
                state[cell] = 0;
            }
            alike[std::move(state)].push_back(i);
        }
        std::optional<std::size_t> best;
        std::vector<std::size_t> rounds;
        std::vector<Value> shift;
        for (const auto& [state, places] : alike) {
            if (places.size() < 3 || (best && places.back() <= *best)) continue;
            const auto difference_of = [&](std::size_t a, std::size_t b) {
                std::vector<Value> result;
                for (std::size_t n = 0; n < numbers_.size(); ++n)
                    result.push_back(numbers[b][n] - numbers[a][n]);
                return result;
            };
            const std::vector<Value> last = difference_of(places[places.size() - 2], places.back());
            if (std::ranges::all_of(last, [](Value value) { return value == 0; })) continue;
            std::size_t first = places.size() - 1;
            while (first > 0 && difference_of(places[first - 1], places[first]) == last) --first;
            if (places.size() - 1 - first < 2) continue;
            best = places.back();
            rounds.assign(places.begin() + static_cast<std::ptrdiff_t>(first), places.end());
            shift = last;
        }
        if (best) report_lethal(play, play.steps.size() + 1 - states.size(), rounds, shift);
    }

    // `before`: the steps of the play before the stretch.
    void report_lethal(Trace play, std::size_t before, const std::vector<std::size_t>& rounds,
                       const std::vector<Value>& shift) {
        Trace part = play;  // as far as the rounds go
        part.steps.resize(before + rounds.back());
        const LoopStage stage = coarsest_stage(model_, part, before + rounds.front());
        if (stage == LoopStage::Game) return;
        Finding finding;
        finding.code = FindingCode::LoopLethal;
        finding.clauses = clauses_of_round(model_, part, before + rounds.front());
        finding.loop = LoopFacts{};
        finding.loop->stage = stage;
        const State& first = state_before(play, before + rounds.front());
        const State& second = state_before(play, before + rounds[1]);
        const State& end = *play.steps.back().next;
        std::vector<std::string> parts;
        for (std::size_t n = 0; n < numbers_.size(); ++n) {
            const std::size_t cell = numbers_[n];
            if (shift[n] == 0) continue;
            finding.loop->net_change.push_back({cell, first[cell], second[cell], {}});
            parts.push_back(cell_name(model_, cell) + (shift[n] > 0 ? " rises by " : " falls by ") +
                            std::to_string(shift[n] > 0 ? shift[n] : -shift[n]) + " each round, from " +
                            std::to_string(first[cell]) + " to " + std::to_string(end[cell]));
        }
        const std::string ending = model_.endings[static_cast<std::size_t>(end[model_.layout.over] - 1)].name;
        const std::string names = clause_names(model_, finding.clauses);
        finding.title = (names.empty() ? "play" : names) + ": until \"" + ending + "\"";
        finding.explanation =
            "Nobody has a choice: " + list_text(parts) + "; then the game ends with \"" + ending + "\".";
        finding.loop->growth = list_text(parts);
        finding.witness = std::move(play);
        found_.add(std::move(finding));
    }

    const Reach& reach_;
    const Model& model_;
    const Exploration& exploration_;
    const GameGraph& graph_;
    std::vector<std::size_t> numbers_;  // cells
    std::size_t plays_ = 0;
    NearestFindings found_;
};

}  // namespace

std::vector<Finding> find_in_forced_play(const Reach& reach) { return ForcedPlay(reach).run(); }

}  // namespace errata::checker
