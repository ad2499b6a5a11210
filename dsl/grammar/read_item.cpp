#include "dsl/grammar/grammar.h"
#include "dsl/grammar/items.h"

namespace errata::dsl::grammar {

namespace {

template <class Rule>
ast::Item read(State& state, const Rule& rule) {
    ast::Item item;
    It first = state.begin();
    x3::phrase_parse(first, state.end(), x3::with<state_tag>(state)[x3::expect[rule]], x3::ascii::space,
                     item);
    return item;
}

}  // namespace

ast::Item read_item(State& state, SliceKind kind) {
    try {
        if (kind == SliceKind::Card) return read(state, card_header);
        return read(state, vocabulary | equations | claim | missing("an item"));
    } catch (const x3::expectation_failure<It>& failure) {
        state.fail(state.begin(), failure.where(), failure.which());
    }
    ast::Item broken;
    broken.span = state.span(state.begin(), state.end());
    It at = state.begin();
    Lexeme lexeme;
    if (match_word(at, state.end(), lexeme)) {
        while (at < state.end() && *at == ' ') ++at;
        if (match_name_or_text(at, state.end(), lexeme)) broken.name = lexeme.text;
    }
    return broken;
}

}  // namespace errata::dsl::grammar
