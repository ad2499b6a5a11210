#include "compiler/lower/arrange.h"

#include <algorithm>
#include <set>

#include "compiler/ir/finding_codes.h"
#include "compiler/ir/incident_kinds.h"
#include "compiler/ir/term_kinds.h"
#include "compiler/lower/circles.h"
#include "compiler/lower/counting.h"
#include "compiler/lower/lowering.h"
#include "compiler/lower/open_functions.h"
#include "compiler/lower/targets.h"
#include "compiler/typed/walk.h"
#include "dsl/ast/print_heads.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

using dsl::DiagnosticKind;
using typed::AbilityKind;

namespace {

// Abilities that become agenda items. Each gets a trigger of the model, whose arguments are what its block
// will speak of.

// The roles of an event that a pattern gives a name.
std::vector<std::size_t> named_roles(const typed::Ability& ability) {
    std::vector<std::size_t> result;
    for (std::size_t i = 0; i < ability.params.size(); ++i) {
        if (ability.params[i].local.is_valid()) result.push_back(i);
    }
    return result;
}

// How often an ability may be used, counted in a variable of its own: per bearer where there is one.
std::optional<VarId> make_limit(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    if (ability.limit.uses == 0) return std::nullopt;
    std::vector<TypeId> params;
    if (placed.bearer) params.push_back(placed.bearer->on);
    if (ability.play.each.is_valid()) params.push_back(l.names.vocabulary.player_type);
    const VarId var = add_kept(l, "uses of " + l.clause_name(placed.clause), params,
                               l.model.types.range(0, ability.limit.uses), 0, ability.span);
    if (ability.limit.per == ast::LimitPer::Turn) l.memory.reset_by_turn.push_back(var);
    if (ability.limit.per == ast::LimitPer::Phase)
        l.memory.reset_by_phase[ability.limit.phase].push_back(var);
    return var;
}

// Of several events at one moment.
IncidentId which_are_caught(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    Incident order;
    order.code = FindingCode::OrderUnowned;
    order.order = OrderKind::Events;
    order.kind = IncidentKind::EventsAtOnce;
    order.clauses = {placed.clause};
    order.outcomes = {"the first is taken", "the second is taken", "the third is taken",
                      "the fourth is taken"};
    order.span = ability.span;
    return add_incident(l, std::move(order));
}

// Of a `when` or `at`; `params`: of the action it listens to.
Listener make_listener(const Lowering& l, const PlacedAbility& placed, const std::vector<TypeId>& params) {
    const typed::Ability& ability = *placed.ability;
    Listener made;
    made.placed = placed;
    Trigger trigger;
    trigger.name = l.clause_name(placed.clause);
    trigger.clause = placed.clause;
    if (placed.bearer) add_parameter(l, trigger, "this", placed.bearer->on);
    made.roles = named_roles(ability);
    for (const std::size_t i : made.roles) add_parameter(l, trigger, ability.params[i].name, params[i]);
    for (const typed::Given& given : ability.given) add_parameter(l, trigger, given.name, given.value.type);
    made.limit = make_limit(l, placed);
    made.most = ability.limit.uses;
    if (made.limit) trigger.limit = TriggerLimit{*made.limit, made.most, which_are_caught(l, placed)};
    made.trigger = add_trigger(l, std::move(trigger));
    return made;
}

// The item of a window: by itself, or before or after an action. Its place in Arranged::windows.
std::size_t window_item(const Lowering& l, WindowId window, ast::Side side, ActionId action) {
    std::vector<WindowItem>& items = l.arranged.windows;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (items[i].window == window && items[i].side == side && items[i].action == action) return i;
    }
    const ast::Item& written = *l.names.callables.windows[window.index].item;
    WindowItem item;
    item.window = window;
    item.side = side;
    item.action = action;
    Trigger trigger;
    trigger.name = written.name;
    std::string part;
    if (side != ast::Side::Alone)
        part = (side == ast::Side::Before ? "before " : "after ") + action_name(l, action);
    trigger.clause = add_clause(l, written.name, ClauseKind::Window, l.reporter.excerpt(written.span),
                                written.rows, written.span, part);
    if (side != ast::Side::Alone) {
        for (const typed::Binder& param : l.program.actions[action.index].params)
            add_parameter(l, trigger, param.name, param.domain.type);
    }
    add_parameter(l, trigger, "asked", l.names.vocabulary.player_type);
    item.trigger = add_trigger(l, std::move(trigger));
    items.push_back(std::move(item));
    return items.size() - 1;
}

// What is played around an event belongs to one window on each side.
bool belongs(const Lowering& l, const typed::Ability& ability, std::size_t index) {
    ActionRules& rules = l.arranged.actions[ability.event.action.index];
    std::optional<std::size_t>& place = ability.play.side == ast::Side::Before ? rules.before : rules.after;
    if (!place) place = index;
    if (*place == index) return true;
    const WindowId other = l.arranged.windows[*place].window;
    const std::string side = ability.play.side == ast::Side::Before ? "before" : "after";
    l.reporter.error(DiagnosticKind::duplicate_name, ability.span,
                     "what is played " + side + " '" + action_name(l, ability.event.action) +
                         "' belongs to one window, and that is '" +
                         l.names.callables.windows[other.index].item->name + "'");
    return false;
}

// A `may` ability goes to its windows.
void place_play(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    const bool around = ability.play.side != ast::Side::Alone;
    std::vector<std::size_t> places;
    for (const WindowId window : ability.play.windows) {
        places.push_back(
            window_item(l, window, ability.play.side, around ? ability.event.action : ActionId{}));
        if (around && !belongs(l, ability, places.back())) return;
    }
    Play play;
    play.placed = placed;
    play.roles = named_roles(ability);
    // What is played around an event is played once for each anyway.
    if (ability.limit.per != ast::LimitPer::Event) {
        play.limit = make_limit(l, placed);
        play.most = ability.limit.uses;
    }
    if (!ability.play.at_once) {
        Trigger trigger;
        trigger.name = l.clause_name(placed.clause);
        trigger.clause = placed.clause;
        if (placed.bearer) add_parameter(l, trigger, "this", placed.bearer->on);
        for (const std::size_t i : play.roles)
            add_parameter(l, trigger, ability.params[i].name,
                          l.names.callables.actions[ability.event.action.index].params[i]);
        for (const typed::Binder& binder : ability.play.binders)
            add_parameter(l, trigger, binder.name, binder.domain.type);
        for (const KeptTarget& target : kept_targets(l, ability))
            add_parameter(l, trigger, target.name, target.type);
        play.effect = add_trigger(l, std::move(trigger));
    }
    for (const std::size_t index : places) {
        l.arranged.windows[index].plays.push_back(play);
        play.is_again = true;
    }
}

// `as soon as C`: caught by a state check when C holds and it is not under way already.
void place_state_trigger(const Lowering& l, const PlacedAbility& placed) {
    Listener made = make_listener(l, placed, {});
    std::vector<TypeId> params;
    if (placed.bearer) params.push_back(placed.bearer->on);
    made.limit = add_kept(l, l.clause_name(placed.clause) + " is under way", params,
                          l.names.vocabulary.bool_type, 0, placed.ability->span);
    made.most = 1;
    l.arranged.state_triggers.push_back({placed, made});
    l.arranged.state_checks.push_back(placed);
}

std::vector<std::string> joined(std::vector<std::string> a, const std::vector<std::string>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

// What an ability is called within its item.
std::string part_name(const typed::Ability& ability) {
    switch (ability.kind) {
        case AbilityKind::Trigger:
            return "when " + ability.name;
        case AbilityKind::PhaseHook:
            return (ability.event.at_end ? "at the end of " : "at ") + ability.name;
        case AbilityKind::During:
            return "as " + ability.name;
        case AbilityKind::Prohibition:
            return "cannot " + ability.name;
        case AbilityKind::Replacement:
            return "instead of " + ability.name;
        case AbilityKind::StateCheck:
            return "whenever";
        case AbilityKind::Ending:
            return "ending " + ability.name;
        case AbilityKind::StateTrigger:
            return "as soon as";
        case AbilityKind::May:
            return "may " + ability.play.title;
        case AbilityKind::Ignores:
            return "ignores " + ability.ignored;
        case AbilityKind::Statement:
            return ability.name;
        case AbilityKind::CountsAs:
            return ability.name + " counts";
        case AbilityKind::Effect:
            return "effect on " + ability.name;
        case AbilityKind::Effects:
            return "effects";
        case AbilityKind::Insert:
        case AbilityKind::Lent:
            return "";
    }
    return "";
}

class Placing {
public:
    explicit Placing(const Lowering& l) : l_(l) {}

    std::vector<PlacedAbility> run(const ReadTexts& texts) {
        l_.arranged.antecedents = texts.antecedents;
        add_action_clauses();
        for (const typed::RuleAbility& rule : l_.program.abilities) place_rule(rule);
        place_texts(texts);
        for (const auto& [name, window] : l_.names.callables.window_named) {
            if (l_.names.vocabulary.player_type.is_valid()) window_item(l_, window, ast::Side::Alone, {});
        }
        l_.arranged.effects.resize(l_.names.callables.computed.size());
        for (const PlacedAbility& placed : all_) place_effect(placed);
        for (const PlacedAbility& placed : all_) {
            if (placed.ability->kind == AbilityKind::Statement) l_.arranged.statements.push_back(placed);
        }
        return std::move(all_);
    }

private:
    void add_action_clauses() {
        for (const SourceReading& reading : l_.names.readings) {
            const ast::Item& item = *reading.item;
            const ClauseId clause = add_clause(l_, item.title, ClauseKind::Reading,
                                               l_.reporter.excerpt(item.span), item.rows, item.span);
            add_reading(reading.variable, clause, false);
            if (item.sort.is_version)
                l_.model.readings.all.back().texts =
                    dsl::mapped(item.contents.alternatives, &ast::Alternative::title);
        }
        for (const SourceAssumption& assumption : l_.names.assumptions) add_assumption(assumption);
        for (const Action& action : l_.names.callables.actions) {
            const ast::Item& item = *action.item;
            ActionRules rules;
            rules.clause = add_clause(l_, item.name, ClauseKind::Action, l_.reporter.excerpt(item.span),
                                      item.rows, item.span);
            l_.arranged.actions.push_back(std::move(rules));
        }
    }

    void add_assumption(const SourceAssumption& assumption) {
        const ast::Item& item = *assumption.item;
        if (assumption.stance == ast::Stance::Tried && assumption.variable.is_valid()) {
            const ClauseId clause = add_clause(l_, assumption.name(), ClauseKind::Reading,
                                               l_.reporter.excerpt(item.span), item.rows, item.span);
            return add_reading(assumption.variable, clause, false);
        }
        l_.model.assumptions.push_back({assumption.name(), item.title, item.rows, item.span,
                                        assumption.variable, assumption.stance == ast::Stance::Denied});
    }

    // The variable says which way of understanding the clause is in force.
    void add_reading(VarId var, ClauseId clause, bool of_text) {
        l_.model.variables[var.index].reading = ReadingId(l_.model.readings.all.size());
        l_.model.readings.all.push_back({var, clause, of_text, {}});
    }

    TermId in_force(VarId var, std::size_t alternative) {
        return l_.pool().equal(l_.terms.cell(var, {}), l_.pool().constant(static_cast<Value>(alternative)));
    }

    // The line belongs to one text of a version.
    TermId in_version(const ast::TextLine& line) {
        const auto version = std::ranges::find_if(l_.names.readings, [&](const SourceReading& reading) {
            return reading.item->sort.is_version && reading.item->title == line.version;
        });
        ERRATA_CHECK(version != l_.names.readings.end());
        const std::vector<ast::Alternative>& texts = version->item->contents.alternatives;
        const auto text = std::ranges::find(texts, line.alternative, &ast::Alternative::name);
        return in_force(version->variable, static_cast<std::size_t>(text - texts.begin()));
    }

    void place_rule(const typed::RuleAbility& rule) {
        const ast::Item& item = *rule.item;
        const typed::Ability& ability = rule.ability;
        const SourceAssumption* const assumption =
            item.kind == ast::ItemKind::Assume ? l_.names.assumption(assumption_name(item)) : nullptr;
        if (assumption && assumption->stance == ast::Stance::Denied) return;
        PlacedAbility placed;
        placed.ability = &ability;
        std::string name = item.title;
        if (rule.alternative) {
            name += " (" + item.contents.alternatives[*rule.alternative].name + ")";
            placed.reading = in_force(l_.names.store.named.at(reading_name(item)), *rule.alternative);
        }
        if (assumption) placed.reading = in_force(assumption->variable, 0);
        const std::string text = item.sort.is_of_line ? item.name : l_.reporter.excerpt(ability.span);
        placed.clause = add_clause(l_, name, ClauseKind::Rule, text, joined(item.rows, ability.rows),
                                   ability.span, part_name(ability));
        all_.push_back(std::move(placed));
    }

    void place_texts(const ReadTexts& texts) {
        auto line = texts.lines.begin();
        for (const Card& card : l_.names.texts.cards) {
            const Bearer bearer = bearer_of(l_.names, card);
            if (!bearer.on.is_valid()) continue;
            PrintedItem item;
            item.name = card.item->name;
            item.kind = card.item->title;
            item.identity = card.identity;
            item.identity_type = bearer.of;
            item.span = card.item->span;
            for (std::size_t i = 0; line != texts.lines.end() && line->card == &card; ++i, ++line)
                item.clauses.push_back(place_line(card, *line, i));
            // An item without text is still a place to point at. A row of a table would not tell what it is.
            if (item.clauses.empty())
                item.clauses.push_back(
                    add_clause(l_, printed_clause(*card.item, Reporter::shortened(ast::head(*card.item)),
                                                  card.item->rows, card.item->span)));
            l_.model.printed_items.push_back(std::move(item));
        }
    }

    static Clause printed_clause(const ast::Item& card, std::string text, std::vector<std::string> rows,
                                 dsl::Span span) {
        return {card.name, std::move(text), ClauseKind::Printed, std::move(rows), span, card.title};
    }

    ClauseId place_line(const Card& card, const ReadLine& line, std::size_t number) {
        Clause printed = printed_clause(*card.item, line.line->text, joined(card.item->rows, line.line->rows),
                                        line.line->span);
        printed.readings = line.readings;
        for (const Understanding& way : line.ways) {
            for (const TextAbility& ability : way.abilities)
                printed.abilities.push_back(ability.ability->span);
            for (const std::size_t tag : way.phrases)
                printed.phrases.push_back(l_.names.texts.phrases[tag]->span);
        }
        const ClauseId clause = add_clause(l_, std::move(printed), "line " + std::to_string(number + 1));
        std::optional<VarId> reading;
        if (line.ways.size() > 1) {
            Type type;
            type.form = TypeForm::Enum;
            type.name = "reading of " + card.item->name;
            for (const Understanding& way : line.ways) type.labels.push_back(way.label);
            type.hi = static_cast<Value>(line.ways.size()) - 1;
            const TypeId readings = l_.model.types.add(type);
            reading = add_variable(l_, type.name, {}, readings, line.line->span);
            add_reading(*reading, clause, true);
        }
        for (std::size_t i = 0; i < line.ways.size(); ++i) {
            for (const TextAbility& ability : line.ways[i].abilities) {
                PlacedAbility placed;
                placed.ability = ability.ability;
                placed.clause = clause;
                placed.bearer = ability.bearer;
                placed.holes = ability.holes;
                placed.antecedents = line.ways[i].antecedents;
                std::vector<TermId> needs;
                if (!line.line->version.empty()) needs.push_back(in_version(*line.line));
                if (reading) needs.push_back(in_force(*reading, i));
                if (!needs.empty()) placed.reading = l_.pool().land(needs);
                all_.push_back(std::move(placed));
            }
        }
        return clause;
    }

    // A continuous effect goes to the derived value that it changes, in the layer in which its condition is
    // asked: the first one of all that it does.
    void place_effect(const PlacedAbility& placed) {
        const typed::Ability& ability = *placed.ability;
        const auto layer = [&](const typed::Ability& effect) {
            return l_.names.callables.computed[effect.said.computed.index].item->number;
        };
        if (ability.kind == AbilityKind::Effect)
            l_.arranged.effects[ability.said.computed.index].push_back({placed, &ability, layer(ability)});
        std::int64_t first = 0;
        for (const typed::Ability& part : ability.parts) {
            if (layer(part) > 0 && (first == 0 || layer(part) < first)) first = layer(part);
        }
        for (const typed::Ability& part : ability.parts) {
            PlacedAbility single = placed;
            single.ability = &part;
            l_.arranged.effects[part.said.computed.index].push_back(
                {std::move(single), &ability, first > 0 ? first : layer(part)});
        }
    }

    const Lowering& l_;
    std::vector<PlacedAbility> all_;
};

void arrange_one(const Lowering& l, const PlacedAbility& placed) {
    const typed::Ability& ability = *placed.ability;
    Arranged& arranged = l.arranged;
    const auto rules = [&]() -> ActionRules& { return arranged.actions[ability.event.action.index]; };
    switch (ability.kind) {
        case AbilityKind::Trigger:
            rules().listeners.push_back(
                make_listener(l, placed, l.names.callables.actions[ability.event.action.index].params));
            break;
        case AbilityKind::PhaseHook:
            arranged.hooks[{ability.event.phase, ability.event.at_end}].push_back(
                make_listener(l, placed, {}));
            break;
        case AbilityKind::Prohibition:
            if (!ability.except_to.empty()) arranged.excepted[placed.clause] = ability.except_to;
            rules().prohibitions.push_back(placed);
            break;
        case AbilityKind::CountsAs:
            add_counting(l, placed);
            break;
        case AbilityKind::During:
            rules().parts.push_back(placed);
            break;
        case AbilityKind::Replacement:
            (ability.event.of_phase ? arranged.phase_replacements[ability.event.phase] : rules().replacements)
                .push_back(placed);
            break;
        case AbilityKind::StateCheck:
        case AbilityKind::Ending:
            arranged.state_checks.push_back(placed);
            break;
        case AbilityKind::StateTrigger:
            place_state_trigger(l, placed);
            break;
        case AbilityKind::May:
            place_play(l, placed);
            break;
        case AbilityKind::Ignores:
            rules().ignoring.push_back(placed);
            break;
        case AbilityKind::Statement:
            add_statement(l, placed);
            break;
        case AbilityKind::Effect:  // placed before, for open statements ask for what they change
        case AbilityKind::Effects:
        case AbilityKind::Insert:
        case AbilityKind::Lent:
            break;
    }
}

void place_rulings(const Lowering& l) {
    for (const typed::Ruling& ruling : l.program.claims.rulings) {
        const ast::Item& item = *ruling.item;
        const ClauseId clause = add_clause(l, item.title, ClauseKind::Ruling, l.reporter.excerpt(item.span),
                                           item.rows, item.span);
        Incident incident;
        incident.code = FindingCode::ContradictionRuling;
        incident.kind = IncidentKind::RulingFails;
        incident.names = {item.title};
        incident.clauses = {clause};
        incident.span = item.span;
        l.arranged.actions[ruling.action.index].rulings.push_back(
            {&ruling, clause, add_incident(l, std::move(incident))});
    }
}

// What acts in an early layer may have lost its text in the end. For each such effect of the card's text: is
// it in force in its layer?
TermId acts_in_a_layer(const Lowering& l, const Bearer& bearer, TermId self, const Scope& scope) {
    std::vector<TermId> any;
    for (const std::vector<ContinuousEffect>& effects : l.arranged.effects) {
        for (const ContinuousEffect& effect : effects) {
            const PlacedAbility& placed = effect.placed;
            if (effect.layer == 0 || !placed.bearer || placed.bearer->printed != bearer.printed) continue;
            Scope inner = scope;
            inner.layer = effect.layer;
            inner.unapplied = Unapplied{effect.whole, placed.clause, TypedTerm{self, bearer.on}};
            any.push_back(l.terms.functioning(bearer, self, inner));
        }
    }
    return l.pool().lor(any);
}

// Only when all is arranged is it known what derived values are, and so who has which text.
void find_functioning(const Lowering& l) {
    std::size_t next = 0;
    for (const Card& card : l.names.texts.cards) {
        const Bearer bearer = bearer_of(l.names, card);
        if (!bearer.on.is_valid()) continue;
        Scope scope;
        const std::uint32_t level = scope.level;
        const TermId self = l.terms.bind(scope, {}, "this", bearer.on);
        const TermId functioning =
            l.pool().lor({l.terms.functioning(bearer, self, scope), acts_in_a_layer(l, bearer, self, scope)});
        l.model.printed_items[next++].functions =
            l.terms.quantified(TermKind::Exists, {functioning}, level, bearer.on);
    }
}

}  // namespace

std::vector<PlacedAbility> place_abilities(const Lowering& l, const ReadTexts& texts) {
    return Placing(l).run(texts);
}

void arrange(const Lowering& l, const std::vector<PlacedAbility>& all) {
    // An open function's statements may speak of what prohibitions say: those come first.
    for (const PlacedAbility& placed : all) {
        if (placed.ability->kind != AbilityKind::Statement) arrange_one(l, placed);
    }
    pose_questions(l);
    for (const PlacedAbility& placed : all) {
        if (placed.ability->kind == AbilityKind::Statement) arrange_one(l, placed);
    }
    answer_questions(l);
    place_rulings(l);
    find_circles_of_what_can_happen(l);
    if (!l.reporter.has_errors()) find_functioning(l);
    find_recurring(l);
}

namespace {

// Which replacements can meet the event that they replace again.

// The actions that a body performs itself, holes filled. What those do in turn are events of their own.
class Performed {
public:
    explicit Performed(const Lowering& l) : l_(l) {}

    std::set<ActionId> by(const PlacedAbility& placed) {
        actions_.clear();
        Scope scope;
        scope.holes = placed.holes;
        if (placed.bearer) scope.printed = placed.bearer->printed;
        read(placed.ability->body, scope);
        return actions_;
    }

private:
    void read(const typed::Block& body, const Scope& scope) {
        for (const typed::Stmt& stmt : body) {
            if (stmt.kind == typed::StmtKind::Perform) actions_.insert(stmt.action);
            if (stmt.kind == typed::StmtKind::Insert) {
                const Hole& hole = scope.holes->by_name.at(stmt.name);
                if (const auto* const phrase = l_.terms.filler(hole, stmt.exprs, scope))
                    read(phrase->block, inside_hole(hole, scope));
            }
            for (const auto* blocks : {&stmt.blocks, &stmt.cases.none, &stmt.cases.several}) {
                for (const typed::Block& block : *blocks) read(block, scope);
            }
            for (const typed::Option& option : stmt.options) read(option.body, scope);
        }
    }

    const Lowering& l_;
    std::set<ActionId> actions_;
};

}  // namespace

void find_recurring(const Lowering& l) {
    Performed performed(l);
    // By action: those that its replacements perform, then everything that this leads to.
    std::map<ActionId, std::set<ActionId>> leads_to;
    const std::vector<ActionRules>& actions = l.arranged.actions;
    for (std::size_t i = 0; i < actions.size(); ++i) {
        for (const PlacedAbility& placed : actions[i].replacements) {
            const std::set<ActionId> next = performed.by(placed);
            leads_to[ActionId(i)].insert(next.begin(), next.end());
        }
    }
    const auto reach = [&](std::set<ActionId> from) {
        std::vector<ActionId> open(from.begin(), from.end());
        while (!open.empty()) {
            const ActionId action = open.back();
            open.pop_back();
            for (const ActionId next : leads_to[action]) {
                if (from.insert(next).second) open.push_back(next);
            }
        }
        return from;
    };
    for (std::size_t i = 0; i < actions.size(); ++i) {
        for (const PlacedAbility& placed : actions[i].replacements) {
            if (reach(performed.by(placed)).count(ActionId(i)) > 0) l.arranged.recurring.push_back(&placed);
        }
    }
}

}  // namespace errata::compiler
