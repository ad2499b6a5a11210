#include "checker/near/near_question.h"

#include <algorithm>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_evaluations = 2'000'000;
bool has(const std::vector<TermId>& terms, TermId term) {
    return std::ranges::find(terms, term) != terms.end();
}

}  // namespace

void Asked::look_at(const State& state, const Picks& picks) {
    terms_.look_at(state.data(), state.data() + model().layout.frame(0) + 1);
    bind_picks(terms_, conditions_, picks);
}

Asked::Changing Asked::changing(TermId conjunct) {
    const auto [known, is_new] = changing_.try_emplace(conjunct, Changing::Yes);
    if (!is_new) return known->second;
    if (effects_.is_fixed(conjunct)) {
        const std::vector<bool> read = variables_read(model(), {conjunct});
        const bool reads = std::ranges::any_of(read, [](bool each) { return each; });
        known->second = reads ? Changing::No : Changing::OfPicks;
    }
    return known->second;
}

bool Asked::never_becomes(TermId conjunct) {
    const Term& term = model().terms[conjunct];
    if (term.kind != TermKind::Equal || changing(conjunct) != Changing::Yes) return false;
    for (const std::size_t side : {std::size_t{0}, std::size_t{1}}) {
        const Term& cell = model().terms[term.children[side]];
        if (cell.kind != TermKind::Cell || model().terms[term.children[1 - side]].kind != TermKind::Const)
            continue;
        std::vector<Value> arguments;
        for (const TermId argument : cell.children) {
            const std::optional<Value> value = tried(terms_, argument);
            if (!value) return false;
            arguments.push_back(*value);
        }
        return !effects_.may_become(VarId(static_cast<std::size_t>(cell.payload)), arguments,
                                    model().terms[term.children[1 - side]].payload);
    }
    return false;
}

Miss Asked::miss_at(const State& state, const Picks& picks) {
    look_at(state, picks);
    Miss miss;
    for (const TermId conjunct : conditions_.conjuncts) {
        bind_picks(terms_, conditions_, picks);
        const std::optional<Value> value = tried(terms_, conjunct);
        if (value.value_or(0) != 0) continue;
        miss.is_known = miss.is_known && value;
        miss.missing.push_back(conjunct);
        ++miss.distance.missing;
        bind_picks(terms_, conditions_, picks);
        miss.distance.off += how_far_off(terms_, conjunct);
        if (changing(conjunct) == Changing::No || never_becomes(conjunct)) ++miss.distance.fixed;
        if (changing(conjunct) == Changing::OfPicks) ++miss.distance.of_picks;
    }
    journal_.clear();
    miss.picks = picks;
    return miss;
}

Phrase Asked::words(const Miss& miss, const std::vector<TermId>& missing) {
    look_at(miss.state, miss.picks);
    return MissWords(conditions_, option_, effects_, ranges_, terms_).of(missing, miss.picks);
}

void Question::ask(const State& state) {
    if (is_met() || evaluations_ > most_evaluations) return;
    here_ = state;
    for_each_option_value(0);
}

void Question::ask_only(const State& state) {
    is_of_one_state_ = true;
    ask(state);
}

// The options' binders are registers of the waiting frame.
void Question::for_each_option_value(std::size_t binder) {
    const PointOption* const option = asked_.option();
    if (option == nullptr || binder == option->binders.size()) return for_each_pick(given_);
    if (option->binders[binder].reg == pinned_) return for_each_option_value(binder + 1);
    const Type& type = asked_.model().type(option->binders[binder].type);
    for (Value value = type.first(); value <= type.hi; ++value) {
        here_[asked_.model().layout.frame(0) + 1 + option->binders[binder].reg] = value;
        for_each_option_value(binder + 1);
    }
}

void Question::for_each_pick(Picks picks) {
    const auto& picked = asked_.conditions().picked;
    if (picks.size() == picked.size()) return compare(picks);
    const Type& type = asked_.model().type(picked[picks.size()].second);
    picks.push_back(0);
    for (Value value = type.first(); value <= type.hi; ++value) {
        picks.back() = value;
        for_each_pick(picks);
    }
}

void Question::compare(const Picks& picks) {
    evaluations_ += asked_.conditions().conjuncts.size();
    if (evaluations_ > most_evaluations) return;
    Miss miss = asked_.miss_at(here_, picks);
    if (!is_of_one_state_) asked_.note(picks);
    if (best_ && miss.distance >= best_->distance) return;
    miss.state = here_;
    best_ = std::move(miss);
}

bool Question::lacks_the_same(const State& state) {
    if (!best_) return false;
    const Miss here = asked_.miss_at(state, best_->picks);
    return here.missing == best_->missing && here.distance.off == best_->distance.off;
}

void WhatElse::ask(const State& state) {
    State here = state;
    const auto frame = static_cast<std::ptrdiff_t>(asked_.model().layout.frame(0));
    if (asked_.option() != nullptr)
        std::copy(sought_.state.begin() + frame, sought_.state.end(), here.begin() + frame);
    Miss miss = asked_.miss_at(here, sought_.picks);
    if (std::ranges::any_of(sought_.missing, [&](TermId each) { return has(miss.missing, each); })) return;
    if (!nearest_) always_ = miss.missing;
    std::erase_if(always_, [&](TermId each) { return !has(miss.missing, each); });
    if (nearest_ && miss.distance >= nearest_->distance) return;
    miss.state = std::move(here);
    nearest_ = std::move(miss);
}

Phrase WhatElse::words() {
    if (!nearest_) return "";
    const Phrase said = asked_.words(*nearest_, always_.empty() ? nearest_->missing : always_);
    if (said.empty()) return "";
    return (always_.empty() ? "; the nearest that has that lacks " : "; whatever has that lacks ") + said;
}

}  // namespace errata::checker
