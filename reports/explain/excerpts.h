// Parts of a spec's text that are quoted, or looked through, in a report: the names in it, one option of a
// long choice, a field as it is declared, of a `meta` block what is of concern.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "checker/verdict.h"
#include "dsl/source/source_file.h"

namespace errata::reports {

// As words of it: "Storm" is none of "Stormfront".
bool has_words(std::string_view text, std::string_view words);

// Views into the text.
std::vector<std::string_view> names_in(std::string_view text);

// The settings of a `meta` block that findings of the code depend on, as they are written.
std::vector<std::string> settings_for(checker::FindingCode code, std::string_view block);

// A field of which only the name's place is known, up to where the next one or the next line begins: "gold:
// 0..9", also where it shares its type with others (`gold, silver: 0..9`).
std::string declared(const dsl::SourceSet& sources, dsl::Span name);

// The line on which this stands, without what it is indented by.
dsl::Span whole_line(const dsl::SourceSet& sources, dsl::Span part);

// The lines of this part on which the action is done, not asked about or listened to.
std::vector<dsl::Span> lines_that_do(const dsl::SourceSet& sources, dsl::Span part,
                                     const std::string& action);

// " at combat.rules:83"; empty for what has no place.
std::string at_place(const dsl::SourceSet& sources, dsl::Span span);

// Where a system of equations says which solution counts: the last line in it that begins so.
dsl::Span preference_in(const dsl::SourceSet& sources, dsl::Span system);

}  // namespace errata::reports
