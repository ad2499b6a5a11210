#include "checker/loops/deciding.h"

#include <algorithm>
#include <deque>

#include "checker/loops/loop_report.h"
#include "checker/paths/path_run.h"
#include "checker/search/findings.h"
#include "checker/symbolic/inductive_set.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

// The state behind the same moves; nothing where one of them is not there.
std::optional<State> state_behind(const Evaluator& evaluator, State at, const Trace& play, std::size_t from) {
    for (std::size_t i = from; i < play.steps.size(); ++i) {
        std::optional<State> next;
        for (Successor& successor : evaluator.expand(at).successors) {
            if (successor.move == play.steps[i].move) next = std::move(successor.next);
        }
        if (!next) return std::nullopt;
        at = std::move(*next);
    }
    return at;
}

// Labels whose code leads back to them.
class Cycles {
public:
    explicit Cycles(const Model& model) : model_(model) {}

    bool comes_back(CodeId from, LabelId to) {
        std::set<LabelId> met;
        std::deque<CodeId> open{from};
        while (!open.empty()) {
            const CodeId next = open.front();
            open.pop_front();
            walk_code(model_.code, std::vector<CodeId>{next}, [&](CodeId, const Code& node) {
                if (node.kind == CodeKind::Goto) add(node.label, met, open);
                if (node.kind == CodeKind::Stop || node.kind == CodeKind::Call) {
                    const Point& point = model_.points[node.point.index];
                    for (const PointOption& option : point.options) add(option.target, met, open);
                    if (point.otherwise) add(*point.otherwise, met, open);
                }
            });
            if (met.contains(to)) return true;
        }
        return false;
    }

private:
    void add(LabelId label, std::set<LabelId>& met, std::deque<CodeId>& open) const {
        if (!label.is_valid() || !met.insert(label).second) return;
        if (model_.labels[label.index].code.is_valid()) open.push_back(model_.labels[label.index].code);
    }

    const Model& model_;
};

// Everything that the conditions of `repeat while` speak of: a label that begins with the question whether it
// goes on.
std::set<TermId> terms_of_loops(const Model& model) {
    std::set<TermId> terms;
    Cycles cycles(model);
    for (std::size_t i = 0; i < model.labels.size(); ++i) {
        const CodeId id = model.labels[i].code;
        if (!id.is_valid() || model.code[id].kind != CodeKind::If) continue;
        if (!cycles.comes_back(model.code[id].children[0], LabelId(i))) continue;
        walk_terms(model.terms, std::vector<TermId>{model.code[id].terms[0]},
                   [&](TermId term, const Term&) { terms.insert(term); });
    }
    return terms;
}

}  // namespace

std::set<std::size_t> deciding_cells(const Evaluator& evaluator, const Trace& play, std::size_t last,
                                     const NumberRounds& rounds) {
    std::set<std::size_t> result;
    const std::size_t over = evaluator.model().layout.over;
    for (const auto& [cell, shift] : rounds.shifts) {
        State otherwise = state_before(play, last);
        otherwise[cell] -= shift;
        const std::optional<State> end = state_behind(evaluator, std::move(otherwise), play, last);
        if (!end || (*end)[over] != last_state(play)[over]) result.insert(cell);
    }
    return result;
}

bool repeats_but_for(const Evaluator& evaluator, const State& first, const std::vector<Successor>& steps,
                     const std::set<std::size_t>& cells, bool forced) {
    const PathRun run = run_path(evaluator, first, steps, {}, {.forced = forced, .ranges = true});
    if (!run.refusal.empty()) return false;
    const std::set<TermId> of_loops = cells.empty() ? std::set<TermId>() : terms_of_loops(evaluator.model());
    const auto is_about_them = [&](const PathCondition& condition) {
        return !condition.pinned && !of_loops.contains(condition.place.term) &&
               std::ranges::all_of(condition.form.parts, [&](const auto& part) {
                   const PathVariable& variable = run.variables[part.first];
                   return !variable.population && cells.contains(variable.cell);
               });
    };
    LinearRound round;
    for (const PathCondition& condition : run.conditions) {
        if (!is_about_them(condition)) round.required.push_back({condition.form, condition.pinned});
    }
    std::vector<bool> varies(first.size());
    for (const PathVariable& variable : run.variables) {
        varies[variable.cell] = true;
        round.start.push_back(variable.now);
        round.after.push_back(run.last[variable.cell].form);
    }
    for (std::size_t cell = 0; cell < first.size(); ++cell) {
        if (!varies[cell] && !run.last[cell].is_fixed()) return false;
    }
    return fate_of(round).fate == RoundFate::Repeats;
}

}  // namespace errata::checker
