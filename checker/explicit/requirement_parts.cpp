#include "checker/explicit/requirement_parts.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using compiler::Model;
using compiler::State;
using compiler::Term;
using compiler::TermEvaluator;
using compiler::TermForm;
using compiler::TermId;
using compiler::TermKind;
using compiler::Type;
using compiler::Value;
using compiler::Variable;

namespace {

// A quantifier is not taken apart into more parts than this; it then is one part that reads much.
constexpr Value most_instances = 4096;

constexpr std::size_t closed_cell = static_cast<std::size_t>(-1);  // of a cell: not among the open ones

// Which open cells were read.
class OpenCells {
public:
    OpenCells(std::size_t cells, const std::vector<std::size_t>& open) : position_(cells, closed_cell) {
        for (std::size_t i = 0; i < open.size(); ++i) position_[open[i]] = i;
    }

    bool read(std::size_t cell) {
        if (position_[cell] == closed_cell) return false;
        reads_.insert(position_[cell]);
        return true;
    }
    void read_all() {
        for (std::size_t cell = 0; cell < position_.size(); ++cell) read(cell);
    }
    // Positions in Setup::open; forgets them.
    std::vector<std::size_t> take() {
        std::vector<std::size_t> result(reads_.begin(), reads_.end());
        reads_.clear();
        return result;
    }

private:
    std::vector<std::size_t> position_;  // by cell
    std::set<std::size_t> reads_;
};

// Walks a term as the evaluator would, over a state whose open cells are unknown: the value where it is known
// all the same, otherwise the open cells on which it may depend. Cautious: it may name too many.
class Reader {
public:
    Reader(const compiler::Evaluator& evaluator, const compiler::Setup& setup)
        : model_(evaluator.model()),
          state_(evaluator.initial(setup, std::vector<Value>(setup.open.size()))),
          terms_{model_, evaluator.enabled(), journal_, nullptr},
          open_(model_.layout.cells, setup.open) {
        terms_.look_at(state_.data(), nullptr);
    }

    std::vector<std::size_t> reads(TermId term, const std::vector<Value>& bound) {
        bound_ = bound;
        known(term);
        return open_.take();
    }

private:
    std::optional<Value> known(TermId id) {
        const Term& term = model_.terms[id];
        switch (info(term.kind).form) {
            case TermForm::Junction:
                return known_junction(term);
            case TermForm::Quantifier:
                return term.kind == TermKind::Reach ? known_reach(id, term) : known_quantifier(id, term);
            case TermForm::Asked:
                return term.kind == TermKind::Open ? known_open(id, term) : read_all();
            case TermForm::Stored:
                if (term.kind == TermKind::Cell) return known_cell(id, term);
                break;
            case TermForm::Fixed:
            case TermForm::Strict:
                break;
        }
        return all_known(term.children) ? value(id) : std::nullopt;
    }

    std::optional<Value> known_junction(const Term& term) {
        if (term.kind == TermKind::And) return known_chain(term, 0);
        if (term.kind == TermKind::Or) return known_chain(term, 1);
        const auto first = known(term.children[0]);
        if (term.kind == TermKind::Implies) {
            if (first == Value{0}) return 1;
            const auto conclusion = known(term.children[1]);
            return first ? conclusion : std::nullopt;
        }
        if (first) return known(term.children[*first != 0 ? 1 : 2]);
        known(term.children[1]);
        known(term.children[2]);
        return std::nullopt;
    }

    // And, Or: what follows a child that is known to decide is not evaluated.
    std::optional<Value> known_chain(const Term& term, Value deciding) {
        bool all = true;
        for (const TermId child : term.children) {
            const auto value = known(child);
            if (value == deciding) return all ? value : std::nullopt;
            all = all && value;
        }
        return all ? std::optional(1 - deciding) : std::nullopt;
    }

    std::optional<Value> known_cell(TermId id, const Term& term) {
        const Variable& variable = model_.variables[static_cast<std::size_t>(term.payload)];
        if (!all_known(term.children)) {
            for (std::size_t i = 0; i < variable.cells; ++i) open_.read(variable.base + i);
            return std::nullopt;
        }
        bind_all();
        const std::size_t cell = variable.base + position_of(terms_, term.children, variable.params);
        if (terms_.failed()) return std::nullopt;
        return open_.read(cell) ? std::nullopt : value(id);
    }

    std::optional<Value> known_quantifier(TermId id, const Term& term) {
        const Type& domain = model_.type(term.domain);
        const auto level = static_cast<std::size_t>(term.payload);
        const std::vector<Value> outer = bound_;
        bool all = true;
        for (Value v = domain.first(); v <= domain.hi; ++v) {
            bound_ = outer;
            bound_.resize(level + 1);
            bound_[level] = v;
            all = all_known(term.children) && all;
        }
        bound_ = outer;
        return all ? value(id) : std::nullopt;
    }

    // The link is evaluated for every pair of the domain.
    std::optional<Value> known_reach(TermId id, const Term& term) {
        const Type& domain = model_.type(term.domain);
        const auto level = static_cast<std::size_t>(term.payload);
        bool all = all_known({term.children[0], term.children[1]});
        const std::vector<Value> outer = bound_;
        for (Value from = domain.first(); from <= domain.hi; ++from) {
            for (Value to = domain.first(); to <= domain.hi; ++to) {
                bound_ = outer;
                bound_.resize(level + 2);
                bound_[level] = from;
                bound_[level + 1] = to;
                all = known(term.children[2]).has_value() && all;
            }
        }
        bound_ = outer;
        return all ? value(id) : std::nullopt;
    }

    std::optional<Value> known_open(TermId id, const Term& term) {
        const compiler::OpenFunction& open = model_.functions.open[static_cast<std::size_t>(term.payload)];
        if (!all_known(term.children)) return read_all();
        std::vector<Value> arguments;
        for (const TermId child : term.children) {
            const auto argument = value(child);
            if (!argument) return std::nullopt;
            arguments.push_back(*argument);
        }
        const std::vector<Value> outer = std::exchange(bound_, arguments);
        bool all = true;
        compiler::for_each_definition(open, [&](TermId behind) { all = known(behind).has_value() && all; });
        bound_ = outer;
        return all ? value(id) : std::nullopt;
    }

    // It may depend on anything.
    std::optional<Value> read_all() {
        open_.read_all();
        return std::nullopt;
    }

    bool all_known(const std::vector<TermId>& terms) {
        bool all = true;
        for (const TermId term : terms) all = known(term).has_value() && all;
        return all;
    }

    // The evaluator's word on a term that reads no open cell.
    std::optional<Value> value(TermId id) {
        bind_all();
        const Value result = terms_.evaluate(id);
        return terms_.failed() ? std::nullopt : std::optional(result);
    }

    void bind_all() {
        forgive(terms_);
        for (std::size_t i = 0; i < bound_.size(); ++i)
            terms_.binders.bind(static_cast<std::uint32_t>(i), bound_[i]);
    }

    const Model& model_;
    State state_;
    compiler::Journal journal_;
    TermEvaluator terms_;
    OpenCells open_;
    std::vector<Value> bound_;
};

// Splits conjunctions and universal quantifiers.
void split(const Model& model, TermId id, const std::vector<Value>& bound,
           std::vector<RequirementPart>& parts) {
    const Term& term = model.terms[id];
    if (term.kind == TermKind::And) {
        for (const TermId child : term.children) split(model, child, bound, parts);
        return;
    }
    if (term.kind == TermKind::Forall) {
        const Type& domain = model.type(term.domain);
        if (domain.size() <= most_instances) {
            std::vector<Value> inner = bound;
            inner.resize(static_cast<std::size_t>(term.payload) + 1);
            for (inner.back() = domain.first(); inner.back() <= domain.hi; ++inner.back()) {
                split(model, term.children[0], inner, parts);
            }
            return;
        }
    }
    parts.push_back({id, bound, {}});
}

}  // namespace

std::vector<RequirementPart> requirement_parts(const compiler::Evaluator& evaluator,
                                               const compiler::Setup& setup) {
    std::vector<RequirementPart> parts;
    for (const auto& [term, clause] : setup.requirements) split(evaluator.model(), term, {}, parts);
    Reader reader(evaluator, setup);
    for (RequirementPart& part : parts) part.reads = reader.reads(part.term, part.bound);
    return parts;
}

}  // namespace errata::checker
