#include "compiler/resolve/reporter.h"

#include <algorithm>

#include "compiler/resolve/source_words.h"
#include "dsl/base/text.h"
#include "dsl/grammar/failure_hints.h"
#include "dsl/grammar/layout.h"

namespace errata::compiler {

namespace {

constexpr std::size_t longest_excerpt = 600;  // characters of source: what is cut off may be what decides

// What to write instead of a word that means something elsewhere in the language, or in another language.
std::string hint_for_word(const std::string& what, const std::string& name) {
    if (name == "this" || name == "it")
        return "only printed text has 'this', its bearer, and 'it', the item; here, give the thing a name of "
               "its own";
    if (name == "you") return "hand it to the phrase: 'category effect is statements given you: player'";
    if (what == "statement" && name == "end") return "say how it ends: 'end \"Ann wins\"'";
    return dsl::grammar::hint_for_foreign_word(name);
}

std::string what_there_is(const std::string& what, const std::string& name, std::vector<std::string> known) {
    if (known.empty() && what.starts_with("field of"))
        return "it has no fields; those belong to kinds, boards and printed items";
    constexpr std::size_t most_named = 8;
    std::string hint = what == "action" ? "declare it: 'action " + name + "(...) { ... }'" : "";
    std::sort(known.begin(), known.end());
    known.erase(std::unique(known.begin(), known.end()), known.end());
    // Of labels, some are enough to see how they look.
    if (what == "option" && known.size() > most_named) {
        known.resize(most_named);
        known.emplace_back("...");
    }
    if (!known.empty() && (known.size() <= most_named || what == "option"))
        hint += (hint.empty() ? "known here: " : "; known here: ") + dsl::join(known, ", ");
    if (!hint.empty() || what != "name") return hint;
    return "declare it: names of values come from 'enum', 'kind', 'player', 'state', 'define', 'let' and "
           "from roles";
}

}  // namespace

void Reporter::duplicate(dsl::Span span, std::string message, dsl::Span first, std::string hint) const {
    dsl::Diagnostic diagnostic;
    diagnostic.kind = dsl::DiagnosticKind::duplicate_name;
    diagnostic.span = span;
    diagnostic.message = std::move(message);
    diagnostic.hint = std::move(hint);
    diagnostic.notes.emplace_back(first, "first declared here");
    sink_->report(std::move(diagnostic));
}

bool Reporter::may_be_declared(const std::string& name) const {
    // Objects of a pool are numbered: "crate2" of `kind crate of 3`.
    const std::string word = name.substr(0, name.find_last_not_of("0123456789") + 1);
    return std::any_of(unread_.begin(), unread_.end(),
                       [&](dsl::Span unread) { return has_word(sources_->text(unread), word); });
}

void Reporter::unknown(dsl::Span span, const std::string& what, const std::string& name,
                       const std::vector<std::string>& known, const std::string& otherwise) const {
    if (unknown_ != nullptr) unknown_->push_back({span, what, name, known});
    // That is an error already.
    if (may_be_declared(name)) return;
    std::string hint = hint_for_word(what, name);
    if (lacks_ && lacks_->count(name) > 0)
        hint = "a library has it for games with '" + lacks_->at(name) + "', which nothing declares here";
    if (hint.empty()) hint = otherwise;
    if (hint.empty()) {
        const auto near = dsl::nearest(name, known);
        hint = near ? "did you mean '" + *near + "'?" : what_there_is(what, name, known);
    }
    error(dsl::DiagnosticKind::unknown_name, narrowed(*sources_, span, name),
          "unknown " + what + " '" + name + "'", hint);
}

std::string Reporter::excerpt(dsl::Span span) const {
    return shortened(dsl::grammar::without_comments(sources_->text(span)));
}

std::string Reporter::shortened(std::string_view text) {
    std::string result;
    bool blank = false;
    for (const char c : text) {
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            blank = !result.empty();
            continue;
        }
        if (blank) result += ' ';
        blank = false;
        result += c;
        if (result.size() > longest_excerpt) return result.substr(0, longest_excerpt - 3) + "...";
    }
    return result;
}

}  // namespace errata::compiler
