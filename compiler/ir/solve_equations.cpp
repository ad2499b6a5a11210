#include "compiler/ir/solve_equations.h"

#include <algorithm>

#include "compiler/ir/definitions.h"

namespace errata::compiler {

TriedAssignment::TriedAssignment(const Model& model, const Equations& equations) : model_(model) {
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
        for (std::size_t k = 0; k < tuples(model, model.functions.unknowns[i].params); ++k)
            instances_.emplace_back(UnknownId(i), k);
    }
}

void TriedAssignment::open(std::size_t instance) {
    instances_[instance].stage = Instance::Stage::Open;
    open_.push_back(instance);
}

Value TriedAssignment::guessed(std::size_t number) {
    Instance& instance = instances_[number];
    if (!instance.guess) {
        instance.guess = guesses_.size();
        guesses_.push_back({number, model_.type(family(number).type).lo});
    }
    return guesses_[*instance.guess].value;
}

bool TriedAssignment::complete(std::size_t number, Value value) {
    Instance& instance = instances_[number];
    if (instance.guess && guesses_[*instance.guess].value != value) return false;
    open_.pop_back();
    done_.push_back(number);
    instance.stage = Instance::Stage::Done;
    instance.value = value;
    instance.guesses = guesses_.size();
    return true;
}

bool TriedAssignment::backtrack() {
    for (const std::size_t number : open_) reset(number);
    open_.clear();
    while (!guesses_.empty()) {
        Guess& last = guesses_.back();
        if (last.value < model_.type(family(last.instance).type).hi) {
            ++last.value;
            break;
        }
        instances_[last.instance].guess.reset();
        guesses_.pop_back();
    }
    while (!done_.empty() && instances_[done_.back()].guesses >= guesses_.size()) {
        reset(done_.back());
        done_.pop_back();
    }
    return !guesses_.empty();
}

void TriedAssignment::assume_all(Value value) {
    for (Instance& instance : instances_) {
        instance.stage = Instance::Stage::Done;
        instance.value = value;
    }
}

Assignment TriedAssignment::values() const {
    Assignment values;
    values.reserve(instances_.size());
    for (const Instance& instance : instances_) values.push_back(instance.value);
    return values;
}

namespace {

constexpr std::size_t most_solutions = 100;
// Beyond these the search is given up, which is said and cuts the transition.
constexpr std::size_t most_evaluations = 50'000;
constexpr std::size_t most_nested = 1'000;

}  // namespace

EquationsSolver::EquationsSolver(const Model& model, const EnabledClauses& enabled, EquationsId system,
                                 const Value* cells, const std::vector<std::optional<Assignment>>& read,
                                 ReadingSet* asked)
    : model_(model),
      equations_(model.functions.equations[system.index]),
      read_(read),
      terms_{model, enabled, journal_, nullptr, asked, this},
      tried_(model, equations_) {
    terms_.look_at(cells, nullptr);
    const std::size_t end = equations_.first + equations_.count;
    for (std::size_t i = 0; i < end; ++i) first_.push_back(unknowns_before(model, UnknownId(i)));
}

Solved EquationsSolver::solve() {
    if (equations_.inductive) {
        induct();
    } else {
        search();
    }
    if (solved_.solutions.empty() && !solved_.too_large) use_backups();
    return std::move(solved_);
}

Value EquationsSolver::ask(UnknownId unknown, std::size_t position) {
    const std::size_t place = first_[unknown.index] + position;
    if (unknown.index >= equations_.first) return ask(place);
    const auto system = std::ranges::find(equations_.reads, system_of(model_, unknown));
    const std::optional<Assignment>& values =
        read_[static_cast<std::size_t>(system - equations_.reads.begin())];
    if (values) return (*values)[place];
    terms_.fail(Failure::NoSolution);
    return 0;
}

Value EquationsSolver::ask(std::size_t number) {
    const TriedAssignment::Instance& instance = tried_[number];
    if (instance.stage == TriedAssignment::Instance::Stage::Done) return instance.value;
    if (instance.stage == TriedAssignment::Instance::Stage::Open) return tried_.guessed(number);
    if (++evaluations_ > most_evaluations || tried_.nested() >= most_nested) {
        terms_.fail(Failure::TooLarge);
        return 0;
    }
    tried_.open(number);
    const std::optional<Value> value = evaluate(number, tried_.family(number).definition);
    if (terms_.failed()) return 0;
    if (!value || !tried_.complete(number, *value)) {
        terms_.fail(Failure::Undefined);
        return 0;
    }
    return *value;
}

std::optional<Value> EquationsSolver::evaluate(std::size_t number, TermId term) {
    const Unknown& family = tried_.family(number);
    const BinderRange outside = enter(terms_, family.params, tried_[number].position);
    const Value value = terms_.evaluate(term);
    if (terms_.failed() || !model_.type(family.type).contains(value)) return std::nullopt;
    terms_.binders.leave(outside);
    return value;
}

void EquationsSolver::search() {
    do {
        if (evaluate_all()) found();
        if (terms_.failure == Failure::TooLarge) solved_.too_large = true;
        forgive(terms_);
    } while (!solved_.too_large && tried_.backtrack());
}

bool EquationsSolver::evaluate_all() {
    for (std::size_t i = 0; i < tried_.size(); ++i) {
        ask(i);
        if (terms_.failed()) return false;
    }
    return true;
}

// The least ones of the best ones so far.
void EquationsSolver::found() {
    if (equations_.preference.is_valid()) {
        const Value worth = terms_.evaluate(equations_.preference);
        if (terms_.failure == Failure::TooLarge) return;
        const std::optional<Value> preferred = terms_.failed() ? std::nullopt : std::optional(worth);
        forgive(terms_);
        if (preferred < best_) return;
        if (preferred > best_) solved_.solutions.clear();
        best_ = preferred;
    }
    Assignment values = tried_.values();
    std::vector<Assignment>& known = solved_.solutions;
    known.insert(std::ranges::upper_bound(known, values), std::move(values));
    if (known.size() > most_solutions) known.pop_back();
}

void EquationsSolver::induct() {
    tried_.assume_all(0);
    bool changes = true;
    while (changes) {
        std::vector<Value> next;
        for (std::size_t i = 0; i < tried_.size(); ++i) {
            const std::optional<Value> value = evaluate(i, tried_.family(i).definition);
            if (terms_.failure == Failure::TooLarge) solved_.too_large = true;
            if (!value) return forgive(terms_);
            next.push_back(*value);
        }
        changes = next != tried_.values();
        for (std::size_t i = 0; i < next.size(); ++i) tried_.assume(i, next[i]);
    }
    solved_.solutions.push_back(tried_.values());
}

void EquationsSolver::use_backups() {
    forgive(terms_);
    Assignment values;
    for (std::size_t i = 0; i < tried_.size(); ++i) {
        const TermId backup = tried_.family(i).backup;
        if (!backup.is_valid()) return;
        const std::optional<Value> value = evaluate(i, backup);
        if (terms_.failure == Failure::TooLarge) solved_.too_large = true;
        if (!value) return;
        values.push_back(*value);
    }
    solved_.backups = std::move(values);
}

}  // namespace errata::compiler
