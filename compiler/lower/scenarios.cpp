// Scenarios: a position and steps, the options that are taken found by their labels.
#include <algorithm>

#include "compiler/lower/setups.h"
#include "compiler/typed/expressions.h"

namespace errata::compiler {

namespace {

std::string trimmed(std::string text) {
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

// An option answers to its whole text and to its words before the first hole.
bool answers_to(const PointOption& option, const std::string& label) {
    return option.text == label || trimmed(option.text.substr(0, option.text.find('{'))) == trimmed(label);
}

// Which options a step takes, with the condition on what their names stand for. Those names are the model's:
// the condition is typed here, for each option.
class Taking {
public:
    // `scratch`: a copy of the program, for typing.
    Taking(const Lowering& l, typed::Program& scratch, const typed::Step& written, ScenarioStep& step)
        : l_(l), scratch_(scratch), written_(written), step_(step) {}

    void find() {
        step_.label = written_.label;
        switch (written_.chooser.kind) {
            case typed::ChooserKind::Chance:
                step_.owner_kind = OwnerKind::Chance;
                break;
            case typed::ChooserKind::Nobody:
                step_.owner_kind = OwnerKind::Nobody;
                break;
            case typed::ChooserKind::Elsewhere:
                step_.owner_kind = OwnerKind::Elsewhere;
                break;
            case typed::ChooserKind::Player:
                step_.owner = l_.terms.term(written_.chooser.player[0], Scope{});
                break;
        }
        // The order of triggers is chosen by their names.
        std::vector<std::string> labels;
        for (const Trigger& trigger : l_.model.rules.triggers) {
            if (trigger.name == step_.label && !written_.taken_if) return;
            labels.push_back(trigger.name);
        }
        for (std::size_t p = 0; p < l_.model.flow.points.size(); ++p) {
            if (l_.model.flow.points[p].owner == OwnerKind::Rules) continue;
            for (std::size_t o = 0; o < l_.model.flow.points[p].options.size(); ++o) {
                labels.push_back(l_.model.flow.points[p].options[o].text);
                if (answers_to(l_.model.flow.points[p].options[o], step_.label)) take(p, o);
            }
        }
        if (!step_.take.empty()) return;
        if (problem_) {
            l_.reporter.report(*problem_);
        } else {
            l_.reporter.unknown(written_.span, "option", step_.label, labels);
        }
    }

private:
    // Options of one label may have different holes: the condition concerns those that have its names.
    void take(std::size_t p, std::size_t o) {
        const auto key = std::pair(static_cast<std::uint32_t>(p), static_cast<std::uint32_t>(o));
        if (!written_.taken_if) {
            step_.take[key] = l_.pool().truth(true);
            return;
        }
        const Point point = l_.model.flow.points[p];
        const PointOption& option = point.options[o];
        typed::Scope names;
        Scope values;
        std::size_t next = l_.program.locals;  // behind all locals of the program
        const auto add = [&](const std::string& name, TermId term, TypeId type) {
            const typed::LocalId local(next++);
            names.locals.push_back({name, local, type});
            values.add(local, name, {term, type});
        };
        for (const BinderRegister& each : point.live_registers)
            add(each.name, l_.terms.reg(each.reg, each.type), each.type);
        for (const ShownName& shown : option.shown) add(shown.name, shown.term, shown.type);
        for (const BinderRegister& each : option.binders) {
            const auto [term, type] = all_called(option, each);
            add(each.name, term, type);
        }
        if (!option.shares.empty()) add_shares(option, typed::LocalId(next++), names, values);
        dsl::Sink unheard;
        const Reporter aside = l_.reporter.into(unheard);
        scratch_.types = l_.model.types;
        scratch_.tables = l_.model.functions.tables;
        scratch_.locals = next;
        const typed::Typing typing{l_.names, scratch_, aside};
        const auto condition = typed::condition(typing, *written_.taken_if, names);
        if (condition) {
            l_.model.types = scratch_.types;
            l_.model.functions.tables = scratch_.tables;
            step_.take[key] = l_.terms.term(*condition, values);
        } else if (!problem_ && !unheard.sorted().empty()) {
            problem_ = unheard.sorted().front();
        }
    }

    // What the name of a binder stands for: where several have it, the set of them.
    TypedTerm all_called(const PointOption& option, const BinderRegister& binder) const {
        if (std::ranges::count(option.binders, binder.name, &BinderRegister::name) == 1)
            return {l_.terms.reg(binder.reg, binder.type), binder.type};
        TermId set = l_.pool().constant(0);
        for (const BinderRegister& each : option.binders) {
            if (each.name != binder.name) continue;
            set = l_.pool().make(TermKind::SetInsert, {set, l_.terms.reg(each.reg, each.type)});
        }
        return {set, l_.model.types.set_of(binder.type)};
    }

    // `k(Wolf)`: what a way to distribute something gives to somebody.
    void add_shares(const PointOption& option, typed::LocalId local, typed::Scope& names,
                    Scope& values) const {
        const BinderRegister& split = option.binders.front();
        Shares shares{local, {}};
        names.shares.push_back({split.name, local, {}});
        for (const TableId table : option.shares) {
            const TypeId kind = l_.model.functions.tables[table.index].params.back();
            names.shares.back().kinds.push_back(kind);
            shares.kinds.push_back({kind, l_.terms.reg(split.reg, split.type), table, {}});
        }
        values.shares.push_back(std::move(shares));
    }

    const Lowering& l_;
    typed::Program& scratch_;
    const typed::Step& written_;
    ScenarioStep& step_;
    std::optional<dsl::Diagnostic> problem_;
};

}  // namespace

void lower_scenarios(const Lowering& l) {
    if (l.program.scenarios.empty()) return;
    typed::Program scratch = l.program;
    for (const typed::Scenario& written : l.program.scenarios) {
        const ast::Item& item = *written.item;
        Scenario scenario;
        scenario.name = item.title;
        scenario.span = item.span;
        scenario.clause = add_clause(l, item.title, ClauseKind::Scenario, l.reporter.excerpt(item.span),
                                     item.rows, item.span);
        Position position(l, item.title, item.span);
        position.run(written.position, Scope{});
        for (const typed::Step& each : written.steps) {
            ScenarioStep step;
            step.span = each.span;
            step.kind = each.kind;
            if (each.kind == StepKind::Take) {
                Taking(l, scratch, each, step).find();
            } else {
                step.label = l.reporter.excerpt(each.span);
                step.condition = l.terms.term(each.condition[0], Scope{});
            }
            scenario.steps.push_back(std::move(step));
        }
        scenario.setup = position.take();
        l.model.asked.scenarios.push_back(std::move(scenario));
    }
}

}  // namespace errata::compiler
