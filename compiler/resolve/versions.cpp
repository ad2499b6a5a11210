#include <algorithm>

#include "compiler/resolve/declare.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

void check_line(const Names& names, const ast::TextLine& line, const Reporter& reporter) {
    std::vector<std::string> known;
    for (const SourceReading& reading : names.readings) {
        if (!reading.item->sort.is_version) continue;
        known.push_back(reading.item->title);
        if (known.back() != line.version) continue;
        const std::vector<std::string> texts =
            dsl::mapped(reading.item->contents.alternatives, &ast::Alternative::name);
        if (std::find(texts.begin(), texts.end(), line.alternative) == texts.end())
            reporter.unknown(line.alternative_span, "text of the version", line.alternative, texts);
        return;
    }
    reporter.unknown(line.version_span, "version", line.version, known,
                     "declare it: version \"" + line.version + "\" { printed \"as first printed\" ... }");
}

}  // namespace

void check_versions(const Names& names, const Modules& modules, const Reporter& reporter) {
    for_items(modules, ast::ItemKind::Card, [&](const ast::Item& item) {
        for (const ast::TextLine& line : item.contents.lines) {
            if (!line.version.empty()) check_line(names, line, reporter);
        }
    });
}

}  // namespace errata::compiler
