#include "checker/advice/remedies.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "checker/search/describe.h"
#include "checker/search/findings.h"
#include "checker/search/top_point.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/parse.h"

namespace errata::checker {

std::vector<std::string> who_may_order(const compiler::Model& model) {
    std::vector<std::string> names;
    for (const compiler::Variable& variable : model.variables) {
        if (variable.params.empty() && variable.type == model.player_type && !variable.is_kept)
            names.push_back(variable.name);
    }
    return names;
}

const compiler::OpenFunction* left_open(const compiler::Model& model, const Finding& finding) {
    const auto is_it = [&](const compiler::OpenFunction& open) {
        return open.gap.is_valid() && model.incidents.all[open.gap.index].title == finding.title;
    };
    const auto found = std::ranges::find_if(model.functions.open, is_it);
    return found == model.functions.open.end() ? nullptr : &*found;
}

namespace {

namespace ast = dsl::ast;
using compiler::Clause;
using compiler::ClauseId;
using Modules = std::vector<ast::Module>;

constexpr std::size_t most_limits = 3;  // clauses of a loop that a limit is tried on
constexpr std::ptrdiff_t most_orders = 3;

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

// Whoever owns what the event is about, or whoever a variable of the game names.
std::vector<Remedy> order_of_replacements(const Around& around) {
    std::set<std::string> fields;
    for (const compiler::Variable& variable : around.model.variables) {
        const bool is_owner =
            variable.is_field && variable.params.size() == 1 && variable.type == around.model.player_type;
        if (is_owner) fields.insert(variable.name.substr(variable.name.find('.') + 1));
    }
    std::vector<std::string> orderers =
        dsl::mapped(fields, [](const std::string& field) { return "affected." + field; });
    std::ranges::copy(who_may_order(around.model), std::back_inserter(orderers));
    std::vector<Remedy> remedies = dsl::mapped(orderers, [&](const std::string& orderer) {
        return with_meta(around, "replacement_order: " + orderer);
    });
    for (Remedy& remedy : remedies) remedy.may_not_fit = true;
    if (remedies.size() > most_orders) remedies.erase(remedies.begin() + most_orders, remedies.end());
    return remedies;
}

// What the game could state of what nobody decides here.
std::vector<Remedy> settings(const Around& around) {
    const auto& incidents = around.model.incidents.all;
    const auto met = std::ranges::find(incidents, around.finding.title, &compiler::Incident::title);
    if (met == incidents.end()) return {};
    return dsl::mapped(met->settings, [&](const std::string& setting) { return with_meta(around, setting); });
}

// That, and else who orders triggers.
std::vector<Remedy> order(const Around& around) {
    if (around.finding.order == compiler::OrderKind::Replacements) return order_of_replacements(around);
    if (std::vector<Remedy> stated = settings(around); !stated.empty()) return stated;
    if (around.finding.order != compiler::OrderKind::Triggers) return {};
    std::vector<std::string> names = who_may_order(around.model);
    if (names.empty()) {
        for (const compiler::Value player : players(around.model))
            names.push_back(player_name(around.model, player));
    }
    if (names.empty()) return {};
    return {with_meta(around, "trigger_order: " + names.front())};
}

// Said where the question is declared.
Remedy with_default(const Around& around, const compiler::OpenFunction& open, const std::string& value) {
    const std::string words = "default " + value;
    Remedy remedy{"`" + words + "` where '" + open.name + "' is declared", around.session.modules, true};
    const ast::Module said = parsed(around.session, "open x(): t " + words + "\n");
    for (ast::Module& module : remedy.modules) {
        for (ast::Item& item : module.items) {
            if (item.kind == ast::ItemKind::Open && item.span == open.span)
                item.exprs = said.items.at(0).exprs;
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
    for (compiler::Value value = type.lo; value <= std::min(type.hi, type.lo + most - 1); ++value)
        remedies.push_back(with_default(around, *open, value_text(around.model, open->type, value)));
    return remedies;
}

std::vector<Remedy> gap(const Around& around) {
    std::vector<Remedy> stated = settings(around);
    return stated.empty() ? defaults(around) : stated;
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

// Where the clause is written: in a rule, or in the phrases that read a line.
bool is_of(const Clause& clause, const ast::Ability& ability) {
    return ability.span == clause.span ||
           std::ranges::find(clause.abilities, ability.span) != clause.abilities.end();
}

// Where it was changed first; invalid: nowhere.
dsl::Span limit_once_per_turn(Modules& modules, const Clause& clause, const ast::Ability& limited) {
    dsl::Span changed;
    for (ast::Module& module : modules) {
        for (ast::Item& item : module.items) {
            for_abilities(item, [&](ast::Ability& ability) {
                if (!is_of(clause, ability) || !can_be_limited(ability)) return;
                ability.limit = limited.limit;
                ability.limit.per = limited.limit.per;
                if (!changed.is_valid()) changed = ability.span;
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

// ", in the phrase in line 38, behind its condition": where it is written, if not in the clause itself.
std::string in_phrase(const Around& around, const Clause& clause, dsl::Span changed,
                      const std::string& behind) {
    if (!changed.is_valid() || changed == clause.span) return "";
    const dsl::SourceFile& file = around.session.sources.file(changed.file);
    return ", in the phrase in line " + std::to_string(file.position(changed.begin).line) + ", behind " +
           behind;
}

std::vector<Remedy> once_per_turn(const Around& around) {
    const ast::Module limit = parsed(around.session, "rule \"x\" { when x() limit 1 per turn { } }\n");
    std::vector<Remedy> remedies;
    for (const ClauseId id : around.finding.clauses) {
        const Clause& clause = around.model.clause(id);
        Remedy remedy{"`limit 1 per turn` on " + named_in(around, clause), around.session.modules};
        const dsl::Span changed =
            limit_once_per_turn(remedy.modules, clause, limit.items.at(0).contents.abilities.at(0));
        remedy.words += in_phrase(around, clause, changed, "its condition");
        if (changed.is_valid()) remedies.push_back(std::move(remedy));
        if (remedies.size() == most_limits) break;
    }
    return remedies;
}

bool can_except(const ast::Ability& ability) {
    using enum ast::AbilityKind;
    return ability.kind == If || ability.kind == OnlyIf || ability.kind == Iff || ability.kind == NotIf ||
           ability.kind == Prohibition;
}

// The rules and cards behind the other clauses of the finding, as `except to` names them; nothing where one
// is neither, or the same.
std::string named_against(const Around& around, ClauseId own) {
    std::set<std::string> names;
    for (const ClauseId id : around.finding.clauses) {
        const Clause& clause = around.model.clause(id);
        const bool is_rule =
            clause.kind == compiler::ClauseKind::Rule || clause.kind == compiler::ClauseKind::Printed;
        const bool is_same = id != own && clause.name == around.model.clause(own).name;
        if (!is_rule || is_same) return "";
        if (id != own) names.insert("\"" + clause.name + "\"");
    }
    return dsl::join({names.begin(), names.end()}, ", ");
}

// One of the statements wins: each in its turn.
std::vector<Remedy> exception(const Around& around) {
    std::vector<Remedy> remedies;
    for (const ClauseId id : around.finding.clauses) {
        const std::string names = named_against(around, id);
        if (names.empty()) continue;
        const Clause& clause = around.model.clause(id);
        const ast::Module wins =
            parsed(around.session, "open p()\nrule \"x\" { p() if yes except to " + names + " }\n");
        Remedy remedy{"`except to " + names + "` in " + named_in(around, clause), around.session.modules};
        dsl::Span changed;
        for (ast::Module& module : remedy.modules) {
            for (ast::Item& item : module.items) {
                for_abilities(item, [&](ast::Ability& ability) {
                    if (!is_of(clause, ability) || !can_except(ability)) return;
                    ability.except_to = wins.items.at(1).contents.abilities.at(0).except_to;
                    if (!changed.is_valid()) changed = ability.span;
                });
            }
        }
        remedy.words += in_phrase(around, clause, changed, "what it says");
        if (changed.is_valid()) remedies.push_back(std::move(remedy));
    }
    return remedies;
}

std::vector<Remedy> precedence(const Around& around) {
    std::vector<Remedy> remedies{with_meta(around, "precedence: cannot"),
                                 with_meta(around, "precedence: must")};
    std::ranges::move(exception(around), std::back_inserter(remedies));
    return remedies;
}

// Ways out that were added to choices.
struct Added {
    std::size_t count = 0;
    // The last one among the options, for they stand in braces behind the owner; else behind the one option.
    bool is_inside = false;
};

void add_otherwise(std::vector<ast::Stmt>& block, const dsl::Span& within,
                   const std::vector<ast::Stmt>& otherwise, Added& added) {
    for (ast::Stmt& stmt : block) {
        const bool is_within =
            stmt.span.file == within.file && within.begin <= stmt.span.begin && stmt.span.end <= within.end;
        const bool chooses = stmt.kind == ast::StmtKind::Choose || stmt.kind == ast::StmtKind::Distribute;
        if (chooses && stmt.blocks.empty() && is_within && !stmt.options.empty() && !stmt.exprs.empty()) {
            stmt.blocks = {otherwise};
            ++added.count;
            added.is_inside = stmt.options.front().span.begin >= stmt.exprs.front().span.end;
        }
        for (std::vector<ast::Stmt>& inner : stmt.blocks) add_otherwise(inner, within, otherwise, added);
        for (ast::Option& option : stmt.options) add_otherwise(option.body, within, otherwise, added);
    }
}

// The choice at which the play ends, and every one that a clause of the finding leaves without a way out.
std::vector<dsl::Span> places_of_choice(const Around& around) {
    std::vector<dsl::Span> places;
    const auto& witness = around.finding.witness;
    if (witness && (witness->steps.empty() || witness->steps.back().next)) {
        const compiler::PointId top = top_point(around.model, last_state(*witness));
        if (top.is_valid()) places.push_back(around.model.flow.points[top.index].span);
    }
    for (const ClauseId id : around.finding.clauses) places.push_back(around.model.clause(id).span);
    return places;
}

std::string where_it_goes(const Around& around, dsl::Span choice, const Added& added) {
    const auto is_it = [&](const compiler::Point& point) { return point.span == choice; };
    if (std::ranges::none_of(around.model.flow.points, is_it)) return "in the choice";
    const dsl::SourceFile& file = around.session.sources.file(choice.file);
    return (added.is_inside ? "as the last of the options of the choice in line "
                            : "behind the block of the choice in line ") +
           std::to_string(file.position(choice.begin).line);
}

std::vector<Remedy> otherwise_nothing(const Around& around) {
    const ast::Module nothing = parsed(around.session, "action x() { nothing }\n");
    Remedy remedy{"", around.session.modules};
    Added added;
    for (const dsl::Span within : places_of_choice(around)) {
        for (ast::Module& module : remedy.modules) {
            for (ast::Item& item : module.items) {
                add_otherwise(item.body, within, nothing.items.at(0).body, added);
                for_abilities(item, [&](ast::Ability& ability) {
                    add_otherwise(ability.body, within, nothing.items.at(0).body, added);
                });
            }
        }
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
        {{OrderUnowned}, order},
        {{LoopMandatory, LoopInevitable, LoopOptional, LoopChance, LoopGrowing, LoopAgenda, LoopLethal},
         once_per_turn},
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
