// The readings of a span are, production by production, all combinations of the readings of its holes. They
// are made from the chart's links, from the last symbol of a production back to its first; each link is a
// different split, so no reading is met twice, and a link never leads nowhere. A span's list is made once and
// kept, for a part of the text is often shared by many readings.
//
// Categories that contain themselves over the same tokens (unit cycles) would have infinitely many readings.
// Their spans are marked while they are being expanded, and a marked span has no readings; what a span yields
// then depends on what is marked, so the lists of cyclic categories are not kept. In a dense tangle of cycles
// that search may fail nearly always. If it takes too long, the walk starts again and follows only spans that
// the chart completed earlier, which cannot run in circles and always yields something; the result then
// counts as capped.

#include "dsl/phrases/readings.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace errata::dsl {

namespace {

// Expansions of cyclic spans; far above what a text with an honest cycle or two needs.
constexpr std::size_t max_cyclic_expansions = 100'000;

constexpr std::uint32_t number_node = nowhere;

// A derivation that shares its parts. `next` chains the readings of one span.
struct Node {
    std::uint32_t production;  // or `number_node`
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t first_child;  // in `children_`
    std::uint32_t child_count;
    std::uint32_t next = nowhere;
};

struct NodeList {
    std::uint32_t first = nowhere;
    std::uint32_t last = nowhere;
    std::uint32_t count = 0;
};

class ForestWalk {
public:
    ForestWalk(const PhraseGrammar& grammar, const Chart& chart, std::span<const Token> tokens,
               std::size_t cap)
        : grammar_(grammar),
          table_(grammar.table()),
          chart_(chart),
          tokens_(tokens),
          cap_(cap),
          kept_(chart.spans.size(), not_expanded) {}

    Readings all() {
        Readings result;
        if (chart_.root == nowhere) return result;
        NodeList roots = readings(chart_.root);
        if (cyclic_expansions_ > max_cyclic_expansions) {
            kept_.assign(kept_.size(), not_expanded);
            only_earlier_ = true;
            capped_ = true;
            roots = readings(chart_.root);
        }
        for (std::uint32_t node = roots.first; node != nowhere; node = nodes_[node].next) {
            result.derivations.push_back(tree(node));
        }
        result.capped = capped_;
        return result;
    }

private:
    static constexpr std::uint32_t not_expanded = nowhere;
    static constexpr std::uint32_t in_progress = nowhere - 1;

    // A completed production that is being taken apart.
    struct Expansion {
        std::uint32_t production;
        const CompletedSpan& span;
        std::size_t base;  // where its fillers begin in `chosen_`
        NodeList& found;
    };

    NodeList readings(std::uint32_t position) {
        const std::uint32_t state = kept_[position];
        if (state == in_progress) return {};
        if (state != not_expanded) return lists_[state];
        const bool keeps = only_earlier_ || !table_.is_cyclic(chart_.spans[position].category);
        if (!keeps && ++cyclic_expansions_ > max_cyclic_expansions) return {};

        kept_[position] = in_progress;
        NodeList found;
        expand(chart_.spans[position], found);
        kept_[position] = keeps ? static_cast<std::uint32_t>(lists_.size()) : not_expanded;
        if (keeps) lists_.push_back(found);
        return found;
    }

    void expand(const CompletedSpan& span, NodeList& found) {
        if (chart_.items[span.items].next == nowhere) {
            expand_item(span.items, span, found);
            return;
        }
        std::vector<std::uint32_t> items;
        for (std::uint32_t item = span.items; item != nowhere; item = chart_.items[item].next)
            items.push_back(item);
        std::sort(items.begin(), items.end(), [&](std::uint32_t a, std::uint32_t b) {
            return chart_.items[a].dot < chart_.items[b].dot;
        });
        for (const std::uint32_t item : items) {
            if (!expand_item(item, span, found)) return;
        }
    }

    bool expand_item(std::uint32_t item, const CompletedSpan& span, NodeList& found) {
        const std::uint32_t production = table_.symbol(chart_.items[item].dot).id;
        return walk_back(chart_.items[item], span.end, {production, span, chosen_.size(), found});
    }

    // All ways to read the symbols before the dot, which end at token `end`. False: stop, the cap is met.
    bool walk_back(const ChartItem& item, std::uint32_t end, const Expansion& expansion) {
        if (item.previous == nowhere) return emit(expansion);
        if (item.more == nowhere) return step_back(item.previous, item.child, end, expansion);
        std::vector<std::pair<std::uint32_t, std::uint32_t>> ways{{item.previous, item.child}};
        for (std::uint32_t link = item.more; link != nowhere; link = chart_.links[link].next) {
            ways.emplace_back(chart_.links[link].previous, chart_.links[link].child);
        }
        std::sort(ways.begin(), ways.end(), [&](const auto& a, const auto& b) {
            return chart_.spans[a.second].begin < chart_.spans[b.second].begin;
        });
        return std::all_of(ways.begin(), ways.end(),
                           [&](const auto& way) { return step_back(way.first, way.second, end, expansion); });
    }

    bool step_back(std::uint32_t previous, std::uint32_t child, std::uint32_t end,
                   const Expansion& expansion) {
        const ChartItem& before = chart_.items[previous];
        if (child == nowhere) {
            if (table_.symbol(before.dot).kind == Symbol::Kind::Word)
                return walk_back(before, end - 1, expansion);
            nodes_.push_back({number_node, end - 1, end, 0, 0});
            return with_child(static_cast<std::uint32_t>(nodes_.size() - 1), before, end - 1, expansion);
        }
        const bool same_tokens =
            chart_.spans[child].begin == expansion.span.begin && end == expansion.span.end;
        if (only_earlier_ && same_tokens && &chart_.spans[child] >= &expansion.span) return true;
        const NodeList fillers = readings(child);
        for (std::uint32_t node = fillers.first; node != nowhere; node = nodes_[node].next) {
            if (!with_child(node, before, chart_.spans[child].begin, expansion)) return false;
        }
        return true;
    }

    bool with_child(std::uint32_t node, const ChartItem& before, std::uint32_t end,
                    const Expansion& expansion) {
        chosen_.push_back(node);
        const bool go_on = walk_back(before, end, expansion);
        chosen_.pop_back();
        return go_on;
    }

    bool emit(const Expansion& expansion) {
        if (expansion.found.count == cap_) {
            capped_ = true;
            return false;
        }
        const auto first_child = static_cast<std::uint32_t>(children_.size());
        for (std::size_t i = chosen_.size(); i > expansion.base; --i) children_.push_back(chosen_[i - 1]);
        const auto node = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back({expansion.production, expansion.span.begin, expansion.span.end, first_child,
                          static_cast<std::uint32_t>(children_.size()) - first_child});
        NodeList& found = expansion.found;
        (found.count++ == 0 ? found.first : nodes_[found.last].next) = node;
        found.last = node;
        return true;
    }

    Derivation tree(std::uint32_t position) const {
        const Node& node = nodes_[position];
        Derivation result;
        result.begin = node.begin;
        result.end = node.end;
        if (node.production == number_node) {
            result.kind = Derivation::Kind::Number;
            result.category = PhraseGrammar::number;
            result.number = tokens_[node.begin].number.value_or(0);
            return result;
        }
        const PhraseSource& source = grammar_.source_of(node.production);
        const bool is_word = source.kind == PhraseSource::Kind::Word;
        result.kind = is_word ? Derivation::Kind::Word : Derivation::Kind::Phrase;
        result.category = source.category;
        result.tag = source.tag;
        result.production = node.production;
        result.holes.reserve(node.child_count);
        std::uint32_t child = node.first_child;
        for (const WordingPart& part : grammar_.wording_of(node.production).parts) {
            if (part.is_hole) result.holes.push_back({part.text, tree(children_[child++])});
        }
        return result;
    }

    const PhraseGrammar& grammar_;
    const ParseTable& table_;
    const Chart& chart_;
    std::span<const Token> tokens_;
    std::size_t cap_;
    bool capped_ = false;
    bool only_earlier_ = false;
    std::size_t cyclic_expansions_ = 0;
    std::vector<std::uint32_t> kept_;  // by span: position in `lists_`, or one of the two marks
    std::vector<NodeList> lists_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> children_;
    std::vector<std::uint32_t> chosen_;  // the fillers of the productions being taken apart, last hole first
};

}  // namespace

Readings readings_of(const PhraseGrammar& grammar, const Chart& chart, std::span<const Token> tokens,
                     std::size_t cap) {
    return ForestWalk(grammar, chart, tokens, cap).all();
}

}  // namespace errata::dsl
