// `for each` over objects without an order, and what a loop that stops remembers: who is still to come.
#include <algorithm>

#include "compiler/elaborate/statements.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

CodeId Statements::any_order(std::vector<CodeId> instances, const std::string& question, ClauseId clause) {
    auto known = world_.orders_by_nobody.find({clause, question});
    if (known == world_.orders_by_nobody.end()) {
        Incident incident;
        incident.code = "order.unowned";
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
                         world_.name(domain) + ": " + std::to_string(most_set_elements) + " }' searches so many");
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

}  // namespace errata::compiler
