#include "checker/rounds/stopping_terms.h"

#include <algorithm>
#include <set>

#include "checker/rounds/without_endings.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Which code leads to what: label by label, so that all of it is looked at once.
class CodeWays {
public:
    explicit CodeWays(const Model& model)
        : model_(model),
          code_(model.flow.code),
          ends_(model.flow.labels.size()),
          is_named_(model.flow.labels.size()) {
        find_ends();
    }

    // Does some of this node's branches, or what it sets off, end the game in this transition?
    bool ends_at_once(CodeId id) const {
        bool ends = false;
        const std::vector<CodeId> branches(code_[id].children.begin(), code_[id].children.end());
        walk_code(code_, branches, [&](CodeId, const Code& node) {
            ends |= node.kind == CodeKind::Finish ||
                    std::ranges::any_of(set_off(node), [&](LabelId label) { return ends_[label.index]; });
        });
        return ends;
    }

    // Does what follows this node, in later transitions of the same item as well, come back to the label?
    bool comes_back(CodeId from, LabelId head) const {
        if (!is_named_[head.index]) return false;
        std::set<LabelId> met;
        std::vector<CodeId> open{from};
        bool comes = false;
        const auto go = [&](LabelId label) {
            if (!label.is_valid() || !met.insert(label).second) return;
            if (label_code(label).is_valid()) open.push_back(label_code(label));
        };
        while (!open.empty() && !comes) {
            const std::vector<CodeId> roots{open.back()};
            open.pop_back();
            walk_code(code_, roots, [&](CodeId, const Code& node) {
                if (node.kind == CodeKind::Goto) {
                    comes |= node.label == head;
                    go(node.label);
                }
                if (node.kind == CodeKind::Stop || node.kind == CodeKind::Call) {
                    for (const LabelId label : behind(node.point)) go(label);
                }
            });
        }
        return comes;
    }

private:
    CodeId label_code(LabelId label) const { return model_.flow.labels[label.index].code; }

    std::vector<LabelId> behind(PointId id) const {
        const Point& point = model_.flow.points[id.index];
        std::vector<LabelId> result;
        for (const PointOption& option : point.options) result.push_back(option.target);
        if (point.otherwise) result.push_back(*point.otherwise);
        std::erase_if(result, [](LabelId label) { return !label.is_valid(); });
        return result;
    }

    // Where this transition goes on, and what it sets off.
    std::vector<LabelId> set_off(const Code& node) const {
        if (node.kind == CodeKind::Goto && node.label.is_valid()) return {node.label};
        if (node.kind == CodeKind::Pend) return behind(model_.rules.triggers[node.trigger.index].entry);
        return {};
    }

    // Backwards from the labels whose code ends the game.
    void find_ends() {
        std::vector<std::vector<LabelId>> before(ends_.size());
        std::vector<LabelId> open;
        for (std::size_t i = 0; i < ends_.size(); ++i) {
            const LabelId label(i);
            if (!label_code(label).is_valid()) continue;
            bool finishes = false;
            walk_code(code_, std::vector<CodeId>{label_code(label)}, [&](CodeId, const Code& node) {
                finishes |= node.kind == CodeKind::Finish;
                if (node.kind == CodeKind::Goto && node.label.is_valid()) is_named_[node.label.index] = true;
                for (const LabelId next : set_off(node)) before[next.index].push_back(label);
            });
            if (finishes) open.push_back(label);
        }
        while (!open.empty()) {
            const LabelId label = open.back();
            open.pop_back();
            if (ends_[label.index]) continue;
            ends_[label.index] = true;
            open.insert(open.end(), before[label.index].begin(), before[label.index].end());
        }
    }

    const Model& model_;
    const CodePool& code_;
    std::vector<bool> ends_;
    std::vector<bool> is_named_;  // by a Goto
};

}  // namespace

StoppingTerms::StoppingTerms(const Model& model) : terms_(model.terms.size()) {
    std::vector<TermId> conditions;
    for (const Point& point : model.flow.points) {
        for (const PointOption& option : point.options) conditions.push_back(option.guard);
    }
    const CodeWays ways(model);
    for (std::size_t i = 0; i < model.flow.labels.size(); ++i) {
        const CodeId id = model.flow.labels[i].code;
        if (!id.is_valid()) continue;
        walk_code(model.flow.code, std::vector<CodeId>{id}, [&](CodeId at, const Code& node) {
            if (node.kind == CodeKind::ForEach) conditions.push_back(node.terms[0]);
            if (node.kind == CodeKind::If && !ways.ends_at_once(at)) conditions.push_back(node.terms[0]);
        });
        const Code& head = model.flow.code[id];
        if (head.kind == CodeKind::If && ways.comes_back(head.children[0], LabelId(i)))
            conditions.push_back(head.terms[0]);
    }
    std::erase_if(conditions, [](TermId condition) { return !condition.is_valid(); });
    walk_terms(model.terms, conditions, [&](TermId term, const Term&) { terms_[term.index] = true; });
    for (const StateCheck& check : model.rules.state_checks) {
        if (ends_the_game(model, check)) endings_.push_back(check.clause);
    }
}

bool StoppingTerms::is_ending(ClauseId clause) const {
    return std::ranges::find(endings_, clause) != endings_.end();
}

}  // namespace errata::checker
