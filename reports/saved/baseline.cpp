#include "reports/saved/baseline.h"

#include <algorithm>
#include <utility>

#include "checker/words.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/render/heading.h"
#include "reports/report.h"
#include "reports/saved/witness.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

constexpr const char* baseline_format = "errata-baseline-1";

bool is_same_question(const Origin& a, const Origin& b) {
    return a.spec == b.spec && a.screens.has_value() == b.screens.has_value();
}

Json save_known_finding(const KnownFinding& finding) {
    return {{"fingerprint", finding.fingerprint},
            {"code", finding.code},
            {"severity", checker::word(finding.severity)},
            {"confirmed", finding.is_confirmed},
            {"heading", finding.heading}};
}

Json save_known_verdict(const KnownVerdict& verdict) {
    return {{"claim", verdict.claim},
            {"setup", verdict.setup},
            {"status", checker::word(verdict.status)},
            {"open", verdict.is_open},
            {"own", verdict.is_own}};
}

// Readers throw Json::exception for what is not of the form, and UnknownWord for what no baseline says.
struct UnknownWord {};

template <class Value>
Value known_word(const std::optional<Value>& value) {
    if (!value) throw UnknownWord();
    return *value;
}

KnownFinding read_known_finding(const Json& json) {
    return {json.at("fingerprint"), json.at("code"),
            known_word(checker::read_word(compiler::all_severities, std::string(json.at("severity")))),
            json.at("confirmed"), json.at("heading")};
}

KnownVerdict read_known_verdict(const Json& json) {
    return {json.at("claim"), json.at("setup"),
            known_word(checker::read_word(checker::all_statuses, std::string(json.at("status")))),
            json.at("open"), json.at("own")};
}

BaselineRow read_row(const Json& json) {
    BaselineRow row{known_word(read_origin(json.at("origin"))), {}};
    for (const Json& finding : json.at("findings")) row.known.findings.push_back(read_known_finding(finding));
    for (const Json& verdict : json.at("verdicts")) row.known.verdicts.push_back(read_known_verdict(verdict));
    row.known.acting = json.at("acting").get<std::vector<std::string>>();
    row.known.idle = json.at("idle").get<std::vector<std::string>>();
    return row;
}

ReadBaseline useless(const std::string& path, const std::string& why) {
    return {{},
            "'" + path + "' cannot be used: " + why + "; delete it, and make it anew with `errata baseline`"};
}

std::string one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

// Each element in a line of its own.
std::string lines(const std::string& key, const std::vector<Json>& list) {
    const std::vector<std::string> rows = dsl::mapped(list, one_line);
    if (rows.empty()) return "      \"" + key + "\": []";
    return "      \"" + key + "\": [\n        " + dsl::join(rows, ",\n        ") + "\n      ]";
}

std::vector<Json> as_json(const std::vector<std::string>& words) { return {words.begin(), words.end()}; }

std::string row_text(const BaselineRow& row) {
    const Known& known = row.known;
    return "    {\n      \"origin\": " + one_line(save_origin(row.origin)) + ",\n" +
           lines("findings", dsl::mapped(known.findings, save_known_finding)) + ",\n" +
           lines("verdicts", dsl::mapped(known.verdicts, save_known_verdict)) + ",\n" +
           lines("acting", as_json(known.acting)) + ",\n" + lines("idle", as_json(known.idle)) + "\n    }";
}

}  // namespace

const BaselineRow* Baseline::find(const Origin& origin) const {
    const auto row = std::ranges::find_if(
        rows_, [&](const BaselineRow& known) { return is_same_question(known.origin, origin); });
    return row == rows_.end() ? nullptr : &*row;
}

void Baseline::put(BaselineRow row) {
    std::erase_if(rows_,
                  [&](const BaselineRow& known) { return is_same_question(known.origin, row.origin); });
    rows_.push_back(std::move(row));
    std::ranges::sort(rows_, {}, [](const BaselineRow& known) {
        return std::pair(known.origin.spec, known.origin.screens.has_value());
    });
}

Known known_of(const Report& report) {
    Known known = known_without_words(report);
    for (KnownFinding& finding : known.findings) {
        const auto told = std::ranges::find(report.findings, finding.fingerprint, &FindingLines::fingerprint);
        finding.heading = heading_or_title(*told);
    }
    std::ranges::sort(known.findings, {}, &KnownFinding::fingerprint);
    return known;
}

ReadBaseline read_baseline(const std::string& text, const std::string& path) {
    const ReadFile file = read_saved(text, baseline_format);
    if (!file.problem.empty()) return useless(path, file.problem);
    ReadBaseline result;
    try {
        for (const Json& row : file.json.at("specs")) result.baseline.put(read_row(row));
    } catch (const Json::exception&) {
        return useless(path, "a part is missing or is not what it should be");
    } catch (const UnknownWord&) {
        return useless(path, "it has a word that is not known here");
    }
    return result;
}

std::string written(const Baseline& baseline) {
    return "{\n  \"format\": \"" + std::string(baseline_format) + "\",\n  \"version\": \"" + version() +
           "\",\n  \"specs\": [\n" + dsl::join(dsl::mapped(baseline.rows(), row_text), ",\n") + "\n  ]\n}\n";
}

}  // namespace errata::reports
