// The program: hands the process's streams to run_program and turns what nobody caught into an exit code.
#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <exception>
#include <iostream>
#include <new>

#include "reports/cli/exit_codes.h"
#include "reports/cli/program.h"

namespace {

// Closed standard streams stay closed: a file that is opened later must not take the place of one and be printed into.
// What is opened here can only be used in the other direction, so that to write to it fails.
void hold_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}

}  // namespace

int main(int count, char** values) {
    using namespace errata::reports;
    hold_standard_streams();
    std::signal(SIGPIPE, SIG_IGN);  // whoever no longer reads is met as a failed write
    std::ios::sync_with_stdio(false);
    const auto is_terminal = [](int stream) { return isatty(stream) != 0; };
    Console console{std::cin,
                    std::cout,
                    std::cerr,
                    is_terminal(STDOUT_FILENO),
                    is_terminal(STDERR_FILENO),
                    is_terminal(STDIN_FILENO)};
    try {
        return run_program({values + 1, values + count}, console);
    } catch (const std::bad_alloc&) {
        std::cerr << "errata: out of memory; try a smaller --scope or --budget\n";
        return exit_inconclusive;
    } catch (const std::exception& error) {
        std::cerr
            << "errata: internal error: " << error.what() << "\n"
            << "This is a bug of Errata, not of the spec. Please report it with the spec that shows it.\n";
        return exit_bug;
    }
}
