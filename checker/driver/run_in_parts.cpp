#include "checker/driver/run_in_parts.h"

#include <algorithm>
#include <atomic>
#include <memory>
#include <mutex>
#include <thread>

#include "checker/driver/analysis.h"
#include "checker/driver/in_turn.h"
#include "checker/driver/run_one.h"
#include "checker/driver/second_look.h"
#include "checker/driver/setup_parts.h"
#include "checker/explicit/setup_parts.h"

namespace errata::checker {

namespace {

// Pieces that wait for their turn, for each thread.
constexpr std::size_t most_waiting = 2;

// A part, or a piece of one, searched and asked.
struct Piece {
    std::unique_ptr<Workbench> own;
    std::vector<CheckResult> results;
};

bool has_too_many_states(const Reach& reach) {
    const SearchEnd end = reach.exploration().outcome().end;
    return end == SearchEnd::States || end == SearchEnd::Memory;
}

// Of a part with too many states for one search; none: it has not, or cannot be split.
std::vector<compiler::Setup> smaller_pieces(Workbench& own, std::size_t setup,
                                            const SetupSearch::Part& piece) {
    const Reach* reach = own.reach(setup);
    if (reach != nullptr && !has_too_many_states(*reach)) return {};
    return pieces_of(own.evaluator(), piece.setup);
}

class PartsInOrder {
public:
    explicit PartsInOrder(const PartsRun& run)
        : run_(run),
          count_(run.workbench.of(run.setup).parts()),
          of_parts_(run.of_setup.size()),
          in_turn_(most_waiting * std::max<std::size_t>(1, run.workbench.limits().threads),
                   [this](Piece piece) { hand_in(std::move(piece)); }) {}

    std::vector<CheckResult> run() {
        const std::size_t workers = std::min(std::max<std::size_t>(1, limits().threads), count_);
        std::vector<std::thread> threads;
        for (std::size_t i = 1; i < workers; ++i) threads.emplace_back([this] { work(); });
        work();
        for (std::thread& thread : threads) thread.join();
        for (const std::unique_ptr<Workbench>& own : idle_) run_.workbench.count(own->stats());
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
        for (std::size_t part = next_++; part < count_; part = next_++) {
            const std::string name = "part " + std::to_string(part + 1) + " of " + std::to_string(count_);
            const bool is_whole = look_at(part, {run_.workbench.of(run_.setup).part(part), name, part == 0});
            // What is left of a part when the time is over counts as one piece.
            if (!is_whole) ++pieces_;
            in_turn_.close(part);
        }
    }

    std::unique_ptr<Workbench> a_workbench() {
        std::unique_ptr<Workbench> result;
        {
            const std::lock_guard lock(mutex_);
            if (!idle_.empty()) {
                result = std::move(idle_.back());
                idle_.pop_back();
            }
        }
        return result ? std::move(result) : std::make_unique<Workbench>(run_.workbench.model(), of_one());
    }

    // For the next part; what was searched is forgotten.
    void leave(std::unique_ptr<Workbench> own) {
        own->of(run_.setup).leave_parts(0);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(own));
    }

    // Where there are too many states for one search, piece by piece: what is open of one is not open of all.
    // False: the time was over before.
    bool look_at(std::size_t part, const SetupSearch::Part& piece) {
        std::unique_ptr<Workbench> own = a_workbench();
        if (own->clock().is_over()) {
            leave(std::move(own));
            return false;
        }
        own->of(run_.setup).take_part(piece);
        std::vector<compiler::Setup> pieces = smaller_pieces(*own, run_.setup, piece);
        if (pieces.empty()) {
            ask(part, std::move(own));
            return true;
        }
        leave(std::move(own));
        bool is_first = piece.is_first;
        for (compiler::Setup& smaller : pieces) {
            if (!look_at(part, {std::move(smaller), piece.name, is_first})) return false;
            is_first = false;
        }
        return true;
    }

    void ask(std::size_t part, std::unique_ptr<Workbench> own) {
        std::vector<CheckResult> results;
        results.reserve(run_.of_setup.size());
        for (const Obligation* obligation : run_.of_setup)
            results.push_back(run_one(*own, *obligation, run_.codes, nullptr));
        in_turn_.add(part, {std::move(own), std::move(results)});
    }

    void hand_in(Piece piece) {
        Workbench& own = *piece.own;
        ++pieces_;
        for (const CheckResult& result : piece.results) run_.told.tell(result);
        for (std::size_t i = 0; i < piece.results.size(); ++i)
            of_parts_[i].push_back(std::move(piece.results[i]));
        for (const Obligation* obligation : run_.of_all) {
            Task task(own, *obligation, run_.codes, &run_.kept[obligation->id]);
            analysis_of(obligation->id.analysis).see_part(task, run_.setup);
            look_at_part_again(own, *obligation, run_.setup);
        }
        seen_.add(own, run_.setup, own.reach(run_.setup));
        leave(std::move(piece.own));
    }

    const PartsRun& run_;
    std::size_t count_;
    std::vector<std::vector<CheckResult>> of_parts_;  // by obligation, in the order of the parts
    PartsSeen seen_;
    std::atomic<std::size_t> next_{0};
    std::atomic<std::size_t> pieces_{0};
    std::mutex mutex_;
    std::vector<std::unique_ptr<Workbench>> idle_;
    InTurn<Piece> in_turn_;
};

}  // namespace

std::vector<CheckResult> run_in_parts(const PartsRun& run) { return PartsInOrder(run).run(); }

}  // namespace errata::checker
