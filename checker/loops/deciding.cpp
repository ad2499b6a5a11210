#include "checker/loops/deciding.h"

#include <algorithm>
#include <optional>

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

// What the questions speak of whose answer keeps a round from going on: guards of options, and conditions of
// code but for those that lead to an ending at once, unless a `repeat while` asks them. What a value asks on
// the way (`max`, `if then else`) and what state checks ask stops nothing.
class StoppingTerms {
public:
    explicit StoppingTerms(const Model& model) : model_(model) {
        for (const Point& point : model.flow.points) {
            for (const PointOption& option : point.options) add(option.guard);
        }
        for (std::size_t i = 0; i < model.flow.labels.size(); ++i) {
            const CodeId id = model.flow.labels[i].code;
            if (!id.is_valid()) continue;
            walk_code(model.flow.code, std::vector<CodeId>{id}, [&](CodeId, const Code& node) {
                if (node.kind == CodeKind::ForEach) add(node.terms[0]);
                if (node.kind == CodeKind::If && !ends_at_once(node)) add(node.terms[0]);
            });
            if (model.flow.code[id].kind == CodeKind::If && comes_back(id, LabelId(i)))
                add(model.flow.code[id].terms[0]);
        }
    }

    bool contains(TermId term) const { return terms_.contains(term); }

private:
    void add(TermId condition) {
        if (!condition.is_valid()) return;
        walk_terms(model_.terms, std::vector<TermId>{condition},
                   [&](TermId term, const Term&) { terms_.insert(term); });
    }

    bool ends_at_once(const Code& node) const {
        return std::ranges::any_of(node.children, [&](CodeId child) {
            bool finishes = false;
            follow(child, false, [&](const Code& part) { finishes |= part.kind == CodeKind::Finish; });
            return finishes;
        });
    }

    bool comes_back(CodeId loop, LabelId head) const {
        bool comes = false;
        follow(model_.flow.code[loop].children[0], true,
               [&](const Code& part) { comes |= part.kind == CodeKind::Goto && part.label == head; });
        return comes;
    }

    // All that code leads to: in this transition and by what it sets off, or in later ones of the same item,
    // too.
    template <class Visit>
    void follow(CodeId from, bool later, Visit visit) const {
        std::set<LabelId> met;
        std::vector<CodeId> open{from};
        const auto go = [&](LabelId label) {
            if (!label.is_valid() || !met.insert(label).second) return;
            if (model_.flow.labels[label.index].code.is_valid())
                open.push_back(model_.flow.labels[label.index].code);
        };
        const auto wait = [&](PointId id) {
            const Point& point = model_.flow.points[id.index];
            for (const PointOption& option : point.options) go(option.target);
            if (point.otherwise) go(*point.otherwise);
        };
        while (!open.empty()) {
            const CodeId next = open.back();
            open.pop_back();
            walk_code(model_.flow.code, std::vector<CodeId>{next}, [&](CodeId, const Code& node) {
                visit(node);
                if (node.kind == CodeKind::Goto) go(node.label);
                if (!later && node.kind == CodeKind::Pend)
                    wait(model_.rules.triggers[node.trigger.index].entry);
                if (later && (node.kind == CodeKind::Stop || node.kind == CodeKind::Call)) wait(node.point);
            });
        }
    }

    const Model& model_;
    std::set<TermId> terms_;
};

// Those that end the game as soon as something is so.
std::vector<ClauseId> clauses_of_endings(const Model& model) {
    std::vector<ClauseId> result;
    for (const StateCheck& check : model.rules.state_checks) {
        walk_code(model.flow.code, std::vector<CodeId>{check.body}, [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Finish) result.push_back(check.clause);
        });
    }
    return result;
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
    std::optional<StoppingTerms> stopping;
    std::vector<ClauseId> endings;
    if (!cells.empty()) {
        stopping.emplace(evaluator.model());
        endings = clauses_of_endings(evaluator.model());
    }
    const auto decides = [&](std::uint32_t number) {
        return !run.variables[number].population && cells.contains(run.variables[number].cell);
    };
    const auto is_about_them = [&](const PathCondition& condition) {
        if (!stopping || condition.pinned) return false;
        if (std::ranges::find(endings, condition.place.clause) != endings.end()) return true;
        if (stopping->contains(condition.place.term)) return false;
        const auto& parts = condition.form.parts;
        return std::ranges::any_of(parts, [&](const auto& part) { return decides(part.first); }) &&
               std::ranges::all_of(parts, [&](const auto& part) {
                   const std::size_t cell = run.variables[part.first].cell;
                   return decides(part.first) || run.last[cell].form == variable(part.first);
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
