#include "compiler/smt/encode_alike.h"
#include "compiler/smt/formula.h"

#include <algorithm>

namespace errata::compiler {

namespace {

enum class Holds { Nothing, One, Several };  // objects of the type: none, one or none, a set of them

class Exchanged {
public:
    Exchanged(const Model& model, FormulaPool& pool, const std::vector<Formula>& cells, TypeId type, Value a,
              Value b)
        : model_(model), pool_(pool), cells_(cells), type_(type), a_(a), b_(b) {}

    Formula is_as_before() {
        for (const Variable& variable : model_.variables) look_at(variable);
        for (std::size_t frame = 1; frame < model_.layout.frames; ++frame) look_at_frame(frame);
        for (std::size_t slot = 0; slot < model_.layout.pending; ++slot) look_at_slot(slot);
        return pool_.land(std::move(all_));
    }

private:
    Holds holds(TypeId id) const {
        const Type& type = model_.type(id);
        if (id == type_ || (type.optional && type.base == type_)) return Holds::One;
        if (type.form == TypeForm::Set && holds(type.element) == Holds::One) return Holds::Several;
        return Holds::Nothing;
    }
    Value position(TypeId set, Value object) const {
        return object - model_.type(model_.type(set).element).lo;
    }

    // Of a register that holds `none` of something else elsewhere: where it holds a set, it is one.
    Formula members(Formula value) {
        const ValueSet& values = pool_.values(value);
        return values.lo() >= 0 ? value : clip(pool_, value, 0, std::max<Value>(values.hi(), 0));
    }

    // A value that has to be its own image.
    Formula names_neither(TypeId type, Formula value) {
        switch (holds(type)) {
            case Holds::Nothing:
                return pool_.truth(true);
            case Holds::One:
                return pool_.lnot(pool_.lor(pool_.equal(value, a_), pool_.equal(value, b_)));
            case Holds::Several:
                break;
        }
        const Formula set = members(value);
        return pool_.equal(bit(pool_, set, position(type, a_)), bit(pool_, set, position(type, b_)));
    }

    Formula image(TypeId type, Formula value) {
        switch (holds(type)) {
            case Holds::Nothing:
                return value;
            case Holds::One:
                return pool_.ite(pool_.equal(value, a_), pool_.constant(b_),
                                 pool_.ite(pool_.equal(value, b_), pool_.constant(a_), value));
            case Holds::Several:
                break;
        }
        const Formula only_a = pool_.constant(Value{1} << position(type, a_));
        const Formula only_b = pool_.constant(Value{1} << position(type, b_));
        const Formula set = members(value);
        const Formula has_a = bit(pool_, set, position(type, a_));
        const Formula has_b = bit(pool_, set, position(type, b_));
        const Formula a_for_b = bit_or(pool_, bit_minus(pool_, set, only_b), only_a);
        const Formula b_for_a = bit_or(pool_, bit_minus(pool_, set, only_a), only_b);
        return pool_.ite(pool_.equal(has_a, has_b), set, pool_.ite(pool_.equal(has_a, 1), b_for_a, a_for_b));
    }

    // The cell of the same variable whose arguments name one where these name the other.
    std::size_t image_of_cell(const Variable& variable, std::size_t cell) const {
        std::size_t rest = cell;
        std::size_t result = 0;
        std::size_t weight = 1;
        for (std::size_t i = variable.params.size(); i-- > 0;) {
            const Type& type = model_.type(variable.params[i]);
            const auto size = static_cast<std::size_t>(type.size());
            Value argument = type.lo + static_cast<Value>(rest % size);
            rest /= size;
            if (holds(variable.params[i]) == Holds::One)
                argument = argument == a_ ? b_ : argument == b_ ? a_ : argument;
            result += static_cast<std::size_t>(argument - type.lo) * weight;
            weight *= size;
        }
        return result;
    }

    void look_at(const Variable& variable) {
        for (std::size_t cell = 0; cell < variable.cells; ++cell) {
            const std::size_t other = image_of_cell(variable, cell);
            const Formula value = cells_[variable.base + cell];
            if (other == cell) {
                all_.push_back(names_neither(variable.type, value));
            } else if (cell < other) {  // else it has been compared
                all_.push_back(pool_.equal(cells_[variable.base + other], image(variable.type, value)));
            }
        }
    }

    void look_at_frame(std::size_t frame) {
        const std::size_t base = model_.layout.frame(frame);
        pool_.values(cells_[base]).without(0).for_each([&](Value point) {
            std::vector<Formula> live;
            for (const BinderRegister& reg :
                 model_.flow.points[static_cast<std::size_t>(point - 1)].live_registers)
                live.push_back(names_neither(reg.type, cells_[base + 1 + reg.reg]));
            where(cells_[base], point, std::move(live));
        });
    }

    void look_at_slot(std::size_t slot) {
        const std::size_t base = model_.layout.slot(slot);
        pool_.values(cells_[base]).without(0).for_each([&](Value trigger) {
            const std::vector<TypeId>& params =
                model_.rules.triggers[static_cast<std::size_t>(trigger - 1)].params;
            std::vector<Formula> arguments;
            for (std::size_t i = 0; i < params.size(); ++i)
                arguments.push_back(names_neither(params[i], cells_[base + 1 + i]));
            where(cells_[base], trigger, std::move(arguments));
        });
    }

    void where(Formula cell, Value value, std::vector<Formula> conditions) {
        all_.push_back(pool_.lor(pool_.lnot(pool_.equal(cell, value)), pool_.land(std::move(conditions))));
    }

    const Model& model_;
    FormulaPool& pool_;
    const std::vector<Formula>& cells_;
    TypeId type_;
    Value a_, b_;
    std::vector<Formula> all_;
};

}  // namespace

Formula are_alike(const Model& model, FormulaPool& pool, const std::vector<Formula>& cells, TypeId type,
                  Value a, Value b) {
    if (!model.type(type).interchangeable) return pool.truth(false);
    return Exchanged(model, pool, cells, type, a, b).is_as_before();
}

}  // namespace errata::compiler
