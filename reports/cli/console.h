// Where a command reads and writes. Results go to `out`, diagnostics and progress to `err`; nothing else prints, so that
// a test can run the whole program in memory.
#pragma once

#include <istream>
#include <ostream>

namespace errata::reports {

struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
    bool in_is_terminal = false;
};

}  // namespace errata::reports
