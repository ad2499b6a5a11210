#include "reports/cli/spec.h"

#include <algorithm>
#include <map>

#include "checker/codes.h"
#include "dsl/base/text.h"
#include "dsl/load.h"

namespace errata::reports {

namespace {

// Whether a text has an item `game "..."` at the margin. Looks at the letters only, so that a file full of
// errors still counts as the spec it is meant to be.
bool declares_game(const std::string& text) {
    for (std::size_t at = 0; at != std::string::npos; at = text.find('\n', at)) {
        if (text[at] == '\n') ++at;
        const std::string_view line = std::string_view(text).substr(at, text.find('\n', at) - at);
        if (line.starts_with("game ") && line.find('"') != std::string_view::npos) return true;
        if (at >= text.size()) break;
    }
    return false;
}

void split(const std::string& folder, const std::vector<std::string>& games,
           std::vector<std::string>& specs) {
    std::map<std::string, std::vector<std::string>> below;  // subfolder -> the games in it
    for (const std::string& game : games) {
        const std::size_t slash = game.find('/', folder.size() + 1);
        if (slash == std::string::npos)
            specs.push_back(game);
        else
            below[game.substr(0, slash)].push_back(game);
    }
    for (const auto& [subfolder, inside] : below) {
        if (inside.size() == 1)
            specs.push_back(subfolder);
        else
            split(subfolder, inside, specs);
    }
}

const std::vector<std::string>& status_words() {
    static const std::vector<std::string> words = [] {
        using checker::Status;
        std::vector<std::string> all;
        for (const Status status : {Status::Proved, Status::Complete, Status::Refuted, Status::Unconfirmed,
                                    Status::Bounded, Status::Unknown}) {
            all.emplace_back(checker::word(status));
        }
        return all;
    }();
    return words;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
    const auto near = dsl::nearest(word, candidates);
    return near ? "did you mean '" + *near + "'?" : "known are " + dsl::join(candidates, ", ");
}

// Names would be blamed for what a missing file is guilty of: without all files nothing is compiled.
bool is_whole(const dsl::Sink& sink) {
    const std::vector<dsl::Diagnostic> all = sink.sorted();
    return std::none_of(all.begin(), all.end(),
                        [](const dsl::Diagnostic& d) { return dsl::info(d.kind).code.starts_with("E00"); });
}

// The compiler does not know the checker's codes, so expectations are held against them here.
void check_expectations(const compiler::Model& model, dsl::Sink& sink) {
    std::vector<std::string> codes;
    for (const checker::CodeInfo& info : checker::all_codes()) codes.emplace_back(info.code);
    for (const compiler::Expectation& expectation : model.expectations) {
        if (!checker::find_code(expectation.code)) {
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

}  // namespace

Spec read_spec(const dsl::FileReader& reader, const std::string& path,
               const compiler::CompileOptions& options) {
    Spec spec;
    spec.path = path;
    spec.modules = dsl::load(reader, path, spec.sources, spec.sink);
    if (!is_whole(spec.sink)) return spec;
    const auto add = [&](const compiler::CompileOptions& part) {
        auto model = compiler::compile(spec.sources, spec.modules, part, spec.sink);
        if (model) spec.parts.push_back({part.scenario, std::move(*model)});
    };
    add(options);
    if (!spec.parts.empty()) check_expectations(spec.parts[0].model, spec.sink);
    if (options.scenario.empty() && !spec.sink.has_errors()) {
        for (const std::string& scenario : compiler::scenarios_with_pools(spec.modules)) {
            compiler::CompileOptions part = options;
            part.scenario = scenario;
            add(part);
        }
    }
    if (spec.sink.has_errors()) spec.parts.clear();
    return spec;
}

std::vector<std::string> specs_in(const dsl::FileReader& reader, const std::string& path) {
    std::string folder = path;
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
    const auto files = reader.list(folder);
    if (!files) return {path};
    std::vector<std::string> games;
    for (const std::string& file : *files) {
        const auto text = reader.read(file);
        if (text && declares_game(*text)) games.push_back(file);
    }
    if (games.size() <= 1) return {folder};
    std::vector<std::string> specs;
    split(folder, games, specs);
    std::sort(specs.begin(), specs.end());
    return specs;
}

void print_diagnostics(const Spec& spec, std::ostream& out) {
    std::size_t errors = 0;
    const std::vector<dsl::Diagnostic> all = spec.sink.sorted();
    out << dsl::render(all, spec.sources);
    for (const dsl::Diagnostic& diagnostic : all) {
        if (dsl::info(diagnostic.kind).severity == dsl::Severity::Error) ++errors;
    }
    if (errors > 0) out << dsl::visible_word(spec.path) << ": " << dsl::count_of(errors, "error") << "\n";
}

void report_stale_acceptances(Spec& spec, const std::vector<std::string>& stale) {
    for (const compiler::Acceptance& acceptance : spec.parts[0].model.acceptances) {
        if (std::find(stale.begin(), stale.end(), acceptance.finding) == stale.end()) continue;
        spec.sink.report(dsl::DiagnosticKind::stale_accept, acceptance.span,
                         "no finding is called '" + acceptance.finding + "'",
                         "remove the line, or copy the new title");
    }
}

}  // namespace errata::reports
