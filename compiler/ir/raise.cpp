#include "compiler/ir/raise.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

using Known = std::unordered_map<std::uint32_t, TermId>;

TermId raised(TermPool& pool, TermId id, Value from, Value below, Value by, Known& known) {
    if (const auto found = known.find(id.index); found != known.end()) return found->second;
    Term copy = pool[id];
    for (TermId& child : copy.children) child = raised(pool, child, from, below, by, known);
    const bool has_level = copy.kind == TermKind::Bound || copy.domain.is_valid();
    if (has_level && from <= copy.payload && copy.payload < below) copy.payload += by;
    return known[id.index] = pool.again(std::move(copy));
}

TermId above(TermPool& pool, TermId id, Value level, Known& known) {
    if (const auto found = known.find(id.index); found != known.end()) return found->second;
    Term copy = pool[id];
    TermId result = id;
    if (!copy.domain.is_valid()) {
        for (TermId& child : copy.children) child = above(pool, child, level, known);
        if (!copy.children.empty()) result = pool.again(std::move(copy));
    } else if (copy.payload < level) {
        result = raised(pool, id, copy.payload, level_above(pool, id), level - copy.payload);
    }
    return known[id.index] = result;
}

}  // namespace

TermId raised(TermPool& pool, TermId id, Value from, Value below, Value by) {
    Known known;
    return raised(pool, id, from, below, by, known);
}

TermId above(TermPool& pool, TermId id, Value level) {
    Known known;
    return above(pool, id, level, known);
}

Value level_above(const TermPool& pool, TermId root) {
    Value level = 0;
    walk_terms(pool, std::array{root}, [&](TermId, const Term& term) {
        if (!term.domain.is_valid()) return;
        level = std::max(level, term.payload + (term.kind == TermKind::Reach ? 2 : 1));
    });
    return level;
}

}  // namespace errata::compiler
