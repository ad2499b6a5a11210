#include "compiler/resolve/omissions.h"

#include <map>

#include "dsl/ast/citations.h"

namespace errata::compiler {

using ast::ItemKind;

namespace {

// Where the row stands in an item's text; the item itself if it cannot be found.
dsl::Span place_of(const Reporter& reporter, const ast::Item& item, const std::string& row) {
    const std::string_view text = reporter.sources().text(item.span);
    const auto ends_at = [&](std::size_t end) {
        return end == text.size() || text[end] == ',' || text[end] == ']' || text[end] == ' ';
    };
    std::size_t at = text.find(row);
    while (at != std::string_view::npos && !ends_at(at + row.size())) at = text.find(row, at + 1);
    if (at == std::string_view::npos) return item.span;
    const auto begin = static_cast<std::uint32_t>(item.span.begin + at);
    return {item.span.file, begin, static_cast<std::uint32_t>(begin + row.size())};
}

}  // namespace

void lint_omissions(const Modules& modules, const Reporter& reporter) {
    std::map<std::string, dsl::Span> cited;
    for (const dsl::ast::Module& module : modules) {
        for (const ast::Citation& citation : ast::citations(module)) {
            for (const std::string& row : citation.rows) cited.emplace(row, citation.span);
        }
    }
    const auto warn = [&](dsl::Span at, std::string message, dsl::Span other, std::string note,
                          std::string hint) {
        dsl::Diagnostic diagnostic;
        diagnostic.kind = dsl::DiagnosticKind::omitted_row;
        diagnostic.span = at;
        diagnostic.message = std::move(message);
        diagnostic.notes.emplace_back(other, std::move(note));
        diagnostic.hint = std::move(hint);
        reporter.report(std::move(diagnostic));
    };
    std::map<std::string, dsl::Span> omitted;
    for_items(modules, ItemKind::Omit, [&](const ast::Item& item) {
        for (const std::string& row : item.rows) {
            const dsl::Span at = place_of(reporter, item, row);
            const auto [first, is_new] = omitted.emplace(row, at);
            if (!is_new) {
                warn(at, row + " is left out twice", first->second, "first left out here", "keep one reason");
            }
            if (const auto citing = cited.find(row); citing != cited.end()) {
                warn(at, row + " is left out, and cited", citing->second, "cited here",
                     "remove it from the 'omit', or the citation");
            }
        }
    });
}

}  // namespace errata::compiler
