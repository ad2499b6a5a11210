#include "checker/driver/run_in_parts.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <thread>

#include "checker/driver/analysis.h"
#include "checker/driver/ordered_work.h"
#include "checker/driver/run_one.h"
#include "checker/driver/second_look.h"
#include "checker/driver/setup_parts.h"
#include "checker/explicit/mix.h"
#include "checker/explicit/setup_parts.h"
#include "checker/fact_kinds.h"

namespace errata::checker {

namespace {

// Pieces that wait for their turn, for each thread.
constexpr std::size_t most_waiting = 6;

// Of the parts behind the states that are looked at again, one of so many is: taken by its place, so that
// every run takes the same.
constexpr std::uint64_t one_part_of = 16;

// Which parts are looked at again, and in how many what was left out.
class SecondLooks {
public:
    // `states`: that are looked at again in any case.
    explicit SecondLooks(std::size_t states) : in_any_case_(states) {}

    // Of the part that is handed in next, and, from any thread, of one that may come later: true if in doubt.
    bool includes(const PlaceInOrder& place) const {
        std::uint64_t number = 0;
        for (const std::size_t at : place) number = mix(number, at);
        return states_ < in_any_case_ || number % one_part_of == 0;
    }
    void hand_in(std::size_t states) {
        states_ += states;
        ++parts_;
    }
    void leave_out(const std::optional<Fact>& what) {
        if (what) ++left_out_[*what];
    }

    Facts remarks() const {
        Facts result;
        for (const auto& [what, parts] : left_out_)
            result.push_back({FactKind::InSomeParts, {what, parts, parts_}});
        return result;
    }

private:
    std::size_t in_any_case_;
    std::atomic<std::size_t> states_{0};
    std::size_t parts_ = 0;
    std::map<Fact, std::size_t> left_out_;
};

// A part, or a piece of one, searched and asked.
struct Piece {
    PlaceInOrder place;
    std::unique_ptr<Workbench> own;
    std::vector<CheckResult> results;
};

bool has_too_many_states(const Reach& reach) {
    const SearchEnd end = reach.exploration().outcome().end;
    return end == SearchEnd::States || end == SearchEnd::Memory;
}

// Of a part with too many states for one search; none: it has not, it cannot be split, or what grows in it
// without end was seen.
std::vector<compiler::Setup> smaller_pieces(Workbench& own, std::size_t setup,
                                            const SetupSearch::Part& piece) {
    const Reach* reach = own.reach(setup);
    if (reach != nullptr && (!has_too_many_states(*reach) || reach->is_endless())) return {};
    std::vector<compiler::Setup> sets = own.of(setup).large_sets_apart();
    if (!sets.empty()) return sets;
    return pieces_of(own.evaluator(), piece.setup);
}

class PartsInOrder {
public:
    explicit PartsInOrder(const PartsRun& run)
        : run_(run),
          count_(run.workbench.of(run.setup).parts()),
          of_parts_(run.of_setup.size()),
          parts_(
              count_, most_waiting * std::max<std::size_t>(1, run.workbench.limits().threads),
              [this](std::size_t part) { return named_part(part); },
              [this](Piece piece) { hand_in(std::move(piece)); }) {}

    std::vector<CheckResult> run() {
        const std::size_t workers = std::max<std::size_t>(1, limits().threads);
        std::vector<std::thread> threads;
        for (std::size_t i = 1; i < workers; ++i) threads.emplace_back([this] { work(); });
        work();
        for (std::thread& thread : threads) thread.join();
        for (const std::unique_ptr<Workbench>& own : idle_) run_.workbench.count(own->stats());
        run_.workbench.of(run_.setup).leave_parts(pieces_);
        Completeness whole = completeness(run_.workbench, run_.setup, seen_);
        if (whole.status == Status::Complete) add(whole.facts, second_looks_.remarks());
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

    SetupSearch::Part named_part(std::size_t part) const {
        const std::string name = "part " + std::to_string(part + 1) + " of " + std::to_string(count_);
        return {run_.workbench.of(run_.setup).part(part), name, part == 0};
    }

    void work() {
        while (auto taken = parts_.take()) look_at(taken->place, taken->work);
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
        return result ? std::move(result) : std::make_unique<Workbench>(run_.workbench.evaluator(), of_one());
    }

    // For the next part; what was searched is forgotten.
    void leave(std::unique_ptr<Workbench> own) {
        own->of(run_.setup).leave_parts(0);
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(own));
    }

    // Where there are too many states for one search, piece by piece: what is open of one is not open of all.
    void look_at(const PlaceInOrder& place, const SetupSearch::Part& part) {
        std::unique_ptr<Workbench> own = a_workbench();
        if (own->clock().is_over()) {
            leave(std::move(own));
            ++pieces_;
            return parts_.drop(place);
        }
        own->of(run_.setup).take_part(part);
        std::vector<compiler::Setup> pieces = smaller_pieces(*own, run_.setup, part);
        if (pieces.empty()) return ask(place, std::move(own));
        leave(std::move(own));
        std::vector<SetupSearch::Part> smaller;
        smaller.reserve(pieces.size());
        for (compiler::Setup& piece : pieces)
            smaller.push_back({std::move(piece), part.name, part.is_first && smaller.empty()});
        parts_.split(place, std::move(smaller));
    }

    void ask(const PlaceInOrder& place, std::unique_ptr<Workbench> own) {
        std::vector<CheckResult> results;
        results.reserve(run_.of_setup.size());
        const bool looks_again = second_looks_.includes(place);
        for (const Obligation* obligation : run_.of_setup)
            results.push_back(run_one(*own, *obligation, run_.codes, nullptr, looks_again));
        parts_.finish(place, {place, std::move(own), std::move(results)});
    }

    void hand_in(Piece piece) {
        Workbench& own = *piece.own;
        ++pieces_;
        const Reach* reach = own.reach(run_.setup);
        const bool looks_again = second_looks_.includes(piece.place);
        second_looks_.hand_in(reach ? reach->exploration().size() : 0);
        for (const CheckResult& result : piece.results) run_.told.tell(result);
        for (std::size_t i = 0; i < piece.results.size(); ++i)
            of_parts_[i].push_back(std::move(piece.results[i]));
        for (const Obligation* obligation : run_.of_all) {
            Task task(own, *obligation, run_.codes, &run_.kept[obligation->id]);
            analysis_of(obligation->id.analysis).see_part(task, run_.setup);
            if (looks_again) look_at_part_again(own, *obligation, run_.setup);
        }
        second_looks_.leave_out(looks_again
                                    ? not_looked_at_again(own, run_.setup)
                                    : Fact{FactKind::StateUnseenAgain, {Fact{FactKind::OnlyASample}}});
        seen_.add(own, run_.setup, reach);
        leave(std::move(piece.own));
    }

    const PartsRun& run_;
    std::size_t count_;
    std::vector<std::vector<CheckResult>> of_parts_;  // by obligation, in the order of the parts
    PartsSeen seen_;
    SecondLooks second_looks_{limits().budget.second_look};
    std::atomic<std::size_t> pieces_{0};
    std::mutex mutex_;
    std::vector<std::unique_ptr<Workbench>> idle_;
    OrderedWork<SetupSearch::Part, Piece> parts_;
};

}  // namespace

std::vector<CheckResult> run_in_parts(const PartsRun& run) { return PartsInOrder(run).run(); }

}  // namespace errata::checker
