#include "reports/cli/console.h"

#include "dsl/base/text.h"

namespace errata::reports {

bool has_colour(const Console& console) { return console.out_is_terminal && console.wants_colour; }

void complain(Console& console, std::string_view sentence) {
    console.err << "errata: " << dsl::visible_word(sentence) << "\n";
}

}  // namespace errata::reports
