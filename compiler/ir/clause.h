// One rule-giving unit of the spec, the place of provenance: a line of a card, an ability of a rule. Made
// where the model is made; findings, coverage and reports point at it and ask of what kind it is, never how
// that is spelled.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/base/id.h"
#include "dsl/source/span.h"

namespace errata::compiler {

enum class ClauseKind : std::uint8_t {
#define ERRATA_CLAUSE(name, word) name,
#include "compiler/ir/clause_kinds.def"
#undef ERRATA_CLAUSE
};

struct Clause {
    std::string name;  // the rule's or card's: "Void"
    std::string text;  // the line as printed, or the construct's source text
    ClauseKind kind = ClauseKind::Rule;
    std::vector<std::string> rows;
    dsl::Span span;
    std::string heading = {};  // Printed: what the spec calls such items, "terrain"; else empty
    // of printed text: each reading as the phrases it uses, one to a line
    std::vector<std::string> readings = {};
    std::vector<dsl::Span> abilities = {};  // of printed text: where what it comes to is written, in phrases
    std::vector<dsl::Span> phrases = {};    // of printed text: the phrases that read it and its parts
    // Which clause it is, whatever is written before it: its item and the way to it there ("rule Upkeep/at
    // dusk"). No two clauses share one.
    std::string path = {};
    // A digest of its text and of the phrases that read it. Their layout does not matter.
    std::string digest = {};
    bool is_of_library = false;  // written in a file outside the spec's folder: a game need not use all of it
    bool is_optional = false;    // of a file for many games, of which each takes what it can use
};

// A statement of an ability that stands for itself: "exhaust this". Blocks, conditions and choices are made
// of parts. What the statement sets in motion while it is carried out (the body of an action, replacements)
// belongs to it.
struct Part {
    dsl::Id<Clause> clause;
    std::size_t ability = 0;        // those of one ability of the clause have one number
    bool is_conditional = false;    // its author wrote a condition around it
    bool speaks_of_object = false;  // which may be none: then it is not carried out
};

// "rule", "terrain", "action", ...
std::string_view kind_word(const Clause& clause);

}  // namespace errata::compiler
