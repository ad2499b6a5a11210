// Where the line that accepts a finding stands in a spec. For `errata accept`, which writes it, and for
// editors, which propose it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

// A piece of text that is put into a file.
struct Insertion {
    std::uint32_t file = 0;
    std::uint32_t at = 0;
    std::string text;
    std::uint32_t line = 0;  // of its last line, then
};

// Behind the last acceptance that there is, else at the end of the file that declares the game. Nothing: only
// libraries do.
std::optional<Insertion> insertion_of(const dsl::SourceSet& sources,
                                      const std::vector<dsl::ast::Module>& modules, const std::string& lines);

// As many digits of its fingerprint as tell the finding from the others.
std::string digits_of(const Report& report, const FindingLines& finding);

}  // namespace errata::reports
