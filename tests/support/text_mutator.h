// Texts as they are while somebody types: pieces deleted, doubled, swapped and inserted, among them pieces of
// the language.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace errata::tests {

struct TextChange {
    std::size_t at = 0;
    std::size_t size = 0;  // of what goes
    std::string text;      // what comes
};

class TextMutator {
public:
    explicit TextMutator(std::uint32_t seed) : random_(seed) {}

    std::size_t below(std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
    }

    TextChange change_of(const std::string& text);
    void mutate(std::string& text) {
        const TextChange change = change_of(text);
        text.replace(change.at, change.size, change.text);
    }

private:
    std::mt19937 random_;
};

}  // namespace errata::tests
