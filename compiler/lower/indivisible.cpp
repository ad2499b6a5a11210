// Replacements of an event inside something indivisible (`simultaneously`, `whenever`, `for each`), where
// nobody can be asked and nothing can be put off: rounds, in each of which one of the instances that apply
// replaces the event, and nobody decides which. Where the last thing that it does is the event as changed,
// the next round is about that. What it does before its last act is an event of its own.
#include <algorithm>

#include "compiler/lower/body.h"
#include "compiler/lower/loops.h"
#include "compiler/lower/perform.h"
#include "compiler/lower/replacements.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// With more replacing bodies than this written out, compiling takes longer than anybody waits.
constexpr std::size_t most_written_out = 5000;

constexpr const char* outside_of_it =
    "let it happen outside of 'simultaneously', 'whenever' and 'for each': 'as soon as' is a 'whenever' that "
    "may stop";

class EventRounds {
public:
    EventRounds(const Lowering& l, const Event& event, const Place& place)
        : l_(l), event_(event), place_(place), round_(place), changed_(event) {}

    CodeId code() {
        Code node;
        node.kind = CodeKind::Rounds;
        node.level = place_.level;
        node.clause = place_.clause;
        node.terms = event_arguments(l_, event_, place_);
        bind_carried();
        for (const PlacedAbility& placed : *event_.replacements) {
            const auto uses = std::count(place_.inlined.begin(), place_.inlined.end(), &placed);
            if (uses < instances_of(placed)) node.children.push_back(instance(placed));
        }
        node.incident = which_first(node.children);
        node.children.push_back(act(l_, *event_.action, changed_.roles, round_, nullptr));
        return l_.model.flow.code.add(std::move(node));
    }

private:
    // How many instances a replacement has at most.
    Value instances_of(const PlacedAbility& placed) const {
        return placed.bearer ? l_.type(placed.bearer->on).size() : 1;
    }

    // What changes from round to round: who has replaced the event, and its roles.
    void bind_carried() {
        round_.replaced = used_up(l_, place_);
        for (std::size_t i = 0; i < round_.replaced.size(); ++i)
            round_.replaced[i] =
                l_.terms.bind(round_, {}, "", type_of_used_up(l_, *l_.arranged.recurring[i]));
        for (std::size_t i = 0; i < changed_.roles.size(); ++i) {
            const typed::Binder& param = l_.program.actions[event_.action->index].params[i];
            const TypeId type = param.domain.type;
            changed_.roles[i] = {l_.terms.bind(round_, param.local, param.name, type), type};
        }
        round_.again.push_back({*event_.action, place_.level});
    }

    CodeId instance(const PlacedAbility& placed) {
        if (is_too_much(placed)) return never(placed);
        Place inner = at_ability(placed, round_);
        const auto known = placed.bearer ? bearer_among(placed, changed_.roles) : std::nullopt;
        std::vector<TermId> conjuncts{enabling(l_, placed)};
        Code node;
        node.kind = placed.bearer && !known ? CodeKind::ForEach : CodeKind::If;
        if (placed.bearer) {
            const TypeId on = placed.bearer->on;
            node.level = inner.level;
            node.domain = known ? TypeId{} : on;
            const TermId self = known ? known->term : l_.terms.bind(inner, {}, "this", on);
            l_.terms.add_bearer(inner, *placed.bearer, self);
            conjuncts.push_back(l_.terms.functioning(*placed.bearer, self, inner));
        }
        Place asking = inner;
        conjuncts.push_back(replaces(l_, changed_, placed, asking));
        node.terms = {l_.pool().land(conjuncts)};
        node.children = {body(placed, inner)};
        node.clause = placed.clause;
        return l_.model.flow.code.add(std::move(node));
    }

    // An instance that does not apply.
    CodeId never(const PlacedAbility& placed) const {
        Code node;
        node.kind = CodeKind::If;
        node.terms = {l_.pool().truth(false)};
        node.children = {nothing(l_)};
        node.clause = placed.clause;
        return l_.model.flow.code.add(std::move(node));
    }

    bool is_too_much(const PlacedAbility& placed) {
        if (++l_.memory.written_out <= most_written_out) return false;
        if (l_.memory.written_out == most_written_out + 1)
            l_.reporter.error(DiagnosticKind::too_large, placed.ability->span,
                              "there are too many orders in which the replacements of '" + event_.name +
                                  "' could follow one another inside something indivisible",
                              "let the changed event be the last thing that each of them does");
        return true;
    }

    // What a replacement does in place of the event; `inner` knows its bearer. The event may recur in here.
    CodeId body(const PlacedAbility& placed, Place inner) {
        inner.replaced = used_up_with(l_, placed, inner);
        inner.inlined.push_back(&placed);
        l_.terms.match(placed.ability->params, changed_.roles, inner);
        return outside_of(l_, *event_.action, [&]() { return straight(l_, placed.ability->body, inner); });
    }

    // One incident, however often the code is written out.
    IncidentId which_first(const std::vector<CodeId>& instances) {
        std::vector<ClauseId> clauses;
        for (const CodeId id : instances) add_once(clauses, l_.model.flow.code[id].clause);
        const auto key = std::make_pair(event_.name, clauses);
        const auto known = l_.memory.replaced_first.find(key);
        if (known != l_.memory.replaced_first.end()) return known->second;
        const auto name_of = [&](ClauseId clause) { return l_.clause_name(clause); };
        const std::string names = dsl::join(dsl::mapped(clauses, name_of), " or ");
        Incident incident;
        incident.code = FindingCode::OrderUnowned;
        incident.order = OrderKind::Replacements;
        incident.title = "replacing " + event_.name + ": " + names +
                         (clauses.size() == 1 ? " or another " + names : "") + " first";
        incident.subject =
            "Several effects would replace one event inside something indivisible, where nobody can be "
            "asked.";
        incident.clauses = clauses;
        incident.outcomes = who_is_next(l_, instances);
        incident.span = event_.replacements->front().ability->span;
        const IncidentId id = add_incident(l_, std::move(incident));
        l_.memory.replaced_first[key] = id;
        return id;
    }

    const Lowering& l_;
    const Event& event_;
    const Place& place_;
    Place round_;    // with the names of what is carried
    Event changed_;  // by these names
};

// The only instance, whose bearer is known, and which does not meet the event again.
CodeId by_the_only_one(const Lowering& l, const Event& event, const Place& place, const Ways& ways,
                       bool stops) {
    const PlacedAbility& placed = event.replacements->front();
    const TermId applies = for_some_bearer(l, placed, place, event.roles,
                                           [&](Place inner) { return replaces(l, event, placed, inner); });
    Place inner = at_ability(placed, place);
    if (placed.bearer) l.terms.add_bearer(inner, *placed.bearer, bearer_among(placed, event.roles)->term);
    inner.replaced = used_up_with(l, placed, inner);
    l.terms.match(placed.ability->params, event.roles, inner);
    const auto make = [&]() {
        return stops ? tail(l, placed.ability->body, inner, ways.skip)
                     : straight(l, placed.ability->body, inner);
    };
    const CodeId body = event.action ? outside_of(l, *event.action, make) : make();
    return if_else(l, applies, body, ways.act(), placed.clause);
}

// The round under way is over, and the event as changed is replaced in the next one.
CodeId next_round(const Lowering& l, const Event& event, const Place& place, std::uint32_t level) {
    Code node;
    node.kind = CodeKind::Again;
    node.level = level;
    node.terms = event_arguments(l, event, place);
    node.clause = place.clause;
    return l.model.flow.code.add(std::move(node));
}

}  // namespace

CodeId indivisible(const Lowering& l, const Event& event, const Place& place, const Ways& ways, bool stops) {
    if (is_decided(l, *event.replacements)) return by_the_only_one(l, event, place, ways, stops);
    const bool is_inside = std::any_of(place.inlined.begin(), place.inlined.end(), [&](const auto* placed) {
        return std::any_of(event.replacements->begin(), event.replacements->end(),
                           [&](const PlacedAbility& own) { return &own == placed; });
    });
    if (is_inside && l.names.meta.replaces_again) {
        l.reporter.error(DiagnosticKind::recursive_definition, place.inlined.back()->ability->span,
                         "'" + event.name + "' is replaced by what leads to '" + event.name +
                             "' again, in something indivisible, and replacements may apply again",
                         outside_of_it);
        return nothing(l);
    }
    for (const EventRound& round : place.again) {
        if (round.action == *event.action) return next_round(l, event, place, round.level);
    }
    return EventRounds(l, event, place).code();
}

}  // namespace errata::compiler
