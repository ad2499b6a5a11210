#include <CLI/CLI.hpp>

#include <memory>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/cli/commands.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/options.h"
#include "reports/saved/approvals.h"

namespace errata::reports {

namespace {

struct CardsFlags {
    std::string spec;
    ScopeWords scope;
    FormatWord format;
    std::string next;  // how many phrases; empty: it was not asked
    std::string read;  // the name of an item; empty: it was not asked
    bool approve = false;
};

constexpr const char* next_unless_said = "10";

std::string no_number_of_phrases(const std::string& word) {
    const std::string problem = number_of("phrases", 1)(word);
    return problem.empty() ? "" : problem + "; SPEC stands in front of --next";
}

int no_such_item(const checker::Session& session, const std::string& name, Console& console) {
    const auto near = dsl::nearest(
        name, dsl::mapped(session.parts.front().model.printed_items, &compiler::PrintedItem::name));
    complain(console,
             "no printed item is called '" + name + "'" + (near ? "; did you mean '" + *near + "'?" : ""));
    return exit_wrong;
}

// False: nothing could be written.
bool approve(const dsl::FileReader& disk, const std::string& spec, const ReadBack& item, Approvals& approvals,
             Console& console) {
    for (const TextReadBack& text : item.texts)
        approvals.approve({item.kind, item.name, text.text, text.meaning});
    const std::string path = approvals_beside(disk, spec);
    if (!write_file(path, written(approvals))) {
        complain(console, "cannot write '" + path + "'");
        return false;
    }
    console.err << dsl::count_of(item.texts.size(), "text") << " of " << dsl::visible_word(item.name)
                << " approved in " << portable(path) << "\n";
    return true;
}

int run_cards(const CardsFlags& flags, Console& console) {
    const OutputFormat& format = output_format(flags.format);
    if (format.cards == nullptr) {
        complain(console, "--format " + std::string(format.name) + " has no form for a list of cards");
        return exit_wrong;
    }
    const dsl::DiskReader disk;
    const std::optional<std::string> path = only_spec(disk, flags.spec, flags.spec, console);
    if (!path) return exit_wrong;
    compiler::CompileOptions options = compile_options(flags.scope);
    options.set_unread_aside = true;
    const checker::Session session = checker::open_session(disk, *path, options);
    print_diagnostics(session, console.err);
    ReadApprovals known = read_approvals(disk, session.path);
    if (!known.problem.empty()) {
        complain(console, known.problem);
        return exit_wrong;
    }
    if (session.sink.has_errors() && !flags.read.empty()) {
        complain(console, "the spec has errors; mend them first");
        return exit_wrong;
    }
    if (!flags.read.empty()) {
        const std::optional<ReadBack> item = read_back(session, options, flags.read, known.approvals);
        if (!item) return no_such_item(session, flags.read, console);
        console.out << format.read(*item);
        if (flags.approve && !approve(disk, session.path, *item, known.approvals, console)) return exit_wrong;
    }
    const CardList list = list_cards(session, known.approvals);
    if (flags.read.empty())
        console.out << (flags.next.empty() ? format.cards(list)
                                           : format.next(next_phrases(session, std::stoul(flags.next))));
    if (list.is_wrong) return exit_wrong;
    return list.unread.empty() && list.lapsed.empty() ? exit_passed : exit_inconclusive;
}

}  // namespace

void declare_cards(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CardsFlags>();
    CLI::App& command =
        *program.add_subcommand("cards", "List the printed items, and the wordings that no phrase reads yet");
    command.add_option("SPEC", flags->spec, "A file or a folder")->required();
    command
        .add_option(
            "--next", flags->next,
            "Only the phrases to write next: those first with which most items can be read; 10 unless "
            "said")
        ->type_name("N")
        ->expected(0, 1)
        ->default_str(next_unless_said)
        ->check(no_number_of_phrases);
    CLI::Option* const read =
        command
            .add_option("--read", flags->read,
                        "Only this item: how its texts are understood, and what they did")
            ->type_name("NAME");
    command
        .add_flag("--approve", flags->approve,
                  "With --read: its texts mean what they should; kept beside the spec until a phrase changes "
                  "what they mean")
        ->needs(read);
    declare_format(command, flags->format);
    declare_scope(command, flags->scope);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return run_cards(*flags, console); }; });
}

}  // namespace errata::reports
