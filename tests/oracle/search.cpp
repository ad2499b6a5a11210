#include "tests/oracle/search.h"

#include <set>

#include "tests/oracle/renaming.h"

namespace errata::oracle {

namespace {

// A setup with `any` in it is carried out once for each value that its cells may have.
class Setup {
public:
    Setup(const Vocabulary& vocabulary, State& state, Decisions& decisions)
        : vocabulary_(&vocabulary), state_(&state), decisions_(&decisions) {}

    bool carry_out(const std::vector<ast::Stmt>& block, Names names) {
        for (const ast::Stmt& statement : block) {
            if (!one(statement, names)) {
                return false;
            }
        }
        return true;
    }

private:
    bool one(const ast::Stmt& statement, Names& names) {
        const Evaluator ask(*vocabulary_, *state_);
        switch (statement.kind) {
            case ast::StmtKind::Assign: {
                const std::size_t cell = ask.cell(statement.exprs[0], names);
                if (statement.exprs[1].kind == ast::ExprKind::Any) {
                    const std::vector<Value> values = vocabulary_->every(vocabulary_->field_of(cell)->shape);
                    state_->cells[cell] = values[decisions_->pick(values.size())];
                } else {
                    store(*vocabulary_, *state_, cell, ask.value(statement.exprs[1], names));
                }
                return true;
            }
            case ast::StmtKind::ForEach:
                for (const Names& bound : ask.bindings(statement.binders, &statement.exprs[0], names)) {
                    if (!carry_out(statement.blocks[0], bound)) {
                        return false;
                    }
                }
                return true;
            case ast::StmtKind::Require:
                return ask.holds(statement.exprs[0], names);
            default:
                throw OutsideSubset("a statement of a setup");
        }
    }

    const Vocabulary* vocabulary_;
    State* state_;
    Decisions* decisions_;
};

}  // namespace

std::vector<Position> positions(const Vocabulary& vocabulary) {
    if (vocabulary.setups.empty()) {
        return {{"start", {initial_state(vocabulary)}}};
    }
    std::vector<Position> all;
    for (const ast::Item* setup : vocabulary.setups) {
        Position position{setup->title, {}};
        std::set<std::string> known;
        Decisions decisions;
        decisions.each([&] {
            State state = initial_state(vocabulary);
            if (Setup(vocabulary, state, decisions).carry_out(setup->body, {}) &&
                known.insert(key(state)).second) {
                position.states.push_back(std::move(state));
            }
        });
        all.push_back(std::move(position));
    }
    return all;
}

Graph search(const Transitions& transitions, const std::vector<State>& initial, std::size_t most) {
    Graph graph;
    std::unordered_map<std::string, int> known;
    std::unordered_map<std::string, int> forms;
    const auto number_of = [&](State&& state) {
        const auto [place, fresh] = known.emplace(key(state), static_cast<int>(graph.nodes.size()));
        if (fresh) {
            const std::string form = but_for_names(*transitions.play().vocabulary, state, key);
            const int same = forms.emplace(form, static_cast<int>(forms.size())).first->second;
            graph.forms = forms.size();
            graph.nodes.push_back({std::move(state), {}, {}, same});
        }
        return place->second;
    };
    for (State state : initial) {
        graph.initial.push_back(number_of(std::move(state)));
    }
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (graph.nodes.size() > most) {
            graph.whole = false;
            return graph;
        }
        Moves moves = transitions.moves(graph.nodes[i].state);
        for (Way& way : moves.ways) {
            graph.unclear = graph.unclear || way.unclear;
            graph.cut = graph.cut || way.error == "cut";
            const int next = way.error.empty() ? number_of(std::move(way.state)) : -1;
            way.state = {};
            graph.nodes[i].next.push_back(next);
        }
        graph.nodes[i].moves = std::move(moves);
    }
    return graph;
}

}  // namespace errata::oracle
