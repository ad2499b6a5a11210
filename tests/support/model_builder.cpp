#include "tests/support/model_builder.h"

#include <algorithm>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/check.h"
#include "tests/support/codes.h"

namespace errata::tests {

using namespace errata::compiler;

ModelBuilder::ModelBuilder() {
    model_.title = "by hand";
    Type type;
    type.name = "bool";
    type.hi = 1;
    type.labels = {"no", "yes"};
    boolean_ = add_type(type);
    model_.flow.start = PointId(0);
    model_.incidents.undefined = incident("gap.undefined");
    model_.incidents.overflow = incident("overflow");
}

TypeId ModelBuilder::add_type(Type type) {
    model_.types.push_back(std::move(type));
    return TypeId(model_.types.size() - 1);
}

TypeId ModelBuilder::range(Value lo, Value hi) {
    Type type;
    type.form = TypeForm::Range;
    type.name = std::to_string(lo) + ".." + std::to_string(hi);
    type.lo = lo;
    type.hi = hi;
    return add_type(type);
}

TypeId ModelBuilder::optional_range(Value hi) {
    const TypeId id = range(none_value, hi);
    model_.types[id.index].name = "0.." + std::to_string(hi) + "?";
    model_.types[id.index].optional = true;
    return id;
}

TypeId ModelBuilder::optional(TypeId base) {
    Type type = model_.type(base);
    type.name += "?";
    type.optional = true;
    type.lo = none_value;
    type.base = base;
    return add_type(type);
}

TypeId ModelBuilder::enumeration(const std::string& name, const std::vector<std::string>& labels) {
    Type type;
    type.form = TypeForm::Enum;
    type.name = name;
    type.hi = static_cast<Value>(labels.size()) - 1;
    type.labels = labels;
    return add_type(type);
}

void ModelBuilder::interchangeable(TypeId objects) { model_.types[objects.index].interchangeable = true; }

TypeId ModelBuilder::counter() {
    Type type;
    type.form = TypeForm::Counter;
    type.name = "counter";
    return add_type(type);
}

TypeId ModelBuilder::set_of(TypeId element) {
    Type type;
    type.form = TypeForm::Set;
    type.name = "set of " + model_.type(element).name;
    type.hi = (Value{1} << (model_.type(element).hi - model_.type(element).first() + 1)) - 1;
    type.element = element;
    return add_type(type);
}

VarId ModelBuilder::variable(const std::string& name, TypeId type, Value initial,
                             std::vector<TypeId> params) {
    Variable variable;
    variable.name = name;
    variable.type = type;
    variable.initial = initial;
    for (const TypeId param : params) variable.cells *= static_cast<std::size_t>(model_.type(param).size());
    variable.params = std::move(params);
    for (const Variable& earlier : model_.variables) variable.base += earlier.cells;
    model_.variables.push_back(std::move(variable));
    return VarId(model_.variables.size() - 1);
}

void ModelBuilder::reading(VarId variable, ClauseId clause) {
    model_.variables[variable.index].reading = compiler::ReadingId(model_.readings.all.size());
    model_.readings.all.push_back({variable, clause, false});
}

TableId ModelBuilder::table(const std::string& name, TypeId type, std::vector<TypeId> params,
                            std::vector<Value> values) {
    model_.functions.tables.push_back({name, std::move(params), type, std::move(values)});
    return TableId(model_.functions.tables.size() - 1);
}

OpenId ModelBuilder::open_function(const std::string& name, std::vector<TypeId> params,
                                   std::optional<bool> closed) {
    const OpenId id = open_function_to(boolean_, name, std::move(params));
    if (closed) fallback(id, model_.terms.truth(*closed));
    return id;
}

OpenId ModelBuilder::open_function_to(TypeId type, const std::string& name, std::vector<TypeId> params) {
    OpenFunction open;
    open.name = name;
    open.params = std::move(params);
    open.type = type;
    open.contradiction = incident("contradiction.definition");
    open.gap = incident("gap.undefined");
    model_.functions.open.push_back(std::move(open));
    return OpenId(model_.functions.open.size() - 1);
}

void ModelBuilder::statement(OpenId open, bool positive, TermId condition, ClauseId clause) {
    statement(open, positive, condition, model_.terms.truth(true), clause);
}

void ModelBuilder::statement(OpenId open, bool positive, TermId condition, TermId value, ClauseId clause) {
    model_.functions.open[open.index].statements.push_back({positive, condition, value, clause});
}

void ModelBuilder::fallback(OpenId open, TermId value) { model_.functions.open[open.index].fallback = value; }

EquationsId ModelBuilder::equations(const std::string& name, bool inductive) {
    Equations system;
    system.name = name;
    system.first = model_.functions.unknowns.size();
    system.inductive = inductive;
    system.none = incident("contradiction.no-fixpoint");
    system.several = incident("contradiction.many-fixpoints");
    model_.functions.equations.push_back(std::move(system));
    return EquationsId(model_.functions.equations.size() - 1);
}

UnknownId ModelBuilder::unknown(const std::string& name, TypeId type, std::vector<TypeId> params) {
    Unknown result;
    result.name = name;
    result.type = type;
    result.params = std::move(params);
    model_.functions.unknowns.push_back(std::move(result));
    ++model_.functions.equations.back().count;
    return UnknownId(model_.functions.unknowns.size() - 1);
}

void ModelBuilder::define(UnknownId unknown, TermId definition, TermId backup) {
    Unknown& that = model_.functions.unknowns[unknown.index];
    that.definition = definition;
    that.backup = backup;
    that.clause = clause_;
}

ClauseId ModelBuilder::clause(const std::string& name) {
    Clause clause;
    clause.name = name;
    clause.path = "rule " + name;
    const auto same = std::ranges::count(model_.clauses, name, &Clause::name);
    if (same > 0) clause.path += " #" + std::to_string(same + 1);
    model_.clauses.push_back(std::move(clause));
    return ClauseId(model_.clauses.size() - 1);
}

IncidentId ModelBuilder::incident(const std::string& code) {
    Incident incident;
    if (const auto known = compiler::find_code(code)) incident.code = *known;
    incident.names = {code};
    model_.incidents.all.push_back(std::move(incident));
    return IncidentId(model_.incidents.all.size() - 1);
}

EndingId ModelBuilder::ending(const std::string& name) {
    model_.rules.endings.push_back({name, {}, {}});
    return EndingId(model_.rules.endings.size() - 1);
}

LabelId ModelBuilder::label(const std::string& name, CodeId code) {
    model_.flow.labels.push_back({name, code});
    return LabelId(model_.flow.labels.size() - 1);
}

PointId ModelBuilder::point(const std::string& name) {
    Point point;
    point.name = name;
    point.no_option = incident("gap.no-option");
    model_.flow.points.push_back(std::move(point));
    return PointId(model_.flow.points.size() - 1);
}

void ModelBuilder::live(PointId point, std::uint32_t reg, TypeId type) {
    at(point).live_registers.push_back({reg, type, "r" + std::to_string(reg)});
}

void ModelBuilder::option(PointId point, const std::string& text, TermId guard, LabelId target,
                          std::vector<TypeId> binders, ClauseId clause) {
    PointOption option;
    option.text = text;
    option.guard = guard;
    option.target = target;
    option.clause = clause;
    for (std::uint32_t i = 0; i < binders.size(); ++i) {
        option.binders.push_back({i, binders[i], "b" + std::to_string(i)});
    }
    at(point).options.push_back(std::move(option));
}

TriggerId ModelBuilder::trigger(const std::string& name, PointId entry, std::vector<TypeId> params,
                                TermId player) {
    Trigger trigger;
    trigger.name = name;
    trigger.entry = entry;
    trigger.params = std::move(params);
    trigger.player = player;
    for (std::size_t i = 0; i < trigger.params.size(); ++i)
        trigger.param_names.push_back("p" + std::to_string(i));
    model_.rules.triggers.push_back(std::move(trigger));
    return TriggerId(model_.rules.triggers.size() - 1);
}

void ModelBuilder::state_check(TermId condition, CodeId body, ClauseId clause) {
    model_.rules.state_checks.push_back({condition, body, clause});
}

std::size_t ModelBuilder::setup(const std::string& name) {
    Setup setup;
    setup.name = name;
    for (const Variable& variable : model_.variables) {
        setup.values.insert(setup.values.end(), variable.cells, variable.initial);
    }
    for (const compiler::Reading& reading : model_.readings.all)
        setup.open.push_back(model_.variable(reading.variable).base);
    model_.setups.push_back(std::move(setup));
    return model_.setups.size() - 1;
}

TermId ModelBuilder::reg(Value number, TypeId type) {
    return model_.terms.make_leaf(TermKind::Register, number, {}, model_.type(type));
}

TermId ModelBuilder::bound(Value level, TypeId type) {
    return model_.terms.make_leaf(TermKind::Bound, level, {}, model_.type(type));
}

TermId ModelBuilder::cell(VarId var, std::vector<TermId> arguments) {
    return model_.terms.make_leaf(TermKind::Cell, var.index, std::move(arguments),
                                  model_.type(model_.variable(var).type));
}

TermId ModelBuilder::look_up(TableId table, std::vector<TermId> arguments) {
    return model_.terms.make_leaf(TermKind::Table, table.index, std::move(arguments),
                                  model_.type(model_.functions.tables[table.index].type));
}

TermId ModelBuilder::holds(OpenId open, std::vector<TermId> arguments) {
    return model_.terms.make_leaf(TermKind::Open, open.index, std::move(arguments),
                                  model_.type(model_.functions.open[open.index].type));
}

TermId ModelBuilder::ask(UnknownId unknown, std::vector<TermId> arguments) {
    return model_.terms.make_leaf(TermKind::Unknown, unknown.index, std::move(arguments),
                                  model_.type(model_.functions.unknowns[unknown.index].type));
}

TermId ModelBuilder::solutions(EquationsId equations) {
    return model_.terms.make(TermKind::Solutions, {}, equations.index);
}

TermId ModelBuilder::enabled(ClauseId clause) {
    return model_.terms.make(TermKind::Enabled, {}, clause.index);
}

TermId ModelBuilder::make(TermKind kind, std::vector<TermId> children) {
    return model_.terms.make(kind, std::move(children));
}

TermId ModelBuilder::quantifier(TermKind kind, Value level, TypeId domain, std::vector<TermId> children) {
    return model_.terms.make_quantifier(kind, level, std::move(children), domain, model_.type(domain));
}

Code ModelBuilder::node(CodeKind kind) const {
    Code result;
    result.kind = kind;
    result.clause = clause_;
    return result;
}

CodeId ModelBuilder::sequence(std::vector<CodeId> children) {
    Code code = node(CodeKind::Sequence);
    code.clause = {};  // the children speak for themselves
    code.children = std::move(children);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::when(TermId condition, CodeId then) {
    Code code = node(CodeKind::If);
    code.terms = {condition};
    code.children = {then};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::when(TermId condition, CodeId then, CodeId otherwise) {
    Code code = node(CodeKind::If);
    code.terms = {condition};
    code.children = {then, otherwise};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::if_at_rest(CodeId then, CodeId otherwise) {
    Code code = node(CodeKind::IfAtRest);
    code.children = {then, otherwise};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::let(std::uint32_t level, TermId value, CodeId body) {
    Code code = node(CodeKind::Let);
    code.level = level;
    code.terms = {value};
    code.children = {body};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::for_each(std::uint32_t level, TypeId domain, TermId condition, CodeId body) {
    Code code = node(CodeKind::ForEach);
    code.level = level;
    code.domain = domain;
    code.terms = {condition};
    code.children = {body};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::write(CodeKind kind, VarId var, std::vector<TermId> arguments, TermId value) {
    Code code = node(kind);
    code.var = var;
    code.terms = std::move(arguments);
    code.terms.push_back(value);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::set(VarId var, TermId value, std::vector<TermId> arguments) {
    return write(CodeKind::Set, var, std::move(arguments), value);
}

CodeId ModelBuilder::reset(VarId var, TermId value, std::vector<TermId> arguments, bool is_for_good) {
    const CodeId id = set(var, value, std::move(arguments));
    Code node = model_.flow.code[id];
    node.is_reset = true;
    node.is_for_good = is_for_good;
    model_.flow.code.replace(id, std::move(node));
    return id;
}

CodeId ModelBuilder::increase(VarId var, TermId amount, std::vector<TermId> arguments) {
    return write(CodeKind::Increase, var, std::move(arguments), amount);
}

CodeId ModelBuilder::gain(VarId var, TermId members, std::vector<TermId> arguments) {
    return write(CodeKind::Gain, var, std::move(arguments), members);
}

CodeId ModelBuilder::lose(VarId var, TermId members, std::vector<TermId> arguments) {
    return write(CodeKind::Lose, var, std::move(arguments), members);
}

CodeId ModelBuilder::gone(VarId var, TermId members, std::vector<TermId> arguments) {
    const CodeId id = lose(var, members, std::move(arguments));
    Code node = model_.flow.code[id];
    node.is_reset = true;
    model_.flow.code.replace(id, std::move(node));
    return id;
}

CodeId ModelBuilder::set_register(std::uint32_t reg, TermId value) {
    Code code = node(CodeKind::SetRegister);
    code.level = reg;
    code.terms = {value};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::simultaneously(CodeId body, IncidentId conflict, bool sets_last) {
    Code code = node(CodeKind::Simultaneously);
    code.children = {body};
    code.incident = conflict;
    code.sets_last = sets_last;
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::defer(std::uint32_t stage, CodeId body) {
    Code code = node(CodeKind::Defer);
    code.level = stage;
    code.children = {body};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::any_order(IncidentId incident, std::vector<CodeId> instances) {
    Code code = node(CodeKind::AnyOrder);
    code.incident = incident;
    code.children = std::move(instances);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::rounds(IncidentId incident, std::uint32_t level, std::vector<TermId> first,
                            std::vector<CodeId> instances, CodeId last) {
    Code code = node(CodeKind::Rounds);
    code.incident = incident;
    code.level = level;
    code.terms = std::move(first);
    code.children = std::move(instances);
    code.children.push_back(last);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::again(std::uint32_t level, std::vector<TermId> next) {
    Code code = node(CodeKind::Again);
    code.level = level;
    code.terms = std::move(next);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::fork(IncidentId incident, std::vector<CodeId> outcomes) {
    Code code = node(CodeKind::Fork);
    code.incident = incident;
    code.children = std::move(outcomes);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::solve(EquationsId equations, std::vector<CodeId> children) {
    Code code = node(CodeKind::Solve);
    code.equations = equations;
    code.children = std::move(children);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::report(IncidentId incident) {
    Code code = node(CodeKind::Report);
    code.incident = incident;
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::pend(TriggerId trigger, std::vector<TermId> arguments) {
    Code code = node(CodeKind::Pend);
    code.trigger = trigger;
    code.terms = std::move(arguments);
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::forget(TypeId domain, TermId object) {
    Code code = node(CodeKind::Forget);
    code.domain = domain;
    code.terms = {object};
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::call(TriggerId trigger, std::vector<TermId> arguments, PointId wait_at) {
    Code code = node(CodeKind::Call);
    code.trigger = trigger;
    code.terms = std::move(arguments);
    code.point = wait_at;
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::go_to(LabelId label) {
    Code code = node(CodeKind::Goto);
    code.label = label;
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::stop(PointId point) {
    Code code = node(CodeKind::Stop);
    code.point = point;
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::leave() { return model_.flow.code.add(node(CodeKind::Return)); }

CodeId ModelBuilder::finish(EndingId ending) {
    Code code = node(CodeKind::Finish);
    code.ending = ending;
    return model_.flow.code.add(std::move(code));
}

CodeId ModelBuilder::cut() { return model_.flow.code.add(node(CodeKind::Cut)); }

Model ModelBuilder::build() {
    Layout layout;
    for (const Variable& variable : model_.variables) layout.over += variable.cells;
    layout.frame_base = layout.over + 1;
    layout.frames = frames;
    layout.registers = registers;
    layout.pending_base = layout.frame(frames);
    layout.pending = pending;
    layout.pending_arguments = pending_arguments;
    layout.cells = layout.slot(pending);
    model_.layout = layout;
    for (std::size_t i = 0; i < model_.functions.equations.size(); ++i)
        model_.functions.equations[i].reads = systems_read(model_, EquationsId(i));
    return model_;
}

State initial_state(const Model& model) {
    Setup setup;
    for (const Variable& variable : model.variables) {
        setup.values.insert(setup.values.end(), variable.cells, variable.initial);
    }
    return Evaluator(model).initial(setup, {});
}

Successor only_successor(const Model& model, const State& state) {
    const Expansion expansion = Evaluator(model).expand(state);
    ERRATA_CHECK(expansion.successors.size() == 1);
    return expansion.successors.front();
}

}  // namespace errata::tests
