#include "reports/cli/repository.h"

#include <filesystem>

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

fs::path repository() {
    std::error_code error;
    fs::path here = fs::current_path(error);
    for (fs::path folder = here;; folder = folder.parent_path()) {
        // In a second working tree `.git` is a file.
        if (fs::exists(folder / ".git", error)) return folder;
        if (!folder.has_relative_path()) return here;
    }
}

class Moved {
public:
    void path(std::string& name) const {
        if (name.empty()) return;
        std::error_code error;
        const fs::path whole = fs::absolute(name, error).lexically_normal();
        const std::string inside = whole.lexically_relative(root_).generic_string();
        if (error) return;
        name =
            inside.empty() || inside == ".." || inside.starts_with("../") ? whole.generic_string() : inside;
    }
    // "path:line"
    void place(std::string& place) const {
        const std::size_t colon = place.rfind(':');
        if (colon == std::string::npos) return;
        std::string file = place.substr(0, colon);
        path(file);
        place = file + place.substr(colon);
    }

private:
    fs::path root_ = repository();
};

}  // namespace

Report with_repository_places(Report report) {
    const Moved moved;
    moved.path(report.spec);
    for (DiagnosticLine& diagnostic : report.diagnostics) moved.path(diagnostic.file);
    for (FindingLines& finding : report.findings) {
        for (ClauseLine& clause : finding.clauses) moved.path(clause.file);
        moved.place(finding.terms.at);
        if (!finding.witness) continue;
        for (StepLine& step : finding.witness->steps) moved.place(step.rule);
    }
    return report;
}

}  // namespace errata::reports
