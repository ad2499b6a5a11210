#include "compiler/smt/lower.h"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "dsl/base/check.h"

namespace errata::compiler {

Z3Lowering::Z3Lowering(z3::context& context, const FormulaPool& pool)
    : context_(context), pool_(pool), expressions_(context) {}

Z3Lowering::Shape Z3Lowering::shape_of(Value lo, Value hi) {
    auto bits = [](Value value) {
        return static_cast<unsigned>(std::bit_width(static_cast<std::uint64_t>(value)));
    };
    if (lo >= 0) return {std::max(1U, bits(hi)), false};
    return {1 + std::max(bits(-(lo + 1)), hi < 0 ? 0U : bits(hi)), true};
}

z3::expr Z3Lowering::numeral(Value value, unsigned width) {
    auto mask = width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
    return context_.bv_val(static_cast<std::uint64_t>(value) & mask, width);
}

z3::expr Z3Lowering::truth(Formula formula) {
    lower(formula);
    return done(formula);
}

void Z3Lowering::lower(Formula root) {
    slots_.resize(pool_.nodes().size(), 0);
    std::vector<Formula> stack = {root};
    while (!stack.empty()) {
        Formula f = stack.back();
        if (slots_[f.index] != 0) {
            stack.pop_back();
            continue;
        }
        bool ready = true;
        for (Formula operand : pool_.nodes().operands(f)) {
            if (slots_[operand.index] != 0) continue;
            stack.push_back(operand);
            ready = false;
        }
        if (!ready) continue;
        expressions_.push_back(build(f));
        slots_[f.index] = expressions_.size();
        stack.pop_back();
    }
}

// A lowered formula as a bit-vector of a shape that holds its values.
z3::expr Z3Lowering::number(Formula formula, Shape shape) {
    const ValueSet& values = pool_.values(formula);
    if (is_constant(pool_, formula)) return numeral(values.lo(), shape.width);
    z3::expr e = done(formula);
    if (e.is_bool()) return z3::ite(e, numeral(1, shape.width), numeral(0, shape.width));
    Shape own = shape_of(values.lo(), values.hi());
    if (own.width == shape.width) return e;
    if (own.width > shape.width) return e.extract(shape.width - 1, 0);
    return own.is_signed ? z3::sext(e, shape.width - own.width) : z3::zext(e, shape.width - own.width);
}

z3::expr Z3Lowering::compare(Formula a, Formula b, bool less) {
    const ValueSet& va = pool_.values(a);
    const ValueSet& vb = pool_.values(b);
    Shape shape = shape_of(std::min(va.lo(), vb.lo()), std::max(va.hi(), vb.hi()));
    z3::expr x = number(a, shape);
    z3::expr y = number(b, shape);
    if (!less) return x == y;
    return shape.is_signed ? z3::slt(x, y) : z3::ult(x, y);
}

z3::expr Z3Lowering::variable(Formula formula) {
    const ValueSet& values = pool_.values(formula);
    std::string name = "v" + std::to_string(pool_[formula].value);
    if (is_truth(pool_, formula)) return context_.bool_const(name.c_str());
    Shape shape = shape_of(values.lo(), values.hi());
    z3::expr e = context_.bv_const(name.c_str(), shape.width);
    if (!pool_.nodes().is_free(formula)) return e;
    Value lowest = shape.is_signed ? -(Value{1} << (shape.width - 1)) : 0;
    Value highest = shape.is_signed ? (Value{1} << (shape.width - 1)) - 1 : (Value{1} << shape.width) - 1;
    z3::expr lo = numeral(values.lo(), shape.width);
    z3::expr hi = numeral(values.hi(), shape.width);
    if (values.lo() > lowest) constraints_.push_back(shape.is_signed ? z3::sle(lo, e) : z3::ule(lo, e));
    if (values.hi() < highest) constraints_.push_back(shape.is_signed ? z3::sle(e, hi) : z3::ule(e, hi));
    if (values.is_exact()) {
        for (Value hole = values.lo(); hole < values.hi(); ++hole) {
            if (!values.contains(hole)) constraints_.push_back(e != numeral(hole, shape.width));
        }
    }
    return e;
}

z3::expr Z3Lowering::build(Formula formula) {
    const FormulaNode& node = pool_[formula];
    std::span<const Formula> list = pool_.nodes().operands(formula);
    switch (node.kind) {
        case FormulaKind::Variable:
            return variable(formula);
        case FormulaKind::Not:
            return !done(list[0]);
        case FormulaKind::And:
        case FormulaKind::Or: {
            z3::expr_vector all(context_);
            for (Formula f : list) all.push_back(done(f));
            return node.kind == FormulaKind::And ? z3::mk_and(all) : z3::mk_or(all);
        }
        case FormulaKind::Equal:
            if (is_truth(pool_, list[0]) && is_truth(pool_, list[1])) return done(list[0]) == done(list[1]);
            return compare(list[0], list[1], false);
        case FormulaKind::Less:
            return compare(list[0], list[1], true);
        case FormulaKind::Bit: {
            z3::expr mask = done(list[0]);
            auto position = static_cast<unsigned>(node.value);
            return mask.extract(position, position) == context_.bv_val(1, 1);
        }
        case FormulaKind::Ite:
            if (is_truth(pool_, formula)) return z3::ite(done(list[0]), done(list[1]), done(list[2]));
            break;
        case FormulaKind::Constant:
            if (is_truth(pool_, formula)) return context_.bool_val(node.value == 1);
            break;
        case FormulaKind::Add:
        case FormulaKind::Subtract:
        case FormulaKind::Multiply:
        case FormulaKind::BitOr:
        case FormulaKind::BitMinus:
        case FormulaKind::Clip:
            break;
    }
    z3::expr e = build_number(formula);
    if (!is_truth(pool_, formula)) return e;
    return e.extract(0, 0) == context_.bv_val(1, 1);
}

z3::expr Z3Lowering::build_number(Formula formula) {
    const FormulaNode& node = pool_[formula];
    std::span<const Formula> list = pool_.nodes().operands(formula);
    const ValueSet& values = pool_.values(formula);
    // Modulo 2^width these operations are exact for any result that the width can hold, whatever the operands
    // lose.
    Shape shape = shape_of(values.lo(), values.hi());
    auto operand = [&](std::size_t i) { return number(list[i], shape); };
    switch (node.kind) {
        case FormulaKind::Constant:
            return numeral(node.value, shape.width);
        case FormulaKind::Ite:
            return z3::ite(done(list[0]), operand(1), operand(2));
        case FormulaKind::Add:
            return operand(0) + operand(1);
        case FormulaKind::Subtract:
            return operand(0) - operand(1);
        case FormulaKind::Multiply:
            return operand(0) * operand(1);
        case FormulaKind::BitOr:
            return operand(0) | operand(1);
        case FormulaKind::BitMinus:
            return operand(0) & ~operand(1);
        case FormulaKind::Clip:
            return operand(0);
        case FormulaKind::Variable:
        case FormulaKind::Not:
        case FormulaKind::And:
        case FormulaKind::Or:
        case FormulaKind::Equal:
        case FormulaKind::Less:
        case FormulaKind::Bit:
            break;
    }
    ERRATA_CHECK(false && "a formula kind without a number");
    return numeral(0, 1);
}

std::vector<z3::expr> Z3Lowering::take_constraints() { return std::exchange(constraints_, {}); }

bool Z3Lowering::is_met(Formula variable) const {
    return variable.index < slots_.size() && slots_[variable.index] != 0;
}

Value Z3Lowering::value_of(Formula variable, const z3::model& model) {
    z3::expr value = model.eval(done(variable), true);
    if (value.is_bool()) return value.is_true() ? 1 : 0;
    const ValueSet& values = pool_.values(variable);
    Shape shape = shape_of(values.lo(), values.hi());
    std::uint64_t bits = value.get_numeral_uint64();
    if (!shape.is_signed || (bits >> (shape.width - 1) & 1) == 0) return static_cast<Value>(bits);
    return static_cast<Value>(bits | ~((std::uint64_t{1} << shape.width) - 1));
}

}  // namespace errata::compiler
