// Options that take one of several twins lead to the same state but for names, so a search looks at one of
// them. Twins are interchangeable objects that are alike (compiler/ir/alike.h): exchanging two of them leaves
// the state as it is, so it turns a transition from there into another one from there.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "compiler/ir/evaluate.h"

namespace errata::checker {

class TwinMoves {
public:
    TwinMoves(const compiler::Model& model, const compiler::State& from) : model_(model), from_(from) {}

    // Equal for moves that differ in which of some twins they take. Nothing: the move takes no such object,
    // or something in it is decided besides.
    std::optional<std::vector<compiler::Value>> pattern(const compiler::Move& move);

private:
    // Objects that have been asked about.
    struct Known {
        std::vector<compiler::Value> told_apart;
        std::map<compiler::Value, compiler::Value> first;  // by object: the one it is a twin of, or itself
    };
    compiler::Value first_twin(compiler::TypeId type, compiler::Value object);
    // Of a distribution: how much goes to whom, or to which twins.
    std::vector<compiler::Value> shares(const compiler::PointOption& option, compiler::Value split);

    const compiler::Model& model_;
    const compiler::State& from_;
    std::map<compiler::TypeId, Known> known_;
};

}  // namespace errata::checker
