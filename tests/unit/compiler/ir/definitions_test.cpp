// What stands behind a name counts as read.
#include "compiler/ir/definitions.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::tests {
namespace {

using namespace errata::compiler;
using testing::ElementsAre;

struct VariablesRead : testing::Test {
    VariablesRead() {
        m.point("idle");
        m.statement(open, true, m.equal(m.cell(a), m.c(1)), m.cell(b));
        m.fallback(open, m.cell(c));
        m.define(unknown, m.cell(d), m.cell(e));
    }
    std::vector<bool> read(std::vector<TermId> terms) {
        const Model model = m.build();
        return variables_read(model, std::move(terms));
    }

    ModelBuilder m;
    TypeId digit = m.range(0, 9);
    VarId a = m.variable("a", digit);
    VarId b = m.variable("b", digit);
    VarId c = m.variable("c", digit);
    VarId d = m.variable("d", digit);
    VarId e = m.variable("e", digit);
    OpenId open = m.open_function_to(digit, "open");
    EquationsId system = m.equations("system");
    UnknownId unknown = m.unknown("unknown", digit);
};

TEST_F(VariablesRead, by_cells) {
    EXPECT_THAT(read({m.both(m.cell(a), m.cell(c))}), ElementsAre(true, false, true, false, false));
    EXPECT_THAT(read({m.cell(d), {}, m.cell(e)}), ElementsAre(false, false, false, true, true));
}

TEST_F(VariablesRead, by_statements_and_fallback) {
    EXPECT_THAT(read({m.holds(open)}), ElementsAre(true, true, true, false, false));
}

TEST_F(VariablesRead, by_equations_and_backups) {
    EXPECT_THAT(read({m.ask(unknown)}), ElementsAre(false, false, false, true, true));
    EXPECT_THAT(read({m.solutions(system)}), ElementsAre(false, false, false, true, true));
}

}  // namespace
}  // namespace errata::tests
