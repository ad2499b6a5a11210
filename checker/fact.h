// A statement about a finding or a verdict, as data: what kind of statement it is, and of what. Analyses make
// them, results carry and save them, `reports/words` alone makes sentences of them. Names of the spec, and
// what is made of them (cells, values, moves), are arguments, in which things are told from words; no other
// words are.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "compiler/ir/phrase.h"

namespace errata::checker {

using compiler::Phrase;

enum class FactKind : std::uint16_t;  // fact_kinds.h

struct Fact;

// A name or a phrase, a number, several names, or what is said in turn.
struct Argument {
    std::variant<Phrase, std::int64_t, std::vector<Phrase>, std::vector<Fact>> value;

    Argument(Phrase name);
    Argument(const std::string& name);
    Argument(const char* name);
    Argument(std::size_t number);
    Argument(std::int64_t number);
    Argument(std::vector<Phrase> names);
    Argument(const std::vector<std::string>& names);
    Argument(std::vector<Fact> facts);
    Argument(Fact fact);
    friend bool operator==(const Argument& a, const Argument& b);
    friend std::strong_ordering operator<=>(const Argument& a, const Argument& b);
};

struct Fact {
    FactKind kind{};
    std::vector<Argument> arguments = {};  // as the row of the kind says
    friend std::strong_ordering operator<=>(const Fact&, const Fact&) = default;
};

// Here, where a fact is complete.
inline Argument::Argument(Phrase name) : value(std::move(name)) {}
inline Argument::Argument(const std::string& name) : value(Phrase(name)) {}
inline Argument::Argument(const char* name) : value(Phrase(name)) {}
inline Argument::Argument(std::size_t number) : value(static_cast<std::int64_t>(number)) {}
inline Argument::Argument(std::int64_t number) : value(number) {}
inline Argument::Argument(std::vector<Phrase> names) : value(std::move(names)) {}
inline Argument::Argument(const std::vector<std::string>& names)
    : value(std::vector<Phrase>(names.begin(), names.end())) {}
inline Argument::Argument(std::vector<Fact> facts) : value(std::move(facts)) {}
inline Argument::Argument(Fact fact) : value(std::vector<Fact>{std::move(fact)}) {}
inline bool operator==(const Argument& a, const Argument& b) { return a.value == b.value; }
inline std::strong_ordering operator<=>(const Argument& a, const Argument& b) { return a.value <=> b.value; }

using Facts = std::vector<Fact>;

inline void add(Facts& facts, Facts more) {
    for (Fact& fact : more) facts.push_back(std::move(fact));
}

inline Facts before(Fact first, Facts rest) {
    rest.insert(rest.begin(), std::move(first));
    return rest;
}

// The first of this kind, or null.
const Fact* find(const Facts& facts, FactKind kind);
// The name that it begins with, as in the spec; empty: there is none of this kind.
std::string name_in(const Facts& facts, FactKind kind);
inline bool has(const Facts& facts, FactKind kind) { return find(facts, kind) != nullptr; }

}  // namespace errata::checker
