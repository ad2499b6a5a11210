// How often each kind of term and code has taken part in a compared transition: it stands in the guard, the state check or the labels
// that the transition ran through; and how often instances were placed under each discipline of the agenda.
#pragma once

#include <map>
#include <set>

#include "compiler/ir/evaluate.h"

namespace errata::tests {

using Kinds = std::pair<std::set<compiler::TermKind>, std::set<compiler::CodeKind>>;

class Coverage {
public:
    explicit Coverage(const compiler::Model& model) : model_(model) {}

    void count(const compiler::Successor& successor);

    static std::map<compiler::TermKind, std::size_t> terms;
    static std::map<compiler::CodeKind, std::size_t> codes;
    static std::map<compiler::Agenda, std::size_t> placements;

private:
    void add_term(compiler::TermId id, Kinds& kinds) const;
    void add_code(compiler::CodeId id, Kinds& kinds);
    const Kinds& of_label(compiler::LabelId label);

    const compiler::Model& model_;
    std::map<compiler::LabelId, Kinds> labels_;
};

}  // namespace errata::tests
