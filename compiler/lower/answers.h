// What a `can` and a computed value come to in the whole game.
#pragma once

#include "compiler/lower/computed.h"

namespace errata::compiler {

class GameAnswers : public Answers {
public:
    // Before anything is asked.
    void connect(const Lowering& l, const ComputedAnswers& computed) {
        l_ = &l;
        computed_ = &computed;
    }

    TermId can(ActionId action, const std::vector<TypedTerm>& roles, const Scope& scope,
               dsl::Span span) override;
    TermId computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope& scope,
                    dsl::Span span) override;
    TermId open(OpenId open, std::vector<TermId> arguments) override;
    TermId solutions(ComputedId what, dsl::Span span) override;
    TermId payable(const typed::Block& block, const Scope& scope) override;

    // The system that has this unknown; reports that there is none.
    static std::optional<EquationsId> system_of(const Lowering& l, ComputedId what, dsl::Span span);

private:
    const Lowering* l_ = nullptr;
    const ComputedAnswers* computed_ = nullptr;
    std::vector<ComputedCase> underway_;
};

}  // namespace errata::compiler
