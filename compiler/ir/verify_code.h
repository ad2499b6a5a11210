// The part of `verify` that looks at code: every tree ends where it must and only there, what it names
// exists.
#pragma once

#include "compiler/ir/verify_terms.h"

namespace errata::compiler {

class CodeVerifier {
public:
    CodeVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems);

    void verify_label(LabelId label);
    // A state check's body: may end the game, otherwise falls through; sees no registers.
    void verify_check(CodeId body, const std::string& what);

private:
    // `tail`: nothing follows. Returns whether every way through the code ends it.
    bool verify_node(CodeId id, bool tail);
    bool verify_children(const Code& node, bool tail);
    struct Shape;
    static Shape shape_of(const Code& node);
    void verify_shape(const Code& node, const Shape& shape);
    void verify_own(const Code& node);
    void verify_end(const Code& node, bool tail);
    void verify_write(const Code& node);
    void verify_register(const Code& node);
    void verify_forgotten(const Code& node);
    void verify_not_at_once(const std::string& what);
    // The children of an AnyOrder.
    void verify_instances(const Code& node);
    // The trigger and arguments of a Pend or Call.
    void verify_instance(const Code& node);
    void verify_domain(const Code& node, const std::string& what);
    TermPlace place(bool boolean) const;
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
