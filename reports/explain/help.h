// What `errata explain CODE` says: one row per finding code (in the file of its question, finding_pages.h)
// and per diagnostic (help_diagnostics.cpp). The words here are for designers; titles and severities come
// from the tables of the checker and the language. How to add one: a row in the table of its sort; a test
// fails while a code has none. An example that begins with `game` is complete: a test runs it and looks for
// the code. Findings quote a litmus spec: a test looks for each line there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/verdict.h"

namespace errata::reports {

// What settles a finding: a sentence, what to declare instead where the game has no policy for it, and
// whether the sentence says first how to limit an ability.
struct Settling {
    std::string_view words;
    std::string_view policy = {};
    bool limits = false;

    Settling(const char* advice, const char* otherwise = "", bool is_limit = false)
        : words(advice), policy(otherwise), limits(is_limit) {}
    std::string sentence(bool with_policy = true) const;
};

struct FindingHelp {
    compiler::FindingCode code;
    std::string_view means;        // what is wrong with the game
    std::string_view decided;      // how Errata knows
    Settling settle;               // what to do about it; also the last line of the finding in a text report
    std::string_view example;      // the shortest excerpt that shows it
    std::string_view litmus = {};  // below specs/litmus the spec that the excerpt is from: "loops/bell"
    // What a finding is about, for somebody who has never seen its code. {title} stands for the title, {who}
    // for the cards and rules ("play" where none is known), {names} likewise (where none is known, the title
    // says enough). Empty: a function in render/heading.cpp makes it.
    std::string_view heading = {};
};

struct DiagnosticHelp {
    std::string_view code;
    std::string_view means;
    std::string_view mend;
    std::string_view example;
};

const std::vector<FindingHelp>& all_finding_help();
const std::vector<DiagnosticHelp>& all_diagnostic_help();
// Null: it has no page.
const FindingHelp* find_help(compiler::FindingCode code);

// What its page says that settles such a finding.
std::string settle_page(checker::FindingCode code);

// The page about one code, or "" if no code has that name. Diagnostics may be given in lower case.
std::string help_page(std::string_view code);

// Every code with its title, one per line.
std::string help_index();
// The codes of a family, "loop", a line each; empty: there is no such family.
std::string help_family(std::string_view family);

// All codes, for "did you mean".
std::vector<std::string> all_help_codes();

}  // namespace errata::reports
