// The lines of printed text, read by the phrases of the game. All readings are looked at: those that mean the
// same are one; if there are several left, each is in force in plays of its own. A line that nothing reads is
// an error with the nearest phrase, or its item is set aside (set_aside.h).
#pragma once

#include <deque>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "compiler/read/set_aside.h"
#include "compiler/resolve/options.h"
#include "compiler/terms/scope.h"
#include "compiler/typed/phrases.h"
#include "dsl/phrases/derivation.h"
#include "dsl/phrases/kept_readings.h"

namespace errata::compiler {

// An ability of a text, who bears it, and the holes it is to be read with.
struct TextAbility {
    const typed::Ability* ability = nullptr;
    Bearer bearer;
    std::shared_ptr<const Holes> holes;
};

// One way to understand a line.
struct Understanding {
    std::vector<TextAbility> abilities;
    std::vector<std::size_t> antecedents;  // what its words refer back to, in ReadTexts::antecedents
    std::string label;                     // the words that set it apart, where there are several
    std::vector<std::size_t> phrases;      // by tag: that of the line, then those of its parts, in its order
};

struct ReadLine {
    const Card* card = nullptr;
    const ast::TextLine* line = nullptr;
    std::vector<Understanding> ways;    // none: it says nothing, or could not be read
    std::vector<std::string> readings;  // all of them, as the phrases they use, one to a line
    std::string meaning;                // equal for lines with the same meaning; empty if it has several
    std::string structure;              // equal for lines that use the same phrases, in whatever wording
};

struct ReadTexts {
    std::vector<ReadLine> lines;         // of all cards that are not set aside, in their order
    std::deque<ast::TextLine> parts;     // the sentences that these are
    std::vector<SetAside> set_aside;     // and the others
    std::vector<TypeId> antecedents;     // what some line refers back to: its type
    std::set<std::size_t> used_phrases;  // by tag: some reading of some text has them
    std::vector<std::shared_ptr<const dsl::Derivation>> derivations;  // what the holes point into
};

// `phrases` must outlive what is read. Lines that `kept` has readings of are not parsed.
ReadTexts read_texts(const typed::Program& program, typed::Phrases& phrases, const CompileOptions& options,
                     dsl::KeptReadings& kept, const Reporter& reporter);

// The bearer of a card's text.
Bearer bearer_of(const Names& names, const Card& card);

// A mistake in the body of a phrase, met in a text.
struct BodyProblem {
    dsl::Diagnostic diagnostic;
    bool is_always = false;  // whatever fills its holes, and whatever it is handed
    const dsl::Derivation* words = nullptr;
    TypeId said_of;  // of the thing that the words do not fit; invalid: something else is wrong
};

// Types the phrase of the derivation and those in its holes, as far as they are used: each for its bearer and
// for what it is given there. What is wrong with them is added to `problems`.
void type_bodies(typed::Phrases& phrases, const dsl::Derivation& derivation, PrintedId bearer,
                 const std::vector<TypeId>& given, std::vector<BodyProblem>& problems);

}  // namespace errata::compiler
