// What the checker says: a Verdict per claim it looked at, a Finding per defect. Plain data with evidence,
// never a bool and never an exit code. The words for people are made in reports/; here are the facts.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checker/about.h"
#include "checker/certify/growth_points.h"
#include "checker/claim_id.h"
#include "checker/engine.h"
#include "checker/fact.h"
#include "checker/loop_stage.h"
#include "checker/obligation.h"
#include "checker/recheck.h"
#include "checker/screened.h"
#include "checker/statistics.h"
#include "checker/status.h"
#include "checker/trace.h"
#include "compiler/ir/model.h"

namespace errata::checker {

using compiler::code_name;
using compiler::FindingCode;
using compiler::Severity;
using compiler::word;

struct Verdict {
    ClaimId about;
    std::string claim;  // in words: "no contradiction.must-cannot", "check \"alive\""
    Status status = Status::Unknown;
    Facts facts = {};  // why, and of what: all states of a setup, those up to a depth
    Engine engine = Engine::Explicit;
    ObligationId obligation;
    bool vacuous = false;  // the claim says nothing here, for its premise never holds
    // It was asked and is not decided, not even as far as the spec declares sufficient; and by which limits,
    // if it is those, and what would raise them.
    bool is_open = false;
    Facts limit = {};
    // Of the question it belongs to, what it does not speak of, for nobody asked.
    Facts excludes = {};
    Recheck rechecked = Recheck::Nobody;
};

// One verdict for one claim, of which each verdict decides a part: refuted wins, else what is known least
// stays.
Verdict both(Verdict a, Verdict b);
// The same where each decides the whole claim: refuted wins, else what is known best stays.
Verdict either(Verdict a, Verdict b);

// One way the game goes on where the rules disagree or are silent.
struct Outcome {
    Phrase label;                           // "by Void", "Ann's trigger first", "value yes"
    std::vector<compiler::Change> changes;  // against the state in which they part
    std::optional<compiler::State> state;   // at quiescence, where that is what differs
    Phrase what = {};                       // in words, where no position says it: "it can go on for ever"
    std::vector<compiler::ClauseId> acting = {};  // who takes part on the way there; none: it is not known
    std::vector<Phrase> chosen = {};  // what players and chance do on that way: "Ann takes the coin"
};

enum class MissingKind {
    OutsideRange,     // of what there is, or of what is declared
    WouldLeaveRange,  // a cell would get a value that it cannot have
    OfNone,           // something is asked of a thing that is none
};

inline constexpr std::array all_missing_kinds = {MissingKind::OutsideRange, MissingKind::WouldLeaveRange,
                                                 MissingKind::OfNone};

// A value that is asked for and is not there.
struct MissingValue {
    MissingKind kind = MissingKind::OfNone;
    Phrase asked;  // what has a value outside, or is none, in the words of the spec; empty: not known
    compiler::Value value = compiler::none_value;  // outside of `range`
    std::string range = {};
    std::string field = {};              // OfNone: what is asked of it, or empty
    compiler::ClauseId none_since = {};  // OfNone: the clause that made it so, if it is known
    bool is_none_by_then = false;        // OfNone: the step that asks for it has made it so
    bool life_ended = false;             // OfNone: with the life of what it was
    friend bool operator==(const MissingValue&, const MissingValue&) = default;
};

// What somebody can do on the way round so that play leaves the loop.
struct WayOut {
    std::string player;
    Phrase option;                              // its text
    std::optional<compiler::State> where = {};  // before it
    std::size_t step = 0;  // of the play, that it would be taken in the place of; 0: none
    friend bool operator==(const WayOut&, const WayOut&) = default;
};

struct LoopFacts {
    std::optional<LoopStage> stage;           // nothing: it was not asked for
    std::vector<std::string> can_keep_going;  // alone: players' names
    std::vector<std::string> can_break;       // against all others together: players' names, "chance"
    // of variable cells per cycle; empty when the cycle returns to the same state
    std::vector<compiler::Change> net_change;
    Facts growth;                       // what changes from round to round: "Ann.life falls by 1"
    std::vector<WayOut> ways_out = {};  // one for each player who can break it
    // Why it is not known who can keep it going or break it. Nothing: it is known.
    std::optional<Fact> undecided = {};
    bool is_win = false;  // of loop.lethal, chosen: the ending is what whoever keeps it going wants
    // Where no state returns exactly: after how many steps of the witness each round begins, and the last one
    // ends.
    std::vector<std::size_t> rounds = {};
    // of growth in numbers alone: what the second look is given. Not kept in saved results.
    std::optional<GrowthCertificate> certificate = {};
};

// Where else a finding was met, and who can end it there.
struct Situation {
    std::size_t setup = 0;               // index in Model::setups
    std::size_t steps = 0;               // of its play
    std::optional<LoopFacts> loop = {};  // who can keep it going or break it; no more is kept of it
};

// Without which the play of a finding does not show it: alternatives of readings ("Who pays: strict"),
// versions of texts ("The second printing: as first printed"), assumptions, and clauses.
struct Needed {
    std::vector<std::string> readings;
    std::vector<std::string> versions;
    std::vector<std::string> assumptions = {};  // by the names that the spec gives them
    // By these the finding's own clauses apply here, such as what makes one thing count as another, and what
    // its play leans on is answered as it is. Which finding it is goes without them.
    std::vector<compiler::ClauseId> clauses = {};
    // All that disagree about what its play leans on. The play shows it without some of them.
    std::vector<compiler::ClauseId> disagreeing = {};
    // The gaps that its play leans on an answer to: with another one it does not show it.
    std::vector<compiler::IncidentId> left_open = {};
};

struct Finding {
    FindingCode code{};  // whoever makes one says which
    Severity severity = Severity::Error;
    Status status = Status::Refuted;
    About about;
    Facts facts = {};                              // what is said of it, in this order
    std::vector<compiler::ClauseId> clauses;       // the minimal set known, most specific first
    std::vector<compiler::ClauseId> helping = {};  // of these, without which it would not be so, though
                                                   // they do nothing of it; no headline names them
    std::optional<Trace> witness;                  // replayed
    bool minimal_proved = false;                   // no shorter play shows it
    // the spec claims that this does not occur: an error whatever the code is worth
    bool breaks_claim = false;
    std::vector<Outcome> outcomes;
    std::vector<compiler::ClauseId> barring = {};  // of a choice without an option: who leaves none
    std::optional<MissingValue> missing = {};      // of gap.undefined and of a value that leaves its range
    bool names_makers = false;  // of a broken claim: it is told by what the values it asks for are made
    std::vector<std::string> values = {};  // of statements that contradict each other: what they say
    // Worth a note: nowhere could anybody tell its outcomes apart; no setup deals what it is about, or it is
    // of a library.
    bool is_slight = false;
    std::optional<LoopFacts> loop;
    std::optional<compiler::OrderKind> order = {};  // of order.unowned and order.chosen
    Needed needs;
    ObligationId obligation;
    std::string fingerprint;  // which finding it is, in this version of the spec and the next
    bool expected = false;
    std::string accepted;  // the reason, if an `accept` covers it
    // What that `accept` calls it, or where `accepted` is empty, one that ended before today.
    std::string accepted_as = {};
    // In other setups of the spec, in their order: merging finds them. Tables of screens are not among them.
    std::vector<Situation> elsewhere = {};
};

struct CheckResult {
    std::vector<Verdict> verdicts;
    std::vector<Finding> findings;
    std::vector<std::string> missing;  // expectations that nothing met
    Facts not_analysed;
    Statistics stats;
    // something stayed bounded (beyond the declared depth) or unknown
    bool inconclusive = false;
    bool stopped = false;  // by the clock or an interruption: not all was looked at
    // the spec says what it should show: unexpected findings are then extra
    bool has_expectations = false;
    std::vector<std::string> stale_acceptances;    // `accept`s that cover nothing
    std::vector<std::string> expired_acceptances;  // and such as would cover something, but have ended
    std::optional<Screened> screened;              // nothing: the spec has no screens, or nobody asked
};

// 32 hex digits (dsl/base/hash.h) of the code, what it is about and the paths of the clauses, in any order
// unless one clause yields to another: where things are written, and in which order, does not matter, nor
// does how a clause or the finding is worded.
std::string fingerprint(const compiler::Model& model, const Finding& finding);

// 8 hex digits: of what its clauses say, whatever else the spec says.
std::string digest_of(const compiler::Model& model, const Finding& finding);

// The code and what it is about; with the names of its clauses where it is about these. Findings that share
// it are one question.
std::string question_key(const compiler::Model& model, const Finding& finding);

// The claims that it speaks against, of those that there are about the model.
std::vector<ClaimId> claims_against(const compiler::Model& model, const Finding& finding);

// Does somebody who writes `word` mean this fingerprint? Its first digits do, eight or more.
bool is_fingerprint(std::string_view word, std::string_view fingerprint);
// Digits of one and nothing else, however few.
bool looks_like_fingerprint(std::string_view word);

}  // namespace errata::checker
