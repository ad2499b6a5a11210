// Terms of one model that need no expression: what is stored, registers, binders, quantifiers over terms.
#pragma once

#include <map>

#include "compiler/resolve/reporter.h"
#include "compiler/terms/scope.h"

namespace errata::compiler {

// Binders within each other (the encoding knows levels up to 62). The highest is left to terms that are made
// to be looked at only.
inline constexpr std::uint32_t most_levels = 60;
inline constexpr Value spare_level = 62;

class TermMaker {
public:
    // `told_apart` gets the types whose objects are named or taken in their order, and where.
    TermMaker(const typed::Program& program, Model& model, const Reporter& reporter,
              std::map<TypeId, dsl::Span>& told_apart)
        : program_(program), model_(model), reporter_(reporter), told_apart_(told_apart) {}

    // Binds an object to a new binder level of `scope`.
    TermId bind(Scope& scope, typed::LocalId local, const std::string& name, TypeId type);
    TermId cell(VarId var, std::vector<TermId> arguments);
    TermId table(TableId table, std::vector<TermId> arguments);
    TermId quantified(TermKind kind, std::vector<TermId> children, std::uint32_t level, TypeId domain);
    // Objects of kinds that come and go count only while they exist.
    TermId existing(TypeId domain, TermId object);
    TermId reg(std::uint32_t number, TypeId type);
    // A value on its way into something of this type: a number outside a declared range is an error of the
    // play.
    TermId within(TermId value, TypeId type);

    TermPool& pool() { return model_.terms; }
    Model& model() { return model_; }
    const typed::Program& program() const { return program_; }
    const Names& names() const { return *program_.names; }
    void tell_apart(TypeId type, dsl::Span where) { told_apart_.emplace(model_.types.base(type), where); }

protected:
    const Reporter& reporter() const { return reporter_; }
    // Errors are about this from now on.
    void speak_of(dsl::Span span) { at_ = span; }
    void too_many_levels();

private:
    const typed::Program& program_;
    Model& model_;
    const Reporter& reporter_;
    std::map<TypeId, dsl::Span>& told_apart_;
    dsl::Span at_;
};

// How much an object of the kind gets of what is distributed.
TermId share(TermMaker& terms, const SharesOfKind& shares, TermId object);

// The type in which the agenda keeps a value: of a mortal kind, with `none`.
TypeId kept(TermMaker& terms, TypeId type);

}  // namespace errata::compiler
