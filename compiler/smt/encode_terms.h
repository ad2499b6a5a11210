// Symbolic evaluation of IR terms, read off term_kinds.def and model.h independently of the reference evaluator. Quantifiers are
// unrolled, indices become case distinctions over the values they can take. Besides its value a term has side
// conditions: when it is undefined, and which undetermined predicates are met on the way. Both respect the order of
// evaluation: what a conjunction never reaches is neither undefined nor met.
#pragma once

#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/smt/formula.h"
#include "compiler/smt/options.h"
#include "compiler/smt/term_facts.h"

namespace errata::compiler {

// An incident met while a term is evaluated. An invalid incident stands for "this part is not analysed". The clause is that
// of the statement the term belongs to, or invalid: then it is that of whoever asked.
struct Met {
    Occurrence occurrence;
    Formula condition;  // given that the term is evaluated
};

struct Encoded {
    Formula value;
    Formula undefined;
    Formula unspoken;  // undefined, and no statement's fault: that of whoever asked
    std::vector<Met> met;
};

// Where a term is evaluated. `version` is equal only for equal cells.
struct Surroundings {
    const std::vector<Formula>& cells;
    const std::vector<Formula>& binders;
    std::uint64_t version;
};

// What one transition shares: an undetermined atom has one value throughout.
struct Undetermined {
    std::map<std::pair<std::uint32_t, std::vector<Value>>, Formula> atoms;
};

class TermEncoder {
public:
    TermEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool);

    // A new transition (or a new look at one state): forgets the undetermined atoms and all cached results.
    void begin(Undetermined& undetermined);

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
    void not_analysed(const std::string& reason) { reasons_.insert(reason); }
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
    // Children evaluated one after the other; what a child may do happens only if the ones before were defined.
    struct InOrder {
        std::vector<Formula> values;
        Formula undefined;
        Formula unspoken;
        std::vector<Met> met;
    };

    Key key(TermId id, const Surroundings& at) const;
    Encoded compute(TermId id, const Surroundings& at);
    Encoded unanalysed(const std::string& reason);
    Encoded leaf(Formula value) { return {value, pool_.truth(false), pool_.truth(false), {}}; }
    InOrder start() { return {{}, pool_.truth(false), pool_.truth(false), {}}; }
    void undefine(InOrder& order, Formula condition);
    static Encoded done(Formula value, InOrder order) {
        return {value, order.undefined, order.unspoken, std::move(order.met)};
    }
    void append(InOrder& order, const Encoded& next, Formula reached);
    InOrder strictly(const Term& term, const Surroundings& at);
    Encoded strict(const Term& term, const Surroundings& at);
    Formula combine(const Term& term, const std::vector<Formula>& values);
    Encoded junction(const Term& term, const Surroundings& at);
    Encoded conditional(const Term& term, const Surroundings& at);
    Encoded quantifier(const Term& term, const Surroundings& at);
    Encoded reach(const Term& term, const Surroundings& at);
    Encoded lookup(const Term& term, const Surroundings& at);
    Encoded open(const Term& term, const Surroundings& at);
    Encoded set_operation(const Term& term, const Surroundings& at);
    Formula undetermined(OpenId id, const std::vector<Formula>& arguments);

    template <class Leaf>
    Formula select_from(const std::vector<TypeId>& params, const std::vector<Formula>& arguments,
                        std::size_t index, std::size_t offset, const Leaf& leaf);

    const Model& model_;
    const EncoderOptions& options_;
    FormulaPool& pool_;
    std::vector<TermFact> facts_;
    std::vector<Formula> literals_;
    Undetermined* undetermined_ = nullptr;
    std::unordered_map<Key, Encoded, KeyHash> cache_;
    std::uint64_t version_ = 0;
    std::set<std::string> reasons_;
    int depth_ = 0;  // open predicates in evaluation
};

}  // namespace errata::compiler
