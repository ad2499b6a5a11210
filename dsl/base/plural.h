// Words for several things, as a report counts them: "copies", "wolves". Kinds are called as the designer
// likes, so this is English as most words go, and the words that games are fond of.
#pragma once

#include <string>
#include <string_view>

namespace errata::dsl {

// Of several words the last one is inflected: "card abilities".
std::string plural_of(std::string_view singular);

}  // namespace errata::dsl
