// An amount that is divided is one choice: its options are the ways that a count by hand finds, each once,
// and what comes of each is what it says.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "checker/explicit/twin_moves.h"
#include "checker/plays/describe.h"
#include "compiler/compile.h"
#include "compiler/ir/evaluate.h"
#include "compiler/ir/finding_codes.h"
#include "tests/support/spec_text.h"

namespace errata::compiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::UnorderedElementsAre;
using tests::compiled;

// `what` is the statement that is done first; three guards, who can take 2, 2 and 1, and two gates.
Model siege(const std::string& what, const std::string& kind = "guard: Ash, Birch, Cole") {
    return compiled(R"(game "Siege"
player Ann
kind )" + kind + R"( { life: 0..2 = 2  hits: 0..9 }
kind gate: North, South { open: bool  hits: 0..9 }
state { power: 0..9 = 2  seen: 0..9 }
turn { )" + what + R"( end "night" }
)");
}

// The state in which somebody first decides.
struct Deciding {
    explicit Deciding(const Model& of) : model(of), evaluator(of) {
        state = evaluator.initial(model.setups.empty() ? Setup() : model.setups.front(), {});
        while (true) {
            here = evaluator.expand(state);
            if (here.owner.kind != OwnerKind::Rules || here.successors.empty()) return;
            if (!here.successors.front().next) return;
            state = *here.successors.front().next;
        }
    }
    std::vector<std::string> texts() const {
        std::vector<std::string> result;
        for (const Successor& way : here.successors)
            result.push_back(checker::move_text(model, state, way.move).text());
        return result;
    }
    const Model& model;
    Evaluator evaluator;
    State state;
    Expansion here;
};

Value cell(const Model& model, const State& state, const std::string& name) {
    for (std::size_t i = 0; i < state.size(); ++i) {
        if (checker::variable_of(model, i) && checker::cell_name(model, i).text() == name) return state[i];
    }
    ADD_FAILURE() << name;
    return -1;
}

TEST(Distribution, EachWayIsOneOption) {
    const Model model = siege("distribute power as k over g: guard up to g.life by Ann { g.hits += k }");
    const Deciding deciding(model);
    EXPECT_THAT(deciding.texts(),
                ElementsAre("assigns 2 to Ash", "assigns 1 to Ash, 1 to Birch", "assigns 1 to Ash, 1 to Cole",
                            "assigns 2 to Birch", "assigns 1 to Birch, 1 to Cole", "assigns 2 to Cole"));
    std::set<std::vector<Value>> ends;
    for (const Successor& way : deciding.here.successors) {
        const State& end = *way.next;
        std::vector<Value> hits;
        for (const char* guard : {"Ash.hits", "Birch.hits", "Cole.hits"})
            hits.push_back(cell(model, end, guard));
        EXPECT_EQ(hits[0] + hits[1] + hits[2], 2);
        ends.insert(hits);
    }
    EXPECT_EQ(ends.size(), deciding.here.successors.size());
}

// Counted by hand: all triples that the limits allow.
TEST(Distribution, HasTheWaysThatLimitsAndConditionsLeave) {
    for (Value amount = 1; amount <= 6; ++amount) {
        const std::string said = std::to_string(amount);
        const Model model =
            siege("Cole.life := 1 distribute " + said +
                  " as k over g: guard with g != Birch or power > 0 up to g.life "
                  "only if g != Ash or k(Cole) = 0 by Ann { g.hits += k } otherwise { nothing }");
        std::set<std::vector<Value>> expected;
        for (Value a = 0; a <= 2; ++a) {
            for (Value b = 0; b <= 2; ++b) {
                for (Value c = 0; c <= 1; ++c) {
                    if (a + b + c == amount && (a == 0 || c == 0)) expected.insert({a, b, c});
                }
            }
        }
        const Deciding deciding(model);
        std::set<std::vector<Value>> found;
        for (const Successor& way : deciding.here.successors) {
            if (way.move.kind != MoveKind::Option || !way.next) continue;
            found.insert({cell(model, *way.next, "Ash.hits"), cell(model, *way.next, "Birch.hits"),
                          cell(model, *way.next, "Cole.hits")});
        }
        if (expected.empty()) {
            ASSERT_EQ(deciding.here.successors.size(), 1U) << amount;
            EXPECT_EQ(deciding.here.successors[0].move.kind, MoveKind::Otherwise) << amount;
        } else {
            EXPECT_EQ(found, expected) << amount;
        }
    }
}

TEST(Distribution, PlacesAsMuchAsThereIsRoomForOrAsIsLiked) {
    const std::string behind = " as k over g: guard with g != Cole up to 1 by Ann { g.hits += k }";
    const Model most = siege("distribute as many as 5" + behind);
    EXPECT_THAT(Deciding(most).texts(), ElementsAre("assigns 1 to Ash, 1 to Birch"));
    const Model some = siege("distribute up to 5" + behind);
    EXPECT_THAT(Deciding(some).texts(),
                UnorderedElementsAre("assigns nothing", "assigns 1 to Ash", "assigns 1 to Birch",
                                     "assigns 1 to Ash, 1 to Birch"));
    const Model all = siege("distribute 5" + behind);
    const Deciding deciding(all);
    EXPECT_THAT(deciding.here.successors, IsEmpty());
    ASSERT_FALSE(deciding.here.incidents.empty());
    EXPECT_EQ(all.incidents.all[deciding.here.incidents.front().incident.index].code, FindingCode::Deadlock);
    // As much as can be placed is what the condition leaves, not the sum of the limits.
    const Model condition = siege(
        "distribute as many as 5 as k over g: guard up to 2 only if k(g) = 2 and k(Ash) + k(Birch) < 4 by "
        "Ann "
        "{ g.hits += k }");
    EXPECT_THAT(Deciding(condition).texts(),
                UnorderedElementsAre("assigns 2 to Ash, 2 to Cole", "assigns 2 to Birch, 2 to Cole"));
}

TEST(Distribution, AsksNobodyWhereThereIsNothingToPlace) {
    const Model model =
        siege("power := 0 distribute power as k over g: guard by Ann { g.hits += k } seen := 1");
    const Deciding deciding(model);
    EXPECT_TRUE(deciding.here.over);
    EXPECT_EQ(cell(model, deciding.state, "seen"), 1);
}

TEST(Distribution, DividesBetweenSeveralKinds) {
    const Model model = siege(R"(distribute power as k by Ann "deals" {
        over g: guard with g = Ash { g.hits += k }
        over w: gate with not w.open up to 1 only if every g: guard satisfies g != Ash or k(g) > 0 {
            w.hits += k
        }
    })");
    EXPECT_THAT(Deciding(model).texts(), UnorderedElementsAre("deals 2 to Ash", "deals 1 to Ash, 1 to North",
                                                              "deals 1 to Ash, 1 to South"));
}

// What is done for one may stop and still knows what the others get.
TEST(Distribution, RemembersSharesAcrossStops) {
    const Model model = siege(R"(distribute power as k over g: guard with g != Cole by Ann {
        choose by Ann { option "nods" { g.hits += k * 3 + k(Ash) } }
    })");
    const Deciding deciding(model);
    std::map<std::string, std::vector<Value>> ends;
    for (const Successor& way : deciding.here.successors) {
        State state = *way.next;
        for (Expansion next = deciding.evaluator.expand(state); !next.over;
             next = deciding.evaluator.expand(state))
            state = *next.successors.at(0).next;
        ends[checker::move_text(model, deciding.state, way.move).text()] = {cell(model, state, "Ash.hits"),
                                                                            cell(model, state, "Birch.hits")};
    }
    EXPECT_EQ(ends.at("assigns 2 to Ash"), (std::vector<Value>{8, 0}));
    EXPECT_EQ(ends.at("assigns 1 to Ash, 1 to Birch"), (std::vector<Value>{4, 4}));
    EXPECT_EQ(ends.at("assigns 2 to Birch"), (std::vector<Value>{0, 6}));
}

// Objects of a pool stay interchangeable, and ways that differ only in which of them gets what are one.
TEST(Distribution, TakesTwinsForEachOther) {
    const Model model =
        siege("distribute 3 as k over g: guard up to g.life by Ann { g.hits += k }", "guard of 4");
    const Deciding deciding(model);
    EXPECT_EQ(deciding.here.successors.size(), 16U);  // 2+1 in 12 ways, 1+1+1 in 4
    checker::TwinMoves twins(model, deciding.state);
    std::set<std::vector<Value>> patterns;
    for (const Successor& way : deciding.here.successors) patterns.insert(twins.pattern(way.move).value());
    EXPECT_EQ(patterns.size(), 2U);
}

TEST(Distribution, CutsWhatHasTooManyWays) {
    const std::string pool = "guard of 20";
    const Model model = siege("distribute power as k over g: guard by Ann { g.hits += k }", pool);
    EXPECT_EQ(Deciding(model).here.successors.size(), 210U);  // 20 + 20 * 19 / 2
    const Model more = siege("power := 6 distribute power as k over g: guard by Ann { g.hits += k }", pool);
    const Deciding deciding(more);
    ASSERT_EQ(deciding.here.successors.size(), 1U);
    EXPECT_TRUE(deciding.here.successors[0].cut);
    EXPECT_TRUE(deciding.here.successors[0].too_many_ways);
}

TEST(Distribution, IsPayableWhereAllOfItCanBePlaced) {
    const std::map<std::string, std::string> cases{{"2", "pays"}, {"1", "passes"}};
    for (const auto& [life, expected] : cases) {
        const Model model = siege("Ash.life := " + life + R"(
            choose by Ann {
                option "pays" when possible {
                    distribute 2 as k over g: guard with g = Ash up to g.life by Ann { g.hits += k }
                }
                otherwise { nothing }
            })");
        const Deciding deciding(model);
        ASSERT_EQ(deciding.here.successors.size(), 1U);
        const bool pays = deciding.here.successors[0].move.kind == MoveKind::Option;
        EXPECT_EQ(pays ? "pays" : "passes", expected);
    }
}

}  // namespace
}  // namespace errata::compiler
