// Who could bring about what never comes: the clauses that change what a condition reads.
#pragma once

#include <optional>
#include <vector>

#include "checker/fact.h"
#include "compiler/ir/model.h"

namespace errata::checker {

// In the order of the clauses; without what only begins anew with the life of an object.
std::vector<compiler::ClauseId> writers_of(const compiler::Model& model, compiler::TermId condition);

// What is said of them, if they are few: that they alone change it, or that nothing does.
struct FewWriters {
    std::vector<compiler::ClauseId> clauses;  // but for the frame in which everything happens
    Facts facts;
};
FewWriters few_writers_of(const compiler::Model& model, compiler::TermId condition);

// By variable: does any code change it, and does any make it something else than 0? And who changes what to
// what, as far as it is written out. (A ModelFact.)
struct WrittenVariables {
    explicit WrittenVariables(const compiler::Model& model);
    std::vector<bool> written;
    std::vector<bool> raised;
    struct Write {
        std::vector<std::optional<compiler::Value>> arguments;  // nothing: any
        std::optional<compiler::Value> value;
    };
    std::vector<std::vector<Write>> writes;

    // Some code may give this cell of the variable the value.
    bool may_become(compiler::VarId variable, const std::vector<compiler::Value>& arguments,
                    compiler::Value value) const;
};

// Nothing ever changes what the condition asks for.
bool is_fixed(const compiler::Model& model, const WrittenVariables& changing, compiler::TermId condition);

}  // namespace errata::checker
