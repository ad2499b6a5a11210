// First pass over the modules: every declared name gets its meaning, in the order in which meanings depend on
// each other (scope, types, fields, things that are called, printed items). Bodies are left to later passes.
#pragma once

#include <string>
#include <vector>

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// A printed item of the spec with its identity, kept for the passes over texts.
struct CardText {
    const ast::Item* card = nullptr;
    const ast::Item* printed = nullptr;
    Typed identity;
};

using Modules = std::vector<dsl::ast::Module>;

void declare_types(World& world, const Modules& modules);
void declare_things(World& world, const Modules& modules);
std::vector<CardText> declare_cards(World& world, const Modules& modules);
// What findings, plays and saved results are named by.
void declare_titles(World& world, const Modules& modules, bool of_scenarios);

// Calls `visit(item)` for every item of a kind, in order.
template <class Visit>
void for_items(const Modules& modules, ast::ItemKind kind, Visit visit) {
    for (const dsl::ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            if (item.kind == kind) visit(item);
        }
    }
}

}  // namespace errata::compiler
