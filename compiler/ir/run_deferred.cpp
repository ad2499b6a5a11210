// What is put off until a moment is over (CodeKind::Defer).
#include <algorithm>
#include <utility>

#include "compiler/ir/run_code.h"

namespace errata::compiler {

namespace {

// All of the least stage, in the order in which it was put off.
std::vector<Deferred> take_stage(std::vector<Deferred>& deferred) {
    const std::uint32_t stage = std::ranges::min_element(deferred, {}, &Deferred::stage)->stage;
    std::vector<Deferred> now;
    std::vector<Deferred> later;
    for (Deferred& one : deferred) (one.stage == stage ? now : later).push_back(std::move(one));
    deferred = std::move(later);
    return now;
}

void run_where_it_stood(Transition& t, Deferred& one) {
    t.clause = one.clause;
    t.terms.speak_for(one.clause);
    t.terms.binders = std::move(one.binders);
    t.terms.systems.held = std::move(one.held);
    run(t, one.code);
}

}  // namespace

void defer(Transition& t, const Code& node) {
    if (t.moment.open == 0) return run(t, node.children[0]);
    t.moment.deferred.push_back(
        {node.children[0], node.level, t.clause, t.terms.binders, t.terms.systems.held});
}

void run_deferred(Transition& t, IncidentId conflict, bool sets_last) {
    if (t.moment.deferred.empty()) return;
    const ClauseId clause = t.clause;
    Binders binders = t.terms.binders;
    std::map<EquationsId, Assignment> held = t.terms.systems.held;
    while (!t.moment.deferred.empty()) {
        std::vector<Deferred> now = take_stage(t.moment.deferred);
        open_block(t, conflict);
        for (Deferred& one : now) {
            run_where_it_stood(t, one);
            if (t.failed()) return;
        }
        if (t.settling) order_changes(t);
        close_block(t, sets_last);
        if (t.failed()) return;
    }
    t.clause = clause;
    t.terms.speak_for(clause);
    t.terms.binders = std::move(binders);
    t.terms.systems.held = std::move(held);
}

}  // namespace errata::compiler
