// Replacements: what happens in place of an event, how often, chosen by whom, and in how many transitions.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "compiler/compile.h"
#include "compiler/ir/evaluate.h"
#include "dsl/load.h"
#include "tests/support/codes.h"
#include "tests/support/memory_reader.h"

namespace errata::compiler {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Game {
public:
    // `rules` speak of `hit(u)`, which adds a wound, of units A, B and C and of Ann, who hits A in every
    // game.
    explicit Game(const std::string& rules, const std::string& turn = "hit(A)") {
        const std::string text =
            "game \"g\"\nplayer Ann, Bob\nkind unit: A, B, C { wounds: 0..9, owner: player, shield: 0..9 }\n"
            "state { told: 0..9 }\naction hit(u: unit, n: 1..9 = 1) { u.wounds += n }\n" +
            rules + "\nturn {\n phase day { " + turn + " }\n end \"over\"\n}\n";
        dsl::SourceSet sources;
        dsl::Sink sink;
        const auto modules = dsl::load(tests::MemoryReader({{"g.rules", text}}), "g.rules", sources, sink);
        model_ = compile(sources, modules, {}, sink);
        for (const auto& diagnostic : sink.sorted()) ADD_FAILURE() << diagnostic.message;
        if (model_) explore();
    }

    // The values of these cells in all ends of the game, such as {"1 0 0"} for the wounds of A, B and C.
    std::set<std::string> ends(const std::string& variable = "unit.wounds") const {
        std::set<std::string> result;
        for (const State& state : ends_) {
            std::string text;
            for (const Variable& candidate : model_->variables) {
                if (candidate.name != variable) continue;
                for (std::size_t i = 0; i < candidate.cells; ++i)
                    text += (i == 0 ? "" : " ") + std::to_string(state[candidate.base + i]);
            }
            result.insert(text);
        }
        return result;
    }
    std::size_t states() const { return seen_.size(); }
    bool has_cycle() const { return cycle_; }
    const std::set<std::string>& incidents() const { return incidents_; }
    // Who chooses where several replacements apply.
    const std::set<OwnerKind>& choosers() const { return choosers_; }

private:
    void explore() {
        const Evaluator evaluator(*model_);
        Setup initial;
        if (!model_->setups.empty()) initial = model_->setups[0];
        visit(evaluator, evaluator.initial(initial, {}), 0);
    }

    void visit(const Evaluator& evaluator, const State& state, std::size_t depth) {
        ASSERT_LT(depth, 200U);
        if (!seen_.insert(state).second) {
            cycle_ = cycle_ || way_.count(state) > 0;
            return;
        }
        way_.insert(state);
        const Expansion expansion = evaluator.expand(state);
        if (expansion.over) ends_.insert(state);
        const Value top = state[model_->layout.frame(0)];
        if (top > 0 && model_->flow.points[static_cast<std::size_t>(top - 1)].orders &&
            expansion.successors.size() > 1)
            choosers_.insert(expansion.owner.kind);
        for (const Successor& successor : expansion.successors) {
            for (const Occurrence& met : successor.incidents)
                incidents_.insert(std::string(code_name(model_->incidents.all[met.incident.index].code)));
            if (successor.next) visit(evaluator, *successor.next, depth + 1);
        }
        way_.erase(state);
    }

    std::optional<Model> model_;
    std::set<State> seen_;
    std::set<State> way_;
    std::set<State> ends_;
    std::set<std::string> incidents_;
    std::set<OwnerKind> choosers_;
    bool cycle_ = false;
};

const std::string pass_on =
    "rule \"Pass on\" {\n instead of hit(u, n) if u = A { hit(B, n) }\n"
    " instead of hit(u, n) if u = B { hit(A, n) }\n}\n";

TEST(Replacements, ApplyOnceToAnEvent) {
    const Game game(pass_on);
    EXPECT_THAT(game.ends(), ElementsAre("1 0 0"));  // A's went to B, B's came back, and A's is used up
    EXPECT_FALSE(game.has_cycle());
}

TEST(Replacements, ThatApplyAgainMakeAnOrdinaryCycle) {
    const Game game("meta { replacements: again }\n" + pass_on);
    EXPECT_THAT(game.ends(), IsEmpty());
    EXPECT_TRUE(game.has_cycle());
}

TEST(Replacements, ApplyAnewToEachEvent) {
    const Game game(pass_on, "hit(A) hit(B)");
    EXPECT_THAT(game.ends(), ElementsAre("1 1 0"));
}

TEST(Replacements, CostNothingWhereNoneApplies) {
    const Game plain("");
    const Game other(
        "rule \"Others\" {\n instead of hit(u, n) if u = C { hit(A, n) }\n instead of hit(u, n) if u = B { "
        "}\n}\n");
    EXPECT_EQ(other.states(), plain.states());
}

TEST(Replacements, ThatLeaveNothingToDecideCostNothing) {
    const Game plain("");
    const Game prevented("rule \"Prevented\" { instead of hit(u, _) if u = A { } }\n");
    EXPECT_EQ(prevented.states(), plain.states());
    EXPECT_THAT(prevented.ends(), ElementsAre("0 0 0"));
}

const std::string twice_or_one_more =
    "rule \"Twice\" { instead of hit(u, n) if n < 4 { hit(u, n + n) } }\n"
    "rule \"One more\" { instead of hit(u, n) if n < 4 { hit(u, n + 1) } }\n";

TEST(Replacements, AreOrderedByNobody) {
    const Game game(twice_or_one_more);
    EXPECT_THAT(game.ends(), ElementsAre("3 0 0", "4 0 0"));
    EXPECT_THAT(game.choosers(), ElementsAre(OwnerKind::Nobody));
    EXPECT_THAT(game.incidents(), IsEmpty());
}

TEST(Replacements, AreOrderedByWhoIsDeclared) {
    for (const std::string player : {"Ann", "affected.owner", "u.owner"}) {
        const Game game("meta { replacement_order: " + player + " }\n" + twice_or_one_more);
        EXPECT_THAT(game.choosers(), ElementsAre(OwnerKind::Player)) << player;
        EXPECT_THAT(game.ends(), ElementsAre("3 0 0", "4 0 0")) << player;
    }
}

TEST(Replacements, InSomethingIndivisibleAreDecidedByNobody) {
    const Game game("meta { replacement_order: Ann }\n" + twice_or_one_more, "simultaneously { hit(A) }");
    EXPECT_THAT(game.ends(), ElementsAre("3 0 0", "4 0 0"));
    EXPECT_THAT(game.incidents(), ElementsAre("order.unowned"));
}

const std::string martyrs =
    "printed card on unit if this.owner = Bob and it = Martyr\n"
    "card Martyr\n  If another would be hit, this is hit instead.\n"
    "phrase line \"If another would be hit, this is hit instead.\" = "
    "{ instead of hit(u, n) if u != this { hit(this, n) } }\n"
    "setup \"two\" {\n B.owner := Bob\n C.owner := Bob\n}\n";

TEST(Replacements, OfEveryBearerApplyOnce) {
    // B for A, then C for B; or C for A, then B for C.
    EXPECT_THAT(Game(martyrs).ends(), ElementsAre("0 0 1", "0 1 0"));
    EXPECT_THAT(Game(martyrs, "simultaneously { hit(A) }").ends(), ElementsAre("0 0 1", "0 1 0"));
    EXPECT_THAT(Game(martyrs, "for each u: unit with u = A { hit(u) }").ends(),
                ElementsAre("0 0 1", "0 1 0"));
    EXPECT_THAT(Game(martyrs, "hit(B)").ends(), ElementsAre("0 1 0"));
    EXPECT_THAT(Game(martyrs, "simultaneously { hit(B) }").ends(), ElementsAre("0 1 0"));
}

TEST(Replacements, AreNoEventsThatAnythingListensTo) {
    const std::string listener = "rule \"Listener\" { when hit(u, _) { told += 1 } }\n";
    const Game prevented(listener + "rule \"Prevented\" { instead of hit(u, _) { } }\n", "hit(A) settle");
    EXPECT_THAT(prevented.ends("told"), ElementsAre("0"));
    const Game passed(listener + pass_on, "hit(A) settle");
    EXPECT_THAT(passed.ends("told"), ElementsAre("1"));
}

TEST(Replacements, MayBeAShieldThatIsUsedUp) {
    const std::string shield =
        "rule \"Shield\" {\n instead of hit(u, n) if u.shield > 0 {\n  let k = min(n, u.shield)\n"
        "  u.shield -= k\n  if n > k { hit(u, n - k) }\n }\n}\n"
        "setup \"a shield\" { A.shield := 3 }\n";
    EXPECT_THAT(Game(shield, "hit(A, 2) hit(A, 2)").ends(), ElementsAre("1 0 0"));
    EXPECT_THAT(Game(shield, "simultaneously { hit(A, 5) }").ends(), ElementsAre("2 0 0"));
}

TEST(Replacements, GoOnBehindWhatTheyPerform) {
    const std::string split =
        "rule \"Split\" {\n instead of hit(u, n) if u = A and n > 1 {\n  hit(A, n - 1)\n  told += 1\n"
        "  hit(B, 1)\n }\n instead of hit(u, n) if u = B { hit(C, n) }\n}\n";
    const Game game(split, "hit(A, 3) told += 1");
    EXPECT_THAT(game.ends(), ElementsAre("2 0 1"));
    EXPECT_THAT(game.ends("told"), ElementsAre("2"));
}

TEST(Replacements, OfAPhaseSkipIt) {
    const std::string skip =
        "rule \"Skip\" { instead of phase dusk if told = 1 { told += 1 } }\n"
        "rule \"Dusk\" { at dusk { told += 4 } }\n";
    EXPECT_THAT(Game(skip, "told += 1 phase dusk { hit(A) }").ends("told"), ElementsAre("2"));
    EXPECT_THAT(Game(skip, "told += 1 phase dusk { hit(A) }").ends(), ElementsAre("0 0 0"));
    EXPECT_THAT(Game(skip, "phase dusk { hit(A) }").ends("told"), ElementsAre("4"));
}

TEST(Replacements, OfOnePhaseAreOrderedToo) {
    const std::string skip =
        "rule \"Skip\" { instead of phase dusk { told += 1 } }\n"
        "rule \"Jump\" { instead of phase dusk { told += 2 } }\n";
    EXPECT_THAT(Game(skip, "phase dusk { hit(A) }").ends("told"), ElementsAre("1", "2"));
}

}  // namespace
}  // namespace errata::compiler
