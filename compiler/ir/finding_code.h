// What the table finding_codes.def says of a finding code: its word, how severe it is unless said otherwise,
// one line of meaning. Incidents of a model and the analyses take code and severity from here, reports and
// `errata explain` the words.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace errata::compiler {

enum class Severity {
#define ERRATA_SEVERITY(name, word) name,
#include "compiler/ir/severities.def"
#undef ERRATA_SEVERITY
};

inline constexpr std::array all_severities = {
#define ERRATA_SEVERITY(name, word) Severity::name,
#include "compiler/ir/severities.def"
#undef ERRATA_SEVERITY
};

constexpr std::string_view word(Severity severity) {
    constexpr std::array<std::string_view, all_severities.size()> words = {
#define ERRATA_SEVERITY(name, word) word,
#include "compiler/ir/severities.def"
#undef ERRATA_SEVERITY
    };
    return words[static_cast<std::size_t>(severity)];
}

enum class Question : std::uint8_t {
#define ERRATA_QUESTION(name, word) name,
#include "compiler/ir/questions.def"
#undef ERRATA_QUESTION
};
// "endless loops"
std::string_view word(Question question);

// Which codes there are: finding_codes.h. It is needed only where a code is named, so that a new row does not
// build everything anew.
enum class FindingCode : std::uint8_t;

enum class FindingFamily : std::uint8_t {
#define ERRATA_FAMILY(name, word, place) name,
#include "compiler/ir/finding_families.def"
#undef ERRATA_FAMILY
};

constexpr std::string_view word(FindingFamily family) {
    constexpr std::array words = {
#define ERRATA_FAMILY(name, word, place) std::string_view(word),
#include "compiler/ir/finding_families.def"
#undef ERRATA_FAMILY
    };
    return words[static_cast<std::size_t>(family)];
}

// Where entries of the family stand in a report, among those of one severity.
constexpr std::size_t place_of(FindingFamily family) {
    constexpr std::array places = {
#define ERRATA_FAMILY(name, word, place) std::size_t{place},
#include "compiler/ir/finding_families.def"
#undef ERRATA_FAMILY
    };
    return places[static_cast<std::size_t>(family)];
}

// A property that some codes of a family have.
enum class CodeNature : std::uint8_t {
    Plain,
    Forced,    // a repetition that nobody who plays can leave
    Win,       // a repetition until the game ends
    Claimed,   // what the spec says of itself, and a play denies
    Whole,     // why there is nothing to do, or no solution, is seen from the whole position
    Idle,      // something that never acts
    Directed,  // one clause yields to the other: which to which is part of the finding
};

// What a finding comes to whose ways nobody could ever tell apart: nothing was at stake (a note), or what is
// written is at odds all the same, whatever comes of it.
enum class WhereWaysAgree : std::uint8_t { Note, Stands };

struct CodeInfo {
    FindingCode code;
    std::string_view name;  // "loop.mandatory"
    FindingFamily family;
    CodeNature nature;
    Severity severity;
    Question question;
    WhereWaysAgree where_ways_agree;
    std::string_view title;
};

const std::vector<CodeInfo>& all_codes();
const CodeInfo& info(FindingCode code);
inline std::string_view code_name(FindingCode code) { return info(code).name; }
inline FindingFamily family_of(FindingCode code) { return info(code).family; }
inline bool is_of(FindingCode code, FindingFamily family) { return family_of(code) == family; }
inline bool is(FindingCode code, CodeNature nature) { return info(code).nature == nature; }
inline bool is_forced(FindingCode code) { return is(code, CodeNature::Forced); }

// Nothing: no code is called so.
std::optional<FindingCode> find_code(std::string_view name);

// Is `code` one of `only`, or of a family named there ("loop" names every "loop.…")? An empty list selects
// all.
bool selects(const std::vector<std::string>& only, std::string_view code);
inline bool selects(const std::vector<std::string>& only, FindingCode code) {
    return selects(only, code_name(code));
}

inline std::ostream& operator<<(std::ostream& out, FindingCode code) { return out << code_name(code); }

}  // namespace errata::compiler
