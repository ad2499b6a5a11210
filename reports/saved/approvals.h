// Which texts of a spec somebody has read back and approved (`errata cards --read NAME --approve`). They are
// kept in a file beside the spec, GAME.approved.json for GAME.rules, or approved.json in the folder of a game.
// An approval holds for one text of one printed item and for what it meant then. When a phrase that reads it,
// or an assumption that it asks for, says something else, the approval lapses. What actions and definitions
// of the game do is not part of it.
#pragma once

#include <string>
#include <vector>

#include "dsl/source/file_reader.h"

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
    static std::string path_beside(const dsl::FileReader& reader, const std::string& spec);

    // Empty if there is no such file. `problem`: a sentence about a file that cannot be used, else empty.
    struct Read;
    static Read read(const dsl::FileReader& reader, const std::string& spec);

    bool is_empty() const { return texts_.empty(); }
    ApprovalState of(const ReadText& text) const;
    // Instead of what was approved of the same text before.
    void approve(const ReadText& text);
    // Sorted, so that two people who approve different cards change different lines.
    std::string written() const;

private:
    std::vector<ReadText> texts_;
};

struct Approvals::Read {
    Approvals approvals;
    std::string problem;
};

}  // namespace errata::reports
