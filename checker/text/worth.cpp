#include "checker/text/worth.h"

#include <algorithm>
#include <optional>

#include "checker/plays/describe.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"

namespace errata::checker {

using namespace compiler;

namespace {

bool is_of_players(const Model& model, const Variable& variable) {
    return variable.params.size() == 1 && variable.params[0] == model.player_type;
}

// Values by which things are told apart: named ones, truth values, and none.
bool has_named_values(const Type& type) { return type.form == TypeForm::Enum || type.form == TypeForm::Bool; }

}  // namespace

// Goes over what the rules ask, and writes down what it shows.
class WorthReader {
public:
    WorthReader(const Model& model, std::vector<Worths::Known>& known) : model_(model), known_(known) {}

    void read() {
        for (const Point& point : model_.flow.points) {
            if (point.owner != OwnerKind::Player) continue;
            for (const PointOption& option : point.options) ask(option.guard, true, choice_asks);
        }
        for (const PrintedItem& item : model_.printed_items) ask(item.functions, true, item_asks);
        for (const StateCheck& check : model_.rules.state_checks) judge(check.condition, check.body);
        std::vector<TermId> terms;
        for (std::size_t i = 0; i < model_.flow.code.size(); ++i) {
            const Code& node = model_.flow.code[CodeId(i)];
            terms.insert(terms.end(), node.terms.begin(), node.terms.end());
            read_node(node);
        }
        walk_terms(model_.terms, terms, [&](TermId, const Term& term) {
            if (term.kind == TermKind::Cell) known_[variable_of(term).index].is_read = true;
        });
    }

private:
    static constexpr int others_ask = 1;  // whether there is one somewhere
    static constexpr int choice_asks = 2;
    static constexpr int item_asks = 3;

    // A condition of a choice asks for something: for much of a number, or for one value of another field.
    void ask(TermId id, bool wanted, int by) {
        if (!id.is_valid()) return;
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::And || term.kind == TermKind::Or) {
            for (const TermId child : term.children) ask(child, wanted, by);
        } else if (term.kind == TermKind::Exists) {
            ask(term.children[0], wanted, by == choice_asks ? others_ask : by);
        } else if (term.kind == TermKind::Not) {
            ask(term.children[0], !wanted, by);
        } else if (term.kind == TermKind::Cell) {
            ask_for(variable_of(term), 0, !wanted, by);
        } else if (term.kind == TermKind::Equal) {
            ask_for_equal(term.children[0], term.children[1], wanted, by);
            ask_for_equal(term.children[1], term.children[0], wanted, by);
        } else if (term.kind == TermKind::Less || term.kind == TermKind::LessEqual) {
            lean(term.children[0], !wanted, Reason::Asked);
            lean(term.children[1], wanted, Reason::Asked);
        }
    }
    void ask_for_equal(TermId side, TermId other, bool wanted, int by) {
        if (model_.terms.is_constant(other)) ask_for(cell(side), model_.terms[other].payload, wanted, by);
    }

    // This value, or any other one.
    void ask_for(std::optional<VarId> variable, Value value, bool wanted, int by) {
        if (!variable) return;
        const Type& type = model_.type(model_.variable(*variable).type);
        Worths::Known& known = known_[variable->index];
        if (is_number_type(type)) {
            // To have none of it, or some.
            if (value == type.lo && type.is_finite()) (wanted ? known.more_harms : known.more_helps) = true;
            return;
        }
        if (!has_named_values(type)) return;
        known.asked.resize(static_cast<std::size_t>(type.size()));
        for (Value other = type.lo; other <= type.hi; ++other) {
            int& rank = known.asked[static_cast<std::size_t>(other - type.lo)];
            if ((other == value) == wanted) rank = std::max(rank, by);
        }
    }

    // Why more of a number helps or harms.
    enum class Reason { Asked, Taken };

    // To have more of what the term is made of helps, or harms. Of a player's number it does no harm that a
    // choice asks for room for more of it.
    void lean(TermId id, bool helps, Reason reason) {
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::Cell) {
            Worths::Known& known = known_[variable_of(term).index];
            const bool is_of_player = is_of_players(model_, model_.variable(variable_of(term)));
            if (!helps && is_of_player && reason != Reason::Taken) return;
            (helps ? known.more_helps : known.more_harms) = true;
        } else if (term.kind == TermKind::Add || term.kind == TermKind::Minimum ||
                   term.kind == TermKind::Maximum || term.kind == TermKind::Within) {
            for (const TermId child : term.children) lean(child, helps, reason);
        } else if (term.kind == TermKind::Subtract) {
            lean(term.children[0], helps, reason);
            lean(term.children[1], !helps, reason);
        }
    }

    // Where it holds something is taken away: that is what nobody wants.
    void judge(TermId condition, CodeId body) {
        if (takes(body)) refuse(condition);
        if (const std::optional<Value> winner = winner_in(body)) win(condition, *winner);
    }
    // For whom the game ends there, if the text names a player.
    std::optional<Value> winner_in(CodeId body) const {
        std::optional<Value> result;
        const CodeId roots[] = {body};
        walk_code(model_.flow.code, roots, [&](CodeId, const Code& node) {
            const auto is_its_winner = [&](const Ending& ending) { return ending.winner == node.var; };
            if (node.kind == CodeKind::Set && std::ranges::any_of(model_.rules.endings, is_its_winner) &&
                model_.terms.is_constant(node.terms.back()))
                result = model_.terms[node.terms.back()].payload;
        });
        return result;
    }
    // The winner's number was large enough, so more of it helps. Another player's number was small enough.
    void win(TermId id, Value winner) {
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::And) {
            for (const TermId child : term.children) win(child, winner);
            return;
        }
        const bool compares = term.kind == TermKind::Less || term.kind == TermKind::LessEqual;
        for (std::size_t i = 0; i < term.children.size(); ++i) {
            const std::optional<bool> is_winners = belongs_to(term.children[i], winner);
            if (!is_winners) continue;
            if (compares)
                lean(term.children[i], (i == 1) == *is_winners, Reason::Taken);
            else if (!*is_winners)
                refuse(id);
        }
    }
    // A number of this player, or of another one; nothing: of nobody in particular.
    std::optional<bool> belongs_to(TermId id, Value player) const {
        const std::optional<VarId> variable = cell(id);
        if (!variable || !is_of_players(model_, model_.variable(*variable))) return std::nullopt;
        const Term& whose = model_.terms[model_.terms[id].children[0]];
        if (whose.kind != TermKind::Const) return std::nullopt;
        return whose.payload == player;
    }
    // Takes something away whatever the position: lowers a player's number by a fixed amount, or gives
    // something a value that nothing asks for.
    bool takes(CodeId body) const {
        bool result = false;
        const CodeId roots[] = {body};
        walk_code(model_.flow.code, roots, [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Increase) {
                const Term& amount = model_.terms[node.terms.back()];
                result |= is_of_players(model_, model_.variable(node.var)) && amount.bounded && amount.hi < 0;
            }
            if (node.kind == CodeKind::Set && !node.is_reset && model_.terms.is_constant(node.terms.back())) {
                const Type& type = model_.type(model_.variable(node.var).type);
                const std::vector<int>& asked = known_[node.var.index].asked;
                const Value value = model_.terms[node.terms.back()].payload;
                result |= !asked.empty() && type.contains(value) &&
                          asked[static_cast<std::size_t>(value - type.lo)] == 0;
            }
        });
        return result;
    }
    void refuse(TermId id) {
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::And || term.kind == TermKind::Exists) {
            for (const TermId child : term.children) refuse(child);
        } else if (term.kind == TermKind::Less || term.kind == TermKind::LessEqual) {
            lean(term.children[0], true, Reason::Taken);
            lean(term.children[1], false, Reason::Taken);
        } else if (term.kind == TermKind::Not || term.kind == TermKind::Equal) {
            refuse_number(term);
        }
    }
    // "life = 0" is refused: to come nearer to it from what a life begins with harms.
    void refuse_number(const Term& term) {
        const bool is_not = term.kind == TermKind::Not;
        const std::optional<VarId> variable = cell(term.children[0]);
        if (!variable || !is_number_type(model_.type(model_.variable(*variable).type))) return;
        if (!is_not && !model_.terms.is_constant(term.children[1])) return;
        const Value value = is_not ? 0 : model_.terms[term.children[1]].payload;
        const Value initial = model_.variable(*variable).initial;
        Worths::Known& known = known_[variable->index];
        if (value != initial) (value > initial ? known.more_harms : known.more_helps) = true;
    }

    void read_node(const Code& node) {
        if (node.kind == CodeKind::If || node.kind == CodeKind::ForEach)
            judge(node.terms[0], node.children[0]);
        // A player's number that is made of others goes up and down with them.
        if (node.kind == CodeKind::Set && is_of_players(model_, model_.variable(node.var)) &&
            is_number_type(model_.type(model_.variable(node.var).type)))
            lean_beside(node.terms.back(), node.var);
    }
    void lean_beside(TermId value, VarId written) {
        const Term& term = model_.terms[value];
        if (term.kind == TermKind::Subtract && cell(term.children[1]) && cell(term.children[1]) != written)
            lean(term.children[1], false, Reason::Taken);
    }

    VarId variable_of(const Term& term) const { return VarId(static_cast<std::size_t>(term.payload)); }
    std::optional<VarId> cell(TermId id) const {
        const Term& term = model_.terms[id];
        if (term.kind != TermKind::Cell) return std::nullopt;
        return variable_of(term);
    }

    const Model& model_;
    std::vector<Worths::Known>& known_;
};

Worths::Worths(const Model& model) : model_(model), known_(model.variables.size()) {
    WorthReader(model, known_).read();
}

int Worths::rank(const Known& known, const Type& type, Value value) const {
    return known.asked.empty() || !type.contains(value)
               ? 0
               : known.asked[static_cast<std::size_t>(value - type.lo)];
}

Worth Worths::of_change(VarId id, Value before, Value after) const {
    if (before == after) return Worth::Nothing;
    const Variable& variable = model_.variable(id);
    const Type& type = model_.type(variable.type);
    const Known& known = known_[id.index];
    if (is_number_type(type)) {
        const bool helps = known.more_helps || (is_of_players(model_, variable) && !known.more_harms);
        if (helps == known.more_harms) return Worth::Unclear;
        return (after > before) == helps ? Worth::Gain : Worth::Loss;
    }
    const int change = rank(known, type, after) - rank(known, type, before);
    if (change == 0) return Worth::Unclear;
    return change > 0 ? Worth::Gain : Worth::Loss;
}

bool Worths::may_be_loss(VarId id) const {
    const Variable& variable = model_.variable(id);
    const Type& type = model_.type(variable.type);
    const Known& known = known_[id.index];
    if (is_number_type(type)) return known.more_helps || known.more_harms || is_of_players(model_, variable);
    return !known.asked.empty() || (type.form == TypeForm::Bool && !known.is_read);
}

Worth Worths::of_change_to_itself(VarId id, Value before, Value after) const {
    const Worth known = of_change(id, before, after);
    const Variable& variable = model_.variable(id);
    if (known != Worth::Unclear || is_number_type(model_.type(variable.type))) return known;
    if (!known_[id.index].asked.empty()) return Worth::Loss;
    const bool is_mark = model_.type(variable.type).form == TypeForm::Bool && after != variable.initial;
    return is_mark && !known_[id.index].is_read ? Worth::Loss : Worth::Unclear;
}

}  // namespace errata::checker
