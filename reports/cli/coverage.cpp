#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "checker/coverage/coverage.h"
#include "checker/driver/specs_in.h"
#include "dsl/base/text.h"
#include "dsl/source/borders.h"
#include "reports/cli/commands.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/interruption.h"
#include "reports/cli/known_words.h"
#include "reports/cli/options.h"
#include "reports/cli/progress.h"
#include "reports/explain/explain.h"

namespace errata::reports {

namespace {

struct CoverageFlags {
    std::string spec;
    std::string catalogue;
    std::vector<std::string> prefixes;
    std::vector<RowStatus> only;
    ScopeWords scope;
    BudgetWords budget;
    std::size_t depth = 0;
    std::size_t threads = 0;
    bool why = false;
    FormatWord format;
    bool progress = false;
};

// The rows of the catalogue, which joins the sources so that messages can quote it.
std::vector<checker::CatalogueRow> load_catalogue(const dsl::FileReader& reader, const std::string& path,
                                                  const std::vector<std::string>& prefixes,
                                                  checker::Session& session) {
    // The spec may name it itself: then it is read, and what is wrong with it is told.
    const bool is_own = !session.catalogue.file.empty() && session.catalogue.file == dsl::normal_path(path);
    const auto text = is_own ? std::nullopt : reader.read(path);
    if (!is_own && !text) {
        session.sink.report(dsl::DiagnosticKind::file_unreadable, {}, "cannot read '" + path + "'",
                            "give the Markdown file that lists the rows");
        return {};
    }
    std::vector<checker::CatalogueRow> rows =
        is_own ? session.catalogue.rows
               : checker::read_catalogue(session.sources, session.sources.add(path, *text), session.sink);
    for (const std::string& prefix : prefixes) {
        const auto fits = [&](const checker::CatalogueRow& row) { return row.id.starts_with(prefix); };
        if (rows.empty() || std::ranges::any_of(rows, fits)) continue;
        session.sink.report(dsl::DiagnosticKind::catalogue, {rows.front().span.file, 0, 0},
                            "no row begins with '" + prefix + "'", "the first row is " + rows.front().id);
    }
    return rows;
}

std::string no_coverage(const OutputFormat& format) {
    std::vector<std::string> names;
    for (const OutputFormat& other : all_formats()) {
        if (other.coverage != nullptr) names.emplace_back(other.name);
    }
    return "--format " + std::string(format.name) +
           " has no form for a coverage; these have: " + dsl::join(names, ", ");
}

int run_coverage(const CoverageFlags& flags, Console& console) {
    const OutputFormat& format = output_format(flags.format);
    if (format.coverage == nullptr) {
        complain(console, no_coverage(format));
        return exit_wrong;
    }
    const dsl::DiskReader disk;
    const compiler::CompileOptions options = compile_options(flags.scope);
    const std::vector<std::string> paths = checker::specs_in(disk, flags.spec);
    if (paths.size() > 1) {
        complain(console, "'" + flags.spec + "' holds " + std::to_string(paths.size()) +
                              " specs, and a catalogue is that of one game; give one of them");
        return exit_wrong;
    }
    checker::Session session = checker::open_session(disk, paths.front(), options);
    const std::vector<checker::CatalogueRow> rows =
        load_catalogue(disk, flags.catalogue, flags.prefixes, session);
    print_diagnostics(session, console.err);
    if (session.parts.empty() || session.sink.has_errors()) {
        const Report report = explain_errors(session.sources, session.sink, session.path);
        if (format.report == nullptr) console.out << format.reports({{&report, Result::Wrong}});
        return exit_wrong;
    }
    Coverage coverage;
    const Interruption interruption;
    {
        ProgressLine line(console, flags.progress);
        checker::CoverageOptions wanted;
        wanted.prefixes = flags.prefixes;
        wanted.check.budget = read_budget(flags.budget);
        wanted.check.depth = flags.depth;
        wanted.check.threads = read_threads(flags.threads);
        wanted.check.interrupted = &Interruption::flag();
        wanted.check.progress = [&](const checker::Progress& progress) { line.show(progress); };
        coverage = checker::cover({session.sources, session.modules, options}, rows, wanted);
    }
    coverage.spec = session.path;
    coverage.catalogue = flags.catalogue;
    console.out << format.coverage(coverage, {flags.only, flags.why, has_colour(console)});
    if (coverage.count(RowStatus::Missing) > 0) return exit_findings;
    return Interruption::flag() ? exit_inconclusive : exit_passed;
}

}  // namespace

void declare_coverage(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CoverageFlags>();
    CLI::App& command = *program.add_subcommand(
        "coverage", "Hold the rows of a rulebook against what the spec makes of them");
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    command
        .add_option("--against", flags->catalogue,
                    "A Markdown file with a table row for each row of the rulebook")
        ->type_name("CATALOGUE")
        ->required();
    command.add_option("--rows", flags->prefixes, "Only rows that begin so. May be repeated")
        ->type_name("PREFIX")
        ->allow_extra_args(false);
    const std::map<std::string, RowStatus> statuses = {
        {"modelled", RowStatus::Modelled}, {"claimed", RowStatus::Claimed}, {"assumed", RowStatus::Assumed},
        {"left-out", RowStatus::LeftOut},  {"idle", RowStatus::Idle},       {"missing", RowStatus::Missing}};
    command
        .add_option("--only", flags->only,
                    "Print only rows with this status. May be repeated; the totals are those of all")
        ->type_name("modelled | claimed | assumed | left-out | idle | missing")
        ->allow_extra_args(false)
        ->transform(one_of(statuses));
    command.add_flag("--why", flags->why,
                     "Print what shows that a row is modelled, and the details of verdicts");
    declare_format(command, flags->format);
    declare_budget(command, flags->budget);
    declare_scope(command, flags->scope);
    declare_threads(command, flags->threads);
    command.add_option("--depth", flags->depth, "How many steps ahead a bounded search looks")
        ->type_name("N")
        ->check(number_of("steps", 1));
    declare_progress(command, flags->progress);
    command.callback([flags, &chosen] {
        chosen.run = [flags](Console& console) { return run_coverage(*flags, console); };
    });
}

}  // namespace errata::reports
