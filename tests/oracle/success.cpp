#include "tests/oracle/success.h"

#include <algorithm>

namespace errata::oracle {

using ast::Quantity;
using ast::StmtKind;

namespace {

class Asker {
public:
    Asker(const Vocabulary& vocabulary, const State& state, For whom)
        : vocabulary_(&vocabulary), state_(&state), ask_(vocabulary, state), whom_(whom) {}

    Success of(const std::vector<ast::Stmt>& block, Names names) const {
        Success all;
        for (const ast::Stmt& statement : block) {
            if (statement.kind == StmtKind::Let) {
                names[statement.name] = ask_.value(statement.exprs[0], names);
            } else {
                all.add(of(statement, names));
            }
        }
        return all;
    }

private:
    Success of(const ast::Stmt& statement, const Names& names) const {
        switch (statement.kind) {
            case StmtKind::Assign:
            case StmtKind::Increase:
            case StmtKind::Decrease:
                return change(statement, names);
            case StmtKind::Perform:
            case StmtKind::Try:
                return perform(statement, names);
            case StmtKind::Destroy:
                return {ask_.value(statement.exprs[0], names).sort != Sort::None, true};
            case StmtKind::If: {
                const std::size_t way = ask_.holds(statement.exprs[0], names) ? 0 : 1;
                return way < statement.blocks.size() ? of(statement.blocks[way], names) : Success{};
            }
            case StmtKind::ForEach: {
                Success all;
                for (const Names& bound : ask_.bindings(statement.binders, &statement.exprs[0], names)) {
                    all.add(of(statement.blocks[0], bound));
                }
                return all;
            }
            case StmtKind::Repeat:
            case StmtKind::Simultaneously:
                return of(statement.blocks[0], names);
            case StmtKind::While:
                return ask_.holds(statement.exprs[0], names) ? of(statement.blocks[0], names) : Success{};
            case StmtKind::Secretly: {
                Success all;
                for (const ast::Stmt& choice : statement.blocks[0]) {
                    all.add(of(choice, names));
                }
                return all;
            }
            case StmtKind::Choose:
                return {some_option(statement, names), false};
            case StmtKind::Distribute:
                return {some_split(statement, names), false};
            case StmtKind::DoThen: {
                Success all = of(statement.blocks[0], names);
                if (has_choice(*vocabulary_, statement.blocks[0])) {
                    return all;
                }
                const std::size_t way = all.is_success() ? 1 : 2;
                if (way < statement.blocks.size()) {
                    all.add(of(statement.blocks[way], names));
                }
                return all;
            }
            case StmtKind::Create:
            case StmtKind::Phase:
            case StmtKind::End:
                return {true, true};
            case StmtKind::Nothing:
            case StmtKind::Settle:
                return {};
            default:
                throw OutsideSubset("success of a statement that is not in the subset");
        }
    }

    Success change(const ast::Stmt& statement, const Names& names) const {
        const Value old = state_->cells[ask_.cell(statement.exprs[0], names)];
        const Value value = ask_.value(statement.exprs[1], names);
        const bool fits = !leaves_its_range(*vocabulary_, *state_, statement, names);
        if (statement.kind == StmtKind::Assign) {
            return {fits && value != old, value != old};
        }
        if (old.sort != Sort::Set) {
            return {fits, value.number != 0};
        }
        if (value.sort == Sort::None) {
            throw PlayEnds{"gap.undefined"};
        }
        const std::int64_t bits = value.sort == Sort::Set ? value.number : std::int64_t{1} << value.number;
        const bool comes = statement.kind == StmtKind::Increase;
        return {(old.number & bits) == (comes ? 0 : bits), bits != 0};
    }

    Success perform(const ast::Stmt& statement, const Names& names) const {
        const ast::Item& action = *vocabulary_->action(statement.name);
        const Names roles = ask_.roles(action, statement.exprs, names);
        Success all = of(action.body, roles);
        all.acts = all.acts || std::ranges::all_of(action.body, [](const ast::Stmt& inner) {
                       return inner.kind == StmtKind::Nothing;
                   });
        const bool overruled = whom_ == For::Must && statement.kind == StmtKind::Perform &&
                               vocabulary_->meta("precedence", "") == "must";
        all.possible = all.possible && (overruled || !ask_.forbidden(action, roles));
        return all;
    }

    bool some_option(const ast::Stmt& choice, const Names& names) const {
        if (choice.quantity != Quantity::One) {
            throw OutsideSubset("a choice of several things");
        }
        return std::ranges::any_of(choice.options, [&](const ast::Option& option) {
            const ast::Expr* condition = option.condition.empty() ? nullptr : &option.condition[0];
            const std::vector<Names> found = ask_.bindings(option.binders, condition, names);
            return std::ranges::any_of(found, [&](const Names& bound) {
                const bool complete =
                    !option.complete ||
                    success_of(*vocabulary_, *state_, option.body, bound, For::May).possible;
                return complete && of(option.body, bound).possible;
            });
        });
    }

    // Some way to give all of it, so that what is done for each is possible.
    bool some_split(const ast::Stmt& statement, const Names& names) const {
        if (statement.quantity == Quantity::UpTo || statement.quantity == Quantity::AsManyAs) {
            return true;
        }
        const std::vector<Split> ways = splits(*vocabulary_, *state_, statement, names);
        return ask_.value(statement.exprs[1], names).number <= 0 ||
               std::ranges::any_of(ways, [&](const Split& split) {
                   return std::ranges::all_of(split, [&](const Share& share) {
                       Names bound = names;
                       bound[share.part->binders[0].name] = share.whose;
                       bound[statement.name] = number(share.amount);
                       return of(share.part->body, bound).possible;
                   });
               });
    }

    const Vocabulary* vocabulary_;
    const State* state_;
    Evaluator ask_;
    For whom_;
};

// All ways to give so much to these, each at most so much.
void divide(const std::vector<std::pair<Share, std::int64_t>>& who, std::size_t at, std::int64_t left,
            Split& given, std::vector<Split>& found) {
    if (at == who.size()) {
        if (left == 0) {
            found.push_back(given);
        }
        return;
    }
    divide(who, at + 1, left, given, found);
    for (std::int64_t amount = 1; amount <= std::min(left, who[at].second); ++amount) {
        given.push_back(who[at].first);
        given.back().amount = amount;
        divide(who, at + 1, left - amount, given, found);
        given.pop_back();
    }
}

}  // namespace

Success success_of(const Vocabulary& vocabulary, const State& state, const std::vector<ast::Stmt>& block,
                   const Names& names, For whom) {
    try {
        return Asker(vocabulary, state, whom).of(block, names);
    } catch (const PlayEnds&) {
        throw OutsideSubset("success of what has no value");
    }
}

bool has_choice(const Vocabulary& vocabulary, const std::vector<ast::Stmt>& block) {
    return std::ranges::any_of(block, [&](const ast::Stmt& statement) {
        if (statement.kind == StmtKind::Perform || statement.kind == StmtKind::Try) {
            return has_choice(vocabulary, vocabulary.action(statement.name)->body);
        }
        return statement.kind == StmtKind::Choose || statement.kind == StmtKind::Distribute ||
               std::ranges::any_of(statement.blocks,
                                   [&](const auto& inner) { return has_choice(vocabulary, inner); });
    });
}

bool leaves_its_range(const Vocabulary& vocabulary, const State& state, const ast::Stmt& change,
                      const Names& names) {
    const Evaluator ask(vocabulary, state);
    const std::size_t cell = ask.cell(change.exprs[0], names);
    const Shape& shape = vocabulary.field_of(cell)->shape;
    const Value value = ask.value(change.exprs[1], names);
    if (change.kind == StmtKind::Assign && value.sort == Sort::None) {
        return !shape.optional;
    }
    if (shape.sort != Sort::Number || !shape.bounded) {
        return false;
    }
    const std::int64_t then = change.kind == StmtKind::Assign     ? value.number
                              : change.kind == StmtKind::Increase ? state.cells[cell].number + value.number
                                                                  : state.cells[cell].number - value.number;
    return then < shape.low || then > shape.high;
}

std::int64_t most_of(const std::vector<Split>& ways) {
    std::int64_t most = 0;
    for (const Split& way : ways) {
        std::int64_t sum = 0;
        for (const Share& share : way) {
            sum += share.amount;
        }
        most = std::max(most, sum);
    }
    return most;
}

std::vector<Split> splits(const Vocabulary& vocabulary, const State& state, const ast::Stmt& distribute,
                          const Names& names) {
    const Evaluator ask(vocabulary, state);
    const std::int64_t amount = std::max<std::int64_t>(0, ask.value(distribute.exprs[1], names).number);
    std::vector<std::pair<Share, std::int64_t>> who;
    std::int64_t room = 0;
    for (const ast::Option& part : distribute.options) {
        if (!part.only_if.empty()) {
            throw OutsideSubset("a distribution with 'only if'");
        }
        const ast::Expr* condition = part.condition.empty() ? nullptr : &part.condition[0];
        for (const Names& bound : ask.bindings(part.binders, condition, names)) {
            const std::int64_t most = part.most.empty() ? amount : ask.value(part.most[0], bound).number;
            who.push_back({{&part, bound.at(part.binders[0].name), 0}, std::max<std::int64_t>(0, most)});
            room += who.back().second;
        }
    }
    std::vector<Split> found;
    const bool all = distribute.quantity == Quantity::One || distribute.quantity == Quantity::Exactly;
    const std::int64_t highest = all ? amount : std::min(amount, room);
    const std::int64_t least = distribute.quantity == Quantity::UpTo ? 0 : highest;
    for (std::int64_t sum = least; sum <= highest; ++sum) {
        Split given;
        divide(who, 0, sum, given, found);
    }
    return found;
}

}  // namespace errata::oracle
