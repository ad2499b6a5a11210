#include "checker/reach/near_miss.h"

#include <algorithm>
#include <map>
#include <set>

#include "checker/search/describe.h"
#include "checker/search/term_words.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_evaluations = 2'000'000;
constexpr std::size_t most_told = 2;  // options
constexpr Value most_off = 1'000'000;

// A condition taken apart: values to be picked, and what has to be so of them.
struct Conditions {
    std::vector<std::pair<std::uint32_t, TypeId>> picked;  // by binder level
    std::vector<TermId> conjuncts;
};

void take_apart(const TermPool& terms, TermId id, Conditions& into) {
    const Term& term = terms[id];
    if (term.kind == TermKind::And) {
        for (const TermId child : term.children) take_apart(terms, child, into);
    } else if (term.kind == TermKind::Exists) {
        into.picked.emplace_back(static_cast<std::uint32_t>(term.payload), term.domain);
        take_apart(terms, term.children[0], into);
    } else {
        into.conjuncts.push_back(id);
    }
}

bool is_number_type(const Type& type) {
    return type.form == TypeForm::Range || type.form == TypeForm::Counter;
}

using Picks = std::vector<Value>;  // for `picked`, in order

// How near a state comes: what is missing for these picks. Fewer is nearer, then by how much numbers are
// off, then whoever came first.
struct Miss {
    std::vector<TermId> missing;
    Value off = 0;
    Picks picks;
    State state;  // with the option's own values in its registers
};

// By how much the sides of a comparison of numbers differ.
Value off(const Model& model, TermEvaluator& terms, TermId conjunct) {
    const Term* term = &model.terms[conjunct];
    if (term->kind == TermKind::Not) term = &model.terms[term->children[0]];
    if (term->kind != TermKind::Less && term->kind != TermKind::LessEqual) return 0;
    const Value a = terms.evaluate(term->children[0]);
    const Value b = terms.evaluate(term->children[1]);
    const bool known = !terms.failed();
    terms.forgive();
    return known ? std::min<Value>(std::abs(a - b), most_off) : most_off;
}

// Of a leaf of a condition: a value picked, or one of the option's; else invalid.
TypeId type_of(const Conditions& conditions, const PointOption* option, const Term& leaf) {
    if (leaf.kind == TermKind::Bound) {
        for (const auto& [level, type] : conditions.picked) {
            if (Value{level} == leaf.payload) return type;
        }
    } else if (option != nullptr) {
        for (const BinderRegister& binder : option->binders) {
            if (Value{binder.reg} == leaf.payload) return binder.type;
        }
    }
    return {};
}

// How far the sides of comparisons go in all states asked about, for the picks they were asked for.
class SideRanges {
public:
    SideRanges(const Model& model, TermEvaluator& terms) : model_(model), terms_(terms) {}

    // The sides as they are in the state that the evaluator looks at.
    void note(const std::vector<TermId>& conjuncts, const Picks& picks) {
        for (const TermId conjunct : conjuncts) {
            for (const TermId side : model_.terms[conjunct].children) {
                if (model_.terms[side].kind != TermKind::Cell) continue;
                const Value value = terms_.evaluate(side);
                if (terms_.failed()) {
                    terms_.forgive();
                    continue;
                }
                auto [range, is_new] = ranges_.try_emplace({side, picks}, value, value);
                range->second = {std::min(range->second.first, value), std::max(range->second.second, value)};
            }
        }
    }

    // " (coins is 2 there, and never above 2)": of the cells that are compared.
    std::string words(const TermWords& words, TermId id, const Picks& picks) const {
        const Term* term = &model_.terms[id];
        if (term->kind == TermKind::Not) term = &model_.terms[term->children[0]];
        const bool is_order = term->kind == TermKind::Less || term->kind == TermKind::LessEqual;
        if (!is_order && term->kind != TermKind::Equal) return "";
        std::vector<std::string> parts;
        for (std::size_t i = 0; i < term->children.size(); ++i) {
            const TermId side = term->children[i];
            const TermKind kind = model_.terms[side].kind;
            if (kind == TermKind::Const || kind == TermKind::Bound || kind == TermKind::Register) continue;
            const Value value = terms_.evaluate(side);
            const TypeId type = words.type(side);
            std::string part = words.value(side) + " is " +
                               (type.is_valid() ? value_text(model_, type, value) : std::to_string(value));
            const auto range = ranges_.find({side, picks});
            const bool is_number =
                range != ranges_.end() && (!type.is_valid() || is_number_type(model_.type(type)));
            if (is_number) {
                const std::string low = ", never below " + std::to_string(range->second.first);
                const std::string high = ", never above " + std::to_string(range->second.second);
                const bool wants_less = (i == 0) == (&model_.terms[id] == term);
                part += is_order ? (wants_less ? low : high) : low + high;
            }
            parts.push_back(part);
        }
        return parts.empty() ? "" : " (" + dsl::join(parts, "; ") + ")";
    }

private:
    const Model& model_;
    TermEvaluator& terms_;
    std::map<std::pair<TermId, Picks>, std::pair<Value, Value>> ranges_;
};

// One question, asked of many states.
class Question {
public:
    Question(const Evaluator& evaluator, Conditions conditions, const PointOption* option)
        : model_(evaluator.model()),
          conditions_(std::move(conditions)),
          option_(option),
          terms_{model_, evaluator.enabled(), journal_, nullptr},
          ranges_(model_, terms_) {}

    void ask(const State& state) {
        if (is_met_ || evaluations_ > most_evaluations) return;
        here_ = state;
        for_each_option_value(0);
    }
    bool is_met() const { return is_met_; }
    const std::optional<Miss>& best() const { return best_; }

    // "coins >= 5 (coins is 2)"
    std::string words() {
        look_at(best_->state, best_->picks);
        const TermWords words(model_, terms_,
                              [this](const Term& leaf) { return type_of(conditions_, option_, leaf); });
        std::vector<std::string> parts;
        for (const TermId id : best_->missing) {
            const std::string said = words.condition(id);
            if (said.empty()) return "";
            parts.push_back(said + ranges_.words(words, id, best_->picks));
        }
        return list_text(parts);
    }

private:
    // The options' binders are registers of the waiting frame.
    void for_each_option_value(std::size_t binder) {
        if (option_ == nullptr || binder == option_->binders.size()) return for_each_pick({});
        const Type& type = model_.type(option_->binders[binder].type);
        for (Value value = type.first(); value <= type.hi; ++value) {
            here_[model_.layout.frame(0) + 1 + option_->binders[binder].reg] = value;
            for_each_option_value(binder + 1);
        }
    }

    void for_each_pick(Picks picks) {
        if (picks.size() == conditions_.picked.size()) return compare(picks);
        const Type& type = model_.type(conditions_.picked[picks.size()].second);
        picks.push_back(0);
        for (Value value = type.first(); value <= type.hi; ++value) {
            picks.back() = value;
            for_each_pick(picks);
        }
    }

    void look_at(const State& state, const Picks& picks) {
        terms_.look_at(state.data(), state.data() + model_.layout.frame(0) + 1);
        terms_.binders.unbind(0);
        for (std::size_t i = 0; i < picks.size(); ++i)
            terms_.binders.bind(conditions_.picked[i].first, picks[i]);
    }

    void compare(const Picks& picks) {
        look_at(here_, picks);
        Miss miss;
        for (const TermId conjunct : conditions_.conjuncts) {
            ++evaluations_;
            const Value value = terms_.evaluate(conjunct);
            const bool holds = !terms_.failed() && value != 0;
            terms_.forgive();
            if (holds) continue;
            miss.missing.push_back(conjunct);
            miss.off += off(model_, terms_, conjunct);
        }
        journal_.clear();
        ranges_.note(conditions_.conjuncts, picks);
        is_met_ = is_met_ || miss.missing.empty();
        const auto rank = [](const Miss& of) { return std::pair(of.missing.size(), of.off); };
        if (best_ && rank(miss) >= rank(*best_)) return;
        miss.picks = picks;
        miss.state = here_;
        best_ = std::move(miss);
    }

    const Model& model_;
    const Conditions conditions_;
    const PointOption* const option_;
    Journal journal_;
    TermEvaluator terms_;
    State here_;
    std::optional<Miss> best_;
    bool is_met_ = false;
    std::size_t evaluations_ = 0;
    SideRanges ranges_;
};

template <class Visit>
void for_each_state(const std::vector<const Reach*>& graphs, const StateFilter& among, const Visit& visit) {
    for (const Reach* graph : graphs) {
        const Exploration& exploration = graph->exploration();
        for (std::size_t i = 0; i < exploration.size(); ++i) {
            if (graph->is_out_of_time()) return;
            const State state = exploration.state(StateId(i));
            if (!among || among(state)) visit(state);
        }
    }
}

// Of an option: "it needs ..." of its guard; empty if it is possible somewhere. `about`: of its binders of
// this type only this value.
std::string miss_of_option(const std::vector<const Reach*>& graphs, const StateFilter& among, PointId point,
                           const PointOption& option, std::optional<std::pair<TypeId, Value>> about) {
    const Evaluator& evaluator = graphs.front()->evaluator();
    const Model& model = evaluator.model();
    Conditions conditions;
    take_apart(model.terms, option.guard, conditions);
    PointOption fixed = option;
    Question question(evaluator, conditions, &fixed);
    std::optional<std::uint32_t> reg;
    if (about) {
        const auto binder = std::ranges::find(fixed.binders, about->first, &BinderRegister::type);
        if (binder == fixed.binders.end()) return "";
        reg = binder->reg;
        fixed.binders.erase(binder);
    }
    for_each_state(graphs, among, [&](State state) {
        const std::size_t top = model.layout.frame(0);
        if (state[top] != Value{point.index} + 1) return;
        if (reg) state[top + 1 + *reg] = about->second;
        question.ask(state);
    });
    if (question.is_met() || !question.best()) return "";
    return question.words();
}

std::string option_name(const Model& model, const PointOption& option,
                        std::optional<std::pair<TypeId, Value>> about) {
    std::string text = option.text;
    for (const BinderRegister& binder : option.binders) {
        if (!about || binder.type != about->first) continue;
        const std::string hole = "{" + binder.name + "}";
        if (const std::size_t at = text.find(hole); at != std::string::npos)
            text.replace(at, hole.size(), value_text(model, about->first, about->second));
    }
    return text;
}

// What other cards allow is not what is missing here.
bool is_of_another_item(const Model& model, ClauseId clause, TermId condition) {
    return std::ranges::any_of(model.printed_items, [&](const PrintedItem& item) {
        return item.functions != condition && std::ranges::find(item.clauses, clause) != item.clauses.end();
    });
}

// What is missing in this one state for an option of the point at which it waits; nothing if it is there.
std::optional<std::string> missing_here(const Evaluator& evaluator, const State& state,
                                        const PointOption& option) {
    Conditions conditions;
    take_apart(evaluator.model().terms, option.guard, conditions);
    Question question(evaluator, conditions, &option);
    question.ask(state);
    if (question.is_met()) return std::nullopt;
    return question.best() ? question.words() : "";
}

}  // namespace

std::vector<MissingOption> missing_options(const Evaluator& evaluator, const State& state,
                                           const std::string& label) {
    const Model& model = evaluator.model();
    const Value top = state[model.layout.frame(0)];
    std::vector<MissingOption> result;
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        const Point& point = model.flow.points[p];
        for (const PointOption& option : point.options) {
            const std::string fixed = option.text.substr(0, option.text.find('{'));
            const bool is_meant =
                !option.text.empty() && option.guard.is_valid() &&
                (option.text.starts_with(label) || (!fixed.empty() && label.starts_with(fixed)));
            if (!is_meant) continue;
            MissingOption missing{option.text, top == Value{static_cast<Value>(p)} + 1 ? "" : point.name, ""};
            if (missing.asked_at.empty()) {
                const auto here = missing_here(evaluator, state, option);
                if (!here) continue;
                missing.missing = *here;
            }
            const auto is_known = [&](const MissingOption& other) {
                return other.name == missing.name && other.asked_at == missing.asked_at;
            };
            if (std::ranges::none_of(result, is_known)) result.push_back(std::move(missing));
        }
    }
    return result;
}

std::string near_miss(const std::vector<const Reach*>& graphs, TermId condition, const StateFilter& among) {
    if (graphs.empty() || !condition.is_valid()) return "";
    const Evaluator& evaluator = graphs.front()->evaluator();
    const Model& model = evaluator.model();
    Conditions conditions;
    take_apart(model.terms, condition, conditions);
    Question question(evaluator, conditions, nullptr);
    for_each_state(graphs, among, [&](const State& state) { question.ask(state); });
    if (question.is_met() || !question.best()) return "";
    const std::string missing = question.words();
    std::string text = missing.empty() ? "" : "The nearest position lacks " + missing + ".";
    // Options about the objects picked that are never there.
    std::size_t told = 0;
    for (std::size_t i = 0; i < conditions.picked.size(); ++i) {
        const std::pair about{conditions.picked[i].second, question.best()->picks[i]};
        for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
            for (const PointOption& option : model.flow.points[p].options) {
                if (told == most_told) return text;
                if (is_of_another_item(model, option.clause, condition)) continue;
                const std::string why = miss_of_option(graphs, among, PointId(p), option, about);
                if (why.empty()) continue;
                text += (text.empty() ? "" : " ") + ("\"" + option_name(model, option, about)) +
                        "\" is never possible, for want of " + why + ".";
                ++told;
            }
        }
    }
    return text;
}

std::string near_miss_of_clause(const std::vector<const Reach*>& graphs, ClauseId clause) {
    if (graphs.empty()) return "";
    const Model& model = graphs.front()->evaluator().model();
    for (const StateCheck& check : model.rules.state_checks) {
        if (check.clause == clause) return near_miss(graphs, check.condition);
    }
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        for (const PointOption& option : model.flow.points[p].options) {
            if (option.clause != clause || !option.guard.is_valid()) continue;
            const std::string why = miss_of_option(graphs, {}, PointId(p), option, std::nullopt);
            if (!why.empty()) return "The nearest position lacks " + why + ".";
        }
    }
    return "";
}

}  // namespace errata::checker
