#include "tests/support/text_mutator.h"

#include <algorithm>
#include <vector>

namespace errata::tests {

static const std::vector<std::string> pieces = {"{",
                                                "}",
                                                "(",
                                                ")",
                                                "[",
                                                "]",
                                                "\"",
                                                "\n",
                                                "\n\n",
                                                " ",
                                                ";",
                                                ",",
                                                ":",
                                                ":=",
                                                "=",
                                                "==",
                                                ".",
                                                "..",
                                                "--",
                                                "-",
                                                "if ",
                                                "else ",
                                                "not ",
                                                "no ",
                                                "with ",
                                                "rule ",
                                                "\nrule \"r\" ",
                                                "choose ",
                                                "by ",
                                                "some m: t ",
                                                "unless c ",
                                                "given n = 1 ",
                                                "targeting t: u ",
                                                "limit 1 per turn ",
                                                "cost { } ",
                                                "per turn ",
                                                "while at ",
                                                "later at ",
                                                "exactly 2 ",
                                                "0",
                                                "99999999999999999999",
                                                "\xc3\xa9",
                                                "'",
                                                "_",
                                                "\t",
                                                "\r\n",
                                                "?",
                                                "set of "};

TextChange TextMutator::change_of(const std::string& text) {
    const std::size_t at = below(text.size() + 1);
    const std::size_t size = std::min(text.size() - at, below(12));
    switch (below(5)) {
        case 0:
            return {at, size, ""};
        case 1:
            return {at, 0, text.substr(at, size)};
        case 2:
            return {at, 0, pieces[below(pieces.size())]};
        case 3:
            return {at, size, pieces[below(pieces.size())]};
        default: {
            if (text.size() < 2) return {at, 0, "x"};
            std::string changed = text;
            const std::size_t first = below(text.size());
            const std::size_t second = below(text.size());
            std::swap(changed[first], changed[second]);
            const std::size_t begin = std::min(first, second);
            const std::size_t length = std::max(first, second) - begin + 1;
            return {begin, length, changed.substr(begin, length)};
        }
    }
}

}  // namespace errata::tests
