#include "compiler/ir/verify_labels.h"

#include <fmt/format.h>

#include "compiler/ir/walk.h"

namespace errata::compiler {

// Depth first over the labels; a label met again before it is left closes a cycle.
void verify_gotos(const Model& model, std::vector<std::string>& problems) {
    enum class Mark : char { New, Open, Done };
    std::vector<Mark> marks(model.flow.labels.size(), Mark::New);
    const auto visit = [&](std::size_t label, const auto& self) -> void {
        if (marks[label] == Mark::Open) {
            problems.push_back("label " + model.flow.labels[label].name +
                               ": a chain of gotos comes back without a stop");
        }
        if (marks[label] != Mark::New) return;
        marks[label] = Mark::Open;
        const CodeId root = model.flow.labels[label].code;
        walk_code(model.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
            if (node.kind == CodeKind::Goto) self(node.label.index, self);
        });
        marks[label] = Mark::Done;
    };
    for (std::size_t label = 0; label < model.flow.labels.size(); ++label) visit(label, visit);
}

namespace {

// What code that starts at the turn (control) or at an agenda item does.
void verify_reached(const Model& model, LabelId label, bool control, std::vector<std::string>& problems) {
    const auto problem = [&](const std::string& text) {
        problems.push_back("label " + model.flow.labels[label.index].name + ": " + text);
    };
    const CodeId root = model.flow.labels[label.index].code;
    walk_code(model.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
        if (node.kind == CodeKind::Return && control)
            problem("the turn returns, and nothing would be left to go on");
        const bool waits = node.kind == CodeKind::Stop || node.kind == CodeKind::Call;
        if (waits && model.flow.points[node.point.index].control != control) {
            problem(fmt::format("{} stops at {} of {}", control ? "the turn" : "an agenda item",
                                model.flow.points[node.point.index].name,
                                control ? "an agenda item" : "the turn"));
        }
    });
}

}  // namespace

void verify_frames(const Model& model, std::vector<std::string>& problems) {
    for (const bool control : {true, false}) {
        std::vector<bool> reached(model.flow.labels.size());
        std::vector<LabelId> open;
        const auto reach = [&](LabelId label) {
            if (!reached[label.index]) open.push_back(label);
            reached[label.index] = true;
        };
        for (const Point& point : model.flow.points) {
            if (point.control != control) continue;
            for (const PointOption& option : point.options) reach(option.target);
            if (point.otherwise) reach(*point.otherwise);
        }
        while (!open.empty()) {
            const LabelId label = open.back();
            open.pop_back();
            verify_reached(model, label, control, problems);
            const CodeId root = model.flow.labels[label.index].code;
            walk_code(model.flow.code, std::span(&root, 1), [&](CodeId, const Code& node) {
                if (node.kind == CodeKind::Goto) reach(node.label);
            });
        }
    }
}

}  // namespace errata::compiler
