// What somebody may play while a window is open.
#include "dsl/grammar/ability_parts.h"

namespace errata::dsl::grammar {

using ast::Ability;
using ast::AbilityKind;
using ast::Playing;
using ast::Side;

struct MayTag {};

namespace {

constexpr auto add_cost = [](auto& context) {
    x3::_val(context).play.costs.push_back(std::move(x3::_attr(context).statements));
};

constexpr auto playing(auto field) { return within(&Ability::play, field); }

const auto event = (keyword("before")[sets(playing(&Playing::side), Side::Before)] |
                    keyword("after")[sets(playing(&Playing::side), Side::After)]) > head[ability_event];
const auto variants = keyword("for") > binders[into(&Ability::binders)] >
                      -(keyword("with") > expression[onto(playing(&Playing::condition))]);
const auto costs = keyword("cost") > block[add_cost] > *(keyword("or") > keyword("cost") > block[add_cost]);

const auto may_ability_def =
    spanned[Fixed(match_before_title, "may")[becomes(AbilityKind::May)] > text[text_into(&Ability::title)] >
            keyword("in") > name[text_into(playing(&Playing::window))] > -event > keyword("by") >
            expression[onto(&Ability::owner)] > -variants > -ability_targets > -ability_condition >
            -ability_limit > -costs > -Fixed(match_words, "at once")[sets(playing(&Playing::at_once), true)] >
            block[statements_into(&Ability::body)]];

}  // namespace

BOOST_SPIRIT_DEFINE(may_ability)
BOOST_SPIRIT_INSTANTIATE(MayRule, It, Context)

}  // namespace errata::dsl::grammar
