#include "compiler/lower/splits.h"

#include <algorithm>
#include <numeric>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

namespace {

using Split = std::vector<Value>;  // by thing, all kinds one after the other

// All ways with a sum, in falling order: what can go to the first ones goes there first.
class Ways {
public:
    Ways(const std::vector<Value>& most, std::vector<Split>& found) : most_(most), found_(found) {
        room_.resize(most.size() + 1, 0);
        for (std::size_t i = most.size(); i-- > 0;) room_[i] = room_[i + 1] + most[i];
    }

    // False: there are too many, and those of this sum are left out.
    bool add_all(Value sum) {
        const std::size_t before = found_.size();
        now_.assign(most_.size(), 0);
        divide(0, sum);
        if (found_.size() <= most_splits) return true;
        found_.resize(before);
        return false;
    }
    Value room() const { return room_.front(); }

private:
    void divide(std::size_t at, Value rest) {
        if (rest > room_[at] || found_.size() > most_splits) return;
        if (at == most_.size()) {
            found_.push_back(now_);
            return;
        }
        for (Value share = std::min(rest, most_[at]); share >= 0; --share) {
            now_[at] = share;
            divide(at + 1, rest - share);
        }
    }

    const std::vector<Value>& most_;
    std::vector<Split>& found_;
    std::vector<Value> room_;  // of the things from here on
    Split now_;
};

std::string text_of(const Split& split, const std::vector<std::string>& things) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < split.size(); ++i) {
        if (split[i] > 0) parts.push_back(std::to_string(split[i]) + " to " + things[i]);
    }
    return parts.empty() ? "nothing" : dsl::join(parts, ", ");
}

TypeId type_of(const Lowering& l, const std::vector<Split>& all, const std::vector<std::string>& things) {
    Type type;
    type.form = TypeForm::Enum;
    type.name = "split";
    type.hi = static_cast<Value>(all.size()) - 1;
    for (const Split& split : all) type.labels.push_back(text_of(split, things));
    return l.model.types.add(std::move(type));
}

Splits made(const Lowering& l, const SplitKey& key) {
    std::vector<Value> most;
    std::vector<std::string> things;
    for (const auto& [kind, each] : key.parts) {
        for (const std::string& label : l.type(kind).labels) {
            things.push_back(label);
            most.push_back(std::min(each, key.amount));
        }
    }
    Splits result;
    std::vector<Split> all;
    Ways ways(most, all);
    result.is_complete = true;
    const Value highest = std::min(key.amount, ways.room());
    for (result.reach = -1; result.reach < highest && result.is_complete;) {
        result.is_complete = ways.add_all(result.reach + 1);
        if (result.is_complete) ++result.reach;
    }
    result.type = type_of(l, all, things);
    const TypeId number = l.model.types.range(0, std::max<Value>(result.reach, 0));
    auto sums = dsl::mapped(
        all, [](const Split& split) { return std::accumulate(split.begin(), split.end(), Value{0}); });
    result.sum = add_table(l, "sum of a split", {result.type}, number, std::move(sums));
    std::size_t first = 0;
    for (const auto& [kind, each] : key.parts) {
        const auto size = static_cast<std::ptrdiff_t>(l.type(kind).size());
        std::vector<Value> shares;
        for (const Split& split : all) {
            const auto begin = split.begin() + static_cast<std::ptrdiff_t>(first);
            shares.insert(shares.end(), begin, begin + size);
        }
        first += static_cast<std::size_t>(size);
        result.shares.push_back(
            add_table(l, "share of a " + l.type(kind).name, {result.type, kind}, number, std::move(shares)));
    }
    return result;
}

}  // namespace

const Splits& splits(const Lowering& l, const SplitKey& key) {
    const auto known = l.memory.tables.splits.find(key);
    if (known != l.memory.tables.splits.end()) return known->second;
    return l.memory.tables.splits.emplace(key, made(l, key)).first->second;
}

}  // namespace errata::compiler
