// Makes the standard streams fail where they cannot be written, instead of writing elsewhere or ending the
// program without a word; and says what a terminal behind one wants.
#pragma once

#include <cstddef>
#include <optional>

namespace errata::reports {

void prepare_standard_streams();

// Columns that results are printed in: what COLUMNS says, also in a pipe, else those of the terminal; nothing
// where it is none, or does not say.
std::optional<std::size_t> terminal_width();

// Nobody asked for plain text: by NO_COLOR (https://no-color.org), or by a terminal that knows no colours.
bool environment_allows_colour();

}  // namespace errata::reports
