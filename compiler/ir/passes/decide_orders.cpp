#include "compiler/ir/passes/decide_orders.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "compiler/ir/passes/commute.h"
#include "compiler/ir/passes/in_sight.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

namespace {

class Decider {
public:
    explicit Decider(Model& model) : model_(model) {}

    void run() {
        for (const Label& label : model_.flow.labels) decide(label.code, false);
        for (const StateCheck& check : model_.rules.state_checks) decide(check.body, true);
        if (some_are_left_) name_what_is_in_sight();
    }
    std::map<TypeId, ClauseId> told_apart;

private:
    // `at_once`: inside something simultaneous.
    void decide(CodeId root, bool at_once) {
        std::vector<std::pair<CodeId, bool>> open{{root, at_once}};
        while (!open.empty()) {
            const auto [id, inside] = open.back();
            open.pop_back();
            if (!seen_[inside ? 1 : 0].insert(id).second) continue;
            const bool is_block = model_.flow.code[id].kind == CodeKind::Simultaneously;
            for (const CodeId child : model_.flow.code[id].children)
                open.emplace_back(child, inside || is_block);
            if (model_.flow.code[id].kind == CodeKind::AnyOrder) decide_node(id, inside);
        }
    }

    void decide_node(CodeId id, bool at_once) {
        const Code any_order = model_.flow.code[id];
        Code in_order;
        in_order.clause = any_order.clause;
        if (at_once) {
            in_order.children = any_order.children;
            for (const CodeId child : any_order.children) tell_apart(child);
        } else {
            for (const Group& group : groups(model_, any_order))
                in_order.children.push_back(group.commutes ? any_order.children[group.children[0]]
                                                           : left_open(any_order, group));
        }
        model_.flow.code.replace(id, std::move(in_order));
    }

    void tell_apart(CodeId instances) {
        const Code& part = model_.flow.code[instances];
        if (part.kind == CodeKind::ForEach && !commutes_at_once(model_, instances))
            told_apart.emplace(part.domain, part.clause);
    }

    CodeId left_open(const Code& any_order, const Group& group) {
        Code node = any_order;
        node.children.clear();
        for (const std::size_t child : group.children) {
            node.children.push_back(any_order.children[child]);
            ask_beforehand(any_order.children[child]);
        }
        node.incident = incident_of(any_order, group);
        some_are_left_ = true;
        return model_.flow.code.add(std::move(node));
    }

    // An instance that does nothing unless something holds: that is part of its condition, so that its turn
    // is no decision.
    void ask_beforehand(CodeId id) {
        for (;;) {
            Code instance = model_.flow.code[id];
            const Code inside = model_.flow.code[instance.children[0]];
            const bool is_one = inside.kind == CodeKind::Sequence && inside.children.size() == 1;
            const bool asks = inside.kind == CodeKind::If && inside.children.size() == 1;
            if ((!is_one && !asks) || inside.clause.is_valid()) return;
            if (asks)
                instance.terms[0] = model_.terms.make(TermKind::And, {instance.terms[0], inside.terms[0]});
            instance.children[0] = inside.children[0];
            model_.flow.code.replace(id, std::move(instance));
        }
    }

    void name_what_is_in_sight() {
        for (const Program& program : programs(model_)) {
            std::vector<CodeId> roots;
            for (const LabelId label : program.labels) roots.push_back(model_.flow.labels[label.index].code);
            std::vector<CodeId> here;
            walk_code(model_.flow.code, roots, [&](CodeId id, const Code& node) {
                if (node.kind == CodeKind::AnyOrder) here.push_back(id);
            });
            std::map<TypeId, InSight> sights;
            for (const CodeId id : here) {
                name_what_is_in_sight(id, [&](TypeId type) -> const InSight& {
                    const auto known = sights.find(type);
                    return known != sights.end()
                               ? known->second
                               : sights.emplace(type, in_sight(model_, program, type)).first->second;
                });
            }
        }
    }

    // What else may speak of the objects that the node goes through. Of code that several programs share, all
    // is listed.
    template <class SightOf>
    void name_what_is_in_sight(CodeId id, SightOf sight_of) {
        const std::vector<CodeId> instances = model_.flow.code[id].children;
        for (const CodeId child : instances) {
            Code part = model_.flow.code[child];
            if (part.kind != CodeKind::ForEach) continue;
            const InSight& sight = sight_of(part.domain);
            const TermId object =
                model_.terms.make_leaf(TermKind::Bound, part.level, {}, model_.type(part.domain));
            for (const TermId name : places(sight.objects, part))
                part.terms.push_back(model_.terms.make(TermKind::Equal, {name, object}));
            const bool has_sets = model_.type(part.domain).size() <= most_set_elements;
            for (const TermId name : has_sets ? places(sight.sets, part) : std::vector<TermId>()) {
                const TermId set = model_.terms.make(TermKind::Maximum, {name, model_.terms.constant(0)});
                part.terms.push_back(model_.terms.make(TermKind::SetHas, {set, object}));
            }
            model_.flow.code.replace(child, std::move(part));
        }
    }

    std::vector<TermId> places(const Places& places, const Code& loop) {
        static const Type any_number = [] {
            Type type;
            type.form = TypeForm::Counter;
            return type;
        }();
        std::vector<TermId> result;
        for (std::uint32_t reg = 0; reg < places.registers.size(); ++reg) {
            if (places.registers[reg])
                result.push_back(model_.terms.make_leaf(TermKind::Register, reg, {}, any_number));
        }
        for (std::uint32_t level = 0; level < std::min<std::size_t>(loop.level, places.binders.size());
             ++level) {
            if (places.binders[level])
                result.push_back(model_.terms.make_leaf(TermKind::Bound, level, {}, any_number));
        }
        return result;
    }

    // That of the whole where the group is the whole; else one of its own, with the clauses and outcomes of
    // the group.
    IncidentId incident_of(const Code& any_order, const Group& group) {
        if (group.children.size() == any_order.children.size()) return any_order.incident;
        const auto key = std::pair(any_order.incident, group.children);
        const auto known = incidents_.find(key);
        if (known != incidents_.end()) return known->second;
        const Incident whole = model_.incidents.all[any_order.incident.index];
        Incident own = whole;
        own.clauses = {any_order.clause};
        own.outcomes.clear();
        std::size_t outcome = 0;
        for (std::size_t child = 0; child < any_order.children.size(); ++child) {
            const Code& part = model_.flow.code[any_order.children[child]];
            const bool is_loop = part.kind == CodeKind::ForEach;
            const std::size_t count = is_loop ? static_cast<std::size_t>(model_.type(part.domain).size()) : 1;
            const bool belongs = std::ranges::find(group.children, child) != group.children.end();
            for (std::size_t i = 0; i < count && belongs; ++i)
                own.outcomes.push_back(whole.outcomes.at(outcome + i));
            if (belongs && std::ranges::find(own.clauses, part.clause) == own.clauses.end())
                own.clauses.push_back(part.clause);
            outcome += count;
        }
        own.outcomes.push_back(whole.outcomes.back());
        model_.incidents.all.push_back(std::move(own));
        const IncidentId id(model_.incidents.all.size() - 1);
        incidents_.emplace(key, id);
        return id;
    }

    Model& model_;
    bool some_are_left_ = false;
    std::array<std::set<CodeId>, 2> seen_;
    std::map<std::pair<IncidentId, std::vector<std::size_t>>, IncidentId> incidents_;  // of parts of a whole
};

}  // namespace

std::map<TypeId, ClauseId> decide_orders(Model& model) {
    Decider decider(model);
    decider.run();
    return decider.told_apart;
}

}  // namespace errata::compiler
