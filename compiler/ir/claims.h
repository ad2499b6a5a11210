// What is asked of a model: setups, claims, scenarios, printed items, readings, expectations.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "compiler/ir/play.h"
#include "dsl/base/date.h"

namespace errata::compiler {

// An open cell that takes only the values of a range within its type.
struct NarrowedCell {
    std::size_t cell = 0;
    Value lo = 0;
    Value hi = 0;
};

// Of a setup that lays out sets of printed items: which cells hold them.
struct Screening {
    std::string table;                 // the title of the screen
    TypeId items;                      // what the cells hold
    std::vector<std::size_t> holders;  // open cells, one for each item of a set
    std::vector<TermId> terms;         // what they hold
    std::size_t turns = 0;             // after which play ends; 0: it does not
    bool has_all_sets = true;          // false: a share of them was asked for, or some of the items
};

// Initial states: `values` for every cell, except that the cells in `open` may take any value of their type
// (of their range, if they are `narrowed`), such that every requirement holds and not all cells of a box
// `without` are within its ranges. The control frame waits at `Model::start`.
struct Setup {
    std::string name;
    std::vector<Value> values;
    std::vector<std::size_t> open;
    std::vector<NarrowedCell> narrowed;              // of `open`; each cell at most once
    std::vector<std::vector<NarrowedCell>> without;  // of `open`
    std::vector<std::pair<TermId, ClauseId>> requirements;
    dsl::Span span;
    std::optional<Screening> screening = {};
};

enum class ClaimKind { Always, Never, Reachable, Possible, Eventually, Terminates, Unique, After };

struct Claim {
    ClaimKind kind = ClaimKind::Always;
    bool ruling = false;
    std::string name;
    TermId condition;
    // Eventually: after, invalid: from the start; After: the guard with the action's roles checked through
    // `incident`
    TermId premise;
    IncidentId incident;              // After: reported by the code of the action when the ruling fails
    std::optional<FindingCode> code;  // of a partition's claim: what its finding is
    // Of a partition's claim: by name of a thing, the closed term that it breaks the claim. For words only;
    // may be incomplete.
    std::vector<std::pair<Phrase, TermId>> things;
    // After, for words only: the guard holds and what it claims does not. Its binders are the parameters of
    // the action, which are what the Report of `incident` is about.
    TermId breach;
    std::vector<TypeId> roles;
    ClauseId clause;
    dsl::Span span;
};

enum class StepKind { Take, Until, Then };

struct ScenarioStep {
    StepKind kind = StepKind::Then;
    std::string label;  // Take: the option's text up to its first hole, or with holes; else what is written
    TermId owner;       // Take: the player; invalid: nobody or chance
    OwnerKind owner_kind = OwnerKind::Player;
    TermId
        // Then, Until: over cells. Take: over cells and the option's registers; resolved per option
        condition;
    std::map<std::pair<std::uint32_t, std::uint32_t>, TermId>
        take;  // Take: (point, option) -> condition over its registers
    dsl::Span span;
};

struct Scenario {
    std::string name;
    Setup setup;
    std::vector<ScenarioStep> steps;
    ClauseId clause;
    dsl::Span span;
};

// A printed item: card, terrain, keyword.
struct PrintedItem {
    std::string name;
    std::string kind;
    Value identity = 0;  // its value in the enum of its kind
    TypeId identity_type;
    TermId functions;  // closed term: some object has it in function
    std::vector<ClauseId> clauses;
    dsl::Span span;
    // An item, by index, that nothing tells from this one, and that is laid out on screens in its place.
    std::optional<std::size_t> same_as = {};
};

// Something that can be understood in several ways: a line of printed text, or what a `reading` says. Which
// of them is in force is a variable (Variable::reading) that is open in every setup and that nothing writes;
// its type's values 0.. are the alternatives, its labels their names.
struct Reading {
    VarId variable;
    ClauseId clause;
    bool of_text = false;
    std::vector<std::string> texts = {};  // of a version: what each of them is called; else none
};

// The author or a library decides something that the source does not say. A rigid variable tells whether that
// is in force (Variable::is_rigid): 0 if it is, 1 if it is not.
struct Assumption {
    std::string name;  // in the spec: `gone_do_nothing`, or its words where it has none
    std::string text;  // what is assumed, in words
    std::vector<std::string> rows;
    dsl::Span span;
    VarId variable;  // invalid: nothing asks whether it is in force
    bool is_denied = false;
};

struct Expectation {
    std::string code;
    std::string status;  // or empty
    std::string about;   // or empty: a clause's or title's word
    dsl::Span span;
};

struct Acceptance {
    std::string finding;                  // which findings, as it is written: a fingerprint, or what follows
    std::string code = {};                // or empty
    std::vector<std::string> about = {};  // who takes part, and no card else
    std::size_t most = 0;                 // without these: how many there are at most
    std::string reason;
    dsl::Span span;
    std::string by = {};                  // who, or empty
    std::optional<dsl::Date> until = {};  // the last day on which it holds
    std::string digest = {};              // of what the clauses meant then, or empty: whatever they mean
};

}  // namespace errata::compiler
