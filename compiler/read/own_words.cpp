#include "compiler/read/own_words.h"

#include <optional>

namespace errata::compiler {

using dsl::Derivation;

namespace {

// Of two readings the one of higher rank counts. The meaning below this line has the highest rank, then that
// below another line, then a phrase of the game, then one of a library.
int rank(const Texts& texts, const Derivation& derivation, dsl::Span line) {
    const ast::Item& phrase = *texts.phrases[static_cast<std::size_t>(derivation.tag)];
    const bool is_below = phrase.span.file == line.file && phrase.span.begin == line.begin;
    if (phrase.sort.is_of_line) return is_below ? 3 : 2;
    return texts.libraries.contains(phrase.span.file) ? 0 : 1;
}

bool are_same_words(const Derivation& a, const Derivation& b) {
    return a.category == b.category && a.begin == b.begin && a.end == b.end;
}

// Where they part first, from the left: whether the other one counts; nothing: they are alike.
std::optional<bool> parting(const Texts& texts, const Derivation& reading, const Derivation& other,
                            dsl::Span line) {
    const bool are_phrases =
        reading.kind == Derivation::Kind::Phrase && other.kind == Derivation::Kind::Phrase;
    if (!are_phrases || !are_same_words(reading, other)) {
        if (are_same_words(reading, other) && reading.kind == other.kind) return std::nullopt;
        return false;
    }
    if (reading.tag != other.tag) return rank(texts, reading, line) < rank(texts, other, line);
    if (reading.holes.size() != other.holes.size()) return false;
    for (std::size_t i = 0; i < reading.holes.size(); ++i) {
        const auto found = parting(texts, reading.holes[i].filler, other.holes[i].filler, line);
        if (found) return found;
    }
    return std::nullopt;
}

}  // namespace

bool gives_way(const Texts& texts, const Derivation& reading, const Derivation& other, dsl::Span line) {
    return parting(texts, reading, other, line).value_or(false);
}

}  // namespace errata::compiler
