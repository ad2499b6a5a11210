#include "compiler/read/lines.h"

#include <algorithm>

#include "compiler/read/instances.h"
#include "compiler/read/meaning.h"
#include "compiler/read/pronouns.h"
#include "dsl/base/text.h"
#include "dsl/phrases/parse.h"
#include "dsl/phrases/print.h"
#include "dsl/phrases/token.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// Of one line, and of all lines together: every reading multiplies the plays to look at.
constexpr std::size_t most_meanings = 16;
constexpr std::size_t most_combinations = 256;

// One way to read a line.
struct Reading {
    std::shared_ptr<const dsl::Derivation> derivation;
    ReferringText referring;
    std::string meaning;
};

// What reading one line after the other has at hand, and what it adds to.
struct Reader {
    const Names& names;
    typed::Phrases& phrases;
    dsl::KeptReadings& kept;
    const Reporter& reporter;
    Meanings& meanings;
    ReadTexts& texts;
    std::size_t combinations = 1;  // of the readings of all ambiguous lines
};

void report_unread(const Reporter& reporter, const Card& card, const ast::TextLine& line,
                   const dsl::Parse& parse) {
    const dsl::Explanation why = parse.explain();
    dsl::Diagnostic diagnostic;
    diagnostic.kind = DiagnosticKind::unread_text;
    diagnostic.span = line.span;
    diagnostic.span.begin = std::min(line.span.end, line.span.begin + why.place.offset);
    diagnostic.span.end = std::min(line.span.end, diagnostic.span.begin + std::max(1U, why.place.length));
    diagnostic.message = card.item->name + ": " + why.message;
    for (const std::string& note : why.notes) {
        // The phrase to add is the hint.
        const bool is_stub = !why.stub.empty() && note.find(why.stub) != std::string::npos;
        if (!is_stub) diagnostic.notes.emplace_back(dsl::Span{}, note);
    }
    if (!why.stub.empty()) diagnostic.hint = "declare how to read it: " + why.stub;
    for (const dsl::UnknownWord& word : why.unknown) {
        // A slip of the pen is likelier than a new wording.
        if (word.meant)
            diagnostic.hint = "write '" + *word.meant + "'" +
                              (why.stub.empty() ? "" : ", or declare how to read it: " + why.stub);
    }
    reporter.report(std::move(diagnostic));
}

void report_unresolved(const Reporter& reporter, const Card& card, const ast::TextLine& line,
                       const std::vector<dsl::Token>& tokens, const dsl::Derivation& words) {
    dsl::Span span = line.span;
    span.begin = line.span.begin + tokens[words.begin].offset;
    span.end = line.span.begin + tokens[words.end - 1].offset + tokens[words.end - 1].length;
    reporter.error(DiagnosticKind::unresolved_pronoun, span,
                   card.item->name + ": '" + dsl::words(tokens, words.begin, words.end) +
                       "' refers to nothing before it",
                   "name the thing, or let the phrase that speaks of it say what it introduces");
}

class Line {
public:
    Line(Reader& reader, const Card& card, const ast::TextLine& line)
        : reader_(reader), card_(card), line_(line), bearer_(bearer_of(reader.names, card)) {
        result_.card = &card;
        result_.line = &line;
    }

    ReadLine read() {
        tokens_ = dsl::tokenise(line_.text).tokens;
        if (tokens_.size() > 1 && tokens_.back().word == ".") tokens_.pop_back();
        if (tokens_.empty()) return std::move(result_);  // reminder text alone
        if (const dsl::Readings* const readings = parsed()) {
            collect(*readings);
            decide(readings->capped);
        }
        return std::move(result_);
    }

private:
    // Null: nothing reads it.
    const dsl::Readings* parsed() {
        if (const dsl::Readings* const known = reader_.kept.find(line_.text)) return known;
        const dsl::PhraseGrammar& grammar = reader_.names.texts.grammar;
        const dsl::Parse parse = dsl::parse(grammar, tokens_, *grammar.find_category("line"));
        if (parse.matched()) return &reader_.kept.keep(line_.text, parse.readings());
        if (!reader_.names.texts.lacks_phrases) report_unread(reader_.reporter, card_, line_, parse);
        return nullptr;
    }

    void decide(bool more) {
        if (readings_.empty()) return;
        const bool too_many = more || readings_.size() > most_meanings ||
                              reader_.combinations * readings_.size() > most_combinations;
        if (readings_.size() == 1) {
            result_.ways.push_back(understood(readings_.front()));
            // What is left to the players says nothing here that could be compared.
            if (!result_.ways.front().abilities.empty()) result_.meaning = readings_.front().meaning;
            result_.structure = dsl::structure(*readings_.front().derivation);
        } else if (too_many) {
            report_undecided(more);
            result_.ways.push_back(understood(readings_.front()));
        } else {
            reader_.combinations *= readings_.size();
            const std::vector<std::string> names = labels();
            for (std::size_t i = 0; i < readings_.size(); ++i) {
                result_.ways.push_back(understood(readings_[i]));
                result_.ways.back().label = names[i];
            }
        }
    }

    // The readings that mean something, one for each meaning.
    void collect(const dsl::Readings& readings) {
        Antecedents antecedents(reader_.names, reader_.phrases, reader_.texts.antecedents);
        std::vector<Reading> all;
        const dsl::Derivation* words = nullptr;
        for (const dsl::Derivation& derivation : readings.derivations) {
            note_phrases(derivation);
            const auto kept = std::make_shared<const dsl::Derivation>(derivation);
            reader_.texts.derivations.push_back(kept);
            const ReferringTexts resolved = antecedents.resolve(*kept, tokens_);
            if (!words) words = resolved.unresolved;
            for (const ReferringText& referring : resolved.readings) all.push_back({kept, referring, ""});
        }
        if (all.empty() && words) report_unresolved(reader_.reporter, card_, line_, tokens_, *words);
        for (Reading& reading : all) {
            std::vector<dsl::Diagnostic> problems;
            type_bodies(reader_.phrases, *reading.derivation, bearer_.printed, {}, problems);
            for (dsl::Diagnostic& problem : problems) reader_.reporter.report(std::move(problem));
            reading.meaning =
                reader_.meanings.of(bearer_, {reading.derivation.get(), reading.referring.holes});
            result_.readings.push_back(dsl::outline(reader_.names.texts.grammar, *reading.derivation) +
                                       dsl::join(reading.referring.notes, "\n"));
            const bool is_known = std::any_of(readings_.begin(), readings_.end(), [&](const Reading& known) {
                return known.meaning == reading.meaning;
            });
            if (!is_known) readings_.push_back(std::move(reading));
        }
    }

    void note_phrases(const dsl::Derivation& derivation) {
        if (derivation.kind == dsl::Derivation::Kind::Phrase)
            reader_.texts.used_phrases.insert(static_cast<std::size_t>(derivation.tag));
        for (const dsl::HoleFill& fill : derivation.holes) note_phrases(fill.filler);
    }

    Understanding understood(const Reading& reading) {
        Understanding result;
        result.antecedents = reading.referring.antecedents;
        expand({reading.derivation.get(), reading.referring.holes}, result.abilities);
        return result;
    }

    // The abilities that a phrase stands for, those in its holes included.
    void expand(const Hole& hole, std::vector<TextAbility>& abilities) {
        const typed::PhraseBody& body =
            reader_.phrases.known(static_cast<std::size_t>(hole.filler->tag), bearer_.printed, {});
        for (const typed::Ability& ability : body.abilities) {
            if (ability.kind == typed::AbilityKind::Insert) {
                const auto filled = hole.holes->by_name.find(ability.name);
                if (filled != hole.holes->by_name.end()) expand(filled->second, abilities);
            } else {
                abilities.push_back({&ability, hole.holes});
            }
        }
    }

    // Each reading with the words that set it apart.
    std::vector<std::string> labels() const {
        std::vector<dsl::Derivation> all;
        for (const Reading& reading : readings_) all.push_back(*reading.derivation);
        std::vector<std::string> result;
        for (const Reading& reading : readings_) {
            std::string label = dsl::bracketed(tokens_, *reading.derivation, all);
            if (!reading.referring.notes.empty())
                label += " (" + dsl::join(reading.referring.notes, ", ") + ")";
            result.push_back(std::move(label));
        }
        // The same words in the same groups: the phrases differ.
        for (std::size_t i = 0; i < result.size(); ++i) {
            if (std::count(result.begin(), result.end(), result[i]) < 2) continue;
            const std::string same = result[i];
            std::size_t number = 0;
            for (std::string& label : result) {
                if (label == same) label += " (reading " + std::to_string(++number) + ")";
            }
        }
        return result;
    }

    void report_undecided(bool more) {
        dsl::Diagnostic diagnostic;
        diagnostic.kind = DiagnosticKind::ambiguous_text;
        diagnostic.span = line_.span;
        diagnostic.message = card_.item->name + ": this text can mean " + std::to_string(readings_.size()) +
                             (more ? " or more" : "") + " things, too many to look at all of them";
        for (const std::string& label : labels()) {
            diagnostic.notes.emplace_back(dsl::Span{}, "as " + label);
            if (diagnostic.notes.size() == 3) break;
        }
        diagnostic.hint = "the first is analysed; make a template more specific so that one remains";
        reader_.reporter.report(std::move(diagnostic));
    }

    Reader& reader_;
    const Card& card_;
    const ast::TextLine& line_;
    const Bearer bearer_;
    ReadLine result_;
    std::vector<dsl::Token> tokens_;
    std::vector<Reading> readings_;
};

}  // namespace

Bearer bearer_of(const Names& names, const Card& card) {
    const Printed& printed = names.texts.printed[card.printed.index];
    return {card.printed, printed.on, printed.type, card.identity};
}

ReadTexts read_texts(const typed::Program& program, typed::Phrases& phrases, dsl::KeptReadings& kept,
                     const Reporter& reporter) {
    const Names& names = *program.names;
    ReadTexts texts;
    Meanings meanings(program, phrases, reporter, texts.antecedents);
    kept.begin(names.texts.grammar);
    Reader reader{names, phrases, kept, reporter, meanings, texts};
    for (const Card& card : names.texts.cards) {
        if (!names.texts.printed[card.printed.index].on.is_valid()) continue;
        for (const ast::TextLine& line : card.item->lines)
            texts.lines.push_back(Line(reader, card, line).read());
    }
    return texts;
}

}  // namespace errata::compiler
