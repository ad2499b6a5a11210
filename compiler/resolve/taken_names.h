// Names of one space that are taken already.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// Names of one space are unique; the second declaration is the error.
class TakenNames {
public:
    TakenNames(const Reporter& reporter, std::string what) : reporter_(reporter), what_(std::move(what)) {}

    bool claim(const std::string& name, dsl::Span span) {
        const auto [entry, is_new] = first_.emplace(name, span);
        if (!is_new) reporter_.duplicate(span, what_ + " '" + name + "' is declared twice", entry->second);
        return is_new;
    }

private:
    const Reporter& reporter_;
    std::string what_;
    std::map<std::string, dsl::Span> first_;
};

}  // namespace errata::compiler
