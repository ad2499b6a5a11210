// What states lack for one condition, or for one option to be possible: the questions that near_miss and
// never_run are made of.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "checker/near/near_question.h"
#include "checker/plays/describe.h"
#include "checker/search/workbench.h"

namespace errata::checker {

// The states that are asked; empty: all.
using StateFilter = std::function<bool(const compiler::State&)>;

template <class Visit>
void for_each_state(const std::vector<const Reach*>& graphs, const StateFilter& among, const Visit& visit) {
    for (const Reach* graph : graphs) {
        const Exploration& exploration = graph->exploration();
        for (std::size_t i = 0; i < exploration.size(); ++i) {
            if (graph->is_out_of_time()) return;
            const compiler::State state = exploration.state(StateId(i));
            if (!among || among(state)) visit(state);
        }
    }
}

// What the nearest state lacks, and what those lack that have it; empty: nothing is missing, or it cannot be
// said.
Phrase words_of(Question& question, const std::vector<const Reach*>& graphs, const StateFilter& among);

// Of conditions asked of states: what the nearest lacks, or that they are met somewhere.
struct Nearness {
    bool is_asked = false;  // there were such states
    bool is_met = false;
    Phrase missing = {};
};
Nearness ask(const std::vector<const Reach*>& graphs, const StateFilter& among, const Conditions& conditions);

// What one state is known to lack for a condition whose first binders, of these types, have these values.
Phrase missing_in(const compiler::Evaluator& evaluator, const compiler::State& state,
                  compiler::TermId condition, const std::vector<compiler::TypeId>& types,
                  const Picks& values);

// What is said of numbers that have no name, once for several of them.
Phrase worked_out_once(const Phrase& words);

struct NearMiss {
    Phrase words;  // empty if nothing can be said
    MissDistance distance = {};
};

// Of one of the values that an option is about: of its binders of this type only this value.
using AboutValue = std::optional<std::pair<compiler::TypeId, compiler::Value>>;

// "coins >= 5 (coins is 2)"; no words if it is possible somewhere, or never asked.
NearMiss miss_of_option(const std::vector<const Reach*>& graphs, const StateFilter& among,
                        compiler::PointId point, const compiler::PointOption& option,
                        const AboutValue& about = {});

// The register in which the option keeps what it is about in this way; nothing: it has none.
std::optional<std::uint32_t> register_of(const compiler::PointOption& option, const AboutValue& about);

// The value in the hole of the option's text that is about it, and the text with that; other holes stand
// open.
Filling with_value(const compiler::Model& model, const compiler::PointOption& option,
                   const AboutValue& about);
Phrase option_name(const compiler::Model& model, const compiler::PointOption& option,
                   const AboutValue& about = {});

}  // namespace errata::checker
