// What an analysis is given and fills: the obligation, the model, the run's shared graphs, and the result so
// far. Findings and verdicts enter the result only here, so that severity, obligation and fingerprint are
// always set.
#pragma once

#include <any>
#include <string>
#include <vector>

#include "checker/certify/replay.h"
#include "checker/obligation.h"
#include "checker/search/completeness.h"
#include "checker/search/workbench.h"
#include "checker/verdict.h"
#include "compiler/ir/evaluate.h"

namespace errata::checker {

class Task {
public:
    // `kept`: what the analysis keeps from one task of the obligation to the next; may be null.
    Task(Workbench& workbench, const Obligation& obligation, std::vector<std::string> only_codes,
         std::any* kept = nullptr);

    const compiler::Model& model() const { return workbench_.model(); }
    Workbench& workbench() const { return workbench_; }
    const Obligation& obligation() const { return obligation_; }

    // Is anybody interested in findings of this code?
    bool wants(FindingCode code) const;

    // `bounded` leaves the run inconclusive unless it went as deep as the spec declares sufficient.
    void verdict(ClaimId about, Status status, Facts facts, bool is_conclusive = false, Facts limit = {});
    // The remark says what was left open in what was looked at.
    void verdict(ClaimId about, const Completeness& completeness, const Facts& remark = {});

    // The claim holds and says nothing.
    void vacuous(ClaimId about, const Completeness& completeness, Fact why);

    // What the text of the model alone shows, for every state there can be.
    void proved_by_text(ClaimId about, Facts facts);

    // That something occurs: a play that was replayed shows it.
    void shown_by_play(ClaimId about, Fact how);

    // Fills severity (as the game's loop policy has it), obligation and fingerprint. A finding of a code
    // nobody asked for is dropped. One whose witness does not replay is our bug, and CHECKed.
    void finding(Finding finding);

    // What is said about screens, once.
    void screened(Screened screened) { result_.screened = std::move(screened); }

    void not_analysed(Fact what) { result_.not_analysed.push_back(std::move(what)); }

    // Of the parts of setups that were searched in parts (Analysis::see_part); null: there were none.
    template <class T>
    T* kept() const {
        return kept_ != nullptr ? std::any_cast<T>(kept_) : nullptr;
    }
    template <class T>
    T& keep(T value) {
        return kept_->emplace<T>(std::move(value));
    }

    CheckResult take() { return std::move(result_); }

private:
    Workbench& workbench_;
    const Obligation& obligation_;
    std::vector<std::string> only_codes_;
    std::any* kept_;
    CheckResult result_;
};

// What explicit analyses go over, with what it covers: the obligation's setup as searched, or with the
// symbolic engine a sample of its boards. Empty (and a verdict says why) if the setup's initial states are
// too many to list.
struct Searched {
    std::vector<const Reach*> graphs;
    Completeness completeness;
    bool is_whole = false;  // the setup, so that what is nearest here is nearest
};
Searched searched_by(Task& task);

// Carries the play out again in the evaluator, from its setup or from any board; a difference is a bug of
// ours and ends the run. False: whether its loop closes was not decided.
bool certify(const Task& task, const Trace& trace, bool from_setup = true);

// Where a play from this setup (or from the scenario that the number denotes) begins.
ReplayStart replay_start(const compiler::Model& model, std::size_t setup);

}  // namespace errata::checker
