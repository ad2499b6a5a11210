#include "reports/render/json.h"

#include <cmath>

#include <map>

#include <nlohmann/json.hpp>

#include "reports/entries.h"
#include "reports/render/heading.h"
#include "reports/version.h"
#include "reports/words/facts.h"

namespace errata::reports {

using Json = nlohmann::ordered_json;

namespace {

constexpr int schema_version = 1;  // report.schema.json says when it rises

Json to_json(const ChangeLine& change);
Json to_json(const ClauseLine& clause);
Json to_json(const StepLine& step);
Json to_json(const OutcomeLine& outcome);
Json to_json(const SituationLine& situation);
Json to_json(const LoopLines& loop);
Json to_json(const FindingLines& finding);
Json to_json(const VerdictLine& verdict, Language language);
Json to_json(const DiagnosticLine& diagnostic);
Json to_json(const ItemLine& item);
Json to_json(const KnownFinding& finding);
Json to_json(const Worse& worse);
Json to_json(const checker::ScreenedSets& sets, Language language);
Json to_json(const checker::SetsOfSize& total);
Json to_json(const checker::ItemUse& item);

template <class Line, class... Language>
Json to_array(const std::vector<Line>& lines, Language... language) {
    Json array = Json::array();
    for (const Line& line : lines) array.push_back(to_json(line, language...));
    return array;
}

Json to_json(const ChangeLine& change) {
    return {{"path", change.path}, {"before", change.before}, {"after", change.after}};
}

Json to_json(const ClauseLine& clause) {
    // The item the clause belongs to: a rule of the game, or something printed.
    const std::string owner = clause.is_rule ? "rule" : "card";
    Json json = {{owner, clause.name},  {"kind", clause.kind}, {"path", clause.path}, {"text", clause.text},
                 {"file", clause.file}, {"line", clause.line}, {"rows", clause.rows}};
    json["sentences"] = Json::object();
    for (const auto& [row, sentence] : clause.sentences) json["sentences"][row] = sentence;
    if (!clause.written.empty()) json["written"] = Json::array();
    for (const SourceLine& line : clause.written)
        json["written"].push_back({{"line", line.number}, {"text", line.text}});
    return json;
}

Json to_json(const StepLine& step) {
    return {{"actor", step.actor},
            {"choice", choice_words(step)},
            {"rule", step.rule},
            {"turn", step.turn},
            {"changes", to_array(step.changes)}};
}

Json to_json(const WitnessLines& witness) {
    Json start = Json::array();
    for (const StartLine& cell : witness.start) {
        start.push_back({{"path", cell.path}, {"value", cell.value}, {"matters", cell.matters}});
    }
    Json json = {{"setup", witness.setup},
                 {"pieces", witness.pieces},
                 {"start", start},
                 {"board", witness.board},
                 {"steps", to_array(witness.steps)}};
    json["loop_start"] = witness.loop_start ? Json(*witness.loop_start) : Json(nullptr);
    json["rounds"] = witness.rounds;
    json["growth"] = witness.growth.empty() ? Json(nullptr) : Json(witness.growth);
    json["elsewhere"] = to_array(witness.elsewhere);
    json["choosers"] =
        witness.choosers ? Json(dsl::mapped(*witness.choosers, &ChooserLine::name)) : Json(nullptr);
    return json;
}

Json to_json(const OutcomeLine& outcome) {
    Json json = {{"label", outcome.label}, {"consequences", outcome.consequences}};
    if (!outcome.board.empty()) json["board"] = outcome.board;
    return json;
}

Json to_json(const ItemLine& item) { return {{"kind", item.kind}, {"name", item.name}}; }

Json to_json(const LoopLines& loop) {
    Json ways_out = Json::array();
    for (const WayOutLine& way : loop.ways_out)
        ways_out.push_back({{"player", way.player},
                            {"option", way.option},
                            {"step", way.step == 0 ? Json(nullptr) : Json(way.step)}});
    return {{"stage", loop.stage},
            {"can_keep_going", loop.can_keep_going},
            {"can_break", loop.can_break},
            {"net_change", to_array(loop.net_change)},
            {"ways_out", std::move(ways_out)},
            {"undecided", loop.undecided.empty() ? Json(nullptr) : Json(loop.undecided)}};
}

Json to_json(const SituationLine& situation) {
    return {{"setup", situation.setup},
            {"steps", situation.steps},
            {"loop", situation.loop ? to_json(*situation.loop) : Json(nullptr)}};
}

Json to_json(const FindingLines& finding) {
    Json json = {{"code", code_word(finding)},
                 {"severity", checker::word(finding.severity)},
                 {"status", checker::word(finding.status)},
                 {"fingerprint", finding.fingerprint},
                 {"digest", finding.digest},
                 {"title", finding.title},
                 {"explanation", finding.explanation},
                 {"expected", finding.expected}};
    json["known"] = finding.known;
    json["accepted"] = finding.accepted.empty() ? Json(nullptr) : Json(finding.accepted);
    const auto term = [&](const std::string& said) {
        return finding.accepted.empty() || said.empty() ? Json(nullptr) : Json(said);
    };
    json["accepted_at"] = term(finding.terms.at);
    json["accepted_by"] = term(finding.terms.by);
    json["accepted_until"] = term(finding.terms.until);
    json["minimal_proved"] = finding.minimal_proved;
    json["clauses"] = to_array(finding.clauses);
    json["definitions"] = to_array(finding.definitions);
    json["witness"] = finding.witness ? to_json(*finding.witness) : Json(nullptr);
    json["loop"] = finding.loop ? to_json(*finding.loop) : Json(nullptr);
    json["outcomes"] = to_array(finding.outcomes);
    json["readings"] = finding.needs.readings;
    json["versions"] = finding.needs.versions;
    json["assumptions"] = dsl::mapped(finding.needs.assumptions, &AssumptionLine::name);
    json["alike"] = finding.alike;
    json["settle"] = finding.advice.settle.empty() ? Json(nullptr) : Json(finding.advice.settle);
    json["advice"] = finding.advice.tried;
    json["settles_too"] = finding.advice.settles_too;
    json["heading"] = heading_or_title(finding);
    json["origin"] = word(finding.origin);
    return json;
}

Json or_null(const checker::Facts& facts, Language language) {
    return facts.empty() ? Json(nullptr) : Json(in_one_line(facts, language));
}

Json to_json(const VerdictLine& verdict, Language language) {
    Json json = {{"claim", verdict.claim},
                 {"status", checker::word(verdict.status)},
                 {"rechecked", checker::word(verdict.rechecked)},
                 {"detail", in_one_line(verdict.facts, language)},
                 {"question", verdict.question},
                 {"open", verdict.open}};
    json["limit"] = or_null(verdict.limit, language);
    json["excludes"] = or_null(verdict.excludes, language);
    json["setup"] = verdict.setup.empty() ? Json(nullptr) : Json(verdict.setup);
    return json;
}

Json to_json(const DiagnosticLine& diagnostic) {
    return {{"code", diagnostic.code}, {"severity", diagnostic.severity}, {"message", diagnostic.message},
            {"file", diagnostic.file}, {"line", diagnostic.line},         {"column", diagnostic.column},
            {"hint", diagnostic.hint}, {"notes", diagnostic.notes}};
}

Json to_json(const checker::ScreenedSets& sets, Language language) {
    Json shown = Json::array();
    for (const checker::ScreenedSets::Open& open : sets.shown)
        shown.push_back({{"items", open.items}, {"why", in_one_line(open.why, language)}});
    return {{"table", sets.table}, {"kind", sets.kind}, {"items", sets.items}, {"turns", sets.turns},
            {"sets", sets.sets},   {"open", sets.open}, {"shown", shown},      {"all_known", sets.all_known}};
}

Json to_json(const KnownFinding& finding) {
    return {{"fingerprint", finding.fingerprint},
            {"code", finding.code},
            {"severity", checker::word(finding.severity)},
            {"confirmed", finding.is_confirmed},
            {"heading", finding.heading}};
}

Json to_json(const Worse& worse) {
    if (worse.kind == WorseKind::Idle) return {{"item", worse.name}};
    if (worse.kind == WorseKind::Unasked)
        return {{"unasked", worse.name.empty() ? Json(nullptr) : Json(worse.name)}, {"setup", worse.setup}};
    return {{"claim", worse.name},
            {"setup", worse.setup.empty() ? Json(nullptr) : Json(worse.setup)},
            {"before", checker::word(worse.before)},
            {"now", checker::word(worse.now)}};
}

Json to_json(const HeldAgainst& held) {
    return {{"name", held.name},           {"knows_spec", held.knows_spec}, {"whole", held.is_whole},
            {"gone", to_array(held.gone)}, {"worse", to_array(held.worse)}, {"open", held.open}};
}

Json to_json(const checker::SetsOfSize& total) {
    return {{"kind", total.kind}, {"items", total.items}, {"sets", total.sets}, {"open", total.open}};
}

Json to_json(const checker::ItemUse& item) {
    Json json = {{"name", item.name},
                 {"kind", item.kind},
                 {"has_text", item.has_text},
                 {"acts_with", item.acts_with},
                 {"miss", item.miss}};
    const std::optional<bool> playable = checker::playable(item);
    json["playable"] = playable ? Json(*playable) : Json(nullptr);
    return json;
}

// Counts stay whole numbers, so that 3 is not 3.0.
Json number(double value) {
    constexpr double exact = 9007199254740992.0;  // 2^53: beyond it a double is no longer a count
    if (std::floor(value) == value && std::fabs(value) < exact) return static_cast<std::int64_t>(value);
    return value;
}

// All of them, each with the finding that its entry shows.
Json findings_json(const Report& report) {
    std::map<const FindingLines*, std::string> shown;
    for (const Entry& entry : entries(report)) {
        shown[entry.shown] = entry.shown->fingerprint;
        for (const Other& other : entry.others) shown[other.finding] = entry.shown->fingerprint;
    }
    Json array = Json::array();
    for (const FindingLines& finding : report.findings) {
        array.push_back(to_json(finding));
        array.back()["entry"] = shown.at(&finding);
    }
    return array;
}

Json to_json(const Report& report, Result result) {
    Json json = {{"tool", "errata"},
                 {"version", version()},
                 {"schema_version", schema_version},
                 {"spec", report.spec},
                 {"result", word(result)}};
    json["diagnostics"] = to_array(report.diagnostics);
    if (!report.checked) return json;
    json["title"] = report.title;
    json["scope"] = Json::object();
    for (const auto& [name, value] : report.scope) json["scope"][name] = value;
    json["setups"] = report.setups;
    json["items"] = to_array(report.items);
    json["verdicts"] = to_array(report.verdicts, report.language);
    json["findings"] = findings_json(report);
    if (!report.about.item.empty() || report.about.is_part())
        json["about"] = {{"item", report.about.item}, {"others", report.about.others + report.about.unasked}};
    json["missing"] = report.missing;
    if (report.held_against) json["baseline"] = to_json(*report.held_against);
    json["not_analysed"] = report.not_analysed;
    json["inconclusive"] = report.inconclusive;
    if (report.screened) {
        json["screened"] = {{"sets", to_array(report.screened->sets, report.language)},
                            {"totals", to_array(report.screened->totals)},
                            {"items", to_array(report.screened->items)},
                            {"unread", report.unread.names},
                            {"made_tables", report.made_tables}};
    }
    json["stats"] = Json::object();
    for (const auto& [name, value] : report.stats) json["stats"][name] = number(value);
    return json;
}

std::string print(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

std::string render_json(const Report& report, Result result) { return print(to_json(report, result)); }

std::string render_json(const std::vector<std::pair<const Report*, Result>>& runs) {
    Json array = Json::array();
    for (const auto& [report, result] : runs) array.push_back(to_json(*report, result));
    return print(array);
}

}  // namespace errata::reports
