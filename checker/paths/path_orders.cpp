// Code along a path whose order nobody decides: AnyOrder, and Rounds with what they carry.
#include <algorithm>
#include <span>

#include "checker/paths/path_step.h"

namespace errata::checker {

using namespace compiler;

// Instances whose turn may come in any order. Where several are ready and they are not alike, the path says
// which was taken.
void any_order(PathStep& s, const Code& node) {
    struct Instance {
        const Code* node;
        Value value;
        std::size_t number;
        bool may_be_over = false;
    };
    std::vector<Instance> open;
    for (const CodeId child : node.children) {
        const Code& part = s.model.flow.code[child];
        if (part.kind == CodeKind::If) {
            open.push_back({&part, 0, open.size()});
            continue;
        }
        const Type& domain = s.model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            open.push_back({&part, value, open.size()});
    }
    const std::size_t count = open.size();
    const auto bind = [&](const Instance& instance) {
        if (instance.node->kind == CodeKind::ForEach)
            s.terms.bind(instance.node->level, fixed(instance.value));
    };
    while (!s.is_over()) {
        std::vector<std::size_t> ready;
        bool only_late = true;
        for (std::size_t i = 0; i < open.size() && !s.record.refused(); ++i) {
            bind(open[i]);
            const bool is_ready = s.terms.holds(open[i].node->terms[0]);
            if (is_ready) ready.push_back(i);
            open[i].may_be_over = open[i].may_be_over || !is_ready;
            only_late = only_late && (!is_ready || open[i].may_be_over);
        }
        if (ready.empty() || s.record.refused()) return;
        std::size_t next = ready.front();
        if (ready.size() > 1 || only_late) {
            // Alike or not: then nobody says who is first, or it makes no difference.
            const std::optional<std::uint32_t> outcome = s.terms.outcomes.take(node.incident);
            if (outcome && *outcome == count) return;
            if (outcome) {
                const auto taken = std::ranges::find(open, std::size_t{*outcome}, &Instance::number);
                if (taken == open.end()) return s.refuse("another play");
                next = static_cast<std::size_t>(taken - open.begin());
            } else if (ready.size() > 1 && !std::ranges::all_of(s.state, &PathValue::is_fixed)) {
                return s.refuse("the order in which things happen");
            }
        }
        const Instance instance = open[next];
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
        bind(instance);
        run(s, instance.node->children[0]);
    }
}

namespace {

std::vector<PathValue> values_of(PathStep& s, const Code& node) {
    std::vector<PathValue> values;
    for (const TermId term : node.terms) values.push_back(s.terms.evaluate(term));
    return values;
}

}  // namespace

// Rounds with carried values. Where several instances are ready, the path says which was taken.
void rounds(PathStep& s, const Code& node) {
    std::vector<std::pair<const Code*, std::optional<Value>>> open;
    for (const CodeId child : std::span(node.children).first(node.children.size() - 1)) {
        const Code& part = s.model.flow.code[child];
        if (part.kind == CodeKind::If) {
            open.emplace_back(&part, std::nullopt);
            continue;
        }
        const Type& domain = s.model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value) open.emplace_back(&part, value);
    }
    std::vector<bool> taken(open.size());
    const auto bind = [&](std::size_t instance) {
        if (open[instance].second) s.terms.bind(open[instance].first->level, fixed(*open[instance].second));
    };
    s.next_round = {node.level, values_of(s, node)};
    for (;;) {
        for (std::size_t i = 0; i < node.terms.size() && !s.is_over(); ++i)
            s.terms.bind(node.level + static_cast<std::uint32_t>(i), s.next_round.values[i]);
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < open.size() && !s.is_over(); ++i) {
            bind(i);
            if (!taken[i] && s.terms.holds(open[i].first->terms[0])) ready.push_back(i);
        }
        if (s.is_over()) return;
        if (ready.empty()) return run(s, node.children.back());
        std::size_t next = ready.front();
        if (ready.size() > 1) {
            const std::optional<std::uint32_t> outcome = s.terms.outcomes.take(node.incident);
            if (!outcome || std::ranges::find(ready, std::size_t{*outcome}) == ready.end())
                return s.refuse("what nobody decides");
            next = *outcome;
        }
        taken[next] = true;
        bind(next);
        run(s, open[next].first->children[0]);
        if (s.end != PathEnd::Again || s.next_round.level != node.level) return;
        s.end = PathEnd::None;
    }
}

void again(PathStep& s, const Code& node) {
    s.next_round = {node.level, values_of(s, node)};
    s.end = PathEnd::Again;
}

}  // namespace errata::checker
