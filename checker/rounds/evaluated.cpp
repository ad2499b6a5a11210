#include "checker/rounds/evaluated.h"

#include <algorithm>

#include "checker/plays/top_point.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"

namespace errata::checker {

using namespace compiler;

namespace {

class Collector {
public:
    explicit Collector(const Model& model)
        : model_(model),
          terms_(model.terms.size()),
          roots_(model.terms.size()),
          nodes_(model.flow.code.size()),
          labels_(model.flow.labels.size()),
          opens_(model.functions.open.size()),
          systems_(model.functions.equations.size()) {}

    void step(const State& before, const Move& move, bool all_options) {
        const PointId top = top_point(model_, before);
        if (!top.is_valid()) return;
        const Point& point = model_.flow.points[top.index];
        if (point.settled) {
            for (const StateCheck& check : model_.rules.state_checks) term(check.condition);
        }
        switch (move.kind) {
            case MoveKind::Settle:
                for (const StateCheck& check : model_.rules.state_checks) code(check.body);
                return;
            case MoveKind::Place:
                for (const Trigger& trigger : model_.rules.triggers) {
                    term(trigger.player);
                    term(trigger.rank);
                }
                return;
            case MoveKind::Option:
            case MoveKind::Otherwise:
                break;
        }
        term(point.player);
        for (const PointOption& option : point.options) {
            term(option.guard);
            for (const BinderRegister& binder : option.binders) result_.bound.push_back(binder.type);
            if (all_options) label(option.target);
        }
        if (move.kind == MoveKind::Option) label(point.options[move.option].target);
        if (move.kind == MoveKind::Otherwise) label(*point.otherwise);
    }

    Evaluated take() { return std::move(result_); }

private:
    void term(TermId root) {
        if (!root.is_valid()) return;
        // Also one that was met inside another: as a root it is used in its own right.
        if (!roots_[root.index]) result_.terms.push_back(root);
        roots_[root.index] = true;
        std::vector<TermId> open{root};
        while (!open.empty()) {
            const TermId id = open.back();
            open.pop_back();
            if (terms_[id.index]) continue;
            terms_[id.index] = true;
            const Term& that = model_.terms[id];
            if (that.kind == TermKind::Open) predicate(static_cast<std::size_t>(that.payload));
            if (that.kind == TermKind::Unknown)
                system(system_of(model_, UnknownId(static_cast<std::size_t>(that.payload))));
            if (that.kind == TermKind::Solutions) system(EquationsId(static_cast<std::size_t>(that.payload)));
            open.insert(open.end(), that.children.begin(), that.children.end());
        }
    }

    void predicate(std::size_t number) {
        if (opens_[number]) return;
        opens_[number] = true;
        result_.open.push_back(number);
        for_each_definition(model_.functions.open[number], [&](TermId behind) { term(behind); });
    }

    void system(EquationsId id) {
        if (systems_[id.index]) return;
        systems_[id.index] = true;
        const Equations& equations = model_.functions.equations[id.index];
        for (std::size_t i = 0; i < equations.count; ++i)
            result_.unknowns.push_back(UnknownId(equations.first + i));
        for_each_definition(model_, equations, [&](TermId behind) { term(behind); });
    }

    void label(LabelId id) {
        if (labels_[id.index]) return;
        labels_[id.index] = true;
        code(model_.flow.labels[id.index].code);
    }

    void code(CodeId root) {
        std::vector<CodeId> open{root};
        while (!open.empty()) {
            const CodeId id = open.back();
            open.pop_back();
            if (nodes_[id.index]) continue;
            nodes_[id.index] = true;
            result_.code.push_back(id);
            const Code& node = model_.flow.code[id];
            for (const TermId child : node.terms) term(child);
            if (node.kind == CodeKind::Goto) label(node.label);
            open.insert(open.end(), node.children.begin(), node.children.end());
        }
    }

    const Model& model_;
    std::vector<bool> terms_;
    std::vector<bool> roots_;
    std::vector<bool> nodes_;
    std::vector<bool> labels_;
    std::vector<bool> opens_;
    std::vector<bool> systems_;
    Evaluated result_;
};

}  // namespace

Evaluated evaluated_on(const Model& model, const State& first, const std::vector<Successor>& steps,
                       bool all_options) {
    Collector collector(model);
    for (std::size_t i = 0; i < steps.size(); ++i)
        collector.step(i == 0 ? first : *steps[i - 1].next, steps[i].move, all_options);
    return collector.take();
}

}  // namespace errata::checker
