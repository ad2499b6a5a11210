// What can be asked or done by name: relations, definitions, open functions, computed values, actions,
// windows. Their names are one space.
#include <algorithm>

#include "compiler/resolve/declare.h"
#include "compiler/resolve/lookup.h"
#include "compiler/resolve/taken_names.h"
#include "compiler/resolve/written_types.h"
#include "dsl/ast/fields.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// Of a computed value; they are listed in a table.
constexpr Value most_values = 100'000;

class Called {
public:
    Called(Names& names, const Modules& modules, Reporter& reporter)
        : names_(names),
          modules_(modules),
          reporter_(reporter),
          written_(names, names.vocabulary.types, reporter),
          taken_(reporter, "name") {}

    void declare() {
        TakenNames windows(reporter_, "window");
        for_items(modules_, ItemKind::Window, [&](const ast::Item& item) {
            if (!windows.claim(item.name, item.name_span)) return;
            names_.callables.window_named[item.name] = WindowId(names_.callables.windows.size());
            names_.callables.windows.push_back({&item});
        });
        each_claimed(ItemKind::Relation,
                     [&](const ast::Item& item) { declare_relation(names_, modules_, reporter_, item); });
        each_claimed(ItemKind::Define, [&](const ast::Item& item) { declare_define(item); });
        each_claimed(ItemKind::Open, [&](const ast::Item& item) { declare_open(item); });
        each_claimed(ItemKind::Derived, [&](const ast::Item& item) {
            add_computed({ComputedKind::Derived,
                          &item,
                          item.name,
                          &item.exprs[0],
                          nullptr,
                          &item.binders,
                          {},
                          written_.type_of(item.type)},
                         item.name_span);
        });
        each_claimed(ItemKind::Inductive, [&](const ast::Item& item) {
            add_computed({ComputedKind::Inductive,
                          &item,
                          item.name,
                          &item.exprs[0],
                          nullptr,
                          &item.binders,
                          {},
                          names_.vocabulary.bool_type},
                         item.name_span);
        });
        for_items(modules_, ItemKind::Equations, [&](const ast::Item& item) {
            for (const ast::Equation& equation : item.contents.equations) {
                if (equation.exprs.empty() || !taken_.claim(equation.name, equation.span)) continue;
                add_computed({ComputedKind::Unknown,
                              &item,
                              equation.name,
                              &equation.exprs[0],
                              equation.exprs.size() > 1 ? &equation.exprs[1] : nullptr,
                              &equation.binders,
                              {},
                              written_.type_of(equation.type)},
                             equation.span);
            }
        });
        each_claimed(ItemKind::Action, [&](const ast::Item& item) { declare_action(item); });
        find_awaited();
    }

private:
    template <class Declare>
    void each_claimed(ItemKind kind, Declare declare_one) {
        for_items(modules_, kind, [&](const ast::Item& item) {
            if (taken_.claim(item.name, item.name_span)) declare_one(item);
        });
    }

    // The types of parameters, each of which must be written.
    std::vector<TypeId> parameters(const ast::Item& item, const std::string& what) {
        std::vector<TypeId> result;
        for (const ast::Binder& binder : item.binders) {
            result.push_back(written_.type_of(binder.type));
            if (binder.type.kind == ast::TypeKind::Missing)
                reporter_.error(
                    DiagnosticKind::not_finite, binder.span, what + " '" + binder.name + "' needs a type",
                    "write '" + binder.name + ": unit', with a kind, an enum or a range of yours");
        }
        return result;
    }

    static bool are_known(const std::vector<TypeId>& types) {
        return std::all_of(types.begin(), types.end(), [](TypeId id) { return id.is_valid(); });
    }

    void declare_define(const ast::Item& item) {
        const TypeId type = written_.type_of(item.type);
        names_.callables.define_named[item.name] = DefineId(names_.callables.defines.size());
        names_.callables.defines.push_back({&item, parameters(item, "parameter"), type});
    }

    void declare_open(const ast::Item& item) {
        OpenFunction open;
        open.name = item.name;
        open.span = item.span;
        for (const ast::Binder& binder : item.binders) open.params.push_back(written_.domain_of(binder.type));
        if (!are_known(open.params)) return reporter_.not_declared(item.name_span);
        open.type = item.type.kind == ast::TypeKind::Missing ? names_.vocabulary.bool_type
                                                             : written_.domain_of(item.type);
        if (!open.type.is_valid()) return reporter_.not_declared(item.name_span);
        const Type& type = names_.type(open.type);
        if (type.size() > most_open_values) {
            reporter_.error(DiagnosticKind::too_large, item.type.span,
                            type.name + " has " + std::to_string(type.size()) +
                                " values; an open function can have at most " +
                                std::to_string(most_open_values));
            return reporter_.not_declared(item.name_span);
        }
        names_.callables.open_named[item.name] = OpenId(names_.callables.opens.size());
        names_.callables.opens.push_back(std::move(open));
        names_.callables.open_items.push_back(&item);
    }

    void add_computed(Computed what, dsl::Span span) {
        for (const ast::Binder& binder : *what.binders)
            what.params.push_back(written_.domain_of(binder.type));
        if (!what.type.is_valid() || !are_known(what.params)) return reporter_.not_declared(span);
        const Type& type = names_.type(what.type);
        if (!type.is_finite()) {
            reporter_.error(DiagnosticKind::not_finite, span,
                            "'" + what.name + "' is computed and needs bounds",
                            "give a range, for example 0..20");
            return reporter_.not_declared(span);
        }
        if (type.size() > most_values) {
            reporter_.error(DiagnosticKind::too_large, span,
                            "'" + what.name + "' would have " + std::to_string(type.size()) +
                                " possible values; at most " + std::to_string(most_values) +
                                " can be looked up",
                            "give it a narrower range");
            return reporter_.not_declared(span);
        }
        names_.callables.computed_named[what.name] = ComputedId(names_.callables.computed.size());
        names_.callables.computed.push_back(std::move(what));
    }

    void declare_action(const ast::Item& item) {
        Action action{&item, parameters(item, "role")};
        if (!are_known(action.params)) return reporter_.not_declared(item.name_span);
        names_.callables.action_named[item.name] = ActionId(names_.callables.actions.size());
        names_.callables.actions.push_back(std::move(action));
    }

    void find_awaited() {
        bool waits_for_hole = false;
        ast::walk(modules_, [&](const ast::Stmt& stmt) {
            if (stmt.kind != ast::StmtKind::Later) return;
            names_.callables.has_later = true;
            for (const ast::Ability& ability : stmt.abilities) {
                if (ability.kind == ast::AbilityKind::Trigger)
                    waits_for_hole = !note_awaited(ability.name) || waits_for_hole;
            }
        });
        // A hole is filled by the event of some phrase.
        if (!waits_for_hole) return;
        for_items(modules_, ItemKind::Phrase, [&](const ast::Item& phrase) {
            if (!phrase.exprs.empty() && phrase.exprs[0].kind == ast::ExprKind::Call)
                note_awaited(phrase.exprs[0].name);
        });
    }

    // False: no action is called so.
    bool note_awaited(const std::string& name) {
        const auto action = names_.callables.action_named.find(name);
        if (action == names_.callables.action_named.end()) return false;
        names_.callables.awaited.insert(action->second);
        return true;
    }

    Names& names_;
    const Modules& modules_;
    Reporter& reporter_;
    WrittenTypes written_;
    TakenNames taken_;
};

}  // namespace

void declare_callables(Names& names, const Modules& modules, Reporter& reporter) {
    Called(names, modules, reporter).declare();
}

}  // namespace errata::compiler
