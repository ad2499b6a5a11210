// What games leave out because the program is known to be wrong there, or because the documents do not say
// where play stops. Each goes when that is mended; README.md says what each stands for.
#pragma once

#include <string>
#include <utility>

namespace errata::oracle {

struct Exclusions {
    bool stops_in_pools = true;
    bool set_changes = true;
    bool creation_in_for_each = true;
};

// Games of this kind again: to see whether what was wrong is mended. False: there is no such exclusion.
inline bool lift(Exclusions& exclusions, const std::string& name) {
    const std::pair<const char*, bool*> all[] = {
        {"stops_in_pools", &exclusions.stops_in_pools},
        {"set_changes", &exclusions.set_changes},
        {"creation_in_for_each", &exclusions.creation_in_for_each},
    };
    for (const auto& [known, flag] : all) {
        if (known == name) {
            *flag = false;
            return true;
        }
    }
    return false;
}

}  // namespace errata::oracle
