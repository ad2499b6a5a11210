// Which texts somebody has read back and approved (`errata cards --read NAME --approve`). An approval holds
// for one text of one printed item and for what it meant then. When a phrase that reads it, or an assumption
// that it asks for, says something else, the approval lapses. What actions and definitions of the game do is
// not part of it. The file with the approvals is saved/approvals.
#pragma once

#include <string>
#include <vector>

namespace errata::reports {

// A text of a printed item, and a digest of what it means.
struct ReadText {
    std::string kind;
    std::string name;
    std::string text;
    std::string meaning;
    friend bool operator==(const ReadText&, const ReadText&) = default;
};

enum class ApprovalState { None, Lapsed, Given };

class Approvals {
public:
    const std::vector<ReadText>& texts() const { return texts_; }
    ApprovalState of(const ReadText& text) const;
    // Instead of what was approved of the same text before.
    void approve(const ReadText& text);

private:
    std::vector<ReadText> texts_;
};

}  // namespace errata::reports
