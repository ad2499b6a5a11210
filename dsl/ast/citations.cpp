#include "dsl/ast/citations.h"

namespace errata::dsl::ast {

namespace {

// With those of the abilities in its braces.
std::vector<std::string> rows_of(const Ability& ability) {
    std::vector<std::string> rows = ability.rows;
    for (const Ability& part : ability.parts) {
        for (std::string& row : rows_of(part)) rows.push_back(std::move(row));
    }
    return rows;
}

}  // namespace

std::vector<Citation> citations(const Module& module) {
    std::vector<Citation> result;
    const auto add = [&](Citation citation, const std::vector<std::string>& rows, Span span) {
        if (rows.empty()) return;
        citation.rows = rows;
        citation.span = span;
        result.push_back(std::move(citation));
    };
    for (std::size_t i = 0; i < module.items.size(); ++i) {
        const Item& item = module.items[i];
        // The rules that follow a rulebook cite its rows.
        if (item.kind == ItemKind::Omit || item.kind == ItemKind::Rules) continue;
        add({CitingPart::Item, i, 0, 0, {}, {}}, item.rows, item.span);
        for (std::size_t j = 0; j < item.contents.abilities.size(); ++j)
            add({CitingPart::Ability, i, 0, j, {}, {}}, rows_of(item.contents.abilities[j]),
                item.contents.abilities[j].span);
        for (std::size_t a = 0; a < item.contents.alternatives.size(); ++a) {
            const std::vector<Ability>& abilities = item.contents.alternatives[a].abilities;
            for (std::size_t j = 0; j < abilities.size(); ++j)
                add({CitingPart::Ability, i, a, j, {}, {}}, rows_of(abilities[j]), abilities[j].span);
        }
        for (std::size_t j = 0; j < item.contents.lines.size(); ++j) {
            if (item.contents.lines[j].is_rule) continue;
            add({CitingPart::Line, i, 0, j, {}, {}}, item.contents.lines[j].rows,
                item.contents.lines[j].span);
        }
    }
    return result;
}

}  // namespace errata::dsl::ast
