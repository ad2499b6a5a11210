// `errata lsp`: the language server over the standard streams. One thread reads messages, one deals with them
// in their order, one searches. Between two messages, when nobody waits for an answer, what has changed is
// told.
#include <CLI/CLI.hpp>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <set>
#include <thread>

#include "reports/cli/check_run.h"
#include "reports/cli/commands.h"
#include "reports/cli/exit_codes.h"
#include "reports/lsp/server.h"

namespace errata::reports {

namespace {

using lsp::Json;

struct LspFlags {
    CheckFlags check;
    bool uses_streams = true;  // the only way there is
};

// Messages that wait, and what woke the one who takes them.
class Inbox {
public:
    void put(Json message) {
        {
            const std::lock_guard lock(mutex_);
            if (lsp::member(message, "method") == "$/cancelRequest") cancel(message);
            messages_.push_back(std::move(message));
        }
        changed_.notify_all();
    }
    void close() {
        {
            const std::lock_guard lock(mutex_);
            is_closed_ = true;
        }
        changed_.notify_all();
    }
    void wake() {
        {
            const std::lock_guard lock(mutex_);
            is_woken_ = true;
        }
        changed_.notify_all();
    }

    enum class What { Message, Woken, Closed };
    struct Taken {
        What what = What::Closed;
        Json message;
        bool is_cancelled = false;
    };
    // With `waits`, the next one as soon as there is one; else Woken if there is none.
    Taken take(bool waits) {
        std::unique_lock lock(mutex_);
        if (waits) changed_.wait(lock, [&] { return !messages_.empty() || is_closed_ || is_woken_; });
        is_woken_ = false;
        if (messages_.empty()) return {is_closed_ ? What::Closed : What::Woken, {}, false};
        Taken taken{What::Message, std::move(messages_.front()), false};
        messages_.pop_front();
        if (const auto id = name_of(lsp::member(taken.message, "id")))
            taken.is_cancelled = cancelled_.erase(*id) > 0;
        return taken;
    }

private:
    // Only what waits can be cancelled; another request may have the same id later.
    void cancel(const Json& message) {
        const auto id = name_of(lsp::member(lsp::member(message, "params"), "id"));
        const auto waits = [&](const Json& one) { return name_of(lsp::member(one, "id")) == id; };
        if (id && std::ranges::any_of(messages_, waits)) cancelled_.insert(*id);
    }

    // A number and its digits are two ids.
    static std::optional<std::string> name_of(const Json& id) {
        if (id.is_string()) return "text " + id.get<std::string>();
        if (id.is_number_integer()) return std::to_string(id.get<std::int64_t>());
        return std::nullopt;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<Json> messages_;
    std::set<std::string> cancelled_;  // names of requests
    bool is_woken_ = false;
    bool is_closed_ = false;
};

int serve(const LspFlags& flags, Console& console) {
    std::ostream& out = console.verbatim != nullptr ? *console.verbatim : console.out;
    // Else the thread that reads would flush what the other one writes.
    console.in.tie(nullptr);
    const dsl::DiskReader disk;
    Inbox inbox;
    lsp::Server server(
        disk, flags.check, [&](const Json& message) { lsp::write_message(out, message); },
        [&] { inbox.wake(); });
    std::thread reader([&] {
        while (auto text = lsp::read_message(console.in)) {
            Json message = Json::parse(*text, nullptr, false);
            const bool ends = lsp::member(message, "method") == "exit";
            inbox.put(std::move(message));
            if (ends) break;
        }
        inbox.close();
    });
    bool has_tended = true;
    while (!server.exit_code()) {
        Inbox::Taken taken = inbox.take(has_tended);
        if (taken.what == Inbox::What::Closed) break;
        if (taken.what == Inbox::What::Woken) {
            try {
                server.tend();
            } catch (const std::exception& error) {
                console.err << "errata: " << error.what() << "\n";
            }
            has_tended = true;
            continue;
        }
        has_tended = false;
        if (taken.message.is_discarded())
            server.refuse_text();
        else if (taken.is_cancelled)
            server.refuse(taken.message);
        else
            server.receive(taken.message);
    }
    reader.join();
    return server.exit_code().value_or(exit_findings);
}

}  // namespace

void declare_lsp(CLI::App& program, Chosen& chosen) {
    const auto flags = std::make_shared<LspFlags>();
    // Beside somebody who types, a check has one core, and an end.
    flags->check.threads = 1;
    flags->check.budget.text = "60s";
    CLI::App& command = *program.add_subcommand(
        "lsp", "Serve an editor: the Language Server Protocol on the standard streams");
    declare_search(command, flags->check);
    command.add_flag("--stdio", flags->uses_streams, "What it does in any case; some editors say it");
    command.callback(
        [flags, &chosen] { chosen.run = [flags](Console& console) { return serve(*flags, console); }; });
}

}  // namespace errata::reports
