#include "reports/explain/prohibitions.h"

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

#include "checker/plays/steps.h"
#include "reports/explain/excerpts.h"

namespace errata::reports {

using compiler::ClauseId;
using compiler::Model;

namespace {

constexpr std::size_t most = 4;

// What stands behind this word, wherever it does: "can" -> "enter", "leave".
std::set<std::string_view> named_behind(std::string_view word, std::string_view text) {
    std::set<std::string_view> result;
    const std::vector<std::string_view> names = names_in(text);
    for (std::size_t i = 0; i + 1 < names.size(); ++i) {
        if (names[i] == word) result.insert(names[i + 1]);
    }
    return result;
}

bool is_borne(const Model& model, const compiler::PrintedItem& item, const compiler::State& there) {
    return std::ranges::any_of(model.variables, [&](const compiler::Variable& variable) {
        if (!compiler::refers_to(model, variable.type, item.identity_type)) return false;
        const auto begin = there.begin() + static_cast<std::ptrdiff_t>(variable.base);
        const auto end = begin + static_cast<std::ptrdiff_t>(variable.cells);
        return std::find(begin, end, item.identity) != end;
    });
}

bool can_apply(const Model& model, ClauseId clause, const compiler::State& there) {
    if (model.clause(clause).kind == compiler::ClauseKind::Rule) return true;
    return std::ranges::any_of(model.printed_items, [&](const compiler::PrintedItem& item) {
        return std::ranges::find(item.clauses, clause) != item.clauses.end() && is_borne(model, item, there);
    });
}

bool forbids(const compiler::Clause& clause, const dsl::SourceSet& sources,
             const std::set<std::string_view>& actions) {
    const auto is_one = [&](std::string_view text) {
        const std::set<std::string_view> forbidden = named_behind("cannot", text);
        return std::ranges::any_of(actions, [&](std::string_view each) { return forbidden.contains(each); });
    };
    return is_one(clause.text) ||
           std::ranges::any_of(clause.abilities, [&](dsl::Span span) { return is_one(sources.text(span)); });
}

}  // namespace

std::vector<ClauseId> prohibitions_asked(const Model& model, const dsl::SourceSet& sources,
                                         const checker::Finding& finding,
                                         const std::vector<ClauseLine>& lines) {
    if (!finding.witness) return {};
    std::set<std::string_view> actions;
    for (const ClauseLine& line : lines) actions.merge(named_behind("can", line.text));
    if (actions.empty()) return {};
    const compiler::State& there = checker::last_state(*finding.witness);
    std::vector<ClauseId> result;
    for (std::size_t i = 0; i < model.clauses.size(); ++i) {
        if (forbids(model.clauses[i], sources, actions) && can_apply(model, ClauseId(i), there))
            result.emplace_back(i);
    }
    return result.size() > most ? std::vector<ClauseId>() : result;
}

}  // namespace errata::reports
