// Setups, scenarios, and what is claimed: checks, rulings, partitions.
#include <algorithm>

#include "compiler/resolve/lookup.h"
#include "compiler/typed/items.h"

namespace errata::compiler::typed {

using ast::ItemKind;
using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

static void scenario(const Typing& t, const ast::Item& item);

namespace {

bool is_step(const ast::Stmt& stmt) {
    return stmt.kind == Kind::Take || stmt.kind == Kind::Until || stmt.kind == Kind::Then;
}

}  // namespace

void setups(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Setup, [&](const ast::Item& item) {
        Scope scope;
        t.program.setups.push_back({&item, position(t, item.body, scope)});
    });
}

void scenarios(const Typing& t, const Modules& modules, const std::string& only) {
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (only.empty() ? item.contents.settings.empty() : item.title == only) scenario(t, item);
    });
}

static void scenario(const Typing& t, const ast::Item& item) {
    Scenario result;
    result.item = &item;
    const auto first_step = std::find_if(item.body.begin(), item.body.end(), is_step);
    Scope scope;
    result.position = position(t, std::vector<ast::Stmt>(item.body.begin(), first_step), scope);
    for (auto stmt = first_step; stmt != item.body.end(); ++stmt) {
        Step step;
        step.span = stmt->span;
        if (stmt->kind == Kind::Error) continue;
        if (!is_step(*stmt)) {
            t.reporter.error(DiagnosticKind::misplaced_statement, stmt->span,
                             "the position of a scenario is described before its first step",
                             "move this up, or take an option instead");
            continue;
        }
        if (stmt->kind == Kind::Take) {
            step.kind = StepKind::Take;
            step.label = stmt->name;
            auto owner = chooser(t, stmt->exprs[0], Scope{});
            if (!owner) continue;
            step.chooser = std::move(*owner);
            if (stmt->exprs.size() > 1) step.taken_if = &stmt->exprs[1];
        } else {
            step.kind = stmt->kind == Kind::Until ? StepKind::Until : StepKind::Then;
            auto condition = typed::condition(t, stmt->exprs[0], Scope{});
            if (!condition) continue;
            step.condition.push_back(std::move(*condition));
        }
        result.steps.push_back(std::move(step));
    }
    t.program.scenarios.push_back(std::move(result));
}

static void check(const Typing& t, const ast::Item& item) {
    Check result;
    result.item = &item;
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
        auto condition = typed::condition(t, item.exprs[i], Scope{});
        if (!condition) return;
        (i == 0 ? result.condition : result.premise).push_back(std::move(*condition));
    }
    t.program.claims.checks.push_back(std::move(result));
}

static void ruling(const Typing& t, const ast::Item& item) {
    const auto action = find_action(t.names, t.reporter, item.name, item.name_span);
    if (!action) return;
    Ruling result;
    result.item = &item;
    result.action = *action;
    Scope scope;
    auto params =
        pattern(t, item.params, item.name, t.names.callables.actions[action->index].params, item.span, scope);
    if (!params) return;
    result.params = std::move(*params);
    auto premise = conditions(t, {item.exprs.begin() + 1, item.exprs.end()}, scope);
    auto holds = condition(t, item.exprs[0], scope);
    if (!premise || !holds) return;
    result.premise = std::move(*premise);
    result.holds = std::move(*holds);
    t.program.claims.rulings.push_back(std::move(result));
}

static void partition(const Typing& t, const ast::Item& item) {
    Partition result;
    result.item = &item;
    Scope scope;
    for (const ast::Binder& written : item.binders) {
        auto binder = bind(t, written, scope);
        if (!binder) return;
        result.binders.push_back(std::move(*binder));
    }
    bool good = true;
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
        auto condition = typed::condition(t, item.exprs[i], scope);
        good = good && condition.has_value();
        if (!condition) continue;
        if (i == 0) {
            result.condition = std::move(*condition);
        } else {
            result.cases.push_back(std::move(*condition));
        }
    }
    if (good) t.program.claims.partitions.push_back(std::move(result));
}

void rulings(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        if (!item.name.empty()) ruling(t, item);
    });
}

void claims(const Typing& t, const Modules& modules) {
    for_items(modules, ItemKind::Check, [&](const ast::Item& item) { check(t, item); });
    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        if (item.name.empty()) check(t, item);
    });
    for_items(modules, ItemKind::Partition, [&](const ast::Item& item) { partition(t, item); });
}

}  // namespace errata::compiler::typed
