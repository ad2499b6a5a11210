// Mistakes that the comparison of evaluator and encoding must notice. Nothing in the product knows of them:
// one of the two readings gets a model with the mistake in it (what somebody who mistakes a node for
// another would do with the right one), or what the encoder made of the right model is changed afterwards.
//
// How to add one: a row in the table of model_mistakes.cpp, code_mistakes.cpp, term_mistakes.cpp or
// step_mistakes.cpp. Every row is tried.
#pragma once

#include <cstdint>
#include <ostream>
#include <string_view>
#include <vector>

#include "compiler/smt/encode_step.h"

namespace errata::tests {

struct ModelMistake {
    std::string_view name;
    std::string_view what;
    // Where some clauses are disabled, `enabled` says which are not.
    void (*make)(compiler::Model& model, const compiler::EnabledClauses& enabled);
    // The first random model that is tried. A mistake that few models show begins shortly before one that
    // does.
    std::uint64_t first_model = 2000;
};

struct StepMistake {
    std::string_view name;
    std::string_view what;
    void (*make)(compiler::Encoder& encoder, const std::vector<compiler::Formula>& cells,
                 compiler::Step& step);
};

const std::vector<ModelMistake>& model_mistakes();
const std::vector<ModelMistake>& code_mistakes();
const std::vector<ModelMistake>& term_mistakes();
const std::vector<StepMistake>& step_mistakes();

inline std::ostream& operator<<(std::ostream& out, const ModelMistake& mistake) {
    return out << mistake.what;
}
inline std::ostream& operator<<(std::ostream& out, const StepMistake& mistake) { return out << mistake.what; }

}  // namespace errata::tests
