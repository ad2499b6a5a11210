#include "compiler/ir/passes/programs.h"

#include <array>
#include <map>

#include "compiler/ir/passes/disjoint_sets.h"
#include "compiler/ir/walk.h"
#include "dsl/base/mapped.h"

namespace errata::compiler {

std::vector<Program> programs(const Model& model) {
    const std::size_t labels = model.flow.labels.size();
    DisjointSets together(labels + model.flow.points.size());
    const auto at = [&](PointId point) { return labels + point.index; };
    for (std::size_t label = 0; label < labels; ++label) {
        const std::array roots{model.flow.labels[label].code};
        walk_code(model.flow.code, roots, [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Goto) together.join(label, node.label.index);
            if (node.kind == CodeKind::Stop || node.kind == CodeKind::Call)
                together.join(label, at(node.point));
        });
    }
    for (std::size_t i = 0; i < model.flow.points.size(); ++i) {
        const Point& point = model.flow.points[i];
        for (const PointOption& option : point.options) together.join(labels + i, option.target.index);
        if (point.otherwise) together.join(labels + i, point.otherwise->index);
    }

    std::map<std::size_t, Program> result;
    for (std::size_t i = 0; i < labels; ++i) result[together.find(i)].labels.emplace_back(i);
    for (std::size_t i = 0; i < model.flow.points.size(); ++i)
        result[together.find(labels + i)].points.emplace_back(i);
    for (std::size_t i = 0; i < model.rules.triggers.size(); ++i)
        result[together.find(at(model.rules.triggers[i].entry))].triggers.emplace_back(i);
    return dsl::mapped(result, [](auto& entry) { return std::move(entry.second); });
}

}  // namespace errata::compiler
