#include "compiler/smt/term_facts.h"

#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

double size(const Type& domain) { return static_cast<double>(domain.hi - domain.first() + 1); }

// What the children say.
TermFact fact_of_children(const Model& model, const Term& term, const std::vector<TermFact>& facts) {
    TermFact fact;
    for (std::size_t i = 0; i < term.children.size(); ++i) {
        TermFact inner = facts[term.children[i].index];
        if (term.kind == TermKind::Reach && i == 2) {  // start and goal are outside of the binders' scope
            inner.open_binders &= ~(std::uint64_t{3} << term.payload);
            const double values = size(model.type(term.domain));
            inner.cost *= values * values;
        }
        fact.open_binders |= inner.open_binders;
        fact.reads_state = fact.reads_state || inner.reads_state;
        fact.cost += inner.cost;
    }
    return fact;
}

void bind(const Model& model, const Term& term, TermFact& fact) {
    fact.open_binders &= ~(std::uint64_t{1} << term.payload);
    fact.cost *= size(model.type(term.domain));
}

void mention_binder(const Term& term, TermFact& fact) {
    ERRATA_CHECK(term.payload >= 0 && term.payload < 63);
    fact.open_binders |= std::uint64_t{1} << term.payload;
}

// What the term adds by its kind.
void add_own(const Model& model, const Term& term, TermFact& fact) {
    switch (term.kind) {
        case TermKind::Bound:
            return mention_binder(term, fact);
        case TermKind::Cell:
        case TermKind::Register:
        case TermKind::Open:
        case TermKind::Unknown:
        case TermKind::Solutions:
            fact.reads_state = true;
            return;
        case TermKind::Exists:
        case TermKind::Forall:
        case TermKind::Count:
        case TermKind::Sum:
        case TermKind::First:
            return bind(model, term, fact);
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
            return;
    }
}

}  // namespace

std::vector<TermFact> term_facts(const Model& model) {
    std::vector<TermFact> facts(model.terms.size());
    for (std::size_t i = 0; i < facts.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        facts[i] = fact_of_children(model, term, facts);
        add_own(model, term, facts[i]);
    }
    return facts;
}

}  // namespace errata::compiler
