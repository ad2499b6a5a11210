#include "compiler/ir/passes/decide_orders.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

#include "compiler/ir/passes/commute.h"
#include "compiler/ir/passes/in_sight.h"

namespace errata::compiler {

namespace {

class Decider {
public:
    explicit Decider(Model& model) : model_(model) {}

    void run() {
        for (const Label& label : model_.labels) decide(label.code, false);
        for (const StateCheck& check : model_.state_checks) decide(check.body, true);
        for (const CodeId id : left_) name_what_is_in_sight(id);
    }
    std::set<TypeId> told_apart;

private:
    // `at_once`: inside something simultaneous.
    void decide(CodeId root, bool at_once) {
        std::vector<std::pair<CodeId, bool>> open{{root, at_once}};
        while (!open.empty()) {
            const auto [id, inside] = open.back();
            open.pop_back();
            if (!seen_[inside ? 1 : 0].insert(id).second) continue;
            const bool is_block = model_.code[id].kind == CodeKind::Simultaneously;
            for (const CodeId child : model_.code[id].children) open.emplace_back(child, inside || is_block);
            if (model_.code[id].kind == CodeKind::AnyOrder) decide_node(id, inside);
        }
    }

    void decide_node(CodeId id, bool at_once) {
        const Code any_order = model_.code[id];
        Code in_order;
        in_order.clause = any_order.clause;
        for (const Group& group : groups(model_, any_order, at_once)) {
            if (!group.commutes && !at_once) {
                in_order.children.push_back(left_open(any_order, group));
                continue;
            }
            for (const std::size_t child : group.children) {
                const CodeId part = any_order.children[child];
                in_order.children.push_back(part);
                if (!group.commutes && model_.code[part].kind == CodeKind::ForEach)
                    told_apart.insert(model_.code[part].domain);
            }
        }
        model_.code.replace(id, std::move(in_order));
    }

    CodeId left_open(const Code& any_order, const Group& group) {
        Code node = any_order;
        node.children.clear();
        for (const std::size_t child : group.children) node.children.push_back(any_order.children[child]);
        node.incident = incident_of(any_order, group);
        const CodeId id = model_.code.add(std::move(node));
        left_.push_back(id);
        return id;
    }

    // What may be one of the objects that the node goes through; level 1 if that is all there is.
    void name_what_is_in_sight(CodeId id) {
        Code node = model_.code[id];
        node.level = 1;
        std::set<TermId> names;
        for (const CodeId child : node.children) {
            const Code part = model_.code[child];
            if (part.kind != CodeKind::ForEach) continue;
            const InSight& sight = sight_of(part.domain);
            if (sight.sets) node.level = 0;
            const Type& type = model_.type(part.domain);
            for (std::uint32_t reg = 0; reg < sight.registers.size(); ++reg) {
                if (sight.registers[reg])
                    names.insert(model_.terms.make_leaf(TermKind::Register, reg, {}, type));
            }
            for (std::uint32_t level = 0; level < std::min<std::size_t>(part.level, sight.binders.size());
                 ++level) {
                if (sight.binders[level])
                    names.insert(model_.terms.make_leaf(TermKind::Bound, level, {}, type));
            }
        }
        node.terms.assign(names.begin(), names.end());
        model_.code.replace(id, std::move(node));
    }

    const InSight& sight_of(TypeId type) {
        const auto known = sights_.find(type);
        return known != sights_.end() ? known->second
                                      : sights_.emplace(type, in_sight(model_, type)).first->second;
    }

    // That of the whole where the group is the whole; else one of its own, with the clauses and outcomes of the group.
    IncidentId incident_of(const Code& any_order, const Group& group) {
        if (group.children.size() == any_order.children.size()) return any_order.incident;
        const auto key = std::pair(any_order.incident, group.children);
        const auto known = incidents_.find(key);
        if (known != incidents_.end()) return known->second;
        const Incident whole = model_.incidents[any_order.incident.index];
        Incident own = whole;
        own.clauses = {any_order.clause};
        own.outcomes.clear();
        std::size_t outcome = 0;
        for (std::size_t child = 0; child < any_order.children.size(); ++child) {
            const Code& part = model_.code[any_order.children[child]];
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
        model_.incidents.push_back(std::move(own));
        const IncidentId id(model_.incidents.size() - 1);
        incidents_.emplace(key, id);
        return id;
    }

    Model& model_;
    std::vector<CodeId> left_;
    std::map<TypeId, InSight> sights_;
    std::array<std::set<CodeId>, 2> seen_;
    std::map<std::pair<IncidentId, std::vector<std::size_t>>, IncidentId> incidents_;  // of parts of a whole
};

}  // namespace

std::set<TypeId> decide_orders(Model& model) {
    Decider decider(model);
    decider.run();
    return decider.told_apart;
}

}  // namespace errata::compiler
