#include "reports/explain/approvals.h"

#include <algorithm>
#include <tuple>

namespace errata::reports {

namespace {

bool is_same_text(const ReadText& a, const ReadText& b) {
    return std::tie(a.kind, a.name, a.text) == std::tie(b.kind, b.name, b.text);
}

}  // namespace

ApprovalState Approvals::of(const ReadText& text) const {
    const auto found =
        std::ranges::find_if(texts_, [&](const ReadText& one) { return is_same_text(one, text); });
    if (found == texts_.end()) return ApprovalState::None;
    return found->meaning == text.meaning ? ApprovalState::Given : ApprovalState::Lapsed;
}

void Approvals::approve(const ReadText& text) {
    std::erase_if(texts_, [&](const ReadText& one) { return is_same_text(one, text); });
    texts_.push_back(text);
}

}  // namespace errata::reports
