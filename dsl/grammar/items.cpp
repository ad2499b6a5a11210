// Rules of items, and the choice between them.
#include "dsl/grammar/abilities.h"
#include "dsl/grammar/grammar.h"

namespace errata::dsl::grammar {

using ast::Alternative;
using ast::CategorySort;
using ast::CheckMode;
using ast::Column;
using ast::Contents;
using ast::Equation;
using ast::Expr;
using ast::ExprKind;
using ast::Grid;
using ast::Item;
using ast::ItemKind;
using ast::Link;
using ast::Participants;
using ast::Preference;
using ast::Setting;
using ast::Sort;

namespace {

const x3::rule<struct VocabularyTag, Item> vocabulary = "an item";  // what the game is made of
const x3::rule<struct EquationsTag, Item> equations = "an item";    // values that are computed
const x3::rule<struct ClaimTag, Item> claim = "an item";            // rules, turns, scenarios, checks
const x3::rule<struct CardHeaderTag, Item> card_header = "a printed item";
const x3::rule<struct LineMeaningTag, Item> line_meaning = "an ability";    // behind `=`
const x3::rule<struct SettingsTag, std::vector<Setting>> settings = "'{'";  // { group: 2, square.width: 3 }

// Parts that items share.
constexpr auto item_name = [](auto& context) {
    Item& item = x3::_val(context);
    item.name_span = x3::_attr(context).span;
    item.name = std::move(x3::_attr(context).text);
};
constexpr auto item_title = [](auto& context) {
    Item& item = x3::_val(context);
    item.name_span = x3::_attr(context).span;
    item.title = std::move(x3::_attr(context).text);
};
constexpr auto add_item_name = name_onto(&Item::names);
constexpr auto item_expr = onto(&Item::exprs);
constexpr auto item_starts = [](const char* opening, ItemKind kind) {
    return keyword(opening)[becomes(kind)];
};
const auto item_rows = rows[into(&Item::rows)];
const auto item_statements = block[statements_into(&Item::body)];

// What the game is made of.

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
constexpr auto add_dealt = name_onto(&Item::dealt);
constexpr auto add_link = [](auto& context) {
    Lexeme& from = x3::_attr(context);
    const bool is_quoted = from.span.end - from.span.begin != from.text.size();
    x3::_val(context).links.push_back({from.span, std::move(from.text), "", is_quoted});
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

const auto names = separated(name_or_text[add_item_name]);
const auto own_fields = fields[into(&Item::fields)];
const auto result_type = symbol(":") > type[into(&Item::type)];
const auto in_brackets = -(&symbol("(") >> parameters[into(&Item::binders)]);

const auto game = item_starts("game", ItemKind::Game) > text[item_title];
const auto renamed = name_or_text[add_link] > symbol("=") > name_or_text[end_link];
const auto import = item_starts("import", ItemKind::Import) > text[item_title] >
                    -(keyword("with") > symbol("{") > separated(renamed) > symbol("}", "',' or '}'"));
const auto player = item_starts("player", ItemKind::Player) > names;
const auto enumeration = item_starts("enum", ItemKind::Enum) > name[item_name] > symbol(":") > names;
const auto zone_name = name_or_text[add_item_name] >> -keyword("hidden")[add_hidden];
const auto one_life = symbol("(")[begin_life] > separated(zone_name) > symbol(")", "',' or ')'")[end_life];
const auto zone = item_starts("zone", ItemKind::Zone) > name[item_name] > symbol(":") >
                  separated(name_or_text[add_item_name] >> -(one_life | keyword("hidden")[add_hidden]));
const auto link = name_or_text[add_link] > symbol("-") > name_or_text[end_link];
const auto sites = item_starts("sites", ItemKind::Sites) > name[item_name] > symbol(":") > names >
                   -(keyword("links") > separated(link)) > -(&symbol("{") >> own_fields);
const auto window = item_starts("window", ItemKind::Window) > name[item_name] >
                    ((keyword("from")[participants(Participants::From)] > expression[item_expr] >
                      -keyword("once")[participants(Participants::FromOnce)]) |
                     (keyword("for")[participants(Participants::For)] > expression[item_expr]) |
                     missing("'from' or 'for'"));
const auto kind_item = item_starts("kind", ItemKind::Kind) > name[item_name] >
                       ((keyword("of") > number[into_number(&Item::number)]) |
                        (symbol(":", "'of' or ':'") > names)) >
                       -(symbol("(") > separated(name[add_dealt]) > symbol(")", "',' or ')'")) >
                       -(&symbol("{") >> own_fields);
const auto shape = keyword("diagonal")[first_time(&Grid::diagonal)] | keyword("hex")[first_time(&Grid::hex)] |
                   keyword("ring")[first_time(&Grid::ring)];
const auto grid = item_starts("grid", ItemKind::Grid) > name[item_name] >
                  number[into_number(within(&Item::grid, &Grid::width))] >
                  (x3::lit('x') | missing("'x'")) > number[into_number(within(&Item::grid, &Grid::height))] >
                  *shape > -(&symbol("{") >> own_fields);
const auto state_item = item_starts("state", ItemKind::State) > own_fields;
const auto relation_item = item_starts("relation", ItemKind::Relation) > name[item_name] > in_brackets >
                           result_type > -(symbol("=") > expression[item_expr]);
const auto define = item_starts("define", ItemKind::Define) > name[item_name] > in_brackets > -result_type >
                    item_rows > symbol("=") > expression[item_expr];
const auto open = item_starts("open", ItemKind::Open) > name[item_name] > in_brackets > -result_type >
                  -(keyword("default") > expression[item_expr]) > item_rows;
const auto action =
    item_starts("action", ItemKind::Action) > name[item_name] > in_brackets > item_rows > item_statements;
const auto printed = item_starts("printed", ItemKind::Printed) > name[item_name] >
                     keyword("on") > type[into(&Item::type)] > keyword("if") > expression[item_expr] >
                     -(&symbol("{") >> own_fields);
const auto category = item_starts("category", ItemKind::Category) > name[item_name] > keyword("is") >
                      (keyword("abilities")[sort(CategorySort::Abilities)] |
                       keyword("statements")[sort(CategorySort::Statements)] |
                       keyword("condition")[sort(CategorySort::Condition)] |
                       keyword("things")[sort(CategorySort::Things)] |
                       keyword("event")[sort(CategorySort::Event)] | type[into(&Item::type)] |
                       missing("'abilities', 'statements', 'condition', 'things', 'event' or a type")) >
                      -(keyword("given") >
                        ((&symbol("(") >> parameters[into(&Item::binders)]) | binders[into(&Item::binders)]));
// `u: minion or hero with c`; every kind has the name.
constexpr auto begin_thing = [](auto& context) {
    ast::Binder& thing = x3::_val(context).contents.things.emplace_back();
    thing.span = x3::_attr(context).span;
    thing.name = std::move(x3::_attr(context).text);
};
constexpr auto thing_type = [](auto& context) {
    std::vector<ast::Binder>& things = x3::_val(context).contents.things;
    if (things.back().type.kind != ast::TypeKind::Missing)
        things.push_back(ast::Binder{things[0].span, things[0].name, {}, {}, {}, {}});
    things.back().type = std::move(x3::_attr(context));
};
constexpr auto phase_of_event = [](auto& context) {
    Item& item = x3::_val(context);
    item.sort.is_moment = true;
    Expr& phase = item.exprs.emplace_back();
    phase.kind = ExprKind::Name;
    phase.span = x3::_attr(context).span;
    phase.name = std::move(x3::_attr(context).text);
};
const auto things = (&(name >> symbol(":")) >> name[begin_thing]) > symbol(":") > type[thing_type] >
                    *(keyword("or") > type[thing_type]) > condition[item_expr];
const auto phrase_meaning =
    (keyword("do") > item_statements) |
    (&symbol("{") >> abilities[into(within(&Item::contents, &Contents::abilities))]) |
    (Fixed(match_before_name, "at") > name[phase_of_event]) |
    (&(name >> (keyword("begins") | keyword("ends"))) >> name[phase_of_event] >>
     (keyword("begins") | keyword("ends")[sets(within(&Item::sort, &Sort::is_at_end), true)])) |
    things | (expression[item_expr] > -(&keyword("with") >> condition[item_expr]));
const auto phrase = item_starts("phrase", ItemKind::Phrase) > name[item_name] >
                    text[text_into(&Item::title)] > item_rows >
                    -(keyword("introduces") > binders[into(&Item::binders)]) >
                    -(keyword("refers") > keyword("to") >
                      ((&symbol("(") >> parameters[into(&Item::refers)]) | binders[into(&Item::refers)])) >
                    symbol("=") > phrase_meaning;

const auto vocabulary_def =
    spanned[(game | import | player | enumeration | zone | kind_item | grid | sites | window | state_item |
             relation_item | define | open | action | printed | category | phrase) > item_end];

BOOST_SPIRIT_DEFINE(vocabulary)

// Values that are computed, not stored: `derived`, `inductive` and `equations`.

constexpr auto layer = [](auto& context) { x3::_val(context).number = x3::_attr(context).number; };
constexpr auto equation_expr = onto(&Equation::exprs);

constexpr auto end_number = [](auto& context) {
    Expr& value = x3::_val(context).value;
    value.kind = ExprKind::Number;
    value.span = x3::_attr(context).span;
    value.number = x3::_attr(context).number;
};

const x3::rule<struct EquationTag, Equation> equation = "an equation";
const x3::rule<struct EquationBodyTag, Equation> equation_body = "an equation";

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
const auto preference = prefer >
                        ((keyword("most")[sets(within(&Item::sort, &Sort::preference), Preference::Most)] |
                          keyword("least")[sets(within(&Item::sort, &Sort::preference), Preference::Least)] |
                          missing("'most' or 'least'")) > expression[item_expr]);
// In any order.
const auto derived_part = (keyword("layer") > number[layer]) |
                          (keyword("latest") > name[text_into(&Item::title)]) |
                          (&keyword("at") >> value_end[onto(within(&Item::contents, &Contents::settings))]);
const auto derived = item_starts("derived", ItemKind::Derived) > name[item_name] > in_brackets >
                     symbol(":") > type[into(&Item::type)] > *derived_part > item_rows >
                     symbol("=") > expression[item_expr];
const auto inductive = item_starts("inductive", ItemKind::Inductive) > name[item_name] > in_brackets >
                       item_rows > keyword("if") > expression[item_expr];
const auto system = item_starts("equations", ItemKind::Equations) > name[item_name] > item_rows >
                    symbol("{") > *((!(symbol("}") | prefer)) >>
                                    equation[onto(within(&Item::contents, &Contents::equations))]) >
                    -preference > symbol("}", "an equation, 'prefer' or '}'");

const auto equations_def = spanned[(derived | inductive | system) > item_end];

BOOST_SPIRIT_DEFINE(equations)

// What is claimed of it and done with it: rules, the turn, setups, scenarios, checks, readings, settings,
// tables of cards.

constexpr auto mode(CheckMode written) { return sets(within(&Item::sort, &Sort::check), written); }
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
    Expr& value = x3::_val(context).value;
    value.kind = ExprKind::Name;
    value.span = x3::_attr(context).span;
    value.name = std::move(x3::_attr(context).text);
};
constexpr auto column_heading = [](auto& context) {
    x3::_val(context).heading_span = x3::_attr(context).span;
    x3::_val(context).heading = std::move(x3::_attr(context).text);
};
const x3::rule<struct NoValueTag, Expr> no_value = "'no'";
const auto no_value_def = spanned[Fixed(match_before_binder, "no")[becomes(ExprKind::Bool)]];

constexpr auto is_version = sets(within(&Item::sort, &Sort::is_version), true);
const auto own_abilities = abilities[into(within(&Item::contents, &Contents::abilities))];
const auto title = text[item_title];

const auto rule_item = item_starts("rule", ItemKind::Rule) > title > item_rows > own_abilities;
const auto turn = item_starts("turn", ItemKind::Turn) > item_statements;
const auto from_setup = -(keyword("from") > text[add_item_name]);
const auto setup = item_starts("setup", ItemKind::Setup) > title > item_rows > from_setup > item_statements;
const x3::rule<struct SettingTag, Setting> setting = "a setting such as 'group: 2'";
const auto screen = item_starts("screen", ItemKind::Screen) > title >
                    keyword("of") > name[item_name] > item_rows > -symbol(",") >
                    -separated(setting[onto(within(&Item::contents, &Contents::settings))]) > item_statements;
const auto scope = item_starts("scope", ItemKind::Scope) > name[item_name] >
                   settings[into(within(&Item::contents, &Contents::settings))];
const auto meta = item_starts("meta", ItemKind::Meta) > item_rows >
                  settings[into(within(&Item::contents, &Contents::settings))];
const auto scenario = item_starts("scenario", ItemKind::Scenario) > title > item_rows > from_setup >
                      -(keyword("scope") >
                        settings[into(within(&Item::contents, &Contents::settings))]) > item_statements;

const auto check_mode =
    (keyword("always")[mode(CheckMode::Always)] > expression[item_expr]) |
    (keyword("never")[mode(CheckMode::Never)] > expression[item_expr]) |
    (keyword("reachable")[mode(CheckMode::Reachable)] > expression[item_expr]) |
    (keyword("possible")[mode(CheckMode::Possible)] > expression[item_expr]) |
    (keyword("eventually")[mode(CheckMode::Eventually)] > expression[item_expr] >
     -(keyword("after") > expression[item_expr])) |
    keyword("terminates")[mode(CheckMode::Terminates)] | keyword("unique")[mode(CheckMode::Unique)] |
    missing("'always', 'never', 'reachable', 'possible', 'eventually', 'terminates' or 'unique'");
const auto check = item_starts("check", ItemKind::Check) > title > item_rows > check_mode;
const auto one_case = text[add_item_name] > symbol(":") > expression[item_expr];
const auto partition = item_starts("partition", ItemKind::Partition) > title > item_rows >
                       -(keyword("for") > binders[into(&Item::binders)]) > condition[item_expr] >
                       symbol("{") > +one_case > symbol("}", "a case such as '\"dry\": E', or '}'");
const auto ruled_when = keyword("when") > expression[item_expr] > keyword("then") > expression[item_expr];
const auto ruled_after = -(keyword("after") > head[claimed_event] >
                           -(keyword("if") > expression[item_expr])) > symbol(":") > expression[item_expr];
const auto ruling = item_starts("ruling", ItemKind::Ruling) > title > item_rows >
                    (ruled_when | ruled_after) > x3::eps[body_first];

const x3::rule<struct AlternativeTag, Alternative> alternative =
    "a reading such as 'narrow \"only then\" { }'";
const auto alternative_def =
    spanned[name[text_into(&Alternative::name)] > text[text_into(&Alternative::title)] >
            abilities[into(&Alternative::abilities)]];
// What an author or a library decides, and what a game makes of that.
constexpr auto stance(ast::Stance written) { return sets(within(&Item::sort, &Sort::stance), written); }
const auto assume =
    item_starts("assume", ItemKind::Assume) >
    ((keyword("not")[stance(ast::Stance::Denied)] > name[item_name] > text[text_into(&Item::title)]) |
     (-name[item_name] > text[text_into(&Item::title)] > item_rows > -(&symbol("{") >> own_abilities)));
const auto alternatives = title > item_rows > symbol("{") >
                          +(alternative[onto(within(&Item::contents, &Contents::alternatives))]) >
                          symbol("}", "a reading such as 'narrow \"only then\" { }', or '}'");
// `reading NAME` has both ways of an assumption tried.
const auto tried = name[item_name] >> x3::eps[becomes(ItemKind::Assume)][stance(ast::Stance::Tried)];
const auto reading = item_starts("reading", ItemKind::Reading) > (tried | alternatives);
// One text has replaced another: the lines of cards that each has say so themselves.
const x3::rule<struct VersionTextTag, Alternative> version_text =
    "a text such as 'printed \"as first printed\"'";
const auto version_text_def =
    spanned[name[text_into(&Alternative::name)] > text[text_into(&Alternative::title)] >
            -abilities[into(&Alternative::abilities)]];
const auto version = item_starts("version", ItemKind::Reading)[is_version] > title > item_rows > symbol("{") >
                     +(version_text[onto(within(&Item::contents, &Contents::alternatives))]) >
                     symbol("}", "a text such as 'printed \"as first printed\"', or '}'");
constexpr auto accepting_code = [](auto& context) {
    x3::_val(context).accepting.code = std::move(x3::_attr(context).text);
};
constexpr auto accepting_digest = [](auto& context) {
    x3::_val(context).accepting.digest = std::move(x3::_attr(context).text);
};
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
const auto accepted_findings = code[accepting_code] >
                               ((keyword("about") > separated(text[add_item_name])) |
                                number[into_number(&Item::number)] |
                                missing("'about' and who takes part, or how many there are"));
const auto accept = item_starts("accept", ItemKind::Accept) > (title | accepted_findings) >
                    -(keyword("as") > text[accepting_digest]) >
                    keyword("because") > reason[text_into(&Item::name)] >
                    -(keyword("by") > text[accepting_by]) > -(keyword("until") > date[accepting_until]);
const auto omit = item_starts("omit", ItemKind::Omit) >
                  ((&symbol("[") >> item_rows) | missing("rows such as '[SAN-TER-7]'")) >
                  keyword("because") > text[text_into(&Item::name)];
const auto status = Token(match_word, "a status");
const auto expect = item_starts("expect", ItemKind::Expect) > code[item_name] >
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
const auto cards = item_starts("cards", ItemKind::Cards) > title > keyword("as") > name[add_item_name] >
                   symbol("{") > +(column[onto(within(&Item::contents, &Contents::columns))] >>
                                   -(symbol(",") | symbol(";"))) >
                   symbol("}", "a column such as 'cost: \"Cost\"', or '}'");

const auto card_header_def = spanned[word[text_into(&Item::title)] > x3::eps[becomes(ItemKind::Card)] >
                                     name_or_text[item_name] > item_rows > -symbol(",") >
                                     -separated(setting[onto(within(&Item::contents, &Contents::settings))]) >
                                     -(&symbol("[") >> item_rows) > item_end];

const auto claim_def =
    spanned[(rule_item | turn | setup | screen | scope | meta | scenario | check | partition | ruling |
             reading | version | assume | accept | expect | omit | cards) > item_end];

BOOST_SPIRIT_DEFINE(alternative, version_text, column, no_value, setting)
const auto line_meaning_def =
    spanned[x3::eps[becomes(ItemKind::Phrase)] >
            meaning[into(within(&Item::contents, &Contents::abilities))] > item_end];
BOOST_SPIRIT_DEFINE(claim, card_header, settings, line_meaning)

template <class Rule>
Item read(State& state, const Rule& wanted) {
    Item item;
    It first = state.begin();
    x3::phrase_parse(first, state.end(), x3::with<state_tag>(state)[x3::expect[wanted]], x3::ascii::space,
                     item);
    return item;
}

}  // namespace

ast::Item read_item(State& state, SliceKind kind) {
    try {
        if (kind == SliceKind::Card) return read(state, card_header);
        if (kind == SliceKind::Meaning) return read(state, line_meaning);
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
