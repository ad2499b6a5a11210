// Phrases whose bodies depend on what fills their holes, with it written in: of which kinds the things of a
// noun are, what the event of a trigger is, which abilities get a condition or a limit. Between reading and
// typing: a derivation goes in, and the same derivation comes out, in which each such phrase has a tag of its
// own. Its body holds nothing then but what any body holds, so that those who type, compare and carry out
// phrases know nothing of all this. The same phrase with the same fillers has one tag.
//
// Phrases with the same words for things of different types are one phrase, the first of them: which body
// counts depends on what is handed over, and that is known where it is typed. Of events with the same words,
// all are written in that can happen to the things that the text speaks of.
//
// What is written in is the text of the filler. Its holes become holes of the phrase, by both names: the hole
// `w` of the event in the hole `v` is `v.w`.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "compiler/typed/scope.h"
#include "dsl/phrases/derivation.h"
#include "dsl/phrases/template.h"

namespace errata::compiler::typed {

// A phrase as it is typed.
struct PhraseInstance {
    const ast::Item* item = nullptr;
    std::vector<dsl::TemplateHole> holes;
    // Of a phrase that stands for things: the kinds that they may be of, by the parts that say them.
    struct Part {
        std::vector<TypeId> kinds;
        std::string hole;  // or empty: the part names a kind
    };
    std::vector<Part> things;
    // Others with the same words and the same fillers, for things of other types.
    std::vector<std::size_t> others;
    std::vector<dsl::Diagnostic> problems;  // fillers that do not fit

    std::vector<TypeId> kinds() const;
    // Of things: whether one of this kind, by the name that the phrase has for it, is one of them.
    ast::Expr condition_for(TypeId kind) const;
};

class Instances {
public:
    explicit Instances(const Typing& typing);

    // The derivation with instances. Words that refer to something of any type make one derivation for each
    // type that some phrase in it introduces.
    // `bearer`: the type of `this` in the text.
    std::vector<dsl::Derivation> of(const dsl::Derivation& derivation, TypeId bearer);

    // By tag, of a phrase as written as well.
    const PhraseInstance& operator[](std::size_t tag) const { return *all_[tag]; }

    // The types whose values are things with fields.
    std::vector<TypeId> objects() const;

    // Instances of a phrase that no text uses, to see what is wrong with it: with things of each kind. None
    // if only a text can tell what its body is.
    std::vector<std::size_t> assumed(std::size_t tag);

private:
    struct Filling;
    struct Moved;
    using Fillings = std::map<std::string, Filling>;
    class Maker;

    dsl::Derivation instantiated(const dsl::Derivation& derivation);
    dsl::Derivation instantiated_as(std::size_t tag, const dsl::Derivation& derivation);
    bool can_happen(const ast::Item& event, const Fillings& fillings) const;
    void write_in(const dsl::Derivation& filler, const std::string& outer, const std::string& inner,
                  Filling& filling, Moved& moved) const;
    void collect_introduced(const dsl::Derivation& derivation, std::vector<TypeId>& types) const;
    void give_references(dsl::Derivation& derivation, const std::vector<TypeId>& types,
                         std::vector<dsl::Derivation>& all);
    void add_events(const dsl::Derivation& filler, Filling& filling, std::string& key) const;
    std::size_t made(std::size_t tag, const Fillings& fillings, const std::string& key);
    bool is_of_library(std::size_t tag) const;
    std::optional<std::string> name_in(const dsl::Derivation& filler) const;
    const Category* category_of(const std::string& name) const;
    const Typing& typing_;
    std::vector<std::unique_ptr<PhraseInstance>> all_;  // first the phrases as they are written
    std::vector<std::unique_ptr<ast::Item>> bodies_;
    std::map<std::string, std::size_t> known_;
    std::vector<std::vector<std::size_t>> alike_;  // by the tag of a phrase as written: all with its words
    TypeId bearer_;                                // of the text at hand
};

}  // namespace errata::compiler::typed
