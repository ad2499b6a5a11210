#include <CLI/CLI.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/interruption.h"
#include "reports/cli/known_words.h"
#include "reports/cli/revisions.h"
#include "reports/render/difference.h"
#include "reports/saved/baseline.h"

namespace errata::reports {

using checker::Session;

namespace {

struct DiffFlags {
    std::string before;
    std::string now;
    std::string column;  // of tables, with another text: then `now` is `before`
    std::string format = "text";
    std::string output;
    std::size_t states = most_graph_states;
    CheckFlags check;
};

// A version of a spec: where it is read from, and what it is called there and in reports.
struct Side {
    std::string path;
    std::string shown;
    std::unique_ptr<dsl::FileReader> reader;
    std::unique_ptr<TemporaryFolder> folder = nullptr;  // of a revision
    std::string column = {};                            // whose text the cards have; empty: their own
};

// "HEAD~1:rules", or a revision alone: then the path is that of the other side. Nothing: there is no such
// thing.
std::optional<Side> side_of(const std::string& word, const std::string& other) {
    const dsl::DiskReader disk;
    if (disk.exists(word)) return Side{word, word, std::make_unique<dsl::DiskReader>(), nullptr};
    const std::size_t colon = word.find(':');
    const std::string revision = word.substr(0, colon);
    const std::string path = colon == std::string::npos ? other : word.substr(colon + 1);
    Side side;
    side.folder = std::make_unique<TemporaryFolder>();
    const std::optional<std::string> inside = lay_down(revision, path, *side.folder);
    if (!inside) return std::nullopt;
    side.path = *inside;
    side.shown = revision + ":" + path;
    side.reader = std::make_unique<RootedReader>((side.folder->path() / "files").generic_string());
    return side;
}

class Differ {
public:
    Differ(const DiffFlags& flags, Console& console)
        : flags_(flags),
          console_(console),
          compile_(compile_options(flags.check)),
          check_(check_options(flags.check)) {}

    int run() {
        if (flags_.now.empty() == flags_.column.empty())
            return refuse("name a NEW spec, or with --texts a column with other texts of the cards");
        std::optional<Side> now = side_of(flags_.column.empty() ? flags_.now : flags_.before, flags_.before);
        if (!now) return refuse("'" + flags_.now + "' is neither a spec nor a revision of one");
        if (!flags_.column.empty()) {
            now->column = flags_.column;
            now->shown += " with the texts of '" + flags_.column + "'";
        }
        std::optional<Side> before = side_of(flags_.before, flags_.now);
        if (!before) return refuse("'" + flags_.before + "' is neither a spec nor a revision of one");
        const Interruption interruption;
        std::optional<Session> old_spec = opened(*before);
        std::optional<Session> new_spec = opened(*now);
        if (!old_spec || !new_spec) return exit_wrong;
        const Run old_run = checked(*old_spec, *before);
        Difference difference{before->shown, now->shown, checked(*new_spec, *now).report, {}};
        HeldAgainst held{before->shown};
        held.is_whole = !old_run.report.stopped;
        hold_against(known_of(old_run.report), std::move(held), difference.report);
        difference.behaviour =
            compare_behaviour(old_spec->parts.front().model, new_spec->parts.front().model, flags_.states);
        if (!flags_.column.empty()) compare_on_tables(*before, *now, difference.behaviour);
        return print(difference);
    }

private:
    // Each card, and each two, on the tables of a screen, as far as the spec has any or some can be made.
    void compare_on_tables(const Side& before, const Side& now, Behaviour& behaviour) const {
        constexpr std::size_t states_of_tables = 100'000;
        const std::optional<Session> old_spec = on_tables(before, "");
        if (!old_spec) return;
        const std::optional<Session> new_spec = on_tables(now, old_spec->made_tables);
        if (!new_spec) return;
        Behaviour tables = compare_behaviour(old_spec->parts.front().model, new_spec->parts.front().model,
                                             std::max(flags_.states, states_of_tables), Compared::Screens);
        std::ranges::move(tables.setups, std::back_inserter(behaviour.setups));
    }

    // `made`: the tables that were made for the other side.
    std::optional<Session> on_tables(const Side& side, const std::string& made) const {
        const std::optional<std::string> spec = only_spec(*side.reader, side.path, side.shown, console_);
        compiler::CompileOptions options = options_of(side);
        options.screens.alone = true;
        options.screens.size = 2;
        options.screens.made = made;
        options.screens.tells_all_apart = true;
        Session session = checker::open_session(*side.reader, *spec, options);
        return session.parts.empty() ? std::nullopt : std::optional(std::move(session));
    }

    int refuse(const std::string& sentence) const {
        complain(console_, sentence);
        return exit_wrong;
    }

    std::optional<Session> opened(const Side& side) const {
        const std::optional<std::string> spec = only_spec(*side.reader, side.path, side.shown, console_);
        if (!spec) return std::nullopt;
        Session session = checker::open_session(*side.reader, *spec, options_of(side));
        if (!session.parts.empty()) return session;
        print_diagnostics(session, console_.err);
        refuse("'" + side.shown + "' has errors; mend them first");
        return std::nullopt;
    }

    compiler::CompileOptions options_of(const Side& side) const {
        compiler::CompileOptions options = compile_;
        options.other_text = side.column;
        return options;
    }

    Run checked(Session& session, const Side& side) {
        std::optional<KeptResults> kept =
            store_.of(session, options_of(side), check_, flags_.check.cache, console_);
        return report_of(session, found_or_kept(session, flags_.check, check_, kept, console_),
                         checker::Severity::Error, check_);
    }

    int print(const Difference& difference) const {
        const std::string text = flags_.format == "json"       ? difference_json(difference)
                                 : flags_.format == "markdown" ? difference_markdown(difference)
                                                               : difference_text(difference, console_.width);
        if (flags_.output.empty()) {
            console_.out << text;
        } else if (!write_file(flags_.output, text)) {
            return refuse("cannot write '" + flags_.output + "'");
        }
        return judge(difference.report, checker::Severity::Error) == Result::Findings ? exit_findings
                                                                                      : exit_passed;
    }

    const DiffFlags& flags_;
    Console& console_;
    const compiler::CompileOptions compile_;
    const checker::CheckOptions check_;
    Kept store_;
};

}  // namespace

void declare_diff(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<DiffFlags>();
    CLI::App& command = *program.add_subcommand(
        "diff", "Tell what an edit changes: problems, what is written otherwise, and where play parts");
    command
        .add_option("OLD", flags->before, "A spec, a revision of git, or a spec in a revision: HEAD~1:rules")
        ->required();
    command.add_option("NEW", flags->now, "Likewise; a revision alone stands for the spec of the other side");
    command
        .add_option(
            "--texts", flags->column,
            "Instead of NEW: a column of the tables of cards with another text of each, such as a reprint "
            "or a translation")
        ->type_name("COLUMN");
    const std::vector<std::string> formats = {"text", "json", "markdown"};
    command.add_option("--format", flags->format, "How to print it; text unless another is named")
        ->type_name("text | json | markdown")
        ->check(one_of(formats));
    command.add_option("--output", flags->output, "Write it to a file")->type_name("FILE");
    command
        .add_option("--states", flags->states,
                    "How many states of each setup are compared, in each version; 2000 unless said")
        ->type_name("N")
        ->check(number_of("states", 1));
    declare_search(command, flags->check);
    command.callback([flags, &chosen] {
        chosen.run = [flags](Console& console) { return Differ(*flags, console).run(); };
    });
}

}  // namespace errata::reports
