#include "compiler/terms/equivalence.h"

#include <algorithm>
#include <cstdint>

#include "compiler/ir/term_kinds.h"

namespace errata::compiler {

namespace {

constexpr std::size_t largest_table = 1024;
constexpr std::size_t most_atoms = 60;  // a bit each

enum Outcome : std::uint8_t { No, Yes, Undefined };

// What evaluating a term comes to, and which of the atoms were met on the way, a bit each.
struct Evaluation {
    Outcome outcome = No;
    std::uint64_t met = 0;
};

class TruthTable {
public:
    TruthTable(const Model& model, TermId term) : model_(model), terms_(model.terms) { collect(term); }

    std::string signature(TermId term) {
        std::sort(atoms_.begin(), atoms_.end());
        if (atoms_.size() > most_atoms) return std::to_string(term.index);
        std::size_t rows = lay_out();
        if (rows > largest_table) return std::to_string(term.index);
        // What is never asked, because something before it never has a value, is no part of the meaning.
        std::uint64_t met = 0;
        for (std::size_t row = 0; row < rows; ++row) met |= next_row(term).met;
        std::vector<TermId> kept;
        for (std::size_t i = 0; i < atoms_.size(); ++i) {
            if (((met >> i) & 1U) != 0) kept.push_back(atoms_[i]);
        }
        atoms_ = std::move(kept);
        rows = lay_out();
        std::string text = "if";
        for (const TermId atom : atoms_) text += ' ' + std::to_string(atom.index);
        text += ':';
        for (std::size_t row = 0; row < rows; ++row) {
            const Evaluation evaluation = next_row(term);
            text += static_cast<char>('0' + evaluation.outcome);
            const std::uint64_t asked = evaluation.met & failing_;
            if (asked != 0) text += '/' + std::to_string(asked) + ' ';
        }
        return text;
    }

private:
    // The first row of the table; how many rows it has, or more than the largest.
    std::size_t lay_out() {
        std::size_t rows = 1;
        failing_ = 0;
        first_.clear();
        for (std::size_t i = 0; i < atoms_.size(); ++i) {
            const bool fails = !is_defined(atoms_[i]);
            if (fails) failing_ |= std::uint64_t{1} << i;
            first_.push_back(is_undefined(atoms_[i]) ? Undefined : No);
            rows *= first_.back() == Undefined ? 1 : fails ? 3 : 2;
            if (rows > largest_table) break;
        }
        values_ = first_;
        return rows;
    }

    Evaluation next_row(TermId term) {
        const Evaluation result = evaluate(term);
        advance();
        return result;
    }

    static bool connects(TermKind kind) {
        return kind == TermKind::And || kind == TermKind::Or || kind == TermKind::Not ||
               kind == TermKind::Implies || kind == TermKind::Const;
    }

    void collect(TermId term) {
        const Term& node = terms_[term];
        if (!connects(node.kind)) {
            if (std::find(atoms_.begin(), atoms_.end(), term) == atoms_.end()) atoms_.push_back(term);
            return;
        }
        for (const TermId child : node.children) collect(child);
    }

    // Evaluating it certainly succeeds and asks no open predicate: as Term::total, with the parameters' types
    // known.
    bool is_defined(TermId term) const {
        const Term& node = terms_[term];
        if (node.total) return true;
        if (!std::all_of(node.children.begin(), node.children.end(),
                         [&](TermId child) { return is_defined(child); }))
            return false;
        if (node.kind == TermKind::Cell || node.kind == TermKind::Table) return fit(node);
        // Below 0 they stand for derived values and for whether an action is allowed (read/meaning.cpp).
        // These always have a value.
        if (node.kind == TermKind::Open) return node.payload < 0;
        const Definedness defined = info(node.kind).defined;
        return defined == Definedness::Always || (defined == Definedness::InWord && node.bounded);
    }

    // Evaluating it never succeeds: a field of `none`.
    bool is_undefined(TermId term) const {
        const Term& node = terms_[term];
        const bool looks_up = node.kind == TermKind::Cell || node.kind == TermKind::Table;
        if (!looks_up && info(node.kind).form != TermForm::Strict) return false;
        if (std::any_of(node.children.begin(), node.children.end(),
                        [&](TermId child) { return is_undefined(child); }))
            return true;
        if (!looks_up) return false;
        const std::vector<TypeId>& params = params_of(node);
        for (std::size_t i = 0; i < params.size(); ++i) {
            const Term& argument = terms_[node.children[i]];
            const Type& type = model_.type(params[i]);
            if (type.is_finite() && argument.bounded && (argument.hi < type.lo || argument.lo > type.hi))
                return true;
        }
        return false;
    }

    const std::vector<TypeId>& params_of(const Term& node) const {
        const auto number = static_cast<std::size_t>(node.payload);
        return node.kind == TermKind::Cell ? model_.variable(VarId(number)).params
                                           : model_.functions.tables[number].params;
    }

    bool fit(const Term& node) const {
        const std::vector<TypeId>& params = params_of(node);
        for (std::size_t i = 0; i < params.size(); ++i) {
            const Term& argument = terms_[node.children[i]];
            const Type& type = model_.type(params[i]);
            if (type.is_finite() && (!argument.bounded || argument.lo < type.lo || argument.hi > type.hi))
                return false;
        }
        return true;
    }

    Evaluation evaluate(TermId term) const {
        const Term& node = terms_[term];
        if (!connects(node.kind)) return of_atom(term);
        if (node.kind == TermKind::Const) return {node.payload != 0 ? Yes : No, 0};
        if (node.kind == TermKind::And) return until(node, No, Yes);
        if (node.kind == TermKind::Or) return until(node, Yes, No);
        Evaluation first = evaluate(node.children[0]);
        if (first.outcome == Undefined) return first;
        if (node.kind == TermKind::Not) return {first.outcome == Yes ? No : Yes, first.met};
        if (first.outcome == No) return {Yes, first.met};  // it implies anything
        Evaluation rest = evaluate(node.children[1]);
        rest.met |= first.met;
        return rest;
    }

    Evaluation of_atom(TermId term) const {
        const auto place =
            static_cast<std::size_t>(std::lower_bound(atoms_.begin(), atoms_.end(), term) - atoms_.begin());
        if (place == atoms_.size() || atoms_[place] != term) return {};  // never asked
        return {values_[place], std::uint64_t{1} << place};
    }

    // Children from left to right, up to one with this outcome.
    Evaluation until(const Term& node, Outcome ends, Outcome otherwise) const {
        Evaluation result{otherwise, 0};
        for (const TermId child : node.children) {
            const Evaluation one = evaluate(child);
            result.met |= one.met;
            if (one.outcome != ends && one.outcome != Undefined) continue;
            result.outcome = one.outcome;
            break;
        }
        return result;
    }

    void advance() {
        for (std::size_t i = 0; i < values_.size(); ++i) {
            const Outcome last = ((failing_ >> i) & 1U) != 0 ? Undefined : Yes;
            if (values_[i] != last) {
                values_[i] = static_cast<Outcome>(values_[i] + 1);
                return;
            }
            values_[i] = first_[i];
        }
    }

    const Model& model_;
    const TermPool& terms_;
    std::vector<TermId> atoms_;
    std::uint64_t failing_ = 0;    // a bit by atom: may be undefined, or ask an open predicate
    std::vector<Outcome> first_;   // by atom: Undefined where it never has a value
    std::vector<Outcome> values_;  // by atom, in the row at hand
};

}  // namespace

std::string signature(const Model& model, TermId term) {
    const TermKind kind = model.terms[term].kind;
    const bool connects =
        kind == TermKind::And || kind == TermKind::Or || kind == TermKind::Implies || kind == TermKind::Not;
    if (!connects) return std::to_string(term.index);
    return TruthTable(model, term).signature(term);
}

}  // namespace errata::compiler
