#include "compiler/smt/encode_cases.h"

#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

namespace {

Path start(CodeEncoding& code, const std::vector<Formula>& cells) {
    FormulaPool& pool = code.pool;
    Path path;
    path.cells = cells;
    path.alive = pool.truth(true);
    path.failed = pool.truth(false);
    path.spilled = pool.truth(false);
    path.over = pool.constant(0);
    path.speaker = pool.constant(number_of({}));
    path.version = next_version(code.terms);
    return path;
}

}  // namespace

Cases cases(CodeEncoding& code, const std::vector<Formula>& cells) {
    const Model& model = code.model;
    FormulaPool& pool = code.pool;
    Path path = start(code, cells);
    const Layout& layout = model.layout;
    std::vector<Formula> settled_points;
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        if (model.flow.points[p].settled) settled_points.push_back(waits_at(code, path.cells, p));
    }
    Formula running = pool.land(pool.equal(path.cells[layout.over], 0),
                                pool.lnot(pool.equal(path.cells[layout.frame(0)], 0)));
    Formula settled = pool.land(running, pool.lor(settled_points));
    Cases result;
    path.alive = settled;
    for (const StateCheck& check : model.rules.state_checks) {
        result.enabled.push_back(pool.equal(evaluate(code, check.condition, path, check.clause), 1));
    }
    const Formula possible = legal(code);
    result.undefined = pool.land(path.failed, possible);
    settled = pool.land(settled, pool.lnot(path.failed));
    Formula any = pool.lor(result.enabled);
    std::vector<Formula> waiting;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        waiting.push_back(pool.lnot(pool.equal(path.cells[layout.slot(i)], 0)));
    }
    Formula pending = pool.lor(waiting);
    if (model.policies.agenda == Agenda::Bag && layout.frames > 1) {
        pending = pool.land(pending, floors(code, path)[0]);
    }
    result.settle = pool.land({possible, settled, any});
    result.place = pool.land({possible, settled, pool.lnot(any), pending});
    const Formula prior = pool.lor(any, pending);
    result.choose =
        pool.land({possible, running, pool.lnot(path.failed), pool.lnot(pool.land(settled, prior))});
    path.failed = pool.truth(false);  // the cases exclude what has failed
    result.checked = std::move(path);
    return result;
}

Formula legal(CodeEncoding& code) { return code.pool.lnot(code.pool.lor(code.record.excluded)); }

Formula waits_at(CodeEncoding& code, const std::vector<Formula>& cells, std::size_t point) {
    return code.pool.equal(cells[code.model.layout.frame(0)], static_cast<Value>(point) + 1);
}

namespace {

// The rank of what a slot holds.
Formula rank_at(CodeEncoding& code, const std::vector<Formula>& cells, std::size_t slot) {
    FormulaPool& pool = code.pool;
    const Layout& layout = code.model.layout;
    const std::vector<Trigger>& triggers = code.model.rules.triggers;
    const auto first = cells.begin() + static_cast<std::ptrdiff_t>(layout.slot(slot) + 1);
    const std::vector<Formula> arguments(first,
                                         first + static_cast<std::ptrdiff_t>(layout.pending_arguments));
    const Given nothing_given;
    Formula rank = pool.constant(0);
    for (std::size_t t = 0; t < triggers.size(); ++t) {
        const Formula is_it = pool.equal(cells[layout.slot(slot)], static_cast<Value>(t) + 1);
        if (is_false(is_it) || !triggers[t].rank.is_valid()) continue;
        const Encoded own =
            encode(code.terms, triggers[t].rank, {cells, arguments, next_version(code.terms), nothing_given});
        rank = pool.ite(is_it, own.value, rank);
    }
    return rank;
}

}  // namespace

std::vector<Formula> placeable(CodeEncoding& code, const std::vector<Formula>& cells) {
    FormulaPool& pool = code.pool;
    const Layout& layout = code.model.layout;
    const bool is_stack = code.model.policies.agenda == Agenda::Stack;
    std::vector<Formula> ranks;
    std::vector<Formula> there;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        ranks.push_back(rank_at(code, cells, i));
        there.push_back(pool.lnot(pool.equal(cells[layout.slot(i)], 0)));
    }
    std::vector<Formula> result;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        std::vector<Formula> all{there[i]};
        for (std::size_t j = 0; j < layout.pending; ++j) {
            const Formula is_before =
                is_stack ? less(pool, ranks[i], ranks[j]) : less(pool, ranks[j], ranks[i]);
            all.push_back(pool.lnot(pool.land(there[j], is_before)));
        }
        result.push_back(pool.land(std::move(all)));
    }
    return result;
}

Formula pending_alike(CodeEncoding& code, const std::vector<Formula>& cells) {
    FormulaPool& pool = code.pool;
    const Layout& layout = code.model.layout;
    const std::vector<Formula> next = placeable(code, cells);
    std::vector<Formula> all;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            std::vector<Formula> same;
            for (std::size_t c = 0; c <= layout.pending_arguments; ++c) {
                same.push_back(pool.equal(cells[layout.slot(i) + c], cells[layout.slot(j) + c]));
            }
            all.push_back(pool.lor({pool.lnot(next[i]), pool.lnot(next[j]), pool.land(std::move(same))}));
        }
    }
    return pool.land(std::move(all));
}

void consider(CodeEncoding& code, const PointOption& option, const Path& path, Formula looked_at,
              std::vector<StepIncident>& met) {
    FormulaPool& pool = code.pool;
    if (!option.guard.is_valid() || is_false(looked_at)) return;
    for (const Met& seen :
         encode(code.terms, option.guard, {path.cells, path.binders, path.version, path.given}).met) {
        Formula condition = pool.land(looked_at, seen.condition);
        if (is_false(condition) || !seen.occurrence.incident.is_valid()) continue;
        ClauseId clause = seen.occurrence.clause.is_valid() ? seen.occurrence.clause : option.clause;
        met.push_back({{seen.occurrence.incident, clause}, condition});
    }
}

std::optional<std::vector<Formula>> possibilities(CodeEncoding& code, Path& path, const Point& point,
                                                  std::vector<StepIncident>& met) {
    const Model& model = code.model;
    const Layout& layout = model.layout;
    std::vector<Formula> possible;
    double combinations = 0;
    for (const PointOption& option : point.options) {
        double product = 1;
        for (const BinderRegister& binder : option.binders) {
            const Type& type = model.type(binder.type);
            product *= static_cast<double>(type.hi - type.first() + 1);
        }
        combinations += product;
    }
    if (combinations > static_cast<double>(code.options.option_limit)) {
        code.terms.limits.not_analysed("whether " + point.name + " has an option: more than " +
                                       std::to_string(code.options.option_limit) + " to look at");
        cut(code, path, code.pool.truth(true));
        return std::nullopt;
    }
    for (const PointOption& option : point.options) {
        std::vector<Value> bindings;
        for (const BinderRegister& binder : option.binders)
            bindings.push_back(model.type(binder.type).first());
        for (bool more = true; more;) {
            Path bound = path;
            for (std::size_t b = 0; b < bindings.size(); ++b) {
                bound.cells[layout.frame(0) + 1 + option.binders[b].reg] = code.pool.constant(bindings[b]);
            }
            if (!bindings.empty()) bound.version = next_version(code.terms);
            possible.push_back(peek(code, option.guard, bound));
            path.taken = bound.taken;
            consider(code, option, bound, bound.alive, met);
            more = false;
            for (std::size_t b = bindings.size();
                 b-- > 0 && !more;) {  // the next assignment, last binder fastest
                const Type& type = model.type(option.binders[b].type);
                more = bindings[b] < type.hi;
                bindings[b] = more ? bindings[b] + 1 : type.first();
            }
        }
    }
    return possible;
}

Formula none_possible(CodeEncoding& code, Path& path, const Point& point, std::vector<StepIncident>& met) {
    FormulaPool& pool = code.pool;
    std::optional<std::vector<Formula>> possible = possibilities(code, path, point, met);
    return possible ? pool.lnot(pool.lor(std::move(*possible))) : pool.truth(false);
}

void add_under(FormulaPool& pool, Formula condition, const std::vector<StepIncident>& incidents,
               std::vector<StepIncident>& to) {
    for (const StepIncident& incident : incidents) {
        const Formula both = pool.land(condition, incident.condition);
        if (!is_false(both)) to.push_back({incident.occurrence, both});
    }
}

}  // namespace errata::compiler
