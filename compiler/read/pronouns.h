// What the words of a text refer to. A phrase that `introduces` something makes it an antecedent for later
// words; a phrase that `refers to` something of a type means one of the antecedents of that type before it.
// Several of them are several readings.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/read/sentences.h"
#include "compiler/terms/scope.h"

namespace errata::compiler {

// A derivation with an antecedent for each of its words that refer back.
struct ReferringText {
    std::shared_ptr<const Holes> holes;
    std::vector<std::size_t> antecedents;  // those used, in ReadTexts::antecedents
    std::vector<std::string>
        notes;  // "'its owner' is of 'a unit'", where there was more than one to choose from
};

struct ReferringTexts {
    std::vector<ReferringText> readings;          // none: some words refer to nothing
    const dsl::Derivation* unresolved = nullptr;  // these
};

// The same antecedent, that is the same words introducing the same name, has one place in
// ReadTexts::antecedents in all readings of a line; `known` keeps it.
class Antecedents {
public:
    // Of one sentence. New antecedents are added to `types`.
    Antecedents(const Names& names, const typed::Phrases& phrases, const Sentence& sentence,
                std::vector<TypeId>& types)
        : names_(names), phrases_(phrases), sentence_(sentence), types_(types) {}
    ReferringTexts resolve(const dsl::Derivation& derivation);

private:
    struct Introduction {
        const dsl::Derivation* by = nullptr;
        std::string name;
        TypeId type;
    };
    struct Reference {
        const dsl::Derivation* by = nullptr;
        std::string name;
        std::vector<Introduction> candidates;
    };
    void collect(const dsl::Derivation& derivation, const std::vector<Introduction>& before,
                 std::vector<Introduction>& after);
    std::size_t number_of(const Introduction& introduction);
    std::shared_ptr<Holes> holes_of(const dsl::Derivation& derivation) const;
    ReferringText with(const dsl::Derivation& root, const std::vector<std::size_t>& chosen);

    const Names& names_;
    const typed::Phrases& phrases_;
    const Sentence& sentence_;
    std::vector<TypeId>& types_;
    std::vector<Reference> references_;  // of the derivation at hand
    std::map<std::pair<const dsl::Derivation*, std::string>, std::size_t> meant_;
    std::map<std::tuple<std::uint32_t, std::uint32_t, int, std::string>, std::size_t> known_;
};

}  // namespace errata::compiler
