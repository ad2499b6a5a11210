#include "dsl/cards/cell_values.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "dsl/ast/text_line.h"
#include "dsl/ast/words.h"
#include "dsl/base/text.h"

namespace errata::dsl {

using ast::Expr;
using ast::ExprKind;
using ast::TypeKind;

namespace {

constexpr std::string_view line_ends = "\r\n";
constexpr std::string_view blanks = " \t\r\n";

// A piece of the text of a cell.
struct Piece {
    std::size_t begin = 0;
    std::size_t end = 0;
};

std::string_view text_of(const Cell& cell, Piece piece) {
    return std::string_view(cell.text).substr(piece.begin, piece.end - piece.begin);
}

Piece without_blanks(const Cell& cell, Piece piece) {
    const std::string_view text = text_of(cell, piece);
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {piece.begin, piece.begin};
    return {piece.begin + first, piece.begin + text.find_last_not_of(blanks) + 1};
}

Piece whole(const Cell& cell) { return without_blanks(cell, {0, cell.text.size()}); }

// The pieces between these signs that hold anything.
std::vector<Piece> split(const Cell& cell, Piece piece, std::string_view separators) {
    std::vector<Piece> result;
    while (piece.begin < piece.end) {
        const std::size_t end = std::min(cell.text.find_first_of(separators, piece.begin), piece.end);
        const Piece part = without_blanks(cell, {piece.begin, end});
        if (part.begin < part.end) result.push_back(part);
        piece.begin = end + 1;
    }
    return result;
}

Span piece_span(const PlacedCell& placed, Piece piece) {
    const auto in_file = [&](std::size_t at) {
        return placed.cell.begin +
               ast::written_before(placed.cell.doubled_quotes, static_cast<std::uint32_t>(at));
    };
    return {placed.file, in_file(piece.begin), in_file(piece.end)};
}

bool is_number(std::string_view text) {
    if (text.starts_with('-') || text.starts_with('+')) text.remove_prefix(1);
    return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

Expr number(std::string_view text, Span span) {
    Expr result;
    result.kind = ExprKind::Number;
    result.span = span;
    const bool negative = text.starts_with('-');
    if (negative || text.starts_with('+')) text.remove_prefix(1);
    // One that is too large for any range is the largest there is.
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), result.number);
    if (error != std::errc()) result.number = std::numeric_limits<std::int64_t>::max();
    if (!negative) return result;
    Expr negated;
    negated.kind = ExprKind::Negate;
    negated.span = span;
    negated.args.push_back(std::move(result));
    return negated;
}

// What a cell says in a word of the language, or as a spreadsheet program saves a box that is ticked.
std::optional<bool> truth(std::string_view text) {
    const std::string word = lower(text);
    if (word == "yes" || word == "true") return true;
    if (word == "no" || word == "false") return false;
    return std::nullopt;
}

Expr scalar(const PlacedCell& placed, Piece piece, TypeKind type, const std::set<std::string>& names) {
    const std::string text(text_of(placed.cell, piece));
    const Span span = piece_span(placed, piece);
    const bool is_name = type == TypeKind::Named && names.contains(text);
    if (!is_name && is_number(text)) return number(text, span);
    Expr result;
    result.span = span;
    if (const auto value = truth(text); value && !is_name) {
        result.kind = ExprKind::Bool;
        result.number = *value ? 1 : 0;
    } else if (!is_name && text == "none") {
        result.kind = ExprKind::None;
    } else {
        result.kind = grammar::is_plain_name(text) ? ExprKind::Name : ExprKind::Quoted;
        result.name = text;
    }
    return result;
}

// A full stop separates only where one stands at the end, too: "St. Elmo, Whaler" is two names.
std::vector<Piece> pieces_of_list(const Cell& cell) {
    const bool has_stops = text_of(cell, whole(cell)).ends_with('.');
    return split(cell, whole(cell), has_stops ? ",;.\r\n" : ",;\r\n");
}

std::vector<Piece> names_of_set(const Cell& cell, const std::set<std::string>& names) {
    if (names.contains(std::string(text_of(cell, whole(cell))))) return {whole(cell)};
    std::vector<Piece> parts = pieces_of_list(cell);
    if (parts.size() != 1 || names.contains(std::string(text_of(cell, parts[0])))) return parts;
    return split(cell, parts[0], blanks);
}

}  // namespace

Span span_of(const PlacedCell& cell) { return piece_span(cell, whole(cell.cell)); }

bool is_empty(const Cell& cell) { return cell.text.find_first_not_of(blanks) == std::string::npos; }

std::string one_line(const Cell& cell) {
    std::string result;
    for (const Piece word : split(cell, whole(cell), blanks))
        result += (result.empty() ? "" : " ") + std::string(text_of(cell, word));
    return result;
}

std::vector<std::string> list_in(const Cell& cell) {
    std::vector<std::string> result;
    for (const Piece piece : pieces_of_list(cell))
        result.push_back(one_line({0, 0, std::string(text_of(cell, piece)), {}}));
    return result;
}

namespace {

ast::TextLine line_at(const PlacedCell& cell, Piece piece) {
    ast::TextLine line = ast::read_text_line(text_of(cell.cell, piece));
    line.span = piece_span(cell, {piece.begin, piece.begin + line.text.size()});
    for (const std::uint32_t quote : cell.cell.doubled_quotes) {
        if (piece.begin <= quote && quote < piece.begin + line.text.size())
            line.doubled_quotes.push_back(quote - static_cast<std::uint32_t>(piece.begin));
    }
    return line;
}

// `version "Second printing"`, and the lines below it.
struct OfVersion {
    std::string title;
    Span span;
    bool has_lines = false;
};

// `printed: After your turn begins, draw.`, below a version.
std::optional<ast::TextLine> line_of_version(const PlacedCell& cell, Piece piece, const OfVersion& version) {
    const std::string_view text = text_of(cell.cell, piece);
    const std::string_view name = grammar::word_at(text, 0);
    if (name.empty() || !text.substr(name.size()).starts_with(':')) return std::nullopt;
    const std::size_t behind = piece.begin + name.size();
    ast::TextLine line = line_at(cell, without_blanks(cell.cell, {behind + 1, piece.end}));
    line.version = version.title;
    line.version_span = version.span;
    line.alternative = std::string(name);
    line.alternative_span = piece_span(cell, {piece.begin, behind});
    return line;
}

}  // namespace

std::vector<ast::TextLine> lines_in(const PlacedCell& cell, Sink& sink) {
    std::vector<ast::TextLine> result;
    std::optional<OfVersion> version;
    const auto end_version = [&]() {
        if (version && !version->has_lines)
            sink.report(DiagnosticKind::syntax, version->span,
                        "no line below 'version \"" + version->title + "\"' says to which text it belongs",
                        "write 'printed: ...', with a name that the version declares");
        version.reset();
    };
    for (const Piece piece : split(cell.cell, whole(cell.cell), line_ends)) {
        if (auto title = ast::version_title(text_of(cell.cell, piece))) {
            end_version();
            version = OfVersion{std::move(*title), piece_span(cell, piece)};
        } else if (auto line = version ? line_of_version(cell, piece, *version) : std::nullopt) {
            version->has_lines = true;
            result.push_back(std::move(*line));
        } else {
            end_version();
            result.push_back(line_at(cell, piece));
        }
    }
    end_version();
    return result;
}

std::optional<std::vector<std::string>> rows_in(const Cell& cell) {
    std::vector<std::string> result;
    Piece inside = whole(cell);
    const std::string_view text = text_of(cell, inside);
    if (text.starts_with('[') && text.ends_with(']')) inside = {inside.begin + 1, inside.end - 1};
    for (const Piece row : split(cell, inside, " \t,;\r\n")) {
        if (!grammar::is_row(text_of(cell, row))) return std::nullopt;
        result.emplace_back(text_of(cell, row));
    }
    return result;
}

Expr value_in(const PlacedCell& cell, const ast::TypeExpr& type, const std::set<std::string>& names) {
    const bool is_optional = type.kind == TypeKind::Optional && !type.args.empty();
    const ast::TypeExpr& bare = is_optional ? type.args[0] : type;
    if (bare.kind != TypeKind::Set) return scalar(cell, whole(cell.cell), bare.kind, names);
    Expr result;
    result.kind = ExprKind::SetLiteral;
    result.span = span_of(cell);
    const TypeKind member = bare.args.empty() ? TypeKind::Named : bare.args[0].kind;
    for (const Piece piece : names_of_set(cell.cell, names))
        result.args.push_back(scalar(cell, piece, member, names));
    return result;
}

}  // namespace errata::dsl
