// How code is encoded that is put off until a moment is over: each piece runs on the path of the whole
// moment, where the run got to it.
#include <algorithm>

#include "compiler/smt/encode_code.h"

namespace errata::compiler {

namespace {

std::vector<EncodedDeferred> next_stage(CodeEncoding& e) {
    std::uint32_t least = e.deferred.front().stage;
    for (const EncodedDeferred& one : e.deferred) least = std::min(least, one.stage);
    std::vector<EncodedDeferred> now;
    std::vector<EncodedDeferred> later;
    for (EncodedDeferred& one : e.deferred) (one.stage == least ? now : later).push_back(std::move(one));
    e.deferred = std::move(later);
    return now;
}

Path run_piece(CodeEncoding& e, const EncodedDeferred& piece, Path path) {
    Path here = path;
    here.alive = e.pool.land(path.alive, piece.waits);
    here.binders = piece.binders;
    here.given = piece.given;
    here.speaker = piece.speaker;
    changed(e, here);
    here = run_child(e, piece.code, std::move(here));
    path.alive = e.pool.land(path.alive, e.pool.lnot(piece.waits));
    here.binders = path.binders;
    here.given = path.given;
    here.speaker = path.speaker;
    return std::move(*branches_joined(e, piece.waits, std::move(here), std::move(path)));
}

}  // namespace

Path run_defer(CodeEncoding& e, const Code& code, Path path) {
    if (path.blocks.empty()) return run_child(e, code.children[0], std::move(path));
    const Formula waits = e.pool.land(path.alive, e.pool.lnot(path.failed));
    if (!is_false(waits))
        e.deferred.push_back({code.children[0], code.level, waits, path.binders, path.given, path.speaker});
    return path;
}

Path run_deferred(CodeEncoding& e, Path path, IncidentId conflict, bool sets_last) {
    e.block_incidents.push_back(conflict);
    while (!e.deferred.empty()) {
        path.blocks.emplace_back();
        for (const EncodedDeferred& piece : next_stage(e)) path = run_piece(e, piece, std::move(path));
        if (e.settling) order_changes(e, path);
        close_block(e, path, sets_last);
    }
    e.block_incidents.pop_back();
    return path;
}

}  // namespace errata::compiler
