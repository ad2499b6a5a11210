#include "reports/saved/facts.h"

#include <type_traits>
#include <utility>

#include "checker/fact_kinds.h"
#include "checker/words.h"
#include "dsl/base/mapped.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::Argument;
using checker::Fact;
using checker::Facts;

Json save_phrase(const compiler::Phrase& phrase) {
    const std::vector<compiler::Phrase::Part>& parts = phrase.parts();
    if (parts.empty() || (parts.size() == 1 && !parts.front().thing)) return phrase.text();
    Json json = Json::array();
    for (const compiler::Phrase::Part& part : parts)
        json.push_back(part.thing ? Json({part.text, part.thing->type.index, part.thing->value})
                                  : Json(part.text));
    return json;
}

compiler::Phrase read_phrase(const Json& json) {
    if (json.is_string()) return json.get<std::string>();
    compiler::Phrase phrase;
    for (const Json& part : json) {
        if (part.is_string())
            phrase.add({part.get<std::string>()});
        else
            phrase.add({part.at(0).get<std::string>(),
                        compiler::Thing{compiler::TypeId(part.at(1).get<std::size_t>()), part.at(2)}});
    }
    return phrase;
}

Json save_phrases(const std::vector<compiler::Phrase>& phrases) { return dsl::mapped(phrases, save_phrase); }

std::vector<compiler::Phrase> read_phrases(const Json& json) { return dsl::mapped(json, read_phrase); }

namespace {

Json save_argument(const Argument& argument) {
    return std::visit(
        [](const auto& value) -> Json {
            using Value = std::decay_t<decltype(value)>;
            if constexpr (std::is_same_v<Value, compiler::Phrase>) {
                return save_phrase(value);
            } else if constexpr (std::is_same_v<Value, std::vector<compiler::Phrase>>) {
                return {{"names", save_phrases(value)}};
            } else if constexpr (std::is_same_v<Value, Facts>) {
                return {{"facts", save_facts(value)}};
            } else {
                return value;
            }
        },
        argument.value);
}

std::optional<Argument> read_argument(const Json& json) {
    if (json.is_string() || json.is_array()) return Argument(read_phrase(json));
    if (json.is_number_integer()) return Argument(json.get<std::int64_t>());
    if (json.contains("names")) return Argument(read_phrases(json.at("names")));
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
