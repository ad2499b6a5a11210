#include "reports/lsp/hover.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>

#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "reports/lsp/constructs.h"
#include "reports/lsp/places.h"

namespace errata::reports::lsp {

using compiler::Declaration;
using compiler::DeclaredSort;
using dsl::Span;

namespace {

constexpr std::size_t most_lines = 14;
constexpr std::size_t most_constructs = 3;

std::string rules_block(const std::string& text) { return "```errata\n" + text + "\n```\n"; }

// The text of a declaration, as it is written but for its indentation, and cut where it is long.
std::string excerpt(const Drafted& draft, Span span) {
    const dsl::SourceFile& file = draft.sources.file(span.file);
    const dsl::Position first = file.position(span.begin);
    const dsl::Position last = file.position(span.end);
    std::string result(draft.sources.text(
        {span.file, span.begin,
         first.line == last.line
             ? span.end
             : span.begin - (first.column - 1) + static_cast<std::uint32_t>(file.line(first.line).size())}));
    for (std::uint32_t line = first.line + 1; line <= last.line; ++line) {
        if (line - first.line == most_lines) return result + "\n...";
        std::string_view text = file.line(line);
        for (std::uint32_t i = 1; i < first.column && !text.empty() && dsl::is_blank(text[0]); ++i)
            text.remove_prefix(1);
        result += "\n" + std::string(text);
    }
    return result;
}

// The comment lines right above, without their dashes.
std::string comment_above(const Drafted& draft, Span span) {
    const dsl::SourceFile& file = draft.sources.file(span.file);
    std::string result;
    for (std::uint32_t line = file.position(span.begin).line; line > 1;) {
        const std::string_view text = dsl::trimmed(file.line(--line));
        if (!text.starts_with("--")) break;
        result = std::string(dsl::trimmed(text.substr(2))) + (result.empty() ? "" : "\n") + result;
    }
    return result;
}

std::string place_line(const Drafted& draft, Span span) {
    const dsl::SourceFile& file = draft.sources.file(span.file);
    return "*" + std::filesystem::path(file.path()).filename().string() + ":" +
           std::to_string(file.position(span.begin).line) + "*";
}

std::string told(const Drafted& draft, const Declaration& declaration) {
    const bool is_name_alone = declaration.sort == DeclaredSort::Local;
    std::string result =
        rules_block(is_name_alone && !declaration.type.empty() ? declaration.name + ": " + declaration.type
                                                               : excerpt(draft, declaration.shown));
    const bool says_type = declaration.sort == DeclaredSort::Definition;
    if (says_type && !declaration.type.empty())
        result += "\n`" + declaration.name + "` has values of type `" + declaration.type + "`.\n";
    if (const std::string comment = comment_above(draft, declaration.shown); !comment.empty())
        result += "\n" + comment + "\n";
    return result + "\n" + place_line(draft, declaration.name_span);
}

bool holds(Span span, const Spot& spot) {
    return span.file == spot.file && span.begin <= spot.offset && spot.offset <= span.end;
}

// The printed text that stands there, with its readings.
const compiler::ReadLine* line_at(const Spot& spot) {
    if (!spot.draft.draft) return nullptr;
    for (const compiler::ReadLine& line : spot.draft.draft->texts.lines) {
        if (holds(line.line->span, spot)) return &line;
    }
    return nullptr;
}

std::string told(const Drafted& draft, const compiler::ReadLine& line) {
    if (line.readings.empty()) return "";
    std::string result = line.readings.size() == 1
                             ? "Read by:\n"
                             : "This text has " + std::to_string(line.readings.size()) + " readings:\n";
    for (const std::string& reading : line.readings) result += rules_block(reading);
    if (line.ways.empty() || line.ways.front().phrases.empty()) return result;
    const dsl::ast::Item& phrase = draft.draft->phrases.item(line.ways.front().phrases.front());
    if (phrase.span.is_valid()) result += "\n" + place_line(draft, phrase.span);
    return result;
}

// The signs around the place that are word characters or `more`.
Span word_at(const Spot& spot, std::string_view more = "") {
    const std::string& text = spot.draft.sources.file(spot.file).text();
    const auto is_of_it = [&](std::uint32_t at) {
        return at < text.size() &&
               (dsl::grammar::is_word_char(text[at]) || more.find(text[at]) != std::string_view::npos);
    };
    Span span{spot.file, spot.offset, spot.offset};
    while (span.begin > 0 && is_of_it(span.begin - 1)) --span.begin;
    while (is_of_it(span.end)) ++span.end;
    return span;
}

std::string told_row(const Drafted& draft, const std::string& row) {
    const auto found = std::ranges::find(draft.catalogue.rows, row, &checker::CatalogueRow::id);
    return found == draft.catalogue.rows.end() ? "" : "**" + row + "** " + found->statement;
}

std::string told_word(std::string_view word) {
    std::string result;
    std::size_t count = 0;
    for (const Construct* const one : constructs_of(word)) {
        if (count++ == most_constructs) break;
        result += "**" + std::string(one->heading) + "**: " + std::string(one->line) + "\n" +
                  rules_block(std::string(one->form)) + "\n";
    }
    return result;
}

// The type of the expression that ends or begins there.
std::string type_at(const Spot& spot) {
    const std::string* best = nullptr;
    Span narrowest;
    for (const auto& [span, type] : spot.draft.references.types) {
        if (!holds(span, spot)) continue;
        const bool is_narrower = best == nullptr || span.end - span.begin < narrowest.end - narrowest.begin;
        if (!is_narrower) continue;
        best = &type;
        narrowest = span;
    }
    return best == nullptr ? "" : *best;
}

Json markdown(const Drafted& draft, Span span, const std::string& text) {
    return {{"contents", {{"kind", "markdown"}, {"value", text}}}, {"range", range_of(draft.sources, span)}};
}

}  // namespace

Json hover(const Spot& spot) {
    const Drafted& draft = spot.draft;
    const Span row = word_at(spot, "-");
    if (dsl::grammar::is_row(draft.sources.text(row))) {
        const std::string text = told_row(draft, std::string(draft.sources.text(row)));
        if (!text.empty()) return markdown(draft, row, text);
    }
    if (const compiler::ReadLine* const line = line_at(spot)) {
        const std::string text = told(draft, *line);
        if (!text.empty()) return markdown(draft, line->line->span, text);
    }
    const auto name = draft.references.name_at(spot.file, spot.offset);
    if (const Declaration* const declaration = draft.references.at(spot.file, spot.offset))
        return markdown(draft, *name, told(draft, *declaration));
    const Span word = word_at(spot);
    if (word.begin == word.end) return nullptr;
    std::string text = told_word(draft.sources.text(word));
    if (text.empty()) {
        if (const std::string type = type_at(spot); !type.empty()) text = "type `" + type + "`";
    }
    return text.empty() ? Json(nullptr) : markdown(draft, word, text);
}

}  // namespace errata::reports::lsp
