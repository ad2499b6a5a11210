// How long an editor waits: each request of the language server 200 times at random places, on the four
// games and on 1,000 generated cards in a table. `typing` is an edit until its messages are there. Prints a
// line for each request: the median and the worst, in milliseconds.
//
//   cmake --build build/release --target editor_bench && build/release/tests/editor_bench [TIMES]
#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "reports/lsp/places.h"
#include "tests/bench/sets/generate.h"
#include "tests/support/editor.h"

namespace errata::tests {
namespace {

namespace fs = std::filesystem;
using reports::lsp::Json;

struct Game {
    std::string name;
    std::vector<std::pair<std::string, std::string>> files;  // name, text
};

Game game_of(const std::string& name) {
    Game game{name, {}};
    const fs::path folder = fs::path(ERRATA_SOURCE_DIR) / "specs/games" / name;
    const dsl::DiskReader disk;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file())
            game.files.emplace_back(entry.path().lexically_relative(folder).string(),
                                    disk.read(entry.path().string()).value());
    }
    return game;
}

Game many_cards() {
    const sets::GeneratedSet set = sets::generate({1'000, 2, 1});
    return {"1,000 cards", {{"game.rules", set.rules}, {"cards.csv", set.table}}};
}

class Bench {
public:
    Bench(const Game& game, std::size_t times) : name_(game.name), times_(times), editor_("bench") {
        for (const auto& [file, text] : game.files) editor_.write(file, text);
        const auto size = [](const auto& one) {
            return one.first.ends_with(".rules") ? one.second.size() : 0;
        };
        file_ = std::ranges::max_element(game.files, {}, size)->first;
        editor_.open(file_);
        editor_.tend();
    }

    void run() {
        measure("typing", [&] {
            const std::size_t at = place();
            editor_.edit(file_, at, 0, "x");
            editor_.tend();
            return [this, at] { editor_.edit(file_, at, 1, ""); };
        });
        editor_.tend();
        for (const char* const method : {"completion", "hover", "definition", "references", "rename",
                                         "codeAction", "documentSymbol", "foldingRange", "formatting"}) {
            measure(method, [&] {
                ask(method);
                return [] {};
            });
        }
    }

private:
    // Inside a line, where somebody may point.
    std::size_t place() {
        const std::string& text = editor_.text(file_);
        std::size_t at = 0;
        do {
            at = std::uniform_int_distribution<std::size_t>(1, text.size() - 1)(random_);
        } while (text[at] == '\n' || static_cast<unsigned char>(text[at]) >= 0x80U);
        return at;
    }

    void ask(const std::string& method) {
        const dsl::SourceFile source("", editor_.text(file_));
        const Json at = reports::lsp::position_at(source, static_cast<std::uint32_t>(place()));
        Json params = editor_.document(file_);
        params["position"] = at;
        params["range"] = {{"start", at}, {"end", at}};
        params["context"] = {{"diagnostics", Json::array()}, {"includeDeclaration", true}};
        params["newName"] = "zq_other";
        editor_.ask("textDocument/" + method, params);
        editor_.forget();
    }

    // `work` returns what takes it back, which does not count.
    template <class Work>
    void measure(const std::string& what, const Work& work) {
        using Clock = std::chrono::steady_clock;
        std::vector<double> all;
        for (std::size_t i = 0; i < times_; ++i) {
            const auto begin = Clock::now();
            const auto undo = work();
            all.push_back(std::chrono::duration<double, std::milli>(Clock::now() - begin).count());
            undo();
        }
        std::ranges::sort(all);
        std::cout << fmt::format("{:<12} {:<15} median {:7.1f}  worst {:7.1f}\n", name_, what,
                                 all[all.size() / 2], all.back())
                  << std::flush;
    }

    const std::string name_;
    const std::size_t times_;
    Editor editor_;
    std::string file_;
    std::mt19937 random_{1};
};

}  // namespace
}  // namespace errata::tests

int main(int count, char** values) {
    using namespace errata::tests;
    const std::size_t times = count > 1 ? std::strtoul(values[1], nullptr, 10) : 200;
    for (const char* const name : {"invasion", "sanctum", "gloomhaven", "maatatahay"})
        Bench(game_of(name), times).run();
    Bench(many_cards(), times).run();
}
