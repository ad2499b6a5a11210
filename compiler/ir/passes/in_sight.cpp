#include "compiler/ir/passes/in_sight.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "compiler/ir/passes/disjoint_sets.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

std::vector<Program> programs(const Model& model) {
    const std::size_t labels = model.flow.labels.size();
    DisjointSets together(labels + model.flow.points.size());
    const auto at = [&](PointId point) { return labels + point.index; };
    for (std::size_t label = 0; label < labels; ++label) {
        const std::array roots{model.flow.labels[label].code};
        walk_code(model.flow.code, roots, [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Goto) together.join(label, node.label.index);
            if (node.kind == CodeKind::Stop || node.kind == CodeKind::Call)
                together.join(label, at(node.point));
        });
    }
    for (std::size_t i = 0; i < model.flow.points.size(); ++i) {
        const Point& point = model.flow.points[i];
        for (const PointOption& option : point.options) together.join(labels + i, option.target.index);
        if (point.otherwise) together.join(labels + i, point.otherwise->index);
    }

    std::map<std::size_t, Program> result;
    for (std::size_t i = 0; i < labels; ++i) result[together.find(i)].labels.emplace_back(i);
    for (std::size_t i = 0; i < model.flow.points.size(); ++i)
        result[together.find(labels + i)].points.emplace_back(i);
    for (std::size_t i = 0; i < model.rules.triggers.size(); ++i)
        result[together.find(at(model.rules.triggers[i].entry))].triggers.emplace_back(i);
    return dsl::mapped(result, [](auto& entry) { return std::move(entry.second); });
}

namespace {

class Finder {
public:
    Finder(const Model& model, const Program& program, TypeId type)
        : model_(model), program_(program), type_(type) {
        for (Places* places : {&result_.objects, &result_.sets})
            places->registers.resize(model.layout.registers);
    }

    InSight run() {
        for (const PointId id : program_.points) {
            const Point& point = model_.flow.points[id.index];
            for (const BinderRegister& live : point.live_registers) keep_register(live.reg, live.type);
            for (const PointOption& option : point.options) {
                for (const BinderRegister& binder : option.binders) keep_register(binder.reg, binder.type);
            }
        }
        for (const TriggerId id : program_.triggers) {
            const Trigger& trigger = model_.rules.triggers[id.index];
            for (std::size_t i = 0; i < trigger.params.size(); ++i) keep_register(i, trigger.params[i]);
        }
        std::vector<CodeId> roots;
        for (const LabelId id : program_.labels) roots.push_back(model_.flow.labels[id.index].code);
        // What is copied from a register or binder is found in as many rounds as there are copies in a row.
        for (std::size_t before = count() + 1; before != count();) {
            before = count();
            objects_.emplace(model_.terms);
            sets_.emplace(model_.terms);
            walk_code(model_.flow.code, roots, [&](CodeId, const Code& node) { look_at(node); });
        }
        return result_;
    }

private:
    std::size_t count() const {
        std::ptrdiff_t result = 0;
        for (const Places* places : {&result_.objects, &result_.sets}) {
            result += std::ranges::count(places->registers, true) + std::ranges::count(places->binders, true);
        }
        return static_cast<std::size_t>(result);
    }
    bool is_object(TypeId id) const { return refers_to(model_, id, type_); }
    bool is_set(TypeId id) const { return has_members(model_, id, type_); }
    static void mark(std::vector<bool>& places, std::size_t place) {
        if (places.size() <= place) places.resize(place + 1);
        places[place] = true;
    }
    static bool has(const std::vector<bool>& places, Value place) {
        return static_cast<std::size_t>(place) < places.size() && places[static_cast<std::size_t>(place)];
    }
    void keep_register(std::size_t number, TypeId type) {
        if (is_object(type)) mark(result_.objects.registers, number);
        if (is_set(type)) mark(result_.sets.registers, number);
    }

    void look_at(const Code& node) {
        if (node.kind == CodeKind::ForEach) {
            if (is_object(node.domain)) mark(result_.objects.binders, node.level);
            if (is_set(node.domain)) mark(result_.sets.binders, node.level);
        }
        const bool is_register = node.kind == CodeKind::SetRegister;
        const bool is_binder =
            node.kind == CodeKind::Let || node.kind == CodeKind::Rounds || node.kind == CodeKind::Again;
        if (!is_binder && !is_register) return;
        for (std::size_t i = 0; i < node.terms.size(); ++i) {
            if (may_be_object(node.terms[i]))
                mark(is_register ? result_.objects.registers : result_.objects.binders, node.level + i);
            if (may_be_set(node.terms[i]))
                mark(is_register ? result_.sets.registers : result_.sets.binders, node.level + i);
        }
    }

    // The type of what the term takes from somewhere; invalid: a number or truth value, or what it is made of
    // says it.
    TypeId taken(const Term& term) const {
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Cell) return model_.variables[number].type;
        if (term.kind == TermKind::Table) return model_.functions.tables[number].type;
        if (term.kind == TermKind::Open) return model_.functions.open[number].type;
        if (term.kind == TermKind::Unknown) return model_.functions.unknowns[number].type;
        if (term.kind == TermKind::First) return term.domain;
        return {};
    }

    // No constant is such an object: no rule names one of an interchangeable type.
    bool may_be_object(TermId root) {
        return (*objects_)(root, [&](TermId, const Term& term, const auto& of) {
            const TypeId type = taken(term);
            if (type.is_valid()) return is_object(type);
            if (term.kind == TermKind::Register) return has(result_.objects.registers, term.payload);
            if (term.kind == TermKind::Bound) return has(result_.objects.binders, term.payload);
            if (term.kind == TermKind::Ite) return of(term.children[1]) || of(term.children[2]);
            const bool computes =
                info(term.kind).form == TermForm::Strict && info(term.kind).result == TermResult::Number;
            return computes && std::ranges::any_of(term.children, of);
        });
    }
    bool may_be_set(TermId root) {
        return (*sets_)(root, [&](TermId, const Term& term, const auto& of) {
            const TypeId type = taken(term);
            if (type.is_valid()) return is_set(type);
            if (term.kind == TermKind::Register) return has(result_.sets.registers, term.payload);
            if (term.kind == TermKind::Bound) return has(result_.sets.binders, term.payload);
            if (term.kind == TermKind::SetInsert) return true;  // perhaps into the empty set
            for (const TermId child : term.children) {
                if (of(child) && term.kind != TermKind::SetHas && term.kind != TermKind::SetSize &&
                    term.kind != TermKind::Equal)
                    return true;
            }
            return false;
        });
    }

    const Model& model_;
    const Program& program_;
    TypeId type_;
    std::optional<TermFold<bool>> objects_;
    std::optional<TermFold<bool>> sets_;
    InSight result_;
};

}  // namespace

InSight in_sight(const Model& model, const Program& program, TypeId type) {
    return Finder(model, program, type).run();
}

}  // namespace errata::compiler
