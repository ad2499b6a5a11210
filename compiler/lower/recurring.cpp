// Which replacements can meet the event that they replace again.
#include <algorithm>
#include <set>

#include "compiler/lower/arrange.h"
#include "compiler/typed/walk.h"

namespace errata::compiler {

namespace {

// The actions that a body performs itself, holes filled. What those do in turn are events of their own.
class Performed {
public:
    explicit Performed(const Lowering& l) : l_(l) {}

    std::set<ActionId> by(const PlacedAbility& placed) {
        actions_.clear();
        Scope scope;
        scope.holes = placed.holes;
        if (placed.bearer) scope.printed = placed.bearer->printed;
        read(placed.ability->body, scope);
        return actions_;
    }

private:
    void read(const typed::Block& body, const Scope& scope) {
        for (const typed::Stmt& stmt : body) {
            if (stmt.kind == typed::StmtKind::Perform) actions_.insert(stmt.action);
            if (stmt.kind == typed::StmtKind::Insert) {
                const Hole& hole = scope.holes->by_name.at(stmt.name);
                if (const auto* const phrase = l_.terms.filler(hole, stmt.exprs, scope))
                    read(phrase->block, inside_hole(hole, scope));
            }
            for (const auto* blocks : {&stmt.blocks, &stmt.cases.none, &stmt.cases.several}) {
                for (const typed::Block& block : *blocks) read(block, scope);
            }
            for (const typed::Option& option : stmt.options) read(option.body, scope);
        }
    }

    const Lowering& l_;
    std::set<ActionId> actions_;
};

}  // namespace

void find_recurring(const Lowering& l) {
    Performed performed(l);
    // By action: those that its replacements perform, then everything that this leads to.
    std::map<ActionId, std::set<ActionId>> leads_to;
    const std::vector<ActionRules>& actions = l.arranged.actions;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        for (const PlacedAbility& placed : actions[i].replacements) {
            const std::set<ActionId> next = performed.by(placed);
            leads_to[ActionId(i)].insert(next.begin(), next.end());
        }
    }
    const auto reach = [&](std::set<ActionId> from) {
        std::vector<ActionId> open(from.begin(), from.end());
        while (!open.empty()) {
            const ActionId action = open.back();
            open.pop_back();
            for (const ActionId next : leads_to[action]) {
                if (from.insert(next).second) open.push_back(next);
            }
        }
        return from;
    };
    for (std::size_t i = 0; i < actions.size(); ++i) {
        for (const PlacedAbility& placed : actions[i].replacements) {
            if (reach(performed.by(placed)).count(ActionId(i)) > 0) l.arranged.recurring.push_back(&placed);
        }
    }
}

}  // namespace errata::compiler
