#include "checker/codes.h"

#include <algorithm>

namespace errata::checker {

const std::vector<CodeInfo>& all_codes() {
    static const std::vector<CodeInfo> codes = {
#define ERRATA_FINDING(code, severity, title) {code, Severity::severity, title},
#include "checker/codes.def"
#undef ERRATA_FINDING
    };
    return codes;
}

const CodeInfo* find_code(std::string_view code) {
    for (const CodeInfo& row : all_codes()) {
        if (row.code == code) return &row;
    }
    return nullptr;
}

bool selects(const std::vector<std::string>& only, std::string_view code) {
    if (only.empty()) return true;
    return std::any_of(only.begin(), only.end(), [code](const std::string& wanted) {
        return code == wanted ||
               (code.size() > wanted.size() && code.starts_with(wanted) && code[wanted.size()] == '.');
    });
}

}  // namespace errata::checker
