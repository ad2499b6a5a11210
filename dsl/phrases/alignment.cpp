// Global alignment by dynamic programming (Needleman and Wunsch), words of the template against words of the
// text; a hole takes one word or a few. The weights only have to order candidates: a word found counts most,
// one found misspelt a little less, and what is missing or superfluous costs less than a word is worth.

#include "dsl/phrases/alignment.h"

#include <algorithm>

#include "dsl/base/text.h"

namespace errata::dsl {
namespace {

constexpr int word_found = 10;
constexpr int word_misspelt = 7;
constexpr int number_found = 4;
constexpr int hole_filled = 2;  // less 1 for each word beyond the first
constexpr int symbol_missing = -6;
constexpr int token_superfluous = -4;
constexpr std::size_t longest_filling = 6;
constexpr int impossible = -1'000'000;

class Aligner {
public:
    Aligner(const PhraseGrammar& grammar, std::span<const Token> tokens,
            std::span<const std::uint32_t> terminals)
        : grammar_(grammar), tokens_(tokens), terminals_(terminals) {}

    // Scores a production against the text from `start` on; what follows the phrase costs little.
    int score(std::uint32_t production, std::uint32_t start) {
        const ParseTable& table = grammar_.table();
        const std::uint32_t first = table.start_of(production);
        const std::size_t symbols = grammar_.wording_of(production).parts.size();
        const std::size_t window = std::min(tokens_.size() - start, 3 * symbols + 8);
        width_ = window + 1;
        best_.assign((symbols + 1) * width_, impossible);
        best_[0] = 0;
        for (std::size_t s = 0; s <= symbols; ++s) {
            for (std::size_t t = 0; t <= window; ++t) {
                const int here = best_[s * width_ + t];
                if (t < window) improve(s, t + 1, here + token_superfluous);
                if (s == symbols) continue;
                improve(s + 1, t, here + symbol_missing);
                match(table.symbol(first + static_cast<std::uint32_t>(s)), s, t, start, window);
            }
        }
        int result = impossible;
        for (std::size_t t = 0; t <= window; ++t) {
            const int unread = static_cast<int>(std::min(window - t, longest_filling));
            result = std::max(result, best_[symbols * width_ + t] - unread);
        }
        return result;
    }

    int ideal(std::uint32_t production) const {
        int sum = 0;
        for (const WordingPart& part : grammar_.wording_of(production).parts) {
            sum += part.is_hole ? hole_filled : word_found;
        }
        return sum;
    }

private:
    void improve(std::size_t symbol, std::size_t token, int value) {
        int& cell = best_[symbol * width_ + token];
        cell = std::max(cell, value);
    }

    void match(const Symbol& symbol, std::size_t s, std::size_t t, std::uint32_t start, std::size_t window) {
        if (t == window) return;
        const int here = best_[s * width_ + t];
        const std::size_t token = start + t;
        if (symbol.kind == Symbol::Kind::Word) {
            if (terminals_[token] == symbol.id) improve(s + 1, t + 1, here + word_found);
            if (is_slip(token, symbol.id)) improve(s + 1, t + 1, here + word_misspelt);
        } else if (symbol.kind == Symbol::Kind::Number) {
            if (tokens_[token].number) improve(s + 1, t + 1, here + number_found);
        } else {
            for (std::size_t length = 1; length <= longest_filling && t + length <= window; ++length) {
                improve(s + 1, t + length, here + hole_filled - static_cast<int>(length - 1));
            }
        }
    }

    bool is_slip(std::size_t token, std::uint32_t word) const {
        if (terminals_[token] != grammar_.table().terminals().unknown()) return false;
        return nearest(tokens_[token].word, {grammar_.vocabulary()[word]}).has_value();
    }

    const PhraseGrammar& grammar_;
    std::span<const Token> tokens_;
    std::span<const std::uint32_t> terminals_;
    std::size_t width_ = 0;
    std::vector<int> best_;  // by symbols and tokens accounted for
};

bool has_words(const Wording& wording) {
    return std::any_of(wording.parts.begin(), wording.parts.end(),
                       [](const WordingPart& part) { return !part.is_hole; });
}

}  // namespace

std::optional<std::uint32_t> most_alike(const PhraseGrammar& grammar, std::span<const Token> tokens,
                                        std::span<const std::uint32_t> terminals, std::uint32_t start) {
    Aligner aligner(grammar, tokens, terminals);
    std::optional<std::uint32_t> best;
    int best_score = 0;
    for (std::uint32_t source = 0; source < grammar.sources().size(); ++source) {
        const PhraseSource& phrase = grammar.sources()[source];
        if (phrase.kind != PhraseSource::Kind::Template) continue;
        for (std::uint32_t i = 0; i < phrase.production_count; ++i) {
            const std::uint32_t production = phrase.first_production + i;
            if (!has_words(grammar.wording_of(production))) continue;
            const int score = aligner.score(production, start);
            // Worth naming from two fifths of what a perfect match would score.
            if (score <= best_score || 5 * score < 2 * aligner.ideal(production)) continue;
            best_score = score;
            best = source;
        }
    }
    return best;
}

}  // namespace errata::dsl
