#include "compiler/elaborate/wording_lints.h"

#include <algorithm>
#include <filesystem>

#include "dsl/base/text.h"
#include "dsl/phrases/token.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

void warn(World& world, DiagnosticKind kind, dsl::Span at, std::string message, dsl::Span other,
          std::string note, std::string hint) {
    dsl::Diagnostic diagnostic;
    diagnostic.kind = kind;
    diagnostic.span = at;
    diagnostic.message = std::move(message);
    diagnostic.notes.emplace_back(other, std::move(note));
    diagnostic.hint = std::move(hint);
    world.sink->report(std::move(diagnostic));
}

void find_same_wordings(World& world) {
    const auto& sources = world.grammar.sources();
    for (const dsl::Overlap& overlap : world.grammar.overlapping_templates()) {
        const dsl::PhraseSource& first = sources[overlap.first];
        const dsl::PhraseSource& second = sources[overlap.second];
        if (!overlap.identical || first.kind != dsl::PhraseSource::Kind::Template ||
            second.kind != first.kind)
            continue;
        warn(world, DiagnosticKind::same_wording, world.phrases[static_cast<std::size_t>(second.tag)]->span,
             "\"" + second.text + "\" has the same wording as \"" + first.text + "\"",
             world.phrases[static_cast<std::size_t>(first.tag)]->span, "declared here",
             "delete one of them, or give a hole a narrower category");
    }
}

// Files that no other file of the spec imports.
std::set<std::uint32_t> own_files(const World& world, const Modules& modules) {
    namespace fs = std::filesystem;
    std::set<std::string> imported;
    for (const dsl::ast::Module& module : modules) {
        const fs::path folder = fs::path(world.sources.file(module.file).path()).parent_path();
        for (const ast::Item& item : module.items) {
            if (item.kind == ItemKind::Import)
                imported.insert((folder / item.title).lexically_normal().generic_string());
        }
    }
    std::set<std::uint32_t> own;
    for (const dsl::ast::Module& module : modules) {
        const fs::path path = fs::path(world.sources.file(module.file).path()).lexically_normal();
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

void find_unused(World& world, const Modules& modules) {
    constexpr std::size_t enough_words = 2;  // one word is like many
    const std::set<std::uint32_t> own = own_files(world, modules);
    for (std::size_t tag = 0; tag < world.phrases.size(); ++tag) {
        const ast::Item& phrase = *world.phrases[tag];
        if (world.used_phrases.count(tag) > 0 || own.count(phrase.span.file) == 0) continue;
        const std::vector<std::string> beginning = first_words(phrase.title);
        if (beginning.size() < enough_words) continue;
        for (const ReadLine& line : world.read_lines) {
            if (!nearly_has(words_of(line.line->text), beginning)) continue;
            warn(world, DiagnosticKind::unused_phrase, phrase.span,
                 "no text is read by \"" + phrase.title + "\"", line.line->span,
                 line.card->name + " has nearly its words",
                 "delete the phrase, or correct its words or those of the text");
            break;
        }
    }
}

void find_other_wordings(World& world) {
    std::map<std::string, const ReadLine*> first;
    for (const ReadLine& line : world.read_lines) {
        if (line.meaning.empty()) continue;
        const auto [known, is_new] = first.emplace(line.meaning, &line);
        if (is_new || known->second->structure == line.structure) continue;
        warn(world, DiagnosticKind::other_wording, line.line->span,
             line.card->name + ": " + known->second->card->name + " says the same in other words",
             known->second->line->span, "\"" + known->second->line->text + "\"",
             "say it the same way, or players will look for a difference");
    }
}

}  // namespace

void lint_wording(World& world, const Modules& modules) {
    find_same_wordings(world);
    find_unused(world, modules);
    find_other_wordings(world);
}

}  // namespace errata::compiler
