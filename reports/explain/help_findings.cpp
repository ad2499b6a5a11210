#include "reports/explain/finding_pages.h"

namespace errata::reports {

const std::vector<FindingHelp>& all_finding_help() {
    static const std::vector<FindingHelp> all = [] {
        std::vector<FindingHelp> pages;
        for (auto* const sort : {pages_of_contradictions, pages_of_play, pages_of_text}) {
            const std::vector<FindingHelp>& some = sort();
            pages.insert(pages.end(), some.begin(), some.end());
        }
        return pages;
    }();
    return all;
}

}  // namespace errata::reports
