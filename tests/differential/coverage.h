// How often each kind of term and code has taken part in a compared transition: it stands in the guard, the
// state check or the labels that the transition ran through; how often instances were placed under each
// discipline of the agenda; and how often each kind of incident was met, by a transition or by a state.
#pragma once

#include <map>
#include <set>

#include "compiler/ir/evaluate.h"
#include "tests/differential/incident_kinds.h"

namespace errata::tests {

using Kinds = std::pair<std::set<compiler::TermKind>, std::set<compiler::CodeKind>>;

class Coverage {
public:
    explicit Coverage(const compiler::Model& model);

    void count(const compiler::Expansion& expansion);

    static std::map<compiler::TermKind, std::size_t> terms;
    static std::map<compiler::CodeKind, std::size_t> codes;
    static std::map<compiler::Agenda, std::size_t> placements;
    static std::map<IncidentKind, std::size_t> met_by_transitions;
    static std::map<IncidentKind, std::size_t> met_by_states;

    static void clear();

private:
    void count(const compiler::Successor& successor);
    void count(const std::vector<compiler::Occurrence>& met,
               std::map<IncidentKind, std::size_t>& by_kind) const;
    void add_term(compiler::TermId id, Kinds& kinds) const;
    void add_code(compiler::CodeId id, Kinds& kinds);
    const Kinds& of_label(compiler::LabelId label);

    const compiler::Model& model_;
    std::map<compiler::LabelId, Kinds> labels_;
    std::map<IncidentKind, std::set<compiler::IncidentId>> incidents_;
};

}  // namespace errata::tests
