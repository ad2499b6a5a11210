// Things that are all done one after the other, some of which stop, in an order that nobody decides: what is
// added to one event, decisions taken in secret. (What does not stop is an AnyOrder: loops.h.)
#pragma once

#include <string>
#include <vector>

#include "compiler/lower/code.h"

namespace errata::compiler {

class Units {
public:
    // So many units at most. `question` names the point at which nobody says which is next; labels begin with
    // `name`. Behind the last one comes `next`.
    Units(const Lowering& l, const Place& place, std::size_t most, std::string name,
          const std::string& question, OrderKind order, const Continuation& next);

    // Where their bodies stand.
    const Place& inside() const { return inside_; }
    // What each body ends in.
    const Continuation& again() const { return again_; }

    // Done while `condition` holds, once; if it does not hold while others have their turn, perhaps later.
    void add(const std::string& text, TermId condition, ClauseId clause, CodeId body);

    // All of them. One alone goes on without a moment of its own.
    CodeId make();

private:
    CodeId only_or_stop() const;

    const Lowering& l_;
    Place inside_;
    std::string name_;
    std::uint32_t next_done_;  // register
    std::uint32_t last_done_;
    PointId head_;
    OrderKind order_;
    LabelId again_label_;
    Continuation again_;
    Continuation after_;
    std::vector<CodeId> begin_;
    std::vector<PointOption> options_;
};

}  // namespace errata::compiler
