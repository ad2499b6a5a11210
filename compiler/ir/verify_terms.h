// The part of `verify` that looks at terms: the pool as such, and each term in its place.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

// The interval that every mention of a binder or register in a term assumes.
struct Assumed {
    Value lo = 0;
    Value hi = 0;
    bool bounded = true;
};

// What a term needs of its surroundings.
struct TermNeeds {
    std::map<std::uint32_t, Assumed> binders;    // by level, free ones
    std::map<std::uint32_t, Assumed> registers;  // by register
    std::uint32_t lowest_quantifier = 0xffffffffU;
};

// A term's surroundings: the types of the binders in scope by level (invalid: any value), and which registers
// may be read.
struct TermPlace {
    std::string what;  // "option \"pass\" of point movement"
    std::vector<TypeId> binders;
    bool any_register = false;
    std::map<std::uint32_t, TypeId> registers;
    bool boolean = false;  // must the value be 0 or 1?
    bool may_be_absent = false;
};

class TermVerifier {
public:
    TermVerifier(const Model& model, std::vector<std::string>& problems);

    // Every term of the pool by itself. False: ids are out of order, nothing else can be looked at.
    bool verify_pool();
    void verify(TermId term, const TermPlace& place);

private:
    void verify_alone(TermId id, const Term& term);
    void verify_range(TermId id, const Term& term);
    void verify_leaf(TermId id, const Term& term);
    void verify_arguments(TermId id, const Term& term, std::size_t count, const std::vector<TypeId>* params);
    void verify_interval(TermId id, const Term& term, TypeId type);
    const TermNeeds& needs(TermId term);
    TermNeeds combine(TermId id, const Term& term, std::vector<const TermNeeds*> children);
    // Does what is assumed of a term's own binder hold for its whole domain?
    void covers(TermId id, const Assumed& assumed, TypeId domain);
    void fits(const Assumed& assumed, TypeId type, const std::string& what);
    bool is_boolean(TermId id) const;
    void problem(TermId id, const std::string& text);

    const Model& model_;
    std::vector<std::string>& problems_;
    TermFold<TermNeeds> fold_;
};

}  // namespace errata::compiler
