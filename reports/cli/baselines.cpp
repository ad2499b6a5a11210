#include "reports/cli/baselines.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "dsl/base/text.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"

namespace errata::reports {

using checker::Session;

namespace {

std::string read_into(const std::string& path, Baseline& baseline) {
    const std::optional<std::string> text = dsl::DiskReader(dsl::DiskReader::largest_saved).read(path);
    if (!text) return "cannot read '" + path + "'";
    ReadBaseline file = read_baseline(*text, path);
    baseline = std::move(file.baseline);
    return file.problem;
}

// As a baseline at that place names the spec: by its path from there.
Origin origin_beside(const std::string& baseline, const Session& session, const CheckFlags& flags) {
    namespace fs = std::filesystem;
    std::error_code error;
    const fs::path folder = fs::absolute(baseline, error).lexically_normal().parent_path();
    const fs::path spec = fs::absolute(session.path, error).lexically_normal();
    Origin origin = origin_of(session, flags);
    origin.spec =
        (spec.has_filename() ? spec : spec.parent_path()).lexically_relative(folder).generic_string();
    return origin;
}

// Did it look for everything that there is? Else nothing is gone, and less is known of everything.
bool looks_for_all(const CheckFlags& flags) {
    const bool has_all_sets =
        !flags.screens ||
        (flags.screens->items.empty() && flags.screens->newcomers.empty() && flags.screens->shards == 1);
    return flags.only.empty() && flags.obligations.empty() && flags.about.empty() && has_all_sets;
}

}  // namespace

std::string Baselines::read(const CheckFlags& flags) {
    const dsl::DiskReader disk;
    if (!flags.save.baseline.empty() && disk.exists(flags.save.baseline)) {
        if (std::string problem = read_into(flags.save.baseline, kept_); !problem.empty()) return problem;
    }
    if (flags.baseline.empty()) return "";
    if (disk.exists(flags.baseline)) return read_into(flags.baseline, before_);
    return "there is no baseline '" + flags.baseline + "'; `errata baseline SPEC --output " + flags.baseline +
           "` makes it";
}

void Baselines::see(const Session& session, const CheckFlags& flags, Report& report) {
    Known now = known_of(report);
    if (!flags.save.baseline.empty() && !report.stopped)
        kept_.put({origin_beside(flags.save.baseline, session, flags), now});
    const auto last = last_.find(session.path);
    if (last != last_.end()) {
        hold_against(last->second, HeldAgainst{"the run before"}, report);
    } else if (!flags.baseline.empty()) {
        const Origin origin = origin_beside(flags.baseline, session, flags);
        const BaselineRow* const row = before_.find(origin);
        HeldAgainst held{flags.baseline};
        held.knows_spec = row != nullptr;
        held.is_whole = row != nullptr && row->origin == origin && looks_for_all(flags);
        hold_against(row == nullptr ? Known() : row->known, std::move(held), report);
    }
    if (flags.watches && !report.stopped) last_[session.path] = std::move(now);
}

int Baselines::save(const std::vector<Run>& runs, const CheckFlags& flags, Console& console) const {
    for (const Run& run : runs) {
        if (run.report.checked && !run.report.stopped) continue;
        complain(console, "'" + flags.save.baseline + "' is not written: " + run.report.spec +
                              (run.report.checked ? " was not looked at to the end" : " has errors"));
        return run.report.checked ? exit_inconclusive : exit_wrong;
    }
    if (!write_file(flags.save.baseline, written(kept_))) {
        complain(console, "cannot write '" + flags.save.baseline + "'");
        return exit_wrong;
    }
    std::size_t findings = 0;
    for (const BaselineRow& row : kept_.rows()) findings += row.known.findings.size();
    console.out << flags.save.baseline << ": " << dsl::count_of(findings, "finding") << " known of "
                << dsl::count_of(kept_.rows().size(), "spec") << ".\n";
    return exit_passed;
}

}  // namespace errata::reports
