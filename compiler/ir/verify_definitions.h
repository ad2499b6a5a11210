// The part of `verify` that looks at what stands behind names: the statements of open functions and the
// systems of equations.
#pragma once

#include "compiler/ir/verify_terms.h"

namespace errata::compiler {

class DefinitionVerifier {
public:
    DefinitionVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems)
        : model_(model), terms_(terms), problems_(problems) {}

    void verify();

private:
    void open_function(const OpenFunction& open);
    void unknown(const Unknown& unknown);
    // Each unknown belongs to one system, and they stand in order.
    bool systems_cover_the_unknowns();
    void system(EquationsId id);
    void inductive(EquationsId id);
    // Asking an open function must not lead back to it.
    void open_functions_terminate();
    void term(TermId id, const std::string& what, const std::vector<TypeId>& binders, bool boolean = false);
    void problem(const std::string& text) { problems_.push_back(text); }

    const Model& model_;
    TermVerifier& terms_;
    std::vector<std::string>& problems_;
};

}  // namespace errata::compiler
