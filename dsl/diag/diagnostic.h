// One message about the user's input: what is wrong, where, what was expected, how to mend it. Plain data;
// the looks (caret, colours) are made by `render`. Kinds come from kinds.def.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/source/source_file.h"
#include "dsl/source/span.h"

namespace errata::dsl {

enum class Severity { Error, Warning, Note };

enum class DiagnosticKind {
#define ERRATA_DIAGNOSTIC(name, code, severity, title) name,
#include "dsl/diag/kinds.def"
#undef ERRATA_DIAGNOSTIC
};

struct DiagnosticInfo {
    std::string_view name;
    std::string_view code;
    Severity severity;
    std::string_view title;
};

const DiagnosticInfo& info(DiagnosticKind kind);
const std::vector<DiagnosticInfo>& all_diagnostics();

struct Diagnostic {
    DiagnosticKind kind;
    Span span;
    std::string message;  // a clause without a full stop: "expected an expression, found '}'"
    std::string hint;     // what to do, or empty: "did you mean 'Mountain'?"
    std::vector<std::pair<Span, std::string>> notes;  // further places: "first declared here"
};

// "file:line:col: error E0101: message", the line, a caret line, notes and hint; ends with a line break.
std::string render(const Diagnostic& diagnostic, const SourceSet& sources);

// All of them, or the first that a person can take in, errors before the rest; then "N more".
std::string render(const std::vector<Diagnostic>& diagnostics, const SourceSet& sources);

}  // namespace errata::dsl
