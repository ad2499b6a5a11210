#include "reports/cli/console.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <csignal>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "dsl/base/text.h"

namespace errata::reports {

bool has_colour(const Console& console) { return console.out_is_terminal && console.wants_colour; }

void complain(Console& console, std::string_view sentence) {
    console.err << "errata: " << dsl::visible_word(sentence) << "\n";
}

void print_diagnostics(const checker::Session& session, std::ostream& out) {
    std::size_t errors = 0;
    const std::vector<dsl::Diagnostic> all = session.sink.sorted();
    out << dsl::render(all, session.sources);
    for (const dsl::Diagnostic& diagnostic : all) {
        if (dsl::info(diagnostic.kind).severity == dsl::Severity::Error) ++errors;
    }
    if (errors > 0) out << dsl::visible_word(session.path) << ": " << dsl::count_of(errors, "error") << "\n";
}

namespace {

// What our own reports and the progress line contain.
constexpr std::array<std::string_view, 5> obeyed = {"\x1b[1;31m", "\x1b[1;33m", "\x1b[1;36m", "\x1b[0m",
                                                    "\r"};

std::string shown(std::string_view text) {
    std::string result;
    std::size_t from = 0;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t length = 0;
        for (const std::string_view code : obeyed) {
            if (text.substr(at).starts_with(code)) length = code.size();
        }
        if (length == 0) {
            ++at;
            continue;
        }
        result += dsl::visible(text.substr(from, at - from));
        result += text.substr(at, length);
        from = at += length;
    }
    return result + dsl::visible(text.substr(from));
}

}  // namespace

VisibleBuffer::~VisibleBuffer() { write(held_.size()); }

void VisibleBuffer::write(std::size_t size) {
    const std::string_view text = std::string_view(held_).substr(0, size);
    to_ << (is_terminal_ ? shown(text) : dsl::visible(text));
    held_.erase(0, size);
}

VisibleBuffer::int_type VisibleBuffer::overflow(int_type c) {
    if (traits_type::eq_int_type(c, traits_type::eof())) return traits_type::not_eof(c);
    const char one = traits_type::to_char_type(c);
    return xsputn(&one, 1) == 1 ? c : traits_type::eof();
}

std::streamsize VisibleBuffer::xsputn(const char* text, std::streamsize size) {
    held_.append(text, static_cast<std::size_t>(size));
    const std::size_t line = held_.rfind('\n');
    if (line != std::string::npos) write(line + 1);
    return to_ ? size : 0;
}

// A prompt and the progress line are no whole lines, but whole words.
int VisibleBuffer::sync() {
    write(held_.size());
    return to_.flush() ? 0 : -1;
}

void prepare_standard_streams() {
    // A file that is opened later must not take the place of a closed stream and be printed into. What is
    // opened here can only be used in the other direction, so that to write to it fails.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGPIPE, SIG_IGN);  // whoever no longer reads is met as a failed write
}

bool standard_output_is_unread() {
    pollfd pipe{STDOUT_FILENO, POLLOUT, 0};
    return poll(&pipe, 1, 0) > 0 && (pipe.revents & POLLERR) != 0;
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
