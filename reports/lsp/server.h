// The language server: takes messages of the protocol (3.17), answers them, and tells what is wrong with the
// files that are open. One message at a time; searches run on a thread of their own (findings.h).
//
//   Server server(disk, flags, send, wake);
//   server.receive(message);   // answers through `send`
//   server.tend();             // when nobody is waiting: tells what has changed
//
// What a message asks for in a way that the protocol does not have is an error of that message alone.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "dsl/source/overlay_reader.h"
#include "reports/lsp/drafts.h"
#include "reports/lsp/findings.h"
#include "reports/lsp/moved.h"
#include "reports/lsp/navigation.h"
#include "reports/lsp/wire.h"

namespace errata::reports::lsp {

class Server {
public:
    // `disk` must outlive it. `wake`: called from another thread when there is something to tend to.
    Server(const dsl::FileReader& disk, const CheckFlags& flags, std::function<void(const Json&)> send,
           std::function<void()> wake);
    ~Server();
    Server(const Server&) = delete;
    Server& operator=(const Server&) = delete;

    void receive(const Json& message);
    // Answers a message that is no JSON.
    void refuse_text();
    // A request that was cancelled before it was looked at.
    void refuse(const Json& message);

    // Tells what nobody has asked for: the diagnostics of what has been edited or found.
    void tend();
    // Does a search wait or run?
    bool is_busy() const { return checks_.is_busy(); }

    // Set once the client has said `exit`: what the process ends with.
    std::optional<int> exit_code() const { return exit_code_; }

private:
    using Method = Json (Server::*)(const Json& params);
    static const std::map<std::string, Method>& methods();

    struct OpenFile {
        std::string uri;  // as the client writes it
        std::int64_t version = 0;
    };

    // A check that was asked for. One that an edit has given up goes on if the texts are these again.
    struct Search {
        std::string texts;  // a digest of all that is checked
        bool is_underway = false;
        std::string token;  // of its progress; empty: the client shows none
    };

    Json initialize(const Json& params);
    Json shutdown(const Json& params);
    Json hover(const Json& params);
    Json completion(const Json& params);
    Json definition(const Json& params);
    Json references(const Json& params);
    Json highlights(const Json& params);
    Json prepare_rename(const Json& params);
    Json rename(const Json& params);
    Json document_symbols(const Json& params);
    Json workspace_symbols(const Json& params);
    Json folding_ranges(const Json& params);
    Json formatting(const Json& params);
    Json code_actions(const Json& params);
    Json execute(const Json& params);

    Json initialized(const Json& params);
    Json did_open(const Json& params);
    Json did_change(const Json& params);
    Json did_save(const Json& params);
    Json did_close(const Json& params);
    Json files_changed(const Json& params);
    Json leave(const Json& params);
    Json nothing(const Json& params);

    std::string path_in(const Json& params) const;
    Spot spot_in(const Json& params);
    void text_changed(const std::string& path);
    void check(const std::string& path);
    Json check_now(const std::string& path);
    void tell_checked(const Checked& checked);
    void withdraw(const std::string& spec);
    std::vector<Spot> spots_of(const Spot& spot);
    bool is_used(const std::string& spec);
    std::string teller_of(const std::string& path, const std::string& otherwise);
    void arrive(Checked checked);
    void forget(const std::string& spec);
    void publish(const std::string& spec);
    void publish(const std::string& path, const Json& diagnostics);
    static bool is_current(const Checked& checked, const Drafted& draft);
    using MovedIn = std::map<std::string, Moved>;  // by URI: of the files that have changed
    std::optional<MovedIn> moved_since(const Drafted& draft) const;
    const Checked* checked_of(const std::string& spec) const;
    Json remedies_of(const Checked& checked, const Drafted& draft, const Json& diagnostic) const;
    Json shown_in(const Drafted& draft, std::uint32_t file, const std::optional<MovedIn>& by) const;
    Json spec_of(const Json& arguments);
    Json page(const Json& arguments);
    void begin_check(const Drafted& draft);
    void end_check(const std::string& spec);
    void close_check(const std::string& spec);
    std::string page_folder();

    std::function<void(const Json&)> send_;
    std::function<void()> wake_;
    dsl::OverlayReader files_;
    std::map<std::string, OpenFile> open_;  // by path
    Drafts drafts_;
    std::set<std::string> to_publish_;                   // specs
    std::map<std::string, Checked> checked_;             // by spec: what is shown
    std::map<std::string, Search> searches_;             // by spec
    std::map<std::string, std::set<std::string>> told_;  // by spec: files that something was told of
    std::map<std::string, Json> published_;              // by path
    bool is_initialized_ = false;
    bool is_shut_down_ = false;
    bool checks_on_save_ = true;
    bool takes_snippets_ = false;
    bool takes_progress_ = false;
    bool shows_documents_ = false;
    bool watches_files_ = false;
    std::int64_t next_request_ = 1;
    std::optional<int> exit_code_;
    std::string page_folder_;  // for pages of findings, of this process alone; empty: none was asked for
    std::mutex mutex_;
    std::vector<Checked> arrived_;  // from the other thread
    Checks checks_;                 // last: its thread ends before anything else goes
};

}  // namespace errata::reports::lsp
