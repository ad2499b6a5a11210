// Whose choice comes next. The encoding has no use for the answer, but asking may meet an incident: an owner
// that is undefined, or depends on what nobody decides.
#include "compiler/smt/encode_cases.h"
#include "compiler/smt/encode_step.h"
#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

namespace {

// One term of the state says whose choice it is; the clause speaks.
Encoded player(TermEncoding& terms, TermId term, ClauseId clause, const std::vector<Formula>& binders,
               const std::vector<Formula>& cells) {
    const Given nothing_given;
    Encoded encoded = encode(terms, term, {cells, binders, next_version(terms), nothing_given});
    encoded.met.push_back({{terms.model.incidents.undefined, {}}, encoded.unspoken});
    for (Met& met : encoded.met) {
        if (!met.occurrence.clause.is_valid()) met.occurrence.clause = clause;
    }
    return encoded;
}

// The condition under which these are the incidents of a state, for those that are any.
void add(FormulaPool& pool, Formula condition, const Encoded& asked, std::vector<StepIncident>& to) {
    for (const Met& met : asked.met) {
        const Formula both = pool.land(condition, met.condition);
        if (met.occurrence.incident.is_valid() && !is_false(both)) to.push_back({met.occurrence, both});
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
        result = pool.lor(less(pool, mine, other), pool.land(pool.equal(mine, other), result));
    }
    return result;
}

// The instances are asked in order until two have different players or one has none.
std::vector<StepIncident> asking_who_places(CodeEncoding& code, Formula places,
                                            const std::vector<Formula>& cells) {
    const Model& model = code.model;
    FormulaPool& pool = code.pool;
    const Layout& layout = model.layout;
    std::vector<StepIncident> result;
    std::vector<Waiting> all;
    const std::vector<Formula> next = placeable(code, cells);
    for (std::size_t i = 0; i < layout.pending; ++i) {
        const Formula head = cells[layout.slot(i)];
        Waiting waiting{next[i], pool.truth(false), pool.constant(0), {}};
        std::vector<Formula> arguments;
        for (std::size_t a = 0; a < layout.pending_arguments; ++a)
            arguments.push_back(cells[layout.slot(i) + 1 + a]);
        for (std::size_t t = 0; t < model.rules.triggers.size(); ++t) {
            const Trigger& trigger = model.rules.triggers[t];
            const Formula is_it = pool.equal(head, static_cast<Value>(t) + 1);
            if (is_false(is_it) || !trigger.player.is_valid()) continue;
            const Encoded asked = player(code.terms, trigger.player, trigger.clause, arguments, cells);
            const Formula none = pool.equal(asked.value, none_value);
            const Formula has_one = pool.lnot(pool.lor(asked.undefined, none));
            waiting.has_player = pool.lor(waiting.has_player, pool.land(is_it, has_one));
            waiting.player = pool.ite(is_it, asked.value, waiting.player);
            waiting.asked.emplace_back(is_it, asked);
        }
        all.push_back(std::move(waiting));
    }
    const Formula differ = pool.lnot(pending_alike(code, cells));
    for (std::size_t i = 0; i < all.size(); ++i) {
        std::vector<Formula> reached = {places, differ, all[i].is_here};
        std::vector<Formula> earlier;
        for (std::size_t j = 0; j < all.size(); ++j) {
            earlier.push_back(pool.land(all[j].is_here, comes_before(pool, layout, cells, j, i)));
            reached.push_back(pool.lor(pool.lnot(earlier[j]), all[j].has_player));
            for (std::size_t k = 0; k < j; ++k) {
                const Formula same = pool.equal(all[j].player, all[k].player);
                reached.push_back(pool.lnot(pool.land({earlier[j], earlier[k], pool.lnot(same)})));
            }
        }
        const Formula is_asked = pool.land(std::move(reached));
        for (const auto& [is_it, asked] : all[i].asked) add(pool, pool.land(is_asked, is_it), asked, result);
    }
    return result;
}

}  // namespace

std::vector<StepIncident> Encoder::asking_whose(const std::vector<Formula>& cells) {
    std::vector<StepIncident> result;
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    const Cases which = cases(code, cells);
    begin_undecided(terms_);
    for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
        const Point& point = model_.flow.points[p];
        if (point.owner != OwnerKind::Player || !point.player.is_valid()) continue;
        const Formula here = pool_.land({which.choose, legal(code), waits_at(code, cells, p)});
        if (is_false(here)) continue;
        add(pool_, here, player(terms_, point.player, point.clause, {}, cells), result);
    }
    if (model_.policies.trigger_order_stated && !is_false(which.place)) {
        const std::vector<StepIncident> placing = asking_who_places(code, which.place, cells);
        result.insert(result.end(), placing.begin(), placing.end());
    }
    return result;
}

}  // namespace errata::compiler
