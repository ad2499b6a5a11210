#include "reports/saved/results.h"

#include <algorithm>

#include "checker/driver/analysis.h"
#include "checker/headline.h"
#include "checker/plays/describe.h"
#include "checker/screened.h"
#include "checker/words.h"
#include "dsl/base/hash.h"
#include "reports/saved/facts.h"
#include "reports/version.h"
#include "reports/words/facts.h"

namespace errata::reports {

using checker::CheckResult;
using checker::ClaimTable;
using checker::Finding;
using checker::ItemUse;
using checker::LoopFacts;
using checker::LoopStage;
using checker::MissingValue;
using checker::ObligationId;
using checker::Outcome;
using checker::Screened;
using checker::ScreenedSets;
using checker::SetsOfSize;
using checker::Situation;
using checker::Status;
using checker::Verdict;
using checker::WayOut;
using compiler::Change;
using compiler::ClauseId;
using compiler::IncidentId;
using compiler::Model;

namespace {

// Readers run inside read_results, which turns a missing key, a wrong type and what they refuse
// into its `problem`.

struct Refused {
    std::string why;
};

checker::Facts read_all_facts(const Json& json) {
    std::optional<checker::Facts> facts = read_facts(json);
    if (!facts) throw Refused{"it says what cannot be said"};
    return std::move(*facts);
}

// What a run says about the screens of a spec, as part of the file.

Json save_sets(const ScreenedSets& sets) {
    Json shown = Json::array();
    for (const ScreenedSets::Open& open : sets.shown)
        shown.push_back({{"items", open.items}, {"why", save_facts(open.why)}});
    return {{"table", sets.table}, {"kind", sets.kind}, {"items", sets.items}, {"turns", sets.turns},
            {"sets", sets.sets},   {"open", sets.open}, {"shown", shown},      {"all_known", sets.all_known}};
}

ScreenedSets read_sets(const Json& json) {
    ScreenedSets sets;
    sets.table = json.at("table");
    sets.kind = json.at("kind");
    sets.items = json.at("items");
    sets.turns = json.at("turns");
    sets.sets = json.at("sets");
    sets.open = json.at("open");
    for (const Json& open : json.at("shown"))
        sets.shown.push_back(
            {open.at("items").get<std::vector<std::string>>(), read_all_facts(open.at("why"))});
    sets.all_known = json.at("all_known");
    return sets;
}

Json save_total(const SetsOfSize& total) {
    return {{"kind", total.kind}, {"items", total.items}, {"sets", total.sets}, {"open", total.open}};
}

SetsOfSize read_total(const Json& json) {
    return {json.at("kind"), json.at("items"), json.at("sets"), json.at("open")};
}

Json save_use(const ItemUse& use) {
    return {{"name", use.name},
            {"kind", use.kind},
            {"is_playable", use.is_playable ? Json(*use.is_playable) : Json(nullptr)},
            {"acts_with", use.acts_with},
            {"has_text", use.has_text},
            {"acts_unseen", use.acts_unseen},
            {"smallest_open", use.smallest_open},
            {"play_is_open", use.play_is_open},
            {"miss", use.miss},
            {"same_as", use.same_as}};
}

ItemUse read_use(const Json& json) {
    ItemUse use;
    use.name = json.at("name");
    use.kind = json.at("kind");
    if (const Json& is_playable = json.at("is_playable"); !is_playable.is_null())
        use.is_playable = is_playable.get<bool>();
    use.acts_with = json.at("acts_with").get<std::vector<std::string>>();
    use.has_text = json.at("has_text");
    use.acts_unseen = json.at("acts_unseen");
    use.smallest_open = json.at("smallest_open");
    use.play_is_open = json.at("play_is_open");
    use.miss = json.at("miss");
    use.same_as = json.at("same_as");
    return use;
}

Json save_screened(const Screened& screened) {
    Json json = {{"sets", Json::array()}, {"totals", Json::array()}, {"uses", Json::array()}};
    for (const ScreenedSets& sets : screened.sets) json["sets"].push_back(save_sets(sets));
    for (const SetsOfSize& total : screened.totals) json["totals"].push_back(save_total(total));
    for (const ItemUse& use : screened.items) json["uses"].push_back(save_use(use));
    return json;
}

// Throws Json::exception where a part is missing or is not what it should be.
Screened read_screened(const Json& json) {
    Screened screened;
    for (const Json& sets : json.at("sets")) screened.sets.push_back(read_sets(sets));
    for (const Json& total : json.at("totals")) screened.totals.push_back(read_total(total));
    for (const Json& use : json.at("uses")) screened.items.push_back(read_use(use));
    return screened;
}

// The results.

Json save_clauses(const Model& model, const std::vector<ClauseId>& clauses) {
    Json json = Json::array();
    for (const ClauseId clause : clauses) json.push_back(model.clause(clause).path);
    return json;
}

Json save_change_list(const Model& model, const std::vector<Change>& changes) {
    Json json = Json::array();
    for (const Change& change : changes) {
        json.push_back({change.cell, change.before, change.after,
                        change.clause.is_valid() ? Json(model.clause(change.clause).path) : Json(nullptr)});
    }
    return json;
}

Json save_outcome(const Model& model, const Outcome& outcome) {
    Json json = {{"label", save_phrase(outcome.label)},
                 {"changes", save_change_list(model, outcome.changes)},
                 {"state", outcome.state ? Json(*outcome.state) : Json(nullptr)}};
    if (!outcome.what.empty()) json["what"] = save_phrase(outcome.what);
    if (!outcome.acting.empty()) json["acting"] = save_clauses(model, outcome.acting);
    if (!outcome.chosen.empty()) json["chosen"] = save_phrases(outcome.chosen);
    return json;
}

Json save_loop(const Model& model, const LoopFacts& loop) {
    Json ways_out = Json::array();
    for (const WayOut& way : loop.ways_out)
        ways_out.push_back({way.player, save_phrase(way.option), way.step});
    const std::string stage(loop.stage ? checker::word(*loop.stage) : "");
    return {{"stage", stage},
            {"can_keep_going", loop.can_keep_going},
            {"can_break", loop.can_break},
            {"net_change", save_change_list(model, loop.net_change)},
            {"growth", save_facts(loop.growth)},
            {"ways_out", std::move(ways_out)},
            {"undecided", loop.undecided ? save_facts({*loop.undecided}) : Json(nullptr)},
            {"is_win", loop.is_win},
            {"rounds", loop.rounds}};
}

Json save_situation(const Model& model, const Situation& situation) {
    return {{"setup", situation.setup},
            {"steps", situation.steps},
            {"loop", situation.loop ? save_loop(model, *situation.loop) : Json(nullptr)}};
}

// By word, in the order of the words.
Json save_statistics(const checker::Statistics& statistics) {
    std::map<std::string, double> words;
    for (const auto& [statistic, value] : statistics) words[std::string(checker::word(statistic))] = value;
    return words;
}

Json save_about(const checker::About& about) {
    return {static_cast<std::size_t>(about.sort), about.number,
            about.var.is_valid() ? Json(about.var.index) : Json(nullptr),
            about.at.is_valid() ? Json(about.at.index) : Json(nullptr)};
}

Json save_numbers(const std::vector<IncidentId>& incidents) {
    Json numbers = Json::array();
    for (const IncidentId incident : incidents) numbers.push_back(incident.index);
    return numbers;
}

Json save_missing(const Model& model, const MissingValue& missing) {
    return {{"kind", static_cast<std::size_t>(missing.kind)},
            {"asked", save_phrase(missing.asked)},
            {"value", missing.value},
            {"range", missing.range},
            {"field", missing.field},
            {"none_since",
             missing.none_since.is_valid() ? Json(model.clause(missing.none_since).path) : Json(nullptr)},
            {"is_none_by_then", missing.is_none_by_then},
            {"life_ended", missing.life_ended}};
}

Json save_finding(const Model& model, const Finding& finding) {
    Json json = {{"code", checker::code_name(finding.code)},
                 {"severity", checker::word(finding.severity)},
                 {"status", checker::word(finding.status)},
                 {"about", save_about(finding.about)},
                 {"facts", save_facts(finding.facts)},
                 {"values", finding.values},
                 {"clauses", save_clauses(model, finding.clauses)},
                 {"helping", save_clauses(model, finding.helping)},
                 {"barring", save_clauses(model, finding.barring)},
                 {"needed_clauses", save_clauses(model, finding.needs.clauses)},
                 {"disagreeing_clauses", save_clauses(model, finding.needs.disagreeing)},
                 {"needed_answers", save_numbers(finding.needs.left_open)},
                 {"names_makers", finding.names_makers},
                 {"missing", finding.missing ? save_missing(model, *finding.missing) : Json(nullptr)},
                 {"witness", finding.witness ? save_trace(model, *finding.witness) : Json(nullptr)},
                 {"minimal_proved", finding.minimal_proved},
                 {"breaks_claim", finding.breaks_claim},
                 {"outcomes", Json::array()},
                 {"loop", finding.loop ? save_loop(model, *finding.loop) : Json(nullptr)},
                 {"readings", finding.needs.readings},
                 {"versions", finding.needs.versions},
                 {"assumptions", finding.needs.assumptions},
                 {"obligation", print(finding.obligation)},
                 {"fingerprint", finding.fingerprint}};
    if (finding.order) json["order"] = compiler::word(*finding.order);
    for (const Outcome& outcome : finding.outcomes) json["outcomes"].push_back(save_outcome(model, outcome));
    json["elsewhere"] = Json::array();
    for (const Situation& one : finding.elsewhere) json["elsewhere"].push_back(save_situation(model, one));
    return json;
}

// A number below `end`.
std::size_t read_index(const Json& json, std::size_t end) {
    const auto index = read_whole_number(json);
    if (!index || *index < 0 || static_cast<std::size_t>(*index) >= end)
        throw Refused{"it names something that there is not"};
    return static_cast<std::size_t>(*index);
}

ClauseId read_clause(const Model& model, const Json& json) {
    const auto found = std::ranges::find(model.clauses, json.get<std::string>(), &compiler::Clause::path);
    if (found == model.clauses.end()) throw Refused{"it names a clause that there is not"};
    return ClauseId(static_cast<std::size_t>(found - model.clauses.begin()));
}

std::vector<ClauseId> read_clauses(const Model& model, const Json& json) {
    std::vector<ClauseId> clauses;
    for (const Json& path : json) clauses.push_back(read_clause(model, path));
    return clauses;
}

compiler::Value read_cell(const Model& model, std::size_t cell, const Json& json) {
    const auto value = read_whole_number(json);
    const auto variable = checker::variable_of(model, cell);
    const auto fits = [&] {
        if (variable) return model.type(model.variable(*variable).type).contains(*value);
        return cell != model.layout.over ||
               (0 <= *value && static_cast<std::size_t>(*value) <= model.rules.endings.size());
    };
    if (!value || !fits()) throw Refused{"a cell cannot have the value it gives"};
    return *value;
}

std::vector<Change> read_changes(const Model& model, const Json& json) {
    std::vector<Change> changes;
    for (const Json& row : json) {
        const std::size_t cell = read_index(row.at(0), model.layout.cells);
        Change change{cell, read_cell(model, cell, row.at(1)), read_cell(model, cell, row.at(2)), {}};
        if (!row.at(3).is_null()) change.clause = read_clause(model, row.at(3));
        changes.push_back(change);
    }
    return changes;
}

std::optional<compiler::State> read_whole_state(const Model& model, const Json& json) {
    if (json.is_null()) return std::nullopt;
    if (!json.is_array() || json.size() != model.layout.cells)
        throw Refused{"it has a state of another size"};
    compiler::State state;
    for (std::size_t cell = 0; cell < json.size(); ++cell)
        state.push_back(read_cell(model, cell, json[cell]));
    return state;
}

std::optional<LoopStage> read_stage(const std::string& word) {
    const auto stage = checker::read_word(checker::all_loop_stages, word);
    if (!stage && !word.empty()) throw Refused{"a loop has an unknown stage"};
    return stage;
}

ObligationId read_obligation(const std::string& word) {
    const auto id = checker::read_obligation_id(word);
    if (!id) throw Refused{"it has an unknown obligation"};
    return *id;
}

LoopFacts read_loop(const Model& model, const Json& json) {
    LoopFacts loop{read_stage(json.at("stage")),
                   json.at("can_keep_going"),
                   json.at("can_break"),
                   read_changes(model, json.at("net_change")),
                   read_all_facts(json.at("growth")),
                   {},
                   std::nullopt,
                   json.at("is_win")};
    if (!json.at("undecided").is_null()) loop.undecided = read_all_facts(json.at("undecided")).at(0);
    loop.rounds = json.at("rounds").get<std::vector<std::size_t>>();
    for (const Json& way : json.at("ways_out"))
        loop.ways_out.push_back({way.at(0), read_phrase(way.at(1)), std::nullopt, way.at(2)});
    return loop;
}

Outcome read_outcome(const Model& model, const Json& json) {
    return {read_phrase(json.at("label")),
            read_changes(model, json.at("changes")),
            read_whole_state(model, json.at("state")),
            read_phrase(json.value("what", Json(""))),
            read_clauses(model, json.value("acting", Json::array())),
            read_phrases(json.value("chosen", Json::array()))};
}

// How many things there are that a finding of this sort can be about.
std::size_t things_of(const Model& model, checker::AboutSort sort) {
    switch (sort) {
        case checker::AboutSort::Clauses:
            return 1;
        case checker::AboutSort::Incident:
            return model.incidents.all.size();
        case checker::AboutSort::Point:
            return model.flow.points.size();
        case checker::AboutSort::Claim:
            return model.asked.claims.size();
        case checker::AboutSort::Scenario:
            return model.asked.scenarios.size();
        case checker::AboutSort::Ending:
            return model.rules.endings.size();
        case checker::AboutSort::Item:
            return model.printed_items.size();
        case checker::AboutSort::Reading:
            return model.readings.all.size();
        case checker::AboutSort::Overruling:
            return model.rules.overrulings.size();
        case checker::AboutSort::ExceptionCircle:
            return model.rules.exception_circles.size();
    }
    return 0;
}

checker::About read_about(const Model& model, const Json& json) {
    checker::About about;
    about.sort = checker::all_about_sorts[read_index(json.at(0), checker::all_about_sorts.size())];
    about.number = read_index(json.at(1), things_of(model, about.sort));
    if (!json.at(2).is_null()) about.var = compiler::VarId(read_index(json.at(2), model.variables.size()));
    if (!json.at(3).is_null()) about.at = ClauseId(read_index(json.at(3), model.clauses.size()));
    return about;
}

MissingValue read_missing(const Model& model, const Json& json) {
    MissingValue missing;
    missing.kind = checker::all_missing_kinds[read_index(json.at("kind"), checker::all_missing_kinds.size())];
    missing.asked = read_phrase(json.at("asked"));
    missing.value = json.at("value");
    missing.range = json.at("range");
    missing.field = json.at("field");
    if (!json.at("none_since").is_null()) missing.none_since = read_clause(model, json.at("none_since"));
    missing.is_none_by_then = json.at("is_none_by_then");
    missing.life_ended = json.at("life_ended");
    return missing;
}

std::string read_finding(const Model& model, const Json& json, Finding& finding) {
    const auto code = compiler::find_code(std::string(json.at("code")));
    if (!code) return "a finding has an unknown code";
    finding.code = *code;
    const auto severity = checker::read_word(compiler::all_severities, std::string(json.at("severity")));
    const auto status = checker::read_word(checker::all_statuses, std::string(json.at("status")));
    if (!severity || !status) return "it has an unknown severity or status";
    finding.severity = *severity;
    finding.status = *status;
    finding.about = read_about(model, json.at("about"));
    finding.facts = read_all_facts(json.at("facts"));
    finding.values = json.at("values").get<std::vector<std::string>>();
    finding.clauses = read_clauses(model, json.at("clauses"));
    finding.helping = read_clauses(model, json.at("helping"));
    finding.barring = read_clauses(model, json.at("barring"));
    if (!json.at("witness").is_null()) {
        Replayed replayed = replay(model, json.at("witness"));
        if (!replayed.problem.empty())
            return "the witness of '" + said(headline(model, finding)) +
                   "' does not replay: " + replayed.problem;
        if (!replayed.from_setup && finding.status != Status::Unconfirmed)
            return "the witness of '" + said(headline(model, finding)) + "' begins where its setup does not";
        finding.witness = std::move(replayed.trace);
    }
    finding.minimal_proved = json.at("minimal_proved");
    finding.breaks_claim = json.at("breaks_claim");
    for (const Json& saved : json.at("outcomes")) finding.outcomes.push_back(read_outcome(model, saved));
    if (!json.at("loop").is_null()) finding.loop = read_loop(model, json.at("loop"));
    for (const Json& saved : json.at("elsewhere")) {
        Situation one{read_index(saved.at("setup"), model.setups.size()), saved.at("steps"), {}};
        if (!saved.at("loop").is_null()) one.loop = read_loop(model, saved.at("loop"));
        finding.elsewhere.push_back(std::move(one));
    }
    finding.needs.readings = json.at("readings").get<std::vector<std::string>>();
    finding.needs.versions = json.at("versions").get<std::vector<std::string>>();
    finding.needs.assumptions = json.at("assumptions").get<std::vector<std::string>>();
    finding.needs.clauses = read_clauses(model, json.value("needed_clauses", Json::array()));
    finding.needs.disagreeing = read_clauses(model, json.value("disagreeing_clauses", Json::array()));
    for (const Json& number : json.at("needed_answers"))
        finding.needs.left_open.emplace_back(read_index(number, model.incidents.all.size()));
    finding.names_makers = json.at("names_makers");
    if (!json.at("missing").is_null()) finding.missing = read_missing(model, json.at("missing"));
    if (json.contains("order")) {
        finding.order = checker::read_word(compiler::all_order_kinds, std::string(json["order"]));
        if (!finding.order) throw Refused{"it names an order that there is not"};
    }
    finding.obligation = read_obligation(json.at("obligation"));
    finding.fingerprint = checker::fingerprint(model, finding);
    return "";
}

checker::ClaimId read_claim(const ClaimTable& claims, const Json& json) {
    const auto sort = checker::all_claim_sorts[read_index(json.at(0), checker::all_claim_sorts.size())];
    const checker::ClaimId claim{sort, read_index(json.at(1), claims.count(sort))};
    return claims.standing_for(claim);
}

Verdict read_verdict(const ClaimTable& claims, const Json& json) {
    Verdict verdict;
    const auto status = checker::read_word(checker::all_statuses, std::string(json.at("status")));
    const auto engine = checker::read_word(checker::all_engines, std::string(json.at("engine")));
    const auto rechecked = checker::read_word(checker::all_rechecks, std::string(json.at("rechecked")));
    if (!status || !engine || !rechecked)
        throw Refused{"a verdict has an unknown status, engine or second look"};
    verdict.rechecked = *rechecked;
    verdict.claim = json.at("claim");
    verdict.status = *status;
    verdict.facts = read_all_facts(json.at("facts"));
    verdict.engine = *engine;
    verdict.obligation = read_obligation(json.at("obligation"));
    verdict.vacuous = json.value("vacuous", false);
    verdict.is_open = json.contains("open");
    if (verdict.is_open) verdict.limit = read_all_facts(json.at("open"));
    if (json.contains("excludes")) verdict.excludes = read_all_facts(json.at("excludes"));
    verdict.about = read_claim(claims, json.at("about"));
    return verdict;
}

std::string read_result(const Model& model, const Json& json, CheckResult& result) {
    const ClaimTable claims(model);
    for (const Json& saved : json.at("verdicts")) result.verdicts.push_back(read_verdict(claims, saved));
    for (const Json& saved : json.at("findings")) {
        std::string problem = read_finding(model, saved, result.findings.emplace_back());
        if (!problem.empty()) return problem;
    }
    result.not_analysed = read_all_facts(json.at("not_analysed"));
    for (const auto& [word, value] : json.at("stats").get<std::map<std::string, double>>()) {
        const auto statistic = checker::read_word(checker::all_statistics, word);
        if (!statistic) return "it counts what is unknown";
        result.stats[*statistic] = value;
    }
    if (json.contains("screened")) result.screened = read_screened(json["screened"]);
    result.inconclusive = json.at("inconclusive");
    result.stopped = json.at("stopped");
    return "";
}

}  // namespace

Json save_results(const Model& model, const SavedResults& results) {
    Json json = {{"scenario", results.scenario},
                 {"model", results.model},
                 {"obligations", Json::array()},
                 {"verdicts", Json::array()},
                 {"findings", Json::array()}};
    for (const ObligationId& id : results.obligations) json["obligations"].push_back(print(id));
    for (const Verdict& verdict : results.result.verdicts) {
        json["verdicts"].push_back(
            {{"about", {static_cast<std::size_t>(verdict.about.sort), verdict.about.number}},
             {"claim", verdict.claim},
             {"status", checker::word(verdict.status)},
             {"facts", save_facts(verdict.facts)},
             {"engine", checker::word(verdict.engine)},
             {"obligation", print(verdict.obligation)},
             {"rechecked", checker::word(verdict.rechecked)}});
        if (verdict.vacuous) json["verdicts"].back()["vacuous"] = true;
        if (verdict.is_open) json["verdicts"].back()["open"] = save_facts(verdict.limit);
        if (!verdict.excludes.empty()) json["verdicts"].back()["excludes"] = save_facts(verdict.excludes);
    }
    for (const Finding& finding : results.result.findings)
        json["findings"].push_back(save_finding(model, finding));
    json["not_analysed"] = save_facts(results.result.not_analysed);
    if (results.result.screened) json["screened"] = save_screened(*results.result.screened);
    json["stats"] = save_statistics(results.result.stats);
    json["inconclusive"] = results.result.inconclusive;
    json["stopped"] = results.result.stopped;
    return json;
}

ReadResults read_results(const Model& model, const std::string& scenario, const std::string& told,
                         const Json& json) {
    ReadResults read;
    SavedResults& results = read.results;
    try {
        results.scenario = json.at("scenario");
        results.model = json.at("model");
        for (const std::string& id : json.at("obligations").get<std::vector<std::string>>())
            results.obligations.push_back(read_obligation(id));
        if (results.scenario != scenario)
            read.problem = "it speaks of another scenario";
        else if (results.model != told)
            read.problem = "the spec has changed since";
        else
            read.problem = read_result(model, json, results.result);
    } catch (const Refused& refused) {
        read.problem = refused.why;
    } catch (const Json::exception&) {  // the file was edited or cut off
        read.problem = "a part is missing or is not what it should be";
    }
    return read;
}

Json save_results_file(const Origin& origin, std::vector<Json> parts) {
    Json file = {{"format", results_format},
                 {"version", version()},
                 {"origin", save_origin(origin)},
                 {"parts", std::move(parts)}};
    file["digest"] = digest_of(file);
    return file;
}

std::string digest_of(nlohmann::json file) {
    file.erase("digest");
    return dsl::hash_of(file.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace errata::reports
