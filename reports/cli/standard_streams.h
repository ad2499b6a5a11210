// Makes the standard streams fail where they cannot be written, instead of writing elsewhere or ending the
// program without a word.
#pragma once

namespace errata::reports {

void prepare_standard_streams();

}  // namespace errata::reports
