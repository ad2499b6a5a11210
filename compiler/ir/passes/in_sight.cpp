#include "compiler/ir/passes/in_sight.h"

#include <optional>

#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

class Finder {
public:
    Finder(const Model& model, TypeId type) : model_(model), type_(type), sets_(model.terms) {
        result_.registers.resize(model.layout.registers);
    }

    InSight run() {
        for (const Point& point : model_.points) {
            for (const BinderRegister& live : point.live_registers)
                keep(result_.registers, live.reg, live.type);
            for (const PointOption& option : point.options) {
                for (const BinderRegister& binder : option.binders)
                    keep(result_.registers, binder.reg, binder.type);
            }
        }
        for (const Trigger& trigger : model_.triggers) {
            for (std::size_t i = 0; i < trigger.params.size(); ++i)
                keep(result_.registers, i, trigger.params[i]);
        }
        // What is copied from a register or binder is found in as many rounds as there are copies in a row.
        for (std::size_t before = count() + 1; before != count();) {
            before = count();
            objects_.emplace(model_.terms);
            for (std::size_t i = 0; i < model_.code.size(); ++i) look_at(model_.code[CodeId(i)]);
        }
        return result_;
    }

private:
    std::size_t count() const {
        std::size_t result = 0;
        for (const bool it : result_.registers) result += it ? 1 : 0;
        for (const bool it : result_.binders) result += it ? 1 : 0;
        return result;
    }
    bool is_object(TypeId id) const {
        const Type& type = model_.type(id);
        return id == type_ || (type.optional && type.base == type_);
    }
    bool is_set(TypeId id) const {
        const Type& type = model_.type(id);
        return type.form == TypeForm::Set && is_object(type.element);
    }
    static void mark(std::vector<bool>& places, std::size_t place) {
        if (places.size() <= place) places.resize(place + 1);
        places[place] = true;
    }
    static bool has(const std::vector<bool>& places, Value place) {
        return static_cast<std::size_t>(place) < places.size() && places[static_cast<std::size_t>(place)];
    }
    void keep(std::vector<bool>& places, std::size_t place, TypeId type) {
        if (is_object(type)) mark(places, place);
        result_.sets = result_.sets || is_set(type);
    }

    void look_at(const Code& node) {
        if (node.kind == CodeKind::ForEach) keep(result_.binders, node.level, node.domain);
        if (node.kind != CodeKind::Let && node.kind != CodeKind::SetRegister) return;
        if (may_be_object(node.terms[0]))
            mark(node.kind == CodeKind::Let ? result_.binders : result_.registers, node.level);
        result_.sets = result_.sets || may_be_set(node.terms[0]);
    }

    // The type of what the term takes from somewhere; invalid: a number or truth value, or what it is made of says it.
    TypeId taken(const Term& term) const {
        const auto number = static_cast<std::size_t>(term.payload);
        switch (term.kind) {
            case TermKind::Cell:
                return model_.variables[number].type;
            case TermKind::Table:
                return model_.tables[number].type;
            case TermKind::Open:
                return model_.open_functions[number].type;
            case TermKind::Unknown:
                return model_.unknowns[number].type;
            case TermKind::First:
                return term.domain;
            default:
                return {};
        }
    }

    // No constant is such an object: no rule names one of an interchangeable type.
    bool may_be_object(TermId root) {
        return (*objects_)(root, [&](TermId, const Term& term, const auto& of) {
            const TypeId type = taken(term);
            if (type.is_valid()) return is_object(type);
            if (term.kind == TermKind::Register) return has(result_.registers, term.payload);
            if (term.kind == TermKind::Bound) return has(result_.binders, term.payload);
            if (term.kind == TermKind::Ite) return of(term.children[1]) || of(term.children[2]);
            const bool computes = term.kind == TermKind::Minimum || term.kind == TermKind::Maximum ||
                                  term.kind == TermKind::Add || term.kind == TermKind::Subtract;
            return computes && (of(term.children[0]) || of(term.children[1]));
        });
    }
    bool may_be_set(TermId root) {
        return sets_(root, [&](TermId, const Term& term, const auto& of) {
            const TypeId type = taken(term);
            if (type.is_valid()) return is_set(type);
            for (const TermId child : term.children) {
                if (of(child) && term.kind != TermKind::SetHas && term.kind != TermKind::SetSize &&
                    term.kind != TermKind::Equal)
                    return true;
            }
            return false;
        });
    }

    const Model& model_;
    TypeId type_;
    std::optional<TermFold<bool>> objects_;
    TermFold<bool> sets_;
    InSight result_;
};

}  // namespace

InSight in_sight(const Model& model, TypeId type) { return Finder(model, type).run(); }

}  // namespace errata::compiler
