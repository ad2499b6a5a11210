#include "reports/lsp/findings.h"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "dsl/source/borders.h"
#include "reports/cli/accepting.h"
#include "reports/cli/advice.h"
#include "reports/cli/kept.h"
#include "reports/entries.h"
#include "reports/lsp/diagnostics.h"
#include "reports/lsp/drafts.h"
#include "reports/lsp/places.h"
#include "reports/render/acceptance.h"
#include "reports/render/brief.h"
#include "reports/render/heading.h"
#include "reports/render/remarks.h"

namespace errata::reports::lsp {

using checker::Session;
using checker::Severity;

namespace {

int severity_number(Severity severity) {
    switch (severity) {
        case Severity::Error:
            return 1;
        case Severity::Warning:
            return 2;
        case Severity::Note:
            return 3;
    }
    return 3;
}

class Editorial {
public:
    Editorial(Session& session, const std::vector<checker::CheckResult>& results, Checked& checked)
        : session_(session), results_(results), checked_(checked) {}

    void run() {
        const std::vector<Entry> all = entries(checked_.report);
        for (const Entry& entry : all) {
            if (is_settled(*entry.shown)) continue;
            add(entry);
            add_remedies(*entry.shown);
        }
        for (const Lack& lack : lacks(checked_.report)) {
            const Place place = place_of(checked_.report);
            add(place, {{"severity", 1}, {"code", lack.code}, {"message", lack.sentence}});
        }
        checked_.summary = brief_counts(checked_.report, all);
        if (checked_.summary.empty()) checked_.summary = "no findings";
        if (checked_.report.stopped) checked_.summary += "; the time was over before all was searched";
    }

private:
    const dsl::SourceFile* file(const std::string& path) const {
        for (std::uint32_t i = 0; i < session_.sources.size(); ++i) {
            if (session_.sources.file(i).path() == path) return &session_.sources.file(i);
        }
        return nullptr;
    }

    void add(const Place& place, Json diagnostic) {
        const dsl::SourceFile* const source = file(place.file);
        if (source == nullptr) return;
        diagnostic["range"] = range_of_line(*source, std::max<std::uint32_t>(1, place.line));
        diagnostic["source"] = "errata";
        checked_.diagnostics[dsl::normal_path(place.file)].push_back(std::move(diagnostic));
    }

    void add(const Entry& entry) {
        const FindingLines& finding = *entry.shown;
        const Place place = place_of(checked_.report, finding);
        Json related = Json::array();
        std::set<std::pair<std::string, std::uint32_t>> told = {{place.file, place.line}};
        for (const ClauseLine& clause : finding.clauses) {
            const dsl::SourceFile* const source = file(clause.file);
            if (source == nullptr || clause.line == 0) continue;
            if (!told.insert({clause.file, clause.line}).second) continue;
            related.push_back(
                {{"location", {{"uri", uri_of(clause.file)}, {"range", range_of_line(*source, clause.line)}}},
                 {"message", clause.name + ": " + clause.text}});
        }
        std::string message = heading_or_title(finding) + standing_words(finding);
        for (const BriefRow& row : brief_rows(entry)) {
            if (!row.is_picture) message += "\n" + row.label + ": " + row.words;
        }
        Json diagnostic = {{"severity", severity_number(shown_severity(finding))},
                           {"code", code_word(finding)},
                           {"message", std::move(message)},
                           {"data", {{"finding", finding.fingerprint}, {"spec", checked_.spec}}}};
        if (!related.empty()) diagnostic["relatedInformation"] = std::move(related);
        add(place, std::move(diagnostic));
    }

    // What was tried and works, and the line that accepts it.
    void add_remedies(const FindingLines& finding) {
        if (!finding.advice.works.empty()) add_tried(finding);
        checked_.remedies.push_back(
            {finding.fingerprint, "Accept: " + heading_or_title(finding), nullptr,
             accept_lines(finding, digits_of(checked_.report, finding), AcceptWords{"why it may stay"})});
    }

    void add_tried(const FindingLines& finding) {
        for (std::size_t i = 0; i < results_.size(); ++i) {
            const auto found =
                std::ranges::find(results_[i].findings, finding.fingerprint, &checker::Finding::fingerprint);
            if (found == results_[i].findings.end()) continue;
            for (const checker::Remedy& remedy :
                 checker::remedies_for(session_, session_.parts[i].model, *found)) {
                if (remedy.words != finding.advice.works) continue;
                const auto edits = edits_of(session_, remedy);
                if (!edits) return;
                checked_.remedies.push_back({finding.fingerprint, "Fix that was tried: " + remedy.words,
                                             workspace_edit(session_.sources, *edits), ""});
                return;
            }
        }
    }

    Session& session_;
    const std::vector<checker::CheckResult>& results_;
    Checked& checked_;
};

}  // namespace

namespace {

// What the compiler says stands before what was found.
void tell_all(Session& session, const std::vector<checker::CheckResult>& results, Checked& checked) {
    checked.diagnostics.clear();
    checked.remedies.clear();
    if (!session.parts.empty()) Editorial(session, results, checked).run();
    const std::vector<dsl::Diagnostic> wrong = session.sink.sorted();
    for (std::uint32_t i = 0; i < session.sources.size(); ++i) {
        Json all = diagnostics_in(session.sources, wrong, i);
        Json& found = checked.diagnostics[dsl::normal_path(session.sources.file(i).path())];
        if (found.is_array()) all.insert(all.end(), found.begin(), found.end());
        found = std::move(all);
    }
}

}  // namespace

Checked checked(const dsl::FileReader& reader, const std::string& spec, const CheckFlags& flags,
                const std::atomic<bool>& interrupted, const std::function<void(Checked)>& found) {
    Checked result;
    result.spec = spec;
    const compiler::CompileOptions compile = compile_options(flags);
    Session session = checker::open_session(reader, spec, compile);
    result.texts = texts_of(session.sources);
    if (session.parts.empty()) {
        tell_all(session, {}, result);
        result.summary = "the spec has errors";
        return result;
    }
    checker::CheckOptions options = check_options(flags);
    options.interrupted = &interrupted;
    const checker::RunClock clock(options.budget.seconds, options.interrupted);
    std::istringstream nothing;
    std::ostringstream unheard;
    Console console{nothing, unheard, unheard};
    Kept store;
    std::optional<KeptResults> kept = store.of(session, compile, options, flags.cache, console);
    const std::vector<checker::CheckResult> results = found_or_kept(session, flags, options, kept, console);
    Run run = report_of(session, results, flags.fail_on, options);
    result.report = std::move(run.report);
    result.result = run.result;
    result.was_stopped = interrupted;
    if (result.was_stopped) return result;
    tell_all(session, results, result);
    result.is_last = false;
    found(result);
    result.is_last = true;
    try_advice(session, compile, results, result.report, Trying::AsMuchAgain, clock, kept ? &*kept : nullptr);
    result.was_stopped = interrupted;
    if (!result.was_stopped) tell_all(session, results, result);
    return result;
}

Checks::Checks(CheckFlags flags, Done done)
    : flags_(std::move(flags)), done_(std::move(done)), thread_([this] { run(); }) {}

Checks::~Checks() {
    {
        const std::lock_guard lock(mutex_);
        is_over_ = true;
        interrupted_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Checks::check(const std::string& spec, dsl::OverlayReader texts) {
    {
        const std::lock_guard lock(mutex_);
        waiting_[spec] = std::make_unique<dsl::OverlayReader>(std::move(texts));
        if (current_ == spec) interrupted_ = true;
    }
    changed_.notify_all();
}

void Checks::stop(const std::string& spec) {
    const std::lock_guard lock(mutex_);
    waiting_.erase(spec);
    if (current_ == spec) interrupted_ = true;
}

bool Checks::is_busy() const {
    const std::lock_guard lock(mutex_);
    return !waiting_.empty() || !current_.empty();
}

void Checks::run() {
    std::unique_lock lock(mutex_);
    while (true) {
        changed_.wait(lock, [&] { return is_over_ || !waiting_.empty(); });
        if (is_over_) return;
        auto job = waiting_.extract(waiting_.begin());
        current_ = job.key();
        interrupted_ = false;
        lock.unlock();
        Checked result;
        try {
            result = checked(*job.mapped(), current_, flags_, interrupted_, done_);
        } catch (const std::exception& error) {
            result.spec = current_;
            result.failed = error.what();
        }
        result.was_stopped = result.was_stopped || interrupted_;
        done_(std::move(result));
        lock.lock();
        current_.clear();
    }
}

}  // namespace errata::reports::lsp
