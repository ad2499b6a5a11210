#include "reports/lsp/navigation.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "dsl/ast/words.h"
#include "dsl/source/borders.h"
#include "reports/lsp/edits.h"
#include "reports/lsp/places.h"

namespace errata::reports::lsp {

namespace fs = std::filesystem;
using compiler::Declaration;
using compiler::DeclaredSort;
using dsl::Span;

namespace {

const Declaration* declaration_at(const Spot& spot) {
    return spot.draft.references.at(spot.file, spot.offset);
}

// Texts that the program makes itself have no file that could be shown.
bool is_on_disk(const Drafted& draft, Span span) {
    return draft.sources.file(span.file).path().starts_with("/");
}

std::vector<Span> mentions_of(const Drafted& draft, const Declaration& declaration) {
    const auto index = static_cast<std::size_t>(&declaration - draft.references.declarations.data());
    std::vector<Span> result;
    for (const auto& [span, which] : draft.references.mentions) {
        if (which == index && is_on_disk(draft, span)) result.push_back(span);
    }
    return result;
}

const dsl::ast::Item* import_at(const Spot& spot) {
    for (const dsl::ast::Module& module : spot.draft.modules) {
        if (module.file != spot.file) continue;
        for (const dsl::ast::Item& item : module.items) {
            const bool names_file =
                item.kind == dsl::ast::ItemKind::Import || item.kind == dsl::ast::ItemKind::Cards;
            if (names_file && item.name_span.begin <= spot.offset && spot.offset <= item.name_span.end)
                return &item;
        }
    }
    return nullptr;
}

Json beginning_of(const std::string& path) {
    const Json start = {{"line", 0}, {"character", 0}};
    return {{"uri", uri_of(path)}, {"range", {{"start", start}, {"end", start}}}};
}

bool may_be_quoted(DeclaredSort sort) {
    constexpr std::array quoted = {DeclaredSort::NamedValue, DeclaredSort::PrintedItem,
                                   DeclaredSort::Rule,       DeclaredSort::Setup,
                                   DeclaredSort::Claim,      DeclaredSort::Reading};
    return std::ranges::find(quoted, sort) != quoted.end();
}

bool is_in_quotes(const Drafted& draft, Span span) { return draft.sources.text(span).starts_with('"'); }

std::string why_not_renamed(const Drafted& draft, const Declaration& declaration,
                            const dsl::FileReader& reader) {
    if (declaration.sort == DeclaredSort::Phrase)
        return "Here stands a text that a phrase reads; edit the phrase instead.";
    const std::string library = reader.library().empty() ? "" : reader.resolved(reader.library());
    for (const Span span : mentions_of(draft, declaration)) {
        const std::string& path = draft.sources.file(span.file).path();
        if (!path.ends_with(".rules"))
            return "The name also stands in " + fs::path(path).filename().string() +
                   ", which is a table. Change it there.";
        const auto module = std::ranges::find(draft.modules, span.file, &dsl::ast::Module::file);
        const bool is_of_library = module != draft.modules.end() && module->is_library;
        if (is_of_library && !library.empty() && reader.resolved(path).starts_with(library + "/"))
            return "The name belongs to a file that comes with Errata.";
    }
    return "";
}

std::string first_error(const Drafted& draft) {
    for (const dsl::Diagnostic& diagnostic : draft.sink.sorted()) {
        if (dsl::info(diagnostic.kind).severity == dsl::Severity::Error)
            return draft.sources.place(diagnostic.span) + ": " + diagnostic.message;
    }
    return "";
}

const dsl::Derivation* innermost(const dsl::Derivation& derivation, const std::vector<dsl::Token>& tokens,
                                 std::uint32_t offset) {
    if (derivation.kind != dsl::Derivation::Kind::Phrase || derivation.begin >= derivation.end)
        return nullptr;
    const dsl::Token& first = tokens[derivation.begin];
    const dsl::Token& last = tokens[derivation.end - 1];
    if (offset < first.offset || last.offset + last.length < offset) return nullptr;
    for (const dsl::HoleFill& hole : derivation.holes) {
        if (const auto* const inner = innermost(hole.filler, tokens, offset)) return inner;
    }
    return &derivation;
}

// The lines of printed text that the phrase reads, or a part of them.
std::vector<Span> lines_read_by(const Drafted& draft, const dsl::ast::Item& phrase) {
    std::vector<Span> result;
    for (const compiler::ReadLine& line : draft.draft->texts.lines) {
        const bool is_read = std::ranges::any_of(line.ways, [&](const compiler::Understanding& way) {
            return std::ranges::any_of(way.phrases, [&](std::size_t tag) {
                return draft.draft->phrases.item(tag).span == phrase.span;
            });
        });
        if (is_read && is_on_disk(draft, line.line->span)) result.push_back(line.line->span);
    }
    return result;
}

// Whose declaration the place lies in.
const dsl::ast::Item* phrase_around(const Spot& spot) {
    for (const dsl::ast::Module& module : spot.draft.modules) {
        for (const dsl::ast::Item& item : module.items) {
            const bool holds = item.kind == dsl::ast::ItemKind::Phrase && !item.sort.is_of_line &&
                               item.span.file == spot.file && item.span.begin <= spot.offset &&
                               spot.offset <= item.span.end;
            if (holds) return &item;
        }
    }
    return nullptr;
}

}  // namespace

const dsl::ast::Item* phrase_at(const Spot& spot) {
    const dsl::ast::Item* found = nullptr;
    const Span place{spot.file, spot.offset, spot.offset};
    each_sentence_at(spot.draft, place, [&](const compiler::Sentence& sentence) {
        if (found != nullptr || !sentence.readings || spot.offset < sentence.line.span.begin) return;
        const std::uint32_t offset = spot.offset - sentence.line.span.begin;
        for (const dsl::Derivation& derivation : sentence.readings->derivations) {
            const auto* const inner = innermost(derivation, sentence.tokens, offset);
            if (inner == nullptr) continue;
            found = spot.draft.draft->names.texts.phrases[static_cast<std::size_t>(inner->tag)];
            return;
        }
    });
    return found;
}

Json definition(const Spot& spot, const dsl::FileReader& reader) {
    if (const dsl::ast::Item* const item = import_at(spot)) {
        const fs::path from = spot.draft.sources.file(spot.file).path();
        const std::string beside = dsl::normal_path((from.parent_path() / item->title).generic_string());
        const std::string library = dsl::library_file(reader, item->title);
        if (reader.exists(beside)) return beginning_of(beside);
        if (!library.empty() && reader.exists(library)) return beginning_of(library);
        return nullptr;
    }
    const dsl::ast::Item* const phrase = phrase_at(spot);
    if (phrase != nullptr && !phrase->sort.is_of_line && is_on_disk(spot.draft, phrase->span))
        return location_of(spot.draft.sources, phrase->span);
    const Declaration* const declaration = declaration_at(spot);
    if (declaration == nullptr || !is_on_disk(spot.draft, declaration->name_span)) return nullptr;
    return location_of(spot.draft.sources, declaration->name_span);
}

Json references(const Spot& spot, bool with_declaration) {
    Json result = Json::array();
    const Declaration* const declaration = declaration_at(spot);
    const dsl::ast::Item* const phrase =
        declaration == nullptr && spot.draft.draft ? phrase_around(spot) : nullptr;
    if (phrase != nullptr) {
        for (const Span span : lines_read_by(spot.draft, *phrase))
            result.push_back(location_of(spot.draft.sources, span));
    }
    if (declaration == nullptr) return result;
    for (const Span span : mentions_of(spot.draft, *declaration)) {
        if (with_declaration || span != declaration->name_span)
            result.push_back(location_of(spot.draft.sources, span));
    }
    return result;
}

Json highlights(const Spot& spot) {
    Json result = Json::array();
    const Declaration* const declaration = declaration_at(spot);
    if (declaration == nullptr) return result;
    for (const Span span : mentions_of(spot.draft, *declaration)) {
        if (span.file == spot.file) result.push_back({{"range", range_of(spot.draft.sources, span)}});
    }
    return result;
}

Renamable renamable(const Spot& spot, const dsl::FileReader& reader) {
    const Declaration* const declaration = declaration_at(spot);
    if (declaration == nullptr) return {{}, "", "No name of the spec stands here."};
    if (std::string problem = why_not_renamed(spot.draft, *declaration, reader); !problem.empty())
        return {{}, "", problem};
    Span span = *spot.draft.references.name_at(spot.file, spot.offset);
    if (is_in_quotes(spot.draft, span)) {
        ++span.begin;
        --span.end;
    }
    return {range_of(spot.draft.sources, span), declaration->name, ""};
}

Renamed rename(const Spot& spot, const std::string& name, const dsl::FileReader& reader) {
    const Drafted& draft = spot.draft;
    const Declaration* const declaration = declaration_at(spot);
    const Renamable target = renamable(spot, reader);
    if (!target.problem.empty()) return {{}, target.problem};
    if (const std::string error = first_error(draft); !error.empty())
        return {{},
                "The spec has errors, so not every mention of the name is known. Mend this first: " + error};
    const bool is_plain = dsl::grammar::is_plain_name(name);
    const bool has_breaks = name.find_first_of("\n\r{}") != std::string::npos;
    if (name.empty() || has_breaks || (!is_plain && !may_be_quoted(declaration->sort)))
        return {{},
                "'" + name +
                    "' cannot be such a name: it takes letters, digits and underscores, and is no "
                    "reserved word."};
    std::vector<Edit> edits;
    for (const Span span : mentions_of(draft, *declaration)) {
        const bool quotes = is_in_quotes(draft, span) || !is_plain;
        edits.push_back({span, quotes ? dsl::grammar::quoted(name) : name});
    }
    const dsl::OverlayReader changed = with_edits(reader, draft.sources, edits);
    const auto after = drafted(changed, draft.spec, draft.kept);
    if (const std::string error = first_error(*after); !error.empty())
        return {{}, "With the new name the spec has an error: " + error};
    // The same names in the same order, each of the same declaration.
    const auto meaning = [](const auto& mention) { return mention.second; };
    const bool is_same =
        std::ranges::equal(after->references.mentions, draft.references.mentions, {}, meaning, meaning);
    if (!is_same) return {{}, "'" + name + "' is the name of something else in one of these places."};
    return {workspace_edit(draft.sources, edits), ""};
}

}  // namespace errata::reports::lsp
