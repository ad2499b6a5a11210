#include "tests/oracle/program_says.h"

#include <nlohmann/json.hpp>

namespace errata::oracle {

namespace {

using Json = nlohmann::json;

std::string quoted(const std::string& text) {
    const std::size_t first = text.find('"');
    const std::size_t last = text.rfind('"');
    return first == std::string::npos ? text : text.substr(first + 1, last - first - 1);
}

// Of several setups the gravest counts: a claim fails if it fails in one; `reachable` holds if it is shown
// in one.
void merge_claim(Said& said, const std::string& title, const std::string& status) {
    const std::string word = status == "refuted"                          ? "fails"
                             : status == "proved" || status == "complete" ? "holds"
                                                                          : "open";
    std::string& known = said.claims[title];
    if (known.empty() || word == "fails" || (word == "open" && known == "holds")) {
        known = word;
        said.statuses[title] = status;
    }
}

// `undenied`: codes that are not said to be absent on every setup.
void read_verdict(Said& said, std::set<std::string>& undenied, const Json& verdict) {
    const std::string claim = verdict["claim"];
    const std::string status = verdict["status"];
    if (claim.starts_with("check \"")) {
        merge_claim(said, quoted(claim), status);
    } else if (claim.starts_with("ending \"") && status == "proved") {
        said.endings.insert(quoted(claim));
    }
    if (claim.starts_with("no ")) {
        (status == "proved" || status == "complete" ? said.denied : undenied).insert(claim.substr(3));
    }
    const std::string detail = verdict["detail"];
    if (status == "bounded" || status == "unknown" ||
        detail.find("did not come to rest") != std::string::npos ||
        detail.find("not compared") != std::string::npos) {
        said.bounded.insert(claim);
    }
}

void read_finding(Said& said, const Json& finding) {
    const std::string code = finding["code"];
    const std::string title = finding["title"];
    std::string words;
    for (const char* part : {"fingerprint", "code", "title", "status", "severity"}) {
        words += finding[part].get<std::string>() + " ";
    }
    said.findings.insert(words);
    if (finding["status"] == "unconfirmed") {
        return;  // on some board, which play need not reach
    }
    const bool of_claim = said.claims.contains(title);
    if (!of_claim || code == "loop.optional" || code == "loop.mandatory") {
        said.codes.insert(of_claim ? code + " of a claim" : code);
    }
}

}  // namespace

std::string in_words(const std::set<std::string>& words) {
    std::string text;
    for (const std::string& word : words) {
        text += (text.empty() ? "" : ", ") + word;
    }
    return text.empty() ? "none" : text;
}

Said read_report(const tests::Ran& ran) {
    Said said;
    said.exit = ran.code;
    said.json = ran.out;
    said.errors = ran.err;
    const Json report = Json::parse(ran.out, nullptr, false);
    if (report.is_discarded() || !report.contains("verdicts")) {
        return said;
    }
    std::set<std::string> undenied;
    for (const Json& verdict : report["verdicts"]) {
        read_verdict(said, undenied, verdict);
    }
    for (const std::string& code : undenied) {
        said.denied.erase(code);
    }
    for (const Json& finding : report["findings"]) {
        read_finding(said, finding);
    }
    said.states = report["stats"].value("states", std::size_t{0});
    return said;
}

Said program_says(const std::string& file, std::vector<std::string> options) {
    options.insert(options.begin(), {"check", file, "--format", "json"});
    return read_report(tests::run_errata(options));
}

Said program_merges(const std::vector<std::string>& files) {
    std::vector<std::string> arguments{"merge", "--format", "json"};
    arguments.insert(arguments.end(), files.begin(), files.end());
    return read_report(tests::run_errata(arguments));
}

}  // namespace errata::oracle
