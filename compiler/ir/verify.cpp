#include "compiler/ir/verify.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "compiler/ir/definitions.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/monotone.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/verify_code.h"
#include "compiler/ir/verify_terms.h"

namespace errata::compiler {

namespace {

// What stands behind names: the statements of open functions and the systems of equations.
class DefinitionVerifier {
public:
    DefinitionVerifier(const Model& model, TermVerifier& terms, std::vector<std::string>& problems)
        : model_(model), terms_(terms), problems_(problems) {}

    void verify();

private:
    void open_function(const OpenFunction& open);
    void unknown(const Unknown& unknown);
    // Each unknown belongs to one system, and they stand in order.
    bool systems_cover_the_unknowns();
    void system(EquationsId id);
    void inductive(EquationsId id);
    // Asking an open function must not lead back to it.
    void open_functions_terminate();
    void term(TermId id, const std::string& what, const std::vector<TypeId>& binders, bool boolean = false);
    void problem(const std::string& text) { problems_.push_back(text); }

    const Model& model_;
    TermVerifier& terms_;
    std::vector<std::string>& problems_;
};

// Everything that evaluating these terms may evaluate, without entering systems of equations.
template <class Visit>
void walk_behind(const Model& model, std::vector<TermId> open, Visit&& visit) {
    std::set<TermId> seen(open.begin(), open.end());
    const auto look = [&](TermId id) {
        if (seen.insert(id).second) open.push_back(id);
    };
    while (!open.empty()) {
        const Term& term = model.terms[open.back()];
        open.pop_back();
        visit(term);
        for (const TermId child : term.children) look(child);
        if (term.kind == TermKind::Open)
            for_each_definition(model.functions.open[static_cast<std::size_t>(term.payload)], look);
    }
}

void DefinitionVerifier::verify() {
    for (const OpenFunction& open : model_.functions.open) open_function(open);
    for (const Unknown& each : model_.functions.unknowns) unknown(each);
    if (problems_.empty() && systems_cover_the_unknowns()) {
        open_functions_terminate();
        for (std::size_t i = 0; problems_.empty() && i < model_.functions.equations.size(); ++i)
            system(EquationsId(i));
    }
}

void DefinitionVerifier::term(TermId id, const std::string& what, const std::vector<TypeId>& binders,
                              bool boolean) {
    TermPlace place;
    place.what = what;
    place.binders = binders;
    place.boolean = boolean;
    terms_.verify(id, place);
}

void DefinitionVerifier::open_function(const OpenFunction& open) {
    const Type& type = model_.type(open.type);
    if (!type.is_finite() || type.size() < 1 || type.size() > most_open_values)
        problem("the type of " + open.name + " does not have 1 to 64 values");
    for (const Statement& statement : open.statements) {
        term(statement.condition, "a statement about " + open.name, open.params, true);
        term(statement.value, "the value of a statement about " + open.name, open.params);
    }
    if (open.fallback.is_valid()) term(open.fallback, "the fallback of " + open.name, open.params);
}

void DefinitionVerifier::unknown(const Unknown& unknown) {
    if (!model_.type(unknown.type).is_finite()) problem("the unknown " + unknown.name + " is not finite");
    if (tuples(model_, unknown.params) > most_unknowns_of_a_family)
        problem("there are more than 4096 unknowns " + unknown.name);
    term(unknown.definition, "the definition of " + unknown.name, unknown.params);
    if (unknown.backup.is_valid()) term(unknown.backup, "the backup of " + unknown.name, unknown.params);
}

bool DefinitionVerifier::systems_cover_the_unknowns() {
    std::size_t next = 0;
    for (const Equations& equations : model_.functions.equations) {
        if (equations.first != next || equations.count == 0)
            problem("the equations " + equations.name + " do not follow the ones before");
        next = equations.first + equations.count;
    }
    if (next != model_.functions.unknowns.size())
        problem("the systems of equations do not cover the unknowns");
    return problems_.empty();
}

void DefinitionVerifier::system(EquationsId id) {
    const Equations& equations = model_.functions.equations[id.index];
    if (equations.preference.is_valid())
        term(equations.preference, "the preference of " + equations.name, {});
    std::vector<TermId> backups;
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i)
        if (model_.functions.unknowns[i].backup.is_valid())
            backups.push_back(model_.functions.unknowns[i].backup);
    walk_behind(model_, backups, [&](const Term& t) {
        const UnknownId unknown(static_cast<std::size_t>(t.payload));
        if (t.kind == TermKind::Unknown && system_of(model_, unknown) == id)
            problem("a backup of " + equations.name + " reads its unknowns");
    });
    std::vector<TermId> all;
    for_each_definition(model_, equations, [&](TermId behind) { all.push_back(behind); });
    bool counts = false;
    walk_behind(model_, all, [&](const Term& t) { counts = counts || t.kind == TermKind::Solutions; });
    if (counts) problem("a definition of " + equations.name + " asks for the number of solutions");
    if (equations.reads != systems_read(model_, id))
        problem("the equations " + equations.name + " do not say which others they read");
    if (std::ranges::any_of(equations.reads, [&](EquationsId read) { return read.index > id.index; }))
        problem("the equations " + equations.name + " read later ones");
    if (equations.inductive) inductive(id);
}

void DefinitionVerifier::inductive(EquationsId id) {
    const Equations& equations = model_.functions.equations[id.index];
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
        const Unknown& unknown = model_.functions.unknowns[i];
        if (model_.type(unknown.type).form != TypeForm::Bool)
            problem("the inductive unknown " + unknown.name + " is no truth value");
        term(unknown.definition, "the definition of " + unknown.name, unknown.params, true);
        if (!never_falls(model_, id, unknown.definition))
            problem("the definition of the inductive unknown " + unknown.name + " may decrease");
    }
}

void DefinitionVerifier::open_functions_terminate() {
    std::vector<std::vector<std::size_t>> asks(model_.functions.open.size());
    for (std::size_t i = 0; i < asks.size(); ++i) {
        std::vector<TermId> roots;
        for_each_definition(model_.functions.open[i], [&](TermId behind) { roots.push_back(behind); });
        walk_terms(model_.terms, roots, [&](TermId, const Term& t) {
            if (t.kind == TermKind::Open) asks[i].push_back(static_cast<std::size_t>(t.payload));
        });
    }
    for (std::size_t i = 0; i < asks.size(); ++i) {
        std::vector<bool> reached(asks.size());
        std::vector<std::size_t> open = asks[i];
        while (!open.empty()) {
            const std::size_t at = open.back();
            open.pop_back();
            if (reached[at]) continue;
            reached[at] = true;
            open.insert(open.end(), asks[at].begin(), asks[at].end());
        }
        if (reached[i]) problem("statements about " + model_.functions.open[i].name + " depend on itself");
    }
}

std::vector<std::string> paths_told_twice(const Model& model) {
    std::set<std::string> known;
    std::vector<std::string> twice;
    for (const Clause& clause : model.clauses) {
        if (!known.insert(clause.path).second) twice.push_back(clause.path);
    }
    return twice;
}

class Verifier {
public:
    explicit Verifier(const Model& model) : model_(model), terms_(model, problems_) {}

    // What later parts rely on comes first; with a problem there, they are not looked at.
    std::vector<std::string> run() {
        types();
        for (const std::string& path : paths_told_twice(model_))
            problem(path + " is the path of two clauses");
        if (problems_.empty()) layout();
        if (problems_.empty() && terms_.verify_pool()) {
            ids();
            if (problems_.empty()) parts();
        }
        return std::move(problems_);
    }

private:
    void problem(const std::string& text) { problems_.push_back(text); }
    void exists(std::uint32_t index, std::size_t count, const std::string& what) {
        if (index >= count) problem(what + " does not exist");
    }
    void optional_incident(IncidentId incident, const std::string& what) {
        if (incident.is_valid()) exists(incident.index, model_.incidents.all.size(), what);
    }
    void optional_clause(ClauseId clause, const std::string& what) {
        if (clause.is_valid()) exists(clause.index, model_.clauses.size(), what + ": its clause");
    }

    void types() {
        for (const Type& type : model_.types) {
            if (type.is_finite() && type.lo > type.hi && type.size() != 0)
                problem("type " + type.name + " is reversed");
            if (type.optional && type.lo != none_value) problem("optional type " + type.name + " lacks none");
            if (type.base.is_valid()) base(type);
            if (type.interchangeable && type.form != TypeForm::Enum)
                problem("the values of " + type.name + " are interchangeable, but no objects");
            if (type.form == TypeForm::Set)
                exists(type.element.index, model_.types.size(), "the element type of " + type.name);
        }
        const auto check = [&](TypeId type, const std::string& what) {
            exists(type.index, model_.types.size(), what);
        };
        const auto check_all = [&](const std::vector<TypeId>& params, const std::string& what) {
            for (const TypeId param : params) {
                check(param, "a parameter type of " + what);
                if (param.index < model_.types.size() && !model_.type(param).is_finite()) {
                    problem("a parameter of " + what + " is not finite");
                }
            }
        };
        for (const Variable& variable : model_.variables) {
            check(variable.type, "the type of " + variable.name);
            check_all(variable.params, variable.name);
        }
        for (const Table& table : model_.functions.tables) {
            check(table.type, "the type of " + table.name);
            check_all(table.params, table.name);
        }
        for (const OpenFunction& open : model_.functions.open) {
            check(open.type, "the type of " + open.name);
            check_all(open.params, open.name);
        }
        for (const Unknown& unknown : model_.functions.unknowns) {
            check(unknown.type, "the type of " + unknown.name);
            check_all(unknown.params, unknown.name);
        }
        for (const Trigger& trigger : model_.rules.triggers) {
            for (const TypeId param : trigger.params) check(param, "a parameter type of " + trigger.name);
        }
        for (const Point& point : model_.flow.points) {
            for (const auto& live : point.live_registers)
                check(live.type, "a live register's type of " + point.name);
            for (const PointOption& option : point.options) {
                for (const auto& binder : option.binders)
                    check(binder.type, "a binder's type of " + point.name);
            }
        }
    }

    // An optional type has the values of its base and none.
    void base(const Type& type) {
        exists(type.base.index, model_.types.size(), "the base of " + type.name);
        if (type.base.index >= model_.types.size()) return;
        const Type& base = model_.type(type.base);
        if (!type.optional) problem("type " + type.name + " has a base, but is not optional");
        if (base.optional) problem("the base of " + type.name + " has none");
        if (base.form != type.form || base.lo != 0 || base.hi != type.hi)
            problem("the base of " + type.name + " has other values");
    }

    // Variables in order, then `over`, the agenda, the bag.
    void layout() {
        const Layout& layout = model_.layout;
        std::size_t next = 0;
        for (const Variable& variable : model_.variables) {
            if (variable.base != next)
                problem("variable " + variable.name + " does not follow the one before");
            if (variable.cells != tuples(model_, variable.params))
                problem("variable " + variable.name + " has the wrong size");
            if (!model_.type(variable.type).contains(variable.initial))
                problem("variable " + variable.name + " begins outside its type");
            next += variable.cells;
        }
        for (const Table& table : model_.functions.tables) {
            const bool fit = std::ranges::all_of(
                table.values, [&](Value v) { return model_.type(table.type).contains(v); });
            if (table.values.size() != tuples(model_, table.params))
                problem("table " + table.name + " has the wrong size");
            if (!fit) problem("table " + table.name + " has values outside its type");
        }
        if (layout.over != next || layout.frame_base != next + 1 ||
            layout.pending_base != layout.frame(layout.frames) ||
            layout.cells != layout.slot(layout.pending) || layout.frames == 0) {
            problem("the cells are not laid out as variables, over, agenda, bag");
        }
    }

    void ids() {
        optional_incident(model_.incidents.undefined, "the incident for undefined terms");
        optional_incident(model_.incidents.overflow, "the incident for overflow");
        optional_incident(model_.incidents.settle_conflict, "the incident for conflicting checks");
        for (const MomentOrder& order : model_.rules.moment_orders) {
            exists(order.variable.index, model_.variables.size(), "a variable that is set and added to");
            exists(order.incident.index, model_.incidents.all.size(), "the incident of set and added");
        }
        exists(model_.flow.start.index, model_.flow.points.size(), "the start");
        for (const Incident& incident : model_.incidents.all) {
            for (const ClauseId clause : incident.clauses)
                exists(clause.index, model_.clauses.size(),
                       "a clause of " + std::string(word(incident.kind)));
        }
        for (const Label& label : model_.flow.labels)
            exists(label.code.index, model_.flow.code.size(), "the code of label " + label.name);
        for (const Trigger& trigger : model_.rules.triggers) {
            exists(trigger.entry.index, model_.flow.points.size(), "the entry of " + trigger.name);
            if (!trigger.limit) continue;
            exists(trigger.limit->uses.index, model_.variables.size(), "what counts uses of " + trigger.name);
            optional_incident(trigger.limit->order, "the incident of the limit of " + trigger.name);
        }
        for (const Point& point : model_.flow.points) {
            optional_incident(point.no_option, "the incident of " + point.name);
            optional_clause(point.clause, point.name);
            if (point.otherwise)
                exists(point.otherwise->index, model_.flow.labels.size(), "the otherwise of " + point.name);
            for (const auto& live : point.live_registers)
                exists(live.reg, model_.layout.registers, "a live register of " + point.name);
            for (const PointOption& option : point.options) {
                exists(option.target.index, model_.flow.labels.size(), "the target of option " + option.text);
                optional_clause(option.clause, option.text);
                for (const auto& binder : option.binders)
                    exists(binder.reg, model_.layout.registers, "a register of option " + option.text);
            }
        }
        for (const OpenFunction& open : model_.functions.open) {
            optional_incident(open.contradiction, "the contradiction of " + open.name);
            optional_incident(open.gap, "the gap of " + open.name);
            for (const Statement& statement : open.statements) optional_clause(statement.clause, open.name);
        }
        for (const Unknown& unknown : model_.functions.unknowns)
            optional_clause(unknown.clause, unknown.name);
        for (const Equations& equations : model_.functions.equations) {
            optional_incident(equations.none, "the incident for no solution of " + equations.name);
            optional_incident(equations.several, "the incident for several solutions of " + equations.name);
        }
    }

    void parts() {
        DefinitionVerifier(model_, terms_, problems_).verify();
        for (std::size_t i = 0; i < model_.flow.labels.size(); ++i)
            verify_label(model_, terms_, LabelId(i), problems_);
        for (std::size_t i = 0; i < model_.rules.state_checks.size(); ++i) {
            term(model_.rules.state_checks[i].condition, fmt::format("state check {}", i), {});
            verify_check(model_, terms_, model_.rules.state_checks[i].body, fmt::format("state check {}", i),
                         problems_);
        }
        if (!problems_.empty()) return;
        verify_gotos(model_, problems_);
        verify_frames(model_, problems_);
        for (const Point& p : model_.flow.points) point(p);
        for (const Trigger& t : model_.rules.triggers) trigger(t);
        if (!model_.flow.points[model_.flow.start.index].control)
            problem("the start is no point of the turn");
        for (std::size_t i = 0; i < model_.readings.all.size(); ++i) reading(ReadingId(i));
        for (const Assumption& about : model_.assumptions) assumption(about);
        for (const Setup& s : model_.setups) setup(s);
        for (const Scenario& scenario : model_.asked.scenarios) {
            setup(scenario.setup);
            for (const ScenarioStep& step : scenario.steps) {
                if (step.kind != StepKind::Take)
                    term(step.condition, "a step of scenario " + scenario.name, {});
            }
        }
        for (const Claim& claim : model_.asked.claims) {
            if (claim.kind == ClaimKind::After) continue;  // told by its incident
            for (const TermId part : {claim.condition, claim.premise}) {
                if (part.is_valid()) term(part, "claim " + claim.name, {});
            }
        }
    }

    // A condition over cells and these binders.
    void term(TermId id, const std::string& what, const std::vector<TypeId>& binders) {
        TermPlace place;
        place.what = what;
        place.binders = binders;
        place.boolean = true;
        terms_.verify(id, place);
    }

    void point(const Point& point) {
        TermPlace place;
        for (const BinderRegister& live : point.live_registers) place.registers[live.reg] = live.type;
        if (point.owner == OwnerKind::Player) {
            place.what = "the owner of " + point.name;
            terms_.verify(point.player, place);
        }
        for (const PointOption& option : point.options) {
            TermPlace label = place;
            label.what = fmt::format("the label of option \"{}\" of {}", option.text, point.name);
            for (const ShownName& shown : option.shown) terms_.verify(shown.term, label);
            TermPlace inside = place;
            inside.what = fmt::format("option \"{}\" of {}", option.text, point.name);
            inside.boolean = true;
            for (const BinderRegister& binder : option.binders) {
                inside.registers[binder.reg] = binder.type;
                if (!model_.type(binder.type).is_finite()) problem(inside.what + ": a binder is not finite");
            }
            terms_.verify(option.guard, inside);
        }
    }

    // Arguments arrive in registers 0.., the others as 0.
    void trigger(const Trigger& trigger) {
        const Layout& layout = model_.layout;
        const Point& entry = model_.flow.points[trigger.entry.index];
        const std::size_t count = trigger.params.size();
        if (entry.control) problem("trigger " + trigger.name + " enters a point of the turn");
        if ((layout.pending > 0 && count > layout.pending_arguments) || count > layout.registers) {
            problem("trigger " + trigger.name + " does not fit the bag or a frame");
        }
        for (const BinderRegister& live : entry.live_registers) {
            const Type& type = model_.type(live.type);
            const Type* given = live.reg < count ? &model_.type(trigger.params[live.reg]) : nullptr;
            const bool fits = given == nullptr
                                  ? type.contains(0)
                                  : !type.is_finite() ||
                                        (given->is_finite() && type.lo <= given->lo && given->hi <= type.hi);
            if (!fits)
                problem(fmt::format("trigger {}: register {} of its entry takes other values", trigger.name,
                                    live.reg));
        }
        for (std::uint32_t reg = 0; reg < count; ++reg) {
            if (std::ranges::find(entry.live_registers, reg, &BinderRegister::reg) ==
                entry.live_registers.end()) {
                problem(fmt::format("trigger {}: argument {} is not live at its entry", trigger.name, reg));
            }
        }
        TermPlace place;
        place.what = "the player of trigger " + trigger.name;
        place.binders = trigger.params;
        place.may_be_absent = true;
        terms_.verify(trigger.player, place);
        place.what = "the rank of trigger " + trigger.name;
        terms_.verify(trigger.rank, place);
    }

    void assumption(const Assumption& about) {
        if (!about.variable.is_valid()) return;
        const Variable& variable = model_.variable(about.variable);
        if (!variable.is_rigid || variable.initial != (about.is_denied ? 1 : 0))
            problem(variable.name + " does not say whether its assumption is in force");
        unwritten(about.variable);
    }

    void unwritten(VarId var) {
        for (std::size_t i = 0; i < model_.flow.code.size(); ++i) {
            const Code& node = model_.flow.code[CodeId(i)];
            if (is_write(node.kind) && node.var == var)
                problem(model_.variable(var).name + " is written, and no play may change it");
        }
    }

    // A single cell that nothing writes, and that knows whose it is.
    void reading(ReadingId id) {
        const VarId var = model_.readings.all[id.index].variable;
        if (var.index >= model_.variables.size()) return problem("a reading has no variable");
        const Variable& variable = model_.variable(var);
        if (variable.reading != id) problem(variable.name + " does not say whose reading it is");
        if (!variable.params.empty() || model_.type(variable.type).lo != 0)
            problem(variable.name + " does not number the alternatives of one reading");
        unwritten(var);
    }

    void setup(const Setup& setup) {
        if (setup.values.size() < model_.layout.over) return problem("setup " + setup.name + " lacks values");
        for (const Variable& variable : model_.variables) {
            const Type& type = model_.type(variable.type);
            for (std::size_t cell = variable.base; cell < variable.base + variable.cells; ++cell) {
                const bool open = std::ranges::find(setup.open, cell) != setup.open.end();
                if (open && !type.is_finite()) problem("setup " + setup.name + " leaves a counter open");
                if (!open && !type.contains(setup.values[cell])) {
                    problem(fmt::format("setup {}: cell {} of {} is outside its type", setup.name, cell,
                                        variable.name));
                }
            }
        }
        for (const std::size_t cell : setup.open) {
            if (cell >= model_.layout.over)
                problem("setup " + setup.name + " leaves a cell open that is no variable's");
        }
        const auto narrows = [&](const std::vector<NarrowedCell>& cells) {
            for (const NarrowedCell& narrow : cells) {
                if (std::ranges::find(setup.open, narrow.cell) == setup.open.end())
                    problem("setup " + setup.name + " narrows a cell that is not open");
            }
        };
        narrows(setup.narrowed);
        std::ranges::for_each(setup.without, narrows);
        for (const auto& [requirement, clause] : setup.requirements)
            term(requirement, "setup " + setup.name, {});
    }

    const Model& model_;
    std::vector<std::string> problems_;
    TermVerifier terms_;
};

}  // namespace

std::vector<std::string> verify(const Model& model) { return Verifier(model).run(); }

}  // namespace errata::compiler
