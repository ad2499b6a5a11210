#include "reports/render/sarif.h"

#include <algorithm>
#include <map>

#include <nlohmann/json.hpp>

#include "checker/words.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "reports/entries.h"
#include "reports/explain/help.h"
#include "reports/render/heading.h"
#include "reports/render/remarks.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"
#include "reports/render/uri.h"
#include "reports/version.h"

namespace errata::reports {

using checker::Severity;
using Json = nlohmann::ordered_json;

namespace {

// Readers of SARIF refuse flows that are much longer.
constexpr std::size_t most_steps = 1'000;
// Code scanning refuses 25,000 results of a run, and shows 5,000. The gravest come first.
constexpr std::size_t most_results = 5'000;

// "[words](1)" in a message is a link to a place of the result; no name of a card makes one.
Json message(std::string words) {
    for (std::size_t at = 0; (at = words.find("](", at)) != std::string::npos; ++at)
        words.insert(at + 1, " ");
    return {{"text", std::move(words)}};
}

// An array of one object; in braces alone it would be guessed which of the two is meant.
Json list_of(Json object) {
    Json array = Json::array();
    array.push_back(std::move(object));
    return array;
}

std::string uri_of(const std::string& path) {
    return (path.starts_with("/") ? "file://" : "") + percent_encoded(path);
}

Json physical(const Place& place) {
    Json artifact = {{"uri", uri_of(place.file)}};
    if (!place.file.starts_with("/")) artifact["uriBaseId"] = "%SRCROOT%";
    Json json = {{"artifactLocation", std::move(artifact)}};
    // No column: ours count bytes, which SARIF cannot say.
    if (place.line > 0) json["region"] = {{"startLine", place.line}};
    return json;
}

Json location(const Place& place) { return {{"physicalLocation", physical(place)}}; }

Json location(const ClauseLine& clause) {
    Json json = location(place_of(clause));
    if (!clause.path.empty()) json["logicalLocations"] = list_of({{"fullyQualifiedName", clause.path}});
    json["message"] = message(clause.name + ": \"" + clause.text + "\"");
    return json;
}

Json step_json(const StepLine& step, const Place& place, std::size_t number) {
    std::string words = step.actor + ": " + choice_words(step);
    for (const ChangeLine& change : step.changes) words += "; " + arrow(change);
    Json where = location(place);
    where["message"] = message(words);
    return {{"location", std::move(where)}, {"executionOrder", number}};
}

// Steps without a place say nothing here. Of too many the last one stays, for it shows the finding.
Json code_flows(const WitnessLines& witness) {
    Json steps = Json::array();
    for (std::size_t i = 0; i < witness.steps.size(); ++i) {
        const Place place = read_place(witness.steps[i].rule);
        if (place.file.empty()) continue;
        if (steps.size() == most_steps) steps.erase(steps.size() - 1);
        steps.push_back(step_json(witness.steps[i], place, i + 1));
    }
    if (steps.empty()) return Json::array();
    return list_of({{"message", message("A play that shows it")},
                    {"threadFlows", list_of({{"locations", std::move(steps)}})}});
}

Json suppressions(const FindingLines& finding) {
    Json array = Json::array();
    const std::string terms = acceptance_terms(finding);
    if (!finding.accepted.empty())
        array.push_back(
            {{"kind", "inSource"},
             {"justification", finding.accepted + (terms.empty() ? "" : " (accepted" + terms + ")")}});
    if (finding.expected) array.push_back({{"kind", "inSource"}, {"justification", "The spec expects it."}});
    return array;
}

Json rule_of(const std::string& code) {
    Json rule = {{"id", code}};
    if (const LackInfo* lack = lack_info(code)) {
        rule["shortDescription"] = {{"text", lack->means}};
        rule["help"] = {{"text", std::string(lack->means) + ". " + std::string(lack->settle)}};
        rule["defaultConfiguration"] = {{"level", "error"}};
        return rule;
    }
    const auto known = compiler::find_code(code);
    rule["shortDescription"] = {{"text", known ? std::string(compiler::info(*known).title) : code}};
    if (const FindingHelp* help = known ? find_help(*known) : nullptr) {
        rule["fullDescription"] = {{"text", help->means}};
        rule["help"] = {{"text", help_page(code)},
                        {"markdown", std::string(help->means) + "\n\n" + std::string(help->decided) +
                                         "\n\n**What to do:** " + help->settle.sentence() + "\n\n```\n" +
                                         std::string(help->example) + "\n```\n"}};
    }
    if (known) rule["defaultConfiguration"] = {{"level", word(compiler::info(*known).severity)}};
    return rule;
}

// The rules of a run, each once, in the order in which they are first used.
class Rules {
public:
    std::size_t index_of(const std::string& code) {
        const auto [entry, is_new] = known_.try_emplace(code, list_.size());
        if (is_new) list_.push_back(rule_of(code));
        return entry->second;
    }
    Json take() { return std::move(list_); }

private:
    std::map<std::string, std::size_t> known_;
    Json list_ = Json::array();
};

Json result_head(const std::string& code, Severity severity, const std::string& words,
                 const std::string& fingerprint, Rules& rules) {
    return {{"ruleId", code},
            {"ruleIndex", rules.index_of(code)},
            {"level", checker::word(severity)},
            {"message", message(words)},
            // The first is ours. Code scanning takes the second one, else the text of the line.
            {"partialFingerprints",
             {{"errata/v1", fingerprint}, {"primaryLocationLineHash", fingerprint + ":1"}}}};
}

// The others of an entry are results of their own; the one that is shown names them.
void relate_others(const Report& report, const Entry& entry, Json& related) {
    for (const Other& other : entry.others) {
        Json where = location(place_of(report, *other.finding));
        where["message"] = message("also: " + other_name(entry, other));
        where["id"] = related.size() + 1;
        related.push_back(std::move(where));
    }
}

Json result_of(const Report& report, const FindingLines& finding, const Entry& entry, Rules& rules) {
    std::string words = heading_or_title(finding);
    if (!finding.explanation.empty()) words += "\n" + finding.explanation;
    if (finding.witness) words += "\n" + witness_sentence(finding);
    if (finding.loop) words += "\n" + loop_players_sentence(finding);
    Json json = result_head(code_word(finding), shown_severity(finding), words, finding.fingerprint, rules);
    Json own = Json::array();
    Json related = Json::array();
    for (const ClauseLine& clause : finding.clauses) {
        if (clause.file.empty()) continue;
        Json where = location(clause);
        if (own.empty()) {
            own.push_back(std::move(where));
        } else {
            where["id"] = related.size() + 1;
            related.push_back(std::move(where));
        }
    }
    if (entry.shown == &finding) relate_others(report, entry, related);
    if (own.empty()) own.push_back(location(place_of(report, finding)));
    json["locations"] = std::move(own);
    if (!related.empty()) json["relatedLocations"] = std::move(related);
    Json flows = finding.witness ? code_flows(*finding.witness) : Json::array();
    if (!flows.empty()) json["codeFlows"] = std::move(flows);
    // What is gone has no result: code scanning would show it as one that is there.
    if (report.held_against && !is_settled(finding)) json["baselineState"] = "new";
    if (finding.known) json["baselineState"] = "unchanged";
    if (Json settled = suppressions(finding); !settled.empty()) json["suppressions"] = std::move(settled);
    json["properties"] = {{"status", checker::word(finding.status)},
                          {"spec", report.spec},
                          {"origin", word(finding.origin)},
                          {"entry", entry.shown->fingerprint}};
    return json;
}

const Entry& entry_with(const std::vector<Entry>& all, const FindingLines& finding) {
    const auto holds = [&](const Entry& entry) {
        return entry.shown == &finding ||
               std::ranges::find(entry.others, &finding, &Other::finding) != entry.others.end();
    };
    return *std::ranges::find_if(all, holds);
}

Json result_of(const Report& report, const Lack& lack, Rules& rules) {
    Json json = result_head(std::string(lack.code), Severity::Error, lack.sentence, lack.fingerprint, rules);
    json["locations"] = list_of(location(place_of(report)));
    if (report.held_against) json["baselineState"] = "new";
    return json;
}

Json notification_of(const DiagnosticLine& diagnostic) {
    std::string words = diagnostic.message;
    if (!diagnostic.hint.empty()) words += "\n" + diagnostic.hint;
    for (const std::string& note : diagnostic.notes) words += "\n" + note;
    Json json = {{"descriptor", {{"id", diagnostic.code}}},
                 {"level", diagnostic.severity},
                 {"message", message(words)}};
    if (!diagnostic.file.empty())
        json["locations"] = list_of(location(Place{diagnostic.file, diagnostic.line, diagnostic.column}));
    return json;
}

// What does not fit is counted.
void keep_gravest(Json& results, Json& notifications) {
    if (results.size() <= most_results) return;
    const auto rank = [](const Json& result) {
        return *checker::read_word(compiler::all_severities, std::string(result["level"]));
    };
    std::stable_sort(results.begin(), results.end(),
                     [&](const Json& a, const Json& b) { return rank(a) < rank(b); });
    notifications.push_back(
        {{"level", "warning"},
         {"message", message(std::to_string(results.size() - most_results) +
                             " more findings are left out here; the JSON report has all")}});
    results.erase(results.begin() + most_results, results.end());
}

// How the run went: what the compiler had to say, what was not looked at, and what was `left_out` here.
Json invocation_of(const Reports& reports, Json left_out) {
    Json notifications = std::move(left_out);
    bool is_successful = true;
    for (const auto& [report, result] : reports) {
        is_successful = is_successful && report->checked;
        for (const DiagnosticLine& diagnostic : report->diagnostics)
            notifications.push_back(notification_of(diagnostic));
        for (const std::string& sentence : report->not_analysed) {
            notifications.push_back(
                {{"level", "note"}, {"message", message(report->spec + ": not analysed: " + sentence)}});
        }
    }
    return {{"executionSuccessful", is_successful}, {"toolExecutionNotifications", std::move(notifications)}};
}

}  // namespace

std::string render_sarif(const Reports& reports) {
    Rules rules;
    Json results = Json::array();
    for (const auto& [report, result] : reports) {
        for (const Lack& lack : lacks(*report)) results.push_back(result_of(*report, lack, rules));
        const std::vector<Entry> all = entries(*report);
        for (const FindingLines& finding : report->findings)
            results.push_back(result_of(*report, finding, entry_with(all, finding), rules));
    }
    const Json driver = {{"name", "errata"}, {"semanticVersion", version()}, {"rules", rules.take()}};
    Json run = {{"tool", {{"driver", driver}}}};
    Json left_out = Json::array();
    keep_gravest(results, left_out);
    run["invocations"] = list_of(invocation_of(reports, std::move(left_out)));
    run["results"] = std::move(results);
    const Json log = {{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                      {"version", "2.1.0"},
                      {"runs", list_of(std::move(run))}};
    return log.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace errata::reports
