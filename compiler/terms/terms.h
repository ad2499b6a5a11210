// Typed expressions to terms: definitions and phrases written out for their arguments (call by name, once for
// the same arguments), quantifiers bound. What a `can` or a computed value comes to is not known here:
// whoever makes terms brings the Answers.
#pragma once

#include <functional>

#include "compiler/terms/effort.h"
#include "compiler/terms/maker.h"

namespace errata::compiler {

class Answers {
public:
    Answers() = default;
    Answers(const Answers&) = delete;
    Answers& operator=(const Answers&) = delete;
    virtual ~Answers() = default;

    // Whether nothing forbids the action with these roles.
    virtual TermId can(ActionId action, const std::vector<TypedTerm>& roles, const Scope& scope,
                       dsl::Span span) = 0;
    virtual TermId computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope& scope,
                            dsl::Span span) = 0;
    virtual TermId open(OpenId open, std::vector<TermId> arguments) = 0;
    // How many solutions the system of this unknown has.
    virtual TermId solutions(ComputedId what, dsl::Span span) = 0;
    // Whether all of the block can be carried out as the state is.
    virtual TermId payable(const typed::Block& block, const Scope& scope) = 0;
};

// A number in a text that a phrase hands to a place whose range does not have it.
struct SaidOutside {
    dsl::Span span;
    Value value = 0;
    TypeId range;
    TermId term;
};

class Terms : public TermMaker {
public:
    Terms(const typed::Program& program, const typed::Phrases& phrases, Model& model, Answers& answers,
          Effort& effort, const Reporter& reporter, std::map<TypeId, dsl::Span>& told_apart)
        : TermMaker(program, model, reporter, told_apart),
          phrases_(phrases),
          answers_(answers),
          effort_(effort) {}

    TypedTerm value(const typed::Expr& expr, const Scope& scope);
    TermId term(const typed::Expr& expr, const Scope& scope) { return value(expr, scope).term; }
    // The conjunction; true of none.
    TermId all(const std::vector<typed::Expr>& conditions, const Scope& scope);

    // What a binder ranges over here.
    TypeId domain(const typed::Domain& domain, const Scope& scope);

    // Each on its way into a place of its type; there may be fewer than places.
    std::vector<TypedTerm> arguments(const std::vector<typed::Expr>& exprs, const std::vector<TypeId>& params,
                                     const Scope& scope);
    const std::vector<SaidOutside>& said_outside() const { return said_outside_; }
    // The values of an action's roles, those left out at the end by their defaults.
    std::vector<TypedTerm> roles(ActionId action, const std::vector<typed::Expr>& args, const Scope& scope);
    // A definition for these arguments.
    TypedTerm definition(DefineId define, const std::vector<TypedTerm>& arguments, const Scope& scope);
    // The body of the phrase in a hole, with what it is given; null for a word or number.
    const typed::PhraseBody* filler(const Hole& hole, const std::vector<typed::Expr>& given,
                                    const Scope& scope) const;

    // When a bearer's text is in function for `self`: it is there, and its kind says so. Of abilities that
    // are lent: when somebody lends them.
    TermId functioning(const Bearer& bearer, TermId self, const Scope& scope);
    // When `lender` lends them to `self`.
    TermId lends(const Bearer& bearer, TermId lender, TermId self, const Scope& scope);
    // `this` and `it`.
    void add_bearer(Scope& scope, const Bearer& bearer, TermId self);

    // Matches the brackets of an ability against given values: names are added to the scope, anything else
    // becomes an equality.
    TermId match(const std::vector<typed::Param>& params, const std::vector<TypedTerm>& values, Scope& scope);

    // Values for use in a body that is written out for them in this scope: what they bind lies above what the
    // body binds around them.
    std::vector<TypedTerm> lifted(const std::vector<TypedTerm>& values, const Scope& scope,
                                  const std::function<TypedTerm(const std::vector<TypedTerm>&)>& body);

private:
    struct Meaning;
    TypedTerm meaning(const typed::Expr& expr, const Scope& scope);
    TypedTerm written_out(DefineId define, const std::vector<TypedTerm>& arguments, const Scope& scope);
    std::vector<TypedTerm> values(const std::vector<typed::Expr>& exprs, const Scope& scope);
    std::vector<TermId> terms(const std::vector<typed::Expr>& exprs, const Scope& scope);

    // What definitions were written out to.
    struct Inlined {
        DefineId define;
        std::uint32_t level = 0;
        std::vector<std::pair<TermId, TypeId>> arguments;
        friend auto operator<=>(const Inlined&, const Inlined&) = default;
    };

    const typed::Phrases& phrases_;
    Answers& answers_;
    Effort& effort_;
    std::map<Inlined, TypedTerm> inlined_;
    std::vector<SaidOutside> said_outside_;
};

}  // namespace errata::compiler
