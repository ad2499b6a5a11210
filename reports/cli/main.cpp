// The program: hands the process's streams to run_program and turns what nobody caught into an exit code.
#include <unistd.h>

#include <exception>
#include <iostream>
#include <new>

#include "reports/cli/commit.h"
#include "reports/cli/console.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/program.h"

int main(int count, char** values) {
    using namespace errata::reports;
    prepare_standard_streams();
    std::ios::sync_with_stdio(false);
    const auto is_terminal = [](int stream) { return isatty(stream) != 0; };
    Console console{std::cin,
                    std::cout,
                    std::cerr,
                    is_terminal(STDOUT_FILENO),
                    is_terminal(STDERR_FILENO),
                    is_terminal(STDIN_FILENO),
                    environment_allows_colour(),
                    terminal_width().value_or(default_width),
                    nullptr,
                    standard_output_is_unread};
    try {
        return run_program({values + 1, values + count}, console, built_from());
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
