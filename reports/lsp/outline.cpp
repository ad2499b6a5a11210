#include "reports/lsp/outline.h"

#include <algorithm>
#include <map>

#include "dsl/ast/fields.h"
#include "dsl/base/text.h"
#include "reports/lsp/places.h"

namespace errata::reports::lsp {

using compiler::DeclaredSort;
using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

constexpr std::size_t most_symbols = 500;

// SymbolKind of the protocol.
enum class Symbol {
    File = 1,
    Module = 2,
    Namespace = 3,
    Class = 5,
    Method = 6,
    Field = 8,
    Enum = 10,
    Function = 12,
    Variable = 13,
    Constant = 14,
    String = 15,
    Object = 19,
    Event = 24,
};

Symbol symbol_of(ItemKind kind) {
    static const std::map<ItemKind, Symbol> table = {
        {ItemKind::Game, Symbol::File},          {ItemKind::Import, Symbol::File},
        {ItemKind::Cards, Symbol::File},         {ItemKind::Player, Symbol::Object},
        {ItemKind::Card, Symbol::Object},        {ItemKind::Enum, Symbol::Enum},
        {ItemKind::Zone, Symbol::Enum},          {ItemKind::Kind, Symbol::Class},
        {ItemKind::Grid, Symbol::Class},         {ItemKind::Sites, Symbol::Class},
        {ItemKind::Printed, Symbol::Class},      {ItemKind::State, Symbol::Variable},
        {ItemKind::Relation, Symbol::Variable},  {ItemKind::Define, Symbol::Function},
        {ItemKind::Open, Symbol::Function},      {ItemKind::Derived, Symbol::Function},
        {ItemKind::Inductive, Symbol::Function}, {ItemKind::Equations, Symbol::Function},
        {ItemKind::Action, Symbol::Event},       {ItemKind::Window, Symbol::Event},
        {ItemKind::Phrase, Symbol::String},      {ItemKind::Category, Symbol::String},
        {ItemKind::Setup, Symbol::Namespace},    {ItemKind::Scenario, Symbol::Namespace},
        {ItemKind::Screen, Symbol::Namespace}};
    const auto found = table.find(kind);
    return found == table.end() ? Symbol::Module : found->second;
}

Symbol symbol_of(DeclaredSort sort) {
    switch (sort) {
        case DeclaredSort::Type:
            return Symbol::Class;
        case DeclaredSort::NamedValue:
            return Symbol::Constant;
        case DeclaredSort::Field:
            return Symbol::Field;
        case DeclaredSort::Stored:
        case DeclaredSort::Local:
            return Symbol::Variable;
        case DeclaredSort::Definition:
            return Symbol::Function;
        case DeclaredSort::Action:
        case DeclaredSort::Window:
        case DeclaredSort::Phase:
            return Symbol::Event;
        case DeclaredSort::Category:
        case DeclaredSort::Phrase:
            return Symbol::String;
        case DeclaredSort::PrintedItem:
            return Symbol::Object;
        case DeclaredSort::Rule:
        case DeclaredSort::Setup:
        case DeclaredSort::Claim:
        case DeclaredSort::Reading:
        case DeclaredSort::Assumption:
            return Symbol::Module;
    }
    return Symbol::Module;
}

// The word that it begins with, and what it is called.
std::string called(const Item& item) {
    const ItemKind kind = item.kind;
    if (kind == ItemKind::Error) return "";
    if (kind == ItemKind::Card || kind == ItemKind::Rules) return item.title + " " + item.name;
    if (kind == ItemKind::State) return "state";
    if (kind == ItemKind::Turn) return "turn";
    if (kind == ItemKind::Meta) return "meta";
    if (kind == ItemKind::Player) return "player " + dsl::join(item.names.all, ", ");
    if (kind == ItemKind::Phrase) return item.name + " \"" + item.title + "\"";
    return !item.name.empty() ? item.name : item.title;
}

bool is_of_file(const Item& item, std::uint32_t file) {
    return item.span.is_valid() && item.span.file == file && item.span.begin < item.span.end;
}

Json child(const Drafted& draft, const std::string& name, Symbol symbol, dsl::Span span) {
    const Json range = range_of(draft.sources, span);
    return {{"name", name}, {"kind", static_cast<int>(symbol)}, {"range", range}, {"selectionRange", range}};
}

Json children_of(const Drafted& draft, const Item& item) {
    Json result = Json::array();
    for (const dsl::ast::Binder& field : item.fields) {
        if (field.span.file == item.span.file && !field.name.empty())
            result.push_back(child(draft, field.name, Symbol::Field, field.span));
    }
    for (const dsl::ast::Equation& one : item.contents.equations) {
        if (!one.name.empty()) result.push_back(child(draft, one.name, Symbol::Function, one.span));
    }
    for (const dsl::ast::Alternative& one : item.contents.alternatives) {
        if (!one.name.empty()) result.push_back(child(draft, one.name, Symbol::Module, one.span));
    }
    if (item.kind == ItemKind::Turn) {
        dsl::ast::walk(item, [&](const dsl::ast::Stmt& stmt) {
            if (stmt.kind == dsl::ast::StmtKind::Phase)
                result.push_back(child(draft, stmt.name, Symbol::Event, stmt.span));
        });
    }
    return result;
}

const dsl::ast::Module* module_of(const Drafted& draft, std::uint32_t file) {
    const auto found = std::ranges::find(draft.modules, file, &dsl::ast::Module::file);
    return found == draft.modules.end() ? nullptr : &*found;
}

}  // namespace

Json document_symbols(const Drafted& draft, std::uint32_t file) {
    Json result = Json::array();
    const dsl::ast::Module* const module = module_of(draft, file);
    if (module == nullptr) return result;
    for (const Item& item : module->items) {
        const std::string name = called(item);
        // The meaning of a line belongs to its card.
        if (name.empty() || !is_of_file(item, file) || item.sort.is_of_line) continue;
        const dsl::Span name_span =
            is_of_file(item, file) && item.name_span.is_valid() && item.name_span.file == file &&
                    item.name_span.begin >= item.span.begin && item.name_span.end <= item.span.end
                ? item.name_span
                : dsl::Span{file, item.span.begin, item.span.begin};
        Json symbol = {{"name", name},
                       {"kind", static_cast<int>(symbol_of(item.kind))},
                       {"range", range_of(draft.sources, item.span)},
                       {"selectionRange", range_of(draft.sources, name_span)}};
        if (Json inside = children_of(draft, item); !inside.empty()) symbol["children"] = std::move(inside);
        result.push_back(std::move(symbol));
    }
    return result;
}

Json folding_ranges(const Drafted& draft, std::uint32_t file) {
    Json result = Json::array();
    const dsl::ast::Module* const module = module_of(draft, file);
    if (module == nullptr) return result;
    const dsl::SourceFile& source = draft.sources.file(file);
    const auto add = [&](dsl::Span span, const char* kind) {
        if (!span.is_valid() || span.file != file) return;
        const std::uint32_t first = source.position(span.begin).line;
        const std::uint32_t last = source.position(span.end).line;
        if (first >= last) return;
        Json range = {{"startLine", first - 1}, {"endLine", last - 1}};
        if (kind != nullptr) range["kind"] = kind;
        result.push_back(std::move(range));
    };
    for (const Item& item : module->items) {
        if (!item.sort.is_of_line) add(item.span, nullptr);
        dsl::ast::walk(item, [&](const dsl::ast::Stmt& stmt) {
            for (const dsl::Span block : stmt.block_spans) add(block, nullptr);
        });
        dsl::ast::walk(item, [&](const dsl::ast::Ability& ability) { add(ability.span, nullptr); });
    }
    // Comments on lines of their own that follow each other.
    const std::vector<dsl::ast::Comment>& comments = module->comments;
    for (std::size_t i = 0; i < comments.size();) {
        dsl::Span all = comments[i].span;
        std::size_t next = i + 1;
        while (next < comments.size() && comments[next].own_line &&
               source.position(comments[next].span.begin).line == source.position(all.end).line + 1)
            all.end = comments[next++].span.end;
        if (comments[i].own_line) add(all, "comment");
        i = next;
    }
    return result;
}

void add_symbols(const Drafted& draft, const std::string& words, Json& result) {
    const std::string wanted = dsl::lower(words);
    for (const compiler::Declaration& one : draft.references.declarations) {
        if (result.size() >= most_symbols) return;
        const bool is_symbol =
            one.sort != DeclaredSort::Local && draft.sources.file(one.name_span.file).path().starts_with("/");
        if (!is_symbol || dsl::lower(one.name).find(wanted) == std::string::npos) continue;
        result.push_back({{"name", one.name},
                          {"kind", static_cast<int>(symbol_of(one.sort))},
                          {"location", location_of(draft.sources, one.name_span)}});
    }
}

}  // namespace errata::reports::lsp
