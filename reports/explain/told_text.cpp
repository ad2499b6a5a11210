#include "reports/explain/told_text.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "compiler/ir/term_kinds.h"
#include "compiler/typed/walk.h"
#include "dsl/ast/spelling.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"
#include "dsl/base/plural.h"
#include "dsl/base/text.h"

namespace errata::reports {

using compiler::TermKind;
using compiler::TypeId;
using compiler::Value;
using compiler::typed::Ability;
using compiler::typed::AbilityKind;
using compiler::typed::Binder;
using compiler::typed::Block;
using compiler::typed::Expr;
using compiler::typed::ExprKind;
using compiler::typed::LocalId;
using compiler::typed::Stmt;
using compiler::typed::StmtKind;

namespace ast = dsl::ast;

namespace {

// What is in sight where a phrase is told.
struct Sight {
    std::map<LocalId, std::string> names;  // how its names are called
    std::shared_ptr<const compiler::Holes> holes;
    compiler::PrintedId printed;
};

std::string joined_if(const std::string& before, const std::string& text) {
    return text.empty() ? "" : before + text;
}

bool is_operator(const Expr& expr, TermKind op) { return expr.kind == ExprKind::Operator && expr.op == op; }

bool is_comparison(const Expr& expr) {
    return expr.kind == ExprKind::Equal || is_operator(expr, TermKind::Less) ||
           is_operator(expr, TermKind::LessEqual);
}

bool is_number(const std::string& text) { return text.find_first_not_of("0123456789") == std::string::npos; }

constexpr const char* yes = "yes";
constexpr const char* no = "no";

// Nothing in it could be joined with what stands beside it: "holds(Ann, life)", "(a or b)".
bool is_one_word(const std::string& text) {
    int depth = 0;
    for (const char letter : text) {
        if (letter == '(') ++depth;
        if (letter == ')') --depth;
        if (letter == ' ' && depth == 0) return false;
    }
    return true;
}

// "(A, B)" of a call.
std::string in_brackets(const std::vector<std::string>& all) { return "(" + dsl::join(all, ", ") + ")"; }

class Teller {
public:
    // `item`: what the bearers of the text bear.
    Teller(const compiler::Draft& draft, std::string item) : draft_(draft), item_(std::move(item)) {}

    std::vector<ToldLine> meaning(const compiler::Understanding& way);
    // The actions and definitions that the meanings so far speak of.
    std::vector<ToldLine> words();

private:
    const compiler::Type& type(TypeId id) const { return draft_.program.types[id]; }
    const compiler::Callables& callables() const { return draft_.names.callables; }

    void line(const std::string& text) { lines_.push_back({depth_, text}); }
    void under(const std::string& heading, const Block& block, const Sight& sight);
    bool under_if_any(const std::string& heading, const Block& block, const Sight& sight);

    // --- names

    std::string named(LocalId local, const std::string& written, Sight& sight);
    std::string named(const Binder& binder, Sight& sight) { return named(binder.local, binder.name, sight); }
    std::string binder_text(const Binder& binder, Sight& sight);
    std::string things_text(const std::vector<Binder>& binders, const std::vector<Expr>& condition,
                            Sight& sight);

    // --- expressions

    std::string text(const Expr& expr, const Sight& sight);
    std::string operand(const Expr& expr, const Sight& sight);
    std::string negated(const Expr& expr, const Sight& sight);
    std::string operation(const Expr& expr, const Sight& sight);
    std::string quantified(const Expr& expr, Sight sight);
    std::string comparison(const Expr& expr, bool is_so, const Sight& sight);
    void collect(const Expr& expr, TermKind joins, const Sight& sight, std::vector<std::string>& parts);
    std::string junction(const Expr& expr, const Sight& sight);
    std::optional<bool> assumed(const Expr& condition) const;
    std::pair<const compiler::typed::PhraseBody*, Sight> filling(const std::string& hole,
                                                                 const std::vector<Expr>& given,
                                                                 const Sight& sight);
    std::string hole(const Expr& expr, const Sight& sight);
    std::string antecedent(const std::string& name, const Sight& sight) const;
    std::vector<std::string> texts(const std::vector<Expr>& exprs, const Sight& sight) {
        return dsl::mapped(exprs, [&](const Expr& expr) { return text(expr, sight); });
    }
    std::string all(const std::vector<Expr>& conditions, const Sight& sight) {
        if (conditions.empty()) return "";
        std::string condition = text(conditions[0], sight);
        return condition == yes ? "" : condition;
    }

    // --- statements

    void tell(const Block& block, Sight sight);
    void tell(const Stmt& stmt, Sight& sight);
    void tell_change(const Stmt& stmt, const Sight& sight);
    void tell_choice(const Stmt& stmt, Sight& sight);
    void tell_option(const compiler::typed::Option& option, Sight sight);
    void tell_case(const Stmt& stmt, const Sight& sight);
    void tell_attempt(const Stmt& stmt, const Sight& sight);
    std::optional<std::string> repetition(const Stmt& stmt, const Sight& sight);
    void introduce(const Stmt& stmt, const Sight& sight);
    std::string chooser_text(const compiler::typed::Chooser& chooser, const Sight& sight);

    // --- abilities

    void tell(const Ability& ability, Sight sight);
    void tell_effect(const Ability& ability, Sight sight);
    std::string event_text(const Ability& ability, Sight& sight);
    std::string params_text(const std::vector<compiler::typed::Param>& params, Sight& sight);
    std::string may_text(const Ability& ability, Sight& sight);
    std::string rest_of_head(const Ability& ability, Sight& sight);
    Sight of_bearer(const compiler::Bearer& bearer, const compiler::TextAbility& ability);
    void tell_action(compiler::ActionId id);

    const compiler::Draft& draft_;
    const std::string item_;
    std::vector<ToldLine> lines_;
    std::size_t depth_ = 0;
    std::map<std::size_t, std::string> introduced_;  // by number of the antecedent
    std::map<std::pair<const compiler::Holes*, std::string>, std::string> own_;  // that no word refers to
    std::set<std::string> taken_;  // names in the ability that is told
    std::set<compiler::ActionId> actions_;
    std::set<compiler::DefineId> defines_;
};

// --- names

// The name that is written, or with a number behind it if something else has that.
std::string Teller::named(LocalId local, const std::string& written, Sight& sight) {
    const std::string wanted = written.empty() ? "one" : written;
    std::string name = wanted;
    for (int number = 2; !taken_.insert(name).second; ++number) name = wanted + std::to_string(number);
    sight.names[local] = name;
    return name;
}

std::string Teller::binder_text(const Binder& binder, Sight& sight) {
    const std::string kind = draft_.phrases.name(binder.domain.type);
    const compiler::Type& range = type(draft_.program.types.base(binder.domain.type));
    if (range.form != compiler::TypeForm::Range || !binder.domain.bounds.empty())
        return kind + " " + named(binder, sight);
    return named(binder, sight) + " from " + std::to_string(range.lo) + " to " + std::to_string(range.hi);
}

std::string Teller::things_text(const std::vector<Binder>& binders, const std::vector<Expr>& condition,
                                Sight& sight) {
    const auto words = [&](const Binder& binder) { return binder_text(binder, sight); };
    const std::string things = dsl::join(dsl::mapped(binders, words), ", ");
    return things + joined_if(" with ", all(condition, sight));
}

// --- expressions

std::string Teller::operand(const Expr& expr, const Sight& sight) {
    const std::string inner = text(expr, sight);
    return is_one_word(inner) ? inner : "(" + inner + ")";
}

// Whether an assumption is made, where the condition asks for one that is not tried both ways.
std::optional<bool> Teller::assumed(const Expr& condition) const {
    if (condition.kind != ExprKind::Equal || condition.args[0].kind != ExprKind::Cell) return std::nullopt;
    for (const compiler::SourceAssumption& one : draft_.names.assumptions) {
        if (one.variable != condition.args[0].var() || one.stance == ast::Stance::Tried) continue;
        return (one.stance == ast::Stance::Assumed) == (condition.args[1].value == 0);
    }
    return std::nullopt;
}

std::string Teller::comparison(const Expr& expr, bool is_so, const Sight& sight) {
    const Expr& left = expr.args[0];
    const Expr& right = expr.args[1];
    if (expr.kind == ExprKind::Equal) {
        const bool asks_for_none = right.kind == ExprKind::Literal && right.value == compiler::none_value &&
                                   type(right.type).optional;
        if (asks_for_none && (left.kind == ExprKind::Local || left.kind == ExprKind::Antecedent))
            return operand(left, sight) + (is_so ? " is gone" : " is still there");
        return operand(left, sight) + (is_so ? " = " : " != ") + operand(right, sight);
    }
    const bool is_strict = (expr.op == TermKind::Less) == is_so;
    const char* const up = is_strict ? " < " : " <= ";
    const char* const down = is_strict ? " > " : " >= ";
    if (is_number(operand(left, sight)))
        return operand(right, sight) + (is_so ? down : up) + operand(left, sight);
    return operand(left, sight) + (is_so ? up : down) + operand(right, sight);
}

std::string Teller::negated(const Expr& expr, const Sight& sight) {
    if (is_comparison(expr)) return comparison(expr, false, sight);
    if (is_operator(expr, TermKind::SetHas))
        return operand(expr.args[1], sight) + " is not in " + operand(expr.args[0], sight);
    const std::string inner = operand(expr, sight);
    if (inner == yes || inner == no) return inner == yes ? no : yes;
    return "not " + inner;
}

// The conditions that are joined, those behind holes included; what is always so of "and", never of "or", is
// left out.
void Teller::collect(const Expr& expr, TermKind joins, const Sight& sight, std::vector<std::string>& parts) {
    if (is_operator(expr, joins)) {
        for (const Expr& arg : expr.args) collect(arg, joins, sight, parts);
        return;
    }
    if (expr.kind == ExprKind::Hole) {
        if (const auto [body, inner] = filling(expr.name, expr.args, sight); body && !body->value.empty())
            return collect(body->value[0], joins, inner, parts);
    }
    const bool is_plain = is_comparison(expr) || expr.kind == ExprKind::Not || expr.kind == ExprKind::OneOf ||
                          expr.kind == ExprKind::Can;
    std::string part = is_plain ? text(expr, sight) : operand(expr, sight);
    if (part != (joins == TermKind::And ? yes : no)) parts.push_back(std::move(part));
}

std::string Teller::junction(const Expr& expr, const Sight& sight) {
    const bool is_and = expr.op == TermKind::And;
    std::vector<std::string> parts;
    collect(expr, expr.op, sight, parts);
    if (parts.empty()) return is_and ? yes : no;
    if (std::ranges::count(parts, is_and ? no : yes) > 0) return is_and ? no : yes;
    std::string only = parts[0];
    if (parts.size() == 1 && only.front() == '(' && is_one_word(only)) return only.substr(1, only.size() - 2);
    return dsl::join(parts, is_and ? " and " : " or ");
}

// Operators whose operands stand between words. Others have words of their own in `operation`.
struct OperatorWords {
    TermKind op;
    std::string_view before;
    std::string_view between;
};
constexpr OperatorWords operator_words[] = {
    {TermKind::Add, "", " + "},
    {TermKind::Subtract, "", " - "},
    {TermKind::Multiply, "", " * "},
    {TermKind::Implies, "if ", " then "},
    {TermKind::Minimum, "the lower of ", " and "},
    {TermKind::Maximum, "the higher of ", " and "},
    {TermKind::SetInsert, "", " with "},
    {TermKind::SetUnion, "", " with "},
    {TermKind::SetErase, "", " without "},
    {TermKind::SetMinus, "", " without "},
    {TermKind::SetSize, "the size of ", ""},
};

std::string Teller::operation(const Expr& expr, const Sight& sight) {
    const auto part = [&](const Expr& one) { return operand(one, sight); };
    if (expr.op == TermKind::And || expr.op == TermKind::Or) return junction(expr, sight);
    if (is_comparison(expr)) return comparison(expr, true, sight);
    if (expr.op == TermKind::SetHas) return part(expr.args[1]) + " is in " + part(expr.args[0]);
    // "-2" is written as a difference from nothing.
    const bool is_negative =
        expr.op == TermKind::Subtract && expr.args[0].kind == ExprKind::Literal && expr.args[0].value == 0;
    if (is_negative) return "-" + part(expr.args[1]);
    const auto words = std::ranges::find(operator_words, expr.op, &OperatorWords::op);
    ERRATA_CHECK(words != std::end(operator_words));
    return std::string(words->before) + dsl::join(dsl::mapped(expr.args, part), std::string(words->between));
}

std::string Teller::quantified(const Expr& expr, Sight sight) {
    if (expr.kind == ExprKind::NumberOf) {
        const auto words = [&](const Binder& binder) {
            return dsl::plural_of(draft_.phrases.name(binder.domain.type)) + " " + named(binder, sight);
        };
        const std::string things = dsl::join(dsl::mapped(expr.binders, words), ", ");
        return "the number of " + things + joined_if(" with ", all(expr.args, sight));
    }
    // The condition comes first, what is said of each behind it.
    const std::string things = things_text(expr.binders, {expr.args[0]}, sight);
    if (expr.kind == ExprKind::Some) return "there is a " + things;
    if (expr.kind == ExprKind::No) return "there is no " + things;
    if (expr.kind == ExprKind::First) return "the first " + things;
    const std::string said = text(expr.args[1], sight);
    return expr.kind == ExprKind::Every ? "for every " + things + ": " + said
                                        : "the sum of " + said + " over every " + things;
}

// The phrase that fills a hole, and its sight. A phrase sees the bearer and what it is given. Null: a word or
// a number fills the hole.
std::pair<const compiler::typed::PhraseBody*, Sight> Teller::filling(const std::string& hole,
                                                                     const std::vector<Expr>& given,
                                                                     const Sight& sight) {
    const compiler::Hole& filled = sight.holes->by_name.at(hole);
    if (filled.filler->kind != dsl::Derivation::Kind::Phrase) return {nullptr, {}};
    const compiler::typed::PhraseBody& body = draft_.phrases.known(
        static_cast<std::size_t>(filled.filler->tag), sight.printed, dsl::mapped(given, &Expr::type));
    Sight inner{{}, filled.holes, sight.printed};
    for (const LocalId word : {compiler::typed::this_local, compiler::typed::it_local}) {
        if (const auto found = sight.names.find(word); found != sight.names.end()) inner.names.insert(*found);
    }
    for (std::size_t i = 0; i < body.given.size(); ++i)
        inner.names[body.given[i].local] = operand(given[i], sight);
    return {&body, std::move(inner)};
}

std::string Teller::hole(const Expr& expr, const Sight& sight) {
    const dsl::Derivation& filler = *sight.holes->by_name.at(expr.name).filler;
    if (filler.kind == dsl::Derivation::Kind::Number) return std::to_string(filler.number);
    if (filler.kind == dsl::Derivation::Kind::Word) {
        const std::string& category = draft_.names.texts.grammar.category_name(filler.category);
        const TypeId of = draft_.names.vocabulary.named.at(category);
        return draft_.program.types.named(of, static_cast<Value>(filler.tag)).text();
    }
    const auto [body, inner] = filling(expr.name, expr.args, sight);
    return body->value.empty() ? expr.name : text(body->value[0], inner);
}

std::string Teller::antecedent(const std::string& name, const Sight& sight) const {
    const auto known = sight.holes->antecedents.find(name);
    if (known != sight.holes->antecedents.end() && known->second) {
        const auto found = introduced_.find(*known->second);
        if (found != introduced_.end()) return found->second;
    }
    const auto own = own_.find({sight.holes.get(), name});
    return own == own_.end() ? name : own->second;
}

std::string Teller::text(const Expr& expr, const Sight& sight) {
    const auto call = [&](const std::string& name) {
        return name + (expr.args.empty() ? "" : in_brackets(texts(expr.args, sight)));
    };
    const auto field = [&](const std::string& name, bool is_field) {
        const std::size_t dot = name.find('.');
        if (!is_field || dot == std::string::npos || expr.args.size() != 1) return call(name);
        return operand(expr.args[0], sight) + name.substr(dot);
    };
    switch (expr.kind) {
        case ExprKind::Literal:
        case ExprKind::Constant:
            return draft_.program.types.named(expr.type, expr.value).text();
        case ExprKind::Local: {
            const auto found = sight.names.find(expr.local);
            return found == sight.names.end() ? expr.name : found->second;
        }
        case ExprKind::Cell: {
            const compiler::Variable& variable = draft_.program.variables[expr.id];
            return field(variable.name, variable.is_field);
        }
        case ExprKind::Table:
            return field(draft_.program.tables[expr.id].name, true);
        case ExprKind::Open:
            return call(callables().opens[expr.id].name);
        case ExprKind::Computed:
            return call(callables().computed[expr.id].name);
        case ExprKind::Define:
            defines_.insert(expr.define());
            return call(callables().defines[expr.id].item->name);
        case ExprKind::Can:
            return "can " + call(callables().actions[expr.id].item->name);
        case ExprKind::Solutions:
            return "how many solutions " + callables().computed[expr.id].name + " has";
        case ExprKind::Payable:
            return "it is possible";
        case ExprKind::Share:
            return "the share of " + text(expr.args[0], sight);
        case ExprKind::Hole:
            return hole(expr, sight);
        case ExprKind::Antecedent:
            return antecedent(expr.name, sight);
        case ExprKind::Not:
            return negated(expr.args[0], sight);
        case ExprKind::Equal:
            if (const auto is_so = assumed(expr)) return *is_so ? yes : no;
            return comparison(expr, true, sight);
        case ExprKind::Operator:
            return operation(expr, sight);
        case ExprKind::OneOf: {
            const std::vector<Expr> members(expr.args.begin() + 1, expr.args.end());
            return operand(expr.args[0], sight) + " is one of " + dsl::join(texts(members, sight), ", ");
        }
        case ExprKind::SetLiteral:
            return "{" + dsl::join(texts(expr.args, sight), ", ") + "}";
        case ExprKind::If:
            return text(expr.args[1], sight) + " if " + text(expr.args[0], sight) + ", else " +
                   text(expr.args[2], sight);
        case ExprKind::Some:
        case ExprKind::No:
        case ExprKind::Every:
        case ExprKind::NumberOf:
        case ExprKind::Sum:
        case ExprKind::First:
            return quantified(expr, sight);
        case ExprKind::Path: {
            Sight inner = sight;
            const std::string ends = text(expr.args[0], sight) + " to " + text(expr.args[1], sight);
            return "there is a way from " + ends + " over " +
                   things_text(expr.binders, {expr.args[2]}, inner);
        }
    }
    return "";
}

// --- statements

// The heading, and the block below it. False, and neither is told: nothing is done there.
bool Teller::under_if_any(const std::string& heading, const Block& block, const Sight& sight) {
    const std::size_t before = lines_.size();
    line(heading);
    ++depth_;
    tell(block, sight);
    --depth_;
    if (lines_.size() > before + 1) return true;
    lines_.resize(before);
    return false;
}

// The same, also where nothing is done.
void Teller::under(const std::string& heading, const Block& block, const Sight& sight) {
    if (under_if_any(heading, block, sight)) return;
    line(heading);
    lines_.push_back({depth_ + 1, "nothing"});
}

void Teller::tell(const Block& block, Sight sight) {
    for (const Stmt& stmt : block) tell(stmt, sight);
}

void Teller::tell_change(const Stmt& stmt, const Sight& sight) {
    const std::string place = text(stmt.exprs[0], sight);
    const std::string value = text(stmt.exprs[1], sight);
    const bool is_set = type(stmt.exprs[0].type).form == compiler::TypeForm::Set;
    switch (stmt.change) {
        case ast::Change::Set:
            return line(place + " becomes " + value);
        case ast::Change::Add:
            return line(is_set ? place + " gains " + value : place + " goes up by " + value);
        case ast::Change::Subtract:
            return line(is_set ? place + " loses " + value : place + " goes down by " + value);
    }
}

std::string Teller::chooser_text(const compiler::typed::Chooser& chooser, const Sight& sight) {
    switch (chooser.kind) {
        case compiler::typed::ChooserKind::Player:
            return text(chooser.player[0], sight);
        case compiler::typed::ChooserKind::Chance:
            return "chance";
        case compiler::typed::ChooserKind::Nobody:
            return "nobody in particular";
        case compiler::typed::ChooserKind::Elsewhere:
            return "whoever decides elsewhere";
    }
    return "";
}

void Teller::tell_option(const compiler::typed::Option& option, Sight sight) {
    std::string heading = "\"" + option.label + "\"";
    if (!option.binders.empty()) heading += " for a " + things_text(option.binders, option.condition, sight);
    if (option.binders.empty()) heading += joined_if(" if ", all(option.condition, sight));
    under(heading + ":", option.body, sight);
}

void Teller::tell_choice(const Stmt& stmt, Sight& sight) {
    const std::string who = chooser_text(stmt.chooser, sight);
    if (stmt.options.size() == 1 && !stmt.options[0].binders.empty()) {
        const compiler::typed::Option& option = stmt.options[0];
        Sight inner = sight;
        std::string heading = who + " chooses ";
        if (stmt.kind == StmtKind::ChooseSeveral)
            heading += spelling(stmt.quantity) + " " + text(stmt.exprs[0], sight) + " of: ";
        else
            heading += option.passes ? "at most one " : "one ";
        under(heading + things_text(option.binders, option.condition, inner) + ":", option.body, inner);
    } else {
        line(who + " chooses:");
        ++depth_;
        for (const compiler::typed::Option& option : stmt.options) tell_option(option, sight);
        --depth_;
    }
    if (!stmt.blocks.empty()) under_if_any("if nothing can be chosen:", stmt.blocks[0], sight);
}

void Teller::tell_case(const Stmt& stmt, const Sight& sight) {
    const std::string condition = text(stmt.exprs[0], sight);
    if (condition == yes) return tell(stmt.blocks[0], sight);
    if (condition != no) under("if " + condition + ":", stmt.blocks[0], sight);
    if (stmt.blocks.size() < 2) return;
    if (condition == no) return tell(stmt.blocks[1], sight);
    under_if_any("otherwise:", stmt.blocks[1], sight);
}

void Teller::tell_attempt(const Stmt& stmt, const Sight& sight) {
    const std::size_t before = lines_.size();
    under("first:", stmt.blocks[0], sight);
    const bool something_follows = under_if_any("if all of that happens:", stmt.blocks[1], sight);
    const bool otherwise = stmt.blocks.size() > 2 && under_if_any("if not:", stmt.blocks[2], sight);
    if (something_follows || otherwise) return;
    // It is done as far as it goes.
    lines_.erase(lines_.begin() + static_cast<std::ptrdiff_t>(before));
    for (std::size_t i = before; i < lines_.size(); ++i) --lines_[i].depth;
}

// How often, of `for each k: 1..20 with k <= n` whose block does not ask for k.
std::optional<std::string> Teller::repetition(const Stmt& stmt, const Sight& sight) {
    const Binder& binder = stmt.binders[0];
    if (stmt.exprs.empty() || type(binder.domain.type).form != compiler::TypeForm::Range ||
        type(binder.domain.type).lo != 1)
        return std::nullopt;
    const Expr& condition = stmt.exprs[0];
    const bool counts = is_operator(condition, TermKind::LessEqual) &&
                        condition.args[0].kind == ExprKind::Local && condition.args[0].local == binder.local;
    bool is_used = false;
    for (const Stmt& one : stmt.blocks[0]) {
        compiler::typed::walk(one, [&](const Expr& expr) {
            is_used = is_used || (expr.kind == ExprKind::Local && expr.local == binder.local);
        });
    }
    if (!counts || is_used) return std::nullopt;
    return text(condition.args[1], sight);
}

// A thing is called as it was; a number has a name of its own, for it is counted on; what is more than a name
// may have changed until later words speak of it.
void Teller::introduce(const Stmt& stmt, const Sight& sight) {
    const std::string what = text(stmt.exprs[0], sight);
    const auto known = sight.holes->antecedents.find(stmt.name);
    const bool is_referred_to = known != sight.holes->antecedents.end() && known->second;
    const bool is_counted = type(stmt.exprs[0].type).form == compiler::TypeForm::Range ||
                            type(stmt.exprs[0].type).form == compiler::TypeForm::Counter;
    const bool is_a_name = what.find_first_of(" .(") == std::string::npos;
    const bool has_line = is_counted || (is_referred_to && !is_a_name);
    const std::string& called = has_line ? stmt.name : what;
    own_[{sight.holes.get(), stmt.name}] = called;
    if (is_referred_to) introduced_[*known->second] = called;
    if (has_line) line(stmt.name + " is " + what);
}

void Teller::tell(const Stmt& stmt, Sight& sight) {
    switch (stmt.kind) {
        case StmtKind::Change:
            return tell_change(stmt, sight);
        case StmtKind::Introduce:
            return introduce(stmt, sight);
        case StmtKind::Let: {
            const std::string value = text(stmt.exprs[0], sight);
            // A number stays what it is.
            if (is_number(value)) {
                sight.names[stmt.local] = value;
                return;
            }
            return line(named(stmt.local, stmt.name, sight) + " is " + value);
        }
        case StmtKind::If:
            return tell_case(stmt, sight);
        case StmtKind::DoThen:
            return tell_attempt(stmt, sight);
        case StmtKind::ForEach: {
            if (const auto times = repetition(stmt, sight))
                return *times == "1" ? tell(stmt.blocks[0], sight)
                                     : under(*times + " times:", stmt.blocks[0], sight);
            Sight inner = sight;
            return under("for each " + things_text(stmt.binders, stmt.exprs, inner) + ":", stmt.blocks[0],
                         inner);
        }
        case StmtKind::InTurn: {
            Sight inner = sight;
            const std::string things = things_text(stmt.binders, stmt.exprs, inner);
            return under("one after the other, for each " + things + ":", stmt.blocks[0], inner);
        }
        case StmtKind::Simultaneously:
            return under("at the same moment:", stmt.blocks[0], sight);
        case StmtKind::Repeat:
            return under("again and again, as long as " + text(stmt.exprs[0], sight) + ":", stmt.blocks[0],
                         sight);
        case StmtKind::Choose:
        case StmtKind::ChooseSeveral:
            return tell_choice(stmt, sight);
        case StmtKind::Distribute:
            line(chooser_text(stmt.chooser, sight) + " divides " + text(stmt.exprs[0], sight) + ":");
            ++depth_;
            for (const compiler::typed::Option& option : stmt.options) tell_option(option, sight);
            --depth_;
            return;
        case StmtKind::Secretly:
            return under("in secret, at the same moment:", stmt.blocks[0], sight);
        case StmtKind::Later:
            line("later, once:");
            ++depth_;
            tell(stmt.abilities[0], sight);
            --depth_;
            return;
        case StmtKind::OpenWindow:
            return line("players may act in the window " + callables().windows[stmt.window.index].item->name);
        case StmtKind::Cancel:
            return line("the event does not happen");
        case StmtKind::Solve:
            return under("with the solution for " + callables().computed[stmt.computed.index].name + ":",
                         stmt.blocks[0], sight);
        case StmtKind::Mark:
        case StmtKind::MarkFirst:
            return line(text(stmt.exprs[0], sight) + " comes " +
                        (stmt.kind == StmtKind::Mark ? "last" : "first") + " in its order");
        case StmtKind::Unmark:
            return line(text(stmt.exprs[0], sight) + " loses its place in the order");
        case StmtKind::Perform:
            actions_.insert(stmt.action);
            return line((stmt.attempt ? "if possible: " : "") +
                        callables().actions[stmt.action.index].item->name +
                        in_brackets(texts(stmt.exprs, sight)));
        case StmtKind::Phase:
            return under("the phase " + stmt.name + " begins:", stmt.blocks[0], sight);
        case StmtKind::Settle:
            return line("what waits is carried out");
        case StmtKind::End:
            return line("the game ends with \"" + stmt.name + "\"");
        case StmtKind::Create: {
            Sight inner = sight;
            return under("a new " + binder_text(stmt.binders[0], inner) + " is made:", stmt.blocks[0], inner);
        }
        case StmtKind::Destroy:
            return line(text(stmt.exprs[0], sight) + " leaves the game");
        case StmtKind::Insert: {
            auto [body, inner] = filling(stmt.name, stmt.exprs, sight);
            if (body == nullptr) return;
            for (const Stmt& one : body->block) tell(one, inner);
            return;
        }
        case StmtKind::Nothing:
        case StmtKind::Require:  // positions have these, no texts
        case StmtKind::Place:
        case StmtKind::Deal:
            return;
    }
}

// --- abilities

std::string Teller::params_text(const std::vector<compiler::typed::Param>& params, Sight& sight) {
    std::vector<std::string> result;
    for (const compiler::typed::Param& param : params) {
        if (!param.value.empty()) {
            result.push_back(text(param.value[0], sight));
        } else if (param.local.is_valid()) {
            result.push_back(named(param.local, param.name, sight));
        } else {
            result.push_back("any " + draft_.phrases.name(param.type));
        }
    }
    return in_brackets(result);
}

std::string Teller::event_text(const Ability& ability, Sight& sight) {
    if (ability.kind == AbilityKind::PhaseHook || ability.event.of_phase)
        return "the phase " + ability.name + (ability.event.at_end ? " ends" : " begins");
    return callables().actions[ability.event.action.index].item->name + params_text(ability.params, sight);
}

// The words behind the event: condition, fixed values, targets, limit.
std::string Teller::rest_of_head(const Ability& ability, Sight& sight) {
    std::string result;
    if (ability.event.looking_back) result += ", judged by the position before it";
    result += joined_if(", if ", all(ability.guard, sight));
    for (const compiler::typed::Given& given : ability.given) {
        const std::string value = text(given.value, sight);
        result += ", where " + named(given.local, given.name, sight) + " is then " + value;
    }
    for (const compiler::typed::Targets& targets : ability.targets) {
        const std::string who = ability.player.empty() ? "" : text(ability.player[0], sight) + " ";
        result += ", " + who + "aiming at " + (targets.takes_several() ? "several: " : "a ") +
                  things_text(targets.binders, targets.condition, sight);
        if (targets.takes_several()) named(targets.all, targets.binders[0].name, sight);
    }
    if (ability.limit.uses > 0) {
        const std::string per = ability.limit.per == ast::LimitPer::Turn    ? "turn"
                                : ability.limit.per == ast::LimitPer::Game  ? "game"
                                : ability.limit.per == ast::LimitPer::Event ? "event"
                                                                            : "phase";
        result += ", at most " + dsl::count_of(static_cast<std::size_t>(ability.limit.uses), "time") +
                  " per " + per;
    }
    return result;
}

std::string Teller::may_text(const Ability& ability, Sight& sight) {
    const std::string who = ability.play.each.is_valid() ? "each player"
                            : ability.player.empty()     ? "somebody"
                                                         : text(ability.player[0], sight);
    if (ability.play.each.is_valid()) sight.names[ability.play.each] = "that player";
    std::string result = who + " may use it in the window ";
    result += dsl::join(
        dsl::mapped(ability.play.windows,
                    [&](compiler::WindowId window) { return callables().windows[window.index].item->name; }),
        " or ");
    if (ability.play.side != ast::Side::Alone)
        result +=
            (ability.play.side == ast::Side::Before ? " before " : " after ") + event_text(ability, sight);
    if (!ability.play.binders.empty())
        result += ", for a " + things_text(ability.play.binders, ability.play.condition, sight);
    return result + rest_of_head(ability, sight);
}

void Teller::tell_effect(const Ability& ability, Sight sight) {
    const std::string what = callables().computed[ability.said.computed.index].name;
    const std::string about = what + params_text(ability.params, sight);
    const std::string value = text(ability.said.value[0], sight);
    const std::string change = ability.said.change == ast::Change::Set   ? " is " + value
                               : ability.said.change == ast::Change::Add ? " is higher by " + value
                                                                         : " is lower by " + value;
    line(about + change + joined_if(", if ", all(ability.guard, sight)));
}

void Teller::tell(const Ability& ability, Sight sight) {
    const auto event = [&]() { return event_text(ability, sight); };
    const auto head = [&](const std::string& before) {
        const std::string about = event();
        return before + about + rest_of_head(ability, sight);
    };
    switch (ability.kind) {
        case AbilityKind::Trigger:
        case AbilityKind::PhaseHook:
            return under(head("when ") + ":", ability.body, sight);
        case AbilityKind::During:
            return under(head("as a part of ") + ":", ability.body, sight);
        case AbilityKind::Replacement:
            return under(head("instead of ") + ":", ability.body, sight);
        case AbilityKind::Prohibition: {
            const std::string about = event();
            const std::string condition = all(ability.guard, sight);
            std::string exceptions;
            if (!ability.except_to.empty()) exceptions = ", but for " + dsl::join(ability.except_to, ", ");
            return line(about + " cannot happen" +
                        joined_if(ability.negated ? " unless " : " if ", condition) + exceptions);
        }
        case AbilityKind::StateCheck:
            return under("whenever " + all(ability.guard, sight) + ":", ability.body, sight);
        case AbilityKind::StateTrigger:
            return under("as soon as " + all(ability.guard, sight) + ":", ability.body, sight);
        case AbilityKind::Ending:
            return line("the game ends with \"" + ability.name + "\" if " + all(ability.guard, sight));
        case AbilityKind::May: {
            std::string heading = may_text(ability, sight);
            for (std::size_t i = 0; i < ability.play.costs.size(); ++i) {
                under(i == 0 ? heading + ", and pays:" : "or pays:", ability.play.costs[i], sight);
                heading = "then:";
            }
            return under(heading + (ability.play.costs.empty() ? ":" : ""), ability.body, sight);
        }
        case AbilityKind::Ignores:
            return line("\"" + ability.ignored + "\" does not count for " + head(""));
        case AbilityKind::Statement: {
            const std::string about = callables().opens[ability.said.open.index].name;
            const bool denies = ability.said.says == compiler::typed::Says::NotIf;
            const std::string said = about + params_text(ability.params, sight);
            const std::string value = ability.said.value.empty() ? ""
                                                                 : (denies ? " is not " : " is ") +
                                                                       text(ability.said.value[0], sight);
            return line((value.empty() && denies ? "not " : "") + said + value +
                        joined_if(", if ", all(ability.guard, sight)));
        }
        case AbilityKind::CountsAs: {
            const std::string about = event();
            return line(about + " counts as " + callables().actions[ability.as.action.index].item->name +
                        params_text(ability.as.params, sight) +
                        joined_if(", if ", all(ability.guard, sight)));
        }
        case AbilityKind::Effect:
            return tell_effect(ability, sight);
        case AbilityKind::Effects:
            for (const Ability& part : ability.parts) tell_effect(part, sight);
            return;
        case AbilityKind::Insert:
        case AbilityKind::Lent:
            return;
    }
}

// --- a text

// The bearer in sight: "this", or what a text lends its ability to.
Sight Teller::of_bearer(const compiler::Bearer& bearer, const compiler::TextAbility& ability) {
    Sight sight{{{compiler::typed::this_local, "this"}, {compiler::typed::it_local, item_}},
                ability.holes,
                bearer.printed};
    if (!bearer.lent) return sight;
    const compiler::Lending& lent = *bearer.lent;
    Sight lender = sight;
    lender.holes = lent.holes;
    line("each " + things_text(lent.ability->lent_to, lent.ability->guard, lender) + " has:");
    ++depth_;
    sight.names[compiler::typed::this_local] = lender.names[lent.ability->lent_to[0].local];
    return sight;
}

std::vector<ToldLine> Teller::meaning(const compiler::Understanding& way) {
    lines_.clear();
    introduced_.clear();
    own_.clear();
    for (const compiler::TextAbility& ability : way.abilities) {
        taken_.clear();
        const Sight sight = of_bearer(ability.bearer, ability);
        tell(*ability.ability, sight);
        depth_ = 0;
    }
    return std::move(lines_);
}

// The action's own block, and what rules add to it.
void Teller::tell_action(compiler::ActionId id) {
    const compiler::typed::ActionBody& action = draft_.program.actions[id.index];
    bool is_done = !action.block.empty();
    if (is_done) {
        taken_.clear();
        Sight sight;
        const std::vector<std::string> params =
            dsl::mapped(action.params, [&](const Binder& param) { return named(param, sight); });
        const std::string heading = callables().actions[id.index].item->name + in_brackets(params) + ":";
        is_done = under_if_any(heading, action.block, sight);
    }
    for (const compiler::typed::RuleAbility& rule : draft_.program.abilities) {
        const Ability& ability = rule.ability;
        if (ability.kind != AbilityKind::During || ability.event.action != id) continue;
        taken_.clear();
        Sight sight;
        const std::string event = event_text(ability, sight);
        under(event + rest_of_head(ability, sight) + (is_done ? ", too:" : ":"), ability.body, sight);
        is_done = true;
    }
    if (!is_done) line(callables().actions[id.index].item->name + ": nothing by itself");
}

std::vector<ToldLine> Teller::words() {
    lines_.clear();
    // What is told of these speaks of others in turn, which are left to the reader.
    const std::set<compiler::ActionId> actions = actions_;
    for (const compiler::ActionId action : actions) tell_action(action);
    const std::set<compiler::DefineId> defines = defines_;
    for (const compiler::DefineId define : defines) {
        const compiler::typed::Definition& definition = draft_.program.definitions[define.index];
        if (definition.body.empty()) continue;
        taken_.clear();
        Sight sight;
        const std::vector<std::string> params =
            dsl::mapped(definition.params, [&](const Binder& param) { return named(param, sight); });
        line(callables().defines[define.index].item->name + (params.empty() ? "" : in_brackets(params)) +
             ": " + text(definition.body[0], sight));
    }
    return std::move(lines_);
}

}  // namespace

std::vector<ToldText> told_texts(const compiler::Draft& draft, const std::string& kind,
                                 const std::string& name) {
    std::vector<ToldText> result;
    for (const compiler::ReadLine& line : draft.texts.lines) {
        const dsl::ast::Item& item = *line.card->item;
        if (item.title != kind || item.name != name || line.readings.empty()) continue;
        Teller teller(draft, "\"" + name + "\"");
        ToldText& told = result.emplace_back();
        told.meanings =
            dsl::mapped(line.ways, [&](const compiler::Understanding& way) { return teller.meaning(way); });
        told.words = teller.words();
    }
    return result;
}

}  // namespace errata::reports
