#include "checker/near/missing_options.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "checker/causes/experiment.h"
#include "checker/near/near_option.h"
#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

// What is missing in this one state for an option of the point at which it waits, and how far off that is;
// nothing if it is there.
std::optional<NearMiss> missing_here(const Evaluator& evaluator, State state, const PointOption& option,
                                     const AboutValue& about) {
    Conditions conditions;
    take_apart(evaluator.model().terms, option.guard, conditions);
    const std::optional<std::uint32_t> reg = register_of(option, about);
    if (reg) state[evaluator.model().layout.frame(0) + 1 + *reg] = about->second;
    Question question(evaluator, conditions, &option, reg);
    question.ask_only(state);
    if (question.is_met()) return std::nullopt;
    return question.best() ? NearMiss{question.words(), question.best()->distance} : NearMiss();
}

// The values that one of its holes can be filled with; nothing alone for an option without.
std::vector<AboutValue> values_told(const Model& model, const PointOption& option) {
    for (const BinderRegister& binder : option.binders) {
        if (option.text.find("{" + binder.name + "}") == std::string::npos) continue;
        std::vector<AboutValue> result;
        const Type& type = model.type(binder.type);
        for (Value value = type.lo; value <= type.hi; ++value) result.push_back({{binder.type, value}});
        return result;
    }
    return {std::nullopt};
}

// Those without any one of which the option is offered in the state under that name.
std::vector<std::string> standing_in_way_here(const Evaluator& evaluator, const State& state,
                                              const Phrase& name) {
    Allowance allowance;
    const Experiment experiment(evaluator, allowance);
    const Model& model = evaluator.model();
    const auto is_offered = [&](const Game& game) {
        return std::ranges::any_of(game.successors(state), [&](const Successor& way) {
            return way.move.kind == MoveKind::Option && move_text(model, state, way.move) == name;
        });
    };
    return dsl::mapped(experiment.each_without(experiment.that_can_go(), is_offered),
                       [&](ClauseId clause) { return named_and_quoted(model.clause(clause)); });
}

// Options that lack the same, but for what they are about.
struct Lacking {
    Phrase pattern;
    Phrase name;  // of the first, and what it lacks
    NearMiss missing;
    std::vector<Phrase> others;
};

// Whatever it says of one value, said of any.
Phrase of_any(const Phrase& phrase, const Phrase& value) {
    Phrase result;
    for (const Phrase::Part& part : phrase.parts()) {
        const bool is_it = part.thing && value.mentions(*part.thing);
        result.add(is_it ? Phrase::Part{"{}"} : part);
    }
    return result;
}

void add_lacking(const Evaluator& evaluator, const State& state, const PointOption& option,
                 std::vector<Lacking>& all) {
    const Model& model = evaluator.model();
    for (const AboutValue& about : values_told(model, option)) {
        const std::optional<NearMiss> missing = missing_here(evaluator, state, option, about);
        if (!missing) continue;
        const Phrase value = about ? value_text(model, about->first, about->second) : "";
        Phrase pattern = option.text + ": " + of_any(missing->words, value);
        const auto known = std::ranges::find(all, pattern, &Lacking::pattern);
        if (known == all.end()) {
            all.push_back({std::move(pattern), option_name(model, option, about), *missing, {}});
        } else {
            known->others.push_back(value);
        }
    }
}

// "red, blue and 3 more".
Phrase some_of(std::vector<Phrase> names) {
    constexpr std::size_t most_named = 4;
    if (names.size() > most_named) {
        const std::size_t more = names.size() - most_named + 1;
        names.resize(most_named - 1);
        names.push_back(std::to_string(more) + " more");
    }
    return list_text(names);
}

}  // namespace

Phrase why_no_option(const Evaluator& evaluator, const State& state) {
    return why_not_offered(evaluator, state, [](const PointOption&) { return true; });
}

Phrase why_not_offered(const Evaluator& evaluator, const State& state, const MeantOption& is_meant) {
    constexpr std::size_t most_told = 4;
    const PointId top = top_point(evaluator.model(), state);
    if (!top.is_valid()) return "";
    const std::vector<PointOption>& options = evaluator.model().flow.points[top.index].options;
    std::vector<Lacking> all;
    for (const PointOption& option : options) {
        // Of a way to share something out it says nothing by itself.
        if (option.text.empty() || !option.guard.is_valid() || !option.shares.empty() || !is_meant(option))
            continue;
        std::vector<Lacking> of_it;
        add_lacking(evaluator, state, option, of_it);
        std::ranges::stable_sort(of_it, {}, [](const Lacking& one) { return one.missing.distance; });
        // Where it cannot be said of the nearest, the others only lead astray.
        if (!of_it.empty() && of_it.front().missing.words.empty()) continue;
        std::erase_if(of_it, [](const Lacking& one) { return one.missing.words.empty(); });
        of_it.resize(std::min(of_it.size(), std::max<std::size_t>(1, most_told / options.size())));
        std::ranges::move(of_it, std::back_inserter(all));
    }
    std::vector<Phrase> told;
    for (const Lacking& each : all) {
        told.push_back("\"" + each.name + "\" lacks " + each.missing.words);
        if (!each.others.empty())
            told.back() +=
                ", and so " + std::string(each.others.size() == 1 ? "does " : "do ") + some_of(each.others);
    }
    return worked_out_once(join(told, "; "));
}

std::vector<MissingOption> missing_options(const Evaluator& evaluator, const State& state,
                                           const IsMeant& is_meant) {
    const Model& model = evaluator.model();
    const PointId top = top_point(model, state);
    std::vector<MissingOption> result;
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        const Point& point = model.flow.points[p];
        for (const PointOption& option : point.options) {
            if (option.text.empty() || !option.guard.is_valid()) continue;
            for (const AboutValue& about : values_told(model, option)) {
                const Filling value = with_value(model, option, about);
                const Phrase name = option_text(option, [&](const std::string& hole) {
                    return std::optional(value(hole).value_or("{" + hole + "}"));
                });
                if (!is_meant(name)) continue;
                MissingOption missing{name};
                if (top != PointId(p)) {
                    missing = {option.text, point.name};
                } else {
                    const auto here = missing_here(evaluator, state, option, about);
                    if (!here) continue;
                    missing.missing = here->words;
                    missing.in_the_way = standing_in_way_here(evaluator, state, name);
                }
                const auto is_known = [&](const MissingOption& other) {
                    return other.name == missing.name && other.asked_at == missing.asked_at;
                };
                if (std::ranges::none_of(result, is_known)) result.push_back(std::move(missing));
            }
        }
    }
    return result;
}

}  // namespace errata::checker
