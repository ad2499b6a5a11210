// Printed items whose text the phrases do not read yet. Ordinarily each such line is an error (E0401); with
// CompileOptions::set_unread_aside the whole item stays in the game as if it had no text, and is listed here
// instead, so that a set of which half can be read is of some use already. Everything else that is wrong with
// a text (an ambiguity, a pronoun that refers to nothing) is what it is without the switch.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/resolve/names.h"
#include "dsl/phrases/explain.h"
#include "dsl/phrases/kept_readings.h"

namespace errata::compiler {

struct UnreadLine {
    std::string text;
    dsl::Span span;             // where reading stopped
    std::string message;        // "cannot read 'frobnicate' here: expected ..."
    std::string meant;          // the word that was probably meant there, or empty
    std::string wording;        // equal for lines that differ in numbers, names and quoted words only
    std::string stub;           // a phrase to fill in, or empty
    bool stub_ends_it = false;  // with that phrase nothing of the line is left to be read
    std::string nearest;        // the template of the phrase that is most like it, or empty
};

struct SetAside {
    std::string kind;
    std::string name;
    std::vector<UnreadLine> lines;  // those that no phrase reads, at least one
};

// Nothing: all its lines can be read. The phrases of those that can be are noted as used.
std::optional<SetAside> set_aside(const Names& names, const Card& card, dsl::KeptReadings& kept,
                                  std::set<std::size_t>& used_phrases);

// Adds the phrase of the derivation and those in its holes, by tag.
void note_phrases(const dsl::Derivation& derivation, std::set<std::size_t>& used);

dsl::Span place_of_stop(const ast::TextLine& line, const dsl::Explanation& why);
std::string likely_word(const dsl::Explanation& why);

}  // namespace errata::compiler
