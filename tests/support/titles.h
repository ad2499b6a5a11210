// What findings are called, as facts: "⟦ForEver: Ring⟧".
#pragma once

#include <set>
#include <string>

#include "checker/headline.h"
#include "reports/words/facts.h"

namespace errata::tests {

inline std::string title(const compiler::Model& model, const checker::Finding& finding) {
    return reports::said(checker::headline(model, finding), reports::Language::Pseudo);
}

inline std::set<std::string> titles(const compiler::Model& model, const checker::CheckResult& result) {
    std::set<std::string> all;
    for (const checker::Finding& finding : result.findings) all.insert(title(model, finding));
    return all;
}

}  // namespace errata::tests
