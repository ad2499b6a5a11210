// The rows of a table as printed items in the module that names it.
#include "dsl/cards/import_cards.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/ast/dump.h"
#include "dsl/ast/print.h"
#include "dsl/ast/text_line.h"
#include "dsl/base/text.h"
#include "dsl/load.h"
#include "tests/support/memory_reader.h"

namespace errata::tests {
namespace {

using namespace errata::dsl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

const std::string cards_spec = R"(enum house: Oak, "Old Elm", "7"
printed card on unit if this.card = it {
    cost: 0..9
    home: house?
    houses: set of house
    rare: bool
}
)";
const std::string all_columns = R"({
    name: "Name", cost: "Cost", home: "Home", houses: "Houses", rare: "Rare", text: "Text", rows: "Row" })";
const std::string cards_headings = "Name,Cost,Home,Houses,Rare,Text,Row\n";

using Files = std::map<std::string, std::string>;

struct LoadedCards {
    explicit LoadedCards(Files files)
        : modules(load(tests::MemoryReader(std::move(files)), "a.rules", sources, sink)) {}
    // With one table, all of whose columns are used.
    static LoadedCards of(const std::string& rows) {
        return LoadedCards(Files{{"a.rules", cards_spec + "cards \"a.csv\" as card " + all_columns + "\n"},
                                 {"a.csv", cards_headings + rows}});
    }

    std::vector<const ast::Item*> cards() const {
        std::vector<const ast::Item*> result;
        for (const ast::Item& item : modules.back().items) {
            if (item.kind == ast::ItemKind::Card) result.push_back(&item);
        }
        return result;
    }
    std::vector<std::string> dumped() const {
        std::vector<std::string> result;
        for (const ast::Item* card : cards()) result.push_back(ast::dump(*card));
        return result;
    }
    // "a.csv:2:5 E0304 message [hint]"
    std::vector<std::string> messages() const {
        std::vector<std::string> result;
        for (const Diagnostic& one : sink.sorted()) {
            result.push_back(sources.place(one.span) + " " + std::string(info(one.kind).code) + " " +
                             one.message + (one.hint.empty() ? "" : " [" + one.hint + "]"));
        }
        return result;
    }

    SourceSet sources;
    Sink sink;
    std::vector<ast::Module> modules;
};

// What a cell of this column becomes.
std::string value_of_cell(const std::string& column, const std::string& cell) {
    const std::string columns = "{ name: \"Name\", " + column + ": \"Value\" }\n";
    const LoadedCards loaded(Files{{"a.rules", cards_spec + "cards \"a.csv\" as card " + columns},
                                   {"a.csv", "Name;Value\nFox;" + cell + "\n"}});
    if (!loaded.messages().empty()) return loaded.messages()[0];
    const ast::Item& card = *loaded.cards().at(0);
    return card.contents.settings.empty() ? "(nothing)" : ast::print(card.contents.settings[0].value);
}

TEST(CardsOfATable, AreItemsAsIfTheyWereWritten) {
    const LoadedCards table = LoadedCards::of(
        "Fox,2,Oak,\"Oak, Old Elm\",yes,\"Steal a hen. [FOX-1]\nRun.\",FOX-2\n"
        "Will o' the Wisp,,,,,,\n");
    const LoadedCards written(
        Files{{"a.rules", R"(card Fox [FOX-2], cost: 2, home: Oak, houses: {Oak, "Old Elm"}, rare: yes
  Steal a hen. [FOX-1]
  Run.

card "Will o' the Wisp"
)"}});
    EXPECT_THAT(table.messages(), IsEmpty());
    EXPECT_EQ(table.dumped(), written.dumped());
}

TEST(CardsOfATable, HaveTheirPlacesInIt) {
    const LoadedCards loaded = LoadedCards::of("Fox,2,,Oak Oak,,\"Say \"\"hen\"\" twice.\",\n");
    ASSERT_EQ(loaded.cards().size(), 1U);
    const ast::Item& fox = *loaded.cards()[0];
    EXPECT_EQ(loaded.sources.place(fox.name_span), "a.csv:2:1");
    EXPECT_EQ(loaded.sources.text(fox.contents.settings[0].value.span), "2");
    EXPECT_EQ(loaded.sources.place(fox.contents.settings[1].value.args[1].span), "a.csv:2:12");
    EXPECT_EQ(loaded.sources.text(fox.contents.lines[0].span), "Say \"\"hen\"\" twice.");
    EXPECT_EQ(loaded.sources.text(ast::part_of(fox.contents.lines[0], 4, 5)), "\"\"hen\"\"") << "of the text";
    EXPECT_EQ(loaded.sources.text(ast::part_of(fox.contents.lines[0], 10, 5)), "twice");
}

TEST(CardsOfATable, HaveValuesByTheirTypes) {
    EXPECT_EQ(value_of_cell("cost", " 7 "), "7");
    EXPECT_EQ(value_of_cell("cost", "-1"), "-1");
    EXPECT_EQ(value_of_cell("cost", "99999999999999999999"), "9223372036854775807") << "out of any range";
    EXPECT_EQ(value_of_cell("cost", ""), "(nothing)");
    EXPECT_EQ(value_of_cell("home", "Oak"), "Oak");
    EXPECT_EQ(value_of_cell("home", "Old Elm"), "\"Old Elm\"");
    EXPECT_EQ(value_of_cell("home", "7"), "\"7\"") << "a house of that name";
    EXPECT_EQ(value_of_cell("home", "none"), "none");
    for (const char* const word : {"yes", "Yes", "TRUE", "true"})
        EXPECT_EQ(value_of_cell("rare", word), "yes");
    for (const char* const word : {"no", "FALSE"}) EXPECT_EQ(value_of_cell("rare", word), "no");
    EXPECT_EQ(value_of_cell("houses", "Oak Ash"), "{Oak, Ash}");
    EXPECT_EQ(value_of_cell("houses", "Old Elm"), "{\"Old Elm\"}") << "a name with a blank in it";
    EXPECT_EQ(value_of_cell("houses", "Old Elm, Oak"), "{\"Old Elm\", Oak}");
    EXPECT_EQ(value_of_cell("houses", "\"Oak\nOld Elm\""), "{Oak, \"Old Elm\"}");
}

TEST(CardsOfATable, AreHeldToTheTypesOfTheirValues) {
    EXPECT_EQ(value_of_cell("cost", "two"), "a.csv:2:5 E0301 expected a whole number, found 'two'");
    EXPECT_EQ(value_of_cell("cost", "2.5"), "a.csv:2:5 E0301 expected a whole number, found '2.5'");
    EXPECT_EQ(value_of_cell("rare", "maybe"), "a.csv:2:5 E0301 expected yes or no, found 'maybe'");
    EXPECT_EQ(value_of_cell("rows", "FOX-1 and 2"),
              "a.csv:2:5 E0101 expected rows such as 'SAN-TER-118', found 'FOX-1 and 2' "
              "[commas stand between several]");
}

TEST(CardsOfATable, MayHaveSeveralColumnsOfText) {
    const LoadedCards loaded(
        Files{{"a.rules",
               "printed card on unit if this.card = it\n"
               "cards \"a.tsv\" as card { name: \"Name\", text: \"First\", text: \"Second\" }\n"},
              {"a.tsv", "Name\tSecond\tFirst\nFox\tRun, fox.\tSteal.\n"}});
    EXPECT_THAT(loaded.messages(), IsEmpty());
    EXPECT_THAT(
        loaded.dumped(),
        ElementsAre("(card (name \"Fox\") (title \"card\")\n  (line \"Steal.\")\n  (line \"Run, fox.\"))"));
}

TEST(CardsOfATable, MayHaveLinesOfAVersion) {
    const LoadedCards loaded = LoadedCards::of(
        "Ash,,,,,\"Savage.\nversion \"\"Second printing\"\"\n  printed: Draw \"\"one\"\". "
        "[X-1]\ncorrected:Draw "
        "2.\nLast.\",\n");
    ASSERT_THAT(loaded.messages(), IsEmpty());
    std::vector<std::string> lines;
    for (const ast::TextLine& line : loaded.cards().at(0)->contents.lines) {
        lines.push_back(loaded.sources.place(line.span) + " " + line.text + " | " + line.version + " | " +
                        line.alternative + " | " + join(line.rows, ", "));
        if (line.alternative == "printed") {
            EXPECT_EQ(loaded.sources.place(line.alternative_span), "a.csv:4:3");
            EXPECT_EQ(loaded.sources.place(line.version_span), "a.csv:3:1");
            EXPECT_EQ(loaded.sources.place(ast::part_of(line, 10, 1)), "a.csv:4:24");
        }
    }
    EXPECT_THAT(lines, ElementsAre("a.csv:2:10 Savage. |  |  | ",
                                   "a.csv:4:12 Draw \"one\". | Second printing | printed | X-1",
                                   "a.csv:5:11 Draw 2. | Second printing | corrected | ",
                                   "a.csv:6:1 Last. |  |  | "));
}

TEST(CardsOfATable, SayToWhichTextOfAVersionALineBelongs) {
    const LoadedCards loaded = LoadedCards::of("Ash,,,,,\"version \"\"Second printing\"\"\nSavage.\",\n");
    EXPECT_THAT(
        loaded.messages(),
        ElementsAre("a.csv:2:10 E0101 no line below 'version \"Second printing\"' says to which text it "
                    "belongs [write 'printed: ...', with a name that the version declares]"));
}

TEST(CardsOfATable, MayBeNamedInAnotherTable) {
    const LoadedCards loaded(Files{{"a.rules",
                                    "printed card on unit if this.card = it { words: set of word }\n"
                                    "printed word on unit if it in this.card.words\n"
                                    "cards \"a.csv\" as card { name: \"Name\", words: \"Words\" }\n"
                                    "cards \"b.csv\" as word { name: \"Name\" }\n"},
                                   {"a.csv", "Name,Words\nFox,First Strike\n"},
                                   {"b.csv", "Name\nFirst Strike\n"}});
    EXPECT_THAT(loaded.dumped()[0], HasSubstr("(set \"First Strike\")"));
}

TEST(CardsOfATable, AreLeftToItByThePrinter) {
    const LoadedCards loaded = LoadedCards::of("Fox,2,,,,,\n");
    const std::string printed = ast::print(loaded.modules.back(), loaded.sources);
    EXPECT_THAT(printed, HasSubstr("cards \"a.csv\" as card {\n"));
    EXPECT_EQ(printed.find("Fox"), std::string::npos) << printed;
}

TEST(CardsOfATable, ComeWithAllThatIsWrongInOneRun) {
    const LoadedCards loaded = LoadedCards::of("Fox,2,,,\n,3,,,,Steal.,\nOx,x,,,,,,more\n");
    EXPECT_THAT(
        loaded.messages(),
        ElementsAre("a.csv:2:1 E0104 this row has 5 cells, and there are 7 headings [a cell that holds "
                    "nothing has its comma all the same]",
                    "a.csv:3:1 E0105 this row has no name [fill in 'Name', or empty the row]",
                    "a.csv:4:4 E0301 expected a whole number, found 'x'",
                    "a.csv:4:11 E0104 this row has 8 cells, and there are 7 headings [a cell that holds a "
                    "comma stands in double quotes]"));
    EXPECT_EQ(loaded.cards().size(), 2U) << "who names them is not to blame";
}

// What the mapping alone gets wrong.
std::vector<std::string> of_mapping(const std::string& cards, const std::string& table) {
    return LoadedCards(Files{{"a.rules", cards_spec + cards + "\n"}, {"a.csv", table}, {"a.xlsx", "PK"}})
        .messages();
}

TEST(CardsOfATable, NeedTheColumnsThatAreNamed) {
    const std::string table = "Name,Costs,Text,Text\nFox,2,a,b\n";
    EXPECT_THAT(of_mapping("cards \"a.csv\" as card { name: \"Nmae\", cost: \"Price\" }", table),
                ElementsAre("a.rules:8:31 E0010 the table has no column 'Nmae' [did you mean 'Name'?]",
                            "a.rules:8:45 E0010 the table has no column 'Price' [its columns are Name, "
                            "Costs, Text, Text]"));
    EXPECT_THAT(of_mapping("cards \"a.csv\" as card { name: \"Name\", text: \"Text\" }", table),
                ElementsAre("a.rules:8:45 E0010 two columns are called 'Text' [give one of them another "
                            "heading]"));
    EXPECT_THAT(
        of_mapping("cards \"a.csv\" as card { name: \"Name\", cots: \"Costs\", name: \"Text\" }", table),
        ElementsAre("a.rules:8:39 E0201 unknown printed value of card 'cots' [did you mean 'cost'?]",
                    "a.rules:8:54 E0202 'name' has two columns"));
    EXPECT_THAT(of_mapping("cards \"a.csv\" as card { cost: \"Costs\" }", table),
                ElementsAre("a.rules:8:1 E0101 no column gives the name [say which one does: 'name: "
                            "\"Name\"']"));
    EXPECT_THAT(of_mapping("cards \"a.csv\" as crad { name: \"Name\" }", table),
                ElementsAre("a.rules:8:18 E0201 unknown kind of printed item 'crad' [did you mean 'card'?]"));
}

TEST(CardsOfATable, NeedATableThatCanBeRead) {
    const std::string cards = "cards \"a.csv\" as card { name: \"Name\" }";
    EXPECT_THAT(of_mapping(cards, ""), ElementsAre(HasSubstr("a.csv:1:1 E0003 this table is empty")));
    EXPECT_THAT(of_mapping(cards, "Name\n"),
                ElementsAre(HasSubstr("E0003 this table has headings and nothing below")));
    EXPECT_THAT(of_mapping(cards, "Name\n\"Fox\n"),
                ElementsAre(HasSubstr("a.csv:2:1 E0009 this quote is never closed")));
    EXPECT_THAT(of_mapping(cards, "Name\n\"F\"ox\n"),
                ElementsAre(HasSubstr("a.csv:2:4 E0009 the cell goes on behind its closing quote")));
    EXPECT_THAT(of_mapping(cards,
                           "Name\nF\xfc"
                           "chsin\n"),
                ElementsAre("a.csv:2:2 E0002 this byte is no UTF-8 text [save the table as 'CSV UTF-8']"));
    EXPECT_THAT(of_mapping("cards \"b.csv\" as card { name: \"Name\" }", ""),
                ElementsAre(HasSubstr("a.rules:8:7 E0001 cannot read 'b.csv'")));
    for (const char* const path : {"a.xlsx", "../a.csv", "/etc/a.csv"}) {
        EXPECT_THAT(of_mapping("cards \"" + std::string(path) + "\" as card { name: \"Name\" }", ""),
                    ElementsAre(HasSubstr("E0008 '" + std::string(path) + "' is not imported")));
    }
}

TEST(CardsOfATable, ReadItOnceHoweverOftenItIsNamed) {
    const LoadedCards loaded(Files{{"a.rules",
                                    "printed card on unit if this.card = it\nprinted word on unit if yes\n"
                                    "cards \"a.csv\" as card { name: \"Name\" }\n"
                                    "cards \"./a.csv\" as word { name: \"Word\" }\n"},
                                   {"a.csv", "Name,Word\nFox,Swift\n"}});
    EXPECT_EQ(loaded.sources.size(), 2U);
    EXPECT_EQ(loaded.cards().size(), 2U);
}

}  // namespace
}  // namespace errata::tests
