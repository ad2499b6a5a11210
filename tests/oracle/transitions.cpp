#include "tests/oracle/transitions.h"

#include <algorithm>

namespace errata::oracle {

using ast::AbilityKind;

// Every way in which something indivisible can go, each outcome once.
template <typename Step>
void Transitions::explore(const State& state, Moves& moves, int option, Step step) const {
    Decisions decisions;
    decisions.each([&] {
        Way way;
        way.state = state;
        way.option = option;
        try {
            step(way.state, decisions, way.incidents);
            if (static_cast<std::int64_t>(way.state.pending.size()) > play_.vocabulary->pending_bound) {
                way.error = "cut";
            }
        } catch (const PlayEnds& end) {
            way.error = end.code;
        }
        way.ordered = decisions.ordered();
        way.unclear = decisions.unclear();
        moves.ways.push_back(std::move(way));
    });
}

std::vector<int> Transitions::enabled_checks(const State& state) const {
    return oracle::enabled_checks(*play_.vocabulary, state);
}

bool Transitions::settled(const State& state) const { return at_rest(*play_.vocabulary, state); }

bool Transitions::places(const State& state) const {
    if (state.over || state.pending.empty()) {
        return false;
    }
    const bool in_effect = state.agenda.size() > 1;
    const Stop stop = state.agenda.back().stop;
    if (between_objects(stop) || (in_effect && stop != Stop::Fresh && stop != Stop::Settle)) {
        return false;
    }
    const bool bag = play_.vocabulary->meta("agenda", "stack") == "bag";
    return (!bag || !in_effect || stop == Stop::Settle) && enabled_checks(state).empty();
}

Moves Transitions::moves(const State& state) const {
    Moves moves;
    if (state.over) {
        return moves;
    }
    const Task& top = state.agenda.back();
    const bool in_effect = state.agenda.size() > 1;
    moves.stage = in_effect ? Stage::Resolution : top.stop == Stop::Fresh ? Stage::Game : Stage::Turn;
    if (in_effect && top.stop == Stop::Choice) {
        choices(state, moves);
        return moves;
    }
    // In an effect nothing comes between the rounds of a loop, nowhere between the objects of a `for each`.
    if ((in_effect && top.stop == Stop::Head) || between_objects(top.stop)) {
        proceed(state, moves);
        return moves;
    }
    std::vector<int> checks;
    try {
        checks = enabled_checks(state);
    } catch (const PlayEnds& end) {
        moves.stage = Stage::Settle;
        moves.ways.push_back({state, end.code, {}, 0});
        return moves;
    }
    const bool late = play_.mistake == Mistake::ChecksWait && !state.pending.empty();
    if (!checks.empty() && !late) {
        carry_checks(state, checks, moves);
    } else if (late || places(state)) {
        placements(state, moves);
    } else if (top.stop == Stop::Choice) {
        choices(state, moves);
    } else {
        proceed(state, moves);
    }
    return moves;
}

void Transitions::carry_checks(const State& state, const std::vector<int>& checks, Moves& moves) const {
    moves.stage = Stage::Settle;
    explore(state, moves, 0, [&](State& next, Decisions& decisions, std::vector<std::string>& incidents) {
        Moment moment(*play_.vocabulary, state, decisions, incidents);
        for (const int check : checks) {
            const ast::Ability& ability =
                *play_.vocabulary->abilities[static_cast<std::size_t>(check)].ability;
            if (ability.kind == AbilityKind::Ending) {
                moment.finish(ability.name);
            } else {
                Moment own(*play_.vocabulary, state, decisions, incidents);
                own.carry_out(ability.body, {});
                moment.join(own);
            }
        }
        moment.order_changes(Moment::Together::OfField);
        moment.commit(next);
        Effects(play_, next, decisions, incidents).after(moment, Moment::Together::OfField);
    });
}

// What lay on the agenda when an effect began to settle goes on waiting below it.
static std::vector<Task>::iterator above_what_waits(std::vector<Task>& agenda) {
    const auto settling = std::find_if(agenda.rbegin(), agenda.rend() - 1,
                                       [](const Task& task) { return task.stop == Stop::Settle; });
    return settling.base();
}

Way Transitions::place(const State& state, const Waiting& instance) const {
    Way way;
    way.state = state;
    std::vector<Waiting>& pending = way.state.pending;
    pending.erase(std::ranges::find(pending, instance));
    Task task;
    task.ability = instance.ability;
    Frame frame;
    frame.block = &play_.vocabulary->abilities[static_cast<std::size_t>(instance.ability)].ability->body;
    frame.names = instance.names;
    task.frames.push_back(std::move(frame));
    std::vector<Task>& agenda = way.state.agenda;
    const bool queue = play_.vocabulary->meta("agenda", "stack") == "queue";
    const bool behind = queue != (play_.mistake == Mistake::NewestWaitsLonger);
    const bool below = play_.mistake == Mistake::QueuesBelowSettle;
    agenda.insert(!behind ? agenda.end()
                  : below ? agenda.begin() + 1
                          : above_what_waits(agenda),
                  std::move(task));
    if (static_cast<std::int64_t>(agenda.size()) > play_.vocabulary->agenda_bound + 1) {
        way.error = "cut";
    }
    return way;
}

void Transitions::placements(const State& state, Moves& moves) const {
    moves.stage = Stage::Resolution;
    moves.placing = true;
    std::vector<Waiting> different = state.pending;
    different.erase(std::unique(different.begin(), different.end()), different.end());
    for (std::size_t i = 0; i < different.size(); ++i) {
        moves.ways.push_back(place(state, different[i]));
        moves.ways.back().option = static_cast<int>(i);
    }
    const std::string owner = play_.vocabulary->meta("trigger_order", "");
    if (different.size() > 1) {
        moves.owner = owner.empty() ? Owner::Nobody : Owner::Player;
    }
    if (moves.owner == Owner::Player) {
        ast::Expr name;
        name.kind = ast::ExprKind::Name;
        name.name = owner;
        moves.player = static_cast<int>(Evaluator(*play_.vocabulary, state).value(name, {}).number);
    }
}

void Transitions::choices(const State& state, Moves& moves) const {
    const Frame& frame = state.agenda.back().frames.back();
    const ast::Stmt& choice = (*frame.block)[frame.index];
    const bool divides = choice.kind == ast::StmtKind::Distribute;
    const bool secret = frame.kind == FrameKind::Secret;
    if (!divides && choice.quantity != ast::Quantity::One) {
        throw OutsideSubset("a choice of several things");
    }
    const Evaluator ask(*play_.vocabulary, state);
    moves.choice = true;
    moves.at = &choice;
    const auto follow = [&](int option, auto act) {
        explore(state, moves, option,
                [&](State& next, Decisions& decisions, std::vector<std::string>& incidents) {
                    Effects effects(play_, next, decisions, incidents);
                    act(effects);
                });
    };
    try {
        int number = 0;
        for (const Split& split :
             divides ? splits(*play_.vocabulary, state, choice, frame.names) : std::vector<Split>{}) {
            follow(number++, [&](Effects& effects) { effects.share(split); });
        }
        for (std::size_t i = 0; i < choice.options.size() && !divides; ++i) {
            const ast::Option& option = choice.options[i];
            const ast::Expr* condition = option.condition.empty() ? nullptr : &option.condition[0];
            for (const Names& bound : ask.bindings(option.binders, condition, frame.names)) {
                const bool open = !option.complete ||
                                  success_of(*play_.vocabulary, state, option.body, bound, For::May).possible;
                if (open) {
                    const std::size_t before = moves.ways.size();
                    follow(number++, [&](Effects& effects) {
                        secret ? effects.decide(static_cast<int>(i), bound)
                               : effects.choose(option.body, bound);
                    });
                    for (std::size_t way = before; way < moves.ways.size(); ++way) {
                        moves.ways[way].taken = &option;
                        moves.ways[way].bound = bound;
                    }
                }
            }
        }
        if (!moves.ways.empty()) {
            const std::string& owner = choice.exprs[0].name;
            moves.owner = owner == "chance"      ? Owner::Chance
                          : owner == "nobody"    ? Owner::Nobody
                          : owner == "elsewhere" ? Owner::Elsewhere
                                                 : Owner::Player;
            if (moves.owner == Owner::Player) {
                moves.player = static_cast<int>(ask.value(choice.exprs[0], frame.names).number);
            }
        } else if (!choice.blocks.empty()) {
            follow(0, [&](Effects& effects) {
                secret ? effects.decide(-1, frame.names)
                       : effects.find_no_option(choice.blocks[0], frame.names);
            });
        } else {
            moves.gap = state.agenda.size() > 1 ? "gap.no-option" : "deadlock";
        }
    } catch (const PlayEnds& end) {
        moves.ways = {{state, end.code, {}, 0}};
    }
}

void Transitions::proceed(const State& state, Moves& moves) const {
    const bool next_object = state.agenda.back().stop == Stop::Next;
    std::size_t ways = 1;
    if (next_object) {
        State here = state;
        Decisions none;
        std::vector<std::string> nothing;
        ways = Effects(play_, here, none, nothing).ready();
        moves.owner = Owner::Nobody;
    }
    for (std::size_t way = 0; way < ways; ++way) {
        explore(state, moves, static_cast<int>(way),
                [&](State& next, Decisions& decisions, std::vector<std::string>& incidents) {
                    const bool turn_begins =
                        next.agenda.size() == 1 && next.agenda.back().stop == Stop::Fresh;
                    // A beginning is over once something of it has been done.
                    next.agenda.back().stop = Stop::Settle;
                    Effects effects(play_, next, decisions, incidents);
                    if (turn_begins) {
                        effects.renew(ast::LimitPer::Turn, "");
                    }
                    next_object ? effects.go_on_with(way) : effects.run();
                });
    }
}

}  // namespace errata::oracle
