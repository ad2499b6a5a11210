// The titles of claims and positions: findings, plays and saved results are named by them.
#include <algorithm>

#include "compiler/elaborate/declare.h"
#include "compiler/elaborate/taken.h"

namespace errata::compiler {

using ast::ItemKind;

void declare_titles(World& world, const Modules& modules, bool of_scenarios) {
    const auto unique = [&](ItemKind kind, const std::string& what) {
        Taken titles(world, what);
        for_items(modules, kind, [&](const ast::Item& item) {
            const auto quote = static_cast<std::uint32_t>(world.sources.text(item.span).find('"'));
            dsl::Span span = item.span;
            span.begin = std::min(span.end, span.begin + quote);
            span.end = std::min(span.end, span.begin + static_cast<std::uint32_t>(item.title.size()) + 2);
            titles.claim(item.title, span);
        });
    };
    unique(ItemKind::Check, "check");
    unique(ItemKind::Ruling, "ruling");
    unique(ItemKind::Setup, "setup");
    if (of_scenarios) unique(ItemKind::Scenario, "scenario");
    unique(ItemKind::Partition, "partition");
    for_items(modules, ItemKind::Partition, [&](const ast::Item& item) {
        Taken cases(world, "case");
        for (std::size_t i = 0; i < item.names.size(); ++i)
            cases.claim(item.names[i], item.exprs[i + 1].span);
    });
}

}  // namespace errata::compiler
