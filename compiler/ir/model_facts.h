// What is found out about the model alone, whatever the setup: once, by whoever asks first. Many parts of
// setups are looked at side by side, and each would find out the same. Facts are told apart by their types,
// so the search and the second look share none unless one asks for the other's. Safe to use from several
// threads.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <typeindex>

#include "compiler/ir/model.h"

namespace errata::compiler {

class ModelFacts {
public:
    explicit ModelFacts(const Model& model) : model_(model) {}

    const Model& model() const { return model_; }

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
    const Model& model_;
    std::recursive_mutex mutex_;
    std::map<std::type_index, std::shared_ptr<const void>> facts_;
};

}  // namespace errata::compiler
