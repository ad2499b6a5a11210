// A store of texts by key, in an SQLite file. A run keeps there what the next run can use. Others decide what
// a text says and which key it has (reports/saved/kept_results). Several runs may use the file at once. Each
// of them may be killed at any time. If something goes wrong, less is kept or nothing; the run goes on.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace errata::checker {

class Store {
public:
    struct Summary {
        std::size_t texts = 0;
        std::size_t bytes = 0;  // of all texts
    };

    // In this folder, which is made if it is not there. Null: nothing can be kept there, for the reason that
    // `problem` gives in words.
    static std::unique_ptr<Store> open(const std::string& folder, std::size_t most_bytes,
                                       std::string& problem);
    ~Store();
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    // The text as it was kept; one that was damaged since is forgotten.
    std::optional<std::string> find(const std::string& key);
    // Instead of what is kept under the key. If there is too much then, what was not used for longest goes.
    void keep(const std::string& key, std::string_view text);

    Summary summary();
    // Leaves at most so many bytes.
    void prune(std::size_t most_bytes);

private:
    struct File;
    explicit Store(std::unique_ptr<File> file, std::size_t most_bytes);

    std::unique_ptr<File> file_;
    std::size_t most_bytes_;
};

}  // namespace errata::checker
