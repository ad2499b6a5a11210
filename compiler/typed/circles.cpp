#include "compiler/typed/circles.h"

#include <algorithm>

#include "compiler/typed/walk.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

// Where an action performs another one, itself or by what is done as part of it.
struct Call {
    ActionId action;
    dsl::Span span;
};

void collect(const Block& block, std::vector<Call>& calls) {
    for (const Stmt& stmt : block) {
        if (stmt.kind == StmtKind::Perform) calls.push_back({stmt.action, stmt.span});
        for (const auto* blocks : {&stmt.blocks, &stmt.cases.none, &stmt.cases.several}) {
            for (const Block& inner : *blocks) collect(inner, calls);
        }
        for (const Option& option : stmt.options) collect(option.body, calls);
    }
}

class ActionCircles {
public:
    explicit ActionCircles(const Typing& typing) : typing_(typing), calls_(typing.program.actions.size()) {
        for (std::size_t i = 0; i < calls_.size(); ++i) collect(typing.program.actions[i].block, calls_[i]);
        for (const RuleAbility& rule : typing.program.abilities) {
            if (rule.ability.kind == AbilityKind::During)
                collect(rule.ability.body, calls_[rule.ability.event.action.index]);
        }
        seen_.resize(calls_.size());
    }

    void find() {
        for (std::size_t i = 0; i < calls_.size(); ++i) visit(i);
    }

private:
    void visit(std::size_t action) {
        if (seen_[action]) return;
        seen_[action] = true;
        underway_.push_back(action);
        for (const Call& call : calls_[action]) {
            const bool circles =
                std::find(underway_.begin(), underway_.end(), call.action.index) != underway_.end();
            if (circles) {
                const std::string& name = typing_.names.callables.actions[call.action.index].item->name;
                typing_.reporter.error(DiagnosticKind::recursive_definition, call.span,
                                       "action '" + name + "' performs itself",
                                       "let a trigger ('when " + name + "(...)') do the next one");
            } else {
                visit(call.action.index);
            }
        }
        underway_.pop_back();
    }

    const Typing& typing_;
    std::vector<std::vector<Call>> calls_;
    std::vector<bool> seen_;
    std::vector<std::size_t> underway_;
};

// Actions that rules let count as each other.
class CountingCircles {
public:
    explicit CountingCircles(const Typing& typing) : typing_(typing), as_(typing.program.actions.size()) {}

    void find() {
        for (const RuleAbility& rule : typing_.program.abilities) {
            const Ability& ability = rule.ability;
            if (ability.kind != AbilityKind::CountsAs || ability.said.says != Says::If) continue;
            if (!counts_as(ability.as.action, ability.event.action)) {
                as_[ability.event.action.index].push_back(ability.as.action);
                continue;
            }
            typing_.reporter.error(DiagnosticKind::recursive_definition, ability.span,
                                   "'" + ability.name + "' counts as itself",
                                   "of two actions one counts as the other, not each as the other");
        }
    }

private:
    // Does what counts as `from` end up as `to`?
    bool counts_as(ActionId from, ActionId to) const {
        const auto& next = as_[from.index];
        return from == to ||
               std::any_of(next.begin(), next.end(), [&](ActionId one) { return counts_as(one, to); });
    }

    const Typing& typing_;
    std::vector<std::vector<ActionId>> as_;
};

}  // namespace

void find_circles(const Typing& typing) {
    ActionCircles(typing).find();
    CountingCircles(typing).find();
}

}  // namespace errata::compiler::typed
