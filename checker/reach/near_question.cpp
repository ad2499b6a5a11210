#include "checker/reach/near_question.h"

#include <algorithm>

#include "checker/search/describe.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_evaluations = 2'000'000;
constexpr Value most_off = 1'000'000;

bool is_number_type(const Type& type) {
    return type.form == TypeForm::Range || type.form == TypeForm::Counter;
}

bool is_number(const Model& model, const Term& comparison) {
    return std::ranges::any_of(comparison.children, [&](TermId side) {
        const Term& term = model.terms[side];
        if (term.kind != TermKind::Cell) return false;
        return is_number_type(model.type(model.variables[static_cast<std::size_t>(term.payload)].type));
    });
}

// By how much the sides of a comparison of numbers differ.
Value off(const Model& model, TermEvaluator& terms, TermId conjunct) {
    const Term* term = &model.terms[conjunct];
    if (term->kind == TermKind::Not) term = &model.terms[term->children[0]];
    if (term->kind != TermKind::Less && term->kind != TermKind::LessEqual && term->kind != TermKind::Equal)
        return 0;
    // Of other things than numbers none is nearer than another.
    if (term->kind == TermKind::Equal && !is_number(model, *term)) return 0;
    const Value a = terms.evaluate(term->children[0]);
    const Value b = terms.evaluate(term->children[1]);
    const bool known = !terms.failed();
    forgive(terms);
    return known ? std::min<Value>(std::abs(a - b), most_off) : most_off;
}

// " (king is Keep)": where a way would begin and end.
std::string words_of_ends(const TermWords& words, const Term& way, TermEvaluator& terms, const Model& model) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < 2; ++i) {
        const TermId end = way.children[i];
        if (model.terms[end].kind != TermKind::Cell || words.value(end).empty()) continue;
        parts.push_back(words.value(end) + " is " + value_text(model, words.type(end), terms.evaluate(end)));
    }
    return parts.empty() ? "" : " (" + dsl::join(parts, "; ") + ")";
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

}  // namespace

MissDistance distance_of(const Miss& miss) { return {miss.missing.size(), miss.off}; }

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

void SideRanges::note(const std::vector<TermId>& conjuncts, const Picks& picks) {
    for (const TermId conjunct : conjuncts) {
        for (const TermId side : model_.terms[conjunct].children) {
            if (model_.terms[side].kind != TermKind::Cell) continue;
            const Value value = terms_.evaluate(side);
            if (terms_.failed()) {
                forgive(terms_);
                continue;
            }
            auto [range, is_new] = ranges_.try_emplace({side, picks}, value, value);
            range->second = {std::min(range->second.first, value), std::max(range->second.second, value)};
        }
    }
}

std::string SideRanges::words(const TermWords& words, TermId id, const Picks& picks) const {
    const Term* term = &model_.terms[id];
    if (term->kind == TermKind::Not) term = &model_.terms[term->children[0]];
    if (term->kind == TermKind::Reach) return words_of_ends(words, *term, terms_, model_);
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

void Question::ask(const State& state) {
    if (is_met() || evaluations_ > most_evaluations) return;
    here_ = state;
    for_each_option_value(0);
}

std::string Question::words() {
    look_at(best_->state, best_->picks);
    const TermWords words(model_, terms_,
                          [this](const Term& leaf) { return type_of(conditions_, option_, leaf); });
    std::vector<std::string> parts;
    for (const TermId id : best_->missing) {
        const std::string said = words.condition(id);
        if (said.empty()) continue;
        parts.push_back(said + ranges_.words(words, id, best_->picks));
    }
    return list_text(parts);
}

// The options' binders are registers of the waiting frame.
void Question::for_each_option_value(std::size_t binder) {
    if (option_ == nullptr || binder == option_->binders.size()) return for_each_pick({});
    const Type& type = model_.type(option_->binders[binder].type);
    for (Value value = type.first(); value <= type.hi; ++value) {
        here_[model_.layout.frame(0) + 1 + option_->binders[binder].reg] = value;
        for_each_option_value(binder + 1);
    }
}

void Question::for_each_pick(Picks picks) {
    if (picks.size() == conditions_.picked.size()) return compare(picks);
    const Type& type = model_.type(conditions_.picked[picks.size()].second);
    picks.push_back(0);
    for (Value value = type.first(); value <= type.hi; ++value) {
        picks.back() = value;
        for_each_pick(picks);
    }
}

void Question::look_at(const State& state, const Picks& picks) {
    terms_.look_at(state.data(), state.data() + model_.layout.frame(0) + 1);
    terms_.binders.unbind(0);
    for (std::size_t i = 0; i < picks.size(); ++i) terms_.binders.bind(conditions_.picked[i].first, picks[i]);
}

Miss Question::missing_here(const Picks& picks) {
    Miss miss;
    for (const TermId conjunct : conditions_.conjuncts) {
        ++evaluations_;
        const Value value = terms_.evaluate(conjunct);
        const bool holds = !terms_.failed() && value != 0;
        forgive(terms_);
        if (holds) continue;
        miss.missing.push_back(conjunct);
        miss.off += off(model_, terms_, conjunct);
    }
    journal_.clear();
    miss.picks = picks;
    return miss;
}

void Question::compare(const Picks& picks) {
    look_at(here_, picks);
    Miss miss = missing_here(picks);
    look_at(here_, picks);
    ranges_.note(conditions_.conjuncts, picks);
    if (best_ && distance_of(miss) >= distance_of(*best_)) return;
    miss.state = here_;
    best_ = std::move(miss);
}

bool Question::lacks_the_same(const State& state) {
    if (!best_) return false;
    look_at(state, best_->picks);
    const Miss here = missing_here(best_->picks);
    return here.missing == best_->missing && here.off == best_->off;
}

}  // namespace errata::checker
