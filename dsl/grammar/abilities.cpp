#include "dsl/grammar/abilities.h"

namespace errata::dsl::grammar {

using ast::Ability;
using ast::AbilityKind;
using ast::Expr;
using ast::ExprKind;
using ast::Given;
using ast::Limit;
using ast::LimitPer;
using ast::Playing;
using ast::Quantity;
using ast::Side;
using ast::Targets;

struct RowsTag {};
struct AbilitiesTag {};
struct MeaningTag {};
struct LaterTag {};

namespace {

const x3::rule<struct TimedTag, Ability> timed_ability = "an ability";  // when die(m) { }, at dusk { }
const x3::rule<struct MayTag, Ability> may_ability = "an ability";      // may "ducks" in reaction by Ann { }

// Parts that several kinds of abilities share.

constexpr auto ability_expr = onto(&Ability::exprs);
constexpr auto ability_event = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).name.text);
    x3::_val(context).params = std::move(x3::_attr(context).args);
};
// `unless c`: a negation that is written back as it was.
constexpr auto ability_unless = [](auto& context) {
    Expr& denied = x3::_attr(context);
    Expr& negation = x3::_val(context).exprs.emplace_back();
    negation.kind = ExprKind::Not;
    negation.span = denied.span;
    negation.unless = true;
    negation.args.push_back(std::move(denied));
};
constexpr auto ability_starts = [](const char* opening, AbilityKind kind) {
    return keyword(opening)[becomes(kind)];
};
const auto ability_condition =
    (keyword("if") > expression[ability_expr]) | (keyword("unless") > expression[ability_unless]);
constexpr auto begin_targets = [](auto& context) { x3::_val(context).targets.emplace_back(); };
template <class Field>
constexpr auto of_targets(Field field) {
    return [field](Ability & node) -> auto& { return std::invoke(field, node.targets.back()); };
}
constexpr auto ability_quantity(Quantity written) { return sets(of_targets(&Targets::quantity), written); }
const auto ability_count = Fixed(match_no_binder, "exactly")[ability_quantity(Quantity::Exactly)] |
                           Fixed(match_words, "up to")[ability_quantity(Quantity::UpTo)] |
                           Fixed(match_words, "as many as")[ability_quantity(Quantity::AsManyAs)];
// Whoever chooses is named elsewhere.
const auto ability_targets =
    +(keyword("targeting")[begin_targets] > -(ability_count > expression[onto(of_targets(&Targets::count))]) >
      binders[into(of_targets(&Targets::binders))] >
      -(keyword("with") > expression[onto(of_targets(&Targets::condition))]));
constexpr auto ability_limit_phase = [](auto& context) {
    x3::_val(context).limit.per = LimitPer::Phase;
    x3::_val(context).limit.phase = std::move(x3::_attr(context).text);
};
constexpr auto ability_limit_per(LimitPer per) { return sets(within(&Ability::limit, &Limit::per), per); }
const auto ability_moment = keyword("turn")[ability_limit_per(LimitPer::Turn)] |
                            keyword("game")[ability_limit_per(LimitPer::Game)] |
                            keyword("event")[ability_limit_per(LimitPer::Event)] | name[ability_limit_phase];
// `limit()` at the beginning of a line is the name of a function.
const auto ability_limit = (keyword("limit") >> !(symbol("(") >> symbol(")"))) >
                           expression[onto(within(&Ability::limit, &Limit::uses))] >
                           keyword("per") > ability_moment;

const auto ability_statements = block[statements_into(&Ability::body)];

// What waits for an event or a phase: `when` and `at`, and the same inside the statement `later`.

const x3::rule<struct GivenTag, Given> given_value = "a name";
const auto given_value_def =
    spanned[name[text_into(&Given::name)] > symbol("=") > expression[into(&Given::value)]];
BOOST_SPIRIT_DEFINE(given_value)

// `when dusk ends`: two names without brackets.
const auto moment = name[text_into(&Ability::name)] >>
                    (keyword("begins")[becomes(AbilityKind::PhaseHook)] |
                     keyword("ends")[becomes(AbilityKind::PhaseHook)][sets(&Ability::at_end, true)]);
const auto timed_opening =
    (keyword("when") >> moment) |
    (ability_starts("when", AbilityKind::Trigger) > head[ability_event] >
     -Fixed(match_words, "looking back")[sets(&Ability::looking_back, true)]) |
    (Fixed(match_before_name, "at")[becomes(AbilityKind::PhaseHook)] > name[text_into(&Ability::name)]);
const auto given = keyword("given") > separated(given_value[onto(&Ability::given)]);
const auto targeting = ability_targets > keyword("by") > expression[onto(&Ability::owner)];

const auto timed_ability_def =
    spanned[timed_opening > -ability_condition > -given > -targeting > -ability_limit > ability_statements];
const auto later_ability_def = spanned[timed_opening > -ability_condition > ability_statements];

// What somebody may play while a window is open.

constexpr auto add_cost = [](auto& context) {
    x3::_val(context).play.costs.push_back(std::move(x3::_attr(context).statements));
};

constexpr auto playing(auto field) { return within(&Ability::play, field); }
constexpr auto add_window = name_onto(playing(&Playing::windows));

const auto beside_event =
    (keyword("before")[sets(playing(&Playing::side), Side::Before)] |
     keyword("after")[sets(playing(&Playing::side), Side::After)]) > head[ability_event];
const auto variants = keyword("for") > binders[into(&Ability::binders)] >
                      -(keyword("with") > expression[onto(playing(&Playing::condition))]);
const auto costs = keyword("cost") > block[add_cost] > *(keyword("or") > keyword("cost") > block[add_cost]);

const auto windows = name[add_window] > *(keyword("or") > name[add_window]);
const auto each_player = (keyword("each") >> &(name >> symbol(":"))) > binders[into(playing(&Playing::each))];
const auto who_plays = keyword("by") > (each_player | expression[onto(&Ability::owner)]);

const auto may_ability_def =
    spanned[Fixed(match_before_title, "may")[becomes(AbilityKind::May)] > text[text_into(&Ability::title)] >
            keyword("in") > windows > -beside_event > who_plays > -variants > -ability_targets >
            -ability_condition > -ability_limit > -costs >
            -Fixed(match_words, "at once")[sets(playing(&Playing::at_once), true)] > ability_statements];

BOOST_SPIRIT_DEFINE(timed_ability, may_ability)

// The other abilities, and all of them in their block.

// An ability read by a rule of its own; the rows stand before it.
constexpr auto all_but_rows = [](auto& context) {
    Ability& ability = x3::_val(context);
    std::vector<std::string> kept = std::move(ability.rows);
    ability = std::move(x3::_attr(context));
    ability.rows = std::move(kept);
};
constexpr auto phase_name = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).text);
    x3::_val(context).of_phase = true;
};
// A head with brackets is a fact; a name alone is the hole of a phrase.
constexpr auto statement_head = [](auto& context) {
    Ability& ability = x3::_val(context);
    ability.kind = x3::_attr(context).has_brackets ? AbilityKind::If : AbilityKind::Insert;
    ability.name = std::move(x3::_attr(context).name.text);
    ability.params = std::move(x3::_attr(context).args);
};

// The event that another one counts as.
constexpr auto counted_event = [](auto& context) {
    x3::_val(context).as.name = std::move(x3::_attr(context).name.text);
    x3::_val(context).as.params = std::move(x3::_attr(context).args);
};
constexpr auto counted_as(AbilityKind says) {
    return [says](auto& context) {
        x3::_val(context).kind = AbilityKind::CountsAs;
        x3::_val(context).as.says = says;
    };
}
constexpr auto add_exception = name_onto(&Ability::except_to);
constexpr auto effect_of(ast::Change change) {
    return [change](auto& context) {
        x3::_val(context).kind = AbilityKind::Effect;
        x3::_val(context).change = change;
    };
}

const x3::rule<struct AbilityTag, Ability> ability = "an ability";
const x3::rule<struct AbilityBodyTag, Ability> ability_body = "an ability";

// Behind what has no body, `if c {` on a line of its own begins abilities under a condition.
const auto group_next = !continued >> (keyword("if") | keyword("unless")) >> expression >> symbol("{");
const auto guard = -(!group_next >> ability_condition);

const auto stated_value = expression[onto(&Ability::value)];
const auto exception =
    name_or_text[add_exception] | (symbol("[") > separated(row[add_exception]) > symbol("]", "',' or ']'"));
const auto exceptions = -(Fixed(match_words, "except to") > separated(exception));

const auto triggered =
    timed_ability[all_but_rows] | may_ability[all_but_rows] |
    (Fixed(match_words, "as soon as")[becomes(AbilityKind::StateTrigger)] > expression[ability_expr] >
     ability_statements) |
    (Fixed(match_before_name, "as")[becomes(AbilityKind::During)] > head[ability_event] > -ability_condition >
     ability_statements) |
    (ability_starts("instead", AbilityKind::Replacement) > keyword("of") >
     ((keyword("phase") >> name[phase_name]) | head[ability_event]) > -ability_condition >
     ability_statements) |
    (ability_starts("whenever", AbilityKind::StateCheck) > expression[ability_expr] > ability_statements) |
    (Fixed(match_before_text, "ending")[becomes(AbilityKind::Ending)] > text[text_into(&Ability::name)] >
     -(keyword("for") > stated_value) > (ability_condition | missing("'if'")));
// What follows the head of an open statement.
const auto judged =
    (ability_starts("only", AbilityKind::OnlyIf) > keyword("if") > expression[ability_expr]) |
    (ability_starts("iff", AbilityKind::Iff) > expression[ability_expr]) |
    (!group_next >> ((ability_starts("if", AbilityKind::If) > expression[ability_expr]) |
                     (ability_starts("unless", AbilityKind::If) > expression[ability_unless])));
const auto equal = symbol("=")[becomes(AbilityKind::If)] > stated_value > -judged;
const auto different = symbol("!=")[becomes(AbilityKind::NotIf)] > stated_value > guard;
const auto counts_as = Fixed(match_words, "counts as")[counted_as(AbilityKind::If)] > head[counted_event] >
                       -((keyword("only")[counted_as(AbilityKind::OnlyIf)] > keyword("if") >
                          expression[ability_expr]) |
                         (!group_next >> ability_condition));
const auto counts_as_not =
    Fixed(match_words, "counts as")[counted_as(AbilityKind::NotIf)] > head[counted_event] > guard;
const auto value_effect =
    (symbol(":=")[effect_of(ast::Change::Set)] | symbol("+=")[effect_of(ast::Change::Add)] |
     symbol("-=")[effect_of(ast::Change::Subtract)]) > expression[ability_expr] > guard;
// How often all that is in a hole may happen.
constexpr auto is_name_alone = [](auto& context) {
    const Ability& read = x3::_val(context);
    x3::_pass(context) =
        read.params.empty() && (read.kind == AbilityKind::Insert || read.kind == AbilityKind::If);
};
const auto limited = x3::eps[is_name_alone] >> ability_limit;
const auto stated =
    (ability_starts("for", AbilityKind::Effects) > keyword("each") > binders[into(&Ability::binders)] >
     condition[ability_expr] > abilities[into(&Ability::parts)]) |
    (ability_starts("if", AbilityKind::Under) > expression[ability_expr] > abilities[into(&Ability::parts)]) |
    (ability_starts("unless", AbilityKind::Under) > expression[ability_unless] >
     abilities[into(&Ability::parts)]) |
    (Fixed(match_before_title, "ignores")[becomes(AbilityKind::Ignores)] >
     name_or_text[text_into(&Ability::title)] > keyword("in") > head[ability_event] > guard) |
    (ability_starts("cannot", AbilityKind::Prohibition) > head[ability_event] > guard > exceptions) |
    (ability_starts("not", AbilityKind::NotIf) > head[ability_event] > (counts_as_not | guard) > exceptions) |
    (!Fixed(match_words, "except to") >> head[statement_head] >>
     -(value_effect | different | equal | counts_as | judged) >> -limited >> exceptions);
const auto ability_body_def = spanned[rows[into(&Ability::rows)] >> (triggered | stated)];
const auto ability_or_error = ability_body | missing("an ability or '}'");
const auto ability_def = recovering[x3::expect[ability_or_error]] >> *symbol(";");

BOOST_SPIRIT_DEFINE(ability, ability_body)

constexpr auto add_row = [](auto& context) {
    x3::_val(context).push_back(std::move(x3::_attr(context).text));
};
const auto rows_def = -(symbol("[") > separated(row[add_row]) > symbol("]", "',' or ']'"));
const auto meaning_def = ability[append] >> *((!item_end) >> ability[append]);
const auto abilities_def = symbol("{") > *((!symbol("}")) >> ability[append]) > symbol("}");

}  // namespace

BOOST_SPIRIT_DEFINE(rows, abilities, meaning, later_ability)
BOOST_SPIRIT_INSTANTIATE(RowsRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(AbilitiesRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(MeaningRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(LaterRule, It, Context)

}  // namespace errata::dsl::grammar
