#include "checker/near/near_option.h"

#include <algorithm>

#include "checker/search/describe.h"

namespace errata::checker {

using namespace compiler;

std::string words_of(Question& question, const std::vector<const Reach*>& graphs, const StateFilter& among) {
    if (!question.best() || question.is_met()) return "";
    std::string missing = question.words();
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

std::string missing_in(const Evaluator& evaluator, const State& state, TermId condition,
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

std::string worked_out_once(std::string words) {
    const std::size_t first = words.find(worked_out);
    if (first == std::string::npos) return words;
    const std::size_t behind = first + worked_out.size();
    for (std::size_t at = words.find(worked_out, behind); at != std::string::npos;
         at = words.find(worked_out, behind))
        words.erase(at, worked_out.size());
    return words;
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

std::string option_name(const Model& model, const PointOption& option, const AboutValue& about) {
    std::string text = option.text;
    for (const BinderRegister& binder : option.binders) {
        if (!about || binder.type != about->first) continue;
        const std::string hole = "{" + binder.name + "}";
        if (const std::size_t at = text.find(hole); at != std::string::npos)
            text.replace(at, hole.size(), value_text(model, about->first, about->second));
        break;  // of several of one type that is the one that is asked about (register_of)
    }
    return text;
}

}  // namespace errata::checker
