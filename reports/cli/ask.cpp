#include <CLI/CLI.hpp>

#include <algorithm>
#include <memory>

#include "checker/driver/driver.h"
#include "checker/driver/session.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/source/file_reader.h"
#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/interruption.h"
#include "reports/cli/known_words.h"
#include "reports/cli/options.h"
#include "reports/cli/selection.h"
#include "reports/render/answer.h"

namespace errata::reports {

using checker::Session;

namespace {

// Somebody waits for the answer. `--budget` says otherwise.
constexpr const char* usual_budget = "200000states";

struct AskFlags {
    std::string spec;
    std::vector<std::string> cards;
    std::string setup;  // empty: all, and tables for the cards
    FormatWord format;
    bool is_verbose = false;
    CheckFlags check;
};

// With the tables that are made for the cards, unless a setup is named.
compiler::CompileOptions compiled_with(const AskFlags& flags) {
    compiler::CompileOptions options = compile_options(flags.check);
    options.set_unread_aside = true;
    if (!flags.setup.empty() || flags.cards.empty()) return options;
    options.screens.items = flags.cards;
    options.screens.together = flags.cards.size() > 1;
    options.screens.alone = flags.cards.size() == 1;
    if (flags.cards.size() == 1) options.screens.size = 2;
    return options;
}

class Asking {
public:
    Asking(const AskFlags& flags, Console& console)
        : flags_(flags),
          console_(console),
          compile_(compiled_with(flags)),
          check_(check_options(flags.check)) {
        check_.screens_only = true;
        check_.on_request = true;
        check_.items = flags.cards;
        if (are_copies(flags.cards)) check_.items.pop_back();
    }

    int run() {
        const dsl::DiskReader disk;
        const std::optional<std::string> spec = only_spec(disk, flags_.spec, flags_.spec, console_);
        if (!spec) return exit_wrong;
        Session session = checker::open_session(disk, *spec, compile_);
        print_diagnostics(session, console_.err);
        if (session.parts.empty()) return refuse("'" + *spec + "' has errors; mend them first");
        const compiler::Model& model = session.parts.front().model;
        if (const auto unknown = unknown_printed(session, flags_.cards)) return refuse(*unknown);
        if (!flags_.setup.empty() && !look_only_at_setup(model)) return exit_wrong;
        const Interruption interruption;
        Kept store;
        std::optional<KeptResults> kept = store.of(session, compile_, check_, flags_.check.cache, console_);
        std::vector<checker::CheckResult> results =
            found_or_kept(session, flags_.check, check_, kept, console_);
        Run run = report_of(session, std::move(results), checker::Severity::Error, check_);
        std::erase_if(run.report.findings, [&](const FindingLines& finding) {
            return !is_about_all(finding) || (are_copies(flags_.cards) && is_about_others(model, finding));
        });
        return print(run);
    }

private:
    int refuse(const std::string& sentence) const {
        complain(console_, sentence);
        return exit_wrong;
    }

    bool look_only_at_setup(const compiler::Model& model) {
        const auto setup = std::ranges::find(model.setups, flags_.setup, &compiler::Setup::name);
        if (setup == model.setups.end()) {
            const auto near = dsl::nearest(flags_.setup, dsl::mapped(model.setups, &compiler::Setup::name));
            refuse("no setup is called '" + flags_.setup + "'" +
                   (near ? "; did you mean '" + *near + "'?" : ""));
            return false;
        }
        for (const checker::Obligation& obligation : plan(model, check_)) {
            if (obligation.setup == static_cast<std::size_t>(setup - model.setups.begin()))
                check_.obligations.push_back(obligation.id);
        }
        return true;
    }

    // A finding that names all cards that were asked about; of no cards, an interaction.
    bool is_about_all(const FindingLines& finding) const {
        if (flags_.cards.empty()) return finding.code == compiler::FindingCode::Interaction;
        return std::ranges::all_of(flags_.cards, [&](const std::string& card) {
            return std::ranges::find(finding.clauses, card, &ClauseLine::name) != finding.clauses.end();
        });
    }

    // It names what is printed elsewhere.
    bool is_about_others(const compiler::Model& model, const FindingLines& finding) const {
        return std::ranges::any_of(model.printed_items, [&](const compiler::PrintedItem& item) {
            return item.name != flags_.cards.front() &&
                   std::ranges::find(finding.clauses, item.name, &ClauseLine::name) != finding.clauses.end();
        });
    }

    int print(const Run& run) const {
        const OutputFormat& format = output_format(flags_.format);
        TextOptions options;
        options.full = flags_.is_verbose;
        options.colour = has_colour(console_);
        options.width = console_.width;
        if (format.name == all_formats().front().name) {
            console_.out << answer_text(run.report, flags_.cards, options);
        } else if (format.report != nullptr) {
            console_.out << format.report(run.report, options);
        } else {
            console_.out << format.reports({{&run.report, run.result}});
        }
        return run.report.stopped ? exit_inconclusive : exit_passed;
    }

    const AskFlags& flags_;
    Console& console_;
    const compiler::CompileOptions compile_;
    checker::CheckOptions check_;
};

}  // namespace

void declare_ask(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<AskFlags>();
    CLI::App& command = *program.add_subcommand(
        "ask", "Tell what cards do to one another: the smallest plays, what comes of them, what decides");
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    command.add_option("CARD", flags->cards,
                       "Cards; of one, what it does together with any other, of none, whichever act on one "
                       "another in the setups");
    command
        .add_option("--in", flags->setup,
                    "Look only at play from this setup; from all, and from tables made for the cards, unless "
                    "said")
        ->type_name("SETUP");
    declare_format(command, flags->format);
    command.add_flag("--verbose", flags->is_verbose, "As text, tell everything in full");
    flags->check.budget.text = usual_budget;
    declare_search(command, flags->check);
    command.get_option("--budget")->default_str(usual_budget);
    command.callback([flags, &chosen] {
        chosen.run = [flags](Console& console) { return Asking(*flags, console).run(); };
    });
}

}  // namespace errata::reports
