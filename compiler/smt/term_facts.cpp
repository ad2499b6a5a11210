#include "compiler/smt/term_facts.h"

#include "dsl/base/check.h"

namespace errata::compiler {

std::vector<TermFact> term_facts(const Model& model) {
    std::vector<TermFact> facts(model.terms.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        TermFact& fact = facts[i];
        for (std::size_t c = 0; c < term.children.size(); ++c) {
            TermFact inner = facts[term.children[c].index];
            if (term.kind == TermKind::Reach && c == 2) {  // start and goal are outside of the binders' scope
                inner.open_binders &= ~(std::uint64_t{3} << term.payload);
                const Type& domain = model.type(term.domain);
                const auto values = static_cast<double>(domain.hi - domain.first() + 1);
                inner.cost *= values * values;
            }
            fact.open_binders |= inner.open_binders;
            fact.reads_state = fact.reads_state || inner.reads_state;
            fact.cost += inner.cost;
        }
        switch (term.kind) {
            case TermKind::Bound:
                ERRATA_CHECK(term.payload >= 0 && term.payload < 63);
                fact.open_binders |= std::uint64_t{1} << term.payload;
                break;
            case TermKind::Cell:
            case TermKind::Register:
            case TermKind::Open:
            case TermKind::Unknown:
            case TermKind::Solutions:
                fact.reads_state = true;
                break;
            case TermKind::Exists:
            case TermKind::Forall:
            case TermKind::Count:
            case TermKind::Sum:
            case TermKind::First: {
                fact.open_binders &= ~(std::uint64_t{1} << term.payload);
                const Type& domain = model.type(term.domain);
                fact.cost *= static_cast<double>(domain.hi - domain.first() + 1);
                break;
            }
            case TermKind::Const:
            case TermKind::Table:
            case TermKind::Enabled:
            case TermKind::Not:
            case TermKind::And:
            case TermKind::Or:
            case TermKind::Implies:
            case TermKind::Equal:
            case TermKind::Less:
            case TermKind::LessEqual:
            case TermKind::Add:
            case TermKind::Subtract:
            case TermKind::Multiply:
            case TermKind::Minimum:
            case TermKind::Maximum:
            case TermKind::Ite:
            case TermKind::Reach:
            case TermKind::SetHas:
            case TermKind::SetInsert:
            case TermKind::SetErase:
            case TermKind::SetUnion:
            case TermKind::SetMinus:
            case TermKind::SetSize:
                break;
        }
    }
    return facts;
}

}  // namespace errata::compiler
