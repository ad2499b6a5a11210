#include "tests/oracle/effects.h"

#include <algorithm>

namespace errata::oracle {

using ast::AbilityKind;
using ast::StmtKind;

std::vector<int> enabled_checks(const Vocabulary& vocabulary, const State& state) {
    std::vector<int> enabled;
    const Evaluator ask(vocabulary, state);
    for (std::size_t i = 0; i < vocabulary.abilities.size(); ++i) {
        const ast::Ability& ability = *vocabulary.abilities[i].ability;
        if ((ability.kind == AbilityKind::StateCheck || ability.kind == AbilityKind::Ending) &&
            ask.holds(ability.exprs, {})) {
            enabled.push_back(static_cast<int>(i));
        }
    }
    return enabled;
}

bool at_rest(const Vocabulary& vocabulary, const State& state) {
    return enabled_checks(vocabulary, state).empty() && state.pending.empty();
}

void Effects::run() {
    while (!state_->over && step()) {
    }
}

void Effects::choose(const std::vector<ast::Stmt>& block, const Names& names) {
    ++task().frames.back().index;
    count(block, names);
    push_block(block, names);
    run();
}

void Effects::find_no_option(const std::vector<ast::Stmt>& otherwise, const Names& names) {
    ++task().frames.back().index;
    count_failure();
    push_block(otherwise, names);
    run();
}

void Effects::after(const Moment& moment, Moment::Together together) {
    std::vector<Event> events = moment.events();
    for (std::vector<Event> last = events; !last.empty();) {
        const State before = *state_;
        Moment added = moment.next(before);
        added.add_parts(last);
        added.order_changes(together);
        added.commit(*state_);
        last = added.events();
        events.insert(events.end(), last.begin(), last.end());
    }
    for (const Event& event : events) {
        caught(*event.action, event.roles, *state_);
    }
    catch_limited(events);
}

// Of several events at one moment as many as the limit lets through; nothing says which.
void Effects::catch_limited(const std::vector<Event>& events) {
    const State then = *state_;
    const Evaluator ask(*vocabulary_, then);
    for (std::size_t i = 0; i < vocabulary_->abilities.size(); ++i) {
        const ast::Ability& ability = *vocabulary_->abilities[i].ability;
        if (ability.kind != AbilityKind::Trigger || ability.limit.uses.empty()) {
            continue;
        }
        std::vector<Names> fit;
        for (const Event& event : events) {
            if (ability.name != event.action->name) {
                continue;
            }
            const std::optional<Names> bound = ask.match(ability.params, *event.action, event.roles);
            if (bound && ask.holds(ability.exprs, *bound)) {
                fit.push_back(*bound);
            }
        }
        const auto most = static_cast<int>(constant(ability.limit.uses[0]));
        while (!fit.empty() && state_->uses[i] < most) {
            const auto left = static_cast<std::size_t>(most - state_->uses[i]);
            const std::size_t one = left < fit.size() ? decisions_->pick_next(fit.size()) : 0;
            ++state_->uses[i];
            catch_one(i, fit[one], ask);
            fit.erase(fit.begin() + static_cast<std::ptrdiff_t>(one));
        }
    }
}

void Effects::renew(ast::LimitPer per, const std::string& phase) {
    for (std::size_t i = 0; i < vocabulary_->abilities.size(); ++i) {
        const ast::Limit& limit = vocabulary_->abilities[i].ability->limit;
        if (limit.per == per && (per != ast::LimitPer::Phase || limit.phase == phase)) {
            state_->uses[i] = 0;
        }
    }
}

bool Effects::stop(Stop where) {
    task().stop = where;
    return false;
}

void Effects::push_block(const std::vector<ast::Stmt>& block, const Names& names) {
    Frame frame;
    frame.block = &block;
    frame.names = names;
    task().frames.push_back(std::move(frame));
}

// A round that ends with `settle` has had its stop; in an effect, where nothing comes between, one that
// stops directly.
bool Effects::has_stopped(const std::vector<ast::Stmt>& round) const {
    if (state_->agenda.size() == 1) {
        return !round.empty() && round.back().kind == StmtKind::Settle;
    }
    return stops_directly(round);
}

bool Effects::step() {
    std::vector<Frame>& frames = task().frames;
    if (frames.empty()) {
        item_done();
        return false;
    }
    Frame& frame = frames.back();
    switch (frame.kind) {
        case FrameKind::Block: {
            if (frame.index == frame.block->size()) {
                frames.pop_back();
                return true;
            }
            const ast::Stmt& next = (*frame.block)[frame.index];
            if (next.kind == StmtKind::Choose) {
                return stop(Stop::Choice);
            }
            if (next.kind == StmtKind::Distribute) {
                return before_distribution(frame);
            }
            ++frame.index;
            return statement(next, frame.names);
        }
        case FrameKind::Loop: {
            const ast::Stmt& loop = *frame.statement;
            if (frame.index == 1) {
                frame.index = 0;
                return has_stopped(loop.blocks[0]) || stop(Stop::Head);
            }
            if (loop.kind == StmtKind::While && !ask().holds(loop.exprs[0], frame.names)) {
                frames.pop_back();
                return true;
            }
            frame.index = 1;
            push_block(loop.blocks[0], Names(frame.names));
            return true;
        }
        case FrameKind::Each:
            return next_of_each(frame);
        case FrameKind::PhaseEnd: {
            const std::string phase = frame.statement->name;
            frames.pop_back();
            catch_phase(phase, true);
            return settle_if_restless();
        }
        case FrameKind::Secret:
            if (frame.index < frame.block->size()) {
                return stop(Stop::Choice);
            }
            break;
        default:
            break;
    }
    const Frame last = frame;
    frames.pop_back();
    if (last.kind == FrameKind::Do) {
        follow_do(last);
    } else if (last.kind == FrameKind::Secret) {
        reveal(last);
    } else if (last.kind == FrameKind::Parts) {
        push_parts(last);
    } else if (last.kind == FrameKind::Part) {
        carry_part(last);
    } else {
        caught(*last.action, last.names, *state_);
        catch_limited({{last.action, last.names}});
    }
    return true;
}

void Effects::item_done() {
    if (state_->agenda.size() == 1) {
        task() = fresh_turn(*vocabulary_);
    } else {
        state_->agenda.pop_back();
    }
}

// Statements that bring a frame or a stop with them; the others are simple.
bool Effects::statement(const ast::Stmt& statement, Names& names) {
    switch (statement.kind) {
        case StmtKind::If: {
            const std::size_t way = ask().holds(statement.exprs[0], names) ? 0 : 1;
            if (way < statement.blocks.size()) {
                push_block(statement.blocks[way], Names(names));
            }
            return true;
        }
        case StmtKind::ForEach:
            push_each(statement, Names(names));
            return true;
        case StmtKind::DoThen:
            push_do(statement, Names(names));
            return true;
        case StmtKind::Secretly: {
            if (statement.order != ast::LoopOrder::ByNumber) {
                throw OutsideSubset("secret choices in any order");
            }
            Frame secret;
            secret.kind = FrameKind::Secret;
            secret.block = &statement.blocks[0];
            secret.names = names;
            task().frames.push_back(std::move(secret));
            return true;
        }
        case StmtKind::Repeat:
        case StmtKind::While: {
            Frame loop;
            loop.kind = FrameKind::Loop;
            loop.statement = &statement;
            loop.names = names;
            task().frames.push_back(std::move(loop));
            return true;
        }
        case StmtKind::Settle:
            return stop(Stop::Settle);
        case StmtKind::Phase:
            return begin_phase(statement, Names(names));
        case StmtKind::Perform:
        case StmtKind::Try:
            perform(statement, Names(names));
            return true;
        case StmtKind::Create:
            make(statement, Names(names));
            return true;
        case StmtKind::End:
            if (static_cast<std::int64_t>(state_->pending.size()) > vocabulary_->pending_bound) {
                throw PlayEnds{"cut"};
            }
            state_->over = true;
            state_->ending = statement.name;
            state_->agenda.clear();
            state_->pending.clear();
            return false;
        default:
            return simple(statement, names);
    }
}

bool Effects::simple(const ast::Stmt& statement, Names& names) {
    const bool changes = statement.kind == StmtKind::Assign || statement.kind == StmtKind::Increase ||
                         statement.kind == StmtKind::Decrease;
    if (changes && as_far_as_possible() && leaves_its_range(*vocabulary_, *state_, statement, names)) {
        return true;
    }
    switch (statement.kind) {
        case StmtKind::Nothing:
            return true;
        case StmtKind::Let:
            names[statement.name] = ask().value(statement.exprs[0], names);
            return true;
        case StmtKind::Destroy:
            destroy(ask().value(statement.exprs[0], names));
            return true;
        case StmtKind::Assign: {
            const Value value = ask().value(statement.exprs[1], names);
            store(*vocabulary_, *state_, ask().cell(statement.exprs[0], names), value);
            return true;
        }
        case StmtKind::Increase:
        case StmtKind::Decrease: {
            const std::size_t cell = ask().cell(statement.exprs[0], names);
            Value old = state_->cells[cell];
            const Value by = ask().value(statement.exprs[1], names);
            if (old.sort == Sort::Set) {
                const std::int64_t bits = by.sort == Sort::Set ? by.number : std::int64_t{1} << by.number;
                old.number = statement.kind == StmtKind::Increase ? old.number | bits : old.number & ~bits;
            } else {
                old.number += statement.kind == StmtKind::Increase ? by.number : -by.number;
            }
            store(*vocabulary_, *state_, cell, old);
            return true;
        }
        case StmtKind::Simultaneously: {
            const State before = *state_;
            Moment moment(*vocabulary_, before, *decisions_, *incidents_, as_far_as_possible());
            moment.carry_out(statement.blocks[0], names);
            moment.order_changes(Moment::Together::All);
            moment.commit(*state_);
            after(moment, Moment::Together::All);
            return true;
        }
        default:
            throw OutsideSubset("a statement that is not in the subset");
    }
}

void Effects::perform(const ast::Stmt& statement, const Names& names) {
    const ast::Item& action = *vocabulary_->action(statement.name);
    const Names roles = ask().roles(action, statement.exprs, names);
    if (ask().forbidden(action, roles)) {
        const std::string precedence = vocabulary_->meta("precedence", "");
        if (statement.kind == StmtKind::Try || precedence == "cannot" ||
            (precedence.empty() && as_far_as_possible())) {
            return;
        }
        if (precedence != "must") {
            incidents_->push_back("contradiction.must-cannot");
            if (decisions_->pick(2) == 1) {
                return;
            }
        }
    }
    Frame behind;
    behind.kind = FrameKind::Parts;
    behind.action = &action;
    behind.names = roles;
    task().frames.push_back(std::move(behind));
    push_block(action.body, roles);
}

// Several parts that do not commute happen in any order.
void Effects::push_parts(const Frame& frame) {
    Frame behind = frame;
    behind.kind = FrameKind::Catch;
    task().frames.push_back(std::move(behind));
    std::vector<Frame> parts;
    for (std::size_t i = 0; i < vocabulary_->abilities.size(); ++i) {
        const ast::Ability& ability = *vocabulary_->abilities[i].ability;
        if (ability.kind == AbilityKind::During && ability.name == frame.action->name) {
            Frame part = frame;
            part.kind = FrameKind::Part;
            part.ability = static_cast<int>(i);
            parts.push_back(std::move(part));
        }
    }
    while (!parts.empty()) {
        const bool ordered = play_->mistake == Mistake::PartsInOrder;
        const std::size_t last = ordered ? parts.size() - 1 : decisions_->pick_next(parts.size());
        task().frames.push_back(parts[last]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(last));
    }
}

void Effects::carry_part(const Frame& frame) {
    const ast::Ability& part = *vocabulary_->abilities[static_cast<std::size_t>(frame.ability)].ability;
    const std::optional<Names> bound = ask().match(part.params, *frame.action, frame.names);
    if (bound.has_value() && ask().holds(part.exprs, *bound)) {
        push_block(part.body, *bound);
    }
}

void Effects::caught(const ast::Item& action, const Names& roles, const State& when) {
    const Evaluator then(*vocabulary_, when);
    for (std::size_t i = 0; i < vocabulary_->abilities.size(); ++i) {
        const ast::Ability& ability = *vocabulary_->abilities[i].ability;
        if (ability.kind == AbilityKind::Trigger && ability.name == action.name &&
            ability.limit.uses.empty()) {
            if (const std::optional<Names> bound = then.match(ability.params, action, roles)) {
                catch_one(i, *bound, then);
            }
        }
    }
}

void Effects::catch_one(std::size_t index, const Names& bound, const Evaluator& then) {
    const ast::Ability& ability = *vocabulary_->abilities[index].ability;
    if (ability.looking_back || !ability.targets.empty()) {
        throw OutsideSubset("a trigger that is not in the subset");
    }
    bool asked = then.holds(ability.exprs, bound);
    if (play_->mistake == Mistake::UnlessIsIf && !ability.exprs.empty() && ability.exprs[0].unless) {
        asked = !asked;
    }
    if (!asked || state_->over) {
        return;
    }
    Names names = bound;
    for (const ast::Given& given : ability.given) {
        names[given.name] = then.value(given.value, names);
    }
    wait(*state_, {static_cast<int>(index), std::move(names)});
}

void Effects::catch_phase(const std::string& phase, bool ends) {
    for (std::size_t i = 0; i < vocabulary_->abilities.size(); ++i) {
        const ast::Ability& ability = *vocabulary_->abilities[i].ability;
        if (ability.kind == AbilityKind::PhaseHook && ability.name == phase && ability.at_end == ends) {
            catch_one(i, {}, ask());
        }
    }
}

bool Effects::begin_phase(const ast::Stmt& statement, const Names& names) {
    const Value phase = vocabulary_->element_named(statement.name).value();
    state_->cells[vocabulary_->field(-1, "phase")->base] = phase;
    renew(ast::LimitPer::Phase, statement.name);
    catch_phase(statement.name, false);
    Frame end;
    end.kind = FrameKind::PhaseEnd;
    end.statement = &statement;
    task().frames.push_back(std::move(end));
    push_block(statement.blocks[0], names);
    return settle_if_restless();
}

// Around a phase there is a stop only where something is to be settled.
bool Effects::settle_if_restless() { return at_rest(*vocabulary_, *state_) || stop(Stop::Settle); }

void Effects::make(const ast::Stmt& statement, const Names& names) {
    const int type = vocabulary_->type(statement.binders[0].type.name);
    std::vector<bool>& there = state_->there[static_cast<std::size_t>(type)];
    const auto free = std::ranges::find(there, false);
    if (free == there.end()) {
        throw PlayEnds{"cut"};
    }
    *free = true;
    Names bound = names;
    bound[statement.binders[0].name] = element(type, free - there.begin());
    push_block(statement.blocks[0], bound);
}

void Effects::destroy(const Value& object) {
    if (object.sort == Sort::None) {
        throw PlayEnds{"gap.undefined"};
    }
    state_->there[static_cast<std::size_t>(object.type)][static_cast<std::size_t>(object.number)] = false;
    for (const Field& field : vocabulary_->fields) {
        if (field.owner == object.type) {
            state_->cells[field.base + static_cast<std::size_t>(object.number)] = field.initial;
        }
    }
    forget(*vocabulary_, *state_, object);
}

}  // namespace errata::oracle
