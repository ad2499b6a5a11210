// What of a spec cites rows of its rulebook: each construct once, however many rows it cites.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/citations.h"

namespace errata::checker {

using Modules = std::vector<dsl::ast::Module>;

struct Construct {
    std::size_t module = 0;
    dsl::ast::Citation citation;
    bool is_claim = false;
    std::string name;   // of the item: what scenarios call it
    std::string words;  // "rule \"Flight\"", "an ability of rule \"Flight\"", "a line of terrain \"Void\""
};

// Is it judged (a scenario, check, ruling or partition)? Anything else should do something.
bool is_claim(dsl::ast::ItemKind kind);

// Constructs in the order of the modules.
std::vector<Construct> cited_constructs(const Modules& modules);

struct Omission {
    std::string row;
    std::string reason;
    dsl::Span span;  // of the `omit`
};

std::vector<Omission> omissions(const Modules& modules);

inline const dsl::ast::Item& item_of(const Modules& modules, const Construct& construct) {
    return modules[construct.module].items[construct.citation.item];
}

}  // namespace errata::checker
