#include "compiler/read/meaning.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/term_kinds.h"
#include "compiler/read/lines.h"
#include "compiler/resolve/mentions.h"
#include "compiler/terms/equivalence.h"
#include "dsl/ast/dump.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

constexpr std::size_t most_cases = 16;

std::string address(const void* node) { return std::to_string(reinterpret_cast<std::uintptr_t>(node)); }

std::string itself(const Hole& hole) { return "p" + address(hole.filler); }

}  // namespace

TermMeanings::TermMeanings(const typed::Program& program, typed::Phrases& phrases, const Reporter& reporter,
                           const std::vector<TypeId>& antecedents)
    : program_(program),
      phrases_(phrases),
      antecedents_(antecedents),
      aside_(reporter.into(unheard_)),
      answers_(*program.names, model_),
      effort_(aside_) {
    model_.variables = program.variables;
    take_types();
}

void TermMeanings::take_types() {
    model_.types = program_.types;
    model_.functions.tables = program_.tables;
    types_taken_ = program_.types.size();
    terms_.emplace(program_, phrases_, model_, answers_, effort_, aside_, told_apart_);
}

TermId Uninterpreted::can(ActionId action, const std::vector<TypedTerm>& roles, const Scope&, dsl::Span) {
    return model_.terms.make(TermKind::Open, dsl::mapped(roles, &TypedTerm::term), -1 - Value{action.index});
}

TermId Uninterpreted::computed(ComputedId what, const std::vector<TypedTerm>& arguments, const Scope&,
                               dsl::Span) {
    const auto behind_actions = static_cast<Value>(names_.callables.actions.size());
    return model_.terms.make_leaf(TermKind::Open, -1 - behind_actions - Value{what.index},
                                  dsl::mapped(arguments, &TypedTerm::term),
                                  model_.type(names_.callables.computed[what.index].type));
}

TermId Uninterpreted::open(OpenId open, std::vector<TermId> arguments) {
    return model_.terms.make_leaf(TermKind::Open, open.index, std::move(arguments),
                                  model_.type(names_.callables.opens[open.index].type));
}

TermId Uninterpreted::solutions(ComputedId what, dsl::Span) {
    return model_.terms.make(TermKind::Solutions, {}, what.index);
}

TermId Uninterpreted::payable(const typed::Block&, const Scope&) {
    const auto behind_all =
        static_cast<Value>(names_.callables.actions.size() + names_.callables.computed.size());
    return model_.terms.make(TermKind::Open, {}, -1 - behind_all - payments_++);
}

// What may be gone when it is asked about is taken once as `none` and once as there, so that a term is
// undefined only where it really can be.
std::optional<std::string> TermMeanings::in_all_cases(const Bearer& bearer, const Hole& hole,
                                                      const std::vector<TypeId>& given) {
    std::vector<BodyProblem> problems;
    type_bodies(phrases_, *hole.filler, bearer.printed, given, problems);
    if (!problems.empty()) return std::nullopt;
    if (program_.types.size() > types_taken_) take_types();
    const typed::PhraseBody& body =
        phrases_.known(static_cast<std::size_t>(hole.filler->tag), bearer.printed, given);
    if (body.value.empty()) return std::nullopt;
    std::vector<Bound> names{{typed::this_local, "this", {{}, bearer.on}}};
    for (const typed::Binder& binder : body.given)
        names.push_back({binder.local, binder.name, {{}, binder.domain.type}});
    const auto is_mortal = [&](const Bound& bound) {
        return program_.names->is_mortal(model_.types.base(bound.value.type));
    };
    std::size_t cases = 1;
    for (const Bound& name : names) cases *= is_mortal(name) ? 2 : 1;
    if (cases > most_cases) return std::nullopt;
    std::string result;
    for (std::size_t number = 0; number < cases; ++number) {
        Scope scope;
        scope.printed = bearer.printed;
        scope.holes = hole.holes;
        for (std::size_t i = 0; i < antecedents_.size(); ++i)
            scope.antecedents[i] = {
                terms_->reg(static_cast<std::uint32_t>(i), kept(*terms_, antecedents_[i])), antecedents_[i]};
        std::size_t gone = number;  // a bit for each of the names that may be
        for (const Bound& name : names) {
            terms_->bind(scope, name.local, name.name, name.value.type);
            if (!is_mortal(name)) continue;
            if (gone % 2 == 1)
                scope.locals.back().value = {model_.terms.constant(none_value),
                                             model_.types.optional(model_.types.base(name.value.type))};
            gone /= 2;
        }
        scope.add(typed::it_local, "it", {model_.terms.constant(bearer.identity), bearer.of});
        const TypedTerm value = terms_->value(body.value[0], scope);
        result += signature(model_, value.term) + " " + std::to_string(value.type.index) + ";";
    }
    return result;
}

// What is handed over without a type may be anything: then the term is made for each type that it can be made
// for.
std::string TermMeanings::of(const Bearer& bearer, const Hole& hole) {
    const std::vector<TypeId>& given = program_.names->texts.category(hole.filler->category).given_types;
    const bool is_typed =
        std::all_of(given.begin(), given.end(), [](TypeId type) { return type.is_valid(); });
    if (is_typed) return in_all_cases(bearer, hole, given).value_or(itself(hole));
    std::string result;
    for (const auto& [name, type] : program_.names->vocabulary.named) {
        std::vector<TypeId> assumed = given;
        for (TypeId& one : assumed) one = one.is_valid() ? one : type;
        if (const auto terms = in_all_cases(bearer, hole, assumed)) result += name + ": " + *terms;
    }
    return result.empty() ? itself(hole) : result;
}

namespace {

// What is written, wherever it stands; of a phrase, what it means.
template <class Node>
std::string text_of(const Node& node) {
    return ast::dump(node);
}
std::string text_of(const ast::Item& phrase) {
    std::string text = "phrase";
    for (const ast::Stmt& stmt : phrase.body) text += ast::dump(stmt);
    return text;
}

bool is_hole(const ast::Stmt& stmt, const Holes& holes) {
    const bool is_call = stmt.kind == ast::StmtKind::Insert || stmt.kind == ast::StmtKind::Perform;
    return is_call && holes.by_name.count(stmt.name) > 0;
}

const Category& category_of(const Names& names, const Hole& hole) {
    return names.texts.category(hole.filler->category);
}

const ast::Item& phrase_of(const typed::Phrases& phrases, const Hole& hole) {
    return phrases.item(static_cast<std::size_t>(hole.filler->tag));
}

std::map<std::string, std::string> own_names(const Category& category) {
    std::map<std::string, std::string> result;
    for (const ast::Binder& binder : category.given) result[binder.name] = "$" + binder.name;
    return result;
}

}  // namespace

Meanings::Meanings(const typed::Program& program, typed::Phrases& phrases, const Reporter& reporter,
                   const std::vector<TypeId>& antecedents)
    : program_(program), phrases_(phrases), terms_(program, phrases, reporter, antecedents) {}

std::string Meanings::of(const Bearer& bearer, const Hole& root) {
    bearer_ = &bearer;
    return program_.names->texts.printed[bearer.printed.index].item->name + " " + key(root);
}

std::string Meanings::key(const Hole& hole) {
    switch (hole.filler->kind) {
        case dsl::Derivation::Kind::Number:
            return "#" + std::to_string(hole.filler->number);
        case dsl::Derivation::Kind::Word:
            return "w" + std::to_string(hole.filler->category.index) + ":" + std::to_string(hole.filler->tag);
        case dsl::Derivation::Kind::Phrase:
            break;
    }
    switch (category_of(*program_.names, hole).sort) {
        case ast::CategorySort::Abilities:
            return "[" + abilities(hole) + "]";
        case ast::CategorySort::Statements:
            return "{" + statements(hole, own_names(category_of(*program_.names, hole))) + "}";
        case ast::CategorySort::Condition:
        case ast::CategorySort::Things:
        case ast::CategorySort::Expression:
            return term(hole);
        case ast::CategorySort::Event:  // written into the phrase whose hole it fills
            break;
    }
    return "";
}

template <class Node>
std::size_t Meanings::number_of(const Node& node) {
    const auto [place, is_new] = numbers_of_nodes_.emplace(&node, 0);
    if (is_new) place->second = numbers_.emplace(text_of(node), numbers_.size()).first->second;
    return place->second;
}

template <class Node>
std::string Meanings::written(const Node& node, const std::set<std::string>& names, const Holes& holes,
                              const Arguments& given) {
    std::string result = "<" + std::to_string(number_of(node));
    for (const auto& [name, hole] : holes.by_name) {
        if (names.count(name) > 0) result += " " + name + "=" + key(hole);
    }
    for (const auto& [name, number] : holes.antecedents) {
        if (names.count(name) > 0) result += " " + name + (number ? "@" + std::to_string(*number) : "@");
    }
    for (const auto& [name, argument] : given) {
        if (names.count(name) > 0) result += " " + name + "=" + argument;
    }
    return result + ">";
}

std::string Meanings::abilities(const Hole& hole) {
    std::string result;
    for (const ast::Ability& ability : phrase_of(phrases_, hole).contents.abilities) {
        const auto inserted = hole.holes->by_name.find(ability.name);
        if (ability.kind == ast::AbilityKind::Insert && inserted != hole.holes->by_name.end() &&
            inserted->second.filler->kind == dsl::Derivation::Kind::Phrase &&
            category_of(*program_.names, inserted->second).sort == ast::CategorySort::Abilities) {
            result += abilities(inserted->second);
            continue;
        }
        Mentions mentions;
        mentions.read(ability);
        result += written(ability, mentions.names, *hole.holes, {});
    }
    return result;
}

std::string Meanings::statements(const Hole& hole, const Arguments& given) {
    const std::vector<ast::Stmt>& body = phrase_of(phrases_, hole).body;
    const bool has_names = std::any_of(body.begin(), body.end(),
                                       [](const ast::Stmt& stmt) { return stmt.kind == ast::StmtKind::Let; });
    if (has_names) {  // which reach to the end of this body and no further
        Mentions mentions;
        mentions.read(body);
        return written(phrase_of(phrases_, hole), mentions.names, *hole.holes, given);
    }
    std::string result;
    for (const ast::Stmt& stmt : body) result += statement(stmt, *hole.holes, given);
    return result;
}

std::string Meanings::statement(const ast::Stmt& stmt, const Holes& holes, const Arguments& given) {
    if (stmt.kind == ast::StmtKind::Nothing) return "";
    Mentions mentions;
    if (!is_hole(stmt, holes)) {
        mentions.read(stmt);
        return written(stmt, mentions.names, holes, given);
    }
    const Hole& filled = holes.by_name.at(stmt.name);
    const bool is_phrase = filled.filler->kind == dsl::Derivation::Kind::Phrase;
    if (!is_phrase || category_of(*program_.names, filled).sort != ast::CategorySort::Statements ||
        category_of(*program_.names, filled).given.size() != stmt.exprs.size())
        return written(stmt, {}, holes, given);
    Arguments handed_over;
    for (std::size_t i = 0; i < stmt.exprs.size(); ++i) {
        const ast::Expr& argument = stmt.exprs[i];
        const auto passed_on = argument.kind == ast::ExprKind::Name ? given.find(argument.name) : given.end();
        Mentions names;
        names.read(argument);
        handed_over[category_of(*program_.names, filled).given[i].name] =
            passed_on != given.end() ? passed_on->second : written(argument, names.names, holes, given);
    }
    return statements(filled, handed_over);
}

std::string Meanings::term(const Hole& hole) {
    const std::string meaning = std::to_string(hole.filler->category.index) + "," +
                                std::to_string(bearer_->on.index) + "," + terms_.of(*bearer_, hole);
    const auto number = numbers_.emplace(meaning, numbers_.size()).first->second;
    return "t" + std::to_string(number);
}

}  // namespace errata::compiler
