// Does a construct do anything? It does if a mutant of it makes a difference: another outcome of a scenario,
// another verdict of a ruling, check or partition on a setup small enough to search, another finding there,
// or a game or scenario that cannot be read without it. The first difference decides, but for those that show
// little (MutantSort::Stopped): they do where there is no other.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/coverage/subject.h"

namespace errata::checker {

struct MutationResult {
    bool does_something = false;
    bool is_weak = false;  // all that is known is that something has to stand here
    Fact why;              // what is so without it, or why it counts as idle
};

// Safe to use from several threads; mutants share nothing and leave nothing.
class Mutations {
public:
    // `interrupted` (may be null) ends the plays and searches that are under way.
    Mutations(const Subject& subject, const std::atomic<bool>* interrupted);

    // Nothing if the interruption came first.
    std::optional<MutationResult> of(const Construct& construct) const;

    // By scenario, in the order of scenarios_of.
    const std::vector<std::optional<ScenarioPlay>>& plays() const { return plays_; }

private:
    // Of a claim on all setups together; how far a search came is no part of it.
    struct Standing {
        bool refuted = false;
        bool vacuous = false;
        friend bool operator==(const Standing&, const Standing&) = default;
    };
    // What a check tells of a game, gathered setup by setup. Claims go by their words, "ruling \"hovering\"":
    // a mutant is another model, with numbers of its own.
    struct Seen {
        std::map<std::string, Standing> standings;
        std::set<std::string> findings;  // "gap.no-option: a new pair"
    };

    std::vector<std::size_t> nearest_first(const Construct& construct) const;
    std::optional<Fact> difference_in(Worlds& worlds, const std::vector<std::size_t>& order) const;
    std::optional<Fact> other_play(Worlds& worlds, std::size_t scenario) const;
    std::optional<Fact> other_check(Worlds& worlds) const;
    std::optional<Fact> new_in(const Seen& seen) const;
    std::optional<Fact> missing_in(const Seen& seen, const compiler::Model& game) const;
    std::optional<Fact> unreadable(Worlds& worlds, const std::vector<std::size_t>& order) const;
    template <typename Enough>
    Seen look(const compiler::Model& model, std::size_t states, const Enough& enough) const;
    bool is_interrupted() const { return interrupted_ && *interrupted_; }
    void look_at_the_usual() const;

    const Subject& subject_;
    const std::atomic<bool>* interrupted_;
    std::vector<const dsl::ast::Item*> scenarios_;
    std::vector<std::optional<ScenarioPlay>> plays_;
    // Of the game as it is, and with more states.
    mutable std::once_flag once_;
    mutable Seen usual_;
    mutable Seen far_;
};

}  // namespace errata::checker
