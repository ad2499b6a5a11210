#include "checker/search/rivals.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

// What a piece of the program touches, from a label on.
struct Footprint {
    std::set<std::uint32_t> reads;  // variables
    std::set<std::uint32_t> writes;
    std::set<std::uint32_t> pends;  // triggers
};

class Reader {
public:
    explicit Reader(const Model& model) : model_(model) {}

    // Up to the next stop.
    Footprint read(LabelId label) {
        begin(false);
        from_label(label);
        return std::move(footprint_);
    }
    // Across stops: everything an agenda item may do, and the items that it waits for.
    Footprint read_item(const Trigger& trigger) {
        begin(true);
        from_point(model_.flow.points[trigger.entry.index]);
        return std::move(footprint_);
    }

private:
    void begin(bool across_stops) {
        footprint_ = {};
        seen_labels_.clear();
        seen_terms_.clear();
        across_stops_ = across_stops;
    }

    void from_label(LabelId label) {
        if (seen_labels_.insert(label.index).second) code(model_.flow.labels[label.index].code);
    }

    void from_point(const Point& point) {
        for (const PointOption& option : point.options) {
            term(option.guard);
            from_label(option.target);
        }
        if (point.otherwise) from_label(*point.otherwise);
    }

    void code(CodeId id) {
        const Code& node = model_.flow.code[id];
        for (const TermId child : node.terms) term(child);
        if (node.var.is_valid()) footprint_.writes.insert(node.var.index);
        if (node.kind == CodeKind::Pend) footprint_.pends.insert(node.trigger.index);
        if (node.kind == CodeKind::Goto) from_label(node.label);
        const bool waits = node.kind == CodeKind::Stop || node.kind == CodeKind::Call;
        if (waits && across_stops_) from_point(model_.flow.points[node.point.index]);
        if (node.kind == CodeKind::Call && across_stops_)
            from_point(model_.flow.points[model_.rules.triggers[node.trigger.index].entry.index]);
        for (const CodeId child : node.children) code(child);
    }

    void term(TermId id) {
        if (!id.is_valid() || !seen_terms_.insert(id.index).second) return;
        const Term& node = model_.terms[id];
        if (node.kind == TermKind::Cell) footprint_.reads.insert(static_cast<std::uint32_t>(node.payload));
        for_each_definition(model_, node, [&](TermId behind) { term(behind); });
        for (const TermId child : node.children) term(child);
    }

    const Model& model_;
    bool across_stops_ = false;
    Footprint footprint_;
    std::set<std::uint32_t> seen_labels_;
    std::set<std::uint32_t> seen_terms_;
};

bool meet(const std::set<std::uint32_t>& a, const std::set<std::uint32_t>& b) {
    return std::ranges::any_of(a, [&](std::uint32_t x) { return b.contains(x); });
}

}  // namespace

std::vector<std::pair<TriggerId, TriggerId>> rivals(const Model& model) {
    Reader reader(model);
    std::vector<Footprint> effects;
    for (const Trigger& trigger : model.rules.triggers) {
        effects.push_back(reader.read_item(trigger));
    }
    std::set<std::pair<std::uint32_t, std::uint32_t>> together;
    for (const Point& point : model.flow.points) {
        for (const PointOption& option : point.options) {
            const std::set<std::uint32_t> pends = reader.read(option.target).pends;
            for (const std::uint32_t a : pends) {
                for (const std::uint32_t b : pends) {
                    if (a <= b) together.emplace(a, b);
                }
            }
        }
    }
    std::vector<std::pair<TriggerId, TriggerId>> result;
    for (const auto& [a, b] : together) {
        const bool clash = meet(effects[a].writes, effects[b].reads) ||
                           meet(effects[b].writes, effects[a].reads) ||
                           meet(effects[a].writes, effects[b].writes);
        if (clash) result.emplace_back(TriggerId(a), TriggerId(b));
    }
    return result;
}

}  // namespace errata::checker
