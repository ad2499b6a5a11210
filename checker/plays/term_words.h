// A term as somebody would say it at the table, in one state: "u1.at = table", "price of Giant <= coins".
// Objects that a quantifier or an option has picked are named. What has no such words is left to its cells.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "checker/fact.h"
#include "compiler/ir/evaluate_terms.h"

namespace errata::checker {

// Of a register in an option's guard: one of the option's values, or what its point keeps in it. Invalid: it
// is not known.
compiler::TypeId type_of_register(const compiler::Model& model, const compiler::PointOption& option,
                                  compiler::Value number);

// What stands between the sides of a comparison that is so, or is not, if that is wanted. Nothing: the term
// is none.
struct Sign {
    const char* as_written;
    const char* turned;  // the sides changed places
};
std::optional<Sign> sign_of(const compiler::Term& comparison, bool wanted);

class TermWords {
public:
    // `type_of`: of binders and registers in sight; an invalid type where it is not known.
    using TypeOf = std::function<compiler::TypeId(const compiler::Term&)>;
    TermWords(const compiler::Model& model, compiler::TermEvaluator& values, TypeOf type_of)
        : model_(model), values_(values), type_of_(std::move(type_of)) {}

    // That it is so, or is not, if that is wanted. Empty: it cannot be said in a few words.
    Phrase condition(compiler::TermId term, bool wanted = true) const;
    Phrase value(compiler::TermId term) const;
    // What the term is worth in the state; invalid type: a number.
    compiler::TypeId type(compiler::TermId term) const;

private:
    Phrase comparison(const compiler::Term& term, const Sign& sign) const;
    Phrase flag(compiler::TermId term, compiler::Value value) const;
    Phrase member(const compiler::Term& has, bool wanted) const;
    Phrase either(const compiler::Term& term, bool wanted) const;
    Phrase side(compiler::TermId term, compiler::TypeId other) const;
    static bool is_named(const compiler::Term& term);
    std::optional<Phrase> arguments(const compiler::Term& term, const std::vector<compiler::TypeId>& params,
                                    std::size_t first = 0) const;
    std::optional<Phrase> place(const compiler::Term& term) const;

    const compiler::Model& model_;
    compiler::TermEvaluator& values_;
    TypeOf type_of_;
};

}  // namespace errata::checker
