// Rules of items. Vocabulary (what the game is made of) and claims (rules, turns, scenarios, checks) are
// translation units of their own; `read_item` in grammar.h chooses between them.
#pragma once

#include "dsl/grammar/abilities.h"

namespace errata::dsl::grammar {

using VocabularyRule = x3::rule<struct VocabularyTag, ast::Item>;
using ClaimRule = x3::rule<struct ClaimTag, ast::Item>;
using CardHeaderRule = x3::rule<struct CardHeaderTag, ast::Item>;
using SettingsRule = x3::rule<struct SettingsTag, std::vector<ast::Setting>>;
using EquationsRule = x3::rule<struct EquationsTag, ast::Item>;
BOOST_SPIRIT_DECLARE(EquationsRule, VocabularyRule, ClaimRule, CardHeaderRule, SettingsRule)

inline const VocabularyRule vocabulary = "an item";
inline const ClaimRule claim = "an item";
inline const EquationsRule equations = "an item";
inline const CardHeaderRule card_header = "a printed item";
inline const SettingsRule settings = "'{'";  // { group: 2, square.width: 3 }

// Parts that items share.
constexpr auto item_name = [](auto& context) {
    ast::Item& item = x3::_val(context);
    item.name_span = x3::_attr(context).span;
    item.name = std::move(x3::_attr(context).text);
};
constexpr auto item_title = [](auto& context) {
    ast::Item& item = x3::_val(context);
    item.name_span = x3::_attr(context).span;
    item.title = std::move(x3::_attr(context).text);
};
constexpr auto add_item_name = [](auto& context) {
    ast::Item& item = x3::_val(context);
    item.names.spans.push_back(x3::_attr(context).span);
    item.names.all.push_back(std::move(x3::_attr(context).text));
};
constexpr auto item_expr = onto(&ast::Item::exprs);
constexpr auto item_starts = [](const char* opening, ast::ItemKind kind) {
    return keyword(opening)[becomes(kind)];
};

}  // namespace errata::dsl::grammar
