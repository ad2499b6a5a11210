#include "compiler/lower/code.h"

#include <algorithm>
#include <array>

#include "compiler/ir/raise.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

CodeId sequence(const Lowering& l, std::vector<CodeId> parts) {
    if (parts.size() == 1) return parts[0];
    Code node;
    node.children = std::move(parts);
    return l.model.flow.code.add(std::move(node));
}

CodeId nothing(const Lowering& l) { return sequence(l, {}); }

CodeId if_else(const Lowering& l, TermId condition, CodeId then, CodeId otherwise, ClauseId clause) {
    if (l.pool().is_true(condition)) return then;
    if (l.pool().is_false(condition)) return otherwise;
    Code node;
    node.kind = CodeKind::If;
    node.terms = {condition};
    node.children = {then, otherwise};
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

CodeId for_each(const Lowering& l, std::uint32_t level, TypeId domain, TermId condition, CodeId body,
                ClauseId clause) {
    Code node;
    node.kind = CodeKind::ForEach;
    node.level = level;
    node.domain = domain;
    node.terms = {condition};
    node.children = {body};
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

CodeId let(const Lowering& l, std::uint32_t level, TermId value, CodeId body) {
    Code node;
    node.kind = CodeKind::Let;
    node.level = level;
    node.terms = {above(l.pool(), value, Value{level})};
    node.children = {body};
    return l.model.flow.code.add(std::move(node));
}

CodeId go(const Lowering& l, LabelId label) {
    Code node;
    node.kind = CodeKind::Goto;
    node.label = label;
    return l.model.flow.code.add(std::move(node));
}

CodeId stop(const Lowering& l, PointId point) {
    Code node;
    node.kind = CodeKind::Stop;
    node.point = point;
    return l.model.flow.code.add(std::move(node));
}

CodeId leaf(const Lowering& l, CodeKind kind) {
    Code node;
    node.kind = kind;
    return l.model.flow.code.add(std::move(node));
}

CodeId behind_moment(const Lowering& l, const Place& place, Behind stage, CodeId code) {
    if (!place.at_once) return code;
    bool is_empty = !l.names.callables.has_later;  // what waits through `later` is filled in at the end
    walk_code(l.model.flow.code, std::array{code},
              [&](CodeId, const Code& node) { is_empty = is_empty && node.kind == CodeKind::Sequence; });
    if (is_empty) return code;
    Code node;
    node.kind = CodeKind::Defer;
    node.level = static_cast<std::uint32_t>(stage);
    node.clause = place.clause;
    node.children = {code};
    return l.model.flow.code.add(std::move(node));
}

CodeId report(const Lowering& l, IncidentId incident, ClauseId clause, std::vector<TermId> about) {
    Code node;
    node.terms = std::move(about);
    node.kind = CodeKind::Report;
    node.incident = incident;
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

CodeId fork(const Lowering& l, IncidentId incident, std::vector<CodeId> outcomes, ClauseId clause) {
    Code node;
    node.kind = CodeKind::Fork;
    node.incident = incident;
    node.children = std::move(outcomes);
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

CodeId set_register(const Lowering& l, std::uint32_t reg, TermId value) {
    Code node;
    node.kind = CodeKind::SetRegister;
    node.level = reg;
    node.terms = {value};
    return l.model.flow.code.add(std::move(node));
}

CodeId write(const Lowering& l, CodeKind kind, VarId var, std::vector<TermId> arguments, TermId value,
             ClauseId clause) {
    Code node;
    node.kind = kind;
    node.var = var;
    node.terms = std::move(arguments);
    node.terms.push_back(value);
    node.clause = clause;
    return l.model.flow.code.add(std::move(node));
}

CodeId set(const Lowering& l, VarId var, std::vector<TermId> arguments, TermId value, ClauseId clause) {
    return write(l, CodeKind::Set, var, std::move(arguments), value, clause);
}

CodeId increase(const Lowering& l, VarId var, std::vector<TermId> arguments, TermId amount, ClauseId clause) {
    return write(l, CodeKind::Increase, var, std::move(arguments), amount, clause);
}

CodeId clear(const Lowering& l, VarId var, const std::vector<TermId>& arguments, ClauseId clause) {
    return set(l, var, arguments, l.pool().constant(l.model.variable(var).initial), clause);
}

CodeId for_all_entries(const Lowering& l, VarId var, const Place& place,
                       const std::function<CodeId(const std::vector<TermId>&)>& body) {
    Place inner = place;
    const std::vector<TypeId> params = l.model.variable(var).params;
    const auto bound = [&](TypeId param) { return l.terms.bind(inner, {}, "", param); };
    CodeId code = body(dsl::mapped(params, bound));
    for (std::size_t i = params.size(); i-- > 0;) {
        const auto level = place.level + static_cast<std::uint32_t>(i);
        code = for_each(l, level, params[i], l.pool().truth(true), code, {});
    }
    return code;
}

CodeId reset(const Lowering& l, const std::vector<VarId>& variables, const Place& place) {
    return sequence(l, dsl::mapped(variables, [&](VarId var) {
                        return for_all_entries(l, var, place, [&](const std::vector<TermId>& args) {
                            return clear(l, var, args, place.clause);
                        });
                    }));
}

PointId rules_point(const Lowering& l, const std::string& name, const Place& place) {
    Point point;
    point.name = name;
    point.control = place.control;
    point.stage = place.stage;
    point.live_registers = place.live;
    point.clause = place.clause;
    point.rounds = place.rounds;
    return add_point(l, std::move(point));
}

void goes_on(const Lowering& l, PointId point, const std::string& name, CodeId code) {
    PointOption option;
    option.guard = l.pool().truth(true);
    option.clause = l.model.flow.points[point.index].clause;
    option.target = add_label(l, name, code);
    l.model.flow.points[point.index].options.push_back(option);
}

Continuation shared(const Lowering& l, const std::string& name, const Continuation& next) {
    auto label = std::make_shared<std::optional<LabelId>>();
    return [&l, label, name, next]() {
        if (!*label) {
            const CodeId code = next();
            *label = add_label(l, name, code);
        }
        return go(l, **label);
    };
}

Continuation returns(const Lowering& l) {
    return [&l]() { return leaf(l, CodeKind::Return); };
}

namespace {

bool is_nothing(const Lowering& l, CodeId code) {
    const Code& node = l.model.flow.code[code];
    return node.kind == CodeKind::Sequence &&
           std::ranges::all_of(node.children, [&](CodeId child) { return is_nothing(l, child); });
}

}  // namespace

bool is_return(const Lowering& l, CodeId code) {
    const Code& node = l.model.flow.code[code];
    if (node.kind == CodeKind::Goto) {
        const CodeId target = l.model.flow.labels[node.label.index].code;  // not known yet of a loop's head
        return target.is_valid() && is_return(l, target);
    }
    if (node.kind != CodeKind::Sequence || node.children.empty()) return node.kind == CodeKind::Return;
    return is_return(l, node.children.back()) &&
           std::all_of(node.children.begin(), node.children.end() - 1,
                       [&](CodeId child) { return is_nothing(l, child); });
}

CodeId pause(const Lowering& l, const std::string& name, const Place& place, Between between,
             const Continuation& next) {
    const PointId point = rules_point(l, name, place);
    l.model.flow.points[point.index].settled = between != Between::Nothing;
    l.model.flow.points[point.index].floor = between == Between::Reactions && !place.control;
    goes_on(l, point, name, next());
    return stop(l, point);
}

CodeId settle(const Lowering& l, const std::string& name, const Place& place, const Continuation& next) {
    return pause(l, name, place, Between::Reactions, next);
}

CodeId come_to_rest(const Lowering& l, const std::string& name, const Place& place,
                    const Continuation& next) {
    if (l.model.rules.triggers.empty() && l.arranged.state_checks.empty() && !l.names.callables.has_later)
        return next();
    const Continuation go_on = shared(l, name, next);
    Code node;
    node.kind = CodeKind::IfAtRest;
    node.children = {go_on(), settle(l, name, place, go_on)};
    return l.model.flow.code.add(std::move(node));
}

TypeId storable(const Lowering& l, const TypedTerm& value) {
    if (value.type != l.names.vocabulary.number_type) return value.type;
    const Term& term = l.pool()[value.term];
    if (!term.bounded) return l.names.vocabulary.counter_type;
    return l.model.types.range(term.lo, term.hi);
}

std::uint32_t claim_register(const Lowering& l, Place& place, typed::LocalId local, const std::string& name,
                             TypeId type) {
    const std::uint32_t reg = place.next_register++;
    l.model.layout.registers = std::max<std::size_t>(l.model.layout.registers, place.next_register);
    const TypeId as_kept = kept(l.terms, type);  // what it refers to may leave while the item waits
    place.add(local, name, {l.terms.reg(reg, as_kept), type});
    place.live.push_back({reg, as_kept, name});
    return reg;
}

std::uint32_t claim_internal(const Lowering& l, Place& place, const std::string& name, TypeId type) {
    const std::uint32_t reg = claim_register(l, place, {}, "(" + name + ")", type);
    place.live.back().internal = true;
    return reg;
}

TermId last_claimed(const Lowering&, const Place& place) { return place.locals.back().value.term; }

bool is_fixed_value(const Lowering& l, TermId term) {
    const TermKind kind = l.pool()[term].kind;
    return kind == TermKind::Const || kind == TermKind::Bound || kind == TermKind::Register;
}

TermId position_in_set(const Lowering& l, TermId member, TypeId element) {
    const Value lo = l.type(element).lo;
    return lo == 0 ? member : l.pool().make(TermKind::Subtract, {member, l.pool().constant(lo)});
}

TermId bit_of(const Lowering& l, TermId object, TypeId kind) {
    auto known = l.memory.tables.bits.find(kind);
    if (known == l.memory.tables.bits.end()) {
        std::vector<Value> bits;
        for (Value i = 0; i < l.type(kind).size(); ++i) bits.push_back(Value{1} << i);
        const TableId table = add_table(l, "bit", {kind}, l.model.types.set_of(kind), std::move(bits));
        known = l.memory.tables.bits.emplace(kind, table).first;
    }
    return l.terms.table(known->second, {object});
}

TermId alive(const Lowering& l, TermId object, TypeId type) {
    TermPool& pool = l.pool();
    if (!type.is_valid() || !exists_sometimes(l, type)) return object;
    const TermId none = pool.constant(none_value);
    const TermId gone = pool.lor({pool.equal(object, none), pool.lnot(l.terms.existing(type, object))});
    return pool.make(TermKind::Ite, {gone, none, object});
}

TermId itself(const Lowering& l, TypeId type_id, const std::string& name, TermId value) {
    auto known = l.memory.tables.itself.find({type_id, name});
    if (known == l.memory.tables.itself.end()) {
        const Type& type = l.type(type_id);
        std::vector<Value> values;
        for (Value v = type.lo; v <= type.hi; ++v) values.push_back(v);
        const TableId table = add_table(l, name, {type_id}, type_id, std::move(values));
        known = l.memory.tables.itself.emplace(std::pair(type_id, name), table).first;
    }
    return l.terms.table(known->second, {value});
}

TermId not_none(const Lowering& l, const std::string& asked, TypeId type, TermId object) {
    const TypeId kind = l.model.types.base(type);
    if (l.pool()[object].bounded && l.pool()[object].lo > none_value) return object;
    return itself(l, kind, l.type(kind).name + "." + asked, object);
}

TermId is_below(const Lowering& l, VarId limit, const std::vector<TermId>& whose, Value most) {
    return l.pool().make(TermKind::Less, {l.terms.cell(limit, whose), l.pool().constant(most)});
}

}  // namespace errata::compiler
