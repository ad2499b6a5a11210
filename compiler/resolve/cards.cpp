// Printed items: what their values may be called, and which texts of which versions their lines name.
#include <algorithm>

#include "compiler/resolve/declare.h"
#include "compiler/resolve/lookup.h"
#include "compiler/resolve/taken_names.h"
#include "compiler/resolve/written_types.h"
#include "dsl/ast/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"

namespace errata::compiler {

using ast::ItemKind;
using dsl::DiagnosticKind;

namespace {

void unknown_kind(const Names& names, const Reporter& reporter, const ast::Item& card) {
    if (reporter.may_be_declared(card.title)) return;
    auto near = dsl::nearest(card.title, keys_of(names.texts.printed_named));
    if (!near) near = dsl::nearest(card.title, dsl::grammar::item_keywords());
    if (near == card.title + "s") near.reset();  // `card` is no slip of `cards`: it is one of them
    reporter.error(DiagnosticKind::unknown_name, card.span,
                   "unknown kind of printed item '" + card.title + "'",
                   near ? "did you mean '" + *near + "'?"
                        : "declare it: 'printed " + card.title + " on KIND if this.FIELD = it'");
}

void declare_attributes(Names& names, const Reporter& reporter, const Printed& printed) {
    WrittenTypes written(names, names.vocabulary.types, reporter);
    for (const ast::Binder& field : printed.item->fields) {
        const TypeId type = written.type_of(field.type);
        if (!type.is_valid()) continue;
        Table table;
        table.name = printed.item->name + "." + field.name;
        table.params = {printed.type};
        table.type = type;
        table.values.assign(static_cast<std::size_t>(names.type(printed.type).size()),
                            initial_value(names.type(type)));
        names.store.attributes[{printed.type, field.name}] = TableId(names.store.tables.size());
        names.store.tables.push_back(std::move(table));
    }
}

}  // namespace

void declare_cards(Names& names, const Modules& modules, const Reporter& reporter) {
    for_items(modules, ItemKind::Card, [&](const ast::Item& item) {
        const auto printed = names.texts.printed_named.find(item.title);
        if (printed == names.texts.printed_named.end()) return unknown_kind(names, reporter, item);
        const auto identity =
            names.vocabulary.constant(item.name, names.texts.printed[printed->second.index].type);
        if (identity) names.texts.cards.push_back({&item, printed->second, *identity});
    });
    // In the order of their names.
    for (const auto& [kind, id] : names.texts.printed_named) {
        Printed& printed = names.texts.printed[id.index];
        declare_attributes(names, reporter, printed);
        printed.on = WrittenTypes(names, names.vocabulary.types, reporter).domain_of(printed.item->type);
    }
    for (const Card& card : names.texts.cards) {
        std::vector<std::string> fields;
        for (const ast::Binder& field : names.texts.printed[card.printed.index].item->fields)
            fields.push_back(field.name);
        for (const ast::Setting& setting : card.item->contents.settings) {
            if (std::find(fields.begin(), fields.end(), setting.name) == fields.end())
                reporter.unknown(setting.span, "printed value of " + card.item->title, setting.name, fields);
        }
    }
}

void declare_titles(const Modules& modules, const Reporter& reporter, bool of_scenarios) {
    const auto unique = [&](ItemKind kind, const std::string& what) {
        TakenNames titles(reporter, what);
        for_items(modules, kind, [&](const ast::Item& item) {
            const auto quote = static_cast<std::uint32_t>(reporter.sources().text(item.span).find('"'));
            dsl::Span span = item.span;
            span.begin = std::min(span.end, span.begin + quote);
            span.end = std::min(span.end, span.begin + static_cast<std::uint32_t>(item.title.size()) + 2);
            titles.claim(item.title, span);
        });
    };
    unique(ItemKind::Check, "check");
    unique(ItemKind::Ruling, "ruling");
    unique(ItemKind::Setup, "setup");
    unique(ItemKind::Screen, "screen");
    if (of_scenarios) unique(ItemKind::Scenario, "scenario");
    unique(ItemKind::Partition, "partition");
    for_items(modules, ItemKind::Partition, [&](const ast::Item& item) {
        TakenNames cases(reporter, "case");
        for (std::size_t i = 0; i < item.names.all.size(); ++i)
            cases.claim(item.names.all[i], item.exprs[i + 1].span);
    });
}

namespace {

void check_line(const Names& names, const ast::TextLine& line, const Reporter& reporter) {
    std::vector<std::string> known;
    for (const SourceReading& reading : names.readings) {
        if (!reading.item->sort.is_version) continue;
        known.push_back(reading.item->title);
        if (known.back() != line.version) continue;
        const std::vector<std::string> texts =
            dsl::mapped(reading.item->contents.alternatives, &ast::Alternative::name);
        if (std::find(texts.begin(), texts.end(), line.alternative) == texts.end())
            reporter.unknown(line.alternative_span, "text of the version", line.alternative, texts);
        return;
    }
    reporter.unknown(line.version_span, "version", line.version, known,
                     "declare it: version \"" + line.version + "\" { printed \"as first printed\" ... }");
}

}  // namespace

void check_versions(const Names& names, const Modules& modules, const Reporter& reporter) {
    for_items(modules, ast::ItemKind::Card, [&](const ast::Item& item) {
        for (const ast::TextLine& line : item.contents.lines) {
            if (!line.version.empty()) check_line(names, line, reporter);
        }
    });
}

}  // namespace errata::compiler
