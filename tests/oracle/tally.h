// What has become of many games, counted: nothing is skipped without a word.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "tests/oracle/comparison.h"

namespace errata::oracle {

class Tally {
public:
    void add(const Comparison& result) {
        ++counts_[result.not_compared.empty() ? "compared" : "not compared: " + result.not_compared];
        for (const std::string& part : result.left_out) {
            ++counts_["a part left out: " + part];
        }
        states_ += result.states;
    }

    std::string words() const {
        std::string text = std::to_string(states_) + " states\n";
        for (const auto& [what, count] : counts_) {
            text += std::to_string(count) + " " + what + "\n";
        }
        return text;
    }

    int compared() const { return counts_.contains("compared") ? counts_.at("compared") : 0; }

private:
    std::map<std::string, int> counts_;
    std::size_t states_ = 0;
};

}  // namespace errata::oracle
