// Replacements of an event inside something indivisible (`simultaneously`, `whenever`, `for each`), where
// nobody can be asked and nothing can be put off: all orders in which the instances could follow one another
// are written out, and where more than one applies nobody decides. So too where there is nothing to decide.
#include <algorithm>

#include "compiler/elaborate/statements.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// With more replacing bodies than this written out, compiling takes longer than anybody waits.
constexpr std::size_t most_written_out = 5000;

// How many instances a replacement has at most.
Value instances_of(const World& world, const PlacedAbility& placed) {
    return placed.bearer ? world.type(placed.bearer->on).size() : 1;
}

}  // namespace

CodeId Statements::written_out(const Event& event, const WrittenOut& so_far, const Scope& scope,
                               const Ways& ways, bool stops) {
    if (so_far.ability == event.replacements.size()) return so_far.skipped ? nothing() : ways.act();
    const PlacedAbility& placed = event.replacements[so_far.ability];
    const WrittenOut next_ability{so_far.ability + 1, 0, {}, so_far.skipped};
    const auto uses = std::count(scope.inlined.begin(), scope.inlined.end(), &placed);
    if (uses > 0 && world_.replaces_again) {
        world_.error(
            DiagnosticKind::recursive_definition, placed.ability->span,
            "'" + event.name + "' is replaced by what leads to '" + event.name +
                "' again, in something indivisible, and replacements may apply again",
            "let it happen outside of 'simultaneously', 'whenever' and 'for each': 'as soon as' is a "
            "'whenever' that may stop");
        return nothing();
    }
    if (static_cast<Value>(so_far.bearers) + uses >= instances_of(world_, placed))
        return written_out(event, next_ability, scope, ways, stops);
    if (++world_.written_out > most_written_out) {
        if (world_.written_out == most_written_out + 1)
            world_.error(
                DiagnosticKind::too_large, placed.ability->span,
                "there are too many orders in which the replacements of '" + event.name +
                    "' could follow one another inside something indivisible",
                "let it happen outside of 'simultaneously', 'whenever' and 'for each': 'as soon as' is "
                "a 'whenever' that may stop");
        return nothing();
    }
    if (placed.bearer && !bearer_is_role(placed, event.roles.size()))
        return one_of_the_bearers(event, so_far, scope, ways, stops);

    const auto applies = expressions_.for_some_bearer(
        placed, scope, event.roles, [&](Scope inner) { return replaces(event, placed, inner); });
    if (!applies) return ways.act();
    Scope inner = scope.inside();
    if (const auto known = Expressions::bearer_among(placed, event.roles))
        inner.add("this", {known->term, placed.bearer->on});
    const CodeId body = replacing_body(event, placed, inner, ways, stops);
    const CodeId without = written_out(event, next_ability, scope, ways, stops);
    const TermId others = some_replaces(event, next_ability.ability, scope);
    return if_else(*applies, either(event, placed, others, body, without), without, placed.clause);
}

// An ability whose bearer has to be found: the first one, or nobody decides between it and those behind it.
CodeId Statements::one_of_the_bearers(const Event& event, const WrittenOut& so_far, const Scope& scope,
                                      const Ways& ways, bool stops) {
    TermPool& terms = world_.model.terms;
    const PlacedAbility& placed = event.replacements[so_far.ability];
    const TypeId kind = placed.bearer->on;
    world_.told_apart.insert(world_.base(kind));  // they are gone through in their order
    // That some bearer behind `after` replaces the event, or which of them is the first.
    const auto found = [&](TermKind quantifier, const Scope& from, TermId after) -> std::optional<TermId> {
        Scope inner = from.inside();
        inner.holes = placed.holes;
        inner.clause = placed.clause;
        const std::uint32_t level = inner.level;
        const TermId self = expressions_.bind(inner, "this", kind);
        inner.add("it", placed.bearer->identity);
        const auto active = expressions_.functioning(*placed.bearer, self, inner);
        const auto applies = replaces(event, placed, inner);
        if (!active || !applies) return std::nullopt;
        std::vector<TermId> conjuncts{expressions_.enabling(placed), *active, *applies};
        if (after.is_valid()) conjuncts.push_back(terms.make(TermKind::Less, {after, self}));
        return expressions_.quantified(quantifier, {terms.land(conjuncts)}, level, kind);
    };
    const auto any = found(TermKind::Exists, scope, so_far.after);
    const auto first = found(TermKind::First, scope, so_far.after);
    if (!any || !first) return ways.act();
    Scope inner = scope.inside();
    const std::uint32_t level = inner.level;
    const TermId self = expressions_.bind(inner, "this", world_.optional(kind));
    Scope behind = scope;
    behind.level = inner.level;
    const CodeId body = replacing_body(event, placed, inner, ways, stops);
    const CodeId without =
        written_out(event, {so_far.ability, so_far.bearers + 1, self, true}, behind, ways, stops);
    const auto more = found(TermKind::Exists, behind, self);
    const TermId others =
        terms.lor({more.value_or(terms.truth(false)), some_replaces(event, so_far.ability + 1, behind)});
    const CodeId picked = let(level, *first, either(event, placed, others, body, without));
    const CodeId none = written_out(event, {so_far.ability + 1, 0, {}, so_far.skipped}, scope, ways, stops);
    return if_else(*any, picked, none, placed.clause);
}

// What a replacement does in place of the event; `inner` knows its bearer.
CodeId Statements::replacing_body(const Event& event, const PlacedAbility& placed, Scope inner,
                                  const Ways& ways, bool stops) {
    inner.holes = placed.holes;
    inner.clause = placed.clause;
    if (placed.bearer) inner.add("it", placed.bearer->identity);
    inner.replaced = used_up_with(placed, inner);
    inner.inlined.push_back(&placed);
    expressions_.match(*placed.ability, event.roles, inner);
    // The event may recur in here.
    const bool was_underway = event.action && world_.underway.leave(event.action->item);
    const CodeId body =
        stops ? tail(placed.ability->body, inner, ways.skip) : straight(placed.ability->body, inner);
    if (was_underway) world_.underway.enter(event.action->item);
    return body;
}

CodeId Statements::either(const Event& event, const PlacedAbility& placed, TermId others, CodeId body,
                          CodeId without) {
    if (world_.model.terms.is_false(others)) return body;
    const auto following = std::find_if(event.replacements.begin(), event.replacements.end(),
                                        [&](const PlacedAbility& other) { return &other > &placed; });
    const ClauseId other = following == event.replacements.end() ? placed.clause : following->clause;
    const auto key = std::make_tuple(event.name, placed.clause, other);
    auto known = world_.replaced_first.find(key);
    if (known == world_.replaced_first.end()) {
        const std::string name = world_.model.clause(placed.clause).name;
        const std::string other_name =
            other == placed.clause ? "another " + name : world_.model.clause(other).name;
        Incident incident;
        incident.code = FindingCode::OrderUnowned;
        incident.title = "replacing " + event.name + ": " + name + " or " + other_name + " first";
        incident.subject =
            "Several effects would replace one event inside something indivisible, where nobody can be "
            "asked.";
        for (const PlacedAbility& replacement : event.replacements) {
            if (std::find(incident.clauses.begin(), incident.clauses.end(), replacement.clause) ==
                incident.clauses.end())
                incident.clauses.push_back(replacement.clause);
        }
        incident.outcomes = {name + " first", other_name + " first"};
        incident.span = placed.ability->span;
        known = world_.replaced_first.emplace(key, world_.add_incident(std::move(incident))).first;
    }
    const CodeId decision = fork(known->second, {body, without}, placed.clause);
    return if_else(others, decision, body, placed.clause);
}

}  // namespace errata::compiler
