// Names that a spec may give to things, each of which some format would obey if it were not escaped.
#pragma once

#include <array>
#include <string>

namespace errata::tests {

inline const std::array<std::string, 18> hostile_words = {
    "<script>alert(1)</script>",
    "\"quoted\" and 'quoted'",
    "]]><failure/>",
    "</testcase></testsuite>",
    "| a | b |",
    "line\nbreak\ttab\rreturn",
    "%0A::error file=x,line=1::forged",
    "\n::error::forged",
    "::set-output name=a::b",
    "a,line=9,title=b:c",
    "</details><!-- errata -->",
    "```\n# forged\n```",
    "[click](http://example.org) ![x](http://example.org/x.png) www.example.org",
    "@everyone #1 *b* _i_ ~~s~~ `c` $x$ \\",
    std::string("nul\0nul\x1B[31m", 12),
    "turned \xE2\x80\xAE back \xEF\xBF\xBF",
    "no text \xFF\xC0",
    "{0} {{1}} %s",
};

}  // namespace errata::tests
