#include "compiler/smt/encode_equations.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "compiler/smt/formula.h"
#include "compiler/smt/term_parts.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

// What a candidate is preferred by.
struct Preference {
    Formula value;
    Formula defined;
};

void define(TermEncoding& t, EquationsId id, const Surroundings& at, SolutionSet& set);
void back_up(TermEncoding& t, EquationsId id, const Surroundings& at, SolutionSet& set);
std::vector<std::vector<std::size_t>> dependencies(TermEncoding& t, const SolutionSet& set);
void enumerate(TermEncoding& t, SolutionSet& set);
void prefer(TermEncoding& t, SolutionSet& set, const std::vector<Preference>& preferences);
void iterate(TermEncoding& t, SolutionSet& set);

constexpr const char* of_this_size = "simultaneous equations of this size";

std::vector<Formula> constants(FormulaPool& pool, const std::vector<Value>& values) {
    return dsl::mapped(values, [&](Value value) { return pool.constant(value); });
}

std::vector<std::uint32_t> system_key(TermEncoding& t, EquationsId system, const Surroundings& at) {
    std::vector<std::uint32_t> key = {system.index};
    for (const VarId id : reads(t, system).variables) {
        const Variable& variable = t.model.variable(id);
        for (std::size_t i = 0; i < variable.cells; ++i) key.push_back(at.cells[variable.base + i].index);
    }
    for (const std::uint32_t earlier : reads(t, system).systems) {
        const GivenSystem& given = at.given.at(earlier);
        key.push_back(given.missing.index);
        for (const Formula value : given.values) key.push_back(value.index);
    }
    return key;
}

const std::vector<Formula>& stand_ins(TermEncoding& t, EquationsId id) {
    const auto [known, is_new] = t.systems.stand_ins.try_emplace(id.index);
    std::vector<Formula>& result = known->second;
    if (!is_new) return result;
    const Equations& system = t.model.functions.equations[id.index];
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        const Unknown& unknown = t.model.functions.unknowns[i];
        const Type& type = t.model.type(unknown.type);
        for_each_tuple(t.model, unknown.params, [&](const std::vector<Value>&) {
            result.push_back(t.pool.variable(ValueSet(type.lo, type.hi), true));
        });
    }
    return result;
}

bool is_too_large(TermEncoding& t, const Equations& system) {
    std::size_t unknowns = 0;
    for (std::size_t i = system.first; i < system.first + system.count; ++i)
        unknowns += tuples(t.model, t.model.functions.unknowns[i].params);
    return unknowns > t.options.unknown_limit;
}

SolutionSet encode_solutions(TermEncoding& t, EquationsId id, const Surroundings& at) {
    const Equations& system = t.model.functions.equations[id.index];
    SolutionSet set;
    set.unsolved = set.none = set.several = set.beyond = t.pool.truth(false);
    if (is_too_large(t, system)) {
        set.is_encoded = set.is_analysed = false;
    } else {
        define(t, id, at, set);
    }
    if (!set.is_encoded) {
        if (set.definitions.empty()) set.reason = of_this_size;
        return set;
    }
    std::vector<double> sizes;
    for (const Formula unknown : set.stand_ins) {
        sizes.push_back(static_cast<double>(t.pool.values(unknown).size()));
    }
    set.dependencies = feedback(dependencies(t, set), sizes);
    if (system.inductive) {
        iterate(t, set);
    } else {
        enumerate(t, set);
    }
    if (t.pool.is_exceeded()) {
        t.pool.clear_exceeded();
        set.is_analysed = false;
    }
    if (!set.is_analysed) {
        set.reason = of_this_size;
        return set;
    }
    const AtLeast counted = at_least(t.pool, set.holds);
    set.unsolved = set.none = t.pool.lnot(counted.one);
    set.several = counted.two;
    if (set.holds.size() > static_cast<std::size_t>(most_solutions)) {
        Formula number = t.pool.constant(0);
        for (const Formula holds : set.holds) number = add(t.pool, number, holds);
        set.beyond = less(t.pool, t.pool.constant(most_solutions), number);
    }
    if (!is_false(set.unsolved)) back_up(t, id, at, set);
    return set;
}

Formula is_plain(TermEncoding& t, const Encoded& encoded, SolutionSet& set) {
    std::vector<Formula> plain = {t.pool.lnot(encoded.undefined)};
    for (const Met& met : encoded.met) {
        if (met.occurrence.incident.is_valid()) {
            plain.push_back(t.pool.lnot(met.condition));
        } else if (!is_false(met.condition)) {
            set.is_encoded = set.is_analysed = false;
        }
    }
    return t.pool.land(std::move(plain));
}

Formula encode_all(TermEncoding& t, const Equations& system, TermId Unknown::*which, const Surroundings& at,
                   SolutionSet& set, std::vector<Formula>& values) {
    std::vector<Formula> plain;
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        const Unknown& unknown = t.model.functions.unknowns[i];
        const Type& type = t.model.type(unknown.type);
        for_each_tuple(t.model, unknown.params, [&](const std::vector<Value>& arguments) {
            const std::vector<Formula> binders = constants(t.pool, arguments);
            const Encoded encoded = encode(t, unknown.*which, {at.cells, binders, at.version, at.given});
            plain.push_back(is_plain(t, encoded, set));
            plain.push_back(within(t.pool, encoded.value, type.lo, type.hi));
            values.push_back(clip(t.pool, encoded.value, type.lo, type.hi));
        });
    }
    return t.pool.land(std::move(plain));
}

void define(TermEncoding& t, EquationsId id, const Surroundings& at, SolutionSet& set) {
    const Equations& system = t.model.functions.equations[id.index];
    set.stand_ins = stand_ins(t, id);
    Given given = at.given;
    given[id.index] = {set.stand_ins, t.pool.truth(false)};
    const std::vector<Formula> no_binders;
    const Surroundings inside{at.cells, no_binders, next_version(t), given};
    set.sound = encode_all(t, system, &Unknown::definition, inside, set, set.definitions);
    if (!system.preference.is_valid()) return;
    const Encoded preference = encode(t, system.preference, inside);
    set.preference = preference.value;
    set.preferable = is_plain(t, preference, set);
}

void back_up(TermEncoding& t, EquationsId id, const Surroundings& at, SolutionSet& set) {
    const Equations& system = t.model.functions.equations[id.index];
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        if (!t.model.functions.unknowns[i].backup.is_valid()) return;
    }
    const Surroundings inside{at.cells, at.binders, next_version(t), at.given};
    const Formula backed = encode_all(t, system, &Unknown::backup, inside, set, set.backups);
    set.none = t.pool.land(set.unsolved, t.pool.lnot(backed));
}

std::vector<Formula> dependents(TermEncoding& t, const std::vector<Formula>& roots, const SolutionSet& set) {
    std::set<Formula> below;
    std::vector<Formula> open = roots;
    while (!open.empty()) {
        const Formula formula = open.back();
        open.pop_back();
        if (!below.insert(formula).second) continue;
        for (const Formula operand : t.pool.nodes().operands(formula)) open.push_back(operand);
    }
    // Operands are older than what is made of them.
    std::set<Formula> depends(set.stand_ins.begin(), set.stand_ins.end());
    std::vector<Formula> result;
    for (const Formula formula : below) {
        const auto is_in = [&](Formula one) { return depends.count(one) > 0; };
        if (!is_in(formula) && std::ranges::none_of(t.pool.nodes().operands(formula), is_in)) continue;
        depends.insert(formula);
        result.push_back(formula);
    }
    return result;
}

std::vector<std::vector<std::size_t>> dependencies(TermEncoding& t, const SolutionSet& set) {
    std::map<Formula, std::size_t> place;
    for (std::size_t i = 0; i < set.stand_ins.size(); ++i) place[set.stand_ins[i]] = i;
    std::vector<std::vector<std::size_t>> result;
    for (const Formula definition : set.definitions) {
        result.emplace_back();
        for (const Formula formula : dependents(t, {definition}, set)) {
            const auto unknown = place.find(formula);
            if (unknown != place.end()) result.back().push_back(unknown->second);
        }
    }
    return result;
}

// The values of all unknowns once the guessed ones are known, kept in the memo.
void put_in(const SolutionSet& set, FormulaPool& pool, const std::vector<Formula>& guessed,
            ReplacedFormulas& memo) {
    for (std::size_t i = 0; i < guessed.size(); ++i) {
        memo[set.stand_ins[set.dependencies.guessed[i]].index] = guessed[i];
    }
    for (const std::size_t unknown : set.dependencies.order) {
        const Formula value = substitute(pool, set.definitions[unknown], memo);
        memo[set.stand_ins[unknown].index] = value;
    }
}

std::vector<Formula> stand_in_values(const SolutionSet& set, const ReplacedFormulas& memo) {
    std::vector<Formula> values;
    for (const Formula unknown : set.stand_ins) values.push_back(memo.at(unknown.index));
    return values;
}

void enumerate(TermEncoding& t, SolutionSet& set) {
    const bool prefers = set.preference.is_valid();
    const std::vector<std::size_t>& guessed = set.dependencies.guessed;
    std::vector<Formula> roots = set.definitions;
    roots.push_back(set.sound);
    if (prefers) roots.insert(roots.end(), {set.preference, set.preferable});
    const std::vector<Formula> changing = dependents(t, roots, set);
    double candidates = 1;
    for (const std::size_t unknown : guessed) {
        candidates *= static_cast<double>(t.pool.values(set.stand_ins[unknown]).size());
    }
    const double work = candidates * static_cast<double>(changing.size());
    if (candidates > static_cast<double>(t.options.solution_limit) ||
        work > static_cast<double>(t.options.solution_work)) {
        set.is_analysed = false;
        return;
    }
    ReplacedFormulas memo;
    std::vector<Preference> preferences;
    const auto least = [&](std::size_t unknown) { return t.pool.values(set.stand_ins[unknown]).lo(); };
    std::vector<Value> guess = dsl::mapped(guessed, least);
    for (bool more = true; more;) {
        const std::vector<Formula> guessed_now = constants(t.pool, guess);
        for (const Formula formula : changing) memo.erase(formula.index);
        put_in(set, t.pool, guessed_now, memo);
        std::vector<Formula> holds = {substitute(t.pool, set.sound, memo)};
        for (std::size_t i = 0; i < guessed.size(); ++i) {
            const Formula value = substitute(t.pool, set.definitions[guessed[i]], memo);
            holds.push_back(t.pool.equal(value, guessed_now[i]));
        }
        set.holds.push_back(t.pool.land(std::move(holds)));
        set.guesses.push_back(guess);
        if (prefers) {
            preferences.push_back(
                {substitute(t.pool, set.preference, memo), substitute(t.pool, set.preferable, memo)});
        }
        if (guessed.empty()) set.fixed = stand_in_values(set, memo);
        more = false;
        for (std::size_t i = guess.size(); i-- > 0 && !more;) {
            const ValueSet& values = t.pool.values(set.stand_ins[guessed[i]]);
            more = guess[i] < values.hi();
            guess[i] = more ? guess[i] + 1 : values.lo();
        }
    }
    if (prefers) prefer(t, set, preferences);
}

void prefer(TermEncoding& t, SolutionSet& set, const std::vector<Preference>& preferences) {
    Formula any = t.pool.truth(false);  // a solution with a defined preference
    Formula best = t.pool.constant(0);  // the greatest, where there is one
    for (std::size_t a = 0; a < preferences.size(); ++a) {
        const Formula competes = t.pool.land(set.holds[a], preferences[a].defined);
        const Formula better = t.pool.lor(t.pool.lnot(any), less(t.pool, best, preferences[a].value));
        best = t.pool.ite(t.pool.land(competes, better), preferences[a].value, best);
        any = t.pool.lor(any, competes);
    }
    set.competed = any;
    set.best = best;
    for (std::size_t a = 0; a < preferences.size(); ++a) {
        const Formula is_best = t.pool.land(preferences[a].defined, t.pool.equal(preferences[a].value, best));
        set.holds[a] = t.pool.land(set.holds[a], t.pool.lor(t.pool.lnot(any), is_best));
    }
}

// "All no", and then all definitions at once, again and again: a round without an addition is the last.
void iterate(TermEncoding& t, SolutionSet& set) {
    std::vector<Formula> values(set.stand_ins.size(), t.pool.constant(0));
    std::vector<Formula> sound;
    const std::size_t formulas = t.pool.nodes().size();
    for (std::size_t round = 0; round <= values.size(); ++round) {
        ReplacedFormulas memo;
        for (std::size_t i = 0; i < values.size(); ++i) memo[set.stand_ins[i].index] = values[i];
        sound.push_back(substitute(t.pool, set.sound, memo));
        std::vector<Formula> next;
        for (const Formula definition : set.definitions) next.push_back(substitute(t.pool, definition, memo));
        if (next == values) break;
        values = std::move(next);
        if (t.pool.nodes().size() - formulas > t.options.solution_work) {
            set.is_analysed = false;
            return;
        }
    }
    set.holds = {t.pool.land(std::move(sound))};
    set.guesses = {{}};
    set.fixed = std::move(values);
}

std::vector<Formula> follow_chosen(TermEncoding& t, const SolutionSet& set,
                                   const std::vector<Formula>& chosen) {
    std::vector<Formula> guessed;
    for (std::size_t i = 0; i < set.dependencies.guessed.size(); ++i) {
        std::map<Value, std::vector<Formula>> where;
        for (std::size_t a = 0; a < chosen.size(); ++a) where[set.guesses[a][i]].push_back(chosen[a]);
        Formula value = t.pool.constant(where.begin()->first);
        for (auto it = std::next(where.begin()); it != where.end(); ++it) {
            value = t.pool.ite(t.pool.lor(std::move(it->second)), t.pool.constant(it->first), value);
        }
        guessed.push_back(value);
    }
    ReplacedFormulas memo;
    put_in(set, t.pool, guessed, memo);
    return stand_in_values(set, memo);
}

}  // namespace

const SystemReads& reads(TermEncoding& t, EquationsId system) {
    auto [known, is_new] = t.systems.reads.try_emplace(system.index);
    if (!is_new) return known->second;
    std::set<VarId> variables;
    std::set<TermId> seen;
    std::vector<TermId> open;
    const auto visit = [&](TermId term) {
        if (seen.insert(term).second) open.push_back(term);
    };
    for_each_definition(t.model, t.model.functions.equations[system.index], visit);
    while (!open.empty()) {
        const Term& term = t.model.terms[open.back()];
        open.pop_back();
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Cell) variables.insert(VarId(number));
        std::for_each(term.children.begin(), term.children.end(), visit);
        // What another system is about is given as values.
        if (term.kind != TermKind::Unknown) for_each_definition(t.model, term, visit);
    }
    known->second.variables.assign(variables.begin(), variables.end());
    for (const EquationsId earlier : t.model.functions.equations[system.index].reads)
        known->second.systems.push_back(earlier.index);
    return known->second;
}

const SolutionSet& solutions(TermEncoding& t, EquationsId system, const Surroundings& at) {
    std::vector<std::uint32_t> k = system_key(t, system, at);
    if (const auto known = t.systems.solutions.find(k); known != t.systems.solutions.end())
        return known->second;
    SolutionSet set = encode_solutions(t, system, at);
    return t.systems.solutions.emplace(std::move(k), std::move(set)).first->second;
}

Formula follows(TermEncoding& t, const SolutionSet& set, const std::vector<Formula>& guessed) {
    ReplacedFormulas memo;
    put_in(set, t.pool, guessed, memo);
    std::vector<Formula> all = {substitute(t.pool, set.sound, memo)};
    for (std::size_t i = 0; i < guessed.size(); ++i) {
        const Formula definition = set.definitions[set.dependencies.guessed[i]];
        all.push_back(t.pool.equal(substitute(t.pool, definition, memo), guessed[i]));
    }
    return t.pool.land(std::move(all));
}

Formula is_solution(TermEncoding& t, const SolutionSet& set, const std::vector<Formula>& values) {
    ReplacedFormulas memo;
    for (std::size_t i = 0; i < values.size(); ++i) memo[set.stand_ins[i].index] = values[i];
    std::vector<Formula> all = {substitute(t.pool, set.sound, memo)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        all.push_back(t.pool.equal(substitute(t.pool, set.definitions[i], memo), values[i]));
    }
    if (set.preference.is_valid()) {
        const Formula is_best = t.pool.land(substitute(t.pool, set.preferable, memo),
                                            t.pool.equal(substitute(t.pool, set.preference, memo), set.best));
        all.push_back(t.pool.lor(t.pool.lnot(set.competed), is_best));
    }
    return t.pool.land(std::move(all));
}

std::vector<Formula> values_in(TermEncoding& t, const SolutionSet& set, const std::vector<Formula>& chosen) {
    ERRATA_CHECK(set.is_analysed);
    std::vector<Formula> values = set.fixed;
    if (values.size() < set.stand_ins.size()) values = follow_chosen(t, set, chosen);
    for (std::size_t i = 0; i < set.backups.size(); ++i) {
        values[i] = t.pool.ite(set.unsolved, set.backups[i], values[i]);
    }
    return values;
}

namespace {

// Terms that ask a system: which of its solutions holds where they are evaluated.

// In the name of everybody who asks at this moment.
const AskedSystem& ask(TermEncoding& t, EquationsId system, const Surroundings& at) {
    auto [known, is_new] = t.asked.try_emplace({system.index, at.version});
    AskedSystem& asked = known->second;
    if (!is_new) return asked;
    asked.solved = solve(t, system, at);
    if (asked.solved.set == nullptr) return asked;
    const SolutionSet& set = *asked.solved.set;
    std::vector<Formula> chosen = set.holds;
    Formula taken = t.pool.constant(0);
    const bool forks = !is_false(set.several);
    // Where a solution was taken before, even the only one may make it forgotten.
    const bool forgets = t.undetermined->solutions.contains(system.index);
    if (forks || forgets) {
        Undetermined::Asked& last = t.undetermined->solutions[system.index];
        if (last.set != &set)
            last = {&set, t.pool.variable(ValueSet(0, static_cast<Value>(chosen.size()) - 1))};
        taken = last.taken;
    }
    if (forks) {
        for (std::size_t a = 0; a < chosen.size(); ++a) {
            const Formula is_it = t.pool.equal(taken, static_cast<Value>(a));
            chosen[a] = t.pool.land(chosen[a], t.pool.lor(t.pool.lnot(set.several), is_it));
        }
    }
    asked.values = {values_in(t, set, chosen), set.none};
    const Equations& equations = t.model.functions.equations[system.index];
    const auto note = [&](IncidentId incident, Formula condition) {
        condition = t.pool.land(t.pool.lnot(asked.solved.stopped), condition);
        if (!is_false(condition)) asked.solved.met.push_back({{incident, {}}, condition});
    };
    note(equations.none, set.none);
    note(equations.several, set.several);
    if (!t.decides) asked.solved.stopped = t.pool.lor(asked.solved.stopped, set.several);
    if (!t.decides || (!forks && !forgets)) return asked;
    Decision decision;
    decision.asked = t.pool.truth(true);
    decision.undecided = set.several;
    decision.is_solution = true;
    decision.index = system.index;
    decision.outcome = asked.values.values;
    decision.taken = taken;
    decision.possible = std::make_shared<const std::vector<Formula>>(set.holds);
    decision.solutions = &set;
    asked.solved.decisions.push_back(std::move(decision));
    return asked;
}

}  // namespace

SolvedSystem solve(TermEncoding& t, EquationsId system, const Surroundings& at) {
    SolvedSystem result;
    result.stopped = t.pool.truth(false);
    Given given = at.given;
    Formula reason_to_stop = t.pool.truth(false);
    for (const std::uint32_t earlier : reads(t, system).systems) {
        if (given.contains(earlier)) continue;
        const AskedSystem& asked = ask(t, EquationsId(earlier), at);
        for (const Met& met : asked.solved.met) {
            if (!met.occurrence.incident.is_valid()) reason_to_stop = met.condition;
            result.met.push_back({met.occurrence, t.pool.land(t.pool.lnot(result.stopped), met.condition)});
        }
        result.stopped = t.pool.lor(result.stopped, asked.solved.stopped);
        result.decisions.insert(result.decisions.end(), asked.solved.decisions.begin(),
                                asked.solved.decisions.end());
        given[earlier] = asked.values;
    }
    if (is_true(reason_to_stop)) return result;
    result.set = &solutions(t, system, {at.cells, at.binders, at.version, given});
    if (!result.set->reason.empty()) t.limits.not_analysed(result.set->reason);
    const Formula beyond = result.set->is_analysed ? result.set->beyond : t.pool.truth(true);
    if (!is_false(beyond)) result.met.push_back({{}, beyond});
    if (!result.set->is_analysed) {
        if (result.set->is_encoded) result.unlisted = result.set;
        result.set = nullptr;
    }
    return result;
}

namespace {

void append_asking(TermEncoding& t, InOrder& order, const SolvedSystem& solved) {
    Encoded asking = leaf(t, t.pool.truth(false));
    asking.met = solved.met;
    asking.undefined = solved.stopped;
    asking.decisions = solved.decisions;
    append(t, order, asking, t.pool.truth(true));
}

}  // namespace

Encoded unknown(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = strictly(t, term, at);
    const UnknownId id(static_cast<std::size_t>(term.payload));
    const Unknown& unknown = t.model.functions.unknowns[id.index];
    const EquationsId system = system_of(t.model, id);
    const std::vector<Formula> arguments = std::move(order.values);
    order.values.clear();
    undefine(t, order, outside(t, unknown.params, arguments));
    const auto given = at.given.find(system.index);
    const GivenSystem* values = nullptr;
    if (given != at.given.end()) {
        values = &given->second;
    } else {
        const AskedSystem& asked = ask(t, system, at);
        append_asking(t, order, asked.solved);
        if (asked.solved.set == nullptr) {
            return done(t.pool.constant(t.model.type(unknown.type).lo), std::move(order));
        }
        values = &asked.values;
    }
    order.undefined = t.pool.lor(order.undefined, values->missing);
    const std::size_t first = unknowns_before(t.model, id);
    const Formula value = select_from(t, unknown.params, arguments, 0, 0,
                                      [&](std::size_t offset) { return values->values[first + offset]; });
    return done(value, std::move(order));
}

Encoded number_of_solutions(TermEncoding& t, const Term& term, const Surroundings& at) {
    InOrder order = start(t);
    const SolvedSystem solved = solve(t, EquationsId(static_cast<std::size_t>(term.payload)), at);
    append_asking(t, order, solved);
    Formula number = t.pool.constant(0);
    if (solved.set == nullptr) return done(number, std::move(order));
    for (const Formula holds : solved.set->holds) number = add(t.pool, number, holds);
    const Formula most = t.pool.constant(most_solutions);
    return done(t.pool.ite(less(t.pool, most, number), most, number), std::move(order));
}

Solvability solvability(TermEncoding& t, EquationsId system, const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(t, undetermined);
    const std::vector<Formula> no_binders;
    const Given nothing_given;
    const SolvedSystem solved = solve(t, system, {cells, no_binders, next_version(t), nothing_given});
    Solvability result;
    result.none = result.several = t.pool.truth(false);
    std::vector<Formula> clean;
    for (const Met& met : solved.met) {
        if (met.occurrence.incident.is_valid()) clean.push_back(t.pool.lnot(met.condition));
    }
    result.asked = t.pool.land(std::move(clean));
    result.is_listed = solved.set != nullptr;
    result.set = solved.unlisted;
    if (!result.is_listed) return result;
    result.none = solved.set->none;
    result.several = solved.set->several;
    return result;
}

std::vector<ValueSet> guesses(const FormulaPool& pool, const SolutionSet& set) {
    std::vector<ValueSet> result;
    for (const std::size_t unknown : set.dependencies.guessed)
        result.push_back(pool.values(set.stand_ins[unknown]));
    return result;
}

}  // namespace errata::compiler
