// What a loop, a wait and each kind of claim mean, written out once more on explicit little games: a strategy
// is a table from states to choices, all of them are tried, and what comes of each is followed state by
// state. Neither search nor second look is made like this, and both must agree with it (where they disagree
// with each other, the program stops).
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <random>
#include <set>

#include "checker/driver/driver.h"
#include "checker/explicit/stage.h"
#include "checker/plays/describe.h"
#include "compiler/ir/finding_codes.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// A few points of every owner, a flag that a choice may flip, ways that end, fail or are cut, and outcomes
// that nobody decides.
class LittleGame {
public:
    explicit LittleGame(std::uint32_t seed) : random_(seed) {
        m_.model().player_type = m_.enumeration("player", {"Ann", "Bob"});
        flag_ = m_.variable("flag", m_.boolean());
        failing_ = pick(3) == 0;
        cutting_ = pick(4) == 0;
        for (int i = 0; i < 5; ++i) points_.push_back(m_.point("p" + std::to_string(i)));
        undecided_ = m_.incident("gap.undefined");
        ending_ = m_.ending("done");
        for (const PointId point : points_) {
            const std::uint32_t owner = pick(5);
            m_.at(point).owner = owner < 2    ? OwnerKind::Player
                                 : owner == 2 ? OwnerKind::Chance
                                              : OwnerKind::Nobody;
            if (owner < 2) m_.at(point).player = m_.c(owner);
            if (owner == 4) m_.at(point).owner = OwnerKind::Rules;
            const std::uint32_t options = owner == 4 ? 1 : 1 + pick(2);
            for (std::uint32_t i = 0; i < options; ++i)
                m_.option(point, "o", pick(5) == 0 ? condition() : m_.c(1), m_.label("o", way()));
        }
        if (pick(6) == 0) m_.state_check(condition(), m_.set(flag_, m_.c(pick(2))));
        claim(ClaimKind::Terminates, "terminates", m_.c(1), {});
        claim(ClaimKind::Unique, "unique", m_.c(1), {});
        claim(ClaimKind::Possible, "possible", condition(), {});
        claim(ClaimKind::Eventually, "from the start", condition(), {});
        claim(ClaimKind::Eventually, "once it is so", condition(), condition());
        const std::size_t setup = m_.setup("start");
        model = m_.build();
        if (pick(2) == 0) model.setups[setup].open.push_back(model.variables[flag_.index].base);
    }
    Model model;

private:
    std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    TermId condition() { return m_.equal(m_.cell(flag_), m_.c(pick(2))); }
    CodeId leaf() {
        if (pick(8) == 0) return m_.finish(ending_);
        if (failing_ && pick(8) == 0) return m_.increase(flag_, m_.c(5));
        if (cutting_ && pick(8) == 0) return m_.cut();
        return m_.stop(points_[pick(5)]);
    }
    CodeId way() {
        std::vector<CodeId> steps;
        if (pick(3) == 0)
            steps.push_back(m_.set(flag_, pick(2) == 0
                                              ? m_.c(pick(2))
                                              : m_.make(TermKind::Ite, {m_.cell(flag_), m_.c(0), m_.c(1)})));
        steps.push_back(pick(6) == 0 ? m_.fork(undecided_, {leaf(), leaf()}) : leaf());
        return m_.sequence(steps);
    }
    void claim(ClaimKind kind, const std::string& name, TermId condition, TermId premise) {
        Claim claim;
        claim.kind = kind;
        claim.name = name;
        claim.condition = condition;
        claim.premise = premise;
        m_.model().asked.claims.push_back(claim);
    }

    std::mt19937 random_;
    ModelBuilder m_;
    VarId flag_;
    bool failing_ = false;
    bool cutting_ = false;
    std::vector<PointId> points_;
    IncidentId undecided_;
    EndingId ending_;
};

using Set = std::set<std::size_t>;

// The game as a table.
struct Table {
    struct Way {
        std::size_t to = 0;
        bool is_state = false;  // else it fails or is cut
        bool changes = false;
        LoopStage stage = LoopStage::Settle;
    };
    using Choice = std::vector<Way>;  // its outcomes
    struct Row {
        Owner owner;
        bool over = false;
        std::vector<Choice> choices;
    };
    std::vector<State> states;
    std::vector<Row> rows;
    Set initial;
    bool cut = false;

    explicit Table(const Model& model) : evaluator(model) {
        const Setup& setup = model.setups[0];
        for (Value value = 0; value < (setup.open.empty() ? 1 : 2); ++value)
            initial.insert(number(
                evaluator.initial(setup, setup.open.empty() ? std::vector<Value>{} : std::vector{value})));
        for (std::size_t i = 0; i < states.size(); ++i) {
            const State state = states[i];
            const Expansion expansion = evaluator.expand(state);
            Row row{expansion.owner, expansion.over, {}};
            std::optional<Move> last;
            for (const Successor& successor : expansion.successors) {
                Move move = successor.move;
                move.outcomes.clear();
                if (!last || !(*last == move)) row.choices.emplace_back();
                last = move;
                cut = cut || successor.cut;
                Way way;
                way.is_state = successor.next.has_value();
                if (way.is_state) {
                    way.to = number(*successor.next);
                    way.stage = stage_of(model, state, successor.move, *successor.next);
                    way.changes = state[0] != (*successor.next)[0];
                }
                row.choices.back().push_back(way);
            }
            rows.push_back(row);
        }
    }

    std::size_t number(const State& state) {
        const auto [it, is_new] = numbers.try_emplace(state, states.size());
        if (is_new) states.push_back(state);
        return it->second;
    }
    bool holds(TermId term, std::size_t state) const {
        return evaluator.value(term, states[state]) == Value{1};
    }

    // All states on the way from some, also those that `passes` stops at.
    Set reached(const Set& from, const std::function<bool(std::size_t)>& passes) const {
        Set result;
        std::vector<std::size_t> open(from.begin(), from.end());
        while (!open.empty()) {
            const std::size_t state = open.back();
            open.pop_back();
            if (!passes(state) || !result.insert(state).second) continue;
            for (const Choice& choice : rows[state].choices) {
                for (const Way& way : choice) {
                    if (way.is_state) open.push_back(way.to);
                }
            }
        }
        return result;
    }
    Set all() const {
        Set result;
        for (std::size_t i = 0; i < rows.size(); ++i) result.insert(i);
        return result;
    }

    Evaluator evaluator;
    std::map<State, std::size_t> numbers;
};

// Whether some strategy of those who `choose` keeps play for ever inside `allowed` and within the stage,
// whatever all others do; and of what is so kept, whether `wanted` is so: asked of the states that play goes
// through and the ways between them. `outcomes`: which outcome a choice has belongs to the strategy.
class Strategies {
public:
    struct Kept {
        Set states;
        std::vector<std::pair<std::size_t, Table::Way>> ways;
    };
    using Wanted = std::function<bool(const Kept&)>;
    using Chooses = std::function<bool(const Owner&)>;

    Strategies(const Table& table, Set allowed, LoopStage limit, Chooses chooses, bool outcomes = false)
        : table_(table),
          allowed_(std::move(allowed)),
          limit_(limit),
          chooses_(std::move(chooses)),
          outcomes_(outcomes) {}

    bool any(const Set& from, const Wanted& wanted) {
        std::vector<Decision> deciding;
        for (std::size_t i = 0; i < table_.rows.size(); ++i) {
            const std::vector<Table::Choice>& choices = table_.rows[i].choices;
            if (chooses_(table_.rows[i].owner) && choices.size() > 1)
                deciding.push_back({{i, of_state}, choices.size()});
            for (std::size_t choice = 0; outcomes_ && choice < choices.size(); ++choice) {
                if (choices[choice].size() > 1) deciding.push_back({{i, choice}, choices[choice].size()});
            }
        }
        plan_.clear();
        return any(deciding, 0, from, wanted);
    }

private:
    static constexpr std::size_t of_state = 1000;
    using Place = std::pair<std::size_t, std::size_t>;  // a state, and a choice in it or `of_state`
    struct Decision {
        Place place;
        std::size_t ways = 0;
    };

    bool allows(Place place, std::size_t way) const {
        const auto planned = plan_.find(place);
        return planned == plan_.end() || planned->second == way;
    }

    bool any(const std::vector<Decision>& deciding, std::size_t next, const Set& from, const Wanted& wanted) {
        if (next < deciding.size()) {
            for (std::size_t i = 0; i < deciding[next].ways; ++i) {
                plan_[deciding[next].place] = i;
                if (any(deciding, next + 1, from, wanted)) return true;
            }
            return false;
        }
        return std::ranges::any_of(from, [&](std::size_t start) {
            const std::optional<Kept> kept = play(start);
            return kept && wanted(*kept);
        });
    }

    // Everything that can happen; nothing if play can come to an end, leave or fail.
    std::optional<Kept> play(std::size_t start) const {
        Kept kept;
        std::vector<std::size_t> open{start};
        while (!open.empty()) {
            const std::size_t state = open.back();
            open.pop_back();
            if (!allowed_.contains(state) || table_.rows[state].choices.empty()) return std::nullopt;
            if (!kept.states.insert(state).second) continue;
            for (std::size_t i = 0; i < table_.rows[state].choices.size(); ++i) {
                if (!allows({state, of_state}, i)) continue;
                const Table::Choice& outcomes = table_.rows[state].choices[i];
                for (std::size_t outcome = 0; outcome < outcomes.size(); ++outcome) {
                    if (!allows({state, i}, outcome)) continue;
                    const Table::Way& way = outcomes[outcome];
                    if (!way.is_state || way.stage > limit_) return std::nullopt;
                    kept.ways.emplace_back(state, way);
                    open.push_back(way.to);
                }
            }
        }
        return kept;
    }

    const Table& table_;
    Set allowed_;
    LoopStage limit_;
    Chooses chooses_;
    bool outcomes_;
    std::map<Place, std::size_t> plan_;
};

bool anything(const Strategies::Kept&) { return true; }
bool nobody(const Owner&) { return false; }
bool chance(const Owner& owner) { return owner.kind == OwnerKind::Chance; }
bool all_but_players(const Owner& owner) { return owner.kind != OwnerKind::Player; }
bool all_but_chance(const Owner& owner) { return owner.kind != OwnerKind::Chance; }

// A way on which something changes lies on a round.
bool changes_again_and_again(const Strategies::Kept& kept) {
    return std::ranges::any_of(kept.ways, [&](const auto& changing) {
        if (!changing.second.changes) return false;
        Set reached;
        std::vector<std::size_t> open{changing.second.to};
        while (!open.empty()) {
            const std::size_t state = open.back();
            open.pop_back();
            if (!reached.insert(state).second) continue;
            for (const auto& [from, way] : kept.ways) {
                if (from == state) open.push_back(way.to);
            }
        }
        return reached.contains(changing.first);
    });
}

bool everything_is_forced(const Table& table, const Strategies::Kept& kept) {
    return std::ranges::all_of(kept.states, [&](std::size_t state) {
        Set successors;
        for (const auto& [from, way] : kept.ways) {
            if (from == state) successors.insert(way.to);
        }
        return successors.size() == 1 && table.rows[state].choices.size() > 0;
    });
}

const Verdict* verdict(const CheckResult& result, const std::string& claim) {
    const auto found = std::ranges::find(result.verdicts, claim, &Verdict::claim);
    return found == result.verdicts.end() ? nullptr : &*found;
}

class NaiveGame : public testing::TestWithParam<std::uint32_t> {
protected:
    NaiveGame() : game(GetParam()), model(game.model), table(model) {
        CheckOptions options;
        options.engine = Engine::Explicit;
        options.threads = 1;
        result = check(model, options);
    }

    Status status(const std::string& claim) const {
        const Verdict* found = verdict(result, claim);
        EXPECT_NE(found, nullptr) << claim;
        return found ? found->status : Status::Unknown;
    }
    // Of the analysis `loops` alone: inside a turn, or anywhere if nobody ever chooses. What is left to
    // nobody is no choice.
    LoopStage limit() const {
        const bool choiceless = std::ranges::all_of(table.rows, [&](const Table::Row& row) {
            std::set<std::set<std::size_t>> next;
            for (const Table::Choice& choice : row.choices) {
                std::set<std::size_t> outcomes;
                for (const Table::Way& way : choice)
                    outcomes.insert(way.is_state ? way.to : table.states.size());
                next.insert(outcomes);
            }
            return next.size() <= 1 || row.owner.kind == OwnerKind::Nobody;
        });
        return choiceless ? LoopStage::Game : LoopStage::Turn;
    }
    std::string found() const {
        std::string text;
        for (const Finding& finding : result.findings)
            text += std::string(compiler::code_name(finding.code)) + " " +
                    std::to_string(finding.clauses.size()) + "; ";
        return text;
    }
    bool finds(std::initializer_list<const char*> codes) const {
        return std::ranges::any_of(result.findings, [&](const Finding& finding) {
            return finding.obligation.analysis == AnalysisName::Loops && finding.loop &&
                   finding.loop->growth.empty() &&
                   std::ranges::any_of(codes, [&](const char* code) { return finding.code == code; });
        });
    }
    bool some(const Strategies::Chooses& chooses, LoopStage limit,
              const Strategies::Wanted& wanted = anything) const {
        return Strategies(table, table.all(), limit, chooses).any(table.all(), wanted);
    }
    // Players, or chance, with what is left to nobody: orders and outcomes alike.
    bool some_together(const Strategies::Chooses& chooses, LoopStage limit,
                       const Strategies::Wanted& wanted) const {
        return Strategies(table, table.all(), limit, chooses, true).any(table.all(), wanted);
    }

    const LittleGame game;
    const Model& model;
    Table table;
    CheckResult result;
};

TEST_P(NaiveGame, has_the_loops_that_are_found) {
    const auto forced = [&](const Strategies::Kept& kept) { return everything_is_forced(table, kept); };
    EXPECT_EQ(finds({"loop.mandatory", "loop.settle", "loop.inevitable"}), some(nobody, limit())) << found();
    if (some(nobody, limit(), forced)) {
        EXPECT_TRUE(finds({"loop.mandatory", "loop.settle"}));
    }
    if (finds({"loop.mandatory"})) {
        EXPECT_TRUE(some(nobody, limit(), forced));
    }
    const bool finds_chance = finds({"loop.mandatory", "loop.settle", "loop.inevitable", "loop.chance"});
    const bool is_of_chance = some(chance, limit());
    // What it takes an open question for may be told as one that players keep up.
    const bool takes_nobody = some_together(all_but_players, LoopStage::Turn, anything);
    EXPECT_TRUE(is_of_chance ? finds_chance : !finds_chance || takes_nobody) << found();
    const bool finds_any =
        finds({"loop.mandatory", "loop.settle", "loop.inevitable", "loop.chance", "loop.optional"});
    const bool is_of_players = some_together(all_but_chance, LoopStage::Turn, changes_again_and_again);
    EXPECT_TRUE(is_of_chance || is_of_players ? finds_any : !finds_any || takes_nobody) << found();
    for (const Finding& finding : result.findings) {
        if (finding.code != "loop.chance") continue;
        EXPECT_TRUE(std::ranges::any_of(table.rows, [](const Table::Row& row) { return chance(row.owner); }));
    }
}

TEST_P(NaiveGame, ends_if_terminates_is_said_to_hold) {
    const Set all = table.all();
    bool endless = false;
    for (const std::size_t state : all) {
        Set next;
        for (const Table::Choice& choice : table.rows[state].choices) {
            for (const Table::Way& way : choice) {
                if (way.is_state) next.insert(way.to);
            }
        }
        endless = endless || table.reached(next, [](std::size_t) { return true; }).contains(state);
    }
    const Status expected = endless ? Status::Refuted : table.cut ? Status::Bounded : Status::Complete;
    EXPECT_EQ(status("check \"terminates\""), expected);
    const auto found = std::ranges::find_if(result.findings, [&](const Finding& finding) {
        return names_in(model, finding.about) == std::vector<std::string>{"terminates"};
    });
    ASSERT_EQ(found != result.findings.end(), endless);
    if (!endless) return;
    EXPECT_EQ(found->severity, Severity::Error);
    const auto forced = [&](const Strategies::Kept& kept) { return everything_is_forced(table, kept); };
    const std::string worst = some(nobody, LoopStage::Game, forced) ? "loop.mandatory"
                              : some(nobody, LoopStage::Game)       ? "loop.inevitable"
                              : some(chance, LoopStage::Game)       ? "loop.chance"
                                                                    : "loop.optional";
    const bool piles_up = !found->loop->growth.empty();
    if (!piles_up) {
        EXPECT_EQ(found->code, worst);
    }
}

TEST_P(NaiveGame, comes_to_one_end_if_that_is_said_of_it) {
    bool several = false;
    for (const std::size_t start : table.initial) {
        std::set<State> ends;
        for (const std::size_t state : table.reached({start}, [](std::size_t) { return true; })) {
            if (table.rows[state].choices.empty()) ends.insert(table.states[state]);
        }
        several = several || ends.size() > 1;
    }
    EXPECT_EQ(status("check \"unique\""), several     ? Status::Refuted
                                          : table.cut ? Status::Bounded
                                                      : Status::Complete);
}

TEST_P(NaiveGame, can_come_to_what_is_said_to_be_possible) {
    const TermId condition = model.asked.claims[2].condition;
    bool refuted = false;
    bool by_errors = false;
    for (const std::size_t start : table.all()) {
        bool comes = false;
        bool leaks = false;
        for (const std::size_t state : table.reached({start}, [](std::size_t) { return true; })) {
            comes = comes || table.holds(condition, state);
            for (const Table::Choice& choice : table.rows[state].choices)
                leaks =
                    leaks || std::ranges::any_of(choice, [](const Table::Way& way) { return !way.is_state; });
        }
        refuted = refuted || (!comes && !leaks);
        by_errors = by_errors || (!comes && leaks);
    }
    EXPECT_EQ(status("check \"possible\""), refuted     ? Status::Refuted
                                            : table.cut ? Status::Bounded
                                            : by_errors ? Status::Unknown
                                                        : Status::Complete);
}

TEST_P(NaiveGame, cannot_be_kept_from_what_is_said_to_come) {
    for (const std::size_t number : {3U, 4U}) {
        const Claim& claim = model.asked.claims[number];
        const auto waits = [&](std::size_t state) { return !table.holds(claim.condition, state); };
        Set begins;
        for (const std::size_t state : table.all()) {
            const bool awaited =
                claim.premise.is_valid() ? table.holds(claim.premise, state) : table.initial.contains(state);
            if (awaited && waits(state)) begins.insert(state);
        }
        const Set waiting = table.reached(begins, waits);
        bool kept_away = false;
        for (const Value player : players(model)) {
            Strategies strategies(table, waiting, LoopStage::Game, [&](const Owner& owner) {
                return owner.kind == OwnerKind::Player && owner.player == player;
            });
            kept_away = kept_away || strategies.any(waiting, anything);
        }
        EXPECT_EQ(status("check \"" + claim.name + "\""), kept_away   ? Status::Refuted
                                                          : table.cut ? Status::Bounded
                                                                      : Status::Complete);
    }
}

TEST_P(NaiveGame, is_locked_where_that_is_found) {
    bool locked = false;
    for (const std::size_t start : table.all()) {
        const Set ahead = table.reached({start}, [](std::size_t) { return true; });
        const bool goes_on = std::ranges::all_of(ahead, [&](std::size_t state) {
            const auto& choices = table.rows[state].choices;
            return !choices.empty() && std::ranges::all_of(choices, [](const Table::Choice& choice) {
                return std::ranges::all_of(choice, &Table::Way::is_state);
            });
        });
        locked = locked || (goes_on && !Strategies(table, table.all(), limit(), nobody).any(ahead, anything));
    }
    EXPECT_EQ(
        std::ranges::find(result.findings, FindingCode::LoopLock, &Finding::code) != result.findings.end(),
        locked);
}

// A search that was cut short knows less, and nothing that is not so.
TEST_P(NaiveGame, is_not_cleared_by_a_search_that_was_cut_short) {
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.threads = 1;
    options.budget.states = std::max<std::size_t>(1, table.states.size() / 2);
    const CheckResult part = check(model, options);
    if (table.states.size() > 1) {
        EXPECT_TRUE(part.inconclusive);
    }
    for (const Verdict& each : part.verdicts) {
        if (table.states.size() > 1) {
            EXPECT_NE(each.status, Status::Complete) << each.claim;
        }
        if (each.status == Status::Refuted && each.claim.starts_with("check ")) {
            EXPECT_EQ(status(each.claim), Status::Refuted) << each.claim;
        }
    }
}

// A depth that is declared sufficient was reached only if every play of so many transitions was seen.
TEST_P(NaiveGame, was_searched_as_deep_as_is_said) {
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.threads = 1;
    options.depth = 3;
    options.budget.states = 1 + table.states.size() * 2 / 3;
    const CheckResult part = check(model, options);
    if (part.inconclusive) return;
    Set near = table.initial;
    for (std::size_t depth = 0; depth < options.depth; ++depth) {
        for (const std::size_t state : Set(near)) {
            for (const Table::Choice& choice : table.rows[state].choices) {
                for (const Table::Way& way : choice) {
                    if (way.is_state) near.insert(way.to);
                }
            }
        }
    }
    EXPECT_GE(part.stats.at(Statistic::States), static_cast<double>(near.size()));
}

TEST_P(NaiveGame, has_one_verdict_for_each_claim) {
    std::set<std::string> claims;
    for (const Verdict& each : result.verdicts) EXPECT_TRUE(claims.insert(each.claim).second) << each.claim;
    for (const Finding& finding : result.findings) {
        const Verdict* none = verdict(result, "no " + std::string(code_name(finding.code)));
        EXPECT_TRUE(!none || none->status == Status::Refuted) << finding.code;
    }
}

INSTANTIATE_TEST_SUITE_P(RandomGames, NaiveGame, testing::Range(1U, 1001U));

}  // namespace
}  // namespace errata::checker
