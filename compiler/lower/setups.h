// Positions: what setups and the beginnings of scenarios describe, carried out on the initial values. Needs
// the whole model but its setups, scenarios and claims.
#pragma once

#include "compiler/ir/evaluate.h"
#include "compiler/lower/place.h"

namespace errata::compiler {

// Everything is constant there but the cells set to `any`.
class Position {
public:
    // `l`: of positions: names in them do not tell objects apart, they only say where play begins.
    Position(const Lowering& l, std::string name, dsl::Span span);

    void run(const typed::Block& body, Scope scope);
    Setup take();

private:
    void run(const typed::Stmt& stmt, Scope& scope);
    void assign(const typed::Stmt& stmt, const Scope& scope);
    void for_each(const typed::Stmt& stmt, const Scope& scope, std::size_t binder);
    void require(const typed::Stmt& stmt, const Scope& scope);
    void create(const typed::Stmt& stmt, Scope& scope);
    void let(const typed::Stmt& stmt, Scope& scope);
    void run_if(const typed::Stmt& stmt, Scope& scope);
    std::optional<Value> value(TermId term, dsl::Span span);
    std::optional<Value> changed_to(const typed::Stmt& stmt, const TypedTerm& target, const Scope& scope);
    std::optional<std::size_t> target_cell(const typed::Expr& expr, const TypedTerm& target);

    const Lowering& l_;
    Evaluator evaluator_;
    Setup setup_;
};

// How many readings may differ from their first alternative in one play, as the scope says.
void bound_readings(const Lowering& l);

void lower_setups(const Lowering& l);
void lower_scenarios(const Lowering& l);
// Checks, rulings, partitions, expectations.
void lower_claims(const Lowering& l, const Modules& modules);

}  // namespace errata::compiler
