// What analyses find out about the model alone, whatever the setup: once for a run, by whoever asks first.
// Many parts of setups are looked at side by side, and each would find out the same. Safe to use from several
// threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

#include "compiler/ir/model.h"

namespace errata::checker {

class ModelFacts {
public:
    explicit ModelFacts(const compiler::Model& model) : model_(model) {}

    // A Fact is made from a model. It may ask for others while it is made.
    template <class Fact>
    const Fact& get() {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<const void>& fact = facts_[typeid(Fact)];
        if (!fact) {
            std::shared_ptr<const Fact> made = std::make_shared<const Fact>(model_);
            fact = std::move(made);
        }
        return *static_cast<const Fact*>(fact.get());
    }

private:
    const compiler::Model& model_;
    std::recursive_mutex mutex_;
    std::map<std::type_index, std::shared_ptr<const void>> facts_;
};

}  // namespace errata::checker
