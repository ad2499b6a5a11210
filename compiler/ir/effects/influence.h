// What code may change and what terms depend on, found once for each piece of code and term: whether what
// is known of a term is still known behind some code. For decrease.h.
#pragma once

#include <unordered_map>
#include <vector>

#include "compiler/ir/model.h"
#include "compiler/ir/walk.h"

namespace errata::compiler {

struct Touched {
    std::vector<std::size_t> variables;  // increasing
    std::vector<std::size_t> registers;  // increasing
    bool everything = false;             // or more than can be told

    bool meets(const Touched& other) const;
};

class Influence {
public:
    explicit Influence(const Model& model) : model_(model), read_(model.terms) {}

    // By the node and everything below it; what a Goto leads to is everything.
    const Touched& written_by(CodeId code);
    const Touched& read_by(TermId term);

private:
    const Model& model_;
    std::unordered_map<std::size_t, Touched> written_;
    TermFold<Touched> read_;
};

}  // namespace errata::compiler
