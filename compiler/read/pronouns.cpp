#include "compiler/read/pronouns.h"

#include <algorithm>
#include <utility>

#include "dsl/ast/fields.h"

namespace errata::compiler {

namespace {

constexpr std::size_t most_readings = 64;

// Does the body ask for what it introduces itself?
class ReadsItself {
public:
    explicit ReadsItself(std::string name) : name_(std::move(name)) {}
    void operator()(const ast::Expr& expr) { read_ += expr.name == name_ ? 1 : 0; }
    void operator()(const ast::Stmt& stmt) {
        const bool is_assigned = stmt.kind == ast::StmtKind::Assign && stmt.exprs[0].name == name_;
        assigned_ += is_assigned ? 1 : 0;
    }
    void operator()(const ast::Ability&) {}
    void operator()(const ast::TypeExpr&) {}
    bool found() const { return read_ > assigned_; }

private:
    std::string name_;
    int read_ = 0;
    int assigned_ = 0;
};

bool reads_itself(const ast::Item& phrase, const std::string& name) {
    ReadsItself reads(name);
    dsl::ast::walk(phrase.body, reads);
    return reads.found();
}

}  // namespace

// Words refer to what is introduced before them. A phrase introduces its own names once its words are over;
// but what it does can lie in its holes, so for holes that hold statements they are there already.
void Antecedents::collect(const dsl::Derivation& derivation, const std::vector<Introduction>& before,
                          std::vector<Introduction>& after) {
    if (derivation.kind != dsl::Derivation::Kind::Phrase) return;
    const ast::Item& phrase = phrases_.item(static_cast<std::size_t>(derivation.tag));
    const std::map<std::string, TypeId> types = phrases_.antecedents_in(phrase);
    const auto type_of = [&](const std::string& name) {
        const auto found = types.find(name);
        return found == types.end() ? TypeId{} : found->second;
    };
    std::vector<Introduction> own;
    for (const ast::Binder& binder : phrase.binders) {
        own.push_back({&derivation, binder.name, type_of(binder.name)});
        if (reads_itself(phrase, binder.name))
            references_.push_back({&derivation, binder.name, {own.back()}});
    }
    for (const ast::Binder& binder : phrase.refers) {
        const TypeId type = type_of(binder.name);
        Reference reference{&derivation, binder.name, {}};
        for (const Introduction& one : before) {
            if (type.is_valid() && one.type.is_valid() && names_.vocabulary.types.fits(one.type, type))
                reference.candidates.push_back(one);
        }
        references_.push_back(std::move(reference));
    }
    for (const dsl::HoleFill& fill : derivation.holes) {
        std::vector<Introduction> seen = before;
        seen.insert(seen.end(), after.begin(), after.end());
        const std::string& name = names_.texts.grammar.category_name(fill.filler.category);
        const auto category = names_.texts.category_named.find(name);
        const bool acts = category != names_.texts.category_named.end() &&
                          names_.texts.categories[category->second].sort == ast::CategorySort::Statements;
        if (acts) seen.insert(seen.end(), own.begin(), own.end());
        std::vector<Introduction> added;
        collect(fill.filler, seen, added);
        after.insert(after.end(), added.begin(), added.end());
    }
    after.insert(after.end(), own.begin(), own.end());
}

std::size_t Antecedents::number_of(const Introduction& introduction) {
    const auto key = std::make_tuple(introduction.by->begin, introduction.by->end, introduction.by->tag,
                                     introduction.name);
    const auto [place, is_new] = known_.emplace(key, types_.size());
    if (is_new) types_.push_back(introduction.type);
    return place->second;
}

std::shared_ptr<Holes> Antecedents::holes_of(const dsl::Derivation& derivation) const {
    auto holes = std::make_shared<Holes>();
    holes->words = place_of(sentence_, derivation);
    for (const dsl::HoleFill& fill : derivation.holes) {
        Hole hole;
        hole.filler = &fill.filler;
        if (fill.filler.kind == dsl::Derivation::Kind::Phrase) hole.holes = holes_of(fill.filler);
        holes->by_name[fill.name] = std::move(hole);
    }
    const ast::Item& phrase = phrases_.item(static_cast<std::size_t>(derivation.tag));
    for (const auto& names : {phrase.binders, phrase.refers}) {
        for (const ast::Binder& binder : names) {
            const auto found = meant_.find({&derivation, binder.name});
            holes->antecedents[binder.name] =
                found == meant_.end() ? std::nullopt : std::optional(found->second);
        }
    }
    return holes;
}

ReferringText Antecedents::with(const dsl::Derivation& root, const std::vector<std::size_t>& chosen) {
    ReferringText result;
    meant_.clear();
    for (std::size_t i = 0; i < references_.size(); ++i) {
        const Introduction& meant = references_[i].candidates[chosen[i]];
        const std::size_t place = number_of(meant);
        meant_[{references_[i].by, references_[i].name}] = place;
        meant_[{meant.by, meant.name}] = place;
        if (std::find(result.antecedents.begin(), result.antecedents.end(), place) ==
            result.antecedents.end())
            result.antecedents.push_back(place);
        if (references_[i].candidates.size() < 2) continue;
        const auto words = [&](const dsl::Derivation& of) { return "'" + words_of(sentence_, of) + "'"; };
        result.notes.push_back(words(*references_[i].by) + " refers to " + words(*meant.by));
    }
    result.holes = holes_of(root);
    return result;
}

ReferringTexts Antecedents::resolve(const dsl::Derivation& derivation) {
    references_.clear();
    std::vector<Introduction> introduced;
    collect(derivation, {}, introduced);
    ReferringTexts result;
    for (const Reference& reference : references_) {
        if (!reference.candidates.empty()) continue;
        result.unresolved = reference.by;
        return result;
    }
    std::vector<std::size_t> chosen(references_.size(), 0);
    while (result.readings.size() < most_readings) {
        result.readings.push_back(with(derivation, chosen));
        std::size_t digit = 0;
        while (digit < chosen.size() && ++chosen[digit] == references_[digit].candidates.size())
            chosen[digit++] = 0;
        if (digit == chosen.size()) break;
    }
    return result;
}

}  // namespace errata::compiler
