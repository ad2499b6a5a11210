#include "compiler/lower/endings.h"

#include "compiler/lower/code.h"

namespace errata::compiler {

static EndingId ending_of(const Lowering& l, const WrittenEnding& written) {
    const auto [found, is_new] =
        l.memory.endings.try_emplace(written.name, EndingId(l.model.rules.endings.size()));
    if (is_new) l.model.rules.endings.push_back(Ending{written.name, {}, written.span});
    return found->second;
}

CodeId tell_winner(const Lowering& l, const WrittenEnding& written, const Place& place) {
    if (written.winner.empty()) return nothing(l);
    Ending& ending = l.model.rules.endings[ending_of(l, written).index];
    if (!ending.winner.is_valid()) {
        const TypeId type = l.model.types.optional(l.names.vocabulary.player_type);
        ending.winner = add_kept(l, "winner of \"" + written.name + "\"", {}, type, none_value, written.span);
    }
    return set(l, ending.winner, {}, l.terms.term(written.winner[0], place), written.clause);
}

CodeId finish(const Lowering& l, const WrittenEnding& written) {
    Code node;
    node.kind = CodeKind::Finish;
    node.ending = ending_of(l, written);
    node.clause = written.clause;
    return l.model.flow.code.add(std::move(node));
}

}  // namespace errata::compiler
