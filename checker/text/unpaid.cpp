// Texts that give although what they take changes nothing: "Exhaust this. Draw a card", of what is exhausted
// already. A text's price is a part of it that only ever takes something away from whoever uses it, as far as
// the rules show what that is worth (worth.h). Looked for in play from each position in which nothing is
// under way to the next one: a run of the text in which its price changes nothing, and another part does.
// Code `unpaid`, a warning.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>

#include "checker/causes/experiment.h"
#include "checker/explicit/traces.h"
#include "checker/fact_kinds.h"
#include "checker/order/quiescence.h"
#include "checker/plays/describe.h"
#include "checker/plays/steps.h"
#include "checker/plays/top_point.h"
#include "checker/search/analysis.h"
#include "checker/search/findings.h"
#include "checker/text/worth.h"
#include "compiler/ir/finding_codes.h"

namespace errata::checker {

using namespace compiler;

namespace {

constexpr std::size_t most_expansions = 100'000;  // of one obligation
constexpr std::size_t most_states_per_way = 500;  // to the next position at rest
constexpr std::size_t most_runs_kept = 8;         // of a part, in which it changes nothing

// Who uses a text: the object that bears it, and the player whose it is.
struct User {
    std::optional<std::pair<TypeId, Value>> self;
    std::optional<Value> player;
};

// A part of a text that was carried out on a way.
struct Entry {
    PartId part;
    User user;
    std::vector<Change> writes;  // those that write what is there already among them
    bool adds_nothing = false;   // to some number: an amount of 0
    std::size_t step = 0;        // of the way
};

bool changes_something(const Change& write) { return write.before != write.after; }

// It takes nothing because nothing is asked, if its amount is 0.
bool acts(const Entry& entry) {
    return entry.adds_nothing || std::ranges::any_of(entry.writes, changes_something);
}

// From a position at rest: what has been carried out so far, and how play came there.
struct Visit {
    std::size_t from;
    Successor step;
    std::vector<Entry> entries;
    Clauses without_object = {};  // texts in which there was nothing to choose from
};
constexpr std::size_t none = static_cast<std::size_t>(-1);

// One time that a text was carried out.
using Run = std::vector<const Entry*>;

// A run in which a part changes nothing and others do.
struct FreeRun {
    const Reach* reach = nullptr;
    StateId from;
    std::vector<Successor> steps;
    std::vector<PartId> carried_out;
    std::optional<Entry> idle;  // nothing: it was not come to
    std::vector<Entry> acting;
};

struct PartSeen {
    std::optional<Change> taken = {};  // the first that it takes from whoever uses the text
    User taken_from = {};
    bool does_more = false;   // gives something to whoever uses it, or does something to others
    std::set<PartId> beside;  // other parts of runs in which it is carried out
    std::vector<FreeRun> free = {};
};

// The owner of a cell: the user of the text, the object that bears it, somebody else, or nobody.
enum class Holder { User, Itself, Others, Nobody };

class PriceSearch {
public:
    explicit PriceSearch(Task& task)
        : task_(task),
          model_(task.model()),
          evaluator_(task.workbench().evaluator()),
          by_parts_(evaluator_.by_parts()),
          worths_(evaluator_.facts().get<Worths>()),
          with_prices_(texts_with_prices()),
          parts_(model_.parts.size()) {
        for (const PrintedItem& item : model_.printed_items) {
            for (const ClauseId clause : item.clauses) items_.emplace(clause, &item);
        }
    }

    void look_through(const Reach& reach) {
        for (const StateId id : positions_before_texts(reach)) {
            if (expansions_ > most_expansions || task_.workbench().clock().is_over()) {
                cut_short_ = true;
                return;
            }
            look_from(reach, id);
        }
    }

    void tell() {
        learn_from_hindered();
        std::set<ClauseId> known;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const FreeRun* const run = is_price(PartId(i)) ? shown_by(PartId(i)) : nullptr;
            if (run == nullptr || !known.insert(model_.parts[i].clause).second) continue;
            task_.finding(finding_of(PartId(i), *run));
        }
    }

    bool cut_short() const { return cut_short_; }

private:
    // On the way to each state in which such a text takes part, the last one with nothing under way.
    std::set<StateId> positions_before_texts(const Reach& reach) {
        std::set<StateId> result;
        std::vector<bool> is_seen(reach.exploration().size());  // it, and the way to it
        for (const auto& [text, states] : reach.recording().of_parts()) {
            if (!with_prices_.contains(text)) continue;
            cut_short_ |= states.size() == Recording::most_of_parts;
            for (const StateId state : states) {
                const std::optional<StateId> before = position_before(reach.exploration(), state, is_seen);
                if (before) result.insert(*before);
            }
        }
        return result;
    }
    // Nothing: it was told of a state before.
    std::optional<StateId> position_before(const Exploration& exploration, StateId at,
                                           std::vector<bool>& is_seen) const {
        while (!is_seen[at.index]) {
            is_seen[at.index] = true;
            const StateId parent = exploration[at].parent;
            if (!parent.is_valid() || !is_under_way(exploration.state(at))) return at;
            at = parent;
        }
        return std::nullopt;
    }

    bool is_under_way(const State& state) const {
        const Layout& layout = model_.layout;
        const PointId point = top_point(model_, state);
        return (point.is_valid() && !model_.flow.points[point.index].settled) ||
               (layout.frames > 1 && state[layout.frame(1)] != 0) ||
               (layout.pending > 0 && state[layout.slot(0)] != 0);
    }

    // Texts with a part that may take something from their user.
    std::set<ClauseId> texts_with_prices() const {
        std::set<ClauseId> result;
        for (std::size_t i = 0; i < model_.flow.code.size(); ++i) {
            const Code& node = model_.flow.code[CodeId(i)];
            const bool writes = node.part.is_valid() && is_write(node.kind) && !begins_life(node);
            if (writes && (worths_.may_be_loss(node.var) || says_player(node.var)))
                result.insert(model_.parts[node.part.index].clause);
        }
        return result;
    }

    void look_from(const Reach& reach, StateId id) {
        const State state = reach.exploration().state(id);
        const Expansion start = expand(state);
        if (!is_quiescent(model_, state, start) || start.successors.empty()) return;
        std::vector<Visit> visits;
        std::set<std::pair<State, std::vector<std::pair<PartId, bool>>>> known;
        const auto come_to = [&](std::size_t from, const State& before, const Expansion& expansion) {
            const std::size_t step = from == none ? 0 : steps_to(visits, from) + 1;
            for (const Successor& successor : expansion.successors) {
                if (!successor.next) continue;
                Visit visit{from, successor, from == none ? std::vector<Entry>{} : visits[from].entries};
                if (from != none) visit.without_object = visits[from].without_object;
                if (successor.move.kind == MoveKind::Otherwise)
                    add_clause(visit.without_object, model_.flow.points[successor.move.point.index].clause);
                add_entries(before, expansion.owner, successor, step, visit.entries);
                visit.step.parts.clear();
                std::vector<std::pair<PartId, bool>> summary;
                for (const Entry& entry : visit.entries) summary.emplace_back(entry.part, acts(entry));
                if (known.emplace(*successor.next, std::move(summary)).second)
                    visits.push_back(std::move(visit));
            }
        };
        come_to(none, state, start);
        for (std::size_t i = 0; i < visits.size() && visits.size() < most_states_per_way; ++i) {
            const State at = *visits[i].step.next;
            if (has_ended(model_, at)) continue;
            const Expansion expansion = expand(at);
            if (is_quiescent(model_, at, expansion))
                read_runs(reach, id, visits, i);
            else
                come_to(i, at, expansion);
        }
    }

    Expansion expand(const State& state) {
        ++expansions_;
        return by_parts_.expand(state);
    }

    static std::size_t steps_to(const std::vector<Visit>& visits, std::size_t visit) {
        std::size_t steps = 0;
        for (; visits[visit].from != none; visit = visits[visit].from) ++steps;
        return steps;
    }

    void add_entries(const State& before, const Owner& owner, const Successor& successor, std::size_t step,
                     std::vector<Entry>& entries) {
        if (successor.parts.empty()) return;
        const User user = user_of(before, owner, successor.move);
        for (const CarriedPart& carried : successor.parts) {
            Entry entry{carried.part, by_its_bearer(carried, user, before), of_the_game(carried.writes),
                        carried.adds_nothing, step};
            Entry* const last = last_of(entries, model_.parts[entry.part.index].ability);
            // Where the rest of a text no longer speaks of its bearer, it is still the same text.
            if (last != nullptr && !user.self && (!user.player || user.player == last->user.player))
                entry.user = last->user;
            judge(entry, before);
            // A part may take several steps.
            if (last != nullptr && last->part == entry.part && last->user.player == entry.user.player)
                last->writes.insert(last->writes.end(), entry.writes.begin(), entry.writes.end());
            else
                entries.push_back(std::move(entry));
        }
    }

    // A text may add to an action that another text performs. Then the move does not name its bearer. The
    // objects that it writes to show who that is.
    User by_its_bearer(const CarriedPart& carried, const User& user, const State& before) const {
        const ClauseId clause = model_.parts[carried.part.index].clause;
        const auto known = items_.find(clause);
        if (known == items_.end() || (user.self && bears(*user.self, *known->second, before))) return user;
        for (const Change& write : carried.writes) {
            const std::optional<VarId> id = variable_of(model_, write.cell);
            if (!id) continue;
            const Variable& variable = model_.variable(*id);
            const std::vector<Value> arguments = arguments_of(model_, variable, write.cell);
            for (std::size_t i = 0; i < arguments.size(); ++i) {
                const std::pair object{model_.types.base(variable.params[i]), arguments[i]};
                if (!bears(object, *known->second, before)) continue;
                const std::optional<Value> player = player_of(before, object.first, object.second);
                return {object, player ? player : user.player};
            }
        }
        return user;
    }
    // Some field of the object names the item.
    bool bears(const std::pair<TypeId, Value>& object, const PrintedItem& item, const State& state) const {
        return std::ranges::any_of(model_.variables, [&](const Variable& variable) {
            return variable.params.size() == 1 && model_.types.base(variable.params[0]) == object.first &&
                   refers_to(model_, variable.type, item.identity_type) &&
                   state[cell_of(model_, VarId(index_of(variable)), {object.second})] == item.identity;
        });
    }

    // And what is put off until later.
    std::vector<Change> of_the_game(std::vector<Change> writes) const {
        std::erase_if(writes, [&](const Change& write) {
            const std::optional<VarId> variable = variable_of(model_, write.cell);
            return !variable ||
                   (!is_of_the_game(model_.variable(*variable)) && model_.variable(*variable).waits_for == 0);
        });
        return writes;
    }

    Entry* last_of(std::vector<Entry>& entries, std::size_t ability) const {
        const auto last = std::ranges::find(entries.rbegin(), entries.rend(), ability, [&](const Entry& one) {
            return model_.parts[one.part.index].ability;
        });
        return last == entries.rend() ? nullptr : &*last;
    }

    // The object that bears a text has the name `this` where it is carried out; the text is of the player who
    // has that object. Else it is of whoever makes the move, or the player that what has happened is about.
    User user_of(const State& before, const Owner& owner, const Move& move) const {
        User user;
        const PointId id = top_point(model_, before);
        if (!id.is_valid()) return user;
        const Point& point = model_.flow.points[id.index];
        const auto note = [&](const BinderRegister& binder, Value value) {
            if (binder.name == "this" && value != none_value)
                user.self = {model_.types.base(binder.type), value};
        };
        for (const BinderRegister& live : point.live_registers)
            note(live, before[model_.layout.frame(0) + 1 + live.reg]);
        if (move.kind == MoveKind::Option) {
            const PointOption& option = point.options[move.option];
            for (std::size_t i = 0; i < option.binders.size() && i < move.bindings.size(); ++i)
                note(option.binders[i], move.bindings[i]);
        }
        if (user.self) user.player = player_of(before, user.self->first, user.self->second);
        if (!user.player && owner.kind == OwnerKind::Player) user.player = owner.player;
        for (const BinderRegister& live : point.live_registers) {
            const Value value = before[model_.layout.frame(0) + 1 + live.reg];
            if (user.player || point.control || value == none_value || live.internal) continue;
            const TypeId kind = model_.types.base(live.type);
            user.player = kind == model_.player_type ? std::optional(value) : player_of(before, kind, value);
        }
        if (!user.player && has_one_player()) user.player = 0;
        return user;
    }

    bool has_one_player() const { return players(model_).size() == 1; }
    bool says_player(VarId variable) const {
        return model_.player_type.is_valid() &&
               refers_to(model_, model_.variable(variable).type, model_.player_type);
    }
    bool says_whose(const Variable& variable, TypeId kind) const {
        return variable.params.size() == 1 && variable.params[0] == kind &&
               says_player(VarId(index_of(variable)));
    }
    // The player that a field of the object names, if there is such a field.
    std::optional<Value> player_of(const State& state, TypeId kind, Value object) const {
        if (object == none_value) return std::nullopt;
        for (const Variable& variable : model_.variables) {
            if (!says_whose(variable, kind)) continue;
            const Value player = state[cell_of(model_, VarId(index_of(variable)), {object})];
            if (player != none_value) return player;
        }
        return std::nullopt;
    }
    std::size_t index_of(const Variable& variable) const {
        return static_cast<std::size_t>(&variable - model_.variables.data());
    }

    Holder holder_of(const State& before, VarId id, std::size_t cell, const User& user) const {
        const Variable& variable = model_.variable(id);
        if (variable.params.empty()) return has_one_player() ? Holder::User : Holder::Nobody;
        Holder result = Holder::Nobody;
        const std::vector<Value> arguments = arguments_of(model_, variable, cell);
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Value argument = arguments[i];
            const TypeId kind = model_.types.base(variable.params[i]);
            if (user.self && user.self->first == kind && user.self->second == argument) return Holder::Itself;
            const std::optional<Value> player =
                kind == model_.player_type ? std::optional(argument) : player_of(before, kind, argument);
            if (player && user.player) result = *player == *user.player ? Holder::User : Holder::Others;
            if (result == Holder::User) return result;
        }
        return result == Holder::Nobody && has_one_player() ? Holder::User : result;
    }

    // Notes what the part takes and gives there.
    void judge(const Entry& entry, const State& before) {
        PartSeen& seen = parts_[entry.part.index];
        for (const Change& write : entry.writes) {
            if (write.before == write.after) continue;
            const std::optional<VarId> id = variable_of(model_, write.cell);
            if (!id || !is_of_the_game(model_.variable(*id))) continue;
            const Worth worth = worth_of(before, *id, write, entry.user);
            if (worth == Worth::Loss && !seen.taken) {
                seen.taken = write;
                seen.taken_from = entry.user;
            }
            seen.does_more |= worth == Worth::Gain;
        }
    }

    // To whoever uses the text; what is done to others is never a loss.
    Worth worth_of(const State& before, VarId id, const Change& write, const User& user) const {
        if (says_player(id) && user.player) {
            if (write.before == *user.player) return Worth::Loss;
            if (write.after == *user.player) return Worth::Gain;
        }
        switch (holder_of(before, id, write.cell, user)) {
            case Holder::User:
                return worths_.of_change(id, write.before, write.after);
            case Holder::Itself:
                return worths_.of_change_to_itself(id, write.before, write.after);
            case Holder::Others:
                return Worth::Gain;
            case Holder::Nobody:
                return Worth::Unclear;
        }
        return Worth::Unclear;
    }

    // The way from a position at rest to this one, by texts and times that they were carried out.
    void read_runs(const Reach& reach, StateId from, const std::vector<Visit>& visits, std::size_t last) {
        std::map<std::pair<std::size_t, std::optional<Value>>, std::vector<Run>> runs;
        for (const Entry& entry : visits[last].entries) {
            std::vector<Run>& of_text = runs[{model_.parts[entry.part.index].ability, entry.user.player}];
            if (of_text.empty() || entry.part <= of_text.back().back()->part) of_text.emplace_back();
            of_text.back().push_back(&entry);
        }
        for (const auto& [text, of_text] : runs) {
            for (const Run& run : of_text) {
                for (const Entry* one : run) {
                    for (const Entry* other : run) parts_[one->part.index].beside.insert(other->part);
                }
                for (std::size_t i = 0; i < model_.parts.size(); ++i) {
                    if (model_.parts[i].ability == text.first)
                        read_run(reach, from, visits, last, run, PartId(i));
                }
            }
        }
    }

    void read_run(const Reach& reach, StateId from, const std::vector<Visit>& visits, std::size_t last,
                  const Run& run, PartId part) {
        std::vector<FreeRun>& free = parts_[part.index].free;
        if (free.size() >= most_runs_kept) return;
        const auto entry = std::ranges::find(run, part, [](const Entry* one) { return one->part; });
        const bool is_reached = entry != run.end();
        if (is_reached ? acts(**entry) : !is_left_out(visits[last], part)) return;
        FreeRun found{&reach, from, {}, {}, is_reached ? std::optional(**entry) : std::nullopt, {}};
        for (const Entry* one : run) {
            found.carried_out.push_back(one->part);
            if (one->part != part && acts(*one)) found.acting.push_back(*one);
        }
        const auto is_alike = [&](const FreeRun& other) {
            return other.carried_out == found.carried_out && other.idle.has_value() == is_reached &&
                   (!is_reached || other.idle->writes.empty() == found.idle->writes.empty()) &&
                   std::ranges::equal(other.acting, found.acting, {}, &Entry::part, &Entry::part);
        };
        if (found.acting.empty() || std::ranges::any_of(free, is_alike)) return;
        std::deque<Successor> way;
        for (std::size_t at = last; at != none; at = visits[at].from) way.push_front(visits[at].step);
        found.steps.assign(way.begin(), way.end());
        free.push_back(std::move(found));
    }

    // For there is no object for it: what it speaks of is none, or there was nothing to choose from on the
    // whole way.
    bool is_left_out(const Visit& way, PartId part) const {
        const Part& left_out = model_.parts[part.index];
        if (left_out.is_conditional) return false;
        return left_out.speaks_of_object ||
               (has_clause(way.without_object, left_out.clause) &&
                std::ranges::find(way.entries, part, &Entry::part) == way.entries.end());
    }

    bool is_price(PartId part) const {
        const PartSeen& seen = parts_[part.index];
        return seen.taken && !seen.does_more;
    }

    // Another part that is no price does something there. Why the price does not is known: it is so already,
    // or somebody forbids or replaces it, or there is no object for it. (An action may ask by itself whether
    // it does anything. Then nobody was promised a price.)
    const FreeRun* shown_by(PartId part) const {
        for (const FreeRun& run : parts_[part.index].free) {
            if (gain_in(run) && (run.idle ? is_explained(run) : belongs_to(run, part))) return &run;
        }
        return nullptr;
    }

    // Of the first part that is no price. Null: all are.
    const Change* gain_in(const FreeRun& run) const {
        const auto gives =
            std::ranges::find_if(run.acting, [&](const Entry& entry) { return !is_price(entry.part); });
        if (gives == run.acting.end()) return nullptr;
        const auto gain = std::ranges::find_if(gives->writes, changes_something);
        return gain == gives->writes.end() ? nullptr : &*gain;
    }

    // A part that was not come to is carried out elsewhere beside what was carried out there.
    bool belongs_to(const FreeRun& run, PartId part) const {
        return std::ranges::any_of(run.carried_out,
                                   [&](PartId other) { return parts_[part.index].beside.contains(other); });
    }

    bool is_explained(const FreeRun& run) const {
        if (run.idle->writes.empty()) return lies_there_already(run) || !hindering(run, play_of(run)).empty();
        const auto is_spent = [&](const Change& write) { return is_used_up(run.idle->part, write); };
        return std::ranges::any_of(run.idle->writes, is_spent);
    }

    // The object that the price moves lies at the price's goal already. (The text's bearer has to be the
    // same, unless it is unknown.)
    bool lies_there_already(const FreeRun& run) const {
        const PartSeen& seen = parts_[run.idle->part.index];
        if (!seen.taken || !model_.variable(*variable_of(model_, seen.taken->cell)).is_zone) return false;
        const Trace play = play_of(run);
        const State& before = state_before(play, step_of_price(run, play));
        const bool is_of_another = run.idle->user.self && seen.taken_from.self != run.idle->user.self;
        return !is_of_another && before[seen.taken->cell] == seen.taken->after;
    }

    // A number that could still go the way of the price stays where it is if it was to change by nothing.
    bool is_used_up(PartId price, const Change& write) const {
        const Type& type = model_.type(model_.variable(*variable_of(model_, write.cell)).type);
        if (!is_number_type(type)) return true;
        const Change& taken = *parts_[price.index].taken;
        const bool falls = taken.after < taken.before;
        if (falls && write.after == 0) return true;
        return type.form == TypeForm::Range && write.after == (falls ? type.lo : type.hi);
    }

    Trace play_of(const FreeRun& run) const {
        Trace play = trace_to(run.reach->exploration(), run.from);
        play.steps.insert(play.steps.end(), run.steps.begin(), run.steps.end());
        return play;
    }

    Finding finding_of(PartId part, const FreeRun& run) {
        Finding finding;
        finding.code = FindingCode::Unpaid;
        finding.clauses = {model_.parts[part.index].clause};
        Trace play = play_of(run);
        const Change& taken = *parts_[part.index].taken;
        const Phrase cell = cell_name(model_, taken.cell);
        finding.facts = {{FactKind::UnpaidPrice,
                          {cell, cell_value_text(model_, taken.cell, taken.before),
                           cell_value_text(model_, taken.cell, taken.after)}}};
        add_why(finding, run, play);
        const Change* const gain = gain_in(run);
        finding.facts.push_back(
            {FactKind::UnpaidGain,
             {cell_name(model_, gain->cell), cell_value_text(model_, gain->cell, gain->before),
              cell_value_text(model_, gain->cell, gain->after)}});
        finding.witness = std::move(play);
        return finding;
    }

    void add_why(Finding& finding, const FreeRun& run, const Trace& play) const {
        if (!run.idle) return finding.facts.push_back({FactKind::UnpaidNoObject});
        if (!run.idle->writes.empty() || lies_there_already(run)) {
            const Change& write =
                run.idle->writes.empty() ? *parts_[run.idle->part.index].taken : run.idle->writes.front();
            return finding.facts.push_back(
                {FactKind::UnpaidAlready,
                 {cell_name(model_, write.cell), cell_value_text(model_, write.cell, write.after)}});
        }
        Clauses others;
        for (const Hindering& one : hindering(run, play)) add_clause(others, one.clause);
        finding.facts.push_back({FactKind::UnpaidHindered, {names_of(model_, others)}});
        add_helping(finding, others);
    }

    // A clause, and what the price would write without it.
    struct Hindering {
        ClauseId clause;
        std::vector<Change> writes;
    };
    std::vector<Hindering> hindering(const FreeRun& run, const Trace& play) const {
        const std::size_t step = step_of_price(run, play);
        const ClauseId text = model_.parts[run.idle->part.index].clause;
        Clauses speaking;  // there, or in what is carried out in its place
        for (std::size_t i = step; i < play.steps.size(); ++i) add_clauses(speaking, play.steps[i].used);
        std::vector<Hindering> result;
        for (const ClauseId clause : speaking) {
            if (clause == text) continue;
            std::vector<Change> writes = writes_without(clause, *run.idle, play, step);
            if (!writes.empty()) result.push_back({clause, std::move(writes)});
        }
        return result;
    }

    // The price is carried out where it stands in the play, in the game without the clause.
    std::vector<Change> writes_without(ClauseId clause, const Entry& idle, const Trace& play,
                                       std::size_t step) const {
        const Evaluator without = Evaluator(model_, all_but(evaluator_, {clause})).by_parts();
        for (const Successor& way : without.follow(state_before(play, step), play.steps[step].move)) {
            const auto carried = std::ranges::find(way.parts, idle.part, &CarriedPart::part);
            if (carried == way.parts.end()) continue;
            std::vector<Change> writes = of_the_game(carried->writes);
            if (!writes.empty()) return writes;
        }
        return {};
    }

    // A price that somebody forbids or replaces in every play takes what it would take without that.
    void learn_from_hindered() {
        for (PartSeen& seen : parts_) {
            if (seen.taken || seen.does_more) continue;
            for (const FreeRun& run : seen.free) {
                if (!run.idle || !run.idle->writes.empty()) continue;
                const Trace play = play_of(run);
                Entry entry = *run.idle;
                for (Hindering& one : hindering(run, play)) {
                    entry.writes = std::move(one.writes);
                    judge(entry, state_before(play, step_of_price(run, play)));
                }
            }
        }
    }

    static std::size_t step_of_price(const FreeRun& run, const Trace& play) {
        return play.steps.size() - run.steps.size() + run.idle->step;
    }

    Task& task_;
    const Model& model_;
    const Evaluator& evaluator_;
    const Evaluator by_parts_;
    const Worths& worths_;
    const std::set<ClauseId> with_prices_;
    std::map<ClauseId, const PrintedItem*> items_;  // by clause: whose text it is
    std::vector<PartSeen> parts_;                   // by part
    std::size_t expansions_ = 0;
    bool cut_short_ = false;
};

}  // namespace

// Whether there is a price at all only plays show. So nothing is said of texts of which none takes anything.
static void find_unpaid(Task& task) {
    const Searched searched = searched_by(task);
    PriceSearch search(task);
    for (const Reach* reach : searched.graphs) search.look_through(*reach);
    search.tell();
    if (search.cut_short()) task.not_analysed({FactKind::UnpaidNotAll});
}

static bool has_text_of_parts(const Model& model) {
    std::set<std::size_t> abilities;
    return !std::ranges::all_of(model.parts,
                                [&](const Part& part) { return abilities.insert(part.ability).second; });
}

Analysis rows::Unpaid() {
    return {.claim = "no text gives something although its price changes nothing",
            .codes = {FindingCode::Unpaid},
            .extent = Extent::Setup,
            .applies = has_text_of_parts,
            .run_explicit = find_unpaid,
            .run_symbolic = find_unpaid,
            .samples = true,
            .certify = nullptr,
            .screens = true};
}

}  // namespace errata::checker
