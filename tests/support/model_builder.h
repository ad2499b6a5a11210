// Writes small models by hand, for tests of everything behind the compiler's front. Declare types, variables,
// points and labels in any order, write code with the node makers (they speak for the clause given last with
// `in`), then `build`, which lays the cells out: variables in order of declaration, `over`, frames, pending
// bag.
//
//     ModelBuilder m;
//     const VarId x = m.variable("x", m.range(0, 3));
//     const PointId idle = m.point("idle");
//     m.option(idle, "up", m.less(m.cell(x), m.c(3)), m.label("up", m.sequence({m.increase(x, m.c(1)),
//     m.stop(idle)}))); const Model model = m.build();
#pragma once

#include <string>
#include <vector>

#include "compiler/ir/evaluate.h"
#include "compiler/ir/term_kinds.h"

namespace errata::tests {

using compiler::ClauseId;
using compiler::CodeId;
using compiler::EndingId;
using compiler::EquationsId;
using compiler::IncidentId;
using compiler::LabelId;
using compiler::OpenId;
using compiler::PointId;
using compiler::TableId;
using compiler::TermId;
using compiler::TriggerId;
using compiler::TypeId;
using compiler::UnknownId;
using compiler::Value;
using compiler::VarId;

class ModelBuilder {
public:
    ModelBuilder();

    // Capacity of agenda and bag: set before `build`.
    std::size_t frames = 1;
    std::size_t registers = 0;
    std::size_t pending = 0;
    std::size_t pending_arguments = 0;

    TypeId boolean() const { return boolean_; }
    TypeId range(Value lo, Value hi);
    TypeId optional_range(Value hi);  // none, 0..hi
    TypeId optional(TypeId base);     // none and the values of the base
    TypeId enumeration(const std::string& name, const std::vector<std::string>& labels);
    TypeId counter();
    void interchangeable(TypeId objects);
    TypeId set_of(TypeId element);

    VarId variable(const std::string& name, TypeId type, Value initial = 0, std::vector<TypeId> params = {});
    // What a clause can be understood as: the variable says which alternative is in force. Open in setups
    // made later.
    void reading(VarId variable, ClauseId clause = {});
    TableId table(const std::string& name, TypeId type, std::vector<TypeId> params,
                  std::vector<Value> values);
    OpenId open_function(const std::string& name, std::vector<TypeId> params,
                         std::optional<bool> closed = {});
    void statement(OpenId open, bool positive, TermId condition, ClauseId clause = {});
    // To any finite type.
    OpenId open_function_to(TypeId type, const std::string& name, std::vector<TypeId> params = {});
    void statement(OpenId open, bool positive, TermId condition, TermId value, ClauseId clause = {});
    void fallback(OpenId open, TermId value);
    // A system of equations, and its unknowns; say how each is defined once its terms can be written.
    EquationsId equations(const std::string& name, bool inductive = false);
    UnknownId unknown(const std::string& name, TypeId type,
                      std::vector<TypeId> params = {});  // of the last system
    void define(UnknownId unknown, TermId definition, TermId backup = {});
    ClauseId clause(const std::string& name);
    IncidentId incident(const std::string& code);
    EndingId ending(const std::string& name);
    LabelId label(const std::string& name, CodeId code);
    PointId point(const std::string& name);
    compiler::Point& at(PointId id) { return model_.flow.points[id.index]; }
    void live(PointId point, std::uint32_t reg, TypeId type);
    // Binders take registers 0, 1, ... in order.
    void option(PointId point, const std::string& text, TermId guard, LabelId target,
                std::vector<TypeId> binders = {}, ClauseId clause = {});
    TriggerId trigger(const std::string& name, PointId entry, std::vector<TypeId> params = {},
                      TermId player = {});
    void state_check(TermId condition, CodeId body, ClauseId clause = {});
    // A setup with every variable at its initial value.
    std::size_t setup(const std::string& name);
    compiler::Model& model() { return model_; }

    TermId c(Value value) { return model_.terms.constant(value); }
    TermId reg(Value number, TypeId type);
    TermId bound(Value level, TypeId type);
    TermId cell(VarId var, std::vector<TermId> arguments = {});
    TermId look_up(TableId table, std::vector<TermId> arguments);
    TermId holds(OpenId open, std::vector<TermId> arguments = {});
    TermId ask(UnknownId unknown, std::vector<TermId> arguments = {});
    TermId solutions(EquationsId equations);
    TermId enabled(ClauseId clause);
    TermId make(compiler::TermKind kind, std::vector<TermId> children);
    TermId quantifier(compiler::TermKind kind, Value level, TypeId domain, std::vector<TermId> children);
    TermId reach(Value level, TypeId domain, TermId start, TermId goal, TermId link) {
        return quantifier(compiler::TermKind::Reach, level, domain, {start, goal, link});
    }
    TermId equal(TermId a, TermId b) { return make(compiler::TermKind::Equal, {a, b}); }
    TermId less(TermId a, TermId b) { return make(compiler::TermKind::Less, {a, b}); }
    TermId add(TermId a, TermId b) { return make(compiler::TermKind::Add, {a, b}); }
    TermId both(TermId a, TermId b) { return make(compiler::TermKind::And, {a, b}); }
    TermId negation(TermId a) { return make(compiler::TermKind::Not, {a}); }

    void in(ClauseId clause) { clause_ = clause; }
    CodeId sequence(std::vector<CodeId> children);
    CodeId when(TermId condition, CodeId then);
    CodeId when(TermId condition, CodeId then, CodeId otherwise);
    CodeId if_at_rest(CodeId then, CodeId otherwise);
    CodeId let(std::uint32_t level, TermId value, CodeId body);
    CodeId for_each(std::uint32_t level, TypeId domain, TermId condition, CodeId body);
    CodeId set(VarId var, TermId value, std::vector<TermId> arguments = {});
    CodeId reset(VarId var, TermId value, std::vector<TermId> arguments = {}, bool is_for_good = false);
    CodeId increase(VarId var, TermId amount, std::vector<TermId> arguments = {});
    CodeId gain(VarId var, TermId members, std::vector<TermId> arguments = {});
    CodeId lose(VarId var, TermId members, std::vector<TermId> arguments = {});
    CodeId gone(VarId var, TermId members, std::vector<TermId> arguments = {});  // they have left
    CodeId set_register(std::uint32_t reg, TermId value);
    CodeId simultaneously(CodeId body, IncidentId conflict = {}, bool sets_last = false);
    CodeId fork(IncidentId incident, std::vector<CodeId> outcomes);
    CodeId defer(std::uint32_t stage, CodeId body);
    CodeId any_order(IncidentId incident, std::vector<CodeId> instances);
    CodeId rounds(IncidentId incident, std::uint32_t level, std::vector<TermId> first,
                  std::vector<CodeId> instances, CodeId last);
    CodeId again(std::uint32_t level, std::vector<TermId> next);
    // Children: with the solution; none; several.
    CodeId solve(EquationsId equations, std::vector<CodeId> children);
    CodeId report(IncidentId incident);
    CodeId pend(TriggerId trigger, std::vector<TermId> arguments = {});
    CodeId forget(TypeId domain, TermId object);
    CodeId call(TriggerId trigger, std::vector<TermId> arguments, PointId wait_at);
    CodeId go_to(LabelId label);
    CodeId stop(PointId point);
    CodeId leave();
    CodeId finish(EndingId ending);
    CodeId cut();

    compiler::Model build();

private:
    TypeId add_type(compiler::Type type);
    compiler::Code node(compiler::CodeKind kind) const;
    CodeId write(compiler::CodeKind kind, VarId var, std::vector<TermId> arguments, TermId value);

    compiler::Model model_;
    TypeId boolean_;
    ClauseId clause_;
};

// The state with every variable at its initial value and the control frame at the start.
compiler::State initial_state(const compiler::Model& model);

// The one successor of a state that has one.
compiler::Successor only_successor(const compiler::Model& model, const compiler::State& state);

}  // namespace errata::tests
