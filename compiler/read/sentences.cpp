#include "compiler/read/sentences.h"

#include <algorithm>
#include <utility>

#include "dsl/ast/text_line.h"
#include "dsl/phrases/parse.h"

namespace errata::compiler {

namespace {

using Tokens = std::vector<dsl::Token>;

Tokens without_full_stop(Tokens tokens) {
    if (tokens.size() > 1 && tokens.back().word == ".") tokens.pop_back();
    return tokens;
}

// The words with `this` wherever the name of the card stands. In quotation marks something else bears the
// text, and "this" would be that.
std::optional<Tokens> with_this(const Tokens& tokens, const std::string& name) {
    const Tokens called = dsl::tokenise(name).tokens;
    if (called.empty()) return std::nullopt;
    Tokens result;
    bool is_named = false;
    bool is_quoted = false;
    for (std::size_t at = 0; at < tokens.size();) {
        if (tokens[at].word.front() == '"') is_quoted = !is_quoted;
        const bool is_name =
            !is_quoted && at + called.size() <= tokens.size() &&
            std::equal(called.begin(), called.end(), tokens.begin() + static_cast<std::ptrdiff_t>(at),
                       [](const dsl::Token& a, const dsl::Token& b) { return a.word == b.word; });
        if (!is_name) {
            result.push_back(tokens[at++]);
            continue;
        }
        is_named = true;
        dsl::Token self = tokens[at];
        const dsl::Token& last = tokens[at + called.size() - 1];
        self.word = "this";
        self.length = last.offset + last.length - self.offset;
        self.written = name;
        self.number = std::nullopt;
        result.push_back(std::move(self));
        at += called.size();
    }
    if (!is_named) return std::nullopt;
    return result;
}

// Where the words stand that a derivation reads.
dsl::TextRange place_in(const Tokens& tokens, const dsl::Derivation& derivation) {
    const dsl::Token& last = tokens[derivation.end - 1];
    const std::uint32_t begin = tokens[derivation.begin].offset;
    return {begin, last.offset + last.length - begin};
}

class SentenceReader {
public:
    SentenceReader(const Names& names, const Card& card, const ast::TextLine& line, dsl::KeptReadings& kept)
        : names_(names), card_(card), line_(line), kept_(kept) {}

    std::vector<Sentence> read() {
        Sentence whole = read_part(0, line_.text.size());
        if (whole.tokens.empty() || whole.readings) return {std::move(whole)};
        std::vector<Sentence> result;
        const std::vector<std::size_t> ends = ends_of_sentences();
        std::size_t begin = 0;
        while (begin < line_.text.size()) {
            std::optional<Sentence> longest = longest_from(begin, ends);
            if (!longest) break;
            begin += longest->line.text.size();
            begin = std::min(line_.text.find_first_not_of(' ', begin), line_.text.size());
            result.push_back(std::move(*longest));
        }
        if (result.empty()) return {explained(std::move(whole))};
        if (begin < line_.text.size()) result.push_back(explained(read_part(begin, line_.text.size())));
        return result;
    }

private:
    std::optional<Sentence> longest_from(std::size_t begin, const std::vector<std::size_t>& ends) {
        for (auto end = ends.rbegin(); end != ends.rend() && *end > begin; ++end) {
            if (begin == 0 && *end == line_.text.size()) continue;  // the whole was tried
            Sentence part = read_part(begin, *end);
            if (part.readings) return part;
        }
        return std::nullopt;
    }

    // Behind each full stop that blanks follow; the last is the end of the text.
    std::vector<std::size_t> ends_of_sentences() const {
        std::vector<std::size_t> result;
        for (const dsl::Token& token : dsl::tokenise(line_.text).tokens) {
            const std::size_t end = token.offset + token.length;
            if (token.word == "." && end < line_.text.size() && line_.text[end] == ' ') result.push_back(end);
        }
        result.push_back(line_.text.size());
        return result;
    }

    Sentence read_part(std::size_t begin, std::size_t end) {
        Sentence result;
        result.line = part_of_line(begin, end);
        const dsl::PhraseGrammar& grammar = names_.texts.grammar;
        const std::string& text = result.line.text;
        const dsl::TokenisedText plain = dsl::tokenise(text);
        result.tokens = without_full_stop(plain.tokens);
        if (!plain.reminders.empty() && grammar.vocabulary().find("(")) {
            const Tokens all = dsl::tokenise(text, dsl::Parentheses::ArePartOfText).tokens;
            result.has_read_parentheses = try_both(without_full_stop(all), "\n()", result);
            if (result.readings) return result;
            for (const dsl::TextRange& range : plain.reminders) {
                if (!begins_as_a_template(text.substr(range.offset, range.length))) continue;
                result.why = not_a_reminder(range, text);
                return result;
            }
        }
        if (!result.tokens.empty()) try_both(result.tokens, "", result);
        return result;
    }

    // Some phrase reads "(limit once per turn)". Then a text in parentheses that begins with "limit" is no
    // reminder.
    bool begins_as_a_template(const std::string& reminder) const {
        const std::vector<dsl::Token> tokens =
            dsl::tokenise(reminder, dsl::Parentheses::ArePartOfText).tokens;
        return tokens.size() > 1 && names_.texts.grammar.has_in_a_row(tokens[0].word, tokens[1].word);
    }

    static dsl::Explanation not_a_reminder(const dsl::TextRange& range, const std::string& text) {
        dsl::Explanation result;
        result.place = {range.offset, range.length};
        result.wording = text.substr(range.offset, range.length);
        result.message = "no phrase reads '" + result.wording + "', and phrases read what begins so";
        result.notes = {"a reminder begins with another word"};
        return result;
    }

    // To explain takes longer than to read, so that only what is told is explained.
    Sentence explained(Sentence sentence) const {
        if (sentence.readings || sentence.why || names_.texts.lacks_phrases) return sentence;
        const dsl::PhraseGrammar& grammar = names_.texts.grammar;
        const auto why = [&](const Tokens& tokens) {
            return dsl::parse(grammar, tokens, *grammar.find_category("line")).explain();
        };
        sentence.why = why(sentence.tokens);
        // With the card's own name as "this", unless that is read less far.
        if (const std::optional<Tokens> named = with_this(sentence.tokens, card_.item->name)) {
            dsl::Explanation of_this = why(*named);
            if (of_this.place.offset >= sentence.why->place.offset) sentence.why = std::move(of_this);
        }
        return sentence;
    }

    // As it stands, and with the card's own name as "this".
    bool try_both(const Tokens& tokens, const std::string& mark, Sentence& sentence) {
        if (try_tokens(tokens, mark, sentence)) return true;
        const std::optional<Tokens> named = with_this(tokens, card_.item->name);
        return named && try_tokens(*named, mark + "\n" + card_.item->name, sentence);
    }

    bool try_tokens(const Tokens& tokens, const std::string& mark, Sentence& sentence) {
        const dsl::PhraseGrammar& grammar = names_.texts.grammar;
        const std::string key = sentence.line.text + mark;
        sentence.readings = kept_.find(key);
        if (!sentence.readings) {
            const dsl::Parse parse = dsl::parse(grammar, tokens, *grammar.find_category("line"));
            if (!parse.matched()) return false;
            dsl::Readings readings = parse.readings();
            const auto kept =
                std::stable_partition(readings.derivations.begin(), readings.derivations.end(),
                                      [&](const dsl::Derivation& derivation) {
                                          return !lacking_in(derivation) && !bare_line_in(derivation);
                                      });
            if (kept == readings.derivations.begin()) {
                const dsl::Derivation& first = readings.derivations.front();
                const dsl::Derivation* const bare = bare_line_in(first);
                sentence.why = bare ? bare_line(*bare, tokens) : for_another_game(first, tokens);
                return false;
            }
            readings.derivations.erase(kept, readings.derivations.end());
            sentence.readings = &kept_.keep(key, std::move(readings));
        }
        sentence.tokens = tokens;
        sentence.why.reset();
        return true;
    }

    // The first phrase in it that this game cannot use; its derivation, or null.
    const dsl::Derivation* lacking_in(const dsl::Derivation& derivation) const {
        const bool is_phrase = derivation.kind == dsl::Derivation::Kind::Phrase;
        if (is_phrase && names_.texts.lacks.count(static_cast<std::size_t>(derivation.tag)) > 0)
            return &derivation;
        for (const dsl::HoleFill& fill : derivation.holes) {
            if (const dsl::Derivation* const found = lacking_in(fill.filler)) return found;
        }
        return nullptr;
    }

    // The first line that is nothing but an effect where that says nothing; its derivation, or null. An
    // effect alone is what is done when the card is played: "once per turn" says nothing of it, and nothing
    // else can bear it.
    const dsl::Derivation* bare_line_in(const dsl::Derivation& derivation) const {
        for (const dsl::HoleFill& fill : derivation.holes) {
            const bool is_phrase = fill.filler.kind == dsl::Derivation::Kind::Phrase;
            if (is_phrase && is_limited_or_lent(static_cast<std::size_t>(derivation.tag), fill.name) &&
                is_bare_line(fill.filler))
                return &fill.filler;
            if (const dsl::Derivation* const found = bare_line_in(fill.filler)) return found;
        }
        return nullptr;
    }

    // Does the phrase put a limit around what fills this hole, or lend it to others?
    bool is_limited_or_lent(std::size_t tag, const std::string& hole) const {
        const auto is_hole = [&](const ast::Ability& one) {
            return one.kind == ast::AbilityKind::Insert && one.name == hole;
        };
        bool found = false;
        dsl::ast::walk(*names_.texts.phrases[tag], [&](const ast::Ability& one) {
            const bool is_limited = is_hole(one) && !one.limit.uses.empty();
            const bool is_lent =
                one.kind == ast::AbilityKind::Effects && std::ranges::any_of(one.parts, is_hole);
            found = found || is_limited || is_lent;
        });
        return found;
    }

    // A line of one hole, and statements in it.
    bool is_bare_line(const dsl::Derivation& derivation) const {
        const dsl::PhraseGrammar& grammar = names_.texts.grammar;
        if (grammar.category_name(derivation.category) != "line") return false;
        const std::vector<dsl::WordingPart>& parts = grammar.wording_of(derivation.production).parts;
        return parts.size() == 1 && parts[0].is_hole &&
               names_.texts.category(*grammar.find_category(parts[0].category)).sort ==
                   ast::CategorySort::Statements;
    }

    dsl::Explanation bare_line(const dsl::Derivation& bare, const Tokens& tokens) const {
        dsl::Explanation result;
        result.place = place_in(tokens, bare);
        const ast::Item& phrase = *names_.texts.phrases[static_cast<std::size_t>(bare.tag)];
        result.wording = "'" + dsl::words(tokens, bare.begin, bare.end) + "' as an ability";
        result.message = result.wording + ": line \"" + phrase.title +
                         "\" reads an effect alone, and that is done once, when the card is played";
        result.notes = {"write a phrase for the words around it, with a hole for the effect"};
        return result;
    }

    dsl::Explanation for_another_game(const dsl::Derivation& derivation, const Tokens& tokens) const {
        const dsl::Derivation& lacking = *lacking_in(derivation);
        const auto tag = static_cast<std::size_t>(lacking.tag);
        const ast::Item& phrase = *names_.texts.phrases[tag];
        dsl::Explanation result;
        result.place = place_in(tokens, lacking);
        result.wording = phrase.name + " \"" + phrase.title + "\"";
        result.message = result.wording + " of a library reads this, but needs '" +
                         names_.texts.lacks.at(tag) + "', which nothing declares";
        result.notes = {
            "declare it, import the library with another name for it, or write a phrase of your own"};
        return result;
    }

    ast::TextLine part_of_line(std::size_t begin, std::size_t end) const {
        if (begin == 0 && end == line_.text.size()) return line_;
        ast::TextLine part = line_;
        part.text = line_.text.substr(begin, end - begin);
        part.span =
            ast::part_of(line_, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end - begin));
        part.doubled_quotes.clear();
        for (const std::uint32_t quote : line_.doubled_quotes) {
            if (quote >= begin && quote < end)
                part.doubled_quotes.push_back(quote - static_cast<std::uint32_t>(begin));
        }
        return part;
    }

    const Names& names_;
    const Card& card_;
    const ast::TextLine& line_;
    dsl::KeptReadings& kept_;
};

}  // namespace

dsl::Span place_of(const Sentence& sentence, const dsl::Derivation& derivation) {
    const dsl::TextRange place = place_in(sentence.tokens, derivation);
    return ast::part_of(sentence.line, place.offset, place.length);
}

std::vector<Sentence> sentences_of(const Names& names, const Card& card, const ast::TextLine& line,
                                   dsl::KeptReadings& kept) {
    return SentenceReader(names, card, line, kept).read();
}

}  // namespace errata::compiler
