#include "dsl/base/one_line.h"

#include "dsl/base/text.h"

namespace errata::dsl {

std::string one_line(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (!is_blank(c) && c != '\n')
            result += c;
        else if (!result.empty() && result.back() != ' ')
            result += ' ';
    }
    while (!result.empty() && result.back() == ' ') result.pop_back();
    return result;
}

}  // namespace errata::dsl
