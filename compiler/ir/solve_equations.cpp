#include "compiler/ir/solve_equations.h"

#include <algorithm>

#include "compiler/ir/definitions.h"

namespace errata::compiler {

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
      equations_(model.equations[system.index]),
      read_(read),
      terms_(model, enabled, journal_, *this, asked) {
    terms_.look_at(cells, nullptr);
    const std::size_t end = equations_.first + equations_.count;
    for (std::size_t i = 0; i < end; ++i) first_.push_back(unknowns_before(model, UnknownId(i)));
    for (std::size_t i = equations_.first; i < end; ++i) {
        for (std::size_t k = 0; k < tuples(model, model.unknowns[i].params); ++k)
            instances_.emplace_back(UnknownId(i), k);
    }
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
    Instance& instance = instances_[number];
    if (instance.stage == Instance::Stage::Done) return instance.value;
    if (instance.stage == Instance::Stage::Open) return guessed(number);
    if (++evaluations_ > most_evaluations || open_.size() >= most_nested) {
        terms_.fail(Failure::TooLarge);
        return 0;
    }
    instance.stage = Instance::Stage::Open;
    open_.push_back(number);
    const std::optional<Value> value = evaluate(instance, family(instance).definition);
    if (terms_.failed()) return 0;
    if (!value || (instance.guess && guesses_[*instance.guess].value != *value)) {
        terms_.fail(Failure::Undefined);
        return 0;
    }
    open_.pop_back();
    done_.push_back(number);
    instance.stage = Instance::Stage::Done;
    instance.value = *value;
    instance.guesses = guesses_.size();
    return *value;
}

Value EquationsSolver::guessed(std::size_t number) {
    Instance& instance = instances_[number];
    if (!instance.guess) {
        instance.guess = guesses_.size();
        guesses_.push_back({number, model_.type(family(instance).type).lo});
    }
    return guesses_[*instance.guess].value;
}

std::optional<Value> EquationsSolver::evaluate(const Instance& instance, TermId term) {
    const TermEvaluator::BinderRange outside = terms_.enter(family(instance).params, instance.position);
    const Value value = terms_.evaluate(term);
    if (terms_.failed() || !model_.type(family(instance).type).contains(value)) return std::nullopt;
    terms_.leave(outside);
    return value;
}

void EquationsSolver::search() {
    do {
        if (evaluate_all()) found();
        if (terms_.failure() == Failure::TooLarge) solved_.too_large = true;
    } while (!solved_.too_large && backtrack());
}

bool EquationsSolver::evaluate_all() {
    for (std::size_t i = 0; i < instances_.size(); ++i) {
        ask(i);
        if (terms_.failed()) return false;
    }
    return true;
}

bool EquationsSolver::backtrack() {
    terms_.forgive();
    for (const std::size_t number : open_) reset(number);
    open_.clear();
    while (!guesses_.empty()) {
        Guess& last = guesses_.back();
        Instance& instance = instances_[last.instance];
        if (last.value < model_.type(family(instance).type).hi) {
            ++last.value;
            break;
        }
        instance.guess.reset();
        guesses_.pop_back();
    }
    while (!done_.empty() && instances_[done_.back()].guesses >= guesses_.size()) {
        reset(done_.back());
        done_.pop_back();
    }
    return !guesses_.empty();
}

// The least ones of the best ones so far.
void EquationsSolver::found() {
    if (equations_.preference.is_valid()) {
        const Value worth = terms_.evaluate(equations_.preference);
        if (terms_.failure() == Failure::TooLarge) return;
        const std::optional<Value> preferred = terms_.failed() ? std::nullopt : std::optional(worth);
        terms_.forgive();
        if (preferred < best_) return;
        if (preferred > best_) solved_.solutions.clear();
        best_ = preferred;
    }
    Assignment values = assignment();
    std::vector<Assignment>& known = solved_.solutions;
    known.insert(std::ranges::upper_bound(known, values), std::move(values));
    if (known.size() > most_solutions) known.pop_back();
}

Assignment EquationsSolver::assignment() const {
    Assignment values;
    values.reserve(instances_.size());
    for (const Instance& instance : instances_) values.push_back(instance.value);
    return values;
}

void EquationsSolver::induct() {
    for (Instance& instance : instances_) instance.stage = Instance::Stage::Done;
    bool changes = true;
    while (changes) {
        std::vector<Value> next;
        for (const Instance& instance : instances_) {
            const std::optional<Value> value = evaluate(instance, family(instance).definition);
            if (terms_.failure() == Failure::TooLarge) solved_.too_large = true;
            if (!value) return terms_.forgive();
            next.push_back(*value);
        }
        changes = false;
        for (std::size_t i = 0; i < next.size(); ++i) {
            changes = changes || next[i] != instances_[i].value;
            instances_[i].value = next[i];
        }
    }
    solved_.solutions.push_back(assignment());
}

void EquationsSolver::use_backups() {
    terms_.forgive();
    Assignment values;
    for (const Instance& instance : instances_) {
        const TermId backup = family(instance).backup;
        if (!backup.is_valid()) return;
        const std::optional<Value> value = evaluate(instance, backup);
        if (terms_.failure() == Failure::TooLarge) solved_.too_large = true;
        if (!value) return;
        values.push_back(*value);
    }
    solved_.backups = std::move(values);
}

}  // namespace errata::compiler
