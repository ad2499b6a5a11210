#include "dsl/grammar/statements.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/grammar/abilities.h"
#include "dsl/grammar/failure_hints.h"

namespace errata::dsl::grammar {

using ast::Binder;
using ast::Expr;
using ast::ExprKind;
using ast::LoopOrder;
using ast::Option;
using ast::Quantity;
using ast::SolveCase;
using ast::Stmt;
using ast::StmtKind;

namespace {

constexpr auto expr = onto(&Stmt::exprs);
constexpr auto label = text_into(&Stmt::name);
constexpr auto add_statement = [](auto& context) {
    x3::_val(context).statements.push_back(std::move(x3::_attr(context)));
};
constexpr auto quantity(Quantity written) { return sets(&Stmt::quantity, written); }
constexpr auto order(LoopOrder written) { return sets(&Stmt::order, written); }
constexpr auto condition_first = [](auto& context) {
    auto& exprs = x3::_val(context).exprs;
    exprs.insert(exprs.begin(), std::move(x3::_attr(context)));
};
constexpr auto add_block = [](auto& context) {
    Block& parsed = x3::_attr(context);
    Stmt& statement = x3::_val(context);
    statement.blocks.push_back(std::move(parsed.statements));
    statement.block_spans.push_back(parsed.span);
};
constexpr auto phase_name = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).text);
    x3::_val(context).span = x3::_attr(context).span;
};
// `phase dusk if c { ... }` is `if c { phase dusk { ... } }`.
constexpr auto phase_in_if = [](auto& context) {
    Stmt& whole = x3::_val(context);
    Block& parsed = x3::_attr(context);
    Stmt phase;
    phase.kind = std::exchange(whole.kind, StmtKind::If);
    phase.name = std::exchange(whole.name, "");
    phase.span = {parsed.span.file, whole.span.begin, parsed.span.end};
    phase.blocks.push_back(std::move(parsed.statements));
    phase.block_spans.push_back(parsed.span);
    whole.block_spans.push_back(phase.span);
    whole.blocks.emplace_back().push_back(std::move(phase));
};
// `else if` is an `if` alone in the second block.
constexpr auto add_else_if = [](auto& context) {
    Stmt& inner = x3::_attr(context);
    Stmt& statement = x3::_val(context);
    statement.block_spans.push_back(inner.span);
    statement.blocks.emplace_back();
    statement.blocks.back().push_back(std::move(inner));
};
constexpr auto one_binder = [](auto& context) {
    Stmt& statement = x3::_val(context);
    statement.binders.emplace_back();
    statement.binders.back().name = std::move(x3::_attr(context).text);
    statement.binders.back().span = x3::_attr(context).span;
};
constexpr auto binder_type = [](auto& context) {
    x3::_val(context).binders.back().type = std::move(x3::_attr(context));
};

// A call or a name alone; an assignment takes its target from the same place.
constexpr auto call_alone = [](auto& context) {
    Stmt& statement = x3::_val(context);
    Expr target = std::move(statement.exprs.front());
    x3::_pass(context) = target.kind == ExprKind::Call;
    if (target.kind == ExprKind::Call) {
        statement.kind = StmtKind::Perform;
        statement.name = std::move(target.name);
        statement.exprs = std::move(target.args);
    } else {
        statement.exprs.front() = std::move(target);
    }
};
constexpr auto name_alone = [](auto& context) {
    Stmt& statement = x3::_val(context);
    x3::_pass(context) = statement.exprs.front().kind == ExprKind::Name;
    if (!x3::_pass(context)) return;
    statement.kind = StmtKind::Insert;
    statement.name = statement.exprs.front().name;
    statement.exprs.clear();
};
constexpr auto event = [](auto& context) {
    x3::_val(context).name = std::move(x3::_attr(context).name.text);
    x3::_val(context).exprs = std::move(x3::_attr(context).args);
};

constexpr auto joined_condition = [](auto& context) {
    Option& option = x3::_val(context);
    Expr& added = x3::_attr(context);
    if (!option.condition.empty() &&
        !(option.condition[0].kind == ExprKind::Bool && option.condition[0].number == 1)) {
        Expr both;
        both.kind = ExprKind::And;
        both.span = {added.span.file, option.condition[0].span.begin, added.span.end};
        both.args.push_back(std::move(option.condition[0]));
        both.args.push_back(std::move(added));
        added = std::move(both);
    }
    option.condition.clear();
    option.condition.push_back(std::move(added));
};
// `choose m: minion with c by Ann "takes {m}" { }`: binders and condition come before the owner, but belong
// to the option.
constexpr auto option_binders = [](auto& context) {
    x3::_val(context).options.emplace_back();
    x3::_val(context).options.back().binders = std::move(x3::_attr(context));
};
constexpr auto counted_binder = [](auto& context) {
    Option& option = x3::_val(context).options.emplace_back();
    Binder& binder = option.binders.emplace_back();
    binder.span = x3::_attr(context).span;
    binder.name = std::move(x3::_attr(context).text);
};
constexpr auto counted_type = [](auto& context) {
    x3::_val(context).options.back().binders.back().type = std::move(x3::_attr(context));
};
constexpr auto counted_share = [](auto& context) {
    Binder& binder = x3::_val(context).binders.emplace_back();
    binder.span = x3::_attr(context).span;
    binder.name = std::move(x3::_attr(context).text);
};
constexpr auto share_type = [](auto& context) {
    x3::_val(context).binders.back().type = std::move(x3::_attr(context));
};
constexpr auto label_of_statement = text_into(&Stmt::label);
// Written in front of the owner, stored behind it.
constexpr auto owner_first = [](auto& context) {
    auto& exprs = x3::_val(context).exprs;
    if (exprs.size() == 2) std::swap(exprs[0], exprs[1]);
};
constexpr auto completely = [](auto& context) { x3::_val(context).complete = true; };
constexpr auto option_condition = [](auto& context) {
    x3::_val(context).options.back().condition.push_back(std::move(x3::_attr(context)));
};
constexpr auto option_label = [](auto& context) {
    x3::_val(context).options.back().label = std::move(x3::_attr(context).text);
};
constexpr auto option_body = [](auto& context) {
    x3::_val(context).options.back().body = std::move(x3::_attr(context).statements);
};
constexpr auto option_span = [](auto& context) {
    Stmt& statement = x3::_val(context);
    const Span& owner = statement.exprs.front().span;
    Option& option = statement.options.back();
    option.span = {owner.file, option.binders.front().span.begin, owner.end};
};

const x3::rule<struct StatementTag, Stmt> statement = "a statement";
const x3::rule<struct StatementBodyTag, Stmt> statement_body = "a statement";
const x3::rule<struct SimpleTag, Stmt> simple = "a statement";
const x3::rule<struct ConditionalTag, Stmt> conditional = "a statement";
const x3::rule<struct ChoiceTag, Stmt> choice = "a statement";
const x3::rule<struct DistributionTag, Stmt> distribution = "a statement";
const x3::rule<struct ShareTag, Option> share = "'over'";
const x3::rule<struct OptionTag, Option> option = "'option'";
const x3::rule<struct OptionBodyTag, Option> option_body_rule = "'option'";

const x3::rule<struct SecretTag, Stmt> secret = "'choose'";
const x3::rule<struct SecretsTag, Block> secrets = "'{'";

const auto statement_starts = [](const char* opening, StmtKind kind) {
    return keyword(opening)[becomes(kind)];
};

const auto otherwise = -(keyword("otherwise") > block[add_block]);
const auto option_body_rule_def =
    spanned[keyword("option") > text[text_into(&Option::label)] >
            -(keyword("for") > binders[into(&Option::binders)] > condition[onto(&Option::condition)]) >
            *(keyword("if") > expression[joined_condition]) >
            -Fixed(match_words, "when possible")[completely] > block[statements_into(&Option::body)]];
const auto option_def = recovering[option_body_rule];
const auto options = symbol("{") > +option[onto(&Stmt::options)] > otherwise > symbol("}", "'option' or '}'");
const auto count = Fixed(match_no_binder, "exactly")[quantity(Quantity::Exactly)] |
                   Fixed(match_words, "up to")[quantity(Quantity::UpTo)] |
                   Fixed(match_words, "as many as")[quantity(Quantity::AsManyAs)];
const auto counted = Token(match_name, "what is chosen, such as 'm: minion'");
const auto chosen = (count > expression[expr] > counted[counted_binder] > symbol(":") > type[counted_type]) |
                    binders[option_binders];
const auto one_option = chosen > condition[option_condition] >
                        keyword("by") > expression[expr] > x3::eps[owner_first] >
                        -text[option_label] > x3::eps[option_span] > block[option_body] > otherwise;
const auto choice_def = spanned[statement_starts("choose", StmtKind::Choose) >
                                ((keyword("by") > expression[expr] > options) | one_option)];

// What is distributed is divided between things of one kind, or of several: then each has a part of its own.
const auto who_may_get_some = keyword("over") > counted[counted_share] >
                              symbol(":") > type[share_type] > condition[onto(&Option::condition)] >
                              -(Fixed(match_words, "up to") > expression[onto(&Option::most)]) >
                              -(Fixed(match_words, "only if") > expression[onto(&Option::only_if)]);
const auto share_def = spanned[who_may_get_some > block[statements_into(&Option::body)]];
const auto share_alone = x3::rule<struct ShareAloneTag, Option>("'over'") = spanned[who_may_get_some];
const auto by_whom = keyword("by") > expression[expr] > x3::eps[owner_first] > -text[label_of_statement];
const auto shares = symbol("{") > +share[onto(&Stmt::options)] > otherwise > symbol("}", "'over' or '}'");
const auto distribution_def =
    spanned[Fixed(match_distribute, "distribute")[becomes(StmtKind::Distribute)] > -count > expression[expr] >
            keyword("as") > name[label] >
            ((share_alone[onto(&Stmt::options)] > by_whom > block[option_body] > otherwise) |
             (by_whom > shares))];

// Nothing but choices can be secret: whatever else happened between them would show.
const auto secret_def = recovering[nested[x3::expect[choice | missing("'choose' or '}'")]]] >> *symbol(";");
const auto secrets_def = spanned[symbol("{") > *((!symbol("}")) >> secret[add_statement]) > symbol("}")];
constexpr auto solve_part(SolveCase solve_case) {
    return [solve_case](auto& context) {
        Option& part = x3::_val(context).options.emplace_back();
        part.solve_case = solve_case;
        part.span = x3::_attr(context).span;
        part.body = std::move(x3::_attr(context).statements);
    };
}
const auto special =
    (Fixed(match_before_name, "solve")[becomes(StmtKind::Solve)] > name[label] > block[add_block] >
     -(Fixed(match_words, "if none") > block[solve_part(SolveCase::None)]) >
     -(Fixed(match_words, "if several") > block[solve_part(SolveCase::Several)])) |
    (Fixed(match_words, "secretly in order")[becomes(StmtKind::Secretly)] >
     x3::eps[order(LoopOrder::ByNumber)] > secrets[add_block]) |
    (Fixed(match_before_block, "secretly")[becomes(StmtKind::Secretly)] > secrets[add_block]) |
    (Fixed(match_later, "later")[becomes(StmtKind::Later)] > later_ability[onto(&Stmt::abilities)]) |
    (Fixed(match_before_name, "open")[becomes(StmtKind::OpenWindow)] > name[label]) |
    Fixed(match_alone, "cancel")[becomes(StmtKind::Cancel)] |
    (Fixed(match_before_name, "mark")[becomes(StmtKind::Mark)] > target[expr] >
     -Fixed(match_words, "first")[becomes(StmtKind::MarkFirst)]) |
    (Fixed(match_before_name, "unmark")[becomes(StmtKind::Unmark)] > target[expr]);

const auto conditional_def =
    spanned[statement_starts("if", StmtKind::If) > expression[expr] > block[add_block] >
            -((keyword("else") | keyword("otherwise")) >
              (nested[conditional][add_else_if] | block[add_block]))];
const auto by_number = symbol(",") > Fixed(match_words, "ties by") > expression[expr];
const auto goes_last = symbol(",") > expression[expr] > Fixed(match_words, "last");
const auto in_turn =
    ((Fixed(match_words, "in order of")[order(LoopOrder::Rising)] |
      Fixed(match_words, "in falling order of")[order(LoopOrder::Falling)]) > expression[expr] > -by_number) |
    (Fixed(match_words, "in an order chosen by")[order(LoopOrder::Chosen)] > expression[expr] > -goes_last);
// An order by a number or a player stands behind the condition; in front of it, it is understood.
const auto loop_order = (in_turn > condition[condition_first]) |
                        (Fixed(match_words, "in order")[order(LoopOrder::ByNumber)] > condition[expr]) |
                        (condition[expr] > -in_turn);
const auto loop =
    (statement_starts("for", StmtKind::ForEach) > keyword("each") > binders[into(&Stmt::binders)] >
     loop_order > block[add_block]) |
    (statement_starts("simultaneously", StmtKind::Simultaneously) > block[add_block]) |
    (statement_starts("repeat", StmtKind::Repeat) >
     ((statement_starts("while", StmtKind::While) > expression[expr] > block[add_block]) | block[add_block] |
      missing("'while' or '{'"))) |
    (Fixed(match_before_name, "phase")[becomes(StmtKind::Phase)] > name[phase_name] >
     ((keyword("if") > expression[expr] > block[phase_in_if]) | block[add_block] | missing("'if' or '{'")));
const auto effect = (statement_starts("let", StmtKind::Let) > name[label] > symbol("=") > expression[expr]) |
                    (statement_starts("try", StmtKind::Try) > head[event]) |
                    statement_starts("settle", StmtKind::Settle) |
                    statement_starts("nothing", StmtKind::Nothing) |
                    (Fixed(match_before_text, "end")[becomes(StmtKind::End)] > text[label] >
                     -(!Fixed(match_words, "for each") >> (keyword("for") > expression[expr]))) |
                    (statement_starts("create", StmtKind::Create) > name[one_binder] > symbol(":") >
                     type[binder_type] > block[add_block]) |
                    (statement_starts("do", StmtKind::DoThen) > block[add_block] > keyword("then") >
                     block[add_block] > otherwise) |
                    (statement_starts("destroy", StmtKind::Destroy) > expression[expr]);
const auto scripted = (Fixed(match_before_name, "place")[becomes(StmtKind::Place)] > name[one_binder] >
                       symbol(":") > type[binder_type] > condition[expr] > block[add_block]) |
                      (statement_starts("require", StmtKind::Require) > expression[expr]) |
                      (statement_starts("until", StmtKind::Until) > expression[expr]) |
                      (statement_starts("then", StmtKind::Then) > expression[expr]) |
                      (Fixed(match_before_text, "take")[becomes(StmtKind::Take)] > text[label] >
                       keyword("by") > expression[expr] > -(keyword("with") > expression[expr]));
// A statement's own word, or one of another language's, begins no line that says what somebody has or does.
bool is_statement_word(const std::string& word) {
    return word == "each" || !hint_for_foreign_word(word).empty() ||
           std::ranges::find(statement_keywords(), word) != statement_keywords().end();
}
constexpr auto is_kind = [](auto& context) {
    x3::_pass(context) = !is_statement_word(x3::_attr(context).text);
};

// `copy flames: "Flames of Tzeentch", Ann, hand`
constexpr auto dealt_kind = [](auto& context) {
    ast::TypeExpr& type = x3::_val(context).binders.emplace_back().type;
    type.kind = ast::TypeKind::Named;
    type.span = x3::_attr(context).span;
    type.name = std::move(x3::_attr(context).text);
};
constexpr auto dealt_name = [](auto& context) {
    Binder& dealt = x3::_val(context).binders.back();
    dealt.span = x3::_attr(context).span;
    dealt.name = std::move(x3::_attr(context).text);
    x3::_val(context).kind = StmtKind::Deal;
};
const auto is_condition_next = keyword("with") | symbol("{");  // then it is a misspelt `for each`
const auto dealt = (&(name[is_kind] >> name >> symbol(":") >> expression >> !is_condition_next) >>
                    name[dealt_kind] >> name[dealt_name] >> symbol(":")) >
                   separated(expression[onto(&Stmt::args)]);
// `Ann "orders" Plains with n = 2`, behind who does it
const auto filled = expression[onto(&Stmt::args)];
constexpr auto is_somebody = [](auto& context) {
    x3::_pass(context) = !is_statement_word(x3::_val(context).exprs.front().name);
};
const auto does = (x3::eps[is_somebody] >> text[label][becomes(StmtKind::Does)]) >
                  -(filled >> *(keyword("on") > filled)) > -(keyword("with") > expression[expr]);
const auto assignment = (symbol(":=")[becomes(StmtKind::Assign)] | symbol("+=")[becomes(StmtKind::Increase)] |
                         symbol("-=")[becomes(StmtKind::Decrease)]) > expression[expr];
const auto simple_def = target[expr] >>
                        (assignment | does | x3::eps[call_alone] | (lone_name >> x3::eps[name_alone]) |
                         (x3::eps > missing("':=', '+=' or '-='")));
const auto statement_body_def = spanned[conditional[whole] | loop | choice[whole] | distribution[whole] |
                                        special | effect | scripted | dealt | simple[whole]];
const auto statement_or_error = statement_body | missing("a statement or '}'");
const auto statement_def = recovering[nested[x3::expect[statement_or_error]]] >> *symbol(";");

BOOST_SPIRIT_DEFINE(statement, statement_body, simple, conditional, choice, option, option_body_rule, secret,
                    secrets, distribution, share)

const auto block_def =
    spanned[symbol("{") > *symbol(";") > *((!symbol("}")) >> statement[add_statement]) > symbol("}")];

}  // namespace

BOOST_SPIRIT_DEFINE(block)
BOOST_SPIRIT_INSTANTIATE(BlockRule, It, Context)

}  // namespace errata::dsl::grammar
