#include "dsl/cards/deal.h"

#include <algorithm>
#include <optional>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "dsl/cards/cell_values.h"

namespace errata::dsl {

using ast::Item;

namespace {

// The fields of every printed item.
constexpr std::string_view name_field = "name";
constexpr std::string_view text_field = "text";
constexpr std::string_view rows_field = "rows";
constexpr std::string_view unread_field = "unread";  // a column that is no rules text, whatever it holds

constexpr std::size_t most_listed = 12;  // headings named in a hint

bool is_own_field(std::string_view field) {
    return field == name_field || field == text_field || field == rows_field || field == unread_field;
}

std::string word_for(char separator) {
    if (separator == '\t') return "tab";
    return separator == ';' ? "semicolon" : "comma";
}

std::vector<std::string> headings_of(const Table& table) {
    std::vector<std::string> result;
    if (!table.rows.empty()) result = mapped(table.rows[0].cells, one_line);
    return result;
}

// What a cell of this type holds, where no name can be meant.
std::string_view words_for(const ast::TypeExpr& type) {
    switch (type.kind) {
        case ast::TypeKind::Bool:
            return "yes or no";
        case ast::TypeKind::Range:
        case ast::TypeKind::Number:
        case ast::TypeKind::Counter:
            return "a whole number";
        case ast::TypeKind::Optional:
            return type.args.empty() ? "" : words_for(type.args[0]);
        case ast::TypeKind::Named:
        case ast::TypeKind::Set:
        case ast::TypeKind::Order:
        case ast::TypeKind::Missing:
            return "";
    }
    return "";
}

void report_twice(const ast::Column& column, const ast::Column& first, Sink& sink) {
    Diagnostic diagnostic{
        DiagnosticKind::duplicate_name, column.span, "'" + column.field + "' has two columns", "", {}};
    diagnostic.notes.emplace_back(first.span, "the first one");
    sink.report(std::move(diagnostic));
}

void report_unknown_field(const ast::Column& column, const Item& printed, Sink& sink) {
    std::vector<std::string> known = {std::string(name_field), std::string(text_field),
                                      std::string(rows_field)};
    for (const ast::Binder& field : printed.fields) known.push_back(field.name);
    const auto near = nearest(column.field, known);
    sink.report(DiagnosticKind::unknown_name, column.span,
                "unknown printed value of " + printed.name + " '" + column.field + "'",
                near ? "did you mean '" + *near + "'?" : "known here: " + join(known, ", "));
}

// A column of the table that is used.
struct Used {
    const ast::Column& column;
    std::size_t index;
    const ast::TypeExpr* type;  // of a printed value
};

class Dealer {
public:
    Dealer(const Deal& deal, const Table& table, std::uint32_t file, Sink& sink)
        : deal_(deal), table_(table), file_(file), sink_(sink), headings_(headings_of(table)) {}

    std::vector<Item> run() {
        find_columns();
        while (columns_ > 0 && headings_[columns_ - 1].empty()) --columns_;
        for (std::size_t i = 0; i < columns_; ++i) check_unread(i);
        std::vector<Item> items;
        for (std::size_t i = 1; i < table_.rows.size(); ++i) {
            check_cells(table_.rows[i]);
            if (auto dealt = item(table_.rows[i])) items.push_back(std::move(*dealt));
        }
        return items;
    }

private:
    void find_columns() {
        std::vector<const ast::Column*> seen;
        for (const ast::Column& column : deal_.cards.contents.columns) {
            const auto other = std::ranges::find(seen, column.field, &ast::Column::field);
            const bool may_have_several = column.field == text_field || column.field == unread_field;
            if (other != seen.end() && !may_have_several) {
                report_twice(column, **other, sink_);
                continue;
            }
            seen.push_back(&column);
            const ast::TypeExpr* const type = type_of(column.field);
            if (type == nullptr && !is_own_field(column.field)) {
                report_unknown_field(column, deal_.printed, sink_);
            } else if (const auto index = find_heading(column)) {
                used_.push_back({column, *index, type});
            }
        }
        if (std::ranges::find(seen, name_field, &ast::Column::field) == seen.end())
            sink_.report(DiagnosticKind::syntax, deal_.cards.span, "no column gives the name",
                         "say which one does: 'name: \"Name\"'");
    }

    const ast::TypeExpr* type_of(const std::string& field) const {
        if (is_own_field(field)) return nullptr;
        const auto found = std::ranges::find(deal_.printed.fields, field, &ast::Binder::name);
        return found == deal_.printed.fields.end() ? nullptr : &found->type;
    }

    std::optional<std::size_t> find_heading(const ast::Column& column) {
        const std::string wanted = one_line({0, 0, column.heading, {}});
        const auto found = std::ranges::find(headings_, wanted);
        if (found == headings_.end() || wanted.empty()) {
            report_unknown_heading(column);
            return std::nullopt;
        }
        const auto second = std::find(found + 1, headings_.end(), wanted);
        if (second != headings_.end()) report_ambiguous(column, found - headings_.begin(), second - found);
        return found - headings_.begin();
    }

    // Nothing: it has no name.
    std::optional<Item> item(const TableRow& row) {
        Item result;
        result.kind = ast::ItemKind::Card;
        result.span = {file_, row.begin, row.end};
        result.title = deal_.cards.names.all[0];
        for (const Used& used : used_) {
            if (used.index < row.cells.size() && !is_empty(row.cells[used.index]))
                fill(result, used, {row.cells[used.index], file_});
        }
        if (!result.name.empty()) return result;
        report_nameless(row);
        return std::nullopt;
    }

    void fill(Item& item, const Used& used, const PlacedCell& cell) {
        if (used.column.field == name_field) {
            item.name = one_line(cell.cell);
            item.name_span = span_of(cell);
        } else if (used.column.field == unread_field) {
            return;
        } else if (used.column.field == text_field) {
            for (ast::TextLine& line : lines_in(cell, sink_)) item.contents.lines.push_back(std::move(line));
        } else if (used.column.field == rows_field) {
            if (auto rows = rows_in(cell.cell))
                item.rows = std::move(*rows);
            else
                sink_.report(DiagnosticKind::syntax, span_of(cell),
                             "expected rows such as 'SAN-TER-118', found '" + one_line(cell.cell) + "'",
                             "commas stand between several");
        } else {
            set(item, used, cell);
        }
    }

    void set(Item& item, const Used& used, const PlacedCell& cell) {
        ast::Expr value = value_in(cell, *used.type, deal_.names);
        const bool is_word = value.kind == ast::ExprKind::Name || value.kind == ast::ExprKind::Quoted;
        const std::string_view wanted = is_word ? words_for(*used.type) : "";
        if (wanted.empty()) {
            item.contents.settings.push_back({value.span, used.column.field, std::move(value)});
        } else {
            sink_.report(DiagnosticKind::type_mismatch, value.span,
                         "expected " + std::string(wanted) + ", found '" + one_line(cell.cell) + "'", "");
        }
    }

    // Sentences that nobody reads are told at the first one.
    void check_unread(std::size_t column) {
        if (std::ranges::find(used_, column, &Used::index) != used_.end()) return;
        const auto has_sentence = [&](const TableRow& row) {
            if (column >= row.cells.size()) return false;
            const std::string text = one_line(row.cells[column]);
            return is_sentence(text) && text.find(' ') != std::string::npos;
        };
        const auto first = std::find_if(table_.rows.begin() + 1, table_.rows.end(), has_sentence);
        if (first == table_.rows.end()) return;
        const std::string& heading = headings_[column];
        sink_.report(DiagnosticKind::unread_column, span_of({first->cells[column], file_}),
                     "nothing reads the column '" + heading + "', and it holds text",
                     "add 'text: \"" + heading + "\"' to 'cards' if it is rules text, else 'unread: \"" +
                         heading + "\"'");
    }

    // Cells behind the last heading are none if they are empty, and programs differ in whether they save
    // empty ones.
    void check_cells(const TableRow& row) {
        const auto stray = std::find_if(
            row.cells.begin() + static_cast<std::ptrdiff_t>(std::min(headings_.size(), row.cells.size())),
            row.cells.end(), [](const Cell& cell) { return !is_empty(cell); });
        const bool lacks_some = row.cells.size() < columns_;
        if (!lacks_some && stray == row.cells.end()) return;
        const std::string word = word_for(table_.separator);
        const Span span = lacks_some ? Span{file_, row.begin, row.end} : span_of({*stray, file_});
        sink_.report(DiagnosticKind::table_row, span,
                     "this row has " + count_of(row.cells.size(), "cell") + ", and there " +
                         (columns_ == 1 ? "is " : "are ") + count_of(columns_, "heading"),
                     lacks_some ? "a cell that holds nothing has its " + word + " all the same"
                                : "a cell that holds a " + word + " stands in double quotes");
    }

    void report_nameless(const TableRow& row) {
        const auto name = std::ranges::find(used_, name_field, [](const Used& u) { return u.column.field; });
        if (name == used_.end()) return;  // the heading is unknown, and that is said
        sink_.report(DiagnosticKind::table_nameless, {file_, row.begin, row.end}, "this row has no name",
                     "fill in '" + headings_[name->index] + "', or empty the row");
    }

    void report_unknown_heading(const ast::Column& column) {
        std::vector<std::string> known = headings_;
        std::erase(known, "");
        const auto near = nearest(column.heading, known);
        if (known.size() > most_listed) {
            known.resize(most_listed);
            known.emplace_back("...");
        }
        sink_.report(DiagnosticKind::table_heading, column.heading_span,
                     "the table has no column '" + column.heading + "'",
                     near ? "did you mean '" + *near + "'?" : "its columns are " + join(known, ", "));
    }

    void report_ambiguous(const ast::Column& column, std::ptrdiff_t first, std::ptrdiff_t to_second) {
        Diagnostic diagnostic{DiagnosticKind::table_heading,
                              column.heading_span,
                              "two columns are called '" + column.heading + "'",
                              "give one of them another heading",
                              {}};
        for (const std::ptrdiff_t index : {first, first + to_second}) {
            const Cell& heading = table_.rows[0].cells[static_cast<std::size_t>(index)];
            diagnostic.notes.emplace_back(span_of({heading, file_}), "one of them");
        }
        sink_.report(std::move(diagnostic));
    }

    const Deal& deal_;
    const Table& table_;
    std::uint32_t file_;
    Sink& sink_;
    std::vector<std::string> headings_;
    std::size_t columns_ = headings_.size();  // up to the last heading
    std::vector<Used> used_;
};

}  // namespace

std::vector<Item> deal(const Deal& deal, const Table& table, std::uint32_t file, Sink& sink) {
    return Dealer(deal, table, file, sink).run();
}

std::optional<OtherText> with_other_text(const Item& cards, const Table& table, const std::string& heading) {
    const std::vector<std::string> headings = headings_of(table);
    const auto index_of = [&](const std::string& wanted) {
        return static_cast<std::size_t>(std::ranges::find(headings, wanted) - headings.begin());
    };
    const auto is_text = [](const ast::Column& column) { return column.field == text_field; };
    const std::size_t other = index_of(heading);
    const auto own = std::ranges::find_if(cards.contents.columns, is_text);
    if (other == headings.size() || own == cards.contents.columns.end()) return std::nullopt;
    OtherText result{cards, table};
    std::vector<ast::Column>& columns = result.cards.contents.columns;
    std::erase_if(columns, [&](const ast::Column& column) { return column.heading == heading; });
    for (ast::Column& column : columns) {
        if (is_text(column)) column.field = unread_field;
    }
    columns.push_back({own->span, std::string(text_field), heading, own->heading_span});
    const std::size_t first = index_of(own->heading);
    for (TableRow& row : result.table.rows) {
        const bool is_blank = other >= row.cells.size() || one_line(row.cells[other]).empty();
        if (!is_blank || first >= row.cells.size()) continue;
        if (other >= row.cells.size()) row.cells.resize(other + 1);
        row.cells[other] = row.cells[first];
    }
    return result;
}

std::vector<std::string> names_in(const Item& cards, const Table& table) {
    std::vector<std::string> result;
    const auto column = std::ranges::find(cards.contents.columns, name_field, &ast::Column::field);
    if (column == cards.contents.columns.end()) return result;
    const std::vector<std::string> headings = headings_of(table);
    const auto index =
        static_cast<std::size_t>(std::ranges::find(headings, column->heading) - headings.begin());
    for (std::size_t i = 1; i < table.rows.size(); ++i) {
        if (index < table.rows[i].cells.size()) result.push_back(one_line(table.rows[i].cells[index]));
    }
    return result;
}

}  // namespace errata::dsl
