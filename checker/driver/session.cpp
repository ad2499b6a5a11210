#include "checker/driver/session.h"

#include <algorithm>

#include "checker/driver/acceptances.h"
#include "checker/screen/made_tables.h"
#include "compiler/ir/finding_codes.h"
#include "dsl/base/text.h"
#include "dsl/load.h"
#include "dsl/parse.h"

namespace errata::checker {

namespace {

const std::vector<std::string>& status_words() {
    static const std::vector<std::string> words = [] {
        std::vector<std::string> all;
        all.reserve(all_statuses.size());
        for (const Status status : all_statuses) all.emplace_back(word(status));
        return all;
    }();
    return words;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
    const auto near = dsl::nearest(word, candidates);
    return near ? "did you mean '" + *near + "'?" : "known are " + dsl::join(candidates, ", ");
}

// The compiler does not know the checker's codes, so expectations are held against them here.
void check_expectations(const compiler::Model& model, dsl::Sink& sink) {
    std::vector<std::string> codes;
    for (const compiler::CodeInfo& info : compiler::all_codes()) codes.emplace_back(info.name);
    for (const compiler::Expectation& expectation : model.asked.expectations) {
        if (!compiler::find_code(expectation.code)) {
            sink.report(dsl::DiagnosticKind::bad_expectation, expectation.span,
                        "no finding has the code '" + expectation.code + "'",
                        suggestion(expectation.code, codes));
        }
        const auto& words = status_words();
        if (!expectation.status.empty() &&
            std::find(words.begin(), words.end(), expectation.status) == words.end()) {
            sink.report(dsl::DiagnosticKind::bad_expectation, expectation.span,
                        "'" + expectation.status + "' is no status", suggestion(expectation.status, words));
        }
    }
}

// The game's own result misses what only a scenario with its own pools can show; what one of them meets is
// not missing.
void settle_across_parts(const Session& session, std::vector<CheckResult>& results) {
    CheckOptions scenarios;
    scenarios.only_codes = {std::string(code_name(FindingCode::ContradictionScenario))};
    for (std::size_t i = 1; i < session.parts.size(); ++i) {
        const CheckResult held = merge(session.parts[i].model, {results[i]}, scenarios);
        std::erase_if(results[0].missing, [&](const std::string& expectation) {
            return expectation.starts_with(scenarios.only_codes[0]) &&
                   std::find(held.missing.begin(), held.missing.end(), expectation) == held.missing.end();
        });
        results[i].missing.clear();
    }
}

bool has_screens(const Session& session) {
    return std::ranges::any_of(session.modules, [](const dsl::ast::Module& module) {
        return std::ranges::any_of(
            module.items, [](const dsl::ast::Item& item) { return item.kind == dsl::ast::ItemKind::Screen; });
    });
}

void make_tables(Session& session, const compiler::CompileOptions& options) {
    if (has_screens(session)) return;
    session.made_tables = options.screens.made.empty()
                              ? made_tables(session.modules, session.sources, options)
                              : options.screens.made;
    if (session.made_tables.empty()) return;
    const std::uint32_t file = session.sources.add("made tables", session.made_tables);
    session.modules.push_back(dsl::parse(session.sources, file, session.sink));
}

}  // namespace

bool is_whole(const dsl::Sink& sink) {
    const std::vector<dsl::Diagnostic> all = sink.sorted();
    return std::none_of(all.begin(), all.end(),
                        [](const dsl::Diagnostic& d) { return dsl::info(d.kind).code.starts_with("E00"); });
}

Session read_session(const dsl::FileReader& reader, const std::string& path, const std::string& other_text) {
    Session session;
    session.path = path;
    session.modules = dsl::load(reader, path, session.sources, session.sink, other_text);
    return session;
}

Session open_session(const dsl::FileReader& reader, const std::string& path,
                     const compiler::CompileOptions& options, dsl::KeptReadings readings) {
    Session session = read_session(reader, path, options.other_text);
    session.readings = std::move(readings);
    if (!is_whole(session.sink)) return session;
    if (options.screens.alone || options.screens.together) make_tables(session, options);
    const auto add = [&](const compiler::CompileOptions& part) {
        auto model = compiler::compile(session.sources, session.modules, part, session.sink, session.readings,
                                       &session.set_aside);
        if (model) session.parts.push_back({part.scenario, std::move(*model)});
    };
    add(options);
    if (!session.parts.empty()) check_expectations(session.parts[0].model, session.sink);
    if (options.scenario.empty() && !session.sink.has_errors()) {
        for (const std::string& scenario : compiler::scenarios_with_pools(session.modules)) {
            compiler::CompileOptions part = options;
            part.scenario = scenario;
            add(part);
        }
    }
    session.catalogue = named_catalogue(reader, path, session.modules, session.sources, session.sink);
    if (session.sink.has_errors()) session.parts.clear();
    return session;
}

std::vector<Obligation> plan(const Part& part, const CheckOptions& options) {
    std::vector<Obligation> obligations = plan(part.model, options);
    if (!part.scenario.empty()) {
        std::erase_if(obligations,
                      [](const Obligation& one) { return one.id.analysis != AnalysisName::Scenarios; });
    }
    return obligations;
}

namespace {

// Calls `result_of` with each part that has an obligation, its number and its options.
template <class ResultOf>
std::vector<CheckResult> of_each_part(const Session& session, const CheckOptions& options,
                                      const ResultOf& result_of) {
    std::vector<CheckResult> results;
    for (std::size_t i = 0; i < session.parts.size(); ++i) {
        const Part& part = session.parts[i];
        if (part.scenario.empty()) {
            results.push_back(result_of(part, i, options));
            continue;
        }
        CheckOptions own = options;
        own.obligations.clear();
        for (const Obligation& obligation : plan(part, options)) own.obligations.push_back(obligation.id);
        // An empty list would mean all.
        results.push_back(own.obligations.empty() ? CheckResult() : result_of(part, i, own));
    }
    return results;
}

}  // namespace

std::vector<CheckResult> check(const Session& session, const CheckOptions& options) {
    return of_each_part(session, options, [](const Part& part, std::size_t, const CheckOptions& own) {
        return check(part.model, own);
    });
}

std::vector<CheckResult> check_again(const Session& session, std::vector<CheckResult> results,
                                     const CheckOptions& options) {
    return of_each_part(session, options, [&](const Part& part, std::size_t i, const CheckOptions& own) {
        return held_again(part.model, std::move(results[i]), own);
    });
}

void settle(Session& session, std::vector<CheckResult>& results, const CheckOptions& options) {
    settle_across_parts(session, results);
    // Only the game's model has what the spec accepts.
    const Acceptances& acceptances = session.parts[0].model.asked.acceptances;
    for (std::size_t i = 1; i < results.size(); ++i)
        hold_against_acceptances(acceptances, session.parts[i].model, options, results[i]);
    report_acceptances(session, results, options);
}

}  // namespace errata::checker
