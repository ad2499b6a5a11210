#include "reports/explain/quotes.h"

#include <algorithm>

#include "reports/columns.h"
#include "reports/explain/quote.h"

namespace errata::reports {

bool contains(dsl::Span whole, dsl::Span part) {
    return whole.file == part.file && whole.begin <= part.begin && part.end <= whole.end;
}

bool Quotes::has(dsl::Span span) const {
    return std::ranges::any_of(places_, [&](dsl::Span place) {
        const bool is_cut = place.end - place.begin > longest_quoted;
        return place == span || (contains(place, span) && !is_cut);
    });
}

bool Quotes::has_part_of(dsl::Span span) const {
    return std::ranges::any_of(places_, [&](dsl::Span place) { return contains(span, place); });
}

void Quotes::add(std::string_view kind, const std::string& name, dsl::Span span,
                 const std::vector<std::string>& rows) {
    if (!span.is_valid() || has(span)) return;
    add_words(kind, name, span, cut_to(one_line(without_comments(sources_.text(span))), longest_quoted));
    lines_.back().written = as_written(sources_, span, longest_quoted);
    lines_.back().rows = rows;
    places_.push_back(span);
}

void Quotes::add_phrase(const std::string& name, dsl::Span span) {
    if (!span.is_valid()) return;
    const dsl::SourceFile& file = sources_.file(span.file);
    const auto is_it = [&](const ClauseLine& line) {
        return line.kind == "phrase" && line.file == file.path() &&
               line.line == file.position(span.begin).line;
    };
    const auto known = std::ranges::find_if(lines_, is_it);
    if (known == lines_.end()) return add("phrase", name, span);
    if (!known->name.ends_with(name)) known->name += ", " + name;
}

void Quotes::add_words(std::string_view kind, const std::string& name, dsl::Span span, std::string words) {
    ClauseLine line;
    line.kind = kind;
    line.name = name;
    line.is_rule = true;
    line.text = std::move(words);
    const dsl::SourceFile& file = sources_.file(span.file);
    line.file = file.path();
    line.line = file.position(span.begin).line;
    lines_.push_back(std::move(line));
}

}  // namespace errata::reports
