// Phrases that no text uses. Their holes are filled with the simplest thing that fits: a constant, a name,
// nothing to do.
#include <algorithm>
#include <deque>
#include <set>

#include "compiler/elaborate/mentions.h"
#include "compiler/elaborate/text.h"
#include "compiler/elaborate/trial.h"
#include "dsl/phrases/template.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

ast::Expr literal(const World& world, TypeId type, dsl::Span span) {
    const Type& about = world.type(world.base(type));
    ast::Expr expr;
    expr.span = span;
    expr.kind = ast::ExprKind::Number;
    expr.number = about.is_finite() ? about.lo : 0;
    if (about.form == TypeForm::Bool) expr.kind = ast::ExprKind::Bool;
    if (about.form == TypeForm::Enum && !about.labels.empty()) {
        ast::Expr of;
        of.kind = ast::ExprKind::Name;
        of.name = about.name;
        of.span = span;
        expr.kind = ast::ExprKind::Field;
        expr.name = about.labels.front();
        expr.args = {of};
    }
    if (about.form == TypeForm::Set) {
        expr.kind = ast::ExprKind::SetLiteral;
        expr.args = {literal(world, about.element, span)};
    }
    return expr;
}

// Everything that fillers are made of; they may be referred to as long as the world lasts.
class Fillers {
public:
    explicit Fillers(World& world) : world_(world) {}

    std::shared_ptr<const Holes> holes_of(const ast::Item& phrase, std::vector<std::size_t>& antecedents) {
        auto holes = std::make_shared<Holes>();
        for (const dsl::TemplateHole& hole : dsl::template_holes(phrase.title)) {
            if (const dsl::Derivation* filler = filler_of(hole.category))
                holes->by_name[hole.name] = {filler, std::make_shared<Holes>()};
        }
        Expressions expressions(world_);
        for (const auto& names : {phrase.binders, phrase.refers}) {
            for (const ast::Binder& binder : names) {
                const TypeId type = expressions.type_of(binder.type, {});
                if (!type.is_valid()) continue;
                antecedents.push_back(world_.antecedents.size());
                holes->antecedents[binder.name] = world_.antecedents.size();
                world_.antecedents.push_back(type);
            }
        }
        kept_.push_back(holes);
        return holes;
    }

private:
    const dsl::Derivation* filler_of(const std::string& category) {
        const auto known = fillers_.find(category);
        if (known != fillers_.end()) return &known->second;
        const auto id = world_.grammar.find_category(category);
        if (!id) return nullptr;
        dsl::Derivation filler;
        filler.category = *id;
        const auto found = world_.category_of.find(category);
        if (found == world_.category_of.end()) {
            filler.kind = dsl::Derivation::Kind::Number;
            filler.number = 1;
        } else if (world_.types.count(category) > 0) {
            filler.kind = dsl::Derivation::Kind::Word;
        } else {
            filler.tag = static_cast<int>(world_.phrases.size());
            world_.phrases.push_back(&simplest(world_.categories[found->second]));
        }
        return &fillers_.emplace(category, std::move(filler)).first->second;
    }

    const ast::Item& simplest(const Category& category) {
        ast::Item& phrase = made_.emplace_back();
        phrase.kind = ast::ItemKind::Phrase;
        phrase.name = category.name;
        if (category.sort == ast::CategorySort::Statements) {
            ast::Stmt nothing;
            nothing.kind = ast::StmtKind::Nothing;
            phrase.body = {nothing};
        }
        if (category.sort == ast::CategorySort::Condition)
            phrase.exprs = {literal(world_, world_.bool_type, {})};
        if (category.sort == ast::CategorySort::Expression && category.type.is_valid())
            phrase.exprs = {literal(world_, category.type, {})};
        return phrase;
    }

    World& world_;
    std::map<std::string, dsl::Derivation> fillers_;
    std::deque<ast::Item> made_;
    std::vector<std::shared_ptr<const Holes>> kept_;
};

using Problems = std::vector<dsl::Diagnostic>;

bool is_same(const dsl::Diagnostic& a, const dsl::Diagnostic& b) {
    return a.kind == b.kind && a.span == b.span;
}

class PhraseTrial {
public:
    PhraseTrial(World& world, Fillers& fillers, const ast::Item& phrase)
        : world_(world),
          phrase_(phrase),
          category_(world.categories[world.category_of.at(phrase.name)]),
          fillers_(fillers) {}

    // A file that several games import may have phrases about kinds that some of them lack. This one has no
    // text for them.
    bool is_for_other_games(std::uint32_t file_of_game) const {
        const auto is_unknown = [&](const std::string& type) { return world_.types.count(type) == 0; };
        return phrase_.span.file != file_of_game && std::ranges::any_of(mentions().types, is_unknown);
    }

    // What is wrong whoever bears it and whatever it is given.
    Problems problems() {
        std::optional<Problems> common;
        for (const std::optional<Bearer>& bearer : bearers()) {
            for (const TypeId assumed : assumed_types()) {
                const Problems found = tried(bearer, assumed);
                if (common) {
                    std::erase_if(*common, [&](const dsl::Diagnostic& one) {
                        return std::none_of(found.begin(), found.end(), [&](const dsl::Diagnostic& other) {
                            return is_same(one, other);
                        });
                    });
                } else {
                    common = found;
                }
                if (common->empty()) return {};
            }
        }
        return common.value_or(Problems{});
    }

private:
    Mentions mentions() const {
        Mentions result;
        result.read(phrase_.exprs);
        result.read(phrase_.body);
        result.read(phrase_.binders);
        result.read(phrase_.refers);
        for (const ast::Ability& ability : phrase_.abilities) result.read(ability);
        return result;
    }

    // Without printed items nobody bears a text: what says `this` cannot be judged then.
    std::vector<std::optional<Bearer>> bearers() {
        std::vector<std::optional<Bearer>> result;
        Expressions expressions(world_);
        const Aside aside(world_);
        for (const auto& [name, printed] : world_.printed) {
            const TypeId on = expressions.domain_of(printed->type, {});
            if (on.is_valid())
                result.push_back(
                    Bearer{printed, on, {world_.model.terms.constant(0), world_.types.at(name)}});
        }
        const std::set<std::string> names = mentions().names;
        if (result.empty() && names.count("this") + names.count("it") == 0) result.emplace_back(std::nullopt);
        return result;
    }

    // What is handed over without a type may be anything.
    std::vector<TypeId> assumed_types() {
        const bool any =
            std::any_of(category_.given.begin(), category_.given.end(),
                        [](const ast::Binder& binder) { return binder.type.kind == ast::TypeKind::Missing; });
        if (!any) return {TypeId{}};
        // Things with fields first: what is said about those is the likeliest to help.
        std::vector<TypeId> result;
        for (const auto& [name, type] : world_.types) result.push_back(type);
        std::ranges::stable_partition(result, [&](TypeId type) {
            return std::ranges::any_of(world_.fields,
                                       [&](const auto& field) { return field.first.first == type; });
        });
        return result;
    }

    Problems tried(const std::optional<Bearer>& bearer, TypeId assumed) {
        const Aside aside(world_);
        const std::size_t delayed = world_.delayed.size();
        try_for(bearer, assumed);
        Trial(world_).awaited(delayed);
        Problems result = aside.said().sorted();
        std::erase_if(result, [&](const dsl::Diagnostic& one) {
            const bool inside = one.span.file == phrase_.span.file && phrase_.span.begin <= one.span.begin &&
                                one.span.end <= phrase_.span.end;
            // Which numbers a text has is not known.
            return !inside || one.kind == DiagnosticKind::value_out_of_range;
        });
        return result;
    }

    void try_for(const std::optional<Bearer>& bearer, TypeId assumed) {
        Trial trial(world_);
        Expressions expressions(world_);
        PlacedAbility placed;
        placed.bearer = bearer;
        placed.holes = fillers_.holes_of(phrase_, placed.antecedents);
        Scope scope = trial.place(phrase_.title, phrase_.span);
        placed.clause = scope.clause;
        if (category_.sort == ast::CategorySort::Abilities) {
            for (const PlacedAbility& one : expand(world_, phrase_.abilities, placed)) trial.ability(one);
            return;
        }
        scope.holes = placed.holes;
        if (bearer) {
            trial.unknown(scope, "this", bearer->on);
            scope.add("it", bearer->identity);
        }
        for (const ast::Binder& given : category_.given) {
            const TypeId type = expressions.type_of(given.type, {});
            const bool untyped = given.type.kind == ast::TypeKind::Missing;
            if (!untyped && !type.is_valid()) return;  // said already
            trial.unknown(scope, given.name, untyped ? assumed : type);
        }
        for (const std::size_t number : placed.antecedents) {
            const TypeId type = world_.antecedents[number];
            const bool is_thing = world_.type(type).form == TypeForm::Enum;
            scope.antecedents[number] =
                trial.unknown(scope, "", is_thing ? world_.optional(world_.base(type)) : type);
        }
        if (category_.sort == ast::CategorySort::Statements) {
            trial.body(phrase_.body, scope);
            trial.finish();
        } else if (!phrase_.exprs.empty() && category_.type.is_valid()) {
            expressions.as(phrase_.exprs[0], scope, category_.type);
        }
    }

    World& world_;
    const ast::Item& phrase_;
    const Category category_;
    Fillers& fillers_;
};

}  // namespace

void try_phrases(World& world, const Modules& modules) {
    Expressions expressions(world);
    Fillers fillers(world);
    std::vector<dsl::Diagnostic> found;
    {
        const Aside aside(world);
        for (const Category& category : world.categories) {
            for (const ast::Binder& given : category.given) expressions.type_of(given.type, {});
        }
        found = aside.said().sorted();
    }
    keep_new_errors(world, found);
    std::uint32_t file_of_game = dsl::Span::no_file;
    for_items(modules, ast::ItemKind::Game, [&](const ast::Item& item) { file_of_game = item.span.file; });
    const std::vector<const ast::Item*> phrases = world.phrases;  // those of the spec
    for (std::size_t tag = 0; tag < phrases.size(); ++tag) {
        if (world.used_phrases.count(tag) > 0) continue;
        PhraseTrial trial(world, fillers, *phrases[tag]);
        if (!trial.is_for_other_games(file_of_game)) keep_new_errors(world, trial.problems());
    }
}

}  // namespace errata::compiler
