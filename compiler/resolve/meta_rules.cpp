// The rules of rules, as `meta` blocks state them. A file states a meta-rule once. What it states counts more
// than what the files that it imports state (they come first).
#include <initializer_list>
#include <type_traits>

#include "compiler/resolve/declare.h"
#include "compiler/resolve/lookup.h"
#include "compiler/resolve/scope.h"

namespace errata::compiler {

using dsl::DiagnosticKind;

namespace {

// One row for each meta-rule: its name, and what becomes of its value. To add one: a row here, a field of
// MetaRules, a section in docs/reference/meta.md.
struct Row {
    const char* name;
    const char* values;  // what to write; null: any name will do
    // False: it cannot have this value.
    bool (*set)(MetaRules& meta, const ast::Expr& value);
};

template <class T>
bool one_of(T& field, const std::string& value,
            std::initializer_list<std::pair<const char*, std::type_identity_t<T>>> known) {
    for (const auto& [word, meaning] : known) {
        if (value != word) continue;
        field = meaning;
        return true;
    }
    return false;
}

bool set_loops(MetaRules& meta, const ast::Expr& value) {
    if (const auto cap = written_number(value)) {
        meta.loop_policy = LoopPolicy::Cap;
        meta.loop_cap = *cap;
        return true;
    }
    meta.loop_cap = 0;
    return one_of(meta.loop_policy, value.name,
                  {{"draw", LoopPolicy::Draw},
                   {"forbidden", LoopPolicy::Forbidden},
                   {"number", LoopPolicy::Number},
                   {"unstated", LoopPolicy::Unstated}});
}

bool set_agenda(MetaRules& meta, const ast::Expr& value) {
    meta.immediate = value.name == "sequence";
    return one_of(meta.agenda, value.name,
                  {{"stack", Agenda::Stack},
                   {"queue", Agenda::Queue},
                   {"sequence", Agenda::Stack},
                   {"bag", Agenda::Bag}});
}

bool set_precedence(MetaRules& meta, const ast::Expr& value) {
    return one_of(
        meta.precedence, value.name,
        {{"cannot", Precedence::Cannot}, {"must", Precedence::Must}, {"unstated", Precedence::Unstated}});
}

bool set_replacements(MetaRules& meta, const ast::Expr& value) {
    return one_of(meta.replaces_again, value.name, {{"again", true}, {"once", false}});
}

const ast::Expr* stated(const ast::Expr& value) { return value.name == "unstated" ? nullptr : &value; }

bool set_trigger_order(MetaRules& meta, const ast::Expr& value) {
    meta.trigger_order = stated(value);
    return true;
}

bool set_trigger_turns(MetaRules& meta, const ast::Expr& value) {
    meta.trigger_turns = stated(value);
    return true;
}

bool set_replacement_order(MetaRules& meta, const ast::Expr& value) {
    meta.replacement_order = stated(value);
    return true;
}

bool set_changes(MetaRules& meta, const ast::Expr& value) {
    return one_of(meta.sets_first, value.name,
                  {{"set_first", true}, {"add_first", false}, {"unstated", std::nullopt}});
}

bool set_targets(MetaRules& meta, const ast::Expr& value) {
    return one_of(meta.targets_each, value.name,
                  {{"each", true}, {"all", false}, {"unstated", std::nullopt}});
}

// Names of fields of type `order`; typed/type_program looks them up.
bool set_field(std::string& field, const ast::Expr& value) {
    field = stated(value) ? value.name : "";
    return value.kind == ast::ExprKind::Name;
}

bool set_effect_order(MetaRules& meta, const ast::Expr& value) { return set_field(meta.effect_order, value); }

bool set_trigger_rank(MetaRules& meta, const ast::Expr& value) { return set_field(meta.trigger_rank, value); }

// Changes nothing in the game: whoever loads the spec reads the file (checker/catalogue/named_catalogue).
bool set_catalogue(MetaRules& /*meta*/, const ast::Expr& value) {
    return value.kind == ast::ExprKind::Quoted || stated(value) == nullptr;
}

constexpr Row meta_rows[] = {
    {"precedence", "write cannot, must or unstated", set_precedence},
    {"agenda", "write stack, queue, sequence or bag", set_agenda},
    {"trigger_order", nullptr, set_trigger_order},
    {"trigger_turns", nullptr, set_trigger_turns},
    {"replacement_order", nullptr, set_replacement_order},
    {"changes", "write set_first, add_first or unstated", set_changes},
    {"targets", "write each, all or unstated", set_targets},
    {"trigger_rank", "write the name of a field of type 'order'", set_trigger_rank},
    {"effect_order", "write the name of a field of type 'order'", set_effect_order},
    {"replacements", "write once or again", set_replacements},
    {"responses", nullptr, nullptr},  // the name of a window
    {"loops", "write draw, forbidden, number, a number of rounds, or unstated", set_loops},
    {"catalogue", "write the path of a Markdown file in quotes: catalogue: \"catalogue.md\"", set_catalogue},
};

void read_setting(Names& names, const Reporter& reporter, const ast::Setting& setting) {
    for (const Row& row : meta_rows) {
        if (setting.name != row.name) continue;
        if (!row.set) {
            names.meta.responses = {};
            if (!stated(setting.value)) return;
            const auto window = find_window(names, reporter, setting.value.name, setting.value.span);
            if (window) names.meta.responses = *window;
        } else if (!row.set(names.meta, setting.value)) {
            reporter.error(DiagnosticKind::unknown_name, setting.span,
                           "'" + setting.name + "' cannot be '" + setting.value.name + "'", row.values);
        }
        return;
    }
    std::vector<std::string> known;
    for (const Row& row : meta_rows) known.emplace_back(row.name);
    reporter.unknown(setting.span, "meta-rule", setting.name, known);
}

}  // namespace

void declare_meta_rules(Names& names, const Modules& modules, const Reporter& reporter) {
    std::map<std::pair<std::uint32_t, std::string>, const ast::Setting*> stated_in;
    for_items(modules, ast::ItemKind::Meta, [&](const ast::Item& item) {
        for (const ast::Setting& setting : item.contents.settings) {
            if (setting.name.empty()) continue;  // it could not be read
            const ast::Setting*& first = stated_in[{setting.span.file, setting.name}];
            // What was left unstated, a later line of the file may state.
            if (first == nullptr || !stated(first->value)) {
                first = &setting;
                read_setting(names, reporter, setting);
                continue;
            }
            dsl::Diagnostic diagnostic;
            diagnostic.kind = DiagnosticKind::duplicate_name;
            diagnostic.span = setting.span;
            diagnostic.message = "'" + setting.name + "' is stated twice";
            diagnostic.notes.emplace_back(first->span, "first stated here");
            reporter.report(std::move(diagnostic));
        }
    });
}

}  // namespace errata::compiler
