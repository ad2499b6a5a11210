#include "checker/plays/solutions.h"

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <utility>

#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/evaluate_terms.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_told = 4;           // unknowns of a solution
constexpr std::size_t most_unknowns = 200;     // in whose circles anybody looks
constexpr std::size_t most_values_tried = 16;  // that are tried for one unknown
constexpr std::size_t most_in_a_circle = 6;    // longer ones explain nothing

// One unknown of a system: its family, and its place there.
struct Instance {
    UnknownId family;
    std::size_t position = 0;
};

// A system as it is in one state.
class SystemHere {
public:
    SystemHere(const Evaluator& evaluator, EquationsId system, const State& state)
        : model_(evaluator.model()), system_(system), terms_{model_, evaluator.enabled(), journal_, nullptr} {
        terms_.look_at(state.data(), state.data() + model_.layout.frame(0) + 1);
        const Equations& equations = model_.functions.equations[system.index];
        for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
            const std::size_t count = tuples(model_, model_.functions.unknowns[i].params);
            for (std::size_t k = 0; k < count; ++k) instances_.push_back({UnknownId(i), k});
        }
    }

    std::size_t size() const { return instances_.size(); }
    const Type& type(std::size_t i) const { return model_.type(unknown(i).type); }

    std::vector<Assignment> solutions() {
        std::vector<Assignment> result = solve(terms_, system_).solutions;
        forgive(terms_);
        return result;
    }

    // What its definition comes to if the unknowns have these values.
    std::optional<Value> defined(std::size_t i, const Assignment& values) {
        const auto before = hold(terms_, system_, values);
        const BinderRange outside = enter(terms_, unknown(i).params, instances_[i].position);
        const Value value = terms_.evaluate(unknown(i).definition);
        const bool failed = terms_.failed() || !type(i).contains(value);
        forgive(terms_);
        terms_.binders.leave(outside);
        hold(terms_, system_, before);
        return failed ? std::nullopt : std::optional(value);
    }

    Phrase name(std::size_t i) const {
        std::vector<Phrase> arguments(unknown(i).params.size());
        std::size_t position = instances_[i].position;
        for (std::size_t k = arguments.size(); k-- > 0;) {
            const Type& of = model_.type(unknown(i).params[k]);
            const auto count = static_cast<std::size_t>(of.size());
            arguments[k] =
                value_text(model_, unknown(i).params[k], of.lo + static_cast<Value>(position % count));
            position /= count;
        }
        return unknown(i).name + (arguments.empty() ? "" : "(" + join(arguments, ", ") + ")");
    }

    Phrase value(std::size_t i, Value value) const { return value_text(model_, unknown(i).type, value); }

private:
    const Unknown& unknown(std::size_t i) const {
        return model_.functions.unknowns[instances_[i].family.index];
    }

    const Model& model_;
    EquationsId system_;
    Journal journal_;
    TermEvaluator terms_;
    std::vector<Instance> instances_;
};

// An unknown leans on another one: whether it goes with it or against it, where both are truth values.
struct Leans {
    std::size_t on = 0;
    Phrase words;
};

// Again and again each unknown as the others make it, but for one that may be given.
struct Followed {
    Assignment values;
    bool is_known = false;  // all have a value, and it changes no more
};
Followed follow_rounds(SystemHere& system, Assignment values, std::size_t most_rounds,
                       std::optional<std::size_t> given = {}) {
    for (std::size_t round = 0; round < most_rounds; ++round) {
        Assignment next = values;
        bool all_defined = true;
        for (std::size_t i = 0; i < system.size(); ++i) {
            if (i == given) continue;
            const std::optional<Value> comes_to = system.defined(i, values);
            next[i] = comes_to.value_or(values[i]);
            all_defined = all_defined && comes_to;
        }
        if (std::exchange(values, next) == next) return {std::move(values), all_defined};
    }
    return {std::move(values)};
}

// From where all unknowns are as small as can be: what does not lean on itself comes to its value, if few
// rounds do, for the rest it is something to lean on.
Assignment plain_values(SystemHere& system) {
    constexpr std::size_t most_rounds = 8;
    Assignment values;
    for (std::size_t i = 0; i < system.size(); ++i) values.push_back(system.type(i).lo);
    return follow_rounds(system, std::move(values), most_rounds).values;
}

// All of few; of many the ends, and what is around the values that the others have.
std::vector<Value> values_to_try(const Type& type, const Assignment& base) {
    std::set<Value> values{type.lo, type.hi};
    for (Value v = type.lo; v <= type.hi && type.size() <= Value{most_values_tried}; ++v) values.insert(v);
    for (const Value of_other : base) {
        for (Value v = of_other - 1; v <= of_other + 1 && values.size() < 2 * most_values_tried; ++v) {
            if (type.contains(v)) values.insert(v);
        }
    }
    return {values.begin(), values.end()};
}

std::vector<Leans> leans_of(SystemHere& system, const Assignment& base, std::size_t i) {
    std::vector<Leans> result;
    for (std::size_t k = 0; k < system.size(); ++k) {
        const Type& type = system.type(k);
        std::vector<std::optional<Value>> comes_to;
        Assignment values = base;
        for (const Value v : values_to_try(type, base)) {
            values[k] = v;
            comes_to.push_back(system.defined(i, values));
        }
        const bool differs =
            std::ranges::any_of(comes_to, [&](const auto& value) { return value != comes_to.front(); });
        if (!differs) continue;
        const bool are_truths = type.form == TypeForm::Bool && system.type(i).form == TypeForm::Bool;
        Phrase words = "depends on " + system.name(k);
        if (are_truths && comes_to.size() == 2 && comes_to[1] == Value{1}) words = "needs " + system.name(k);
        if (are_truths && comes_to.size() == 2 && comes_to[0] == Value{1})
            words = "needs " + system.name(k) + " to fail";
        result.push_back({k, std::move(words)});
    }
    return result;
}

using Circle = std::vector<std::pair<std::size_t, Phrase>>;

// The shortest way from an unknown back to itself, as what each leans on.
Circle shortest_circle(const std::vector<std::vector<Leans>>& leans) {
    Circle best;
    for (std::size_t start = 0; start < leans.size(); ++start) {
        std::map<std::size_t, std::pair<std::size_t, Phrase>> from;
        std::deque<std::size_t> open{start};
        while (!open.empty() && !from.contains(start)) {
            const std::size_t at = open.front();
            open.pop_front();
            for (const Leans& next : leans[at]) {
                if (from.emplace(next.on, std::pair(at, next.words)).second) open.push_back(next.on);
            }
        }
        if (!from.contains(start)) continue;
        Circle circle;
        for (std::size_t at = start; circle.empty() || at != start;) {
            const auto& [before, words] = from.at(at);
            circle.insert(circle.begin(), {before, words});
            at = before;
        }
        if (best.empty() || circle.size() < best.size()) best = std::move(circle);
    }
    return best;
}

// "If open(a) is no, open(b) is yes, and so open(a) is yes; if open(a) is yes, ...": where each value of one
// in the circle comes to another one. Empty: it does not, has too many, or the others do not follow from it.
Phrase round_in_words(SystemHere& system, const Circle& circle, const Assignment& base) {
    constexpr Value most_tried = 3;
    constexpr std::size_t most_rounds = 12;
    const auto size = [&](const auto& part) { return system.type(part.first).size(); };
    const auto least = std::ranges::min_element(circle, {}, size);
    if (circle.size() < 2 || size(*least) > most_tried) return "";
    const std::size_t given = least->first;
    const auto start = static_cast<std::size_t>(least - circle.begin());
    std::vector<Phrase> parts;
    for (Value value = system.type(given).lo; value <= system.type(given).hi; ++value) {
        Assignment tried = base;
        tried[given] = value;
        const Followed others = follow_rounds(system, std::move(tried), most_rounds, given);
        const std::optional<Value> comes_to = system.defined(given, others.values);
        if (!others.is_known || !comes_to || *comes_to == value) return "";
        std::vector<Phrase> follows;
        for (std::size_t k = 1; k < circle.size(); ++k) {
            const std::size_t i = circle[(start + circle.size() - k) % circle.size()].first;
            follows.push_back(system.name(i) + " is " + system.value(i, others.values[i]));
        }
        parts.push_back((parts.empty() ? "If " : "if ") + system.name(given) + " is " +
                        system.value(given, value) + ", " + list_text(follows) + ", and so " +
                        system.name(given) + " is " + system.value(given, *comes_to));
    }
    return " " + join(parts, "; ") + ".";
}

}  // namespace

std::optional<AboutEquations> about_equations(const Model& model, IncidentId incident) {
    for (std::size_t i = 0; i < model.functions.equations.size(); ++i) {
        const Equations& system = model.functions.equations[i];
        if (system.none == incident) return AboutEquations{EquationsId(i), true};
        if (system.several == incident) return AboutEquations{EquationsId(i), false};
    }
    return std::nullopt;
}

namespace {

constexpr std::size_t most_changes = 40;  // of a step in which the moment is looked for

bool is_same_change(const Change& a, const Change& b) {
    return a.cell == b.cell && a.before == b.before && a.after == b.after;
}

// What all ways of the step do before the system decides between them, and perhaps some more.
std::vector<Change> common_changes(const Expansion& expansion, const Move& taken) {
    std::optional<std::vector<Change>> common;
    for (const Successor& successor : expansion.successors) {
        if (!is_same_choice(successor.move, taken)) continue;
        if (!common) {
            common = successor.changes;
            continue;
        }
        const auto parts = std::ranges::mismatch(*common, successor.changes, is_same_change);
        common->erase(parts.in1, common->end());
    }
    return common.value_or(std::vector<Change>());
}

}  // namespace

State state_when_solved(const Evaluator& evaluator, const AboutEquations& about, const State& before,
                        const Move& taken) {
    std::vector<Change> changes = common_changes(evaluator.expand(before), taken);
    if (changes.size() > most_changes) return before;
    for (std::size_t done = changes.size() + 1; done-- > 0;) {
        State state = before;
        for (std::size_t i = 0; i < done; ++i) state[changes[i].cell] = changes[i].after;
        const std::size_t solutions = SystemHere(evaluator, about.system, state).solutions().size();
        if (about.is_none ? solutions == 0 : solutions > 1) return state;
    }
    return before;
}

State state_of_equations(const Evaluator& evaluator, const AboutEquations& about, const Trace& play) {
    const bool in_step = !play.steps.empty() && !play.steps.back().incidents.empty();
    return in_step ? state_when_solved(evaluator, about, state_before_last(play), play.steps.back().move)
                   : last_state(play);
}

std::vector<Phrase> solutions_in_words(const Evaluator& evaluator, EquationsId system, const State& state) {
    SystemHere here(evaluator, system, state);
    const std::vector<Assignment> solutions = here.solutions();
    if (solutions.size() < 2) return {};
    std::vector<std::size_t> differing;
    for (std::size_t i = 0; i < here.size(); ++i) {
        const bool differs = std::ranges::any_of(
            solutions, [&](const Assignment& one) { return one[i] != solutions.front()[i]; });
        if (differs) differing.push_back(i);
    }
    std::vector<Phrase> result;
    for (const Assignment& one : solutions) {
        std::vector<Phrase> parts;
        for (const std::size_t i : differing) {
            if (parts.size() < most_told) parts.push_back(here.name(i) + " is " + here.value(i, one[i]));
        }
        if (differing.size() > most_told) parts.emplace_back("...");
        result.push_back(join(parts, ", "));
    }
    return result;
}

Phrase circle_in_words(const Evaluator& evaluator, const AboutEquations& about, const State& state) {
    SystemHere here(evaluator, about.system, state);
    if (here.size() > most_unknowns) return "";
    const Assignment base = plain_values(here);
    std::vector<std::vector<Leans>> leans;
    for (std::size_t i = 0; i < here.size(); ++i) leans.push_back(leans_of(here, base, i));
    // That something leans on itself says less than over what it does so.
    std::vector<std::vector<Leans>> on_others = leans;
    for (std::size_t i = 0; i < leans.size(); ++i)
        std::erase_if(on_others[i], [&](const Leans& one) { return one.on == i; });
    Circle circle = shortest_circle(on_others);
    if (circle.empty()) circle = shortest_circle(leans);
    if (circle.empty() || circle.size() > most_in_a_circle) return "";
    Phrase result = here.name(circle.front().first);
    for (std::size_t i = 0; i < circle.size(); ++i) result += (i == 0 ? " " : ", which ") + circle[i].second;
    return result + "." + (about.is_none ? round_in_words(here, circle, base) : "");
}

}  // namespace errata::checker
