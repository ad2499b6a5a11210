#include "checker/causes/matters.h"

#include <algorithm>
#include <optional>
#include <set>

#include "checker/plays/describe.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_other_values = 6;  // others than the one there, of one cell
constexpr std::size_t most_expansions = 2'000;

class Replays {
public:
    Replays(const Evaluator& evaluator, const Finding& finding)
        : evaluator_(evaluator),
          finding_(finding),
          play_(*finding.witness),
          shown_(shown_from(play_.initial)) {}

    // Is it seen at the end of the play what it shows?
    bool is_known() const {
        const auto is_its = [&](const Occurrence& met) {
            return evaluator_.model().incidents.all[met.incident.index].code == finding_.code;
        };
        return shown_ &&
               (std::ranges::any_of(shown_->met, is_its) || std::ranges::any_of(shown_->met_there, is_its) ||
                !shown_->claims.empty() || (finding_.code == FindingCode::Deadlock && !shown_->leads_on));
    }
    bool shows_the_same_from(const State& initial) const {
        return evaluator_.is_well_formed(initial) && shown_from(initial) == shown_;
    }

private:
    // What is seen at the end of the same moves.
    struct Shown {
        std::set<Occurrence> met;
        std::set<Occurrence> met_there;
        bool leads_on = false;  // the last step leads to a state, and that is no end
        std::vector<std::optional<Value>> claims;
        friend bool operator==(const Shown&, const Shown&) = default;
    };

    std::optional<Shown> shown_from(const State& initial) const {
        State state = initial;
        Shown shown;
        for (std::size_t i = 0; i < play_.steps.size(); ++i) {
            const Expansion expansion = evaluator_.expand(state);
            const Move& move = play_.steps[i].move;
            const auto step = std::ranges::find(expansion.successors, move, &Successor::move);
            if (step == expansion.successors.end()) return std::nullopt;
            const bool is_last = i + 1 == play_.steps.size();
            if (is_last) shown.met = {step->incidents.begin(), step->incidents.end()};
            if (!step->next) return is_last ? std::optional(shown) : std::nullopt;
            state = *step->next;
        }
        const Expansion expansion = evaluator_.expand(state);
        shown.met_there = {expansion.incidents.begin(), expansion.incidents.end()};
        shown.leads_on = !expansion.successors.empty();
        for (const Claim& claim : evaluator_.model().asked.claims) {
            const bool is_its = std::ranges::find(finding_.clauses, claim.clause) != finding_.clauses.end();
            if (is_its && claim.condition.is_valid())
                shown.claims.push_back(evaluator_.value(claim.condition, state));
        }
        return shown;
    }

    const Evaluator& evaluator_;
    const Finding& finding_;
    const Trace& play_;
    const std::optional<Shown> shown_;
};

// All of few; of many the neighbours and the ends.
std::vector<Value> others(const Type& type, Value own) {
    std::set<Value> values;
    if (!type.is_finite()) return {};
    if (type.hi - type.lo <= static_cast<Value>(most_other_values)) {
        for (Value value = type.lo; value <= type.hi; ++value) values.insert(value);
    } else {
        values = {type.lo, std::max(type.lo, own - 1), std::min(type.hi, own + 1), type.hi};
    }
    values.erase(own);
    return {values.begin(), values.end()};
}

// A loop is about what else could be done, and an order or a reading about where two ways lead.
bool is_of_one_play(FindingCode code) {
    return is_of(code, FindingFamily::Contradiction) || is_of(code, FindingFamily::Gap) ||
           code == FindingCode::Deadlock;
}

}  // namespace

std::vector<std::size_t> cells_that_do_not_matter(const Evaluator& evaluator, const Finding& finding,
                                                  const std::vector<std::size_t>& cells) {
    std::vector<std::size_t> result;
    if (!finding.witness || finding.witness->steps.empty() || !is_of_one_play(finding.code)) return result;
    const std::size_t expansions = (finding.witness->steps.size() + 1) * most_other_values * cells.size() * 2;
    if (expansions > most_expansions) return result;
    const Replays replays(evaluator, finding);
    if (!replays.is_known()) return result;
    const Model& model = evaluator.model();
    // What does not matter stays another one, so that two of which one has to be as it is do not both go; and
    // it does not matter with all others as they are told.
    State without = finding.witness->initial;
    for (const std::size_t cell : cells) {
        const auto variable = variable_of(model, cell);
        if (!variable) continue;
        State state = without;
        State alone = finding.witness->initial;
        const std::vector<Value> values = others(model.type(model.variable(*variable).type), state[cell]);
        const bool is_free = std::ranges::all_of(values, [&](Value value) {
            state[cell] = alone[cell] = value;
            return replays.shows_the_same_from(state) && replays.shows_the_same_from(alone);
        });
        if (!is_free || values.empty()) continue;
        without[cell] = values.front();
        result.push_back(cell);
    }
    return result;
}

}  // namespace errata::checker
