#include "reports/lsp/completion.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "compiler/resolve/mentions.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/parse.h"
#include "dsl/phrases/parse.h"
#include "dsl/source/overlay_reader.h"
#include "dsl/wanted.h"
#include "reports/lsp/places.h"

namespace errata::reports::lsp {

using compiler::DeclaredSort;
using dsl::PhraseSource;

namespace {

// CompletionItemKind of the protocol.
enum class ItemSort {
    Text = 1,
    Function = 3,
    Field = 5,
    Variable = 6,
    Class = 7,
    Value = 12,
    Keyword = 14,
    Snippet = 15,
    Event = 23,
};

// A name that no spec has.
constexpr const char* stand_in = "zq_stands_here";

// A place where two tries show nothing is none where a name is looked up.
constexpr int most_tries = 2;

// What has to follow a name that begins something, so that the rest of its item can be read: a name alone is
// a value; of a statement, a call, an event.
constexpr std::array<const char*, 5> tails = {"", " := none", "()", "() { }", ": bool"};

ItemSort item_of(DeclaredSort sort) {
    switch (sort) {
        case DeclaredSort::Type:
        case DeclaredSort::Category:
            return ItemSort::Class;
        case DeclaredSort::NamedValue:
        case DeclaredSort::PrintedItem:
            return ItemSort::Value;
        case DeclaredSort::Field:
            return ItemSort::Field;
        case DeclaredSort::Definition:
            return ItemSort::Function;
        case DeclaredSort::Action:
        case DeclaredSort::Window:
        case DeclaredSort::Phase:
            return ItemSort::Event;
        default:
            return ItemSort::Variable;
    }
}

std::string escaped(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '$' || c == '}' || c == '\\') result += '\\';
        result += c;
    }
    return result;
}

class Completer {
public:
    explicit Completer(const CompletionPlace& place)
        : place_(place),
          file_(place.draft.sources.file(*place.draft.file_of(place.path))),
          wanted_(dsl::wanted_at(file_.text(), place.offset)) {
        end_ = place.offset;
        while (end_ < file_.text().size() && dsl::grammar::is_word_char(file_.text()[end_])) ++end_;
    }

    Json run() {
        switch (wanted_.place) {
            case dsl::WantedPlace::Nowhere:
                break;
            case dsl::WantedPlace::Margin:
                add_words();
                add_kinds_of_items();
                break;
            case dsl::WantedPlace::Inside:
                if (!wanted_.wanted.sorts.empty()) add_names();
                add_words();
                break;
            case dsl::WantedPlace::Text:
                add_text();
                break;
        }
        return {{"isIncomplete", false}, {"items", std::move(items_)}};
    }

private:
    // Each label once, in the order in which they are added.
    void add(const std::string& label, ItemSort kind, const std::string& detail, const std::string& inserted,
             bool is_snippet = false) {
        if (!labels_.insert(label).second) return;
        const std::string number = std::to_string(items_.size());
        Json item = {
            {"label", label},
            {"kind", static_cast<int>(kind)},
            {"sortText", std::string(6 - std::min<std::size_t>(6, number.size()), '0') + number},
            {"textEdit",
             {{"range", range_of(file_, wanted_.word_begin, place_.offset)}, {"newText", inserted}}}};
        if (!detail.empty()) item["detail"] = detail;
        if (is_snippet) item["insertTextFormat"] = 2;
        items_.push_back(std::move(item));
    }

    void add_words() {
        for (const std::string& word : wanted_.wanted.words) add(word, ItemSort::Keyword, "", word);
    }

    void add_kinds_of_items() {
        if (!place_.draft.draft) return;
        for (const auto& [kind, id] : place_.draft.draft->names.texts.printed_named)
            add(kind, ItemSort::Class, "a printed item", kind);
    }

    // --- names

    // As if a name stood there that nobody has: what the compiler would have taken for it.
    std::optional<compiler::UnknownName> looked_up() const {
        const std::string& text = file_.text();
        int tries = 0;
        for (const char* const tail : tails) {
            if (tries == most_tries) break;
            std::string tried = text.substr(0, wanted_.word_begin) + stand_in + tail + text.substr(end_);
            if (!is_read_as_name(item_around(tried, wanted_.word_begin))) continue;
            ++tries;
            dsl::OverlayReader reader(place_.reader);
            reader.put(file_.path(), std::move(tried));
            const auto trial = drafted(reader, place_.draft.spec);
            const auto found = std::ranges::find(trial->unknown, stand_in, &compiler::UnknownName::name);
            if (found != trial->unknown.end()) return *found;
        }
        return std::nullopt;
    }

    // The lines from one that begins at the margin up to the next one that does.
    static std::string item_around(const std::string& text, std::size_t at) {
        const auto is_margin = [&](std::size_t begin) {
            return begin < text.size() && dsl::grammar::is_letter(text[begin]);
        };
        std::size_t begin = text.rfind('\n', at);
        while (begin != std::string::npos && begin > 0 && !is_margin(begin + 1))
            begin = text.rfind('\n', begin - 1);
        begin = begin == std::string::npos ? 0 : begin + 1;
        std::size_t end = text.find('\n', at);
        while (end != std::string::npos && !is_margin(end + 1)) end = text.find('\n', end + 1);
        return text.substr(begin, end == std::string::npos ? end : end - begin);
    }

    static bool is_read_as_name(const std::string& text) {
        dsl::SourceSet sources;
        dsl::Sink unheard;
        const std::uint32_t file = sources.add("", text);
        const dsl::ast::Module module = dsl::parse(sources, file, unheard);
        compiler::Mentions mentioned;
        mentioned.read(module);
        return mentioned.names.contains(stand_in) || mentioned.types.contains(stand_in);
    }

    std::pair<ItemSort, std::string> about(const std::string& name) const {
        for (const compiler::Declaration& one : place_.draft.references.declarations) {
            if (one.name == name) return {item_of(one.sort), one.type};
        }
        return {ItemSort::Variable, ""};
    }

    // What is called stands there with its brackets: "fell(...)".
    void add_name(const std::string& known, const std::string& what) {
        constexpr std::string_view brackets = "(...)";
        const bool is_call = known.ends_with(brackets);
        const std::string name = is_call ? known.substr(0, known.size() - brackets.size()) : known;
        const auto [kind, type] = about(name);
        const bool is_field = what.starts_with("field");
        const std::string written = dsl::grammar::is_plain_name(name) ? name : dsl::grammar::quoted(name);
        add(name, is_field ? ItemSort::Field : kind, type, written);
    }

    void add_names() {
        const auto found = looked_up();
        if (found) {
            for (const std::string& name : found->known) add_name(name, found->what);
        }
        // Where a statement begins, an action can be carried out.
        const bool begins_statement = wanted_.wanted.words.contains("let");
        for (const compiler::Declaration& one : place_.draft.references.declarations) {
            const bool is_action = begins_statement && one.sort == DeclaredSort::Action;
            const bool is_any = !found && one.sort != DeclaredSort::Local && one.sort != DeclaredSort::Phrase;
            if (is_action || is_any) add_name(one.name, "");
        }
    }

    // --- printed text

    void add_text() {
        if (!place_.draft.draft) return;
        const std::string before =
            file_.text().substr(wanted_.line_begin, wanted_.word_begin - wanted_.line_begin);
        // Of several sentences the last one.
        std::size_t begin = 0;
        while (!add_continuations(before.substr(begin))) {
            const std::size_t stop = before.find(". ", begin);
            if (stop == std::string::npos) return;
            begin = stop + 2;
        }
    }

    // What phrases go on with behind the text; false: none comes so far.
    bool add_continuations(const std::string& text) {
        const dsl::PhraseGrammar& grammar = place_.draft.draft->names.texts.grammar;
        const auto line = grammar.find_category("line");
        if (!line) return true;
        std::vector<dsl::Token> tokens = dsl::tokenise(text).tokens;
        // A word that nothing takes: reading stops there, if it comes so far.
        dsl::Token end;
        end.word = stand_in;
        end.written = stand_in;
        end.offset = static_cast<std::uint32_t>(text.size()) + 1;
        end.length = 1;
        tokens.push_back(end);
        const dsl::Explanation why = dsl::parse(grammar, tokens, *line).explain();
        if (why.place.offset < end.offset) return false;
        if (tokens.size() == 1) add_templates(grammar, "line");
        for (const std::string& category : why.expected_categories) {
            add_printed_names(grammar, category);
            add_templates(grammar, category);
        }
        for (const std::string& word : why.expected_words) add(word, ItemSort::Text, "", word);
        return true;
    }

    void add_printed_names(const dsl::PhraseGrammar& grammar, const std::string& category) {
        for (const PhraseSource& source : grammar.sources()) {
            if (source.kind == PhraseSource::Kind::Word && grammar.category_name(source.category) == category)
                add(source.text, ItemSort::Value, category, source.text);
        }
    }

    void add_templates(const dsl::PhraseGrammar& grammar, const std::string& category) {
        for (const PhraseSource& source : grammar.sources()) {
            const bool is_it = source.kind == PhraseSource::Kind::Template && source.production_count > 0 &&
                               grammar.category_name(source.category) == category;
            if (is_it) add_template(grammar.wording_of(source.first_production), category);
        }
    }

    void add_template(const dsl::Wording& wording, const std::string& category) {
        std::string label;
        std::string snippet;
        std::size_t holes = 0;
        for (const dsl::WordingPart& part : wording.parts) {
            const std::string gap = label.empty() || part.glued ? "" : " ";
            label += gap;
            snippet += gap;
            if (part.is_hole) {
                label += "{" + part.text + "}";
                snippet += "${" + std::to_string(++holes) + ":" + escaped(part.text) + "}";
            } else {
                label += part.text;
                snippet += escaped(part.text);
            }
        }
        const bool is_snippet = place_.takes_snippets && holes > 0;
        add(label, ItemSort::Snippet, category, is_snippet ? snippet : label, is_snippet);
    }

    const CompletionPlace& place_;
    const dsl::SourceFile& file_;
    const dsl::WantedAt wanted_;
    std::uint32_t end_ = 0;  // of the word that the cursor stands in
    std::set<std::string> labels_;
    Json items_ = Json::array();
};

}  // namespace

Json completion(const CompletionPlace& place) { return Completer(place).run(); }

}  // namespace errata::reports::lsp
