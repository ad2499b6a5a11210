#include "compiler/elaborate/claims.h"

#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "compiler/ir/evaluate.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;
using ast::StmtKind;
using dsl::DiagnosticKind;

namespace {

// Carries out the statements of a setup on the initial values. Everything is constant here but the cells set
// to `any`.
class SetupRun {
public:
    SetupRun(World& world, std::string name, dsl::Span span)
        : world_(world), expressions_(world), evaluator_(world.model) {
        setup_.name = std::move(name);
        setup_.span = span;
        world.in_setup = true;  // names in a setup do not tell objects apart: it only says where they begin
        setup_.values.assign(world.model.layout.cells, 0);
        for (const Variable& variable : world.model.variables) {
            for (std::size_t i = 0; i < variable.cells; ++i)
                setup_.values[variable.base + i] = variable.initial;
        }
        setup_.values[world.model.layout.frame(0)] = static_cast<Value>(world.model.start.index) + 1;
        if (world.model.most_departures == Value{0}) return;
        for (const Reading& reading : world.model.readings)
            setup_.open.push_back(world.model.variable(reading.variable).base);
        if (world.model.few_departures.is_valid())
            setup_.requirements.emplace_back(world.model.few_departures, ClauseId{});
    }

    void run(const std::vector<ast::Stmt>& body, Scope scope) {
        for (const ast::Stmt& stmt : body) run(stmt, scope);
    }

    Setup take() {
        std::sort(setup_.open.begin(), setup_.open.end());
        setup_.open.erase(std::unique(setup_.open.begin(), setup_.open.end()), setup_.open.end());
        return std::move(setup_);
    }

    Expressions& expressions() { return expressions_; }

    SetupRun(const SetupRun&) = delete;
    SetupRun& operator=(const SetupRun&) = delete;
    ~SetupRun() { world_.in_setup = false; }

private:
    std::optional<Value> value(TermId term, dsl::Span span) {
        const auto result = evaluator_.value(term, setup_.values);
        if (!result) {
            world_.error(DiagnosticKind::setup_impossible, span,
                         "this has no value in the position described so far");
        }
        return result;
    }

    std::optional<std::size_t> target_cell(const ast::Expr& expr, const Scope& scope, TypeId& type) {
        const auto target = expressions_.elaborate(expr, scope);
        if (!target) return std::nullopt;
        const Term term = world_.model.terms[target->term];
        if (term.kind != TermKind::Cell) {
            world_.error(DiagnosticKind::wrong_kind_of_name, expr.span, "this cannot be set",
                         "a setup sets fields, state and relations");
            return std::nullopt;
        }
        type = target->type;
        const VarId var(static_cast<std::size_t>(term.payload));
        std::vector<Value> args;
        for (std::size_t i = 0; i < term.children.size(); ++i) {
            const auto arg = value(term.children[i], expr.span);
            if (!arg) return std::nullopt;
            const Type param = world_.type(world_.model.variable(var).params[i]);
            if (*arg < param.lo || *arg > param.hi) {
                world_.error(DiagnosticKind::value_out_of_range, expr.span, "there is no such place to set");
                return std::nullopt;
            }
            args.push_back(*arg);
        }
        return cell_of(world_.model, var, args);
    }

    void assign(const ast::Stmt& stmt, const Scope& scope) {
        TypeId type;
        const auto cell = target_cell(stmt.exprs[0], scope, type);
        if (!cell) return;
        if (stmt.exprs[1].kind == ast::ExprKind::Any) {
            if (!world_.type(type).is_finite()) {
                world_.error(DiagnosticKind::not_finite, stmt.exprs[1].span, "a counter cannot be 'any'",
                             "give a number");
                return;
            }
            setup_.open.push_back(*cell);
            return;
        }
        ast::Expr written = stmt.exprs[1];
        if (stmt.kind != StmtKind::Assign) {
            ast::Expr sum;
            sum.kind = stmt.kind == StmtKind::Increase ? ast::ExprKind::Add : ast::ExprKind::Subtract;
            sum.span = stmt.span;
            sum.args = {stmt.exprs[0], written};
            written = std::move(sum);
        }
        const auto term = expressions_.as(written, scope, type);
        if (!term) return;
        const auto result = value(*term, stmt.exprs[1].span);
        if (!result) return;
        const Type about = world_.type(type);
        if (about.is_finite() && (*result < about.lo || *result > about.hi)) {
            world_.error(DiagnosticKind::value_out_of_range, stmt.exprs[1].span,
                         std::to_string(*result) + " is not in " + about.name);
            return;
        }
        setup_.values[*cell] = *result;
        std::erase(setup_.open, *cell);
    }

    void for_each(const ast::Stmt& stmt, const Scope& scope, std::size_t binder) {
        if (binder == stmt.binders.size()) {
            const auto test = expressions_.conditions(stmt.exprs, scope);
            if (!test) return;
            const auto holds = value(*test, stmt.span);
            if (holds && *holds != 0) run(stmt.blocks[0], scope);
            return;
        }
        const TypeId domain = expressions_.domain_of(stmt.binders[binder].type, scope);
        if (!domain.is_valid()) return;
        const Value first = world_.type(domain).optional ? 0 : world_.type(domain).lo;
        const Value last = world_.type(domain).hi;
        for (Value v = first; v <= last && !world_.sink->has_errors(); ++v) {
            Scope inner = scope;
            inner.add(stmt.binders[binder].name, {world_.model.terms.constant(v), domain});
            for_each(stmt, inner, binder + 1);
        }
    }

    void run(const ast::Stmt& stmt, Scope& scope) {
        switch (stmt.kind) {
            case StmtKind::Assign:
            case StmtKind::Increase:
            case StmtKind::Decrease:
                assign(stmt, scope);
                return;
            case StmtKind::ForEach:
                for_each(stmt, scope, 0);
                return;
            case StmtKind::Let: {
                const auto typed = expressions_.elaborate(stmt.exprs[0], scope);
                if (!typed) return;
                const auto result = value(typed->term, stmt.span);
                if (result) scope.add(stmt.name, {world_.model.terms.constant(*result), typed->type});
                return;
            }
            case StmtKind::If: {
                const auto test = expressions_.condition(stmt.exprs[0], scope);
                if (!test) return;
                const auto holds = value(*test, stmt.span);
                if (!holds) return;
                if (*holds != 0) {
                    run(stmt.blocks[0], scope);
                } else if (stmt.blocks.size() > 1) {
                    run(stmt.blocks[1], scope);
                }
                return;
            }
            case StmtKind::Require: {
                const auto test = expressions_.condition(stmt.exprs[0], scope);
                if (!test) return;
                if (world_.model.terms.is_false(*test)) {
                    world_.error(DiagnosticKind::setup_impossible, stmt.span, "no position can satisfy this");
                    return;
                }
                const ClauseId clause =
                    world_.add_clause(setup_.name, "setup", world_.excerpt(stmt.span), {}, stmt.span);
                setup_.requirements.emplace_back(*test, clause);
                return;
            }
            case StmtKind::Create: {
                const TypeId kind = expressions_.domain_of(stmt.binders[0].type, scope);
                const auto exists = world_.exists.find(kind);
                if (!kind.is_valid() || exists == world_.exists.end()) return;
                for (Value v = 0; v <= world_.type(kind).hi; ++v) {
                    Value& present = setup_.values[cell_of(world_.model, exists->second, {v})];
                    if (present != 0) continue;
                    present = 1;
                    Scope inner = scope;
                    inner.add(stmt.binders[0].name, {world_.model.terms.constant(v), kind});
                    run(stmt.blocks[0], inner);
                    scope.add(stmt.binders[0].name, {world_.model.terms.constant(v), kind});
                    return;
                }
                world_.error(DiagnosticKind::setup_impossible, stmt.span,
                             "there is no further " + world_.name(kind) + " in this scope",
                             "raise its number in 'scope'");
                return;
            }
            case StmtKind::Nothing:
            case StmtKind::Error:
                return;
            default:
                world_.error(DiagnosticKind::misplaced_statement, stmt.span,
                             "a setup describes a position; nothing happens in it",
                             "set fields and state here, and let the turn act");
        }
    }

    World& world_;
    Expressions expressions_;
    Evaluator evaluator_;
    Setup setup_;
};

bool is_step(const ast::Stmt& stmt) {
    return stmt.kind == StmtKind::Take || stmt.kind == StmtKind::Until || stmt.kind == StmtKind::Then;
}

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

// An option answers to its whole text and to its words before the first hole.
bool answers_to(const PointOption& option, const std::string& label) {
    return option.text == label || trimmed(option.text.substr(0, option.text.find('{'))) == trimmed(label);
}

void resolve_take(World& world, Expressions& expressions, const ast::Stmt& stmt, ScenarioStep& step) {
    step.label = stmt.name;
    const ast::Expr& owner = stmt.exprs[0];
    if (owner.kind == ast::ExprKind::Name && (owner.name == "chance" || owner.name == "nobody")) {
        step.owner_kind = owner.name == "chance" ? OwnerKind::Chance : OwnerKind::Nobody;
    } else {
        const auto player = expressions.player(owner, Scope{});
        if (!player) return;
        step.owner = *player;
    }
    std::vector<std::string> labels;
    // The order of triggers is chosen by their names.
    for (const Trigger& trigger : world.model.triggers) {
        if (trigger.name == step.label && stmt.exprs.size() == 1) return;
        labels.push_back(trigger.name);
    }
    std::optional<dsl::Diagnostic> problem;
    for (std::size_t p = 0; p < world.model.points.size(); ++p) {
        const Point point = world.model.points[p];
        if (point.owner == OwnerKind::Rules) continue;
        for (std::size_t o = 0; o < point.options.size(); ++o) {
            const PointOption& option = point.options[o];
            labels.push_back(option.text);
            if (!answers_to(option, step.label)) continue;
            Scope scope;
            const auto add = [&](const std::vector<BinderRegister>& registers) {
                for (const BinderRegister& each : registers) {
                    const TermId value =
                        world.model.terms.make_leaf(TermKind::Register, each.reg, {}, world.type(each.type));
                    scope.add(each.name, {value, each.type});
                }
            };
            add(point.live_registers);
            for (const ShownName& shown : option.shown) scope.add(shown.name, {shown.term, shown.type});
            add(option.binders);
            // Options of one label may have different holes: the condition concerns those that have its
            // names.
            const Aside trial(world);
            const std::vector<ast::Expr> conditions(stmt.exprs.begin() + 1, stmt.exprs.end());
            const auto condition = expressions.conditions(conditions, scope);
            if (condition) {
                step.take[{static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(o)}] = *condition;
            } else if (!problem && !trial.said().sorted().empty()) {
                problem = trial.said().sorted().front();
            }
        }
    }
    if (!step.take.empty()) return;
    if (problem) {
        world.sink->report(*problem);
        return;
    }
    world.unknown(stmt.span, "option", step.label, labels);
}

}  // namespace

// Said of the first reading, of the first two, and so on: what lists the setup's states stops at the first
// that is too many.
void bound_readings(World& world) {
    Model& model = world.model;
    const auto bound = world.scope.find("readings");
    if (bound == world.scope.end()) return;
    const Value most = std::max<Value>(0, bound->second);
    if (most >= static_cast<Value>(model.readings.size())) return;
    model.most_departures = most;
    if (most == 0) return;
    Expressions expressions(world);
    TermPool& terms = model.terms;
    const TermId zero = terms.constant(0);
    const TermId one = terms.constant(1);
    TermId departures = zero;
    std::vector<TermId> few;
    for (const Reading& reading : model.readings) {
        const TermId is_first = terms.equal(expressions.cell(reading.variable, {}), zero);
        departures =
            terms.make(TermKind::Add, {departures, terms.make(TermKind::Ite, {is_first, zero, one})});
        few.push_back(terms.make(TermKind::LessEqual, {departures, terms.constant(most)}));
    }
    model.few_departures = terms.land(std::move(few));
}

void elaborate_setups(World& world, const Modules& modules) {
    for_items(modules, ItemKind::Setup, [&](const ast::Item& item) {
        SetupRun run(world, item.title, item.span);
        run.run(item.body, Scope{});
        world.model.setups.push_back(run.take());
    });
    if (world.model.setups.empty()) {
        SetupRun run(world, "start", {});
        world.model.setups.push_back(run.take());
    }
}

void elaborate_scenarios(World& world, const Modules& modules, const std::string& only) {
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (only.empty() ? !item.settings.empty() : item.title != only) return;
        Scenario scenario;
        scenario.name = item.title;
        scenario.span = item.span;
        scenario.clause =
            world.add_clause(item.title, "scenario", world.excerpt(item.span), item.rows, item.span);
        const auto first_step = std::find_if(item.body.begin(), item.body.end(), is_step);
        SetupRun run(world, item.title, item.span);
        run.run(std::vector<ast::Stmt>(item.body.begin(), first_step), Scope{});
        for (auto it = first_step; it != item.body.end(); ++it) {
            ScenarioStep step;
            step.span = it->span;
            if (!is_step(*it)) {
                world.error(DiagnosticKind::misplaced_statement, it->span,
                            "the position of a scenario is described before its first step",
                            "move this up, or take an option instead");
                continue;
            }
            if (it->kind == StmtKind::Take) {
                step.kind = StepKind::Take;
                resolve_take(world, run.expressions(), *it, step);
            } else {
                step.kind = it->kind == StmtKind::Until ? StepKind::Until : StepKind::Then;
                const auto condition = run.expressions().condition(it->exprs[0], Scope{});
                if (!condition) continue;
                step.condition = *condition;
            }
            scenario.steps.push_back(std::move(step));
        }
        scenario.setup = run.take();
        world.model.scenarios.push_back(std::move(scenario));
    });
}

void elaborate_claims(World& world, const Modules& modules) {
    Expressions expressions(world);
    const Scope scope;
    using ast::CheckMode;
    const std::map<CheckMode, ClaimKind> modes{
        {CheckMode::Always, ClaimKind::Always},         {CheckMode::Never, ClaimKind::Never},
        {CheckMode::Reachable, ClaimKind::Reachable},   {CheckMode::Possible, ClaimKind::Possible},
        {CheckMode::Eventually, ClaimKind::Eventually}, {CheckMode::Terminates, ClaimKind::Terminates},
        {CheckMode::Unique, ClaimKind::Unique}};
    for_items(modules, ItemKind::Check, [&](const ast::Item& item) {
        Claim claim;
        claim.name = item.title;
        claim.span = item.span;
        claim.kind = modes.at(item.mode);
        claim.clause = world.add_clause(item.title, "check", world.excerpt(item.span), item.rows, item.span);
        claim.condition = world.model.terms.truth(true);
        // What is awaited without a premise is awaited from the start, not in every state anew.
        if (claim.kind != ClaimKind::Eventually) claim.premise = world.model.terms.truth(true);
        if (!item.exprs.empty()) {
            const auto condition = expressions.condition(item.exprs[0], scope);
            if (!condition) return;
            claim.condition = *condition;
        }
        if (item.exprs.size() > 1) {
            const auto premise = expressions.condition(item.exprs[1], scope);
            if (!premise) return;
            claim.premise = *premise;
        }
        world.model.claims.push_back(std::move(claim));
    });
    for_items(modules, ItemKind::Ruling, [&](const ast::Item& item) {
        Claim claim;
        claim.ruling = true;
        claim.name = item.title;
        claim.span = item.span;
        claim.condition = world.model.terms.truth(true);
        claim.premise = world.model.terms.truth(true);
        if (item.name.empty()) {
            claim.clause =
                world.add_clause(item.title, "ruling", world.excerpt(item.span), item.rows, item.span);
            const auto condition = expressions.condition(item.exprs[0], scope);
            if (!condition) return;
            claim.condition = *condition;
            if (item.exprs.size() > 1) {  // when A then B
                const auto premise = expressions.condition(item.exprs[1], scope);
                if (!premise) return;
                claim.premise = *premise;
                claim.condition = world.model.terms.make(TermKind::Implies, {*premise, *condition});
            }
            world.model.claims.push_back(std::move(claim));
            return;
        }
        const auto action = world.actions.find(item.name);
        if (action == world.actions.end()) return;  // reported when it was placed
        for (const AfterRuling& ruling : action->second.rulings) {
            if (ruling.item != &item) continue;
            claim.kind = ClaimKind::After;
            claim.clause = ruling.clause;
            claim.incident = ruling.incident;
            world.model.claims.push_back(claim);
        }
    });
    for_items(modules, ItemKind::Expect, [&](const ast::Item& item) {
        world.model.expectations.push_back(
            {item.name, item.title, item.names.empty() ? "" : item.names[0], item.span});
    });
    for_items(modules, ItemKind::Accept, [&](const ast::Item& item) {
        world.model.acceptances.push_back({item.title, item.name, item.span});
    });
}

}  // namespace errata::compiler
