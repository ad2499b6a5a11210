// An editor in memory: a language server and a client that opens, edits and asks. Files lie in a folder of
// their own on the disk, for a server looks into folders.
#pragma once

#include <condition_variable>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "dsl/source/file_reader.h"
#include "reports/lsp/server.h"

namespace errata::tests {

class Editor {
public:
    using Json = reports::lsp::Json;

    // `name`: of its folder. Findings are sought when a file is opened or saved, if it `checks`.
    explicit Editor(const std::string& name, bool checks = false);
    ~Editor();

    // A file that lies in the folder.
    void write(const std::string& file, const std::string& text);
    void remove(const std::string& file);
    std::string uri(const std::string& file) const;

    void open(const std::string& file);
    void open(const std::string& file, const std::string& text);
    // The first place of `before` becomes `after`, as an incremental change.
    void replace(const std::string& file, const std::string& before, const std::string& after);
    // `size` bytes from `at` on become `after`, as an incremental change.
    void edit(const std::string& file, std::size_t at, std::size_t size, const std::string& after);
    // The whole text becomes another one.
    void set(const std::string& file, const std::string& text);
    void save(const std::string& file);
    void close(const std::string& file);
    const std::string& text(const std::string& file) const { return texts_.at(file); }

    // The position `offset` bytes behind the first place of `words`.
    Json at(const std::string& file, const std::string& words, std::size_t offset = 0) const;
    // With a position: of a request about a place.
    Json place(const std::string& file, const std::string& words, std::size_t offset = 0) const;
    Json document(const std::string& file) const;

    // The result, or {"error": ...}.
    Json ask(const std::string& method, const Json& params);
    void tell(const std::string& method, const Json& params);
    // What the server says of its own accord is said now.
    void tend();
    // Waits for the findings.
    void wait();
    // The last that was published of the file; null: nothing was.
    Json diagnostics(const std::string& file) const;
    // Applies a WorkspaceEdit to the texts that are open, and to files that are not.
    void apply(const Json& edit);

    // The messages so far; what was published last stays known.
    void forget();

    reports::lsp::Server& server() { return *server_; }
    const std::vector<Json>& sent() const { return sent_; }

private:
    std::filesystem::path folder_;
    dsl::DiskReader disk_;
    std::map<std::string, std::string> texts_;  // that are open
    std::map<std::string, int> versions_;
    std::vector<Json> sent_;
    std::map<std::string, Json> published_;  // by URI: the last diagnostics
    std::mutex mutex_;
    std::condition_variable woken_;
    bool is_woken_ = false;
    int last_id_ = 0;
    std::unique_ptr<reports::lsp::Server> server_;
};

}  // namespace errata::tests
