#include "checker/obligation.h"

#include <gtest/gtest.h>

namespace errata::checker {
namespace {

TEST(ObligationId, is_read_as_it_is_printed) {
    const ObligationId of_setup{AnalysisName::Incidents, "any_board-2", Engine::Symbolic};
    EXPECT_EQ(print(of_setup), "incidents@any_board-2/symbolic");
    EXPECT_EQ(read_obligation_id("incidents@any_board-2/symbolic"), of_setup);
    const ObligationId of_all{AnalysisName::Unreachable, "", Engine::Explicit};
    EXPECT_EQ(print(of_all), "unreachable/explicit");
    EXPECT_EQ(read_obligation_id("unreachable/explicit"), of_all);
}

TEST(ObligationId, is_not_read_from_anything_else) {
    for (const char* text : {"", "/", "incidents", "incidents@start", "incidents@start/steam",
                             "steam@start/explicit", "@start/explicit", "incidents@start/explicit "})
        EXPECT_EQ(read_obligation_id(text), std::nullopt) << text;
}

}  // namespace
}  // namespace errata::checker
