#include "compiler/smt/encode_equations.h"

#include <algorithm>
#include <set>

#include "compiler/ir/definitions.h"
#include "compiler/ir/walk.h"
#include "compiler/smt/at_least.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

namespace {

constexpr const char* of_this_size = "simultaneous equations of this size";

std::vector<Formula> constants(FormulaPool& pool, const std::vector<Value>& values) {
    return dsl::mapped(values, [&](Value value) { return pool.constant(value); });
}

}  // namespace

EquationsEncoder::EquationsEncoder(const Model& model, const EncoderOptions& options, FormulaPool& pool,
                                   TermEncoder& terms)
    : model_(model), options_(options), pool_(pool), terms_(terms) {}

const EquationsEncoder::Reads& EquationsEncoder::reads(EquationsId system) {
    auto [known, is_new] = reads_.try_emplace(system.index);
    if (!is_new) return known->second;
    std::set<VarId> variables;
    std::set<TermId> seen;
    std::vector<TermId> open;
    const auto visit = [&](TermId term) {
        if (seen.insert(term).second) open.push_back(term);
    };
    for_each_definition(model_, model_.equations[system.index], visit);
    while (!open.empty()) {
        const Term& term = model_.terms[open.back()];
        open.pop_back();
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Cell) variables.insert(VarId(number));
        std::for_each(term.children.begin(), term.children.end(), visit);
        // What another system is about is given as values.
        if (term.kind != TermKind::Unknown) for_each_definition(model_, term, visit);
    }
    known->second.variables.assign(variables.begin(), variables.end());
    for (const EquationsId earlier : model_.equations[system.index].reads)
        known->second.systems.push_back(earlier.index);
    return known->second;
}

std::vector<std::uint32_t> EquationsEncoder::key(EquationsId system, const Surroundings& at) {
    std::vector<std::uint32_t> key = {system.index};
    for (const VarId id : reads(system).variables) {
        const Variable& variable = model_.variable(id);
        for (std::size_t i = 0; i < variable.cells; ++i) key.push_back(at.cells[variable.base + i].index);
    }
    for (const std::uint32_t earlier : reads(system).systems) {
        const GivenSystem& given = at.given.at(earlier);
        key.push_back(given.missing.index);
        for (const Formula value : given.values) key.push_back(value.index);
    }
    return key;
}

const SolutionSet& EquationsEncoder::solutions(EquationsId system, const Surroundings& at) {
    std::vector<std::uint32_t> k = key(system, at);
    if (const auto known = known_.find(k); known != known_.end()) return known->second;
    SolutionSet set = compute(system, at);
    return known_.emplace(std::move(k), std::move(set)).first->second;
}

const std::vector<Formula>& EquationsEncoder::stand_ins(EquationsId id) {
    const auto [known, is_new] = stand_ins_.try_emplace(id.index);
    std::vector<Formula>& result = known->second;
    if (!is_new) return result;
    const Equations& system = model_.equations[id.index];
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        const Unknown& unknown = model_.unknowns[i];
        const Type& type = model_.type(unknown.type);
        for_each_tuple(model_, unknown.params, [&](const std::vector<Value>&) {
            result.push_back(pool_.variable(ValueSet(type.lo, type.hi), true));
        });
    }
    return result;
}

bool EquationsEncoder::is_too_large(const Equations& system) const {
    std::size_t unknowns = 0;
    for (std::size_t i = system.first; i < system.first + system.count; ++i)
        unknowns += tuples(model_, model_.unknowns[i].params);
    return unknowns > options_.unknown_limit;
}

SolutionSet EquationsEncoder::compute(EquationsId id, const Surroundings& at) {
    const Equations& system = model_.equations[id.index];
    SolutionSet set;
    set.unsolved = set.none = set.several = set.beyond = pool_.truth(false);
    if (is_too_large(system)) {
        set.is_encoded = set.is_analysed = false;
    } else {
        define(id, at, set);
    }
    if (!set.is_encoded) {
        if (set.definitions.empty()) set.reason = of_this_size;
        return set;
    }
    std::vector<double> sizes;
    for (const Formula unknown : set.stand_ins) {
        sizes.push_back(static_cast<double>(pool_.values(unknown).size()));
    }
    set.dependencies = feedback(dependencies(set), sizes);
    if (system.inductive) {
        iterate(set);
    } else {
        enumerate(set);
    }
    if (pool_.is_exceeded()) {
        pool_.clear_exceeded();
        set.is_analysed = false;
    }
    if (!set.is_analysed) {
        set.reason = of_this_size;
        return set;
    }
    const AtLeast counted = at_least(pool_, set.holds);
    set.unsolved = set.none = pool_.lnot(counted.one);
    set.several = counted.two;
    if (set.holds.size() > static_cast<std::size_t>(most_solutions)) {
        Formula number = pool_.constant(0);
        for (const Formula holds : set.holds) number = pool_.add(number, holds);
        set.beyond = pool_.less(pool_.constant(most_solutions), number);
    }
    if (!pool_.is_false(set.unsolved)) back_up(id, at, set);
    return set;
}

Formula EquationsEncoder::is_plain(const Encoded& encoded, SolutionSet& set) {
    std::vector<Formula> plain = {pool_.lnot(encoded.undefined)};
    for (const Met& met : encoded.met) {
        if (met.occurrence.incident.is_valid()) {
            plain.push_back(pool_.lnot(met.condition));
        } else if (!pool_.is_false(met.condition)) {
            set.is_encoded = set.is_analysed = false;
        }
    }
    return pool_.land(std::move(plain));
}

Formula EquationsEncoder::encode_all(const Equations& system, TermId Unknown::*which, const Surroundings& at,
                                     SolutionSet& set, std::vector<Formula>& values) {
    std::vector<Formula> plain;
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        const Unknown& unknown = model_.unknowns[i];
        const Type& type = model_.type(unknown.type);
        for_each_tuple(model_, unknown.params, [&](const std::vector<Value>& arguments) {
            const std::vector<Formula> binders = constants(pool_, arguments);
            const Encoded encoded = terms_.encode(unknown.*which, {at.cells, binders, at.version, at.given});
            plain.push_back(is_plain(encoded, set));
            plain.push_back(pool_.within(encoded.value, type.lo, type.hi));
            values.push_back(pool_.clip(encoded.value, type.lo, type.hi));
        });
    }
    return pool_.land(std::move(plain));
}

void EquationsEncoder::define(EquationsId id, const Surroundings& at, SolutionSet& set) {
    const Equations& system = model_.equations[id.index];
    set.stand_ins = stand_ins(id);
    Given given = at.given;
    given[id.index] = {set.stand_ins, pool_.truth(false)};
    const std::vector<Formula> no_binders;
    const Surroundings inside{at.cells, no_binders, terms_.next_version(), given};
    set.sound = encode_all(system, &Unknown::definition, inside, set, set.definitions);
    if (!system.preference.is_valid()) return;
    const Encoded preference = terms_.encode(system.preference, inside);
    set.preference = preference.value;
    set.preferable = is_plain(preference, set);
}

void EquationsEncoder::back_up(EquationsId id, const Surroundings& at, SolutionSet& set) {
    const Equations& system = model_.equations[id.index];
    for (std::size_t i = system.first; i < system.first + system.count; ++i) {
        if (!model_.unknowns[i].backup.is_valid()) return;
    }
    const Surroundings inside{at.cells, at.binders, terms_.next_version(), at.given};
    const Formula backed = encode_all(system, &Unknown::backup, inside, set, set.backups);
    set.none = pool_.land(set.unsolved, pool_.lnot(backed));
}

std::vector<Formula> EquationsEncoder::dependents(const std::vector<Formula>& roots,
                                                  const SolutionSet& set) const {
    std::set<Formula> below;
    std::vector<Formula> open = roots;
    while (!open.empty()) {
        const Formula formula = open.back();
        open.pop_back();
        if (!below.insert(formula).second) continue;
        for (const Formula operand : pool_.operands(formula)) open.push_back(operand);
    }
    // Operands are older than what is made of them.
    std::set<Formula> depends(set.stand_ins.begin(), set.stand_ins.end());
    std::vector<Formula> result;
    for (const Formula formula : below) {
        const auto operands = pool_.operands(formula);
        const bool is_one = depends.count(formula) > 0;
        if (!is_one && std::none_of(operands.begin(), operands.end(),
                                    [&](Formula operand) { return depends.count(operand) > 0; })) {
            continue;
        }
        depends.insert(formula);
        result.push_back(formula);
    }
    return result;
}

std::vector<std::vector<std::size_t>> EquationsEncoder::dependencies(const SolutionSet& set) const {
    std::map<Formula, std::size_t> place;
    for (std::size_t i = 0; i < set.stand_ins.size(); ++i) place[set.stand_ins[i]] = i;
    std::vector<std::vector<std::size_t>> result;
    for (const Formula definition : set.definitions) {
        result.emplace_back();
        for (const Formula formula : dependents({definition}, set)) {
            const auto unknown = place.find(formula);
            if (unknown != place.end()) result.back().push_back(unknown->second);
        }
    }
    return result;
}

namespace {

// The values of all unknowns once the guessed ones are known, kept in the memo.
void put_in(const SolutionSet& set, FormulaPool& pool, const std::vector<Formula>& guessed,
            FormulaPool::Replaced& memo) {
    for (std::size_t i = 0; i < guessed.size(); ++i) {
        memo[set.stand_ins[set.dependencies.guessed[i]].index] = guessed[i];
    }
    for (const std::size_t unknown : set.dependencies.order) {
        const Formula value = pool.substitute(set.definitions[unknown], memo);
        memo[set.stand_ins[unknown].index] = value;
    }
}

std::vector<Formula> values_of(const SolutionSet& set, const FormulaPool::Replaced& memo) {
    std::vector<Formula> values;
    for (const Formula unknown : set.stand_ins) values.push_back(memo.at(unknown.index));
    return values;
}

}  // namespace

EquationsEncoder::Followed EquationsEncoder::follow(const SolutionSet& set,
                                                    const std::vector<Formula>& guessed) {
    FormulaPool::Replaced memo;
    put_in(set, pool_, guessed, memo);
    std::vector<Formula> all = {pool_.substitute(set.sound, memo)};
    for (std::size_t i = 0; i < guessed.size(); ++i) {
        const Formula definition = set.definitions[set.dependencies.guessed[i]];
        all.push_back(pool_.equal(pool_.substitute(definition, memo), guessed[i]));
    }
    return {values_of(set, memo), pool_.land(std::move(all))};
}

void EquationsEncoder::enumerate(SolutionSet& set) {
    const bool prefers = set.preference.is_valid();
    const std::vector<std::size_t>& guessed = set.dependencies.guessed;
    std::vector<Formula> roots = set.definitions;
    roots.push_back(set.sound);
    if (prefers) roots.insert(roots.end(), {set.preference, set.preferable});
    const std::vector<Formula> changing = dependents(roots, set);
    double candidates = 1;
    for (const std::size_t unknown : guessed) {
        candidates *= static_cast<double>(pool_.values(set.stand_ins[unknown]).size());
    }
    const double work = candidates * static_cast<double>(changing.size());
    if (candidates > static_cast<double>(options_.solution_limit) ||
        work > static_cast<double>(options_.solution_work)) {
        set.is_analysed = false;
        return;
    }
    FormulaPool::Replaced memo;
    std::vector<Preference> preferences;
    const auto least = [&](std::size_t unknown) { return pool_.values(set.stand_ins[unknown]).lo(); };
    std::vector<Value> guess = dsl::mapped(guessed, least);
    for (bool more = true; more;) {
        const std::vector<Formula> guessed_now = constants(pool_, guess);
        for (const Formula formula : changing) memo.erase(formula.index);
        put_in(set, pool_, guessed_now, memo);
        std::vector<Formula> holds = {pool_.substitute(set.sound, memo)};
        for (std::size_t i = 0; i < guessed.size(); ++i) {
            const Formula value = pool_.substitute(set.definitions[guessed[i]], memo);
            holds.push_back(pool_.equal(value, guessed_now[i]));
        }
        set.holds.push_back(pool_.land(std::move(holds)));
        set.guesses.push_back(guess);
        if (prefers) {
            preferences.push_back(
                {pool_.substitute(set.preference, memo), pool_.substitute(set.preferable, memo)});
        }
        if (guessed.empty()) set.fixed = values_of(set, memo);
        more = false;
        for (std::size_t i = guess.size(); i-- > 0 && !more;) {
            const ValueSet& values = pool_.values(set.stand_ins[guessed[i]]);
            more = guess[i] < values.hi();
            guess[i] = more ? guess[i] + 1 : values.lo();
        }
    }
    if (prefers) prefer(set, preferences);
}

void EquationsEncoder::prefer(SolutionSet& set, const std::vector<Preference>& preferences) {
    Formula any = pool_.truth(false);  // a solution with a defined preference
    Formula best = pool_.constant(0);  // the greatest, where there is one
    for (std::size_t a = 0; a < preferences.size(); ++a) {
        const Formula competes = pool_.land(set.holds[a], preferences[a].defined);
        const Formula better = pool_.lor(pool_.lnot(any), pool_.less(best, preferences[a].value));
        best = pool_.ite(pool_.land(competes, better), preferences[a].value, best);
        any = pool_.lor(any, competes);
    }
    set.competed = any;
    set.best = best;
    for (std::size_t a = 0; a < preferences.size(); ++a) {
        const Formula is_best = pool_.land(preferences[a].defined, pool_.equal(preferences[a].value, best));
        set.holds[a] = pool_.land(set.holds[a], pool_.lor(pool_.lnot(any), is_best));
    }
}

// "All no", and then all definitions at once, again and again: a round without an addition is the last.
void EquationsEncoder::iterate(SolutionSet& set) {
    std::vector<Formula> values(set.stand_ins.size(), pool_.constant(0));
    std::vector<Formula> sound;
    const std::size_t formulas = pool_.size();
    for (std::size_t round = 0; round <= values.size(); ++round) {
        FormulaPool::Replaced memo;
        for (std::size_t i = 0; i < values.size(); ++i) memo[set.stand_ins[i].index] = values[i];
        sound.push_back(pool_.substitute(set.sound, memo));
        std::vector<Formula> next;
        for (const Formula definition : set.definitions) next.push_back(pool_.substitute(definition, memo));
        if (next == values) break;
        values = std::move(next);
        if (pool_.size() - formulas > options_.solution_work) {
            set.is_analysed = false;
            return;
        }
    }
    set.holds = {pool_.land(std::move(sound))};
    set.guesses = {{}};
    set.fixed = std::move(values);
}

Formula EquationsEncoder::is_solution(const SolutionSet& set, const std::vector<Formula>& values) {
    FormulaPool::Replaced memo;
    for (std::size_t i = 0; i < values.size(); ++i) memo[set.stand_ins[i].index] = values[i];
    std::vector<Formula> all = {pool_.substitute(set.sound, memo)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        all.push_back(pool_.equal(pool_.substitute(set.definitions[i], memo), values[i]));
    }
    if (set.preference.is_valid()) {
        const Formula is_best = pool_.land(pool_.substitute(set.preferable, memo),
                                           pool_.equal(pool_.substitute(set.preference, memo), set.best));
        all.push_back(pool_.lor(pool_.lnot(set.competed), is_best));
    }
    return pool_.land(std::move(all));
}

std::vector<Formula> EquationsEncoder::values_in(const SolutionSet& set, const std::vector<Formula>& chosen) {
    ERRATA_CHECK(set.is_analysed);
    std::vector<Formula> values = set.fixed;
    if (values.size() < set.stand_ins.size()) values = follow_chosen(set, chosen);
    for (std::size_t i = 0; i < set.backups.size(); ++i) {
        values[i] = pool_.ite(set.unsolved, set.backups[i], values[i]);
    }
    return values;
}

std::vector<Formula> EquationsEncoder::follow_chosen(const SolutionSet& set,
                                                     const std::vector<Formula>& chosen) {
    std::vector<Formula> guessed;
    for (std::size_t i = 0; i < set.dependencies.guessed.size(); ++i) {
        std::map<Value, std::vector<Formula>> where;
        for (std::size_t a = 0; a < chosen.size(); ++a) where[set.guesses[a][i]].push_back(chosen[a]);
        Formula value = pool_.constant(where.begin()->first);
        for (auto it = std::next(where.begin()); it != where.end(); ++it) {
            value = pool_.ite(pool_.lor(std::move(it->second)), pool_.constant(it->first), value);
        }
        guessed.push_back(value);
    }
    FormulaPool::Replaced memo;
    put_in(set, pool_, guessed, memo);
    return values_of(set, memo);
}

}  // namespace errata::compiler
