// Runs obligations, alone or a whole plan on several threads. Obligations on one setup share its graph
// through the Workbench; results are merged in the order of the plan, so threads do not change the outcome.
#include "checker/driver/driver.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <numeric>
#include <optional>
#include <set>
#include <thread>

#include "checker/driver/analysis.h"
#include "checker/driver/second_look.h"
#include "checker/loops/growing.h"
#include "dsl/base/check.h"

namespace errata::checker {

namespace {

using compiler::Model;

// For an explicit obligation that came to no end, the symbolic one of the same analysis and setup.
std::optional<Obligation> symbolic_counterpart(const Obligation& obligation) {
    const Analysis& analysis = analysis_of(obligation.id.analysis);
    if (obligation.id.engine != Engine::Explicit || analysis.extent == Extent::Scenario ||
        !analysis.run_symbolic)
        return {};
    Obligation result = obligation;
    result.id.engine = Engine::Symbolic;
    return result;
}

// What the explicit search left open is the symbolic search's to say; what it found stays.
void leave_open_to_symbolic(CheckResult& result) {
    std::erase_if(result.verdicts, [](const Verdict& verdict) {
        return verdict.status == Status::Bounded || verdict.status == Status::Unknown;
    });
}

class Run {
public:
    Run(const Model& model, const CheckOptions& options)
        : model_(model), options_(options), workbench_(model, limits()) {}

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
    std::vector<CheckResult> run_all(const std::vector<Obligation>& obligations) {
        total_ += obligations.size();
        std::vector<CheckResult> results(obligations.size());
        std::atomic<std::size_t> next{0};
        const auto work = [&] {
            for (std::size_t i = next++; i < obligations.size(); i = next++) {
                results[i] = run_one(obligations[i]);
                ++done_;
                tell(print(obligations[i].id), 0, 0);
            }
        };
        std::vector<std::thread> threads;
        const std::size_t count = std::min(std::max<std::size_t>(1, options_.threads), obligations.size());
        for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
        work();
        for (std::thread& thread : threads) thread.join();
        return results;
    }

    CheckResult run_one(const Obligation& obligation) {
        const Analysis& analysis = analysis_of(obligation.id.analysis);
        Task task(workbench_, obligation, searched_codes(options_));
        if (obligation.id.engine == Engine::Symbolic) {
            ERRATA_CHECK(analysis.run_symbolic != nullptr);
            analysis.run_symbolic(task);
        } else {
            analysis.run_explicit(task);
        }
        CheckResult result = task.take();
        second_look(workbench_, obligation, result);
        if (workbench_.is_out_of_time()) claim_nothing_of_all_states(result);
        return result;
    }

    // Whoever looks at the clock may stop anywhere: what was not seen is not there to be claimed.
    static void claim_nothing_of_all_states(CheckResult& result) {
        const std::string time = "the time ended before all was looked at and looked at again (--budget)";
        const std::size_t findings = result.findings.size();
        std::erase_if(result.findings,
                      [](const Finding& finding) { return finding.status == Status::Complete; });
        if (result.findings.size() < findings)
            result.not_analysed.push_back("what is never so in any state: " + time);
        for (Verdict& verdict : result.verdicts) {
            if (verdict.status != Status::Complete) continue;
            verdict.status = Status::Bounded;
            verdict.detail += "; " + time;
            verdict.is_open = checker::is_asked(verdict.about);
            verdict.limit = "the time ended: --budget";
        }
    }

    std::vector<std::size_t> setups_of(const Obligation& obligation) const {
        if (analysis_of(obligation.id.analysis).extent != Extent::Setups) return {obligation.setup};
        std::vector<std::size_t> all(model_.setups.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return all;
    }

    // Symbolic obligations of one setup share a search if it knows of all before it begins.
    void announce(const Obligation& obligation) {
        if (obligation.id.engine != Engine::Symbolic) return;
        const Analysis& analysis = analysis_of(obligation.id.analysis);
        for (const std::size_t setup : setups_of(obligation)) {
            workbench_.symbolic().announce(setup, obligation.id.analysis);
            const bool boards = analysis.samples || analysis.extent == Extent::Setups;
            if (boards) workbench_.symbolic().announce_all(setup);
        }
    }

    // Obligations on setups whose explicit search came to no end go to the symbolic search as well.
    std::vector<CheckResult> go_on(const std::vector<Obligation>& obligations,
                                   const std::vector<Obligation>& company,
                                   std::vector<CheckResult>& results) {
        if (workbench_.is_out_of_time()) return {};  // what the explicit search saw says more
        std::vector<Obligation> more;
        std::set<std::size_t> unfinished;
        for (std::size_t i = 0; i < obligations.size(); ++i) {
            const std::optional<Obligation> counterpart = symbolic_counterpart(obligations[i]);
            if (!counterpart) continue;
            bool is_open = false;
            for (const std::size_t setup : setups_of(obligations[i])) {
                if (!is_unfinished(setup)) continue;
                unfinished.insert(setup);
                is_open = true;
            }
            if (!is_open) continue;
            leave_open_to_symbolic(results[i]);
            more.push_back(*counterpart);
        }
        for (const Obligation& obligation : company) {
            const std::optional<Obligation> counterpart = symbolic_counterpart(obligation);
            const auto is_open = [&](std::size_t setup) { return unfinished.contains(setup); };
            if (counterpart && std::ranges::any_of(setups_of(obligation), is_open)) announce(*counterpart);
        }
        return run_all(more);
    }

    bool is_unfinished(std::size_t setup) {
        const Reach* reach = workbench_.reach(setup);
        if (!reach) return true;  // the readings that it asks make too many initial states
        return !reach->exploration().complete() && !completeness(workbench_, setup, *reach).is_conclusive;
    }

    CheckResult statistics() const {
        CheckResult result;
        result.stats = workbench_.stats();
        const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start_;
        result.stats[Statistic::Seconds] = spent.count();
        result.stopped = workbench_.is_out_of_time();
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
            tell(what, states, depth);
        };
        return result;
    }

    void tell(const std::string& what, std::size_t states, std::size_t depth) {
        if (!options_.progress) return;
        const std::lock_guard lock(mutex_);
        options_.progress({what, done_, total_, states, depth});
    }

    const Model& model_;
    const CheckOptions& options_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
    std::atomic<std::size_t> done_{0};
    std::atomic<std::size_t> total_{0};
    std::mutex mutex_;
    Workbench workbench_;
};

// What would be run if none were chosen: an obligation that is run alone searches as it does in company, and
// so finds the same.
std::vector<Obligation> whole_plan(const Model& model, CheckOptions options) {
    options.obligations.clear();
    return plan(model, options);
}

}  // namespace

CheckResult run(const Model& model, const Obligation& obligation, const CheckOptions& options) {
    CheckOptions alone = options;
    alone.obligations = {obligation.id};
    return merge(model, Run(model, options).run({obligation}, whole_plan(model, options)), alone);
}

CheckResult check(const Model& model, const CheckOptions& options) {
    const std::vector<Obligation> company = whole_plan(model, options);
    const std::vector<Obligation> obligations = options.obligations.empty() ? company : plan(model, options);
    return merge(model, Run(model, options).run(obligations, company), options);
}

}  // namespace errata::checker
