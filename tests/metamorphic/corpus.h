// The specs of the house under the rewritings: one pair of a spec and a row, tried.
#pragma once

#include <string>
#include <vector>

#include "tests/metamorphic/rewriting.h"

namespace errata::metamorphic {

// A spec with what is known of it before it is rewritten.
struct Subject {
    Spec spec;
    Vocabulary vocabulary;
    Said said;

    Original original() const { return {spec, vocabulary, said}; }
};

// A spec that is wrong has no verdict that could be kept.
std::optional<Subject> subject_of(const std::optional<Spec>& spec);
std::optional<Subject> read_subject(const std::string& path);

struct Tried {
    bool applies = false;
    std::string difference;  // "": the promise is kept
    std::string text;        // of the rewritten spec, where there is one
};

// The same seed makes the same change.
Tried try_rewriting(const Subject& subject, const Rewriting& rewriting, std::uint64_t seed);

// The reason, or nullptr.
const char* known_reason(const std::string& path, const std::string& rewriting);

}  // namespace errata::metamorphic
