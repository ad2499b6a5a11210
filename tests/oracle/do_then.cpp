// What follows by success, what is decided in secret, what is divided: docs/reference, "Choices", "Success"
// and "Distributions".
#include <algorithm>
#include <ranges>
#include <utility>

#include "tests/oracle/effects.h"

namespace errata::oracle {

void Effects::push_do(const ast::Stmt& statement, const Names& names) {
    const Success success = success_of(*vocabulary_, *state_, statement.blocks[0], names, For::Must);
    Frame done;
    done.kind = FrameKind::Do;
    done.statement = &statement;
    done.names = names;
    done.possible = success.possible;
    done.acts = success.acts;
    task().frames.push_back(std::move(done));
    push_block(statement.blocks[0], names);
}

void Effects::follow_do(const Frame& done) {
    const Success success{done.possible, done.acts};
    const std::size_t way = success.is_success() ? 1 : 2;
    if (way < done.statement->blocks.size()) {
        if (has_choice(*vocabulary_, done.statement->blocks[0])) {
            count(done.statement->blocks[way], done.names);
        }
        push_block(done.statement->blocks[way], done.names);
    }
}

// For each `do` whose first block is under way.
void Effects::count(const std::vector<ast::Stmt>& block, const Names& names) {
    for (Frame& frame : task().frames) {
        if (frame.kind == FrameKind::Do) {
            const Success success = success_of(*vocabulary_, *state_, block, names, For::Must);
            frame.possible = frame.possible && success.possible;
            frame.acts = frame.acts || success.acts;
        }
    }
}

void Effects::count_failure() {
    for (Frame& frame : task().frames) {
        frame.possible = frame.possible && frame.kind != FrameKind::Do;
    }
}

bool Effects::as_far_as_possible() const {
    return std::ranges::any_of(state_->agenda.back().frames, [](const Frame& frame) {
        return frame.kind == FrameKind::Do && frame.statement->blocks.size() > 2;
    });
}

void Effects::decide(int option, const Names& names) {
    Frame& secret = task().frames.back();
    const ast::Stmt& choice = (*secret.block)[secret.index];
    ++secret.index;
    secret.decided.emplace_back(option, names);
    if (option < 0) {
        count_failure();
    } else {
        count(choice.options[static_cast<std::size_t>(option)].body, names);
    }
    run();
}

// In the order written: the first one on top.
void Effects::reveal(const Frame& secret) {
    for (std::size_t i = secret.decided.size(); i-- > 0;) {
        const auto& [option, names] = secret.decided[i];
        const ast::Stmt& choice = (*secret.block)[i];
        const auto& block =
            option < 0 ? choice.blocks[0] : choice.options[static_cast<std::size_t>(option)].body;
        push_block(block, names);
        task().frames.back().in_secret = true;
    }
}

// In the turn the game comes to rest first. Where nothing is to be placed nobody is asked.
bool Effects::before_distribution(Frame& frame) {
    if (state_->agenda.size() == 1 && !at_rest(*vocabulary_, *state_)) {
        return stop(Stop::Settle);
    }
    const ast::Stmt& statement = (*frame.block)[frame.index];
    const std::vector<Split> ways = splits(*vocabulary_, *state_, statement, frame.names);
    const bool none = ask().value(statement.exprs[1], frame.names).number <= 0 ||
                      (statement.quantity != ast::Quantity::Exactly &&
                       statement.quantity != ast::Quantity::One && most_of(ways) == 0);
    if (none) {
        ++frame.index;
        return true;
    }
    return stop(Stop::Choice);
}

// Everybody who gets some has a turn, one kind after the other.
void Effects::share(const Split& split) {
    Frame& at = task().frames.back();
    const ast::Stmt& statement = (*at.block)[at.index];
    ++at.index;
    Frame each;
    each.kind = FrameKind::Each;
    each.statement = &statement;
    each.names = at.names;
    for (const Share& share : split) {
        Names bound = at.names;
        bound[share.part->binders[0].name] = share.whose;
        bound[statement.name] = number(share.amount);
        count(share.part->body, bound);
        // What each gets is in sight of all of them. (Of a pool it is not told apart here who they are.)
        if (!vocabulary_->types[static_cast<std::size_t>(share.whose.type)].unnamed)
            each.names[statement.name + "(" + std::to_string(share.whose.type) + "." +
                       std::to_string(share.whose.number) + ")"] = number(share.amount);
    }
    for (const ast::Option& part : statement.options | std::views::reverse) {
        each.part = &part;
        each.rest.clear();
        for (const Share& share : split) {
            if (share.part == &part) {
                each.rest.push_back({share.whose, number(share.amount)});
            }
        }
        if (!each.rest.empty()) {
            task().frames.push_back(each);
        }
    }
    run();
}

}  // namespace errata::oracle
