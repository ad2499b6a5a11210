#include "tests/metamorphic/places.h"

namespace errata::metamorphic {

using ast::Ability;
using ast::AbilityKind;
using ast::Binder;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;
using ast::Stmt;
using ast::StmtKind;

namespace {

void bind_names(Place& place, const std::vector<Binder>& binders) {
    // The last of `m, n: minion` has the type.
    ast::TypeExpr type;
    for (std::size_t i = binders.size(); i-- > 0;) {
        if (binders[i].type.kind != ast::TypeKind::Missing) type = binders[i].type;
        place.locals[binders[i].name] = type;
    }
}

class Walk {
public:
    explicit Walk(const Places& places) : places_(places) {}

    void item(Item& node) const {
        Place place;
        place.item = &node;
        bind_names(place, node.binders);
        bind_names(place, node.refers);
        place.is_position = node.kind == ItemKind::Setup || node.kind == ItemKind::Scenario;
        place.is_claim =
            node.kind == ItemKind::Check || node.kind == ItemKind::Ruling || node.kind == ItemKind::Partition;
        place.is_sequence = node.kind == ItemKind::Turn;
        if (node.kind == ItemKind::Ruling) bind_roles(node.name, node.params, place);
        if (has_values(node)) exprs(node, place);
        block(node.body, place);
        for (Ability& one : node.contents.abilities) ability(one, place);
        for (ast::Alternative& alternative : node.contents.alternatives) {
            for (Ability& one : alternative.abilities) ability(one, place);
        }
        for (ast::Equation& equation : node.contents.equations) {
            Place inside = place;
            bind_names(inside, equation.binders);
            for (Expr& one : equation.exprs) expr(one, inside);
        }
    }

private:
    static bool has_values(const Item& node) {
        return node.kind == ItemKind::Define || node.kind == ItemKind::Derived ||
               node.kind == ItemKind::Inductive || node.kind == ItemKind::Printed ||
               node.kind == ItemKind::Phrase || node.kind == ItemKind::Check ||
               node.kind == ItemKind::Partition || node.kind == ItemKind::Ruling;
    }

    void exprs(Item& node, const Place& place) const {
        const bool is_definition = node.kind == ItemKind::Define && node.type.kind == ast::TypeKind::Bool;
        const bool is_condition = is_definition || node.kind == ItemKind::Inductive ||
                                  node.kind == ItemKind::Printed || place.is_claim;
        for (Expr& one : node.exprs) expr(one, place, is_condition);
    }

    void expr(Expr& node, Place place, bool is_condition = false) const {
        Place inside = place;
        bind_names(inside, node.binders);
        const bool joins = node.kind == ExprKind::And || node.kind == ExprKind::Or ||
                           node.kind == ExprKind::Not || node.kind == ExprKind::Implies;
        const bool over = !node.binders.empty();
        for (std::size_t i = 0; i < node.args.size(); ++i) {
            const bool is_path = node.kind == ExprKind::Path;
            const bool asks = joins || (over && i == (is_path ? 2 : 0)) ||
                              (node.kind == ExprKind::If && i == 0) || node.kind == ExprKind::Every;
            expr(node.args[i], is_path && i < 2 ? place : inside, asks);
        }
        place.is_condition = is_condition;
        if (places_.expr) places_.expr(node, place);
    }

    void condition(std::vector<Expr>& nodes, const Place& place) const {
        for (Expr& node : nodes) expr(node, place, true);
    }

    void block(std::vector<Stmt>& stmts, const Place& place) const {
        Place inside = place;
        for (Stmt& node : stmts) {
            stmt(node, inside);
            if (node.kind == StmtKind::Let) inside.locals[node.name] = {};
            if (node.kind == StmtKind::Deal) bind_names(inside, node.binders);
        }
        if (places_.block) places_.block(stmts, place);
    }

    void stmt(Stmt& node, const Place& place) const {
        Place inside = place;
        bind_names(inside, node.binders);
        if (node.kind == StmtKind::ForEach || node.kind == StmtKind::Simultaneously)
            inside.is_together = true;
        values_of(node, place, inside);
        for (std::vector<Stmt>& one : node.blocks) block(one, inside);
        for (ast::Option& option : node.options) {
            Place chosen = inside;
            bind_names(chosen, option.binders);
            condition(option.condition, chosen);
            for (Expr& most : option.most) expr(most, chosen);
            // What `only if` says of shares makes sense there alone, so it stays as it is.
            if (node.kind == StmtKind::Distribute) chosen.locals[node.name] = {};
            block(option.body, chosen);
        }
        for (Ability& one : node.abilities) ability(one, inside);
    }

    void values_of(Stmt& node, const Place& place, const Place& inside) const {
        const bool writes = node.kind == StmtKind::Assign || node.kind == StmtKind::Increase ||
                            node.kind == StmtKind::Decrease;
        const bool marks =
            node.kind == StmtKind::Mark || node.kind == StmtKind::MarkFirst || node.kind == StmtKind::Unmark;
        if (marks || node.kind == StmtKind::Take || node.kind == StmtKind::Does) return;
        const bool asks = node.kind == StmtKind::If || node.kind == StmtKind::While ||
                          node.kind == StmtKind::ForEach || node.kind == StmtKind::Require ||
                          node.kind == StmtKind::Until || node.kind == StmtKind::Then;
        // Of a loop: the condition; behind it the number that it goes by, and who decides.
        const bool is_loop = node.kind == StmtKind::ForEach;
        for (Expr& one : node.args) expr(one, place);
        for (std::size_t i = writes ? 1 : 0; i < node.exprs.size(); ++i)
            expr(node.exprs[i], is_loop ? inside : place, asks && (i == 0 || !is_loop));
    }

    // Names that are not known otherwise are names for the roles.
    void bind_roles(const std::string& name, const std::vector<Expr>& params, Place& place) const {
        const auto roles = places_.vocabulary.actions.find(name);
        const auto called = places_.vocabulary.called.find(name);
        for (std::size_t i = 0; i < params.size(); ++i) {
            if (params[i].kind != ExprKind::Name || places_.vocabulary.is_value(params[i].name)) continue;
            if (params[i].name == "this" || params[i].name == "it" || params[i].name == "_") continue;
            if (place.locals.contains(params[i].name)) continue;
            Place types;
            std::vector<Binder> binders;
            if (roles != places_.vocabulary.actions.end()) binders = roles->second;
            if (called != places_.vocabulary.called.end()) binders = called->second;
            bind_names(types, binders);
            place.locals[params[i].name] =
                i < binders.size() ? types.locals[binders[i].name] : ast::TypeExpr{};
        }
    }

    void ability(Ability& node, Place place) const {
        bind_roles(node.name, node.params, place);
        bind_names(place, node.play.each);
        bind_names(place, node.binders);
        condition(node.play.condition, place);
        place.is_sequence = node.kind == AbilityKind::Trigger || node.kind == AbilityKind::PhaseHook ||
                            node.kind == AbilityKind::May || node.kind == AbilityKind::StateTrigger;
        place.is_together = place.is_together || node.kind == AbilityKind::StateCheck;
        if (node.kind == AbilityKind::Effect) {
            for (Expr& one : node.value) expr(one, place);
            for (std::size_t i = 0; i < node.exprs.size(); ++i) expr(node.exprs[i], place, i > 0);
        } else if (node.kind == AbilityKind::Effects || node.kind == AbilityKind::Under) {
            condition(node.exprs, place);
            for (Ability& part : node.parts) ability(part, place);
            return;
        } else {
            for (Expr& one : node.value) expr(one, place);
        }
        for (ast::Given& given : node.given) expr(given.value, place);
        Place inside = place;
        for (const ast::Given& given : node.given) inside.locals[given.name] = {};
        for (ast::Targets& targets : node.targets) {
            bind_names(inside, targets.binders);
            condition(targets.condition, inside);
            if (targets.quantity == ast::Quantity::One) continue;
            // From here on the name stands for a set.
            for (const Binder& binder : targets.binders) {
                ast::TypeExpr set;
                set.kind = ast::TypeKind::Set;
                set.args = {binder.type};
                inside.locals[binder.name] = set;
            }
        }
        if (node.kind != AbilityKind::Effect)
            condition(node.exprs, node.kind == AbilityKind::May ? inside : place);
        Place paid = inside;
        paid.is_cost = true;
        for (std::vector<Stmt>& cost : node.play.costs) block(cost, paid);
        block(node.body, inside);
    }

    const Places& places_;
};

}  // namespace

void Places::go(Spec& spec) const {
    const Walk walk(*this);
    for (ast::Module& module : spec.modules) {
        for (Item& item : module.items) walk.item(item);
    }
}

}  // namespace errata::metamorphic
