#include "dsl/grammar/items.h"

namespace errata::dsl::grammar {

using ast::CategorySort;
using ast::Contents;
using ast::Grid;
using ast::Item;
using ast::ItemKind;
using ast::Link;
using ast::Participants;
using ast::Sort;

namespace {

template <class Field>
constexpr auto into_number(Field field) {
    return [field](auto& context) { std::invoke(field, x3::_val(context)) = x3::_attr(context).number; };
}
constexpr auto sort(CategorySort written) { return sets(within(&Item::sort, &Sort::category), written); }
constexpr auto participants(Participants written) {
    return sets(within(&Item::sort, &Sort::participants), written);
}

constexpr auto add_hidden = [](auto& context) {
    Item& item = x3::_val(context);
    item.names.hidden.push_back(item.names.all.back());
};
// The name just read is that of several zones, which follow.
constexpr auto begin_life = [](auto& context) {
    ast::ItemNames& names = x3::_val(context).names;
    names.lives.push_back({std::move(names.all.back()), names.spans.back(), names.all.size() - 1, 0});
    names.all.pop_back();
    names.spans.pop_back();
};
constexpr auto end_life = [](auto& context) {
    ast::ItemNames& names = x3::_val(context).names;
    names.lives.back().count = names.all.size() - names.lives.back().first;
};
constexpr auto add_link = [](auto& context) {
    Lexeme& from = x3::_attr(context);
    x3::_val(context).links.push_back({from.span, std::move(from.text), ""});
};
constexpr auto end_link = [](auto& context) {
    Link& link = x3::_val(context).links.back();
    link.span.end = x3::_attr(context).span.end;
    link.to = std::move(x3::_attr(context).text);
};
// The words behind a size come in any order, each once.
constexpr auto first_time(bool Grid::*shape) {
    return [shape](auto& context) {
        bool& is_said = x3::_val(context).grid.*shape;
        x3::_pass(context) = !is_said;
        is_said = true;
    };
}

const auto starts = item_starts;
const auto names = separated(name_or_text[add_item_name]);
const auto own_fields = fields[into(&Item::fields)];
const auto item_rows = rows[into(&Item::rows)];
const auto result_type = symbol(":") > type[into(&Item::type)];
const auto in_brackets = -(&symbol("(") >> parameters[into(&Item::binders)]);
const auto stop = item_end;

const auto game = starts("game", ItemKind::Game) > text[item_title];
const auto import = starts("import", ItemKind::Import) > text[item_title];
const auto player = starts("player", ItemKind::Player) > names;
const auto enumeration = starts("enum", ItemKind::Enum) > name[item_name] > symbol(":") > names;
const auto zone_name = name_or_text[add_item_name] >> -keyword("hidden")[add_hidden];
const auto one_life = symbol("(")[begin_life] > separated(zone_name) > symbol(")", "',' or ')'")[end_life];
const auto zone = starts("zone", ItemKind::Zone) > name[item_name] > symbol(":") >
                  separated(name_or_text[add_item_name] >> -(one_life | keyword("hidden")[add_hidden]));
const auto link = name_or_text[add_link] > symbol("-") > name_or_text[end_link];
const auto sites = starts("sites", ItemKind::Sites) > name[item_name] > symbol(":") > names >
                   -(keyword("links") > separated(link)) > -(&symbol("{") >> own_fields);
const auto window = starts("window", ItemKind::Window) > name[item_name] >
                    ((keyword("from")[participants(Participants::From)] > expression[item_expr] >
                      -keyword("once")[participants(Participants::FromOnce)]) |
                     (keyword("for")[participants(Participants::For)] > expression[item_expr]) |
                     missing("'from' or 'for'"));
const auto kind = starts("kind", ItemKind::Kind) > name[item_name] >
                  ((keyword("of") > number[into_number(&Item::number)]) |
                   (symbol(":", "'of' or ':'") > names)) > -(&symbol("{") >> own_fields);
const auto shape = keyword("diagonal")[first_time(&Grid::diagonal)] | keyword("hex")[first_time(&Grid::hex)] |
                   keyword("ring")[first_time(&Grid::ring)];
const auto grid = starts("grid", ItemKind::Grid) > name[item_name] >
                  number[into_number(within(&Item::grid, &Grid::width))] >
                  (x3::lit('x') | missing("'x'")) > number[into_number(within(&Item::grid, &Grid::height))] >
                  *shape > -(&symbol("{") >> own_fields);
const auto state = starts("state", ItemKind::State) > own_fields;
const auto relation = starts("relation", ItemKind::Relation) > name[item_name] > in_brackets > result_type >
                      -(symbol("=") > expression[item_expr]);
const auto define = starts("define", ItemKind::Define) > name[item_name] > in_brackets > -result_type >
                    item_rows > symbol("=") > expression[item_expr];
const auto open = starts("open", ItemKind::Open) > name[item_name] > in_brackets > -result_type >
                  -(keyword("default") > expression[item_expr]) > item_rows;
const auto action = starts("action", ItemKind::Action) > name[item_name] > in_brackets > item_rows >
                    block[statements_into(&Item::body)];
const auto printed = starts("printed", ItemKind::Printed) > name[item_name] >
                     keyword("on") > type[into(&Item::type)] > keyword("if") > expression[item_expr] >
                     -(&symbol("{") >> own_fields);
const auto category = starts("category", ItemKind::Category) > name[item_name] > keyword("is") >
                      (keyword("abilities")[sort(CategorySort::Abilities)] |
                       keyword("statements")[sort(CategorySort::Statements)] |
                       keyword("condition")[sort(CategorySort::Condition)] | type[into(&Item::type)] |
                       missing("'abilities', 'statements', 'condition' or a type")) >
                      -(keyword("given") >
                        ((&symbol("(") >> parameters[into(&Item::binders)]) | binders[into(&Item::binders)]));
const auto meaning = (keyword("do") > block[statements_into(&Item::body)]) |
                     (&symbol("{") >> abilities[into(within(&Item::contents, &Contents::abilities))]) |
                     expression[item_expr];
const auto phrase = starts("phrase", ItemKind::Phrase) > name[item_name] > text[text_into(&Item::title)] >
                    item_rows > -(keyword("introduces") > binders[into(&Item::binders)]) >
                    -(keyword("refers") > keyword("to") > binders[into(&Item::refers)]) >
                    symbol("=") > meaning;

const auto vocabulary_def =
    spanned[(game | import | player | enumeration | zone | kind | grid | sites | window | state | relation |
             define | open | action | printed | category | phrase) > stop];

}  // namespace

BOOST_SPIRIT_DEFINE(vocabulary)
BOOST_SPIRIT_INSTANTIATE(VocabularyRule, It, Context)

}  // namespace errata::dsl::grammar
