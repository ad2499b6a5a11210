// What waits for an event or a phase: `when` and `at`, and the same inside the statement `later`.
#include "dsl/grammar/ability_parts.h"

namespace errata::dsl::grammar {

using ast::Ability;
using ast::AbilityKind;
using ast::Given;

struct TimedTag {};
struct LaterTag {};

namespace {

const x3::rule<struct GivenTag, Given> given_value = "a name";
const auto given_value_def =
    spanned[name[text_into(&Given::name)] > symbol("=") > expression[into(&Given::value)]];
BOOST_SPIRIT_DEFINE(given_value)

const auto opening =
    (ability_starts("when", AbilityKind::Trigger) > head[ability_event] >
     -Fixed(match_words, "looking back")[sets(&Ability::looking_back, true)]) |
    (Fixed(match_before_name, "at")[becomes(AbilityKind::PhaseHook)] > name[text_into(&Ability::name)]);
const auto given = keyword("given") > separated(given_value[onto(&Ability::given)]);
const auto targeting = ability_targets > keyword("by") > expression[onto(&Ability::owner)];
const auto body = block[statements_into(&Ability::body)];

const auto timed_ability_def =
    spanned[opening > -ability_condition > -given > -targeting > -ability_limit > body];
const auto later_ability_def = spanned[opening > -ability_condition > -given > body];

}  // namespace

BOOST_SPIRIT_DEFINE(timed_ability, later_ability)
BOOST_SPIRIT_INSTANTIATE(TimedRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(LaterRule, It, Context)

}  // namespace errata::dsl::grammar
