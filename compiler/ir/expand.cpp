#include "compiler/ir/expand.h"

#include <algorithm>
#include <utility>

namespace errata::compiler {

Expander::Expander(const Model& model, const EnabledClauses& enabled, const State& state, ReadingSet* asked)
    : model_(model), enabled_(enabled), state_(state), asked_(asked), transition_(model, enabled, asked) {}

Expansion Expander::run() {
    const Layout& layout = model_.layout;
    if (state_[layout.over] != 0) {
        expansion_.over = true;
        return std::move(expansion_);
    }
    const Value top = state_[layout.frame(0)];
    if (top == 0) return std::move(expansion_);
    point_ = &model_.points[static_cast<std::size_t>(top - 1)];
    const auto registers = state_.begin() + static_cast<std::ptrdiff_t>(layout.frame(0) + 1);
    registers_.assign(registers, registers + static_cast<std::ptrdiff_t>(layout.registers));
    if (point_->settled && !model_.state_checks.empty()) {
        settle();
    } else {
        go_on();
    }
    return std::move(expansion_);
}

bool Expander::has_room_for(const Move& move) {
    constexpr std::size_t most_values = std::size_t{1} << 26;  // half a gigabyte
    if (full_ || expansion_.successors.size() * model_.layout.cells < most_values) return !full_;
    full_ = true;
    Successor cut;
    cut.move = move;
    cut.cut = cut.given_up = cut.too_many_ways = true;
    expansion_.successors.push_back(std::move(cut));
    return false;
}

template <class Body>
void Expander::explore(const Move& move, Body body) {
    if (!has_room_for(move)) return;
    Decisions& decisions = transition_.decisions();
    do {
        decisions.rewind();
        transition_.journal() = so_far_;
        transition_.terms().forgive();
        asking_ = false;
        if (!body()) continue;
        expansion_.successors.push_back(transition_.result(move));
        expansion_.successors.back().asks = asking_;
    } while (decisions.advance());
}

void Expander::settle() {
    Decisions decisions;
    TermEvaluator terms(model_, enabled_, so_far_, &decisions, asked_);
    terms.look_at(state_.data(), registers_.data());
    std::vector<std::size_t> holding;
    Move move;
    move.kind = MoveKind::Settle;
    do {
        decisions.rewind();
        so_far_.clear();
        terms.forgive();
        holding.clear();
        for (std::size_t i = 0; i < model_.state_checks.size() && !terms.failed(); ++i) {
            terms.speak_for(model_.state_checks[i].clause);
            if (terms.evaluate(model_.state_checks[i].condition) != 0) holding.push_back(i);
        }
        if (terms.failed()) {
            own({});
            explore(move, [&] {
                transition_.terms().speak_for(terms.speak_for({}));
                transition_.terms().fail(terms.failure());
                asking_ = true;
                return true;
            });
        } else if (!holding.empty()) {
            own({});
            explore(move, [&] {
                transition_.begin(state_);
                transition_.settle(holding);
                return true;
            });
        } else {
            // Conditions that do not hold say nothing about what follows, but what they met was met.
            if (!decisions.any()) {
                std::vector<Occurrence> met = std::move(so_far_.incidents);
                so_far_.clear();
                so_far_.incidents = std::move(met);
            }
            go_on();
        }
    } while (decisions.advance());
}

void Expander::go_on() {
    const Layout& layout = model_.layout;
    const bool pending = layout.pending > 0 && state_[layout.slot(0)] != 0;
    const bool on_floor = point_->floor || layout.frames == 1 || state_[layout.frame(1)] == 0;
    if (point_->settled && pending && (model_.agenda != Agenda::Bag || on_floor)) {
        place();
    } else {
        choose();
    }
}

std::vector<Value> Expander::arguments_of(std::size_t slot) const {
    const std::size_t trigger = static_cast<std::size_t>(state_[model_.layout.slot(slot)] - 1);
    const auto first = state_.begin() + static_cast<std::ptrdiff_t>(model_.layout.slot(slot) + 1);
    return {first, first + static_cast<std::ptrdiff_t>(model_.triggers[trigger].params.size())};
}

void Expander::place() {
    const Layout& layout = model_.layout;
    const auto slot_at = [&](std::size_t slot) {
        return state_.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    std::vector<std::size_t> instances;  // the first slot of each different one
    for (std::size_t slot = 0; slot < layout.pending && *slot_at(slot) != 0; ++slot) {
        if (std::ranges::none_of(instances, [&](std::size_t known) {
                return std::equal(slot_at(slot), slot_at(slot + 1), slot_at(known));
            })) {
            instances.push_back(slot);
        }
    }
    own(owner_of_placement(instances));
    for (const std::size_t slot : instances) {
        Move move;
        move.kind = MoveKind::Place;
        move.trigger = TriggerId(static_cast<std::size_t>(*slot_at(slot) - 1));
        move.arguments = arguments_of(slot);
        const Trigger& trigger = model_.triggers[move.trigger.index];
        explore(move, [&] {
            transition_.begin(state_);
            State& next = transition_.state();
            const auto at = [&](std::size_t i) {
                return next.begin() + static_cast<std::ptrdiff_t>(layout.slot(i));
            };
            std::copy(at(slot + 1), at(layout.pending), at(slot));
            std::fill(at(layout.pending - 1), at(layout.pending), 0);
            transition_.push_frame(model_.agenda, trigger.entry, move.arguments);
            transition_.journal().use(trigger.clause);
            return true;
        });
    }
}

void Expander::choose() {
    own(owner_of(*point_));
    option_possible_ = false;
    guards_met_ = false;
    for (std::uint32_t i = 0; i < point_->options.size(); ++i) try_option(i);
    if (!option_possible_ || guards_met_) try_otherwise(guards_met_);
}

template <class Visit>
bool Expander::for_each_binding(const PointOption& option, Visit visit) {
    const auto& binders = option.binders;
    const auto take = [&](std::size_t binder, Value value) {
        bindings_[binder] = value;
        registers_[binders[binder].reg] = value;
    };
    const std::vector<Value> before = registers_;
    bindings_.resize(binders.size());
    bool more = true;
    for (std::size_t i = 0; i < binders.size(); ++i) {
        const Type& type = model_.type(binders[i].type);
        take(i, type.first());
        if (type.first() > type.hi) more = false;
    }
    bool wanted = true;
    while (more && wanted) {
        wanted = visit();
        // The last binder runs fastest.
        more = false;
        for (std::size_t i = binders.size(); i-- > 0 && !more;) {
            const Type& type = model_.type(binders[i].type);
            more = bindings_[i] < type.hi;
            take(i, more ? bindings_[i] + 1 : type.first());
        }
    }
    registers_ = before;
    return wanted;
}

void Expander::try_option(std::uint32_t index) {
    const PointOption& option = point_->options[index];
    const PointId point(static_cast<std::size_t>(point_ - model_.points.data()));
    TermEvaluator& terms = transition_.terms();
    Move move;
    move.point = point;
    move.option = index;
    for_each_binding(option, [&] {
        move.bindings = bindings_;
        explore(move, [&] {
            terms.look_at(state_.data(), registers_.data());
            terms.speak_for(option.clause);
            const bool holds = terms.evaluate(option.guard) != 0;
            if (transition_.decisions().any() ||
                transition_.journal().incidents.size() > so_far_.incidents.size())
                guards_met_ = true;
            if (!holds && !terms.failed()) {
                meet(transition_.journal().incidents);
                return false;
            }
            option_possible_ = true;
            asking_ = terms.failed();
            if (asking_) return true;
            transition_.begin(state_);
            std::ranges::copy(registers_, transition_.registers());
            transition_.journal().use(option.clause);
            transition_.run(option.target, option.clause);
            return true;
        });
        return !full_;
    });
}

void Expander::try_otherwise(bool guards_met) {
    TermEvaluator& terms = transition_.terms();
    Move move;
    move.kind = MoveKind::Otherwise;
    move.point = PointId(static_cast<std::size_t>(point_ - model_.points.data()));
    const auto none_possible = [&] {
        terms.look_at(state_.data(), registers_.data());
        return std::ranges::all_of(point_->options, [&](const PointOption& option) {
            return for_each_binding(option, [&] {
                terms.speak_for(option.clause);
                return terms.evaluate(option.guard) == 0 && !terms.failed();
            });
        });
    };
    explore(move, [&] {
        if (guards_met && !none_possible()) return false;
        if (!point_->otherwise) {
            transition_.journal().meet(point_->no_option, point_->clause);
            meet(transition_.journal().incidents);
            return false;
        }
        transition_.begin(state_);
        transition_.journal().use(point_->clause);
        transition_.run(*point_->otherwise, point_->clause);
        return true;
    });
}

void Expander::own(Owner owner) {
    if (!owned_) expansion_.owner = owner;
    if (owned_ && owner != expansion_.owner) expansion_.owner = {OwnerKind::Nobody};
    owned_ = true;
}

Owner Expander::owner_of(const Point& point) {
    if (point.owner != OwnerKind::Player) return {point.owner};
    const std::optional<Value> chooser = player(point.player, point.clause);
    return chooser ? Owner{OwnerKind::Player, *chooser} : Owner{OwnerKind::Nobody};
}

// Between instances of different players nobody decides who places first.
Owner Expander::owner_of_placement(const std::vector<std::size_t>& instances) {
    if (instances.size() == 1) return {OwnerKind::Rules};
    if (!model_.trigger_order_stated) return {OwnerKind::Nobody};
    std::optional<Value> chooser;
    for (const std::size_t slot : instances) {
        const Trigger& trigger =
            model_.triggers[static_cast<std::size_t>(state_[model_.layout.slot(slot)] - 1)];
        bindings_ = arguments_of(slot);
        const std::optional<Value> mine = player(trigger.player, trigger.clause);
        if (!mine || (chooser && *chooser != *mine)) return {OwnerKind::Nobody};
        chooser = mine;
    }
    return {OwnerKind::Player, *chooser};
}

std::optional<Value> Expander::player(TermId term, ClauseId clause) {
    if (!term.is_valid()) return std::nullopt;
    Journal journal;
    TermEvaluator terms(model_, enabled_, journal, nullptr, asked_);
    terms.look_at(state_.data(), registers_.data());
    terms.speak_for(clause);
    for (std::size_t i = 0; i < bindings_.size(); ++i)
        terms.bind(static_cast<std::uint32_t>(i), bindings_[i]);
    const Value value = terms.evaluate(term);
    meet(journal.incidents);
    if (terms.failed() || value == none_value) return std::nullopt;
    return value;
}

void Expander::meet(const std::vector<Occurrence>& incidents) {
    for (const Occurrence& occurrence : incidents) {
        if (std::ranges::find(expansion_.incidents, occurrence) == expansion_.incidents.end()) {
            expansion_.incidents.push_back(occurrence);
        }
    }
}

}  // namespace errata::compiler
