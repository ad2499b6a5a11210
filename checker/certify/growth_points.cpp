#include "checker/certify/growth_points.h"

#include <algorithm>
#include <random>

namespace errata::checker {

using namespace compiler;

namespace {

constexpr int later_rounds = 3;
constexpr int random_points = 12;
constexpr int tries_per_point = 60;

using PointNumbers = std::vector<Value>;

class Rounds {
public:
    Rounds(const Evaluator& evaluator, const Trace& play, std::size_t stem,
           const GrowthCertificate& certificate, bool forced)
        : evaluator_(evaluator),
          first_(stem == 0 ? play.initial : *play.steps[stem - 1].next),
          steps_(play.steps.begin() + static_cast<std::ptrdiff_t>(stem), play.steps.end()),
          certificate_(certificate),
          forced_(forced) {}

    std::string look() const {
        PointNumbers point;
        for (const std::size_t cell : certificate_.cells) point.push_back(first_[cell]);
        const PointNumbers start = point;
        for (int i = 0; i <= later_rounds; ++i) {
            if (!is_inside(point)) return "the round begins outside the set";
            if (std::string problem = play_from(point); !problem.empty()) return problem;
            const std::optional<PointNumbers> next = after(point);
            if (!next) return "";
            point = *next;
        }
        std::mt19937_64 random(certificate_.cells.size() + certificate_.bounds.size());
        for (int i = 0; i < random_points; ++i) {
            const std::optional<PointNumbers> other = point_inside(start, random);
            if (!other) continue;
            if (std::string problem = play_from(*other); !problem.empty()) return problem;
        }
        return "";
    }

private:
    bool is_inside(const PointNumbers& point) const {
        return std::ranges::all_of(certificate_.bounds, [&](const Linear& bound) {
            const std::optional<Value> value = value_at(bound, point);
            return value && *value <= 0;
        });
    }

    std::optional<PointNumbers> after(const PointNumbers& point) const {
        PointNumbers result;
        for (const Linear& form : certificate_.after) {
            const std::optional<Value> value = value_at(form, point);
            if (!value) return std::nullopt;
            result.push_back(*value);
        }
        return result;
    }

    // Near the start or far away from it, and pushed to an edge where there is one.
    std::optional<PointNumbers> point_inside(const PointNumbers& start, std::mt19937_64& random) const {
        for (int i = 0; i < tries_per_point; ++i) {
            PointNumbers point = start;
            const int magnitude = std::uniform_int_distribution(0, 20)(random);
            const Value far = Value{1} << magnitude;
            for (Value& value : point) value += std::uniform_int_distribution<Value>(-far, far)(random);
            const std::size_t moved = point.empty() ? 0 : random() % point.size();
            if (!is_inside(point)) continue;
            for (Value step = far; step > 0 && !point.empty(); step /= 2) {
                point[moved] -= step;
                if (!is_inside(point)) point[moved] += step;
            }
            return point;
        }
        return std::nullopt;
    }

    std::string play_from(const PointNumbers& point) const {
        State state = first_;
        for (std::size_t i = 0; i < point.size(); ++i) state[certificate_.cells[i]] = point[i];
        State expected = state;
        const std::optional<PointNumbers> foreseen = after(point);
        if (!foreseen) return "";
        if (!is_inside(*foreseen)) return "a later round begins outside the set";
        for (std::size_t i = 0; i < point.size(); ++i) expected[certificate_.cells[i]] = (*foreseen)[i];
        for (const Successor& step : steps_) {
            const Expansion expansion = evaluator_.expand(state);
            const auto same = std::ranges::find_if(expansion.successors, [&](const Successor& successor) {
                return successor.next && is_same(successor.move, step.move);
            });
            if (same == expansion.successors.end()) return "a move cannot be made in a later round";
            const State next = *same->next;
            if (forced_ && !std::ranges::all_of(expansion.successors, [&](const Successor& successor) {
                    return successor.next == next;
                }))
                return "there is a choice in a later round";
            state = next;
        }
        return state == expected ? "" : "a later round comes to something else";
    }

    // Numbers that are handed on differ from round to round.
    static bool is_same(const Move& a, const Move& b) {
        return a.kind == b.kind && a.point == b.point && a.option == b.option && a.bindings == b.bindings &&
               a.trigger == b.trigger && a.outcomes == b.outcomes;
    }

    const Evaluator& evaluator_;
    State first_;
    std::vector<Successor> steps_;
    const GrowthCertificate& certificate_;
    bool forced_;
};

}  // namespace

std::string problem_of(const Evaluator& evaluator, const Trace& play, std::size_t stem,
                       const GrowthCertificate& certificate, bool forced) {
    return Rounds(evaluator, play, stem, certificate, forced).look();
}

}  // namespace errata::checker
