#include "checker/advice/remedies.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "checker/advice/around.h"
#include "checker/advice/orders.h"
#include "checker/claims/asked_about.h"
#include "checker/plays/describe.h"
#include "checker/plays/top_point.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/ast/fields.h"
#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/one_line.h"
#include "dsl/base/text.h"
#include "dsl/parse.h"

namespace errata::checker {

namespace {

namespace ast = dsl::ast;
using compiler::Clause;
using compiler::ClauseId;
using Modules = std::vector<ast::Module>;

constexpr std::size_t most_limits = 3;  // clauses of a loop that a limit is tried on

// Said where the question is declared.
std::optional<Remedy> with_default(const Around& around, const compiler::OpenFunction& open,
                                   const std::string& value) {
    const std::string words = "default " + value;
    const auto said = parsed(around.session, "open x(): t " + words + "\n");
    if (!said) return std::nullopt;
    Remedy remedy{"`" + words + "` where '" + open.name + "' is declared", around.session.modules, true};
    for (ast::Module& module : remedy.modules) {
        for (ast::Item& item : module.items) {
            if (item.kind == ast::ItemKind::Open && item.span == open.span)
                item.exprs = said->items.at(0).exprs;
        }
    }
    return remedy;
}

// Each value, or the first few of many.
std::vector<Remedy> defaults(const Around& around) {
    constexpr compiler::Value most = 3;
    const compiler::OpenFunction* const open = left_open(around.model, around.finding);
    if (open == nullptr) return {};
    const compiler::Type& type = around.model.type(open->type);
    std::vector<Remedy> remedies;
    for (compiler::Value value = type.lo; value <= std::min(type.hi, type.lo + most - 1); ++value) {
        const std::string text = value_text(around.model, open->type, value).text();
        const bool is_name = type.form == compiler::TypeForm::Enum && value != compiler::none_value;
        auto remedy = with_default(around, *open, is_name ? spelled(text) : text);
        if (remedy) remedies.push_back(std::move(*remedy));
    }
    return remedies;
}

std::vector<Remedy> gap(const Around& around) {
    std::vector<Remedy> stated = settings(around);
    return stated.empty() ? defaults(around) : stated;
}

bool can_be_limited(const ast::Ability& ability) {
    const bool is_used = ability.kind == ast::AbilityKind::Trigger || ability.kind == ast::AbilityKind::May;
    return is_used && ability.limit.uses.empty();
}

// A file for many games is not the author's to change.
bool is_of_library(const Around& around, dsl::Span span) {
    return std::ranges::any_of(around.session.modules, [&](const ast::Module& module) {
        return module.is_library && module.file == span.file;
    });
}

// Where the clause is written: in a rule, or in the phrases that read a line.
bool is_of(const Around& around, const Clause& clause, const ast::Ability& ability) {
    if (is_of_library(around, ability.span)) return false;
    return ability.span == clause.span ||
           std::ranges::find(clause.abilities, ability.span) != clause.abilities.end();
}

// Where an ability was changed first, the part of it behind which the new words stand, and what follows these
// in front of its block. Invalid: nowhere.
struct Changed {
    dsl::Span ability = {};
    dsl::Span head = {};
    std::string rest = {};
};

// A limit stands before what it costs and `at once`.
Changed before_its_block(const Around& around, const ast::Ability& ability) {
    if (ability.body.empty()) return {ability.span, ability.span};
    const dsl::Span head{ability.span.file, ability.span.begin, ability.body.front().span.begin};
    const std::string_view text = around.session.sources.text(head);
    const std::size_t brace = text.rfind('{');
    if (brace == std::string_view::npos) return {ability.span, ability.span};
    std::size_t end = brace;
    if (ability.play.at_once) end = std::min(end, text.rfind("at once", end));
    if (!ability.play.costs.empty() && !ability.play.costs.front().empty()) {
        const std::uint32_t first = ability.play.costs.front().front().span.begin;
        end = std::min(end, text.rfind("cost", first - head.begin));
    }
    return {ability.span,
            {head.file, head.begin, head.begin + static_cast<std::uint32_t>(end)},
            dsl::one_line(text.substr(end, brace - end))};
}

// The abilities in which the clause is written, as far as a limit can stand there.
std::vector<dsl::Span> abilities_to_limit(const Around& around, const Clause& clause) {
    std::vector<dsl::Span> result;
    ast::walk(around.session.modules, [&](const ast::Ability& ability) {
        if (is_of(around, clause, ability) && can_be_limited(ability)) result.push_back(ability.span);
    });
    return result;
}

Changed limit_once_per_turn(const Around& around, Modules& modules, dsl::Span where,
                            const ast::Ability& limited) {
    Changed changed;
    ast::walk(modules, [&](ast::Ability& ability) {
        if (ability.span != where) return;
        ability.limit = limited.limit;
        changed = before_its_block(around, ability);
    });
    return changed;
}

// The item, and which of its lines or abilities where the finding names several of it.
std::string named_in(const Around& around, const Clause& clause) {
    const auto is_of_it = [&](ClauseId other) { return around.model.clause(other).name == clause.name; };
    if (std::ranges::count_if(around.finding.clauses, is_of_it) < 2) return clause.name;
    return clause.name + " (" + clause.path.substr(clause.path.rfind('/') + 1) + ")";
}

// ", so that line 38 reads `when cast(this) limit 1 per turn`": where it is written, and how.
std::string as_written(const Around& around, const Changed& changed, const std::string& more) {
    return ", so that " + line_of(around, changed.ability) + " reads " +
           written_with(around, changed.head, more);
}

// A limit that is tried: on whom, and where that is written.
struct Limited {
    std::vector<ClauseId> clauses;
    Changed changed;
    Modules modules;
};

// Does a phrase that is limited read a line of another card or rule as well?
bool reads_others(const Around& around, const Limited& limited) {
    return std::ranges::any_of(around.model.clauses, [&](const Clause& clause) {
        const auto is_its = [&](ClauseId id) { return around.model.clause(id).name == clause.name; };
        return std::ranges::find(clause.abilities, limited.changed.ability) != clause.abilities.end() &&
               std::ranges::none_of(limited.clauses, is_its);
    });
}

std::string limit_words(const Around& around, const Limited& limited) {
    const auto names =
        dsl::mapped(limited.clauses, [&](ClauseId id) { return named_in(around, around.model.clause(id)); });
    return "`limit 1 per turn` on " + list_text(names) +
           as_written(around, limited.changed,
                      "limit 1 per turn " + limited.changed.rest +
                          (limited.changed.rest.empty() ? "{ ... }" : " { ... }")) +
           (reads_others(around, limited) ? ", which reads lines of others, too" : "");
}

// Two whose lines one phrase reads are limited by one change.
std::vector<Remedy> once_per_turn(const Around& around) {
    const auto limit = parsed(around.session, "rule \"x\" { when x() limit 1 per turn { } }\n");
    if (!limit) return {};
    std::vector<Limited> all;
    for (const ClauseId id : around.finding.clauses) {
        for (const dsl::Span ability : abilities_to_limit(around, around.model.clause(id))) {
            const auto same = std::ranges::find_if(
                all, [&](const Limited& other) { return other.changed.ability == ability; });
            if (same != all.end()) {
                same->clauses.push_back(id);
            } else if (all.size() < most_limits) {
                Limited& limited = all.emplace_back(Limited{{id}, {}, around.session.modules});
                limited.changed = limit_once_per_turn(around, limited.modules, ability,
                                                      limit->items.at(0).contents.abilities.at(0));
            }
        }
    }
    return dsl::mapped(all, [&](Limited& limited) {
        return Remedy{limit_words(around, limited), std::move(limited.modules)};
    });
}

// For replacements, which take no limit and may take turns for ever.
std::vector<Remedy> replaced_once(const Around& around) {
    bool replaces = false;
    Modules modules = around.session.modules;
    ast::walk(modules, [&](ast::Ability& ability) {
        replaces |= ability.kind == ast::AbilityKind::Replacement &&
                    std::ranges::any_of(around.finding.clauses, [&](ClauseId clause) {
                        return is_of(around, around.model.clause(clause), ability);
                    });
    });
    return replaces ? with_meta(around, {"replacements: once"}) : std::vector<Remedy>();
}

bool can_except(const ast::Ability& ability) {
    using enum ast::AbilityKind;
    const bool is_statement = ability.kind == If || ability.kind == OnlyIf || ability.kind == Iff ||
                              ability.kind == NotIf || ability.kind == CountsAs ||
                              ability.kind == Prohibition;
    return is_statement && ability.except_to.all.empty();
}

// The rules and cards that a clause has to overrule, as `except to` names them; nothing where one is neither.
// Of its own rule nothing can be overruled so: not tried where the finding is about that.
std::set<std::string> named_against(const Around& around, const compiler::Evaluator& evaluator,
                                    ClauseId own) {
    std::set<std::string> names;
    for (const ClauseId id : who_says_otherwise(evaluator, around.finding, own)) {
        const Clause& clause = around.model.clause(id);
        const bool is_rule =
            clause.kind == compiler::ClauseKind::Rule || clause.kind == compiler::ClauseKind::Printed;
        const bool is_own = clause.name == around.model.clause(own).name;
        const bool is_named = std::ranges::find(around.finding.clauses, id) != around.finding.clauses.end();
        if (!is_rule || (is_own && is_named)) return {};
        if (!is_own) names.insert(dsl::grammar::quoted(clause.name));
    }
    return names;
}

// One of the statements wins: each in its turn.
std::vector<Remedy> exception(const Around& around) {
    const compiler::Evaluator evaluator(around.model);
    std::vector<Remedy> remedies;
    for (const ClauseId id : around.finding.clauses) {
        const std::set<std::string> overruled = named_against(around, evaluator, id);
        if (overruled.empty()) continue;
        const std::string names = dsl::join({overruled.begin(), overruled.end()}, ", ");
        const Clause& clause = around.model.clause(id);
        const auto wins =
            parsed(around.session, "open p()\nrule \"x\" { p() if yes except to " + names + " }\n");
        if (!wins) continue;
        Remedy remedy{
            "for " + clause.name + " to win, `except to " + names + "` in " + named_in(around, clause),
            around.session.modules};
        Changed changed;
        ast::walk(remedy.modules, [&](ast::Ability& ability) {
            if (!is_of(around, clause, ability) || !can_except(ability)) return;
            ability.except_to = wins->items.at(1).contents.abilities.at(0).except_to;
            if (!changed.ability.is_valid()) changed = {ability.span, ability.span};
        });
        if (!changed.ability.is_valid()) continue;
        remedy.words += as_written(around, changed, "except to " + names);
        for (const std::string& name : overruled) remedy.parts.insert(clause.path + "\n" + name);
        remedies.push_back(std::move(remedy));
    }
    return remedies;
}

std::vector<Remedy> precedence(const Around& around) {
    std::vector<Remedy> remedies = with_meta(around, {"precedence: cannot", "precedence: must"});
    std::ranges::move(exception(around), std::back_inserter(remedies));
    return remedies;
}

// Ways out that were added to choices.
struct Added {
    std::size_t count = 0;
    // The last one among the options, for they stand in braces behind the owner; else behind the one option.
    bool is_inside = false;
};

Added add_otherwise(Modules& modules, const dsl::Span& within, const std::vector<ast::Stmt>& otherwise) {
    Added added;
    ast::walk(modules, [&](ast::Stmt& stmt) {
        const bool chooses = stmt.kind == ast::StmtKind::Choose || stmt.kind == ast::StmtKind::Distribute;
        const bool has_none = stmt.blocks.empty() && !stmt.options.empty() && !stmt.exprs.empty();
        if (!chooses || !has_none || !lies_in(stmt.span, within)) return;
        stmt.blocks = {otherwise};
        ++added.count;
        added.is_inside = stmt.options.front().span.begin >= stmt.exprs.front().span.end;
    });
    return added;
}

std::string where_it_goes(const Around& around, dsl::Span choice, const Added& added) {
    const auto is_it = [&](const compiler::Point& point) { return point.span == choice; };
    if (std::ranges::none_of(around.model.flow.points, is_it)) return "in the choice";
    return (added.is_inside ? "as the last of the options of the choice in "
                            : "behind the block of the choice in ") +
           line_of(around, choice);
}

std::vector<Remedy> otherwise_nothing(const Around& around) {
    const auto nothing = parsed(around.session, "action x() { nothing }\n");
    if (!nothing) return {};
    Remedy remedy{"", around.session.modules};
    for (const dsl::Span within : places_of_choice(around)) {
        const Added added = add_otherwise(remedy.modules, within, nothing->items.at(0).body);
        if (added.count == 0) continue;
        remedy.words = "`otherwise { nothing }` " + where_it_goes(around, within, added);
        return {std::move(remedy)};
    }
    return {};
}

struct Row {
    std::vector<FindingCode> codes;
    std::vector<Remedy> (*make)(const Around& around);
};

const std::vector<Row>& rows() {
    using enum FindingCode;
    static const std::vector<Row> table = {
        {{ContradictionMustCannot}, precedence},
        {{ContradictionDefinition}, exception},
        {{OrderUnowned}, owner_of_order},
        {{LoopMandatory, LoopInevitable, LoopOptional, LoopChance, LoopGrowing, LoopAgenda, LoopLethal},
         once_per_turn},
        {{LoopMandatory, LoopInevitable, LoopLethal}, replaced_once},
        {{Deadlock, GapNoOption}, otherwise_nothing},
        {{GapUndefined}, gap},
    };
    return table;
}

}  // namespace

std::vector<Remedy> remedies_for(Session& session, const compiler::Model& model, const Finding& finding) {
    std::vector<Remedy> result;
    for (const Row& row : rows()) {
        if (std::ranges::find(row.codes, finding.code) == row.codes.end()) continue;
        for (Remedy& remedy : row.make({session, model, finding})) result.push_back(std::move(remedy));
    }
    return result;
}

}  // namespace errata::checker
