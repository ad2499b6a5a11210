// What a run may ask of the compiler besides the files.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace errata::compiler {

// Which sets of printed items the screens of a spec lay out. Shards share all of them without overlap.
struct ScreenOptions {
    // Without the setups of the spec. Where it has no screens, some are made from its vocabulary
    // (checker/driver/session.h); one on which nothing fits is left out.
    bool alone = false;
    std::optional<std::size_t> size;  // of the largest sets, on every screen
    std::vector<std::string> items;   // only sets with one of these; empty: all
    // Only the set of all `items` (of each screen, of those of its kind; one named twice lies there twice).
    // Where the spec has no screens, some are made, as with `alone`.
    bool together = false;
    std::string newcomers;  // only sets with an item of this file or with this attribute; empty: all
    std::string made;       // tables that were made for another version of the spec; empty: some are made
    bool tells_all_apart = false;  // lays out every set, those of items that nothing tells apart as well
    std::size_t shard = 1;         // 1..shards
    std::size_t shards = 1;
    friend bool operator==(const ScreenOptions&, const ScreenOptions&) = default;
};

struct CompileOptions {
    std::string scope;                              // name of the scope; empty: the first declared
    std::map<std::string, std::int64_t> overrides;  // --scope K=N: pool sizes and bounds
    std::vector<std::string> without_assumptions;   // by name or words: these are not made
    std::string scenario;                           // only this scenario, with the pools it brings
    std::string other_text;                         // a column of tables that takes the place of the text
    ScreenOptions screens;
    bool unused = true;             // errors in what nothing uses are errors as well
    bool set_unread_aside = false;  // see compiler/read/set_aside.h
};

}  // namespace errata::compiler
