#include "reports/play/play.h"

#include <algorithm>
#include <set>

#include "dsl/base/check.h"

namespace errata::reports {

using compiler::Expansion;
using compiler::State;
using compiler::Successor;

namespace {

// Rules that grow something without end never repeat a position; the player is asked before going on.
constexpr std::size_t longest_run = 500;

// Equal moves to equal states are one choice.
void drop_equals(std::vector<Successor>& successors) {
    std::vector<Successor> different;
    for (Successor& one : successors) {
        const auto same = [&](const Successor& other) {
            return one.move == other.move && one.next == other.next;
        };
        if (std::ranges::none_of(different, same)) different.push_back(std::move(one));
    }
    successors = std::move(different);
}

// The rules' own step, or that of a choice that has no option.
bool is_by_itself(const Expansion& expansion) {
    if (expansion.successors.size() != 1) return false;
    const Successor& only = expansion.successors.front();
    const bool is_chosen =
        expansion.owner.kind != compiler::OwnerKind::Rules && only.move.kind == compiler::MoveKind::Option;
    return !is_chosen && only.next.has_value();
}

}  // namespace

const State& Play::now() const { return trace_.steps.empty() ? trace_.initial : *trace_.steps.back().next; }

void Play::begin(std::size_t setup, State initial) {
    trace_ = {};
    trace_.setup = setup;
    trace_.initial = std::move(initial);
    decisions_.clear();
    run_on();
}

bool Play::choose(std::size_t choice) {
    ERRATA_CHECK(choice < here_.successors.size());
    if (!here_.successors[choice].next) return false;
    decisions_.push_back(trace_.steps.size());
    trace_.steps.push_back(here_.successors[choice]);
    run_on();
    return true;
}

bool Play::undo() {
    if (decisions_.empty()) return false;
    trace_.steps.resize(decisions_.back());
    decisions_.pop_back();
    arrive();
    return true;
}

void Play::arrive() {
    here_ = evaluator_.expand(now());
    drop_equals(here_.successors);
    repeats_ = false;
}

void Play::run_on() {
    arrive();
    std::set<State> passed;
    while (is_by_itself(here_)) {
        if (!passed.insert(now()).second || passed.size() > longest_run) {
            repeats_ = passed.size() <= longest_run;
            return;
        }
        trace_.steps.push_back(here_.successors.front());
        arrive();
    }
}

}  // namespace errata::reports
