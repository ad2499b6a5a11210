// Values that are computed, not stored: `derived`, `inductive` and `equations`.
#include "dsl/grammar/items.h"

namespace errata::dsl::grammar {

using ast::Equation;
using ast::Item;
using ast::ItemKind;
using ast::Preference;
using ast::Setting;

struct EquationsTag {};

namespace {

constexpr auto layer = [](auto& context) { x3::_val(context).number = x3::_attr(context).number; };
constexpr auto equation_expr = onto(&Equation::exprs);

constexpr auto end_number = [](auto& context) {
    ast::Expr& value = x3::_val(context).value;
    value.kind = ast::ExprKind::Number;
    value.span = x3::_attr(context).span;
    value.number = x3::_attr(context).number;
};

const x3::rule<struct EquationTag, Equation> equation = "an equation";
const x3::rule<struct EquationBodyTag, Equation> equation_body = "an equation";

const auto item_rows = rows[into(&Item::rows)];
const auto brackets = -(&symbol("(") >> parameters[into(&Item::binders)]);

const auto equation_body_def =
    spanned[name[text_into(&Equation::name)] > -(&symbol("(") >> parameters[into(&Equation::binders)]) >
            symbol(":") > type[into(&Equation::type)] > symbol("=") > expression[equation_expr] >
            -(keyword("otherwise") > expression[equation_expr])];
const auto equation_or_error = equation_body | missing("an equation, 'prefer' or '}'");
const auto equation_def = recovering[x3::expect[equation_or_error]] >> *symbol(";");

// Where a derived value stops: at least 0, at most 5.
const auto end_name = Token(match_word, "'least' or 'most'");
const x3::rule<struct ValueEndTag, Setting> value_end = "'at least' or 'at most'";
const auto value_end_def =
    spanned[keyword("at") > (&(keyword("least") | keyword("most")) | missing("'least' or 'most'")) >
            end_name[text_into(&Setting::name)] > number[end_number]];

BOOST_SPIRIT_DEFINE(equation, equation_body, value_end)

const auto prefer = Fixed(match_before_name, "prefer");
const auto preference =
    prefer > ((keyword("most")[sets(within(&Item::sort, &ast::Sort::preference), Preference::Most)] |
               keyword("least")[sets(within(&Item::sort, &ast::Sort::preference), Preference::Least)] |
               missing("'most' or 'least'")) > expression[item_expr]);
// In any order.
const auto derived_part =
    (keyword("layer") > number[layer]) | (keyword("latest") > name[text_into(&Item::title)]) |
    (&keyword("at") >> value_end[onto(within(&Item::contents, &ast::Contents::settings))]);
const auto derived = item_starts("derived", ItemKind::Derived) > name[item_name] > brackets >
                     symbol(":") > type[into(&Item::type)] > *derived_part > item_rows >
                     symbol("=") > expression[item_expr];
const auto inductive = item_starts("inductive", ItemKind::Inductive) > name[item_name] > brackets >
                       item_rows > keyword("if") > expression[item_expr];
const auto system = item_starts("equations", ItemKind::Equations) > name[item_name] > item_rows >
                    symbol("{") > *((!(symbol("}") | prefer)) >>
                                    equation[onto(within(&Item::contents, &ast::Contents::equations))]) >
                    -preference > symbol("}", "an equation, 'prefer' or '}'");

const auto equations_def = spanned[(derived | inductive | system) > item_end];

}  // namespace

BOOST_SPIRIT_DEFINE(equations)
BOOST_SPIRIT_INSTANTIATE(EquationsRule, It, Context)

}  // namespace errata::dsl::grammar
