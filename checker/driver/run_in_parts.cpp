#include "checker/driver/run_in_parts.h"

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "checker/driver/analysis.h"
#include "checker/driver/run_one.h"
#include "checker/driver/second_look.h"
#include "checker/driver/setup_parts.h"
#include "checker/explicit/setup_parts.h"

namespace errata::checker {

namespace {

class PartsInOrder {
public:
    explicit PartsInOrder(const PartsRun& run)
        : run_(run), count_(run.workbench.of(run.setup).parts()), of_parts_(run.of_setup.size()) {}

    std::vector<CheckResult> run() {
        const std::size_t workers = std::min(std::max<std::size_t>(1, limits().threads), count_);
        std::vector<std::thread> threads;
        for (std::size_t i = 1; i < workers; ++i) threads.emplace_back([this] { work(); });
        work();
        for (std::thread& thread : threads) thread.join();
        run_.workbench.of(run_.setup).leave_parts(pieces_);
        const Completeness whole = completeness(run_.workbench, run_.setup, seen_);
        std::vector<CheckResult> results;
        results.reserve(of_parts_.size());
        for (std::vector<CheckResult>& parts : of_parts_)
            results.push_back(joined_parts(std::move(parts), whole));
        return results;
    }

private:
    const Workbench::Limits& limits() const { return run_.workbench.limits(); }

    Workbench::Limits of_one() const {
        Workbench::Limits result = limits();
        result.threads = 1;
        result.budget.seconds = run_.workbench.clock().seconds_left();
        return result;
    }

    void work() {
        Workbench own(run_.workbench.model(), of_one());
        for (std::size_t part = next_++; part < count_; part = next_++) {
            const std::string name = "part " + std::to_string(part + 1) + " of " + std::to_string(count_);
            close(part, look_at(own, part, {run_.workbench.of(run_.setup).part(part), name, part == 0}));
        }
        run_.workbench.count(own.stats());
    }

    // Where there are too many states for one search, piece by piece: what is open of one is not open of all.
    // False: the time was over before.
    bool look_at(Workbench& own, std::size_t part, const SetupSearch::Part& piece) {
        if (own.clock().is_over()) return false;
        own.of(run_.setup).take_part(piece);
        const Reach* reach = own.reach(run_.setup);
        if (reach == nullptr || has_too_many_states(*reach)) {
            std::vector<compiler::Setup> pieces = pieces_of(own.evaluator(), piece.setup);
            bool is_first = piece.is_first;
            for (compiler::Setup& smaller : pieces) {
                if (!look_at(own, part, {std::move(smaller), piece.name, is_first})) return false;
                is_first = false;
            }
            if (!pieces.empty()) return true;
        }
        std::vector<CheckResult> results;
        results.reserve(run_.of_setup.size());
        for (const Obligation* obligation : run_.of_setup)
            results.push_back(run_one(own, *obligation, run_.codes, nullptr));
        hand_in(own, part, std::move(results));
        return true;
    }

    static bool has_too_many_states(const Reach& reach) {
        const SearchEnd end = reach.exploration().outcome().end;
        return end == SearchEnd::States || end == SearchEnd::Memory;
    }

    // When it is the part's turn.
    void hand_in(Workbench& own, std::size_t part, std::vector<CheckResult> results) {
        std::unique_lock lock(mutex_);
        turn_.wait(lock, [&] { return handed_in_ == part; });
        ++pieces_;
        for (const CheckResult& result : results) run_.told.tell(result);
        for (std::size_t i = 0; i < results.size(); ++i) of_parts_[i].push_back(std::move(results[i]));
        for (const Obligation* obligation : run_.of_all) {
            Task task(own, *obligation, run_.codes, &run_.kept[obligation->id]);
            analysis_of(obligation->id.analysis).see_part(task, run_.setup);
            look_at_part_again(own, *obligation, run_.setup);
        }
        seen_.add(own, run_.setup, own.reach(run_.setup));
    }

    // What is left of it when the time is over counts as one piece.
    void close(std::size_t part, bool all) {
        std::unique_lock lock(mutex_);
        turn_.wait(lock, [&] { return handed_in_ == part; });
        pieces_ += all ? 0U : 1U;
        ++handed_in_;
        turn_.notify_all();
    }

    const PartsRun& run_;
    std::size_t count_;
    std::vector<std::vector<CheckResult>> of_parts_;  // by obligation, in the order of the parts
    PartsSeen seen_;
    std::atomic<std::size_t> next_{0};
    std::mutex mutex_;
    std::condition_variable turn_;
    std::size_t handed_in_ = 0;
    std::size_t pieces_ = 0;
};

}  // namespace

std::vector<CheckResult> run_in_parts(const PartsRun& run) { return PartsInOrder(run).run(); }

}  // namespace errata::checker
