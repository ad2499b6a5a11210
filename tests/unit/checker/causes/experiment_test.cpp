// A game in which an option is there only as long as two clauses say so, or any of two others.
#include "checker/causes/experiment.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

struct Offered {
    ModelBuilder builder;
    ClauseId both1 = builder.clause("first of both");
    ClauseId both2 = builder.clause("second of both");
    ClauseId idle = builder.clause("says nothing");
    Model model = made();
    Evaluator evaluator{model};
    State start = tests::initial_state(model);

    Model made() {
        const PointId point = builder.point("here");
        const TermId guard = builder.both(builder.enabled(both1), builder.enabled(both2));
        builder.option(point, "go", guard, builder.label("go", builder.stop(point)));
        const TermId other = builder.negation(builder.both(builder.enabled(idle), builder.c(0)));
        builder.option(point, "stay", other, builder.label("stay", builder.stop(point)));
        return builder.build();
    }
    bool is_offered(const Game& game) const { return game.successors(start).size() == 2; }
};

TEST(Experiment, NamesAMinimalSet) {
    const Offered offered;
    Allowance allowance;
    const Experiment experiment(offered.evaluator, allowance);
    const auto is_offered = [&](const Game& game) { return offered.is_offered(game); };
    EXPECT_EQ(experiment.that_can_go(), (Clauses{offered.both1, offered.both2, offered.idle}));
    EXPECT_EQ(experiment.needed(experiment.that_can_go(), is_offered),
              (Clauses{offered.both1, offered.both2}));
    EXPECT_EQ(experiment.each_without(experiment.that_can_go(), is_offered), (Clauses{offered.idle}));
    EXPECT_TRUE(experiment.is_known());
}

TEST(Experiment, NamesNothingOnceItsAllowanceIsUsedUp) {
    const Offered offered;
    const auto is_offered = [&](const Game& game) { return offered.is_offered(game); };
    Allowance little(2 * usual_questions(3) * (expansions_of_a_game + 1) - 1);
    const Experiment experiment(offered.evaluator, little);
    EXPECT_FALSE(experiment.needed(experiment.that_can_go(), is_offered).empty());
    EXPECT_TRUE(experiment.needed(experiment.that_can_go(), is_offered).empty()) << "too little is left";
    little.give_up();
    EXPECT_TRUE(experiment.game().successors(offered.start).empty());
    EXPECT_FALSE(experiment.is_known());
}

TEST(Experiment, StopsWithTheRun) {
    const Offered offered;
    Allowance allowance(usual_expansions, [] { return true; });
    const Experiment experiment(offered.evaluator, allowance);
    const auto is_offered = [&](const Game& game) { return offered.is_offered(game); };
    EXPECT_TRUE(experiment.needed(experiment.that_can_go(), is_offered).empty());
    EXPECT_FALSE(experiment.is_known());
}

}  // namespace
}  // namespace errata::checker
