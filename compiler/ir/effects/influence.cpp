#include "compiler/ir/effects/influence.h"

#include <algorithm>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

void insert(std::vector<std::size_t>& to, std::size_t one) {
    const auto place = std::ranges::lower_bound(to, one);
    if (place == to.end() || *place != one) to.insert(place, one);
}

void add_touched(Touched& to, const Touched& more) {
    for (const std::size_t variable : more.variables) insert(to.variables, variable);
    for (const std::size_t one : more.registers) insert(to.registers, one);
    to.everything = to.everything || more.everything;
}

bool have_common(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
    const auto& small = a.size() < b.size() ? a : b;
    const auto& large = a.size() < b.size() ? b : a;
    return std::ranges::any_of(small,
                               [&](std::size_t one) { return std::ranges::binary_search(large, one); });
}

}  // namespace

bool Touched::meets(const Touched& other) const {
    return everything || other.everything || have_common(variables, other.variables) ||
           have_common(registers, other.registers);
}

const Touched& Influence::written_by(CodeId code) {
    const auto known = written_.find(code.index);
    if (known != written_.end()) return known->second;
    const Code& node = model_.flow.code[code];
    Touched result;
    if (is_write(node.kind)) insert(result.variables, node.var.index);
    if (node.kind == CodeKind::SetRegister) insert(result.registers, node.level);
    result.everything = node.kind == CodeKind::Goto;
    for (const CodeId child : node.children) add_touched(result, written_by(child));
    return written_.emplace(code.index, std::move(result)).first->second;
}

const Touched& Influence::read_by(TermId term) {
    return read_(term, [](TermId, const Term& node, const auto& of) {
        const auto which = static_cast<std::size_t>(node.payload);
        Touched result;
        if (node.kind == TermKind::Cell) insert(result.variables, which);
        if (node.kind == TermKind::Register) insert(result.registers, which);
        result.everything =
            node.kind == TermKind::Open || node.kind == TermKind::Unknown || node.kind == TermKind::Solutions;
        for (const TermId child : node.children) add_touched(result, of(child));
        return result;
    });
}

}  // namespace errata::compiler
