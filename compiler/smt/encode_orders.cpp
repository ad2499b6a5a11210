#include "compiler/smt/encode_orders.h"

#include "compiler/smt/at_least.h"
#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

std::vector<EncodedInstance> encoded_instances(CodeEncoding& e, std::span<const CodeId> children) {
    std::vector<EncodedInstance> result;
    const Formula no = e.pool.truth(false);
    for (const CodeId child : children) {
        const Code& part = e.model.flow.code[child];
        if (part.kind == CodeKind::If) {
            result.push_back({&part, 0, no, no, no});
            continue;
        }
        const Type& domain = e.model.type(part.domain);
        for (Value value = domain.first(); value <= domain.hi; ++value)
            result.push_back({&part, value, no, no, no});
    }
    return result;
}

void bind_instance(CodeEncoding& e, const Code& part, Formula value, Path& path) {
    if (part.kind != CodeKind::ForEach) return;
    if (path.binders.size() <= part.level) path.binders.resize(part.level + 1, e.pool.truth(false));
    path.binders[part.level] = value;
}

void ask_instances(CodeEncoding& e, std::vector<EncodedInstance>& instances, Path& path) {
    for (EncodedInstance& instance : instances) {
        instance.ready = e.pool.truth(false);
        Path asking = path;
        asking.alive = e.pool.land(path.alive, e.pool.lnot(instance.taken));
        if (is_false(asking.alive)) continue;
        bind_instance(e, *instance.code, e.pool.constant(instance.value), asking);
        const Formula holds =
            e.pool.equal(evaluate(e, instance.code->terms[0], asking, instance.code->clause), 1);
        path.failed = asking.failed;
        path.taken = std::move(asking.taken);
        instance.ready = e.pool.land(e.pool.lnot(instance.taken), holds);
        instance.may_be_over = e.pool.lor(instance.may_be_over, e.pool.lnot(holds));
    }
}

void meet_ways(CodeEncoding& e, const Code& code, const std::vector<Formula>& ways, OrdersSoFar& so_far,
               Path& path) {
    const Formula open = at_least(e.pool, ways).two;
    Formula sum = e.pool.constant(0);
    for (const Formula way : ways) sum = add(e.pool, sum, way);
    const auto more_than = [&](Value few) { return less(e.pool, e.pool.constant(few), sum); };
    const Formula cost = add(e.pool, open, add(e.pool, more_than(2), more_than(4)));
    const Formula spent = add(e.pool, so_far.cost, e.pool.ite(so_far.decided, cost, e.pool.constant(0)));
    const Formula too_much = less(e.pool, e.pool.constant(Value{order_budget}), spent);
    cut(e, path, e.pool.land({so_far.decided, open, too_much}));
    // Beyond the budget nothing counts any more.
    so_far.cost = e.pool.ite(less(e.pool, spent, e.pool.constant(Value{order_budget})), spent,
                             e.pool.constant(Value{order_budget}));
    so_far.decided = e.pool.lor(so_far.decided, open);
    incident(e, path, {code.incident, code.clause}, open);
    left_to_nobody(e, path, open);
}

namespace {

// The instances of one node that are ready, one of which is next, and the value of its binder.
struct NextOfPart {
    Formula is_next;  // one of this node
    Formula is_ready;
    Formula value;
};

// Notes them as taken. They begin at `first`, which is then behind them.
NextOfPart next_of_part(CodeEncoding& e, std::vector<EncodedInstance>& instances, std::size_t& first,
                        Formula next) {
    const Code* const part = instances[first].code;
    std::vector<Formula> of_this_part;
    std::vector<Formula> ready;
    Formula value;
    for (; first < instances.size() && instances[first].code == part; ++first) {
        EncodedInstance& instance = instances[first];
        const Formula is_next = e.pool.equal(next, static_cast<Value>(first));
        of_this_part.push_back(is_next);
        instance.taken = e.pool.lor(instance.taken, is_next);
        if (is_false(instance.ready)) continue;
        ready.push_back(e.pool.land(is_next, instance.ready));
        const Formula own = e.pool.constant(instance.value);
        value = value.is_valid() ? e.pool.ite(is_next, own, value) : own;
    }
    return {e.pool.lor(std::move(of_this_part)), e.pool.lor(std::move(ready)), value};
}

}  // namespace

Running take_next(CodeEncoding& e, std::vector<EncodedInstance>& instances, Formula next, const Path& path,
                  RunBody run_body) {
    Running after;
    for (std::size_t first = 0; first < instances.size();) {
        const Code& part = *instances[first].code;
        const NextOfPart one = next_of_part(e, instances, first, next);
        Path taken = path;
        taken.alive = e.pool.land(path.alive, one.is_ready);
        if (is_false(taken.alive)) continue;
        if (part.clause.is_valid()) taken.speaker = e.pool.constant(number_of(part.clause));
        bind_instance(e, part, one.value, taken);
        Running behind = run_body(e, part.children[0], std::move(taken));
        if (behind) {
            behind->speaker = path.speaker;
            behind->binders = path.binders;
        }
        after = branches_joined(e, one.is_next, std::move(behind), std::move(after));
    }
    return after;
}

}  // namespace errata::compiler
