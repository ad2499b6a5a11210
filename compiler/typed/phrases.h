// Bodies of phrases, typed by their categories: for the kind of printed item whose text uses them, and for
// the types of what they are given where their category leaves that open. Each once for the same.
#pragma once

#include <deque>
#include <map>
#include <memory>
#include <tuple>

#include "compiler/typed/abilities.h"
#include "compiler/typed/instances.h"

namespace errata::compiler::typed {

// What a phrase stands for, in one such case.
struct PhraseBody {
    const ast::Item* item = nullptr;
    const Category* category = nullptr;
    std::vector<Binder> given;       // what it is handed over
    std::vector<Expr> value;         // of a condition or an expression: one, but for errors
    Block block;                     // of statements
    std::vector<Ability> abilities;  // of abilities
    std::vector<dsl::Diagnostic> problems;
    std::unique_ptr<const ast::Expr> written;  // of things: the condition that the value was made of
};

class Phrases {
public:
    explicit Phrases(const Typing& typing) : typing_(typing), instances_(typing) {}

    // A derivation in which every phrase has a tag of these `Phrases`: instances.h.
    std::vector<dsl::Derivation> instances_of(const dsl::Derivation& derivation, TypeId bearer) {
        return instances_.of(derivation, bearer);
    }
    const PhraseInstance& instance(std::size_t tag) const { return instances_[tag]; }
    const ast::Item& item(std::size_t tag) const { return *instances_[tag].item; }
    const Category& category(std::size_t tag) const;
    // The types whose values are things with fields.
    std::vector<TypeId> objects() const { return instances_.objects(); }
    TypeId base(TypeId type) const { return typing_.program.types.base(type); }
    std::string name(TypeId type) const { return typing_.program.types.name(base(type)); }

    // `bearer`: invalid for text that nobody bears. `given`: types of what is handed over; those that the
    // category states count more. Stays where it is as long as the object lives.
    const PhraseBody& body(std::size_t tag, PrintedId bearer, std::vector<TypeId> given);

    // One that has been typed.
    const PhraseBody& known(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) const;

    // All that have been typed.
    std::vector<const PhraseBody*> bodies() const;

    // The types of the names that a phrase introduces or refers back to.
    std::map<std::string, TypeId> antecedents_in(const ast::Item& phrase) const;

    // What is wrong with a phrase whoever bears it and whatever it is given.
    std::vector<dsl::Diagnostic> problems_in_all_cases(std::size_t written);

private:
    using Case = std::tuple<std::size_t, PrintedId, std::vector<TypeId>>;
    Case case_of(std::size_t tag, PrintedId bearer, std::vector<TypeId> given) const;
    PhraseBody typed_body(std::size_t tag, PrintedId bearer, const std::vector<TypeId>& given);
    PhraseNames names_in(std::size_t tag) const;
    std::vector<TypeId> assumed_types(const Category& category) const;

    const Typing& typing_;
    Instances instances_;
    std::map<Case, std::unique_ptr<PhraseBody>> known_;
};

}  // namespace errata::compiler::typed
