// What is in sight where a term is made, passed by value while lowering descends: the values of the typed
// tree's locals, what fills the holes of a phrase, how many binders are around.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/typed/phrases.h"
#include "dsl/phrases/derivation.h"

namespace errata::compiler {

struct TypedTerm {
    TermId term;
    TypeId type;
};

// What the holes of a phrase stand for. A phrase that fills one brings the holes of its own.
struct Holes;

struct Hole {
    const dsl::Derivation* filler = nullptr;
    std::shared_ptr<const Holes> holes;  // of a phrase
};

struct Holes {
    std::map<std::string, Hole> by_name;
    // Names of the phrase that stand for something a text refers back to, by number; nothing for what the
    // phrase introduces and no later word refers to.
    std::map<std::string, std::optional<std::size_t>> antecedents;
    dsl::Span words;  // that the phrase reads, where they are printed
};

struct Lending;

// An object that carries printed text, and which printed item it is.
struct Bearer {
    PrintedId printed;
    TypeId on;  // type of `this`
    TypeId of;  // type of `it`
    Value identity = 0;
    std::shared_ptr<const Lending> lent;  // of abilities that it has of another text: who lends them
};

// `for each u: w { l }` in the text of `by`: what is in the hole `l` is borne by each `u`, as long as the
// text is in function.
struct Lending {
    Bearer by;
    const typed::Ability* ability = nullptr;
    std::shared_ptr<const Holes> holes;
};

struct Bound {
    typed::LocalId local;
    std::string name;
    TypedTerm value;
};

// What a distribution gives to the objects of a kind: a table says it for a way to divide the amount, or
// sets of objects hold its binary digits.
struct SharesOfKind {
    TypeId kind;
    std::optional<TermId> split;
    TableId table;
    std::vector<TermId> digits;
};

struct Shares {
    typed::LocalId local;
    std::vector<SharesOfKind> kinds;
};

// A continuous effect that a computed value is asked without.
struct Unapplied {
    const typed::Ability* whole = nullptr;  // with all its parts
    ClauseId clause;
    std::optional<TypedTerm> bearer;
};

// A moment in a layer whose effects are applied one after the other: so many have had their turn, and perhaps
// one more is supposed to have.
struct LayerMoment {
    std::int64_t layer = 0;
    TermId turns;
    std::optional<TermId> supposed;
};

struct Scope {
    std::vector<Bound> locals;
    std::vector<Shares> shares;
    std::shared_ptr<const Holes> holes;
    PrintedId printed;                             // whose text this is; or invalid
    std::map<std::size_t, TypedTerm> antecedents;  // what the text introduced so far, by number
    std::uint32_t level = 0;                       // the next free binder level
    // Of the continuous effect whose condition this is: later layers have not been applied yet, nor has the
    // effect itself.
    std::int64_t layer = 0;
    std::optional<Unapplied> unapplied;
    std::optional<LayerMoment> moment;

    const Bound* find(typed::LocalId local) const {
        for (auto it = locals.rbegin(); it != locals.rend(); ++it) {
            if (it->local == local) return &*it;
        }
        return nullptr;
    }
    void add(typed::LocalId local, std::string name, TypedTerm value) {
        locals.push_back({local, std::move(name), value});
    }
};

// A place where nothing of here is in sight, as inside a definition, an action or a phrase.
template <class AnyScope>
AnyScope inside(AnyScope scope) {
    scope.locals.clear();
    scope.shares.clear();
    scope.holes = nullptr;
    scope.printed = {};
    return scope;
}

// Where the body of a phrase that fills a hole is read.
template <class AnyScope>
AnyScope inside_hole(const Hole& hole, const AnyScope& scope) {
    AnyScope inner = inside(scope);
    for (const typed::LocalId word : {typed::this_local, typed::it_local}) {
        if (const Bound* const local = scope.find(word)) inner.locals.push_back(*local);
    }
    inner.holes = hole.holes;
    inner.printed = scope.printed;
    return inner;
}

}  // namespace errata::compiler
