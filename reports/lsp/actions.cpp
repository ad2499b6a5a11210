#include "reports/lsp/actions.h"

#include <algorithm>
#include <set>

#include "compiler/resolve/source_words.h"
#include "dsl/ast/text_line.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "reports/lsp/edits.h"
#include "reports/lsp/spec_choice.h"

namespace errata::reports::lsp {

using dsl::Span;
using dsl::ast::Item;
using dsl::ast::ItemKind;

namespace {

class Offers {
public:
    Offers(const Drafted& draft, Span asked) : draft_(draft), asked_(asked) {}

    Json run() {
        offer_names();
        offer_quotes();
        offer_phrases();
        return std::move(offers_);
    }

private:
    bool touches(Span span) const {
        return span.file == asked_.file && span.begin <= asked_.end && asked_.begin <= span.end;
    }

    void offer(const std::string& title, const std::vector<Edit>& edits, bool is_preferred = false) {
        if (!titles_.insert(title).second) return;
        Json action = {
            {"title", title}, {"kind", "quickfix"}, {"edit", workspace_edit(draft_.sources, edits)}};
        if (is_preferred) action["isPreferred"] = true;
        offers_.push_back(std::move(action));
    }

    static std::string written(const std::string& name) {
        return dsl::grammar::is_plain_name(name) ? name : dsl::grammar::quoted(name);
    }

    // Not only tried, or excused by what could not be read.
    bool is_unknown(Span place) const {
        return std::ranges::any_of(draft_.sink.sorted(), [&](const dsl::Diagnostic& one) {
            return one.kind == dsl::DiagnosticKind::unknown_name && one.span == place;
        });
    }

    void offer_names() {
        for (const compiler::UnknownName& unknown : draft_.unknown) {
            if (!unknown.span.is_valid() || !touches(unknown.span)) continue;
            const Span place = compiler::narrowed(draft_.sources, unknown.span, unknown.name);
            const auto near = dsl::nearest(unknown.name, unknown.known);
            if (!near || draft_.sources.text(place) != unknown.name || !is_unknown(place)) continue;
            offer("Write '" + *near + "' instead of '" + unknown.name + "'", {{place, written(*near)}}, true);
        }
    }

    // A name of several words stands there, and its quotes are missing.
    void offer_quotes() {
        if (!draft_.sources.file(asked_.file).path().ends_with(".rules")) return;
        const dsl::SourceFile& file = draft_.sources.file(asked_.file);
        const std::uint32_t number = file.position(asked_.begin).line;
        const std::string_view line = file.line(number);
        if (line.find("--") != std::string_view::npos) return;  // a comment may hold the words
        const auto line_begin = static_cast<std::uint32_t>(line.data() - file.text().data());
        for (const compiler::Declaration& one : draft_.references.declarations) {
            if (one.name.find(' ') == std::string::npos) continue;
            for (std::size_t at = line.find(one.name); at != std::string_view::npos;
                 at = line.find(one.name, at + 1)) {
                const std::size_t end = at + one.name.size();
                const Span place{asked_.file, line_begin + static_cast<std::uint32_t>(at),
                                 line_begin + static_cast<std::uint32_t>(end)};
                const bool is_whole = (at == 0 || !dsl::grammar::is_word_char(line[at - 1])) &&
                                      (end == line.size() || !dsl::grammar::is_word_char(line[end]));
                if (is_whole && touches(place) && !is_in_quotes(line, at) && !is_printed_text(place))
                    offer("Put quotes around " + one.name, {{place, dsl::grammar::quoted(one.name)}});
            }
        }
    }

    static bool is_in_quotes(std::string_view line, std::size_t at) {
        return std::ranges::count(line.substr(0, at), '"') % 2 == 1;
    }

    bool is_printed_text(Span place) const {
        for (const dsl::ast::Module& module : draft_.modules) {
            for (const Item& item : module.items) {
                for (const dsl::ast::TextLine& line : item.contents.lines) {
                    const bool holds = line.span.file == place.file && line.span.begin <= place.begin &&
                                       place.end <= line.span.end;
                    if (holds) return true;
                }
            }
        }
        return false;
    }

    // Behind the last phrase of the game's own, else at the end of the file with the game.
    Span place_for_phrases() const {
        Span place;
        for (const dsl::ast::Module& module : draft_.modules) {
            if (module.is_library) continue;
            for (const Item& item : module.items) {
                if (item.kind == ItemKind::Phrase && !item.sort.is_of_line && item.span.file == module.file)
                    place = {module.file, item.span.end, item.span.end};
            }
        }
        const dsl::ast::Module* const game = module_with_game(draft_.modules);
        if (place.is_valid() || game == nullptr || game->is_library) return place;
        const auto end = static_cast<std::uint32_t>(draft_.sources.file(game->file).text().size());
        return {game->file, end, end};
    }

    // The word at which reading stopped is nearly one that phrases have.
    void offer_word(const compiler::Sentence& sentence) {
        const dsl::TextRange stop = sentence.why->place;
        const std::string word = sentence.line.text.substr(stop.offset, stop.length);
        for (const dsl::UnknownWord& unknown : sentence.why->unknown) {
            if (!unknown.meant || unknown.written != word) continue;
            const Span place = dsl::ast::part_of(sentence.line, stop.offset, stop.length);
            offer("Write '" + *unknown.meant + "' instead of '" + word + "'", {{place, *unknown.meant}},
                  true);
        }
    }

    void offer_phrases() {
        each_sentence_at(draft_, asked_, [&](const compiler::Sentence& sentence) {
            if (!sentence.why) return;
            offer_word(sentence);
            const Span place = place_for_phrases();
            if (sentence.why->stub.empty() || !place.is_valid()) return;
            const bool is_behind = draft_.sources.file(place.file).text().size() != place.begin;
            offer("Declare a phrase for '" + sentence.line.text + "'",
                  {{place, "\n" + sentence.why->stub + (is_behind ? "" : "\n")}});
        });
    }

    const Drafted& draft_;
    const Span asked_;
    std::set<std::string> titles_;
    Json offers_ = Json::array();
};

}  // namespace

Json actions(const Drafted& draft, std::uint32_t file, std::uint32_t begin, std::uint32_t end) {
    return Offers(draft, {file, begin, end}).run();
}

}  // namespace errata::reports::lsp
