#include "compiler/ir/tried_assignment.h"

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

}  // namespace errata::compiler
