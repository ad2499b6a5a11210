// Where a command reads and writes. Results go to `out`, diagnostics and progress to `err`; nothing else
// prints, so that a test can run the whole program in memory.
#pragma once

#include <istream>
#include <ostream>
#include <string_view>

#include "reports/columns.h"

namespace errata::reports {

struct Console {
    std::istream& in;
    std::ostream& out;
    std::ostream& err;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
    bool in_is_terminal = false;
    bool wants_colour = true;  // where `out` is a terminal
    std::size_t width = default_width;
    // Texts that are no report but the file that was asked for (`fmt -`): byte for byte. Nothing: `out`.
    std::ostream* verbatim = nullptr;
};

// Whether results are printed in colour.
bool has_colour(const Console& console);

// One line on `err`, "errata: ..."; line breaks in names are spelled out.
void complain(Console& console, std::string_view sentence);

}  // namespace errata::reports
