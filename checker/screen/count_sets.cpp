#include <algorithm>
#include <utility>

#include "checker/near/near_miss.h"
#include "checker/screen/sets_seen.h"
#include "checker/search/analysis.h"

namespace errata::checker {

using namespace compiler;

namespace {

struct Gathered {
    explicit Gathered(const Model& model) : items(model) {}

    ItemsSeen items;
    std::map<std::size_t, SetsSeen> sets;      // by setup
    std::map<std::size_t, std::size_t> parts;  // seen, of those that are searched in parts
    std::map<std::size_t, NearMiss> misses;    // by printed item: the nearest of those that it waits on
};

// What comes nearest to its coming into effect, where it is laid out and is not in effect.
NearMiss miss_of(const Model& model, const PrintedItem& item, const Reach& reach, std::size_t setup) {
    const Screening& screening = *model.setups[setup].screening;
    const auto waits = [&](const State& state) {
        const bool is_laid_out = std::ranges::any_of(
            screening.holders, [&](std::size_t holder) { return state[holder] == item.identity; });
        return is_laid_out && reach.evaluator().value(item.functions, state).value_or(0) == 0;
    };
    return near_miss({&reach}, item.functions, waits);
}

void look_at(Task& task, std::size_t setup, Gathered& gathered) {
    SetsSeen& seen = gathered.sets[setup];
    const Reach* reach = task.workbench().reach(setup);
    if (reach == nullptr) return;
    const bool is_whole = reach->exploration().complete();
    const Facts why = is_whole ? Facts{} : completeness(task.workbench(), setup, *reach).limit;
    const Model& model = task.model();
    for (const std::size_t item : gathered.items.look_at(*reach, setup, seen, why)) {
        NearMiss miss = miss_of(model, model.printed_items[item], *reach, setup);
        const auto [known, is_new] = gathered.misses.try_emplace(item, miss);
        if (!is_new && !miss.words.empty() &&
            (known->second.words.empty() || miss.distance < known->second.distance))
            known->second = std::move(miss);
    }
}

std::vector<std::string> names_of(const Model& model, TypeId items, const ItemSet& set) {
    std::vector<std::string> names;
    names.reserve(set.size());
    for (const Value item : set) names.push_back(model.type(items).labels[static_cast<std::size_t>(item)]);
    return names;
}

// For how many sets one that was laid out stands: of a class of items alike, the first ones stand for any.
class Stands {
public:
    Stands(const Model& model, TypeId items) {
        for (std::size_t i = 0; i < model.printed_items.size(); ++i) {
            const PrintedItem& item = model.printed_items[i];
            if (item.identity_type != items) continue;
            class_of_[item.identity] = item.same_as.value_or(i);
            ++sizes_[item.same_as.value_or(i)];
        }
    }

    std::size_t count(ItemSet set) const {
        set.erase(std::unique(set.begin(), set.end()), set.end());  // it is in order
        std::map<std::size_t, std::size_t> chosen;
        for (const Value item : set) ++chosen[class_of_.at(item)];
        std::size_t result = 1;
        for (const auto& [one, number] : chosen) result *= choices(sizes_.at(one), number);
        return result;
    }

private:
    // So many subsets of `number` have `all` items.
    static std::size_t choices(std::size_t all, std::size_t number) {
        std::size_t result = 1;
        for (std::size_t i = 0; i < number; ++i) result = result * (all - i) / (i + 1);
        return result;
    }

    std::map<Value, std::size_t> class_of_;  // by the index of the first one
    std::map<std::size_t, std::size_t> sizes_;
};

// Those that hold no smaller one that is open, too: on the same table.
bool holds_smaller(const ItemSet& set, const std::vector<const SetsSeen*>& smaller) {
    return std::ranges::any_of(smaller, [&](const SetsSeen* seen) {
        return std::ranges::any_of(seen->open, [&](const auto& open) {
            return open.first.size() < set.size() && std::ranges::includes(set, open.first);
        });
    });
}

ScreenedSets sets_of(const Workbench& workbench, std::size_t number, const Gathered& gathered) {
    const Setup& setup = workbench.model().setups[number];
    const Screening& screening = *setup.screening;
    const SetsSeen& seen = gathered.sets.at(number);
    std::vector<const SetsSeen*> smaller;
    for (const auto& [other, sets] : gathered.sets) {
        const Screening& about = *workbench.model().setups[other].screening;
        if (about.table == screening.table && about.holders.size() < screening.holders.size())
            smaller.push_back(&sets);
    }
    ScreenedSets result;
    result.table = screening.table;
    result.kind = workbench.model().type(screening.items).name;
    result.items = screening.holders.size();
    result.turns = screening.turns;
    const Stands stands(workbench.model(), screening.items);
    for (const ItemSet& set : seen.laid_out) result.sets += stands.count(set);
    for (const auto& [set, why] : seen.open) result.open += stands.count(set);
    for (const auto& [set, why] : seen.open) {
        if (result.shown.size() == most_open_shown) break;
        if (!holds_smaller(set, smaller))
            result.shown.push_back({names_of(workbench.model(), screening.items, set), why});
    }
    result.all_known = seen.all_known;
    return result;
}

std::vector<SetsOfSize> totals(const Model& model, const Gathered& gathered) {
    std::map<std::pair<TypeId, std::size_t>, SetsSeen> all;
    for (const auto& [setup, seen] : gathered.sets) {
        const Screening& screening = *model.setups[setup].screening;
        SetsSeen& together = all[{screening.items, screening.holders.size()}];
        together.laid_out.insert(seen.laid_out.begin(), seen.laid_out.end());
        together.open.insert(seen.open.begin(), seen.open.end());
    }
    std::vector<SetsOfSize> result;
    for (const auto& [key, seen] : all) {
        const auto& [items, size] = key;
        const Stands stands(model, items);
        SetsOfSize& total = result.emplace_back(SetsOfSize{model.type(items).name, size});
        for (const ItemSet& set : seen.laid_out) total.sets += stands.count(set);
        for (const auto& [set, why] : seen.open) total.open += stands.count(set);
    }
    return result;
}

// Was every set laid out on the table before the time was over?
bool is_laid_out(Workbench& workbench, std::size_t setup, const Gathered& gathered) {
    const auto parts = gathered.parts.find(setup);
    if (parts != gathered.parts.end()) return parts->second == workbench.of(setup).pieces();
    const Reach* reach = workbench.reach(setup);
    return reach != nullptr && reach->exploration().outcome().end != SearchEnd::Asked;
}

// Those that the search had no time to begin with are open, too.
void add_not_begun(Workbench& workbench, std::size_t setup, SetsSeen& seen) {
    const auto all = possible_sets(workbench.evaluator(), workbench.model().setups[setup]);
    seen.all_known = all.has_value();
    if (!all) return;
    for (const ItemSet& set : *all) {
        if (seen.laid_out.insert(set).second) seen.open.emplace(set, Facts{});
    }
}

// Says of which sets with the item it is not known what it does there.
void say_open(Workbench& workbench, const PrintedItem& item, const Gathered& gathered,
              const std::set<std::size_t>& waits_on, ItemUse& use) {
    for (const auto& [setup, sets] : gathered.sets) {
        const Screening& screening = *workbench.model().setups[setup].screening;
        if (screening.items != item.identity_type) continue;
        if (!sets.all_known) {
            const std::size_t size = screening.holders.size();
            use.smallest_open = use.smallest_open == 0 ? size : std::min(use.smallest_open, size);
            use.play_is_open = true;
        }
        for (const auto& [set, why] : sets.open) {
            if (std::ranges::find(set, item.identity) == set.end()) continue;
            if (use.smallest_open == 0 || set.size() < use.smallest_open) use.smallest_open = set.size();
            use.play_is_open = use.play_is_open || waits_on.contains(setup);
        }
    }
}

// Was it laid out, or the item that stands for it?
bool is_in_a_set(const Model& model, const PrintedItem& item, const Gathered& gathered) {
    const Value laid_out = item.same_as ? model.printed_items[*item.same_as].identity : item.identity;
    return std::ranges::any_of(gathered.sets, [&](const auto& sets) {
        return model.setups[sets.first].screening->items == item.identity_type &&
               std::ranges::any_of(sets.second.laid_out, [&](const ItemSet& set) {
                   return std::ranges::binary_search(set, laid_out);
               });
    });
}

// What it does, or what the item does that stands for it.
ItemUse use_of(Task& task, std::size_t number, const Gathered& gathered) {
    const Model& model = task.model();
    const PrintedItem& item = model.printed_items[number];
    ItemUse result;
    if (item.same_as) {
        result = use_of(task, *item.same_as, gathered);
        result.same_as = std::exchange(result.name, item.name);
        const auto exchanged = [&](const std::string& name) {
            return name == item.name ? result.same_as : name == result.same_as ? item.name : name;
        };
        std::ranges::transform(result.acts_with, result.acts_with.begin(), exchanged);
        return result;
    }
    const ItemsSeen::Use& use = gathered.items.uses()[number];
    result.name = item.name;
    result.kind = item.kind;
    result.is_playable = use.is_playable;
    result.has_text = gathered.items.can_act(item);
    say_open(task.workbench(), item, gathered, use.waits_on, result);
    result.acts_unseen = use.acts_unseen && use.acts_with.empty();
    result.acts_with = names_of(model, item.identity_type, use.acts_with);
    if (result.is_playable.value_or(true)) return result;
    const auto miss = gathered.misses.find(number);
    if (miss != gathered.misses.end()) result.miss = miss->second.words.text();
    return result;
}

}  // namespace

static bool has_screens(const Model& model) {
    return std::ranges::any_of(model.setups, [](const Setup& setup) { return setup.screening.has_value(); });
}

static void see_part_for_sets(Task& task, std::size_t setup) {
    if (!task.model().setups[setup].screening) return;
    Gathered* kept = task.kept<Gathered>();
    Gathered& gathered = kept ? *kept : task.keep(Gathered(task.model()));
    ++gathered.parts[setup];
    look_at(task, setup, gathered);
}

static void count_sets(Task& task) {
    Gathered* kept = task.kept<Gathered>();
    Gathered gathered = kept ? std::move(*kept) : Gathered(task.model());
    const Model& model = task.model();
    for (std::size_t setup = 0; setup < model.setups.size(); ++setup) {
        if (!model.setups[setup].screening) continue;
        if (!gathered.parts.contains(setup)) look_at(task, setup, gathered);
    }
    for (auto& [setup, sets] : gathered.sets) {
        if (!is_laid_out(task.workbench(), setup, gathered)) add_not_begun(task.workbench(), setup, sets);
    }
    Screened screened;
    for (const auto& [setup, sets] : gathered.sets)
        screened.sets.push_back(sets_of(task.workbench(), setup, gathered));
    screened.totals = totals(model, gathered);
    for (std::size_t item = 0; item < model.printed_items.size(); ++item) {
        if (is_in_a_set(model, model.printed_items[item], gathered))
            screened.items.push_back(use_of(task, item, gathered));
    }
    task.screened(std::move(screened));
}

Analysis rows::Screens() {
    return {.claim = "every set of a screen is seen to the end",
            .codes = {},
            .extent = Extent::Setups,
            .applies = has_screens,
            .run_explicit = count_sets,
            .run_symbolic = count_sets,
            .certify = nullptr,
            .see_part = see_part_for_sets,
            .screens = true};
}

}  // namespace errata::checker
