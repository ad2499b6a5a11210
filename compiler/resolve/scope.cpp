#include "compiler/resolve/scope.h"

#include <algorithm>

#include "compiler/resolve/source_words.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

constexpr Value most_room = 1000;  // for things to be done; each takes cells of every state

void read_settings(Names& names, const std::vector<ast::Setting>& settings, const Reporter& reporter) {
    for (const ast::Setting& setting : settings) {
        const auto number = written_number(setting.value);
        const bool is_room = setting.name == "agenda" || setting.name == "pending" || setting.name == "later";
        if (number && is_room && *number > most_room) {
            reporter.error(
                DiagnosticKind::too_large, setting.span,
                "states with room for " + std::to_string(*number) + " things to be done cannot be searched",
                "give a number up to " + std::to_string(most_room));
        } else if (number) {
            names.vocabulary.scope[setting.name] = *number;
        } else {
            reporter.error(DiagnosticKind::type_mismatch, setting.span, "a bound of a scope is a number");
        }
    }
}

// A number that a scope names and the rules use.
bool is_asked_for(const Reporter& reporter, const Modules& modules, const std::string& name) {
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            if (item.kind != ItemKind::Scope && item.span.is_valid() &&
                has_word(reporter.sources().text(item.span), name))
                return true;
        }
    }
    return false;
}

}  // namespace

std::optional<Value> written_number(const ast::Expr& expr) {
    if (expr.kind == ast::ExprKind::Number) return expr.number;
    if (expr.kind != ast::ExprKind::Negate) return std::nullopt;
    const auto inner = written_number(expr.args[0]);
    if (!inner) return std::nullopt;
    return -*inner;
}

void choose_scope(Names& names, const Modules& modules, const CompileOptions& options,
                  const Reporter& reporter) {
    const ast::Item* chosen = nullptr;
    std::vector<std::string> known;
    for_items(modules, ItemKind::Scope, [&](const ast::Item& item) {
        known.push_back(item.name);
        if (!chosen && (options.scope.empty() || options.scope == item.name)) chosen = &item;
    });
    if (chosen) read_settings(names, chosen->contents.settings, reporter);
    if (!chosen && !options.scope.empty()) reporter.unknown({}, "scope", options.scope, known);
    for_items(modules, ItemKind::Scenario, [&](const ast::Item& item) {
        if (!options.scenario.empty() && item.title == options.scenario)
            read_settings(names, item.contents.settings, reporter);
    });
    // A bound that nothing knows would be ignored in silence.
    std::vector<std::string> bounds{"depth", "agenda", "pending", "later", "readings"};
    for_items(modules, ItemKind::Kind, [&](const ast::Item& item) { bounds.push_back(item.name); });
    for_items(modules, ItemKind::Grid, [&](const ast::Item& item) {
        bounds.push_back(item.name + ".width");
        bounds.push_back(item.name + ".height");
    });
    const auto is_bound = [&](const std::string& name) {
        return std::find(bounds.begin(), bounds.end(), name) != bounds.end();
    };
    std::vector<std::string> others;
    for_items(modules, ItemKind::Scope, [&](const ast::Item& item) {
        for (const ast::Setting& setting : item.contents.settings) {
            if (setting.name.empty()) continue;  // it could not be read
            if (!is_bound(setting.name) && !is_asked_for(reporter, modules, setting.name))
                reporter.unknown(setting.span, "bound", setting.name, bounds);
            others.push_back(setting.name);
        }
    });
    bounds.insert(bounds.end(), others.begin(), others.end());
    for (const auto& [name, value] : options.overrides) {
        names.vocabulary.scope[name] = value;
        if (!is_bound(name)) reporter.unknown({}, "bound", name, bounds);
    }
}

}  // namespace errata::compiler
