// Hash-consed terms. A TermPool owns them all; equal terms have equal ids, copying is free, printing is
// stable (ids are creation order), children have smaller ids than their parents. Append-only. What a kind
// means stands in term_kinds.def; evaluate.h is its definition in code.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "compiler/ir/type.h"

namespace errata::compiler {

struct Term;
struct Variable;
struct Table;
struct OpenFunction;
struct Unknown;
struct Equations;
struct Clause;
struct Reading;
using TermId = dsl::Id<Term>;
using VarId = dsl::Id<Variable>;
using TableId = dsl::Id<Table>;
using OpenId = dsl::Id<OpenFunction>;
using UnknownId = dsl::Id<Unknown>;
using EquationsId = dsl::Id<Equations>;
using ClauseId = dsl::Id<Clause>;
using ReadingId = dsl::Id<Reading>;

// Which kinds there are, and what is known of each: term_kinds.h. It is needed only where a kind is named, so
// that a new row does not build everything anew.
enum class TermKind : std::uint8_t;

struct Term {
    TermKind kind{};  // a constant
    // It is worth keeping what it says while the term around it is evaluated, for each value of the few
    // binders that it speaks of: steady and costly. (Beside the kind, for every evaluation asks both.)
    bool remembered = false;
    Value payload = 0;
    TypeId domain;  // quantifiers and Reach only
    std::vector<TermId> children;
    // Every value the term can take lies in lo..hi; `bounded` is false when a counter or an unbounded product
    // is involved.
    Value lo = 0;
    Value hi = 0;
    bool bounded = true;
    // Evaluating it certainly succeeds and meets no open function and no equation (cautious: false where the
    // pool cannot tell).
    bool total = false;
    // How many terms one evaluation looks at, at most; those remembered for all binders count as one.
    double cost = 1;
    std::uint64_t open_levels = 0;  // a bit for each level of a binder around the term that it speaks of
    // Asked twice in one state and for the same binders it says the same, and nothing is met on the way:
    // there is no open function and no equation below it.
    bool steady = true;
};

class TermPool {
public:
    const Term& operator[](TermId id) const { return terms_[id.index]; }
    std::size_t size() const { return terms_.size(); }

    TermId constant(Value value);
    TermId make(TermKind kind, std::vector<TermId> children = {}, Value payload = 0, TypeId domain = {});

    // The interval of a Cell, Table, Register or Bound term is that of its type, which the pool does not
    // know: whoever makes one states it. The same leaf with another interval is another term (a register or a
    // level has no type of its own).
    // An Open or Unknown term of a type other than bool is made in this way, too.
    TermId make_leaf(TermKind kind, Value payload, std::vector<TermId> children, const Type& type);

    // A quantifier (or Reach) whose domain is known, so that Count, Sum and First get an interval; `make`
    // leaves those unbounded.
    TermId make_quantifier(TermKind kind, Value level, std::vector<TermId> children, TypeId domain,
                           const Type& type);

    // A term of this pool whose children, or whose level, are others of the same types (raise.h).
    TermId again(Term changed);

    // Convenience; each simplifies the obvious (constants, units, duplicates, double negation).
    TermId land(const std::vector<TermId>& conjuncts);
    TermId lor(const std::vector<TermId>& disjuncts);
    TermId lnot(TermId term);
    TermId equal(TermId a, TermId b);
    TermId truth(bool value) { return constant(value ? 1 : 0); }

    bool is_constant(TermId id) const { return (*this)[id].kind == TermKind{}; }
    bool is_true(TermId id) const { return is_constant(id) && (*this)[id].payload == 1; }
    bool is_false(TermId id) const { return is_constant(id) && (*this)[id].payload == 0; }

private:
    // What follows from the children; `domain`: how many values a quantifier goes through.
    void derive(Term& term, Value domain) const;
    TermId intern(Term term);

    std::vector<Term> terms_;
    std::unordered_multimap<std::size_t, std::uint32_t> by_hash_;
};

}  // namespace errata::compiler
