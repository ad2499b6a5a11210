// The Report: what one run has to say about one spec, in words. Made by explain/ from a checked model, drawn
// by render/; the renderers add layout, never facts. Plain comparable data: no ids, no cells, nothing that
// needs the model to be read. Places are "path:line"; paths as the sources were opened.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "checker/verdict.h"
#include "dsl/diag/sink.h"
#include "reports/known.h"
#include "reports/words/language.h"

namespace errata::reports {

// A line of a file, without what it is indented by throughout.
struct SourceLine {
    std::uint32_t number = 0;
    std::string text;
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

struct ClauseLine {
    std::string kind;  // "terrain", "rule"
    std::string name;
    std::string text;  // one line
    std::string file;
    std::uint32_t line = 0;
    std::vector<std::string> rows;
    bool is_rule = false;   // an ability of a rule of the game
    std::string path = {};  // which clause it is: "rule Upkeep/at dusk"
    // What the cited rows say, by row: of those that the spec's catalogue has.
    std::map<std::string, std::string> sentences = {};
    // It takes part and is no cause: an action, a window or a part of the turn in which what breaks a claim
    // is carried out; what makes one thing count as another where others disagree about it, and by what the
    // play leans on is answered as it is.
    bool is_frame = false;
    bool is_claim = false;    // what the spec claims of itself
    bool denies = false;      // of statements that contradict each other: that it is so
    bool is_body = false;     // carried out step by step: where it begins tells which one it is
    bool is_printed = false;  // a text of a printed item
    bool is_base = false;     // what a value is before rules and texts change it
    // By which phrases it is read: two lines with the same ones differ in nothing but the words that stand in
    // their holes. Empty: it is written out.
    std::string reading = {};
    // Line by line as it is written, of a clause that nests and takes several lines.
    std::vector<SourceLine> written = {};
    friend bool operator==(const ClauseLine&, const ClauseLine&) = default;
};

// `path` is a cell in the words of the game: "A.at", "entered(a1, north)", "initiative".
struct ChangeLine {
    std::string path;
    std::string before;
    std::string after;
    bool is_phase = false;  // it tells where the turn is
    friend bool operator==(const ChangeLine&, const ChangeLine&) = default;
};

struct StepLine {
    std::string actor;   // "Ann", "rules", "nobody", "chance", "elsewhere"
    std::string choice;  // "orders Flight on A"
    std::string rule;    // place of the clause that spoke, or empty
    std::vector<ChangeLine> changes;
    std::size_t turn = 1;
    bool by_rules = false;     // it happens by itself
    std::string decided = {};  // " (left open; here by Chasm: 'fall' happens)": of several outcomes, or empty
    bool places = false;       // puts something that is pending onto the agenda
    friend bool operator==(const StepLine&, const StepLine&) = default;
};

// Something that the setup leaves open and this play fixes.
struct StartLine {
    std::string path;
    std::string value;
    bool matters = true;  // the play touches the object; otherwise text reports only count it
    friend bool operator==(const StartLine&, const StartLine&) = default;
};

// How somebody leaves a loop.
struct WayOutLine {
    std::string player;
    std::string option;
    std::size_t step = 0;  // of the play, that it would be taken in the place of; 0: none
    friend bool operator==(const WayOutLine&, const WayOutLine&) = default;
};

struct LoopLines {
    std::string stage;
    std::vector<std::string> can_keep_going;
    std::vector<std::string> can_break;
    std::vector<ChangeLine> net_change;
    std::vector<WayOutLine> ways_out = {};
    std::string undecided = {};
    friend bool operator==(const LoopLines&, const LoopLines&) = default;
};

// Where else the same was met: in which setup, and who can end it there.
struct SituationLine {
    std::string setup;
    std::size_t steps = 0;
    std::optional<LoopLines> loop = {};  // of it: who can keep it going or break it
    friend bool operator==(const SituationLine&, const SituationLine&) = default;
};

// A player, or what else decides: "chance", "what the rules leave open".
struct ChooserLine {
    std::string name;
    bool is_player = true;
    friend bool operator==(const ChooserLine&, const ChooserLine&) = default;
};

struct WitnessLines {
    std::string setup;
    std::string pieces;  // "1 terrain, 1 group", or empty
    std::vector<StartLine> start;
    std::vector<std::string> board;  // a picture of the starting position, or nothing
    std::vector<StepLine> steps;
    std::optional<std::size_t> loop_start;  // index of the first step of the cycle
    // Where no state returns exactly: index of the first step of each round, and of the one behind them.
    std::vector<std::size_t> rounds = {};
    std::string growth;
    std::vector<SituationLine> elsewhere = {};
    // Of a position that play reaches: who could choose otherwise on the way there. Nothing: it is none.
    std::optional<std::vector<ChooserLine>> choosers = {};
    std::string play = {};  // plays that share it begin alike and take the same moves; nobody reads it
    friend bool operator==(const WitnessLines&, const WitnessLines&) = default;
};

// One of the claims of a report, which may be of several games: of the spec itself and of scenarios that are
// games of their own.
struct ClaimRef {
    std::size_t game = 0;
    checker::ClaimId claim = {};
    friend auto operator<=>(const ClaimRef&, const ClaimRef&) = default;
};

// What a finding is about, beside its clauses (checker/about.h): facts, from which its words are made.
struct SubjectLines {
    checker::AboutSort sort = checker::AboutSort::Clauses;
    std::optional<compiler::IncidentKind> incident = {};
    std::vector<std::string> names = {};  // of the spec
    std::string variable = {};            // whose values exclude each other or leave their range; or empty
    std::string met_by = {};   // the clause that met it, where it belongs to no construct; or empty
    std::string barring = {};  // who leaves no option; or empty
    std::size_t barring_count = 0;
    bool is_predicate = false;  // what is left open is answered with yes or no
    std::string missing = {};   // "unit1.owner is none, and its life is asked for"; or empty
    std::string question = {};  // findings that share it ask the same; nobody reads it
    friend bool operator==(const SubjectLines&, const SubjectLines&) = default;
};

struct OutcomeLine {
    std::string label;
    std::vector<std::string> consequences;
    std::vector<std::string> board = {};  // as WitnessLines::board, at its end; empty: it is not told by one
    friend bool operator==(const OutcomeLine&, const OutcomeLine&) = default;
};

// Whether somebody asked before the checker did: the spec by a claim, a reading or a choice that it leaves to
// nobody; or whether the finding follows where clauses meet.
enum class Raising { Derived, Asked };
std::string_view word(Raising origin);

// What the author or a library decides and the source does not say.
struct AssumptionLine {
    std::string name;  // in the spec; equal to `text` where it has none of its own
    std::string text;
    std::vector<std::string> rows = {};  // of one that the spec makes, where all are listed
    friend bool operator==(const AssumptionLine&, const AssumptionLine&) = default;
};

// Of readings, of versions of a text and of assumptions: those without which a play does not show what it
// shows. And who disagrees about what it leans on.
struct Needs {
    std::vector<std::string> readings;
    std::vector<std::string> versions;
    std::vector<AssumptionLine> assumptions = {};
    std::vector<ClauseLine> clauses =
        {};  // what is said in these readings, but for the clauses of the finding
    std::vector<std::string> disagreeing = {};  // paths of clauses
    std::vector<std::string> left_open = {};  // SubjectLines::question of what its play leans on an answer to
    friend bool operator==(const Needs&, const Needs&) = default;
};

// Of an accepted finding, or one that was until a day that is over; empty where the spec does not say.
struct AcceptanceTerms {
    std::string at;     // the place of the `accept` that covers it
    std::string by;     // who accepts it
    std::string until;  // the last day on which it is accepted
    friend bool operator==(const AcceptanceTerms&, const AcceptanceTerms&) = default;
};

// Of what settles a finding.
struct Advice {
    std::string settle;              // a sentence; empty: nothing is known
    std::vector<std::string> tried;  // and what came of it, in sentences
    bool is_tried = false;           // whether any of it was
    std::string works = {};          // the first change that settled it for good; empty: none did
    // Fingerprints of other entries that something which settles it for good settles, too.
    std::vector<std::string> settles_too = {};
    friend bool operator==(const Advice&, const Advice&) = default;
};

struct FindingLines {
    compiler::FindingCode code{};
    checker::Severity severity = checker::Severity::Error;
    checker::Status status = checker::Status::Refuted;
    std::string fingerprint;
    std::string digest = {};  // of what its clauses say
    SubjectLines about = {};
    std::string title;
    std::string explanation;
    bool expected = false;
    std::string accepted;  // the reason, or empty
    bool known = false;    // to what the run is held against; what the spec itself settles is not
    std::vector<ClauseLine> clauses;
    std::optional<WitnessLines> witness;
    bool minimal_proved = false;
    std::optional<LoopLines> loop;
    std::vector<OutcomeLine> outcomes;
    Needs needs;
    Raising origin = Raising::Derived;
    AcceptanceTerms terms = {};
    std::optional<compiler::OrderKind> order = {};  // of order.unowned and order.chosen
    std::vector<ClauseLine> definitions = {};       // what words of its clauses stand for
    // "Tinker or Smith for Bellows": items that nothing tells from one of its cards.
    std::vector<std::string> alike = {};
    Advice advice = {};
    std::vector<ClaimRef> against = {};  // the claims that it speaks against
    checker::Facts facts = {};           // of which `explanation` is made
    friend bool operator==(const FindingLines&, const FindingLines&) = default;
};

struct VerdictLine {
    std::string claim;
    checker::Status status = checker::Status::Unknown;
    checker::Facts facts = {};     // why, and of what
    std::string question = {};     // what a reader calls what it is about: "endless loops"
    bool open = false;             // not cleared: it was asked, and nothing was found and not all was seen
    checker::Facts limit = {};     // of an open one: what stood in the way, and what would raise it, or empty
    checker::Facts excludes = {};  // what it does not speak of, for nobody asked
    std::string setup = {};        // from which plays were searched; empty: from all together, or none
    checker::Recheck rechecked = checker::Recheck::Nobody;
    std::optional<ClaimRef> about = {};
    std::string item = {};  // what is printed, of the claim that it occurs
    friend bool operator==(const VerdictLine&, const VerdictLine&) = default;
};

// A card or a rule of the spec, as ClauseLine has it.
struct ItemLine {
    std::string kind;
    std::string name;
    friend auto operator<=>(const ItemLine&, const ItemLine&) = default;
};

struct DiagnosticLine {
    std::string code;
    std::string severity;
    std::string message;
    std::string file;  // empty: no place
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    std::string hint;
    std::vector<std::string> notes;
    friend bool operator==(const DiagnosticLine&, const DiagnosticLine&) = default;
};

// A scenario; or a ruling or check, which is about all plays.
enum class AskedSort { Scenario, Claim };

// What the spec asks of itself and answers. What came of it is the verdict about the claim.
struct AskedLines {
    AskedSort sort = AskedSort::Scenario;
    ClauseLine clause;
    ClaimRef claim;
    friend bool operator==(const AskedLines&, const AskedLines&) = default;
};

// Only findings about this card or rule were asked for (empty: about all); `others` are about others, and
// `unasked` go by no name that was asked for.
struct About {
    std::string item = {};
    std::size_t others = 0;
    std::size_t unasked = 0;
    std::set<compiler::FindingCode> other_codes = {};  // of what was found and is not told: it is not cleared
    bool is_part() const { return others + unasked > 0; }
    friend bool operator==(const About&, const About&) = default;
};

// Printed items that were set aside because no phrase reads some line of theirs, of how many.
struct Unread {
    std::vector<std::string> names;
    std::size_t of = 0;
    friend bool operator==(const Unread&, const Unread&) = default;
};

struct Report {
    std::string spec;
    Language language = Language::English;  // in which facts are said
    std::string title;
    std::map<std::string, std::int64_t> scope;
    std::vector<DiagnosticLine> diagnostics;
    bool checked = false;  // false: the spec is wrong, only `diagnostics` has content
    std::vector<VerdictLine> verdicts;
    std::vector<FindingLines> findings;
    bool has_expectations = false;
    std::vector<std::string> setups =
        {};                            // of the spec, in its order; the tables of screens are not among them
    std::vector<ItemLine> items = {};  // that may be printed, in the order of the spec; of no library
    std::vector<AskedLines> asked = {};     // in the order of the spec; of no library
    std::vector<ClauseLine> readings = {};  // rules with several meanings
    std::vector<AssumptionLine> assumptions = {};
    std::vector<ItemLine> printed = {};  // all printed items, with text or without, read or not
    std::vector<std::string> missing;
    std::vector<std::string> not_analysed;
    std::map<std::string, double>
        stats;  // without anything measured in seconds: equal inputs give equal reports
    std::optional<checker::Screened> screened = {};
    bool only_screens = false;                 // the spec's other setups and its claims were left out
    std::optional<std::size_t> set_size = {};  // of the largest sets of the screens, if the run was told
    std::string made_tables = {};              // screens made from the vocabulary, as text of the language
    Unread unread = {};
    bool inconclusive = false;
    bool stopped = false;  // by the clock or an interruption
    About about = {};
    std::optional<HeldAgainst> held_against = {};
    // From which severity on findings count, as the run was told.
    checker::Severity fail_on = checker::Severity::Error;
    friend bool operator==(const Report&, const Report&) = default;
};

std::string_view word(dsl::Severity severity);

// With what it was decided to come to.
std::string choice_words(const StepLine& step);

// "loop.mandatory"
std::string code_word(const FindingLines& finding);

// What a run amounts to.
enum class Result { Passed, Findings, Wrong, Inconclusive };
std::string_view word(Result result);

// A finding counts unless it was expected, accepted or known before. With expectations in the spec every
// missing one and every further finding from warnings upwards counts; without them, findings at or above
// `fail_on`. What became worse since a baseline counts as a finding does, and what was open then is not
// inconclusive now.
Result judge(const Report& report, checker::Severity fail_on);
// Of one finding, by the severity that the report was made with.
bool counts(const Report& report, const FindingLines& finding);
// The spec accepts it, or it was known before.
bool is_put_aside(const FindingLines& finding);
// It is put aside, or the spec says itself that it is there.
bool is_settled(const FindingLines& finding);

// Of an accepted one: " by rules team until 2027-03-01"; empty where the spec says neither.
std::string acceptance_terms(const FindingLines& finding);

std::vector<DiagnosticLine> lines(const dsl::Sink& sink, const dsl::SourceSet& sources);

// As many digits of a fingerprint as `accept` and `--only` want at least.
std::string short_form(const std::string& fingerprint);

}  // namespace errata::reports
