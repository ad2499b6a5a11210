#include "dsl/phrases/explain.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "dsl/base/check.h"
#include "dsl/base/text.h"
#include "dsl/phrases/chart.h"

namespace errata::dsl {
namespace {

// The phrase whose wording looks most like the text from some token on: for text that goes wrong in the first
// word of a phrase, so that none is under way that could be named.
//
// Global alignment by dynamic programming (Needleman and Wunsch), words of the template against words of the
// text; a hole takes one word or a few. The weights only have to order candidates: a word found counts most,
// one found misspelt a little less, and what is missing or superfluous costs less than a word is worth.

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

// Its position in sources(); none if even the best has little in common with the text.
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

// The phrase an author would add so that a text can be read: the part of it that was understood, with its
// holes, then the rest of the sentence as it stands, numbers and known names turned into holes.
//   phrase effect "frobnicate {n: number} minions" = …

struct StubPlan {
    CategoryId category;
    std::optional<std::uint32_t> production;  // the phrase that was under way, if one was
    std::uint32_t read_parts = 0;             // how many of its parts were read
    std::uint32_t from = 0;                   // the first token they do not cover
    std::uint32_t to = 0;                     // the end of the sentence
};

bool is_spelled(char c) { return (c >= 'a' && c <= 'z') || is_digit(c); }

class StubWriter {
public:
    StubWriter(const PhraseGrammar& grammar, std::span<const Token> tokens,
               std::span<const std::uint32_t> terminals)
        : grammar_(grammar), tokens_(tokens), terminals_(terminals) {}

    void write_read_parts(const Wording& wording, std::uint32_t count) {
        for (std::uint32_t i = 0; i < count; ++i) {
            const WordingPart& part = wording.parts[i];
            if (part.is_hole) {
                names_.insert(part.text);
                put(hole(part.text, part.category), part.glued);
            } else {
                put_word(escaped(part.text), part.glued);
            }
        }
    }

    void write_rest(std::uint32_t from, std::uint32_t to) {
        for (std::uint32_t at = from; at < to;) {
            const Token& token = tokens_[at];
            const bool glued = at > 0 && tokens_[at - 1].offset + tokens_[at - 1].length == token.offset;
            const Name name = longest_name(at, to);
            if (name.length > 0) {
                put(new_hole(grammar_.category_name(name.category)), glued);
                at += name.length;
                continue;
            }
            if (token.number) {
                put(new_hole("number"), glued);
            } else {
                put_word(escaped(is_symbol(at) ? token.written : token.word), glued);
            }
            ++at;
        }
    }

    // Quotes around a name make a hole of it.
    void write_wording() {
        const auto end = static_cast<std::uint32_t>(tokens_.size());
        for (std::uint32_t at = 0; at < end;) {
            const std::uint32_t open = find_quote(at);
            const std::uint32_t close = open < end ? find_quote(open + 1) : end;
            if (close == end) return write_rest(at, end);
            write_rest(at, open);
            put(new_hole("quoted"), false);
            at = close + 1;
        }
    }

    const std::string& text() const { return text_; }
    // A row of holes alone is no phrase.
    bool has_words() const { return has_words_; }

private:
    struct Name {
        CategoryId category;
        std::uint32_t length = 0;
    };

    void put(const std::string& piece, bool glued) {
        if (!text_.empty() && !glued && !piece.empty()) text_ += ' ';
        text_ += piece;
    }

    void put_word(const std::string& word, bool glued) {
        has_words_ = has_words_ || !word.empty();
        put(word, glued);
    }

    std::uint32_t find_quote(std::uint32_t from) const {
        const auto found = std::ranges::find(tokens_.subspan(from), "\"", &Token::word);
        return static_cast<std::uint32_t>(found - tokens_.begin());
    }

    // A letter between signs, as in "{T}", which stands for something and has no place in a sentence.
    bool is_symbol(std::uint32_t at) const {
        const auto is_sign = [&](std::uint32_t token) {
            return tokens_[token].length == 1 && !is_spelled(tokens_[token].word.front());
        };
        return tokens_[at].length == 1 && at > 0 && at + 1 < tokens_.size() && is_sign(at - 1) &&
               is_sign(at + 1);
    }

    static std::string hole(const std::string& name, const std::string& category) {
        return "{" + (name == category ? name : name + ": " + category) + "}";
    }

    std::string new_hole(const std::string& category) {
        const std::string letter = category.substr(0, 1);
        std::string name = letter;
        for (int i = 2; !names_.insert(name).second; ++i) name = letter + std::to_string(i);
        return hole(name, category);
    }

    // What a string or a template takes for something else has a backslash.
    static std::string escaped(const std::string& word) {
        const bool is_special =
            word.size() == 1 && std::string_view("\"\\{}[]()|").find(word[0]) != std::string_view::npos;
        return is_special ? "\\" + word : word;
    }

    Name longest_name(std::uint32_t at, std::uint32_t to) const {
        Name best;
        for (const PhraseSource& source : grammar_.sources()) {
            if (source.kind != PhraseSource::Kind::Word) continue;
            const auto length =
                static_cast<std::uint32_t>(grammar_.wording_of(source.first_production).parts.size());
            if (length <= best.length || at + length > to) continue;
            if (is_name_at(source.first_production, length, at)) best = {source.category, length};
        }
        return best;
    }

    bool is_name_at(std::uint32_t production, std::uint32_t length, std::uint32_t at) const {
        const std::uint32_t first = grammar_.table().start_of(production);
        for (std::uint32_t i = 0; i < length; ++i) {
            if (grammar_.table().symbol(first + i).id != terminals_[at + i]) return false;
        }
        return true;
    }

    const PhraseGrammar& grammar_;
    std::span<const Token> tokens_;
    std::span<const std::uint32_t> terminals_;
    std::set<std::string> names_;
    std::string text_;
    bool has_words_ = false;
};

// A text as one phrase could read it and others like it: what stands in quotes is a hole as well.
std::string general_wording(const PhraseGrammar& grammar, std::span<const Token> tokens,
                            std::span<const std::uint32_t> terminals) {
    StubWriter writer(grammar, tokens, terminals);
    writer.write_wording();
    return writer.text();
}

// Empty if there is nothing to put into the phrase.
std::string phrase_stub(const PhraseGrammar& grammar, std::span<const Token> tokens,
                        std::span<const std::uint32_t> terminals, const StubPlan& plan) {
    StubWriter writer(grammar, tokens, terminals);
    if (plan.production) writer.write_read_parts(grammar.wording_of(*plan.production), plan.read_parts);
    writer.write_rest(plan.from, plan.to);
    if (!writer.has_words()) return {};
    return "phrase " + grammar.category_name(plan.category) + " \"" + writer.text() + "\" = …";
}

// The furthest set of a chart without lookahead is reached by exactly the tokens that begin some text, so the
// items there say precisely what could have come next. Among them, the phrase of which most was read, and of
// which most words still follow, is the one the author probably meant.

// More alternatives than this are counted, not named.
constexpr std::size_t max_listed = 6;

// Unknown words beyond these say no more: the text is in another language.
constexpr std::size_t max_unknown = 5;

// A phrase of which something was read when reading stopped.
struct UnderWay {
    std::uint32_t production;
    std::uint32_t start;
    std::uint32_t read_parts;
    Symbol wanted;
    int words_read = 0;
    int score = 0;
};

std::string quoted(const std::string& word) { return "'" + word + "'"; }

std::string with_article(const std::string& category) {
    const bool vowel = std::string_view("aeiou").find(category.front()) != std::string_view::npos;
    return (vowel ? "an " : "a ") + category;
}

bool is_spelling(const std::string& word) {
    const char c = word.front();
    return word.size() > 1 && ((c >= 'a' && c <= 'z') || static_cast<unsigned char>(c) >= 0x80);
}

template <class Value>
void add_new(std::vector<Value>& list, Value value) {
    if (std::find(list.begin(), list.end(), value) == list.end()) list.push_back(std::move(value));
}

// What is known of a text that cannot be read.
struct FailureReport {
    const PhraseGrammar& grammar;
    std::span<const Token> tokens;
    std::span<const std::uint32_t> terminals;
    CategoryId start;
    const ParseTable& table = grammar.table();
    Chart chart = build_chart(table, terminals, start, Lookahead::None);
    std::uint32_t stop = chart.furthest();  // the first token that fits nothing
    std::vector<UnderWay> under_way = {};
    Explanation result = {};
};

TextRange place_of_stop(const FailureReport& r) {
    if (r.stop < r.tokens.size()) return {r.tokens[r.stop].offset, r.tokens[r.stop].length};
    return {r.tokens.empty() ? 0 : r.tokens.back().offset + r.tokens.back().length, 0};
}

std::uint32_t production_at(const FailureReport& r, std::uint32_t dot) {
    while (r.table.symbol(dot).kind != Symbol::Kind::End) ++dot;
    return r.table.symbol(dot).id;
}

// A word read counts two, a hole or a word that is still to come anywhere in the text counts one.
void rate(const FailureReport& r, UnderWay& phrase) {
    const std::uint32_t first = r.table.start_of(phrase.production);
    const auto rest = r.terminals.subspan(r.stop);
    for (std::uint32_t dot = first; r.table.symbol(dot).kind != Symbol::Kind::End; ++dot) {
        const Symbol& symbol = r.table.symbol(dot);
        const bool is_word = symbol.kind == Symbol::Kind::Word;
        if (dot < first + phrase.read_parts) {
            phrase.words_read += is_word ? 1 : 0;
            phrase.score += is_word ? 2 : 1;
        } else if (is_word && std::find(rest.begin(), rest.end(), symbol.id) != rest.end()) {
            ++phrase.score;
        }
    }
}

void collect_under_way(FailureReport& r) {
    for (const ChartItem& item : r.chart.set(r.stop)) {
        const Symbol& wanted = r.table.symbol(item.dot);
        if (item.previous == nowhere || wanted.kind == Symbol::Kind::End) continue;
        UnderWay phrase{production_at(r, item.dot), item.start, 0, wanted, 0, 0};
        phrase.read_parts = item.dot - r.table.start_of(phrase.production);
        rate(r, phrase);
        r.under_way.push_back(phrase);
    }
    std::sort(r.under_way.begin(), r.under_way.end(), [](const UnderWay& a, const UnderWay& b) {
        return std::pair(-a.score, std::pair(a.start, a.production)) <
               std::pair(-b.score, std::pair(b.start, b.production));
    });
}

std::string name_of(const FailureReport& r, const Symbol& symbol) {
    return symbol.kind == Symbol::Kind::Word ? quoted(r.grammar.vocabulary()[symbol.id])
                                             : with_article(r.grammar.category_name(CategoryId(symbol.id)));
}

// Past categories that only wrap another one ("text" is "{a: ability}."): an author adds to what is
// inside.
CategoryId innermost(const FailureReport& r, CategoryId category) {
    for (std::uint32_t hops = 0; hops < r.table.categories(); ++hops) {
        std::optional<std::uint32_t> inner;
        for (const std::uint32_t start : r.table.all_starts(category.index)) {
            const Symbol& leading = r.table.symbol(start);
            const bool wraps = leading.kind == Symbol::Kind::Category && leading.id != category.index &&
                               inner.value_or(leading.id) == leading.id;
            if (!wraps) return category;
            inner = leading.id;
        }
        if (!inner) return category;
        category = CategoryId(*inner);
    }
    return category;
}

void collect_expected(FailureReport& r) {
    for (const UnderWay& phrase : r.under_way) {
        if (phrase.wanted.kind == Symbol::Kind::Word) {
            add_new(r.result.expected_words, r.grammar.vocabulary()[phrase.wanted.id]);
        } else {
            add_new(r.result.expected_categories,
                    r.grammar.category_name(innermost(r, CategoryId(phrase.wanted.id))));
        }
    }
    if (r.stop == 0) r.result.expected_categories.push_back(r.grammar.category_name(innermost(r, r.start)));
    r.result.may_end =
        std::any_of(r.chart.spans.begin(), r.chart.spans.end(), [&](const CompletedSpan& span) {
            return span.category == r.start.index && span.begin == 0 && span.end == r.stop;
        });
}

std::optional<std::string> spelling_near(const std::string& word,
                                         const std::vector<std::string>& candidates) {
    // Any two short words are alike.
    if (!is_spelling(word) || word.size() < 3) return std::nullopt;
    std::vector<std::string> spellings;
    std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(spellings), is_spelling);
    return nearest(word, spellings);
}

// Of a word that may stand anywhere, only a slip in a long one tells what was meant.
std::optional<std::string> long_spelling_near(const std::string& word,
                                              const std::vector<std::string>& candidates) {
    constexpr std::size_t shortest = 5;
    if (word.size() < shortest) return std::nullopt;
    const std::optional<std::string> found = spelling_near(word, candidates);
    return found && found->size() >= shortest ? found : std::nullopt;
}

void collect_unknown(FailureReport& r) {
    std::vector<std::string> possible_here;
    for (const ChartItem& item : r.chart.set(r.stop)) {
        const Symbol& wanted = r.table.symbol(item.dot);
        if (wanted.kind == Symbol::Kind::Word) possible_here.push_back(r.grammar.vocabulary()[wanted.id]);
    }
    std::vector<std::string> seen;
    for (std::uint32_t i = 0; i < r.tokens.size() && seen.size() < max_unknown; ++i) {
        const Token& token = r.tokens[i];
        if (r.terminals[i] != r.table.terminals().unknown() ||
            std::find(seen.begin(), seen.end(), token.word) != seen.end()) {
            continue;
        }
        seen.push_back(token.word);
        std::optional<std::string> meant;
        if (i == r.stop) meant = spelling_near(token.word, possible_here);
        if (!meant) meant = long_spelling_near(token.word, r.grammar.vocabulary().words());
        r.result.unknown.push_back({token.written, std::move(meant)});
    }
}

std::uint32_t source_position(const FailureReport& r, std::uint32_t production) {
    return static_cast<std::uint32_t>(&r.grammar.source_of(production) - r.grammar.sources().data());
}

void find_nearest(FailureReport& r) {
    for (const UnderWay& phrase : r.under_way) {
        if (phrase.words_read == 0) continue;
        r.result.nearest = NearestPhrase{source_position(r, phrase.production), name_of(r, phrase.wanted)};
        return;
    }
    if (r.stop == r.tokens.size()) return;
    if (const auto source = most_alike(r.grammar, r.tokens, r.terminals, r.stop)) {
        r.result.nearest = NearestPhrase{*source, {}};
    }
}

bool is_of_names(const FailureReport& r, std::uint32_t category) {
    const auto starts = r.table.all_starts(category);
    return !starts.empty() && std::all_of(starts.begin(), starts.end(), [&](std::uint32_t start) {
        return r.grammar.source_of(production_at(r, start)).kind == PhraseSource::Kind::Word;
    });
}

bool wants_name(const FailureReport& r, const UnderWay& phrase) {
    return phrase.wanted.kind == Symbol::Kind::Category && is_of_names(r, phrase.wanted.id);
}

// The best rated phrase that is not a name and does not want one: an unknown name is no missing phrase.
const UnderWay* most_telling(const FailureReport& r) {
    const auto found = std::find_if(r.under_way.begin(), r.under_way.end(), [&](const UnderWay& phrase) {
        return r.grammar.source_of(phrase.production).kind == PhraseSource::Kind::Template &&
               !wants_name(r, phrase);
    });
    return found == r.under_way.end() ? nullptr : &*found;
}

// Where one more phrase would help: some tokens, from before the stop to behind it, taken as read as some
// category, and how far the text can be read then.
struct Gap {
    SupposedSpan span{};
    std::uint32_t furthest = 0;
    bool is_whole = false;  // nothing is left unread then
};

Gap read_with(const FailureReport& r, std::span<const SupposedSpan> supposed) {
    const Chart chart = build_chart(r.table, r.terminals, r.start, Lookahead::None, supposed);
    return {supposed.front(), chart.furthest(), chart.root != nowhere};
}

std::uint32_t end_of_sentence(const FailureReport& r, std::uint32_t at) {
    while (at < r.tokens.size() && r.tokens[at].word != ".") ++at;
    return at;
}

// Categories that the text could have gone on with in the sentence that was not read, up to the stop.
std::vector<SupposedSpan> wanted_before_stop(const FailureReport& r) {
    std::uint32_t first = r.stop;
    while (first > 0 && r.tokens[first - 1].word != ".") --first;
    std::vector<SupposedSpan> result;
    for (std::uint32_t at = first; at <= r.stop; ++at) {
        std::set<std::uint32_t> seen;
        for (const ChartItem& item : r.chart.set(at)) {
            const Symbol& wanted = r.table.symbol(item.dot);
            if (wanted.kind != Symbol::Kind::Category || !seen.insert(wanted.id).second) continue;
            result.push_back({wanted.id, at, 0});
        }
    }
    return result;
}

bool is_sign(const Token& token) { return !is_spelled(token.word.front()); }

// To read a whole sentence by one phrase more is always possible, and helps with no other text. At the
// beginning of one a part ends before a comma or the like. Elsewhere it has no sign in it but at the end of
// the sentence, where it may be a list.
bool is_a_part(const FailureReport& r, std::uint32_t begin, std::uint32_t end) {
    const bool is_first = begin == 0 || r.tokens[begin - 1].word == ".";
    const bool is_last = end == r.tokens.size() || r.tokens[end].word == ".";
    if (is_first) return !is_last && is_sign(r.tokens[end]);
    const auto part = r.tokens.subspan(begin, end - begin);
    if (is_sign(part.front()) || is_sign(part.back())) return false;
    const auto separates = [&](const Token& token) {
        return token.word == ":" || token.word == ";" || token.word == "-" || (token.word == "," && !is_last);
    };
    return std::ranges::none_of(part, separates);
}

// How many tokens other phrases read with its help. One behind which reading does not go on is of no help.
std::int64_t worth(const Gap& gap) {
    if (gap.furthest <= gap.span.end && !gap.is_whole) return 0;
    return std::int64_t{gap.furthest} + gap.span.begin - gap.span.end;
}

// A card has some dozens of words. For a longer text nothing is tried, and of others so many charts are made.
constexpr std::size_t longest_tried = 150;
constexpr std::size_t most_charts = 600;

// "Dying gasp: draw a card." Words that no phrase has, in front of a sign, are a label: something of a
// category that stands in front of signs and nowhere else.
bool is_label(const FailureReport& r, const Gap& gap) {
    const std::uint32_t end = gap.span.end;
    const auto words = r.terminals.subspan(gap.span.begin, end - gap.span.begin);
    const auto is_unknown = [&](std::uint32_t word) { return word == r.table.terminals().unknown(); };
    if (end == r.tokens.size() || !is_sign(r.tokens[end]) || !std::ranges::all_of(words, is_unknown))
        return false;
    for (std::uint32_t other = 0; other < r.table.terminals().end_of_text(); ++other) {
        const bool is_a_word =
            other >= r.table.terminals().any_number() || is_spelled(r.grammar.vocabulary()[other].front());
        if (is_a_word && r.table.may_follow(gap.span.category, other)) return false;
    }
    return true;
}

// The one that is worth most, and of such the shortest. Of categories for the same tokens a label, the one
// that was declared first, or else the one with most phrases: a new one is at home there.
std::optional<Gap> best_gap(const FailureReport& r) {
    const auto fits = [&](const Gap& gap) {
        const std::size_t phrases = r.table.all_starts(gap.span.category).size();
        const bool is_one = is_label(r, gap);
        return std::pair(is_one, is_one ? r.table.categories() - gap.span.category : phrases);
    };
    const auto rank = [&](const Gap& gap) {
        return std::tuple(worth(gap), gap.span.begin, -std::int64_t{gap.span.end}, fits(gap));
    };
    if (r.tokens.size() > longest_tried) return std::nullopt;
    const std::vector<SupposedSpan> candidates = wanted_before_stop(r);
    std::size_t charts = 0;
    std::optional<Gap> best;
    for (std::uint32_t end = r.stop + 1; end <= end_of_sentence(r, r.stop) && !candidates.empty(); ++end) {
        std::vector<SupposedSpan> here = candidates;
        std::erase_if(here, [&](const SupposedSpan& span) { return !is_a_part(r, span.begin, end); });
        for (SupposedSpan& span : here) span.end = end;
        // What all of them can do together, none does better.
        if (here.empty() || ++charts > most_charts) continue;
        if (read_with(r, here).furthest <= (best ? best->furthest : 0)) continue;
        charts += here.size();
        for (const SupposedSpan& span : here) {
            const Gap gap = read_with(r, std::span(&span, 1));
            if (worth(gap) > 0 && (!best || rank(gap) > rank(*best))) best = gap;
        }
    }
    return best;
}

// The best rated phrase that is under way goes on with the rest of the sentence.
StubPlan plan_of_sentence(const FailureReport& r, const UnderWay* phrase) {
    StubPlan plan;
    plan.from = r.stop;
    plan.to = r.stop;
    while (plan.to < r.tokens.size() && r.tokens[plan.to].word != "." && r.tokens[plan.to].word != ":")
        ++plan.to;
    if (phrase == nullptr) {
        plan.category = innermost(r, r.start);
        plan.from = 0;
    } else if (phrase->wanted.kind == Symbol::Kind::Category && plan.from < plan.to) {
        plan.category = innermost(r, CategoryId(phrase->wanted.id));
    } else {
        plan.category = CategoryId(r.table.category_of(phrase->production));
        plan.production = phrase->production;
        plan.read_parts = phrase->read_parts;
    }
    return plan;
}

void find_stub(FailureReport& r) {
    const UnderWay* phrase = most_telling(r);
    if (phrase == nullptr && !r.under_way.empty()) return;
    // Where the text could have ended, its last phrase goes on with words that nobody reads.
    if (const std::optional<Gap> gap = r.result.may_end ? std::nullopt : best_gap(r)) {
        if (is_of_names(r, gap->span.category)) return;  // an unknown name is no missing phrase
        StubPlan plan;
        plan.category = CategoryId(gap->span.category);
        plan.from = gap->span.begin;
        plan.to = gap->span.end;
        r.result.stub = phrase_stub(r.grammar, r.tokens, r.terminals, plan);
        r.result.stub_ends_it = gap->is_whole;
        if (!r.result.stub.empty()) return;
    }
    const StubPlan plan = plan_of_sentence(r, phrase);
    const SupposedSpan span{plan.category.index, plan.production ? phrase->start : plan.from, plan.to};
    r.result.stub = phrase_stub(r.grammar, r.tokens, r.terminals, plan);
    r.result.stub_ends_it = read_with(r, std::span(&span, 1)).is_whole;
}

std::string expected(const FailureReport& r) {
    std::vector<std::string> names;
    for (const std::string& word : r.result.expected_words) names.push_back(quoted(word));
    for (const std::string& category : r.result.expected_categories) {
        names.push_back(with_article(category));
    }
    if (r.result.may_end) names.emplace_back("the end of the text");
    ERRATA_CHECK(!names.empty());
    if (names.size() == 1) return names.front();
    const std::size_t listed = std::min(names.size() - 1, max_listed);
    const std::string last =
        listed + 1 == names.size() ? names.back() : count_of(names.size() - listed, "other");
    names.resize(listed);
    return join(names, ", ") + " or " + last;
}

void write_message(FailureReport& r) {
    if (r.tokens.empty()) {
        r.result.message = "the text is empty: expected ";
    } else if (r.stop == r.tokens.size()) {
        r.result.message = "the text ends too early: expected ";
    } else {
        r.result.message = "cannot read " + quoted(r.tokens[r.stop].written) + " here: expected ";
    }
    r.result.message += expected(r);
}

void write_notes(FailureReport& r) {
    for (const UnknownWord& word : r.result.unknown) {
        r.result.notes.push_back(
            quoted(word.written) +
            (is_spelling(lower(word.written)) ? " is not a word of these rules" : " occurs in no phrase") +
            (word.meant ? "; did you mean " + quoted(*word.meant) + "?" : std::string()));
    }
    if (r.result.nearest) {
        const PhraseSource& source = r.grammar.sources()[r.result.nearest->source];
        const std::string wants = r.result.nearest->wants;
        r.result.notes.push_back("the nearest phrase is " + r.grammar.category_name(source.category) + " \"" +
                                 source.text + "\"" + (wants.empty() ? "" : ", which goes on with " + wants));
    }
    if (!r.result.stub.empty()) r.result.notes.push_back("to read it as it stands, add: " + r.result.stub);
}

}  // namespace

Explanation explain_failure(const PhraseGrammar& grammar, std::span<const Token> tokens,
                            std::span<const std::uint32_t> terminals, CategoryId start) {
    FailureReport r{grammar, tokens, terminals, start};
    r.result.wording = general_wording(grammar, tokens, terminals);
    if (r.chart.gave_up) {
        r.result.message =
            r.tokens.size() > max_tokens
                ? "this text is too long: at most " + std::to_string(max_tokens) + " words are read"
                : "this text can be read in too many ways; break it into shorter lines";
        if (!r.tokens.empty()) r.result.place = {r.tokens[0].offset, r.tokens[0].length};
        return std::move(r.result);
    }
    r.result.place = place_of_stop(r);
    collect_under_way(r);
    collect_expected(r);
    collect_unknown(r);
    find_nearest(r);
    find_stub(r);
    write_message(r);
    write_notes(r);
    return std::move(r.result);
}

}  // namespace errata::dsl
