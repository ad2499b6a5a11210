#include "checker/near/missing_options.h"

#include <algorithm>
#include <optional>

#include "checker/near/near_option.h"
#include "checker/search/describe.h"
#include "checker/search/left_out.h"
#include "checker/search/top_point.h"

namespace errata::checker {

using namespace compiler;

namespace {

// What is missing in this one state for an option of the point at which it waits; nothing if it is there.
std::optional<std::string> missing_here(const Evaluator& evaluator, State state, const PointOption& option,
                                        const AboutValue& about) {
    Conditions conditions;
    take_apart(evaluator.model().terms, option.guard, conditions);
    const std::optional<std::uint32_t> reg = register_of(option, about);
    if (reg) state[evaluator.model().layout.frame(0) + 1 + *reg] = about->second;
    Question question(evaluator, conditions, &option, reg);
    question.ask(state);
    if (question.is_met()) return std::nullopt;
    return question.best() ? question.words() : "";
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
                                              const std::string& name) {
    std::vector<std::string> result;
    const std::vector<bool> can_go = clauses_that_can_go(evaluator.model());
    for (std::size_t i = 0; i < can_go.size(); ++i) {
        if (!can_go[i]) continue;
        const Evaluator without(evaluator.model(), all_but(evaluator, {ClauseId(i)}));
        const std::vector<Successor> ways = without.expand(state).successors;
        const bool is_offered = std::ranges::any_of(ways, [&](const Successor& way) {
            return way.move.kind == MoveKind::Option && move_text(evaluator.model(), state, way.move) == name;
        });
        if (is_offered) result.push_back(named_and_quoted(evaluator.model().clause(ClauseId(i))));
    }
    return result;
}

}  // namespace

std::vector<MissingOption> missing_options(const Evaluator& evaluator, const State& state,
                                           const std::string& label) {
    const Model& model = evaluator.model();
    const PointId top = top_point(model, state);
    std::vector<MissingOption> result;
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        const Point& point = model.flow.points[p];
        for (const PointOption& option : point.options) {
            if (option.text.empty() || !option.guard.is_valid()) continue;
            for (const AboutValue& about : values_told(model, option)) {
                MissingOption missing{option_name(model, option, about)};
                const std::string fixed = missing.name.substr(0, missing.name.find('{'));
                const bool is_meant = missing.name.starts_with(label) ||
                                      (fixed.size() < missing.name.size() && label.starts_with(fixed));
                if (!is_meant) continue;
                if (top != PointId(p)) {
                    missing = {option.text, point.name};
                } else {
                    const auto here = missing_here(evaluator, state, option, about);
                    if (!here) continue;
                    missing.missing = *here;
                    missing.in_the_way = standing_in_way_here(evaluator, state, missing.name);
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
