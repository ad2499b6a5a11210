// The part of `verify` that looks at one node of code in its place: it has as many terms and children as its
// kind, and what it names exists. What its children are is left to CodeVerifier.
#pragma once

#include <span>

#include "compiler/ir/verify_terms.h"

namespace errata::compiler {

// How many terms and children a node of a kind has.
struct CodeShape {
    std::size_t terms = 0;
    std::size_t least = 0;  // children
    std::size_t most = 0;
    bool ends = false;  // nothing runs behind it
};

CodeShape shape_of(const Code& node);

// A Rounds that may be gone on with.
struct OpenRounds {
    std::uint32_t level = 0;
    std::size_t values = 0;
};

// What stands around a node.
struct CodePlace {
    std::string what;  // the label, or the state check
    bool in_check = false;
    std::size_t simultaneous = 0;    // blocks around
    std::vector<TypeId> binders;     // in scope, by level
    std::vector<OpenRounds> rounds;  // whose instance has nothing more to do behind the node

    TermPlace of_terms(bool boolean) const;
};

class NodeVerifier {
public:
    // All of them have to outlive it; `place` is where the next node stands.
    NodeVerifier(const Model& model, TermVerifier& terms, const CodePlace& place,
                 std::vector<std::string>& problems)
        : model_(model), terms_(terms), place_(place), problems_(problems) {}

    void verify(const Code& node, const CodeShape& shape);
    // A node that ends the code, or a round. `tail`: nothing follows.
    void verify_end(const Code& node, bool tail);
    void verify_domain(const Code& node, const std::string& what);
    void problem(const std::string& text) { problems_.push_back(place_.what + ": " + text); }

private:
    void verify_shape(const Code& node, const CodeShape& shape);
    void verify_own(const Code& node);
    void verify_write(const Code& node);
    void verify_register(const Code& node);
    void verify_forgotten(const Code& node);
    void verify_not_at_once(const std::string& what);
    // Those of an AnyOrder or a Rounds.
    void verify_instances(const Code& node, std::span<const CodeId> instances);
    // The trigger and arguments of a Pend or Call.
    void verify_instance(const Code& node);
    void exists(std::uint32_t index, std::size_t count, const std::string& what);

    const Model& model_;
    TermVerifier& terms_;
    const CodePlace& place_;
    std::vector<std::string>& problems_;
};

}  // namespace errata::compiler
