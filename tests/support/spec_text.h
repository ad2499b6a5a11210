// A spec written in a test, parsed, or compiled.
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "compiler/compile.h"
#include "dsl/ast/ast.h"
#include "dsl/diag/sink.h"
#include "dsl/load.h"
#include "tests/support/memory_reader.h"

namespace errata::tests {

struct SpecText {
    explicit SpecText(const std::string& text)
        : modules(dsl::load(tests::MemoryReader({{"test.rules", text}}), "test.rules", sources, sink)) {}

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

// The model of a spec without errors.
inline compiler::Model compiled(const std::string& text) {
    SpecText spec(text);
    auto model = compiler::compile(spec.sources, spec.modules, {}, spec.sink);
    EXPECT_EQ(spec.errors(), std::vector<std::string>());
    return model.value_or(compiler::Model{});
}

}  // namespace errata::tests
