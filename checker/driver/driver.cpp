// Runs obligations, alone or a whole plan on several threads. Obligations on one setup share its graph
// through the Workbench; results are merged in the order of the plan, so threads do not change the outcome.
#include "checker/driver/driver.h"

#include <algorithm>
#include <any>
#include <atomic>
#include <chrono>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include "checker/driver/analysis.h"
#include "checker/driver/findings_told.h"
#include "checker/driver/run_in_parts.h"
#include "checker/driver/run_one.h"
#include "checker/rounds/growing.h"
#include "dsl/base/check.h"

namespace errata::checker {

namespace {

using compiler::Model;

// For an explicit obligation that came to no end, the symbolic one of the same analysis and setup.
std::optional<Obligation> symbolic_counterpart(const Obligation& obligation) {
    const Analysis& analysis = analysis_of(obligation.id.analysis);
    if (obligation.id.engine != Engine::Explicit || !analysis.run_symbolic) return {};
    Obligation result = obligation;
    result.id.engine = Engine::Symbolic;
    return result;
}

// Where nothing was searched the symbolic search speaks for all. What the explicit one saw is said beside it.
void leave_what_was_not_searched(CheckResult& result) {
    std::erase_if(result.verdicts, [](const Verdict& verdict) {
        return verdict.about.sort == ClaimSort::Analysis && verdict.status == Status::Unknown;
    });
}

// How many obligations are done, told from any thread.
class Underway {
public:
    explicit Underway(const std::function<void(const Progress&)>& told) : told_(told) {}

    void expect(std::size_t obligations) { total_ += obligations; }
    void count(std::size_t obligations) { done_ += obligations; }
    void tell(const std::string& what, std::size_t states, std::size_t depth) {
        if (!told_) return;
        const std::lock_guard lock(mutex_);
        told_({what, done_, total_, states, depth});
    }

private:
    const std::function<void(const Progress&)>& told_;
    std::atomic<std::size_t> done_{0};
    std::atomic<std::size_t> total_{0};
    std::mutex mutex_;
};

// The setups that it is about.
std::vector<std::size_t> setups_of(const Model& model, const Obligation& obligation) {
    if (analysis_of(obligation.id.analysis).extent != Extent::Setups) return {obligation.setup};
    std::vector<std::size_t> all(model.setups.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    return all;
}

class Run {
public:
    Run(const Model& model, const CheckOptions& options)
        : model_(model),
          options_(options),
          workbench_(compiler::Evaluator(model), limits()),
          told_(model, options.found) {}

    // Each obligation to its end: where the engine is left to us and the explicit search is cut off,
    // symbolically as well.
    std::vector<CheckResult> run(const std::vector<Obligation>& obligations,
                                 const std::vector<Obligation>& company) {
        for (const Obligation& obligation : company) announce(obligation);
        for (const Obligation& obligation : obligations) announce(obligation);
        std::vector<CheckResult> results = run_all(obligations);
        if (!options_.engine) {
            for (CheckResult& result : go_on(obligations, company, results))
                results.push_back(std::move(result));
        }
        results.push_back(statistics());
        return results;
    }

private:
    // First what is searched whole, then what is searched in parts, the smaller sets of a screen before the
    // larger ones, then what is about all setups together: if the time ends, the least is missing.
    std::vector<CheckResult> run_all(const std::vector<Obligation>& obligations) {
        underway_.expect(obligations.size());
        std::vector<CheckResult> results(obligations.size());
        std::vector<std::size_t> whole;
        std::vector<std::size_t> of_all;
        std::map<std::size_t, std::vector<std::size_t>> in_parts;  // by setup
        for (std::size_t setup = 0; setup < model_.setups.size(); ++setup) {
            if (is_in_parts(obligations, setup)) in_parts[setup];
        }
        for (std::size_t i = 0; i < obligations.size(); ++i) {
            const Obligation& obligation = obligations[i];
            const Extent extent = analysis_of(obligation.id.analysis).extent;
            const bool is_split = extent == Extent::Setup && obligation.id.engine == Engine::Explicit &&
                                  in_parts.contains(obligation.setup);
            (extent == Extent::Setups ? of_all
             : is_split               ? in_parts.at(obligation.setup)
                                      : whole)
                .push_back(i);
        }
        run_some(obligations, whole, results);
        for (const std::size_t setup : smallest_first(in_parts))
            run_in_parts(obligations, setup, in_parts.at(setup), results);
        run_some(obligations, of_all, results);
        return results;
    }

    std::vector<std::size_t> smallest_first(
        const std::map<std::size_t, std::vector<std::size_t>>& in_parts) const {
        std::vector<std::size_t> setups;
        setups.reserve(in_parts.size());
        for (const auto& [setup, which] : in_parts) setups.push_back(setup);
        std::ranges::stable_sort(setups, {}, [&](std::size_t setup) {
            const std::optional<compiler::Screening>& screening = model_.setups[setup].screening;
            return screening ? screening->holders.size() : 0;
        });
        return setups;
    }

    // Is there something to be asked of its parts?
    bool is_in_parts(const std::vector<Obligation>& obligations, std::size_t setup) {
        const auto asks = [&](const Obligation& obligation) {
            const Analysis& analysis = analysis_of(obligation.id.analysis);
            if (analysis.extent == Extent::Setups) return analysis.see_part != nullptr;
            return analysis.extent == Extent::Setup && obligation.setup == setup &&
                   obligation.id.engine == Engine::Explicit;
        };
        return std::ranges::any_of(obligations, asks) && workbench_.of(setup).parts() > 1;
    }

    void run_in_parts(const std::vector<Obligation>& obligations, std::size_t setup,
                      const std::vector<std::size_t>& on_it, std::vector<CheckResult>& results) {
        PartsRun parts{workbench_, setup, options_.only_codes, kept_, told_};
        for (const std::size_t i : on_it) parts.of_setup.push_back(&obligations[i]);
        for (const Obligation& obligation : obligations) {
            if (analysis_of(obligation.id.analysis).see_part != nullptr) parts.of_all.push_back(&obligation);
        }
        std::vector<CheckResult> joined = checker::run_in_parts(parts);
        for (std::size_t i = 0; i < on_it.size(); ++i) results[on_it[i]] = std::move(joined[i]);
        underway_.count(on_it.size());
        in_parts_.insert(setup);
    }

    void run_some(const std::vector<Obligation>& obligations, const std::vector<std::size_t>& which,
                  std::vector<CheckResult>& results) {
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < which.size(); i = next++) {
                const Obligation& obligation = obligations[which[i]];
                const auto kept = kept_.find(obligation.id);
                results[which[i]] = run_one(workbench_, obligation, options_.only_codes,
                                            kept == kept_.end() ? nullptr : &kept->second);
                told_.tell(results[which[i]]);
                underway_.count(1);
                underway_.tell(print(obligations[which[i]].id), 0, 0);
            }
        };
        std::vector<std::thread> threads;
        const std::size_t count = std::min(std::max<std::size_t>(1, options_.threads), which.size());
        for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
        work();
        for (std::thread& thread : threads) thread.join();
    }

    // Symbolic obligations of one setup share a search if it knows of all before it begins.
    void announce(const Obligation& obligation) {
        if (obligation.id.engine != Engine::Symbolic) return;
        const Analysis& analysis = analysis_of(obligation.id.analysis);
        for (const std::size_t setup : setups_of(model_, obligation)) {
            workbench_.symbolic().announce(setup, obligation.id.analysis);
            const bool boards = analysis.samples || analysis.extent == Extent::Setups;
            if (boards) workbench_.symbolic().announce_all(setup);
        }
    }

    // Obligations on setups whose explicit search came to no end go to the symbolic search as well.
    std::vector<CheckResult> go_on(const std::vector<Obligation>& obligations,
                                   const std::vector<Obligation>& company,
                                   std::vector<CheckResult>& results) {
        if (workbench_.clock().is_over()) return {};  // what the explicit search saw says more
        std::vector<Obligation> more;
        std::set<std::size_t> unfinished;
        for (std::size_t i = 0; i < obligations.size(); ++i) {
            const std::optional<Obligation> counterpart = symbolic_counterpart(obligations[i]);
            if (!counterpart) continue;
            bool is_open = false;
            for (const std::size_t setup : setups_of(model_, obligations[i])) {
                if (!is_unfinished(setup)) continue;
                unfinished.insert(setup);
                is_open = true;
            }
            if (!is_open) continue;
            leave_what_was_not_searched(results[i]);
            more.push_back(*counterpart);
        }
        for (const Obligation& obligation : company) {
            const std::optional<Obligation> counterpart = symbolic_counterpart(obligation);
            const auto is_open = [&](std::size_t setup) { return unfinished.contains(setup); };
            if (counterpart && std::ranges::any_of(setups_of(model_, obligation), is_open))
                announce(*counterpart);
        }
        return run_all(more);
    }

    bool is_unfinished(std::size_t setup) {
        if (in_parts_.contains(setup)) return false;  // the parts say more
        const Reach* reach = workbench_.reach(setup);
        if (!reach) return true;  // the readings that it asks make too many initial states
        return !reach->exploration().complete() && !completeness(workbench_, setup, *reach).is_conclusive;
    }

    CheckResult statistics() const {
        CheckResult result;
        result.stats = workbench_.stats();
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
        result.stats[Statistic::Seconds] = spent.count();
        result.stopped = workbench_.clock().is_over();
        return result;
    }

    Workbench::Limits limits() {
        Workbench::Limits result;
        result.budget = options_.budget;
        result.depth = options_.depth;
        result.reductions = options_.reductions;
        result.threads = options_.threads;
        result.interrupted = options_.interrupted;
        result.grows = counters_grow;
        result.progress = [this](const std::string& what, std::size_t states, std::size_t depth) {
            underway_.tell(what, states, depth);
        };
        return result;
    }

    const Model& model_;
    const CheckOptions& options_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    Underway underway_{options_.progress};
    Workbench workbench_;
    FindingsTold told_;
    std::map<ObligationId, std::any> kept_;  // filled before anybody reads it
    std::set<std::size_t> in_parts_;         // setups that were searched in parts
};

// What would be run if none were chosen: an obligation that is run alone searches as it does in company, and
// so finds the same.
std::vector<Obligation> whole_plan(const Model& model, CheckOptions options) {
    options.obligations.clear();
    return plan(model, options);
}

}  // namespace

CheckResult check(const Model& model, const CheckOptions& options) {
    const std::vector<Obligation> company = whole_plan(model, options);
    const std::vector<Obligation> obligations = options.obligations.empty() ? company : plan(model, options);
    return merge(model, Run(model, options).run(obligations, company), options);
}

}  // namespace errata::checker
