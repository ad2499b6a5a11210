// Code along a path whose order nobody decides: AnyOrder, and Rounds with what they carry.
#include <algorithm>
#include <span>

#include "checker/paths/path_step.h"

namespace errata::checker {

using namespace compiler;

namespace {

struct PathInstance {
    const Code* node = nullptr;  // an If or a ForEach
    Value value = 0;             // of the ForEach's binder
    std::size_t number = 0;      // among all of the node
    bool may_be_over = false;    // its condition did not hold before
};

std::vector<PathInstance> instances_of(const PathStep& s, std::span<const CodeId> children) {
    std::vector<PathInstance> result;
    for (const CodeId child : children) {
        const Code& part = s.model.flow.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, result.size()});
            continue;
        }
        const Type& domain = s.model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, result.size()});
    }
    return result;
}

bool is_ready(PathStep& s, const PathInstance& instance) {
    if (instance.node->kind == CodeKind::ForEach) s.terms.bind(instance.node->level, fixed(instance.value));
    return s.terms.holds(instance.node->terms[0]);
}

// Takes it out of those that are still open.
void take_instance(PathStep& s, std::vector<PathInstance>& open, std::size_t next) {
    const PathInstance instance = open[next];
    open.erase(open.begin() + static_cast<std::ptrdiff_t>(next));
    if (instance.node->kind == CodeKind::ForEach) s.terms.bind(instance.node->level, fixed(instance.value));
    run(s, instance.node->children[0]);
}

std::optional<std::size_t> numbered(const std::vector<PathInstance>& open, std::uint32_t number) {
    const auto found = std::ranges::find(open, std::size_t{number}, &PathInstance::number);
    if (found == open.end()) return std::nullopt;
    return static_cast<std::size_t>(found - open.begin());
}

}  // namespace

// Instances whose turn may come in any order. Where several are ready and they are not alike, the path says
// which was taken.
void any_order(PathStep& s, const Code& node) {
    std::vector<PathInstance> open = instances_of(s, node.children);
    const std::size_t count = open.size();
    while (!s.is_over()) {
        std::vector<std::size_t> ready;
        bool only_late = true;
        for (std::size_t i = 0; i < open.size() && !s.record.refused(); ++i) {
            const bool is_now = is_ready(s, open[i]);
            if (is_now) ready.push_back(i);
            open[i].may_be_over = open[i].may_be_over || !is_now;
            only_late = only_late && (!is_now || open[i].may_be_over);
        }
        if (ready.empty() || s.record.refused()) return;
        std::size_t next = ready.front();
        if (ready.size() > 1 || only_late) {
            // Alike or not: then nobody says who is first, or it makes no difference.
            const std::optional<std::uint32_t> outcome = s.terms.outcomes.take(node.incident);
            if (outcome && *outcome == count) return;
            if (outcome) {
                const std::optional<std::size_t> taken = numbered(open, *outcome);
                if (!taken) return s.refuse("another play");
                next = *taken;
            } else if (ready.size() > 1 && !std::ranges::all_of(s.state, &PathValue::is_fixed)) {
                return s.refuse("the order in which things happen");
            }
        }
        take_instance(s, open, next);
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
    std::vector<PathInstance> open =
        instances_of(s, std::span(node.children).first(node.children.size() - 1));
    s.next_round = {node.level, values_of(s, node)};
    for (;;) {
        for (std::size_t i = 0; i < node.terms.size() && !s.is_over(); ++i)
            s.terms.bind(node.level + static_cast<std::uint32_t>(i), s.next_round.values[i]);
        std::vector<std::size_t> ready;
        for (std::size_t i = 0; i < open.size() && !s.is_over(); ++i) {
            if (is_ready(s, open[i])) ready.push_back(i);
        }
        if (s.is_over()) return;
        if (ready.empty()) return run(s, node.children.back());
        std::size_t next = ready.front();
        if (ready.size() > 1) {
            const std::optional<std::uint32_t> outcome = s.terms.outcomes.take(node.incident);
            const std::optional<std::size_t> taken = outcome ? numbered(open, *outcome) : std::nullopt;
            if (!taken || std::ranges::find(ready, *taken) == ready.end())
                return s.refuse("what nobody decides");
            next = *taken;
        }
        take_instance(s, open, next);
        if (s.end != PathEnd::Again || s.next_round.level != node.level) return;
        s.end = PathEnd::None;
    }
}

void again(PathStep& s, const Code& node) {
    s.next_round = {node.level, values_of(s, node)};
    s.end = PathEnd::Again;
}

}  // namespace errata::checker
