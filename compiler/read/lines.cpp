#include "compiler/read/lines.h"

#include <algorithm>

#include "compiler/read/meaning.h"
#include "compiler/read/pronouns.h"
#include "compiler/typed/walk.h"
#include "dsl/ast/text_line.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/phrases/print.h"
#include "dsl/phrases/token.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// The holes that a body uses, with what it gives to each.
struct Uses {
    struct Use {
        std::string hole;
        std::vector<TypeId> given;
        bool is_needed = true;
    };
    std::vector<Use> all;

    void operator()(const typed::Expr& expr) {
        if (expr.kind == typed::ExprKind::Hole) all.push_back({expr.name, types_of(expr.args)});
    }
    void operator()(const typed::Stmt& stmt) {
        if (stmt.kind == typed::StmtKind::Insert) all.push_back({stmt.name, types_of(stmt.exprs)});
    }
    // Abilities that the text leaves out are none.
    void operator()(const typed::Ability& ability) {
        if (ability.kind == typed::AbilityKind::Insert) all.push_back({ability.name, {}, false});
    }

private:
    static std::vector<TypeId> types_of(const std::vector<typed::Expr>& given) {
        return dsl::mapped(given, &typed::Expr::type);
    }
};

Uses uses_of(const typed::PhraseBody& body) {
    Uses uses;
    const auto visit = [&](const auto& node) { uses(node); };
    typed::walk(body.value, visit);
    typed::walk(body.block, visit);
    for (const typed::Ability& ability : body.abilities) typed::walk(ability, visit);
    return uses;
}

// Some wording of the phrase does without a hole that its body uses, and a text says it so.
dsl::Diagnostic without_hole(const ast::Item& phrase, const std::string& hole) {
    dsl::Diagnostic result;
    result.kind = DiagnosticKind::phrase_template;
    result.span = phrase.span;
    result.message = "a text leaves out {" + hole + "} of \"" + phrase.title + "\", and the body uses it";
    result.hint = "write a phrase of its own for the wording without {" + hole + "}";
    return result;
}

}  // namespace

void type_bodies(typed::Phrases& phrases, const dsl::Derivation& derivation, PrintedId bearer,
                 const std::vector<TypeId>& given, std::vector<dsl::Diagnostic>& problems) {
    if (derivation.kind != dsl::Derivation::Kind::Phrase) return;
    const typed::PhraseBody& body = phrases.body(static_cast<std::size_t>(derivation.tag), bearer, given);
    problems.insert(problems.end(), body.problems.begin(), body.problems.end());
    for (const auto& [hole, types, is_needed] : uses_of(body).all) {
        if (const dsl::Derivation* const filler = derivation.hole(hole)) {
            type_bodies(phrases, *filler, bearer, types, problems);
        } else if (is_needed) {
            problems.push_back(without_hole(*body.item, hole));
        }
    }
}

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

bool begins_sentence(std::string_view text, std::size_t at) {
    return at > 0 && at < text.size() && text[at] >= 'A' && text[at] <= 'Z';
}

void report_unread(const Reporter& reporter, const Card& card, const ast::TextLine& line,
                   const dsl::Explanation& why) {
    dsl::Diagnostic diagnostic;
    diagnostic.kind = DiagnosticKind::unread_text;
    diagnostic.span = place_of_stop(line, why);
    diagnostic.message = card.item->name + ": " + why.message;
    for (const std::string& note : why.notes) {
        // The phrase to add is the hint.
        const bool is_stub = !why.stub.empty() && note.find(why.stub) != std::string::npos;
        if (!is_stub) diagnostic.notes.emplace_back(dsl::Span{}, note);
    }
    if (!why.stub.empty()) diagnostic.hint = "declare how to read it: " + why.stub;
    if (why.may_end && begins_sentence(line.text, why.place.offset))
        diagnostic.hint = "write a full stop in front of it if a new sentence begins here" +
                          (diagnostic.hint.empty() ? "" : ", or " + diagnostic.hint);
    // A slip of the pen is likelier than a new wording.
    if (const std::string meant = likely_word(why); !meant.empty()) {
        diagnostic.hint =
            "write '" + meant + "'" + (why.stub.empty() ? "" : ", or declare how to read it: " + why.stub);
    }
    reporter.report(std::move(diagnostic));
}

void report_unresolved(const Reporter& reporter, const Card& card, const ast::TextLine& line,
                       const std::vector<dsl::Token>& tokens, const dsl::Derivation& words) {
    const dsl::Token& last = tokens[words.end - 1];
    const std::uint32_t begin = tokens[words.begin].offset;
    const dsl::Span span = ast::part_of(line, begin, last.offset + last.length - begin);
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
        report_brackets();
        tokens_ = tokens_of(line_);
        if (tokens_.empty()) return std::move(result_);  // reminder text alone
        const ParsedLine parsed = parse_line(reader_.names, line_, tokens_, reader_.kept);
        if (parsed.why) report_unread(reader_.reporter, card_, line_, *parsed.why);
        if (parsed.readings) {
            collect(*parsed.readings);
            decide(parsed.readings->capped);
        }
        return std::move(result_);
    }

private:
    // What is no sentence of its own belongs to the one around it.
    void report_brackets() const {
        for (const dsl::TextRange& range : dsl::tokenise(line_.text).reminders) {
            const std::string_view text = std::string_view(line_.text).substr(range.offset, range.length);
            if (dsl::is_sentence(text.substr(1, text.size() - 2))) continue;
            reader_.reporter.error(DiagnosticKind::unread_brackets,
                                   ast::part_of(line_, range.offset, range.length),
                                   card_.item->name + ": the words in brackets '" +
                                       std::string(text.substr(1, text.size() - 2)) + "' are not read",
                                   "write them without brackets and read them by a phrase; a reminder is a "
                                   "sentence of its own");
        }
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
            note_phrases(derivation, reader_.texts.used_phrases);
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
            const bool is_wrong = std::ranges::any_of(problems, [](const dsl::Diagnostic& problem) {
                return dsl::info(problem.kind).severity == dsl::Severity::Error;
            });
            for (dsl::Diagnostic& problem : problems) reader_.reporter.report(std::move(problem));
            if (is_wrong) continue;
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

    Understanding understood(const Reading& reading) {
        Understanding result;
        result.antecedents = reading.referring.antecedents;
        expand({reading.derivation.get(), reading.referring.holes}, result.abilities);
        add_phrases(*reading.derivation, result.phrases);
        return result;
    }

    static void add_phrases(const dsl::Derivation& derivation, std::vector<std::size_t>& phrases) {
        const auto tag = static_cast<std::size_t>(derivation.tag);
        const bool is_phrase = derivation.kind == dsl::Derivation::Kind::Phrase;
        if (is_phrase && std::find(phrases.begin(), phrases.end(), tag) == phrases.end())
            phrases.push_back(tag);
        for (const dsl::HoleFill& fill : derivation.holes) add_phrases(fill.filler, phrases);
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

ReadTexts read_texts(const typed::Program& program, typed::Phrases& phrases, const CompileOptions& options,
                     dsl::KeptReadings& kept, const Reporter& reporter) {
    const Names& names = *program.names;
    ReadTexts texts;
    Meanings meanings(program, phrases, reporter, texts.antecedents);
    kept.begin(names.texts.grammar);
    Reader reader{names, phrases, kept, reporter, meanings, texts};
    for (const Card& card : names.texts.cards) {
        if (!names.texts.printed[card.printed.index].on.is_valid()) continue;
        if (options.set_unread_aside) {
            if (auto aside = set_aside(names, card, kept, texts.used_phrases)) {
                texts.set_aside.push_back(std::move(*aside));
                continue;
            }
        }
        for (const ast::TextLine& line : card.item->contents.lines)
            texts.lines.push_back(Line(reader, card, line).read());
    }
    return texts;
}

}  // namespace errata::compiler
