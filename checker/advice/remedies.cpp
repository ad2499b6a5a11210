#include "checker/advice/remedies.h"

#include <algorithm>
#include <functional>
#include <set>

#include "dsl/base/mapped.h"
#include "dsl/parse.h"

namespace errata::checker {

namespace {

namespace ast = dsl::ast;
using compiler::Clause;
using compiler::ClauseId;
using Modules = std::vector<ast::Module>;

constexpr std::size_t most_limits = 3;  // clauses of a loop that a limit is tried on

struct Around {
    Session& session;
    const compiler::Model& model;
    const Finding& finding;
};

// Something written in the language, parsed. It is ours: what is wrong with it is no message to anybody.
ast::Module parsed(Session& session, const std::string& text) {
    dsl::Sink unheard;
    return dsl::parse(session.sources, session.sources.add("advice", text), unheard);
}

// A file of its own: what it states comes last, and so counts.
Remedy with_meta(const Around& around, const std::string& setting) {
    Remedy remedy{"`meta { " + setting + " }`", around.session.modules};
    remedy.modules.push_back(parsed(around.session, "meta { " + setting + " }\n"));
    return remedy;
}

std::vector<Remedy> precedence(const Around& around) {
    return {with_meta(around, "precedence: cannot"), with_meta(around, "precedence: must")};
}

// What the game could state, and else who orders triggers: whoever a variable of the game names, such as the
// active player.
std::vector<Remedy> order(const Around& around) {
    const auto& incidents = around.model.incidents.all;
    const auto met = std::ranges::find(incidents, around.finding.title, &compiler::Incident::title);
    if (met != incidents.end() && !met->settings.empty()) {
        return dsl::mapped(met->settings,
                           [&](const std::string& setting) { return with_meta(around, setting); });
    }
    for (const compiler::Variable& variable : around.model.variables) {
        const bool is_one_player = variable.params.empty() && variable.type == around.model.player_type;
        if (is_one_player) return {with_meta(around, "trigger_order: " + variable.name)};
    }
    return {};
}

void for_abilities(ast::Item& item, const std::function<void(ast::Ability&)>& visit) {
    for (ast::Ability& ability : item.contents.abilities) visit(ability);
    for (ast::Alternative& alternative : item.contents.alternatives) {
        for (ast::Ability& ability : alternative.abilities) visit(ability);
    }
}

bool can_be_limited(const ast::Ability& ability) {
    const bool is_used = ability.kind == ast::AbilityKind::Trigger || ability.kind == ast::AbilityKind::May;
    return is_used && ability.limit.uses.empty();
}

// Those of the clause, where they are written: in a rule, or in the phrases that read a line.
std::size_t limit_once_per_turn(Modules& modules, const Clause& clause, const ast::Ability& limited) {
    std::size_t changed = 0;
    for (ast::Module& module : modules) {
        for (ast::Item& item : module.items) {
            for_abilities(item, [&](ast::Ability& ability) {
                const bool is_it =
                    ability.span == clause.span ||
                    std::ranges::find(clause.abilities, ability.span) != clause.abilities.end();
                if (!is_it || !can_be_limited(ability)) return;
                ability.limit = limited.limit;
                ability.limit.per = limited.limit.per;
                ++changed;
            });
        }
    }
    return changed;
}

// The item, and which of its lines or abilities where the finding names several of it.
std::string named_in(const Around& around, const Clause& clause) {
    const auto is_of_it = [&](ClauseId other) { return around.model.clause(other).name == clause.name; };
    if (std::ranges::count_if(around.finding.clauses, is_of_it) < 2) return clause.name;
    return clause.name + " (" + clause.path.substr(clause.path.rfind('/') + 1) + ")";
}

std::vector<Remedy> once_per_turn(const Around& around) {
    const ast::Module limit = parsed(around.session, "rule \"x\" { when x() limit 1 per turn { } }\n");
    std::vector<Remedy> remedies;
    for (const ClauseId id : around.finding.clauses) {
        const Clause& clause = around.model.clause(id);
        Remedy remedy{"`limit 1 per turn` on " + named_in(around, clause), around.session.modules};
        if (limit_once_per_turn(remedy.modules, clause, limit.items.at(0).contents.abilities.at(0)) > 0)
            remedies.push_back(std::move(remedy));
        if (remedies.size() == most_limits) break;
    }
    return remedies;
}

bool is_statement(const ast::Ability& ability) {
    using enum ast::AbilityKind;
    return ability.kind == If || ability.kind == OnlyIf || ability.kind == Iff || ability.kind == NotIf;
}

// The rules behind the other clauses of the finding, as `except to` names them; nothing where one is no rule.
std::string rules_against(const Around& around, ClauseId own) {
    std::string names;
    for (const ClauseId id : around.finding.clauses) {
        if (id == own) continue;
        const Clause& clause = around.model.clause(id);
        if (clause.kind != compiler::ClauseKind::Rule) return "";
        names += (names.empty() ? "\"" : ", \"") + clause.name + "\"";
    }
    return names;
}

// One of the statements wins: each in its turn.
std::vector<Remedy> exception(const Around& around) {
    std::vector<Remedy> remedies;
    for (const ClauseId id : around.finding.clauses) {
        const std::string names = rules_against(around, id);
        if (names.empty()) continue;
        const Clause& clause = around.model.clause(id);
        const ast::Module wins =
            parsed(around.session, "open p()\nrule \"x\" { p() if yes except to " + names + " }\n");
        Remedy remedy{"`except to " + names + "` in " + named_in(around, clause), around.session.modules};
        std::size_t changed = 0;
        for (ast::Module& module : remedy.modules) {
            for (ast::Item& item : module.items) {
                for_abilities(item, [&](ast::Ability& ability) {
                    if (ability.span != clause.span || !is_statement(ability)) return;
                    ability.except_to = wins.items.at(1).contents.abilities.at(0).except_to;
                    ++changed;
                });
            }
        }
        if (changed > 0) remedies.push_back(std::move(remedy));
    }
    return remedies;
}

void add_otherwise(std::vector<ast::Stmt>& block, const dsl::Span& within,
                   const std::vector<ast::Stmt>& otherwise, std::size_t& changed) {
    for (ast::Stmt& stmt : block) {
        const bool is_within =
            stmt.span.file == within.file && within.begin <= stmt.span.begin && stmt.span.end <= within.end;
        const bool chooses = stmt.kind == ast::StmtKind::Choose || stmt.kind == ast::StmtKind::Distribute;
        if (chooses && stmt.blocks.empty() && is_within) {
            stmt.blocks = {otherwise};
            ++changed;
        }
        for (std::vector<ast::Stmt>& inner : stmt.blocks) add_otherwise(inner, within, otherwise, changed);
        for (ast::Option& option : stmt.options) add_otherwise(option.body, within, otherwise, changed);
    }
}

// Every choice that a clause of the finding leaves without a way out.
std::vector<Remedy> otherwise_nothing(const Around& around) {
    const ast::Module nothing = parsed(around.session, "action x() { nothing }\n");
    Remedy remedy{"`otherwise { nothing }` behind the choice", around.session.modules};
    std::size_t changed = 0;
    for (const ClauseId id : around.finding.clauses) {
        const dsl::Span within = around.model.clause(id).span;
        for (ast::Module& module : remedy.modules) {
            for (ast::Item& item : module.items) {
                add_otherwise(item.body, within, nothing.items.at(0).body, changed);
                for_abilities(item, [&](ast::Ability& ability) {
                    add_otherwise(ability.body, within, nothing.items.at(0).body, changed);
                });
            }
        }
    }
    if (changed == 0) return {};
    return {std::move(remedy)};
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
        {{OrderUnowned}, order},
        {{LoopMandatory, LoopInevitable, LoopOptional, LoopChance, LoopGrowing, LoopAgenda, LoopLethal},
         once_per_turn},
        {{Deadlock, GapNoOption}, otherwise_nothing},
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
