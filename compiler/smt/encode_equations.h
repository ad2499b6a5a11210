// The solutions of a system of equations as formulas, read off model.h. Every unknown is given a stand-in
// variable and every definition is encoded over these once. What then depends on what is known: where
// stand-ins depend on one another in circles, some are guessed, every combination of values being one
// candidate, and the others follow from them by putting definitions in the place of stand-ins. So a candidate
// is at most one solution, and no solution is missed. A system without a circle has one candidate; an
// inductive one has the least fixpoint, reached in at most as many rounds as it has unknowns.
//
// No decision is taken inside: a definition that meets an incident makes an assignment no solution, and
// whatever cannot be encoded makes the whole system `not analysed`. Earlier systems that this one reads must
// be given.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/smt/encode_terms.h"
#include "compiler/smt/feedback.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

struct SolutionSet {
    bool is_encoded = true;      // the definitions are
    bool is_analysed = true;     // the solutions are listed
    std::string reason;          // why they are not, unless it is a term's
    std::vector<Formula> holds;  // by candidate: it is one of the solutions that count
    Formula unsolved;            // there is no solution
    Formula none;                // nor are there backups
    Formula several;
    Formula beyond;                // more than most_solutions
    std::vector<Formula> backups;  // where unsolved and not none
    // By unknown: all arguments of the first family, then of the next; arguments as the cells of a variable.
    std::vector<Formula> stand_ins;
    std::vector<Formula> definitions;  // over the stand-ins, where `sound` holds
    Formula sound;                     // no definition is undefined, outside its type or undetermined
    Feedback dependencies;
    Formula preference;                       // over the stand-ins, where it counts; invalid without one
    Formula preferable;                       // it is defined and undetermined nowhere
    Formula competed;                         // a solution is preferable
    Formula best;                             // and this is the greatest preference of one
    std::vector<std::vector<Value>> guesses;  // by candidate, of the guessed unknowns
    std::vector<Formula> fixed;               // with one candidate: its values
};

// Calls visit(arguments) for every tuple, in the order of a variable's cells.
template <class Visit>
void for_each_tuple(const Model& model, const std::vector<TypeId>& params, Visit visit) {
    std::vector<Value> arguments = dsl::mapped(params, [&](TypeId param) { return model.type(param).lo; });
    for (bool more = true; more;) {
        visit(arguments);
        more = false;
        for (std::size_t i = params.size(); i-- > 0 && !more;) {
            const Type& type = model.type(params[i]);
            more = arguments[i] < type.hi;
            arguments[i] = more ? arguments[i] + 1 : type.lo;
        }
    }
}

// Further ones do not exist.
inline constexpr Value most_solutions = 100;

class EquationsEncoder {
public:
    EquationsEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool,
                     TermEncoder& terms);

    const SolutionSet& solutions(EquationsId system, const Surroundings& at);
    std::vector<Formula> values_in(const SolutionSet& set, const std::vector<Formula>& chosen);

    Formula is_solution(const SolutionSet& set, const std::vector<Formula>& values);

    // For systems too large to list: the values that follow from guessed ones; and that all equations hold
    // for them.
    struct Followed {
        std::vector<Formula> values;
        Formula is_solution;
    };
    Followed follow(const SolutionSet& set, const std::vector<Formula>& guessed);

private:
public:
    // The cells of these variables, and earlier systems.
    struct Reads {
        std::vector<VarId> variables;
        std::vector<std::uint32_t> systems;
    };
    const Reads& reads(EquationsId system);

private:
    struct Preference {
        Formula value;
        Formula defined;
    };
    std::vector<std::uint32_t> key(EquationsId system, const Surroundings& at);
    SolutionSet compute(EquationsId system, const Surroundings& at);
    bool is_too_large(const Equations& system) const;
    // True where the term is defined and takes no decision.
    Formula is_plain(const Encoded& encoded, SolutionSet& set);
    void define(EquationsId system, const Surroundings& at, SolutionSet& set);
    void back_up(EquationsId system, const Surroundings& at, SolutionSet& set);
    // All of a system's terms of one sort, encoded and clipped to their types, by unknown; and that all have
    // a value.
    Formula encode_all(const Equations& system, TermId Unknown::*which, const Surroundings& at,
                       SolutionSet& set, std::vector<Formula>& values);
    std::vector<std::vector<std::size_t>> dependencies(const SolutionSet& set) const;
    void enumerate(SolutionSet& set);
    void iterate(SolutionSet& set);
    std::vector<Formula> follow_chosen(const SolutionSet& set, const std::vector<Formula>& chosen);
    void prefer(SolutionSet& set, const std::vector<Preference>& preferences);
    const std::vector<Formula>& stand_ins(EquationsId system);
    // The formulas below these that depend on a stand-in, operands first.
    std::vector<Formula> dependents(const std::vector<Formula>& roots, const SolutionSet& set) const;

    const Model& model_;
    const EncoderOptions& options_;
    FormulaPool& pool_;
    TermEncoder& terms_;
    std::map<std::uint32_t, Reads> reads_;
    std::map<std::uint32_t, std::vector<Formula>> stand_ins_;
    std::map<std::vector<std::uint32_t>, SolutionSet> known_;
};

}  // namespace errata::compiler
