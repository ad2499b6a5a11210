// The approvals of a spec as a file beside it: GAME.approved.json for GAME.rules, approved.json in the folder
// of a game. It belongs under version control as the spec does.
#pragma once

#include <string>

#include "dsl/source/file_reader.h"
#include "reports/explain/approvals.h"

namespace errata::reports {

std::string approvals_beside(const dsl::FileReader& reader, const std::string& spec);

// Empty if there is no such file. `problem`: a sentence about a file that cannot be used, else empty.
struct ReadApprovals {
    Approvals approvals;
    std::string problem;
};
ReadApprovals read_approvals(const dsl::FileReader& reader, const std::string& spec);

// The text of the file. Its entries are sorted. So two people who approve different cards change different
// lines.
std::string written(const Approvals& approvals);

}  // namespace errata::reports
