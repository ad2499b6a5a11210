// `errata accept` writes the line that accepts a finding into the spec. Whether the line does so is tried
// before anything is written.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>
#include <optional>

#include "checker/driver/acceptances.h"
#include "dsl/source/overlay_reader.h"
#include "reports/cli/accepting.h"
#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/interruption.h"
#include "reports/render/acceptance.h"
#include "reports/render/heading.h"

namespace errata::reports {

using checker::CheckResult;
using checker::Session;

namespace {

struct AcceptFlags {
    std::string fingerprint;
    std::string spec;
    AcceptWords words;
    bool screens = false;
    CheckFlags check;
};

const FindingLines* find(const Report& report, const std::string& fingerprint) {
    const auto is_it = [&](const FindingLines& finding) {
        return checker::is_fingerprint(fingerprint, finding.fingerprint);
    };
    const auto found = std::ranges::find_if(report.findings, is_it);
    return found == report.findings.end() ? nullptr : &*found;
}

class Acceptor {
public:
    Acceptor(const AcceptFlags& flags, Console& console)
        : flags_(flags),
          console_(console),
          compile_(compile_options(flags.check)),
          check_(check_options(flags.check)) {}

    int run() {
        if (!checker::is_fingerprint(flags_.fingerprint, flags_.fingerprint))
            return refuse("'" + flags_.fingerprint +
                          "' is no number of a finding; reports print it, such as #1a2b3c4d");
        const dsl::DiskReader disk;
        const std::optional<std::string> spec = only_spec(disk, flags_.spec, flags_.spec, console_);
        if (!spec) return exit_wrong;
        Session session = checker::open_session(disk, *spec, compile_);
        if (session.parts.empty()) {
            print_diagnostics(session, console_.err);
            return refuse("the spec has errors; mend them first");
        }
        const Interruption interruption;
        Kept store;
        std::optional<KeptResults> kept = store.of(session, compile_, check_, flags_.check.cache, console_);
        const std::vector<CheckResult> results = found_or_kept(session, flags_.check, check_, kept, console_);
        const Run run = report_of(session, results, checker::Severity::Error, check_);
        const FindingLines* const finding = find(run.report, flags_.fingerprint);
        if (finding == nullptr)
            return refuse("no finding has the number '" + flags_.fingerprint + "'" +
                          (run.report.stopped ? "; not all was looked at" : ""));
        if (!finding->accepted.empty()) return refuse("it is accepted already, at " + finding->terms.at);
        return write(session, results, *finding,
                     accept_lines(*finding, digits_of(run.report, *finding), flags_.words));
    }

private:
    int refuse(const std::string& sentence) const {
        complain(console_, sentence);
        return exit_wrong;
    }

    int write(const Session& session, std::vector<CheckResult> results, const FindingLines& finding,
              const std::string& lines) const {
        const std::optional<Insertion> insertion = insertion_of(session.sources, session.modules, lines);
        if (!insertion) return refuse("no file of the spec declares the game, so nothing was written");
        const dsl::SourceFile& file = session.sources.file(insertion->file);
        std::string text = file.text();
        text.insert(insertion->at, insertion->text);
        const dsl::DiskReader disk;
        dsl::OverlayReader with_line(disk);
        with_line.put(file.path(), text);
        Session changed = checker::open_session(with_line, session.path, compile_);
        if (changed.parts.size() != session.parts.size()) {
            print_diagnostics(changed, console_.err);
            return refuse("with the line the spec has errors, so nothing was written");
        }
        const compiler::Model& game = changed.parts.front().model;
        hold_against_acceptances(game.asked.acceptances, game, check_, results.front());
        const Run run = report_of(changed, results, checker::Severity::Error, check_);
        const FindingLines* const accepted = find(run.report, finding.fingerprint);
        if (accepted == nullptr || accepted->accepted.empty())
            return refuse("these lines would not accept the finding, so nothing was written: " + lines);
        if (!write_file(file.path(), text)) return refuse("cannot write '" + file.path() + "'");
        console_.out << file.path() << ":" << insertion->line << ": accepted: " << heading_or_title(finding)
                     << "\n";
        return exit_passed;
    }

    const AcceptFlags& flags_;
    Console& console_;
    const compiler::CompileOptions compile_;
    const checker::CheckOptions check_;
};

}  // namespace

void declare_accept(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<AcceptFlags>();
    CLI::App& command =
        *program.add_subcommand("accept", "Write the line that accepts a finding into the spec");
    command.add_option("NUMBER", flags->fingerprint, "Of the finding, as reports print it: #1a2b3c4d")
        ->required();
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    command.add_option("--because", flags->words.because, "The reason, for whoever reads the spec")
        ->type_name("WORDS")
        ->required();
    command.add_option("--by", flags->words.by, "Who accepts it")->type_name("WHO");
    command
        .add_option("--until", flags->words.until, "The last day on which it is accepted, such as 2027-03-01")
        ->type_name("DAY")
        ->check(no_day);
    command.add_flag("--screen", flags->screens, "It is a finding of `errata screen`");
    declare_search(command, flags->check);
    command.callback([flags, &chosen] {
        if (flags->screens) flags->check.screens.emplace().alone = true;
        chosen.run = [flags](Console& console) { return Acceptor(*flags, console).run(); };
    });
}

}  // namespace errata::reports
