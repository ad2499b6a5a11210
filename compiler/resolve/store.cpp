// What a state keeps: fields of kinds and boards, global state, relations, the phase, the alternative of each
// reading. Initial values are typed later.
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

// Cells of one variable; more would make states that no search could hold.
constexpr std::size_t most_cells = 100'000;

class Stored {
public:
    Stored(Names& names, const Modules& modules, Reporter& reporter)
        : names_(names),
          modules_(modules),
          reporter_(reporter),
          written_(names, names.vocabulary.types, reporter) {}

    void declare() {
        declare_existence();
        if (names_.vocabulary.phase_type.is_valid()) {
            names_.store.phase = add("phase", {}, names_.vocabulary.phase_type, {});
            names_.store.variables[names_.store.phase.index].is_phase = true;
            names_.store.named["phase"] = names_.store.phase;
        }
        for_items(modules_, ItemKind::Reading, [&](const ast::Item& item) {
            const std::string name = reading_name(item);
            const auto type = names_.vocabulary.named.find(name);
            if (type == names_.vocabulary.named.end()) return;
            const bool is_first = names_.store.named.count(name) == 0;
            if (!is_first) return;
            names_.store.named[name] = add(name, {}, type->second, item.span);
            names_.readings.push_back({&item, names_.store.named[name]});
        });
        for_items(modules_, ItemKind::State,
                  [&](const ast::Item& item) { declare_fields(item.fields, {}, ""); });
        for (const ItemKind kind : {ItemKind::Kind, ItemKind::Grid, ItemKind::Sites}) {
            for_items(modules_, kind, [&](const ast::Item& item) {
                const auto type = names_.vocabulary.named.find(item.name);
                if (type == names_.vocabulary.named.end()) return;
                declare_fields(item.fields, type->second, item.name);
                if (kind == ItemKind::Kind) declare_kind(item, type->second);
            });
        }
        bool cancels = false;
        ast::walk(modules_,
                  [&](const ast::Stmt& stmt) { cancels = cancels || stmt.kind == ast::StmtKind::Cancel; });
        if (cancels) names_.store.cancelled = add("cancelled", {}, names_.vocabulary.bool_type, {});
    }

    void declare_relation(const ast::Item& item) {
        std::vector<TypeId> params;
        std::size_t cells = 1;
        for (const ast::Binder& binder : item.binders) {
            params.push_back(written_.domain_of(binder.type));
            if (!params.back().is_valid()) return reporter_.not_declared(item.name_span);
            cells *= static_cast<std::size_t>(names_.type(params.back()).size());
        }
        const TypeId type = written_.type_of(item.type);
        if (!type.is_valid()) return reporter_.not_declared(item.name_span);
        if (cells > most_cells) {
            reporter_.error(DiagnosticKind::too_large, item.name_span,
                            "relation '" + item.name + "' would have " + std::to_string(cells) + " entries");
            return reporter_.not_declared(item.name_span);
        }
        names_.store.named[item.name] = add(item.name, std::move(params), type, item.span);
        names_.store.relations[item.name] = &item;
    }

private:
    // Which kinds' objects come and go is seen from the statements that make them.
    void declare_existence() {
        std::vector<std::string> created;
        ast::walk(modules_, [&](const ast::Stmt& stmt) {
            if (stmt.kind == ast::StmtKind::Create) created.push_back(stmt.binders[0].type.name);
        });
        for_items(modules_, ItemKind::Kind, [&](const ast::Item& item) {
            const auto type = names_.vocabulary.named.find(item.name);
            if (type == names_.vocabulary.named.end()) return;
            if (std::find(created.begin(), created.end(), item.name) == created.end()) return;
            const VarId var =
                add(item.name + ".exists", {type->second}, names_.vocabulary.bool_type, item.span);
            names_.store.variables[var.index].is_field = true;
            names_.store.variables[var.index].is_exists = true;
            names_.store.exists[type->second] = var;
            names_.store.fields[{type->second, "exists"}] = var;
        });
    }

    // With the fields that a dealing line gives.
    void declare_kind(const ast::Item& item, TypeId type) {
        names_.store.kinds[type] = &item;
        TakenNames dealt(reporter_, "field of a dealing line of " + item.name);
        for (std::size_t i = 0; i < item.dealt.all.size(); ++i) {
            dealt.claim(item.dealt.all[i], item.dealt.spans[i]);
            if (names_.store.fields.contains({type, item.dealt.all[i]})) continue;
            std::vector<std::string> known;
            for (const ast::Binder& field : item.fields) known.push_back(field.name);
            reporter_.unknown(item.dealt.spans[i], "field", item.dealt.all[i], known);
        }
    }

    void declare_fields(const std::vector<ast::Binder>& fields, TypeId of, const std::string& owner) {
        TakenNames taken(reporter_, owner.empty() ? "state" : "field of " + owner);
        for (const ast::Binder& field : fields) {
            if (!taken.claim(field.name, field.span)) continue;
            const TypeId type = type_of_field(field, of);
            if (!type.is_valid()) {
                reporter_.not_declared(field.span);
                continue;
            }
            if (!of.is_valid()) {
                declare_global(field, type);
                continue;
            }
            const VarId var = add(owner + "." + field.name, {of}, type, field.span);
            names_.store.variables[var.index].is_field = true;
            names_.store.fields[{of, field.name}] = var;
            if (names_.store.zones.count(names_.vocabulary.types.base(type)) > 0) {
                names_.store.variables[var.index].is_zone = true;
                declare_zone(field, of, owner, var);
            }
            declare_lasting(field, of, var);
        }
    }

    TypeId type_of_field(const ast::Binder& field, TypeId of) {
        // A game may have a type of that name of its own.
        const bool is_order =
            field.type.kind == ast::TypeKind::Order && names_.vocabulary.named.count("order") == 0;
        if (is_order) return order_type(of, field);
        const TypeId type = written_.type_of(field.type);
        if (type != names_.vocabulary.number_type) return type;
        reporter_.error(DiagnosticKind::not_finite, field.type.span, "a field needs bounds",
                        "write a range such as 0..20, or 'counter' if it has none");
        return {};
    }

    // A field that says when its object was marked: 0 for never, else its place among those that are.
    TypeId order_type(TypeId of, const ast::Binder& field) {
        if (!of.is_valid()) {
            reporter_.error(DiagnosticKind::wrong_kind_of_name, field.span,
                            "an order is among the objects of a kind", "declare it as a field of the kind");
            return {};
        }
        const Type about = names_.type(of);
        Type type;
        type.form = TypeForm::Range;
        type.name = "order of " + about.name;
        type.hi = about.size();
        type.span = field.span;
        const TypeId id = names_.vocabulary.types.add(std::move(type));
        names_.store.orders.insert(id);
        return id;
    }

    void declare_global(const ast::Binder& field, TypeId type) {
        if (names_.store.named.count(field.name) > 0) {
            reporter_.error(DiagnosticKind::duplicate_name, field.span,
                            "state '" + field.name + "' is declared twice");
            return;
        }
        const VarId var = add(field.name, {}, type, field.span);
        names_.store.named[field.name] = var;
        declare_lasting(field, {}, var);
    }

    void declare_zone(const ast::Binder& field, TypeId of, const std::string& owner, VarId var) {
        Stay& stay = names_.store.stays[of];
        if (!stay.zone) {
            stay.zone = var;
            return;
        }
        reporter_.error(DiagnosticKind::duplicate_name, field.span,
                        "a " + owner + " can be in one zone at a time", "make the other one an enum");
    }

    // The value of a field `while` it is in a zone, `per` turn or phase.
    void declare_lasting(const ast::Binder& field, TypeId of, VarId var) {
        if (!field.per.empty()) reset_per(field.per, var, field.span);
        if (field.while_field.empty()) return;
        const auto stay = names_.store.stays.find(of);
        const bool is_zone =
            stay != names_.store.stays.end() && stay->second.zone &&
            names_.store.variables[stay->second.zone->index].name.ends_with("." + field.while_field);
        if (is_zone) {
            stay->second.fleeting.push_back(var);
            return;
        }
        reporter_.error(
            DiagnosticKind::wrong_kind_of_name, field.span,
            "'" + field.while_field + "' is no zone of this kind, so nothing can last as long as it",
            "declare the field before this one, with a type declared by 'zone'");
    }

    void reset_per(const std::string& moment, VarId var, dsl::Span span) {
        if (moment == "turn") {
            names_.store.reset_by_turn.push_back(var);
        } else if (const auto phase = find_phase(names_, reporter_, moment, span)) {
            names_.store.reset_by_phase[*phase].push_back(var);
        }
    }

    VarId add(std::string name, std::vector<TypeId> params, TypeId type, dsl::Span span) {
        std::size_t cells = 1;
        for (const TypeId param : params) cells *= static_cast<std::size_t>(names_.type(param).size());
        Variable variable;
        variable.name = std::move(name);
        variable.params = std::move(params);
        variable.type = type;
        variable.cells = cells;
        variable.initial = initial_value(names_.type(type));
        variable.span = span;
        names_.store.variables.push_back(std::move(variable));
        return VarId(names_.store.variables.size() - 1);
    }

    Names& names_;
    const Modules& modules_;
    Reporter& reporter_;
    WrittenTypes written_;
};

}  // namespace

void declare_store(Names& names, const Modules& modules, Reporter& reporter) {
    Stored(names, modules, reporter).declare();
}

void declare_relation(Names& names, const Modules& modules, Reporter& reporter, const ast::Item& item) {
    Stored(names, modules, reporter).declare_relation(item);
}

}  // namespace errata::compiler
