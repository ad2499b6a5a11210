#include "compiler/compile.h"

#include <algorithm>
#include <set>

#include "compiler/elaborate/abilities.h"
#include "compiler/elaborate/claims.h"
#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/expressions.h"
#include "compiler/elaborate/omissions.h"
#include "compiler/elaborate/open_statements.h"
#include "compiler/elaborate/recurring.h"
#include "compiler/elaborate/source_words.h"
#include "compiler/elaborate/statements.h"
#include "compiler/elaborate/text.h"
#include "compiler/elaborate/trial.h"
#include "compiler/elaborate/unordered.h"
#include "compiler/elaborate/wording_lints.h"
#include "compiler/elaborate/world.h"
#include "compiler/ir/definitions.h"
#include "compiler/ir/passes/decide_orders.h"
#include "compiler/ir/passes/relative_writes.h"
#include "compiler/ir/verify.h"
#include "compiler/ir/walk.h"
#include "dsl/base/check.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

// How many agenda items and unplaced triggers a search holds where the scope does not say.
constexpr std::int64_t default_agenda = 6;
constexpr std::int64_t default_agenda_with_windows =
    10;  // an item in response to another lies above a window
constexpr std::int64_t default_pending = 6;
constexpr std::int64_t most_room = 1000;  // each takes cells of every state

std::optional<std::int64_t> number_of(const ast::Expr& expr) {
    if (expr.kind == ast::ExprKind::Number) return expr.number;
    if (expr.kind == ast::ExprKind::Negate) {
        const auto inner = number_of(expr.args[0]);
        if (inner) return -*inner;
    }
    return std::nullopt;
}

void read_settings(World& world, const std::vector<ast::Setting>& settings) {
    for (const ast::Setting& setting : settings) {
        const auto number = number_of(setting.value);
        const bool is_room = setting.name == "agenda" || setting.name == "pending" || setting.name == "later";
        if (number && is_room && *number > most_room) {
            world.error(
                DiagnosticKind::too_large, setting.span,
                "states with room for " + std::to_string(*number) + " things to be done cannot be searched",
                "give a number up to " + std::to_string(most_room));
        } else if (number) {
            world.scope[setting.name] = *number;
        } else {
            world.error(DiagnosticKind::type_mismatch, setting.span, "a bound of a scope is a number");
        }
    }
}

// A number that a scope names and the rules use.
bool is_asked_for(const World& world, const Modules& modules, const std::string& name) {
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            if (item.kind != ItemKind::Scope && item.span.is_valid() &&
                has_word(world.sources.text(item.span), name))
                return true;
        }
    }
    return false;
}

void choose_scope(World& world, const Modules& modules, const CompileOptions& options) {
    const ast::Item* chosen = nullptr;
    std::vector<std::string> known;
    for_items(modules, ItemKind::Scope, [&](const ast::Item& item) {
        known.push_back(item.name);
        if (!chosen && (options.scope.empty() || options.scope == item.name)) chosen = &item;
    });
    if (chosen) read_settings(world, chosen->settings);
    if (!chosen && !options.scope.empty()) world.unknown({}, "scope", options.scope, known);
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (!options.scenario.empty() && item.title == options.scenario) read_settings(world, item.settings);
    });
    // A bound that nothing knows would be ignored in silence.
    std::vector<std::string> bounds{"depth", "agenda", "pending", "later", "readings"};
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) { bounds.push_back(item.name); });
    for_items(modules, ItemKind::Grid, [&](const ast::Item& item) {
        bounds.push_back(item.name + ".width");
        bounds.push_back(item.name + ".height");
    });
    for_items(modules, ItemKind::Scope, [&](const ast::Item& item) {
        for (const ast::Setting& setting : item.settings) {
            if (setting.name.empty()) continue;  // it could not be read
            if (std::find(bounds.begin(), bounds.end(), setting.name) == bounds.end() &&
                !is_asked_for(world, modules, setting.name))
                world.unknown(setting.span, "bound", setting.name, bounds);
        }
    });
    for_items(modules, ItemKind::Scope, [&](const ast::Item& item) {
        for (const ast::Setting& setting : item.settings) bounds.push_back(setting.name);
    });
    for (const auto& [name, value] : options.overrides) {
        world.scope[name] = value;
        if (std::find(bounds.begin(), bounds.end(), name) == bounds.end())
            world.unknown({}, "bound", name, bounds);
    }
}

void read_meta(World& world, const Modules& modules) {
    const std::vector<std::string> known{"precedence",   "agenda",    "trigger_order", "replacement_order",
                                         "replacements", "responses", "loops"};
    const std::map<std::string, Agenda> agendas{{"stack", Agenda::Stack},
                                                {"queue", Agenda::Queue},
                                                {"sequence", Agenda::Stack},
                                                {"bag", Agenda::Bag}};
    const std::map<std::string, LoopPolicy> loop_policies{{"draw", LoopPolicy::Draw},
                                                          {"forbidden", LoopPolicy::Forbidden},
                                                          {"number", LoopPolicy::Number},
                                                          {"unstated", LoopPolicy::Unstated}};
    // A file states a meta-rule once. What it states counts more than what the files that it imports state
    // (they come first).
    std::map<std::pair<std::uint32_t, std::string>, dsl::Span> stated;
    for_items(modules, ItemKind::Meta, [&](const ast::Item& item) {
        for (const ast::Setting& setting : item.settings) {
            if (setting.name.empty()) continue;  // it could not be read
            const auto [first, is_new] =
                stated.emplace(std::make_pair(setting.span.file, setting.name), setting.span);
            if (!is_new) {
                dsl::Diagnostic diagnostic;
                diagnostic.kind = DiagnosticKind::duplicate_name;
                diagnostic.span = setting.span;
                diagnostic.message = "'" + setting.name + "' is stated twice";
                diagnostic.notes.emplace_back(first->second, "first stated here");
                world.sink->report(std::move(diagnostic));
                continue;
            }
            const std::string& value = setting.value.name;
            const bool unstated = value == "unstated";
            if (setting.name == "precedence" && (value == "cannot" || value == "must" || unstated)) {
                world.precedence = unstated          ? Precedence::Unstated
                                   : value == "must" ? Precedence::Must
                                                     : Precedence::Cannot;
            } else if (setting.name == "agenda" && agendas.count(value) > 0) {
                world.model.agenda = agendas.at(value);
                world.immediate = value == "sequence";
            } else if (setting.name == "responses") {
                world.responses = unstated ? nullptr : world.find_window(value, setting.value.span);
            } else if (setting.name == "loops" &&
                       (loop_policies.count(value) > 0 || number_of(setting.value))) {
                const auto cap = number_of(setting.value);
                world.model.loop_policy = cap ? LoopPolicy::Cap : loop_policies.at(value);
                world.model.loop_cap = cap.value_or(0);
            } else if (setting.name == "trigger_order") {
                world.trigger_order = unstated ? nullptr : &setting.value;
                world.model.trigger_order_stated = !unstated;
            } else if (setting.name == "replacement_order") {
                world.replacement_order = unstated ? nullptr : &setting.value;
            } else if (setting.name == "replacements" && (value == "once" || value == "again")) {
                world.replaces_again = value == "again";
            } else if (setting.name == "precedence" || setting.name == "agenda" || setting.name == "loops" ||
                       setting.name == "replacements") {
                world.error(DiagnosticKind::unknown_name, setting.span,
                            "'" + setting.name + "' cannot be '" + value + "'",
                            setting.name == "agenda"         ? "write stack, queue, sequence or bag"
                            : setting.name == "replacements" ? "write once or again"
                            : setting.name == "loops"
                                ? "write draw, forbidden, number, a number of rounds, or unstated"
                                : "write cannot, must or unstated");
            } else {
                world.unknown(setting.span, "meta-rule", setting.name, known);
            }
        }
    });
}

void lower_turn(World& world, const Modules& modules) {
    const ast::Item* turn = nullptr;
    for_items(modules, ItemKind::Turn, [&](const ast::Item& item) {
        if (turn) {
            dsl::Diagnostic diagnostic;
            diagnostic.kind = DiagnosticKind::duplicate_name;
            diagnostic.span = item.span;
            diagnostic.message = "the turn is declared twice";
            diagnostic.notes.emplace_back(turn->span, "first declared here");
            diagnostic.hint = "a game has one turn; make the parts of it phases: 'phase night { ... }'";
            world.sink->report(std::move(diagnostic));
        }
        turn = &item;
    });
    if (!turn) {
        if (world.sink->has_errors()) return;  // it may be what could not be read
        dsl::Span whole;
        if (!modules.empty()) whole = {modules.back().file, 0, 0};
        world.error(DiagnosticKind::missing_part, whole, "the game has no turn",
                    "write 'turn { ... }': what happens, over and over");
        return;
    }
    Statements statements(world);
    Scope scope;
    scope.clause = world.add_clause("the turn", "turn", "turn", turn->rows, turn->span);
    scope.place = "turn";
    Point start;
    start.name = "a turn begins";
    start.stage = Stage::Game;
    start.clause = scope.clause;
    world.model.start = world.add_point(start);
    const CodeId resets = statements.reset(world.reset_by_turn, scope);
    Code begin;
    begin.children = {resets, statements.tail(turn->body, scope, [&]() {
                          Code node;
                          node.kind = CodeKind::Stop;
                          node.point = world.model.start;
                          return world.model.code.add(std::move(node));
                      })};
    const CodeId body = world.model.code.add(std::move(begin));
    PointOption option;
    option.guard = world.model.terms.truth(true);
    option.clause = scope.clause;
    option.target = world.add_label("turn", body);
    world.model.points[world.model.start.index].options.push_back(option);
}

void lay_out(World& world) {
    Model& model = world.model;
    const auto bound = [&](const std::string& name, std::int64_t otherwise) {
        const auto found = world.scope.find(name);
        return static_cast<std::size_t>(
            std::max<std::int64_t>(1, found == world.scope.end() ? otherwise : found->second));
    };
    std::size_t next = 0;
    for (Variable& variable : model.variables) {
        variable.base = next;
        next += variable.cells;
    }
    Layout& layout = model.layout;
    layout.over = next++;
    const bool has_triggers = !model.triggers.empty();
    const std::int64_t room = world.windows.empty() ? default_agenda : default_agenda_with_windows;
    layout.frames = 1 + (has_triggers ? bound("agenda", room) : 0);
    layout.pending = has_triggers ? bound("pending", default_pending) : 0;
    if (!has_triggers) layout.pending_arguments = 0;
    layout.frame_base = next;
    next += layout.frames * (1 + layout.registers);
    layout.pending_base = next;
    next += layout.pending * (1 + layout.pending_arguments);
    layout.cells = next;
}

// The incidents that belong to no construct.
void add_general_incidents(World& world) {
    Incident undefined;
    undefined.code = FindingCode::GapUndefined;
    undefined.title = "something without a value is used";
    undefined.subject = "The rules ask for something that does not exist here.";
    world.model.undefined = world.add_incident(std::move(undefined));
    Incident overflow;
    overflow.code = FindingCode::ContradictionInvariant;
    overflow.title = "a value leaves its range";
    overflow.subject = "A change would take a value out of the range that it is declared with.";
    world.model.overflow = world.add_incident(std::move(overflow));
    if (world.state_checks.empty()) return;
    Incident conflict;
    conflict.code = FindingCode::ContradictionSetSet;
    conflict.title = "state checks: simultaneous changes";
    conflict.subject =
        "Two state checks apply at the same moment and change one thing in ways that exclude each other.";
    for (const PlacedAbility& placed : world.state_checks) {
        if (std::find(conflict.clauses.begin(), conflict.clauses.end(), placed.clause) ==
            conflict.clauses.end()) {
            conflict.clauses.push_back(placed.clause);
        }
    }
    world.model.settle_conflict = world.add_incident(std::move(conflict));
}

// Items in which reading stumbled: what they declare may be missing.
void find_unread(World& world, const Modules& modules) {
    for (const dsl::Diagnostic& diagnostic : world.sink->sorted()) {
        for (const dsl::ast::Module& module : modules) {
            if (module.file != diagnostic.span.file) continue;
            for (const ast::Item& item : module.items) {
                if (item.span.begin <= diagnostic.span.begin && diagnostic.span.begin <= item.span.end) {
                    world.unread_items.push_back(item.span);
                }
            }
        }
    }
}

// Objects of a pool that no rule names, and that no rule takes in their order.
void find_interchangeable(World& world, const Modules& modules) {
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) {
        const auto type = world.types.find(item.name);
        if (type == world.types.end() || !item.names.empty() || type->second == world.player_type) return;
        if (world.told_apart.count(type->second) == 0)
            world.model.types[type->second.index].interchangeable = true;
    });
}

// Statements about a predicate may lean on other predicates, but not in a circle: what it would mean is a
// matter of equations.
void find_circles(World& world) {
    const std::size_t count = world.model.open_functions.size();
    std::vector<std::set<std::size_t>> leans_on(count);
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<TermId> behind;
        for_each_definition(world.model.open_functions[i], [&](TermId term) { behind.push_back(term); });
        walk_terms(world.model.terms, behind, [&](TermId, const Term& term) {
            if (term.kind == TermKind::Open) leans_on[i].insert(static_cast<std::size_t>(term.payload));
        });
    }
    for (std::size_t round = 0; round < count; ++round) {
        for (auto& set : leans_on) {
            const std::set<std::size_t> direct = set;
            for (const std::size_t next : direct) set.insert(leans_on[next].begin(), leans_on[next].end());
        }
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (leans_on[i].count(i) == 0) continue;
        const OpenFunction& open = world.model.open_functions[i];
        world.error(DiagnosticKind::recursive_definition, open.span,
                    "the statements about '" + open.name + "' lean on '" + open.name + "' itself",
                    "state it by what is on the table: fields and state");
    }
}

}  // namespace

std::vector<std::string> scenarios_with_pools(const std::vector<dsl::ast::Module>& modules) {
    std::vector<std::string> titles;
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (!item.settings.empty()) titles.push_back(item.title);
    });
    return titles;
}

namespace {

std::optional<Model> elaborate(World& world, const Modules& modules, const CompileOptions& options) {
    const dsl::Sink& sink = *world.sink;
    bool has_title = false;
    for_items(modules, ItemKind::Game, [&](const ast::Item& item) {
        world.model.title = item.title;
        has_title = true;
    });
    find_unread(world, modules);
    choose_scope(world, modules, options);
    declare_types(world, modules);
    declare_things(world, modules);
    find_unordered(world, modules);
    const std::vector<CardText> texts = declare_cards(world, modules);
    declare_phrases(world, modules);
    declare_titles(world, modules, options.unused);
    read_meta(world, modules);
    place_abilities(world, modules, texts);
    find_recurring(world);
    Statements(world).check_replacement_order();
    finish_open_functions(world);
    add_general_incidents(world);
    if (options.scenario.empty()) {
        lint_wording(world, modules);
        lint_omissions(world, modules);
    }
    find_circles(world);
    lower_turn(world, modules);
    if (!has_title && !sink.has_errors() && !modules.empty()) {
        world.error(DiagnosticKind::missing_part, {modules.back().file, 0, 0}, "the game has no name",
                    "begin the spec with a line such as: game \"My game\"");
    }
    lower_abilities(world);
    // Each may add others.
    for (auto* const to_do : {&world.events_to_lower, &world.unfinished}) {
        for (std::size_t i = 0; i < to_do->size(); ++i) {
            const std::function<void()> make = (*to_do)[i];
            make();
        }
        to_do->clear();
    }
    if (sink.has_errors()) return std::nullopt;
    note_ignored(world);
    lay_out(world);
    world.model.player_type = world.player_type;
    const auto depth = world.scope.find("depth");
    if (depth != world.scope.end())
        world.model.depth = static_cast<std::size_t>(std::max<std::int64_t>(0, depth->second));
    for (const auto& [name, value] : world.scope) world.model.scope[name] = value;
    bound_readings(world);
    // A scenario with pools of its own is a world of its own: the setups and claims of the search do not fit
    // it.
    const bool search = options.scenario.empty();
    elaborate_setups(world, search ? modules : Modules{});
    elaborate_scenarios(world, modules, options.scenario);
    if (search) elaborate_claims(world, modules);
    if (search) elaborate_partitions(world, modules);
    if (sink.has_errors()) return std::nullopt;
    make_writes_relative(world.model);
    world.told_apart.merge(decide_orders(world.model));
    find_interchangeable(world, modules);
    for (std::size_t i = 0; i < world.model.equations.size(); ++i)
        world.model.equations[i].reads = systems_read(world.model, EquationsId(i));
    ERRATA_CHECK(verify(world.model).empty());
    return world.model;
}

}  // namespace

std::optional<Model> compile(const dsl::SourceSet& sources, const std::vector<dsl::ast::Module>& modules,
                             const CompileOptions& options, dsl::Sink& sink) {
    World world(sources, sink);
    std::optional<Model> model = elaborate(world, modules, options);
    if (options.unused && options.scenario.empty()) try_items(world, modules);
    // The names in them are looked up once the rest is right.
    if (options.unused && !sink.has_errors()) try_setups(world, modules, options.scenario);
    if (sink.has_errors()) return std::nullopt;
    return model;
}

}  // namespace errata::compiler
