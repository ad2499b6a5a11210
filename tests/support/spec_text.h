// A spec written in a test, parsed.
#pragma once

#include <string>
#include <vector>

#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/load.h"
#include "dsl/source/file_reader.h"

namespace errata::tests {

struct SpecText {
    explicit SpecText(const std::string& text)
        : modules(dsl::load(dsl::MemoryReader({{"test.rules", text}}), "test.rules", sources, sink)) {}

    // Their messages, in the order of their places.
    std::vector<std::string> errors() const {
        std::vector<std::string> result;
        for (const dsl::Diagnostic& diagnostic : sink.sorted()) {
            if (dsl::info(diagnostic.kind).severity == dsl::Severity::Error)
                result.push_back(diagnostic.message);
        }
        return result;
    }

    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<dsl::ast::Module> modules;
};

}  // namespace errata::tests
