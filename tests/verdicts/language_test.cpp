// Nothing but sentences depends on words: told in another language, everything else is as it was.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/support/told.h"

namespace errata::tests {
namespace {

using Json = nlohmann::json;

// What is said, wherever it stands.
void leave_out_sentences(Json& json) {
    constexpr const char* sentences[] = {"title",  "explanation", "heading",    "detail",
                                         "growth", "limit",       "excludes",   "undecided",
                                         "advice", "why",         "diagnostics"};
    if (json.is_object()) {
        if (json.contains("not_analysed")) json["not_analysed"] = json["not_analysed"].size();
        for (const char* const key : sentences) json.erase(key);
    }
    if (!json.is_structured()) return;
    for (Json& part : json) leave_out_sentences(part);
}

// The first few of each family.
std::vector<std::string> some_litmus_specs() {
    constexpr std::size_t of_each_family = 4;
    std::vector<std::string> result;
    for (const auto& family :
         std::filesystem::directory_iterator(std::string(ERRATA_SOURCE_DIR) + "/specs/litmus")) {
        if (!family.is_directory()) continue;
        std::vector<std::string> specs;
        for (const auto& file : std::filesystem::directory_iterator(family.path()))
            specs.push_back(file.path());
        std::ranges::sort(specs);
        specs.resize(std::min(specs.size(), of_each_family));
        result.insert(result.end(), specs.begin(), specs.end());
    }
    return result;
}

TEST(Language, ChangesSentencesAlone) {
    std::size_t told = 0;
    for (const std::string& spec : some_litmus_specs()) {
        const Ran english = run_errata({"check", spec, "--format", "json"});
        const Ran pseudo = run_errata({"check", spec, "--format", "json", "--language", "pseudo"});
        EXPECT_EQ(english.code, pseudo.code) << spec;
        Json said = Json::parse(english.out);
        Json other = Json::parse(pseudo.out);
        if (said != other) ++told;
        leave_out_sentences(said);
        leave_out_sentences(other);
        EXPECT_EQ(said, other) << spec;
    }
    EXPECT_GT(told, 20U);
}

TEST(Language, PseudoTellsKindsAndArguments) {
    const Ran ran =
        run_errata({"check", std::string(ERRATA_SOURCE_DIR) + "/specs/litmus/loops/clockwork.rules",
                    "--language", "pseudo"});
    EXPECT_NE(ran.out.find("⟦"), std::string::npos) << ran.out;
}

}  // namespace
}  // namespace errata::tests
