// Names looked up by whoever mentions them: what has the name, or nothing after reporting that nothing has.
#pragma once

#include <optional>

#include "compiler/resolve/names.h"
#include "compiler/resolve/reporter.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

std::optional<ActionId> find_action(const Names& names, const Reporter& reporter, const std::string& name,
                                    dsl::Span span);
std::optional<WindowId> find_window(const Names& names, const Reporter& reporter, const std::string& name,
                                    dsl::Span span);
// Its value in the type of phases.
std::optional<Value> find_phase(const Names& names, const Reporter& reporter, const std::string& name,
                                dsl::Span span);

// The names of a map, for messages.
template <class Map>
std::vector<std::string> keys_of(const Map& map) {
    return dsl::mapped(map, [](const auto& entry) { return entry.first; });
}

}  // namespace errata::compiler
