#include "checker/near/miss_words.h"

#include <algorithm>

#include "checker/near/failing_parts.h"
#include "checker/plays/describe.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_values_named = 8;  // values that a way leads to

// What is written as itself says its value already.
bool is_said_already(TermKind kind) {
    return kind == TermKind::Const || kind == TermKind::Bound || kind == TermKind::Register;
}

// Values picked alone are told as they are.
bool reads_a_cell(const Model& model, TermId term) {
    const std::vector<bool> read = variables_read(model, {term});
    return std::ranges::any_of(read, [](bool each) { return each; });
}

// Things asked for side by side have the same level.
bool is_free(const Term& quantifier, const Conditions& conditions) {
    return std::ranges::none_of(
        conditions.picked, [&](const auto& picked) { return Value{picked.first} == quantifier.payload; });
}

}  // namespace

void take_apart(const TermPool& terms, TermId id, Conditions& into) {
    const Term& term = terms[id];
    if (term.kind == TermKind::And) {
        for (const TermId child : term.children) take_apart(terms, child, into);
    } else if (term.kind == TermKind::Exists && is_free(term, into)) {
        into.picked.emplace_back(static_cast<std::uint32_t>(term.payload), term.domain);
        take_apart(terms, term.children[0], into);
    } else {
        into.conjuncts.push_back(id);
    }
}

void SideRanges::note(const std::vector<TermId>& conjuncts, const Picks& picks) {
    for (const TermId conjunct : conjuncts) {
        for (const TermId side : model_.terms[conjunct].children) {
            if (model_.terms[side].kind != TermKind::Cell) continue;
            const std::optional<Value> value = tried(terms_, side);
            if (!value) continue;
            auto [range, is_new] = ranges_.try_emplace({side, picks}, *value, *value);
            range->second = {std::min(range->second.first, *value), std::max(range->second.second, *value)};
            std::set<Value>& values = values_[{side, picks}];
            if (values.size() <= few) values.insert(*value);
        }
    }
}

std::optional<std::pair<Value, Value>> SideRanges::of(TermId side, const Picks& picks) const {
    const auto known = ranges_.find({side, picks});
    return known == ranges_.end() ? std::nullopt : std::optional(known->second);
}

std::optional<std::set<Value>> SideRanges::all_of(TermId side, const Picks& picks) const {
    const auto known = values_.find({side, picks});
    return known == values_.end() || known->second.size() > few ? std::nullopt : std::optional(known->second);
}

void bind_picks(TermEvaluator& terms, const Conditions& conditions, const Picks& picks) {
    terms.binders.unbind(0);
    for (std::size_t i = 0; i < picks.size(); ++i) terms.binders.bind(conditions.picked[i].first, picks[i]);
}

Phrase MissWords::of(const std::vector<TermId>& missing, const Picks& picks) {
    picks_ = picks;
    told_picks_.clear();
    for (std::size_t i = 0; i < picks.size(); ++i) note_pick(conditions_.picked[i].second, picks[i]);
    std::vector<Phrase> parts;
    for (const TermId conjunct : missing) {
        bind_picks(terms_, conditions_, picks);
        for_each_failing_part(terms_, conjunct, true, [&](const FailingPart& part) { add(part, parts); });
    }
    if (parts.empty()) return "";
    return list_text(parts) + (told_picks_.empty() ? "" : ", for " + list_text(told_picks_));
}

namespace {

// As a spec would ask for it; what of them are counted, or added up, is not said. Empty: neither is.
Phrase counted(const Model& model, TermId id) {
    const Term& term = model.terms[id];
    if (term.kind == TermKind::Count) return "number of " + model.type(term.domain).name + " with ...";
    if (term.kind == TermKind::Sum) return "sum over " + model.type(term.domain).name;
    return "";
}

// Of a choice of several, how many it could come to: those that were chosen, this one, and those behind it.
Phrase counted_for_choice(const Model& model, TermId id) {
    const Term& sum = model.terms[id];
    if (sum.kind != TermKind::Add) return "";
    const Term& chosen = model.terms[sum.children[0]];
    const Term& more = model.terms[sum.children[1]];
    const bool are_chosen =
        chosen.kind == TermKind::SetSize && model.terms[chosen.children[0]].kind == TermKind::Register;
    return are_chosen && more.kind == TermKind::Add ? counted(model, more.children[0]) : "";
}

}  // namespace

// "number of card with ... (1) >= 2", "4 <= 2 (as it is worked out there)": of a comparison with a side that
// has no words.
Phrase MissWords::compared(const TermWords& words, const FailingPart& part) const {
    const Model& model = terms_.model;
    const Term& term = model.terms[part.term];
    const std::optional<Sign> sign = sign_of(term, part.wanted);
    if (!sign) return "";
    std::vector<Phrase> sides;
    std::vector<bool> are_values;
    bool all_named = true;
    for (std::size_t i = 0; i < 2; ++i) {
        const TermId side = term.children[i];
        const std::optional<Value> value = tried(terms_, side);
        if (!value) return "";
        const TypeId own = words.type(side);
        const TypeId type = own.is_valid() ? own : words.type(term.children[1 - i]);
        const Phrase amount = type.is_valid() ? value_text(model, type, *value) : std::to_string(*value);
        const Phrase said = words.value(side);
        Phrase name = is_said_already(model.terms[side].kind) ? "" : said;
        if (name.empty()) name = counted(model, side);
        if (name.empty()) name = counted_for_choice(model, side);
        all_named = all_named && !(name.empty() && said.empty());
        are_values.push_back(name.empty() || name == amount);
        const Phrase value_alone = said.empty() ? amount : said;
        sides.push_back(are_values.back() ? value_alone : name + " (" + amount + ")");
    }
    const bool turns = are_values[0] && !are_values[1];
    return (turns ? sides[1] + sign->turned + sides[0] : sides[0] + sign->as_written + sides[1]) +
           (all_named ? "" : std::string(worked_out));
}

void MissWords::add(const FailingPart& part, std::vector<Phrase>& parts) {
    const TermWords words(terms_.model, terms_, [&](const Term& leaf) { return type_of(part, leaf); });
    const Phrase said = words.condition(part.term, part.wanted);
    if (said.empty()) {
        Phrase numbers = compared(words, part);
        if (!numbers.empty() && std::ranges::find(parts, numbers) == parts.end())
            parts.push_back(std::move(numbers));
        return;
    }
    for (const auto& [level, type] : part.bound) note_pick(type, terms_.binders[level]);
    Phrase whole = said + values(words, part);
    if (std::ranges::find(parts, whole) == parts.end()) parts.push_back(std::move(whole));
}

// " (coins is 2 there, and never above 2)": of what is compared.
Phrase MissWords::values(const TermWords& words, const FailingPart& part) const {
    const Model& model = terms_.model;
    const Term& term = model.terms[part.term];
    if (term.kind == TermKind::Reach) return ends(words, part.term);
    const bool is_order = term.kind == TermKind::Less || term.kind == TermKind::LessEqual;
    if (!is_order && term.kind != TermKind::Equal)
        return effects_.is_fixed(part.term) && reads_a_cell(model, part.term) ? " (nothing changes that)"
                                                                              : "";
    std::vector<Phrase> parts;
    for (std::size_t i = 0; i < term.children.size(); ++i) {
        const TermId side = term.children[i];
        if (is_said_already(model.terms[side].kind)) continue;
        const std::optional<Value> value = tried(terms_, side);
        if (!value || words.value(side).empty()) continue;
        const TypeId type = words.type(side);
        const Phrase number = type.is_valid() ? value_text(model, type, *value) : std::to_string(*value);
        if (words.value(side) == number) continue;
        Phrase said = words.value(side) + " is " + number;
        const auto range = ranges_.of(side, picks_);
        const bool is_written_down = model.terms[side].kind == TermKind::Table;
        if (!is_written_down && effects_.is_fixed(side)) {
            said += ", and nothing changes it";
        } else if (const auto all = ranges_.all_of(side, picks_);
                   all && all->size() > 1 && type.is_valid() && !is_number_type(model.type(type))) {
            std::vector<Phrase> names;
            for (const Value one : *all) names.push_back(value_text(model, type, one));
            said += ", and is never anything but " + list_text(names);
        } else if (range && (!type.is_valid() || is_number_type(model.type(type)))) {
            const std::string low = ", never below " + std::to_string(range->first);
            const std::string high = ", never above " + std::to_string(range->second);
            const bool wants_less = (i == 0) == part.wanted;
            said += is_order ? (wants_less ? low : high) : low + high;
        }
        parts.push_back(std::move(said));
    }
    return parts.empty() ? "" : " (" + join(parts, "; ") + ")";
}

// " (king is Keep; from Keep one comes to Mill alone)": where a way would begin and end, how far it goes.
Phrase MissWords::ends(const TermWords& words, TermId way) const {
    const Model& model = terms_.model;
    const Term& term = model.terms[way];
    std::vector<Phrase> parts;
    for (std::size_t i = 0; i < 2; ++i) {
        const TermId end = term.children[i];
        if (model.terms[end].kind != TermKind::Cell || words.value(end).empty()) continue;
        parts.push_back(words.value(end) + " is " + value_text(model, words.type(end), terms_.evaluate(end)));
    }
    std::vector<Phrase> reached;
    for (const Value value : reached_by_way(terms_, way))
        reached.push_back(value_text(model, term.domain, value));
    if (reached.size() == 1) {
        parts.push_back("nothing leads on from " + reached[0]);
    } else if (!reached.empty() && reached.size() <= most_values_named + 1) {
        const Phrase from = reached[0];
        reached.erase(reached.begin());
        parts.push_back("from " + from + " one comes to " + list_text(reached) + " alone");
    }
    return parts.empty() ? "" : " (" + join(parts, "; ") + ")";
}

// What is picked that is no object's name, such as a way to share something out.
void MissWords::note_pick(TypeId type, Value value) {
    const Phrase name = value_text(terms_.model, type, value);
    const bool is_told =
        terms_.model.type(type).form == TypeForm::Enum && name.text().find(' ') != std::string::npos;
    if (is_told && std::ranges::find(told_picks_, name) == told_picks_.end()) told_picks_.push_back(name);
}

// Of a leaf of a condition: a value picked, or one of the option's; else invalid.
TypeId MissWords::type_of(const FailingPart& part, const Term& leaf) const {
    if (leaf.kind == TermKind::Bound) {
        for (const auto& [level, type] : part.bound) {
            if (Value{level} == leaf.payload) return type;
        }
        for (const auto& [level, type] : conditions_.picked) {
            if (Value{level} == leaf.payload) return type;
        }
    } else if (option_ != nullptr) {
        return type_of_register(terms_.model, *option_, leaf.payload);
    }
    return {};
}

}  // namespace errata::checker
