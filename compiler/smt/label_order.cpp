#include "compiler/smt/label_order.h"

#include <algorithm>

namespace errata::compiler {

namespace {

enum class Visit : std::uint8_t { No, Open, Done };

class Ordering {
public:
    explicit Ordering(const Model& model) : model_(model), visits_(model.flow.labels.size(), Visit::No) {}

    LabelOrder run() {
        for (std::size_t i = 0; i < visits_.size(); ++i) visit(LabelId(i));
        std::reverse(result_.order.begin(), result_.order.end());
        return std::move(result_);
    }

private:
    void visit(LabelId label) {
        Visit& mark = visits_[label.index];
        if (mark == Visit::Open) result_.has_circle = true;
        if (mark != Visit::No) return;
        mark = Visit::Open;
        visit_code(model_.flow.labels[label.index].code);
        visits_[label.index] = Visit::Done;
        result_.order.push_back(label);
    }

    void visit_code(CodeId id) {
        const Code& code = model_.flow.code[id];
        if (code.kind == CodeKind::Goto) visit(code.label);
        for (CodeId child : code.children) visit_code(child);
    }

    const Model& model_;
    std::vector<Visit> visits_;
    LabelOrder result_;
};

}  // namespace

LabelOrder label_order(const Model& model) { return Ordering(model).run(); }

}  // namespace errata::compiler
