// `for each` over objects without an order, and what a loop that stops remembers: who is still to come.
#include <algorithm>

#include "compiler/elaborate/statements.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

CodeId Statements::any_order(std::vector<CodeId> instances, const std::string& question, ClauseId clause) {
    auto known = world_.orders_by_nobody.find({clause, question});
    if (known == world_.orders_by_nobody.end()) {
        Incident incident;
        incident.code = FindingCode::OrderUnowned;
        incident.title = world_.model.clause(clause).name + ": " + question;
        incident.subject =
            "They are carried out one after the other, nobody decides in which order, and what comes of "
            "it differs.";
        incident.clauses = {clause};
        for (const CodeId instance : instances) {
            const ClauseId own = world_.model.code[instance].clause;
            if (own.is_valid() &&
                std::find(incident.clauses.begin(), incident.clauses.end(), own) == incident.clauses.end())
                incident.clauses.push_back(own);
        }
        incident.outcomes = outcomes_of(instances, clause);
        incident.span = world_.model.clause(clause).span;
        known = world_.orders_by_nobody
                    .emplace(std::pair{clause, question}, world_.add_incident(std::move(incident)))
                    .first;
    }
    Code node;
    node.kind = CodeKind::AnyOrder;
    node.incident = known->second;
    node.children = std::move(instances);
    node.clause = clause;
    return world_.model.code.add(std::move(node));
}

// In words, by the numbers that code.h gives them.
std::vector<std::string> Statements::outcomes_of(const std::vector<CodeId>& instances,
                                                 ClauseId asking) const {
    std::vector<std::string> result;
    for (const CodeId instance : instances) {
        const Code& node = world_.model.code[instance];
        const bool is_ability = node.clause.is_valid() && node.clause != asking;
        const std::string name = is_ability ? world_.model.clause(node.clause).name : "";
        if (node.kind == CodeKind::If) {
            result.push_back(name + " first");
            continue;
        }
        for (const std::string& object : world_.type(node.domain).labels)
            result.push_back((is_ability ? name + " of " : "") + object + " first");
    }
    result.push_back("the others had their turn before");
    return result;
}

bool Statements::remembers(TypeId domain) const {
    return world_.type(world_.base(domain)).size() <= most_set_elements;
}

TermId Statements::to_come_term(std::uint32_t reg, TypeId domain) {
    const Type& set = world_.type(world_.set_type(world_.base(domain)));
    return world_.model.terms.make_leaf(TermKind::Register, reg, {}, set);
}

std::optional<std::uint32_t> Statements::claim_to_come(const ast::Stmt& stmt, TypeId domain, Scope& scope) {
    if (world_.exists.count(world_.base(domain)) == 0) return std::nullopt;
    if (!remembers(domain)) {
        world_.error(DiagnosticKind::loop_forgets, stmt.binders[0].span,
                     "there are more " + world_.name(domain) +
                         "s than this loop can remember, which stops on its way: it "
                         "goes by their numbers, and also to those that appear meanwhile",
                     "a loop over at most " + std::to_string(most_set_elements) +
                         " objects goes to those that were there when "
                         "it began; 'scope { " +
                         world_.name(domain) + ": " + std::to_string(most_set_elements) +
                         " }' searches so many");
        return std::nullopt;
    }
    const std::uint32_t reg = claim_register(scope, "(to come)", world_.set_type(world_.base(domain)));
    scope.to_come.emplace_back(world_.base(domain), reg);
    return reg;
}

CodeId Statements::fill_to_come(std::uint32_t reg, TypeId domain, const Scope& scope) {
    TermPool& terms = world_.model.terms;
    Scope inner = scope;
    const TermId object = expressions_.bind(inner, "", domain);
    const TermId with = terms.make(TermKind::SetInsert, {to_come_term(reg, domain), object});
    const CodeId each =
        for_each(scope.level, domain, expressions_.existing(domain, object), set_register(reg, with), {});
    return sequence({set_register(reg, terms.constant(0)), each});
}

CodeId Statements::no_more_to_come(TermId object, TypeId kind, const Scope& scope) {
    std::vector<CodeId> parts;
    for (const auto& [of, reg] : scope.to_come) {
        if (of != kind) continue;
        const TermId without = world_.model.terms.make(TermKind::SetErase, {to_come_term(reg, kind), object});
        parts.push_back(set_register(reg, without));
    }
    return sequence(std::move(parts));
}

// Each round begins with a pick by nobody among those still to come for whom the condition holds. One for
// whom it did not hold at an earlier pick may have had its turn then: where only such ones are left, the loop
// may also end. Where only one can be next there is no pick. A round that need not stop by itself has its
// stop behind it: that is the next pick, even of one, or a stop without a pick.
CodeId Statements::for_each_unordered(const ast::Stmt& stmt, const Scope& scope, const Continuation& next) {
    TermPool& terms = world_.model.terms;
    const ast::Binder& binder = stmt.binders[0];
    const TypeId domain = expressions_.domain_of(binder.type, scope);
    const TypeId kind = world_.base(domain);
    Scope inner = scope;
    const std::uint32_t to_come = claim_register(inner, "(to come)", world_.set_type(kind));
    const std::uint32_t passed = claim_register(inner, "(passed over)", world_.set_type(kind));
    inner.to_come.emplace_back(kind, to_come);
    inner.to_come.emplace_back(kind, passed);
    const std::string name =
        world_.model.clause(scope.clause).name + ": which " + world_.name(kind) + " comes first";
    const PointId head = rules_point(name, inner);

    // Whether an object is still to come, and its turn could be now.
    const auto has = [&](std::uint32_t among, TermId object) {
        return terms.make(TermKind::SetHas, {to_come_term(among, kind), object});
    };
    const auto ready = [&](TermId object, const Scope& from) -> std::optional<TermId> {
        const auto test = expressions_.conditions(stmt.exprs, from);
        if (!test) return std::nullopt;
        return terms.land({has(to_come, object), expressions_.existing(domain, object), *test});
    };
    Scope each = inner;
    const TermId other = expressions_.bind(each, binder.name, domain);
    const auto other_ready = ready(other, each);
    Scope of_option = inner;
    const std::uint32_t chosen = claim_register(of_option, binder.name, domain);
    const TermId object = of_option.locals.back().value.term;
    const auto is_ready = ready(object, of_option);
    if (!other_ready || !is_ready) return next();
    const auto over_others = [&](TermKind quantifier, TermId condition) {
        return expressions_.quantified(quantifier, {condition}, inner.level, domain);
    };
    const TermId sure = terms.land({*other_ready, terms.lnot(has(passed, other))});

    const Continuation after = shared(name + ": done", next);
    const LabelId turn = world_.add_label(name + ": its turn", {});
    const auto pick = [&](bool stops) {
        CodeId picks = stop(head);
        if (!stops) {
            const TermId several =
                terms.make(TermKind::Less, {terms.constant(1), over_others(TermKind::Count, *other_ready)});
            const TermId one = terms.land({over_others(TermKind::Exists, sure), terms.lnot(several)});
            const CodeId take = set_register(chosen, over_others(TermKind::First, *other_ready));
            picks = if_else(one, sequence({take, go(turn)}), picks, scope.clause);
        }
        const CodeId ends =
            stops ? pause(scope.place + ": for each", scope, Between::Nothing, after) : after();
        const CodeId goes = if_else(over_others(TermKind::Exists, *other_ready), picks, ends, scope.clause);
        if (stmt.exprs.empty()) return goes;
        const TermId waits = terms.land({has(to_come, other), terms.lnot(*other_ready)});
        const TermId had_turn = terms.make(TermKind::SetInsert, {to_come_term(passed, kind), other});
        return sequence({for_each(inner.level, domain, waits, set_register(passed, had_turn), {}), goes});
    };
    const bool stops = !always_stops(stmt.blocks[0]);
    const Continuation next_pick = shared(name, [&]() { return pick(stops); });
    const TermId without = terms.make(TermKind::SetErase, {to_come_term(to_come, kind), object});
    const CodeId body =
        sequence({set_register(to_come, without), tail(stmt.blocks[0], of_option, next_pick)});
    world_.model.labels[turn.index].code = body;

    PointOption option;
    option.text = "{" + binder.name + "} is next";
    option.binders.push_back({chosen, domain, binder.name});
    option.guard = *is_ready;
    option.clause = scope.clause;
    option.target = turn;
    std::vector<PointOption> options{option};
    if (!stmt.exprs.empty()) {
        PointOption leaves;
        leaves.text = "the others had their turn before";
        leaves.guard = terms.lnot(over_others(TermKind::Exists, sure));
        leaves.clause = scope.clause;
        leaves.target = world_.add_label(name + ": no more", after());
        options.push_back(leaves);
    }
    const CodeId begins = sequence(
        {fill_to_come(to_come, domain, inner), set_register(passed, terms.constant(0)), pick(false)});
    Point& point = world_.model.points[head.index];
    point.owner = OwnerKind::Nobody;
    point.settled = false;  // nothing comes between the rounds
    point.to_come = to_come;
    point.span = stmt.span;
    point.options = std::move(options);
    return begins;
}

}  // namespace errata::compiler
