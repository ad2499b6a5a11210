#include "compiler/lower/units.h"

#include <utility>

#include "compiler/ir/term_kinds.h"
#include "compiler/lower/body.h"
#include "dsl/base/check.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

Units::Units(const Lowering& l, const Place& place, std::size_t most, std::string name,
             const std::string& question, OrderKind order, const Continuation& next)
    : l_(l), inside_(place), name_(std::move(name)), next_done_(place.next_register), order_(order) {
    after_ = shared(l, name_ + ": goes on", next);
    for (std::size_t i = 0; i < most; ++i) claim_internal(l, inside_, "done", l.names.vocabulary.bool_type);
    last_done_ = inside_.next_register;
    head_ = rules_point(l, question, inside_);
    l.model.flow.points[head_.index].to_come = next_done_;
    again_label_ = add_label(l, name_ + ": what is next", {});
    again_ = [this]() { return go(l_, again_label_); };
}

void Units::add(const std::string& text, TermId condition, ClauseId clause, CodeId body) {
    ERRATA_CHECK(next_done_ < last_done_);
    TermPool& pool = l_.pool();
    const std::uint32_t done = next_done_++;
    PointOption option;
    option.text = text;
    option.guard = pool.land({pool.lnot(l_.terms.reg(done, l_.names.vocabulary.bool_type)), condition});
    option.clause = clause;
    option.target =
        add_label(l_, name_ + ": " + text, sequence(l_, {set_register(l_, done, pool.truth(true)), body}));
    options_.push_back(std::move(option));
    begin_.push_back(set_register(l_, done, pool.truth(false)));
}

CodeId Units::only_or_stop() const {
    TermPool& pool = l_.pool();
    TermId count = pool.constant(0);
    CodeId only = after_();
    for (auto it = options_.rbegin(); it != options_.rend(); ++it) {
        const TermId one = pool.make(TermKind::Ite, {it->guard, pool.constant(1), pool.constant(0)});
        count = pool.make(TermKind::Add, {count, one});
        only = if_else(l_, it->guard, go(l_, it->target), only, it->clause);
    }
    const TermId several = pool.make(TermKind::Less, {pool.constant(1), count});
    return if_else(l_, several, stop(l_, head_), only, l_.model.flow.points[head_.index].clause);
}

CodeId Units::make() {
    const TermId is_ready = l_.pool().lor(dsl::mapped(options_, &PointOption::guard));
    const ClauseId clause = l_.model.flow.points[head_.index].clause;
    l_.model.flow.labels[again_label_.index].code = if_else(l_, is_ready, stop(l_, head_), after_(), clause);
    begin_.push_back(only_or_stop());
    Point& point = l_.model.flow.points[head_.index];
    point.owner = OwnerKind::Nobody;
    point.settled = false;
    point.orders = order_;
    point.options = std::move(options_);
    return sequence(l_, std::move(begin_));
}

}  // namespace errata::compiler
