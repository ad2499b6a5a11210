// The part of `verify` that looks at code: every node fits its place, and every tree ends where it must and
// only there.
#pragma once

#include "compiler/ir/verify_node.h"

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
    void bind(std::uint32_t level, TypeId type);
    void verify_rounds(const Code& node);
    void verify_instance_of_rounds(CodeId id);

    const Model& model_;
    TermVerifier& terms_;
    std::vector<std::string>& problems_;
    CodePlace place_;
    NodeVerifier nodes_;
};

}  // namespace errata::compiler
