// Definitions, typed when they are first asked for or come up in their order; and tables that are made when
// they are asked for.
#include "compiler/resolve/boards.h"
#include "compiler/typed/expressions.h"

namespace errata::compiler::typed {

using dsl::DiagnosticKind;

namespace {

void type_body(const Typing& typing, DefineId id) {
    const Define& define = typing.names.callables.defines[id.index];
    const ast::Item& item = *define.item;
    Scope scope;
    std::vector<Binder> params;
    bool good = true;
    for (std::size_t i = 0; i < define.params.size(); ++i) {
        good = good && define.params[i].is_valid();
        params.push_back({typing.add(scope, item.binders[i].name, define.params[i]),
                          item.binders[i].name,
                          {define.params[i], {}, item.binders[i].span},
                          item.binders[i].span});
    }
    auto body = good ? expression(typing, item.exprs[0], scope, define.type) : std::nullopt;
    if (body && !typing.program.types.fits(body->type, define.type)) {
        typing.reporter.error(DiagnosticKind::type_mismatch, item.exprs[0].span,
                              "'" + item.name + "' is declared as " + typing.program.types.name(define.type) +
                                  ", but this is " + typing.program.types.name(body->type));
        body.reset();
    }
    Definition& result = typing.program.definitions[id.index];
    result.params = std::move(params);
    result.type = body ? body->type : TypeId{};
    if (define.type.is_valid())
        result.type = typing.program.types.is_numeric(define.type) ? typing.number_type() : define.type;
    if (body) result.body.push_back(std::move(*body));
}

}  // namespace

TypeId type_of_definition(const Typing& typing, DefineId id, dsl::Span asked) {
    const auto state = [&]() -> Definition::State& { return typing.program.definitions[id.index].state; };
    const Define& define = typing.names.callables.defines[id.index];
    if (state() == Definition::State::Underway) {
        typing.reporter.error(
            DiagnosticKind::recursive_definition, asked, "'" + define.item->name + "' is defined by itself",
            "a definition is written out where it is used; count with a quantifier or keep a field instead");
        return {};
    }
    if (state() == Definition::State::Unseen) {
        state() = Definition::State::Underway;
        type_body(typing, id);
        state() = Definition::State::Typed;
    }
    return typing.program.definitions[id.index].type;
}

std::optional<TableId> table_between(const Typing& typing, TypeId site) {
    const auto known = typing.program.tables_between.find(site);
    if (known != typing.program.tables_between.end()) return known->second;
    auto values = lines_between(typing.names, site);
    if (!values) return std::nullopt;
    std::vector<Table>& tables = typing.program.tables;
    tables.push_back(Table{"between", {site, site, site}, typing.bool_type(), std::move(*values)});
    const TableId table(tables.size() - 1);
    typing.program.tables_between.emplace(site, table);
    return table;
}

void add_bearer(Scope& scope, const Printed& printed) {
    scope.locals.push_back({"this", this_local, printed.on});
    scope.locals.push_back({"it", it_local, printed.type});
}

}  // namespace errata::compiler::typed
