// Pieces of a spec that are quoted in a report beside a finding: each place once, whoever asks for it. A list
// for definitions.cpp, which knows what to quote.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "dsl/source/source_file.h"
#include "reports/report.h"

namespace errata::reports {

constexpr std::size_t longest_quoted = 900;  // letters of one piece

inline bool is_long(dsl::Span span, std::size_t letters) { return span.end - span.begin > letters; }

// Does the one place lie in the other?
bool contains(dsl::Span whole, dsl::Span part);

class Quotes {
public:
    explicit Quotes(const dsl::SourceSet& sources) : sources_(sources) {}

    // Quoted where the finding is: no need to say it again.
    void know(dsl::Span span) { places_.push_back(span); }
    // Is this place quoted already, on its own or as a part of more?
    bool has(dsl::Span span) const;
    bool has_part_of(dsl::Span span) const;

    // Nothing where the place is quoted already. `rows`: of the rulebook, that it cites.
    void add(std::string_view kind, const std::string& name, dsl::Span span,
             const std::vector<std::string>& rows = {});
    // What a line of this name comes to; one place may be that for several.
    void add_phrase(const std::string& name, dsl::Span span);
    // Something of that place, in words of its own.
    void add_words(std::string_view kind, const std::string& name, dsl::Span span, std::string words);

    const std::vector<ClauseLine>& lines() const { return lines_; }
    std::vector<ClauseLine> take() && { return std::move(lines_); }

private:
    const dsl::SourceSet& sources_;
    std::vector<ClauseLine> lines_;
    std::vector<dsl::Span> places_;
};

}  // namespace errata::reports
