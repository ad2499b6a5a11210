// Positions: what setups and the beginnings of scenarios describe, carried out on the initial values. Needs
// the whole model but its setups, scenarios and claims.
#pragma once

#include <map>
#include <set>

#include "compiler/ir/evaluate.h"
#include "compiler/lower/place.h"

namespace errata::compiler {

// The items of a set on their way to a table.
struct Dealing {
    std::size_t items = 0;
    VarId holder;
    std::vector<Value> objects = {};      // that bear them
    std::vector<std::size_t> cells = {};  // of the holder
    bool lacks_objects = false;
};

// Everything is constant there but the cells set to `any`.
class Position {
public:
    // `l`: of positions: names in them do not tell objects apart, they only say where play begins.
    // `dealing`: the set that `place` lays out; null where nothing is dealt.
    Position(const Lowering& l, std::string name, dsl::Span span, Dealing* dealing = nullptr);

    // Adds to the scope what the statements give a name.
    void run(const typed::Block& body, Scope& scope);
    void run_inside(const typed::Block& body, Scope scope);
    Setup take();
    // Was the cell set, to whatever value?
    bool is_set(std::size_t cell) const { return set_.contains(cell); }
    // In the position described so far.
    std::optional<Value> now(TermId term) const { return evaluator_.value(term, setup_.values); }

private:
    void run(const typed::Stmt& stmt, Scope& scope);
    void assign(const typed::Stmt& stmt, const Scope& scope);
    void for_each(const typed::Stmt& stmt, const Scope& scope, std::size_t binder);
    void create(const typed::Stmt& stmt, Scope& scope);
    void deal(const typed::Stmt& stmt, Scope& scope);
    void mark(const typed::Stmt& stmt, const Scope& scope);
    void open(std::size_t cell);
    void fix(std::size_t cell, Value value);
    // The cell has got this value; nothing: it is open. Fields of the object that begin with this one get the
    // same, unless they were set.
    void follow(std::size_t cell, std::optional<Value> value);
    bool is_spoken_of(TypeId kind, Value object) const;
    void let(const typed::Stmt& stmt, Scope& scope);
    void run_if(const typed::Stmt& stmt, Scope& scope);
    void place(const typed::Stmt& stmt, const Scope& scope);
    void place_at(const typed::Stmt& stmt, Scope scope, Value object, TypeId kind);
    VarId variable_at(std::size_t cell) const;
    std::optional<Value> value(TermId term, dsl::Span span);
    std::optional<std::size_t> target_cell(const typed::Expr& expr, const TypedTerm& target);

    const Lowering& l_;
    Evaluator evaluator_;
    Setup setup_;
    std::set<std::size_t> set_;
    std::set<std::pair<TypeId, Value>> named_;  // objects that a dealing line names, maybe one further below
    std::set<std::size_t> opened_;              // by `any` or `place`: what they hold is not known here
    std::map<std::size_t, std::size_t> followed_;  // open cells, and the open cell that each is equal to
    Dealing* dealing_;
};

// How many readings may differ from their first alternative in one play, as the scope says.
void bound_readings(const Lowering& l);

void lower_setups(const Lowering& l);

}  // namespace errata::compiler
