#include "compiler/elaborate/equations.h"

#include <algorithm>
#include <functional>

#include "compiler/elaborate/expressions.h"
#include "compiler/ir/monotone.h"
#include "compiler/ir/print.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// Of a computed value; they are listed in a table.
constexpr Value most_values = 100'000;

struct Declared {
    const ast::Item& item;
    const std::string& name;
    dsl::Span span;
    const std::vector<ast::Binder>& binders;
};

std::optional<Computed> computed_of(World& world, const Declared& declared, const ast::TypeExpr* type) {
    Expressions expressions(world);
    const Scope scope;
    Computed what;
    what.item = &declared.item;
    what.binders = &declared.binders;
    what.type = type ? expressions.type_of(*type, scope) : world.bool_type;
    bool good = what.type.is_valid();
    for (const ast::Binder& binder : declared.binders) {
        what.params.push_back(expressions.domain_of(binder.type, scope));
        good = good && what.params.back().is_valid();
    }
    if (!good) return std::nullopt;
    if (world.type(what.type).size() > most_values) {
        world.error(DiagnosticKind::too_large, declared.span,
                    "'" + declared.name + "' would have " + std::to_string(world.type(what.type).size()) +
                        " possible values; at most " + std::to_string(most_values) + " can be looked up",
                    "give it a narrower range");
        return std::nullopt;
    }
    if (world.type(what.type).is_finite()) return what;
    world.error(DiagnosticKind::not_finite, declared.span,
                "'" + declared.name + "' is computed and needs bounds", "give a range, for example 0..20");
    return std::nullopt;
}

// Arguments for trying or defining: the parameters as binders 0.. of the term.
std::vector<Typed> parameters(Expressions& expressions, const std::vector<TypeId>& types, Scope& scope) {
    std::vector<Typed> result;
    for (const TypeId type : types) result.push_back({expressions.bind(scope, "", type), type});
    return result;
}

std::optional<TermId> definition(World& world, const Computed& what) {
    Expressions expressions(world);
    Scope scope;
    const auto args = parameters(expressions, what.params, scope);
    return what.item->kind == ItemKind::Derived ? expressions.present_value(what, args, scope)
                                                : expressions.printed_value(what, args, scope);
}

// While it lasts, definitions are elaborated for what they ask alone.
class Trial {
public:
    Trial(World& world, std::set<std::string>& asked)
        : world_(world), sink_(world.sink), terms_(world.model.terms) {
        world.sink = &unheard_;
        world.asked = &asked;
    }
    ~Trial() {
        world_.asked = nullptr;
        world_.sink = sink_;
        world_.model.terms = std::move(terms_);
    }
    dsl::Sink* said() const { return sink_; }  // where what concerns the author goes
    Trial(const Trial&) = delete;
    Trial& operator=(const Trial&) = delete;

private:
    World& world_;
    dsl::Sink* sink_;
    dsl::Sink unheard_;
    TermPool terms_;  // as they were: what is made for trial names unknowns that have no number yet
};

// Which computed values and open functions ask which: strongly connected components, those asked first
// (Tarjan, 1972).
class Components {
public:
    explicit Components(const std::map<std::string, std::set<std::string>>& asks) : asks_(asks) {
        for (const auto& [name, others] : asks) {
            if (number_.count(name) == 0) visit(name);
        }
    }
    std::vector<std::vector<std::string>> result;

private:
    void visit(const std::string& name) {
        number_[name] = low_[name] = next_++;
        stack_.push_back(name);
        for (const std::string& other : asks_.at(name)) {
            if (asks_.count(other) == 0) continue;
            if (number_.count(other) == 0) {
                visit(other);
                low_[name] = std::min(low_[name], low_[other]);
            } else if (std::find(stack_.begin(), stack_.end(), other) != stack_.end()) {
                low_[name] = std::min(low_[name], number_[other]);
            }
        }
        if (low_[name] != number_[name]) return;
        const auto from = std::find(stack_.begin(), stack_.end(), name);
        result.emplace_back(from, stack_.end());
        stack_.erase(from, stack_.end());
    }

    const std::map<std::string, std::set<std::string>>& asks_;
    std::map<std::string, std::size_t> number_;
    std::map<std::string, std::size_t> low_;
    std::vector<std::string> stack_;
    std::size_t next_ = 0;
};

// Do several effects set it, to values that may differ?
bool may_disagree(World& world, const Computed& what) {
    Expressions expressions(world);
    Scope scope;
    const auto args = parameters(expressions, what.params, scope);
    const auto statements = expressions.settings(what, args, scope);
    const auto differs = [&](const Statement& statement) {
        return statement.value != statements.front().value || !world.model.terms.is_constant(statement.value);
    };
    return statements.size() > 1 && std::any_of(statements.begin(), statements.end(), differs);
}

// What each definition asks, found by elaborating it once; what it says wrong is said when it is elaborated
// for good. On the way, values without one effect turn up, which have definitions of their own.
std::map<std::string, std::set<std::string>> who_asks_whom(World& world,
                                                           const std::vector<PlacedAbility>& statements) {
    std::map<std::string, std::set<std::string>> asks;
    const auto is_new = [&](const auto& entry) { return asks.count(entry.first) == 0; };
    const auto next_new = [&] { return std::find_if(world.computed.begin(), world.computed.end(), is_new); };
    for (auto next = next_new(); next != world.computed.end(); next = next_new()) {
        Computed& what = next->second;
        const Trial trial(world, asks[next->first]);
        definition(world, what);
        if (!may_disagree(world, what)) continue;
        if (world.type(what.type).size() > most_open_values) {
            trial.said()->report(DiagnosticKind::too_large, what.item->name_span,
                                 "'" + what.item->name + "' has " +
                                     std::to_string(world.type(what.type).size()) +
                                     " values, and several effects set it: at most " +
                                     std::to_string(most_open_values) + " can be told apart",
                                 "give it a narrower range, or let one of the effects add ('+=')");
            continue;
        }
        OpenFunction open;
        open.name = next->first;
        open.params = what.params;
        open.type = what.type;
        open.span = what.item->span;
        what.settled = OpenId(world.model.open_functions.size());
        world.model.open_functions.push_back(std::move(open));
    }
    Expressions expressions(world);
    for (const auto& [name, open] : world.opens) asks[name];
    for (const PlacedAbility& placed : statements) {
        const auto open = world.opens.find(placed.ability->name);
        if (open == world.opens.end()) continue;
        const Trial trial(world, asks[open->first]);
        Scope scope;
        const auto params = world.model.open_functions[open->second.index].params;
        const auto roles = parameters(expressions, params, scope);
        expressions.for_some_bearer(placed, scope, roles, [&](Scope inner) {
            return expressions.applies(*placed.ability, roles, inner);
        });
    }
    return asks;
}

void add_system(World& world, const std::vector<std::string>& members) {
    const Computed& first = world.computed.at(members.front());
    const std::string& name = first.item->name;
    for (const std::string& member : members) {
        const Computed& other = world.computed.at(member);
        if (other.item == first.item) continue;
        if (other.item->kind == ItemKind::Derived && first.item->kind == ItemKind::Derived) continue;
        world.error(DiagnosticKind::recursive_definition, other.item->name_span,
                    "'" + other.item->name + "' and '" + name + "' lean on each other",
                    "what leans on each other stands in one 'equations' block");
        break;
    }
    Equations system;
    system.name = name;
    system.span = first.item->name_span;
    system.first = world.model.unknowns.size();
    system.count = members.size();
    system.inductive = first.item->kind == ItemKind::Inductive;
    for (const std::string& member : members) {
        Computed& what = world.computed.at(member);
        Value count = 1;
        for (const TypeId param : what.params) count *= world.type(param).size();
        if (count > most_unknowns_of_a_family) {
            world.error(DiagnosticKind::too_large, what.definition->span,
                        "'" + what.item->name + "' would have " + std::to_string(count) +
                            " values, all of them solved together: at most " +
                            std::to_string(most_unknowns_of_a_family),
                        "give it fewer parameters, or use a smaller board in 'scope'");
        }
        Unknown unknown;
        unknown.name = member;
        unknown.params = what.params;
        unknown.type = what.type;
        unknown.span = what.definition->span;
        const char* const kind = what.item->kind == ItemKind::Derived     ? "derived"
                                 : what.item->kind == ItemKind::Inductive ? "inductive"
                                                                          : "equations";
        unknown.clause =
            world.add_clause(name, kind, world.excerpt(unknown.span), what.item->rows, unknown.span);
        what.unknown = UnknownId(world.model.unknowns.size());
        world.model.unknowns.push_back(std::move(unknown));
    }
    world.systems[name] = EquationsId(world.model.equations.size());
    world.model.equations.push_back(std::move(system));
}

void define_unknown(World& world, const Computed& what) {
    const auto term = definition(world, what);
    Unknown& unknown = world.model.unknowns[what.unknown->index];
    unknown.definition = term.value_or(world.model.terms.truth(false));
    if (!what.backup) return;
    Expressions expressions(world);
    Scope scope;
    const auto args = parameters(expressions, what.params, scope);
    for (std::size_t i = 0; i < args.size(); ++i) scope.add((*what.binders)[i].name, args[i]);
    const auto backup = expressions.as(*what.backup, scope, what.type);
    if (backup) unknown.backup = *backup;
}

void define_settled(World& world, const Computed& what) {
    Expressions expressions(world);
    Scope scope;
    const auto args = parameters(expressions, what.params, scope);
    const auto printed = expressions.printed_value(what, args, scope);
    auto statements = expressions.settings(what, args, scope);
    OpenFunction& open = world.model.open_functions[what.settled->index];
    open.statements = std::move(statements);
    if (printed) open.fallback = *printed;
    Incident incident;
    incident.code = FindingCode::ContradictionSetSet;
    incident.title = "'" + open.name + "' is set to different values";
    incident.subject =
        "At the same moment several effects set '" + open.name + "', and nothing says which of them counts.";
    incident.span = open.span;
    for (const Effect& effect : what.effects) {
        if (effect.placed.ability->change == ast::Change::Set)
            incident.clauses.push_back(effect.placed.clause);
    }
    const Type& type = world.type(open.type);
    for (Value v = type.lo; v <= type.hi; ++v)
        incident.outcomes.push_back(open.name + ": " + print(world.model, open.type, v));
    open.contradiction = world.add_incident(incident);
    incident.code = FindingCode::GapUndefined;
    incident.title = "'" + open.name + "' is left open";
    open.gap = world.add_incident(std::move(incident));
}

void define_system(World& world, Equations& system, const std::vector<ClauseId>& effects) {
    Incident none;
    none.code = FindingCode::ContradictionNoFixpoint;
    none.title = "'" + system.name + "' has no solution";
    none.subject = "Whatever values are tried, some equation of '" + system.name + "' does not hold.";
    none.span = system.span;
    for (std::size_t i = system.first; i < system.first + system.count; ++i)
        none.clauses.push_back(world.model.unknowns[i].clause);
    none.clauses.insert(none.clauses.end(), effects.begin(), effects.end());
    Incident several = none;
    several.code = FindingCode::ContradictionManyFixpoints;
    several.title = "'" + system.name + "' has several solutions";
    several.subject = "More than one set of values satisfies the equations of '" + system.name +
                      "', and nothing says which counts.";
    for (int i = 1; i <= 100; ++i) several.outcomes.push_back("solution " + std::to_string(i));
    system.none = world.add_incident(std::move(none));
    system.several = world.add_incident(std::move(several));
}

}  // namespace

void declare_computed(World& world, const Modules& modules,
                      const std::function<bool(const std::string&, dsl::Span)>& claim) {
    const auto add = [&](const Declared& declared, const ast::TypeExpr* type, const ast::Expr& value,
                         const ast::Expr* backup) {
        if (!claim(declared.name, declared.span)) return;
        auto what = computed_of(world, declared, type);
        if (!what) {
            world.unread_items.push_back(declared.span);  // its name is not known anywhere
            return;
        }
        what->definition = &value;
        what->backup = backup;
        world.computed[declared.name] = std::move(*what);
    };
    for_items(modules, ItemKind::Derived, [&](const ast::Item& item) {
        add({item, item.name, item.name_span, item.binders}, &item.type, item.exprs[0], nullptr);
    });
    for_items(modules, ItemKind::Inductive, [&](const ast::Item& item) {
        add({item, item.name, item.name_span, item.binders}, nullptr, item.exprs[0], nullptr);
    });
    for_items(modules, ItemKind::Equations, [&](const ast::Item& item) {
        for (const ast::Equation& equation : item.equations) {
            if (equation.exprs.empty()) continue;
            add({item, equation.name, equation.span, equation.binders}, &equation.type, equation.exprs[0],
                equation.exprs.size() > 1 ? &equation.exprs[1] : nullptr);
        }
    });
}

void arrange_equations(World& world, const Modules& modules, const std::vector<PlacedAbility>& statements) {
    auto asks = who_asks_whom(world, statements);
    // The unknowns of one block are one system, whether they need each other or not.
    for_items(modules, ItemKind::Equations, [&](const ast::Item& item) {
        for (std::size_t i = 0; i < item.equations.size(); ++i) {
            const std::string& next = item.equations[(i + 1) % item.equations.size()].name;
            if (asks.count(item.equations[i].name) > 0) asks[item.equations[i].name].insert(next);
        }
    });
    for (const auto& component : Components(asks).result) {
        std::vector<std::string> members;
        for (const std::string& name : component) {
            if (world.computed.count(name) > 0) members.push_back(name);
        }
        if (members.empty()) continue;
        // In the order in which they are declared, so that solutions are listed in that order.
        std::sort(members.begin(), members.end(), [&](const std::string& a, const std::string& b) {
            const dsl::Span left = world.computed.at(a).definition->span;
            const dsl::Span right = world.computed.at(b).definition->span;
            return std::pair(left.file, left.begin) < std::pair(right.file, right.begin);
        });
        const Computed& first = world.computed.at(members.front());
        const bool leans_on_itself =
            component.size() > 1 || asks.at(members.front()).count(members.front()) > 0;
        if (leans_on_itself || first.item->kind != ItemKind::Derived) add_system(world, members);
    }
}

void define_equations(World& world) {
    for (const auto& [name, what] : world.computed) {
        if (what.settled) define_settled(world, what);
        if (what.unknown) {
            define_unknown(world, what);
        } else if (what.item->kind == ItemKind::Derived) {
            definition(world, what);  // says what is wrong with it, asked or not
        }
    }
    for (std::size_t i = 0; i < world.model.equations.size(); ++i) {
        Equations& system = world.model.equations[i];
        std::vector<ClauseId> effects;
        const ast::Item* item = nullptr;
        for (const auto& [name, what] : world.computed) {
            if (!what.unknown || what.unknown->index < system.first ||
                what.unknown->index >= system.first + system.count)
                continue;
            item = what.item;
            for (const Effect& effect : what.effects) effects.push_back(effect.placed.clause);
        }
        define_system(world, system, effects);
        if (item && item->kind == ItemKind::Equations && !item->exprs.empty()) {
            Expressions expressions(world);
            const auto preferred = expressions.as(item->exprs[0], Scope{}, world.number_type);
            TermPool& terms = world.model.terms;
            if (preferred)
                system.preference = item->preference == ast::Preference::Most
                                        ? *preferred
                                        : terms.make(TermKind::Subtract, {terms.constant(0), *preferred});
        }
        const TermId definition = world.model.unknowns[system.first].definition;
        if (!system.inductive || never_falls(world.model, EquationsId(i), definition)) continue;
        world.error(DiagnosticKind::recursive_definition, system.span,
                    "'" + system.name + "' is asked for where it must not hold",
                    "an inductive relation grows from nothing: ask for it without 'not', 'number of', '='; "
                    "or write 'equations'");
    }
}

}  // namespace errata::compiler
