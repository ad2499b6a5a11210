// The text of a spec as a report quotes it: on one line or line by line, and what is long cut.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/one_line.h"
#include "dsl/grammar/layout.h"
#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

using dsl::one_line;
using dsl::grammar::without_comments;

// Of what is carried out step by step: enough for what it decides.
std::string quoted(std::string_view text);
constexpr std::size_t longest_body = 1200;  // letters of it

// Line by line, at most so many letters; the last line tells that something was cut. Nothing of what takes
// one line, nor of prose, which has no lines of its own.
std::vector<SourceLine> as_written(const dsl::SourceSet& sources, dsl::Span span, std::size_t longest);

}  // namespace errata::reports
