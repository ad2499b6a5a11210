#include "reports/cli/accepting.h"

#include <algorithm>

namespace errata::reports {

static const dsl::ast::Item* last_of(const dsl::ast::Module& module, dsl::ast::ItemKind kind) {
    const auto is_it = [&](const dsl::ast::Item& item) { return item.kind == kind; };
    const auto found = std::find_if(module.items.rbegin(), module.items.rend(), is_it);
    return found == module.items.rend() ? nullptr : &*found;
}

std::optional<Insertion> insertion_of(const dsl::SourceSet& sources,
                                      const std::vector<dsl::ast::Module>& modules,
                                      const std::string& lines) {
    const dsl::ast::Item* place = nullptr;
    for (const dsl::ast::ItemKind kind : {dsl::ast::ItemKind::Accept, dsl::ast::ItemKind::Game}) {
        for (const dsl::ast::Module& module : modules) {
            if (place == nullptr && !module.is_library) place = last_of(module, kind);
        }
    }
    if (place == nullptr) return std::nullopt;
    const std::string& text = sources.file(place->span.file).text();
    const bool has_company = place->kind == dsl::ast::ItemKind::Accept;
    const std::size_t end = has_company ? text.find('\n', place->span.end) : std::string::npos;
    const std::size_t at = end == std::string::npos ? text.size() : end + 1;
    const bool begins_line = at == 0 || text[at - 1] == '\n';
    const std::string before = (begins_line ? "" : "\n") + std::string(has_company ? "" : "\n");
    const auto lines_before = std::ranges::count(text.substr(0, at) + before + lines, '\n');
    return Insertion{place->span.file, static_cast<std::uint32_t>(at), before + lines + "\n",
                     static_cast<std::uint32_t>(lines_before + 1)};
}

std::string digits_of(const Report& report, const FindingLines& finding) {
    const std::string digits = short_form(finding.fingerprint);
    const auto begins_so = [&](const FindingLines& other) {
        return checker::is_fingerprint(digits, other.fingerprint);
    };
    return std::ranges::count_if(report.findings, begins_so) == 1 ? digits : finding.fingerprint;
}

}  // namespace errata::reports
