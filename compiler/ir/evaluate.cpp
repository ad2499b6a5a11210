// The evaluator's answers, of which `expand` is the large one: which transitions a state has, in the order of
// model.h, and for each of them every combination of outcomes that nobody decides. What one transition does
// is run_code's.
//
// Where a state check's condition or an option's guard depends on such an outcome, the outcome decides for
// the whole transition: with one value the option is there, with the other it is not (then it has no
// successor, and the incident stands in Expansion::incidents); `otherwise` and no_option belong to the
// outcomes for which no option is left, and meet what the guards met. Where the outcomes even decide who
// chooses, the owner is nobody.
#include "compiler/ir/evaluate.h"

#include <algorithm>
#include <utility>

#include "compiler/ir/evaluate_terms.h"
#include "compiler/ir/run_code.h"
#include "dsl/base/check.h"

namespace errata::compiler {

namespace {

// The expansion of one state under way.
struct Expander {
    const Model& model;
    const EnabledClauses& enabled;
    const State& state;
    ReadingSet* asked;
    const Shortcuts* shortcuts;  // null: each entry of a list and each binding of an option is tried
    TermTables* tables;
    bool by_parts;
    const Point* point = nullptr;
    Journal so_far = {};  // what evaluating the state checks' conditions met and decided
    Transition transition{model, enabled, asked, shortcuts, tables, by_parts};
    Expansion expansion = {};
    bool owned = false;
    std::vector<Value> registers = {};  // of the top frame, with the binders of the option under way
    std::vector<Value> bindings = {};
    bool asking = false;  // whether what is carried out is there at all
    bool full = false;
    bool option_possible = false;
    bool guards_met = false;     // an incident, of an outcome new or known: `otherwise` depends on it
    const Move* only = nullptr;  // an option: no other one is tried

    bool tries(std::uint32_t option) const { return only == nullptr || only->option == option; }
    bool tries(const std::vector<Value>& binders) const {
        return only == nullptr || only->bindings == binders;
    }
};

PointId id_of_point(const Expander& e) {
    return PointId(static_cast<std::size_t>(e.point - e.model.flow.points.data()));
}

bool has_room_for(Expander& e, const Move& move) {
    constexpr std::size_t most_values = std::size_t{1} << 26;  // half a gigabyte
    if (e.full || e.expansion.successors.size() * e.model.layout.cells < most_values) return !e.full;
    e.full = true;
    Successor cut;
    cut.move = move;
    cut.cut = cut.given_up = cut.too_many_ways = true;
    e.expansion.successors.push_back(std::move(cut));
    return false;
}

template <class Body>
void explore(Expander& e, const Move& move, Body body) {
    if (!has_room_for(e, move)) return;
    Decisions& decisions = e.transition.decisions;
    do {
        decisions.rewind();
        e.transition.journal = e.so_far;
        e.transition.changes.clear();
        e.transition.parts.clear();
        forgive(e.transition.terms);
        e.asking = false;
        if (!body()) continue;
        e.expansion.successors.push_back(e.transition.result(move));
        e.expansion.successors.back().asks = e.asking;
    } while (decisions.advance());
}

std::vector<Value> arguments_of(const Expander& e, std::size_t slot) {
    const std::size_t trigger = static_cast<std::size_t>(e.state[e.model.layout.slot(slot)] - 1);
    const auto first = e.state.begin() + static_cast<std::ptrdiff_t>(e.model.layout.slot(slot) + 1);
    return {first, first + static_cast<std::ptrdiff_t>(e.model.rules.triggers[trigger].params.size())};
}

// With what was decided so far. Where nothing was decided it is never there.
void leave_out(Expander& e, Move move) {
    if (e.transition.journal.outcomes.empty()) return;
    move.outcomes = e.transition.journal.outcomes;
    e.expansion.absent.push_back(std::move(move));
}

void own(Expander& e, Owner owner) {
    if (!e.owned) e.expansion.owner = owner;
    if (e.owned && owner != e.expansion.owner) e.expansion.owner = {OwnerKind::Nobody};
    e.owned = true;
}

void meet(Expander& e, const std::vector<Occurrence>& incidents) {
    for (const Occurrence& occurrence : incidents) {
        if (std::ranges::find(e.expansion.incidents, occurrence) == e.expansion.incidents.end()) {
            e.expansion.incidents.push_back(occurrence);
        }
    }
}

std::optional<Value> asked(Expander& e, TermId term, ClauseId clause) {
    if (!term.is_valid()) return std::nullopt;
    Journal journal;
    TermEvaluator terms{.model = e.model,
                        .enabled = e.enabled,
                        .journal = journal,
                        .asked = e.asked,
                        .shortcuts = e.shortcuts,
                        .tables = e.tables};
    terms.look_at(e.state.data(), e.registers.data());
    terms.speak_for(clause);
    for (std::size_t i = 0; i < e.bindings.size(); ++i)
        terms.binders.bind(static_cast<std::uint32_t>(i), e.bindings[i]);
    const Value value = terms.evaluate(term);
    meet(e, journal.incidents);
    if (terms.failed()) return std::nullopt;
    return value;
}

// None is nobody.
std::optional<Value> player(Expander& e, TermId term, ClauseId clause) {
    const std::optional<Value> who = asked(e, term, clause);
    return who == none_value ? std::nullopt : who;
}

// Between instances of different players nobody decides who places first.
Owner owner_of_placement(Expander& e, const std::vector<std::size_t>& instances) {
    if (instances.size() == 1) return {OwnerKind::Rules};
    if (!e.model.policies.trigger_order_stated) return {OwnerKind::Nobody};
    std::optional<Value> chooser;
    for (const std::size_t slot : instances) {
        const Trigger& trigger =
            e.model.rules.triggers[static_cast<std::size_t>(e.state[e.model.layout.slot(slot)] - 1)];
        e.bindings = arguments_of(e, slot);
        const std::optional<Value> mine = player(e, trigger.player, trigger.clause);
        if (!mine || (chooser && *chooser != *mine)) return {OwnerKind::Nobody};
        chooser = mine;
    }
    return {OwnerKind::Player, *chooser};
}

// Of the instances in these slots those that are next by rank.
void keep_next(Expander& e, std::vector<std::size_t>& instances) {
    const bool is_stack = e.model.policies.agenda == Agenda::Stack;
    std::vector<Value> ranks;
    for (const std::size_t slot : instances) {
        const Trigger& trigger =
            e.model.rules.triggers[static_cast<std::size_t>(e.state[e.model.layout.slot(slot)] - 1)];
        e.bindings = arguments_of(e, slot);
        const Value rank = asked(e, trigger.rank, trigger.clause).value_or(0);
        ranks.push_back(is_stack ? -rank : rank);
    }
    const Value next = *std::ranges::min_element(ranks);
    std::size_t place = 0;
    std::erase_if(instances, [&](std::size_t) { return ranks[place++] != next; });
}

void place(Expander& e) {
    const Layout& layout = e.model.layout;
    const auto slot_at = [&](std::size_t slot) {
        return e.state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    std::vector<std::size_t> instances;  // the first slot of each different one
    for (std::size_t slot = 0; slot < layout.pending && *slot_at(slot) != 0; ++slot) {
        if (std::ranges::none_of(instances, [&](std::size_t known) {
                return std::equal(slot_at(slot), slot_at(slot + 1), slot_at(known));
            })) {
            instances.push_back(slot);
        }
    }
    keep_next(e, instances);
    own(e, owner_of_placement(e, instances));
    for (const std::size_t slot : instances) {
        Move move;
        move.kind = MoveKind::Place;
        move.trigger = TriggerId(static_cast<std::size_t>(*slot_at(slot) - 1));
        move.arguments = arguments_of(e, slot);
        const Trigger& trigger = e.model.rules.triggers[move.trigger.index];
        explore(e, move, [&] {
            e.transition.begin(e.state);
            State& next = e.transition.state;
            const auto at = [&](std::size_t i) {
                return next.begin() + static_cast<std::ptrdiff_t>(layout.slot(i));
            };
            std::copy(at(slot + 1), at(layout.pending), at(slot));
            std::fill(at(layout.pending - 1), at(layout.pending), 0);
            push_frame(e.transition, e.model.policies.agenda, trigger.entry, move.arguments);
            e.transition.journal.use(trigger.clause);
            return true;
        });
    }
}

// A visitor of bindings says whether it wants another one, and how many binders, from the first, may get a
// new value first.
struct Wanted {
    bool more = true;
    std::size_t binders = static_cast<std::size_t>(-1);
};

template <class Visit>
bool for_each_binding(Expander& e, const PointOption& option, Visit visit) {
    const auto& binders = option.binders;
    const auto take = [&](std::size_t binder, Value value) {
        e.bindings[binder] = value;
        e.registers[binders[binder].reg] = value;
    };
    const std::vector<Value> before = e.registers;
    e.bindings.resize(binders.size());
    bool more = true;
    for (std::size_t i = 0; i < binders.size(); ++i) {
        const Type& type = e.model.type(binders[i].type);
        take(i, type.first());
        if (type.first() > type.hi) more = false;
    }
    Wanted wanted;
    while (more && wanted.more) {
        wanted = visit();
        // The last binder runs fastest.
        more = false;
        for (std::size_t i = binders.size(); i-- > 0 && !more;) {
            const Type& type = e.model.type(binders[i].type);
            more = i < wanted.binders && e.bindings[i] < type.hi;
            take(i, more ? e.bindings[i] + 1 : type.first());
        }
    }
    e.registers = before;
    return wanted.more;
}

// The guard met, decided and opened nothing, and the state checks before it decided nothing.
bool leaves_no_trace(const Expander& e) {
    const Journal& journal = e.transition.journal;
    return !e.transition.decisions.any() && journal.outcomes.empty() &&
           journal.incidents.size() == e.so_far.incidents.size() &&
           journal.open_values.size() == e.so_far.open_values.size();
}

void try_option(Expander& e, std::uint32_t index) {
    const PointOption& option = e.point->options[index];
    const PointId point = id_of_point(e);
    TermEvaluator& terms = e.transition.terms;
    Move move;
    move.point = point;
    move.option = index;
    for_each_binding(e, option, [&] {
        Wanted wanted;
        if (!e.tries(e.bindings)) return wanted;
        move.bindings = e.bindings;
        explore(e, move, [&] {
            terms.look_at(e.state.data(), e.registers.data());
            terms.speak_for(option.clause);
            const std::optional<std::size_t> false_part = terms.first_false(option.guard);
            const bool holds = !false_part;
            if (e.transition.decisions.any() ||
                e.transition.journal.incidents.size() > e.so_far.incidents.size())
                e.guards_met = true;
            if (!holds && !terms.failed()) {
                if (e.shortcuts != nullptr && leaves_no_trace(e))
                    wanted.binders = e.shortcuts->guard_binders.looked_at(point, index, *false_part);
                meet(e, e.transition.journal.incidents);
                const std::vector<OpenValue>& taken = e.transition.journal.open_values;
                e.expansion.open_values.insert(e.expansion.open_values.end(), taken.begin(), taken.end());
                leave_out(e, move);
                return false;
            }
            e.option_possible = true;
            e.asking = terms.failed();
            if (e.asking) return true;
            e.transition.begin(e.state);
            std::ranges::copy(e.registers, e.transition.registers());
            e.transition.journal.use(option.clause);
            run(e.transition, option.target, option.clause);
            return true;
        });
        wanted.more = !e.full;
        return wanted;
    });
}

void try_otherwise(Expander& e, bool guards_met) {
    TermEvaluator& terms = e.transition.terms;
    Move move;
    move.kind = MoveKind::Otherwise;
    move.point = id_of_point(e);
    const auto none_possible = [&] {
        terms.look_at(e.state.data(), e.registers.data());
        return std::ranges::all_of(e.point->options, [&](const PointOption& option) {
            return for_each_binding(e, option, [&] {
                terms.speak_for(option.clause);
                return Wanted{terms.evaluate(option.guard) == 0 && !terms.failed()};
            });
        });
    };
    explore(e, move, [&] {
        if (guards_met && !none_possible()) {
            leave_out(e, move);
            return false;
        }
        if (!e.point->otherwise) {
            e.transition.journal.meet(e.point->no_option, e.point->clause);
            meet(e, e.transition.journal.incidents);
            return false;
        }
        e.transition.begin(e.state);
        e.transition.journal.use(e.point->clause);
        run(e.transition, *e.point->otherwise, e.point->clause);
        return true;
    });
}

Owner owner_of(Expander& e, const Point& point) {
    if (point.owner != OwnerKind::Player) return {point.owner};
    // Without a value the incident says it all: there is no question of an order by nobody as well.
    const std::optional<Value> chooser = player(e, point.player, point.clause);
    return chooser ? Owner{OwnerKind::Player, *chooser} : Owner{OwnerKind::Elsewhere};
}

void choose(Expander& e) {
    own(e, owner_of(e, *e.point));
    e.option_possible = false;
    e.guards_met = false;
    // A move that is not there tells what the state checks decided. So each of these moves is listed then.
    const bool lists_all = e.shortcuts == nullptr || !e.so_far.outcomes.empty();
    const CaseList* const cases = lists_all ? nullptr : e.shortcuts->cases.point(id_of_point(e));
    std::size_t tried = 0;
    each_entry(cases, e.state.data(), e.point->options.size(), [&](std::uint32_t option) {
        if (e.tries(option)) try_option(e, option);
        ++tried;
        return true;
    });
    // A guard that does not hold meets what was met before it, also one that is left out.
    if (tried < e.point->options.size()) meet(e, e.so_far.incidents);
    if (e.only == nullptr && (!e.option_possible || e.guards_met)) try_otherwise(e, e.guards_met);
}

void go_on(Expander& e) {
    const Layout& layout = e.model.layout;
    const bool pending = layout.pending > 0 && e.state[layout.slot(0)] != 0;
    const bool on_floor = e.point->floor || layout.frames == 1 || e.state[layout.frame(1)] == 0;
    if (e.point->settled && pending && (e.model.policies.agenda != Agenda::Bag || on_floor)) {
        place(e);
    } else {
        choose(e);
    }
}

void settle(Expander& e) {
    Decisions decisions;
    TermEvaluator terms{.model = e.model,
                        .enabled = e.enabled,
                        .journal = e.so_far,
                        .decisions = &decisions,
                        .asked = e.asked,
                        .shortcuts = e.shortcuts,
                        .tables = e.tables};
    terms.look_at(e.state.data(), e.registers.data());
    const std::vector<StateCheck>& checks = e.model.rules.state_checks;
    const CaseList* const cases = e.shortcuts == nullptr ? nullptr : e.shortcuts->cases.checks();
    std::vector<std::size_t> holding;
    Move move;
    move.kind = MoveKind::Settle;
    do {
        decisions.rewind();
        e.so_far.clear();
        forgive(terms);
        holding.clear();
        each_entry(cases, e.state.data(), checks.size(), [&](std::uint32_t i) {
            terms.speak_for(checks[i].clause);
            if (terms.evaluate(checks[i].condition) != 0) holding.push_back(i);
            return !terms.failed();
        });
        if (terms.failed()) {
            own(e, {});
            explore(e, move, [&] {
                e.transition.terms.speak_for(terms.speak_for({}));
                e.transition.terms.fail(terms.failure);
                e.asking = true;
                return true;
            });
        } else if (!holding.empty()) {
            own(e, {});
            explore(e, move, [&] {
                e.transition.begin(e.state);
                settle(e.transition, holding);
                return true;
            });
        } else {
            // Conditions that do not hold say nothing about what follows, but what they met was met.
            if (!decisions.any()) {
                std::vector<Occurrence> met = std::move(e.so_far.incidents);
                e.so_far.clear();
                e.so_far.incidents = std::move(met);
            }
            go_on(e);
        }
    } while (decisions.advance());
}

// `asked` (may be null) takes the readings asked; `shortcuts` and `tables` (may be null) are the model's.
// `only` (may be null): the option that alone is tried. `by_parts`: Successor::parts is asked for.
Expansion expansion(const Model& model, const EnabledClauses& enabled, const State& state, ReadingSet* asked,
                    const Shortcuts* shortcuts, TermTables* tables, bool by_parts,
                    const Move* only = nullptr) {
    Expander e{model, enabled, state, asked, shortcuts, tables, by_parts};
    e.only = only;
    const Layout& layout = model.layout;
    if (state[layout.over] != 0) {
        e.expansion.over = true;
        return std::move(e.expansion);
    }
    const Value top = state[layout.frame(0)];
    if (top == 0) return std::move(e.expansion);
    e.point = &model.flow.points[static_cast<std::size_t>(top - 1)];
    const auto registers = state.begin() + static_cast<std::ptrdiff_t>(layout.frame(0) + 1);
    e.registers.assign(registers, registers + static_cast<std::ptrdiff_t>(layout.registers));
    if (e.point->settled && !model.rules.state_checks.empty()) {
        settle(e);
    } else {
        go_on(e);
    }
    return std::move(e.expansion);
}

}  // namespace

// Some 3 MB for the game as it is, 200 KB for each game without some clauses: there may be many of these.
static std::shared_ptr<TermTablesPool> tables_for(const EnabledClauses& enabled) {
    return std::make_shared<TermTablesPool>(std::size_t{1} << (enabled.empty() ? 17 : 13));
}

Evaluator::Evaluator(const Model& model, EnabledClauses enabled)
    : model_(model),
      enabled_(std::move(enabled)),
      facts_(std::make_shared<ModelFacts>(model)),
      tables_(tables_for(enabled_)) {
    ERRATA_CHECK(enabled_.empty() || enabled_.size() == model.clauses.size());
}

Expansion Evaluator::expand(const State& state) const {
    const TermTablesPool::Lease tables = lease();
    return expansion(model_, enabled_, state, asked_, shortcuts(), tables.tables(), is_by_parts_);
}

std::vector<Successor> Evaluator::follow(const State& state, const Move& choice) const {
    const Move* const only = choice.kind == MoveKind::Option ? &choice : nullptr;
    const TermTablesPool::Lease tables = lease();
    return expansion(model_, enabled_, state, asked_, shortcuts(), tables.tables(), is_by_parts_, only)
        .successors;
}

Evaluator Evaluator::watched(ReadingSet& asked) const {
    Evaluator result = *this;
    asked.resize(model_.readings.all.size());
    result.asked_ = has_readings(model_) ? &asked : nullptr;
    return result;
}

Evaluator Evaluator::plain() const {
    Evaluator result = *this;
    result.is_plain_ = true;
    return result;
}

Evaluator Evaluator::afresh() const {
    Evaluator result = *this;
    result.tables_ = tables_for(enabled_);
    return result;
}

Evaluator Evaluator::by_parts() const {
    Evaluator result = *this;
    result.is_by_parts_ = true;
    return result;
}

namespace {

// The conditions of WELL-FORMED in model.h, one function per part of the state.
class WellFormed {
public:
    WellFormed(const Model& model, const State& state)
        : model_(model), layout_(model.layout), state_(state) {}

    bool variables() const {
        return std::ranges::all_of(model_.variables, [&](const Variable& variable) {
            const Type& type = model_.type(variable.type);
            return std::ranges::all_of(range(variable.base, variable.base + variable.cells),
                                       [&](Value value) { return type.contains(value); });
        });
    }

    bool over() const { return within(state_[layout_.over], model_.rules.endings.size()); }

    bool agenda() const {
        std::size_t present = 0;
        while (present < layout_.frames && state_[layout_.frame(present)] != 0) ++present;
        const bool ended = state_[layout_.over] != 0;
        if (ended != (present == 0)) return false;
        for (std::size_t i = 0; i < present; ++i) {
            if (!frame(i, i + 1 == present)) return false;
        }
        return all_zero(layout_.frame(present), layout_.frame(layout_.frames));
    }

    bool pending() const {
        std::size_t present = 0;
        while (present < layout_.pending && state_[layout_.slot(present)] != 0) ++present;
        if (present > 0 && state_[layout_.over] != 0) return false;
        for (std::size_t i = 0; i < present; ++i) {
            if (!instance(i)) return false;
        }
        return all_zero(layout_.slot(present), layout_.slot(layout_.pending));
    }

private:
    std::span<const Value> range(std::size_t begin, std::size_t end) const {
        return std::span(state_).subspan(begin, end - begin);
    }
    bool all_zero(std::size_t begin, std::size_t end) const {
        return std::ranges::all_of(range(begin, end), [](Value value) { return value == 0; });
    }
    static bool within(Value value, std::size_t count) {
        return 0 <= value && value <= static_cast<Value>(count);
    }

    bool frame(std::size_t i, bool lowest) const {
        const std::size_t base = layout_.frame(i);
        if (!within(state_[base], model_.flow.points.size())) return false;
        const Point& point = model_.flow.points[static_cast<std::size_t>(state_[base] - 1)];
        if (point.control != lowest) return false;
        for (std::uint32_t reg = 0; reg < layout_.registers; ++reg) {
            const Value value = state_[base + 1 + reg];
            const auto live = std::ranges::find(point.live_registers, reg, &BinderRegister::reg);
            const bool fits =
                live == point.live_registers.end() ? value == 0 : model_.type(live->type).contains(value);
            if (!fits) return false;
        }
        return true;
    }

    bool instance(std::size_t i) const {
        const std::size_t base = layout_.slot(i);
        if (!within(state_[base], model_.rules.triggers.size())) return false;
        const Trigger& trigger = model_.rules.triggers[static_cast<std::size_t>(state_[base] - 1)];
        for (std::size_t k = 0; k < trigger.params.size(); ++k) {
            if (!model_.type(trigger.params[k]).contains(state_[base + 1 + k])) return false;
        }
        return all_zero(base + 1 + trigger.params.size(), layout_.slot(i + 1));
    }

    const Model& model_;
    const Layout& layout_;
    const State& state_;
};

}  // namespace

std::optional<Value> Evaluator::value(TermId term, const State& state) const {
    return value(term, state, nullptr);
}

std::optional<Value> Evaluator::value(TermId term, const State& state, const Value* registers) const {
    Journal journal;
    const TermTablesPool::Lease tables = lease();
    TermEvaluator terms{.model = model_,
                        .enabled = enabled_,
                        .journal = journal,
                        .asked = asked_,
                        .shortcuts = shortcuts(),
                        .tables = tables.tables()};
    terms.look_at(state.data(), registers);
    const Value value = terms.evaluate(term);
    return terms.failed() ? std::nullopt : std::optional(value);
}

std::optional<Value> Evaluator::option_value(TermId term, const State& state, const PointOption& option,
                                             const std::vector<Value>& bindings) const {
    ERRATA_CHECK(bindings.size() == option.binders.size());
    const auto first = state.begin() + static_cast<std::ptrdiff_t>(model_.layout.frame(0) + 1);
    std::vector<Value> registers(first, first + static_cast<std::ptrdiff_t>(model_.layout.registers));
    for (std::size_t i = 0; i < bindings.size(); ++i) registers[option.binders[i].reg] = bindings[i];
    return value(term, state, registers.data());
}

bool Evaluator::is_well_formed(const State& state) const {
    if (state.size() != model_.layout.cells) return false;
    const WellFormed check(model_, state);
    return check.variables() && check.over() && check.agenda() && check.pending();
}

State Evaluator::initial(const Setup& setup, const std::vector<Value>& open_values) const {
    ERRATA_CHECK(open_values.size() == setup.open.size());
    State state = setup.values;
    state.resize(model_.layout.cells);
    for (std::size_t i = 0; i < open_values.size(); ++i) state[setup.open[i]] = open_values[i];
    state[model_.layout.frame(0)] = Value{model_.flow.start.index} + 1;
    return canonical(model_, std::move(state));
}

bool Evaluator::satisfies_requirements(const Setup& setup, const State& state) const {
    const auto is_within = [&](const NarrowedCell& narrow) {
        return narrow.lo <= state[narrow.cell] && state[narrow.cell] <= narrow.hi;
    };
    if (!std::ranges::all_of(setup.narrowed, is_within)) return false;
    const auto is_inside = [&](const auto& box) { return std::ranges::all_of(box, is_within); };
    if (std::ranges::any_of(setup.without, is_inside)) return false;
    return std::ranges::all_of(setup.requirements, [&](const auto& requirement) {
        return value(requirement.first, state) == Value{1};
    });
}

// The bag sorted, empty slots last.
State canonical(const Model& model, State state) {
    const Layout& layout = model.layout;
    const auto at = [&](std::size_t slot) {
        return state.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot));
    };
    const auto before = [&](std::size_t a, std::size_t b) {
        if (*at(a) == 0 || *at(b) == 0) return *at(a) != 0 && *at(b) == 0;
        return std::lexicographical_compare(at(a), at(a + 1), at(b), at(b + 1));
    };
    for (std::size_t i = 1; i < layout.pending; ++i) {
        for (std::size_t k = i; k > 0 && before(k, k - 1); --k) std::swap_ranges(at(k), at(k + 1), at(k - 1));
    }
    return state;
}

std::size_t cell_of(const Model& model, VarId var, const std::vector<Value>& arguments) {
    const Variable& variable = model.variable(var);
    ERRATA_CHECK(arguments.size() == variable.params.size());
    Value offset = 0;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const Type& type = model.type(variable.params[i]);
        ERRATA_CHECK(type.contains(arguments[i]));
        offset = offset * type.size() + (arguments[i] - type.lo);
    }
    return variable.base + static_cast<std::size_t>(offset);
}

}  // namespace errata::compiler
