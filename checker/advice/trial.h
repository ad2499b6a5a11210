// Whether a remedy helps: the spec with it is compiled, and all that the rules and cards do is searched again
// from where the finding's play begins. What is not found there any more is settled there, and nowhere else.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/advice/remedies.h"
#include "checker/run_clock.h"

namespace errata::checker {

struct Tried {
    std::size_t number = 0;            // of the remedy, among those for the finding
    std::string remedy;                // its words, which say where it would be written
    std::set<std::string> parts = {};  // Remedy::parts
    bool settles = false;
    Facts instead;  // what is found then, and was not found there before, by its headline
    Facts notes;    // likewise, of what is only noted, with its code
    // Fingerprints of other findings that are found from there without it, and not with it; none where not
    // all was searched.
    std::vector<std::string> also;
    bool saw_all = false;  // what is never reached, too, for all play begins where the finding's does
    Facts limit;           // what kept the search from seeing all; empty: it did
    std::string problem;   // why the spec could not be compiled with it; empty: it could
};

struct Trials {
    std::vector<Tried> all;
    double states = 0;  // seen for them; to compile the spec anew counts as many as take that time
};

// What was tried on one finding. `options`: those that the session was opened with. Findings without a play
// have nowhere to be tried. When `clock` is over, nothing more is.
Trials try_remedies(Session& session, const compiler::CompileOptions& options, const compiler::Model& model,
                    const Finding& finding, const RunClock& clock);

// `trials`: those of an earlier run on the same finding. Their remedies get the words of today, for lines may
// have moved. False: today other remedies would be tried.
bool has_todays_words(Trials& trials, Session& session, const compiler::Model& model, const Finding& finding);

}  // namespace errata::checker
