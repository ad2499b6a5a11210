#include "checker/screen/shards.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

#include "checker/fact_kinds.h"

namespace errata::checker {

namespace {

using Names = std::vector<std::string>;
// Items by their place in the list of items, as sets are compared where they are numbers.
using Order = std::map<std::string, std::size_t>;

std::vector<std::size_t> ranks(const Names& items, const Order& order) {
    std::vector<std::size_t> result;
    result.reserve(items.size());
    for (const std::string& item : items) result.push_back(order.at(item));
    return result;
}

bool holds_another(const ScreenedSets::Open& set, const std::vector<ScreenedSets>& all,
                   const std::string& table, const Order& order) {
    const std::vector<std::size_t> items = ranks(set.items, order);
    return std::ranges::any_of(all, [&](const ScreenedSets& sets) {
        return sets.table == table && std::ranges::any_of(sets.shown, [&](const ScreenedSets::Open& other) {
                   return other.items.size() < items.size() &&
                          std::ranges::includes(items, ranks(other.items, order));
               });
    });
}

void add(ScreenedSets& to, const ScreenedSets& more, const Order& order) {
    to.sets += more.sets;
    to.open += more.open;
    to.all_known = to.all_known && more.all_known;
    std::ranges::copy(more.shown, std::back_inserter(to.shown));
    std::ranges::sort(to.shown, {}, [&](const ScreenedSets::Open& open) { return ranks(open.items, order); });
}

// A set is in one shard, on every table.
void add(std::vector<SetsOfSize>& totals, const SetsOfSize& more) {
    const auto same = std::ranges::find_if(totals, [&](const SetsOfSize& total) {
        return total.kind == more.kind && total.items == more.items;
    });
    if (same == totals.end()) return totals.push_back(more);
    same->sets += more.sets;
    same->open += more.open;
}

void add(ItemUse& to, const ItemUse& more, const Order& order) {
    if (to.smallest_open == 0 || (more.smallest_open > 0 && more.smallest_open < to.smallest_open))
        to.smallest_open = more.smallest_open;
    to.play_is_open = to.play_is_open || more.play_is_open;
    if (more.is_playable) to.is_playable = to.is_playable.value_or(false) || *more.is_playable;
    const auto rank = [&](const Names& set) {
        return std::tuple(set.empty(), set.size(), ranks(set, order));
    };
    if (rank(more.acts_with) < rank(to.acts_with)) to.acts_with = more.acts_with;
    if (to.miss.empty() || (!more.miss.empty() && more.miss < to.miss)) to.miss = more.miss;
    if (to.is_playable.value_or(true)) to.miss.clear();
}

Order order_of(const std::vector<compiler::PrintedItem>& items) {
    Order order;
    for (const compiler::PrintedItem& item : items) order.emplace(item.name, order.size());
    return order;
}

void add(std::vector<ItemUse>& to, const ItemUse& more, const Order& order) {
    const auto place = std::ranges::find_if(
        to, [&](const ItemUse& item) { return order.at(item.name) >= order.at(more.name); });
    if (place == to.end() || place->name != more.name)
        to.insert(place, more);
    else
        add(*place, more, order);
}

// It laid out no set there, and says nothing of the sets of the others.
bool has_no_set(const Verdict& verdict) {
    return verdict.status == Status::Unknown && !verdict.facts.empty() &&
           verdict.facts.front().kind == FactKind::NoInitialState;
}

Verdict joined_verdict_of_shards(const std::vector<Verdict>& of_shards) {
    Verdict result = of_shards.front();
    for (const Verdict& verdict : of_shards) result = both(std::move(result), verdict);
    const auto is_shown = [&](const Verdict& verdict) { return verdict.status == result.status; };
    const auto shown = std::ranges::find_if(of_shards, is_shown);
    result.facts = shown->facts;
    const bool holds = result.status == Status::Complete || result.status == Status::Proved;
    if (holds) result.facts.push_back({FactKind::InEachShard, {of_shards.size()}});
    result.vacuous = std::ranges::all_of(of_shards, &Verdict::vacuous);
    return result;
}

std::vector<Verdict> joined_verdicts(const std::vector<CheckResult>& shards) {
    using Key = std::tuple<AnalysisName, std::string, ClaimId>;
    std::vector<Key> keys;
    std::map<Key, std::vector<Verdict>> by_key;
    for (const CheckResult& shard : shards) {
        for (const Verdict& verdict : shard.verdicts) {
            const Key key{verdict.obligation.analysis, verdict.obligation.place, verdict.about};
            if (!by_key.contains(key)) keys.push_back(key);
            by_key[key].push_back(verdict);
        }
    }
    std::vector<Verdict> result;
    result.reserve(keys.size());
    for (const Key& key : keys) {
        std::vector<Verdict>& of_shards = by_key.at(key);
        if (!std::ranges::all_of(of_shards, has_no_set)) std::erase_if(of_shards, has_no_set);
        result.push_back(joined_verdict_of_shards(of_shards));
    }
    return result;
}

}  // namespace

Screened joined(const Screened& a, const Screened& b, const std::vector<compiler::PrintedItem>& items) {
    Screened result = a;
    const Order order = order_of(items);
    for (const ScreenedSets& more : b.sets) {
        const auto same = std::ranges::find_if(result.sets, [&](const ScreenedSets& sets) {
            return sets.table == more.table && sets.kind == more.kind && sets.items == more.items;
        });
        if (same == result.sets.end())
            result.sets.push_back(more);
        else
            add(*same, more, order);
    }
    for (ScreenedSets& sets : result.sets) {
        std::erase_if(sets.shown, [&](const ScreenedSets::Open& open) {
            return holds_another(open, result.sets, sets.table, order);
        });
        if (sets.shown.size() > most_open_shown) sets.shown.resize(most_open_shown);
    }
    for (const SetsOfSize& total : b.totals) add(result.totals, total);
    for (const ItemUse& item : b.items) add(result.items, item, order);
    return result;
}

CheckResult joined_shards(const compiler::Model& model, std::vector<CheckResult> shards) {
    CheckResult result;
    result.verdicts = joined_verdicts(shards);
    for (CheckResult& shard : shards) {
        std::ranges::move(shard.findings, std::back_inserter(result.findings));
        std::ranges::move(shard.not_analysed, std::back_inserter(result.not_analysed));
        for (const auto& [statistic, amount] : shard.stats) {
            double& all = result.stats[statistic];
            all = joined(statistic, all, amount);
        }
        result.stopped = result.stopped || shard.stopped;
        if (!shard.screened) continue;
        result.screened = result.screened ? joined(*result.screened, *shard.screened, model.printed_items)
                                          : *shard.screened;
    }
    return result;
}

void note_missing_shards(const std::vector<std::size_t>& missing, std::size_t shards, CheckResult& result) {
    if (missing.empty()) return;
    Facts why;
    for (const std::size_t shard : missing) why.push_back({FactKind::ShardMissing, {shard, shards}});
    std::ranges::copy(why, std::back_inserter(result.not_analysed));
    for (Verdict& verdict : result.verdicts) {
        if (verdict.status == Status::Refuted || verdict.is_open) continue;
        verdict.status = Status::Unknown;
        verdict.facts = why;
        verdict.is_open = is_asked(verdict.about);
        verdict.limit = why;
    }
    result.inconclusive = true;
    result.stopped = true;
    if (!result.screened) return;
    for (ItemUse& item : result.screened->items) {
        item.play_is_open = true;
        if (item.acts_with.empty()) item.smallest_open = std::max(item.smallest_open, std::size_t{1});
    }
}

}  // namespace errata::checker
