// Rows about names.
#include <algorithm>

#include "dsl/ast/words.h"
#include "tests/metamorphic/rows.h"
#include "tests/metamorphic/words.h"

namespace errata::metamorphic {

using ast::Binder;
using ast::Expr;
using ast::ExprKind;
using ast::Item;
using ast::ItemKind;

namespace {

// ---- locals

void add_words(const std::string& text, std::set<std::string>& words) {
    std::string word;
    for (const char c : text + " ") {
        if (dsl::grammar::is_word_char(c)) {
            word += c;
        } else if (!word.empty()) {
            words.insert(word);
            word.clear();
        }
    }
}

// Names that a phrase hands on, holes and antecedents, names of roles in meta-rules, names in scenarios.
std::set<std::string> handed_on(const Spec& spec) {
    std::set<std::string> names = {"this", "it", "_", ""};
    Spec copy = spec;
    Everywhere all;
    all.expr = [&](Expr& node) { names.insert(node.name); };
    Everywhere everywhere;
    everywhere.stmt = [&](ast::Stmt& stmt) {
        if (stmt.kind != ast::StmtKind::Take && stmt.kind != ast::StmtKind::Does) return;
        all.go(stmt.exprs);
        all.go(stmt.args);
        add_words(stmt.name, names);
    };
    everywhere.item = [&](Item& item) {
        if (item.kind == ItemKind::Meta) {
            for (ast::Setting& setting : item.contents.settings) all.go(setting.value);
        }
        if (item.kind != ItemKind::Phrase && item.kind != ItemKind::Category) return;
        for (const Binder& binder : item.binders) names.insert(binder.name);
        for (const Binder& binder : item.refers) names.insert(binder.name);
        add_words(item.title, names);
    };
    everywhere.go(copy);
    return names;
}

// Names that roles are declared with and that stand in the brackets of an ability, where they need not be
// spoken of: another name would have to be.
std::set<std::string> names_of_roles_in_brackets(Spec spec) {
    std::set<std::string> roles;
    std::set<std::string> in_brackets;
    Everywhere everywhere;
    everywhere.ability = [&](ast::Ability& ability) {
        for (const Expr& param : ability.params) in_brackets.insert(param.name);
        for (const Expr& param : ability.as.params) in_brackets.insert(param.name);
    };
    for (ast::Module& module : spec.modules) {
        for (Item& item : module.items) {
            for (const Binder& binder : item.binders) roles.insert(binder.name);
            everywhere.go(item);
        }
    }
    std::erase_if(in_brackets, [&](const std::string& name) { return !roles.contains(name); });
    return in_brackets;
}

// The names that an item binds.
std::set<std::string> locals_of(Item item, const Vocabulary& known, const std::set<std::string>& avoided) {
    std::set<std::string> names;
    const auto bind = [&](const std::string& name) {
        if (!avoided.contains(name) && !known.is_value(name) && !known.actions.contains(name))
            names.insert(name);
    };
    const bool has_parameters = item.kind == ItemKind::Define || item.kind == ItemKind::Open ||
                                item.kind == ItemKind::Derived || item.kind == ItemKind::Inductive ||
                                item.kind == ItemKind::Action || item.kind == ItemKind::Partition ||
                                item.kind == ItemKind::Equations;
    if (!has_parameters) item.binders.clear();
    item.fields.clear();
    Everywhere everywhere;
    everywhere.binder = [&](Binder& binder) { bind(binder.name); };
    // A role's own name may stand in brackets without being spoken of, another one may not.
    std::map<std::string, int> mentions;
    Everywhere mentioned;
    mentioned.expr = [&](Expr& expr) {
        if (expr.kind == ExprKind::Name) ++mentions[expr.name];
    };
    mentioned.go(item);
    everywhere.ability = [&](ast::Ability& ability) {
        for (const Expr& param : ability.params) {
            if (param.kind == ExprKind::Name && mentions[param.name] > 1) bind(param.name);
        }
        for (const ast::Given& given : ability.given) bind(given.name);
    };
    everywhere.stmt = [&](ast::Stmt& stmt) {
        if (stmt.kind == ast::StmtKind::Let) bind(stmt.name);
    };
    everywhere.go(item);
    return names;
}

void rename_local(Item& item, const std::string& name, const std::string& now) {
    const auto change = [&](std::string& one) {
        if (one == name) one = now;
    };
    Everywhere everywhere;
    everywhere.binder = [&](Binder& binder) { change(binder.name); };
    everywhere.expr = [&](Expr& expr) {
        if (expr.kind == ExprKind::Name) change(expr.name);
    };
    everywhere.ability = [&](ast::Ability& ability) {
        for (ast::Given& given : ability.given) change(given.name);
        ability.title = with_hole(ability.title, name, now);
    };
    everywhere.stmt = [&](ast::Stmt& stmt) {
        if (stmt.kind == ast::StmtKind::Let) change(stmt.name);
        for (ast::Option& option : stmt.options) option.label = with_hole(option.label, name, now);
    };
    const std::vector<Binder> fields = item.fields;
    everywhere.go(item);
    item.fields = fields;
}

// ---- what has a name in all files

// Whether the word has another meaning anywhere: of a field, a type, a setting, a local, in a text.
bool has_other_meanings(const Original& original, const std::string& name) {
    const Vocabulary& known = original.vocabulary;
    if (known.twice.contains(name) || known.cells.contains(name) || known.called.contains(name) ||
        known.actions.contains(name))
        return true;
    for (const std::string& text : printed_words(original.spec)) {
        if (has_words(text, name)) return true;
    }
    bool found = false;
    Spec copy = original.spec;
    Everywhere everywhere;
    everywhere.item = [&](Item& item) {
        const bool may_be_card = item.kind == ItemKind::Card || item.kind == ItemKind::Expect;
        found = found || (!may_be_card && item.name == name) || item.title == name;
        for (const ast::Setting& setting : item.contents.settings) found = found || setting.name == name;
    };
    everywhere.ability = [&](ast::Ability& ability) {
        found = found || ability.name == name ||
                std::ranges::find(ability.play.windows.all, name) != ability.play.windows.all.end();
    };
    everywhere.stmt = [&](ast::Stmt& stmt) {
        found = found || (stmt.name == name && stmt.kind != ast::StmtKind::End);
    };
    everywhere.expr = [&](Expr& expr) {
        const bool is_name = expr.kind == ExprKind::Name || expr.kind == ExprKind::Quoted;
        found = found || (expr.name == name && !is_name);
    };
    everywhere.type = [&](ast::TypeExpr& type) { found = found || type.name == name; };
    everywhere.binder = [&](Binder& binder) { found = found || binder.name == name; };
    everywhere.go(copy);
    return found;
}

// Whether an `expect` has the word: it may stand there for a part of a title.
bool is_expected(const Spec& spec, const std::string& name) {
    for (const ast::Module& module : spec.modules) {
        for (const Item& item : module.items) {
            if (item.kind != ItemKind::Expect) continue;
            for (const std::string& about : item.names.all) {
                if (has_words(about, name)) return true;
            }
        }
    }
    return false;
}

std::string new_name(const std::string& name, Vocabulary& known, Random& random) {
    const std::string front = below(2, random) == 0 ? "Aa" : "Zz";
    if (dsl::grammar::is_plain_name(name)) return known.fresh(front + name);
    return front + " " + name;
}

void rename_everywhere(Spec& spec, const std::string& name, const std::string& now) {
    const auto change = [&](std::string& one) {
        if (one == name) one = now;
    };
    Everywhere everywhere;
    everywhere.expr = [&](Expr& expr) {
        if (expr.kind == ExprKind::Name || expr.kind == ExprKind::Quoted) change(expr.name);
    };
    everywhere.ability = [&](ast::Ability& ability) {
        for (std::string& one : ability.except_to.all) change(one);
        if (ability.kind == ast::AbilityKind::Ignores) change(ability.title);
    };
    everywhere.item = [&](Item& item) {
        if (item.kind != ItemKind::Expect) {
            for (std::string& one : item.names.all) change(one);
        }
        for (std::string& one : item.names.hidden) change(one);
        for (ast::Link& link : item.links) {
            change(link.from);
            change(link.to);
        }
        if (item.kind == ItemKind::Card) change(item.name);
        if (item.kind == ItemKind::Rule) change(item.title);
        if (item.kind == ItemKind::Expect) {
            for (std::string& one : item.names.all) one = with_words(one, name, now);
        }
    };
    everywhere.go(spec);
}

std::optional<Rewritten> rename_one(const Original& original, Random& random,
                                    const std::vector<std::string>& candidates) {
    if (candidates.empty()) return std::nullopt;
    Vocabulary known = original.vocabulary;
    Rewritten result{original.spec};
    const bool all = below(3, random) == 0;
    const std::size_t one = below(candidates.size(), random);
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        if (!all && i != one) continue;
        const std::string now = new_name(candidates[i], known, random);
        rename_everywhere(result.spec, candidates[i], now);
        result.names[now] = candidates[i];
    }
    return result;
}

}  // namespace

std::optional<Rewritten> locals_renamed(const Original& original, Random& random) {
    std::set<std::string> avoided = handed_on(original.spec);
    avoided.merge(names_of_roles_in_brackets(original.spec));
    Vocabulary known = original.vocabulary;
    auto spec = Chosen::rewrite(original.spec, random, [&](Spec& copy, Chosen& chosen) {
        for (ast::Module& module : copy.modules) {
            for (Item& item : module.items) {
                for (const std::string& name : locals_of(item, known, avoided)) {
                    if (chosen.here()) rename_local(item, name, known.fresh(name + "_too"));
                }
            }
        }
    });
    if (!spec) return std::nullopt;
    return Rewritten{std::move(*spec)};
}

std::optional<Rewritten> values_renamed(const Original& original, Random& random) {
    std::vector<std::string> candidates;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            const bool has_values = item.kind == ItemKind::Enum || item.kind == ItemKind::Zone ||
                                    item.kind == ItemKind::Kind || item.kind == ItemKind::Player;
            if (!has_values) continue;
            for (const std::string& name : item.names.all) {
                if (!has_other_meanings(original, name) && !is_expected(original.spec, name))
                    candidates.push_back(name);
            }
        }
    }
    return rename_one(original, random, candidates);
}

std::optional<Rewritten> titles_renamed(const Original& original, Random& random) {
    std::map<std::string, int> declared;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            if (item.kind == ItemKind::Card) ++declared[item.name];
            if (!item.title.empty() && item.kind != ItemKind::Card) ++declared[item.title];
        }
    }
    std::vector<std::string> candidates;
    for (const ast::Module& module : original.spec.modules) {
        for (const Item& item : module.items) {
            const std::vector<std::string> texts = printed_words(original.spec);
            const auto is_free = [&](const std::string& name) {
                return declared[name] == 1 && std::ranges::none_of(texts, [&](const std::string& text) {
                           return has_words(text, name);
                       });
            };
            if (item.kind == ItemKind::Rule && !item.sort.is_of_line && is_free(item.title) &&
                !original.vocabulary.is_value(item.title))
                candidates.push_back(item.title);
            if (item.kind == ItemKind::Card && is_free(item.name) && !has_other_meanings(original, item.name))
                candidates.push_back(item.name);
        }
    }
    return rename_one(original, random, candidates);
}

}  // namespace errata::metamorphic
