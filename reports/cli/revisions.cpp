#include "reports/cli/revisions.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <vector>

extern char** environ;

namespace errata::reports {

namespace fs = std::filesystem;

namespace {

// What the program prints; nothing: it cannot be run or ends with another code than 0. No shell reads the
// words.
std::optional<std::string> output_of(std::vector<std::string> words) {
    std::vector<char*> arguments;
    arguments.reserve(words.size() + 1);
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::array<int, 2> ends{};
    if (pipe(ends.data()) != 0) return std::nullopt;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    pid_t child = 0;
    const int problem = posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    std::string output;
    std::array<char, 4096> buffer{};
    for (ssize_t size = 0; problem == 0 && (size = read(ends[0], buffer.data(), buffer.size())) > 0;)
        output.append(buffer.data(), static_cast<std::size_t>(size));
    close(ends[0]);
    int status = 0;
    if (problem != 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return std::nullopt;
    return output;
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
    std::error_code error;
    std::string name = (fs::temp_directory_path(error) / "errata-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
}

std::optional<std::string> lay_down(const std::string& revision, const std::string& path,
                                    const TemporaryFolder& folder) {
    const std::optional<std::string> commit =
        output_of({"git", "rev-parse", "--verify", "--quiet", "--end-of-options", revision + "^{commit}"});
    std::optional<std::string> top = output_of({"git", "rev-parse", "--show-toplevel"});
    if (!commit || !top || folder.path().empty()) return std::nullopt;
    top->erase(top->find_last_not_of('\n') + 1);
    std::error_code error;
    const fs::path whole = fs::absolute(path, error).lexically_normal();
    const std::string inside = whole.lexically_relative(*top).generic_string();
    if (inside.empty() || inside.starts_with("..")) return std::nullopt;
    const std::string archive = (folder.path() / "all.tar").string();
    const std::string files = (folder.path() / "files").string();
    fs::create_directory(files, error);
    const std::string id = commit->substr(0, commit->find('\n'));
    if (!output_of({"git", "-C", *top, "archive", "--format=tar", "--output=" + archive, id}) ||
        !output_of({"tar", "-xf", archive, "-C", files}))
        return std::nullopt;
    return inside;
}

}  // namespace errata::reports
