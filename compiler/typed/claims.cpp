// Setups, scenarios, and what is claimed: checks, rulings, partitions.
#include <algorithm>

#include "compiler/resolve/lookup.h"
#include "compiler/typed/items.h"

namespace errata::compiler::typed {

using ast::ItemKind;
using dsl::DiagnosticKind;
using Kind = ast::StmtKind;

namespace {

bool is_step(const ast::Stmt& stmt) {
    return stmt.kind == Kind::Take || stmt.kind == Kind::Until || stmt.kind == Kind::Then;
}

}  // namespace

void Items::setups() {
    for_items(modules_, ItemKind::Setup, [&](const ast::Item& item) {
        Scope scope;
        program_.setups.push_back({&item, statements_.position(item.body, scope)});
    });
}

void Items::scenarios(const std::string& only) {
    for_items(modules_, ItemKind::Scenario, [&](const ast::Item& item) {
        if (only.empty() ? item.settings.empty() : item.title == only) scenario(item);
    });
}

void Items::scenario(const ast::Item& item) {
    Scenario result;
    result.item = &item;
    const auto first_step = std::find_if(item.body.begin(), item.body.end(), is_step);
    Scope scope;
    result.position = statements_.position(std::vector<ast::Stmt>(item.body.begin(), first_step), scope);
    for (auto stmt = first_step; stmt != item.body.end(); ++stmt) {
        Step step;
        step.span = stmt->span;
        if (stmt->kind == Kind::Error) continue;
        if (!is_step(*stmt)) {
            reporter_.error(DiagnosticKind::misplaced_statement, stmt->span,
                            "the position of a scenario is described before its first step",
                            "move this up, or take an option instead");
            continue;
        }
        if (stmt->kind == Kind::Take) {
            step.kind = StepKind::Take;
            step.label = stmt->name;
            auto owner = statements_.chooser(stmt->exprs[0], Scope{});
            if (!owner) continue;
            step.chooser = std::move(*owner);
            if (stmt->exprs.size() > 1) step.taken_if = &stmt->exprs[1];
        } else {
            step.kind = stmt->kind == Kind::Until ? StepKind::Until : StepKind::Then;
            auto condition = expressions_.condition(stmt->exprs[0], Scope{});
            if (!condition) continue;
            step.condition.push_back(std::move(*condition));
        }
        result.steps.push_back(std::move(step));
    }
    program_.scenarios.push_back(std::move(result));
}

void Items::check(const ast::Item& item) {
    Check result;
    result.item = &item;
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
        auto condition = expressions_.condition(item.exprs[i], Scope{});
        if (!condition) return;
        (i == 0 ? result.condition : result.premise).push_back(std::move(*condition));
    }
    program_.checks.push_back(std::move(result));
}

void Items::ruling(const ast::Item& item) {
    const auto action = find_action(names_, reporter_, item.name, item.name_span);
    if (!action) return;
    Ruling result;
    result.item = &item;
    result.action = *action;
    Scope scope;
    auto params = expressions_.pattern(item.params, item.name, names_.callables.actions[action->index].params,
                                       item.span, scope);
    if (!params) return;
    result.params = std::move(*params);
    auto premise = expressions_.conditions({item.exprs.begin() + 1, item.exprs.end()}, scope);
    auto holds = expressions_.condition(item.exprs[0], scope);
    if (!premise || !holds) return;
    result.premise = std::move(*premise);
    result.holds = std::move(*holds);
    program_.rulings.push_back(std::move(result));
}

void Items::partition(const ast::Item& item) {
    Partition result;
    result.item = &item;
    Scope scope;
    for (const ast::Binder& written : item.binders) {
        auto binder = expressions_.bind(written, scope);
        if (!binder) return;
        result.binders.push_back(std::move(*binder));
    }
    bool good = true;
    for (std::size_t i = 0; i < item.exprs.size(); ++i) {
        auto condition = expressions_.condition(item.exprs[i], scope);
        good = good && condition.has_value();
        if (!condition) continue;
        if (i == 0) {
            result.condition = std::move(*condition);
        } else {
            result.cases.push_back(std::move(*condition));
        }
    }
    if (good) program_.partitions.push_back(std::move(result));
}

void Items::rulings() {
    for_items(modules_, ItemKind::Ruling, [&](const ast::Item& item) {
        if (!item.name.empty()) ruling(item);
    });
}

void Items::claims() {
    for_items(modules_, ItemKind::Check, [&](const ast::Item& item) { check(item); });
    for_items(modules_, ItemKind::Ruling, [&](const ast::Item& item) {
        if (item.name.empty()) check(item);
    });
    for_items(modules_, ItemKind::Partition, [&](const ast::Item& item) { partition(item); });
}

}  // namespace errata::compiler::typed
