#include "compiler/smt/encode_step.h"

#include <algorithm>

#include "dsl/base/check.h"

namespace errata::compiler {

Encoder::Encoder(const Model& model, EncoderOptions options)
    : model_(model),
      options_(std::move(options)),
      terms_(model_, options_, pool_),
      labels_(label_order(model_)) {
    if (labels_.has_circle) terms_.not_analysed("code that goes round in a circle without a stop");
}

Path Encoder::start(const std::vector<Formula>& cells) {
    Path path;
    path.cells = cells;
    path.alive = pool_.truth(true);
    path.failed = pool_.truth(false);
    path.spilled = pool_.truth(false);
    path.over = pool_.constant(0);
    path.speaker = pool_.constant(number_of({}));
    path.version = terms_.next_version();
    return path;
}

Encoded Encoder::closed(TermId term, const std::vector<Formula>& cells) {
    terms_.begin_undecided();
    const std::vector<Formula> no_binders;
    const Given nothing_given;
    return terms_.encode(term, {cells, no_binders, terms_.next_version(), nothing_given});
}

Formula Encoder::holds(TermId term, const std::vector<Formula>& cells) {
    const Encoded encoded = closed(term, cells);
    std::vector<Formula> all = {pool_.equal(encoded.value, 1), pool_.lnot(encoded.undefined)};
    for (const Met& met : encoded.met) all.push_back(pool_.lnot(met.condition));
    return pool_.land(all);
}

Formula Encoder::fails(TermId term, bool wanted, const std::vector<Formula>& cells) {
    const Encoded encoded = closed(term, cells);
    std::vector<Formula> all = {
        pool_.lor(encoded.undefined, pool_.lnot(pool_.equal(encoded.value, wanted ? 1 : 0)))};
    for (const Met& met : encoded.met) {
        if (!met.occurrence.incident.is_valid()) all.push_back(pool_.lnot(met.condition));
    }
    return pool_.land(all);
}

Formula Encoder::waits_at(const std::vector<Formula>& cells, std::size_t point) {
    return pool_.equal(cells[model_.layout.frame(0)], static_cast<Value>(point) + 1);
}

// What nobody decides has come out as something possible everywhere.
Formula Encoder::legal(const StepRecord& record) { return pool_.lnot(pool_.lor(record.excluded)); }

Encoder::Cases Encoder::cases(CodeEncoder& code, const StepRecord& record, Path path) {
    const Layout& layout = model_.layout;
    std::vector<Formula> settled_points;
    for (std::size_t p = 0; p < model_.points.size(); ++p) {
        if (model_.points[p].settled) settled_points.push_back(waits_at(path.cells, p));
    }
    Formula running = pool_.land(pool_.equal(path.cells[layout.over], 0),
                                 pool_.lnot(pool_.equal(path.cells[layout.frame(0)], 0)));
    Formula settled = pool_.land(running, pool_.lor(settled_points));
    Cases result;
    path.alive = settled;
    for (const StateCheck& check : model_.state_checks) {
        result.enabled.push_back(pool_.equal(code.evaluate(check.condition, path, check.clause), 1));
    }
    const Formula possible = legal(record);
    result.undefined = pool_.land(path.failed, possible);
    settled = pool_.land(settled, pool_.lnot(path.failed));
    Formula any = pool_.lor(result.enabled);
    std::vector<Formula> waiting;
    for (std::size_t i = 0; i < layout.pending; ++i) {
        waiting.push_back(pool_.lnot(pool_.equal(path.cells[layout.slot(i)], 0)));
    }
    Formula pending = pool_.lor(waiting);
    if (model_.agenda == Agenda::Bag && layout.frames > 1) {
        pending = pool_.land(pending, code.floors(path)[0]);
    }
    result.settle = pool_.land({possible, settled, any});
    result.place = pool_.land({possible, settled, pool_.lnot(any), pending});
    const Formula prior = pool_.lor(any, pending);
    result.choose =
        pool_.land({possible, running, pool_.lnot(path.failed), pool_.lnot(pool_.land(settled, prior))});
    path.failed = pool_.truth(false);  // the cases exclude what has failed
    result.checked = std::move(path);
    return result;
}

// All bodies read the state before the step; it is their writes that are carried out together.
void Encoder::settle(CodeEncoder& code, const Cases& cases) {
    if (pool_.is_false(cases.settle)) return;
    roots_.push_back(cases.settle);
    Path path = cases.checked;
    path.alive = cases.settle;
    path.blocks.emplace_back();
    for (std::size_t i = 0; i < model_.state_checks.size(); ++i) {
        Formula enabled = cases.enabled[i];
        if (pool_.is_false(enabled)) continue;
        Path taken = path;
        taken.alive = pool_.land(path.alive, enabled);
        taken.speaker = pool_.constant(number_of(model_.state_checks[i].clause));
        taken = code.run_check(model_.state_checks[i].body, std::move(taken));
        path.alive = pool_.land(path.alive, pool_.lnot(enabled));
        taken.speaker = path.speaker;
        path = joined(pool_, enabled, std::move(taken), path);
        path.version = terms_.next_version();
    }
    code.close_block(path);
    Formula over = pool_.lnot(pool_.equal(path.over, 0));
    Path finished = path;
    finished.alive = pool_.land(path.alive, over);
    if (!pool_.is_false(finished.alive)) code.finish(std::move(finished), path.over);
    path.alive = pool_.land(path.alive, pool_.lnot(over));
    if (!pool_.is_false(path.alive)) code.stay(std::move(path));
}

void Encoder::place(CodeEncoder& code, const Cases& cases) {
    const Layout& layout = model_.layout;
    if (pool_.is_false(cases.place)) return;
    Path path = cases.checked;
    std::size_t width = 1 + layout.pending_arguments;
    Formula slot = pool_.variable(ValueSet(0, static_cast<Value>(layout.pending) - 1));
    std::vector<Formula> instance(width, pool_.constant(0));
    std::vector<Formula> chosen;
    for (std::size_t i = layout.pending; i-- > 0;) {
        Formula here = pool_.equal(slot, static_cast<Value>(i));
        chosen.push_back(pool_.land(here, pool_.lnot(pool_.equal(path.cells[layout.slot(i)], 0))));
        for (std::size_t c = 0; c < width; ++c) {
            Formula& cell = path.cells[layout.slot(i) + c];
            instance[c] = pool_.ite(here, cell, instance[c]);
            cell = pool_.ite(here, pool_.constant(0), cell);
        }
    }
    path.alive = pool_.land(cases.place, pool_.lor(chosen));
    if (options_.agenda_only) {
        for (std::size_t i = 0; i < layout.pending; ++i) {
            Formula empty = pool_.equal(cases.checked.cells[layout.slot(i)], 0);
            Formula later = pool_.less(pool_.constant(static_cast<Value>(i)), slot);
            path.alive = pool_.land(path.alive, pool_.lor(empty, pool_.lnot(later)));
        }
    }
    roots_.push_back(path.alive);
    std::vector<Formula> frame(1 + layout.registers, pool_.constant(0));
    for (std::size_t t = 0; t < model_.triggers.size(); ++t) {
        Formula entry = pool_.constant(static_cast<Value>(model_.triggers[t].entry.index) + 1);
        frame[0] = pool_.ite(pool_.equal(instance[0], static_cast<Value>(t) + 1), entry, frame[0]);
    }
    for (std::size_t a = 0; a < layout.pending_arguments && a < layout.registers; ++a) {
        frame[1 + a] = instance[1 + a];
    }
    // With a bag both come to the same: the floor is on top.
    bool is_stack = model_.agenda == Agenda::Stack;
    if (is_stack) {
        code.push_on_top(path, frame);
    } else {
        code.push_above_floor(path, frame);
    }
    code.stay(std::move(path));
}

Formula Encoder::choice(std::size_t index, const Type& type) {
    Formula& variable = choices_[{index, type.first(), type.hi}];
    if (!variable.is_valid()) variable = pool_.variable(ValueSet(type.first(), type.hi));
    return variable;
}

std::optional<std::vector<Formula>> Encoder::possibilities(CodeEncoder& code, Path& path, const Point& point,
                                                           std::vector<StepIncident>& met) {
    const Layout& layout = model_.layout;
    std::vector<Formula> possible;
    double combinations = 0;
    for (const PointOption& option : point.options) {
        double product = 1;
        for (const BinderRegister& binder : option.binders) {
            const Type& type = model_.type(binder.type);
            product *= static_cast<double>(type.hi - type.first() + 1);
        }
        combinations += product;
    }
    if (combinations > static_cast<double>(options_.option_limit)) {
        terms_.not_analysed("whether " + point.name + " has an option: more than " +
                            std::to_string(options_.option_limit) + " to look at");
        code.cut(path, pool_.truth(true));
        return std::nullopt;
    }
    for (const PointOption& option : point.options) {
        std::vector<Value> bindings;
        for (const BinderRegister& binder : option.binders)
            bindings.push_back(model_.type(binder.type).first());
        for (bool more = true; more;) {
            Path bound = path;
            for (std::size_t b = 0; b < bindings.size(); ++b) {
                bound.cells[layout.frame(0) + 1 + option.binders[b].reg] = pool_.constant(bindings[b]);
            }
            if (!bindings.empty()) bound.version = terms_.next_version();
            possible.push_back(code.peek(option.guard, bound));
            path.taken = bound.taken;
            consider(option, bound, bound.alive, met);
            more = false;
            for (std::size_t b = bindings.size();
                 b-- > 0 && !more;) {  // the next assignment, last binder fastest
                const Type& type = model_.type(option.binders[b].type);
                more = bindings[b] < type.hi;
                bindings[b] = more ? bindings[b] + 1 : type.first();
            }
        }
    }
    return possible;
}

Formula Encoder::none_possible(CodeEncoder& code, Path& path, const Point& point,
                               std::vector<StepIncident>& met) {
    std::optional<std::vector<Formula>> possible = possibilities(code, path, point, met);
    return possible ? pool_.lnot(pool_.lor(std::move(*possible))) : pool_.truth(false);
}

void Encoder::add_under(FormulaPool& pool, Formula condition, const std::vector<StepIncident>& incidents,
                        std::vector<StepIncident>& to) {
    for (const StepIncident& incident : incidents) {
        const Formula both = pool.land(condition, incident.condition);
        if (!pool.is_false(both)) to.push_back({incident.occurrence, both});
    }
}

void Encoder::consider(const PointOption& option, const Path& path, Formula looked_at,
                       std::vector<StepIncident>& met) {
    if (!option.guard.is_valid() || pool_.is_false(looked_at)) return;
    for (const Met& seen :
         terms_.encode(option.guard, {path.cells, path.binders, path.version, path.given}).met) {
        Formula condition = pool_.land(looked_at, seen.condition);
        if (pool_.is_false(condition) || !seen.occurrence.incident.is_valid()) continue;
        ClauseId clause = seen.occurrence.clause.is_valid() ? seen.occurrence.clause : option.clause;
        met.push_back({{seen.occurrence.incident, clause}, condition});
    }
}

void Encoder::options(CodeEncoder& code, StepRecord& record, const Cases& cases) {
    const Layout& layout = model_.layout;
    std::size_t most = 1;
    for (const Point& point : model_.points) most = std::max(most, point.options.size());
    Formula number = pool_.variable(ValueSet(0, static_cast<Value>(most) - 1));
    const std::vector<StepIncident> checked = record.incidents;  // what the state checks met
    for (std::size_t p = 0; p < model_.points.size(); ++p) {
        const Point& point = model_.points[p];
        Formula here = pool_.land(cases.choose, waits_at(cases.checked.cells, p));
        if (pool_.is_false(here) || (options_.agenda_only && point.control)) continue;
        for (std::size_t o = 0; o < point.options.size(); ++o) {
            const PointOption& option = point.options[o];
            Path path = cases.checked;
            path.alive = pool_.land(here, pool_.equal(number, static_cast<Value>(o)));
            for (std::size_t b = 0; b < option.binders.size(); ++b) {
                const Type& type = model_.type(option.binders[b].type);
                path.cells[layout.frame(0) + 1 + option.binders[b].reg] = choice(b, type);
            }
            if (!option.binders.empty()) path.version = terms_.next_version();
            Formula possible = code.peek(option.guard, path);
            const Formula is_not_there = pool_.land(path.alive, pool_.lnot(possible));
            consider(option, path, is_not_there, considered_);
            add_under(pool_, is_not_there, checked, considered_);
            path.alive = pool_.land(path.alive, possible);
            if (pool_.is_false(path.alive)) continue;
            roots_.push_back(path.alive);
            code.evaluate(option.guard, path, option.clause);  // for what it meets
            path.speaker = pool_.constant(number_of(option.clause));
            record.waiting[option.target.index].push_back(std::move(path));
        }
        if (!point.otherwise) continue;
        Path path = cases.checked;
        path.alive = here;
        std::vector<StepIncident> met;
        Formula none = none_possible(code, path, point, met);
        path.alive = pool_.land(here, none);
        if (pool_.is_false(path.alive)) continue;
        roots_.push_back(path.alive);
        for (const StepIncident& incident : met) {
            record.incidents.push_back({incident.occurrence, pool_.land(path.alive, incident.condition)});
        }
        path.speaker = pool_.constant(number_of(point.clause));
        record.waiting[point.otherwise->index].push_back(std::move(path));
    }
}

void Encoder::run_labels(CodeEncoder& code, StepRecord& record) {
    for (LabelId label : labels_.order) {
        auto waiting = record.waiting.extract(label.index);
        if (waiting.empty()) continue;
        Path path = merged(pool_, std::move(waiting.mapped()));
        path.version = terms_.next_version();
        code.run_to_end(model_.labels[label.index].code, std::move(path));
    }
    for (auto& [label, paths] : record.waiting) {  // only in a circle
        for (Path& path : paths) code.cut(path, pool_.truth(true));
    }
}

Step Encoder::step(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    terms_.begin(undetermined);
    choices_.clear();
    roots_.clear();
    considered_.clear();
    StepRecord record;
    CodeEncoder code(model_, options_, pool_, terms_, record);
    Cases which = cases(code, record, start(cells));
    roots_.push_back(which.undefined);
    settle(code, which);
    place(code, which);
    options(code, record, which);
    run_labels(code, record);

    Step step;
    step.valid = pool_.land(pool_.lor(roots_), legal(record));
    step.error = pool_.lor(record.errors);
    step.cut = pool_.lor(record.cuts);
    step.left_to_nobody = pool_.lor(record.nobody);
    step.next = record.ended.empty() ? cells : merged_cells(pool_, record.ended);
    std::map<Occurrence, std::vector<Formula>> occurrences;
    for (const StepIncident& incident : record.incidents) {
        occurrences[incident.occurrence].push_back(incident.condition);
    }
    for (const auto& [occurrence, conditions] : occurrences) {
        step.incidents.push_back({occurrence, pool_.land(step.valid, pool_.lor(conditions))});
    }
    step.considered = std::move(considered_);
    for (StepIncident& incident : step.considered) {
        incident.condition = pool_.land(incident.condition, legal(record));
    }
    return step;
}

}  // namespace errata::compiler
