#include "reports/cli/kept.h"

#include <CLI/CLI.hpp>

#include <cstdlib>
#include <fstream>
#include <iterator>

#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include "reports/cli/options.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

std::string variable(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

// Of the very program that runs: another build may find other things.
std::string program_digest() {
    std::ifstream file("/proc/self/exe", std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    const XXH128_hash_t digest = XXH3_128bits(bytes.data(), bytes.size());
    return version_text("") + "\n" + fmt::format("{:x} {:x}", digest.high64, digest.low64);
}

}  // namespace

void declare_cache_options(CLI::App& command, CacheFlags& flags) {
    CLI::Option* const folder =
        command
            .add_option("--cache", flags.folder,
                        "Where results are kept for the next run; errata in $XDG_CACHE_HOME or ~/.cache "
                        "unless said")
            ->type_name("DIR");
    command.add_option("--cache-size", flags.size, "How much is kept, 2GB or 500MB; 500MB unless said")
        ->type_name("SIZE")
        ->check(no_size);
    command.add_flag("--no-cache", flags.is_unwanted, "Use no results of earlier runs, and keep none")
        ->excludes(folder);
}

std::string cache_folder(const CacheFlags& flags) {
    if (flags.is_unwanted) return "";
    if (!flags.folder.empty()) return flags.folder;
    if (variable("ERRATA_CACHE") == "off") return "";
    if (const std::string caches = variable("XDG_CACHE_HOME"); !caches.empty()) return caches + "/errata";
    const std::string home = variable("HOME");
    return home.empty() ? "" : home + "/.cache/errata";
}

std::size_t cache_size(const CacheFlags& flags) { return *read_size(flags.size); }

std::optional<KeptResults> Kept::of(const checker::Session& session, const compiler::CompileOptions& compile,
                                    const checker::CheckOptions& check, const CacheFlags& flags,
                                    Console& console) {
    if (!is_opened_) {
        is_opened_ = true;
        std::string problem;
        if (const std::string folder = cache_folder(flags); !folder.empty())
            store_ = checker::Store::open(folder, cache_size(flags), problem);
        if (!flags.folder.empty() && !problem.empty())
            complain(console, "nothing is kept for the next run: " + problem);
        if (store_) program_ = program_digest();
    }
    if (!store_) return std::nullopt;
    return KeptResults(*store_, program_, session, compile, check);
}

}  // namespace errata::reports
