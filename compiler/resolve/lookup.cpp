#include "compiler/resolve/lookup.h"

#include <algorithm>

namespace errata::compiler {

std::optional<Value> Vocabulary::constant(const std::string& name, TypeId type) const {
    const auto found = constants.find(name);
    if (found == constants.end()) return std::nullopt;
    for (const auto& [of, value] : found->second) {
        if (types.base(of) == types.base(type)) return value;
    }
    return std::nullopt;
}

std::optional<ActionId> find_action(const Names& names, const Reporter& reporter, const std::string& name,
                                    dsl::Span span) {
    const auto& actions = names.callables.action_named;
    const auto found = actions.find(name);
    if (found != actions.end()) return found->second;
    reporter.unknown(span, "action", name, keys_of(actions));
    return std::nullopt;
}

std::optional<WindowId> find_window(const Names& names, const Reporter& reporter, const std::string& name,
                                    dsl::Span span) {
    const auto& windows = names.callables.window_named;
    const auto found = windows.find(name);
    if (found != windows.end()) return found->second;
    reporter.unknown(span, "window", name, keys_of(windows));
    return std::nullopt;
}

std::optional<Value> find_phase(const Names& names, const Reporter& reporter, const std::string& name,
                                dsl::Span span) {
    const TypeId type = names.vocabulary.phase_type;
    const std::vector<std::string> phases =
        type.is_valid() ? names.type(type).labels : std::vector<std::string>{};
    const auto found = std::find(phases.begin(), phases.end(), name);
    if (found != phases.end()) return found - phases.begin();
    reporter.unknown(span, "phase", name, phases);
    return std::nullopt;
}

}  // namespace errata::compiler
