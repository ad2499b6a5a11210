#include "reports/saved/kept_results.h"

#include <algorithm>
#include <set>
#include <utility>

#include "dsl/ast/dump.h"
#include "dsl/base/hash.h"
#include "dsl/base/text.h"
#include "reports/saved/facts.h"
#include "reports/saved/results.h"

namespace errata::reports {

using checker::CheckResult;
using checker::Session;
using checker::Trials;
using checker::Tried;

namespace {

constexpr const char* trials_of = "/trials";

Json options_json(const compiler::CompileOptions& options) {
    const compiler::ScreenOptions& screens = options.screens;
    return {{"scope", options.scope},
            {"overrides", options.overrides},
            {"without_assumptions", options.without_assumptions},
            {"scenario", options.scenario},
            {"unused", options.unused},
            {"set_unread_aside", options.set_unread_aside},
            {"screens",
             {screens.alone, screens.size ? Json(*screens.size) : Json(nullptr), screens.items,
              screens.newcomers, screens.together, screens.tells_all_apart, screens.shard, screens.shards}}};
}

Json options_json(const checker::CheckOptions& options) {
    const checker::Budget& budget = options.budget;
    Json obligations = Json::array();
    for (const checker::ObligationId& id : options.obligations) obligations.push_back(print(id));
    Json analyses = Json::array();
    for (const checker::AnalysisName name : options.only_analyses) analyses.push_back(checker::word(name));
    Json reductions = Json::array();
    for (const std::string_view off : switched_off(options.reductions)) reductions.push_back(off);
    return {{"budget",
             {budget.states, budget.memory, budget.initial_states, budget.second_look, budget.solver_units}},
            {"engine", options.engine ? Json(checker::word(*options.engine)) : Json(nullptr)},
            {"codes", options.only_codes},
            {"analyses", analyses},
            {"obligations", obligations},
            {"only", {options.scenarios_only, options.screens_only, options.on_request, options.items}},
            {"depth", options.depth},
            {"reductions", reductions}};
}

std::string packed(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Everything that was read: of modules the trees, without comments and layout; of tables the text.
std::string sources_text(const Session& session) {
    std::string text;
    std::set<std::uint32_t> parsed;
    for (const dsl::ast::Module& module : session.modules) {
        parsed.insert(module.file);
        text += session.sources.file(module.file).path() + (module.is_library ? " library\n" : "\n") +
                dsl::ast::dump(module);
    }
    // Facts quote clauses, some only if they are short.
    for (const checker::Part& part : session.parts) {
        for (const compiler::Clause& clause : part.model.clauses) text += clause.text + "\n";
    }
    for (std::uint32_t file = 0; file < session.sources.size(); ++file) {
        if (parsed.contains(file)) continue;
        const dsl::SourceFile& table = session.sources.file(file);
        text += table.path() + "\n" + std::to_string(table.text().size()) + "\n" + table.text();
    }
    return text;
}

Json save_tried(const Tried& tried) {
    return {{"number", tried.number},           {"parts", tried.parts},
            {"settles", tried.settles},         {"instead", save_facts(tried.instead)},
            {"notes", save_facts(tried.notes)}, {"also", tried.also},
            {"saw_all", tried.saw_all},         {"limit", save_facts(tried.limit)},
            {"problem", tried.problem}};
}

// Throws Json::exception for what is not of the form; nothing for facts that nobody could have told.
std::optional<Tried> read_tried(const Json& json) {
    std::optional<checker::Facts> instead = read_facts(json.at("instead"));
    std::optional<checker::Facts> notes = read_facts(json.at("notes"));
    std::optional<checker::Facts> limit = read_facts(json.at("limit"));
    if (!instead || !notes || !limit) return std::nullopt;
    return Tried{json.at("number"),
                 "",
                 json.at("parts").get<std::set<std::string>>(),
                 json.at("settles"),
                 std::move(*instead),
                 std::move(*notes),
                 json.at("also").get<std::vector<std::string>>(),
                 json.at("saw_all"),
                 std::move(*limit),
                 json.at("problem")};
}

Json parsed(const std::optional<std::string>& text) {
    return text ? Json::parse(*text, nullptr, false) : Json(Json::value_t::discarded);
}

}  // namespace

KeptResults::KeptResults(checker::Store& store, const std::string& program, const Session& session,
                         const compiler::CompileOptions& compile, const checker::CheckOptions& check)
    : store_(store),
      session_(session),
      key_(dsl::hash_of(program + "\n" + results_format + "\n" + packed(options_json(compile)) + "\n" +
                        packed(options_json(check)) + "\n" + sources_text(session))) {}

std::optional<std::vector<CheckResult>> KeptResults::results() const {
    const Json json = parsed(store_.find(key_));
    if (!json.is_array() || json.size() != session_.parts.size()) return std::nullopt;
    std::vector<CheckResult> results;
    for (std::size_t i = 0; i < session_.parts.size(); ++i) {
        ReadResults read = read_results(session_.parts[i].model, session_.parts[i].scenario, key_, json[i]);
        if (!read.problem.empty()) return std::nullopt;
        results.push_back(std::move(read.results.result));
    }
    return results;
}

void KeptResults::keep(const std::vector<CheckResult>& results) {
    if (std::ranges::any_of(results, &CheckResult::stopped)) return;
    Json parts = Json::array();
    for (std::size_t i = 0; i < session_.parts.size(); ++i)
        parts.push_back(
            save_results(session_.parts[i].model, {session_.parts[i].scenario, key_, {}, results[i]}));
    store_.keep(key_, packed(parts));
}

std::map<std::string, Trials> KeptResults::trials() const {
    std::map<std::string, Trials> trials;
    const Json json = parsed(store_.find(key_ + trials_of));
    if (!json.is_object()) return trials;
    try {
        for (const auto& [fingerprint, saved] : json.items()) {
            Trials& read = trials[fingerprint];
            read.states = saved.at("states");
            for (const Json& one : saved.at("all")) {
                std::optional<Tried> tried = read_tried(one);
                if (!tried) return {};
                read.all.push_back(std::move(*tried));
            }
        }
    } catch (const Json::exception&) {  // it is tried again
        return {};
    }
    return trials;
}

void KeptResults::keep(const std::map<std::string, Trials>& trials) {
    Json json = Json::object();
    for (const auto& [fingerprint, tried] : trials) {
        Json all = Json::array();
        for (const Tried& one : tried.all) all.push_back(save_tried(one));
        json[fingerprint] = {{"states", tried.states}, {"all", std::move(all)}};
    }
    store_.keep(key_ + trials_of, packed(json));
}

}  // namespace errata::reports
