#include "dsl/phrases/parse.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "dsl/base/check.h"

namespace errata::dsl {

namespace {

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

// Expansions of cyclic spans; far above what a text with an honest cycle or two needs.
constexpr std::size_t max_cyclic_expansions = 100'000;

constexpr std::uint32_t number_node = nowhere;

// Marks of spans.
constexpr std::uint32_t not_expanded = nowhere;

constexpr std::uint32_t in_progress = nowhere - 1;

// A derivation that shares its parts. `next` chains the readings of one span.
struct Node {
    std::uint32_t production;  // or `number_node`
    std::uint32_t begin;
    std::uint32_t end;
    std::uint32_t first_child;  // in ForestWalk::children
    std::uint32_t child_count;
    std::uint32_t next = nowhere;
};

struct NodeList {
    std::uint32_t first = nowhere;
    std::uint32_t last = nowhere;
    std::uint32_t count = 0;
};

// A completed production that is being taken apart.
struct Expansion {
    std::uint32_t production;
    const CompletedSpan& span;
    std::size_t base;  // where its fillers begin in ForestWalk::chosen
    NodeList& found;
};

// What is known of the parts of a forest while it is walked.
struct ForestWalk {
    const PhraseGrammar& grammar;
    const Chart& chart;
    std::span<const Token> tokens;
    std::size_t cap;
    const ParseTable& table = grammar.table();
    bool capped = false;
    bool only_earlier = false;
    std::size_t cyclic_expansions = 0;
    // By span: position in `lists`, or one of the two marks.
    std::vector<std::uint32_t> kept = std::vector<std::uint32_t>(chart.spans.size(), not_expanded);
    std::vector<NodeList> lists = {};
    std::vector<Node> nodes = {};
    std::vector<std::uint32_t> children = {};
    std::vector<std::uint32_t> chosen =
        {};  // the fillers of the productions being taken apart, last hole first
};

NodeList readings(ForestWalk& w, std::uint32_t position);
bool walk_back(ForestWalk& w, const ChartItem& item, std::uint32_t end, const Expansion& expansion);

bool with_child(ForestWalk& w, std::uint32_t node, const ChartItem& before, std::uint32_t end,
                const Expansion& expansion) {
    w.chosen.push_back(node);
    const bool go_on = walk_back(w, before, end, expansion);
    w.chosen.pop_back();
    return go_on;
}

bool step_back(ForestWalk& w, std::uint32_t previous, std::uint32_t child, std::uint32_t end,
               const Expansion& expansion) {
    const ChartItem& before = w.chart.items[previous];
    if (child == nowhere) {
        if (w.table.symbol(before.dot).kind == Symbol::Kind::Word)
            return walk_back(w, before, end - 1, expansion);
        w.nodes.push_back({number_node, end - 1, end, 0, 0});
        return with_child(w, static_cast<std::uint32_t>(w.nodes.size() - 1), before, end - 1, expansion);
    }
    const bool same_tokens = w.chart.spans[child].begin == expansion.span.begin && end == expansion.span.end;
    if (w.only_earlier && same_tokens && &w.chart.spans[child] >= &expansion.span) return true;
    const NodeList fillers = readings(w, child);
    for (std::uint32_t node = fillers.first; node != nowhere; node = w.nodes[node].next) {
        if (!with_child(w, node, before, w.chart.spans[child].begin, expansion)) return false;
    }
    return true;
}

bool emit(ForestWalk& w, const Expansion& expansion) {
    if (expansion.found.count == w.cap) {
        w.capped = true;
        return false;
    }
    const auto first_child = static_cast<std::uint32_t>(w.children.size());
    for (std::size_t i = w.chosen.size(); i > expansion.base; --i) w.children.push_back(w.chosen[i - 1]);
    const auto node = static_cast<std::uint32_t>(w.nodes.size());
    w.nodes.push_back({expansion.production, expansion.span.begin, expansion.span.end, first_child,
                       static_cast<std::uint32_t>(w.children.size()) - first_child});
    NodeList& found = expansion.found;
    (found.count++ == 0 ? found.first : w.nodes[found.last].next) = node;
    found.last = node;
    return true;
}

// All ways to read the symbols before the dot, which end at token `end`. False: stop, the cap is met.
bool walk_back(ForestWalk& w, const ChartItem& item, std::uint32_t end, const Expansion& expansion) {
    if (item.previous == nowhere) return emit(w, expansion);
    if (item.more == nowhere) return step_back(w, item.previous, item.child, end, expansion);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ways{{item.previous, item.child}};
    for (std::uint32_t link = item.more; link != nowhere; link = w.chart.links[link].next) {
        ways.emplace_back(w.chart.links[link].previous, w.chart.links[link].child);
    }
    std::sort(ways.begin(), ways.end(), [&](const auto& a, const auto& b) {
        return w.chart.spans[a.second].begin < w.chart.spans[b.second].begin;
    });
    return std::all_of(ways.begin(), ways.end(),
                       [&](const auto& way) { return step_back(w, way.first, way.second, end, expansion); });
}

bool expand_item(ForestWalk& w, std::uint32_t item, const CompletedSpan& span, NodeList& found) {
    const std::uint32_t production = w.table.symbol(w.chart.items[item].dot).id;
    return walk_back(w, w.chart.items[item], span.end, {production, span, w.chosen.size(), found});
}

void expand(ForestWalk& w, const CompletedSpan& span, NodeList& found) {
    if (w.chart.items[span.items].next == nowhere) {
        expand_item(w, span.items, span, found);
        return;
    }
    std::vector<std::uint32_t> items;
    for (std::uint32_t item = span.items; item != nowhere; item = w.chart.items[item].next)
        items.push_back(item);
    std::sort(items.begin(), items.end(),
              [&](std::uint32_t a, std::uint32_t b) { return w.chart.items[a].dot < w.chart.items[b].dot; });
    for (const std::uint32_t item : items) {
        if (!expand_item(w, item, span, found)) return;
    }
}

NodeList readings(ForestWalk& w, std::uint32_t position) {
    const std::uint32_t state = w.kept[position];
    if (state == in_progress) return {};
    if (state != not_expanded) return w.lists[state];
    const bool keeps = w.only_earlier || !w.table.is_cyclic(w.chart.spans[position].category);
    if (!keeps && ++w.cyclic_expansions > max_cyclic_expansions) return {};

    w.kept[position] = in_progress;
    NodeList found;
    expand(w, w.chart.spans[position], found);
    w.kept[position] = keeps ? static_cast<std::uint32_t>(w.lists.size()) : not_expanded;
    if (keeps) w.lists.push_back(found);
    return found;
}

Derivation tree(const ForestWalk& w, std::uint32_t position) {
    const Node& node = w.nodes[position];
    Derivation result;
    result.begin = node.begin;
    result.end = node.end;
    if (node.production == number_node) {
        result.kind = Derivation::Kind::Number;
        result.category = PhraseGrammar::number;
        result.number = w.tokens[node.begin].number.value_or(0);
        return result;
    }
    const PhraseSource& source = w.grammar.source_of(node.production);
    const bool is_word = source.kind == PhraseSource::Kind::Word;
    result.kind = is_word ? Derivation::Kind::Word : Derivation::Kind::Phrase;
    result.category = source.category;
    result.tag = source.tag;
    result.production = node.production;
    result.holes.reserve(node.child_count);
    std::uint32_t child = node.first_child;
    for (const WordingPart& part : w.grammar.wording_of(node.production).parts) {
        if (part.is_hole) result.holes.push_back({part.text, tree(w, w.children[child++])});
    }
    return result;
}

Readings readings_of(const PhraseGrammar& grammar, const Chart& chart, std::span<const Token> tokens,
                     std::size_t cap) {
    ForestWalk w{grammar, chart, tokens, cap};
    Readings result;
    if (w.chart.root == nowhere) return result;
    NodeList roots = readings(w, w.chart.root);
    if (w.cyclic_expansions > max_cyclic_expansions) {
        w.kept.assign(w.kept.size(), not_expanded);
        w.only_earlier = true;
        w.capped = true;
        roots = readings(w, w.chart.root);
    }
    for (std::uint32_t node = roots.first; node != nowhere; node = w.nodes[node].next) {
        result.derivations.push_back(tree(w, node));
    }
    result.capped = w.capped;
    return result;
}

}  // namespace

Parse::Parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start)
    : grammar_(&grammar), tokens_(std::move(tokens)), start_(start) {
    ERRATA_CHECK(grammar.is_sealed() && start != PhraseGrammar::number &&
                 start.index < grammar.table().categories());
    terminals_.reserve(tokens_.size());
    for (const Token& token : tokens_) terminals_.push_back(terminal_of(grammar, token));
    chart_ = build_chart(grammar.table(), terminals_, start, Lookahead::Exact);
}

Readings Parse::readings(std::size_t cap) const { return readings_of(*grammar_, chart_, tokens_, cap); }

Explanation Parse::explain() const {
    ERRATA_CHECK(!matched());
    return explain_failure(*grammar_, tokens_, terminals_, start_);
}

Parse parse(const PhraseGrammar& grammar, std::vector<Token> tokens, CategoryId start) {
    return Parse(grammar, std::move(tokens), start);
}

}  // namespace errata::dsl
