#include "checker/symbolic/inductive_set.h"

#include <z3++.h>

#include <algorithm>

namespace errata::checker {

using compiler::Value;

namespace {

// A bound is joined by how it changes, and by how that changes, so far.
constexpr int deepest_change = 4;
constexpr unsigned resources = 2'000'000;

// One for each thread: to make one takes longer than most questions, and there are many small ones.
struct Asked {
    z3::context context;
    z3::solver solver{context, "QF_LIA"};

    Asked() {
        z3::params params(context);
        params.set("rlimit", resources);
        params.set("ctrl_c", false);
        solver.set(params);
    }
};
Asked& asked_by_thread() {
    static thread_local Asked asked;
    return asked;
}

class Integers {
public:
    explicit Integers(std::size_t variables) {
        for (std::size_t i = 0; i < variables; ++i)
            variables_.push_back(context_.int_const(("x" + std::to_string(i)).c_str()));
    }

    // Wherever all of these are 0 or less, so is `claim`.
    bool implies(const std::vector<Linear>& given, const Linear& claim) {
        if (claim.is_constant() && claim.constant <= 0) return true;
        const bool is_among = std::ranges::any_of(given, [&](const Linear& each) {
            return each.parts == claim.parts && claim.constant <= each.constant;
        });
        if (is_among) return true;
        try {
            solver_.push();
            for (const Linear& each : given) solver_.add(expression(each) <= 0);
            solver_.add(expression(claim) > 0);
            const bool follows = solver_.check() == z3::unsat;
            solver_.pop();
            return follows;
        } catch (const z3::exception&) {
            solver_.reset();  // nothing of this question may be given in the next
            return false;
        }
    }

private:
    z3::expr expression(const Linear& linear) {
        z3::expr result = context_.int_val(static_cast<std::int64_t>(linear.constant));
        for (const auto& [number, coefficient] : linear.parts)
            result = result + context_.int_val(static_cast<std::int64_t>(coefficient)) * variables_[number];
        return result;
    }

    z3::context& context_ = asked_by_thread().context;
    z3::solver& solver_ = asked_by_thread().solver;
    std::vector<z3::expr> variables_;
};

std::optional<Linear> change_of(const Linear& bound, const std::vector<Linear>& after) {
    const std::optional<Linear> then = substituted(bound, after);
    return then ? sum(*then, bound, -1) : std::nullopt;
}

bool holds_at(const Linear& bound, const std::vector<Value>& point) {
    const std::optional<Value> value = value_at(bound, point);
    return value && *value <= 0;
}

// Beyond what is required: where each number began, and how bounds change.
std::vector<Linear> proposals(const LinearRound& round) {
    std::vector<Linear> result;
    const auto propose = [&](const Linear& bound) {
        const bool is_known =
            std::ranges::find(result, bound) != result.end() ||
            std::ranges::find(round.required, bound, &Requirement::form) != round.required.end();
        if (!bound.is_constant() && !is_known && holds_at(bound, round.start)) result.push_back(bound);
    };
    for (std::uint32_t i = 0; i < round.start.size(); ++i) {
        for (const Value side : {1, -1}) {
            const std::optional<Linear> bound = scaled(*sum(variable(i), {round.start[i]}, -1), side);
            if (bound) propose(*bound);
        }
    }
    for (const Requirement& required : round.required) {
        std::optional<Linear> change = change_of(required.form, round.after);
        for (int depth = 0; depth < deepest_change && change && !change->is_constant(); ++depth) {
            propose(*change);
            change = change_of(*change, round.after);
        }
    }
    return result;
}

// Drops of `candidates` what a round from where all of them and `given` hold does not keep.
void keep_inductive(Integers& integers, const LinearRound& round, const std::vector<Linear>& given,
                    std::vector<Linear>& candidates) {
    for (bool changed = true; changed;) {
        std::vector<Linear> assumed = given;
        assumed.insert(assumed.end(), candidates.begin(), candidates.end());
        changed = std::erase_if(candidates, [&](const Linear& candidate) {
                      const std::optional<Linear> then = substituted(candidate, round.after);
                      return !then || !integers.implies(assumed, *then);
                  }) > 0;
    }
}

}  // namespace

RoundAnswer fate_of(const LinearRound& round) {
    Integers integers(round.start.size());
    const std::vector<Linear> proposed = proposals(round);
    const auto is_lost = [](const std::vector<Linear>& kept) {
        return [&kept](const Requirement& required) {
            return std::ranges::find(kept, required.form) == kept.end();
        };
    };
    std::vector<Linear> kept = proposed;
    for (const Requirement& required : round.required) kept.push_back(required.form);
    keep_inductive(integers, round, {}, kept);
    const auto lost = std::ranges::find_if(round.required, is_lost(kept));
    if (lost == round.required.end()) return {RoundFate::Repeats, kept, 0};
    const auto number = [&](auto requirement) {
        return static_cast<std::size_t>(requirement - round.required.begin());
    };

    // As long as it goes on, all that is asked holds at the beginning of each round; what is only pinned
    // has to be shown.
    std::vector<Linear> asked;
    std::vector<Linear> meanwhile = proposed;
    for (const Requirement& required : round.required)
        (required.pinned ? meanwhile : asked).push_back(required.form);
    keep_inductive(integers, round, asked, meanwhile);
    const auto unknown = std::ranges::find_if(round.required, [&](const Requirement& required) {
        return required.pinned && is_lost(meanwhile)(required);
    });
    if (unknown != round.required.end()) return {RoundFate::Undecided, {}, number(unknown)};
    meanwhile.insert(meanwhile.end(), asked.begin(), asked.end());
    for (std::size_t i = 0; i < round.required.size(); ++i) {
        if (round.required[i].pinned) continue;
        const std::optional<Linear> change = change_of(round.required[i].form, round.after);
        const std::optional<Linear> too_little = change ? sum({1}, *change, -1) : std::nullopt;
        if (too_little && integers.implies(meanwhile, *too_little)) return {RoundFate::Ends, {}, i};
    }
    return {RoundFate::Undecided, {}, number(lost)};
}

}  // namespace errata::checker
