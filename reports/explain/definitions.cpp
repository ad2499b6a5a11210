#include "reports/explain/definitions.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <string_view>

#include "checker/search/findings.h"
#include "reports/explain/quote.h"

namespace errata::reports {

namespace {

using compiler::DefinedName;
using compiler::Model;

constexpr std::size_t most_definitions = 8;
constexpr std::size_t longest_frame = 600;  // letters

bool is_of_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

std::vector<std::string_view> names_in(std::string_view text) {
    std::vector<std::string_view> names;
    for (std::size_t at = 0; at < text.size();) {
        const auto begin =
            std::find_if(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(), is_of_name);
        const auto end = std::find_if_not(begin, text.end(), is_of_name);
        const auto from = static_cast<std::size_t>(begin - text.begin());
        if (begin != end) names.push_back(text.substr(from, static_cast<std::size_t>(end - begin)));
        at = static_cast<std::size_t>(end - text.begin());
        if (begin == text.end()) break;
    }
    return names;
}

// The texts of the clauses, and of the phrases that read them.
std::deque<dsl::Span> texts_of(const Model& model, const checker::Finding& finding) {
    std::deque<dsl::Span> texts;
    for (const compiler::ClauseId id : finding.clauses) {
        const compiler::Clause& clause = model.clause(id);
        // A whole turn names much that has nothing to do with it.
        const bool is_long = clause.span.end - clause.span.begin > longest_frame;
        if (!checker::is_frame(clause.kind) || !is_long) texts.push_back(clause.span);
        texts.insert(texts.end(), clause.abilities.begin(), clause.abilities.end());
    }
    return texts;
}

bool is_quoted(const Model& model, const checker::Finding& finding, const DefinedName& defined) {
    return std::ranges::any_of(finding.clauses, [&](compiler::ClauseId clause) {
        return model.clause(clause).span == defined.span;
    });
}

ClauseLine line_of(const dsl::SourceSet& sources, const DefinedName& defined) {
    ClauseLine line;
    line.kind = defined.is_action ? "action" : "definition";
    line.name = defined.name;
    line.is_rule = true;
    line.text = quoted(without_comments(sources.text(defined.span)));
    const dsl::SourceFile& file = sources.file(defined.span.file);
    line.file = file.path();
    line.line = file.position(defined.span.begin).line;
    return line;
}

}  // namespace

std::vector<ClauseLine> definitions_used(const Model& model, const dsl::SourceSet& sources,
                                         const checker::Finding& finding) {
    std::map<std::string_view, const DefinedName*> left;
    for (const DefinedName& defined : model.functions.defined) {
        if (!is_quoted(model, finding, defined)) left.emplace(defined.name, &defined);
    }
    std::vector<ClauseLine> lines;
    std::deque<dsl::Span> texts = texts_of(model, finding);
    for (; !texts.empty() && lines.size() < most_definitions; texts.pop_front()) {
        if (!texts.front().is_valid()) continue;
        for (const std::string_view name : names_in(sources.text(texts.front()))) {
            const auto found = left.find(name);
            if (found == left.end() || lines.size() == most_definitions) continue;
            lines.push_back(line_of(sources, *found->second));
            texts.push_back(found->second->span);
            left.erase(found);
        }
    }
    return lines;
}

}  // namespace errata::reports
