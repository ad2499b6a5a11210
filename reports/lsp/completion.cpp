#include "reports/lsp/completion.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dsl/ast/dump.h"
#include "dsl/ast/infix.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/parse.h"
#include "dsl/phrases/parse.h"
#include "dsl/source/borders.h"
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
    File = 17,
    Event = 23,
};

// Nobody reads through more; the editor asks again when more is typed.
constexpr std::size_t most_items = 2'000;

// A name that no spec has.
constexpr const char* stand_in = "zq_stands_here";

// Where three tries show nothing, no name is looked up.
constexpr int most_tries = 3;

// What has to follow a name that begins something, so that the rest of its item can be read: a name alone is
// a value; of a statement, a call, an event.
constexpr std::array<const char*, 8> tails = {"",       " := none", "()",     "() { }",
                                              ": bool", " { }",     ": none", " \"x\" = do { }"};

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
        case DeclaredSort::Stored:
        case DeclaredSort::Phrase:
        case DeclaredSort::Rule:
        case DeclaredSort::Setup:
        case DeclaredSort::Claim:
        case DeclaredSort::Reading:
        case DeclaredSort::Assumption:
        case DeclaredSort::Local:
            return ItemSort::Variable;
    }
    return ItemSort::Variable;
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
                add_kinds_of_items();
                add_words();
                break;
            case dsl::WantedPlace::Inside:
                add_inside();
                break;
            case dsl::WantedPlace::Text:
                add_text();
                break;
            case dsl::WantedPlace::Quotes:
                add_in_quotes();
                break;
        }
        return {{"isIncomplete", is_incomplete_}, {"items", std::move(items_)}};
    }

private:
    // Each label once, in the order in which they are added.
    void add(const std::string& label, ItemSort kind, const std::string& detail, const std::string& inserted,
             bool is_snippet = false) {
        if (!labels_.insert(label).second) return;
        if (items_.size() == most_items) {
            is_incomplete_ = true;
            return;
        }
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

    // Names first, where the compiler looks one up; else words.
    void add_inside() {
        const auto found = wanted_.wanted.sorts.empty() ? std::nullopt : looked_up();
        if (found) {
            for (const std::string& name : found->known) add_name(name, found->what);
            add_actions();
        }
        add_words();
        if (wanted_.wanted.sorts.contains("an operator")) {
            for (const dsl::ast::InfixOperator& infix : dsl::ast::infix_operators) {
                const std::string word(infix.text);
                if (dsl::grammar::is_letter(word[0])) add(word, ItemSort::Keyword, "", word);
            }
        }
        if (!found && wants_name()) add_any_names();
    }

    bool wants_name() const {
        return std::ranges::any_of(wanted_.wanted.sorts, [](const std::string& sort) {
            return sort.find("name") != std::string::npos || sort.find("expression") != std::string::npos;
        });
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
        const std::string closing = missing_brackets();
        int tries = 0;
        // A statement begins with what is set, more often than with a hole that is carried out.
        std::vector<std::string> all(tails.begin(), tails.end());
        if (wanted_.wanted.words.contains("let")) std::swap(all[0], all[1]);
        for (const std::string& tail : all) {
            if (tries == most_tries) break;
            std::string tried =
                text.substr(0, wanted_.word_begin) + stand_in + tail + closing + text.substr(end_);
            if (!is_read(item_around(tried, wanted_.word_begin))) continue;
            ++tries;
            dsl::OverlayReader reader(place_.reader);
            reader.put(file_.path(), std::move(tried));
            const auto trial = drafted(reader, place_.draft.spec, place_.draft.kept);
            const auto found = std::ranges::find(trial->unknown, stand_in, &compiler::UnknownName::name);
            if (found != trial->unknown.end()) return *found;
        }
        return std::nullopt;
    }

    // From a line that begins at the margin up to the next one that does.
    static std::pair<std::size_t, std::size_t> item_bounds(const std::string& text, std::size_t at) {
        const auto is_margin = [&](std::size_t begin) {
            return begin < text.size() && dsl::grammar::is_letter(text[begin]);
        };
        std::size_t begin = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
        while (begin != std::string::npos && begin > 0 && !is_margin(begin + 1))
            begin = text.rfind('\n', begin - 1);
        std::size_t end = text.find('\n', at);
        while (end != std::string::npos && !is_margin(end + 1)) end = text.find('\n', end + 1);
        return {begin == std::string::npos ? 0 : begin + 1, std::min(end, text.size())};
    }

    static std::string item_around(const std::string& text, std::size_t at) {
        const auto [begin, end] = item_bounds(text, at);
        return text.substr(begin, end - begin);
    }

    // Does the name stand in the tree, wherever?
    static bool is_read(const std::string& text) {
        dsl::SourceSet sources;
        dsl::Sink unheard;
        const std::uint32_t file = sources.add("", text);
        return dsl::ast::dump(dsl::parse(sources, file, unheard)).find(stand_in) != std::string::npos;
    }

    // What closes the brackets that are open at the place and that nothing in the item closes: somebody who
    // types has not come so far.
    std::string missing_brackets() const {
        const auto [begin, end] = item_bounds(file_.text(), wanted_.word_begin);
        const std::string_view item = std::string_view(file_.text()).substr(begin, end - begin);
        std::vector<std::pair<char, std::size_t>> open;
        bool is_quoted = false;
        for (std::size_t i = 0; i < item.size(); ++i) {
            const char c = item[i];
            if (c == '"' || (is_quoted && c == '\n')) is_quoted = !is_quoted;
            if (is_quoted) continue;
            if (item.substr(i, 2) == "--") {
                i = std::min(item.find('\n', i), item.size());
                continue;
            }
            if (c == '{' || c == '(') open.emplace_back(c, begin + i);
            const char opening = c == '}' ? '{' : c == ')' ? '(' : '\0';
            if (!open.empty() && open.back().first == opening) open.pop_back();
        }
        std::string result;
        for (auto bracket = open.rbegin(); bracket != open.rend(); ++bracket) {
            if (bracket->second < wanted_.word_begin) result += bracket->first == '{' ? " }" : ")";
        }
        return result;
    }

    // --- in quotes

    void add_in_quotes() {
        const std::string& text = file_.text();
        const std::size_t quote = text.rfind('"', place_.offset == 0 ? 0 : place_.offset - 1);
        if (quote == std::string::npos) return;
        const std::string_view written = std::string_view(text).substr(quote + 1, place_.offset - quote - 1);
        const auto [begin, end] = item_bounds(text, quote);
        const std::string_view word = dsl::grammar::word_at(text, begin);
        if (word == "import" || word == "cards") return add_files(word == "import");
        const std::size_t hole = written.rfind('{');
        const bool is_in_hole =
            hole != std::string_view::npos && written.find('}', hole) == std::string_view::npos;
        if (!is_in_hole) return;
        if (word == "phrase")
            add_fillers();
        else
            add_names();
    }

    // What can fill a hole of a phrase.
    void add_fillers() {
        for (const compiler::Declaration& one : place_.draft.references.declarations) {
            if (one.sort == DeclaredSort::Category) add(one.name, ItemSort::Class, "category", one.name);
        }
        add("number", ItemSort::Class, "", "number");
        for (const compiler::Declaration& one : place_.draft.references.declarations) {
            if (one.sort == DeclaredSort::Type) add(one.name, ItemSort::Class, "type", one.name);
        }
    }

    // Files that an import, or a table of cards, can name: those of the folder and of its subfolders, and
    // those that come with Errata. No deeper, for the folder may be anything.
    void add_files(bool rules) {
        namespace fs = std::filesystem;
        constexpr int deepest = 1;
        const fs::path folder = fs::path(file_.path()).parent_path();
        const std::size_t quote = file_.text().rfind('"', place_.offset - 1);
        wanted_.word_begin = static_cast<std::uint32_t>(quote + 1);
        std::error_code error;
        const auto options = fs::directory_options::skip_permission_denied;
        for (auto entry = fs::recursive_directory_iterator(folder, options, error);
             !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
            if (entry.depth() == deepest) entry.disable_recursion_pending();
            const std::string ending = dsl::ending_of(entry->path().string());
            const bool is_wanted = rules ? ending == ".rules" : ending == ".csv" || ending == ".tsv";
            if (is_wanted) add_file(entry->path().lexically_relative(folder));
        }
        if (!rules) return;
        const fs::path library = place_.reader.library();
        for (const char* const part : {"library", "profiles"}) {
            const auto files = place_.reader.list((library / part).generic_string());
            for (const std::string& file : files.value_or(std::vector<std::string>()))
                add_file(fs::path(file).lexically_relative(library));
        }
    }

    void add_file(const std::filesystem::path& file) {
        if (file != std::filesystem::path(file_.path()).filename())
            add(file.generic_string(), ItemSort::File, "", file.generic_string());
    }

    // Things of one name and different types have no detail.
    std::pair<ItemSort, std::string> about(const std::string& name) {
        if (by_name_.empty()) {
            for (const compiler::Declaration& one : place_.draft.references.declarations) {
                const auto [known, is_new] = by_name_.try_emplace(one.name, item_of(one.sort), one.type);
                if (!is_new && known->second.second != one.type) known->second.second.clear();
            }
        }
        const auto found = by_name_.find(name);
        return found == by_name_.end() ? std::pair{ItemSort::Variable, std::string()} : found->second;
    }

    // What is called stands there with its brackets: "fell(...)".
    void add_name(const std::string& known, const std::string& what) {
        constexpr std::string_view brackets = "(...)";
        const bool is_call = known.ends_with(brackets);
        const std::string name = is_call ? known.substr(0, known.size() - brackets.size()) : known;
        const auto [kind, type] = about(name);
        const bool is_field = what.starts_with("field");
        const bool is_type = what == "type";
        const std::string written = dsl::grammar::is_plain_name(name) ? name : dsl::grammar::quoted(name);
        if (is_type)
            add(name, ItemSort::Class, "", written);
        else
            add(name, is_field ? ItemSort::Field : kind, type, written);
    }

    void add_names() {
        if (const auto found = looked_up()) {
            for (const std::string& name : found->known) add_name(name, found->what);
        }
    }

    // Where a statement begins, an action can be carried out.
    void add_actions() {
        if (!wanted_.wanted.words.contains("let")) return;
        for (const compiler::Declaration& one : place_.draft.references.declarations) {
            if (one.sort == DeclaredSort::Action) add_name(one.name, "");
        }
    }

    void add_any_names() {
        for (const compiler::Declaration& one : place_.draft.references.declarations) {
            if (one.sort != DeclaredSort::Local && one.sort != DeclaredSort::Phrase) add_name(one.name, "");
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
        begins_line_ = tokens.size() == 1;
        if (begins_line_) add_templates(grammar, "line");
        for (const std::string& category : why.expected_categories) {
            add_printed_names(grammar, category);
            add_templates(grammar, category);
        }
        for (const std::string& word : why.expected_words)
            add(as_begun(word), ItemSort::Text, "", as_begun(word));
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
        add(as_begun(label), ItemSort::Snippet, category, as_begun(is_snippet ? snippet : label), is_snippet);
    }

    // A line of text begins with a capital letter, whatever its template does.
    std::string as_begun(std::string text) const {
        if (begins_line_ && !text.empty() && text[0] >= 'a' && text[0] <= 'z')
            text[0] = static_cast<char>(text[0] - 'a' + 'A');
        return text;
    }

    const CompletionPlace& place_;
    const dsl::SourceFile& file_;
    dsl::WantedAt wanted_;
    std::uint32_t end_ = 0;  // of the word that the cursor stands in
    std::set<std::string> labels_;
    std::map<std::string_view, std::pair<ItemSort, std::string>> by_name_;
    bool is_incomplete_ = false;
    bool begins_line_ = false;  // of printed text
    Json items_ = Json::array();
};

}  // namespace

Json completion(const CompletionPlace& place) { return Completer(place).run(); }

}  // namespace errata::reports::lsp
