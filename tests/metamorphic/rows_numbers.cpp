// Rows about bounds of numbers.
#include <algorithm>

#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {

using ast::Binder;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;

namespace {

// Nothing was left open, and no value left its range.
bool is_decided(const Said& said) {
    const auto is_bounded = [](const auto& verdict) {
        return verdict.second == "bounded" || verdict.second == "unknown" || verdict.second == "unconfirmed";
    };
    const auto is_broken = [](const SaidFinding& finding) {
        return finding.code == "contradiction.invariant" || finding.code == "gap.undefined" ||
               finding.worth.starts_with("unconfirmed") || finding.worth.starts_with("proved");
    };
    return said.wrong.empty() && !said.is_inconclusive && std::ranges::none_of(said.verdicts, is_bounded) &&
           std::ranges::none_of(said.findings, is_broken);
}

// Fields and variables that a setup leaves open, that a cost changes, or that what is declared leans on.
std::set<std::string> leaned_on(const Original& original) {
    std::set<std::string> names;
    Spec spec = original.spec;
    Everywhere mentions;
    mentions.expr = [&](Expr& node) { names.insert(node.name); };
    Everywhere everywhere;
    everywhere.stmt = [&](ast::Stmt& stmt) {
        if (stmt.kind == ast::StmtKind::Assign && mentions_any(stmt.exprs[1]))
            names.insert(stmt.exprs[0].name);
    };
    everywhere.ability = [&](ast::Ability& ability) {
        for (std::vector<ast::Stmt>& cost : ability.play.costs) mentions.go(cost);
        if (ability.kind == ast::AbilityKind::Effect || ability.kind == ast::AbilityKind::Effects)
            mentions.go(ability);
    };
    everywhere.item = [&](Item& item) {
        if (item.kind == ItemKind::Derived || item.kind == ItemKind::Equations ||
            item.kind == ItemKind::Inductive || item.kind == ItemKind::Open || item.kind == ItemKind::Scope)
            mentions.go(item);
        for (const ast::Setting& setting : item.contents.settings) names.insert(setting.name);
    };
    everywhere.expr = [&](Expr& node) {
        if (node.kind == ExprKind::Path) mentions.go(node.args);
    };
    everywhere.go(spec);
    return names;
}

bool is_plain_range(const Binder& field) {
    return field.type.kind == ast::TypeKind::Range && literal(field.type.bounds[0]) &&
           literal(field.type.bounds[1]);
}

// Fields of objects and variables; printed ones never change.
using Change = std::function<bool(Binder&)>;
std::optional<Rewritten> change_ranges(const Original& original, Random& random, const Change& change) {
    if (!is_decided(original.said)) return std::nullopt;
    const std::set<std::string> avoided = leaned_on(original);
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        for (ast::Module& module : copy.modules) {
            for (Item& item : module.items) {
                const bool has_cells = item.kind == ItemKind::State || item.kind == ItemKind::Kind ||
                                       item.kind == ItemKind::Grid || item.kind == ItemKind::Sites;
                if (!has_cells) continue;
                for (Binder& field : item.fields) {
                    Binder changed = field;
                    if (!is_plain_range(field) || avoided.contains(field.name) || !change(changed)) continue;
                    // Not in one group with its neighbours any more.
                    changed.type.span.begin += 1;
                    if (chosen.here()) field = changed;
                }
            }
        }
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

}  // namespace

std::optional<Rewritten> bound_widened(const Original& original, Random& random) {
    return change_ranges(original, random, [](Binder& field) {
        const std::int64_t high = *literal(field.type.bounds[1]);
        field.type.bounds[1] = number_expr(high + 1, field.type.bounds[1].span);
        return true;
    });
}

std::optional<Rewritten> bound_dropped(const Original& original, Random& random) {
    return change_ranges(original, random, [](Binder& field) {
        const bool has_zero = *literal(field.type.bounds[0]) <= 0 && *literal(field.type.bounds[1]) >= 0;
        if (field.initial.empty() && !has_zero) return false;
        field.type.kind = ast::TypeKind::Counter;
        field.type.bounds.clear();
        return true;
    });
}

}  // namespace errata::metamorphic
