// Symbolic evaluation of IR terms, read off term_kinds.def and model.h independently of the reference
// evaluator. Quantifiers are unrolled, indices become case distinctions over the values they can take.
// Besides its value a term has side conditions: when it is undefined, which incidents are met on the way, and
// which outcomes nobody decides between. All respect the order of evaluation: what a conjunction never
// reaches is neither undefined nor met.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/smt/formula.h"
#include "compiler/smt/options.h"
#include "compiler/smt/term_facts.h"

namespace errata::compiler {

struct AtLeast;

// The members that a set may have are numbered from 0.
inline constexpr Value set_positions = 30;

// An incident met while a term is evaluated. An invalid incident stands for "this part is not analysed". The
// clause is that of the statement the term belongs to, or invalid: then it is that of whoever asked.
struct Met {
    Occurrence occurrence;
    Formula condition;  // given that the term is evaluated
};

class EquationsEncoder;
struct SolutionSet;

// An outcome that nobody decides is a variable of the transition, and this is what restricts it: where the
// term is reached, the outcome is one of those that are possible there, or stays what it was before. Encoding
// the term demands nothing yet, for only the path knows what came before: CodeEncoder::decide.
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
    // nothing else is asked are they certainly the same; beyond that CodeEncoder::decide compares.
    struct Asked {
        const SolutionSet* set = nullptr;
        Formula taken;
    };
    std::map<std::uint32_t, Asked> solutions;
};

class TermEncoder {
public:
    TermEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool);

    ~TermEncoder();
    // A new transition (or a new look at one state): forgets what the last one shared and all cached results.
    void begin(Undetermined& undetermined);
    // A look at one state in which nobody's outcomes are taken: a term that comes to one is undefined,
    // without a word but for what it meets there.
    void begin_undecided();

    Encoded encode(TermId term, const Surroundings& at);

    // Of a variable's cells the one at `arguments`; and whether the arguments are outside their types.
    Formula select(const Variable& variable, const std::vector<Formula>& arguments,
                   const std::vector<Formula>& cells);
    Formula outside(const std::vector<TypeId>& params, const std::vector<Formula>& arguments);
    // The cells a write may reach, each with the condition that it does.
    std::vector<std::pair<std::size_t, Formula>> candidates(const Variable& variable,
                                                            const std::vector<Formula>& arguments);

    Formula enabled(ClauseId clause);
    const std::vector<Formula>& clause_literals() const { return literals_; }

    std::uint64_t next_version() { return ++version_; }
    // The system's solutions in the state as it is, whatever is given of the system itself. What is met while
    // earlier systems are asked, and where these solutions are not analysed, is in `met`.
    struct Solved {
        const SolutionSet* set = nullptr;  // listed
        const SolutionSet* unlisted = nullptr;
        Formula stopped;  // the asking ends at an outcome that is not taken (begin_undecided)
        std::vector<Met> met;
        std::vector<Decision> decisions;
    };
    Solved solve(EquationsId system, const Surroundings& at);
    EquationsEncoder& equations() { return *equations_; }
    // The unknowns' values where `chosen`, by candidate, holds, or the backups; elsewhere they mean nothing.
    std::vector<Formula> values_in(const SolutionSet& set, const std::vector<Formula>& chosen);
    // These values are one of the solutions.
    Formula is_solution(const SolutionSet& set, const std::vector<Formula>& values);

    // Whether a number since the last question was too large to be analysed, which is then a reason.
    bool is_too_large();

    // The budget is used up (EncoderOptions): what is made from now on means nothing.
    bool gives_up();
    bool gave_up() const { return gave_up_; }

    void not_analysed(const std::string& reason) {
        if (!gave_up_) reasons_.insert(reason);
    }
    const std::set<std::string>& reasons() const { return reasons_; }

private:
    struct Key {
        std::uint32_t term;
        std::uint64_t version;
        std::vector<std::uint32_t> binders;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const;
    };
    // Children evaluated one after the other; what a child may do happens only if the ones before were
    // defined.
    struct InOrder {
        std::vector<Formula> values;
        Formula undefined;
        Formula unspoken;
        std::vector<Met> met;
        std::vector<Decision> decisions;
    };
    // What the enabled statements of an open function leave, by value of its type.
    struct Spoken {
        std::vector<Formula> allowed;
        std::vector<Formula> asked;                         // a positive statement that holds has this value
        std::vector<std::pair<ClauseId, Formula>> clauses;  // the statements that hold
    };
    // A system as the terms of one moment see it.
    struct Asked {
        Solved solved;
        GivenSystem values;
    };

    Key key(TermId id, const Surroundings& at) const;
    Encoded compute(TermId id, const Surroundings& at);
    Encoded unanalysed(const std::string& reason);
    Encoded leaf(Formula value) { return {value, pool_.truth(false), pool_.truth(false), {}, {}}; }
    InOrder start() { return {{}, pool_.truth(false), pool_.truth(false), {}, {}}; }
    void undefine(InOrder& order, Formula condition);
    static Encoded done(Formula value, InOrder order) {
        return {value, order.undefined, order.unspoken, std::move(order.met), std::move(order.decisions)};
    }
    void append(InOrder& order, const Encoded& next, Formula reached);
    void meet(InOrder& order, Occurrence occurrence, Formula condition);
    InOrder strictly(const Term& term, const Surroundings& at);
    Encoded strict(const Term& term, const Surroundings& at);
    Formula combine(const Term& term, const std::vector<Formula>& values);
    Encoded junction(const Term& term, const Surroundings& at);
    Encoded conditional(const Term& term, const Surroundings& at);
    Encoded quantifier(const Term& term, const Surroundings& at);
    Encoded reach(const Term& term, const Surroundings& at);
    Encoded lookup(const Term& term, const Surroundings& at);
    Encoded open(const Term& term, const Surroundings& at);
    Spoken speak(const OpenFunction& function, const Surroundings& inner, InOrder& order);
    struct Settled {
        Formula value;
        Formula contradictory;
        Formula gap;
    };
    Formula proposal(const OpenFunction& function, Formula several, const Surroundings& inner,
                     InOrder& order);
    Settled settle(const OpenFunction& function, const Spoken& spoken, const AtLeast& allowed,
                   Formula fallback);
    std::vector<Formula> possible_values(const Spoken& spoken, Formula contradictory);
    // What goes wrong in a statement is that statement's fault.
    void append_statement(InOrder& order, Encoded next, Formula reached, ClauseId clause);
    Formula decide(OpenId id, const std::vector<Formula>& arguments, Formula undecided,
                   std::vector<Formula> possible, InOrder& order);
    Encoded set_operation(const Term& term, const Surroundings& at);
    Formula undetermined(OpenId id, const std::vector<Formula>& arguments);
    Encoded unknown(const Term& term, const Surroundings& at);
    void append(InOrder& order, const Solved& solved);
    Encoded number_of_solutions(const Term& term, const Surroundings& at);
    const Asked& ask(EquationsId system, const Surroundings& at);

    template <class Leaf>
    Formula select_from(const std::vector<TypeId>& params, const std::vector<Formula>& arguments,
                        std::size_t index, std::size_t offset, const Leaf& leaf);

    const Model& model_;
    const EncoderOptions& options_;
    FormulaPool& pool_;
    std::vector<TermFact> facts_;
    std::vector<Formula> literals_;
    Undetermined* undetermined_ = nullptr;
    Undetermined untaken_;  // what nobody decides and nothing takes
    bool decides_ = true;
    std::unordered_map<Key, Encoded, KeyHash> cache_;
    std::map<std::pair<std::uint32_t, std::uint64_t>, Asked> asked_;  // by system and version
    std::unique_ptr<EquationsEncoder> equations_;
    std::uint64_t version_ = 0;
    std::size_t looks_ = 0;
    bool gave_up_ = false;
    std::set<std::string> reasons_;
    int depth_ = 0;  // open functions and systems in evaluation
};

// leaf(offset) at the offset that the arguments name; values that give the same result are tested together,
// the result of most values is the default. Anything at all if an argument is outside its type.
template <class Leaf>
Formula TermEncoder::select_from(const std::vector<TypeId>& params, const std::vector<Formula>& arguments,
                                 std::size_t index, std::size_t offset, const Leaf& leaf) {
    if (index == params.size()) return leaf(offset);
    const Type& type = model_.type(params[index]);
    ValueSet possible = pool_.values(arguments[index]).cut_to(type.lo, type.hi);
    std::vector<std::pair<Formula, std::vector<Value>>> groups;
    std::map<Formula, std::size_t> group_of;
    possible.for_each([&](Value v) {
        if (gives_up()) return;
        std::size_t at =
            offset * static_cast<std::size_t>(type.size()) + static_cast<std::size_t>(v - type.lo);
        Formula result = select_from(params, arguments, index + 1, at, leaf);
        const auto [group, is_new] = group_of.try_emplace(result, groups.size());
        if (is_new) groups.push_back({result, {}});
        groups[group->second].second.push_back(v);
    });
    if (groups.empty()) return pool_.constant(0);
    std::stable_sort(groups.begin(), groups.end(),
                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
    Formula result = groups.back().first;
    groups.pop_back();
    for (auto& [value, names] : groups) {
        std::vector<Formula> tests;
        for (Value v : names) tests.push_back(pool_.equal(arguments[index], v));
        result = pool_.ite(pool_.lor(tests), value, result);
    }
    return result;
}

}  // namespace errata::compiler
