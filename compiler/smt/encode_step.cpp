#include "compiler/smt/encode_step.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "compiler/smt/encode_code.h"
#include "compiler/smt/formula.h"

namespace errata::compiler {

namespace {

enum class Visit : std::uint8_t { No, Open, Done };

class Ordering {
public:
    explicit Ordering(const Model& model) : model_(model), visits_(model.flow.labels.size(), Visit::No) {}

    LabelOrder run() {
        for (std::size_t i = 0; i < visits_.size(); ++i) visit(LabelId(i));
        std::reverse(result_.order.begin(), result_.order.end());
        return std::move(result_);
    }

private:
    void visit(LabelId label) {
        Visit& mark = visits_[label.index];
        if (mark == Visit::Open) result_.has_circle = true;
        if (mark != Visit::No) return;
        mark = Visit::Open;
        visit_code(model_.flow.labels[label.index].code);
        visits_[label.index] = Visit::Done;
        result_.order.push_back(label);
    }

    void visit_code(CodeId id) {
        const Code& code = model_.flow.code[id];
        if (code.kind == CodeKind::Goto) visit(code.label);
        for (CodeId child : code.children) visit_code(child);
    }

    const Model& model_;
    std::vector<Visit> visits_;
    LabelOrder result_;
};

LabelOrder label_order(const Model& model) { return Ordering(model).run(); }

// Which of model.h's cases applies.
struct Cases {
    Path checked;                  // the state after its state checks were looked at
    std::vector<Formula> enabled;  // by state check
    Formula settle;
    Formula place;
    Formula choose;
    Formula undefined;  // of a state check's condition
};

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

// What nobody decides has come out as something possible everywhere.
Formula legal(CodeEncoding& code) { return code.pool.lnot(code.pool.lor(code.record.excluded)); }

Formula waits_at(CodeEncoding& code, const std::vector<Formula>& cells, std::size_t point) {
    return code.pool.equal(cells[code.model.layout.frame(0)], static_cast<Value>(point) + 1);
}

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
        rank = pool.ite(is_it, pool.ite(own.undefined, pool.constant(0), own.value), rank);
    }
    return rank;
}

// By slot of the pending bag: an instance is there that may be placed next.
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

// Which of the pending instances is placed makes no difference.
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

// What evaluating the option's guard meets on the path, given that it is looked at.
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

// The point's options with all values of their binders: whether each is possible; `met`: what looking at
// them all met. Nothing if they are too many to look at; then the path is cut.
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

namespace {

// Questions about a state that are not its next state: what can happen at all, and whether it must.

Formula one_possible(CodeEncoding& code, Path& path, const Point& point) {
    FormulaPool& pool = code.pool;
    std::vector<StepIncident> met;
    const std::optional<std::vector<Formula>> possible = possibilities(code, path, point, met);
    if (!possible) return pool.truth(false);
    Formula none = pool.truth(true);
    Formula one = pool.truth(false);
    for (const Formula option : *possible) {
        one = pool.lor(pool.land(one, pool.lnot(option)), pool.land(none, option));
        none = pool.land(none, pool.lnot(option));
    }
    if (point.otherwise) one = pool.lor(one, none);
    std::vector<Formula> all = {one};
    for (const StepIncident& incident : met) all.push_back(pool.lnot(incident.condition));
    return pool.land(std::move(all));
}

}  // namespace

Formula Encoder::places(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    return cases(code, cells).place;
}

Stuck Encoder::stuck(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    Cases which = cases(code, cells);
    const std::vector<StepIncident> checked = record.incidents;
    Stuck stuck;
    std::vector<Formula> deadlocks;
    for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
        const Point& point = model_.flow.points[p];
        if (point.otherwise) continue;
        Path path = which.checked;
        path.alive = pool_.land(which.choose, waits_at(code, cells, p));
        if (is_false(path.alive)) continue;
        std::vector<StepIncident> met;
        Formula none = none_possible(code, path, point, met);
        none = pool_.land({path.alive, none, legal(code)});
        if (is_false(none)) continue;
        deadlocks.push_back(none);
        if (point.no_option.is_valid()) stuck.incidents.push_back({{point.no_option, point.clause}, none});
        add_under(pool_, none, checked, stuck.incidents);
    }
    stuck.deadlock = pool_.lor(deadlocks);
    return stuck;
}

ByItself Encoder::by_itself(const std::vector<Formula>& cells) {
    Undetermined undetermined;
    begin(terms_, undetermined);
    StepRecord record;
    CodeEncoding code = encoding_of_code(terms_, record);
    const Cases which = cases(code, cells);
    std::vector<Formula> clean;  // the state checks met nothing
    for (const StepIncident& incident : record.incidents) clean.push_back(pool_.lnot(incident.condition));
    ByItself result;
    std::vector<Formula> next = {which.settle, which.place};
    std::vector<Formula> forced = {which.settle, pool_.land(which.place, pending_alike(code, cells))};
    for (const Formula enabled : which.enabled) result.checks.push_back(pool_.land(which.settle, enabled));
    for (std::size_t p = 0; p < model_.flow.points.size(); ++p) {
        result.items.push_back(pool_.truth(false));
        if (model_.flow.points[p].control) continue;
        Path path = which.checked;
        path.alive = pool_.land(which.choose, waits_at(code, cells, p));
        if (is_false(path.alive)) continue;
        result.items.back() = path.alive;
        next.push_back(path.alive);
        const Formula here = path.alive;
        forced.push_back(pool_.land(here, one_possible(code, path, model_.flow.points[p])));
    }
    result.next = pool_.lor(std::move(next));
    clean.push_back(pool_.lor(std::move(forced)));
    result.forced = pool_.land(std::move(clean));
    return result;
}

namespace {

// Whose choice comes next. The encoding has no use for the answer, but asking may meet an incident: an owner
// that is undefined, or depends on what nobody decides.

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
