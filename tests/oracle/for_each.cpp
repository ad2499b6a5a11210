// `for each`: who comes next, and where play stops.
#include <algorithm>
#include <utility>

#include "tests/oracle/effects.h"

namespace errata::oracle {

using ast::AbilityKind;
using ast::StmtKind;

// A choice or `settle` that is always met.
bool stops_directly(const std::vector<ast::Stmt>& block) {
    return std::ranges::any_of(block, [](const ast::Stmt& statement) {
        return statement.kind == StmtKind::Settle || statement.kind == StmtKind::Choose;
    });
}

bool may_stop(const Vocabulary& vocabulary, const std::vector<ast::Stmt>& block) {
    const auto inside = [&](const std::vector<ast::Stmt>& inner) { return may_stop(vocabulary, inner); };
    return std::ranges::any_of(block, [&](const ast::Stmt& statement) {
        switch (statement.kind) {
            case StmtKind::Choose:
            case StmtKind::Settle:
            case StmtKind::Repeat:
            case StmtKind::While:
            case StmtKind::Phase:
            case StmtKind::Distribute:
            case StmtKind::Secretly:
                return true;
            case StmtKind::Perform:
            case StmtKind::Try:
                return inside(vocabulary.action(statement.name)->body) ||
                       std::ranges::any_of(vocabulary.abilities, [&](const RuleAbility& entry) {
                           return entry.ability->kind == AbilityKind::During &&
                                  entry.ability->name == statement.name && inside(entry.ability->body);
                       });
            default:
                return std::ranges::any_of(statement.blocks, inside);
        }
    });
}

namespace {

const std::vector<ast::Stmt>& block_of(const Frame& each) {
    return each.part == nullptr ? each.statement->blocks[0] : each.part->body;
}

}  // namespace

// Who gets some of a distribution has its turn in any case.
bool Effects::has_its_turn(const Frame& each, const Names& bound) const {
    return each.part != nullptr || ask().holds(each.statement->exprs[0], bound);
}

void Effects::push_each(const ast::Stmt& statement, const Names& names) {
    if (statement.order > ast::LoopOrder::ByNumber) {
        throw OutsideSubset("a loop in an order of its own");
    }
    Frame each;
    each.kind = FrameKind::Each;
    each.statement = &statement;
    each.names = names;
    for (const Names& bound : ask().bindings(statement.binders, nullptr, names)) {
        std::vector<Value> values;
        for (const ast::Binder& binder : statement.binders) {
            values.push_back(bound.at(binder.name));
        }
        each.rest.push_back(std::move(values));
    }
    task().frames.push_back(std::move(each));
}

// Objects of a pool that no rule names go in an order that nobody decides; everything else as written.
bool Effects::goes_anyhow(const Frame& each) const {
    return !each.rest.empty() && each.statement->order == ast::LoopOrder::Unstated &&
           std::ranges::any_of(each.rest.front(), [&](const Value& value) {
               return value.sort == Sort::Element &&
                      vocabulary_->types[static_cast<std::size_t>(value.type)].unnamed;
           });
}

Names Effects::bound_in(const Frame& each, std::size_t turn) const {
    Names bound = each.names;
    if (each.part != nullptr) {
        bound[each.part->binders[0].name] = each.rest[turn][0];
        bound[each.statement->name] = each.rest[turn][1];
        return bound;
    }
    for (std::size_t i = 0; i < each.rest[turn].size(); ++i) {
        bound[each.statement->binders[i].name] = each.rest[turn][i];
    }
    return bound;
}

// Nothing comes between: what is not going to have a turn is not remembered at a stop.
void Effects::pass_over(Frame& each) {
    while (!each.rest.empty() && !goes_anyhow(each) && !has_its_turn(each, bound_in(each, 0))) {
        each.rest.erase(each.rest.begin());
    }
}

// Those whose turn it may be now.
std::vector<std::size_t> Effects::candidates(const Frame& each) const {
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < each.rest.size(); ++i) {
        if (has_its_turn(each, bound_in(each, i))) {
            found.push_back(i);
        }
    }
    return found;
}

// In a loop that stops on its way, one whose condition does not hold may have its turn now, in vain, or
// later.
void Effects::pass_some_over(Frame& each) {
    const std::vector<std::size_t> ready = candidates(each);
    if (ready.empty()) {
        each.rest.clear();
    }
    for (std::size_t i = each.rest.size(); i-- > 0;) {
        if (!std::ranges::count(ready, i) && decisions_->pass_over()) {
            each.rest.erase(each.rest.begin() + static_cast<std::ptrdiff_t>(i));
        }
    }
}

bool Effects::next_of_each(Frame& frame) {
    const std::vector<ast::Stmt>& block = block_of(frame);
    const bool anyhow = goes_anyhow(frame) && play_->mistake != Mistake::PoolsInOrder;
    const bool stopped = std::exchange(frame.index, 0) == 1;
    if (anyhow && may_stop(*vocabulary_, block)) {
        pass_some_over(frame);
        if (candidates(frame).size() > 1) {
            return stop(Stop::Next);
        }
    } else if (stopped) {
        pass_over(frame);
    }
    if (stopped) {
        return stop(Stop::Object);
    }
    if (frame.rest.empty()) {
        std::vector<Frame>& frames = task().frames;
        frames.pop_back();
        const bool halt = play_->halt_frames == frames.size() && play_->halt_tasks == state_->agenda.size();
        return !halt || stop(Stop::LoopEnd);
    }
    const std::size_t last = frame.rest.size() - 1;
    const bool behind = play_->mistake == Mistake::EachFromBehind;
    turn_of(frame, behind ? last : anyhow ? decisions_->pick_next(last + 1) : 0);
    return true;
}

void Effects::go_on_with(std::size_t candidate) {
    Frame& frame = task().frames.back();
    turn_of(frame, candidates(frame)[candidate]);
    run();
}

void Effects::turn_of(Frame& frame, std::size_t which) {
    const Names bound = bound_in(frame, which);
    frame.rest.erase(frame.rest.begin() + static_cast<std::ptrdiff_t>(which));
    if (has_its_turn(frame, bound)) {
        const std::vector<ast::Stmt>& block = block_of(frame);
        const bool stops = !stops_directly(block) && may_stop(*vocabulary_, block);
        frame.index = stops && play_->mistake != Mistake::ObjectsInOneGo ? 1 : 0;
        push_block(block, bound);
    }
}

}  // namespace errata::oracle
