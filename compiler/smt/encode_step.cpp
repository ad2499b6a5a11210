#include "compiler/smt/encode_step.h"

#include <algorithm>

#include "compiler/smt/encode_cases.h"
#include "compiler/smt/formula_numbers.h"

namespace errata::compiler {

namespace {

struct StepUnderway {
    CodeEncoding code;
    const LabelOrder& labels;
    std::map<std::tuple<std::size_t, Value, Value>, Formula> choices = {};
    std::vector<Formula> roots = {};            // conditions of its transitions
    std::vector<StepIncident> considered = {};  // Step::considered
};

// All bodies read the state before the step; it is their writes that are carried out together.
void settle(StepUnderway& s, const Cases& cases) {
    const Model& model = s.code.model;
    FormulaPool& pool = s.code.pool;
    if (is_false(cases.settle)) return;
    s.roots.push_back(cases.settle);
    Path path = cases.checked;
    path.alive = cases.settle;
    path.blocks.emplace_back();
    for (std::size_t i = 0; i < model.rules.state_checks.size(); ++i) {
        Formula enabled = cases.enabled[i];
        if (is_false(enabled)) continue;
        Path taken = path;
        taken.alive = pool.land(path.alive, enabled);
        taken.speaker = pool.constant(number_of(model.rules.state_checks[i].clause));
        taken = run_check(s.code, model.rules.state_checks[i].body, std::move(taken));
        path.alive = pool.land(path.alive, pool.lnot(enabled));
        taken.speaker = path.speaker;
        path = joined(pool, enabled, std::move(taken), path);
        path.version = next_version(s.code.terms);
    }
    order_changes(s.code, path);
    close_block(s.code, path, model.policies.sets_last);
    s.code.settling = true;
    path = run_deferred(s.code, std::move(path), model.incidents.settle_conflict, model.policies.sets_last);
    s.code.settling = false;
    Formula over = pool.lnot(pool.equal(path.over, 0));
    Path finished = path;
    finished.alive = pool.land(path.alive, over);
    if (!is_false(finished.alive)) finish(s.code, std::move(finished), path.over);
    path.alive = pool.land(path.alive, pool.lnot(over));
    if (!is_false(path.alive)) stay(s.code, std::move(path));
}

void place(StepUnderway& s, const Cases& cases) {
    const Model& model = s.code.model;
    FormulaPool& pool = s.code.pool;
    const Layout& layout = model.layout;
    if (is_false(cases.place)) return;
    Path path = cases.checked;
    std::size_t width = 1 + layout.pending_arguments;
    Formula slot = pool.variable(ValueSet(0, static_cast<Value>(layout.pending) - 1));
    std::vector<Formula> instance(width, pool.constant(0));
    std::vector<Formula> chosen;
    const std::vector<Formula> next = placeable(s.code, path.cells);
    for (std::size_t i = layout.pending; i-- > 0;) {
        Formula here = pool.equal(slot, static_cast<Value>(i));
        chosen.push_back(pool.land(here, next[i]));
        for (std::size_t c = 0; c < width; ++c) {
            Formula& cell = path.cells[layout.slot(i) + c];
            instance[c] = pool.ite(here, cell, instance[c]);
            cell = pool.ite(here, pool.constant(0), cell);
        }
    }
    path.alive = pool.land(cases.place, pool.lor(chosen));
    const bool has_ranks = std::ranges::any_of(
        model.rules.triggers, [](const Trigger& trigger) { return trigger.rank.is_valid(); });
    if (s.code.options.agenda_only && !has_ranks) {
        for (std::size_t i = 0; i < layout.pending; ++i) {
            Formula empty = pool.equal(cases.checked.cells[layout.slot(i)], 0);
            Formula later = less(pool, pool.constant(static_cast<Value>(i)), slot);
            path.alive = pool.land(path.alive, pool.lor(empty, pool.lnot(later)));
        }
    }
    s.roots.push_back(path.alive);
    std::vector<Formula> frame(1 + layout.registers, pool.constant(0));
    for (std::size_t t = 0; t < model.rules.triggers.size(); ++t) {
        Formula entry = pool.constant(static_cast<Value>(model.rules.triggers[t].entry.index) + 1);
        frame[0] = pool.ite(pool.equal(instance[0], static_cast<Value>(t) + 1), entry, frame[0]);
    }
    for (std::size_t a = 0; a < layout.pending_arguments && a < layout.registers; ++a) {
        frame[1 + a] = instance[1 + a];
    }
    // With a bag both come to the same: the floor is on top.
    bool is_stack = model.policies.agenda == Agenda::Stack;
    if (is_stack) {
        push_on_top(s.code, path, frame);
    } else {
        push_above_floor(s.code, path, frame);
    }
    stay(s.code, std::move(path));
}

Formula choice(StepUnderway& s, std::size_t index, const Type& type) {
    Formula& variable = s.choices[{index, type.first(), type.hi}];
    if (!variable.is_valid()) variable = s.code.pool.variable(ValueSet(type.first(), type.hi));
    return variable;
}

void options(StepUnderway& s, const Cases& cases) {
    const Model& model = s.code.model;
    FormulaPool& pool = s.code.pool;
    const Layout& layout = model.layout;
    std::size_t most = 1;
    for (const Point& point : model.flow.points) most = std::max(most, point.options.size());
    Formula number = pool.variable(ValueSet(0, static_cast<Value>(most) - 1));
    const std::vector<StepIncident> checked = s.code.record.incidents;  // what the state checks met
    for (std::size_t p = 0; p < model.flow.points.size(); ++p) {
        const Point& point = model.flow.points[p];
        Formula here = pool.land(cases.choose, waits_at(s.code, cases.checked.cells, p));
        if (is_false(here) || (s.code.options.agenda_only && point.control)) continue;
        for (std::size_t o = 0; o < point.options.size(); ++o) {
            const PointOption& option = point.options[o];
            Path path = cases.checked;
            path.alive = pool.land(here, pool.equal(number, static_cast<Value>(o)));
            for (std::size_t b = 0; b < option.binders.size(); ++b) {
                const Type& type = model.type(option.binders[b].type);
                path.cells[layout.frame(0) + 1 + option.binders[b].reg] = choice(s, b, type);
            }
            if (!option.binders.empty()) path.version = next_version(s.code.terms);
            Formula possible = peek(s.code, option.guard, path);
            const Formula is_not_there = pool.land(path.alive, pool.lnot(possible));
            consider(s.code, option, path, is_not_there, s.considered);
            add_under(pool, is_not_there, checked, s.considered);
            path.alive = pool.land(path.alive, possible);
            if (is_false(path.alive)) continue;
            s.roots.push_back(path.alive);
            evaluate(s.code, option.guard, path, option.clause);  // for what it meets
            path.speaker = pool.constant(number_of(option.clause));
            s.code.record.waiting[option.target.index].push_back(std::move(path));
        }
        if (!point.otherwise) continue;
        Path path = cases.checked;
        path.alive = here;
        std::vector<StepIncident> met;
        Formula none = none_possible(s.code, path, point, met);
        path.alive = pool.land(here, none);
        if (is_false(path.alive)) continue;
        s.roots.push_back(path.alive);
        for (const StepIncident& incident : met) {
            s.code.record.incidents.push_back(
                {incident.occurrence, pool.land(path.alive, incident.condition)});
        }
        path.speaker = pool.constant(number_of(point.clause));
        s.code.record.waiting[point.otherwise->index].push_back(std::move(path));
    }
}

void run_labels(StepUnderway& s) {
    FormulaPool& pool = s.code.pool;
    for (LabelId label : s.labels.order) {
        auto waiting = s.code.record.waiting.extract(label.index);
        if (waiting.empty()) continue;
        Path path = merged(pool, std::move(waiting.mapped()));
        path.version = next_version(s.code.terms);
        run_to_end(s.code, s.code.model.flow.labels[label.index].code, std::move(path));
    }
    for (auto& [label, paths] : s.code.record.waiting) {  // only in a circle
        for (Path& path : paths) cut(s.code, path, pool.truth(true));
    }
}

// In the state as it is, with nothing taken that nobody decides.
Encoded closed(TermEncoding& terms, TermId term, const std::vector<Formula>& cells) {
    begin_undecided(terms);
    const std::vector<Formula> no_binders;
    const Given nothing_given;
    return encode(terms, term, {cells, no_binders, next_version(terms), nothing_given});
}

}  // namespace

Encoder::Encoder(const Model& model, EncoderOptions options)
    : model_(model), options_(std::move(options)), labels_(label_order(model_)) {
    if (labels_.has_circle) terms_.limits.not_analysed("code that goes round in a circle without a stop");
}

Step Encoder::step(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    StepUnderway underway{encoding_of_code(terms_, record), labels_};
    const Cases which = cases(underway.code, cells);
    underway.roots.push_back(which.undefined);
    settle(underway, which);
    place(underway, which);
    options(underway, which);
    run_labels(underway);

    Step step;
    step.valid = pool_.land(pool_.lor(underway.roots), legal(underway.code));
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
    step.considered = std::move(underway.considered);
    for (StepIncident& incident : step.considered) {
        incident.condition = pool_.land(incident.condition, legal(underway.code));
    }
    return step;
}

Formula Encoder::holds(TermId term, const std::vector<Formula>& cells) {
    const Encoded encoded = closed(terms_, term, cells);
    std::vector<Formula> all = {pool_.equal(encoded.value, 1), pool_.lnot(encoded.undefined)};
    for (const Met& met : encoded.met) all.push_back(pool_.lnot(met.condition));
    return pool_.land(all);
}

Formula Encoder::fails(TermId term, bool wanted, const std::vector<Formula>& cells) {
    const Encoded encoded = closed(terms_, term, cells);
    std::vector<Formula> all = {
        pool_.lor(encoded.undefined, pool_.lnot(pool_.equal(encoded.value, wanted ? 1 : 0)))};
    for (const Met& met : encoded.met) {
        if (!met.occurrence.incident.is_valid()) all.push_back(pool_.lnot(met.condition));
    }
    return pool_.land(all);
}

}  // namespace errata::compiler
