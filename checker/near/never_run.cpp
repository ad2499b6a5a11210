#include "checker/near/never_run.h"

#include <algorithm>
#include <deque>
#include <set>

#include "checker/near/sought_code.h"
#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_labels = 24;  // that are gone back over

// "Felt ("...")": what takes the place of what this label does, wherever it could come about.
Phrase replaced_by(const std::vector<const Reach*>& graphs, const StateFilter& among, PointId point) {
    const Evaluator& evaluator = graphs.front()->evaluator();
    const Model& model = evaluator.model();
    std::vector<std::string> names;
    for_each_state(graphs, among, [&](const State& state) {
        if (top_point(model, state) != point) return;
        for (const Successor& successor : evaluator.expand(state).successors) {
            if (successor.move.kind != MoveKind::Option || successor.move.point != point) continue;
            const ClauseId by = model.flow.points[point.index].options[successor.move.option].clause;
            if (!by.is_valid()) continue;
            const std::string name = model.clause(by).name + " (\"" + model.clause(by).text + "\")";
            if (std::ranges::find(names, name) == names.end()) names.push_back(name);
        }
    });
    return list_text(names);
}

// Is there nothing to choose in some state that waits there?
bool comes_to_otherwise(const std::vector<const Reach*>& graphs, const StateFilter& among, PointId point) {
    const Evaluator& evaluator = graphs.front()->evaluator();
    bool result = false;
    for_each_state(graphs, among, [&](const State& state) {
        if (result || top_point(evaluator.model(), state) != point) return;
        result = std::ranges::any_of(evaluator.expand(state).successors, [](const Successor& successor) {
            return successor.move.kind == MoveKind::Otherwise;
        });
    });
    return result;
}

class WayBack {
public:
    WayBack(const std::vector<const Reach*>& graphs, const StateFilter& among)
        : graphs_(graphs), among_(among), model_(graphs.front()->evaluator().model()) {
        const std::size_t top = model_.layout.frame(0);
        for_each_state(graphs_, among_, [&](const State& state) { waited_at_.insert(state[top]); });
    }

    Phrase why(const std::vector<LabelId>& labels) {
        for (const LabelId label : labels) add(label);
        for (std::size_t looked_at = 0; !open_.empty() && looked_at < most_labels; ++looked_at) {
            const LabelId label = open_.front();
            open_.pop_front();
            for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
                Phrase said = at_point(PointId(p), label);
                if (!said.empty()) return said;
            }
            const auto goes_there = [&](const Code& node) {
                return node.kind == CodeKind::Goto && node.label == label;
            };
            Phrase said = at_code(goes_there);
            if (!said.empty()) return said;
        }
        return "";
    }

private:
    void add(LabelId label) {
        if (label.is_valid() && seen_.insert(label).second) open_.push_back(label);
    }

    // Where play waits and goes on to the label.
    Phrase at_point(PointId id, LabelId label) {
        const Point& point = model_.flow.points[id.index];
        const bool is_otherwise = point.otherwise == label;
        const auto leads_there = [&](const PointOption& option) { return option.target == label; };
        if (!is_otherwise && std::ranges::none_of(point.options, leads_there)) return "";
        if (!is_asked(id)) return on_the_way_to(id);
        if (is_otherwise && comes_to_otherwise(graphs_, among_, id)) return "";
        if (is_otherwise && point.orders != OrderKind::Replacements) return always_an_option(point);
        if (is_otherwise && point.clause.is_valid()) {
            const Phrase instead = replaced_by(graphs_, among_, id);
            if (!instead.empty())
                return model_.clause(point.clause).name + " never happens: " + instead +
                       " always acts instead of it.";
        }
        for (const PointOption& option : point.options) {
            if (!leads_there(option)) continue;
            const Phrase why = miss_of_option(graphs_, among_, id, option).words;
            if (why.empty()) continue;
            if (option.text.empty()) return lacks(why);
            return "\"" + option_name(model_, option) + "\" is never possible, for want of " + why + ".";
        }
        return "";
    }

    // Of a choice with an `otherwise`.
    Phrase always_an_option(const Point& point) const {
        if (point.options.empty()) return "";
        return "Wherever \"" + option_name(model_, point.options.front()) +
               "\" is asked, there is something to choose, so that its `otherwise` never comes.";
    }

    bool is_asked(PointId point) const { return waited_at_.contains(Value{point.index} + 1); }

    Phrase on_the_way_to(PointId point) {
        if (!points_.insert(point).second) return "";
        return at_code([&](const Code& node) {
            const bool waits = node.kind == CodeKind::Stop || node.kind == CodeKind::Call;
            const bool enters = node.kind == CodeKind::Pend || node.kind == CodeKind::Call;
            return (waits && node.point == point) ||
                   (enters && model_.rules.triggers[node.trigger.index].entry == point);
        });
    }

    // What is never so where code would do this; else who leads to the code is looked at later.
    Phrase at_code(const std::function<bool(const Code&)>& is_it) {
        for (const SoughtCode& place : places_of_code(model_, is_it)) {
            const Nearness answer = ask(graphs_, among_, place.conditions);
            if (!answer.missing.empty()) return lacks(answer.missing);
            add(place.label);
        }
        return "";
    }

    const std::vector<const Reach*>& graphs_;
    const StateFilter& among_;
    const Model& model_;
    std::set<Value> waited_at_;  // points, as a frame has them
    std::deque<LabelId> open_;
    std::set<LabelId> seen_;
    std::set<PointId> points_;
};

}  // namespace

Phrase lacks(const Phrase& missing) { return "The nearest position lacks " + missing + "."; }

Phrase why_never_run(const std::vector<const Reach*>& graphs, const std::vector<LabelId>& labels,
                     const StateFilter& among) {
    if (graphs.empty()) return "";
    return WayBack(graphs, among).why(labels);
}

}  // namespace errata::checker
