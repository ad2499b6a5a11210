// The table of effects: what the text of a model does, at the level of variables. Forwards: what a clause,
// and the code behind a label, writes, reads, sets off and ends. Backwards: whose code writes a variable or
// ends the game.
//
// Made from the model alone, so what is not in the table happens in no scope. It does not look at conditions:
// what stands in it may still never happen (checker/reach/live_code). Which cells one instance of an AnyOrder
// touches is `footprint` (ir/passes); what one play has evaluated is `evaluated` (checker/rounds).
#pragma once

#include <vector>

#include "compiler/ir/model.h"

namespace errata::compiler {

// A node of code that does something, and in whose name it is run.
struct Act {
    CodeId node;
    ClauseId clause;  // of the nearest node around it that names one, else of the option that leads there
};

// What a clause does and asks. Each list is sorted and has no duplicates.
struct ClauseEffects {
    std::vector<VarId> writes;
    std::vector<TriggerId> catches;   // it is what these triggers set off
    std::vector<TriggerId> sets_off;  // what its code does makes these happen
    std::vector<EndingId> ends;
    std::vector<PointId> offers;  // an option at these points is its own
    bool is_state_check = false;
    std::vector<CodeId> code;  // the nodes that name it
    // What it says beside its code. Its prohibitions, replacements, statements and continuous effects are the
    // conjunctions that hold only while it is enabled. Conditions of state checks and claims are here, too.
    std::vector<TermId> says;

    // It has code that changes something, an option, a trigger or a state check. What acts through terms
    // alone has none of these.
    bool is_ability = false;
};

// What a transition may do that begins with the code behind a label. Gotos are followed. Later transitions
// are named, but not followed. Each list is sorted and has no duplicates.
struct TransitionEffects {
    std::vector<VarId> writes;
    std::vector<PointId> leads_to;  // the frame waits there, or a new item is at its entry
    std::vector<EndingId> ends;
};

// A ModelFact.
class Effects {
public:
    explicit Effects(const Model& model);

    const ClauseEffects& of(ClauseId clause) const { return clauses_[clause.index]; }
    TransitionEffects from(LabelId label) const;
    TransitionEffects from(CodeId code) const;

    // Changes of the variable, the beginnings of lives among them (begins_life).
    const std::vector<Act>& writes(VarId variable) const { return writes_[variable.index]; }
    const std::vector<Act>& ends(EndingId ending) const { return ends_[ending.index]; }

    // By variable: whether the clause's conditions or its code read it, definitions included.
    std::vector<bool> read_by(ClauseId clause) const;
    // Whether what the clause says, where it takes part, asks the open function.
    bool asks(ClauseId clause, OpenId function) const;
    // The clauses that change cells that the condition reads, in the order of the clauses. The beginnings of
    // lives are left out.
    std::vector<ClauseId> writers_of(TermId condition) const;
    // No code changes what the term reads.
    bool is_fixed(TermId term) const;
    // Some code makes a cell of the variable something else than 0.
    bool raises(VarId variable) const;
    // Some code may give this cell of the variable the value.
    bool may_become(VarId variable, const std::vector<Value>& arguments, Value value) const;

private:
    friend class EffectsWalk;

    const Model& model_;
    std::vector<ClauseEffects> clauses_;
    std::vector<std::vector<Act>> writes_;
    std::vector<std::vector<Act>> ends_;
};

// As `errata dump --stage effects` shows it: a paragraph for each clause that does or says something.
std::string print(const Model& model, const Effects& effects);

}  // namespace errata::compiler
