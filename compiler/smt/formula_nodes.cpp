#include "compiler/smt/formula_nodes.h"

#include <algorithm>

namespace errata::compiler {

FormulaNodes::FormulaNodes() {
    find_or_add(FormulaKind::Constant, {}, only_value(0), 0);
    find_or_add(FormulaKind::Constant, {}, only_value(1), 1);
}

std::uint32_t FormulaNodes::intern(const ValueSet& values) {
    std::size_t hash = values.hash();
    auto [begin, end] = set_by_hash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        if (sets_[it->second] == values) return it->second;
    }
    auto id = static_cast<std::uint32_t>(sets_.size());
    sets_.push_back(values);
    set_by_hash_.emplace(hash, id);
    return id;
}

std::span<const Formula> FormulaNodes::operands(Formula formula) const {
    const FormulaNode& node = nodes_[formula.index];
    return {operands_.data() + node.first, node.operands};
}

Formula FormulaNodes::find_or_add(FormulaKind kind, std::span<const Formula> operands, const ValueSet& values,
                                  Value value) {
    std::size_t hash = static_cast<std::size_t>(kind) * 0x9e3779b97f4a7c15U + static_cast<std::size_t>(value);
    for (Formula operand : operands) hash = (hash ^ operand.index) * 0x2545f4914f6cdd1dU + (hash >> 31);
    std::uint32_t set = intern(values);
    if (kind == FormulaKind::Clip) hash += set;
    auto [begin, end] = by_hash_.equal_range(hash);
    for (auto it = begin; it != end; ++it) {
        const FormulaNode& node = nodes_[it->second];
        if (node.kind != kind || node.value != value || node.operands != operands.size()) continue;
        if (kind == FormulaKind::Clip && node.values != set) continue;
        if (std::equal(operands.begin(), operands.end(), operands_.begin() + node.first)) {
            return Formula(it->second);
        }
    }
    FormulaNode node;
    node.kind = kind;
    node.value = value;
    node.values = set;
    node.first = static_cast<std::uint32_t>(operands_.size());
    node.operands = static_cast<std::uint32_t>(operands.size());
    std::vector<Formula> copy(operands.begin(), operands.end());  // `operands` may point into operands_
    operands_.insert(operands_.end(), copy.begin(), copy.end());
    Formula id(nodes_.size());
    nodes_.push_back(node);
    by_hash_.emplace(hash, id.index);
    return id;
}

Formula FormulaNodes::add_variable(const ValueSet& values, bool constrained) {
    const Formula id = find_or_add(FormulaKind::Variable, {}, values, static_cast<Value>(variables_.size()));
    variables_.push_back(id);
    constrained_.push_back(constrained);
    return id;
}

bool FormulaNodes::is_free(Formula variable) const {
    return !constrained_[static_cast<std::size_t>(nodes_[variable.index].value)];
}

}  // namespace errata::compiler
