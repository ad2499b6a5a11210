#include "reports/explain/beside.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "checker/fact_kinds.h"
#include "checker/plays/clause_lists.h"
#include "dsl/base/text.h"
#include "reports/explain/excerpts.h"

namespace errata::reports {

using compiler::DefinedName;
using compiler::Model;

namespace {

constexpr std::size_t most_endings = 3;
constexpr std::size_t most_setups = 2;
constexpr std::size_t most_callers = 4;

using IsMeant = std::function<bool(const compiler::Ending&)>;

void add_endings_meant(const Model& model, const dsl::SourceSet& sources, const IsMeant& is_meant,
                       Quotes& quotes) {
    std::size_t count = 0;
    for (const compiler::Ending& ending : model.rules.endings) {
        if (!ending.span.is_valid() || !is_meant(ending) || count++ == most_endings) continue;
        quotes.add("ending", ending.name, whole_line(sources, ending.span));
    }
}

}  // namespace

void add_endings(const Model& model, const dsl::SourceSet& sources, Quotes& quotes) {
    add_endings_meant(
        model, sources, [](const compiler::Ending& ending) { return !ending.is_horizon; }, quotes);
}

void add_bounds_of_play(const Model& model, const dsl::SourceSet& sources, const checker::Finding& finding,
                        Quotes& quotes) {
    if (!is_of(finding.code, compiler::FindingFamily::Unreachable)) return;
    const std::string miss = checker::name_in(finding.facts, checker::FactKind::HowNear);
    const auto is_told = [&](const compiler::Ending& ending) {
        return miss.find("\"" + ending.name + "\"") != std::string::npos && !quotes.has(ending.span);
    };
    add_endings_meant(model, sources, is_told, quotes);
    std::size_t count = 0;
    for (const compiler::Setup& setup : model.setups) {
        if (!setup.span.is_valid() || is_long(setup.span, longest_quoted) || count++ == most_setups) continue;
        quotes.add("setup", setup.name, setup.span);
    }
}

void add_callers(const Model& model, const dsl::SourceSet& sources, const std::string& action,
                 Quotes& quotes) {
    const auto is_it = [&](const DefinedName& defined) {
        return defined.is_action && defined.name == action;
    };
    if (std::ranges::none_of(model.functions.defined, is_it)) return;
    std::vector<std::pair<std::string, dsl::Span>> callers;
    for (const compiler::Clause& clause : model.clauses) {
        if (checker::is_question(clause.kind) || clause.name == action) continue;
        for (const dsl::Span line : lines_that_do(sources, clause.span, action)) {
            const auto is_known = [&](const auto& other) { return other.second == line; };
            if (!quotes.has(line) && std::ranges::none_of(callers, is_known))
                callers.emplace_back(clause.name, line);
        }
    }
    if (callers.size() > most_callers) return;
    for (const auto& [name, line] : callers) quotes.add("does it", name, line);
}

}  // namespace errata::reports
