#include "compiler/ir/passes/compile_terms.h"

#include <algorithm>
#include <limits>

#include "compiler/ir/definedness.h"
#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

class CompilingTerms {
public:
    CompilingTerms(const Model& model, const CaseIndex& cases, TermsTabled tabled)
        : model_(model), cases_(cases), tabled_(tabled) {}

    CompiledTerms run() {
        result_.terms.resize(model_.terms.size());
        for (std::size_t i = 0; i < model_.terms.size(); ++i) compile(TermId(i));
        find_asking();
        return std::move(result_);
    }

private:
    const Term& term(TermId id) const { return model_.terms[id]; }
    CompiledTerm& compiled(TermId id) { return result_.terms[id.index]; }

    void compile(TermId id) {
        CompiledTerm& made = compiled(id);
        made.remembered = term(id).remembered;
        made.is_certain = is_certain(id);
        if (cases_.term(id) == nullptr) compile(term(id), made);
        if (is_tabled(made.kind, term(id))) made.table = tables_++;
    }

    // Others are made of these, and of little beside.
    bool is_tabled(CompiledKind kind, const Term& term) const {
        if (kind == CompiledKind::Open) {
            constexpr double cost_of_statement = 8;
            const OpenFunction& open = model_.functions.open[static_cast<std::size_t>(term.payload)];
            return term.cost + cost_of_statement * static_cast<double>(open.statements.size()) > least_cost();
        }
        const bool is_quantifier = kind == CompiledKind::Exists || kind == CompiledKind::Forall ||
                                   kind == CompiledKind::Count || kind == CompiledKind::Sum ||
                                   kind == CompiledKind::First;
        return is_quantifier && term.cost > least_cost();
    }
    // A term that costs less is evaluated sooner than looked up.
    double least_cost() const {
        constexpr double worth_looking_up = 32;
        return tabled_ == TermsTabled::All ? 0 : worth_looking_up;
    }

    // Children first.
    bool is_certain(TermId id) {
        const Term& term = this->term(id);
        if (!std::ranges::all_of(term.children, [&](TermId child) { return compiled(child).is_certain; }))
            return false;
        if (term.kind == TermKind::Cell || term.kind == TermKind::Table) return is_within(term);
        return is_defined_with_its_children(model_.terms, term);
    }
    const std::vector<TypeId>& parameters(const Term& of) const {
        const auto number = static_cast<std::size_t>(of.payload);
        return of.kind == TermKind::Cell ? model_.variables[number].params
                                         : model_.functions.tables[number].params;
    }
    bool is_within(const Term& of) const {
        const std::vector<TypeId>& params = parameters(of);
        for (std::size_t i = 0; i < params.size(); ++i) {
            const Term& argument = term(of.children[i]);
            const Type& type = model_.type(params[i]);
            if (!argument.bounded || argument.lo < type.lo || type.hi < argument.hi) return false;
        }
        return true;
    }

    void compile(const Term& term, CompiledTerm& made) {
        switch (term.kind) {
            case TermKind::Const:
                made.kind = CompiledKind::Constant;
                made.value = term.payload;
                return;
            case TermKind::Register:
                made.kind = CompiledKind::Register;
                made.a = static_cast<std::uint32_t>(term.payload);
                return;
            case TermKind::Bound:
                made.kind = CompiledKind::Bound;
                made.a = static_cast<std::uint32_t>(term.payload);
                return;
            case TermKind::Cell:
                return cell(term, made);
            case TermKind::Table:
                made.kind = CompiledKind::Table;
                made.value = term.payload;
                return arguments(term, made);
            case TermKind::Enabled:
                made.kind = CompiledKind::Enabled;
                made.a = static_cast<std::uint32_t>(term.payload);
                return;
            case TermKind::And:
                return parts(CompiledKind::And, term, made);
            case TermKind::Or:
                return parts(CompiledKind::Or, term, made);
            case TermKind::Equal:
                return equal(term, made);
            case TermKind::Within:
                operands(CompiledKind::Within, term, made);
                made.b = static_cast<std::uint32_t>(term.payload);
                return;
            case TermKind::Exists:
                return quantifier(CompiledKind::Exists, term, made);
            case TermKind::Forall:
                return quantifier(CompiledKind::Forall, term, made);
            case TermKind::Count:
                return quantifier(CompiledKind::Count, term, made);
            case TermKind::Sum:
                return quantifier(CompiledKind::Sum, term, made);
            case TermKind::First:
                return quantifier(CompiledKind::First, term, made);
            case TermKind::Open:
                return operands(CompiledKind::Open, {}, made);
            case TermKind::Not:
                return operands(CompiledKind::Not, term, made);
            case TermKind::Implies:
                return operands(CompiledKind::Implies, term, made);
            case TermKind::Ite:
                return operands(CompiledKind::Ite, term, made);
            case TermKind::Less:
                return operands(CompiledKind::Less, term, made);
            case TermKind::LessEqual:
                return operands(CompiledKind::LessEqual, term, made);
            case TermKind::Add:
                return operands(CompiledKind::Add, term, made);
            case TermKind::Subtract:
                return operands(CompiledKind::Subtract, term, made);
            case TermKind::Multiply:
                return operands(CompiledKind::Multiply, term, made);
            case TermKind::Minimum:
                return operands(CompiledKind::Minimum, term, made);
            case TermKind::Maximum:
                return operands(CompiledKind::Maximum, term, made);
            case TermKind::SetHas:
                return operands(CompiledKind::SetHas, term, made);
            case TermKind::SetInsert:
                return operands(CompiledKind::SetInsert, term, made);
            case TermKind::SetErase:
                return operands(CompiledKind::SetErase, term, made);
            case TermKind::SetUnion:
                return operands(CompiledKind::SetUnion, term, made);
            case TermKind::SetMinus:
                return operands(CompiledKind::SetMinus, term, made);
            case TermKind::SetSize:
                return operands(CompiledKind::SetSize, term, made);
            case TermKind::Unknown:
            case TermKind::Solutions:
            case TermKind::Reach:
                return;
        }
    }

    static void operands(CompiledKind kind, const Term& term, CompiledTerm& made) {
        made.kind = kind;
        const std::vector<TermId>& children = term.children;
        if (!children.empty()) made.a = children[0].index;
        if (children.size() > 1) made.b = children[1].index;
        if (children.size() > 2) made.c = children[2].index;
    }
    void parts(CompiledKind kind, const Term& term, CompiledTerm& made) {
        made.kind = kind;
        made.a = static_cast<std::uint32_t>(result_.parts.size());
        made.n = static_cast<std::uint32_t>(term.children.size());
        for (const TermId child : term.children) result_.parts.push_back(child.index);
    }
    void arguments(const Term& of, CompiledTerm& made) {
        const std::vector<TypeId>& params = parameters(of);
        made.a = static_cast<std::uint32_t>(result_.arguments.size());
        made.n = static_cast<std::uint32_t>(params.size());
        Value stride = 1;
        for (std::size_t i = params.size(); i-- > 0;) {
            const Type& type = model_.type(params[i]);
            result_.arguments.push_back({of.children[i].index, type.lo, type.size(), stride});
            stride *= type.size();
        }
        std::reverse(result_.arguments.begin() + made.a, result_.arguments.end());
    }
    void cell(const Term& of, CompiledTerm& made) {
        const Variable& variable = model_.variables[static_cast<std::size_t>(of.payload)];
        made.value = static_cast<Value>(variable.base);
        if (of.children.empty()) {
            made.kind = CompiledKind::CellAt;
            return;
        }
        const Type& type = model_.type(variable.params[0]);
        const CompiledTerm& argument = compiled(of.children[0]);
        const bool is_alone = of.children.size() == 1;
        if (is_alone && argument.kind == CompiledKind::Constant && type.contains(argument.value)) {
            made.kind = CompiledKind::CellAt;
            made.value += argument.value - type.lo;
        } else if (is_alone && argument.kind == CompiledKind::Bound && is_small(type)) {
            made.kind = CompiledKind::CellOfBound;
            made.a = argument.a;
            made.b = static_cast<std::uint32_t>(type.size());
            made.c = static_cast<std::uint32_t>(static_cast<std::int32_t>(type.lo));
        } else {
            arguments(of, made);
            made.kind = made.is_certain ? CompiledKind::CellWithin : CompiledKind::Cell;
            for (std::size_t i = made.a; made.is_certain && i < result_.arguments.size(); ++i)
                made.value -= result_.arguments[i].lo * result_.arguments[i].stride;
        }
    }
    void equal(const Term& term, CompiledTerm& made) {
        operands(CompiledKind::Equal, term, made);
        const CompiledTerm& right = compiled(term.children[1]);
        if (right.kind != CompiledKind::Constant) return;
        made.kind = CompiledKind::EqualsConstant;
        made.value = right.value;
    }
    void quantifier(CompiledKind kind, const Term& term, CompiledTerm& made) {
        const Type& domain = model_.type(term.domain);
        if (!is_small(domain)) return;
        operands(kind, term, made);
        made.c = static_cast<std::uint32_t>(term.payload);
        made.value = domain.first();
        made.n = static_cast<std::uint32_t>(std::max<Value>(domain.hi - domain.first() + 1, 0));
    }
    // Its values and their number have room in a compiled term.
    static bool is_small(const Type& type) {
        constexpr Value most = std::numeric_limits<std::int32_t>::max();
        return type.is_finite() && -most < type.lo && type.hi < most && type.hi - type.lo < most;
    }

    // Which terms may ask a reading: those that look at its variable, those that ask an open function whose
    // statements may, and whatever asks unknowns. Functions ask each other, so until nothing is added.
    void find_asking() {
        if (model_.readings.all.empty()) return;
        asking_.resize(model_.functions.open.size());
        bool goes_on = true;
        while (goes_on) {
            for (std::size_t i = 0; i < result_.terms.size(); ++i) result_.terms[i].asks = asks(TermId(i));
            goes_on = false;
            for (std::size_t i = 0; i < asking_.size(); ++i) {
                const bool is_new = !asking_[i] && asks(model_.functions.open[i]);
                if (is_new) asking_[i] = goes_on = true;
            }
        }
    }
    bool asks(TermId id) {
        const Term& term = this->term(id);
        const auto number = static_cast<std::size_t>(term.payload);
        if (std::ranges::any_of(term.children, [&](TermId child) { return compiled(child).asks; }))
            return true;
        if (term.kind == TermKind::Cell) return model_.variables[number].reading.is_valid();
        if (term.kind == TermKind::Open) return asking_[number];
        return info(term.kind).form == TermForm::Asked;
    }
    bool asks(const OpenFunction& open) {
        const auto may = [&](TermId id) { return id.is_valid() && compiled(id).asks; };
        return may(open.fallback) || std::ranges::any_of(open.statements, [&](const Statement& statement) {
                   return may(statement.condition) || may(statement.value);
               });
    }

    const Model& model_;
    const CaseIndex& cases_;
    TermsTabled tabled_;
    CompiledTerms result_;
    std::uint32_t tables_ = 0;  // so far
    std::vector<bool> asking_;  // by open function
};

}  // namespace

CompiledTerms compile_terms(const Model& model, const CaseIndex& cases, TermsTabled tabled) {
    return CompilingTerms(model, cases, tabled).run();
}

}  // namespace errata::compiler
