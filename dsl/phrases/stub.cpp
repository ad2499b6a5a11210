#include "dsl/phrases/stub.h"

#include <algorithm>
#include <set>

namespace errata::dsl {
namespace {

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
                put_word(part.text, part.glued);
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
                put_word(escaped(token.word), glued);
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

    static std::string hole(const std::string& name, const std::string& category) {
        return "{" + (name == category ? name : name + ": " + category) + "}";
    }

    std::string new_hole(const std::string& category) {
        const std::string letter = category.substr(0, 1);
        std::string name = letter;
        for (int i = 2; !names_.insert(name).second; ++i) name = letter + std::to_string(i);
        return hole(name, category);
    }

    // A quote needs its backslash inside a string; brackets cannot be said in a template.
    static std::string escaped(const std::string& word) {
        if (word == "\"" || word == "\\") return "\\" + word;
        const bool is_bracket =
            word.size() == 1 && std::string_view("{}[]()|").find(word[0]) != std::string_view::npos;
        return is_bracket ? std::string() : word;
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

}  // namespace

std::string wording_of(const PhraseGrammar& grammar, std::span<const Token> tokens,
                       std::span<const std::uint32_t> terminals) {
    StubWriter writer(grammar, tokens, terminals);
    writer.write_wording();
    return writer.text();
}

std::string phrase_stub(const PhraseGrammar& grammar, std::span<const Token> tokens,
                        std::span<const std::uint32_t> terminals, const StubPlan& plan) {
    StubWriter writer(grammar, tokens, terminals);
    if (plan.production) writer.write_read_parts(grammar.wording_of(*plan.production), plan.read_parts);
    writer.write_rest(plan.from, plan.to);
    if (!writer.has_words()) return {};
    return "phrase " + grammar.category_name(plan.category) + " \"" + writer.text() + "\" = …";
}

}  // namespace errata::dsl
