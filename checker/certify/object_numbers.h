// The objects of all interchangeable kinds of a model, numbered through: what the second look at sameness
// calls them, whatever their names.
#pragma once

#include <cstdint>
#include <vector>

#include "compiler/ir/model.h"

namespace errata::checker {

// A number that is the same for all objects, or the object's number; objects of all kinds are numbered
// through.
struct ObjectToken {
    bool is_object = false;
    compiler::Value value = 0;
};

// By object: what is known of it, whatever its name.
using Profiles = std::vector<std::uint64_t>;

class ObjectNumbers {
public:
    explicit ObjectNumbers(const compiler::Model& model);

    // No kind is interchangeable.
    bool is_empty() const { return kinds_.empty(); }
    const std::vector<compiler::TypeId>& kinds() const { return kinds_; }
    // Of a type, or of what it is optional for; -1: it is none.
    std::int32_t kind_of(compiler::TypeId type) const;
    std::size_t first(std::size_t kind) const { return first_[kind]; }
    std::size_t end(std::size_t kind) const { return first_[kind + 1]; }

    ObjectToken token(compiler::TypeId type, compiler::Value value) const;
    // Within its kind.
    compiler::Value name_of(std::size_t object) const;
    // Nothing is known but of what kind each is.
    Profiles strangers() const;

private:
    const compiler::Model& model_;
    std::vector<compiler::TypeId> kinds_;
    std::vector<std::size_t> first_{0};  // by kind: number of its first object; and behind the last one
};

}  // namespace errata::checker
