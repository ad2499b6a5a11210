#include "compiler/elaborate/lines.h"

#include <algorithm>

#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/pronouns.h"
#include "compiler/elaborate/text.h"
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

// One way to understand a line.
struct Reading {
    std::shared_ptr<dsl::Derivation> derivation;
    ReferringText referring;
    std::string meaning;
};

void report_unread(World& world, const CardText& text, const ast::TextLine& line, const dsl::Parse& parse) {
    const dsl::Explanation why = parse.explain();
    dsl::Diagnostic diagnostic;
    diagnostic.kind = DiagnosticKind::unread_text;
    diagnostic.span = line.span;
    diagnostic.span.begin = std::min(line.span.end, line.span.begin + why.place.offset);
    diagnostic.span.end = std::min(line.span.end, diagnostic.span.begin + std::max(1U, why.place.length));
    diagnostic.message = text.card->name + ": " + why.message;
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
    world.sink->report(std::move(diagnostic));
}

void report_unresolved(World& world, const CardText& text, const ast::TextLine& line,
                       const std::vector<dsl::Token>& tokens, const dsl::Derivation& words) {
    dsl::Span span = line.span;
    span.begin = line.span.begin + tokens[words.begin].offset;
    span.end = line.span.begin + tokens[words.end - 1].offset + tokens[words.end - 1].length;
    world.error(DiagnosticKind::unresolved_pronoun, span,
                text.card->name + ": '" + dsl::words(tokens, words.begin, words.end) +
                    "' refers to nothing before it",
                "name the thing, or let the phrase that speaks of it say what it introduces");
}

class Line {
public:
    Line(World& world, Meanings& meanings, const CardText& text, const ast::TextLine& line, ClauseId clause,
         const Bearer& bearer)
        : world_(world), meanings_(meanings), text_(text), line_(line), clause_(clause), bearer_(bearer) {}

    std::vector<PlacedAbility> read() {
        tokens_ = dsl::tokenise(line_.text).tokens;
        if (tokens_.size() > 1 && tokens_.back().word == ".") tokens_.pop_back();
        if (tokens_.empty()) return {};  // reminder text alone
        const dsl::CategoryId start = *world_.grammar.find_category("line");
        const dsl::Parse parse = dsl::parse(world_.grammar, tokens_, start);
        if (!parse.matched()) {
            report_unread(world_, text_, line_, parse);
            return {};
        }
        const dsl::Readings readings = parse.readings();
        collect(readings);
        if (meanings_found_.empty()) return {};
        world_.read_lines.push_back({text_.card, &line_, "", ""});
        if (meanings_found_.size() == 1) {
            const Reading& only = meanings_found_.front();
            std::vector<PlacedAbility> abilities = place(only, {});
            // What is left to the players says nothing here that could be compared.
            if (!abilities.empty()) world_.read_lines.back().meaning = only.meaning;
            world_.read_lines.back().structure = dsl::structure(*only.derivation);
            return abilities;
        }
        if (readings.capped || meanings_found_.size() > most_meanings ||
            world_.text_readings * meanings_found_.size() > most_combinations) {
            report_undecided(readings.capped);
            return place(meanings_found_.front(), {});
        }
        return place_all();
    }

private:
    // The readings that mean something, one for each meaning.
    void collect(const dsl::Readings& readings) {
        Antecedents antecedents(world_);
        std::vector<Reading> all;
        const dsl::Derivation* words = nullptr;
        for (const dsl::Derivation& derivation : readings.derivations) {
            note_phrases(derivation);
            const auto kept = std::make_shared<dsl::Derivation>(derivation);
            world_.derivations.push_back(kept);
            const ReferringTexts resolved = antecedents.resolve(*kept, tokens_);
            if (!words) words = resolved.unresolved;
            for (const ReferringText& referring : resolved.readings) all.push_back({kept, referring, ""});
        }
        if (all.empty() && words) report_unresolved(world_, text_, line_, tokens_, *words);
        for (Reading& reading : all) {
            reading.meaning = meanings_.of(bearer_, {reading.derivation.get(), reading.referring.holes});
            world_.model.clauses[clause_.index].readings.push_back(
                dsl::outline(world_.grammar, *reading.derivation) + dsl::join(reading.referring.notes, "\n"));
            const bool is_known =
                std::any_of(meanings_found_.begin(), meanings_found_.end(),
                            [&](const Reading& known) { return known.meaning == reading.meaning; });
            if (!is_known) meanings_found_.push_back(std::move(reading));
        }
    }

    void note_phrases(const dsl::Derivation& derivation) {
        if (derivation.kind == dsl::Derivation::Kind::Phrase)
            world_.used_phrases.insert(static_cast<std::size_t>(derivation.tag));
        for (const dsl::HoleFill& fill : derivation.holes) note_phrases(fill.filler);
    }

    std::vector<PlacedAbility> place(const Reading& reading, TermId in_force) {
        PlacedAbility where;
        where.clause = clause_;
        where.holes = reading.referring.holes;
        where.bearer = bearer_;
        where.reading = in_force;
        where.antecedents = reading.referring.antecedents;
        const auto tag = static_cast<std::size_t>(reading.derivation->tag);
        return expand(world_, world_.phrases[tag]->abilities, where);
    }

    // Each reading with the words that set it apart.
    std::vector<std::string> labels() const {
        std::vector<dsl::Derivation> all;
        for (const Reading& reading : meanings_found_) all.push_back(*reading.derivation);
        std::vector<std::string> result;
        for (const Reading& reading : meanings_found_) {
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

    std::vector<PlacedAbility> place_all() {
        world_.text_readings *= meanings_found_.size();
        Type type;
        type.form = TypeForm::Enum;
        type.name = "reading of " + text_.card->name;
        type.labels = labels();
        type.hi = static_cast<Value>(meanings_found_.size()) - 1;
        const TypeId readings = world_.add_type(type);
        const VarId var = world_.add_variable(type.name, {}, readings, 0, false, line_.span);
        world_.add_reading(var, clause_, true);
        Expressions expressions(world_);
        TermPool& terms = world_.model.terms;
        std::vector<PlacedAbility> result;
        for (std::size_t i = 0; i < meanings_found_.size(); ++i) {
            const TermId in_force =
                terms.equal(expressions.cell(var, {}), terms.constant(static_cast<Value>(i)));
            const std::vector<PlacedAbility> placed = place(meanings_found_[i], in_force);
            result.insert(result.end(), placed.begin(), placed.end());
        }
        return result;
    }

    void report_undecided(bool more) {
        dsl::Diagnostic diagnostic;
        diagnostic.kind = DiagnosticKind::ambiguous_text;
        diagnostic.span = line_.span;
        diagnostic.message = text_.card->name + ": this text can mean " +
                             std::to_string(meanings_found_.size()) + (more ? " or more" : "") +
                             " things, too many to look at all of them";
        for (const std::string& label : labels()) {
            diagnostic.notes.emplace_back(dsl::Span{}, "as " + label);
            if (diagnostic.notes.size() == 3) break;
        }
        diagnostic.hint = "the first is analysed; make a template more specific so that one remains";
        world_.sink->report(std::move(diagnostic));
    }

    World& world_;
    Meanings& meanings_;
    const CardText& text_;
    const ast::TextLine& line_;
    ClauseId clause_;
    const Bearer& bearer_;
    std::vector<dsl::Token> tokens_;
    std::vector<Reading> meanings_found_;
};

}  // namespace

std::vector<PlacedAbility> read_line(World& world, Meanings& meanings, const CardText& text,
                                     const ast::TextLine& line, ClauseId clause, const Bearer& bearer) {
    return Line(world, meanings, text, line, clause, bearer).read();
}

}  // namespace errata::compiler
