#include "checker/claims/undefined_terms.h"

#include <algorithm>
#include <map>

#include "checker/claims/without_value.h"
#include "checker/fact_kinds.h"
#include "checker/headline.h"
#include "checker/paths/path_step.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/term_words.h"
#include "checker/plays/top_point.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/effects/effects.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/base/mapped.h"

namespace errata::checker {

using namespace compiler;

namespace {

// Do lives end in this game, and references of what is under way with them?
bool forgets(const Model& model) {
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        if (model.flow.code[CodeId(i)].kind == CodeKind::Forget) return true;
    }
    return false;
}

// Does the clause end references in the variable, and not set them to none itself?
bool is_end_of_life(const Evaluator& evaluator, VarId variable, ClauseId clause) {
    const CodePool& code = evaluator.model().flow.code;
    const std::vector<Act>& writes = evaluator.facts().get<Effects>().writes(variable);
    const auto sets = [&](const Act& act) {
        return code[act.node].kind == CodeKind::Set && !code[act.node].is_reset && act.clause == clause;
    };
    const auto ends = [&](const Act& act) { return code[act.node].kind == CodeKind::Lose; };
    return std::ranges::none_of(writes, sets) && std::ranges::any_of(writes, ends);
}

// Of the running item, if it says what the register is called.
const BinderRegister* live_register(const Model& model, const State& state, Value reg) {
    const PointId top = top_point(model, state);
    if (!top.is_valid()) return nullptr;
    for (const BinderRegister& live : model.flow.points[top.index].live_registers) {
        if (Value{live.reg} == reg && !live.internal) return &live;
    }
    return nullptr;
}

// Did a register of that name hold something in the play?
bool has_held(const Model& model, const Trace& play, const std::string& name) {
    const auto holds = [&](const State& state) {
        const PointId top = top_point(model, state);
        if (!top.is_valid()) return false;
        const std::size_t registers = model.layout.frame(0) + 1;
        return std::ranges::any_of(model.flow.points[top.index].live_registers,
                                   [&](const BinderRegister& live) {
                                       return live.name == name && state[registers + live.reg] != none_value;
                                   });
    };
    return std::ranges::any_of(
        play.steps, [&](const Successor& step) { return step.next.has_value() && holds(*step.next); });
}

using Missing = std::optional<MissingValue>;

// What is asked of an object: of which kind it has to be, and the name of the field or table.
struct Asked {
    TypeId type;
    std::string name;
};

// Every place that has the term for an argument, and does not exist for this value of it.
std::vector<Asked> places_of(const Model& model, TermId argument, Value value) {
    std::vector<Asked> result;
    const auto add = [&](std::span<const TermId> arguments, const std::vector<TypeId>& params,
                         const std::string& name) {
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            if (arguments[i] == argument && !model.type(params[i]).contains(value))
                result.push_back({params[i], name});
        }
    };
    for (std::size_t i = 0; i < model.terms.size(); ++i) {
        const Term& term = model.terms[TermId(i)];
        const auto number = static_cast<std::size_t>(term.payload);
        if (term.kind == TermKind::Cell)
            add(term.children, model.variables[number].params, model.variables[number].name);
        if (term.kind == TermKind::Table)
            add(term.children, model.functions.tables[number].params, model.functions.tables[number].name);
    }
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        const Code& code = model.flow.code[CodeId(i)];
        if (!is_write(code.kind)) continue;
        const Variable& variable = model.variable(code.var);
        add(std::span(code.terms).first(code.terms.size() - 1), variable.params, variable.name);
    }
    return result;
}

// A cell, a printed value or an unknown of equations: what it is called, and what may be its arguments.
struct Place {
    const std::string& name;
    const std::vector<TypeId>& params;
};

std::optional<Place> place_of(const Model& model, const Term& term) {
    const auto index = static_cast<std::size_t>(term.payload);
    if (term.kind == TermKind::Cell)
        return Place{model.variable(VarId(index)).name, model.variable(VarId(index)).params};
    if (term.kind == TermKind::Table)
        return Place{model.functions.tables[index].name, model.functions.tables[index].params};
    if (term.kind == TermKind::Unknown)
        return Place{model.functions.unknowns[index].name, model.functions.unknowns[index].params};
    return std::nullopt;
}

// What asks one has no value that anybody knows here.
class UnknownUnknowns final : public AssignedUnknowns {
public:
    explicit UnknownUnknowns(TermEvaluator& terms) : terms_(terms) {}
    Value ask(UnknownId, std::size_t) override {
        terms_.fail(Failure::NoSolution);
        return 0;
    }

private:
    TermEvaluator& terms_;
};

class Undefined {
public:
    explicit Undefined(const Evaluator& evaluator)
        : evaluator_(evaluator),
          model_(evaluator.model()),
          terms_{model_, evaluator.enabled(), journal_, nullptr} {}

    // Of a condition in a state; the option's own values lie in its registers.
    Missing of(TermId condition, const State& state, const PointOption* option) {
        option_ = option;
        terms_.look_at(state.data(), state.data() + model_.layout.frame(0) + 1);
        if (!has_no_value(terms_, condition)) return std::nullopt;
        return missing(innermost_without_value(terms_, condition, bound_));
    }

    // Of the definition of an unknown, for values of its parameters.
    Missing of_definition(const Unknown& unknown, std::size_t position, const State& state) {
        terms_.look_at(state.data(), nullptr);
        UnknownUnknowns nobody_knows(terms_);
        terms_.unknowns = &nobody_knows;
        enter(terms_, unknown.params, position);
        for (std::size_t i = 0; i < unknown.params.size(); ++i)
            bound_[static_cast<Value>(i)] = unknown.params[i];
        Missing result;
        if (has_no_value(terms_, unknown.definition))
            result = missing(innermost_without_value(terms_, unknown.definition, bound_));
        terms_.unknowns = nullptr;
        return result;
    }

    // Of an argument of a place that code asks for or writes: it is outside of what there is.
    Missing of_argument(TermId argument, const State& state, const std::vector<PathValue>& bound,
                        const Trace& play) {
        terms_.look_at(state.data(), state.data() + model_.layout.frame(0) + 1);
        for (std::size_t level = 0; level < bound.size(); ++level)
            terms_.binders.bind(static_cast<std::uint32_t>(level), bound[level].now);
        if (model_.terms[argument].kind == TermKind::Within) return missing(argument);
        const Value value = terms_.evaluate(argument);
        if (terms_.failed()) return std::nullopt;
        const std::vector<Asked> places = places_of(model_, argument, value);
        if (places.empty()) return std::nullopt;
        note_register(argument, play);
        const auto is_first = [&](const Asked& place) { return place.name == places[0].name; };
        const bool is_one = std::ranges::all_of(places, is_first);
        MissingValue result = missing_of(argument, value, {places[0].type, is_one ? places[0].name : ""});
        note_end(argument, play, result);
        return result;
    }

private:
    // Notes which clause made the field none, and whether the last step did.
    void note_end(TermId id, const Trace& play, MissingValue& result) {
        result.life_ended = result.life_ended || life_ended_;
        const Term& term = model_.terms[id];
        if (term.kind != TermKind::Cell) return;
        const VarId written(static_cast<std::size_t>(term.payload));
        const Variable& variable = model_.variable(written);
        const std::size_t cell = variable.base + position_of(terms_, term.children, variable.params);
        result.is_none_by_then = state_before_last(play)[cell] != none_value;
        if (result.is_none_by_then) return;
        for (auto step = play.steps.rbegin(); step != play.steps.rend(); ++step) {
            for (auto change = step->changes.rbegin(); change != step->changes.rend(); ++change) {
                if (change->cell != cell) continue;
                if (change->after != none_value || !change->clause.is_valid()) return;
                result.life_ended = is_end_of_life(evaluator_, written, change->clause);
                result.none_since = change->clause;
                return;
            }
        }
    }

    // What the running item calls what its register holds: "g", of `strike(g)`.
    void note_register(TermId argument, const Trace& play) {
        const Term& term = model_.terms[argument];
        if (term.kind != TermKind::Register) return;
        const BinderRegister* asked = live_register(model_, state_before_last(play), term.payload);
        if (asked == nullptr) return;
        register_name_ = asked->name;
        life_ended_ = forgets(model_) && has_held(model_, play, asked->name);
    }

    TypeId type_of(const Term& leaf) const {
        if (leaf.kind == TermKind::Bound) {
            const auto known = bound_.find(leaf.payload);
            return known == bound_.end() ? TypeId() : known->second;
        }
        return option_ == nullptr ? TypeId() : type_of_register(model_, *option_, leaf.payload);
    }

    // What cannot be said in words is said as the number that it is.
    Phrase number(const TermWords& words, TermId id) {
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::Add || term.kind == TermKind::Subtract) {
            const Value right = terms_.evaluate(term.children[1]);
            const bool plus = (term.kind == TermKind::Add) == (right >= 0);
            const Phrase said = words.value(term.children[1]);
            const Phrase amount = said.empty() || right < 0 ? std::to_string(std::abs(right)) : said;
            return number(words, term.children[0]) + (plus ? " + " : " - ") + amount;
        }
        const Phrase said = words.value(id);
        return said.empty() ? std::to_string(terms_.evaluate(id)) : said;
    }

    // A place that does not exist: one of its arguments is none, or beyond what there is.
    Missing missing(TermId id) {
        const Term& term = model_.terms[id];
        if (term.kind == TermKind::Within) {
            forgive(terms_);
            const Value value = terms_.evaluate(term.children[0]);
            return missing_of(term.children[0], value, {TypeId(static_cast<std::size_t>(term.payload)), ""});
        }
        const std::optional<Place> place = place_of(model_, term);
        if (!place) return std::nullopt;
        const auto& [name, params] = *place;
        for (std::size_t i = 0; i < term.children.size(); ++i) {
            const Value value = terms_.evaluate(term.children[i]);
            const Type& type = model_.type(params[i]);
            if (type.lo <= value && value <= type.hi) continue;
            return missing_of(term.children[i], value, {params[i], name});
        }
        return std::nullopt;
    }

    MissingValue missing_of(TermId argument, Value value, const Asked& asked) {
        const TermWords words(model_, terms_, [this](const Term& leaf) { return type_of(leaf); });
        const Type& type = model_.type(asked.type);
        MissingValue result;
        if (value != none_value || type.form == TypeForm::Range) {
            result.kind = MissingKind::OutsideRange;
            result.asked = number(words, argument);
            result.value = value;
            result.range = type.name;
            return result;
        }
        result.kind = MissingKind::OfNone;
        result.field = asked.name.substr(asked.name.find('.') + 1);
        if (result.field == "exists") result.field.clear();
        const Phrase said = words.value(argument);
        result.asked = said.empty() ? register_name_ : said;
        result.life_ended = life_ended_;
        return result;
    }

    const Evaluator& evaluator_;
    const Model& model_;
    Journal journal_;
    TermEvaluator terms_;
    const PointOption* option_ = nullptr;
    std::map<Value, TypeId> bound_;  // by level
    std::string register_name_;      // of what is asked about; empty: it is no register
    bool life_ended_ = false;        // of what the field referred to that is none now
};

// The last step once more, as a path that ranges do not end.
struct LastStep {
    LastStep(const Evaluator& evaluator, const Trace& play) : step{evaluator, nobody, record, true} {
        for (const Value value : state_before_last(play)) before.push_back(fixed(value));
        reached = take(step, before, play.steps.back().move);
    }

    PathState before;
    PathRecord record;
    std::vector<Population> nobody;
    PathStep step;
    PathState reached;
};

// What it comes to that does not exist.
Missing of_last_step(const Evaluator& evaluator, const Trace& play) {
    const LastStep again(evaluator, play);
    const TermId where = again.record.refused_at.term;
    if (!where.is_valid() || again.reached.size() != again.before.size()) return std::nullopt;
    const State state = dsl::mapped(again.reached, &PathValue::now);
    return Undefined(evaluator).of_argument(where, state, again.step.terms.bound, play);
}

// What has no value in the term that says who decides next.
Missing of_who_decides(const Evaluator& evaluator, const State& state) {
    const PointId top = top_point(evaluator.model(), state);
    if (!top.is_valid()) return std::nullopt;
    const Point& point = evaluator.model().flow.points[top.index];
    return point.player.is_valid() ? Undefined(evaluator).of(point.player, state, nullptr) : std::nullopt;
}

}  // namespace

Missing what_has_no_value(const Evaluator& evaluator, const Trace& play) {
    const Model& model = evaluator.model();
    if (play.steps.empty() || (play.steps.back().next && !play.steps.back().asks))
        return of_who_decides(evaluator, last_state(play));
    const Successor& last = play.steps.back();
    State state = state_before_last(play);
    if (last.move.kind == MoveKind::Option && last.asks) {
        const PointOption& option = model.flow.points[last.move.point.index].options[last.move.option];
        for (std::size_t i = 0; i < option.binders.size(); ++i)
            state[model.layout.frame(0) + 1 + option.binders[i].reg] = last.move.bindings[i];
        return Undefined(evaluator).of(option.guard, state, &option);
    }
    if (last.next) return std::nullopt;
    for (const StateCheck& check : model.rules.state_checks) {
        Missing said = Undefined(evaluator).of(check.condition, state, nullptr);
        if (said) return said;
    }
    return of_last_step(evaluator, play);
}

Missing what_leaves_its_range(const Evaluator& evaluator, const Trace& play) {
    const Model& model = evaluator.model();
    if (play.steps.empty() || play.steps.back().next) return std::nullopt;
    const LastStep again(evaluator, play);
    // Up to where nothing can be said, as behind the end of the game, it went as it went.
    if (again.reached.size() != again.before.size()) return std::nullopt;
    for (const Variable& variable : model.variables) {
        const Type& type = model.type(variable.type);
        if (type.form != TypeForm::Range) continue;
        for (std::size_t i = 0; i < variable.cells; ++i) {
            const Value value = again.reached[variable.base + i].now;
            if (type.lo <= value && value <= type.hi) continue;
            MissingValue result;
            result.kind = MissingKind::WouldLeaveRange;
            result.asked = cell_name(model, variable.base + i);
            result.value = value;
            result.range = type.name;
            return result;
        }
    }
    return std::nullopt;
}

Missing what_equations_lack(const Evaluator& evaluator, EquationsId system, const State& state) {
    const Model& model = evaluator.model();
    const Equations& equations = model.functions.equations[system.index];
    for (std::size_t i = equations.first; i < equations.first + equations.count; ++i) {
        const Unknown& unknown = model.functions.unknowns[i];
        for (std::size_t position = 0; position < tuples(model, unknown.params); ++position) {
            Missing said = Undefined(evaluator).of_definition(unknown, position, state);
            if (said) return said;
        }
    }
    return std::nullopt;
}

Facts why_without_value(const Evaluator& evaluator, TermId term, const State& state) {
    Journal journal;
    Decisions decisions;
    decisions.rewind();
    TermEvaluator terms{evaluator.model(), evaluator.enabled(), journal, &decisions};
    terms.look_at(state.data(), state.data() + evaluator.model().layout.frame(0) + 1);
    terms.evaluate(term);
    if (!journal.incidents.empty()) {
        const IncidentId met = journal.incidents.front().incident;
        return {headline(evaluator.model(), evaluator.model().incidents.all[met.index])};
    }
    const Missing missing = Undefined(evaluator).of(term, state, nullptr);
    return missing ? Facts{fact(evaluator.model(), *missing)} : Facts{};
}

Fact fact(const Model& model, const MissingValue& missing) {
    const std::string number = std::to_string(missing.value);
    if (missing.kind == MissingKind::WouldLeaveRange)
        return {FactKind::WouldLeaveRange, {missing.asked, number, missing.range}};
    if (missing.kind == MissingKind::OutsideRange && missing.asked.text() == number)
        return {FactKind::OutsideRange, {number, missing.range}};
    if (missing.kind == MissingKind::OutsideRange)
        return {FactKind::IsOutsideRange, {missing.asked, number, missing.range}};
    if (missing.asked.empty()) return {FactKind::OfNone, {missing.field}};
    if (missing.is_none_by_then) return {FactKind::IsNoneByThen, {missing.asked, missing.field}};
    const std::string since = missing.none_since.is_valid() ? model.clause(missing.none_since).name : "";
    return {FactKind::IsNone, {missing.asked, since, missing.field}};
}

}  // namespace errata::checker
