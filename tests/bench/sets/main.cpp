// Generates a set of cards with planted defects, screens it with the program and says what was found:
//
//     sets_bench CARDS [LARGEST [SEED [FOLDER]]]
//
// LARGEST: 2 for pairs, 3 for triples as well. With a FOLDER the set stays there (game.rules, cards.csv,
// planted.txt, report.json).
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "tests/bench/sets/judge.h"

namespace {

namespace fs = std::filesystem;
using namespace errata::tests::sets;

struct Cost {
    double wall = 0;
    double cpu = 0;
    long megabytes = 0;
    int code = 0;
};

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

Cost run(std::vector<std::string> words) {
    const auto start = std::chrono::steady_clock::now();
    const pid_t child = fork();
    if (child == 0) {
        std::vector<char*> arguments;
        arguments.reserve(words.size() + 1);
        for (std::string& word : words) arguments.push_back(word.data());
        arguments.push_back(nullptr);
        execv(arguments[0], arguments.data());
        _exit(127);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - start;
    return {spent.count(), seconds(usage.ru_utime) + seconds(usage.ru_stime), usage.ru_maxrss / 1024,
            WIFEXITED(status) ? WEXITSTATUS(status) : -1};
}

void list(const char* what, const std::vector<std::string>& lines) {
    std::cout << what << ": " << lines.size() << "\n";
    for (const std::string& line : lines) std::cout << "    " << line << "\n";
}

void write_planted(const GeneratedSet& set, const fs::path& path) {
    std::ofstream file(path);
    for (const Planted& planted : set.planted) {
        file << (planted.is_twin ? "twin of " : "") << planted.pattern << ":";
        for (const std::string& card : planted.cards) file << " " << card << ";";
        file << "\n";
    }
}

int bench(const SetOrder& order, const fs::path& folder) {
    const GeneratedSet set = generate(order);
    fs::create_directories(folder);
    std::ofstream(folder / "game.rules") << set.rules;
    std::ofstream(folder / "cards.csv") << set.table;
    write_planted(set, folder / "planted.txt");
    const fs::path report = folder / "report.json";
    const Cost cost = run({ERRATA_PROGRAM, "screen", (folder / "game.rules").string(), "--format", "json",
                           "--output", report.string()});
    std::ifstream file(report);
    if (!file || cost.code == 2 || cost.code > 3) {
        std::cerr << "errata ended with " << cost.code << "\n";
        return EXIT_FAILURE;
    }
    const Judgement judgement = judge(set, nlohmann::json::parse(file));
    std::cout << order.cards << " cards, sets of up to " << order.largest << ", seed " << order.seed << ": "
              << judgement.planted - judgement.missed.size() << " of " << judgement.planted
              << " planted defects found; " << judgement.sets - judgement.open << " of " << judgement.sets
              << " sets seen to the end\n"
              << "wall " << cost.wall << " s, CPU " << cost.cpu << " s, " << cost.megabytes
              << " MB, exit code " << cost.code << "\n";
    list("missed", judgement.missed);
    list("twins reported", judgement.reported);
    list("other warnings and errors", judgement.others);
    return judgement.missed.empty() && judgement.reported.empty() ? EXIT_SUCCESS : EXIT_FAILURE;
}

}  // namespace

int main(int count, char** words) {
    const std::vector<std::string> given(words + 1, words + count);
    SetOrder order;
    try {
        if (!given.empty()) order.cards = std::stoul(given[0]);
        if (given.size() > 1) order.largest = std::stoul(given[1]);
        if (given.size() > 2) order.seed = static_cast<std::uint32_t>(std::stoul(given[2]));
    } catch (const std::exception&) {
        std::cerr << "sets_bench CARDS [LARGEST [SEED [FOLDER]]]\n";
        return EXIT_FAILURE;
    }
    if (given.size() > 3) return bench(order, given[3]);
    const fs::path folder = fs::temp_directory_path() / ("errata_set_" + std::to_string(getpid()));
    const int code = bench(order, folder);
    fs::remove_all(folder);
    return code;
}
