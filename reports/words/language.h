// The languages that reports are written in.
#pragma once

namespace errata::reports {

enum class Language {
    English,
    // Each sentence as its kind and its arguments: what shows that nothing depends on words.
    Pseudo,
};

}  // namespace errata::reports
