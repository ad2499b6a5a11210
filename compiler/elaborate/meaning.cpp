#include "compiler/elaborate/meaning.h"

#include <algorithm>
#include <utility>

#include "compiler/elaborate/equivalence.h"
#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/mentions.h"
#include "dsl/ast/dump.h"

namespace errata::compiler {

namespace {

constexpr std::size_t most_cases = 16;

std::string address(const void* node) { return std::to_string(reinterpret_cast<std::uintptr_t>(node)); }

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

std::string itself(const Hole& hole) { return "p" + address(hole.filler); }

bool is_hole(const ast::Stmt& stmt, const Holes& holes) {
    const bool is_call = stmt.kind == ast::StmtKind::Insert || stmt.kind == ast::StmtKind::Perform;
    return is_call && holes.by_name.count(stmt.name) > 0;
}

}  // namespace

std::string Meanings::of(const Bearer& bearer, const Hole& root) {
    bearer_ = &bearer;
    dsl::Sink unheard;
    dsl::Sink* const heard = world_.sink;
    const std::set<TypeId> told_apart = world_.told_apart;
    world_.sink = &unheard;
    world_.comparing = true;
    std::swap(world_.model.terms, terms_);
    std::string result = bearer.printed->name + " " + key(root);
    std::swap(world_.model.terms, terms_);
    world_.comparing = false;
    world_.sink = heard;
    world_.told_apart = told_apart;
    return result;
}

const Category& Meanings::category(const Hole& hole) const {
    return world_.categories[world_.category_of.at(world_.grammar.category_name(hole.filler->category))];
}

const ast::Item& Meanings::phrase(const Hole& hole) const {
    return *world_.phrases[static_cast<std::size_t>(hole.filler->tag)];
}

Meanings::Arguments Meanings::own_names(const Category& category) const {
    Arguments result;
    for (const ast::Binder& binder : category.given) result[binder.name] = "$" + binder.name;
    return result;
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
    switch (category(hole).sort) {
        case ast::CategorySort::Abilities:
            return "[" + abilities(hole) + "]";
        case ast::CategorySort::Statements:
            return "{" + statements(hole, own_names(category(hole))) + "}";
        default:
            return term(hole);
    }
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
    for (const ast::Ability& ability : phrase(hole).abilities) {
        const auto inserted = hole.holes->by_name.find(ability.name);
        if (ability.kind == ast::AbilityKind::Insert && inserted != hole.holes->by_name.end() &&
            inserted->second.filler->kind == dsl::Derivation::Kind::Phrase &&
            category(inserted->second).sort == ast::CategorySort::Abilities) {
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
    const std::vector<ast::Stmt>& body = phrase(hole).body;
    const bool has_names = std::any_of(body.begin(), body.end(),
                                       [](const ast::Stmt& stmt) { return stmt.kind == ast::StmtKind::Let; });
    if (has_names) {  // which reach to the end of this body and no further
        Mentions mentions;
        mentions.read(body);
        return written(phrase(hole), mentions.names, *hole.holes, given);
    }
    std::string result;
    for (const ast::Stmt& stmt : body) result += statement(stmt, *hole.holes, given);
    return result;
}

std::string Meanings::statement(const ast::Stmt& stmt, const Holes& holes, const Arguments& given) {
    if (stmt.kind == ast::StmtKind::Nothing) return "";
    Mentions mentions;
    if (!is_hole(stmt, holes)) {
        mentions.read(std::vector<ast::Stmt>{stmt});
        return written(stmt, mentions.names, holes, given);
    }
    const Hole& filled = holes.by_name.at(stmt.name);
    const bool is_phrase = filled.filler->kind == dsl::Derivation::Kind::Phrase;
    if (!is_phrase || category(filled).sort != ast::CategorySort::Statements ||
        category(filled).given.size() != stmt.exprs.size())
        return written(stmt, {}, holes, given);
    Arguments handed_over;
    for (std::size_t i = 0; i < stmt.exprs.size(); ++i) {
        const ast::Expr& argument = stmt.exprs[i];
        const auto passed_on = argument.kind == ast::ExprKind::Name ? given.find(argument.name) : given.end();
        Mentions names;
        names.read(argument);
        handed_over[category(filled).given[i].name] =
            passed_on != given.end() ? passed_on->second : written(argument, names.names, holes, given);
    }
    return statements(filled, handed_over);
}

std::string Meanings::term(const Hole& hole) {
    const std::string meaning = std::to_string(hole.filler->category.index) + "," +
                                std::to_string(bearer_->on.index) + "," + terms_of_all_types(hole);
    const auto number = numbers_.emplace(meaning, numbers_.size()).first->second;
    return "t" + std::to_string(number);
}

// What is handed over without a type may be anything: then the term is made for each type that it can be made
// for.
std::string Meanings::terms_of_all_types(const Hole& hole) {
    Expressions expressions(world_);
    const std::vector<ast::Binder>& given = category(hole).given;
    std::vector<TypeId> types;
    bool is_typed = true;
    for (const ast::Binder& binder : given) {
        types.push_back(expressions.type_of(binder.type, {}));
        is_typed = is_typed && types.back().is_valid();
    }
    if (is_typed) return terms_in_all_cases(hole, types).value_or(itself(hole));
    std::string result;
    for (const auto& [name, type] : world_.types) {
        std::vector<TypeId> assumed = types;
        for (TypeId& one : assumed) one = one.is_valid() ? one : type;
        if (const auto terms = terms_in_all_cases(hole, assumed)) result += name + ": " + *terms;
    }
    return result.empty() ? itself(hole) : result;
}

// What may be gone when it is asked about is taken once as `none` and once as there, so that a term is
// undefined only where it really can be.
std::optional<std::string> Meanings::terms_in_all_cases(const Hole& hole, const std::vector<TypeId>& given) {
    const Category& sort = category(hole);
    std::vector<Local> names{{"this", {{}, bearer_->on}}};
    for (std::size_t i = 0; i < given.size(); ++i) names.push_back({sort.given[i].name, {{}, given[i]}});
    std::size_t cases = 1;
    for (const Local& name : names) cases *= world_.is_mortal(name.value.type) ? 2 : 1;
    if (cases > most_cases) return std::nullopt;
    const TypeId wanted = sort.sort == ast::CategorySort::Condition ? world_.bool_type : sort.type;
    Expressions expressions(world_);
    std::string result;
    for (std::size_t number = 0; number < cases; ++number) {
        Scope scope;
        scope.holes = hole.holes;
        bind_antecedents(scope);
        std::size_t gone = number;  // a bit for each of the names that may be
        for (const Local& name : names) {
            expressions.bind(scope, name.name, name.value.type);
            if (!world_.is_mortal(name.value.type)) continue;
            if (gone % 2 == 1)
                scope.locals.back().value = {world_.model.terms.constant(none_value),
                                             world_.optional(world_.base(name.value.type))};
            gone /= 2;
        }
        scope.add("it", bearer_->identity);
        const auto value = expressions.elaborate(phrase(hole).exprs[0], scope, wanted);
        if (!value) return std::nullopt;
        result += signature(world_, value->term) + " " + std::to_string(value->type.index) + ";";
    }
    return result;
}

void Meanings::bind_antecedents(Scope& scope) {
    for (std::size_t number = 0; number < world_.antecedents.size(); ++number) {
        const TypeId type = world_.antecedents[number];
        const TermId kept = world_.model.terms.make_leaf(TermKind::Register, static_cast<Value>(number), {},
                                                         world_.type(world_.kept(type)));
        scope.antecedents[number] = {kept, type};
    }
}

}  // namespace errata::compiler
