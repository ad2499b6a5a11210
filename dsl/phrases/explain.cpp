// The furthest set of a chart without lookahead is reached by exactly the tokens that begin some text, so the
// items there say precisely what could have come next. Among them, the phrase of which most was read, and of
// which most words still follow, is the one the author probably meant.

#include "dsl/phrases/explain.h"

#include <algorithm>
#include <utility>

#include "dsl/base/check.h"
#include "dsl/base/text.h"
#include "dsl/phrases/alignment.h"
#include "dsl/phrases/chart.h"
#include "dsl/phrases/stub.h"

namespace errata::dsl {
namespace {

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

class FailureReport {
public:
    FailureReport(const PhraseGrammar& grammar, std::span<const Token> tokens,
                  std::span<const std::uint32_t> terminals, CategoryId start)
        : grammar_(grammar),
          table_(grammar.table()),
          tokens_(tokens),
          terminals_(terminals),
          start_(start),
          chart_(build_chart(table_, terminals, start, Lookahead::None)),
          stop_(chart_.furthest()) {}

    Explanation explain() {
        if (chart_.gave_up) {
            result_.message =
                tokens_.size() > max_tokens
                    ? "this text is too long: at most " + std::to_string(max_tokens) + " words are read"
                    : "this text can be read in too many ways; break it into shorter lines";
            if (!tokens_.empty()) result_.place = {tokens_[0].offset, tokens_[0].length};
            return std::move(result_);
        }
        result_.place = place_of_stop();
        collect_under_way();
        collect_expected();
        collect_unknown();
        find_nearest();
        result_.stub = stub();
        write_message();
        write_notes();
        return std::move(result_);
    }

private:
    TextRange place_of_stop() const {
        if (stop_ < tokens_.size()) return {tokens_[stop_].offset, tokens_[stop_].length};
        return {tokens_.empty() ? 0 : tokens_.back().offset + tokens_.back().length, 0};
    }

    std::uint32_t production_at(std::uint32_t dot) const {
        while (table_.symbol(dot).kind != Symbol::Kind::End) ++dot;
        return table_.symbol(dot).id;
    }

    void collect_under_way() {
        for (const ChartItem& item : chart_.set(stop_)) {
            const Symbol& wanted = table_.symbol(item.dot);
            if (item.previous == nowhere || wanted.kind == Symbol::Kind::End) continue;
            UnderWay phrase{production_at(item.dot), item.start, 0, wanted, 0, 0};
            phrase.read_parts = item.dot - table_.start_of(phrase.production);
            rate(phrase);
            under_way_.push_back(phrase);
        }
        std::sort(under_way_.begin(), under_way_.end(), [](const UnderWay& a, const UnderWay& b) {
            return std::pair(-a.score, std::pair(a.start, a.production)) <
                   std::pair(-b.score, std::pair(b.start, b.production));
        });
    }

    // A word read counts two, a hole or a word that is still to come anywhere in the text counts one.
    void rate(UnderWay& phrase) const {
        const std::uint32_t first = table_.start_of(phrase.production);
        const auto rest = terminals_.subspan(stop_);
        for (std::uint32_t dot = first; table_.symbol(dot).kind != Symbol::Kind::End; ++dot) {
            const Symbol& symbol = table_.symbol(dot);
            const bool is_word = symbol.kind == Symbol::Kind::Word;
            if (dot < first + phrase.read_parts) {
                phrase.words_read += is_word ? 1 : 0;
                phrase.score += is_word ? 2 : 1;
            } else if (is_word && std::find(rest.begin(), rest.end(), symbol.id) != rest.end()) {
                ++phrase.score;
            }
        }
    }

    std::string name_of(const Symbol& symbol) const {
        return symbol.kind == Symbol::Kind::Word
                   ? quoted(grammar_.vocabulary()[symbol.id])
                   : with_article(grammar_.category_name(CategoryId(symbol.id)));
    }

    void collect_expected() {
        for (const UnderWay& phrase : under_way_) {
            if (phrase.wanted.kind == Symbol::Kind::Word) {
                add_new(result_.expected_words, grammar_.vocabulary()[phrase.wanted.id]);
            } else {
                add_new(result_.expected_categories,
                        grammar_.category_name(innermost(CategoryId(phrase.wanted.id))));
            }
        }
        if (stop_ == 0) result_.expected_categories.push_back(grammar_.category_name(innermost(start_)));
        result_.may_end =
            std::any_of(chart_.spans.begin(), chart_.spans.end(), [&](const CompletedSpan& span) {
                return span.category == start_.index && span.begin == 0 && span.end == stop_;
            });
    }

    void collect_unknown() {
        std::vector<std::string> possible_here;
        for (const ChartItem& item : chart_.set(stop_)) {
            const Symbol& wanted = table_.symbol(item.dot);
            if (wanted.kind == Symbol::Kind::Word) possible_here.push_back(grammar_.vocabulary()[wanted.id]);
        }
        std::vector<std::string> seen;
        for (std::uint32_t i = 0; i < tokens_.size() && seen.size() < max_unknown; ++i) {
            const Token& token = tokens_[i];
            if (terminals_[i] != table_.unknown() ||
                std::find(seen.begin(), seen.end(), token.word) != seen.end()) {
                continue;
            }
            seen.push_back(token.word);
            std::optional<std::string> meant;
            if (i == stop_) meant = spelling_near(token.word, possible_here);
            if (!meant) meant = spelling_near(token.word, grammar_.vocabulary());
            result_.unknown.push_back({token.written, {token.offset, token.length}, std::move(meant)});
        }
    }

    static std::optional<std::string> spelling_near(const std::string& word,
                                                    const std::vector<std::string>& candidates) {
        // Any two short words are alike.
        if (!is_spelling(word) || word.size() < 3) return std::nullopt;
        std::vector<std::string> spellings;
        std::copy_if(candidates.begin(), candidates.end(), std::back_inserter(spellings), is_spelling);
        return nearest(word, spellings);
    }

    void find_nearest() {
        for (const UnderWay& phrase : under_way_) {
            if (phrase.words_read == 0) continue;
            result_.nearest = NearestPhrase{source_position(phrase.production), name_of(phrase.wanted)};
            return;
        }
        if (stop_ == tokens_.size()) return;
        if (const auto source = most_alike(grammar_, tokens_, terminals_, stop_)) {
            result_.nearest = NearestPhrase{*source, {}};
        }
    }

    std::uint32_t source_position(std::uint32_t production) const {
        return static_cast<std::uint32_t>(&grammar_.source_of(production) - grammar_.sources().data());
    }

    // Past categories that only wrap another one ("text" is "{a: ability}."): an author adds to what is
    // inside.
    CategoryId innermost(CategoryId category) const {
        for (std::uint32_t hops = 0; hops < table_.categories(); ++hops) {
            std::optional<std::uint32_t> inner;
            for (const std::uint32_t start : table_.all_starts(category.index)) {
                const Symbol& leading = table_.symbol(start);
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

    // The best rated phrase that is not a name and does not want one: an unknown name is no missing phrase.
    const UnderWay* most_telling() const {
        const auto found = std::find_if(under_way_.begin(), under_way_.end(), [&](const UnderWay& phrase) {
            return grammar_.source_of(phrase.production).kind == PhraseSource::Kind::Template &&
                   !wants_name(phrase);
        });
        return found == under_way_.end() ? nullptr : &*found;
    }

    bool wants_name(const UnderWay& phrase) const {
        if (phrase.wanted.kind != Symbol::Kind::Category) return false;
        const auto starts = table_.all_starts(phrase.wanted.id);
        return std::all_of(starts.begin(), starts.end(), [&](std::uint32_t start) {
            return grammar_.source_of(production_at(start)).kind == PhraseSource::Kind::Word;
        });
    }

    std::string stub() const {
        StubPlan plan;
        plan.from = stop_;
        plan.to = stop_;
        while (plan.to < tokens_.size() && tokens_[plan.to].word != ".") ++plan.to;
        const UnderWay* phrase = most_telling();
        if (phrase == nullptr) {
            if (!under_way_.empty()) return {};
            plan.category = innermost(start_);
            plan.from = 0;
        } else if (phrase->wanted.kind == Symbol::Kind::Category && plan.from < plan.to) {
            plan.category = innermost(CategoryId(phrase->wanted.id));
        } else {
            plan.category = CategoryId(table_.category_of(phrase->production));
            plan.production = phrase->production;
            plan.read_parts = phrase->read_parts;
        }
        return phrase_stub(grammar_, tokens_, terminals_, plan);
    }

    std::string expected() const {
        std::vector<std::string> names;
        for (const std::string& word : result_.expected_words) names.push_back(quoted(word));
        for (const std::string& category : result_.expected_categories) {
            names.push_back(with_article(category));
        }
        if (result_.may_end) names.emplace_back("the end of the text");
        ERRATA_CHECK(!names.empty());
        if (names.size() == 1) return names.front();
        const std::size_t listed = std::min(names.size() - 1, max_listed);
        const std::string last =
            listed + 1 == names.size() ? names.back() : count_of(names.size() - listed, "other");
        names.resize(listed);
        return join(names, ", ") + " or " + last;
    }

    void write_message() {
        if (tokens_.empty()) {
            result_.message = "the text is empty: expected ";
        } else if (stop_ == tokens_.size()) {
            result_.message = "the text ends too early: expected ";
        } else {
            result_.message = "cannot read " + quoted(tokens_[stop_].written) + " here: expected ";
        }
        result_.message += expected();
    }

    void write_notes() {
        for (const UnknownWord& word : result_.unknown) {
            result_.notes.push_back(
                quoted(word.written) +
                (is_spelling(lower(word.written)) ? " is not a word of these rules"
                                                  : " occurs in no phrase") +
                (word.meant ? "; did you mean " + quoted(*word.meant) + "?" : std::string()));
        }
        if (result_.nearest) {
            const PhraseSource& source = grammar_.sources()[result_.nearest->source];
            const std::string wants = result_.nearest->wants;
            result_.notes.push_back("the nearest phrase is " + grammar_.category_name(source.category) +
                                    " \"" + source.text + "\"" +
                                    (wants.empty() ? "" : ", which goes on with " + wants));
        }
        if (!result_.stub.empty()) result_.notes.push_back("to read it as it stands, add: " + result_.stub);
    }

    const PhraseGrammar& grammar_;
    const ParseTable& table_;
    std::span<const Token> tokens_;
    std::span<const std::uint32_t> terminals_;
    CategoryId start_;
    Chart chart_;
    std::uint32_t stop_;  // the first token that fits nothing
    std::vector<UnderWay> under_way_;
    Explanation result_;
};

}  // namespace

Explanation explain_failure(const PhraseGrammar& grammar, std::span<const Token> tokens,
                            std::span<const std::uint32_t> terminals, CategoryId start) {
    return FailureReport(grammar, tokens, terminals, start).explain();
}

}  // namespace errata::dsl
