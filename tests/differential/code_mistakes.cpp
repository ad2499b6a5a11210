// A node of code mistaken for another.
#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "compiler/ir/term_kinds.h"
#include "compiler/ir/walk.h"
#include "tests/differential/mistakes.h"
#include "tests/support/codes.h"

namespace errata::tests {

using namespace compiler;

namespace {

// Those that a change adds are not changed.
void each_node(Model& model, CodeKind kind, const std::function<void(Code&)>& change) {
    const std::size_t nodes = model.flow.code.size();
    for (std::size_t i = 0; i < nodes; ++i) {
        Code code = model.flow.code[CodeId(i)];
        if (code.kind != kind) continue;
        change(code);
        model.flow.code.replace(CodeId(i), std::move(code));
    }
}

Code both(Model& model, Code first, Code then) {
    Code result;
    result.children = {model.flow.code.add(std::move(first)), model.flow.code.add(std::move(then))};
    return result;
}

std::vector<CodeId> nodes_below(const Model& model, CodeId root) {
    std::vector<CodeId> result;
    walk_code(model.flow.code, std::span(&root, 1), [&](CodeId id, const Code&) { result.push_back(id); });
    return result;
}

// A reference to such an object, at some point.
bool may_hold(const Model& model, std::uint32_t reg, TypeId object) {
    return std::ranges::any_of(model.flow.points, [&](const Point& point) {
        return std::ranges::any_of(point.live_registers, [&](const BinderRegister& live) {
            return live.reg == reg && model.type(live.type).optional && model.type(live.type).base == object;
        });
    });
}

void drop_frame_condition(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Set, [&](Code& code) {
        Code other = code;
        const Variable& variable = model.variable(code.var);
        for (std::size_t i = 0; i < variable.params.size(); ++i)
            other.terms[i] = model.terms.constant(model.type(variable.params[i]).hi);
        if (other.terms == code.terms) return;
        code = both(model, code, other);
    });
}

void lost_instance(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Pend, [&](Code& code) { code = Code(); });
}

void forgotten_forget(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Forget, [&](Code& code) { code = Code(); });
}

void forgetful_runner(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Forget, [&](Code& code) {
        const TermId object = code.terms[0];
        for (std::uint32_t reg = 0; reg < model.layout.registers; ++reg) {
            if (!may_hold(model, reg, code.domain)) continue;
            Code forget;
            forget.kind = CodeKind::SetRegister;
            forget.level = reg;
            const TermId held = model.terms.make(TermKind::Register, {}, reg);
            forget.terms = {model.terms.make(
                TermKind::Ite, {model.terms.equal(held, object), model.terms.constant(none_value), held})};
            code = both(model, code, forget);
        }
    });
}

void return_like_stop(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Return, [&](Code& code) {
        for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
            if (!model.flow.points[p].control) code.point = PointId(p);
        }
        code.kind = CodeKind::Stop;
    });
}

void called_later(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Call, [&](Code& code) {
        Code stop = code;
        stop.kind = CodeKind::Stop;
        stop.terms.clear();
        code.kind = CodeKind::Pend;
        code = both(model, code, stop);
    });
}

void caller_gone(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Call, [&](Code& code) {
        Code stop = code;
        stop.kind = CodeKind::Stop;
        stop.point = model.rules.triggers[code.trigger.index].entry;
        stop.terms.clear();
        for (std::size_t i = code.terms.size(); i-- > 0;) {
            Code argument;
            argument.kind = CodeKind::SetRegister;
            argument.level = static_cast<std::uint32_t>(i);
            argument.terms = {code.terms[i]};
            stop = both(model, argument, stop);
        }
        code = std::move(stop);
    });
}

void quiet_fork(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Fork, [&](Code& code) {
        code.kind = CodeKind::Sequence;
        code.children.resize(1);
    });
}

void increase_like_set(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Increase, [&](Code& code) { code.kind = CodeKind::Set; });
}

void gain_like_set(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Gain, [&](Code& code) { code.kind = CodeKind::Set; });
}

// Not of instances: that would be another kind of node.
void first_pass_only(Model& model, const EnabledClauses&) {
    std::set<CodeId> instances;
    for (const CodeKind kind : {CodeKind::AnyOrder, CodeKind::Rounds}) {
        each_node(model, kind,
                  [&](Code& code) { instances.insert(code.children.begin(), code.children.end()); });
    }
    for (std::size_t i = 0; i < model.flow.code.size(); ++i) {
        Code code = model.flow.code[CodeId(i)];
        if (code.kind != CodeKind::If || instances.contains(CodeId(i))) continue;
        code.kind = CodeKind::Sequence;
        code.children.resize(1);
        model.flow.code.replace(CodeId(i), std::move(code));
    }
}

void never_at_rest(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::IfAtRest, [&](Code& code) {
        code.kind = CodeKind::Sequence;
        code.children.erase(code.children.begin());
    });
}

void pending_at_rest(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::IfAtRest, [&](Code& code) {
        std::vector<TermId> rest;
        for (const StateCheck& check : model.rules.state_checks)
            rest.push_back(model.terms.lnot(check.condition));
        code.kind = CodeKind::If;
        code.terms = {model.terms.land(rest)};
    });
}

void sequential_block(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Simultaneously, [&](Code& code) { code.kind = CodeKind::Sequence; });
}

void sets_first(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Simultaneously, [&](Code& code) { code.sets_last = false; });
}

void reset_like_set(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Set, [&](Code& code) { code.is_reset = false; });
}

void forget_like_lose(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Lose, [&](Code& code) { code.is_reset = false; });
}

void ends_like_reset(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Set, [&](Code& code) { code.is_for_good = false; });
}

void quiet_blocks(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Simultaneously, [&](Code& code) { code.incident = IncidentId(); });
}

void quiet_members(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Simultaneously, [&](Code& code) {
        const bool moves_members = std::ranges::any_of(nodes_below(model, code.children[0]), [&](CodeId id) {
            return model.flow.code[id].kind == CodeKind::Gain || model.flow.code[id].kind == CodeKind::Lose;
        });
        if (moves_members) code.incident = IncidentId();
    });
}

void last_sum_wins(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Simultaneously, [&](Code& block) {
        std::map<std::pair<VarId, std::vector<TermId>>, CodeId> last;
        for (const CodeId id : nodes_below(model, block.children[0])) {
            const Code code = model.flow.code[id];
            if (code.kind != CodeKind::Increase) continue;
            const std::pair cell(code.var, std::vector<TermId>(code.terms.begin(), code.terms.end() - 1));
            const auto [earlier, is_new] = last.emplace(cell, id);
            if (is_new) continue;
            model.flow.code.replace(earlier->second, Code());
            earlier->second = id;
        }
    });
}

void solve_without_others(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Solve, [&](Code& code) { code.children.resize(1); });
}

void thawed_solve(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Solve, [&](Code& code) {
        code.kind = CodeKind::Sequence;
        code.children.resize(1);
    });
}

void order_as_written(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::AnyOrder, [&](Code& code) { code.kind = CodeKind::Sequence; });
}

void quiet_order(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::AnyOrder, [&](Code& code) { code.incident = IncidentId(); });
}

void one_round(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Again, [&](Code& code) {
        code.kind = CodeKind::Sequence;
        code.terms.clear();
    });
}

void carried_nothing(Model& model, const EnabledClauses&) {
    std::map<std::uint32_t, std::vector<TermId>> first;
    each_node(model, CodeKind::Rounds, [&](Code& code) { first[code.level] = code.terms; });
    each_node(model, CodeKind::Again, [&](Code& code) { code.terms = first.at(code.level); });
}

void quiet_rounds(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Rounds, [&](Code& code) { code.incident = IncidentId(); });
}

void nothing_deferred(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Defer, [&](Code& code) { code.kind = CodeKind::Sequence; });
}

void one_stage(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::Defer, [&](Code& code) { code.level = 0; });
}

void nothing_passed_over(Model& model, const EnabledClauses&) {
    each_node(model, CodeKind::AnyOrder, [&](Code& code) {
        Code forwards = code;
        forwards.kind = CodeKind::Sequence;
        Code backwards = forwards;
        std::ranges::reverse(backwards.children);
        code.kind = CodeKind::Fork;
        code.children = {model.flow.code.add(std::move(forwards)), model.flow.code.add(std::move(backwards))};
    });
}

}  // namespace

const std::vector<ModelMistake>& code_mistakes() {
    static const std::vector<ModelMistake> all = {
        {"DropFrameCondition", "a write through an index also reaches the last cell it could name",
         drop_frame_condition},
        {"LostInstance", "Pend does nothing", lost_instance},
        {"ForgottenForget", "Forget does nothing", forgotten_forget},
        {"ForgetfulRunner", "Forget reaches the running frame, too", forgetful_runner},
        {"ReturnLikeStop", "an item that is done stays where it was", return_like_stop},
        {"CalledLater", "a called item goes into the bag", called_later},
        {"CallerGone", "a called item takes the place of the frame that called it", caller_gone},
        {"QuietFork", "nobody decides, so the first outcome is taken", quiet_fork},
        {"IncreaseLikeSet", "an amount is taken for the value", increase_like_set},
        {"GainLikeSet", "what a set gains is all that it holds", gain_like_set},
        {"FirstPassOnly", "a condition is evaluated, and what follows is carried out anyway",
         first_pass_only},
        {"NeverAtRest", "the game counts as never at rest", never_at_rest},
        {"PendingAtRest", "what is pending does not keep the game from being at rest", pending_at_rest},
        {"SequentialBlock", "a Simultaneously block reads its own writes", sequential_block},
        {"SetsFirst", "what is added in a block always comes on top of what is set", sets_first},
        {"ResetLikeSet", "what a field begins anew with stands against what sets it", reset_like_set},
        {"ForgetLikeLose", "who leaves is taken from what is set as by a rule", forget_like_lose},
        {"EndsLikeReset", "what is set of a thing that is no more stands", ends_like_reset},
        {"QuietBlocks", "the Sets of a Simultaneously block that disagree say nothing", quiet_blocks},
        {"QuietMembers", "what a set gains and loses in one block says nothing", quiet_members},
        {"LastSumWins", "amounts of one block do not add up", last_sum_wins},
        {"SolveWithoutOthers", "what a Solve does with no solution or with several is not seen",
         solve_without_others},
        {"ThawedSolve", "inside a Solve the unknowns change with the state", thawed_solve, 2100},
        {"OrderAsWritten", "instances in any order are carried out as they are written", order_as_written},
        {"OneRound", "what should come again is over", one_round},
        {"CarriedNothing", "the next round begins with what the first one began with", carried_nothing},
        {"NothingDeferred", "Defer reads the state before the block", nothing_deferred},
        {"OneStage", "all that is put off is carried out together", one_stage},
        {"QuietRounds", "that nobody decides who comes next goes unsaid", quiet_rounds},
        {"QuietOrder", "that nobody decides between instances goes unsaid", quiet_order},
        {"NothingPassedOver",
         "instances are carried out forwards or backwards, and none that may have had its turn is passed "
         "over",
         nothing_passed_over},
    };
    return all;
}

}  // namespace errata::tests
