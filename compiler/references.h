// Which thing each name of the sources stands for, and where it is declared: read off the syntax trees and
// the typed tree of a draft. For editors: "go to", "who mentions it", "rename", what a name is. What could
// not be typed is followed as far as its words alone say what they mean.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/draft.h"

namespace errata::compiler {

enum class DeclaredSort {
    Type,
    NamedValue,  // of an enum, a zone, a board; an object; a player
    Field,       // of a kind, a board, a printed item
    Stored,      // what is stored without an owner; relations
    Definition,  // define, open, derived, inductive, unknowns of equations
    Action,
    Window,
    Phase,
    Category,
    Phrase,
    PrintedItem,
    Rule,
    Setup,
    Claim,  // scenario, check, ruling, partition
    Reading,
    Assumption,
    Local,
};

struct Declaration {
    DeclaredSort sort = DeclaredSort::Type;
    std::string name;
    dsl::Span name_span;  // quotes included
    dsl::Span shown;      // what declares it: the item, or the field, value or role in it
    std::string type;     // of the values that it has, or ""
};

struct References {
    std::vector<Declaration> declarations;
    // By place: which of the declarations. Each declaration is mentioned at its own name, too.
    std::map<dsl::Span, std::size_t> mentions;
    // By place of a name or an expression: the type of its value.
    std::map<dsl::Span, std::string> types;

    // The declaration of the name that stands there, or null.
    const Declaration* at(std::uint32_t file, std::uint32_t offset) const;
    // The name that stands there.
    std::optional<dsl::Span> name_at(std::uint32_t file, std::uint32_t offset) const;
};

References references(const Draft& draft);

}  // namespace errata::compiler
