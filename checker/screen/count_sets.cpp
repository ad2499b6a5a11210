#include <algorithm>
#include <utility>

#include "checker/reach/live_code.h"
#include "checker/reach/near_miss.h"
#include "checker/screen/sets_seen.h"
#include "checker/search/analysis.h"

namespace errata::checker {

using namespace compiler;

namespace {

struct Gathered {
    explicit Gathered(const Model& model) : items(model), code(find_live_code(model)) {}

    ItemsSeen items;
    LiveCode code;
    std::map<std::size_t, SetsSeen> sets;  // by setup
    std::set<std::size_t> in_parts;
};

void look_at(Task& task, std::size_t setup, Gathered& gathered) {
    SetsSeen& seen = gathered.sets[setup];
    const Reach* reach = task.workbench().reach(setup);
    if (reach == nullptr) return;
    const bool is_whole = reach->exploration().complete();
    const std::string why = is_whole ? "" : completeness(task.workbench(), setup, *reach).limit;
    gathered.items.look_at(*reach, setup, seen, why);
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
    result.all_known = !workbench.clock().is_over();
    return result;
}

// Is there a set with it that was not seen to the end, or not at all?
bool is_open(const Workbench& workbench, const PrintedItem& item, const Gathered& gathered) {
    if (workbench.clock().is_over()) return true;
    return std::ranges::any_of(gathered.sets, [&](const auto& sets) {
        const Screening& screening = *workbench.model().setups[sets.first].screening;
        return screening.items == item.identity_type &&
               std::ranges::any_of(sets.second.open, [&](const auto& open) {
                   return std::ranges::find(open.first, item.identity) != open.first.end();
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
    result.has_text = !item.clauses.empty();
    result.is_open = is_open(task.workbench(), item, gathered);
    result.acts_unseen = std::ranges::any_of(
        item.clauses, [&](ClauseId clause) { return !gathered.code.ability[clause.index]; });
    result.acts_with = names_of(model, item.identity_type, use.acts_with);
    if (result.is_open || use.is_playable.value_or(true)) return result;
    std::vector<const Reach*> graphs;
    for (const std::size_t setup : use.waits_on) {
        if (gathered.in_parts.contains(setup)) continue;
        if (const Reach* reach = task.workbench().reach(setup)) graphs.push_back(reach);
    }
    if (graphs.empty()) return result;
    const Screening& screening = *model.setups[*use.waits_on.begin()].screening;
    const auto is_on_the_table = [&](const State& state) {
        return std::ranges::any_of(screening.holders,
                                   [&](std::size_t holder) { return state[holder] == item.identity; });
    };
    result.miss = near_miss(graphs, item.functions, is_on_the_table);
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
    gathered.in_parts.insert(setup);
    look_at(task, setup, gathered);
}

static void count_sets(Task& task) {
    Gathered* kept = task.kept<Gathered>();
    Gathered gathered = kept ? std::move(*kept) : Gathered(task.model());
    const Model& model = task.model();
    std::set<TypeId> kinds;
    for (std::size_t setup = 0; setup < model.setups.size(); ++setup) {
        if (!model.setups[setup].screening) continue;
        kinds.insert(model.setups[setup].screening->items);
        if (!gathered.in_parts.contains(setup)) look_at(task, setup, gathered);
    }
    Screened screened;
    for (const auto& [setup, sets] : gathered.sets)
        screened.sets.push_back(sets_of(task.workbench(), setup, gathered));
    for (std::size_t item = 0; item < model.printed_items.size(); ++item) {
        if (kinds.contains(model.printed_items[item].identity_type))
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
