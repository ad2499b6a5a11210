// Names of one space that are taken already.
#pragma once

#include <map>
#include <string>

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Names of one space are unique; the second declaration is the error.
class Taken {
public:
    Taken(World& world, std::string what) : world_(world), what_(std::move(what)) {}

    bool claim(const std::string& name, dsl::Span span) {
        const auto [entry, is_new] = first_.emplace(name, span);
        if (is_new) return true;
        dsl::Diagnostic diagnostic;
        diagnostic.kind = dsl::DiagnosticKind::duplicate_name;
        diagnostic.span = span;
        diagnostic.message = what_ + " '" + name + "' is declared twice";
        diagnostic.notes.emplace_back(entry->second, "first declared here");
        world_.sink->report(std::move(diagnostic));
        return false;
    }

private:
    World& world_;
    std::string what_;
    std::map<std::string, dsl::Span> first_;
};

}  // namespace errata::compiler
