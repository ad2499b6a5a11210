// What is put off until a moment is over, along a path.
#include <algorithm>
#include <iterator>
#include <utility>

#include "checker/paths/path_step.h"

namespace errata::checker {

using namespace compiler;

namespace {

std::vector<PathDeferred> next_stage(PathStep& s) {
    const std::uint32_t least = std::ranges::min_element(s.moment.deferred, {}, &PathDeferred::stage)->stage;
    std::vector<PathDeferred> now;
    std::vector<PathDeferred> later;
    for (PathDeferred& one : s.moment.deferred) (one.stage == least ? now : later).push_back(std::move(one));
    s.moment.deferred = std::move(later);
    return now;
}

void run_where_it_stood(PathStep& s, PathDeferred& one) {
    s.clause = one.clause;
    s.terms.speak_for(one.clause);
    s.terms.bound = std::move(one.bound);
    s.multiplied = std::move(one.multiplied);
    run(s, one.code);
}

}  // namespace

void defer(PathStep& s, const Code& node) {
    if (s.moment.blocks.empty()) return run(s, node.children[0]);
    s.moment.deferred.push_back({node.children[0], node.level, s.clause, s.terms.bound, s.multiplied});
}

void run_deferred(PathStep& s, bool sets_last) {
    if (s.moment.deferred.empty()) return;
    PathDeferred outside{{}, 0, s.clause, s.terms.bound, s.multiplied};
    while (!s.moment.deferred.empty() && !s.record.refused()) {
        s.moment.blocks.emplace_back();
        for (PathDeferred& one : next_stage(s)) run_where_it_stood(s, one);
        if (s.record.refused()) return;
        if (s.settling) order_changes(s);
        close_block(s, sets_last);
    }
    s.clause = outside.clause;
    s.terms.speak_for(outside.clause);
    s.terms.bound = std::move(outside.bound);
    s.multiplied = std::move(outside.multiplied);
}

}  // namespace errata::checker
