// Which counters nothing reads, or no longer, as the second look finds them.
#include <algorithm>
#include <limits>
#include <optional>

#include "checker/certify/sameness.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

// A counter is read if its cell stands in a term that a transition, an owner, a claim or a printed item
// evaluates; a Set of it reads it too, for what a Set changes depends on it. A check for one end only
// compares everything. Where a counter that only falls (rises) is read by nothing but comparisons with
// constants, each of them has its last answer below the least (above the greatest) of these.
std::vector<Indifference> indifferent_counters(const Model& model) {
    struct Reads {
        bool in_full = false;
        std::optional<Value> least, most;  // of the constants that it is compared with
        bool rises = false, falls = false;
    };
    std::vector<bool> seen(model.terms.size());
    std::vector<Reads> reads(model.variables.size());
    std::vector<TermId> open;
    const auto reads_of = [&](TermId id) -> Reads* {
        const Term& term = model.terms[id];
        return term.kind == TermKind::Cell ? &reads[static_cast<std::size_t>(term.payload)] : nullptr;
    };
    const auto read_by = [&](const Term& term, TermId child) {
        Reads* of = reads_of(child);
        if (of == nullptr) return;
        const bool compares =
            term.kind == TermKind::Less || term.kind == TermKind::LessEqual || term.kind == TermKind::Equal;
        const auto other = std::ranges::find_if(
            term.children, [&](TermId id) { return model.terms[id].kind == TermKind::Const; });
        if (!compares || other == term.children.end()) {
            of->in_full = true;
            return;
        }
        const Value constant = model.terms[*other].payload;
        of->least = std::min(of->least.value_or(constant), constant);
        of->most = std::max(of->most.value_or(constant), constant);
    };
    const auto look = [&](TermId root) {
        if (!root.is_valid()) return;
        if (Reads* of = reads_of(root)) of->in_full = true;
        open.push_back(root);
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (seen[id.index]) continue;
            seen[id.index] = true;
            const Term& term = model.terms[id];
            for (const TermId child : term.children) read_by(term, child);
            open.insert(open.end(), term.children.begin(), term.children.end());
        }
    };
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& node = model.flow.code[CodeId(i)];
        std::ranges::for_each(node.terms, look);
        if (node.kind == CodeKind::Set) reads[node.var.index].in_full = true;
        if (node.kind != CodeKind::Increase) continue;
        const Term& amount = model.terms[node.terms.back()];
        if (!amount.bounded || amount.hi > 0) reads[node.var.index].rises = true;
        if (!amount.bounded || amount.lo < 0) reads[node.var.index].falls = true;
    }
    for (const Point& point : model.flow.points) {
        look(point.player);
        for (const PointOption& option : point.options) look(option.guard);
    }
    for (const Trigger& trigger : model.rules.triggers) {
        look(trigger.player);
        look(trigger.rank);
    }
    for (const StateCheck& check : model.rules.state_checks) look(check.condition);
    for_each_definition(model, look);
    for (const PrintedItem& item : model.printed_items) look(item.functions);
    for (const Claim& claim : model.asked.claims) {
        if (claim.kind == ClaimKind::Unique) return {};
        look(claim.condition);
        look(claim.premise);
    }
    constexpr Value all = std::numeric_limits<Value>::max();
    std::vector<Indifference> result;
    for (std::size_t i = 0; i < model.variables.size(); ++i) {
        const Variable& variable = model.variables[i];
        const Reads& of = reads[i];
        if (of.in_full || model.type(variable.type).form != TypeForm::Counter) continue;
        if (of.least && of.rises && of.falls) continue;
        Indifference counter;
        if (of.least) counter = {0, of.falls ? *of.least - 1 : -all, of.falls ? all : *of.most + 1};
        for (counter.cell = variable.base; counter.cell < variable.base + variable.cells; ++counter.cell)
            result.push_back(counter);
    }
    return result;
}

}  // namespace errata::checker
