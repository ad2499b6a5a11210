// What the analyses say about all states is recomputed here on random small games by a second, plain pass
// over the states: a map of expansions, fixpoints by iteration. It shares nothing with the explicit search
// but the evaluator.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <random>
#include <set>

#include "checker/driver/driver.h"
#include "checker/explicit/stage.h"
#include "checker/plays/describe.h"
#include "compiler/ir/term_kinds.h"
#include "tests/support/codes.h"
#include "tests/support/model_builder.h"

namespace errata::checker {
namespace {

using namespace compiler;
using tests::ModelBuilder;

// A game with three small variables, five points of random owners, two triggers and a state check.
class RandomGame {
public:
    explicit RandomGame(std::uint32_t seed) : random_(seed) {
        m_.model().player_type = m_.enumeration("player", {"Ann", "Bob"});
        m_.frames = 2;
        m_.pending = 2;
        small_ = m_.range(0, 2);
        for (const char* name : {"x", "y", "z"}) variables_.push_back(m_.variable(name, small_));
        for (int i = 0; i < 5; ++i) points_.push_back(m_.point("p" + std::to_string(i)));
        for (int i = 0; i < 2; ++i) {
            incidents_.push_back(m_.incident("gap.undefined"));
            m_.model().incidents.all.back().names = {"incident " + std::to_string(i)};
        }
        ending_ = m_.ending("done");
        for (int i = 0; i < 2; ++i) {
            const PointId entry = m_.point("t" + std::to_string(i));
            m_.at(entry).control = false;
            triggers_.push_back(m_.trigger("t" + std::to_string(i), entry));
        }
        for (const TriggerId trigger : triggers_) {
            m_.option(m_.model().rules.triggers[trigger.index].entry, "resolves", m_.c(1),
                      m_.label("resolves", m_.sequence({write(), m_.leave()})));
        }
        for (const PointId point : points_) {
            const std::uint32_t owner = pick(4);
            if (owner < 2) {
                m_.at(point).owner = OwnerKind::Player;
                m_.at(point).player = m_.c(owner);
            }
            if (owner == 2) m_.at(point).owner = OwnerKind::Chance;
            for (std::uint32_t i = 0; i < 1 + pick(3); ++i) {
                m_.option(point, "o", pick(3) == 0 ? condition() : m_.c(1), m_.label("o", body()));
            }
        }
        if (pick(4) == 0) m_.state_check(m_.both(condition(), condition()), write());
        claim(ClaimKind::Always, "always", m_.negation(m_.both(condition(), condition())));
        claim(ClaimKind::Possible, "possible", condition());
        claim(ClaimKind::Eventually, "eventually", m_.both(condition(), condition()));
        m_.setup("start");
        model = m_.build();
    }
    Model model;

private:
    std::uint32_t pick(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
    VarId variable() { return variables_[pick(3)]; }
    TermId condition() { return m_.equal(m_.cell(variable()), m_.c(pick(3))); }
    CodeId write() {
        const VarId variable = this->variable();
        const TermId next = m_.make(TermKind::Ite, {m_.equal(m_.cell(variable), m_.c(2)), m_.c(0),
                                                    m_.add(m_.cell(variable), m_.c(1))});
        const TermId value = pick(2) == 0 ? next : m_.c(pick(3));
        return pick(3) == 0 ? m_.when(condition(), m_.set(variable, value)) : m_.set(variable, value);
    }
    CodeId leaf() { return pick(12) == 0 ? m_.finish(ending_) : m_.stop(points_[pick(5)]); }
    CodeId body() {
        std::vector<CodeId> steps;
        if (pick(3) > 0) steps.push_back(write());
        if (pick(4) == 0) steps.push_back(m_.pend(triggers_[pick(2)]));
        if (pick(8) == 0) {
            steps.push_back(m_.fork(incidents_[pick(2)], {m_.sequence({write(), leaf()}), leaf()}));
        } else {
            steps.push_back(leaf());
        }
        return m_.sequence(steps);
    }
    void claim(ClaimKind kind, const std::string& name, TermId condition) {
        Claim claim;
        claim.kind = kind;
        claim.name = name;
        claim.condition = condition;
        m_.model().asked.claims.push_back(claim);
    }

    std::mt19937 random_;
    ModelBuilder m_;
    TypeId small_;
    std::vector<VarId> variables_;
    std::vector<PointId> points_;
    std::vector<TriggerId> triggers_;
    std::vector<IncidentId> incidents_;
    EndingId ending_;
};

// Everything reachable, by the book.
class Plain {
public:
    explicit Plain(const Model& model) : evaluator_(model) {
        std::vector<State> layer{evaluator_.initial(model.setups[0], {})};
        for (std::size_t depth = 0; !layer.empty(); ++depth) {
            std::vector<State> next;
            for (const State& state : layer) {
                if (!expansions.emplace(state, evaluator_.expand(state)).second) continue;
                depths[state] = depth;
                for (const Successor& successor : expansions[state].successors) {
                    if (successor.next) next.push_back(*successor.next);
                }
            }
            layer = std::move(next);
        }
    }

    bool holds(TermId term, const State& state) const { return evaluator_.value(term, state) == Value{1}; }

    // Removes states until `stays` holds of all that are left.
    template <class Stays>
    std::set<State> greatest(std::set<State> candidates, Stays stays) const {
        for (bool changed = true; changed;) {
            changed = false;
            for (auto it = candidates.begin(); it != candidates.end();) {
                const bool keep = stays(candidates, *it);
                changed = changed || !keep;
                it = keep ? std::next(it) : candidates.erase(it);
            }
        }
        return candidates;
    }

    std::set<State> all() const {
        std::set<State> result;
        for (const auto& [state, expansion] : expansions) result.insert(state);
        return result;
    }

    // The choices of a state, each with its successors; an error is a successor that is nowhere.
    std::vector<std::vector<const Successor*>> choices(const State& state) const {
        std::vector<std::vector<const Successor*>> result;
        for (const Successor& successor : expansions.at(state).successors) {
            Move move = successor.move;
            move.outcomes.clear();
            bool known = false;
            for (auto& choice : result) {
                Move other = choice.front()->move;
                other.outcomes.clear();
                if (!(other == move)) continue;
                choice.push_back(&successor);
                known = true;
            }
            if (!known) result.push_back({&successor});
        }
        return result;
    }

    // In how many steps the incident is met at the earliest, and at the earliest where its ways part in the
    // step itself.
    struct Nearest {
        std::size_t met = nowhere;
        std::size_t parting = nowhere;
    };
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

    Nearest nearest(const std::string& title) const {
        Nearest result;
        for (const auto& [state, expansion] : expansions) {
            const std::size_t steps = depths.at(state) + 1;
            for (const Successor& successor : expansion.successors) {
                for (const Occurrence& met : successor.incidents) {
                    if (title_of(met.incident) != title) continue;
                    result.met = std::min(result.met, steps);
                    if (do_part(ways(state, successor.move, met.incident)))
                        result.parting = std::min(result.parting, steps);
                }
            }
        }
        return result;
    }

    // Whether the ways part in the last step of the play or lead to what the others do not.
    bool parts_at_the_end(const Trace& play, const std::string& title) const {
        const State& before = play.steps.size() == 1 ? play.initial : *play.steps[play.steps.size() - 2].next;
        const Successor& last = play.steps.back();
        return std::ranges::any_of(last.incidents, [&](const Occurrence& met) {
            if (title_of(met.incident) != title) return false;
            const Ways step = ways(before, last.move, met.incident);
            std::set<std::set<State>> behind;
            for (const auto& [outcome, group] : step) behind.insert(seen_behind(group));
            return do_part(step) || behind.size() > 1;
        });
    }

    std::map<State, Expansion> expansions;
    std::map<State, std::size_t> depths;

private:
    using Ways = std::map<std::uint32_t, std::set<std::optional<State>>>;  // outcome to the states behind it

    std::string title_of(IncidentId incident) const {
        return name_of(evaluator_.model().incidents.all[incident.index]);
    }

    // The siblings of the step that was taken in which all is decided alike before the incident.
    Ways ways(const State& state, const Move& taken, IncidentId incident) const {
        const auto split = [&](Move move) {
            const auto own =
                std::ranges::find(move.outcomes, incident, &std::pair<IncidentId, std::uint32_t>::first);
            std::optional<std::uint32_t> decided;
            if (own != move.outcomes.end()) decided = own->second;
            move.outcomes.erase(own, move.outcomes.end());
            return std::pair(move, decided);
        };
        Ways result;
        for (const Successor& sibling : expansions.at(state).successors) {
            const auto [before, decided] = split(sibling.move);
            if (decided && before == split(taken).first) result[*decided].insert(sibling.next);
        }
        return result;
    }

    // The values of the game's variables and how it ended; nothing behind an error.
    State seen(const std::optional<State>& state) const {
        if (!state) return {};
        State result{(*state)[evaluator_.model().layout.over]};
        for (const Variable& variable : evaluator_.model().variables)
            result.push_back((*state)[variable.base]);
        return result;
    }

    bool do_part(const Ways& ways) const {
        std::map<State, std::set<std::uint32_t>> outcomes;  // that lead to it
        for (const auto& [outcome, group] : ways) {
            for (const auto& next : group) outcomes[seen(next)].insert(outcome);
        }
        return ways.size() > 1 &&
               std::ranges::any_of(outcomes, [](const auto& entry) { return entry.second.size() == 1; });
    }

    std::set<State> seen_behind(const std::set<std::optional<State>>& group) const {
        std::set<std::optional<State>> known = group;
        std::vector<std::optional<State>> open(group.begin(), group.end());
        std::set<State> result;
        while (!open.empty()) {
            const std::optional<State> state = open.back();
            open.pop_back();
            result.insert(seen(state));
            if (!state) continue;
            for (const Successor& successor : expansions.at(*state).successors) {
                if (known.insert(successor.next).second) open.push_back(successor.next);
            }
        }
        return result;
    }

    Evaluator evaluator_;
};

// The nearest place, or, where nobody could tell the ways apart there, the nearest where they part.
void expect_shown_where_it_matters(const Plain& plain, const Finding& finding, const std::string& title) {
    const std::size_t steps = finding.witness->steps.size();
    const Plain::Nearest nearest = plain.nearest(title);
    EXPECT_GE(steps, nearest.met) << title;
    if (nearest.parting != Plain::nowhere) {
        EXPECT_LE(steps, nearest.parting) << title;
    }
    if (steps > nearest.met) {
        EXPECT_TRUE(plain.parts_at_the_end(*finding.witness, title)) << title;
    }
}

std::size_t count(const CheckResult& result, const std::string& code) {
    return static_cast<std::size_t>(std::ranges::count(
        result.findings, code, [](const Finding& finding) { return code_name(finding.code); }));
}

// About something of this name.
const Finding* find(const Model& model, const CheckResult& result, const std::string& name) {
    const auto is_it = [&](const Finding& finding) {
        const std::vector<std::string> names = names_in(model, finding.about);
        return !names.empty() && names.front() == name;
    };
    const auto found = std::ranges::find_if(result.findings, is_it);
    return found == result.findings.end() ? nullptr : &*found;
}

class SecondPass : public testing::TestWithParam<std::uint32_t> {};

TEST_P(SecondPass, agrees) {
    const RandomGame game(GetParam());
    const Model& model = game.model;
    CheckOptions options;
    options.engine = Engine::Explicit;
    options.threads = 1;
    const CheckResult result = check(model, options);
    const Plain plain(model);
    EXPECT_EQ(result.stats.at(Statistic::States), static_cast<double>(plain.expansions.size()));

    // Incidents: the same ones, each at its nearest place.
    const bool cut = std::ranges::any_of(plain.expansions, [](const auto& expanded) {
        return std::ranges::any_of(expanded.second.successors, &Successor::cut);
    });
    const bool breaks_off = std::ranges::any_of(plain.expansions, [](const auto& expanded) {
        return expanded.second.successors.empty() && !expanded.second.over;
    });
    EXPECT_TRUE(result.inconclusive || !cut);
    // What is not met may come behind a break.
    EXPECT_TRUE(breaks_off || result.inconclusive == cut);
    for (const char* title : {"incident 0", "incident 1"}) {
        const Finding* finding = find(model, result, title);
        ASSERT_EQ(finding != nullptr, plain.nearest(title).met != Plain::nowhere) << title;
        if (finding) expect_shown_where_it_matters(plain, *finding, title);
    }

    // always
    std::optional<std::size_t> broken;
    for (const auto& [state, depth] : plain.depths) {
        if (!plain.holds(model.asked.claims[0].condition, state))
            broken = std::min(broken.value_or(depth), depth);
    }
    const Finding* always = find(model, result, "always");
    ASSERT_EQ(always != nullptr, broken.has_value());
    if (always) {
        EXPECT_EQ(always->witness->steps.size(), *broken);
    }

    // possible: states from which the condition, or anything unseen, stays out of reach
    const std::set<State> never = plain.greatest(plain.all(), [&](const std::set<State>& inside,
                                                                  const State& state) {
        if (plain.holds(model.asked.claims[1].condition, state)) return false;
        return std::ranges::all_of(plain.expansions.at(state).successors, [&](const Successor& successor) {
            return successor.next && inside.contains(*successor.next);
        });
    });
    EXPECT_EQ(find(model, result, "possible") != nullptr, !never.empty());

    // eventually: some player's fixpoint within reach of the start through states where it is awaited
    const TermId event = model.asked.claims[2].condition;
    std::set<State> waiting;
    std::vector<State> open{plain.expansions.begin()->first};
    for (const auto& [state, depth] : plain.depths) {
        if (depth == 0) open = {state};
    }
    while (!open.empty()) {
        const State state = open.back();
        open.pop_back();
        if (plain.holds(event, state) || !waiting.insert(state).second) continue;
        for (const Successor& successor : plain.expansions.at(state).successors) {
            if (successor.next) open.push_back(*successor.next);
        }
    }
    bool kept_away = false;
    for (const Value player : players(model)) {
        const std::set<State> kept =
            plain.greatest(waiting, [&](const std::set<State>& inside, const State& state) {
                const auto choices = plain.choices(state);
                const auto stays = [&](const std::vector<const Successor*>& choice) {
                    return std::ranges::all_of(choice, [&](const Successor* successor) {
                        return successor->next && inside.contains(*successor->next);
                    });
                };
                const Owner& owner = plain.expansions.at(state).owner;
                if (choices.empty()) return false;
                if (owner.kind == OwnerKind::Player && owner.player == player)
                    return std::ranges::any_of(choices, stays);
                return std::ranges::all_of(choices, stays);
            });
        kept_away = kept_away || !kept.empty();
    }
    EXPECT_EQ(count(result, "loop.wait") > 0, kept_away);

    // Loops that no choice leaves, within a turn, or anywhere if nobody ever chooses. What is left to nobody
    // is no choice.
    const bool choiceless = std::ranges::all_of(plain.expansions, [&](const auto& expanded) {
        std::set<std::set<std::optional<State>>> next;
        for (const auto& choice : plain.choices(expanded.first)) {
            std::set<std::optional<State>> outcomes;
            for (const Successor* successor : choice) outcomes.insert(successor->next);
            next.insert(outcomes);
        }
        return next.size() <= 1 || expanded.second.owner.kind == OwnerKind::Nobody;
    });
    const LoopStage limit = choiceless && !model.rules.endings.empty() ? LoopStage::Game : LoopStage::Turn;
    const std::set<State> inevitable =
        plain.greatest(plain.all(), [&](const std::set<State>& inside, const State& state) {
            const auto& successors = plain.expansions.at(state).successors;
            return !successors.empty() && std::ranges::all_of(successors, [&](const Successor& successor) {
                return successor.next && inside.contains(*successor.next) &&
                       stage_of(model, state, successor.move, *successor.next) <= limit;
            });
        });
    const std::size_t reported =
        count(result, "loop.mandatory") + count(result, "loop.inevitable") + count(result, "loop.settle");
    EXPECT_EQ(reported > 0, !inevitable.empty());
    for (const Finding& finding : result.findings) {
        if (!compiler::selects({"loop"}, finding.code) || finding.code == "loop.lock") continue;
        const Trace& play = *finding.witness;
        ASSERT_TRUE(play.loop_start) << finding.code;
        EXPECT_EQ(*play.loop_start == 0 ? play.initial : *play.steps[*play.loop_start - 1].next,
                  *play.steps.back().next);
    }
}

INSTANTIATE_TEST_SUITE_P(RandomGames, SecondPass, testing::Range(1U, 301U));

// The other engine finds the same incidents and broken claims, at the same depth, as far as it looks.
class BothEngines : public testing::TestWithParam<std::uint32_t> {};

TEST_P(BothEngines, agree) {
    const RandomGame game(GetParam());
    CheckOptions options;
    options.only_codes = {"gap", "contradiction", "deadlock", "unreachable.ending"};
    options.threads = 1;
    options.engine = Engine::Explicit;
    const CheckResult exact = check(game.model, options);
    options.engine = Engine::Symbolic;
    options.depth = 8;
    const CheckResult searched = check(game.model, options);
    const Plain plain(game.model);
    const auto name = [&](const Finding& finding) {
        const std::vector<std::string> names = names_in(game.model, finding.about);
        return names.empty() ? std::string() : names.front();
    };
    const auto decided = [&](const Finding& finding) {
        return finding.witness && name(finding) != "possible";
    };
    for (const Finding& finding : exact.findings) {
        if (!decided(finding) || finding.witness->steps.size() > options.depth) continue;
        const auto same = std::ranges::find_if(searched.findings, [&](const Finding& other) {
            return other.code == finding.code && name(other) == name(finding);
        });
        ASSERT_NE(same, searched.findings.end()) << finding.code << " " << name(finding);
        // The symbolic search shows the nearest place, the explicit one that where the ways part.
        const std::size_t nearest = plain.nearest(name(finding)).met;
        const bool is_met = nearest != Plain::nowhere;  // the others are broken claims
        EXPECT_EQ(same->witness->steps.size(), is_met ? nearest : finding.witness->steps.size())
            << name(finding);
        if (is_met) expect_shown_where_it_matters(plain, finding, name(finding));
    }
    for (const Finding& finding : searched.findings) {
        EXPECT_TRUE(std::ranges::any_of(
            exact.findings,
            [&](const Finding& other) { return other.code == finding.code && name(other) == name(finding); }))
            << finding.code << " " << name(finding);
    }
}

INSTANTIATE_TEST_SUITE_P(RandomGames, BothEngines, testing::Range(1U, 121U));

}  // namespace
}  // namespace errata::checker
