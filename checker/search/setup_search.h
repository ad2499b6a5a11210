// The explicit search of one setup, as the obligations of a run share it: its parts, the graph of reachable
// states, a sample where there are too many, the second computation. Each is made once, when it is first
// asked for, and may be asked for from several threads.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "checker/certify/fixpoint.h"
#include "checker/search/reach.h"
#include "checker/statistics.h"
#include "checker/verdict.h"

namespace errata::checker {

class Workbench;

class SetupSearch {
public:
    SetupSearch(Workbench& workbench, std::size_t setup) : workbench_(workbench), setup_(setup) {}

    // Nothing if the setup leaves too many initial states open to list them, or was searched in parts and
    // none of these is taken.
    const Reach* reach();

    // How many parts the setup is searched in: 1 whole (or the part that was taken), 0 not at all (too many
    // initial states).
    std::size_t parts();
    const compiler::Setup& part(std::size_t number) const { return parts_[number]; }
    // From now on `reach` and `fixpoint` are of this part alone (or of a part of that), and what was known of
    // the part before is forgotten. Not while anybody is at work on the setup.
    struct Part {
        compiler::Setup setup;
        std::string name;  // "part 3 of 8"
        bool is_first = false;
    };
    void take_part(Part part);
    // `pieces`: how many parts there are, those counted that were taken apart in turn.
    void leave_parts(std::size_t pieces);
    // Of a screen: where some sets of the part take many states, each of them by itself and before them all
    // others together; empty: none does.
    std::vector<compiler::Setup> large_sets_apart();
    std::size_t pieces() const { return pieces_; }
    // Is what is said of the setup's beginning, and not of a part of it, to be said now?
    bool is_first_part() const { return !part_ || part_->is_first; }

    // The graphs of the boards on which the symbolic search found something, each with its share of states:
    // where explicit analyses of a setup too open to list can begin.
    const std::vector<std::unique_ptr<Reach>>& sample();

    // The graph of `reach`, computed once more in the evaluator alone, for whoever claims something of all
    // states.
    const Fixpoint& fixpoint();

private:
    // Of the setup, or of the part that was taken.
    struct Made {
        std::once_flag searched;
        std::unique_ptr<Reach> reach;
        std::once_flag sampled;
        std::vector<std::unique_ptr<Reach>> sample;
        std::once_flag certified;
        std::unique_ptr<Fixpoint> fixpoint;
    };

    Workbench& workbench_;
    std::size_t setup_;
    std::once_flag split_;
    std::vector<compiler::Setup> parts_;
    std::optional<Part> part_;
    std::size_t pieces_ = 0;
    std::unique_ptr<Made> made_ = std::make_unique<Made>();
};

// In how many parts the setup's initial states can be listed, so that explicit search can begin: 1 whole, 0
// not at all. A function of the model alone. (Those of readings that turn out to be asked come later, and
// may be too many.)
std::size_t number_of_parts(const compiler::Evaluator& evaluator, std::size_t setup, const Budget& budget,
                            const Reductions& reductions);

}  // namespace errata::checker
