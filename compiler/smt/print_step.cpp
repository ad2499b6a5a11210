#include "compiler/smt/print_step.h"

#include "compiler/smt/encode_step.h"
#include "compiler/smt/lower.h"
#include "compiler/smt/symbolic_state.h"

namespace errata::compiler {

namespace {

std::string constant_of(const FormulaPool& pool, Formula cell) {
    const FormulaNode& node = pool[cell];
    const bool is_fixed = is_constant(pool, cell);
    return is_fixed                  ? std::to_string(node.value)
           : is_variable(pool, cell) ? "v" + std::to_string(node.value)
                                     : "?";
}

}  // namespace

std::optional<std::string> print_step(const Model& model) {
    Encoder encoder(model);
    FormulaPool& pool = encoder.pool();
    const SymbolicState before = well_formed_state(model, pool);
    const Step step = encoder.step(before.cells);
    const SymbolicState after = renamed(step.next, pool);
    if (!encoder.not_analysed().empty()) return std::nullopt;
    std::string text = "; one transition of " + model.title + "\n; cell: before, after\n";
    for (const Variable& variable : model.variables) {
        for (std::size_t i = 0; i < variable.cells; ++i) {
            const std::size_t cell = variable.base + i;
            text += "; " + variable.name + (variable.cells > 1 ? "[" + std::to_string(i) + "]" : "") + ": " +
                    constant_of(pool, before.cells[cell]) + ", " + constant_of(pool, after.cells[cell]) +
                    "\n";
        }
    }
    try {
        z3::context context;
        z3::solver solver(context, "QF_BV");
        Z3Lowering lowering(context, pool);
        std::vector<Formula> formulas = before.constraints;
        formulas.push_back(step.valid);
        formulas.insert(formulas.end(), after.constraints.begin(), after.constraints.end());
        for (const Formula formula : formulas) solver.add(lowering.truth(formula));
        for (const z3::expr& constraint : lowering.take_constraints()) solver.add(constraint);
        return text + solver.to_smt2();
    } catch (const z3::exception&) {
        return std::nullopt;
    }
}

}  // namespace errata::compiler
