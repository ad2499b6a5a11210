// A state split into what is still to be done and the rest, for arguments about agendas that grow.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

// Of the agenda: point and registers.
using AgendaItem = std::vector<compiler::Value>;
// Of the bag: trigger and arguments.
using Pended = std::vector<compiler::Value>;

// From the top, the control frame last.
std::vector<AgendaItem> items_of(const compiler::Layout& layout, const compiler::State& state);
std::vector<Pended> bag_of(const compiler::Layout& layout, const compiler::State& state);

struct ToDo {
    std::vector<AgendaItem> items;
    std::vector<Pended> pending;
    std::vector<compiler::Value> rest;  // everything else
};

ToDo to_do(const compiler::Layout& layout, const compiler::State& state);

// Is there no room for another item of the agenda?
bool is_agenda_full(const compiler::Layout& layout, const compiler::State& state);

}  // namespace errata::checker
