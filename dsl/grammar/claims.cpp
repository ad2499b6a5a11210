#include "dsl/grammar/items.h"

namespace errata::dsl::grammar {

using ast::Alternative;
using ast::CheckMode;
using ast::Column;
using ast::Item;
using ast::ItemKind;
using ast::Setting;

struct ClaimTag {};
struct CardHeaderTag {};
struct SettingsTag {};

namespace {

constexpr auto mode(CheckMode written) { return sets(within(&Item::sort, &ast::Sort::check), written); }
constexpr auto claimed_event = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).name.text);
    x3::_val(context).params = std::move(x3::_attr(context).args);
};
// Written `[if condition]: body` or `when condition then body`, stored as body, condition.
constexpr auto body_first = [](auto& context) {
    auto& exprs = x3::_val(context).exprs;
    if (exprs.size() == 2) std::swap(exprs[0], exprs[1]);
};
constexpr auto word_value = [](auto& context) {
    ast::Expr& value = x3::_val(context).value;
    value.kind = ast::ExprKind::Name;
    value.span = x3::_attr(context).span;
    value.name = std::move(x3::_attr(context).text);
};
constexpr auto column_heading = [](auto& context) {
    x3::_val(context).heading_span = x3::_attr(context).span;
    x3::_val(context).heading = std::move(x3::_attr(context).text);
};
const x3::rule<struct NoValueTag, ast::Expr> no_value = "'no'";
const auto no_value_def = spanned[Fixed(match_before_binder, "no")[becomes(ast::ExprKind::Bool)]];

constexpr auto is_version = sets(within(&Item::sort, &ast::Sort::is_version), true);
const auto starts = item_starts;
const auto item_rows = rows[into(&Item::rows)];
const auto body = block[statements_into(&Item::body)];
const auto own_abilities = abilities[into(within(&Item::contents, &ast::Contents::abilities))];
const auto title = text[item_title];

const auto rule = starts("rule", ItemKind::Rule) > title > item_rows > own_abilities;
const auto turn = starts("turn", ItemKind::Turn) > body;
const auto setup = starts("setup", ItemKind::Setup) > title > item_rows > body;
const x3::rule<struct SettingTag, Setting> setting = "a setting such as 'group: 2'";
const auto screen = starts("screen", ItemKind::Screen) > title > keyword("of") > name[item_name] > item_rows >
                    -symbol(",") >
                    -separated(setting[onto(within(&Item::contents, &ast::Contents::settings))]) > body;
const auto scope = starts("scope", ItemKind::Scope) > name[item_name] >
                   settings[into(within(&Item::contents, &ast::Contents::settings))];
const auto meta = starts("meta", ItemKind::Meta) > item_rows >
                  settings[into(within(&Item::contents, &ast::Contents::settings))];
const auto scenario = starts("scenario", ItemKind::Scenario) > title > item_rows >
                      -(keyword("scope") >
                        settings[into(within(&Item::contents, &ast::Contents::settings))]) > body;

const auto check_mode =
    (keyword("always")[mode(CheckMode::Always)] > expression[item_expr]) |
    (keyword("never")[mode(CheckMode::Never)] > expression[item_expr]) |
    (keyword("reachable")[mode(CheckMode::Reachable)] > expression[item_expr]) |
    (keyword("possible")[mode(CheckMode::Possible)] > expression[item_expr]) |
    (keyword("eventually")[mode(CheckMode::Eventually)] > expression[item_expr] >
     -(keyword("after") > expression[item_expr])) |
    keyword("terminates")[mode(CheckMode::Terminates)] | keyword("unique")[mode(CheckMode::Unique)] |
    missing("'always', 'never', 'reachable', 'possible', 'eventually', 'terminates' or 'unique'");
const auto check = starts("check", ItemKind::Check) > title > item_rows > check_mode;
const auto one_case = text[add_item_name] > symbol(":") > expression[item_expr];
const auto partition = starts("partition", ItemKind::Partition) > title > item_rows >
                       -(keyword("for") > binders[into(&Item::binders)]) > condition[item_expr] >
                       symbol("{") > +one_case > symbol("}", "a case such as '\"dry\": E', or '}'");
const auto ruled_when = keyword("when") > expression[item_expr] > keyword("then") > expression[item_expr];
const auto ruled_after = -(keyword("after") > head[claimed_event] >
                           -(keyword("if") > expression[item_expr])) > symbol(":") > expression[item_expr];
const auto ruling = starts("ruling", ItemKind::Ruling) > title > item_rows >
                    (ruled_when | ruled_after) > x3::eps[body_first];

const x3::rule<struct AlternativeTag, Alternative> alternative =
    "a reading such as 'narrow \"only then\" { }'";
const auto alternative_def =
    spanned[name[text_into(&Alternative::name)] > text[text_into(&Alternative::title)] >
            abilities[into(&Alternative::abilities)]];
const auto reading = starts("reading", ItemKind::Reading) > title > item_rows > symbol("{") >
                     +(alternative[onto(within(&Item::contents, &ast::Contents::alternatives))]) >
                     symbol("}", "a reading such as 'narrow \"only then\" { }', or '}'");
// One text has replaced another: the lines of cards that each has say so themselves.
const x3::rule<struct VersionTextTag, Alternative> version_text =
    "a text such as 'printed \"as first printed\"'";
const auto version_text_def =
    spanned[name[text_into(&Alternative::name)] > text[text_into(&Alternative::title)] >
            -abilities[into(&Alternative::abilities)]];
const auto version = starts("version", ItemKind::Reading)[is_version] > title > item_rows > symbol("{") >
                     +(version_text[onto(within(&Item::contents, &ast::Contents::alternatives))]) >
                     symbol("}", "a text such as 'printed \"as first printed\"', or '}'");
constexpr auto accepting_by = [](auto& context) {
    x3::_val(context).accepting.by = std::move(x3::_attr(context).text);
};
constexpr auto accepting_until = [](auto& context) {
    x3::_val(context).accepting.until = std::move(x3::_attr(context).text);
};
// Whoever reads it has to learn why.
bool match_reason(It& first, It last, Lexeme& lexeme) {
    return match_text(first, last, lexeme) && lexeme.text.find_first_not_of(" \t") != std::string::npos;
}
constexpr Token reason{match_reason, "a reason in double quotes"};
const auto accept = starts("accept", ItemKind::Accept) > title >
                    keyword("because") > reason[text_into(&Item::name)] >
                    -(keyword("by") > text[accepting_by]) > -(keyword("until") > date[accepting_until]);
const auto omit = starts("omit", ItemKind::Omit) >
                  ((&symbol("[") >> item_rows) | missing("rows such as '[SAN-TER-7]'")) >
                  keyword("because") > text[text_into(&Item::name)];
const auto status = Token(match_word, "a status");
const auto expect = starts("expect", ItemKind::Expect) > code[item_name] >
                    -(!keyword("about") >> status[text_into(&Item::title)]) >
                    -(keyword("about") > text[add_item_name]);

// Reserved words may be values (precedence: cannot); in `flag: no  other: 3` the `no` begins no quantifier.
const auto setting_value =
    no_value[into(&Setting::value)] | value_word[word_value] | expression[into(&Setting::value)];
const auto setting_def = spanned[dotted[text_into(&Setting::name)] > symbol(":") > setting_value];
const auto setting_or_error = setting | missing("a setting such as 'group: 2', or '}'");
const auto settings_def = symbol("{") >
                          *((!symbol("}")) >> recovering[x3::expect[setting_or_error]][append] >>
                            -(symbol(",") | symbol(";"))) > symbol("}");

const x3::rule<struct ColumnTag, Column> column = "a column such as 'cost: \"Cost\"'";
const auto column_def = spanned[name[text_into(&Column::field)] > symbol(":") > text[column_heading]];
const auto cards = starts("cards", ItemKind::Cards) > title > keyword("as") > name[add_item_name] >
                   symbol("{") > +(column[onto(within(&Item::contents, &ast::Contents::columns))] >>
                                   -(symbol(",") | symbol(";"))) >
                   symbol("}", "a column such as 'cost: \"Cost\"', or '}'");

const auto card_header_def =
    spanned[word[text_into(&Item::title)] > x3::eps[becomes(ItemKind::Card)] > name_or_text[item_name] >
            item_rows > -symbol(",") >
            -separated(setting[onto(within(&Item::contents, &ast::Contents::settings))]) >
            -(&symbol("[") >> item_rows) > item_end];

const auto claim_def = spanned[(rule | turn | setup | screen | scope | meta | scenario | check | partition |
                                ruling | reading | version | accept | expect | omit | cards) > item_end];

BOOST_SPIRIT_DEFINE(alternative, version_text, column, no_value, setting)

}  // namespace

BOOST_SPIRIT_DEFINE(claim, card_header, settings)
BOOST_SPIRIT_INSTANTIATE(ClaimRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(CardHeaderRule, It, Context)
BOOST_SPIRIT_INSTANTIATE(SettingsRule, It, Context)

}  // namespace errata::dsl::grammar
