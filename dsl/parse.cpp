#include "dsl/parse.h"

#include <algorithm>
#include <iterator>
#include <optional>

#include "dsl/ast/text_line.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"
#include "dsl/grammar/failure_hints.h"
#include "dsl/grammar/grammar.h"
#include "dsl/grammar/layout.h"
#include "dsl/grammar/look_alikes.h"

namespace errata::dsl {

namespace {

using grammar::Brackets;
using grammar::Slice;
using grammar::SliceKind;

class Parser {
public:
    Parser(std::string_view text, std::uint32_t file, Sink& sink)
        : file_(file), sink_(sink), layout_(grammar::lay_out(text, file)) {}

    ast::Module run() {
        ast::Module module;
        module.file = file_;
        for (std::size_t i = 0; i < layout_.slices.size(); ++i) add(module, i);
        module.comments = std::move(layout_.comments);
        if (layout_.slices.empty()) {
            sink_.report(DiagnosticKind::file_empty, {file_, 0, 0}, "this file declares nothing",
                         "a spec begins with a line such as: game \"My game\"");
        }
        return module;
    }

private:
    void add(ast::Module& module, std::size_t index) {
        const Slice& slice = layout_.slices[index];
        follows_card_ = index > 0 && layout_.slices[index - 1].kind == SliceKind::Card;
        if (slice.kind == SliceKind::Stray) {
            if (!after_unclosed_) report_stray(slice);
            module.items.push_back(error_item(slice));
            return;
        }
        const bool unexpected = after_unclosed_ && slice.kind == SliceKind::Card && !looks_like_card(slice);
        if (unexpected) {  // the unindented inside of the block that was left open
            module.items.push_back(error_item(slice));
            return;
        }
        if (slice.kind == SliceKind::Card && !begins_card(slice)) {
            module.items.push_back(error_item(slice));
            return;
        }
        const Brackets brackets = grammar::check_brackets(layout_, index, file_, sink_);
        after_unclosed_ = brackets == Brackets::Unclosed;
        if (brackets != Brackets::Sound) {
            module.items.push_back(error_item(slice));
        } else if (slice.kind == SliceKind::Card) {
            module.items.push_back(card(slice));
            std::ranges::move(meanings_, std::back_inserter(module.items));
            meanings_.clear();
        } else {
            grammar::State state(layout_.text, file_, slice.begin, slice.end, sink_);
            module.items.push_back(grammar::read_item(state, slice.kind));
        }
    }

    // Whether the line can be meant as a printed item; if not, says what is wrong with its first word.
    bool begins_card(const Slice& slice) {
        if (looks_like_card(slice)) return true;
        const std::string word(word_of(slice));
        if (const std::string foreign = grammar::hint_for_foreign_word(word); !foreign.empty()) {
            sink_.report(DiagnosticKind::syntax, word_span(slice), "'" + word + "' begins no item", foreign);
            return false;
        }
        if (is_sentence(header_of(slice))) {
            sink_.report(
                DiagnosticKind::syntax, word_span(slice), "'" + word + "' begins no item",
                "this line begins at the margin, so it is read as a new declaration; indent the text "
                "of a card below its name");
            return false;
        }
        const auto near = near_keyword(word);
        if (!near) {
            std::size_t next = slice.begin + word.size();
            while (next < slice.header_end && is_blank(layout_.text[next])) ++next;
            const char c = next < slice.header_end ? layout_.text[next] : '\n';
            if (grammar::is_letter(c) || c == '"') return true;
            if (c == '\'') {
                sink_.report(DiagnosticKind::syntax, word_span(slice), "'" + word + "' begins no item",
                             "a name of several words stands in double quotes: '" + word + " \"...\"'");
                return false;
            }
            const std::string_view rest = std::string_view(layout_.text).substr(next);
            if (const std::string hint = grammar::hint_for_look_alike(rest); !hint.empty()) {
                const auto end = static_cast<std::uint32_t>(next + utf8_length(layout_.text, next));
                sink_.report(DiagnosticKind::syntax, {file_, static_cast<std::uint32_t>(next), end},
                             "expected a name, found '" + std::string(rest.substr(0, end - next)) + "'",
                             hint);
                return false;
            }
        }
        sink_.report(DiagnosticKind::syntax, word_span(slice), "'" + word + "' begins no item",
                     near ? "did you mean '" + *near + "'?"
                     : follows_card_
                         ? "the text of a printed item is indented below the line with its name"
                         : "an item begins with a word such as 'rule' or 'action', a printed item with its "
                           "kind and its name");
        return false;
    }

    ast::Item card(const Slice& slice) {
        grammar::State state(layout_.text, file_, slice.begin, slice.header_end, sink_);
        ast::Item item = grammar::read_item(state, slice.kind);
        if (item.kind == ast::ItemKind::Error) {
            item.span.end = slice.end;
            return item;
        }
        item.kind = ast::ItemKind::Card;
        add_lines(item, slice);
        const std::vector<ast::TextLine>& lines = item.contents.lines;
        if (!lines.empty() && std::ranges::all_of(lines, &ast::TextLine::is_rule))
            item.kind = ast::ItemKind::Rules;
        return item;
    }

    // What a line below `version "..."`, further in than that, belongs to.
    struct VersionHeader {
        std::size_t indent = 0;
        std::string title;
        Span span;
    };

    // `printed: After your turn begins, draw.`
    std::optional<ast::TextLine> line_of_version(std::size_t first, std::size_t last,
                                                 const VersionHeader& header) {
        const std::string_view text(layout_.text);
        const std::string_view name = grammar::word_at(text, first);
        std::size_t at = first + name.size();
        if (name.empty() || at >= last || text[at] != ':') {
            sink_.report(DiagnosticKind::syntax, span_of(first, last),
                         "below 'version \"" + header.title + "\"' each line says to which text it belongs",
                         "write 'printed: ...', with a name that the version declares");
            return std::nullopt;
        }
        ++at;
        while (at < last && is_blank(text[at])) ++at;
        ast::TextLine result = line(at, last);
        result.version = header.title;
        result.version_span = header.span;
        result.alternative = std::string(name);
        result.alternative_span = span_of(first, first + name.size());
        return result;
    }

    Span span_of(std::size_t first, std::size_t last) const {
        return {file_, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(last)};
    }

    void add_lines(ast::Item& item, const Slice& slice) {
        const std::string_view text(layout_.text);
        std::optional<VersionHeader> header;
        for (std::size_t begin = slice.header_end + 1; begin < slice.end;) {
            std::size_t end = std::min<std::size_t>(text.find('\n', begin), slice.end);
            std::size_t first = begin;
            std::size_t last = end;
            while (first < last && is_blank(text[first])) ++first;
            while (last > first && is_blank(text[last - 1])) --last;
            if (header && first < last && first - begin <= header->indent) header.reset();
            if (first < last && text[first] == '=' && (first + 1 == last || is_blank(text[first + 1]))) {
                end = end_of_meaning(begin, first, slice.end);
                add_meaning(item, first, end);
                last = end;
            } else if (const auto title = ast::version_title(text.substr(first, last - first))) {
                header = VersionHeader{first - begin, *title, span_of(first, last)};
            } else if (first < last && header) {
                if (auto one = line_of_version(first, last, *header))
                    item.contents.lines.push_back(std::move(*one));
            } else if (first < last) {
                item.contents.lines.push_back(line(first, last));
            }
            if (first < last) item.span.end = static_cast<std::uint32_t>(last);
            begin = end + 1;
        }
    }

    // Behind the lines that are further in than the `=`, and those that close what is open in them.
    std::size_t end_of_meaning(std::size_t begin, std::size_t equals, std::size_t end_of_slice) const {
        const std::string_view text(layout_.text);
        std::size_t depth = 0;
        std::size_t end = begin;
        while (true) {
            const std::size_t line_end = std::min<std::size_t>(text.find('\n', end), end_of_slice);
            for (const char c : text.substr(end, line_end - end)) {
                if (c == '{') ++depth;
                if (c == '}' && depth > 0) --depth;
            }
            end = line_end;
            if (end >= end_of_slice) return end_of_slice;
            std::size_t next = end + 1;
            while (next < end_of_slice && is_blank(text[next])) ++next;
            const bool is_blank_line = next < end_of_slice && text[next] == '\n';
            const bool is_further_in = !is_blank_line && next - (end + 1) > equals - begin;
            if (next >= end_of_slice || (depth == 0 && !is_further_in)) return end;
            end = end + 1;
        }
    }

    // The meaning of a rulebook's sentence is a rule, any other one a phrase with the words of the line. It
    // follows the item.
    void add_meaning(ast::Item& item, std::size_t equals, std::size_t end) {
        std::vector<ast::TextLine>& lines = item.contents.lines;
        if (lines.empty() || !lines.back().version.empty()) {
            sink_.report(DiagnosticKind::syntax, span_of(equals, equals + 1),
                         "a meaning stands below the line of text that it is of",
                         "write the line first; the texts of a version are read by phrases");
            return;
        }
        const auto column = [&](std::size_t at) {
            const std::size_t before = at == 0 ? std::string::npos : layout_.text.rfind('\n', at - 1);
            return before == std::string::npos ? at : at - before - 1;
        };
        if (column(equals) <= column(lines.back().span.begin))
            sink_.report(DiagnosticKind::syntax, span_of(equals, equals + 1),
                         "a meaning stands further in than its line", "indent the line that begins with '='");
        grammar::State state(layout_.text, file_, static_cast<std::uint32_t>(equals + 1),
                             static_cast<std::uint32_t>(end), sink_);
        ast::Item read = grammar::read_item(state, SliceKind::Meaning);
        const bool goes_on = !meanings_.empty() && meanings_.back().span.begin == lines.back().span.begin;
        if (!goes_on) {
            ast::TextLine& line = lines.back();
            line.is_rule = item.title == "rules";
            ast::Item& made = meanings_.emplace_back();
            made.kind = line.is_rule ? ast::ItemKind::Rule : ast::ItemKind::Phrase;
            made.span = line.span;
            made.name_span = line.is_rule ? item.name_span : line.span;
            made.name = line.is_rule ? line.text : "line";
            made.title = line.is_rule ? item.name : template_of(line.text);
            if (line.is_rule) {
                made.rows = item.rows;
                made.rows.insert(made.rows.end(), line.rows.begin(), line.rows.end());
            }
            made.sort.category = ast::CategorySort::Abilities;
            made.sort.is_of_line = true;
        }
        ast::Item& made = meanings_.back();
        made.span.end = std::max(made.span.end, read.span.end);
        std::ranges::move(read.contents.abilities, std::back_inserter(made.contents.abilities));
    }

    // The signs of templates stand for themselves.
    static std::string template_of(std::string_view text) {
        std::string result;
        for (const char c : text) {
            if (std::string_view("{}[]()|\\").find(c) != std::string_view::npos) result += '\\';
            result += c;
        }
        return result;
    }

    ast::TextLine line(std::size_t first, std::size_t last) const {
        ast::TextLine result =
            ast::read_text_line(std::string_view(layout_.text).substr(first, last - first));
        result.span = {file_, static_cast<std::uint32_t>(first),
                       static_cast<std::uint32_t>(first + result.text.size())};
        return result;
    }

    // The item keyword that is at most two slips away: "ruel" is nearer to "rule" than any name a line like
    // this begins with.
    static std::optional<std::string> near_keyword(const std::string& word) {
        std::optional<std::string> best;
        std::size_t best_distance = word.size() < 4 ? 2 : 3;
        for (const std::string& keyword : grammar::item_keywords()) {
            if (keyword == word + "s") continue;  // `card` is no slip of `cards`: it is one of them
            const std::size_t distance = edit_distance(word, keyword);
            if (distance >= best_distance) continue;
            best = keyword;
            best_distance = distance;
        }
        return best;
    }

    // A word, then a name or a text, then the end of the line, a comma, rows or a setting.
    bool looks_like_card(const Slice& slice) const {
        std::string_view rest = header_of(slice);
        const auto skip = [&](std::size_t size) {
            rest.remove_prefix(size);
            while (!rest.empty() && is_blank(rest.front())) rest.remove_prefix(1);
        };
        skip(word_of(slice).size());
        if (rest.empty()) return false;
        if (rest[0] == '"') {
            const std::size_t close = grammar::closing_quote(rest, 0);
            if (close == std::string_view::npos) return true;  // an open text has a message of its own
            skip(close + 1);
        } else {
            const std::size_t size = grammar::word_at(rest, 0).size();
            if (size == 0) return false;
            skip(size);
        }
        if (rest.empty() || rest[0] == ',' || rest[0] == '[') return true;
        const std::size_t attribute = grammar::word_at(rest, 0).size();
        if (attribute == 0) return false;
        skip(attribute);
        return !rest.empty() && rest[0] == ':' && grammar::symbol_at(rest) == ":";
    }

    void report_stray(const Slice& slice) {
        const std::string_view text(layout_.text);
        const char first = text[slice.begin];
        const std::size_t size = std::max(word_of(slice).size(), utf8_length(text, slice.begin));
        const std::string found(text.substr(slice.begin, size));
        sink_.report(DiagnosticKind::syntax,
                     {file_, slice.begin, slice.begin + static_cast<std::uint32_t>(size)},
                     first == '}' ? "this '}' closes nothing" : "expected an item, found '" + found + "'",
                     first == '}' ? "" : "an item begins with a word at the start of a line");
    }

    ast::Item error_item(const Slice& slice) const {
        ast::Item item;
        item.span = {file_, slice.begin, slice.end};
        return item;
    }

    std::string_view header_of(const Slice& slice) const {
        return std::string_view(layout_.text).substr(slice.begin, slice.header_end - slice.begin);
    }
    std::string_view word_of(const Slice& slice) const { return grammar::word_at(layout_.text, slice.begin); }
    Span word_span(const Slice& slice) const {
        return {file_, slice.begin, slice.begin + static_cast<std::uint32_t>(word_of(slice).size())};
    }

    std::uint32_t file_;
    Sink& sink_;
    grammar::Layout layout_;
    std::vector<ast::Item> meanings_;  // of the lines of the item that is read now
    bool after_unclosed_ = false;
    bool follows_card_ = false;  // what is read now
};

}  // namespace

ast::Module parse(const SourceSet& sources, std::uint32_t file, Sink& sink) {
    const std::string& text = sources.file(file).text();
    if (!grammar::is_readable(text, file, grammar::FileSort::Rules, sink)) {
        ast::Module module;
        module.file = file;
        return module;
    }
    return Parser(text, file, sink).run();
}

}  // namespace errata::dsl
