// A page as a whole: everything that it needs is in the file, and it asks nobody for anything. The policy in
// its head allows the style and the script of reports/assets by their hashes, and nothing else.
#pragma once

#include <string>

#include "reports/render/html_markup.h"

namespace errata::reports::html {

std::string document(const std::string& title, const Html& body);

}  // namespace errata::reports::html
