#include "reports/saved/facts.h"

#include <type_traits>
#include <utility>

#include "checker/fact_kinds.h"
#include "checker/words.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Argument;
using checker::Fact;
using checker::Facts;

namespace {

Json save_argument(const Argument& argument) {
    return std::visit(
        [](const auto& value) -> Json {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, std::vector<std::string>>) {
                return {{"names", value}};
            } else if constexpr (std::is_same_v<Value, Facts>) {
                return {{"facts", save_facts(value)}};
            } else {
                return value;
            }
        },
        argument.value);
}

std::optional<Argument> read_argument(const Json& json) {
    if (json.is_string()) return Argument(json.get<std::string>());
    if (json.is_number_integer()) return Argument(json.get<std::int64_t>());
    if (json.contains("names")) return Argument(json.at("names").get<std::vector<std::string>>());
    std::optional<Facts> facts = read_facts(json.at("facts"));
    return facts ? std::optional(Argument(std::move(*facts))) : std::nullopt;
}

}  // namespace

Json save_facts(const Facts& facts) {
    Json json = Json::array();
    for (const Fact& fact : facts) {
        Json saved = Json::array({word(fact.kind)});
        for (const Argument& argument : fact.arguments) saved.push_back(save_argument(argument));
        json.push_back(std::move(saved));
    }
    return json;
}

std::optional<Facts> read_facts(const Json& json) {
    Facts facts;
    for (const Json& saved : json) {
        const auto kind = checker::read_word(checker::all_fact_kinds, saved.at(0).get<std::string>());
        if (!kind) return std::nullopt;
        Fact fact{*kind};
        for (std::size_t i = 1; i < saved.size(); ++i) {
            std::optional<Argument> argument = read_argument(saved[i]);
            if (!argument) return std::nullopt;
            fact.arguments.push_back(std::move(*argument));
        }
        if (!can_be_said(fact)) return std::nullopt;
        facts.push_back(std::move(fact));
    }
    return facts;
}

}  // namespace errata::reports
