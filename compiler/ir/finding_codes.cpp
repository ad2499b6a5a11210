#include "compiler/ir/finding_codes.h"

#include <algorithm>

namespace errata::compiler {

std::string_view word(Question question) {
    switch (question) {
#define ERRATA_QUESTION(name, word) \
    case Question::name:            \
        return word;
#include "compiler/ir/questions.def"
#undef ERRATA_QUESTION
    }
    return "";
}

const std::vector<CodeInfo>& all_codes() {
    static const std::vector<CodeInfo> codes = {
#define ERRATA_FINDING(name, code, family, nature, severity, question, agree, title) \
    {FindingCode::name,     code,                                                    \
     FindingFamily::family, CodeNature::nature,                                      \
     Severity::severity,    Question::question,                                      \
     WhereWaysAgree::agree, title},
#include "compiler/ir/finding_codes.def"
#undef ERRATA_FINDING
    };
    return codes;
}

const CodeInfo& info(FindingCode code) { return all_codes()[static_cast<std::size_t>(code)]; }

std::optional<FindingCode> find_code(std::string_view name) {
    const auto found = std::ranges::find(all_codes(), name, &CodeInfo::name);
    if (found == all_codes().end()) return std::nullopt;
    return found->code;
}

bool selects(const std::vector<std::string>& only, std::string_view code) {
    if (only.empty()) return true;
    return std::any_of(only.begin(), only.end(), [code](const std::string& wanted) {
        return code == wanted ||
               (code.size() > wanted.size() && code.starts_with(wanted) && code[wanted.size()] == '.');
    });
}

}  // namespace errata::compiler
