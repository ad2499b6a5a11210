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

    // Of the finished position.
    bool meets_requirements() const {
        const Evaluator ask(*vocabulary_, *state_);
        return std::ranges::all_of(
            required_, [&](const auto& required) { return ask.holds(*required.first, required.second); });
    }

private:
    // The first object none of whose fields was given a value.
    void deal(const ast::Stmt& statement, Names& names) {
        const std::string& kind = statement.binders[0].type.name;
        const int type = vocabulary_->type(kind);
        std::size_t object = 0;
        const auto is_given = [&] {
            return std::ranges::any_of(vocabulary_->fields, [&](const Field& field) {
                return field.owner == type && given_.contains(field.base + object);
            });
        };
        while (is_given()) ++object;
        names[statement.binders[0].name] = element(type, static_cast<std::int64_t>(object));
        const Evaluator ask(*vocabulary_, *state_);
        for (std::size_t i = 0; i < statement.args.size(); ++i) {
            const std::string& name = vocabulary_->kind(kind)->dealt.all[i];
            const std::size_t cell = vocabulary_->field(type, name)->base + object;
            given_.insert(cell);
            store(*vocabulary_, *state_, cell, ask.value(statement.args[i], names));
        }
    }

    bool one(const ast::Stmt& statement, Names& names) {
        const Evaluator ask(*vocabulary_, *state_);
        switch (statement.kind) {
            case ast::StmtKind::Assign: {
                const std::size_t cell = ask.cell(statement.exprs[0], names);
                given_.insert(cell);
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
            case ast::StmtKind::Deal:
                deal(statement, names);
                return true;
            case ast::StmtKind::Require:
                required_.emplace_back(&statement.exprs[0], names);
                return true;
            default:
                throw OutsideSubset("a statement of a setup");
        }
    }

    const Vocabulary* vocabulary_;
    State* state_;
    Decisions* decisions_;
    std::set<std::size_t> given_;  // cells
    std::vector<std::pair<const ast::Expr*, Names>> required_;
};

// The setups that it begins with, first to last, and then it.
std::vector<const ast::Item*> chain_of(const Vocabulary& vocabulary, const ast::Item* setup) {
    std::vector<const ast::Item*> chain{setup};
    while (!chain.front()->names.all.empty()) {
        chain.insert(chain.begin(),
                     *std::ranges::find(vocabulary.setups, chain.front()->names.all[0], &ast::Item::title));
    }
    return chain;
}

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
            Setup carried(vocabulary, state, decisions);
            std::vector<ast::Stmt> body;
            for (const ast::Item* part : chain_of(vocabulary, setup)) {
                body.insert(body.end(), part->body.begin(), part->body.end());
            }
            if (carried.carry_out(body, {}) && carried.meets_requirements() &&
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
