#include "dsl/phrases/chart.h"

#include <utility>

namespace errata::dsl {
namespace {

// What is known about one category at one position.
struct Cell {
    std::uint32_t waiting = nowhere;  // the first item that waits for the category here
    std::uint32_t span = nowhere;     // the last completed span that begins here
    bool predicted = false;
};

// Finds the item with a given dot and start in the current set. Open addressing; a key holds the set, so the
// table is never cleared between sets.
class ItemIndex {
public:
    ItemIndex() : slots_(initial_size) {}

    // The slot's value: `nowhere` if the item is new, to be set by the caller.
    std::uint32_t& find(std::uint32_t dot, std::uint32_t start, std::uint32_t set) {
        if (2 * ++used_ > slots_.size()) grow();
        const std::uint64_t key = (std::uint64_t{dot} << 32U) | (std::uint64_t{start} << 16U) | set;
        Slot& slot = slot_of(key);
        if (slot.key == key) --used_;
        slot.key = key;
        return slot.item;
    }

private:
    static constexpr std::size_t initial_size = 256;
    static constexpr std::uint64_t no_key = ~std::uint64_t{0};
    struct Slot {
        std::uint64_t key = no_key;
        std::uint32_t item = nowhere;
    };

    Slot& slot_of(std::uint64_t key) {
        const std::size_t mask = slots_.size() - 1;
        constexpr std::uint64_t golden = 0x9E3779B97F4A7C15U;
        std::size_t at = static_cast<std::size_t>((key * golden) >> 32U) & mask;
        while (slots_[at].key != key && slots_[at].key != no_key) at = (at + 1) & mask;
        return slots_[at];
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old) {
            if (slot.key != no_key) slot_of(slot.key) = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t used_ = 0;
};

class ChartBuilder {
public:
    ChartBuilder(const ParseTable& table, std::span<const std::uint32_t> terminals, Lookahead lookahead,
                 std::span<const SupposedSpan> supposed)
        : table_(table),
          terminals_(terminals),
          lookahead_(lookahead),
          supposed_(supposed),
          cells_((terminals.size() + 1) * table.categories()) {
        constexpr std::size_t usual_items_per_token = 12;
        chart_.items.reserve(terminals.size() * usual_items_per_token);
        chart_.spans.reserve(terminals.size() * 4);
        chart_.sets.reserve(terminals.size() + 2);
    }

    Chart build(CategoryId start) {
        const auto last = static_cast<std::uint32_t>(terminals_.size());
        for (set_ = 0; set_ <= last && !chart_.gave_up; ++set_) {
            chart_.sets.push_back(size());
            terminal_ = set_ < last ? terminals_[set_] : table_.terminals().end_of_text();
            take_scanned();
            for (const SupposedSpan& span : supposed_) {
                if (span.end == set_) complete(span.category, span.begin, nowhere);
            }
            if (set_ == 0) predict(start.index);
            for (std::uint32_t item = chart_.sets.back(); item < size(); ++item) advance(item);
            chart_.gave_up = chart_.items.size() + chart_.links.size() > max_chart_size;
        }
        chart_.sets.resize(last + 2, size());
        if (!chart_.gave_up) chart_.root = root(start.index);
        return std::move(chart_);
    }

private:
    std::uint32_t size() const { return static_cast<std::uint32_t>(chart_.items.size()); }
    Cell& cell(std::uint32_t position, std::uint32_t category) {
        return cells_[std::size_t{position} * table_.categories() + category];
    }
    bool has_limit_left() const { return chart_.items.size() + chart_.links.size() <= max_chart_size; }

    // The items of the last set whose word or number was the token between the sets.
    void take_scanned() {
        for (const std::uint32_t item : scanned_) {
            const ChartItem& before = chart_.items[item];
            chart_.items.push_back({before.dot + 1, before.start, item, nowhere, nowhere, nowhere});
        }
        scanned_.clear();
    }

    void advance(std::uint32_t item) {
        const Symbol& symbol = table_.symbol(chart_.items[item].dot);
        switch (symbol.kind) {
            case Symbol::Kind::Word:
                if (symbol.id == terminal_) scanned_.push_back(item);
                break;
            case Symbol::Kind::Number:
                if (table_.terminals().is_number(terminal_)) scanned_.push_back(item);
                break;
            case Symbol::Kind::Category: {
                Cell& here = cell(set_, symbol.id);
                chart_.items[item].next = here.waiting;
                here.waiting = item;
                predict(symbol.id);
                break;
            }
            case Symbol::Kind::End:
                complete(table_.category_of(symbol.id), chart_.items[item].start, item);
                break;
        }
    }

    void predict(std::uint32_t category) {
        Cell& here = cell(set_, category);
        if (here.predicted) return;
        here.predicted = true;
        const auto starts = lookahead_ == Lookahead::Exact ? table_.starters(category, terminal_)
                                                           : table_.all_starts(category);
        for (const std::uint32_t dot : starts) {
            chart_.items.push_back({dot, set_, nowhere, nowhere, nowhere, nowhere});
        }
    }

    // By the item; or by none: it is supposed.
    void complete(std::uint32_t category, std::uint32_t begin, std::uint32_t item) {
        if (lookahead_ == Lookahead::Exact && !table_.may_follow(category, terminal_)) return;
        Cell& there = cell(begin, category);
        if (there.span != nowhere && chart_.spans[there.span].end == set_) {
            CompletedSpan& span = chart_.spans[there.span];
            if (item == nowhere) return;
            chart_.items[item].next = span.items;
            span.items = item;
            return;
        }
        const auto span = static_cast<std::uint32_t>(chart_.spans.size());
        there.span = span;
        chart_.spans.push_back({category, begin, set_, item});
        for (std::uint32_t waiting = there.waiting; waiting != nowhere;
             waiting = chart_.items[waiting].next) {
            if (has_limit_left()) step_over(waiting, span);
        }
    }

    // Moves the dot of a waiting item over a span. A leading category gives a new item each time: the span is
    // new.
    void step_over(std::uint32_t waiting, std::uint32_t span) {
        const ChartItem before = chart_.items[waiting];
        const std::uint32_t dot = before.dot + 1;
        if (!table_.symbol(before.dot).leads) {
            std::uint32_t& known = index_.find(dot, before.start, set_);
            if (known != nowhere) {
                chart_.links.push_back({waiting, span, chart_.items[known].more});
                chart_.items[known].more = static_cast<std::uint32_t>(chart_.links.size() - 1);
                return;
            }
            known = size();
        }
        chart_.items.push_back({dot, before.start, waiting, span, nowhere, nowhere});
    }

    std::uint32_t root(std::uint32_t start) {
        const std::uint32_t span = cell(0, start).span;
        return span != nowhere && chart_.spans[span].end == terminals_.size() ? span : nowhere;
    }

    const ParseTable& table_;
    std::span<const std::uint32_t> terminals_;
    Lookahead lookahead_;
    std::span<const SupposedSpan> supposed_;
    std::uint32_t set_ = 0;
    std::uint32_t terminal_ = 0;  // the token behind the current set
    std::vector<Cell> cells_;     // by position and category
    std::vector<std::uint32_t> scanned_;
    ItemIndex index_;
    Chart chart_;
};

}  // namespace

std::uint32_t Chart::furthest() const {
    std::uint32_t last = 0;
    for (std::uint32_t k = 0; k + 1 < sets.size(); ++k) {
        if (sets[k + 1] > sets[k]) last = k;
    }
    return last;
}

Chart build_chart(const ParseTable& table, std::span<const std::uint32_t> terminals, CategoryId start,
                  Lookahead lookahead, std::span<const SupposedSpan> supposed) {
    if (terminals.size() > max_tokens) {
        Chart chart;
        chart.sets.assign(terminals.size() + 2, 0);
        chart.gave_up = true;
        return chart;
    }
    return ChartBuilder(table, terminals, lookahead, supposed).build(start);
}

}  // namespace errata::dsl
