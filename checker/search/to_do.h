// A state split into what is still to be done and the rest, for arguments about agendas that grow.
#pragma once

#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

struct ToDo {
    std::vector<std::vector<compiler::Value>>
        items;  // of the agenda from the top, the control frame last: point and registers
    std::vector<std::vector<compiler::Value>> pending;  // trigger and arguments
    std::vector<compiler::Value> rest;                  // everything else
};

ToDo to_do(const compiler::Layout& layout, const compiler::State& state);

// Is there no room for another item of the agenda?
bool is_agenda_full(const compiler::Layout& layout, const compiler::State& state);

}  // namespace errata::checker
