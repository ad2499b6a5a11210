// The types of a game, each made once: `unit?`, `set of unit` and `0..8` are the same type wherever they are
// written. Ids are creation order. Append-only, but for what is found out about a type later on, and for what
// was made in vain.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/ir/type.h"

namespace errata::compiler {

class TypePool {
public:
    const Type& operator[](TypeId id) const { return types_[id.index]; }
    const Type& operator[](std::size_t i) const { return types_[i]; }
    Type& operator[](std::size_t i) { return types_[i]; }
    std::size_t size() const { return types_.size(); }
    const Type& front() const { return types_.front(); }
    auto begin() const { return types_.begin(); }
    auto end() const { return types_.end(); }

    TypeId add(Type type) {
        types_.push_back(std::move(type));
        return TypeId(types_.size() - 1);
    }
    void push_back(Type type) { add(std::move(type)); }
    // As if none had been added from this one on.
    void forget_from(std::size_t first);

    // The type with `none`; itself if it has it already.
    TypeId optional(TypeId base);
    // The type without `none`.
    TypeId base(TypeId id) const { return (*this)[id].base.is_valid() ? (*this)[id].base : id; }
    TypeId set_of(TypeId element);
    TypeId range(Value lo, Value hi);

    bool is_numeric(TypeId id) const {
        return (*this)[id].form == TypeForm::Range || (*this)[id].form == TypeForm::Counter;
    }
    // May a value of type `from` stand where `to` is wanted? `none` is a matter of values, not of types. An
    // invalid type fits everything: what is wrong with it has been said.
    bool fits(TypeId from, TypeId to) const;
    std::string name(TypeId id) const { return id.is_valid() ? (*this)[id].name : "?"; }
    // A value as the spec calls it: what has a label is a thing. Total.
    Phrase named(TypeId id, Value value) const;

private:
    std::vector<Type> types_;
    std::map<TypeId, TypeId> optional_of_;
    std::map<TypeId, TypeId> set_of_;
    std::map<std::pair<Value, Value>, TypeId> ranges_;
};

}  // namespace errata::compiler
