#include "checker/catalogue/named_catalogue.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include "dsl/ast/citations.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/source/borders.h"

namespace errata::checker {

namespace {

namespace fs = std::filesystem;
using dsl::DiagnosticKind;
using Modules = std::vector<dsl::ast::Module>;

// Imported files come first, so that the last word is that of the spec itself.
const dsl::ast::Expr* last_stated(const Modules& modules) {
    const dsl::ast::Expr* last = nullptr;
    for (const dsl::ast::Module& module : modules) {
        for (const dsl::ast::Item& item : module.items) {
            if (item.kind != dsl::ast::ItemKind::Meta) continue;
            for (const dsl::ast::Setting& setting : item.contents.settings) {
                if (setting.name == "catalogue") last = &setting.value;
            }
        }
    }
    const bool is_path = last != nullptr && last->kind == dsl::ast::ExprKind::Quoted;
    return is_path ? last : nullptr;
}

// Where in the construct the row is cited; the whole construct if that is not to be seen.
dsl::Span place_of(const dsl::SourceSet& sources, dsl::Span span, const std::string& row) {
    const std::string text(sources.text(span));
    for (std::size_t at = text.find(row); at != std::string::npos; at = text.find(row, at + 1)) {
        const std::size_t end = at + row.size();
        const bool goes_on = end < text.size() && (dsl::grammar::is_word_char(text[end]) || text[end] == '-');
        const bool is_tail = at > 0 && (dsl::grammar::is_word_char(text[at - 1]) || text[at - 1] == '-');
        if (goes_on || is_tail) continue;
        return {span.file, static_cast<std::uint32_t>(span.begin + at),
                static_cast<std::uint32_t>(span.begin + end)};
    }
    return span;
}

// Each row that the catalogue does not have, once: where it is first cited.
void report_unlisted(const Modules& modules, const NamedCatalogue& catalogue, const dsl::SourceSet& sources,
                     dsl::Sink& sink) {
    std::vector<std::string> ids;
    for (const CatalogueRow& row : catalogue.rows) ids.push_back(row.id);
    std::set<std::string> known(ids.begin(), ids.end());
    for (const dsl::ast::Module& module : modules) {
        for (const dsl::ast::Citation& citation : dsl::ast::citations(module)) {
            for (const std::string& row : citation.rows) {
                if (!known.insert(row).second) continue;
                const auto near = dsl::nearest(row, ids);
                sink.report(
                    DiagnosticKind::unlisted_row, place_of(sources, citation.span, row),
                    "'" + dsl::visible_word(catalogue.file) + "' has no row " + row,
                    near ? "did you mean '" + *near + "'?" : "add the row to the catalogue, or cite another");
            }
        }
    }
}

}  // namespace

NamedCatalogue named_catalogue(const dsl::FileReader& reader, const std::string& path, const Modules& modules,
                               dsl::SourceSet& sources, dsl::Sink& sink) {
    const dsl::ast::Expr* const stated = last_stated(modules);
    if (stated == nullptr) return {};
    const std::string from = sources.file(stated->span.file).path();
    const std::string file = dsl::normal_path((fs::path(from).parent_path() / stated->name).generic_string());
    const bool is_ours =
        dsl::ending_of(reader.resolved(file)) == ".md" && dsl::Borders(reader, path).hold(file, from);
    if (!is_ours) {
        sink.report(DiagnosticKind::import_refused, stated->span, "'" + stated->name + "' is not read",
                    "a catalogue is a file *.md below the folder of the spec, or below a folder 'specs' "
                    "that the spec lies in");
        return {};
    }
    const auto text = reader.read(file);
    if (!text) {
        const std::string why = reader.why_unreadable(file);
        sink.report(DiagnosticKind::file_unreadable, stated->span,
                    "cannot read '" + stated->name + "'" + (why.empty() ? "" : ": " + why),
                    "a path is named from the folder of the file that states it");
        return {};
    }
    NamedCatalogue catalogue{file, read_catalogue(sources, sources.add(file, *text), sink)};
    if (!catalogue.rows.empty()) report_unlisted(modules, catalogue, sources, sink);
    return catalogue;
}

}  // namespace errata::checker
