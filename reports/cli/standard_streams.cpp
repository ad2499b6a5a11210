#include "reports/cli/standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <initializer_list>

namespace errata::reports {

void prepare_standard_streams() {
    // A file that is opened later must not take the place of a closed stream and be printed into. What is
    // opened here can only be used in the other direction, so that to write to it fails.
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) < 0) open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
    std::signal(SIGPIPE, SIG_IGN);  // whoever no longer reads is met as a failed write
}

}  // namespace errata::reports
