#include "dsl/grammar/expressions.h"

namespace errata::dsl::grammar {

using ast::Binder;
using ast::Expr;
using ast::ExprKind;
using ast::TypeExpr;
using ast::TypeKind;
using enum ast::Level;

namespace {

Expr leaf(ExprKind kind, Lexeme lexeme) {
    Expr result;
    result.kind = kind;
    result.span = lexeme.span;
    result.number = lexeme.number;
    result.name = std::move(lexeme.text);
    return result;
}

// Long chains of operators make deep trees without a single bracket.
constexpr int longest_chain = 2000;

template <class AnyContext>
void count_link(AnyContext& context) {
    State& state = state_of(context);
    if (++state.links <= longest_chain) return;
    const It at = x3::_where(context).begin();
    if (state.links == longest_chain + 1) state.report_too_deep(at);
    throw x3::expectation_failure<It>(at, "");
}

// Puts the rule's expression under a new node as its first argument.
template <class AnyContext>
void wrap(AnyContext& context, ExprKind kind) {
    count_link(context);
    Expr node;
    node.kind = kind;
    node.span = x3::_val(context).span;
    node.args.push_back(std::move(x3::_val(context)));
    x3::_val(context) = std::move(node);
}

constexpr auto wrap_operator = [](auto& context) {
    wrap(context, static_cast<ExprKind>(x3::_attr(context).number));
};
constexpr auto right_side = [](auto& context) {
    Expr& node = x3::_val(context);
    node.span.end = x3::_attr(context).span.end;
    node.args.push_back(std::move(x3::_attr(context)));
};
constexpr auto field_access = [](auto& context) {
    wrap(context, ExprKind::Field);
    Expr& node = x3::_val(context);
    node.span.end = x3::_attr(context).span.end;
    node.name = std::move(x3::_attr(context).text);
};
constexpr auto leaf_of(ExprKind kind, std::int64_t value = 0) {
    return [kind, value](auto& context) {
        if constexpr (std::is_same_v<std::decay_t<decltype(x3::_attr(context))>, Lexeme>) {
            x3::_val(context) = leaf(kind, std::move(x3::_attr(context)));
        } else {
            x3::_val(context).kind = kind;
            x3::_val(context).number = value;
        }
    };
}
constexpr auto argument = onto(&Expr::args);
constexpr auto condition_to_front = [](auto& context) {
    std::swap(x3::_val(context).args.front(), x3::_val(context).args.back());
};

// `m, n: minion`: the names before share the type (and the initial value) of the last.
void share_last(Binders& group, std::size_t from) {
    for (std::size_t i = from; i + 1 < group.size(); ++i) {
        group[i].type = group.back().type;
        group[i].initial = group.back().initial;
        group[i].while_field = group.back().while_field;
        group[i].per = group.back().per;
    }
}
constexpr auto add_name = [](auto& context) {
    Binder binder;
    binder.span = x3::_attr(context).span;
    binder.name = std::move(x3::_attr(context).text);
    x3::_val(context).push_back(std::move(binder));
};
constexpr auto set_type = [](auto& context) {
    x3::_val(context).back().type = std::move(x3::_attr(context));
};
constexpr auto set_initial = [](auto& context) {
    x3::_val(context).back().initial.push_back(std::move(x3::_attr(context)));
};
// A kind of objects may be called `order` too, so the word means the type of marks for fields alone.
constexpr auto order_type = [](auto& context) {
    TypeExpr& type = x3::_val(context).back().type;
    if (type.kind == TypeKind::Named && type.name == "order") type.kind = TypeKind::Order;
};
constexpr auto lasts(std::string Binder::*field) {
    return [field](auto& context) { x3::_val(context).back().*field = std::move(x3::_attr(context).text); };
}
constexpr auto share_all = [](auto& context) { share_last(x3::_val(context), 0); };
// Among parameters a name without a type takes the type of the next one that has one.
constexpr auto share_untyped = [](auto& context) {
    Binders& list = x3::_val(context);
    for (std::size_t i = list.size(); i-- > 1;) {
        if (list[i - 1].type.kind != TypeKind::Missing) continue;
        list[i - 1].type = list[i].type;
        if (list[i - 1].initial.empty()) list[i - 1].initial = list[i].initial;
    }
};

// A sum alone is a type only if it is a name.
constexpr auto named_type = [](auto& context) {
    Expr& bound = x3::_attr(context);
    TypeExpr& node = x3::_val(context);
    node.kind = TypeKind::Named;
    node.span = bound.span;
    node.name = bound.name;
    node.bounds.push_back(std::move(bound));
};
constexpr auto range_type = [](auto& context) {
    TypeExpr& node = x3::_val(context);
    node.kind = TypeKind::Range;
    node.name.clear();
    node.bounds.push_back(std::move(x3::_attr(context)));
};
constexpr auto only_a_name = [](auto& context) {
    TypeExpr& node = x3::_val(context);
    if (node.kind != TypeKind::Named) return;
    x3::_pass(context) = node.bounds.front().kind == ExprKind::Name;
    node.bounds.clear();
};
constexpr auto type_kind(TypeKind kind) {
    return [kind](auto& context) { x3::_val(context).kind = kind; };
}
constexpr auto optional_type = [](auto& context) {
    TypeExpr node;
    node.kind = TypeKind::Optional;
    node.args.push_back(std::move(x3::_val(context)));
    x3::_val(context) = std::move(node);
};

const x3::rule<struct DisjunctionTag, Expr> disjunction = "an expression";
const x3::rule<struct ConjunctionTag, Expr> conjunction = "an expression";
const x3::rule<struct NegationTag, Expr> negation = "an expression";
const x3::rule<struct RelationTag, Expr> relation = "an expression";
const x3::rule<struct SumTag, Expr> sum = "an expression";
const x3::rule<struct ProductTag, Expr> product = "an expression";
const x3::rule<struct UnaryTag, Expr> unary = "an expression";
const x3::rule<struct PostfixTag, Expr> postfix = "an expression";
const x3::rule<struct PrimaryTag, Expr> primary = "an expression";
const x3::rule<struct NamedTag, Expr> named = "a name";
const x3::rule<struct YesTag, Expr> always = "'with'";
const x3::rule<struct ImplicationTag, Expr> implication = "an expression";
const x3::rule<struct TypeBodyTag, TypeExpr> type_body = "a type";
const x3::rule<struct BinderGroup, Binders> binder_group = "a name";
const x3::rule<struct FieldGroup, Binders> field_group = "a field";
const x3::rule<struct NoLiteralTag, Expr> no_literal = "'no'";

const auto arguments_end = symbol(")", "',' or ')'");
const auto operand = expression[argument];

// `a = b = c` has no meaning here, nor has `number of m: minion with m.hp = 3 = 2` without brackets.
const Fixed unchained{match_no_comparison, "", "the end of this comparison"};

const auto disjunction_def =
    spanned[conjunction[whole] >> *(infix<OrLevel>[wrap_operator] > conjunction[right_side])];
const auto conjunction_def =
    spanned[negation[whole] >> *(infix<AndLevel>[wrap_operator] > negation[right_side])];
const auto negation_def =
    spanned[(keyword("not")[becomes(ExprKind::Not)] > nested[negation][argument]) | relation[whole]];
const auto relation_def =
    spanned[sum[whole] >> -(infix<ComparisonLevel>[wrap_operator] > sum[right_side] > unchained)];
const auto sum_def = spanned[product[whole] >> *(infix<SumLevel>[wrap_operator] > product[right_side])];
const auto product_def = spanned[unary[whole] >> *(infix<ProductLevel>[wrap_operator] > unary[right_side])];
const auto unary_def =
    spanned[(symbol("-")[becomes(ExprKind::Negate)] > nested[unary][argument]) | postfix[whole]];
const auto access = symbol(".") > (text[field_access] | word[field_access]);
const auto postfix_def = spanned[primary[whole] >> *access];
const auto implication_def =
    spanned[disjunction[whole] >> -(infix<ImpliesLevel>[wrap_operator] > expression[right_side])];

const auto named_def = spanned[name[leaf_of(ExprKind::Name)] >> -(call_bracket[becomes(ExprKind::Call)] >
                                                                  -separated(operand) > arguments_end)];
const auto set_literal = symbol("{")[becomes(ExprKind::SetLiteral)] > -separated(operand) >
                         symbol("}", "',' or '}'");
const auto conditional_expr = keyword("if")[becomes(ExprKind::If)] > operand > keyword("then") > operand >
                              keyword("else") > operand;
const auto can = keyword("can")[becomes(ExprKind::Can)] > name[text_into(&Expr::name)] > call_bracket >
                 -separated(operand) > arguments_end;
const auto over_binders = binders[into(&Expr::binders)] > condition[argument];
const auto quantifier =
    (keyword("some")[becomes(ExprKind::Some)] > over_binders) |
    (Fixed(match_before_binder, "no")[becomes(ExprKind::No)] > over_binders) |
    (keyword("every")[becomes(ExprKind::Every)] > over_binders > keyword("satisfies") > operand) |
    (Fixed(match_words, "number of")[becomes(ExprKind::NumberOf)] > over_binders) |
    (Fixed(match_words, "sum of")[becomes(ExprKind::Sum)] > operand > keyword("over") > over_binders >
     x3::eps[condition_to_front]) |
    (Fixed(match_before_binder, "first")[becomes(ExprKind::First)] > over_binders) |
    (Fixed(match_words, "solutions of")[becomes(ExprKind::Solutions)] > name[text_into(&Expr::name)]) |
    (Fixed(match_path, "path")[becomes(ExprKind::Path)] > operand > keyword("to") > operand >
     keyword("through") > over_binders);
const auto literal = keyword("yes")[leaf_of(ExprKind::Bool, 1)] | keyword("no")[leaf_of(ExprKind::Bool, 0)] |
                     keyword("none")[leaf_of(ExprKind::None)] | keyword("any")[leaf_of(ExprKind::Any)] |
                     number[leaf_of(ExprKind::Number)] | text[leaf_of(ExprKind::Quoted)];
const auto primary_def =
    spanned[continued >> (quantifier | literal | conditional_expr | can | set_literal |
                          (symbol("(") > expression[whole] > symbol(")")) | named[whole])];

const auto expression_def = spanned[nested[implication]];
const auto target_def =
    spanned[((text[leaf_of(ExprKind::Quoted)] >> &symbol(".")) | named[whole]) >> *access];
const auto always_def = spanned[x3::eps[leaf_of(ExprKind::Bool, 1)]];
const auto condition_def = spanned[(keyword("with") > expression) | always];

const auto type_body_def =
    spanned[keyword("bool")[type_kind(TypeKind::Bool)] | keyword("number")[type_kind(TypeKind::Number)] |
            keyword("counter")[type_kind(TypeKind::Counter)] |
            (Fixed(match_words, "set of")[type_kind(TypeKind::Set)] > type[onto(&TypeExpr::args)]) |
            ((!symbol("{")) >> sum[named_type] >> -(symbol("..") > sum[range_type]) >> x3::eps[only_a_name])];
const auto type_def = spanned[nested[type_body][whole] >> -symbol("?")[optional_type]];

const auto typed = symbol(":") > type[set_type];
const auto binder_group_def = separated(name[add_name]) > typed > x3::eps[share_all];
const auto binders_def = binder_group[append_all] % binder_comma;
const auto parameter = name[add_name] >> -typed >> -(symbol("=") > expression[set_initial]);
const auto parameters_def = symbol("(") > -separated(parameter) >
                            symbol(")", "',' or ')'") > x3::eps[share_untyped];

// In `{ a: bool = no  b: bool }` a leading `no` is the value, not the beginning of `no b: bool with ...`.
const auto no_literal_def = spanned[Fixed(match_before_binder, "no")[leaf_of(ExprKind::Bool, 0)]];
const auto initial = symbol("=") > (no_literal[set_initial] | expression[set_initial]);
const auto same_field = (continued >> name[lasts(&Binder::while_field)]) | missing("a name");
const auto duration =
    (keyword("while") > same_field) | (Fixed(match_before_name, "per") > name[lasts(&Binder::per)]);
const auto field_group_def =
    separated(name[add_name]) > typed > x3::eps[order_type] > -initial > -duration > x3::eps[share_all];
const auto field_or_error = field_group | missing("a field such as 'hp: 0..9', or '}'");
const auto fields_def = symbol("{") >
                        *((!symbol("}")) >> recovering[x3::expect[field_or_error]][append_all] >>
                          -(symbol(",") | symbol(";"))) > symbol("}");

const auto head_def = name[into(&Head::name)] >>
                      -(call_bracket[([](auto& context) { x3::_val(context).has_brackets = true; })] >
                        -separated(expression[onto(&Head::args)]) > arguments_end);

BOOST_SPIRIT_DEFINE(disjunction, conjunction, negation, relation, sum, product, unary, postfix, primary,
                    named, always, implication)
BOOST_SPIRIT_DEFINE(type_body, binder_group, field_group, no_literal)

}  // namespace

BOOST_SPIRIT_DEFINE(expression, target, condition, type, binders, parameters, fields, head)

BOOST_SPIRIT_INSTANTIATE(ExpressionRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(TargetRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(TypeRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(BindersRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(ConditionRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(ParametersRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(FieldsRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(HeadRule, It, Context)

}  // namespace errata::dsl::grammar
