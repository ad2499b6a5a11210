#include "compiler/typed/instances.h"

#include <algorithm>
#include <set>
#include <utility>

#include "compiler/typed/conditions.h"
#include "dsl/ast/fields.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler::typed {

using dsl::Derivation;
using dsl::DiagnosticKind;

std::vector<TypeId> PhraseInstance::kinds() const {
    std::vector<TypeId> result;
    for (const Part& part : things) {
        for (const TypeId kind : part.kinds) {
            if (std::ranges::find(result, kind) == result.end()) result.push_back(kind);
        }
    }
    return result;
}

// What a hole is filled with, as far as the body depends on it.
struct Instances::Filling {
    std::vector<TypeId> kinds;             // of things
    std::vector<const ast::Item*> events;  // with the same words
    std::vector<ast::Ability> abilities;
    bool is_abilities = false;
    std::string word;             // of a name
    std::set<std::string> moved;  // names in the text of an event or of abilities that are holes here
};

namespace {

ast::Expr name_expr(const std::string& name, dsl::Span span) {
    ast::Expr result;
    result.kind = ast::ExprKind::Name;
    result.span = span;
    result.name = name;
    return result;
}

// `w(u)`
ast::Expr asked_of(const std::string& hole, const ast::Binder& thing) {
    ast::Expr result;
    result.kind = ast::ExprKind::Call;
    result.span = thing.span;
    result.name = hole;
    result.args = {name_expr(thing.name, thing.span)};
    return result;
}

ast::Expr truth(bool is_so, dsl::Span span) {
    ast::Expr result;
    result.kind = ast::ExprKind::Bool;
    result.span = span;
    result.number = is_so ? 1 : 0;
    return result;
}

// Every name of these, wherever it stands, with `prefix` in front.
void rename(auto& node, const std::set<std::string>& names, const std::string& prefix) {
    const auto renamed = [&](std::string& name) {
        if (names.count(name) > 0) name.insert(0, prefix);
    };
    struct Visit {
        const decltype(renamed)& change;
        void operator()(ast::Expr& expr) const {
            if (expr.kind == ast::ExprKind::Name || expr.kind == ast::ExprKind::Call) change(expr.name);
        }
        void operator()(ast::Stmt& stmt) const {
            if (stmt.kind == ast::StmtKind::Insert || stmt.kind == ast::StmtKind::Perform) change(stmt.name);
        }
        void operator()(ast::Ability& ability) const {
            if (ability.kind == ast::AbilityKind::Insert) change(ability.name);
        }
    };
    dsl::ast::walk(node, Visit{renamed});
}

// `l if c`, `l limit 1 per turn`: of a hole, unless the name is that of an open statement.
bool wraps(const ast::Ability& ability) {
    const bool is_name_alone = ability.params.empty() && ability.value.empty();
    return (ability.kind == ast::AbilityKind::If && is_name_alone && !ability.exprs.empty()) ||
           (ability.kind == ast::AbilityKind::Insert &&
            !(ability.limit.uses.empty() && ability.exprs.empty()));
}

bool has_event(const ast::Ability& ability) {
    using enum ast::AbilityKind;
    if (ability.kind == Replacement) return !ability.of_phase;
    if (ability.kind == May) return ability.play.side != ast::Side::Alone;
    return ability.kind == Trigger || ability.kind == During || ability.kind == Prohibition;
}

}  // namespace

ast::Expr PhraseInstance::condition_for(TypeId kind) const {
    const ast::Binder& thing = item->contents.things[0];
    std::optional<ast::Expr> is_one;
    for (const Part& part : things) {
        if (std::ranges::find(part.kinds, kind) == part.kinds.end()) continue;
        ast::Expr one = part.hole.empty() ? truth(true, thing.span) : asked_of(part.hole, thing);
        is_one = is_one ? joined(ast::ExprKind::Or, std::move(*is_one), std::move(one)) : std::move(one);
    }
    if (!is_one) return truth(false, thing.span);
    return both(std::move(*is_one), item->exprs[0]);
}

// Writes what fills the holes of one phrase into a copy of it.
class Instances::Maker {
public:
    Maker(const Typing& typing, ast::Item& item, const Fillings& fillings, PhraseInstance& result)
        : typing_(typing), item_(item), fillings_(fillings), result_(result) {}

    void make() {
        name_parts();
        introduce();
        dsl::ast::walk(item_, SpreadVisit{*this});
        dsl::ast::walk(item_, HeadVisit{*this});
        wrap(item_.contents.abilities);
    }

private:
    // --- things

    const Filling* things_of(const ast::TypeExpr& type) const {
        if (type.kind != ast::TypeKind::Named || !type.span.is_valid()) return nullptr;
        const auto found = fillings_.find(type.name);
        return found == fillings_.end() || found->second.kinds.empty() ? nullptr : &found->second;
    }

    ast::TypeExpr of_kind(TypeId kind) const {
        ast::TypeExpr result;  // without a place: no hole is meant
        result.kind = ast::TypeKind::Named;
        result.name = typing_.program.types.name(kind);
        return result;
    }

    void problem(dsl::Span span, std::string message, std::string hint) {
        result_.problems.push_back(
            {DiagnosticKind::does_not_fit, span, std::move(message), std::move(hint), {}});
    }

    void name_parts() {
        for (const ast::Binder& thing : item_.contents.things) {
            if (const Filling* const filled = things_of(thing.type)) {
                result_.things.push_back({filled->kinds, thing.type.name});
                continue;
            }
            const auto named = typing_.names.vocabulary.named.find(thing.type.name);
            const bool is_kind =
                thing.type.kind == ast::TypeKind::Named && named != typing_.names.vocabulary.named.end();
            if (is_kind)
                result_.things.push_back({{named->second}, ""});
            else
                typing_.reporter.unknown(thing.type.span, "kind", thing.type.name, {});
        }
    }

    // What was chosen among things of several kinds has no type: later words cannot refer to it.
    void introduce() {
        std::set<std::string> untyped;
        for (std::vector<ast::Binder>* const names : {&item_.binders, &item_.refers}) {
            for (ast::Binder& binder : *names) {
                const Filling* const filled = things_of(binder.type);
                if (!filled) continue;
                if (filled->kinds.size() == 1)
                    binder.type = of_kind(filled->kinds[0]);
                else
                    untyped.insert(binder.name);
            }
            std::erase_if(*names, [&](const ast::Binder& binder) { return untyped.count(binder.name) > 0; });
        }
        dsl::ast::walk(item_, [&](ast::Stmt& stmt) {
            if (stmt.kind == ast::StmtKind::Assign && stmt.exprs[0].kind == ast::ExprKind::Name &&
                untyped.count(stmt.exprs[0].name) > 0) {
                stmt.kind = ast::StmtKind::Nothing;
                stmt.exprs.clear();
            }
        });
    }

    // The node once for each way to give its binders kinds, with what the holes ask of them.
    template <class Node, class Binders, class Narrow>
    std::vector<Node> spread(Node& node, Binders binders, Narrow with) const {
        std::vector<Node> all;
        all.push_back(std::move(node));
        for (std::size_t i = 0; i < binders(all[0]).size(); ++i) {
            const Filling* const filled = things_of(binders(all[0])[i].type);
            if (!filled) continue;
            const std::string hole = binders(all[0])[i].type.name;
            std::vector<Node> longer;
            for (const Node& one : all) {
                for (const TypeId kind : filled->kinds) {
                    Node& copy = longer.emplace_back(one);
                    with(copy, asked_of(hole, binders(copy)[i]));
                    binders(copy)[i].type = of_kind(kind);
                }
            }
            all = std::move(longer);
        }
        return all;
    }

    void spread_expr(ast::Expr& expr) {
        if (expr.binders.empty()) return;
        const std::size_t condition = expr.kind == ast::ExprKind::Path ? 2 : 0;
        std::vector<ast::Expr> all = spread(
            expr, [](ast::Expr & node) -> auto& { return node.binders; },
            [&](ast::Expr& node, const ast::Expr& more) {
                node.args[condition] = both(std::move(node.args[condition]), more);
            });
        const ast::ExprKind kind = all[0].kind;
        const bool adds = kind == ast::ExprKind::NumberOf || kind == ast::ExprKind::Sum;
        const bool is_test =
            kind == ast::ExprKind::Some || kind == ast::ExprKind::No || kind == ast::ExprKind::Every;
        if (all.size() > 1 && !adds && !is_test)
            problem(all[0].span, "these things are of several kinds, and one is looked for",
                    "write a phrase for things of one kind");
        expr = std::move(all[0]);
        for (std::size_t i = 1; i < all.size() && (adds || is_test); ++i) {
            const ast::ExprKind with = adds                          ? ast::ExprKind::Add
                                       : kind == ast::ExprKind::Some ? ast::ExprKind::Or
                                                                     : ast::ExprKind::And;
            expr = joined(with, std::move(expr), std::move(all[i]));
        }
    }

    void spread_options(std::vector<ast::Option>& options) {
        std::vector<ast::Option> result;
        for (ast::Option& option : options) {
            std::ranges::move(
                spread(
                    option, [](ast::Option & node) -> auto& { return node.binders; },
                    [](ast::Option& node, const ast::Expr& more) { narrow(node.condition, more); }),
                std::back_inserter(result));
        }
        options = std::move(result);
    }

    void spread_block(std::vector<ast::Stmt>& block) {
        std::vector<ast::Stmt> result;
        for (ast::Stmt& stmt : block) {
            if (stmt.kind != ast::StmtKind::ForEach && stmt.kind != ast::StmtKind::Place) {
                result.push_back(std::move(stmt));
                continue;
            }
            std::vector<ast::Stmt> all = spread(
                stmt, [](ast::Stmt & node) -> auto& { return node.binders; },
                [](ast::Stmt& node, const ast::Expr& more) {
                    node.exprs[0] = both(std::move(node.exprs[0]), more);
                });
            if (all.size() > 1 && all[0].order != ast::LoopOrder::Unstated)
                problem(all[0].span, "things of several kinds have no order among them",
                        "leave the order out, or write a phrase for things of one kind");
            std::ranges::move(all, std::back_inserter(result));
        }
        block = std::move(result);
    }

    void spread_abilities(std::vector<ast::Ability>& abilities) {
        std::vector<ast::Ability> result;
        for (ast::Ability& ability : abilities) {
            std::vector<ast::Ability> all = spread(
                ability, [](ast::Ability & node) -> auto& { return node.binders; },
                [](ast::Ability& node, const ast::Expr& more) {
                    narrow(node.kind == ast::AbilityKind::May ? node.play.condition : node.exprs, more);
                });
            for (std::size_t i = 0; i < all[0].targets.size(); ++i) {
                std::vector<ast::Ability> longer;
                for (ast::Ability& one : all) {
                    std::ranges::move(
                        spread(
                            one, [&](ast::Ability & node) -> auto& { return node.targets[i].binders; },
                            [&](ast::Ability& node, const ast::Expr& more) {
                                narrow(node.targets[i].condition, more);
                            }),
                        std::back_inserter(longer));
                }
                all = std::move(longer);
            }
            const bool may_be_several =
                all[0].kind == ast::AbilityKind::May || all[0].kind == ast::AbilityKind::Effects;
            if (all.size() > 1 && !may_be_several)
                problem(all[0].span, "a trigger targets things of one kind, and these are of several",
                        "let its effect choose, or write a phrase for things of one kind");
            std::ranges::move(all, std::back_inserter(result));
        }
        abilities = std::move(result);
    }

    struct SpreadVisit {
        Maker& maker;
        void operator()(ast::Item& item) const {
            maker.spread_abilities(item.contents.abilities);
            maker.spread_block(item.body);
        }
        void operator()(ast::Expr& expr) const { maker.spread_expr(expr); }
        void operator()(ast::Option& option) const { maker.spread_block(option.body); }
        void operator()(ast::Stmt& stmt) const {
            const std::size_t count = stmt.options.size();
            maker.spread_options(stmt.options);
            if (stmt.kind == ast::StmtKind::Choose && stmt.quantity != ast::Quantity::One &&
                stmt.options.size() > count)
                maker.problem(stmt.span,
                              "several are chosen at once among things of one kind, and these are "
                              "of several",
                              "write a phrase for things of one kind");
            for (std::vector<ast::Stmt>& block : stmt.blocks) maker.spread_block(block);
            maker.spread_abilities(stmt.abilities);
        }
        void operator()(ast::Ability& ability) const {
            maker.spread_block(ability.body);
            for (std::vector<ast::Stmt>& cost : ability.play.costs) maker.spread_block(cost);
        }
    };

    // --- events and phases

    struct HeadVisit {
        Maker& maker;
        void operator()(ast::Item& item) const {
            if (item.sort.is_moment) maker.write_phase(item.exprs[0].name);
            maker.write_heads(item.contents.abilities);
        }
        void operator()(ast::Stmt& stmt) const {
            maker.write_heads(stmt.abilities);
            for (std::vector<ast::Stmt>& block : stmt.blocks) maker.repeat_waits(block);
        }
        void operator()(ast::Ability& ability) const { maker.repeat_waits(ability.body); }
        void operator()(ast::Option& option) const { maker.repeat_waits(option.body); }
    };

    // `later when v { }` once for each event.
    void repeat_waits(std::vector<ast::Stmt>& block) {
        std::vector<ast::Stmt> result;
        for (ast::Stmt& stmt : block) {
            const std::size_t count = stmt.kind == ast::StmtKind::Later ? heads_of(stmt.abilities[0]) : 1;
            for (std::size_t i = 0; i < count; ++i) {
                ast::Stmt& copy = result.emplace_back(stmt);
                if (count > 1) write_head(copy.abilities[0], i);
            }
        }
        block = std::move(result);
    }

    const Filling* event_of(const ast::Ability& ability) const {
        if (!has_event(ability) || !ability.params.empty()) return nullptr;
        const auto found = fillings_.find(ability.name);
        return found == fillings_.end() || found->second.events.empty() ? nullptr : &found->second;
    }
    std::size_t heads_of(const ast::Ability& ability) const {
        const Filling* const filled = event_of(ability);
        return filled ? filled->events.size() : 1;
    }

    void write_heads(std::vector<ast::Ability>& abilities) {
        std::vector<ast::Ability> result;
        for (const ast::Ability& ability : abilities) {
            for (std::size_t i = 0; i < heads_of(ability); ++i) write_head(result.emplace_back(ability), i);
        }
        abilities = std::move(result);
    }

    void write_phase(std::string& name) const {
        const auto found = fillings_.find(name);
        if (found != fillings_.end() && !found->second.word.empty()) name = found->second.word;
    }

    void write_head(ast::Ability& ability, std::size_t which) {
        if (ability.kind == ast::AbilityKind::PhaseHook) write_phase(ability.name);
        const Filling* const filled = event_of(ability);
        if (!filled) return;
        const std::string hole = ability.name;
        ast::Item event = *filled->events[which];
        if (event.sort.is_moment) {
            if (ability.kind != ast::AbilityKind::Trigger)
                problem(ability.span,
                        "the beginning of a phase cannot be replaced, forbidden or responded to",
                        "write a phrase of its own for it");
            ability.kind = ast::AbilityKind::PhaseHook;
            ability.name = event.exprs[0].name;
        } else {
            ability.name = event.exprs[0].name;
            ability.params = event.exprs[0].args;
            for (ast::Expr& param : ability.params) rename(param, filled->moved, hole + ".");
        }
        if (event.exprs.size() > 1) {
            rename(event.exprs[1], filled->moved, hole + ".");
            narrow(ability.exprs, event.exprs[1]);
        }
        if (filled->events.size() == 1) remember(event, hole, ability.body);
    }

    // What the words of an event introduce is there when its effect begins.
    void remember(const ast::Item& event, const std::string& hole, std::vector<ast::Stmt>& body) {
        std::vector<ast::Stmt> first;
        for (const ast::Binder& binder : event.binders) {
            ast::Stmt& assignment = first.emplace_back();
            assignment.kind = ast::StmtKind::Assign;
            assignment.span = binder.span;
            assignment.exprs = {name_expr(hole + "." + binder.name, binder.span),
                                name_expr(binder.name, binder.span)};
        }
        body.insert(body.begin(), first.begin(), first.end());
    }

    // --- abilities with a condition or a limit

    void wrap(std::vector<ast::Ability>& abilities) {
        std::vector<ast::Ability> result;
        for (ast::Ability& ability : abilities) {
            const auto found = fillings_.find(ability.name);
            const bool is_hole = ability.kind == ast::AbilityKind::Insert || wraps(ability);
            if (!is_hole || found == fillings_.end() || !found->second.is_abilities) {
                result.push_back(std::move(ability));
                continue;
            }
            for (ast::Ability inside : found->second.abilities) {
                rename(inside, found->second.moved, ability.name + ".");
                if (!ability.exprs.empty()) condition(inside, ability.exprs[0], result);
                if (!ability.limit.uses.empty()) give_limit(inside, ability);
                inside.except_to.all.insert(inside.except_to.all.end(), ability.except_to.all.begin(),
                                            ability.except_to.all.end());
                inside.except_to.spans.insert(inside.except_to.spans.end(), ability.except_to.spans.begin(),
                                              ability.except_to.spans.end());
                result.push_back(std::move(inside));
            }
        }
        abilities = std::move(result);
    }

    void condition(ast::Ability& ability, const ast::Expr& condition, std::vector<ast::Ability>& others) {
        const auto is_hole = [&](const std::string& name) { return fillings_.contains(name); };
        if (const auto name = captured_name(typing_, ability, condition, is_hole))
            problem(condition.span,
                    "the condition speaks of '" + *name + "', and the line has a '" + *name + "' of its own",
                    "give the one in the line another name");
        if (auto other = give_condition(ability, condition)) others.push_back(std::move(*other));
    }

    void give_limit(ast::Ability& ability, const ast::Ability& wrapping) {
        const bool can_be_limited = ability.kind == ast::AbilityKind::Trigger ||
                                    ability.kind == ast::AbilityKind::PhaseHook ||
                                    ability.kind == ast::AbilityKind::May;
        if (!can_be_limited || !ability.limit.uses.empty()) {
            problem(wrapping.span,
                    can_be_limited ? "what stands here has a limit already"
                                   : "only what is triggered or played can have a limit",
                    "write a phrase of its own for it");
            return;
        }
        ability.limit = wrapping.limit;
    }

    const Typing& typing_;
    ast::Item& item_;
    const Fillings& fillings_;
    PhraseInstance& result_;
};

Instances::Instances(const Typing& typing) : typing_(typing) {
    for (const ast::Item* const item : typing.names.texts.phrases) {
        auto instance = std::make_unique<PhraseInstance>();
        instance->item = item;
        instance->holes = dsl::template_holes(item->title);
        if (std::ranges::count(item->contents.abilities, ast::AbilityKind::Under, &ast::Ability::kind) > 0) {
            auto body = std::make_unique<ast::Item>(*item);
            body->contents.abilities =
                taken_apart(typing, item->contents.abilities, [&](const std::string& name) {
                    return std::ranges::count(instance->holes, name, &dsl::TemplateHole::name) > 0;
                });
            instance->item = body.get();
            bodies_.push_back(std::move(body));
        }
        all_.push_back(std::move(instance));
    }
    // By what they are called and said, those alone that can be told apart.
    std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> groups;
    for (std::size_t tag = 0; tag < all_.size(); ++tag) {
        const Category& category = *category_of(all_[tag]->item->name);
        const bool is_told_apart = category.sort == ast::CategorySort::Event ||
                                   (category.takes_any_type() && category.sort != ast::CategorySort::Things);
        const bool is_alone = !is_told_apart || typing.names.texts.lacks.count(tag) > 0;
        groups[{category.name, is_alone ? std::to_string(tag) : dsl::lower(all_[tag]->item->title)}]
            .push_back(tag);
    }
    alike_.resize(all_.size());
    for (auto& [words, tags] : groups) {
        std::stable_partition(tags.begin(), tags.end(), [&](std::size_t tag) { return !is_of_library(tag); });
        for (const std::size_t tag : tags) alike_[tag] = tags;
    }
}

bool Instances::is_of_library(std::size_t tag) const {
    return typing_.names.texts.libraries.contains(all_[tag]->item->span.file);
}

const Category* Instances::category_of(const std::string& name) const {
    const auto found = typing_.names.texts.category_named.find(name);
    return found == typing_.names.texts.category_named.end() ? nullptr
                                                             : &typing_.names.texts.categories[found->second];
}

namespace {

bool is_wrapped(const ast::Item& phrase, const std::string& hole) {
    return std::ranges::any_of(phrase.contents.abilities, [&](const ast::Ability& ability) {
        return ability.name == hole && wraps(ability);
    });
}

bool is_phase(const ast::Item& phrase, const std::string& hole) {
    if (phrase.sort.is_moment && phrase.exprs[0].name == hole) return true;
    bool found = false;
    dsl::ast::walk(phrase, [&](const ast::Ability& ability) {
        found = found || (ability.kind == ast::AbilityKind::PhaseHook && ability.name == hole);
    });
    return found;
}

}  // namespace

std::size_t Instances::made(std::size_t tag, const Fillings& fillings, const std::string& key) {
    const auto [place, is_new] = known_.emplace(key, all_.size());
    if (!is_new) return place->second;
    const PhraseInstance& written = *all_[tag];
    auto body = std::make_unique<ast::Item>(*written.item);
    auto instance = std::make_unique<PhraseInstance>();
    instance->holes = written.holes;
    Maker(typing_, *body, fillings, *instance).make();
    instance->item = body.get();
    bodies_.push_back(std::move(body));
    all_.push_back(std::move(instance));
    return place->second;
}

// What comes from a filler whose text is written in, by the names that it has in the phrase.
struct Instances::Moved {
    std::vector<dsl::TemplateHole> holes;
    std::vector<ast::Binder> introduced;
    std::vector<ast::Binder> referred;
    std::vector<dsl::HoleFill> fills;
    std::string key;  // equal for the same text
};

// Abilities that fill a hole of abilities that are written in are written in as well. `outer` is the hole of
// the phrase, `inner` the way from its filler to this one.
void Instances::write_in(const Derivation& filler, const std::string& outer, const std::string& inner,
                         Filling& filling, Moved& moved) const {
    const PhraseInstance& body = *all_[static_cast<std::size_t>(filler.tag)];
    moved.key += "|" + outer + inner + std::to_string(filler.tag);
    std::set<std::string> names;
    const auto move_name = [&](auto named, auto& to) {
        named.name.insert(0, outer + inner);
        to.push_back(std::move(named));
    };
    for (const dsl::TemplateHole& hole : body.holes) {
        names.insert(hole.name);
        move_name(hole, moved.holes);
    }
    for (const ast::Binder& binder : body.item->refers) {
        names.insert(binder.name);
        move_name(binder, moved.referred);
    }
    // An event has a thing of this name, which the phrase remembers. Things of several events have no type.
    const bool is_event = !filling.events.empty();
    for (const ast::Binder& binder : is_event ? filling.events[0]->binders : body.item->binders) {
        if (!is_event) names.insert(binder.name);
        if (filling.events.size() < 2) move_name(binder, moved.introduced);
    }
    for (const std::string& name : names) filling.moved.insert(inner + name);
    std::set<std::string> written_in;
    for (ast::Ability ability : body.item->contents.abilities) {
        const Derivation* const part =
            ability.kind == ast::AbilityKind::Insert ? filler.hole(ability.name) : nullptr;
        if (part && part->kind == Derivation::Kind::Phrase) {
            written_in.insert(ability.name);
            write_in(*part, outer, inner + ability.name + ".", filling, moved);
            continue;
        }
        if (!inner.empty()) rename(ability, names, inner);
        filling.abilities.push_back(std::move(ability));
    }
    for (const dsl::HoleFill& fill : filler.holes) {
        if (written_in.count(fill.name) == 0) moved.fills.push_back({outer + inner + fill.name, fill.filler});
    }
}

// Whether an event is about things of the kinds that its words speak of, as far as its nouns tell.
bool Instances::can_happen(const ast::Item& event, const Fillings& fillings) const {
    if (event.sort.is_moment) return true;
    const auto action = typing_.names.callables.action_named.find(event.exprs[0].name);
    if (action == typing_.names.callables.action_named.end()) return true;
    const std::vector<TypeId>& params = typing_.names.callables.actions[action->second.index].params;
    if (params.size() != event.exprs[0].args.size()) return false;
    std::map<std::string, TypeId> types;
    for (std::size_t i = 0; i < params.size(); ++i) types[event.exprs[0].args[i].name] = params[i];
    const auto base = [&](TypeId type) { return typing_.program.types.base(type); };
    if (const auto bearer = types.find("this"); bearer != types.end() && bearer_.is_valid() &&
                                                bearer->second.is_valid() &&
                                                base(bearer->second) != base(bearer_))
        return false;
    bool is_possible = true;
    dsl::ast::walk(event.exprs, [&](const ast::Expr& expr) {
        if (expr.kind != ast::ExprKind::Call || expr.args.size() != 1) return;
        const auto noun = fillings.find(expr.name);
        const auto thing = types.find(expr.args[0].name);
        if (noun == fillings.end() || noun->second.kinds.empty() || thing == types.end()) return;
        is_possible = is_possible && std::ranges::any_of(noun->second.kinds, [&](TypeId kind) {
                          return base(kind) == base(thing->second);
                      });
    });
    return is_possible;
}

// Those that can happen; the first, if none can: what is wrong with it is said where it is typed.
void Instances::add_events(const Derivation& filler, Filling& filling, std::string& key) const {
    const PhraseInstance& first = *all_[static_cast<std::size_t>(filler.tag)];
    Fillings nouns;
    for (const dsl::HoleFill& fill : filler.holes) {
        if (fill.filler.kind == Derivation::Kind::Phrase)
            nouns[fill.name].kinds = all_[static_cast<std::size_t>(fill.filler.tag)]->kinds();
    }
    std::vector<std::size_t> tags{static_cast<std::size_t>(filler.tag)};
    tags.insert(tags.end(), first.others.begin(), first.others.end());
    bool is_of_game = false;
    for (const std::size_t tag : tags) {
        if (tags.size() > 1 && !can_happen(*all_[tag]->item, nouns)) continue;
        // The game's come first, and count before those of a library.
        if (is_of_game && is_of_library(tag)) break;
        is_of_game = is_of_game || !is_of_library(tag);
        filling.events.push_back(all_[tag]->item);
        key += "|event " + std::to_string(tag);
    }
    if (filling.events.empty()) filling.events.push_back(first.item);
}

Derivation Instances::instantiated(const Derivation& derivation) {
    if (derivation.kind != Derivation::Kind::Phrase) {
        Derivation result = derivation;
        result.holes.clear();
        return result;
    }
    const std::vector<std::size_t>& alike = alike_[static_cast<std::size_t>(derivation.tag)];
    Derivation result = instantiated_as(alike[0], derivation);
    if (alike.size() == 1) return result;
    const auto first = static_cast<std::size_t>(result.tag);
    if (!all_[first]->others.empty()) return result;
    for (std::size_t i = 1; i < alike.size(); ++i)
        all_[first]->others.push_back(static_cast<std::size_t>(instantiated_as(alike[i], derivation).tag));
    return result;
}

// The name of an enum that fills a hole, by itself or by a phrase that says it in other words.
std::optional<std::string> Instances::name_in(const Derivation& filler) const {
    const Category* const category = category_of(typing_.names.texts.grammar.category_name(filler.category));
    if (category == nullptr || !category->type.is_valid()) return std::nullopt;
    const std::vector<std::string>& labels = typing_.program.types[category->type].labels;
    if (filler.kind == Derivation::Kind::Word) return labels[static_cast<std::size_t>(filler.tag)];
    if (filler.kind != Derivation::Kind::Phrase) return std::nullopt;
    const std::vector<ast::Expr>& body = all_[static_cast<std::size_t>(filler.tag)]->item->exprs;
    const bool is_name = body.size() == 1 && body[0].kind == ast::ExprKind::Name;
    if (!is_name || std::ranges::find(labels, body[0].name) == labels.end()) return std::nullopt;
    return body[0].name;
}

Derivation Instances::instantiated_as(std::size_t tag, const Derivation& derivation) {
    Derivation result = derivation;
    result.holes.clear();
    result.tag = static_cast<int>(tag);
    const ast::Item& phrase = *all_[tag]->item;
    const Category& own = *category_of(phrase.name);
    std::string key = std::to_string(tag);
    Fillings fillings;
    Moved moved;
    bool depends = own.sort == ast::CategorySort::Things;
    for (const dsl::HoleFill& fill : derivation.holes) {
        Derivation filler = instantiated(fill.filler);
        const Category* const category =
            category_of(typing_.names.texts.grammar.category_name(filler.category));
        const bool is_phrase = filler.kind == Derivation::Kind::Phrase;
        Filling filling;
        bool is_written_in = false;
        if (is_phrase && category && category->sort == ast::CategorySort::Things) {
            const PhraseInstance& things = *all_[static_cast<std::size_t>(filler.tag)];
            filling.kinds = things.kinds();
            key += "|" + fill.name + ":";
            for (const TypeId kind : filling.kinds) key += " " + std::to_string(kind.index);
            depends = true;
        } else if (is_phrase && category && category->sort == ast::CategorySort::Event) {
            add_events(filler, filling, key);
            is_written_in = true;
        } else if (is_phrase && category && category->sort == ast::CategorySort::Abilities &&
                   is_wrapped(phrase, fill.name)) {
            filling.is_abilities = true;
            is_written_in = true;
        } else if (const auto name = is_phase(phrase, fill.name) ? name_in(filler) : std::nullopt) {
            filling.word = *name;
            key += "|" + fill.name + "=" + filling.word;
            depends = true;
        }
        if (is_written_in) {
            write_in(filler, fill.name + ".", "", filling, moved);
            depends = true;
        } else {
            result.holes.push_back({fill.name, std::move(filler)});
        }
        fillings.emplace(fill.name, std::move(filling));
    }
    if (!depends) return result;
    const std::size_t before = all_.size();
    const std::size_t instance = made(tag, fillings, key + moved.key);
    if (instance == before) {
        std::ranges::move(moved.holes, std::back_inserter(all_[instance]->holes));
        std::ranges::move(moved.introduced, std::back_inserter(bodies_.back()->binders));
        std::ranges::move(moved.referred, std::back_inserter(bodies_.back()->refers));
    }
    std::ranges::move(moved.fills, std::back_inserter(result.holes));
    result.tag = static_cast<int>(instance);
    std::ranges::stable_sort(result.holes, {}, [](const dsl::HoleFill& fill) { return fill.filler.begin; });
    return result;
}

void Instances::collect_introduced(const Derivation& derivation, std::vector<TypeId>& types) const {
    if (derivation.kind != Derivation::Kind::Phrase) return;
    for (const ast::Binder& binder : all_[static_cast<std::size_t>(derivation.tag)]->item->binders) {
        const auto named = typing_.names.vocabulary.named.find(binder.type.name);
        if (binder.type.kind != ast::TypeKind::Named || named == typing_.names.vocabulary.named.end())
            continue;
        if (std::ranges::find(types, named->second) == types.end()) types.push_back(named->second);
    }
    for (const dsl::HoleFill& fill : derivation.holes) collect_introduced(fill.filler, types);
}

namespace {

// Some reference in it has no type of its own; its node, or null.
Derivation* untyped_reference(Derivation& derivation, const Instances& instances) {
    if (derivation.kind != Derivation::Kind::Phrase) return nullptr;
    const ast::Item& phrase = *instances[static_cast<std::size_t>(derivation.tag)].item;
    for (const ast::Binder& binder : phrase.refers) {
        if (binder.type.kind == ast::TypeKind::Missing) return &derivation;
    }
    for (dsl::HoleFill& fill : derivation.holes) {
        if (Derivation* const found = untyped_reference(fill.filler, instances)) return found;
    }
    return nullptr;
}

constexpr std::size_t most_typed_derivations = 64;

}  // namespace

void Instances::give_references(Derivation& derivation, const std::vector<TypeId>& types,
                                std::vector<Derivation>& all) {
    Derivation* const node = untyped_reference(derivation, *this);
    if (!node) {
        all.push_back(derivation);
        return;
    }
    const auto tag = static_cast<std::size_t>(node->tag);
    for (const TypeId type : types) {
        if (all.size() >= most_typed_derivations) return;
        const auto [place, is_new] =
            known_.emplace(std::to_string(tag) + "@" + std::to_string(type.index), all_.size());
        if (is_new) {
            auto body = std::make_unique<ast::Item>(*all_[tag]->item);
            for (ast::Binder& binder : body->refers) {
                if (binder.type.kind != ast::TypeKind::Missing) continue;
                binder.type.kind = ast::TypeKind::Named;
                binder.type.name = typing_.program.types.name(type);
                break;
            }
            auto instance = std::make_unique<PhraseInstance>(*all_[tag]);
            instance->item = body.get();
            bodies_.push_back(std::move(body));
            all_.push_back(std::move(instance));
        }
        node->tag = static_cast<int>(place->second);
        give_references(derivation, types, all);
        node->tag = static_cast<int>(tag);
    }
}

std::vector<Derivation> Instances::of(const Derivation& derivation, TypeId bearer) {
    bearer_ = bearer;
    Derivation whole = instantiated(derivation);
    std::vector<TypeId> types;
    collect_introduced(whole, types);
    // "It" is a player only where no thing is spoken of.
    const auto is_player = [&](TypeId type) {
        return typing_.program.types.base(type) == typing_.names.vocabulary.player_type;
    };
    if (!std::ranges::all_of(types, is_player)) std::erase_if(types, is_player);
    std::vector<Derivation> result;
    give_references(whole, types, result);
    // Words that refer to something where nothing is introduced: whoever resolves them says so.
    if (result.empty()) result.push_back(std::move(whole));
    return result;
}

std::vector<TypeId> Instances::objects() const {
    std::vector<TypeId> result;
    for (const auto& [name, type] : typing_.names.vocabulary.named) {
        const bool has_fields = std::ranges::any_of(
            typing_.names.store.fields,
            [&, wanted = type](const auto& field) { return field.first.first == wanted; });
        if (has_fields) result.push_back(type);
    }
    return result;
}

std::vector<std::size_t> Instances::assumed(std::size_t tag) {
    const ast::Item& phrase = *all_[tag]->item;
    const bool is_untyped = std::ranges::any_of(
        phrase.refers, [](const ast::Binder& binder) { return binder.type.kind == ast::TypeKind::Missing; });
    if (is_untyped) return {};
    std::vector<std::string> nouns;
    for (const dsl::TemplateHole& hole : all_[tag]->holes) {
        const Category* const category = category_of(hole.category);
        if (!category) continue;
        if (category->sort == ast::CategorySort::Things) nouns.push_back(hole.name);
        if (category->sort == ast::CategorySort::Event || is_wrapped(phrase, hole.name) ||
            is_phase(phrase, hole.name))
            return {};
    }
    const bool is_noun = category_of(phrase.name)->sort == ast::CategorySort::Things;
    if (nouns.empty() && !is_noun) return {tag};
    std::vector<std::size_t> result;
    for (const TypeId kind : objects()) {
        Fillings fillings;
        for (const std::string& hole : nouns) fillings[hole].kinds = {kind};
        result.push_back(made(tag, fillings, std::to_string(tag) + "?" + std::to_string(kind.index)));
        if (nouns.empty()) break;
    }
    return result;
}

}  // namespace errata::compiler::typed
