// What a state lacks for a condition, in words: "coins >= 5 (coins is 2, never above 3)". The last part of
// near_question, which finds the state.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "checker/near/failing_parts.h"
#include "checker/plays/term_words.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

// A condition taken apart: values to be picked, and what has to be so of them.
struct Conditions {
    std::vector<std::pair<std::uint32_t, compiler::TypeId>> picked;  // by binder level
    std::vector<compiler::TermId> conjuncts;
};
void take_apart(const compiler::TermPool& terms, compiler::TermId id, Conditions& into);

// Behind numbers that have no name.
inline constexpr std::string_view worked_out = " (as it is worked out there)";

using Picks = std::vector<compiler::Value>;  // for `picked`, in order

// Before each conjunct, for those beside it use the same levels.
void bind_picks(compiler::TermEvaluator& terms, const Conditions& conditions, const Picks& picks);

// How far the sides of comparisons go in all states asked about, for the picks they were asked for.
class SideRanges {
public:
    SideRanges(const compiler::Model& model, compiler::TermEvaluator& terms) : model_(model), terms_(terms) {}

    // The sides as they are in the state that the evaluator looks at.
    void note(const std::vector<compiler::TermId>& conjuncts, const Picks& picks);
    // The lowest and the highest value of a side, if it was noted.
    std::optional<std::pair<compiler::Value, compiler::Value>> of(compiler::TermId side,
                                                                  const Picks& picks) const;

    // All of its values, if they are few.
    std::optional<std::set<compiler::Value>> all_of(compiler::TermId side, const Picks& picks) const;

private:
    static constexpr std::size_t few = 5;

    const compiler::Model& model_;
    compiler::TermEvaluator& terms_;
    std::map<std::pair<compiler::TermId, Picks>, std::pair<compiler::Value, compiler::Value>> ranges_;
    std::map<std::pair<compiler::TermId, Picks>, std::set<compiler::Value>>
        values_;  // one more than few: many
};

class MissWords {
public:
    // `option`: whose guard the condition is, or null. `terms` looks at the state; all must outlive this.
    MissWords(const Conditions& conditions, const compiler::PointOption* option,
              const compiler::Effects& effects, const SideRanges& ranges, compiler::TermEvaluator& terms)
        : conditions_(conditions), option_(option), effects_(effects), ranges_(ranges), terms_(terms) {}

    // Of conjuncts that do not hold for these picks; empty: they cannot be said.
    Phrase of(const std::vector<compiler::TermId>& missing, const Picks& picks);

private:
    void add(const FailingPart& part, std::vector<Phrase>& parts);
    Phrase values(const TermWords& words, const FailingPart& part) const;
    Phrase compared(const TermWords& words, const FailingPart& part) const;
    Phrase ends(const TermWords& words, compiler::TermId way) const;
    void note_pick(compiler::TypeId type, compiler::Value value);
    compiler::TypeId type_of(const FailingPart& part, const compiler::Term& leaf) const;

    const Conditions& conditions_;
    const compiler::PointOption* option_;
    const compiler::Effects& effects_;
    const SideRanges& ranges_;
    compiler::TermEvaluator& terms_;
    Picks picks_;
    std::vector<Phrase> told_picks_;
};

}  // namespace errata::checker
