#include <CLI/CLI.hpp>

#include <unistd.h>

#include <filesystem>
#include <memory>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/begin/starters.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/files.h"
#include "reports/cli/known_words.h"
#include "reports/render/new_game.h"

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

// "" or what stands in the way of a new game there.
std::string occupied(const dsl::FileReader& disk, const NewGameOrder& order) {
    if (order.folder.empty()) return "FOLDER needs a name";
    std::error_code error;
    const fs::file_status status = fs::status(order.folder, error);
    if (fs::exists(status) && !fs::is_directory(status)) return "'" + order.folder + "' is a file";
    const auto rules = disk.list(order.folder);
    if (rules && !rules->empty()) return "'" + order.folder + "' holds rules already: " + rules->front();
    return "";
}

// Nothing takes the place of a file that is there, even of one that has come meanwhile.
bool write_new(const NewFile& file) {
    const fs::path beside = file.path + ".errata-" + std::to_string(getpid());
    std::error_code error;
    if (!write_file(beside.string(), file.text)) return false;
    fs::create_hard_link(beside, file.path, error);
    const bool has_no_links =
        error && error != std::errc::file_exists && !fs::exists(fs::symlink_status(file.path));
    if (has_no_links) fs::rename(beside, file.path, error);
    const bool is_written = !error;
    fs::remove(beside, error);
    return is_written;
}

// The path that could not be written, or "": then all are. What was written before it is taken away again.
std::string write_all(const std::vector<NewFile>& files, const std::string& folder) {
    std::error_code error;
    const bool is_new_folder = fs::create_directories(folder, error);
    if (error) return folder;
    std::vector<std::string> written;
    for (const NewFile& file : files) {
        if (write_new(file)) {
            written.push_back(file.path);
            continue;
        }
        for (const std::string& path : written) fs::remove(path, error);
        if (is_new_folder) fs::remove(folder, error);
        return file.path;
    }
    return "";
}

std::string why_none(NoNewGame why, const dsl::FileReader& disk, const NewGameOrder& order) {
    switch (why) {
        case NoNewGame::NoStarter:
            return "the starter '" + order.starter + "' does not lie in Errata's own folder '" +
                   disk.library() + "'";
        case NoNewGame::NoTable: {
            const std::string reason = disk.why_unreadable(order.table);
            return "cannot read '" + order.table + "'" + (reason.empty() ? "" : ": " + reason);
        }
        case NoNewGame::NoText:
            return "'" + order.table + "' is no UTF-8 text; save it as 'CSV UTF-8'";
        case NoNewGame::NoName:
            return "no column of '" + order.table + "' gives each card a name of its own; call it 'Name'";
    }
    return "";
}

int run_new(const NewGameOrder& order, Console& console) {
    const dsl::DiskReader disk;
    const auto refuse = [&](const std::string& why) {
        complain(console, why + "; nothing is written");
        return exit_wrong;
    };
    if (const std::string problem = occupied(disk, order); !problem.empty()) return refuse(problem);
    const NewGameResult result = new_game(disk, order);
    if (!result.game) return refuse(why_none(result.why, disk, order));
    const NewGame& game = *result.game;
    for (const NewFile& file : game.files) {
        if (disk.exists(file.path)) return refuse("'" + file.path + "' is there already");
    }
    if (game.session.sink.has_errors()) {
        print_diagnostics(game.session, console.err);
        return refuse("'" + order.table + "', as " + game.table + ", cannot be read");
    }
    if (const std::string path = write_all(game.files, order.folder); !path.empty())
        return refuse("cannot write '" + path + "'");
    console.out << render_text(game, order);
    return exit_passed;
}

std::vector<std::string> starter_names() {
    return dsl::mapped(all_starters(), [](const Starter& starter) { return std::string(starter.name); });
}

std::string starters_help() {
    const std::vector<std::string> rows = dsl::mapped(all_starters(), [](const Starter& starter) {
        return std::string(starter.name) + " (" + std::string(starter.what) + ")";
    });
    return "The starter; " + starter_names().front() + " unless said. " + dsl::join(rows, "; ");
}

}  // namespace

void declare_new(CLI::App& program, Chosen& chosen) {
    const auto order = std::make_shared<NewGameOrder>();
    order->starter = all_starters().front().name;
    CLI::App& command =
        *program.add_subcommand("new", "Write a small game to begin from, with your table of cards");
    command.add_option("FOLDER", order->folder, "Where the game is to be; no file is overwritten")
        ->required()
        ->type_name("DIR");
    command
        .add_option(
            "--from", order->table,
            "Your table of cards (.csv or .tsv); each column is understood by its heading and by what it "
            "holds")
        ->type_name("FILE");
    command.add_option("--like", order->starter, starters_help())
        ->type_name(dsl::join(starter_names(), " | "))
        ->check(one_of(starter_names()));
    command.callback(
        [order, &chosen] { chosen.run = [order](Console& console) { return run_new(*order, console); }; });
}

}  // namespace errata::reports
