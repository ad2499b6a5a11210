// Replacements of an event inside something indivisible (`simultaneously`, `whenever`, `for each`), where
// nobody can be asked and nothing can be put off: all orders in which the instances could follow one another
// are written out, and where more than one applies nobody decides. So too where there is nothing to decide.
#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/perform.h"
#include "compiler/lower/replacements.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// With more replacing bodies than this written out, compiling takes longer than anybody waits.
constexpr std::size_t most_written_out = 5000;

constexpr const char* outside_of_it =
    "let it happen outside of 'simultaneously', 'whenever' and 'for each': 'as soon as' is a 'whenever' that "
    "may stop";

// How far the orders of replacements are written out: these abilities and bearers of the next one were passed
// over.
struct WrittenOut {
    std::size_t ability = 0;
    std::size_t bearers = 0;
    TermId after = {};     // the last bearer passed over
    bool skipped = false;  // something applies that was passed over: the event itself does not happen
};

class Orders {
public:
    Orders(const Lowering& l, const Event& event, const Ways& ways, bool stops)
        : l_(l), event_(event), ways_(ways), stops_(stops) {}

    CodeId from(const WrittenOut& so_far, const Place& place) {
        if (so_far.ability == event_.replacements->size()) return so_far.skipped ? nothing(l_) : ways_.act();
        const PlacedAbility& placed = (*event_.replacements)[so_far.ability];
        const WrittenOut next_ability{so_far.ability + 1, 0, {}, so_far.skipped};
        const auto uses = std::count(place.inlined.begin(), place.inlined.end(), &placed);
        if (uses > 0 && l_.names.meta.replaces_again) {
            l_.reporter.error(DiagnosticKind::recursive_definition, placed.ability->span,
                              "'" + event_.name + "' is replaced by what leads to '" + event_.name +
                                  "' again, in something indivisible, and replacements may apply again",
                              outside_of_it);
            return nothing(l_);
        }
        if (static_cast<Value>(so_far.bearers) + uses >= instances_of(placed))
            return from(next_ability, place);
        if (is_too_much(placed)) return nothing(l_);
        if (placed.bearer && !bearer_is_role(placed)) return one_of_the_bearers(so_far, place);

        const TermId applies = for_some_bearer(l_, placed, place, event_.roles, [&](Place inner) {
            return replaces(l_, event_, placed, inner);
        });
        Place inner = at_ability(placed, place);
        if (placed.bearer)
            l_.terms.add_bearer(inner, *placed.bearer, bearer_among(placed, event_.roles)->term);
        const CodeId body = replacing_body(placed, inner);
        const CodeId without = from(next_ability, place);
        const TermId others = some_replaces(l_, event_, next_ability.ability, place);
        return if_else(l_, applies, either(placed, others, body, without), without, placed.clause);
    }

private:
    // How many instances a replacement has at most.
    Value instances_of(const PlacedAbility& placed) const {
        return placed.bearer ? l_.type(placed.bearer->on).size() : 1;
    }

    bool is_too_much(const PlacedAbility& placed) {
        if (++l_.memory.written_out <= most_written_out) return false;
        if (l_.memory.written_out == most_written_out + 1)
            l_.reporter.error(DiagnosticKind::too_large, placed.ability->span,
                              "there are too many orders in which the replacements of '" + event_.name +
                                  "' could follow one another inside something indivisible",
                              outside_of_it);
        return true;
    }

    // An ability whose bearer has to be found: the first one, or nobody decides between it and those behind
    // it.
    CodeId one_of_the_bearers(const WrittenOut& so_far, const Place& place) {
        const PlacedAbility& placed = (*event_.replacements)[so_far.ability];
        const TypeId kind = placed.bearer->on;
        l_.terms.tell_apart(kind);  // they are gone through in their order
        // That some bearer behind `after` replaces the event, or which of them is the first.
        const auto found = [&](TermKind quantifier, const Place& where, TermId after) {
            Place inner = at_ability(placed, where);
            const std::uint32_t level = inner.level;
            const TermId self = l_.terms.bind(inner, {}, "this", kind);
            l_.terms.add_bearer(inner, *placed.bearer, self);
            const TermId active = l_.terms.functioning(*placed.bearer, self, inner);
            std::vector<TermId> conjuncts{enabling(l_, placed), active, replaces(l_, event_, placed, inner)};
            if (after.is_valid()) conjuncts.push_back(l_.pool().make(TermKind::Less, {after, self}));
            return l_.terms.quantified(quantifier, {l_.pool().land(conjuncts)}, level, kind);
        };
        const TermId any = found(TermKind::Exists, place, so_far.after);
        const TermId first = found(TermKind::First, place, so_far.after);
        Place inner = at_ability(placed, place);
        const std::uint32_t level = inner.level;
        const TermId self = l_.terms.bind(inner, {}, "this", l_.model.types.optional(kind));
        l_.terms.add_bearer(inner, *placed.bearer, self);
        Place behind = place;
        behind.level = inner.level;
        const CodeId body = replacing_body(placed, inner);
        const CodeId without = from({so_far.ability, so_far.bearers + 1, self, true}, behind);
        const TermId more = found(TermKind::Exists, behind, self);
        const TermId others = l_.pool().lor({more, some_replaces(l_, event_, so_far.ability + 1, behind)});
        const CodeId picked = let(l_, level, first, either(placed, others, body, without));
        const CodeId none = from({so_far.ability + 1, 0, {}, so_far.skipped}, place);
        return if_else(l_, any, picked, none, placed.clause);
    }

    // What a replacement does in place of the event; `inner` knows its bearer.
    CodeId replacing_body(const PlacedAbility& placed, Place inner) {
        inner.replaced = used_up_with(l_, placed, inner);
        inner.inlined.push_back(&placed);
        l_.terms.match(placed.ability->params, event_.roles, inner);
        // The event may recur in here.
        const auto make = [&]() {
            return stops_ ? tail(l_, placed.ability->body, inner, ways_.skip)
                          : straight(l_, placed.ability->body, inner);
        };
        return event_.action ? outside_of(l_, *event_.action, make) : make();
    }

    CodeId either(const PlacedAbility& placed, TermId others, CodeId body, CodeId without) {
        if (l_.pool().is_false(others)) return body;
        const auto following = std::find_if(event_.replacements->begin(), event_.replacements->end(),
                                            [&](const PlacedAbility& other) { return &other > &placed; });
        const ClauseId other = following == event_.replacements->end() ? placed.clause : following->clause;
        const CodeId decision = fork(l_, which_first(placed, other), {body, without}, placed.clause);
        return if_else(l_, others, decision, body, placed.clause);
    }

    IncidentId which_first(const PlacedAbility& placed, ClauseId other) {
        const auto key = std::make_tuple(event_.name, placed.clause, other);
        const auto known = l_.memory.replaced_first.find(key);
        if (known != l_.memory.replaced_first.end()) return known->second;
        const std::string name = l_.clause_name(placed.clause);
        const std::string other_name = other == placed.clause ? "another " + name : l_.clause_name(other);
        Incident incident;
        incident.code = FindingCode::OrderUnowned;
        incident.title = "replacing " + event_.name + ": " + name + " or " + other_name + " first";
        incident.subject =
            "Several effects would replace one event inside something indivisible, where nobody can be "
            "asked.";
        for (const PlacedAbility& replacement : *event_.replacements) {
            if (std::find(incident.clauses.begin(), incident.clauses.end(), replacement.clause) ==
                incident.clauses.end())
                incident.clauses.push_back(replacement.clause);
        }
        incident.outcomes = {name + " first", other_name + " first"};
        incident.span = placed.ability->span;
        const IncidentId id = add_incident(l_, std::move(incident));
        l_.memory.replaced_first[key] = id;
        return id;
    }

    const Lowering& l_;
    const Event& event_;
    const Ways& ways_;
    bool stops_;
};

}  // namespace

CodeId written_out(const Lowering& l, const Event& event, const Place& place, const Ways& ways, bool stops) {
    return Orders(l, event, ways, stops).from({}, place);
}

}  // namespace errata::compiler
