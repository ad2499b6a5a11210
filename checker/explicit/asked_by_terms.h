// Which readings terms ask in states. That goes by the cells that a term may read, and few combinations of
// their values occur in a search, so each is evaluated once and remembered. For one thread.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class AskedByTerms {
public:
    // The evaluator must outlive it.
    AskedByTerms(const compiler::Evaluator& evaluator, const std::vector<compiler::TermId>& terms);

    // Adds what any of them asks in the state.
    void add(const compiler::State& state, compiler::ReadingSet& asked);

private:
    struct Asked {
        compiler::TermId term;
        std::vector<std::size_t> cells;                               // that it may read
        std::unordered_map<std::string, compiler::ReadingSet> known;  // by their values
    };

    const compiler::Evaluator& evaluator_;
    std::vector<Asked> terms_;
    std::string values_;
};

}  // namespace errata::checker
