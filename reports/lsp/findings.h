// What a check of a spec shows, for an editor: run beside the editing, on the texts as they were when it was
// asked for. Whoever gets the result compares those with the texts of today: a finding about another text is
// never shown.
#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "dsl/source/overlay_reader.h"
#include "reports/cli/check_run.h"
#include "reports/lsp/edits.h"

namespace errata::reports::lsp {

// Something that can be done about a finding.
struct Remedied {
    std::string fingerprint;
    std::string title;
    Json edit;                 // a WorkspaceEdit that settles it; or null
    std::string accept_lines;  // else: the lines that accept it
};

struct Checked {
    std::string spec;
    std::map<std::string, std::string> texts;  // that were checked, by path
    std::map<std::string, Json> diagnostics;   // by path: an array of the protocol
    std::vector<Remedied> remedies;
    Report report;
    Result result = Result::Wrong;
    std::string summary;  // a line
    std::string failed;   // why there is no result; empty: there is one
    bool was_stopped = false;
    bool is_last = true;  // else what settles the findings is still being tried
};

// `interrupted`: set from elsewhere to stop it. `found`: gets what is found before anything is tried on it.
Checked checked(const dsl::FileReader& reader, const std::string& spec, const CheckFlags& flags,
                const std::atomic<bool>& interrupted, const std::function<void(Checked)>& found);

// A thread that checks one spec after the other.
class Checks {
public:
    using Done = std::function<void(Checked)>;

    // `done` is called on the thread, also with what was stopped, and before with what is not the last.
    Checks(CheckFlags flags, Done done);
    ~Checks();
    Checks(const Checks&) = delete;
    Checks& operator=(const Checks&) = delete;

    // A check of the same spec that waits or runs is given up.
    void check(const std::string& spec, dsl::OverlayReader texts);
    // Gives it up.
    void stop(const std::string& spec);
    bool is_busy() const;

private:
    void run();

    const CheckFlags flags_;
    const Done done_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::map<std::string, std::unique_ptr<dsl::OverlayReader>> waiting_;  // by spec
    std::string current_;                                                 // empty: none
    std::atomic<bool> interrupted_ = false;
    bool is_over_ = false;
    std::thread thread_;
};

}  // namespace errata::reports::lsp
