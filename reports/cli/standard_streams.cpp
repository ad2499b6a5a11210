#include "reports/cli/standard_streams.h"

#include <fcntl.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

namespace errata::reports {

void prepare_standard_streams() {
    // A file that is opened later must not take the place of a closed stream and be printed into. What is
    // opened here can only be used in the other direction, so that to write to it fails.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGPIPE, SIG_IGN);  // whoever no longer reads is met as a failed write
}

std::optional<std::size_t> terminal_width() {
    constexpr std::size_t narrowest = 60;
    constexpr std::size_t widest = 160;  // longer lines nobody reads
    const char* columns = std::getenv("COLUMNS");
    const std::string_view asked = columns == nullptr ? "" : columns;
    std::size_t width = 0;
    if (std::from_chars(asked.data(), asked.data() + asked.size(), width).ec == std::errc() && width > 0)
        return std::clamp(width, narrowest, widest);
    winsize size{};
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
    return std::clamp<std::size_t>(size.ws_col, narrowest, widest);
}

bool environment_allows_colour() {
    const auto value = [](const char* name) {
        const char* text = std::getenv(name);
        return std::string_view(text == nullptr ? "" : text);
    };
    return value("NO_COLOR").empty() && value("TERM") != "dumb";
}

}  // namespace errata::reports
