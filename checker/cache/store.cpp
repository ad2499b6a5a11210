#include "checker/cache/store.h"

#include <sqlite3.h>

#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "dsl/base/hash.h"

namespace errata::checker {

namespace fs = std::filesystem;

namespace {

constexpr const char* file_name = "kept-1.sqlite";  // the number rises with the tables
constexpr int patience = 10'000;                    // milliseconds, while another run writes

// Pruned to less than allowed, so that not every text that is kept prunes again.
constexpr std::size_t left_of_ten = 8;

std::int64_t now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

// The key counts too: a text under another key is wrong.
std::string digest_of(const std::string& key, std::string_view text) {
    return dsl::hash_of(key + "\n" + std::string(text));
}

// One statement, from its text to its rows. Whatever fails gives no rows.
class Statement {
public:
    Statement(sqlite3* file, const char* text) {
        if (file != nullptr) code_ = sqlite3_prepare_v2(file, text, -1, &statement_, nullptr);
    }
    ~Statement() { sqlite3_finalize(statement_); }
    Statement(const Statement&) = delete;
    Statement& operator=(const Statement&) = delete;

    Statement& with(std::string_view text) {
        sqlite3_bind_blob64(statement_, ++bound_, text.data(), text.size(), SQLITE_TRANSIENT);
        return *this;
    }
    Statement& with(std::int64_t number) {
        sqlite3_bind_int64(statement_, ++bound_, number);
        return *this;
    }
    // The next row; false: there is none.
    bool step() {
        if (statement_ != nullptr) code_ = sqlite3_step(statement_);
        return code_ == SQLITE_ROW;
    }
    bool run() {
        while (step()) {
        }
        return code_ == SQLITE_DONE;
    }
    std::string text(int column) {
        const void* const bytes = sqlite3_column_blob(statement_, column);
        const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_, column));
        return bytes == nullptr ? "" : std::string(static_cast<const char*>(bytes), size);
    }
    std::int64_t number(int column) { return sqlite3_column_int64(statement_, column); }
    // The file is no such file, or no longer.
    bool is_broken() const { return code_ == SQLITE_CORRUPT || code_ == SQLITE_NOTADB; }

private:
    sqlite3_stmt* statement_ = nullptr;
    int code_ = SQLITE_ERROR;
    int bound_ = 0;
};

}  // namespace

struct Store::File {
    explicit File(std::string where) : path(std::move(where)) { open(); }
    ~File() { sqlite3_close(handle); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    bool run(const char* text) { return Statement(handle, text).run(); }

    // Each run sees whole texts only: what is written comes into the file at once or not at all.
    void open() {
        if (sqlite3_open(path.c_str(), &handle) != SQLITE_OK) return close();
        sqlite3_busy_timeout(handle, patience);
        const bool is_usable =
            run("PRAGMA journal_mode = WAL") && run("PRAGMA synchronous = NORMAL") &&
            run("CREATE TABLE IF NOT EXISTS kept (key BLOB PRIMARY KEY, text BLOB NOT NULL, "
                "digest BLOB NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL)");
        if (!is_usable) close();
    }
    void close() {
        sqlite3_close(handle);
        handle = nullptr;
    }
    // Nothing of a damaged file is used.
    void begin_anew() {
        close();
        std::error_code ignored;
        for (const char* const ending : {"", "-wal", "-shm"}) fs::remove(path + ending, ignored);
        open();
    }

    std::string path;
    sqlite3* handle = nullptr;
};

Store::Store(std::unique_ptr<File> file, std::size_t most_bytes)
    : file_(std::move(file)), most_bytes_(most_bytes) {}

Store::~Store() = default;

std::unique_ptr<Store> Store::open(const std::string& folder, std::size_t most_bytes, std::string& problem) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!fs::is_directory(folder, error)) {
        problem = "'" + folder + "' is no folder and cannot be made";
        return nullptr;
    }
    auto file = std::make_unique<File>((fs::path(folder) / file_name).string());
    if (file->handle == nullptr) file->begin_anew();
    if (file->handle == nullptr) {
        problem = "nothing can be written in '" + folder + "'";
        return nullptr;
    }
    return std::unique_ptr<Store>(new Store(std::move(file), most_bytes));
}

std::optional<std::string> Store::find(const std::string& key) {
    std::string text;
    std::string digest;
    {
        Statement found(file_->handle, "SELECT text, digest FROM kept WHERE key = ?");
        if (!found.with(key).step()) {
            if (found.is_broken()) file_->begin_anew();
            return std::nullopt;
        }
        text = found.text(0);
        digest = found.text(1);
    }
    if (digest != digest_of(key, text)) {
        Statement(file_->handle, "DELETE FROM kept WHERE key = ?").with(key).run();
        return std::nullopt;
    }
    Statement(file_->handle, "UPDATE kept SET used = ? WHERE key = ?").with(now()).with(key).run();
    return text;
}

void Store::keep(const std::string& key, std::string_view text) {
    if (text.size() > most_bytes_) return;
    {
        Statement insert(
            file_->handle,
            "INSERT OR REPLACE INTO kept (key, text, digest, size, used) VALUES (?, ?, ?, ?, ?)");
        insert.with(key).with(text).with(digest_of(key, text)).with(static_cast<std::int64_t>(text.size()));
        if (!insert.with(now()).run() && insert.is_broken()) return file_->begin_anew();
    }
    if (summary().bytes > most_bytes_) prune(most_bytes_ / 10 * left_of_ten);
}

Store::Summary Store::summary() {
    Statement all(file_->handle, "SELECT count(*), coalesce(sum(size), 0) FROM kept");
    if (!all.step()) return {};
    return {static_cast<std::size_t>(all.number(0)), static_cast<std::size_t>(all.number(1))};
}

void Store::prune(std::size_t most_bytes) {
    const bool is_pruned =
        Statement(file_->handle,
                  "DELETE FROM kept WHERE key IN (SELECT key FROM (SELECT key, sum(size) OVER "
                  "(ORDER BY used DESC, key) AS so_far FROM kept) WHERE so_far > ?)")
            .with(static_cast<std::int64_t>(most_bytes))
            .run();
    if (is_pruned) file_->run("VACUUM");
}

}  // namespace errata::checker
