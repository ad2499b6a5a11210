#include "tests/oracle/questions.h"

#include <algorithm>
#include <set>

#include "tests/oracle/orders.h"
#include "tests/oracle/renaming.h"

namespace errata::oracle {

namespace {

class Asked {
public:
    Asked(const Transitions& transitions, const Graph& graph)
        : transitions_(&transitions), graph_(&graph), arena_(graph) {}

    Answers all() {
        incidents();
        orders();
        loops();
        lock();
        for (const ast::Item* check : transitions_->play().vocabulary->checks) {
            claim(*check);
        }
        return answers_;
    }

private:
    std::size_t size() const { return graph_->nodes.size(); }
    bool any(const Region& region) const { return std::ranges::count(region, true) > 0; }

    std::string but_for_names(std::size_t node) const {
        return oracle::but_for_names(*transitions_->play().vocabulary, graph_->nodes[node].state, seen);
    }

    Region where(const ast::Expr& condition) const {
        Region region(size());
        for (std::size_t i = 0; i < size(); ++i) {
            region[i] =
                Evaluator(*transitions_->play().vocabulary, graph_->nodes[i].state).holds(condition, {});
        }
        return region;
    }

    void incidents() {
        for (const Node& node : graph_->nodes) {
            if (node.state.over) {
                answers_.endings.insert(node.state.ending);
            }
            if (!node.moves.gap.empty()) {
                answers_.codes.insert(node.moves.gap);
            }
            for (const Way& way : node.moves.ways) {
                answers_.codes.insert(way.incidents.begin(), way.incidents.end());
                if (!way.error.empty() && way.error != "cut") {
                    answers_.codes.insert(way.error);
                }
            }
        }
    }

    void note(Matters matters, const std::string& code) {
        if (matters == Matters::Yes) {
            answers_.codes.insert(code);
        } else if (matters == Matters::Unknown) {
            answers_.undecided.insert(code);
        }
    }

    // What comes of one option differs by an order that nobody decides. (A demand against a prohibition is a
    // finding of its own; where there are both, the oracle does not tell them apart.)
    void orders_inside(const Node& node) {
        std::map<int, std::set<int>> next;
        bool ordered = false;
        bool unclear = false;
        bool differs = false;
        for (std::size_t w = 0; w < node.next.size(); ++w) {
            const Way& way = node.moves.ways[w];
            next[way.option].insert(node.next[w]);
            differs = differs || next[way.option].size() > 1;
            ordered = ordered || way.ordered;
            unclear =
                unclear || way.unclear || std::ranges::count(way.incidents, "contradiction.must-cannot") > 0;
        }
        if (ordered && differs) {
            note(unclear ? Matters::Unknown : outcome_matters(*transitions_, node.state), "order.unowned");
        }
    }

    void orders() {
        for (const Node& node : graph_->nodes) {
            const Moves& moves = node.moves;
            const bool chosen = !transitions_->play().vocabulary->meta("trigger_order", "").empty();
            if (moves.placing && moves.ways.size() > 1) {
                note(order_matters(*transitions_, node.state), chosen ? "order.chosen" : "order.unowned");
            } else if (moves.choice && moves.owner == Owner::Nobody) {
                note(choice_matters(*transitions_, node.state), "order.unowned");
            } else if (!node.state.over && node.state.agenda.back().stop == Stop::Next) {
                note(next_matters(*transitions_, node.state), "order.unowned");
            }
            if (moves.choice && moves.owner == Owner::Player) {
                note(picks_matter(*transitions_, node.state), "order.chosen");
            }
            orders_inside(node);
        }
    }

    // Is there a step between two nodes of one cycle that changes a variable?
    bool changes(const Region& region) const {
        for (std::size_t i = 0; i < size(); ++i) {
            for (const int next : region[i] ? graph_->nodes[i].next : std::vector<int>{}) {
                const auto to = static_cast<std::size_t>(next);
                if (next >= 0 && region[to] && but_for_names(i) != but_for_names(to)) {
                    Region back(size(), false);
                    back[i] = true;
                    if (leading_to(*graph_, back, false)[to]) {
                        return true;
                    }
                }
            }
        }
        return false;
    }

    // Finest stage first; what lies in a region that has been reported is not reported again.
    void loops() {
        looping_.assign(size(), false);
        forced_.assign(size(), false);
        for (const Stage stage : {Stage::Settle, Stage::Resolution, Stage::Turn}) {
            loops_of(stage, looping_);
        }
        // "Where nobody ever chooses": whole turns that go round are nobody's wish then.
        if (transitions_->play().vocabulary->has_endings && nobody_chooses()) {
            loops_of(Stage::Game, looping_);
        }
        for (const Stage stage : {Stage::Settle, Stage::Resolution, Stage::Turn}) {
            loops_before_forced_ones(stage);
        }
        drifts();
    }

    // Play that nobody can leave and that only the range of a number stops is a loop, too, if it would never
    // end without that; what players seem to choose in it is none then. Whether it would end is not asked
    // here.
    void drifts() {
        const bool leaves = std::ranges::any_of(graph_->nodes, [](const Node& node) {
            return std::ranges::any_of(
                node.moves.ways, [](const auto& way) { return way.error == "contradiction.invariant"; });
        });
        if (leaves) {
            answers_.undecided.insert(
                {"loop.mandatory", "loop.inevitable", "loop.settle", "loop.optional", "loop.chance"});
        }
    }

    // Up to names; an error is a successor too. What is left to nobody is no choice.
    bool nobody_chooses() const {
        if (graph_->cut) {
            return false;
        }
        for (std::size_t i = 0; i < size(); ++i) {
            const Node& node = graph_->nodes[i];
            if (node.moves.owner == Owner::Nobody) {
                continue;
            }
            std::set<std::set<int>> forms;
            for (const Option& option : arena_.options[i]) {
                std::set<int> form;
                for (const int to : option.next) {
                    form.insert(to < 0 ? to : graph_->nodes[static_cast<std::size_t>(to)].same);
                }
                forms.insert(form);
            }
            if (forms.size() > 1) {
                return false;
            }
        }
        return true;
    }

    // A loop that can be left only for forced loops: whether it is forced itself is not said.
    void loops_before_forced_ones(Stage stage) {
        const Region region = held(arena_, Hold::Inevitable, stage, bound_for(arena_, forced_));
        const Region cycles = on_cycles(arena_, Hold::Inevitable, region, stage);
        for (std::size_t i = 0; i < size(); ++i) {
            if (cycles[i] && !forced_[i]) {
                answers_.undecided.insert({"loop.inevitable", "loop.chance", "loop.optional"});
            }
        }
    }

    bool has_chance(const Region& cycles) const {
        for (std::size_t i = 0; i < size(); ++i) {
            if (cycles[i] && graph_->nodes[i].moves.owner == Owner::Chance && arena_.options[i].size() > 1) {
                return true;
            }
        }
        return false;
    }

    void loops_of(Stage stage, Region& known) {
        const std::pair<Hold, std::string> kinds[] = {
            {Hold::Mandatory, "loop.mandatory"}, {Hold::Inevitable, "loop.inevitable"},
            {Hold::Chance, "loop.chance"},       {Hold::Optional, "loop.optional"},
            {Hold::Together, "loop.optional"},   {Hold::ChanceTogether, "loop.chance"}};
        for (const auto& [hold, code] : kinds) {
            // Of whole turns only what is forced is told unasked.
            if (stage == Stage::Game && hold > Hold::Inevitable) {
                break;
            }
            Region cycles = on_cycles(arena_, hold, held(arena_, hold, stage), stage);
            for (std::size_t i = 0; i < size(); ++i) {
                cycles[i] = cycles[i] && !known[i];
            }
            if (!any(cycles)) {
                continue;
            }
            if (hold >= Hold::Optional && !changes(cycles)) {
                answers_.undecided.insert(code);
                continue;
            }
            if (hold == Hold::ChanceTogether && !has_chance(cycles)) {
                continue;
            }
            const std::string name = stage == Stage::Settle && hold < Hold::Optional ? "loop.settle" : code;
            // "Regions in one another are reported once": which of them is one with another is not said.
            const bool beside = any(known);
            (beside ? answers_.undecided : answers_.codes).insert(name);
            for (std::size_t i = 0; i < size(); ++i) {
                known[i] = known[i] || cycles[i];
                forced_[i] = forced_[i] || (!beside && cycles[i] && hold <= Hold::Inevitable);
            }
        }
    }

    void lock() {
        Region over(size());
        for (std::size_t i = 0; i < size(); ++i) {
            over[i] = graph_->nodes[i].state.over;
        }
        if (!transitions_->play().vocabulary->has_endings) {
            return;
        }
        const Region open = leading_to(*graph_, over, true);
        Region known = looping_;
        for (std::size_t i = 0; i < size(); ++i) {
            known[i] = known[i] || graph_->nodes[i].next.empty();
        }
        known = leading_to(*graph_, known, false);
        for (std::size_t i = 0; i < size(); ++i) {
            if (!open[i]) {
                (known[i] ? answers_.undecided : answers_.codes).insert("loop.lock");
            }
        }
    }

    void claim(const ast::Item& check) {
        const ast::CheckMode mode = check.sort.check;
        std::string& verdict = answers_.claims[check.title];
        if (mode == ast::CheckMode::Terminates) {
            verdict = terminates() ? "holds" : "fails";
        } else if (mode == ast::CheckMode::Unique) {
            verdict = unique(seen) ? "holds" : "fails";
            if (unique(seen) != unique(key)) {  // stuck at two places, with the same variables
                answers_.undecided.insert(check.title);
            }
        } else if (mode == ast::CheckMode::Eventually) {
            verdict = eventually(check) ? "holds" : "fails";
        } else if (mode == ast::CheckMode::Possible) {
            const Region goal = where(check.exprs[0]);
            verdict = std::ranges::count(leading_to(*graph_, goal, false), false) == 0 ? "holds" : "fails";
            if (verdict == "fails" && std::ranges::count(leading_to(*graph_, goal, true), false) == 0) {
                answers_.undecided.insert(check.title);
            }
        } else {
            const auto met = static_cast<std::size_t>(std::ranges::count(where(check.exprs[0]), true));
            verdict = (mode == ast::CheckMode::Always  ? met == size()
                       : mode == ast::CheckMode::Never ? met == 0
                                                       : met > 0)
                          ? "holds"
                          : "fails";
        }
    }

    // No cycle: without states from which every way leads to states without, none is left.
    bool terminates() const {
        Region endless(size(), true);
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < size(); ++i) {
                const auto goes_on = [&](int next) {
                    return next >= 0 && endless[static_cast<std::size_t>(next)];
                };
                if (endless[i] && std::ranges::none_of(graph_->nodes[i].next, goes_on)) {
                    endless[i] = false;
                    changed = true;
                }
            }
        }
        return !any(endless);
    }

    // Two ends of plays that begin in one position.
    bool unique(std::string (*end)(const State&)) const {
        for (const int start : graph_->initial) {
            std::set<std::string> ends;
            Region met(size(), false);
            std::vector<int> open{start};
            met[static_cast<std::size_t>(start)] = true;
            while (!open.empty()) {
                const Node& node = graph_->nodes[static_cast<std::size_t>(open.back())];
                open.pop_back();
                if (node.state.over || node.next.empty()) {
                    ends.insert(oracle::but_for_names(*transitions_->play().vocabulary, node.state, end));
                }
                for (const int next : node.next) {
                    if (next >= 0 && !met[static_cast<std::size_t>(next)]) {
                        met[static_cast<std::size_t>(next)] = true;
                        open.push_back(next);
                    }
                }
            }
            if (ends.size() > 1) {
                return false;
            }
        }
        return true;
    }

    bool eventually(const ast::Item& check) const {
        const Region goal = where(check.exprs[0]);
        Region awaited(size(), false);
        if (check.exprs.size() > 1) {
            awaited = where(check.exprs[1]);
        } else {
            for (const int start : graph_->initial) {
                awaited[static_cast<std::size_t>(start)] = true;
            }
        }
        // Awaited until it has come.
        for (std::size_t i = 0; i < size(); ++i) {
            awaited[i] = awaited[i] && !goal[i];
        }
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < size(); ++i) {
                for (const int next : awaited[i] ? graph_->nodes[i].next : std::vector<int>{}) {
                    const auto to = static_cast<std::size_t>(next);
                    if (next >= 0 && !goal[to] && !awaited[to]) {
                        awaited[to] = changed = true;
                    }
                }
            }
        }
        for (int player = 0; player < 2; ++player) {
            const Region away = kept_away(arena_, player, goal);
            for (std::size_t i = 0; i < size(); ++i) {
                if (away[i] && awaited[i]) {
                    return false;
                }
            }
        }
        return true;
    }

    const Transitions* transitions_;
    const Graph* graph_;
    Arena arena_;
    Answers answers_;
    Region looping_;
    Region forced_;  // of these, the loops that nobody can leave
};

}  // namespace

Answers ask(const Transitions& transitions, const Graph& graph) { return Asked(transitions, graph).all(); }

}  // namespace errata::oracle
