// The part of `verify` that looks at code: every tree ends where it must and only there, what it names
// exists, turn and agenda items do not wander into each other's points, and no chain of Gotos comes back
// without a stop.
#pragma once

#include "compiler/ir/verify_terms.h"

namespace errata::compiler {

class CodeVerifier {
public:
    CodeVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems);

    void verify_label(LabelId label);
    // A state check's body: may end the game, otherwise falls through; sees no registers.
    void verify_check(CodeId body, const std::string& what);
    void verify_gotos();
    // What code started at points of the turn (control) and of agenda items may do.
    void verify_frames();

private:
    // `tail`: nothing follows. Returns whether every way through the code ends it.
    bool verify_node(CodeId id, bool tail);
    bool verify_children(const Code& node, bool tail);
    bool verify_leaf(const Code& node, bool tail);
    void verify_write(const Code& node);
    // The children of an AnyOrder.
    void verify_instances(const Code& node);
    // The trigger and arguments of a Pend or Call.
    void verify_instance(const Code& node);
    void verify_domain(const Code& node, const std::string& what);
    void verify_reached(LabelId label, bool control);
    TermPlace place(bool boolean) const;
    void arity(const Code& node, std::size_t terms, std::size_t least, std::size_t most);
    void exists(std::uint32_t index, std::size_t count, const std::string& what);
    void problem(const std::string& text) { problems_.push_back(what_ + ": " + text); }

    const Model& model_;
    TermVerifier& terms_;
    std::vector<std::string>& problems_;
    std::string what_;
    bool in_check_ = false;
    std::size_t simultaneous_ = 0;  // blocks around
    std::vector<TypeId> binders_;   // in scope, by level
};

}  // namespace errata::compiler
