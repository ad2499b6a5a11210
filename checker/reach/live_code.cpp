#include "checker/reach/live_code.h"

#include <deque>
#include <set>
#include <utility>

namespace errata::checker {

using namespace compiler;

namespace {

class Walk {
public:
    explicit Walk(const Model& model)
        : model_(model),
          found_{std::vector<bool>(model.clauses.size()), std::vector<bool>(model.rules.endings.size())} {}

    LiveCode run() {
        point(model_.flow.start);
        for (const StateCheck& check : model_.rules.state_checks) {
            if (excluded(check.condition)) continue;
            mark(check.clause);
            code(check.body, check.clause);
        }
        follow();
        return std::move(found_);
    }

private:
    bool excluded(TermId condition) const { return condition.is_valid() && model_.terms.is_false(condition); }

    void mark(ClauseId clause) {
        if (clause.is_valid()) found_.clauses[clause.index] = true;
    }

    void point(PointId id) {
        if (id.is_valid() && points_.insert(id).second) open_points_.push_back(id);
    }
    void label(LabelId id, ClauseId clause) {
        if (labels_.emplace(id, clause).second) open_labels_.emplace_back(id, clause);
    }
    void trigger(TriggerId id) {
        mark(model_.rules.triggers[id.index].clause);
        point(model_.rules.triggers[id.index].entry);
    }

    void follow() {
        while (!open_points_.empty() || !open_labels_.empty()) {
            if (!open_points_.empty()) {
                const Point& at = model_.flow.points[open_points_.front().index];
                open_points_.pop_front();
                options(at);
                continue;
            }
            const auto [id, clause] = open_labels_.front();
            open_labels_.pop_front();
            code(model_.flow.labels[id.index].code, clause);
        }
    }

    void options(const Point& at) {
        for (const PointOption& option : at.options) {
            if (excluded(option.guard)) continue;
            mark(option.clause);
            label(option.target, option.clause);
        }
        if (at.otherwise) label(*at.otherwise, at.clause);
    }

    void code(CodeId id, ClauseId clause) {
        if (!id.is_valid()) return;
        const Code& node = model_.flow.code[id];
        if (node.clause.is_valid()) clause = node.clause;
        switch (node.kind) {
            case CodeKind::If:
                if (!excluded(node.terms[0])) code(node.children[0], clause);
                if (node.children.size() > 1 && !model_.terms.is_true(node.terms[0]))
                    code(node.children[1], clause);
                return;
            case CodeKind::ForEach:
                if (!excluded(node.terms[0])) code(node.children[0], clause);
                return;
            case CodeKind::Set:
            case CodeKind::Increase:
            case CodeKind::Gain:
            case CodeKind::Lose:
                return mark(clause);
            case CodeKind::Report:
                return;
            case CodeKind::Pend:
                mark(clause);
                return trigger(node.trigger);
            case CodeKind::Call:
                mark(clause);
                trigger(node.trigger);
                return point(node.point);
            case CodeKind::Goto:
                return label(node.label, clause);
            case CodeKind::Stop:
                return point(node.point);
            case CodeKind::Finish:
                mark(clause);
                found_.endings[node.ending.index] = true;
                return;
            case CodeKind::AnyOrder:
            case CodeKind::Rounds:
            case CodeKind::Again:
            case CodeKind::IfAtRest:
            case CodeKind::Fork:
            case CodeKind::Solve:
            case CodeKind::Sequence:
            case CodeKind::Let:
            case CodeKind::Simultaneously:
            case CodeKind::Defer:
            case CodeKind::SetRegister:
            case CodeKind::Forget:
            case CodeKind::Return:
            case CodeKind::Cut:
                break;
        }
        for (const CodeId child : node.children) code(child, clause);
    }

    const Model& model_;
    LiveCode found_;
    std::set<PointId> points_;
    std::set<std::pair<LabelId, ClauseId>> labels_;
    std::deque<PointId> open_points_;
    std::deque<std::pair<LabelId, ClauseId>> open_labels_;
};

}  // namespace

LiveCode find_live_code(const Model& model) { return Walk(model).run(); }

}  // namespace errata::checker
