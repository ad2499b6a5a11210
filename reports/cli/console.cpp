#include "reports/cli/console.h"

#include "dsl/base/text.h"

namespace errata::reports {

void complain(Console& console, std::string_view sentence) {
    console.err << "errata: " << dsl::visible_word(sentence) << "\n";
}

}  // namespace errata::reports
