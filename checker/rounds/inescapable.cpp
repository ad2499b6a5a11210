#include "checker/rounds/inescapable.h"

#include <algorithm>
#include <limits>
#include <span>
#include <utility>

#include "checker/explicit/stage.h"
#include "checker/paths/path_run.h"
#include "checker/plays/describe.h"
#include "checker/plays/to_do.h"
#include "checker/rounds/bystanders.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Beyond these something piles up, however much room the scope has for it.
constexpr std::size_t most_elements_at_once = 500;
// Over all that is tried from one state.
constexpr std::size_t most_elements = 4'000;
constexpr std::size_t most_comparisons = 20'000;
constexpr std::size_t most_widenings = 6;
constexpr std::size_t most_kept_alike = 2;
// Items of a stack, where so many are never done with before others are put above them.
constexpr std::size_t most_kept_above = 3;
constexpr std::size_t most_states_of_round = 2'000;

// So many of each.
using Bag = std::map<Pended, std::size_t>;

Bag counted_bag(const Layout& layout, const State& state) {
    Bag bag;
    for (Pended& instance : bag_of(layout, state)) ++bag[std::move(instance)];
    return bag;
}

void take_out(const Layout& layout, State& state, const Pended& instance) {
    const auto at = [&](std::size_t slot) {
        return state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    std::size_t slot = 0;
    while (!std::equal(instance.begin(), instance.end(), at(slot))) ++slot;
    std::copy(at(slot + 1), at(layout.pending), at(slot));
    std::fill(at(layout.pending - 1), at(layout.pending), 0);
}

}  // namespace

// Arguments of triggers that no rule looks at. A ModelFact.
class UnreadArguments {
public:
    explicit UnreadArguments(const Model& model) : model_(model) {
        for (std::size_t trigger = 0; trigger < model.rules.triggers.size(); ++trigger) {
            const std::vector<TypeId>& params = model.rules.triggers[trigger].params;
            const auto is_optional = [&](TypeId type) { return model.type(type).optional; };
            if (std::ranges::none_of(params, is_optional)) continue;
            const std::optional<std::set<Value>> read = read_by(model.rules.triggers[trigger]);
            for (std::size_t i = 0; read && i < params.size(); ++i) {
                if (is_optional(params[i]) && !read->contains(static_cast<Value>(i)))
                    unread_.emplace_back(trigger, i);
            }
        }
    }

    bool empty() const { return unread_.empty(); }

    // In the bag they are left out.
    State left_out_of(State state) const {
        const Layout& layout = model_.layout;
        for (std::size_t slot = 0; slot < layout.pending && state[layout.slot(slot)] != 0; ++slot) {
            for (const auto& [trigger, argument] : unread_) {
                if (state[layout.slot(slot)] == static_cast<Value>(trigger) + 1)
                    state[layout.slot(slot) + 1 + argument] = none_value;
            }
        }
        return canonical(model_, std::move(state));
    }

private:
    // The registers and binders that the code behind the trigger's entry names, whatever they stand for
    // there: an argument is in the register of its number. Nothing: the code may wait on the way, or asks
    // more than its terms say.
    std::optional<std::set<Value>> read_by(const Trigger& trigger) const {
        const Point& entry = model_.flow.points[trigger.entry.index];
        std::vector<TermId> terms{trigger.player, trigger.rank, entry.player};
        std::vector<LabelId> labels;
        if (entry.otherwise) labels.push_back(*entry.otherwise);
        for (const PointOption& option : entry.options) {
            terms.push_back(option.guard);
            labels.push_back(option.target);
        }
        bool is_known = true;
        std::set<std::size_t> seen;
        while (!labels.empty()) {
            const LabelId label = labels.back();
            labels.pop_back();
            if (!seen.insert(label.index).second) continue;
            const CodeId root = model_.flow.labels[label.index].code;
            walk_code(model_.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
                using enum CodeKind;
                is_known = is_known && node.kind != Stop && node.kind != Call && node.kind != Solve;
                if (node.kind == Goto) labels.push_back(node.label);
                terms.insert(terms.end(), node.terms.begin(), node.terms.end());
            });
        }
        if (!is_known) return std::nullopt;
        std::erase_if(terms, [](TermId term) { return !term.is_valid(); });
        std::set<Value> read;
        if (trigger.limit) read.insert(0);
        walk_terms(model_.terms, terms, [&](TermId, const Term& term) {
            if (term.kind == TermKind::Register || term.kind == TermKind::Bound) read.insert(term.payload);
        });
        return read;
    }

    const Model& model_;
    std::vector<std::pair<std::size_t, std::size_t>> unread_;  // trigger, argument
};

namespace {

bool names_objects(const PoolCells& cells, const Model& model, const Pended& instance) {
    const Trigger& trigger = model.rules.triggers[static_cast<std::size_t>(instance.front() - 1)];
    for (std::size_t i = 0; i < trigger.params.size(); ++i) {
        if (cells.pool_of(trigger.params[i]) && instance[i + 1] != none_value) return true;
    }
    return false;
}

// Nothing: there is no room for it.
std::optional<State> with_instance(const Model& model, State state, const Pended& instance) {
    const Layout& layout = model.layout;
    std::size_t slot = 0;
    while (slot < layout.pending && state[layout.slot(slot)] != 0) ++slot;
    if (slot == layout.pending) return std::nullopt;
    std::ranges::copy(instance, state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot)));
    return canonical(model, std::move(state));
}

std::size_t height(const Layout& layout, const State& state) {
    std::size_t frames = 0;
    while (frames < layout.frames && state[layout.frame(frames)] != 0) ++frames;
    return frames;
}

// Triggers are placed while such an item is on top.
bool is_settled(const Model& model, const State& state, std::size_t frame) {
    return model.flow.points[static_cast<std::size_t>(state[model.layout.frame(frame)] - 1)].settled;
}

// Nothing: there is no room for them.
std::optional<State> with_items(const Layout& layout, State state, const std::vector<AgendaItem>& items) {
    if (items.size() > layout.frames) return std::nullopt;
    const auto at = [&](std::size_t frame) {
        return state.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::fill(at(0), at(layout.frames), 0);
    for (std::size_t frame = 0; frame < items.size(); ++frame) std::ranges::copy(items[frame], at(frame));
    return state;
}

// So many items are waiting above what is read from its top.
std::size_t above_floor(const Model& model, const std::vector<AgendaItem>& items) {
    std::size_t frame = 0;
    while (frame + 1 < items.size() &&
           !model.flow.points[static_cast<std::size_t>(items[frame][0] - 1)].floor)
        ++frame;
    return frame;
}

// Of equal items in a row the first; `longer` takes those that had others behind them.
State with_short_runs(const Model& model, const State& state, std::set<AgendaItem>& longer) {
    std::vector<AgendaItem> items = items_of(model.layout, state);
    for (std::size_t i = above_floor(model, items); i-- > 1;) {
        if (items[i] != items[i - 1]) continue;
        longer.insert(items[i]);
        items.erase(items.begin() + static_cast<std::ptrdiff_t>(i));
    }
    return *with_items(model.layout, state, items);
}

State without_bag(const Layout& layout, State state) {
    const auto first = state.begin() + static_cast<std::ptrdiff_t>(layout.pending_base);
    std::fill(first, first + static_cast<std::ptrdiff_t>(layout.pending * (1 + layout.pending_arguments)), 0);
    return state;
}

bool merge(More& to, const More& more) {
    to.below = to.below || more.below;
    to.items.insert(more.items.begin(), more.items.end());
    to.objects.insert(more.objects.begin(), more.objects.end());
    to.instances.insert(more.instances.begin(), more.instances.end());
    return std::ranges::all_of(more.numbers, [&](const auto& number) {
        return to.numbers.emplace(number).first->second == number.second;
    });
}

bool holds(const More& all, const More& some) {
    return (all.below || !some.below) && std::ranges::includes(all.items, some.items) &&
           std::ranges::includes(all.objects, some.objects) &&
           std::ranges::includes(all.instances, some.instances) &&
           std::ranges::all_of(some.numbers, [&](const auto& number) {
               const auto known = all.numbers.find(number.first);
               return known != all.numbers.end() && known->second == number.second;
           });
}

bool is_renamed(const Inflation& inflation) {
    return std::ranges::any_of(inflation.renamed,
                               [](const auto& entry) { return entry.first != entry.second; });
}

}  // namespace

Inescapable::Inescapable(const Evaluator& evaluator)
    : model_(&evaluator.model()),
      unread_(&evaluator.facts().get<UnreadArguments>()),
      twins_(*model_, Numbers::CountersAndRanges) {
    for (const Variable& variable : model_->variables) {
        if (model_->type(variable.type).is_finite()) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) piles_.numbers.insert(variable.base + i);
    }
    for (std::size_t cell = 0; cell < twins_.cells().size(); ++cell) {
        const CellFacts& facts = twins_.cells()[cell];
        objects_name_objects_ = objects_name_objects_ || (!facts.objects.empty() && facts.value_pool);
    }
}

// Names that nothing looks at are left out of the bag.
State Inescapable::without_unread(const State& state) const {
    return unread_->empty() ? state : unread_->left_out_of(state);
}

ObjectSort Inescapable::sort_of(const State& state, Object object) const {
    ObjectSort sort{object.pool, {}};
    for (std::size_t cell = 0; cell < twins_.cells().size(); ++cell) {
        const std::vector<Object>& objects = twins_.cells().objects_of(cell);
        if (!objects.empty() && objects.front() == object) sort.fields.push_back(state[cell]);
    }
    return sort;
}

// The topmost `own` items. The lowest one of the first state takes the place of all that lies below them.
std::optional<State> Inescapable::cut_below(const State& state, std::size_t own) const {
    const Layout& layout = model_->layout;
    const std::size_t frames = height(layout, state);
    if (frames < own + 1) return std::nullopt;
    for (std::size_t i = own; i < frames; ++i) {
        if (!is_settled(*model_, state, i)) return std::nullopt;
    }
    State result = state;
    const auto at = [&](std::size_t frame) {
        return result.begin() + static_cast<std::ptrdiff_t>(layout.frame(frame));
    };
    std::fill(at(own), at(layout.frames), 0);
    std::ranges::copy(lowest_, at(own));
    return result;
}

// Equal for states of which one may be the other with more of the same.
std::vector<Value> Inescapable::key(const State& state) const {
    State bare = without_bag(model_->layout, without_unread(state));
    if (piles_.below) bare = cut_below(bare, 0).value_or(bare);
    std::set<AgendaItem> longer;
    if (piles_.items) bare = with_short_runs(*model_, bare, longer);
    std::vector<Value> key = twins_.shape(bare, true);
    for (std::size_t cell = 0; cell < twins_.cells().size(); ++cell) {
        const CellFacts& facts = twins_.cells()[cell];
        if (facts.is_number && facts.objects.empty() && !piles_.numbers.contains(cell))
            key.push_back(state[cell]);
    }
    return key;
}

std::optional<More> Inescapable::beyond(const Element& element, const State& state) const {
    More more;
    std::optional<State> other = without_unread(state);
    if (piles_.below) {
        other = cut_below(*other, element.own);
        if (!other) return std::nullopt;
        more.below = height(model_->layout, state) > element.own + 1;
    }
    if (piles_.items) other = with_short_runs(*model_, *other, more.items);
    if (piles_.bag) {
        const Bag here = counted_bag(model_->layout, element.state);
        for (const auto& [instance, count] : counted_bag(model_->layout, *other)) {
            const auto known = here.find(instance);
            if (known == here.end() || count <= known->second) continue;
            for (std::size_t i = known->second; i < count; ++i) take_out(model_->layout, *other, instance);
            more.instances.insert(instance);
        }
    }
    const std::optional<Inflation> inflation = twins_.inflation(element.state, *other);
    if (!inflation) return std::nullopt;
    // Sorts and instances may name objects, by number.
    const auto names = [&](const Pended& instance) {
        return names_objects(twins_.cells(), *model_, instance);
    };
    const bool is_named = objects_name_objects_ || std::ranges::any_of(more_.instances, names) ||
                          std::ranges::any_of(more.instances, names);
    if (is_named && is_renamed(*inflation)) return std::nullopt;
    for (const auto& [cell, shift] : inflation->shifts) {
        const bool may_move = cell < twins_.cells().size() && twins_.cells().objects_of(cell).empty() &&
                              piles_.numbers.contains(cell);
        if (!may_move) return std::nullopt;
        more.numbers.emplace(cell, shift > 0 ? 1 : -1);
    }
    for (const auto& [extra, twin] : inflation->twins) {
        if (!piles_.pools.contains(extra.pool)) return std::nullopt;
        more.objects.insert(sort_of(*other, extra));
    }
    return more;
}

bool Inescapable::contains(const State& state) const {
    const auto alike = by_key_.find(key(state));
    if (alike == by_key_.end()) return false;
    return std::ranges::any_of(alike->second, [&](std::size_t known) {
        const std::optional<More> more = beyond(elements_[known], state);
        return more && holds(elements_[known].more, *more);
    });
}

// How much was tried from one state.
struct Work {
    std::size_t elements = 0;
    std::size_t comparisons = 0;
    bool is_over() const { return elements > most_elements || comparisons > most_comparisons; }
};

// Builds the set.
class RegionSearch {
public:
    RegionSearch(const Evaluator& evaluator, const State& first, LoopStage stage, Work& work)
        : evaluator_(evaluator), model_(evaluator.model()), stage_(stage), work_(work), region_(evaluator) {
        region_.first_ = first;
        region_.lowest_ = items_of(model_.layout, first).back();
    }

    // Of the agenda, `own` items are the region's; nothing: all of them, and nothing lies below.
    bool closes(std::optional<std::size_t> own) {
        region_.piles_.below = own.has_value();
        return closes_at_last(own);
    }

    bool closes_as_a_queue() {
        region_.piles_.items = true;
        return closes_at_last({});
    }

    // Of each state's own items the topmost `most` alone.
    bool closes(std::size_t own, std::size_t most) {
        most_own_ = most;
        return closes(std::min(own, most));
    }

    bool outgrew_the_agenda() const { return agenda_was_full_; }
    Inescapable result() && { return std::move(region_); }

private:
    using Element = Inescapable::Element;

    struct Step {
        Element from;
        Successor successor;
    };

    bool closes_at_last(std::optional<std::size_t> own) {
        for (std::size_t i = 0; i <= most_widenings; ++i) {
            wider_ = false;
            if (gather(own) && holds_for_more()) return true;
            if (work_.is_over()) return false;
            if (wider_) continue;
            // A step may tell one from two that are alike.
            if (region_.piles_.pools.empty() || kept_alike_ == most_kept_alike) return false;
            ++kept_alike_;
        }
        return false;
    }

    bool gather(std::optional<std::size_t> own) {
        region_.elements_.clear();
        region_.by_key_.clear();
        region_.choiceless_ = true;
        region_.more_ = {};
        steps_.clear();
        std::optional<State> first = region_.first_;
        if (own) first = region_.cut_below(region_.first_, *own);
        if (!first) return false;
        if (!add(Element{*first, own.value_or(0), {}, {}})) return false;
        for (std::size_t i = 0; i < region_.elements_.size(); ++i) {
            if (region_.elements_.size() > most_elements_at_once) {
                widen_scope(region_.elements_[i].state, true);
                return false;
            }
            if (work_.is_over() || !expand_at(i)) return false;
        }
        return true;
    }

    bool expand_at(std::size_t at) {
        const Element element = region_.elements_[at];
        at_ = at;
        const bool looks_below = region_.piles_.below && element.own == 0 &&
                                 (model_.layout.pending == 0 || element.state[model_.layout.slot(0)] == 0);
        if (looks_below) return false;
        if (!expand(element)) return false;
        // There is another item like the topmost one, or not.
        std::vector<AgendaItem> items = items_of(model_.layout, element.state);
        if (!element.more.items.contains(items.front())) return true;
        items.insert(items.begin(), items.front());
        std::optional<State> longer = with_items(model_.layout, element.state, items);
        return longer && expand(Element{std::move(*longer), 0, element.more, {}});
    }

    bool expand(const Element& element) {
        const Expansion expansion = evaluator_.expand(element.state);
        if (expansion.successors.empty()) return false;
        for (const Successor& successor : expansion.successors) {
            if (!successor.next) return widen(element.state, successor);
            region_.choiceless_ = region_.choiceless_ && successor.next == expansion.successors.front().next;
            if (stage_of(model_, element.state, successor.move, *successor.next) > stage_) return false;
            if (!go_on(element, successor)) return false;
            steps_.push_back({element, successor});
        }
        return true;
    }

    bool go_on(const Element& element, const Successor& successor) {
        Element next{*successor.next, 0, element.more, at_};
        if (region_.piles_.below) {
            const std::size_t frames = height(model_.layout, next.state);
            if (frames == 0) return false;
            next.own = std::min(frames - 1, most_own_);
            const std::optional<State> cut = region_.cut_below(next.state, next.own);
            if (!cut) return false;
            next.state = *cut;
        }
        if (!element.more.items.empty() && !leaves_the_queue(element.state, next.state)) return false;
        next.more.instances.clear();
        for (const Pended& instance : element.more.instances) {
            const std::optional<Pended> now = one_more_after(instance, element.state, successor);
            if (!now) return false;
            next.more.instances.insert(*now);
        }
        // The last one that the state shows: it was the last, or not.
        const Bag after = counted_bag(model_.layout, next.state);
        for (const Pended& instance : std::set(next.more.instances)) {
            if (after.contains(instance)) continue;
            const std::optional<State> more = with_instance(model_, next.state, instance);
            if (!more || !add(Element{*more, next.own, next.more, at_})) return false;
            next.more.instances.erase(instance);
        }
        return add(std::move(next));
    }

    // The bag has one more copy of the instance before the step. Behind the step the copy is the same, unless
    // the object that it names has left. Nothing: the copy makes another difference, or that is not known.
    std::optional<Pended> one_more_after(const Pended& instance, const State& before,
                                         const Successor& step) const {
        const std::optional<State> with_more = with_instance(model_, before, instance);
        if (!with_more) return std::nullopt;
        Bag bag = counted_bag(model_.layout, *step.next);
        for (const Successor& other : evaluator_.expand(*with_more).successors) {
            if (other.move != step.move || !other.next) continue;
            for (const auto& [now, number] : counted_bag(model_.layout, *other.next)) {
                const auto known = bag.find(now);
                if (known != bag.end() && known->second == number) continue;
                const std::optional<State> expected = with_instance(model_, *step.next, now);
                return expected == other.next ? std::optional(now) : std::nullopt;
            }
        }
        return std::nullopt;
    }

    // The step changes no item of the queue but the one under way.
    bool leaves_the_queue(const State& before, const State& after) const {
        const std::vector<AgendaItem> first = items_of(model_.layout, before);
        const std::vector<AgendaItem> last = items_of(model_.layout, after);
        const std::span waiting =
            std::span(first).first(above_floor(model_, first)).subspan(first.size() > 1 ? 1 : 0);
        for (const std::size_t from : {std::size_t{0}, std::size_t{1}}) {
            if (from + waiting.size() <= last.size() &&
                std::ranges::equal(waiting, std::span(last).subspan(from, waiting.size())))
                return true;
        }
        return false;
    }

    // Keeps a few of what is alike and may pile up. So there is room for what a step makes.
    void keep_few(Element& element) const {
        const PoolCells& cells = region_.twins_.cells();
        if (region_.piles_.items) element.state = with_short_runs(model_, element.state, element.more.items);
        if (region_.piles_.bag) {
            for (const auto& [instance, count] : counted_bag(model_.layout, element.state)) {
                if (count < 2) continue;
                element.more.instances.insert(instance);
                for (std::size_t i = 1; i < count; ++i) take_out(model_.layout, element.state, instance);
            }
            element.state = canonical(model_, std::move(element.state));
        }
        if (cells.has_relations()) return;
        std::map<ObjectSort, std::size_t> kept;
        for (const Object& object : cells.present(element.state)) {
            if (!region_.piles_.pools.contains(object.pool) || cells.is_referred_to(element.state, object))
                continue;
            const ObjectSort sort = region_.sort_of(element.state, object);
            if (kept[sort]++ < kept_alike_) continue;
            element.more.objects.insert(sort);
            for (std::size_t cell = 0; cell < cells.size(); ++cell) {
                const std::vector<Object>& objects = cells.objects_of(cell);
                if (!objects.empty() && objects.front() == object)
                    element.state[cell] = model_.variables[cells[cell].variable].initial;
            }
        }
    }

    bool comes_from(const Element& element, std::size_t known) const {
        for (std::optional<std::size_t> at = element.from; at; at = region_.elements_[*at].from) {
            if (*at == known) return true;
        }
        return false;
    }

    bool add(Element element) {
        element.state = region_.without_unread(element.state);
        keep_few(element);
        std::vector<std::size_t>& alike = region_.by_key_[region_.key(element.state)];
        More joins;
        for (const std::size_t known : alike) {
            ++work_.comparisons;
            std::optional<More> more = region_.beyond(region_.elements_[known], element.state);
            if (!more) continue;
            More all = *more;
            if (merge(all, element.more) && holds(region_.elements_[known].more, all)) return true;
            // A number goes on in a direction only if play has come from where it was.
            if (!comes_from(element, known)) more->numbers.clear();
            if (!merge(joins, *more)) return false;
        }
        if (!merge(element.more, joins) || !merge(region_.more_, element.more)) return false;
        ++work_.elements;
        alike.push_back(region_.elements_.size());
        region_.elements_.push_back(std::move(element));
        return true;
    }

    // What stops the step piles up, if it is no rule that does; and if that does already, something else may
    // pile up on the way there. Always false; `wider_`: it is worth another try.
    bool widen(const State& state, const Successor& successor) {
        if (successor.given_up) return false;
        if (successor.cut) {
            widen_scope(state, false);
        } else if (!widen_ranges(successor)) {
            return false;
        }
        if (!wider_) widen_scope(state, true);
        return false;
    }

    // Is it nothing but numbers that leave their range?
    bool widen_ranges(const Successor& successor) {
        for (const Occurrence& met : successor.incidents) {
            if (met.incident != model_.incidents.overflow || !met.var.is_valid()) return false;
            const Variable& variable = model_.variable(met.var);
            for (std::size_t i = 0; i < variable.cells; ++i) {
                const std::size_t cell = variable.base + i;
                if (region_.twins_.cells()[cell].is_number && region_.piles_.numbers.insert(cell).second)
                    wider_ = true;
            }
        }
        return true;
    }

    // What is full, or whatever has a bound.
    void widen_scope(const State& state, bool whatever) {
        const Layout& layout = model_.layout;
        const PoolCells& cells = region_.twins_.cells();
        const std::vector<Object> present = cells.present(state);
        const auto is_full = [&](std::size_t pool) {
            const Type& type = model_.type(cells.pools()[pool].type);
            return std::ranges::count(present, pool, &Object::pool) == type.hi - type.first() + 1;
        };
        agenda_was_full_ = agenda_was_full_ || whatever || is_agenda_full(layout, state);
        const bool bag = layout.pending > 0 && state[layout.slot(layout.pending - 1)] != 0;
        if ((bag || whatever) && !std::exchange(region_.piles_.bag, true)) wider_ = true;
        for (std::size_t pool = 0; pool < cells.pools().size(); ++pool) {
            if ((whatever || is_full(pool)) && region_.piles_.pools.insert(pool).second) wider_ = true;
        }
    }

    bool holds_for_more() const {
        return std::ranges::all_of(steps_, [&](const Step& step) {
            const More& more = step.from.more;
            return (more.numbers.empty() && more.objects.empty()) ||
                   is_same_for_more(step.from, step.successor);
        });
    }

    // From every state that the element stands for the same can be done, and nothing else, and it leads to
    // the same with more.
    bool is_same_for_more(const Element& element, const Successor& step) const {
        const std::optional<std::vector<Population>> populations = bystanders(element, step);
        if (!populations) return false;
        const bool ranges = std::ranges::any_of(element.more.numbers, [&](const auto& number) {
            const std::optional<VarId> variable = variable_of(model_, number.first);
            return variable && model_.type(model_.variable(*variable).type).is_finite();
        });
        const PathRun run = run_path(evaluator_, element.state, {step}, *populations,
                                     {.forced = false, .no_other_options = true, .ranges = ranges});
        if (!run.refusal.empty()) return false;
        return std::ranges::all_of(
                   run.conditions,
                   [&](const PathCondition& asked) { return stays(element, run, asked.form); }) &&
               keeps_numbers(element, run);
    }

    // Of each growing sort, if they are enough.
    std::optional<std::vector<Population>> bystanders(const Element& element, const Successor& step) const {
        std::vector<Population> result;
        const PoolCells& cells = region_.twins_.cells();
        std::vector<std::vector<Value>> growing(cells.pools().size());
        for (const ObjectSort& sort : element.more.objects) {
            const TypeId type = cells.pools()[sort.pool].type;
            Population population{type, {}};
            for (Value value = model_.type(type).first(); value <= model_.type(type).hi; ++value) {
                if (stands_by({sort.pool, value}, sort, element.state, step))
                    population.bystanders.push_back(value);
            }
            if (population.bystanders.empty()) return std::nullopt;
            growing[sort.pool].push_back(population.bystanders.front());
            result.push_back(std::move(population));
        }
        if (result.empty()) return result;
        const Threshold wanted =
            threshold(evaluator_, region_.twins_, evaluated_on(model_, element.state, {step}, true),
                      element.state, growing);
        const bool enough = wanted.refused.empty() && std::ranges::all_of(result, [&](const Population& of) {
                                return of.bystanders.size() >= wanted.bystanders;
                            });
        return enough ? std::optional(std::move(result)) : std::nullopt;
    }

    bool stands_by(Object object, const ObjectSort& sort, const State& state, const Successor& step) const {
        const PoolCells& cells = region_.twins_.cells();
        return cells.exists(state, object) && region_.sort_of(state, object) == sort &&
               !cells.is_referred_to(state, object) && cells.stands_by(step, object);
    }

    // Which way a variable goes: there are never fewer of an object, and who has no direction never differs.
    static Value direction_of(const Element& element, const PathVariable& variable) {
        if (variable.population) return 1;
        const auto known = element.more.numbers.find(variable.cell);
        return known == element.more.numbers.end() ? 0 : known->second;
    }

    // 0 or less now, and no more when its variables have gone further.
    static bool stays(const Element& element, const PathRun& run, const Linear& form) {
        return std::ranges::all_of(form.parts, [&](const auto& part) {
            return part.second * direction_of(element, run.variables[part.first]) <= 0;
        });
    }

    // Every number is afterwards what it was, more by a fixed amount, or a fixed number. Numbers that never
    // differ are as good as fixed.
    static bool keeps_numbers(const Element& element, const PathRun& run) {
        for (std::size_t cell = 0; cell < run.last.size(); ++cell) {
            std::size_t varying = 0;
            for (const auto& [number, coefficient] : run.last[cell].form.parts) {
                const PathVariable& variable = run.variables[number];
                if (direction_of(element, variable) == 0) continue;
                if (++varying > 1 || coefficient != 1 || variable.population || variable.cell != cell)
                    return false;
            }
        }
        return true;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    LoopStage stage_;
    Work& work_;
    Inescapable region_;
    std::vector<Step> steps_;
    std::size_t at_ = 0;  // the element that is expanded
    std::size_t most_own_ = std::numeric_limits<std::size_t>::max();
    std::size_t kept_alike_ = 1;
    bool wider_ = false;
    bool agenda_was_full_ = false;
};

std::optional<Inescapable> Inescapable::from(const Evaluator& evaluator, const State& first,
                                             LoopStage stage) {
    if (has_ended(evaluator.model(), first)) return std::nullopt;
    Work work;
    RegionSearch whole(evaluator, first, stage, work);
    if (whole.closes(std::nullopt)) return std::move(whole).result();
    const Model& model = evaluator.model();
    if (!whole.outgrew_the_agenda()) return std::nullopt;
    if (model.policies.agenda == Agenda::Queue && whole.closes_as_a_queue()) return std::move(whole).result();
    if (model.policies.agenda != Agenda::Stack) return std::nullopt;
    Work work_on_few;
    for (std::size_t own = 0; own + 1 <= height(model.layout, first); ++own) {
        RegionSearch above(evaluator, first, stage, work);
        if (above.closes(own)) return std::move(above).result();
        if (!above.outgrew_the_agenda()) continue;
        for (std::size_t most = std::max<std::size_t>(own, 1); most <= most_kept_above; ++most) {
            RegionSearch of_few(evaluator, first, stage, work_on_few);
            if (of_few.closes(own, most)) return std::move(of_few).result();
        }
    }
    return std::nullopt;
}

namespace {

// States met one after the other, each with the step that came to it.
struct Visit {
    State state;
    std::size_t from = 0;
    std::size_t depth = 0;
    Successor step;
};

std::vector<Successor> steps_to(const std::vector<Visit>& met, std::size_t at) {
    std::vector<Successor> steps;
    for (; met[at].depth > 0; at = met[at].from) steps.push_back(met[at].step);
    std::ranges::reverse(steps);
    return steps;
}

WayRound way_between(const std::vector<Visit>& met, std::size_t start, std::size_t end,
                     const Successor& last) {
    WayRound way{steps_to(met, end), {}};
    way.steps.assign(way.stem.begin() + static_cast<std::ptrdiff_t>(met[start].depth), way.stem.end());
    way.steps.push_back(last);
    way.stem.resize(met[start].depth);
    return way;
}

}  // namespace

std::optional<WayRound> Inescapable::way_round(const Evaluator& evaluator) const {
    const Layout& layout = model_->layout;
    const std::size_t below = height(layout, first_) - elements_.front().own;
    const auto as_element = [&](const State& state) {
        Element element{without_unread(state), 0, {}, {}};
        if (!piles_.below) return std::optional(element);
        element.own = height(layout, state) - std::min(height(layout, state), below);
        const std::optional<State> cut = cut_below(state, element.own);
        if (!cut) return std::optional<Element>();
        element.state = *cut;
        return std::optional(element);
    };
    std::vector<Visit> met{{first_, 0, 0, {}}};
    std::map<State, std::size_t> known{{first_, 0}};
    std::optional<WayRound> with_more;
    std::size_t deepest = most_states_of_round;
    for (std::size_t at = 0; at < met.size() && met.size() < most_states_of_round; ++at) {
        if (met[at].depth > deepest) break;
        const State state = met[at].state;
        for (const Successor& successor : evaluator.expand(state).successors) {
            if (!successor.next) continue;
            const auto [place, is_new] = known.emplace(*successor.next, met.size());
            for (std::size_t before = at;; before = met[before].from) {
                if (place->second == before) return way_between(met, before, at, successor);
                if (is_new && !with_more) {
                    const std::optional<Element> element = as_element(met[before].state);
                    if (element && beyond(*element, *successor.next)) {
                        with_more = way_between(met, before, at, successor);
                        // One that comes back exactly is plainer, if it is not much longer.
                        deepest = 2 * met[at].depth + 2;
                    }
                }
                if (met[before].depth == 0) break;
            }
            if (is_new) met.push_back({*successor.next, at, met[at].depth + 1, successor});
        }
    }
    return with_more;
}

bool lies_in_some(const State& state, const std::vector<Inescapable>& regions) {
    return std::ranges::any_of(regions, [&](const Inescapable& region) { return region.contains(state); });
}

bool gets_out(const Evaluator& evaluator, const State& first, LoopStage stage, std::size_t max) {
    std::set<State> known{first};
    std::vector<State> queue{first};
    for (std::size_t i = 0; i < queue.size() && queue.size() < max; ++i) {
        const State state = queue[i];
        const Expansion expansion = evaluator.expand(state);
        if (expansion.over) return true;
        for (const Successor& successor : expansion.successors) {
            if (!successor.next) continue;
            if (stage_of(evaluator.model(), state, successor.move, *successor.next) > stage) return true;
            if (known.insert(*successor.next).second) queue.push_back(*successor.next);
        }
    }
    return false;
}

}  // namespace errata::checker
