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
        const TermForm form = info(term.kind).form;
        fact.reads_state = fact.reads_state || form == TermForm::Stored || form == TermForm::Asked;
        if (term.kind == TermKind::Bound) {
            ERRATA_CHECK(term.payload >= 0 && term.payload < 63);
            fact.open_binders |= std::uint64_t{1} << term.payload;
        } else if (form == TermForm::Quantifier && term.kind != TermKind::Reach) {
            fact.open_binders &= ~(std::uint64_t{1} << term.payload);
            const Type& domain = model.type(term.domain);
            fact.cost *= static_cast<double>(domain.hi - domain.first() + 1);
        }
    }
    return facts;
}

}  // namespace errata::compiler
