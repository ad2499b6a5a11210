// How much a compilation writes out: where definitions and actions that use each other grow beyond what
// anybody waits for, it says so once and ends there.
#pragma once

#include "compiler/resolve/reporter.h"

namespace errata::compiler {

// Counted over a whole compilation, and how deep.
class Effort {
public:
    explicit Effort(const Reporter& reporter);

    // For one more expression or statement. False, after saying so once, if there is no more room.
    bool has_room(dsl::Span span);
    // While it lasts, a definition or action is written out.
    class Deeper {
    public:
        explicit Deeper(Effort& effort) : effort_(effort) { ++effort_.depth_; }
        ~Deeper() { --effort_.depth_; }
        Deeper(const Deeper&) = delete;
        Deeper& operator=(const Deeper&) = delete;

    private:
        Effort& effort_;
    };

private:
    const Reporter& reporter_;
    std::size_t room_ = 0;
    std::size_t depth_ = 0;
    dsl::Span outermost_;  // what stands in no definition or action
};

}  // namespace errata::compiler
