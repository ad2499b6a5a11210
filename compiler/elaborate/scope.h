// The names in sight at one place of a spec, passed by value while elaboration descends.
//   locals     what a name means here, innermost last
//   live       the registers that hold something the rest of the frame may read
//   level      the next free binder level (Bound terms); binders do not survive a stop or a label, registers
//              do
#pragma once

#include <string>
#include <vector>

#include "compiler/elaborate/world.h"

namespace errata::compiler {

// Names that no spec can give are the kernel's own.
inline bool is_internal(const std::string& name) { return name.starts_with('('); }

struct Scope {
    std::vector<Local> locals;
    std::vector<BinderRegister> live;
    std::shared_ptr<const Holes> holes;
    std::map<std::size_t, Typed>
        antecedents;  // what the text introduced so far, by position in World::antecedents
    std::uint32_t level = 0;
    std::uint32_t next_register = 0;
    ClauseId clause;
    bool control = true;
    Stage stage = Stage::Turn;
    std::string place;
    // Of the continuous effect whose condition this is: later layers have not been applied yet, nor has the
    // effect itself.
    std::int64_t layer = 0;
    std::optional<Unapplied> unapplied;
    bool may_cancel = false;  // the effect of what is played before an event
    // Of the event under way: by World::recurring, which instances have replaced it (a set of bearers, or a
    // truth value). Empty: none.
    std::vector<TermId> replaced;
    std::vector<const PlacedAbility*> inlined;  // replacements whose bodies are being written out around here
    bool ends_event = false;                    // behind this statement nothing is left of the event's item
    // Loops under way in this frame that remember who is still to come: the kind, and the register of the
    // set.
    std::vector<std::pair<TypeId, std::uint32_t>> to_come;
    bool indivisible = false;  // asked about stops: as part of something without any

    const Local* find(const std::string& name) const {
        for (auto it = locals.rbegin(); it != locals.rend(); ++it) {
            if (it->name == name) return &*it;
        }
        return nullptr;
    }
    void add(std::string name, Typed value) { locals.push_back({std::move(name), value}); }

    // A place where nothing of here is in sight but `this` and `it`, as inside a definition, an action or a
    // phrase.
    Scope inside() const {
        Scope inner = *this;
        inner.locals.clear();
        inner.holes = nullptr;
        return inner;
    }
};

}  // namespace errata::compiler
