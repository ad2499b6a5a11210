// The printed step is SMT-LIB that Z3 reads back, and some transition satisfies it.
#include "compiler/smt/print_step.h"

#include <gtest/gtest.h>
#include <z3++.h>

#include "compiler/compile.h"
#include "dsl/load.h"
#include "tests/support/memory_reader.h"

namespace errata::compiler {
namespace {

std::optional<Model> model_of(const std::string& text) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    const auto modules = dsl::load(tests::MemoryReader({{"g.rules", text}}), "g.rules", sources, sink);
    return compile(sources, modules, {}, sink);
}

TEST(PrintStep, IsReadBackAndPossible) {
    const auto model =
        model_of("game \"Count\"\nstate { n: 0..3 }\nturn {\n  if n < 3 { n += 1 } else { n := 0 }\n}\n");
    ASSERT_TRUE(model.has_value());
    const auto text = print_step(*model);
    ASSERT_TRUE(text.has_value());
    EXPECT_NE(text->find("; n: v"), std::string::npos) << *text;
    z3::context context;
    z3::solver solver(context);
    solver.from_string(text->c_str());
    EXPECT_EQ(solver.check(), z3::sat);
}

}  // namespace
}  // namespace errata::compiler
