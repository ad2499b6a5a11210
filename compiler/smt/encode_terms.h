// Symbolic evaluation of IR terms, read off term_kinds.def and model.h independently of the reference
// evaluator. Quantifiers are unrolled, indices become case distinctions over the values they can take.
// Besides its value a term has side conditions: when it is undefined, which incidents are met on the way, and
// which outcomes nobody decides between. All respect the order of evaluation: what a conjunction never
// reaches is neither undefined nor met.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/smt/encoding_limits.h"
#include "compiler/smt/formula.h"
#include "compiler/smt/solution_set.h"

namespace errata::compiler {

// The members that a set may have are numbered from 0.
inline constexpr Value set_positions = 30;

// An incident met while a term is evaluated. An invalid incident stands for "this part is not analysed". The
// clause is that of the statement the term belongs to, or invalid: then it is that of whoever asked.
struct Met {
    Occurrence occurrence;
    Formula condition;  // given that the term is evaluated
};

// An outcome that nobody decides is a variable of the transition, and this is what restricts it: where the
// term is reached, the outcome is one of those that are possible there, or stays what it was before. Encoding
// the term demands nothing yet, for only the path knows what came before: decide in encode_code.cpp.
struct Decision {
    Formula asked;                   // given that the term is evaluated: it comes to the question
    Formula undecided;               // and nobody decides
    bool is_solution = false;        // of a system of equations; else the value of an open function
    std::uint32_t index = 0;         // of the system or function
    std::vector<Formula> arguments;  // of the function
    std::vector<Formula> outcome;    // the value; the unknowns' values
    Formula taken;                   // which of the possible ones: first, first + 1, ...
    Value first = 0;
    std::shared_ptr<const std::vector<Formula>> possible;  // by position
    const SolutionSet* solutions = nullptr;
};

struct Encoded {
    Formula value;
    Formula undefined;
    Formula unspoken;  // undefined, and no statement's fault: that of whoever asked
    std::vector<Met> met;
    std::vector<Decision> decisions;
};

// The unknowns of a system whose values are known where a term is evaluated.
struct GivenSystem {
    std::vector<Formula> values;
    Formula missing;  // there are none: asking is undefined
};
using Given = std::map<std::uint32_t, GivenSystem>;  // by system

// Where a term is evaluated. `version` is equal only for equal cells and equal given unknowns.
struct Surroundings {
    const std::vector<Formula>& cells;
    const std::vector<Formula>& binders;
    std::uint64_t version;
    const Given& given;
};

// What one transition shares: the outcomes that nobody decides.
struct Undetermined {
    // The value of an open function, by function and arguments.
    std::map<std::pair<std::uint32_t, std::size_t>, Formula> atoms;
    // Of a system with several solutions: what was asked last, and which one was taken. Only as long as
    // nothing else is asked are they certainly the same; beyond that decide in encode_code.cpp compares.
    struct Asked {
        const SolutionSet* set = nullptr;
        Formula taken;
    };
    std::map<std::uint32_t, Asked> solutions;
};

// The system's solutions in the state as it is, whatever is given of the system itself. What is met while
// earlier systems are asked, and where these solutions are not analysed, is in `met`.
struct SolvedSystem {
    const SolutionSet* set = nullptr;  // listed
    const SolutionSet* unlisted = nullptr;
    Formula stopped;  // the asking ends at an outcome that is not taken (begin_undecided)
    std::vector<Met> met;
    std::vector<Decision> decisions;
};

// A system as the terms of one moment see it.
struct AskedSystem {
    SolvedSystem solved;
    GivenSystem values;
};

// What the encoding asks about every term of a model before it unrolls any: which binders it leaves open,
// whether it reads the state, and how many instances unrolling it makes. Computed once per model, in the
// order of the pool.
struct TermFact {
    std::uint64_t open_binders = 0;  // bit per level
    bool reads_state = false;
    double cost = 1;  // instances after unrolling; statements of open predicates not counted
};

std::vector<TermFact> term_facts(const Model& model);

// What a term was encoded for: `version` only where it reads the state, and the binders that it speaks of.
struct TermKey {
    std::uint32_t term;
    std::uint64_t version;
    std::vector<std::uint32_t> binders;
    friend bool operator==(const TermKey&, const TermKey&) = default;
};
struct TermKeyHash {
    std::size_t operator()(const TermKey& key) const;
};

// What the terms of one model are encoded with, in one pool; everything below is a free function over it.
struct TermEncoding {
    const Model& model;
    const EncoderOptions& options;
    FormulaPool& pool;
    EncodingLimits limits{options, pool};
    std::vector<TermFact> facts = term_facts(model);
    // Of the transition, or the look at one state, under way.
    Undetermined* undetermined = nullptr;
    Undetermined untaken = {};  // what nobody decides and nothing takes
    bool decides = true;
    std::unordered_map<TermKey, Encoded, TermKeyHash> cache = {};
    std::map<std::pair<std::uint32_t, std::uint64_t>, AskedSystem> asked = {};  // by system and version
    SystemsKnown systems = {};
    std::uint64_t version = 0;
    int depth = 0;  // open functions and systems in evaluation
};

// A new transition (or a new look at one state): forgets what the last one shared and all cached results.
void begin(TermEncoding& t, Undetermined& undetermined);
// A look at one state in which nobody's outcomes are taken: a term that comes to one is undefined,
// without a word but for what it meets there.
void begin_undecided(TermEncoding& t);
inline std::uint64_t next_version(TermEncoding& t) { return ++t.version; }

Encoded encode(TermEncoding& t, TermId term, const Surroundings& at);
Formula enabled(TermEncoding& t, ClauseId clause);
SolvedSystem solve(TermEncoding& t, EquationsId system, const Surroundings& at);

// Of a variable's cells the one at `arguments`; and whether the arguments are outside their types.
Formula select(TermEncoding& t, const Variable& variable, const std::vector<Formula>& arguments,
               const std::vector<Formula>& cells);
Formula outside(TermEncoding& t, const std::vector<TypeId>& params, const std::vector<Formula>& arguments);
// The cells a write may reach, each with the condition that it does.
std::vector<std::pair<std::size_t, Formula>> candidates(TermEncoding& t, const Variable& variable,
                                                        const std::vector<Formula>& arguments);

}  // namespace errata::compiler
