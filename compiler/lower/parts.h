// The parts of abilities: which statements stand for themselves, and which code belongs to them. Nodes are
// told to a part while they are made (CodePool::set_part); what comes behind the statement is made in the
// part around it.
#pragma once

#include "compiler/lower/place.h"

namespace errata::compiler {

// While it lasts, nodes belong to this part.
class InPart {
public:
    InPart(const Lowering& l, PartId part) : pool_(l.model.flow.code), around_(pool_.part()) {
        pool_.set_part(part);
    }
    ~InPart() { pool_.set_part(around_); }
    InPart(const InPart&) = delete;
    InPart& operator=(const InPart&) = delete;

private:
    CodePool& pool_;
    PartId around_;
};

// Where the code of this statement belongs: inside a part to that one; else, of what does something in an
// ability, to a part of its own. Costs and replacements have none.
PartId part_of(const Lowering& l, const typed::Stmt& stmt, const Place& place);

// For the bodies of an `if`. Its condition counts where its author wrote it: in an ability itself, not in a
// phrase that reads it, and beyond asking whether there is something at all.
Place under_condition(const Lowering& l, const typed::Stmt& stmt, TermId condition, Place place);

}  // namespace errata::compiler
