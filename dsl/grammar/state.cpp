#include "dsl/grammar/state.h"

#include <algorithm>

#include "dsl/ast/words.h"
#include "dsl/grammar/failure_hints.h"

namespace errata::dsl::grammar {

void State::fail(It start, It where, const std::string& expected) const {
    if (expected.empty()) return;
    const It at = text_.skip_blanks(where);
    if (fail_at_foreign_word(start, at) || fail_at_indented_item(at, expected)) return;
    std::string found;
    Span place;
    // An item may go on in the next line, so there what stands too much is named, not what is missing before
    // it.
    const bool is_surplus = at < text_.end() && expects(expected, "the end of this item");
    if (at == text_.end() || (at > start && text_.is_first_on_line(at) && !is_surplus)) {
        It last = at;
        while (last > text_.begin() && is_space(last[-1])) --last;
        const bool at_end = at == text_.end() && text_.ends_the_file();
        found = at_end ? "the end of the file" : "the end of the line";
        place = text_.span(last, last);
    } else {
        found = text_.token_text(at);
        place = text_.span(at, at + text_.token_size(at));
    }
    sink_.report(DiagnosticKind::syntax, place, "expected " + expected + ", found " + found,
                 failure_hint(text_, start, at, expected));
}

// The slip is the foreign word, wherever reading stopped because of it: at the word, behind it, or in what
// looked like a statement of its own behind it.
bool State::fail_at_foreign_word(It start, It at) const {
    const It first = text_.skip_blanks(start);
    for (const It place : {at, text_.word_before(at), first, text_.word_before(first)}) {
        if (place == text_.end()) continue;
        const std::string_view slip = text_.word_of(place);
        const std::string foreign = hint_for_foreign_word(slip);
        if (foreign.empty()) continue;
        const It next = text_.skip_blanks(place + slip.size());
        const bool is_used_as_word = place == at || (next < text_.end() && next > place + slip.size() &&
                                                     (is_letter(*next) || *next == '('));
        if (!is_used_as_word) continue;
        sink_.report(DiagnosticKind::syntax, text_.span(place, place + slip.size()),
                     "'" + std::string(slip) + "' is no word of this language here", foreign);
        return true;
    }
    return false;
}

bool State::fail_at_indented_item(It at, const std::string& expected) const {
    if (at == text_.end() || !expects(expected, "the end of this item") || !text_.is_first_on_line(at))
        return false;
    const std::string_view opening = text_.word_of(at);
    if (!is_item_keyword(opening)) return false;
    sink_.report(DiagnosticKind::syntax, text_.span(at, at + opening.size()),
                 "'" + std::string(opening) + "' is indented, so it belongs to the item above",
                 "an item begins at the margin: take the blanks before it away");
    return true;
}

void State::note(const char* text, const char* label) const {
    if (is_letter(text[0]) && label == nullptr)
        wanted_->words.insert(text);
    else if (label != nullptr)
        wanted_->sorts.insert(label);
}

void State::report_too_deep(It where) const {
    const It at = text_.skip_blanks(where);
    sink_.report(DiagnosticKind::nesting_too_deep,
                 text_.span(at, std::min(text_.end(), at + text_.token_size(at))),
                 "this is nested too deeply to be read", "give the inner parts names with 'define' or 'let'");
}

It State::resume(It start, It where) const {
    It at = text_.skip_blanks(where);
    int braces = 0;
    int others = 0;
    const auto step = [&](It& place) {
        if (*place == '"') {
            const std::size_t close =
                closing_quote(std::string_view(place, static_cast<std::size_t>(text_.end() - place)), 0);
            if (close != std::string_view::npos) place += close;
        } else if (*place == '{') {
            ++braces;
        } else if (*place == '}') {
            --braces;
            others = 0;  // a '(' that is open at the end of a block was never closed
        } else if (*place == '(') {
            ++others;
        } else if (*place == ')') {
            others = std::max(0, others - 1);
        }
        ++place;
    };
    for (It read = start; read < at;) step(read);
    const std::size_t own_indent = text_.indent(start);
    while (at < text_.end()) {
        if (*at == '}' && braces == 0) return at;
        const bool new_line = at > start && text_.is_first_on_line(at) && !is_space(*at);
        if (new_line && braces == 0 && (others == 0 || text_.indent(at) <= own_indent)) {
            const std::string_view next =
                word_at(std::string_view(at, static_cast<std::size_t>(text_.end() - at)), 0);
            if (*at != '{' && next != "else" && next != "otherwise") return at;
        }
        if (*at == ';' && braces == 0) return at + 1;
        step(at);
    }
    return text_.end();
}

}  // namespace errata::dsl::grammar
