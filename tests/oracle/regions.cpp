// Fixpoints on the arena.
#include <algorithm>
#include <functional>

#include "tests/oracle/questions.h"

namespace errata::oracle {

namespace {

using Stays = std::function<bool(std::size_t node, const Region& region)>;

Region greatest(std::size_t size, const Stays& stays, Region region = {}) {
    if (region.empty()) {
        region.assign(size, true);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = 0; i < size; ++i) {
            if (region[i] && !stays(i, region)) {
                region[i] = false;
                changed = true;
            }
        }
    }
    return region;
}

bool lies_in(int next, const Region& region) { return next >= 0 && region[static_cast<std::size_t>(next)]; }

// What comes of an option is nobody's to say: all of it has to stay, unless that may fall out so.
bool within(const Option& option, const Region& region, Hold hold = Hold::Inevitable) {
    const auto stays = [&](int next) { return lies_in(next, region); };
    return hold == Hold::Together || hold == Hold::ChanceTogether ? std::ranges::any_of(option.next, stays)
                                                                  : std::ranges::all_of(option.next, stays);
}

bool all_within(const std::vector<Option>& options, const Region& region, Hold hold = Hold::Inevitable) {
    return !options.empty() &&
           std::ranges::all_of(options, [&](const Option& o) { return within(o, region, hold); });
}

// All that can come of them is the same but for names.
bool one_way(const Graph& graph, const std::vector<Option>& options) {
    std::set<int> forms;
    for (const Option& option : options) {
        for (const int next : option.next) {
            forms.insert(graph.nodes[static_cast<std::size_t>(next)].same);
        }
    }
    return forms.size() == 1;
}

bool some_within(const std::vector<Option>& options, const Region& region, Hold hold = Hold::Inevitable) {
    return std::ranges::any_of(options, [&](const Option& o) { return within(o, region, hold); });
}

bool is_free(Owner owner, Hold hold) {
    switch (hold) {
        case Hold::Chance:
            return owner == Owner::Chance;
        case Hold::Optional:
            return owner == Owner::Player;
        case Hold::Together:
            return owner != Owner::Chance;
        case Hold::ChanceTogether:
            return owner != Owner::Player;
        case Hold::Mandatory:
        case Hold::Inevitable:
            break;
    }
    return false;
}

}  // namespace

Arena::Arena(const Graph& of) : graph(&of), options(of.nodes.size()) {
    for (std::size_t i = 0; i < of.nodes.size(); ++i) {
        const Node& node = of.nodes[i];
        std::map<int, std::set<int>> by_option;
        for (std::size_t w = 0; w < node.next.size(); ++w) {
            by_option[node.moves.ways[w].option].insert(node.next[w]);
        }
        std::set<std::vector<int>> distinct;
        for (const auto& [number, next] : by_option) {
            distinct.emplace(next.begin(), next.end());
        }
        for (const std::vector<int>& next : distinct) {
            options[i].push_back({next});
        }
    }
}

Region bound_for(const Arena& arena, const Region& region) {
    Region outside = region;
    outside.flip();
    // What is left outside: some option need not come into the region.
    Region kept = greatest(
        arena.options.size(),
        [&](std::size_t i, const Region& still) {
            return arena.options[i].empty() ||
                   std::ranges::any_of(arena.options[i], [&](const Option& option) {
                       return std::ranges::any_of(option.next, [&](int next) {
                           return next < 0 || still[static_cast<std::size_t>(next)];
                       });
                   });
        },
        outside);
    kept.flip();
    return kept;
}

Region held(const Arena& arena, Hold hold, Stage stage, const Region& inside) {
    return greatest(arena.options.size(), [&](std::size_t i, const Region& region) {
        if (!inside.empty() && inside[i]) {
            return true;
        }
        const Node& node = arena.graph->nodes[i];
        const std::vector<Option>& options = arena.options[i];
        if (node.moves.stage > stage || options.empty()) {
            return false;
        }
        if (hold == Hold::Mandatory) {
            return all_within(options, region) && one_way(*arena.graph, options);
        }
        return is_free(node.moves.owner, hold) ? some_within(options, region, hold)
                                               : all_within(options, region, hold);
    });
}

Region kept_away(const Arena& arena, int player, const Region& goal) {
    Region outside(goal);
    outside.flip();
    return greatest(
        arena.options.size(),
        [&](std::size_t i, const Region& region) {
            const Moves& moves = arena.graph->nodes[i].moves;
            return moves.owner == Owner::Player && moves.player == player
                       ? some_within(arena.options[i], region)
                       : all_within(arena.options[i], region);
        },
        outside);
}

Region on_cycles(const Arena& arena, Hold hold, const Region& region, Stage stage) {
    // A node is on a cycle if it can be reached from what it leads to, inside the region.
    const std::size_t size = arena.options.size();
    Region found(size, false);
    for (std::size_t start = 0; start < size; ++start) {
        if (!region[start]) {
            continue;
        }
        std::vector<std::size_t> open{start};
        Region met(size, false);
        while (!open.empty() && !found[start]) {
            const std::size_t at = open.back();
            open.pop_back();
            if (arena.graph->nodes[at].moves.stage > stage) {
                continue;
            }
            for (const Option& option : arena.options[at]) {
                if (!within(option, region, hold)) continue;
                for (const int next : option.next) {
                    if (!lies_in(next, region)) continue;
                    found[start] = found[start] || static_cast<std::size_t>(next) == start;
                    if (!met[static_cast<std::size_t>(next)]) {
                        met[static_cast<std::size_t>(next)] = true;
                        open.push_back(static_cast<std::size_t>(next));
                    }
                }
            }
        }
    }
    return found;
}

Region leading_to(const Graph& graph, const Region& goal, bool leaks) {
    Region found(goal);
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t i = graph.nodes.size(); i-- > 0;) {
            if (found[i]) {
                continue;
            }
            for (const int next : graph.nodes[i].next) {
                if (next < 0 ? leaks : found[static_cast<std::size_t>(next)]) {
                    found[i] = changed = true;
                    break;
                }
            }
        }
    }
    return found;
}

}  // namespace errata::oracle
