#include "compiler/resolve/resolve.h"

#include "compiler/resolve/declare.h"
#include "compiler/resolve/scope.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

void declare_turn(Names& names, const Modules& modules, const Reporter& reporter) {
    for_items(modules, ItemKind::Turn, [&](const ast::Item& item) {
        if (!names.turns.empty()) {
            reporter.duplicate(item.span, "the turn is declared twice", names.turns.back()->span,
                               "a game has one turn; make the parts of it phases: 'phase night { ... }'");
        }
        names.turns.push_back(&item);
    });
}

void find_rules(Names& names, const Modules& modules) {
    const auto add_rows = [&](const std::vector<std::string>& rows) {
        names.rules.insert(rows.begin(), rows.end());
    };
    for (const ast::Module& module : modules) {
        for (const ast::Item& item : module.items) {
            const bool is_called =
                item.kind == ItemKind::Action || item.kind == ItemKind::Card || item.kind == ItemKind::Window;
            const bool is_titled = item.kind == ItemKind::Rule || item.kind == ItemKind::Reading ||
                                   item.kind == ItemKind::Assume;
            if (!is_called && !is_titled) continue;
            names.rules.insert(is_called ? item.name : item.title);
            add_rows(item.rows);
            dsl::ast::walk(item, [&](const ast::Ability& ability) { add_rows(ability.rows); });
            for (const ast::TextLine& line : item.contents.lines) add_rows(line.rows);
            for (const ast::Alternative& alternative : item.contents.alternatives)
                names.rules.insert(item.title + " (" + alternative.name + ")");
        }
    }
}

}  // namespace

std::vector<dsl::Span> unread_items(const Modules& modules, const dsl::Sink& sink) {
    std::vector<dsl::Span> result;
    for (const dsl::Diagnostic& diagnostic : sink.sorted()) {
        // A cell of a table with a value of another type: the rest of its row has been read.
        if (diagnostic.kind == DiagnosticKind::type_mismatch) continue;
        for (const ast::Module& module : modules) {
            for (const ast::Item& item : module.items) {
                if (item.span.file != diagnostic.span.file) continue;
                if (item.span.begin <= diagnostic.span.begin && diagnostic.span.begin <= item.span.end)
                    result.push_back(item.span);
            }
        }
    }
    return result;
}

Names resolve(const Modules& modules, const CompileOptions& options, Reporter& reporter,
              const std::vector<LackingPhrase>& lacking) {
    Names names;
    for_items(modules, ItemKind::Game, [&](const ast::Item& item) { names.title = item.title; });
    choose_scope(names, modules, options, reporter);
    declare_types(names, modules, reporter);
    declare_store(names, modules, reporter);
    declare_callables(names, modules, reporter);
    declare_assumptions(names, modules, options, reporter);
    find_unordered(names, modules, reporter);
    declare_cards(names, modules, reporter);
    check_versions(names, modules, reporter);
    declare_phrases(names, modules, lacking, reporter);
    declare_titles(modules, reporter, options.unused);
    declare_meta_rules(names, modules, reporter);
    declare_turn(names, modules, reporter);
    find_rules(names, modules);
    return names;
}

}  // namespace errata::compiler
