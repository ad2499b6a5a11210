// What a rewriting is: a change of how a spec is spelled that leaves what it means, and what it promises to
// keep of the verdict. The table is rewritings.def; the test applies its rows to the specs of the house.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/metamorphic/said.h"
#include "tests/metamorphic/vocabulary.h"

namespace errata::metamorphic {

using Random = std::mt19937_64;

struct Original {
    const Spec& spec;
    const Vocabulary& vocabulary;
    const Said& said;
};

struct Rewritten {
    Spec spec;
    // What is called otherwise now: new name -> old name.
    std::map<std::string, std::string> names = {};
    // Rules, cards and actions that were not there: what is said of these alone is left out.
    std::set<std::string> added = {};
};

struct Rewriting {
    const char* name;
    const char* condition;  // under which the meaning stays
    unsigned keeps;         // of Kept
    // Nothing: no place for it here, or the condition does not hold.
    std::optional<Rewritten> (*rewrite)(const Original& original, Random& random);
};

const std::vector<Rewriting>& all_rewritings();

// One place or all. A pass goes over all places in the same order and asks `here` at each where it could act.
class Chosen {
public:
    bool here() {
        const std::size_t index = next_++;
        return !counts_ && (!only_ || *only_ == index);
    }

    // Runs `pass` twice: over a copy to count, then for the places chosen.
    static std::optional<Spec> rewrite(const Spec& spec, Random& random,
                                       const std::function<void(Spec&, Chosen&)>& pass);

private:
    bool counts_ = false;
    std::optional<std::size_t> only_;
    std::size_t next_ = 0;
};

std::size_t below(std::size_t bound, Random& random);

template <class Element>
void shuffle(std::vector<Element>& list, Random& random) {
    for (std::size_t i = list.size(); i > 1; --i) std::swap(list[i - 1], list[below(i, random)]);
}

}  // namespace errata::metamorphic
