#include "dsl/ast/print_expr.h"
#include "dsl/ast/print_heads.h"

namespace errata::dsl::ast {

// The cases of a partition on one line.
static std::string cases_text(const Item& item) {
    std::string result;
    for (std::size_t i = 0; i < item.names.all.size(); ++i)
        result += (i == 0 ? "" : "  ") + case_text(item, i);
    return "{ " + result + " }";
}

Flat flat_block(const std::vector<Stmt>& block) {
    if (block.empty()) return "{ }";
    if (block.size() > 1) return std::nullopt;
    const Flat inside = flat(block[0]);
    return inside ? Flat("{ " + *inside + " }") : std::nullopt;
}

Flat flat(const Stmt& stmt) {
    const bool chooses = stmt.kind == StmtKind::Choose || stmt.kind == StmtKind::Distribute;
    if (stmt.kind == StmtKind::Error || (chooses && !is_short_choice(stmt))) return std::nullopt;
    if (stmt.kind == StmtKind::Later) {
        const Flat ability = flat(stmt.abilities[0]);
        return ability ? Flat("later " + *ability) : std::nullopt;
    }
    std::string result = head(stmt);
    if (chooses) {
        const Flat body = flat_block(stmt.options[0].body);
        if (!body) return std::nullopt;
        result += " " + *body;
    }
    if (stmt.kind == StmtKind::Solve && !stmt.options.empty()) return std::nullopt;
    for (std::size_t i = 0; i < stmt.blocks.size(); ++i) {
        if (chooses) result += " otherwise";
        if (stmt.kind == StmtKind::DoThen && i > 0) result += i == 1 ? " then" : " otherwise";
        if (stmt.kind == StmtKind::If && i == 1) result += " else";
        const bool else_if = stmt.kind == StmtKind::If && i == 1 && stmt.blocks[1].size() == 1 &&
                             stmt.blocks[1][0].kind == StmtKind::If;
        const Flat block = else_if ? flat(stmt.blocks[1][0]) : flat_block(stmt.blocks[i]);
        if (!block) return std::nullopt;
        result += " " + *block;
    }
    return result;
}

Flat flat(const Ability& ability) {
    if (ability.kind == AbilityKind::Error) return std::nullopt;
    if (!has_body(ability.kind)) return head(ability);
    std::string result = head(ability);
    for (std::size_t i = 0; i < ability.play.costs.size(); ++i) {
        const Flat cost = flat_block(ability.play.costs[i]);
        if (!cost) return std::nullopt;
        result += (i == 0 ? " cost " : " or cost ") + *cost;
    }
    if (ability.play.at_once) result += " at once";
    const Flat body = flat_block(ability.body);
    return body ? Flat(result + " " + *body) : std::nullopt;
}

Flat flat_block(const std::vector<Ability>& block) {
    if (block.empty()) return "{ }";
    if (block.size() > 1) return std::nullopt;
    const Flat inside = flat(block[0]);
    return inside ? Flat("{ " + *inside + " }") : std::nullopt;
}

Flat flat(const Item& item) {
    const std::string front = head(item);
    const auto behind = [&](const Flat& block) { return block ? Flat(front + " " + *block) : std::nullopt; };
    switch (block_of(item)) {
        case BlockKind::None:
            return item.contents.lines.empty() ? Flat(front) : std::nullopt;
        case BlockKind::Fields:
            return behind(item.fields.empty() ? "{ }" : "{ " + binders_text(item.fields) + " }");
        case BlockKind::Columns:
            return behind(columns_text(item.contents.columns));
        case BlockKind::Settings:
            return behind(settings_text(item.contents.settings));
        case BlockKind::Cases:
            return behind(cases_text(item));
        case BlockKind::Statements:
            return behind(flat_block(item.body));
        case BlockKind::Abilities:
            return behind(flat_block(item.contents.abilities));
        case BlockKind::Readings:
        case BlockKind::Equations:
            return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace errata::dsl::ast
