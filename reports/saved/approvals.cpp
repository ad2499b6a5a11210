#include "reports/saved/approvals.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "reports/saved/witness.h"

namespace errata::reports {

namespace {

constexpr const char* approvals_format = "errata-approvals-1";

// Nothing: it is no approval.
std::optional<ReadText> read_approval(const Json& json) {
    const auto is_word = [&](const char* key) {
        return json.is_object() && json.value(key, Json()).is_string();
    };
    if (!is_word("kind") || !is_word("item") || !is_word("text") || !is_word("meaning")) return std::nullopt;
    return ReadText{json["kind"], json["item"], json["text"], json["meaning"]};
}

ReadApprovals unusable(const std::string& path, const std::string& why) {
    return {{}, "'" + path + "' cannot be used: " + why + "; mend the file, or delete it and approve anew"};
}

}  // namespace

std::string approvals_beside(const dsl::FileReader& reader, const std::string& spec) {
    if (reader.list(spec)) return (std::filesystem::path(spec) / "approved.json").string();
    return std::filesystem::path(spec).replace_extension(".approved.json").string();
}

ReadApprovals read_approvals(const dsl::FileReader& reader, const std::string& spec) {
    const std::string path = approvals_beside(reader, spec);
    const std::optional<std::string> text = reader.read(path);
    if (!text) return {};
    const ReadFile file = read_saved(*text, approvals_format);
    if (!file.problem.empty()) return unusable(path, file.problem);
    const Json approved = file.json.value("approved", Json());
    if (!approved.is_array()) return unusable(path, "it has no list of approved texts");
    ReadApprovals result;
    for (const Json& one : approved) {
        const std::optional<ReadText> read = read_approval(one);
        if (!read) return unusable(path, "this is no approval: " + one.dump());
        result.approvals.approve(*read);
    }
    return result;
}

std::string written(const Approvals& approvals) {
    std::vector<ReadText> sorted = approvals.texts();
    std::ranges::sort(sorted, {}, [](const ReadText& one) { return std::tie(one.kind, one.name, one.text); });
    Json approved = Json::array();
    for (const ReadText& one : sorted)
        approved.push_back(
            {{"kind", one.kind}, {"item", one.name}, {"text", one.text}, {"meaning", one.meaning}});
    const Json json = {{"format", approvals_format}, {"approved", approved}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
