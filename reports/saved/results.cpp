#include "reports/saved/results.h"

#include <cstdint>

#include <fmt/format.h>

#include "compiler/ir/print.h"

namespace errata::reports {

using checker::CheckResult;
using checker::Finding;
using checker::LoopFacts;
using checker::Outcome;
using checker::Severity;
using checker::Status;
using checker::Verdict;
using checker::WayOut;
using compiler::Change;
using compiler::ClauseId;
using compiler::Model;

namespace {

template <class Enum>
std::optional<Enum> read_word(const Json& json, std::initializer_list<Enum> all) {
    for (const Enum candidate : all) {
        if (json == std::string(checker::word(candidate))) return candidate;
    }
    return std::nullopt;
}

std::optional<Status> read_status(const Json& json) {
    return read_word(json, {Status::Proved, Status::Complete, Status::Refuted, Status::Unconfirmed,
                            Status::Bounded, Status::Unknown});
}

Json save_clauses(const std::vector<ClauseId>& clauses) {
    Json json = Json::array();
    for (const ClauseId clause : clauses) json.push_back(clause.index);
    return json;
}

Json save_changes(const std::vector<Change>& changes) {
    Json json = Json::array();
    for (const Change& change : changes) {
        json.push_back({change.cell, change.before, change.after,
                        change.clause.is_valid() ? Json(change.clause.index) : Json(nullptr)});
    }
    return json;
}

Json save_outcome(const Outcome& outcome) {
    return {{"label", outcome.label},
            {"changes", save_changes(outcome.changes)},
            {"state", outcome.state ? Json(*outcome.state) : Json(nullptr)}};
}

Json save_loop(const LoopFacts& loop) {
    Json ways_out = Json::array();
    for (const WayOut& way : loop.ways_out) ways_out.push_back({way.player, way.option});
    return {{"stage", loop.stage},
            {"can_keep_going", loop.can_keep_going},
            {"can_break", loop.can_break},
            {"net_change", save_changes(loop.net_change)},
            {"growth", loop.growth},
            {"ways_out", std::move(ways_out)},
            {"undecided", loop.undecided}};
}

Json save_finding(const Model& model, const Finding& finding) {
    Json json = {{"code", finding.code},
                 {"severity", checker::word(finding.severity)},
                 {"status", checker::word(finding.status)},
                 {"title", finding.title},
                 {"explanation", finding.explanation},
                 {"clauses", save_clauses(finding.clauses)},
                 {"witness", finding.witness ? save_trace(model, *finding.witness) : Json(nullptr)},
                 {"minimal_proved", finding.minimal_proved},
                 {"outcomes", Json::array()},
                 {"loop", finding.loop ? save_loop(*finding.loop) : Json(nullptr)},
                 {"readings", finding.readings},
                 {"obligation", finding.obligation},
                 {"fingerprint", finding.fingerprint}};
    for (const Outcome& outcome : finding.outcomes) json["outcomes"].push_back(save_outcome(outcome));
    return json;
}

// The readers below run inside read_results, which turns a missing key or a wrong type into its `problem`.

std::vector<ClauseId> read_clauses(const Model& model, const Json& json) {
    std::vector<ClauseId> clauses;
    for (const Json& index : json) {
        const auto position = index.get<std::size_t>();
        if (position < model.clauses.size()) clauses.push_back(ClauseId(position));
    }
    return clauses;
}

std::vector<Change> read_changes(const Model& model, const Json& json) {
    std::vector<Change> changes;
    for (const Json& row : json) {
        Change change{row.at(0), row.at(1), row.at(2), {}};
        if (row.at(3).is_number_unsigned() && row.at(3).get<std::size_t>() < model.clauses.size()) {
            change.clause = ClauseId(row.at(3).get<std::size_t>());
        }
        if (change.cell < model.layout.cells) changes.push_back(change);
    }
    return changes;
}

std::string read_finding(const Model& model, const Json& json, Finding& finding) {
    finding.code = json.at("code");
    const auto severity =
        read_word(json.at("severity"), {Severity::Error, Severity::Warning, Severity::Note});
    const auto status = read_status(json.at("status"));
    if (!severity || !status) return "it has an unknown severity or status";
    finding.severity = *severity;
    finding.status = *status;
    finding.title = json.at("title");
    finding.explanation = json.at("explanation");
    finding.clauses = read_clauses(model, json.at("clauses"));
    if (!json.at("witness").is_null()) {
        Replayed replayed = replay(model, json.at("witness"));
        if (!replayed.problem.empty())
            return "the witness of '" + finding.title + "' does not replay: " + replayed.problem;
        finding.witness = std::move(replayed.trace);
    }
    finding.minimal_proved = json.at("minimal_proved");
    for (const Json& saved : json.at("outcomes")) {
        Outcome outcome{saved.at("label"), read_changes(model, saved.at("changes")), std::nullopt};
        if (saved.at("state").is_array() && saved.at("state").size() == model.layout.cells)
            outcome.state = saved.at("state").get<compiler::State>();
        finding.outcomes.push_back(std::move(outcome));
    }
    if (const Json& loop = json.at("loop"); !loop.is_null()) {
        finding.loop = LoopFacts{loop.at("stage"), loop.at("can_keep_going"), loop.at("can_break"),
                                 read_changes(model, loop.at("net_change")), loop.at("growth"), {},
                                 loop.at("undecided")};
        for (const Json& way : loop.at("ways_out"))
            finding.loop->ways_out.push_back({way.at(0), way.at(1)});
    }
    finding.readings = json.at("readings").get<std::vector<std::string>>();
    finding.obligation = json.at("obligation");
    finding.fingerprint = json.at("fingerprint");
    return "";
}

std::string read_result(const Model& model, const Json& json, CheckResult& result) {
    for (const Json& saved : json.at("verdicts")) {
        const auto status = read_status(saved.at("status"));
        if (!status) return "a verdict has an unknown status";
        result.verdicts.push_back(Verdict{saved.at("claim"), *status, saved.at("detail"), saved.at("engine"),
                                          saved.at("obligation")});
    }
    for (const Json& saved : json.at("findings")) {
        std::string problem = read_finding(model, saved, result.findings.emplace_back());
        if (!problem.empty()) return problem;
    }
    result.not_analysed = json.at("not_analysed").get<std::vector<std::string>>();
    result.stats = json.at("stats").get<std::map<std::string, double>>();
    result.inconclusive = json.at("inconclusive");
    return "";
}

}  // namespace

std::string hash_of(const Model& model) {
    std::uint64_t hash = 14695981039346656037ULL;  // FNV-1a, the same everywhere
    for (const char c : compiler::print(model))
        hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
    return fmt::format("{:016x}", hash);
}

Json save_results(const Model& model, const SavedResults& results) {
    Json json = {{"scenario", results.scenario},
                 {"model", results.model},
                 {"obligations", results.obligations},
                 {"verdicts", Json::array()},
                 {"findings", Json::array()}};
    for (const Verdict& verdict : results.result.verdicts) {
        json["verdicts"].push_back({{"claim", verdict.claim},
                                    {"status", checker::word(verdict.status)},
                                    {"detail", verdict.detail},
                                    {"engine", verdict.engine},
                                    {"obligation", verdict.obligation}});
    }
    for (const Finding& finding : results.result.findings)
        json["findings"].push_back(save_finding(model, finding));
    json["not_analysed"] = results.result.not_analysed;
    json["stats"] = Json::object();
    for (const auto& [name, value] : results.result.stats) json["stats"][name] = value;
    json["inconclusive"] = results.result.inconclusive;
    return json;
}

ReadResults read_results(const Model& model, const std::string& scenario, const Json& json) {
    ReadResults read;
    SavedResults& results = read.results;
    try {
        results.scenario = json.at("scenario");
        results.model = json.at("model");
        results.obligations = json.at("obligations").get<std::vector<std::string>>();
        if (results.scenario != scenario)
            read.problem = "it speaks of another scenario";
        else if (results.model != hash_of(model))
            read.problem = "the spec has changed since";
        else
            read.problem = read_result(model, json, results.result);
    } catch (const Json::exception&
                 error) {  // a part is missing or of another type: the file was edited or cut off
        read.problem = error.what();
    }
    return read;
}

Json save_results_file(const Origin& origin, std::vector<Json> parts) {
    return {{"format", results_format},
            {"version", ERRATA_VERSION},
            {"origin", save_origin(origin)},
            {"parts", std::move(parts)}};
}

}  // namespace errata::reports
