#include <CLI/CLI.hpp>

#include <memory>

#include <fmt/format.h>

#include "dsl/base/text.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/kept.h"
#include "reports/cli/options.h"

namespace errata::reports {

namespace {

struct CacheCommandFlags {
    CacheFlags cache;
    std::string prune;  // a size; empty: as it is
    bool clears = false;
};

int run_cache(const CacheCommandFlags& flags, Console& console) {
    const std::string folder = cache_folder(flags.cache);
    std::string problem = "there is no folder for it; --cache names one";
    const std::unique_ptr<checker::Store> store =
        folder.empty() ? nullptr : checker::Store::open(folder, cache_size(flags.cache), problem);
    if (!store) {
        complain(console, "nothing is kept: " + problem);
        return exit_wrong;
    }
    if (flags.clears || !flags.prune.empty()) store->prune(flags.clears ? 0 : *read_size(flags.prune));
    const checker::Store::Summary summary = store->summary();
    constexpr double megabyte = 1'000'000;
    console.out << folder << ": " << dsl::count_of(summary.texts, "result") << ", "
                << fmt::format("{:.1f} MB", static_cast<double>(summary.bytes) / megabyte) << "\n";
    return exit_passed;
}

}  // namespace

void declare_cache(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<CacheCommandFlags>();
    CLI::App& command =
        *program.add_subcommand("cache", "Tell what is kept for the next run, and forget some of it");
    command.add_option("--cache", flags->cache.folder, "Where it lies, if not where it does unless said")
        ->type_name("DIR");
    CLI::Option* const prune =
        command
            .add_option("--prune", flags->prune, "Forget what was not used for longest, down to this size")
            ->type_name("SIZE")
            ->check(no_size);
    command.add_flag("--clear", flags->clears, "Forget all of it")->excludes(prune);
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return run_cache(*flags, console); }; });
}

}  // namespace errata::reports
