// What every remedy is made of: the finding, the parsed spec and pieces of text in the language.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "checker/advice/remedies.h"

namespace errata::checker {

struct Around {
    Session& session;
    const compiler::Model& model;
    const Finding& finding;
};

// Something written in the language, parsed. It is ours: what is wrong with it is no message to anybody, and
// then there is nothing to try.
std::optional<dsl::ast::Module> parsed(Session& session, const std::string& text);

// A name as it has to be written in such a text.
std::string spelled(const std::string& name);

// Each in a file of its own: what it states comes last, and so counts.
std::vector<Remedy> with_meta(const Around& around, const std::vector<std::string>& settings);

// What the game could state of what nobody decides here.
std::vector<Remedy> settings(const Around& around);

// The choice at which the play ends, and every clause of the finding.
std::vector<dsl::Span> places_of_choice(const Around& around);

// "line 38"; of a spec of several files "hops.rules:38".
std::string line_of(const Around& around, dsl::Span span);

// How this part of the spec would read, with something more behind it: "`when cast(this) limit 1 per turn`".
// Of a long one its end.
std::string written_with(const Around& around, dsl::Span part, const std::string& more);

// Does the one place lie in the other?
bool lies_in(const dsl::Span& part, const dsl::Span& whole);

}  // namespace errata::checker
