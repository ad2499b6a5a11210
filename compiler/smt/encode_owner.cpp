// Whose choice comes next. The encoding has no use for the answer, but asking may meet an incident: an owner
// that is undefined, or depends on what nobody decides.
#include "compiler/smt/encode_step.h"

namespace errata::compiler {

Encoded Encoder::player(TermId term, ClauseId clause, const std::vector<Formula>& binders,
                        const std::vector<Formula>& cells) {
    const Given nothing_given;
    Encoded encoded = terms_.encode(term, {cells, binders, terms_.next_version(), nothing_given});
    encoded.met.push_back({{model_.undefined, {}}, encoded.unspoken});
    for (Met& met : encoded.met) {
        if (!met.occurrence.clause.is_valid()) met.occurrence.clause = clause;
    }
    return encoded;
}

namespace {

// The condition under which these are the incidents of a state, for those that are any.
void add(FormulaPool& pool, Formula condition, const Encoded& asked, std::vector<StepIncident>& to) {
    for (const Met& met : asked.met) {
        const Formula both = pool.land(condition, met.condition);
        if (met.occurrence.incident.is_valid() && !pool.is_false(both)) to.push_back({met.occurrence, both});
    }
}

// An instance that waits in the bag: whose order it is, as far as that is known.
struct Waiting {
    Formula is_here;
    Formula has_player;
    Formula player;
    std::vector<std::pair<Formula, Encoded>> asked;  // by trigger that it can be
};

Formula comes_before(FormulaPool& pool, const Layout& layout, const std::vector<Formula>& cells,
                     std::size_t a, std::size_t b) {
    Formula result = pool.truth(false);
    for (std::size_t c = layout.pending_arguments + 1; c-- > 0;) {
        const Formula mine = cells[layout.slot(a) + c];
        const Formula other = cells[layout.slot(b) + c];
        result = pool.lor(pool.less(mine, other), pool.land(pool.equal(mine, other), result));
    }
    return result;
}

}  // namespace

// The instances are asked in order until two have different players or one has none.
std::vector<StepIncident> Encoder::asking_who_places(Formula places, const std::vector<Formula>& cells) {
    const Layout& layout = model_.layout;
    std::vector<StepIncident> result;
    std::vector<Waiting> all;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        const Formula head = cells[layout.slot(i)];
        Waiting waiting{pool_.lnot(pool_.equal(head, 0)), pool_.truth(false), pool_.constant(0), {}};
        std::vector<Formula> arguments;
        for (std::size_t a = 0; a < layout.pending_arguments; ++a)
            arguments.push_back(cells[layout.slot(i) + 1 + a]);
        for (std::size_t t = 0; t < model_.triggers.size(); ++t) {
            const Trigger& trigger = model_.triggers[t];
            const Formula is_it = pool_.equal(head, static_cast<Value>(t) + 1);
            if (pool_.is_false(is_it) || !trigger.player.is_valid()) continue;
            const Encoded asked = player(trigger.player, trigger.clause, arguments, cells);
            const Formula none = pool_.equal(asked.value, none_value);
            const Formula has_one = pool_.lnot(pool_.lor(asked.undefined, none));
            waiting.has_player = pool_.lor(waiting.has_player, pool_.land(is_it, has_one));
            waiting.player = pool_.ite(is_it, asked.value, waiting.player);
            waiting.asked.emplace_back(is_it, asked);
        }
        all.push_back(std::move(waiting));
    }
    const Formula differ = pool_.lnot(pending_alike(cells));
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<Formula> reached = {places, differ};
        std::vector<Formula> earlier;
        for (std::size_t j = 0; j < all.size(); ++j) {
            earlier.push_back(pool_.land(all[j].is_here, comes_before(pool_, layout, cells, j, i)));
            reached.push_back(pool_.lor(pool_.lnot(earlier[j]), all[j].has_player));
            for (std::size_t k = 0; k < j; ++k) {
                const Formula same = pool_.equal(all[j].player, all[k].player);
                reached.push_back(pool_.lnot(pool_.land({earlier[j], earlier[k], pool_.lnot(same)})));
            }
        }
        const Formula is_asked = pool_.land(std::move(reached));
        for (const auto& [is_it, asked] : all[i].asked)
            add(pool_, pool_.land(is_asked, is_it), asked, result);
    }
    return result;
}

std::vector<StepIncident> Encoder::asking_whose(const std::vector<Formula>& cells) {
    std::vector<StepIncident> result;
    Undetermined undetermined;
    terms_.begin(undetermined);
    StepRecord record;
    CodeEncoder code(model_, options_, pool_, terms_, record);
    const Cases which = cases(code, record, start(cells));
    terms_.begin_undecided();
    for (std::size_t p = 0; p < model_.points.size(); ++p) {
        const Point& point = model_.points[p];
        if (point.owner != OwnerKind::Player || !point.player.is_valid()) continue;
        const Formula here = pool_.land({which.choose, legal(record), waits_at(cells, p)});
        if (pool_.is_false(here)) continue;
        add(pool_, here, player(point.player, point.clause, {}, cells), result);
    }
    if (model_.trigger_order_stated && !pool_.is_false(which.place)) {
        const std::vector<StepIncident> placing = asking_who_places(which.place, cells);
        result.insert(result.end(), placing.begin(), placing.end());
    }
    return result;
}

}  // namespace errata::compiler
