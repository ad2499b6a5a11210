// Where a run keeps its results for the next run, and how many (--cache, --no-cache, `errata cache`).
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "checker/cache/store.h"
#include "reports/cli/console.h"
#include "reports/saved/kept_results.h"

namespace CLI {
class App;
}

namespace errata::reports {

struct CacheFlags {
    std::string folder;  // empty: errata in $XDG_CACHE_HOME, or in ~/.cache
    std::string size = "500MB";
    bool is_unwanted = false;
};
// --cache, --cache-size, --no-cache
void declare_cache_options(CLI::App& command, CacheFlags& flags);

// The folder that is meant; empty: there is none, or nobody wants it. ERRATA_CACHE=off in the environment
// means none, unless the command line names one.
std::string cache_folder(const CacheFlags& flags);
// Bytes.
std::size_t cache_size(const CacheFlags& flags);

// The store of a run, opened when it is first needed.
class Kept {
public:
    // Nothing: nothing is kept. That a folder that was asked for cannot be used is told once.
    std::optional<KeptResults> of(const checker::Session& session, const compiler::CompileOptions& compile,
                                  const checker::CheckOptions& check, const CacheFlags& flags,
                                  Console& console);

private:
    bool is_opened_ = false;
    std::unique_ptr<checker::Store> store_;
    std::string program_;
};

}  // namespace errata::reports
