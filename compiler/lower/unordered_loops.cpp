// What is done in an order that nobody decides, and what a loop that stops remembers: who is still to come.
#include <algorithm>

#include "compiler/lower/loops.h"

namespace errata::compiler {

std::vector<std::string> who_is_next(const Lowering& l, const std::vector<CodeId>& instances, bool is_chosen,
                                     ClauseId asking) {
    const std::string turn = is_chosen ? " first" : " next";
    std::vector<std::string> result;
    for (const CodeId instance : instances) {
        const Code& node = l.model.flow.code[instance];
        const bool is_ability = node.clause.is_valid() && node.clause != asking;
        const std::string name = is_ability ? l.clause_name(node.clause) : "";
        if (node.kind == CodeKind::If) {
            result.push_back(name + turn);
            continue;
        }
        for (const std::string& object : l.type(node.domain).labels)
            result.push_back((is_ability ? name + " of " : "") + object + turn);
    }
    return result;
}

namespace {

// One incident, however often the code is written out.
IncidentId which_order(const Lowering& l, const std::vector<CodeId>& instances, const AnyOrder& asked,
                       ClauseId clause) {
    const std::string& question = asked.question;
    const auto known = l.memory.orders_by_nobody.find({clause, question});
    if (known != l.memory.orders_by_nobody.end()) return known->second;
    Incident incident;
    incident.code = asked.is_chosen ? FindingCode::OrderChosen : FindingCode::OrderUnowned;
    incident.order = asked.kind;
    incident.title = l.clause_name(clause) + ": " + question;
    incident.subject = "They are carried out one after the other, ";
    incident.subject += asked.is_chosen ? "whoever chose them decides" : "nobody decides";
    incident.subject += " in which order, and what comes of it differs.";
    incident.clauses = {clause};
    for (const CodeId instance : instances) {
        const ClauseId own = l.model.flow.code[instance].clause;
        if (own.is_valid()) add_once(incident.clauses, own);
    }
    incident.outcomes =
        asked.names.empty() ? who_is_next(l, instances, asked.is_chosen, clause) : asked.names;
    incident.outcomes.emplace_back(no_more_to_do);
    incident.span = l.model.clause(clause).span;
    const IncidentId id = add_incident(l, std::move(incident));
    l.memory.orders_by_nobody[{clause, question}] = id;
    return id;
}

}  // namespace

CodeId any_order(const Lowering& l, std::vector<CodeId> instances, const AnyOrder& asked, ClauseId clause) {
    Code node;
    node.kind = CodeKind::AnyOrder;
    node.incident = which_order(l, instances, asked, clause);
    node.children = std::move(instances);
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

bool remembers(const Lowering& l, TypeId domain) {
    return l.type(l.model.types.base(domain)).size() <= most_set_elements;
}

TermId to_come_term(const Lowering& l, std::uint32_t reg, TypeId domain) {
    return l.terms.reg(reg, l.model.types.set_of(l.model.types.base(domain)));
}

CodeId fill_to_come(const Lowering& l, std::uint32_t reg, TypeId domain, const Place& place) {
    Place inner = place;
    const TermId object = l.terms.bind(inner, {}, "", domain);
    const TermId at = position_in_set(l, object, l.model.types.base(domain));
    const TermId with = l.pool().make(TermKind::SetInsert, {to_come_term(l, reg, domain), at});
    const CodeId each =
        for_each(l, place.level, domain, l.terms.existing(domain, object), set_register(l, reg, with), {});
    return sequence(l, {set_register(l, reg, l.pool().constant(0)), each});
}

CodeId no_more_to_come(const Lowering& l, TermId object, TypeId kind, const Place& place) {
    std::vector<CodeId> parts;
    for (const auto& [of, reg] : place.to_come) {
        if (of != kind) continue;
        const TermId without = l.pool().make(TermKind::SetErase, {to_come_term(l, reg, kind), object});
        parts.push_back(set_register(l, reg, without));
    }
    return sequence(l, std::move(parts));
}

}  // namespace errata::compiler
