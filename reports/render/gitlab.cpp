#include "reports/render/gitlab.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "reports/render/remarks.h"

namespace errata::reports {

using checker::Severity;
using Json = nlohmann::ordered_json;

namespace {

std::string_view code_quality_severity(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return "major";
        case Severity::Warning:
            return "minor";
        case Severity::Note:
            return "info";
    }
    return "info";
}

Json code_quality_entry(const Remark& remark, const std::string& fingerprint) {
    return {{"description", (remark.begins_with_title ? "" : remark.title + "\n") + remark.explanation},
            {"check_name", remark.code},
            {"fingerprint", fingerprint},
            {"severity", code_quality_severity(remark.severity)},
            {"location",
             {{"path", remark.place.file},
              {"lines", {{"begin", std::max<std::uint32_t>(1, remark.place.line)}}}}}};
}

}  // namespace

std::string render_gitlab(const Reports& reports) {
    Json array = Json::array();
    // Two specs may have one finding in a file that both import; of two entries with one fingerprint GitLab
    // shows one.
    std::map<std::string, std::size_t> given;
    for (const auto& [report, result] : reports) {
        for (const Remark& remark : remarks(*report)) {
            const std::size_t before = given[remark.fingerprint]++;
            const std::string number = before == 0 ? "" : "-" + std::to_string(before + 1);
            array.push_back(code_quality_entry(remark, remark.fingerprint + number));
        }
    }
    return array.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
