#include "reports/explain/definitions.h"

#include <algorithm>
#include <cctype>
#include <deque>
#include <map>
#include <set>
#include <string_view>

#include "checker/search/findings.h"
#include "reports/columns.h"
#include "reports/explain/quote.h"

namespace errata::reports {

namespace {

using compiler::DefinedName;
using compiler::Model;

constexpr std::size_t most_definitions = 12;
constexpr std::size_t longest_quoted = 900;  // letters
constexpr std::size_t most_acting = 4;
constexpr std::size_t most_printed = 3;  // kinds of cards
constexpr std::size_t most_fields = 8;
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

ClauseLine line_at(const dsl::SourceSet& sources, std::string kind, std::string name, dsl::Span span) {
    ClauseLine line;
    line.kind = std::move(kind);
    line.name = std::move(name);
    line.is_rule = true;
    line.text = cut_to(one_line(without_comments(sources.text(span))), longest_quoted);
    const dsl::SourceFile& file = sources.file(span.file);
    line.file = file.path();
    line.line = file.position(span.begin).line;
    return line;
}

ClauseLine line_of(const dsl::SourceSet& sources, const DefinedName& defined) {
    return line_at(sources, defined.is_action ? "action" : "definition", defined.name, defined.span);
}

bool is_declaration(const DefinedName& defined, std::string_view word) {
    return defined.name.starts_with(word);
}

bool has_name(const DefinedName& defined) {
    return !is_declaration(defined, "printed ") && !is_declaration(defined, "grid ") &&
           defined.name != "meta";
}

// What the lines of the cards come to.
void add_phrases(const Model& model, const dsl::SourceSet& sources,
                 const std::vector<compiler::ClauseId>& clauses, std::vector<ClauseLine>& lines) {
    std::map<dsl::Span, std::size_t> told;  // by place: its line
    for (const compiler::ClauseId id : clauses) {
        const compiler::Clause& clause = model.clause(id);
        for (const dsl::Span span : clause.abilities) {
            if (!span.is_valid()) continue;
            const auto [known, is_new] = told.try_emplace(span, lines.size());
            if (is_new) {
                lines.push_back(line_at(sources, "phrase", clause.name, span));
            } else if (std::string& names = lines[known->second].name; !names.ends_with(clause.name)) {
                names += ", " + clause.name;
            }
        }
    }
}

// On whom what is printed is in effect, and when: of few kinds of cards all, of many whose line asks for
// something that the clauses define, and so is part of their circle.
void add_printed(const Model& model, const dsl::SourceSet& sources, const checker::Finding& finding,
                 std::vector<ClauseLine>& lines) {
    const bool asks_states = finding.code == compiler::FindingCode::ContradictionInvariant ||
                             compiler::selects({"unreachable"}, finding.code);
    const bool is_about_cards = std::ranges::any_of(finding.clauses, [&](compiler::ClauseId clause) {
        return model.clause(clause).kind == compiler::ClauseKind::Printed;
    });
    if (!asks_states && !is_about_cards) return;
    std::vector<const DefinedName*> printed;
    for (const DefinedName& defined : model.functions.defined) {
        // Who bears it, and nothing else, needs no words.
        const bool says_when = sources.text(defined.span).find(" and ") != std::string_view::npos;
        if (is_declaration(defined, "printed ") && says_when) printed.push_back(&defined);
    }
    std::set<std::string_view> asked;
    for (const compiler::ClauseId id : finding.clauses) asked.insert(model.clause(id).name);
    for (const DefinedName* defined : printed) {
        const std::vector<std::string_view> names = names_in(sources.text(defined->span));
        const auto is_asked = [&](std::string_view name) { return asked.contains(name); };
        if (printed.size() <= most_printed || std::ranges::any_of(names, is_asked))
            lines.push_back(line_of(sources, *defined));
    }
}

// Where only the name's place is known: up to where the next field or line begins.
dsl::Span whole_declaration(const dsl::SourceSet& sources, dsl::Span name) {
    const std::string_view text = std::string_view(sources.file(name.file).text()).substr(name.begin);
    std::size_t length = text.size();
    for (const std::string_view end : {"\n", "  ", ",", " }"}) length = std::min(length, text.find(end));
    name.end = name.begin + static_cast<decltype(name.end)>(length);
    return name;
}

// How the game is run, the board that something moves on, and the fields that the clauses speak of.
void add_declarations(const Model& model, const dsl::SourceSet& sources, const checker::Finding& finding,
                      std::vector<ClauseLine>& lines) {
    for (const DefinedName& defined : model.functions.defined) {
        if (defined.name == "meta") lines.push_back(line_at(sources, "meta", "the game", defined.span));
        if (is_declaration(defined, "grid ") && finding.witness)
            lines.push_back(line_at(sources, "board", defined.name.substr(5), defined.span));
    }
    std::set<std::string> named;
    const auto note = [&](std::string_view text) {
        for (const std::string_view name : names_in(text)) named.emplace(name);
    };
    for (const compiler::ClauseId clause : finding.clauses) note(model.clause(clause).text);
    for (const ClauseLine& line : lines) note(line.text);
    for (const compiler::OpenFunction& open : model.functions.open) {
        if (open.span.is_valid() && named.contains(open.name))
            lines.push_back(line_at(sources, "open", open.name, open.span));
    }
    std::size_t count = 0;
    for (const compiler::Variable& variable : model.variables) {
        const std::string_view name = std::string_view(variable.name).substr(variable.name.find('.') + 1);
        if (!variable.span.is_valid() || !named.contains(std::string(name)) || count == most_fields) continue;
        lines.push_back(line_at(sources, "field", variable.name, whole_declaration(sources, variable.span)));
        ++count;
    }
}

// Asked of the play, not part of it.
bool is_question(compiler::ClauseKind kind) {
    using enum compiler::ClauseKind;
    return kind == Scenario || kind == Check || kind == Partition || kind == Ruling || kind == Setup;
}

// Who else acts in the play, the latest first, and is not quoted yet.
void add_acting(const Model& model, const dsl::SourceSet& sources, const checker::Finding& finding,
                std::vector<ClauseLine>& lines) {
    if (!finding.witness) return;
    std::set<compiler::ClauseId> told(finding.clauses.begin(), finding.clauses.end());
    std::size_t count = 0;
    const auto& steps = finding.witness->steps;
    for (std::size_t i = steps.size(); i-- > 0;) {
        for (const compiler::ClauseId id : steps[i].used) {
            const compiler::Clause& clause = model.clause(id);
            // A part of the turn is quoted where the play ends in it.
            const bool is_long = clause.span.end - clause.span.begin > longest_frame;
            const bool is_passed = checker::is_frame(clause.kind) && (is_long || i + 1 < steps.size());
            const bool is_told =
                is_passed || is_question(clause.kind) || clause.text.empty() || !told.insert(id).second;
            if (is_told || count == most_acting || !clause.span.is_valid()) continue;
            const ClauseLine line =
                line_at(sources, std::string(compiler::kind_word(clause)), clause.name, clause.span);
            const auto is_there = [&](const ClauseLine& other) {
                return other.file == line.file && other.line == line.line && other.text == line.text;
            };
            if (std::ranges::any_of(lines, is_there)) continue;
            lines.push_back(line);
            add_phrases(model, sources, {id}, lines);
            ++count;
        }
    }
}

}  // namespace

std::vector<ClauseLine> definitions_used(const Model& model, const dsl::SourceSet& sources,
                                         const checker::Finding& finding) {
    std::map<std::string_view, const DefinedName*> left;
    for (const DefinedName& defined : model.functions.defined) {
        if (!is_quoted(model, finding, defined) && has_name(defined)) left.emplace(defined.name, &defined);
    }
    std::vector<ClauseLine> lines;
    add_phrases(model, sources, finding.clauses, lines);
    add_printed(model, sources, finding, lines);
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
    add_acting(model, sources, finding, lines);
    add_declarations(model, sources, finding, lines);
    return lines;
}

}  // namespace errata::reports
