#include "checker/coverage/mutants.h"

#include <functional>

#include "checker/fact_kinds.h"

namespace errata::checker {

namespace ast = dsl::ast;
using ast::Ability;
using ast::AbilityKind;
using ast::CitingPart;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;
using ast::TypeKind;

namespace {

// What a kind of mutant is made of.
struct Site {
    const Modules& modules;
    const Construct& construct;
    const Item& item;

    CitingPart part() const { return construct.citation.part; }
    bool is_item() const { return part() == CitingPart::Item; }
    dsl::Span span() const { return construct.citation.span; }

    // The item, with `change` made to each of the abilities that the citation stands for: one, or all of the
    // item.
    template <class Change>
    std::vector<Mutant> with_abilities(FactKind how, const Change& change) const {
        Item copy = item;
        bool any = false;
        if (part() == CitingPart::Ability) {
            any = change(ability_in(copy));
        } else {
            for (Ability& ability : copy.contents.abilities) any = change(ability) || any;
            for (ast::Alternative& alternative : copy.contents.alternatives) {
                for (Ability& ability : alternative.abilities) any = change(ability) || any;
            }
        }
        if (!any) return {};
        return {{Fact{how}, std::move(copy)}};
    }

    std::vector<Ability>& list_in(Item& copy) const {
        return copy.contents.alternatives.empty()
                   ? copy.contents.abilities
                   : copy.contents.alternatives[construct.citation.alternative].abilities;
    }
    Ability& ability_in(Item& copy) const { return list_in(copy)[construct.citation.index]; }
};

Expr leaf(ExprKind kind, dsl::Span span, std::int64_t number = 0) {
    Expr expr;
    expr.kind = kind;
    expr.span = span;
    expr.number = number;
    return expr;
}

Expr joined(ExprKind kind, std::vector<Expr> args) {
    Expr expr;
    expr.kind = kind;
    expr.span = args[0].span;
    expr.args = std::move(args);
    return expr;
}

// ---- taken away

std::vector<Mutant> without_it(const Site& site) {
    Item copy = site.item;
    switch (site.part()) {
        case CitingPart::Line:
            copy.contents.lines.erase(copy.contents.lines.begin() +
                                      static_cast<std::ptrdiff_t>(site.construct.citation.index));
            return {{Fact{FactKind::WithoutIt}, std::move(copy)}};
        case CitingPart::Ability: {
            std::vector<Ability>& list = site.list_in(copy);
            list.erase(list.begin() + static_cast<std::ptrdiff_t>(site.construct.citation.index));
            return {{Fact{FactKind::WithoutIt}, std::move(copy)}};
        }
        case CitingPart::Item:
            if (site.item.kind == ItemKind::Rule || site.item.kind == ItemKind::Reading)
                return {{Fact{FactKind::WithoutIt}, std::nullopt}};
            return {};
    }
    return {};
}

std::vector<Mutant> without_an_alternative(const Site& site) {
    std::vector<Mutant> result;
    if (!site.is_item() || site.item.contents.alternatives.size() < 2) return result;
    for (std::size_t i = 0; i < site.item.contents.alternatives.size(); ++i) {
        Item copy = site.item;
        copy.contents.alternatives.erase(copy.contents.alternatives.begin() + static_cast<std::ptrdiff_t>(i));
        result.push_back(
            {Fact{FactKind::WithoutAlternative, {site.item.contents.alternatives[i].name}}, std::move(copy)});
    }
    return result;
}

std::vector<Mutant> without_its_text(const Site& site) {
    if (!site.is_item() || site.item.contents.lines.empty()) return {};
    Item copy = site.item;
    copy.contents.lines.clear();
    return {{Fact{FactKind::WithoutText}, std::move(copy)}};
}

std::vector<Mutant> without_its_printed_values(const Site& site) {
    if (!site.is_item() || site.item.kind != ItemKind::Card || site.item.contents.settings.empty()) return {};
    Item copy = site.item;
    copy.contents.settings.clear();
    return {{Fact{FactKind::WithoutValues}, std::move(copy)}};
}

std::vector<Mutant> without_an_entry(const Site& site) {
    std::vector<Mutant> result;
    if (site.item.kind != ItemKind::Meta) return result;
    for (std::size_t i = 0; i < site.item.contents.settings.size(); ++i) {
        Item copy = site.item;
        copy.contents.settings.erase(copy.contents.settings.begin() + static_cast<std::ptrdiff_t>(i));
        result.push_back(
            {Fact{FactKind::WithoutSetting, {site.item.contents.settings[i].name}}, std::move(copy)});
    }
    return result;
}

// ---- silenced: it is still there under its name, and nothing ever meets its condition

bool silence(Ability& ability) {
    const Expr no = leaf(ExprKind::Bool, ability.span, 0);
    switch (ability.kind == AbilityKind::CountsAs ? ability.as.says : ability.kind) {
        case AbilityKind::OnlyIf:
            ability.exprs = {leaf(ExprKind::Bool, ability.span, 1)};
            return true;
        case AbilityKind::Effect:
            ability.exprs.resize(1);
            ability.exprs.push_back(no);
            return true;
        case AbilityKind::Iff:
        case AbilityKind::Insert:
        case AbilityKind::Error:
            return false;
        case AbilityKind::Trigger:
        case AbilityKind::During:
        case AbilityKind::PhaseHook:
        case AbilityKind::Prohibition:
        case AbilityKind::Replacement:
        case AbilityKind::StateCheck:
        case AbilityKind::Ending:
        case AbilityKind::If:
        case AbilityKind::NotIf:
        case AbilityKind::CountsAs:
        case AbilityKind::May:
        case AbilityKind::StateTrigger:
        case AbilityKind::Ignores:
        case AbilityKind::Effects:
        case AbilityKind::Under:
            ability.exprs = {no};
            return true;
    }
    return false;
}

std::vector<Mutant> never_applying(const Site& site) {
    return site.with_abilities(FactKind::IfNeverApplied, silence);
}

bool has_statements(const Site& site) {
    return site.is_item() && !site.item.body.empty() &&
           (site.item.kind == ItemKind::Action || site.item.kind == ItemKind::Phrase);
}

std::vector<Mutant> doing_nothing(const Site& site) {
    if (!has_statements(site)) return {};
    std::vector<Mutant> result;
    if (site.item.kind == ItemKind::Action) {
        Item empty = site.item;
        empty.body.clear();
        result.push_back({Fact{FactKind::IfWithoutEffect}, std::move(empty), MutantSort::Stopped});
    }
    // A phrase has to use its holes, and scenarios name the options of an action: so the body stays, and is
    // not carried out.
    ast::Stmt never;
    never.kind = ast::StmtKind::If;
    never.span = site.span();
    never.exprs = {leaf(ExprKind::Bool, site.span(), 0)};
    never.blocks = {site.item.body};
    never.block_spans = {site.span()};
    Item copy = site.item;
    copy.body = {std::move(never)};
    result.push_back({Fact{FactKind::IfWithoutEffect}, std::move(copy), MutantSort::Stopped});
    return result;
}

// ---- changed

// Calls `tell` once for each of several statements that stand together, while it is away. Where there is one
// alone, the parts of it are looked at.
void cut_each(std::vector<ast::Stmt>& body, const std::function<void()>& tell) {
    if (body.size() == 1) {
        for (auto& block : body[0].blocks) cut_each(block, tell);
        for (ast::Option& option : body[0].options) cut_each(option.body, tell);
        return;
    }
    for (std::size_t i = 0; i < body.size(); ++i) {
        const auto at = body.begin() + static_cast<std::ptrdiff_t>(i);
        ast::Stmt away = std::move(*at);
        body.erase(at);
        tell();
        body.insert(body.begin() + static_cast<std::ptrdiff_t>(i), std::move(away));
    }
}

std::vector<Mutant> without_a_statement(const Site& site) {
    std::vector<Mutant> result;
    if (!has_statements(site)) return result;
    Item copy = site.item;
    cut_each(copy.body, [&] { result.push_back({Fact{FactKind::WithoutPart}, copy, MutantSort::Changed}); });
    return result;
}

// A statement that is in force where another one says the same is missed by nobody; its opposite is.
bool oppose(Ability& ability) {
    if (ability.kind == AbilityKind::If) {
        ability.kind = AbilityKind::NotIf;
    } else if (ability.kind == AbilityKind::NotIf) {
        ability.kind = AbilityKind::If;
    } else {
        return false;
    }
    return true;
}

std::vector<Mutant> saying_the_opposite(const Site& site) {
    std::vector<Mutant> result = site.with_abilities(FactKind::IfOpposite, oppose);
    for (Mutant& mutant : result) mutant.sort = MutantSort::Changed;
    return result;
}

// Names of the first two values of a type that lists them.
std::vector<std::string> values_of(const Modules& modules, const std::string& type) {
    std::vector<std::string> names;
    if (type == "direction") return {"north", "south"};
    for (const ast::Module& module : modules) {
        for (const Item& item : module.items) {
            const bool lists = item.kind == ItemKind::Enum || item.kind == ItemKind::Zone ||
                               item.kind == ItemKind::Kind || item.kind == ItemKind::Sites;
            const bool is_of_it =
                (lists && item.name == type) || (item.kind == ItemKind::Player && type == "player");
            if (is_of_it) names.insert(names.end(), item.names.all.begin(), item.names.all.end());
            if (item.kind == ItemKind::Card && item.title == type) names.push_back(item.name);
        }
    }
    if (names.size() > 2) names.resize(2);
    return names;
}

// Other values in place of an expression of this type; of a type that was not written, some of which will not
// fit.
std::vector<Expr> other_values(const Modules& modules, const Expr& value, const ast::TypeExpr& type) {
    const bool unknown = type.kind == TypeKind::Missing;
    const bool number =
        type.kind == TypeKind::Range || type.kind == TypeKind::Number || type.kind == TypeKind::Counter;
    const Expr one = leaf(ExprKind::Number, value.span, 1);
    std::vector<Expr> result;
    if (unknown || type.kind == TypeKind::Bool) result.push_back(joined(ExprKind::Not, {value}));
    if (unknown || number) {
        result.push_back(joined(ExprKind::Add, {value, one}));
        result.push_back(joined(ExprKind::Subtract, {value, one}));
    }
    if (unknown || type.kind == TypeKind::Optional) result.push_back(leaf(ExprKind::None, value.span));
    if (type.kind == TypeKind::Set) result.push_back(leaf(ExprKind::SetLiteral, value.span));
    if (type.kind == TypeKind::Named) {
        for (const std::string& name : values_of(modules, type.name)) {
            Expr other = leaf(ExprKind::Quoted, value.span);
            other.name = name;
            result.push_back(std::move(other));
        }
    }
    return result;
}

bool is_given_by_one_value(ItemKind kind) {
    return kind == ItemKind::Define || kind == ItemKind::Open ||  // its default
           kind == ItemKind::Derived || kind == ItemKind::Phrase;
}

std::vector<Mutant> with_another_value(const Site& site) {
    if (!site.is_item()) return {};
    const Fact how{FactKind::IfAnotherValue};
    std::vector<Mutant> result;
    const auto add = [&](const Expr& value, const ast::TypeExpr& type, const auto& place) {
        for (Expr& other : other_values(site.modules, value, type)) {
            Item copy = site.item;
            place(copy) = std::move(other);
            result.push_back({how, std::move(copy), MutantSort::Changed});
        }
    };
    if (is_given_by_one_value(site.item.kind) && !site.item.exprs.empty())
        add(site.item.exprs[0], site.item.type, [](Item& copy) -> Expr& { return copy.exprs[0]; });
    if (site.item.kind == ItemKind::Inductive) {  // it may not deny itself
        Item copy = site.item;
        copy.exprs[0] = leaf(ExprKind::Bool, copy.exprs[0].span, 0);
        result.push_back({Fact{FactKind::IfNeverTrue}, std::move(copy), MutantSort::Changed});
    }
    for (std::size_t i = 0; i < site.item.contents.equations.size(); ++i) {
        const ast::Equation& equation = site.item.contents.equations[i];
        if (equation.exprs.empty()) continue;
        add(equation.exprs[0], equation.type,
            [i](Item& copy) -> Expr& { return copy.contents.equations[i].exprs[0]; });
    }
    return result;
}

// As if it were defined to be false.
std::vector<Mutant> not_assumed(const Site& site) {
    const bool is_asked = site.is_item() && site.item.kind == ItemKind::Assume && !site.item.name.empty();
    if (!is_asked || site.item.sort.stance != ast::Stance::Assumed) return {};
    Item copy = site.item;
    copy.kind = ItemKind::Define;
    copy.contents.abilities.clear();
    copy.exprs = {leaf(ExprKind::Bool, copy.span, 0)};
    return {{Fact{FactKind::IfNeverTrue}, std::move(copy), MutantSort::Changed}};
}

// What can be done to a construct. Each row gives the mutants of its kind, or none where it does not fit.
constexpr std::vector<Mutant> (*kinds[])(const Site&) = {
    without_it,        // rules, readings, abilities, lines of text
    without_its_text,  // printed items
    without_its_printed_values,
    without_an_entry,  // of meta
    not_assumed,
    with_another_value,   // definitions, defaults, derived values, equations, phrases with a value
    without_a_statement,  // actions, phrases with statements
    doing_nothing,
    never_applying,  // abilities, alone or of rules, readings and phrases
    without_an_alternative,
    saying_the_opposite,  // statements
};

}  // namespace

std::vector<Mutant> mutants_of(const Modules& modules, const Construct& construct) {
    if (construct.is_claim) return {};
    const Site site{modules, construct, item_of(modules, construct)};
    std::vector<Mutant> result;
    for (const auto kind : kinds) {
        for (Mutant& mutant : kind(site)) result.push_back(std::move(mutant));
    }
    return result;
}

Modules mutated(const Modules& modules, const Construct& construct, const Mutant& mutant) {
    Modules result = modules;
    std::vector<Item>& items = result[construct.module].items;
    const auto at = items.begin() + static_cast<std::ptrdiff_t>(construct.citation.item);
    if (mutant.item)
        *at = *mutant.item;
    else
        items.erase(at);
    return result;
}

}  // namespace errata::checker
