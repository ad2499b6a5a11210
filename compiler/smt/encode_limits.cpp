// How triggers with a limit are encoded that are caught at one moment: each instance has a variable that says
// whether it is among those that are caught, and when the moment ends their number is the one that code.h
// gives.
#include <utility>

#include "compiler/smt/encode_code.h"
#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

namespace {

const TriggerLimit& limit_of(CodeEncoding& e, TriggerId trigger) {
    return *e.model.rules.triggers[trigger.index].limit;
}

// Are the uses of the instance counted in that cell, the one of this number?
Formula is_counted(CodeEncoding& e, const LimitedPend& instance, std::size_t number) {
    const Variable& uses = e.model.variable(limit_of(e, instance.trigger).uses);
    if (uses.params.empty()) return instance.waits;
    if (instance.arguments.empty()) return e.pool.truth(false);
    const Value whose = e.model.type(uses.params[0]).first() + static_cast<Value>(number);
    return e.pool.land(instance.waits, e.pool.equal(instance.arguments[0], whose));
}

Formula differ(CodeEncoding& e, const LimitedPend& a, const LimitedPend& b) {
    std::vector<Formula> same;
    for (std::size_t i = 0; i < a.arguments.size(); ++i)
        same.push_back(e.pool.equal(a.arguments[i], b.arguments[i]));
    return e.pool.lnot(e.pool.land(std::move(same)));
}

// Those of one trigger whose uses one cell counts.
void close_limit(CodeEncoding& e, TriggerId trigger, std::size_t number,
                 const std::vector<LimitedPend>& instances, Path& path, Block& block) {
    const TriggerLimit& limit = limit_of(e, trigger);
    const std::size_t cell = e.model.variable(limit.uses).base + number;
    Formula count = e.pool.constant(0);
    Formula caught = e.pool.constant(0);
    std::vector<Formula> different;
    for (std::size_t i = 0; i < instances.size(); ++i) {
        const Formula here = is_counted(e, instances[i], number);
        count = add(e.pool, count, here);
        caught = add(e.pool, caught, e.pool.land(here, instances[i].caught));
        for (std::size_t k = 0; k < i; ++k)
            different.push_back(e.pool.land(
                {here, is_counted(e, instances[k], number), differ(e, instances[k], instances[i])}));
    }
    const Formula left = subtract(e.pool, e.pool.constant(limit.most), path.cells[cell]);
    const Formula room = e.pool.ite(less(e.pool, left, e.pool.constant(0)), e.pool.constant(0), left);
    const Formula too_many = less(e.pool, room, count);
    exclude(e, path, e.pool.lnot(e.pool.equal(caught, e.pool.ite(too_many, room, count))));
    const Formula open =
        e.pool.land({too_many, less(e.pool, e.pool.constant(0), room), e.pool.lor(std::move(different))});
    incident(e, path, {limit.order, e.model.rules.triggers[trigger.index].clause}, open);
    left_to_nobody(e, path, open);
    const auto counted = block.find(cell);
    if (counted == block.end()) return;
    Formula& amount = counted->second.amount;
    amount = subtract(e.pool, amount, subtract(e.pool, count, caught));
}

}  // namespace

Formula catch_within_limit(CodeEncoding& e, const Code& code, const std::vector<Formula>& arguments,
                           const Path& path) {
    const Formula waits = e.pool.land(path.alive, e.pool.lnot(path.failed));
    const Formula caught = e.pool.variable(ValueSet(0, 1));
    e.limited.push_back({code.trigger, arguments, waits, e.pool.equal(caught, 1)});
    return e.limited.back().caught;
}

void close_limits(CodeEncoding& e, Path& path, Block& block) {
    std::map<TriggerId, std::vector<LimitedPend>> by_trigger;
    for (LimitedPend& instance : std::exchange(e.limited, {}))
        by_trigger[instance.trigger].push_back(std::move(instance));
    for (const auto& [trigger, instances] : by_trigger) {
        const Variable& uses = e.model.variable(limit_of(e, trigger).uses);
        for (std::size_t number = 0; number < uses.cells; ++number)
            close_limit(e, trigger, number, instances, path, block);
        // What no cell counts is caught.
        for (const LimitedPend& instance : instances) {
            std::vector<Formula> counted;
            for (std::size_t number = 0; number < uses.cells; ++number)
                counted.push_back(is_counted(e, instance, number));
            exclude(e, path,
                    e.pool.land({instance.waits, e.pool.lnot(e.pool.lor(std::move(counted))),
                                 e.pool.lnot(instance.caught)}));
        }
    }
}

}  // namespace errata::compiler
