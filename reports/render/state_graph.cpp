#include "reports/render/state_graph.h"

#include "dsl/base/text.h"

namespace errata::reports {

namespace {

std::string listed(const std::string& what, const std::vector<std::string>& parts) {
    return parts.empty() ? "" : what + ": " + dsl::join(parts, ", ") + "\n";
}

std::string one_by_one(const std::string& what, const std::vector<std::string>& parts) {
    std::string text;
    for (const std::string& part : parts) text += what + ": " + part + "\n";
    return text;
}

std::string render_edge(const EdgeLines& edge) {
    return "  -> " + edge.target + ": " + edge.move + "\n" + listed("    uses", edge.used) +
           one_by_one("    incident", edge.incidents);
}

std::string render_state(const StateLines& state) {
    const bool over = state.who.empty();
    std::string text = over ? "over: " + state.ending + "\n" : state.who + "\n";
    text += listed("  now", state.values) + listed("  to do", state.agenda) +
            listed("  pending", state.pending) + one_by_one("  breaks", state.broken) +
            one_by_one("  incident", state.incidents);
    for (const EdgeLines& edge : state.edges) text += render_edge(edge);
    return text;
}

std::string where_it_begins(std::size_t states) {
    if (states == 0) return "no position satisfies what it requires\n";
    return states == 1 ? "begins in state 0\n" : "begins in states 0 to " + std::to_string(states - 1) + "\n";
}

}  // namespace

std::string render_graph(const StateGraph& graph) {
    std::string text = "setup \"" + graph.setup + "\"\n";
    if (!graph.listed) return text + "leaves too many positions open to list them\n";
    text += where_it_begins(graph.begins);
    for (std::size_t i = 0; i < graph.states.size(); ++i)
        text += "\nstate " + std::to_string(i) + ": " + render_state(graph.states[i]);
    if (graph.states.size() < graph.reached) {
        text += "\nlimit: of " + dsl::count_of(graph.reached, "state") + " reached, the ways on from state " +
                std::to_string(graph.states.size()) + " and those after it were not looked at\n";
    }
    return text;
}

}  // namespace errata::reports
