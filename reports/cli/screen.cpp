#include <CLI/CLI.hpp>

#include <charconv>
#include <memory>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"

namespace errata::reports {

namespace {

// "3/16"; false: it is none.
bool read_shard(const std::string& word, compiler::ScreenOptions& screens) {
    constexpr std::size_t most = 10'000;
    const char* end = word.data() + word.size();
    const auto first = std::from_chars(word.data(), end, screens.shard);
    if (first.ec != std::errc() || first.ptr == end || *first.ptr != '/') return false;
    const auto second = std::from_chars(first.ptr + 1, end, screens.shards);
    return second.ec == std::errc() && second.ptr == end && screens.shard >= 1 &&
           screens.shard <= screens.shards && screens.shards <= most;
}

}  // namespace

void declare_screen(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CheckFlags>();
    compiler::ScreenOptions& screens = flags->screens.emplace();
    screens.alone = true;
    CLI::App& command = *program.add_subcommand(
        "screen", "Lay out every card, pair and triple on tables and look for what they do to each other");
    command.add_option("SPEC", flags->specs, "Files or folders")->required();
    declare_set_size(command, screens.size, "How many cards the largest sets have, on every table");
    command.add_option("--about", screens.items, "Only sets with this card. May be repeated: one of them")
        ->type_name("CARD")
        ->allow_extra_args(false);
    command
        .add_option("--new", screens.newcomers,
                    "Only sets with at least one new card: of this file, or with this printed on it")
        ->type_name("SET");
    command
        .add_option("--shard",
                    "Only this share of the sets: 3/16 is the third of sixteen. `merge` joins them")
        ->type_name("I/N")
        ->each([&screens](const std::string& word) { read_shard(word, screens); })
        ->check([](const std::string& word) {
            compiler::ScreenOptions ignored;
            return read_shard(word, ignored) ? std::string()
                                             : "'" + word + "' is no shard: 3/16 is the third of sixteen";
        });
    declare_outputs(command, flags->outputs);
    declare_only(command, flags->only);
    declare_text(command, flags->text);
    command.add_flag("--try", flags->tries_advice,
                     "Try on each finding what may settle it, from where its play begins");
    declare_fail_on(command, flags->fail_on);
    declare_held_against(command, flags->baseline);
    declare_as_of(command, flags->as_of);
    declare_budget(command, flags->budget);
    declare_scope(command, flags->scope);
    declare_threads(command, flags->threads);
    declare_reductions(command, flags->reductions);
    command
        .add_option("--save-results", flags->save.results, "Keep the results in a file for `errata merge`")
        ->type_name("FILE");
    command
        .add_option("--save-witness", flags->save.witness,
                    "Keep each finding's play in a folder for `errata replay`")
        ->type_name("DIR");
    declare_watch(command, flags->watches);
    declare_cache_options(command, flags->cache);
    declare_progress(command, flags->progress);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return run_check(*flags, console); }; });
}

}  // namespace errata::reports
