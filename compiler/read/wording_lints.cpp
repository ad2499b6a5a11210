#include "compiler/read/wording_lints.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "dsl/ast/fields.h"
#include "dsl/base/text.h"
#include "dsl/phrases/overlaps.h"
#include "dsl/phrases/template.h"
#include "dsl/phrases/token.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

void warn(const Reporter& reporter, DiagnosticKind kind, dsl::Span at, std::string message, dsl::Span other,
          std::string note, std::string hint) {
    dsl::Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.span = at;
    diagnostic.message = std::move(message);
    diagnostic.notes.emplace_back(other, std::move(note));
    diagnostic.hint = std::move(hint);
    reporter.report(std::move(diagnostic));
}

// Both phrases are needed. The thing that is handed over tells which is meant, a library has them for things
// of two kinds, or the game's counts before that of a library.
bool is_told_apart(const Texts& book, const dsl::PhraseSource& first, const dsl::PhraseSource& second) {
    const auto is_of_library = [&](const dsl::PhraseSource& source) {
        return book.libraries.count(book.phrases[static_cast<std::size_t>(source.tag)]->span.file) > 0;
    };
    return book.category(first.category).takes_any_type() || is_of_library(first) || is_of_library(second);
}

void find_same_wordings(const Texts& book, const Reporter& reporter) {
    const auto& sources = book.grammar.sources();
    for (const dsl::Overlap& overlap : dsl::overlapping_templates(book.grammar)) {
        const dsl::PhraseSource& first = sources[overlap.first];
        const dsl::PhraseSource& second = sources[overlap.second];
        const auto is_of_line = [&](const dsl::PhraseSource& source) {
            return book.phrases[static_cast<std::size_t>(source.tag)]->sort.is_of_line;
        };
        if (!overlap.identical || first.kind != dsl::PhraseSource::Kind::Template ||
            second.kind != first.kind || is_told_apart(book, first, second) || is_of_line(first) ||
            is_of_line(second))
            continue;
        warn(reporter, DiagnosticKind::same_wording, book.phrases[static_cast<std::size_t>(second.tag)]->span,
             "\"" + second.text + "\" has the same wording as \"" + first.text + "\"",
             book.phrases[static_cast<std::size_t>(first.tag)]->span, "declared here",
             "delete one of them, or give a hole a narrower category");
    }
}

// Files that no other file of the spec imports.
std::set<std::uint32_t> own_files(const Reporter& reporter, const Modules& modules) {
    namespace fs = std::filesystem;
    std::set<std::string> imported;
    for (const dsl::ast::Module& module : modules) {
        const fs::path folder = fs::path(reporter.sources().file(module.file).path()).parent_path();
        for (const ast::Item& item : module.items) {
            if (item.kind == ItemKind::Import)
                imported.insert((folder / item.title).lexically_normal().generic_string());
        }
    }
    std::set<std::uint32_t> own;
    for (const dsl::ast::Module& module : modules) {
        const fs::path path = fs::path(reporter.sources().file(module.file).path()).lexically_normal();
        if (imported.count(path.generic_string()) == 0) own.insert(module.file);
    }
    return own;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (const dsl::Token& token : dsl::tokenise(text).tokens) words.push_back(token.word);
    return words;
}

// The words of a template before its first hole or bracket.
std::vector<std::string> first_words(const std::string& text) {
    return words_of(text.substr(0, text.find_first_of("{[(")));
}

// Does the text have these words, but for one that may be a slip of the pen?
bool nearly_has(const std::vector<std::string>& text, const std::vector<std::string>& words) {
    for (std::size_t from = 0; from + words.size() <= text.size(); ++from) {
        std::size_t near = 0;
        std::size_t other = 0;
        for (std::size_t i = 0; i < words.size(); ++i) {
            if (text[from + i] == words[i]) continue;
            ++(dsl::nearest(words[i], {text[from + i]}) ? near : other);
        }
        if (near == 1 && other == 0) return true;
    }
    return false;
}

void find_unused(const Texts& book, const ReadTexts& texts, const Modules& modules,
                 const Reporter& reporter) {
    constexpr std::size_t enough_words = 2;  // one word is like many
    const std::set<std::uint32_t> own = own_files(reporter, modules);
    for (std::size_t tag = 0; tag < book.phrases.size(); ++tag) {
        const ast::Item& phrase = *book.phrases[tag];
        const bool is_ours = own.count(phrase.span.file) > 0 && book.libraries.count(phrase.span.file) == 0;
        if (texts.used_phrases.count(tag) > 0 || !is_ours) continue;
        const std::vector<std::string> beginning = first_words(phrase.title);
        if (beginning.size() < enough_words) continue;
        for (const ReadLine& line : texts.lines) {
            if (!nearly_has(words_of(line.line->text), beginning)) continue;
            warn(reporter, DiagnosticKind::unused_phrase, phrase.span,
                 "no text is read by \"" + phrase.title + "\"", line.line->span,
                 line.card->item->name + " has nearly its words",
                 "delete the phrase, or correct its words or those of the text");
            break;
        }
    }
}

void find_other_wordings(const ReadTexts& texts, const Reporter& reporter) {
    std::map<std::string, const ReadLine*> first;
    for (const ReadLine& line : texts.lines) {
        if (line.meaning.empty()) continue;
        const auto [known, is_new] = first.emplace(line.meaning, &line);
        if (is_new || known->second->structure == line.structure) continue;
        // The same words with meanings of their own.
        if (words_of(line.line->text) == words_of(known->second->line->text)) continue;
        // Other words for the same are what a correction is about.
        if (!line.line->version.empty() && line.line->version == known->second->line->version) continue;
        warn(reporter, DiagnosticKind::other_wording, line.line->span,
             line.card->item->name + ": " + known->second->card->item->name + " says the same in other words",
             known->second->line->span, "\"" + known->second->line->text + "\"",
             "say it the same way, or players will look for a difference");
    }
}

}  // namespace

void lint_wording(const Names& names, const ReadTexts& texts, const Modules& modules,
                  const Reporter& reporter) {
    find_same_wordings(names.texts, reporter);
    find_unused(names.texts, texts, modules, reporter);
    find_other_wordings(texts, reporter);
}

namespace {

// The kinds of the things that the phrases of a category are asked about where things are looked for:
// `u: unit with w(u)`.
std::map<std::string, std::set<std::string>> kinds_looked_for(const Texts& book) {
    std::map<std::string, std::set<std::string>> result;
    for (const ast::Item* const phrase : book.phrases) {
        std::map<std::string, std::string> categories;
        for (const dsl::TemplateHole& hole : dsl::template_holes(phrase->title))
            categories[hole.name] = hole.category;
        std::map<std::string, std::string> kinds;
        dsl::ast::walk(*phrase, [&](const ast::Binder& binder) {
            if (binder.type.kind == ast::TypeKind::Named) kinds[binder.name] = binder.type.name;
        });
        dsl::ast::walk(*phrase, [&](const ast::Expr& expr) {
            const bool asks = expr.kind == ast::ExprKind::Call && expr.args.size() == 1 &&
                              expr.args[0].kind == ast::ExprKind::Name;
            if (!asks || categories.count(expr.name) == 0) return;
            const auto kind = kinds.find(expr.args[0].name);
            if (kind != kinds.end()) result[categories[expr.name]].insert(kind->second);
        });
    }
    return result;
}

bool looks_at(const ast::Item& phrase, const std::string& name) {
    bool found = false;
    dsl::ast::walk(phrase, [&](const ast::Expr& expr) { found = found || expr.name == name; });
    return found;
}

}  // namespace

void report_untyped_nouns(const Names& names, typed::Phrases& phrases, const ReadTexts& texts,
                          const Reporter& reporter) {
    const auto looked_for = kinds_looked_for(names.texts);
    for (const std::size_t tag : texts.used_phrases) {
        const ast::Item& phrase = *names.texts.phrases[tag];
        const Category& category = phrases.category(tag);
        const auto asked = looked_for.find(category.name);
        const bool is_noun = category.sort == ast::CategorySort::Condition && category.given.size() == 1 &&
                             !category.given_types[0].is_valid() && asked != looked_for.end() &&
                             phrases.instance(tag).holes.empty();
        if (!is_noun) continue;
        const bool is_said = phrase.exprs[0].kind == ast::ExprKind::Bool;
        if (!is_said && !looks_at(phrase, category.given[0].name)) continue;
        std::vector<std::string> fitting;
        for (const TypeId kind : phrases.objects()) {
            if (kind == names.vocabulary.player_type) continue;  // nobody takes a player for a piece
            const bool fits = std::ranges::any_of(names.texts.printed, [&](const Printed& printed) {
                const PrintedId id(static_cast<std::size_t>(&printed - names.texts.printed.data()));
                return printed.on.is_valid() && phrases.body(tag, id, {kind}).problems.empty();
            });
            if (fits) fitting.push_back(phrases.name(kind));
        }
        const bool is_elsewhere = std::ranges::any_of(
            fitting, [&](const std::string& kind) { return asked->second.count(kind) == 0; });
        if (fitting.size() < 2 || !is_elsewhere) continue;
        reporter.error(DiagnosticKind::does_not_fit, phrase.span,
                       "\"" + phrase.title + "\" can be a " + dsl::join(fitting, " or a ") +
                           ", and texts look for a " +
                           dsl::join({asked->second.begin(), asked->second.end()}, " or a "),
                       "say which it is: 'category " + category.name + " is things', and 'phrase " +
                           category.name + " \"" + phrase.title + "\" = u: " + fitting.back() + " with ...'");
    }
}

void report_unused_phrases(const Names& names, typed::Phrases& phrases, const ReadTexts& texts,
                           const Reporter& reporter) {
    for (std::size_t tag = 0; tag < names.texts.phrases.size(); ++tag) {
        const bool is_of_library = names.texts.libraries.count(names.texts.phrases[tag]->span.file) > 0;
        if (texts.used_phrases.count(tag) > 0 || is_of_library) continue;
        for (dsl::Diagnostic& problem : phrases.problems_in_all_cases(tag))
            reporter.report(std::move(problem));
    }
}

}  // namespace errata::compiler
