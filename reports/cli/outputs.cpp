#include "reports/cli/outputs.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <set>

#include "dsl/base/text.h"
#include "reports/cli/files.h"
#include "reports/cli/known_words.h"

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

// The nearest folder, from the current one upwards, that holds a `.git`; without one the current folder.
fs::path repository() {
    std::error_code error;
    fs::path here = fs::current_path(error);
    for (fs::path folder = here;; folder = folder.parent_path()) {
        // In a second working tree `.git` is a file.
        if (fs::exists(folder / ".git", error)) return folder;
        if (!folder.has_relative_path()) return here;
    }
}

// Renames paths so that they begin at the repository, if they lie in it.
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

const OutputFormat* find_format(const std::string& name) {
    return &*std::ranges::find(all_formats(), name, &OutputFormat::name);
}

// By what the name ends with; text, if that says nothing.
const OutputFormat* format_of_file(const std::string& file) {
    const auto says = [&](const OutputFormat& format) {
        return !format.ending.empty() && file.ends_with(format.ending);
    };
    const auto found = std::ranges::find_if(all_formats(), says);
    return found == all_formats().end() ? &all_formats().front() : &*found;
}

// The words of both options in the order in which they stand on the command line.
std::vector<Output> in_order(const CLI::App& command, const CLI::Option* format, const CLI::Option* output,
                             const Outputs& outputs) {
    std::vector<Output> list;
    std::size_t formats = 0;
    std::size_t files = 0;
    bool is_open = false;  // the option in front was a format
    for (const CLI::Option* option : command.parse_order()) {
        if (option == format) {
            list.push_back({find_format(outputs.formats.at(formats++)), ""});
        } else if (option == output) {
            const std::string& file = outputs.files.at(files++);
            if (!is_open) list.push_back({format_of_file(file), ""});
            list.back().file = file;
        }
        is_open = option == format;
    }
    if (list.empty()) list.push_back({&all_formats().front(), ""});
    return list;
}

// Why these cannot all be had, or "".
std::string clashing_outputs(const std::vector<Output>& list) {
    std::vector<std::string> printed;
    std::set<std::string> files;
    for (const Output& output : list) {
        if (output.file.empty()) {
            printed.emplace_back(output.format->name);
        } else if (!files.insert(output.file).second) {
            return "two formats would be written to '" + output.file + "'";
        }
    }
    if (printed.size() < 2) return "";
    return "only one format can be printed, and " + dsl::join(printed, ", ") +
           " are asked for; put --output FILE right behind the others";
}

Reports as_wanted(const OutputFormat& format, const Reports& reports, std::deque<Report>& kept) {
    if (!format.wants_repository_places) return reports;
    Reports moved;
    for (const auto& [report, result] : reports)
        moved.emplace_back(&kept.emplace_back(with_repository_places(*report)), result);
    return moved;
}

std::string final_text(const OutputFormat& format, const Reports& reports) {
    std::deque<Report> kept;
    return format.reports(as_wanted(format, reports, kept));
}

}  // namespace

void declare_outputs(CLI::App& command, Outputs& outputs) {
    std::vector<std::string> names;
    for (const OutputFormat& row : all_formats()) names.emplace_back(row.name);
    const CLI::Option* format =
        command
            .add_option("--format", outputs.formats,
                        "How to print the results; " + names.front() +
                            " unless another is named. May be repeated, with an --output behind each but one")
            ->type_name(dsl::join(names, " | "))
            ->allow_extra_args(false)
            ->check(one_of(names));
    const CLI::Option* output =
        command
            .add_option(
                "--output", outputs.files,
                "Write the format that stands in front of this to a file; without one, what the name of the "
                "file says (.html, .json, .sarif, .xml, .md), else text")
            ->type_name("FILE")
            ->allow_extra_args(false)
            ->check(
                [](const std::string& file) { return std::string(file.empty() ? "no name of a file" : ""); });
    command.parse_complete_callback([&command, format, output, &outputs] {
        outputs.list = in_order(command, format, output, outputs);
        if (const std::string problem = clashing_outputs(outputs.list); !problem.empty())
            throw CLI::ValidationError("--format", problem);
    });
}

void print_report(const Outputs& outputs, const Report& report, const TextOptions& options,
                  Console& console) {
    for (const Output& output : outputs.list) {
        if (output.file.empty() && output.format->report != nullptr)
            console.out << output.format->report(report, options) << std::flush;
    }
}

bool finish_outputs(const Outputs& outputs, const Reports& reports, const TextOptions& options,
                    Console& console) {
    TextOptions plain = options;
    plain.colour = false;
    plain.width = default_width;
    bool all_written = true;
    for (const Output& output : outputs.list) {
        std::string text;
        if (!output.file.empty() && output.format->report != nullptr) {
            for (const auto& [report, result] : reports) text += output.format->report(*report, plain);
        }
        text += final_text(*output.format, reports);
        if (output.file.empty()) {
            console.out << text;
        } else if (!write_file(output.file, dsl::visible(text))) {
            // The same bytes as on the standard output, so that it does not matter which way they took.
            complain(console, "cannot write '" + output.file + "'");
            all_written = false;
        }
    }
    return all_written;
}

}  // namespace errata::reports
