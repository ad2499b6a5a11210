// What one run knows of a spec, and what another run of it finds new, gone or worse. A baseline keeps it in a
// file (saved/baseline). It goes by facts: fingerprints, claims and names, whatever they are called and
// wherever they stand.
#pragma once

#include <string>
#include <vector>

#include "checker/status.h"
#include "compiler/ir/finding_codes.h"

namespace errata::reports {

struct Report;

struct KnownFinding {
    std::string fingerprint;
    std::string code;
    compiler::Severity severity = compiler::Severity::Error;
    bool is_confirmed = true;  // a play reaches it, or it needs none
    std::string heading;       // for people
    friend bool operator==(const KnownFinding&, const KnownFinding&) = default;
};

struct KnownVerdict {
    std::string claim;
    std::string setup;  // empty: of all together
    checker::Status status = checker::Status::Unknown;
    bool is_open = false;
    bool is_own = false;  // the spec itself claims it
    friend bool operator==(const KnownVerdict&, const KnownVerdict&) = default;
};

struct Known {
    std::vector<KnownFinding> findings;  // that the spec does not settle
    std::vector<KnownVerdict> verdicts;  // of what is not refuted; one for each claim and setup, the weakest
    std::vector<std::string> acting;     // printed items whose text acted on a screen
    std::vector<std::string> idle;       // and such as never acted, or are unread
    friend bool operator==(const Known&, const Known&) = default;
};

enum class WorseKind {
    Weaker,   // less is known of a claim
    Unasked,  // a claim that the spec made is not there any more, or a setup with all that was asked of it
    Idle,     // a printed item was seen to act, and is not any more
};

// What counts as a finding does, though it is none.
struct Worse {
    WorseKind kind = WorseKind::Weaker;
    std::string name;  // the claim, the item, or empty where it is the setup
    std::string setup = {};
    checker::Status before = checker::Status::Unknown;
    checker::Status now = checker::Status::Unknown;
    friend bool operator==(const Worse&, const Worse&) = default;
};

// What became of a run that was held against what was known.
struct HeldAgainst {
    std::string name;        // of the baseline
    bool knows_spec = true;  // false: all is new
    bool is_whole = true;    // false: another part was looked at, so that nothing is gone or worse
    std::vector<KnownFinding> gone = {};
    std::vector<Worse> worse = {};
    std::size_t open = 0;       // claims and printed items that were not cleared then, and are not now
    bool has_new_open = false;  // such as were not there, or were cleared
    friend bool operator==(const HeldAgainst&, const HeldAgainst&) = default;
};

// Says of each finding of the report whether it is known: its fingerprint is, and it is neither graver nor
// better confirmed than it was.
void hold_against(const Known& known, HeldAgainst held, Report& report);

// Of the report, without the headings of findings.
Known known_without_words(const Report& report);

}  // namespace errata::reports
