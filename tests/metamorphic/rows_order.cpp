// Rows about the order of what is declared, the files it stands in, and what nobody needs.
#include <algorithm>
#include <filesystem>

#include "tests/metamorphic/rows.h"

namespace errata::metamorphic {

using ast::Ability;
using ast::AbilityKind;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;

namespace {

bool acts_at_one_moment(const Ability& ability) {
    return ability.kind == AbilityKind::StateCheck || ability.kind == AbilityKind::Ending ||
           ability.kind == AbilityKind::StateTrigger;
}

bool is_movable(const Item& item) {
    return item.kind == ItemKind::Rule || item.kind == ItemKind::Card || item.kind == ItemKind::Action ||
           item.kind == ItemKind::Define || item.kind == ItemKind::Phrase;
}

// Of those with the same number the order stays; 0: free.
int keeps_order_with(const Item& item) {
    if (item.kind == ItemKind::Card) return 1;
    return item.kind == ItemKind::Rule && std::ranges::any_of(item.contents.abilities, acts_at_one_moment)
               ? 2
               : 0;
}

// Shuffles what may move; what keeps its order with others takes their places in the old order.
template <class Element, class IsMovable, class KeepsOrderWith>
bool permute(std::vector<Element>& list, Random& random, const IsMovable& is_movable,
             const KeepsOrderWith& keeps_order_with) {
    std::vector<std::size_t> places;
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (is_movable(list[i])) places.push_back(i);
    }
    std::vector<std::size_t> order = places;
    shuffle(order, random);
    std::map<int, std::vector<std::size_t>> sorted;
    for (const std::size_t i : order) {
        if (const int group = keeps_order_with(list[i]); group != 0) sorted[group].push_back(i);
    }
    for (auto& [group, members] : sorted) std::ranges::sort(members, std::greater<>());
    for (std::size_t& i : order) {
        const int group = keeps_order_with(list[i]);
        if (group == 0) continue;
        i = sorted[group].back();
        sorted[group].pop_back();
    }
    if (order == places) return false;
    std::vector<Element> result = list;
    for (std::size_t i = 0; i < places.size(); ++i) result[places[i]] = list[order[i]];
    list = std::move(result);
    return true;
}

Item plain_item(ItemKind kind, const std::string& name) {
    Item item;
    item.kind = kind;
    item.name = name;
    return item;
}

Expr yes() {
    Expr expr;
    expr.kind = ExprKind::Bool;
    expr.number = 1;
    expr.span = {0, 0, 1};
    return expr;
}

Item unused_action_item(const std::string& name) {
    Item item = plain_item(ItemKind::Action, name);
    ast::Stmt nothing;
    nothing.kind = ast::StmtKind::Nothing;
    item.body = {nothing};
    return item;
}

void insert_anywhere(Spec& spec, const Item& item, Random& random) {
    std::vector<Item>& items = main_module(spec).items;
    const auto place = static_cast<std::ptrdiff_t>(1 + below(items.size(), random));
    items.insert(items.begin() + place, item);
}

// Whether play or a setup goes through all values of the type, or leaves one open.
bool goes_through(const Spec& spec, const std::string& type) {
    bool found = false;
    Spec copy = spec;
    Everywhere everywhere;
    everywhere.expr = [&](Expr& expr) { found = found || expr.kind == ExprKind::Any; };
    Everywhere types;
    types.type = [&](ast::TypeExpr& one) { found = found || one.name == type; };
    const auto look = [&](std::vector<ast::Binder>& binders) { types.go(binders); };
    everywhere.stmt = [&](ast::Stmt& stmt) {
        look(stmt.binders);
        for (ast::Option& option : stmt.options) look(option.binders);
    };
    everywhere.ability = [&](Ability& ability) {
        look(ability.binders);
        for (ast::Targets& targets : ability.targets) look(targets.binders);
    };
    everywhere.item = [&](Item& item) {
        if (item.kind == ItemKind::Partition) look(item.binders);
    };
    everywhere.go(copy);
    everywhere = {};
    everywhere.expr = [&](Expr& expr) { look(expr.binders); };
    everywhere.go(copy);
    return found;
}

}  // namespace

std::optional<Rewritten> items_permuted(const Original& original, Random& random) {
    Rewritten result{original.spec};
    bool moved = false;
    for (ast::Module& module : result.spec.modules)
        moved = permute(module.items, random, is_movable, keeps_order_with) || moved;
    if (!moved) return std::nullopt;
    return result;
}

std::optional<Rewritten> abilities_permuted(const Original& original, Random& random) {
    const bool states_order = has_setting(original.spec, "trigger_order");
    const auto is_any = [](const Ability&) { return true; };
    // Statements and prohibitions are all in force at once; what acts keeps its order within its kind.
    const auto group = [&](const Ability& ability) {
        const bool is_trigger =
            ability.kind == AbilityKind::Trigger || ability.kind == AbilityKind::PhaseHook;
        if (is_trigger) return states_order ? 0 : 1;
        if (acts_at_one_moment(ability)) return 2;
        if (ability.kind == AbilityKind::May) return 3;
        if (ability.kind == AbilityKind::During) return 4;
        return ability.kind == AbilityKind::Replacement ? 5 : 0;
    };
    Rewritten result{original.spec};
    bool moved = false;
    for (ast::Module& module : result.spec.modules) {
        for (Item& item : module.items) {
            if (item.kind == ItemKind::Rule)
                moved = permute(item.contents.abilities, random, is_any, group) || moved;
        }
    }
    if (!moved) return std::nullopt;
    return result;
}

// Titles that something refers to.
static std::set<std::string> named_titles(Spec spec) {
    std::set<std::string> titles;
    Everywhere everywhere;
    everywhere.ability = [&](Ability& ability) {
        titles.insert(ability.except_to.all.begin(), ability.except_to.all.end());
        titles.insert(ability.title);
    };
    everywhere.item = [&](Item& item) {
        if (item.kind == ItemKind::Accept) titles.insert(item.title);
        if (item.kind == ItemKind::Expect) titles.insert(item.names.all.begin(), item.names.all.end());
    };
    everywhere.go(spec);
    return titles;
}

std::optional<Rewritten> rule_split(const Original& original, Random& random) {
    const std::set<std::string> named = named_titles(original.spec);
    Vocabulary known = original.vocabulary;
    std::map<std::string, std::string> names;
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        for (ast::Module& module : copy.modules) {
            for (std::size_t i = 0; i < module.items.size(); ++i) {
                Item& rule = module.items[i];
                if (rule.kind != ItemKind::Rule || rule.sort.is_of_line || rule.contents.abilities.size() < 2)
                    continue;
                if (named.contains(rule.title) || !chosen.here()) continue;
                Item rest = rule;
                rest.title = known.fresh(rule.title + " continued");
                names[rest.title] = rule.title;
                rest.contents.abilities.erase(rest.contents.abilities.begin());
                rule.contents.abilities.resize(1);
                module.items.insert(module.items.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
                ++i;
            }
        }
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec), std::move(names)};
}

std::optional<Rewritten> state_split(const Original& original, Random& random) {
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        for (ast::Module& module : copy.modules) {
            for (std::size_t i = 0; i < module.items.size(); ++i) {
                Item& state = module.items[i];
                if (state.kind != ItemKind::State || state.fields.size() < 2 || !chosen.here()) continue;
                Item rest = state;
                rest.fields.erase(rest.fields.begin());
                state.fields.resize(1);
                module.items.insert(module.items.begin() + static_cast<std::ptrdiff_t>(i) + 1, rest);
                ++i;
            }
        }
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

std::optional<Rewritten> claim_turned(const Original& original, Random& random) {
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        for (ast::Module& module : copy.modules) {
            for (Item& item : module.items) {
                const bool is_always = item.sort.check == ast::CheckMode::Always;
                if (item.kind != ItemKind::Check || (!is_always && item.sort.check != ast::CheckMode::Never))
                    continue;
                if (item.exprs.size() != 1 || item.exprs[0].kind == ExprKind::Implies || !chosen.here())
                    continue;
                item.sort.check = is_always ? ast::CheckMode::Never : ast::CheckMode::Always;
                item.exprs[0] = negated(item.exprs[0]);
            }
        }
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

std::optional<Rewritten> split_in_two(const Original& original, Random& random) {
    if (original.spec.modules.size() > 1) return std::nullopt;
    const ast::Module& whole = original.spec.modules[0];
    if (whole.items.size() < 2) return std::nullopt;
    const auto middle = static_cast<std::ptrdiff_t>(1 + below(whole.items.size() - 1, random));
    Spec spec = original.spec;
    const std::filesystem::path file(spec.files[0]);
    spec.path = (file.parent_path() / file.stem()).generic_string();
    spec.files = {spec.path + "/first.rules", spec.path + "/second.rules"};
    spec.modules = {whole, whole};
    spec.modules[0].items.erase(spec.modules[0].items.begin() + middle, spec.modules[0].items.end());
    spec.modules[1].items.erase(spec.modules[1].items.begin(), spec.modules[1].items.begin() + middle);
    return Rewritten{std::move(spec)};
}

std::optional<Rewritten> unused_card(const Original& original, Random& random) {
    const auto is_of_any_board = [](const auto& verdict) {
        return verdict.first.find("on any board") != std::string::npos;
    };
    if (std::ranges::any_of(original.said.verdicts, is_of_any_board)) return std::nullopt;
    std::vector<std::string> kinds;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            const auto is_card = [&](const Item& one) {
                return one.kind == ItemKind::Card && one.title == item.name;
            };
            const bool has_cards = std::ranges::any_of(module.items, is_card);
            if (item.kind == ItemKind::Printed && has_cards && !goes_through(original.spec, item.name))
                kinds.push_back(item.name);
        }
    }
    if (kinds.empty()) return std::nullopt;
    Vocabulary known = original.vocabulary;
    Item card = plain_item(ItemKind::Card, known.fresh("Blank"));
    card.title = kinds[below(kinds.size(), random)];
    Rewritten result{original.spec, {}, {card.name}};
    // The last one: the first value is what a field begins with.
    main_module(result.spec).items.push_back(card);
    return result;
}

std::optional<Rewritten> unused_rule(const Original& original, Random& random) {
    Vocabulary known = original.vocabulary;
    const std::string action = known.fresh("never_done");
    Item rule = plain_item(ItemKind::Rule, "");
    rule.title = known.fresh("Nobody asks");
    Ability trigger;
    trigger.kind = AbilityKind::Trigger;
    trigger.name = action;
    ast::Stmt nothing;
    nothing.kind = ast::StmtKind::Nothing;
    trigger.body = {nothing};
    rule.contents.abilities = {trigger};
    Rewritten result{original.spec, {}, {rule.title, action}};
    insert_anywhere(result.spec, rule, random);
    insert_anywhere(result.spec, unused_action_item(action), random);
    return result;
}

std::optional<Rewritten> unused_action(const Original& original, Random& random) {
    Vocabulary known = original.vocabulary;
    const std::string action = known.fresh("never_done");
    Rewritten result{original.spec, {}, {action}};
    insert_anywhere(result.spec, unused_action_item(action), random);
    return result;
}

std::optional<Rewritten> unused_definition(const Original& original, Random& random) {
    Vocabulary known = original.vocabulary;
    Item define = plain_item(ItemKind::Define, known.fresh("never_asked"));
    define.type.kind = ast::TypeKind::Bool;
    define.exprs = {yes()};
    Rewritten result{original.spec};
    insert_anywhere(result.spec, define, random);
    return result;
}

}  // namespace errata::metamorphic
