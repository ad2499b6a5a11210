#include "reports/saved/approvals.h"

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "reports/saved/witness.h"

namespace errata::reports {

namespace {

constexpr const char* approvals_format = "errata-approvals-1";

bool is_same_text(const ReadText& a, const ReadText& b) {
    return std::tie(a.kind, a.name, a.text) == std::tie(b.kind, b.name, b.text);
}

// Nothing: it is no approval.
std::optional<ReadText> read_approval(const Json& json) {
    const auto is_word = [&](const char* key) {
        return json.is_object() && json.value(key, Json()).is_string();
    };
    if (!is_word("kind") || !is_word("item") || !is_word("text") || !is_word("meaning")) return std::nullopt;
    return ReadText{json["kind"], json["item"], json["text"], json["meaning"]};
}

std::string unusable(const std::string& path, const std::string& why) {
    return "'" + path + "' cannot be used: " + why + "; mend the file, or delete it and approve anew";
}

}  // namespace

std::string Approvals::path_beside(const dsl::FileReader& reader, const std::string& spec) {
    if (reader.list(spec)) return (std::filesystem::path(spec) / "approved.json").string();
    return std::filesystem::path(spec).replace_extension(".approved.json").string();
}

Approvals::Read Approvals::read(const dsl::FileReader& reader, const std::string& spec) {
    Read result;
    const std::string path = path_beside(reader, spec);
    const std::optional<std::string> text = reader.read(path);
    if (!text) return result;
    const ReadFile file = read_saved(*text, approvals_format);
    const Json approved = file.problem.empty() ? file.json.value("approved", Json()) : Json();
    if (!file.problem.empty() || !approved.is_array()) {
        result.problem =
            unusable(path, file.problem.empty() ? "it has no list of approved texts" : file.problem);
        return result;
    }
    for (const Json& one : approved) {
        const std::optional<ReadText> read = read_approval(one);
        if (!read) {
            result.problem = unusable(path, "this is no approval: " + one.dump());
            return result;
        }
        result.approvals.texts_.push_back(*read);
    }
    return result;
}

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

std::string Approvals::written() const {
    std::vector<ReadText> sorted = texts_;
    std::ranges::sort(sorted, {}, [](const ReadText& one) { return std::tie(one.kind, one.name, one.text); });
    Json approved = Json::array();
    for (const ReadText& one : sorted)
        approved.push_back(
            {{"kind", one.kind}, {"item", one.name}, {"text", one.text}, {"meaning", one.meaning}});
    const Json json = {{"format", approvals_format}, {"approved", approved}};
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
