// What the encoding leaves out, and why: numbers that are too large, terms and systems of a size that is not
// unrolled, a budget that is used up. Kept for all questions that one encoder is asked.
#pragma once

#include <set>
#include <string>

#include "compiler/smt/formula.h"
#include "compiler/smt/options.h"

namespace errata::compiler {

class EncodingLimits {
public:
    EncodingLimits(const EncoderOptions& options, FormulaPool& pool) : options_(options), pool_(pool) {}

    void not_analysed(const std::string& reason) {
        if (!gave_up_) reasons_.insert(reason);
    }
    const std::set<std::string>& reasons() const { return reasons_; }

    // Whether a number since the last question was too large to be analysed, which is then a reason.
    bool is_too_large();

    // The budget is used up (EncoderOptions): what is made from now on means nothing.
    bool gives_up();
    bool gave_up() const { return gave_up_; }

private:
    const EncoderOptions& options_;
    FormulaPool& pool_;
    std::size_t looks_ = 0;
    bool gave_up_ = false;
    std::set<std::string> reasons_;
};

inline constexpr const char* of_more_bits = "a number needs more than 62 bits";

}  // namespace errata::compiler
