#include "reports/explain/position.h"

#include <algorithm>

#include "checker/plays/describe.h"
#include "dsl/base/text.h"
#include "reports/explain/board.h"

namespace errata::reports {

using compiler::Model;
using compiler::State;
using compiler::Value;
using compiler::Variable;

namespace {

// Of kinds whose objects come and go: the objects that are not there.
std::vector<std::pair<compiler::TypeId, std::size_t>> absent_objects(const Model& model, const State& state) {
    std::vector<std::pair<compiler::TypeId, std::size_t>> absent;
    for (const Variable& variable : model.variables) {
        if (!variable.is_exists) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) {
            if (state[variable.base + i] == 0) absent.emplace_back(variable.params[0], i);
        }
    }
    return absent;
}

// What a game declares in `state` is few and wanted.
bool is_declared_in_state(const Variable& variable) {
    return variable.params.empty() && variable.span.is_valid() && !variable.is_kept &&
           !variable.is_of_rules();
}

void explain_cells(const Model& model, const State& state, const Board& board,
                   std::vector<StartLine>& lines) {
    const auto absent = absent_objects(model, state);
    for (std::size_t v = 0; v < model.variables.size(); ++v) {
        const Variable& variable = model.variables[v];
        if (std::ranges::find(board.shown, compiler::VarId(v)) != board.shown.end()) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) {
            const bool one_object = variable.is_field && variable.params.size() == 1;
            if (one_object && std::ranges::count(absent, std::pair(variable.params[0], i)) > 0) continue;
            const std::size_t cell = variable.base + i;
            lines.push_back({checker::cell_name(model, cell).text(),
                             checker::cell_value_text(model, cell, state[cell]).text(),
                             state[cell] != variable.initial || is_declared_in_state(variable)});
        }
    }
}

}  // namespace

std::string frame_name(const Model& model, const State& state, std::size_t frame) {
    const std::size_t cell = model.layout.frame(frame);
    if (frame >= model.layout.frames || state[cell] <= 0) return "";
    const compiler::Point& point = model.flow.points[static_cast<std::size_t>(state[cell] - 1)];
    std::vector<std::string> known;
    for (const compiler::BinderRegister& live : point.live_registers) {
        if (live.internal) continue;
        known.push_back(live.name + ": " +
                        checker::value_text(model, live.type, state[cell + 1 + live.reg]).text());
    }
    return known.empty() ? point.name : point.name + " (" + dsl::join(known, ", ") + ")";
}

std::vector<std::string> pending_names(const Model& model, const State& state) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < model.layout.pending; ++i) {
        const std::size_t slot = model.layout.slot(i);
        if (state[slot] <= 0) break;
        const compiler::TriggerId trigger(static_cast<std::size_t>(state[slot] - 1));
        std::vector<Value> arguments;
        for (std::size_t a = 0; a < model.rules.triggers[trigger.index].params.size(); ++a)
            arguments.push_back(state[slot + 1 + a]);
        names.push_back(checker::instance_text(model, trigger, arguments).text());
    }
    return names;
}

std::string ending_name(const Model& model, const State& state) {
    const Value over = state[model.layout.over];
    if (over == 0) return "";
    const compiler::Ending& ending = model.rules.endings[static_cast<std::size_t>(over - 1)];
    if (!ending.winner.is_valid()) return ending.name;
    const Value winner = state[model.variable(ending.winner).base];
    return winner == compiler::none_value ? ending.name
                                          : ending.name + ", for " + checker::player_name(model, winner);
}

PositionLines explain_position(const Model& model, const State& state) {
    PositionLines lines;
    const Board board = draw_board(model, state);
    lines.board = board.lines;
    explain_cells(model, state, board, lines.cells);
    for (std::size_t frame = 0; !frame_name(model, state, frame + 1).empty(); ++frame)
        lines.agenda.push_back(frame_name(model, state, frame));
    lines.pending = pending_names(model, state);
    lines.ending = ending_name(model, state);
    return lines;
}

}  // namespace errata::reports
