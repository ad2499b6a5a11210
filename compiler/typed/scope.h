// The names in sight at one place of a spec, passed by value while typing descends; and what typing has at
// hand everywhere.
#pragma once

#include <map>
#include <set>

#include "compiler/resolve/reporter.h"
#include "compiler/typed/program.h"

namespace errata::compiler::typed {

// What fills a hole of a phrase, as far as its category tells.
struct HoleKind {
    const Category* category = nullptr;  // null: a number
};

// The holes of a phrase, and the names of what its text introduces or refers back to.
struct PhraseNames {
    std::map<std::string, HoleKind> holes;
    std::map<std::string, TypeId> antecedents;
};

// What a distribution gives to each: `name(x)`.
struct SharesInSight {
    std::string name;
    LocalId local;
    std::vector<TypeId> kinds;  // of those who may get some
};

struct Scope {
    std::vector<InSight> locals;          // innermost last
    std::vector<SharesInSight> shares;    // likewise
    const PhraseNames* phrase = nullptr;  // inside a phrase

    const InSight* find(const std::string& name) const {
        for (auto it = locals.rbegin(); it != locals.rend(); ++it) {
            if (it->name == name) return &*it;
        }
        return nullptr;
    }
    const HoleKind* hole(const std::string& name) const {
        if (!phrase) return nullptr;
        const auto found = phrase->holes.find(name);
        return found == phrase->holes.end() ? nullptr : &found->second;
    }
    bool is_antecedent(const std::string& name) const {
        return phrase && phrase->antecedents.count(name) > 0;
    }
};

// One round of typing: where it takes names from, what it adds to, where it reports.
struct Typing {
    const Names& names;
    Program& program;
    const Reporter& reporter;

    LocalId new_local() const { return LocalId(program.locals++); }
    LocalId add(Scope& scope, const std::string& name, TypeId type) const {
        const LocalId local = new_local();
        scope.locals.push_back({name, local, type});
        return local;
    }
    const Type& type(TypeId id) const { return program.types[id]; }
    TypeId bool_type() const { return names.vocabulary.bool_type; }
    TypeId number_type() const { return names.vocabulary.number_type; }
};

// `this` and `it` of printed text.
void add_bearer(Scope& scope, const Printed& printed);

}  // namespace errata::compiler::typed
