#include "checker/search/symbolic_search.h"

#include <algorithm>

#include "checker/explicit/opened_readings.h"
#include "checker/fact_kinds.h"
#include "checker/search/incident_list.h"
#include "checker/search/rivals.h"
#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::checker {

using namespace compiler;

std::string incident_target(IncidentId incident) { return "incident " + std::to_string(incident.index); }
std::string claim_target(std::size_t claim) { return "claim " + std::to_string(claim); }
std::string item_target(std::size_t item) { return "item " + std::to_string(item); }
std::string ending_target(std::size_t ending) { return "ending " + std::to_string(ending); }

namespace {

enum Group : std::size_t { MustNotBe, ShouldBe };

using Targets = std::vector<std::vector<std::pair<AnalysisName, Target>>>;

// All targets of a model. Adds the terms they need to its pool.
class TargetList {
public:
    explicit TargetList(Model& model) : model_(model), result_(2) {}

    Targets run() {
        for (std::size_t i = 0; i < model_.incidents.all.size(); ++i) {
            Target target;
            target.id = incident_target(IncidentId(i));
            target.kind = TargetKind::Incident;
            target.incident = IncidentId(i);
            target.by_each = !is_order(model_, target.incident);
            add(MustNotBe,
                is_ruling(model_, target.incident) ? AnalysisName::Rulings : AnalysisName::Incidents,
                std::move(target));
        }
        Target deadlock;
        deadlock.id = deadlock_target;
        deadlock.kind = TargetKind::Deadlock;
        add(MustNotBe, AnalysisName::Deadlocks, std::move(deadlock));
        for (std::size_t i = 0; i < model_.asked.claims.size(); ++i) claim(i);
        for (std::size_t i = 0; i < model_.rules.endings.size(); ++i) {
            if (model_.rules.endings[i].is_horizon) continue;
            Target target;
            target.id = ending_target(i);
            target.kind = TargetKind::Ending;
            target.ending = EndingId(i);
            add(ShouldBe, AnalysisName::Unreachable, std::move(target));
        }
        for (std::size_t i = 0; i < model_.printed_items.size(); ++i) {
            const TermId functions = model_.printed_items[i].functions;
            if (!functions.is_valid() || model_.terms.is_false(functions)) continue;
            add(ShouldBe, AnalysisName::Unreachable, condition(item_target(i), functions));
        }
        pending();
        // The smallest game: as few cards as possible take part.
        for (auto& [analysis, target] : result_[MustNotBe]) target.minimise = items();
        return std::move(result_);
    }

private:
    void add(Group group, AnalysisName analysis, Target target) {
        result_[group].emplace_back(analysis, std::move(target));
    }

    static Target condition(std::string id, TermId term) {
        Target target;
        target.id = std::move(id);
        target.kind = TargetKind::Condition;
        target.condition = term;
        return target;
    }

    static Target breach(std::string id, const Claim& claim) {
        Target target = condition(std::move(id), claim.condition);
        target.kind = TargetKind::Breach;
        target.premise = claim.premise;
        target.wanted = claim.kind == ClaimKind::Always;
        return target;
    }

    void claim(std::size_t index) {
        const Claim& claim = model_.asked.claims[index];
        const AnalysisName analysis = claim.ruling ? AnalysisName::Rulings : AnalysisName::Claims;
        const auto given = [&](TermId term) {
            return claim.premise.is_valid() ? model_.terms.land({claim.premise, term}) : term;
        };
        switch (claim.kind) {
            case ClaimKind::Always:
            case ClaimKind::Never:
                return add(MustNotBe, analysis, breach(claim_target(index), claim));
            case ClaimKind::Reachable:
                return add(ShouldBe, AnalysisName::Unreachable,
                           condition(claim_target(index), claim.condition));
            case ClaimKind::Eventually:
                return add(ShouldBe, AnalysisName::Waits,
                           condition(claim_target(index), given(model_.terms.lnot(claim.condition))));
            case ClaimKind::Possible:
            case ClaimKind::Terminates:
            case ClaimKind::Unique:
            case ClaimKind::After:
                return;
        }
    }

    // Boards on which the order of triggers may matter: two wait at once.
    void pending() {
        for (const auto& [first, second] : rivals(model_)) {
            Target target;
            target.id = "pending " + std::to_string(first.index) + " " + std::to_string(second.index);
            target.kind = TargetKind::Pending;
            target.trigger = first;
            target.other = second;
            add(ShouldBe, AnalysisName::Orders, std::move(target));
        }
    }

    std::vector<TermId> items() const {
        std::vector<TermId> result;
        for (const PrintedItem& item : model_.printed_items) {
            if (item.functions.is_valid() && !model_.terms.is_constant(item.functions))
                result.push_back(item.functions);
        }
        return result;
    }

    Model& model_;
    Targets result_;
};

// Steps looked ahead for triggers that meet; further on the small games of card_sets find more for less.
constexpr std::size_t meeting_depth = 5;

// The setup with every square as it is initially: what lies on the board stays open, the board itself does
// not.
Setup plain_board(const Model& model, Setup setup) {
    const auto is_of_board = [&](std::size_t cell) {
        return std::ranges::any_of(model.variables, [&](const Variable& variable) {
            const bool holds = cell >= variable.base && cell < variable.base + variable.cells;
            return holds && variable.is_field && model.type(variable.params[0]).is_site;
        });
    };
    std::erase_if(setup.open, is_of_board);
    return setup;
}

}  // namespace

SymbolicSearch::SymbolicSearch(const Evaluator& evaluator, Limits limits)
    : evaluator_(evaluator), limits_(std::move(limits)) {
    for (std::size_t i = 0; i < evaluator.model().setups.size(); ++i)
        setups_.push_back(std::make_unique<Pair>());
}

const SymbolicSearch::Questions& SymbolicSearch::questions() {
    std::call_once(asked_, [&] {
        questions_ = std::make_unique<Questions>(Questions{evaluator_.model(), {}});
        questions_->targets = TargetList(questions_->model).run();
    });
    return *questions_;
}

void SymbolicSearch::announce(std::size_t setup, AnalysisName analysis) {
    for (Slot& slot : setups_[setup]->slots) {
        const std::lock_guard lock(slot.announcing);
        slot.announced.insert(analysis);
    }
}

void SymbolicSearch::announce_all(std::size_t setup) {
    for (const auto& group : questions().targets) {
        for (const auto& [analysis, target] : group) announce(setup, analysis);
    }
}

std::map<std::string, SearchFind> SymbolicSearch::find(std::size_t setup, AnalysisName analysis) {
    announce(setup, analysis);
    std::map<std::string, SearchFind> result;
    for (const std::size_t group : {MustNotBe, ShouldBe}) {
        const auto wanted = [&](const auto& entry) { return entry.first == analysis; };
        if (std::ranges::none_of(questions().targets[group], wanted)) continue;
        Slot& slot = setups_[setup]->slots[group];
        const std::lock_guard lock(slot.mutex);
        run(setup, slot, group);
        for (const auto& [owner, target] : questions().targets[group]) {
            if (owner == analysis) result[target.id] = slot.finds.at(target.id);
        }
    }
    return result;
}

void SymbolicSearch::run(std::size_t setup, Slot& slot, std::size_t group) {
    std::vector<Target> open;
    {
        const std::lock_guard lock(slot.announcing);
        for (const auto& [analysis, target] : questions().targets[group]) {
            if (slot.announced.contains(analysis) && !slot.finds.contains(target.id)) open.push_back(target);
        }
    }
    if (open.empty()) return;
    const Model& model = questions().model;
    SearchOptions options;
    options.depth = limits_.declared_depth > 0 ? limits_.declared_depth : default_search_depth;
    options.resources = limits_.solver_units > 0 ? limits_.solver_units : default_solver_units;
    options.formula_units = limits_.solver_units;
    // What is left serves the other search and the analyses of the boards found.
    const double share = group == MustNotBe ? 0.6 : 0.4;
    options.interrupted = limits_.interrupted;
    options.seconds = limits_.seconds_left() * share;
    options.progress = [&](std::size_t depth, std::size_t) {
        if (limits_.progress) limits_.progress(model.setups[setup].name, depth);
    };
    // Where triggers may meet is only a hint for the explicit analyses: sought on the plain board, a few
    // steps ahead.
    const auto is_sought = [](const Target& target) { return target.kind != TargetKind::Pending; };
    const auto meetings = std::stable_partition(open.begin(), open.end(), is_sought);
    const std::vector<Target> samples(meetings, open.end());
    open.erase(meetings, open.end());
    if (!samples.empty()) {
        SearchOptions few = options;
        few.depth = std::min(options.depth, meeting_depth);
        keep(setup, slot, samples,
             BoundedSearch(model, plain_board(model, model.setups[setup]), few).run(samples));
    }
    if (open.empty()) return;
    keep(setup, slot, open, BoundedSearch(model, model.setups[setup], options).run(open));
}

void SymbolicSearch::keep(std::size_t setup, Slot& slot, const std::vector<Target>& targets,
                          SearchReport report) {
    ERRATA_CHECK(report.results.size() == targets.size());
    for (std::size_t i = 0; i < targets.size(); ++i) {
        slot.finds[targets[i].id] = judge(setup, targets[i], std::move(report.results[i]), report);
        slot.order.push_back(targets[i].id);
    }
    slot.not_analysed.insert(report.not_analysed.begin(), report.not_analysed.end());
    count(report);
}

void SymbolicSearch::count(const SearchReport& report) {
    const std::lock_guard lock(stats_mutex_);
    stats_[Statistic::Queries] += static_cast<double>(report.queries);
    stats_[Statistic::Formulas] += static_cast<double>(report.formulas);
}

namespace {

Fact limit_of(const SearchResult& result, bool encoded) {
    if (!encoded) return {FactKind::FormulasLack};
    if (result.status == SearchStatus::Unknown) return *result.reason;
    return {FactKind::LongerPlays, {result.depth}};
}

}  // namespace

// Without a trace it is given up: its numbers are too large.
Replayed SymbolicSearch::replayed(std::size_t setup, const Target& target, const SymbolicPlay& play) const {
    std::optional<IncidentId> last;
    if (target.kind == TargetKind::Incident) last = target.incident;
    Replayed result = replay(evaluator_, {&evaluator_.model().setups[setup], setup}, play.states, last);
    if (!result.trace && !result.given_up) {
        const std::string bug = "the play found for " + target.id + " replays; step " +
                                std::to_string(result.step) + ": " + result.reason;
        dsl::check_failed(bug.c_str(), __FILE__, __LINE__);
    }
    return result;
}

SearchFind SymbolicSearch::judge(std::size_t setup, const Target& target, SearchResult result,
                                 const SearchReport& report) const {
    SearchFind find;
    find.status = result.status;
    find.depth = result.depth;
    const bool encoded = report.not_analysed.empty();
    if (result.status == SearchStatus::Found) {
        Replayed first = replayed(setup, target, *result.play);
        if (!first.trace) {
            find.facts = {{FactKind::CouldNotCarryOut, {result.depth}}};
            find.verdict = Status::Unknown;
            return find;
        }
        find.play = std::move(*first.trace);
        for (const SymbolicPlay& play : result.further) {
            Replayed other = replayed(setup, target, play);
            if (other.trace) find.further.push_back(std::move(*other.trace));
        }
        find.is_minimal = encoded;
        find.verdict = Status::Refuted;
        return find;
    }
    const Model& model = evaluator_.model();
    const bool cut = report.cut_at && *report.cut_at <= result.depth;
    const bool is_exhausted = result.status == SearchStatus::Exhausted;
    find.facts = {{is_exhausted ? FactKind::NothingInAnyPlay : FactKind::NothingWithin,
                   {result.depth, model.setups[setup].name, departures(model)}}};
    find.verdict = is_exhausted && !cut ? Status::Complete : Status::Bounded;
    if (result.status == SearchStatus::Impossible) {
        find.facts = {{FactKind::InNoState}};
        find.verdict = Status::Proved;
        find.is_conclusive = encoded;
        return find;
    }
    if (result.status == SearchStatus::Unknown)
        find.facts.push_back({FactKind::SearchStopped, {*result.reason}});
    if (cut) find.facts.push_back({FactKind::OutgrowAfter, {std::size_t{*report.cut_at}}});
    if (!encoded) {
        find.facts.push_back({FactKind::LeftOut, {*report.not_analysed.begin()}});
        find.verdict = Status::Unknown;
    }
    const bool deep_enough = limits_.declared_depth > 0 && result.depth >= limits_.declared_depth;
    find.is_conclusive = encoded && !cut && (find.verdict == Status::Complete || deep_enough);
    if (!find.is_conclusive) find.limit = {limit_of(result, encoded)};
    if (find.is_conclusive && find.verdict == Status::Bounded)
        find.facts.push_back({FactKind::EnoughDepth, {limits_.declared_depth}});
    return find;
}

std::vector<State> SymbolicSearch::boards(std::size_t setup) {
    announce_all(setup);
    std::vector<State> result;
    for (const std::size_t group : {ShouldBe, MustNotBe}) {
        Slot& slot = setups_[setup]->slots[group];
        const std::lock_guard lock(slot.mutex);
        run(setup, slot, group);
        for (const std::string& id : slot.order) {
            const std::optional<Trace>& play = slot.finds.at(id).play;
            if (play && std::ranges::find(result, play->initial) == result.end())
                result.push_back(play->initial);
        }
    }
    return result;
}

std::set<std::string> SymbolicSearch::not_analysed(std::size_t setup) {
    std::set<std::string> result;
    for (Slot& slot : setups_[setup]->slots) {
        const std::lock_guard lock(slot.mutex);
        result.insert(slot.not_analysed.begin(), slot.not_analysed.end());
    }
    return result;
}

Statistics SymbolicSearch::stats() const {
    const std::lock_guard lock(stats_mutex_);
    return stats_;
}

}  // namespace errata::checker
