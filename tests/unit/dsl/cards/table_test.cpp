// Tables as spreadsheet programs save them, cut into cells.
#include "dsl/cards/table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace errata::tests {
namespace {

using namespace errata::dsl;
using testing::ElementsAre;
using testing::IsEmpty;

using Texts = std::vector<std::vector<std::string>>;

Texts texts(const Table& table) {
    Texts result;
    for (const TableRow& row : table.rows) {
        result.emplace_back();
        for (const Cell& cell : row.cells) result.back().push_back(cell.text);
    }
    return result;
}

Texts read_texts(const std::string& text, std::optional<char> separator = std::nullopt) {
    const Table table = read_table(text, separator);
    EXPECT_FALSE(table.flaw.has_value());
    return texts(table);
}

TEST(TableOfCards, HasRowsAndCells) {
    EXPECT_EQ(read_texts("Name,Cost\nFox,2\nOx,\n"), (Texts{{"Name", "Cost"}, {"Fox", "2"}, {"Ox", ""}}));
    EXPECT_EQ(read_texts("Name,Cost\nFox,2"), (Texts{{"Name", "Cost"}, {"Fox", "2"}}))
        << "no line end at the end";
}

TEST(TableOfCards, EndsLinesInAnyWay) {
    const Texts wanted = {{"a", "b"}, {"c", "d"}};
    for (const char* const text : {"a,b\nc,d\n", "a,b\r\nc,d\r\n", "a,b\rc,d\r", "a,b\r\nc,d"})
        EXPECT_EQ(read_texts(text), wanted) << text;
}

TEST(TableOfCards, HasASeparatorThatTheFirstLineTells) {
    EXPECT_EQ(read_texts("a;b\n1,5;2\n"), (Texts{{"a", "b"}, {"1,5", "2"}}));
    EXPECT_EQ(read_texts("a\tb\nx, y; z\t2\n"), (Texts{{"a", "b"}, {"x, y; z", "2"}}));
    EXPECT_EQ(read_texts("\"one; two; three\",b\nc,d\n"), (Texts{{"one; two; three", "b"}, {"c", "d"}}));
    EXPECT_EQ(read_texts("\n\r\na;b\n"), (Texts{{"a", "b"}})) << "behind blank lines";
    EXPECT_EQ(read_texts("Name\nFox\n"), (Texts{{"Name"}, {"Fox"}}));
    EXPECT_EQ(read_texts("a,b\tc\n", '\t'), (Texts{{"a,b", "c"}})) << "unless it is known";
}

TEST(TableOfCards, QuotesWhatWouldBreakACell) {
    EXPECT_EQ(read_texts("a,b\n\"x, y\",\"say \"\"hi\"\"\"\n"), (Texts{{"a", "b"}, {"x, y", "say \"hi\""}}));
    EXPECT_EQ(read_texts("a,b\n\"one\r\ntwo\n\nthree\",c\n"),
              (Texts{{"a", "b"}, {"one\r\ntwo\n\nthree", "c"}}));
    EXPECT_EQ(read_texts("a,b\n\"\",\"\"\"\"\n"), (Texts{{"a", "b"}, {"", "\""}}));
    EXPECT_EQ(read_texts("a,b\n \"x\" , y\n"), (Texts{{"a", "b"}, {"x", " y"}})) << "blanks around quotes";
}

TEST(TableOfCards, LeavesQuotesInsideACellAlone) {
    EXPECT_EQ(read_texts("a,b\n5\" wide,the \"old\" one\n"),
              (Texts{{"a", "b"}, {"5\" wide", "the \"old\" one"}}));
}

TEST(TableOfCards, PassesOverWhatIsEmpty) {
    EXPECT_THAT(read_texts(""), IsEmpty());
    EXPECT_THAT(read_texts("\xef\xbb\xbf"), IsEmpty());
    EXPECT_THAT(read_texts(",,\n\n \t\n,,\n"), IsEmpty());
    EXPECT_EQ(read_texts("a,b\n,,\n\nc,d,,,\n"), (Texts{{"a", "b"}, {"c", "d", "", "", ""}}));
    EXPECT_EQ(read_texts("\xef\xbb\xbf\"a\",b\n"), (Texts{{"a", "b"}})) << "a byte order mark";
}

TEST(TableOfCards, KnowsWhereEverythingStands) {
    const std::string text = "\xef\xbb\xbfName;Text\r\nFox;\"a \"\"b\"\" c\"\r\n";
    const Table table = read_table(text);
    ASSERT_EQ(table.rows.size(), 2U);
    const auto at = [&](const Cell& cell) { return text.substr(cell.begin, cell.end - cell.begin); };
    EXPECT_EQ(at(table.rows[0].cells[0]), "Name");
    EXPECT_EQ(table.rows[0].cells[0].begin, 3U);
    const Cell& quoted = table.rows[1].cells[1];
    EXPECT_EQ(at(quoted), "a \"\"b\"\" c");
    EXPECT_THAT(quoted.doubled_quotes, ElementsAre(2U, 4U));
    EXPECT_EQ(text.substr(table.rows[1].begin, table.rows[1].end - table.rows[1].begin),
              "Fox;\"a \"\"b\"\" c\"");
}

TEST(TableOfCards, BreaksOffAtAQuoteThatIsNeverClosed) {
    const Table table = read_table("a,b\nc,\"d\ne,f\n");
    ASSERT_TRUE(table.flaw.has_value());
    EXPECT_EQ(table.flaw->kind, TableFlaw::Kind::Unclosed);
    EXPECT_EQ(table.flaw->at, 6U);
}

TEST(TableOfCards, BreaksOffBehindAClosedCell) {
    const Table table = read_table("a,b\n\"say \"hi\" to\",d\ne,f\n");
    ASSERT_TRUE(table.flaw.has_value());
    EXPECT_EQ(table.flaw->kind, TableFlaw::Kind::BehindQuote);
    EXPECT_EQ(table.flaw->at, 10U);
    EXPECT_EQ(table.flaw->open, 4U);
}

// As a spreadsheet program would save it.
std::string saved(const Texts& rows, char separator, const std::string& line_end, bool quotes_all) {
    std::string text;
    for (const std::vector<std::string>& row : rows) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            if (i > 0) text += separator;
            const bool is_plain =
                row[i].find_first_of(std::string("\"\r\n") + separator) == std::string::npos;
            if (is_plain && !quotes_all) {
                text += row[i];
                continue;
            }
            text += '"';
            for (const char c : row[i]) text += c == '"' ? "\"\"" : std::string(1, c);
            text += '"';
        }
        text += line_end;
    }
    return text;
}

rc::Gen<std::string> cell_text() {
    const auto letter = rc::gen::element('a', 'B', '7', '"', ',', ';', '\t', '\n', '\r', '.', '\'');
    return rc::gen::map(rc::gen::container<std::string>(letter), [](std::string text) {
        // Something to see, so that no row is blank, and no blank that is taken for one before a quote.
        return "x" + text;
    });
}

RC_GTEST_PROP(TableOfCards, IsReadAsItWasSaved, ()) {
    const auto columns = *rc::gen::inRange<std::size_t>(1, 6);
    const auto rows =
        *rc::gen::container<Texts>(rc::gen::container<std::vector<std::string>>(columns, cell_text()));
    const char separator = *rc::gen::element(',', ';', '\t');
    const std::string line_end = *rc::gen::element<std::string>("\n", "\r\n", "\r");
    const std::string text = saved(rows, separator, line_end, *rc::gen::arbitrary<bool>());
    const Table table = read_table(text, separator);
    RC_ASSERT(!table.flaw.has_value());
    RC_ASSERT(texts(table) == rows);
    for (const TableRow& row : table.rows) {
        for (const Cell& cell : row.cells)
            RC_ASSERT(cell.end - cell.begin == cell.text.size() + cell.doubled_quotes.size());
    }
}

RC_GTEST_PROP(TableOfCards, IsReadToItsEndWhateverItIs, (const std::string& text)) {
    const Table table = read_table(text);
    for (const TableRow& row : table.rows) {
        RC_ASSERT(!row.cells.empty());
        for (const Cell& cell : row.cells) RC_ASSERT(cell.begin <= cell.end && cell.end <= text.size());
    }
}

}  // namespace
}  // namespace errata::tests
