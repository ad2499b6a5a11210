// Typed expressions to terms: definitions and phrases written out for their arguments (call by name, once for
// the same arguments), quantifiers bound. What a `can` or a computed value comes to is not known here:
// whoever makes terms brings the Answers.
#pragma once

#include <functional>
#include <set>

#include "compiler/resolve/reporter.h"
#include "compiler/terms/scope.h"

namespace errata::compiler {

// Binders within each other (the encoding knows levels up to 62). The highest is left to terms that are made
// to be looked at only.
inline constexpr std::uint32_t most_levels = 60;
inline constexpr Value spare_level = 62;

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
};

// How much has been written out, and how deep. Counted over a whole compilation: definitions and actions that
// use each other more than once grow beyond what anybody waits for.
class Effort {
public:
    explicit Effort(const Reporter& reporter);

    // For one more expression or statement. False, after saying so once, if there is no more room.
    bool has_room(dsl::Span span);
    // While it lasts, a definition or action is written out.
    class Deeper {
    public:
        explicit Deeper(Effort& effort) : effort_(effort) { ++effort_.depth_; }
        ~Deeper() { --effort_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

    private:
        Effort& effort_;
    };

private:
    const Reporter& reporter_;
    std::size_t room_ = 0;
    std::size_t depth_ = 0;
    dsl::Span outermost_;  // what stands in no definition or action
};

class Terms {
public:
    // `told_apart` gets the types whose objects are named or taken in their order.
    Terms(const typed::Program& program, const typed::Phrases& phrases, Model& model, Answers& answers,
          Effort& effort, const Reporter& reporter, std::set<TypeId>& told_apart)
        : program_(program),
          phrases_(phrases),
          model_(model),
          answers_(answers),
          effort_(effort),
          reporter_(reporter),
          told_apart_(told_apart) {}

    TypedTerm value(const typed::Expr& expr, const Scope& scope);
    TermId term(const typed::Expr& expr, const Scope& scope) { return value(expr, scope).term; }
    // The conjunction; true of none.
    TermId all(const std::vector<typed::Expr>& conditions, const Scope& scope);

    // What a binder ranges over here.
    TypeId domain(const typed::Domain& domain, const Scope& scope);

    // Binds an object to a new binder level of `scope`.
    TermId bind(Scope& scope, typed::LocalId local, const std::string& name, TypeId type);
    TermId cell(VarId var, std::vector<TermId> arguments);
    TermId table(TableId table, std::vector<TermId> arguments);
    TermId quantified(TermKind kind, std::vector<TermId> children, std::uint32_t level, TypeId domain);
    // Objects of kinds that come and go count only while they exist.
    TermId existing(TypeId domain, TermId object);
    TermId reg(std::uint32_t number, TypeId type);

    // The values of an action's roles, those left out at the end by their defaults.
    std::vector<TypedTerm> roles(ActionId action, const std::vector<typed::Expr>& args, const Scope& scope);
    // A definition for these arguments.
    TypedTerm definition(DefineId define, const std::vector<TypedTerm>& arguments, const Scope& scope);
    // The body of the phrase in a hole, with what it is given; null for a word or number.
    const typed::PhraseBody* filler(const Hole& hole, const std::vector<typed::Expr>& given,
                                    const Scope& scope) const;
    // Where the body of a phrase that fills a hole is read.
    template <class AnyScope>
    AnyScope inside_hole(const Hole& hole, const AnyScope& scope) const {
        AnyScope inner = inside(scope);
        for (const typed::LocalId word : {typed::this_local, typed::it_local}) {
            if (const Bound* const local = scope.find(word)) inner.locals.push_back(*local);
        }
        inner.holes = hole.holes;
        inner.printed = scope.printed;
        return inner;
    }

    // When a bearer's text is in function for `self`: it is there, and its kind says so.
    TermId functioning(const Bearer& bearer, TermId self, const Scope& scope);
    // `this` and `it`.
    void add_bearer(Scope& scope, const Bearer& bearer, TermId self);

    // Matches the brackets of an ability against given values: names are added to the scope, anything else
    // becomes an equality.
    TermId match(const std::vector<typed::Param>& params, const std::vector<TypedTerm>& values, Scope& scope);

    const Type& type(TypeId id) const { return model_.type(id); }
    TermPool& pool() { return model_.terms; }
    Model& model() { return model_; }
    const typed::Program& program() const { return program_; }
    const Names& names() const { return *program_.names; }
    void tell_apart(TypeId type) { told_apart_.insert(model_.types.base(type)); }

    // The type in which the agenda keeps a value: of a mortal kind, with `none`.
    TypeId kept(TypeId type) {
        if (type == names().vocabulary.number_type) return names().vocabulary.counter_type;
        return names().is_mortal(base_known(type)) ? model_.types.optional(type) : type;
    }

private:
    TypedTerm meaning(const typed::Expr& expr, const Scope& scope);
    TypedTerm local(const typed::Expr& expr, const Scope& scope);
    TypedTerm hole(const typed::Expr& expr, const Scope& scope);
    TypedTerm antecedent(const typed::Expr& expr, const Scope& scope);
    TypedTerm operation(const typed::Expr& expr, const Scope& scope);
    TypedTerm one_of(const typed::Expr& expr, const Scope& scope);
    TypedTerm set(const typed::Expr& expr, const Scope& scope);
    TypedTerm conditional(const typed::Expr& expr, const Scope& scope);
    TypedTerm quantifier(const typed::Expr& expr, const Scope& scope);
    TypedTerm path(const typed::Expr& expr, const Scope& scope);
    TypedTerm written_out(DefineId define, const std::vector<TypedTerm>& arguments, const Scope& scope);
    std::vector<TypedTerm> lifted(const std::vector<TypedTerm>& values, const Scope& scope,
                                  const std::function<TypedTerm(const std::vector<TypedTerm>&)>& body);
    std::vector<TypedTerm> values(const std::vector<typed::Expr>& exprs, const Scope& scope);
    std::vector<TermId> terms(const std::vector<typed::Expr>& exprs, const Scope& scope);
    void too_many_levels();
    TypedTerm truth(TermId term) const { return {term, names().vocabulary.bool_type}; }
    TypedTerm number(TermId term) const { return {term, names().vocabulary.number_type}; }
    TypeId base_known(TypeId type) const { return model_.types.base(type); }

    // What definitions were written out to.
    struct Inlined {
        DefineId define;
        std::uint32_t level = 0;
        std::vector<std::pair<TermId, TypeId>> arguments;
        friend auto operator<=>(const Inlined&, const Inlined&) = default;
    };

    const typed::Program& program_;
    const typed::Phrases& phrases_;
    Model& model_;
    Answers& answers_;
    Effort& effort_;
    const Reporter& reporter_;
    std::set<TypeId>& told_apart_;
    std::map<Inlined, TypedTerm> inlined_;
    dsl::Span at_;
};

}  // namespace errata::compiler
