#include "checker/near/near_option.h"

#include <algorithm>
#include <utility>

#include "checker/plays/describe.h"

namespace errata::checker {

using namespace compiler;

Phrase words_of(Question& question, const std::vector<const Reach*>& graphs, const StateFilter& among) {
    if (!question.best() || question.is_met()) return "";
    Phrase missing = question.words();
    const MissDistance& distance = question.best()->distance;
    if (missing.empty() || distance.fixed + distance.of_picks > 0) return missing;
    WhatElse other(question);
    for_each_state(graphs, among, [&](const State& state) { other.ask(state); });
    return missing + other.words();
}

Nearness ask(const std::vector<const Reach*>& graphs, const StateFilter& among,
             const Conditions& conditions) {
    Question question(graphs.front()->evaluator(), conditions, nullptr);
    for_each_state(graphs, among, [&](const State& state) { question.ask(state); });
    return {question.best().has_value(), question.is_met(), words_of(question, graphs, among)};
}

Phrase missing_in(const Evaluator& evaluator, const State& state, TermId condition,
                  const std::vector<TypeId>& types, const Picks& values) {
    Conditions conditions;
    for (std::size_t i = 0; i < types.size(); ++i)
        conditions.picked.emplace_back(static_cast<std::uint32_t>(i), types[i]);
    take_apart(evaluator.model().terms, condition, conditions);
    Question question(evaluator, std::move(conditions), values);
    question.ask_only(state);
    const bool is_lacking = question.best() && !question.is_met() && question.best()->is_known;
    return is_lacking ? question.words() : "";
}

Phrase worked_out_once(const Phrase& words) {
    Phrase result;
    bool is_said = false;
    for (Phrase::Part part : words.parts()) {
        for (std::size_t at = part.text.find(worked_out); at != std::string::npos;) {
            if (std::exchange(is_said, true))
                part.text.erase(at, worked_out.size());
            else
                at += worked_out.size();
            at = part.text.find(worked_out, at);
        }
        result.add(std::move(part));
    }
    return result;
}

std::optional<std::uint32_t> register_of(const PointOption& option, const AboutValue& about) {
    if (!about) return std::nullopt;
    const auto binder = std::ranges::find(option.binders, about->first, &BinderRegister::type);
    return binder == option.binders.end() ? std::nullopt : std::optional(binder->reg);
}

NearMiss miss_of_option(const std::vector<const Reach*>& graphs, const StateFilter& among, PointId point,
                        const PointOption& option, const AboutValue& about) {
    const Evaluator& evaluator = graphs.front()->evaluator();
    const Model& model = evaluator.model();
    Conditions conditions;
    take_apart(model.terms, option.guard, conditions);
    const std::optional<std::uint32_t> reg = register_of(option, about);
    if (about && !reg) return {};
    Question question(evaluator, conditions, &option, reg);
    const std::size_t top = model.layout.frame(0);
    const auto asked = [&](const State& state) {
        return state[top] == Value{point.index} + 1 && (!among || among(state));
    };
    for_each_state(graphs, asked, [&](State state) {
        if (reg) state[top + 1 + *reg] = about->second;
        question.ask(state);
    });
    if (question.is_met() || !question.best()) return {};
    return {words_of(question, graphs, asked), question.best()->distance};
}

Filling with_value(const Model& model, const PointOption& option, const AboutValue& about) {
    // Of several of one type the first is the one that is asked about (register_of).
    const auto asked =
        about ? std::ranges::find(option.binders, about->first, &BinderRegister::type) : option.binders.end();
    const std::string name = asked == option.binders.end() ? "" : asked->name;
    return [&model, about, name](const std::string& hole) {
        const bool is_it = !name.empty() && hole == name;
        return is_it ? std::optional(value_text(model, about->first, about->second)) : std::nullopt;
    };
}

Phrase option_name(const Model& model, const PointOption& option, const AboutValue& about) {
    return option_text(option, with_value(model, option, about));
}

}  // namespace errata::checker
