#include "reports/lsp/constructs.h"

#include "reports/lsp/constructs_embedded.h"

namespace errata::reports::lsp {

namespace {

// The words in backticks.
std::vector<std::string_view> terms_in(std::string_view heading) {
    std::vector<std::string_view> result;
    for (std::size_t open = heading.find('`'); open != std::string_view::npos;) {
        const std::size_t close = heading.find('`', open + 1);
        if (close == std::string_view::npos) break;
        result.push_back(heading.substr(open + 1, close - open - 1));
        open = heading.find('`', close + 1);
    }
    return result;
}

bool begins_with_word(std::string_view term, std::string_view word) {
    return term.starts_with(word) && (term.size() == word.size() || term[word.size()] == ' ');
}

}  // namespace

std::vector<const Construct*> constructs_of(std::string_view word) {
    std::vector<const Construct*> result;
    // What is called so goes before what only begins so.
    for (const bool is_whole : {true, false}) {
        for (const Construct& one : embedded_constructs) {
            for (const std::string_view term : terms_in(one.heading)) {
                if ((term == word) != is_whole || !begins_with_word(term, word)) continue;
                result.push_back(&one);
                break;
            }
        }
    }
    return result;
}

}  // namespace errata::reports::lsp
