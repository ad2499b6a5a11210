// Words and things in a row: "plays ", the object unit2, " on ", the square north. A thing is a value that
// has a name, and stays known as that value, so that whoever prints the phrase can call it otherwise
// (reports/words/naming.h). All else are words, and stay as they are written.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/id.h"

namespace errata::compiler {

struct Type;
using TypeId = dsl::Id<Type>;
using Value = std::int64_t;

// A value of a type without `none`.
struct Thing {
    TypeId type;
    Value value = 0;
    friend auto operator<=>(const Thing&, const Thing&) = default;
};

class Phrase {
public:
    struct Part {
        std::string text;  // of a thing: its name in the spec
        std::optional<Thing> thing = {};
        friend auto operator<=>(const Part&, const Part&) = default;
    };

    Phrase() = default;
    Phrase(const std::string& words) { add({words}); }
    Phrase(const char* words) : Phrase(std::string(words)) {}
    Phrase(std::string name, Thing thing) { add({std::move(name), thing}); }

    // Words behind words become one part.
    void add(Part part);
    Phrase& operator+=(const Phrase& more);
    friend Phrase operator+(Phrase a, const Phrase& b) { return std::move(a += b); }

    const std::vector<Part>& parts() const { return parts_; }
    bool empty() const { return parts_.empty(); }
    bool mentions(const Thing& thing) const;
    // With names as in the spec.
    std::string text() const;

    friend bool operator==(const Phrase&, const Phrase&) = default;
    friend auto operator<=>(const Phrase&, const Phrase&) = default;
    // Words are never equal to a phrase with things in it: compare its text.
    friend bool operator==(const Phrase&, const std::string&) = delete;
    friend bool operator==(const Phrase&, const char*) = delete;

private:
    std::vector<Part> parts_;  // none is empty
};

Phrase join(const std::vector<Phrase>& parts, std::string_view separator);

}  // namespace errata::compiler
