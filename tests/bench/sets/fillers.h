// Cards that fill a set up: texts whose triggers only ever lead to what stands later on one list of events, so
// that whatever they set off comes to an end, in any company. They demand nothing that any text forbids.
#pragma once

#include <cstddef>
#include <random>
#include <string>
#include <vector>

namespace errata::tests::sets {

class Fillers {
public:
    // `ladder`: sounds that lead only to later ones.
    Fillers(std::uint32_t seed, std::vector<std::string> ladder);

    // The lines of one more card, with bars between. The first ones bring about whatever others wait for.
    std::string next();

private:
    std::string line();
    std::string effect(std::size_t above);
    std::string filled(std::string text);
    std::size_t pick(std::size_t below);

    std::mt19937 random_;
    std::vector<std::string> ladder_;
    std::size_t made_ = 0;
};

}  // namespace errata::tests::sets
