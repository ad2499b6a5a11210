// What a game can use of the libraries that it imports. A library speaks of more than any game has: of zones,
// actions and fields that this one lacks. An item of a library that names something which nobody declares is
// set aside, whole, and so is what names that item in turn. What the game declares itself, it does not get
// from a library; and of a library that is imported twice by other names, each item counts once.
//
// Before everything else of the compiler: the modules that come out are resolved as if nothing had been
// there. Phrases that were set aside are kept beside them, so that a text in their words can be told what the
// game lacks.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/resolve/names.h"

namespace errata::compiler {

// A phrase that was set aside.
struct LackingPhrase {
    ast::Item item;
    std::string lacks;  // the first name in it that nobody declares
};

struct UsableModules {
    Modules modules;
    std::vector<LackingPhrase> lacking;
    std::map<std::string, std::string> lacks;  // of other items, by their names: what they lack
};

// Nothing: no file of it is a library, all modules stay as they are.
std::optional<UsableModules> without_lacking(const Modules& modules);

}  // namespace errata::compiler
