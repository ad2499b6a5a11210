#include "compiler/read/lines.h"

#include <algorithm>

#include "compiler/read/meaning.h"
#include "compiler/read/own_words.h"
#include "compiler/read/pronouns.h"
#include "compiler/read/sentences.h"
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
        const bool holds_abilities =
            ability.kind == typed::AbilityKind::Insert || ability.kind == typed::AbilityKind::Lent;
        if (holds_abilities) all.push_back({ability.name, {}, false});
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

// A noun that stands for things of other kinds than the one that is asked about.
bool is_never(const typed::Phrases& phrases, const dsl::Derivation& filler,
              const std::vector<TypeId>& asked) {
    if (filler.kind != dsl::Derivation::Kind::Phrase || asked.size() != 1) return false;
    const auto tag = static_cast<std::size_t>(filler.tag);
    if (phrases.category(tag).sort != ast::CategorySort::Things) return false;
    return !std::ranges::any_of(phrases.instance(tag).kinds(),
                                [&](TypeId kind) { return phrases.base(kind) == phrases.base(asked[0]); });
}

dsl::Diagnostic asked_of_another(const typed::Phrases& phrases, const dsl::Derivation& noun, TypeId asked) {
    const ast::Item& phrase = phrases.item(static_cast<std::size_t>(noun.tag));
    dsl::Diagnostic result;
    result.kind = DiagnosticKind::does_not_fit;
    result.span = phrase.span;
    result.message = "\"" + phrase.title + "\" is never a " + phrases.name(asked);
    return result;
}

}  // namespace

// A body is wrong whatever is in its holes and whatever it is handed, or does not go with what is there now.
static void add_problems(typed::Phrases& phrases, const typed::PhraseBody& body,
                         const dsl::Derivation& derivation, const std::vector<TypeId>& given,
                         std::vector<BodyProblem>& problems) {
    if (body.problems.empty()) return;
    const auto tag = static_cast<std::size_t>(derivation.tag);
    const bool is_always = !phrases.problems_in_all_cases(tag).empty();
    for (const dsl::Diagnostic& problem : body.problems) {
        BodyProblem& added = problems.emplace_back(BodyProblem{problem, is_always, &derivation, {}});
        if (!is_always && body.category->takes_any_type() && !given.empty()) added.said_of = given[0];
    }
}

void type_bodies(typed::Phrases& phrases, const dsl::Derivation& derivation, PrintedId bearer,
                 const std::vector<TypeId>& given, std::vector<BodyProblem>& problems) {
    if (derivation.kind != dsl::Derivation::Kind::Phrase) return;
    const typed::PhraseBody& body = phrases.body(static_cast<std::size_t>(derivation.tag), bearer, given);
    add_problems(phrases, body, derivation, given, problems);
    const bool is_noun = body.category->sort == ast::CategorySort::Things;
    for (const auto& [hole, types, is_needed] : uses_of(body).all) {
        const dsl::Derivation* const filler = derivation.hole(hole);
        if (!filler) {
            if (is_needed) problems.push_back({without_hole(*body.item, hole), true, &derivation, {}});
            continue;
        }
        if (!is_noun && is_never(phrases, *filler, types))
            problems.push_back({asked_of_another(phrases, *filler, types[0]), false, filler, types[0]});
        type_bodies(phrases, *filler, bearer, types, problems);
    }
}

namespace {

// Of one line, and of all lines together: every reading multiplies the plays to look at.
constexpr std::size_t most_meanings = 16;
constexpr std::size_t most_combinations = 256;

// One way to read a line.
struct Reading {
    std::shared_ptr<const dsl::Derivation> written;     // by the phrases of the game
    std::shared_ptr<const dsl::Derivation> derivation;  // the same, by instances of them
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

void report_unresolved(const Reporter& reporter, const Card& card, const Sentence& sentence,
                       const dsl::Derivation& words) {
    reporter.error(DiagnosticKind::unresolved_pronoun, place_of(sentence, words),
                   card.item->name + ": '" + words_of(sentence, words) + "' refers to nothing before it",
                   "name the thing, or let the phrase that speaks of it say what it introduces");
}

// Words in parentheses that are no sentence belong to the sentence around them.
void report_brackets(const Reporter& reporter, const Card& card, const ast::TextLine& line) {
    for (const dsl::TextRange& range : dsl::tokenise(line.text).reminders) {
        const std::string_view text = std::string_view(line.text).substr(range.offset, range.length);
        if (dsl::is_sentence(text.substr(1, text.size() - 2))) continue;
        reporter.error(
            DiagnosticKind::unread_brackets, ast::part_of(line, range.offset, range.length),
            card.item->name + ": the words in brackets '" + std::string(text.substr(1, text.size() - 2)) +
                "' are not read",
            "read them by a phrase, with '\\(' and '\\)' in its template; a reminder is a sentence "
            "of its own");
    }
}

class Line {
public:
    Line(Reader& reader, const Card& card, const Sentence& sentence)
        : reader_(reader),
          card_(card),
          line_(reader.texts.parts.emplace_back(sentence.line)),
          bearer_(bearer_of(reader.names, card)),
          sentence_(sentence) {
        result_.card = &card;
        result_.line = &line_;
        if (!sentence.has_read_parentheses) report_brackets(reader.reporter, card, line_);
        if (sentence.why) report_unread(reader.reporter, card, line_, *sentence.why);
        if (!sentence.readings) return;
        collect(*sentence.readings);
        decide(sentence.readings->capped);
    }

    ReadLine read() && { return std::move(result_); }

private:
    void decide(bool more) {
        if (readings_.empty()) return;
        const bool too_many = more || readings_.size() > most_meanings ||
                              reader_.combinations * readings_.size() > most_combinations;
        if (readings_.size() == 1) {
            result_.ways.push_back(understood(readings_.front()));
            // What is left to the players says nothing here that could be compared.
            if (!result_.ways.front().abilities.empty()) result_.meaning = readings_.front().meaning;
            result_.structure = dsl::structure(*readings_.front().written);
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
        Antecedents antecedents(reader_.names, reader_.phrases, sentence_, reader_.texts.antecedents);
        std::vector<Reading> all;
        const dsl::Derivation* words = nullptr;
        for (const dsl::Derivation& derivation : readings.derivations) {
            note_phrases(derivation, reader_.texts.used_phrases);
            const auto written = std::make_shared<const dsl::Derivation>(derivation);
            reader_.texts.derivations.push_back(written);
            for (dsl::Derivation& instance : reader_.phrases.instances_of(derivation, bearer_.on)) {
                const auto kept = std::make_shared<const dsl::Derivation>(std::move(instance));
                reader_.texts.derivations.push_back(kept);
                const ReferringTexts resolved = antecedents.resolve(*kept);
                if (!words) words = resolved.unresolved;
                for (const ReferringText& referring : resolved.readings)
                    all.push_back({written, kept, referring, ""});
            }
        }
        if (all.empty() && words) report_unresolved(reader_.reporter, card_, sentence_, *words);
        for (Reading& reading : of_the_game(fitting(std::move(all)))) {
            reading.meaning =
                reader_.meanings.of(bearer_, {reading.derivation.get(), reading.referring.holes});
            std::string outline = dsl::outline(reader_.names.texts.grammar, *reading.written) +
                                  dsl::join(reading.referring.notes, "\n");
            // Phrases with the same words have the same outline.
            if (std::ranges::find(result_.readings, outline) == result_.readings.end())
                result_.readings.push_back(std::move(outline));
            const bool is_known = std::any_of(readings_.begin(), readings_.end(), [&](const Reading& known) {
                return known.meaning == reading.meaning;
            });
            if (!is_known) readings_.push_back(std::move(reading));
        }
    }

    // Of several phrases with one wording, those count that fit what they are said of. Where none does, all
    // that is wrong is told.
    std::vector<Reading> fitting(std::vector<Reading> all) {
        std::vector<Reading> result;
        std::vector<BodyProblem> wrong;
        for (Reading& reading : all) {
            std::vector<BodyProblem> problems;
            type_bodies(reader_.phrases, *reading.derivation, bearer_.printed, {}, problems);
            const bool is_wrong = std::ranges::any_of(problems, [](const BodyProblem& problem) {
                return dsl::info(problem.diagnostic.kind).severity == dsl::Severity::Error;
            });
            if (is_wrong) {
                std::ranges::move(problems, std::back_inserter(wrong));
                continue;
            }
            for (BodyProblem& problem : problems) reader_.reporter.report(std::move(problem.diagnostic));
            result.push_back(std::move(reading));
        }
        for (const BodyProblem& problem : wrong) {
            if (result.empty() || (problem.is_always && !is_of_library(problem))) report_problem(problem);
        }
        return result;
    }

    // Without those that give way to another one.
    std::vector<Reading> of_the_game(std::vector<Reading> all) const {
        std::vector<Reading> result;
        for (const Reading& reading : all) {
            const bool stays = std::ranges::none_of(all, [&](const Reading& other) {
                return gives_way(reader_.names.texts, *reading.written, *other.written, line_.span);
            });
            if (stays) result.push_back(reading);
        }
        return result.empty() ? std::move(all) : result;
    }

    // A library is for many games: what does not fit in this one is no mistake there.
    bool is_of_library(const BodyProblem& problem) const {
        return reader_.names.texts.libraries.count(problem.diagnostic.span.file) > 0;
    }

    void report_problem(const BodyProblem& problem) {
        if (!problem.said_of.is_valid() && !is_of_library(problem)) {
            reader_.reporter.report(problem.diagnostic);
            return;
        }
        dsl::Diagnostic diagnostic;
        diagnostic.kind = DiagnosticKind::does_not_fit;
        diagnostic.span = place_of(sentence_, *problem.words);
        const std::string words = card_.item->name + ": '" + words_of(sentence_, *problem.words) + "'";
        diagnostic.notes.emplace_back(problem.diagnostic.span, problem.diagnostic.message);
        if (!problem.said_of.is_valid()) {
            diagnostic.message = words + " is read by a library, whose phrase does not fit this game";
            diagnostic.hint = "write a phrase of your own with these words";
            return reader_.reporter.report(std::move(diagnostic));
        }
        const std::string thing = reader_.phrases.name(problem.said_of);
        const bool is_noun = problem.diagnostic.kind == DiagnosticKind::does_not_fit;
        diagnostic.message = is_noun ? words + " is never a " + thing + ", and this is about one"
                                     : words + " cannot be said of a " + thing;
        diagnostic.hint = is_noun
                              ? "name other things"
                              : "write a phrase with these words for a " + thing + ", or name other things";
        reader_.reporter.report(std::move(diagnostic));
    }

    Understanding understood(const Reading& reading) {
        Understanding result;
        result.antecedents = reading.referring.antecedents;
        expand({reading.derivation.get(), reading.referring.holes}, bearer_, result.abilities);
        add_phrases(*reading.written, result.phrases);
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
    void expand(const Hole& hole, const Bearer& bearer, std::vector<TextAbility>& abilities) {
        const typed::PhraseBody& body =
            reader_.phrases.known(static_cast<std::size_t>(hole.filler->tag), bearer_.printed, {});
        for (const typed::Ability& ability : body.abilities) {
            const bool is_lent = ability.kind == typed::AbilityKind::Lent;
            if (!is_lent && ability.kind != typed::AbilityKind::Insert) {
                abilities.push_back({&ability, bearer, hole.holes});
                continue;
            }
            const auto filled = hole.holes->by_name.find(ability.name);
            if (filled == hole.holes->by_name.end()) continue;
            Bearer borrower = bearer;
            if (is_lent)
                borrower.lent = std::make_shared<const Lending>(Lending{bearer, &ability, hole.holes});
            expand(filled->second, borrower, abilities);
        }
    }

    // Each reading with the words that set it apart.
    std::vector<std::string> labels() const {
        std::vector<dsl::Derivation> all;
        for (const Reading& reading : readings_) all.push_back(*reading.written);
        std::vector<std::string> result;
        for (const Reading& reading : readings_) {
            std::string label = dsl::bracketed(sentence_.tokens, *reading.written, all);
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
    const Sentence& sentence_;
    std::vector<Reading> readings_;
};

void read_card(Reader& reader, const Card& card) {
    for (const ast::TextLine& line : card.item->contents.lines) {
        if (line.is_rule) continue;
        for (const Sentence& sentence : sentences_of(reader.names, card, line, reader.kept))
            reader.texts.lines.push_back(Line(reader, card, sentence).read());
    }
}

// The lines that phrases read and that say nothing all the same: words that refer to nothing, or do not fit.
std::vector<UnreadLine> not_understood(const dsl::Sink& sink, const dsl::SourceSet& sources) {
    std::vector<UnreadLine> result;
    for (const dsl::Diagnostic& diagnostic : sink.sorted()) {
        const bool is_of_text = diagnostic.kind == DiagnosticKind::unresolved_pronoun ||
                                diagnostic.kind == DiagnosticKind::does_not_fit;
        if (!is_of_text) continue;
        UnreadLine& line = result.emplace_back();
        line.text = sources.text(diagnostic.span);
        line.span = diagnostic.span;
        line.message = diagnostic.message;
        line.wording = diagnostic.message;
    }
    return result;
}

}  // namespace

Bearer bearer_of(const Names& names, const Card& card) {
    const Printed& printed = names.texts.printed[card.printed.index];
    return {card.printed, printed.on, printed.type, card.identity, nullptr};
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
        if (!options.set_unread_aside) {
            read_card(reader, card);
            continue;
        }
        if (auto aside = set_aside(names, card, kept, texts.used_phrases)) {
            texts.set_aside.push_back(std::move(*aside));
            continue;
        }
        // A line that a phrase reads may refer to nothing. Then its item waits, too.
        const std::size_t lines_before = texts.lines.size();
        dsl::Sink own;
        const Reporter beside = reporter.into(own);
        Reader trying{names, phrases, kept, beside, meanings, texts, reader.combinations};
        read_card(trying, card);
        SetAside aside{card.item->title, card.item->name, not_understood(own, reporter.sources())};
        if (!aside.lines.empty()) {
            texts.lines.resize(lines_before);
            texts.set_aside.push_back(std::move(aside));
            continue;
        }
        reader.combinations = trying.combinations;
        for (dsl::Diagnostic& diagnostic : own.sorted()) reporter.report(std::move(diagnostic));
    }
    return texts;
}

}  // namespace errata::compiler
