// The language server, driven in memory: what an editor gets to see while somebody writes.
#include <set>
#include <sstream>
#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/phrases/token.h"
#include "reports/lsp/constructs.h"
#include "reports/lsp/places.h"
#include "reports/lsp/wire.h"
#include "tests/support/editor.h"

namespace errata::tests {
namespace {

using reports::lsp::Json;
using testing::Contains;
using testing::HasSubstr;
using testing::Not;

// Two cards that set each other off for ever.
const std::string pond = R"(game "Pond"
player Ann, Bob
enum place: hand, field
-- How many ripples there are.
state { ripples: 0..9, calm: bool }
kind frog of 2 (card, at) { card: card, at: place }
printed card on frog if this.card = it and this.at = field { weight: 0..9 = 1 }
category effect is statements
action splash(f: frog) { ripples := 3 }
action croak(f: frog) { calm := no }
phrase effect "splash" = do { splash(this) }
phrase effect "croak" = do { croak(this) }
phrase line "When a frog splashes, {e: effect}" = { when splash(f) { e } }
phrase line "When a frog croaks, {e: effect}" = { when croak(f) { e } }
card "Old Toad", weight: 2
  When a frog splashes, croak.
card Newt
  When a frog croaks, splash.
turn { phase dusk { for each f: frog with f.at = field { splash(f) } } end "night" }
setup "two" {
    frog toad: "Old Toad", field
    frog newt: Newt, field
}
)";

std::vector<std::string> labels(const Json& completion) {
    std::vector<std::string> result;
    for (const Json& item : completion.at("items")) result.push_back(item.at("label"));
    return result;
}

std::string hovered(const Json& hover) {
    return hover.is_null() ? "" : hover.at("contents").at("value").get<std::string>();
}

class EditorTest : public testing::Test {
protected:
    void SetUp() override {
        editor.write("pond.rules", pond);
        editor.open("pond.rules");
        editor.tend();
    }

    Json ask(const std::string& method, const std::string& words, std::size_t offset = 0) {
        return editor.ask("textDocument/" + method, editor.place("pond.rules", words, offset));
    }
    Json rename(const std::string& words, std::size_t offset, const std::string& name) {
        Json params = editor.place("pond.rules", words, offset);
        params["newName"] = name;
        return editor.ask("textDocument/rename", params);
    }
    static Json actions_for(Editor& of, const Json& range) {
        Json params = of.document("pond.rules");
        params["range"] = range;
        params["context"] = {{"diagnostics", Json::array()}};
        return of.ask("textDocument/codeAction", params);
    }
    Json actions(const std::string& words, std::size_t offset = 0) {
        const Json place = editor.at("pond.rules", words, offset);
        return actions_for(editor, {{"start", place}, {"end", place}});
    }
    // The first whose title holds the words; null: there is none.
    Json action(const Json& all, const std::string& words) {
        for (const Json& one : all) {
            if (one.at("title").get<std::string>().find(words) != std::string::npos) return one;
        }
        return nullptr;
    }

    Editor editor{"pond"};
};

// --- messages about the texts

TEST_F(EditorTest, ASpecWithoutErrorsHasNone) { EXPECT_EQ(editor.diagnostics("pond.rules"), Json::array()); }

TEST_F(EditorTest, TypingTellsWhatIsWrongAndMendingTakesItBack) {
    editor.replace("pond.rules", "ripples := 3", "riples := 3");
    editor.tend();
    const Json wrong = editor.diagnostics("pond.rules");
    ASSERT_EQ(wrong.size(), 1);
    EXPECT_EQ(wrong[0]["code"], "E0201");
    EXPECT_EQ(wrong[0]["range"]["start"], editor.at("pond.rules", "riples"));
    EXPECT_EQ(wrong[0]["range"]["end"], editor.at("pond.rules", "riples", 6));
    EXPECT_THAT(wrong[0]["message"].get<std::string>(), HasSubstr("did you mean 'ripples'?"));
    editor.replace("pond.rules", "riples := 3", "ripples := 3");
    editor.tend();
    EXPECT_EQ(editor.diagnostics("pond.rules"), Json::array());
}

TEST_F(EditorTest, ColumnsCountUtf16Units) {
    editor.replace("pond.rules", "action croak(f: frog) { calm := no }",
                   "action croak(f: frog) { calm := no } -- 🐸é\n"
                   "action leap(f: frog) { end \"🐸é\" ripples += x }");
    editor.tend();
    const Json wrong = editor.diagnostics("pond.rules");
    ASSERT_FALSE(wrong.empty());
    // The frog takes two units and the letter one.
    const Json place = wrong[0]["range"]["start"];
    const std::string before = "action leap(f: frog) { end \"";
    EXPECT_EQ(place["character"], before.size() + 3 + std::string("\" ripples += ").size()) << wrong;
}

TEST_F(EditorTest, WhatIsWrongInAnImportedFileIsToldThere) {
    editor.write("sub/words.rules", "enum mood: glad, sad\n");
    editor.replace("pond.rules", "player Ann, Bob", "import \"sub/words.rules\"\nplayer Ann, Bob");
    editor.open("sub/words.rules", "enum mood: glad, sad\nstate { m: mod }\n");
    editor.tend();
    ASSERT_EQ(editor.diagnostics("sub/words.rules").size(), 1);
    editor.replace("sub/words.rules", "m: mod", "m: mood");
    editor.tend();
    EXPECT_EQ(editor.diagnostics("sub/words.rules"), Json::array());
    EXPECT_EQ(editor.diagnostics("pond.rules"), Json::array());
}

TEST_F(EditorTest, WhatIsWrongInATableIsToldInTheTable) {
    editor.write("frogs.csv", "Name,Weight,Text\nTadpole,3,When a frog croaks, splash.\n");
    editor.replace("pond.rules", "card Newt",
                   "cards \"frogs.csv\" as card { name: \"Name\", weight: \"Weight\" }\ncard Newt");
    editor.open("frogs.csv", "Name,Weight,Text\nTadpole,many,\n");
    editor.tend();
    const Json wrong = editor.diagnostics("frogs.csv");
    ASSERT_EQ(wrong.size(), 1) << wrong;
    EXPECT_EQ(wrong[0]["range"]["start"], editor.at("frogs.csv", "many"));
    editor.replace("frogs.csv", "many", "4");
    editor.tend();
    EXPECT_EQ(editor.diagnostics("frogs.csv"), Json::array());
}

TEST_F(EditorTest, AFileThatIsNotSavedBelongsToTheGameOfItsFolder) {
    editor.open("more.rules", "rule \"More\" { when splash(f) { clam := yes } }\n");
    editor.tend();
    ASSERT_EQ(editor.diagnostics("more.rules").size(), 1);
    EXPECT_EQ(editor.diagnostics("more.rules")[0]["code"], "E0201");
}

TEST(Alone, AFileThatNoGameReadsIsReadByItself) {
    Editor editor("alone");
    editor.open("notes.rules", "enum mood glad\n");
    editor.tend();
    ASSERT_FALSE(editor.diagnostics("notes.rules").empty());
    EXPECT_EQ(editor.diagnostics("notes.rules")[0]["code"], "E0101");
}

TEST(Alone, AFileThatItsGameDropsIsStillAnswered) {
    Editor editor("dropped");
    editor.write("other.rules", "game \"Other\"\nturn { nothing }\n");
    editor.write("coins.rules", "enum coin: gold, silver\nstate { paid: coin }\n");
    editor.write("bank.rules", "game \"Bank\"\nimport \"coins.rules\"\nturn { paid := gold }\n");
    editor.open("coins.rules");
    editor.open("bank.rules");
    editor.tend();
    EXPECT_FALSE(editor.ask("textDocument/hover", editor.place("coins.rules", "paid")).is_null());
    editor.replace("bank.rules", "import \"coins.rules\"\n", "");
    // Nobody has tended to it yet: the first who asks finds out.
    for (const char* const method : {"hover", "documentSymbol", "references"})
        EXPECT_FALSE(editor.ask("textDocument/" + std::string(method), editor.place("coins.rules", "paid"))
                         .contains("error"));
}

TEST_F(EditorTest, AFileThatVanishesIsMissed) {
    editor.write("words.rules", "enum mood: glad, sad\n");
    editor.replace("pond.rules", "player Ann, Bob", "import \"words.rules\"\nplayer Ann, Bob");
    editor.tend();
    EXPECT_EQ(editor.diagnostics("pond.rules"), Json::array());
    editor.remove("words.rules");
    editor.tell("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
    editor.tend();
    EXPECT_EQ(editor.diagnostics("pond.rules").size(), 1);
}

// --- names

TEST_F(EditorTest, DefinitionLeadsToTheName) {
    const Json place = ask("definition", "splash(this)", 2);
    EXPECT_EQ(place["range"]["start"], editor.at("pond.rules", "splash(f: frog)"));
    EXPECT_EQ(ask("definition", "f.at = field", 0)["range"]["start"],
              editor.at("pond.rules", "f: frog with f.at"));
    EXPECT_EQ(ask("definition", "f.at = field", 2)["range"]["start"], editor.at("pond.rules", "at: place }"));
    EXPECT_EQ(ask("definition", "toad: \"Old Toad\"", 8)["range"]["start"],
              editor.at("pond.rules", "\"Old Toad\", weight"));
    EXPECT_EQ(ask("definition", "{e: effect}", 5)["range"]["start"],
              editor.at("pond.rules", "effect is statements"));
    // From a text to the phrase that reads it.
    EXPECT_EQ(ask("definition", "When a frog croaks, splash.", 3)["range"]["start"],
              editor.at("pond.rules", "phrase line \"When a frog croaks"));
}

TEST_F(EditorTest, NothingIsNoName) {
    EXPECT_TRUE(ask("definition", "-- How many", 4).is_null());
    EXPECT_TRUE(ask("definition", "turn {", 1).is_null());
}

TEST_F(EditorTest, ReferencesAreAllMentions) {
    Json params = editor.place("pond.rules", "splash(f: frog)", 1);
    params["context"] = {{"includeDeclaration", true}};
    EXPECT_EQ(editor.ask("textDocument/references", params).size(), 4);
    params["context"] = {{"includeDeclaration", false}};
    EXPECT_EQ(editor.ask("textDocument/references", params).size(), 3);
    EXPECT_EQ(ask("documentHighlight", "Ann, Bob", 0).size(), 1);
}

TEST_F(EditorTest, RenameWritesTheNameEverywhere) {
    editor.write("more.rules", "import \"pond.rules\"\nrule \"More\" { when splash(f) { calm := yes } }\n");
    editor.tell("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
    const Json edit = rename("splash(f: frog)", 1, "plop");
    ASSERT_TRUE(edit.contains("changes")) << edit;
    editor.apply(edit);
    editor.tend();
    EXPECT_EQ(editor.diagnostics("pond.rules"), Json::array());
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("action plop(f: frog)"));
    // The words of phrases are no names.
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("phrase effect \"splash\" = do { plop(this) }"));
}

TEST_F(EditorTest, RenameGivesQuotesToNamesOfSeveralWords) {
    editor.apply(rename("card Newt", 6, "Great Newt"));
    editor.tend();
    EXPECT_EQ(editor.diagnostics("pond.rules"), Json::array());
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("frog newt: \"Great Newt\", field"));
}

TEST_F(EditorTest, RenameRefusesWhatWouldMeanSomethingElse) {
    for (const auto& [name, why] : std::map<std::string, std::string>{
             {"croak", "error"}, {"when", "cannot be such a name"}, {"two words", "cannot be such a name"}}) {
        const Json answer = rename("splash(f: frog)", 1, name);
        ASSERT_TRUE(answer.contains("error")) << name << answer;
        EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr(why));
    }
    editor.replace("pond.rules", "ripples := 3", "riples := 3");
    EXPECT_THAT(rename("splash(f: frog)", 1, "plop")["error"]["message"].get<std::string>(),
                HasSubstr("Mend this first"));
}

TEST_F(EditorTest, RenameRefusesAnotherMeaning) {
    editor.replace("pond.rules", "ripples := 3", "let n = 3 calm := ripples > n");
    const Json answer = rename("let n", 4, "ripples");
    EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("name of something else"));
}

TEST_F(EditorTest, RenameReachesEverySpecThatSharesTheFile) {
    Editor shop("shared");
    shop.write("coins.rules", "enum coin: gold, silver\n");
    for (const std::string name : {"bank", "shop"})
        shop.write(name + ".rules", "game \"" + name + "\"\nimport \"coins.rules\"\nplayer Ann\n" +
                                        "state { paid: coin = silver }\nturn { paid := silver }\n");
    shop.open("coins.rules");
    Json params = shop.place("coins.rules", "silver", 2);
    params["newName"] = "copper";
    const Json changes = shop.ask("textDocument/rename", params).at("changes");
    EXPECT_EQ(changes.size(), 3);
    EXPECT_EQ(changes.at(shop.uri("coins.rules")).size(), 1);
    EXPECT_EQ(changes.at(shop.uri("shop.rules")).size(), 2);
}

TEST_F(EditorTest, RenameRefusesNamesInTables) {
    editor.write("frogs.csv", "Name,Text\nTadpole,\n");
    editor.replace("pond.rules", "card Newt", "cards \"frogs.csv\" as card { name: \"Name\" }\ncard Newt");
    editor.replace("pond.rules", "frog newt: Newt", "frog newt: Tadpole");
    const Json answer = rename("frog newt: Tadpole", 13, "Polliwog");
    EXPECT_THAT(answer["error"]["message"].get<std::string>(), HasSubstr("frogs.csv"));
}

TEST_F(EditorTest, AMissingFileTakesNoNamesAway) {
    editor.replace("pond.rules", "player Ann, Bob", "import \"wor.rules\"\nplayer Ann, Bob");
    editor.tend();
    ASSERT_EQ(editor.diagnostics("pond.rules").size(), 1);
    EXPECT_FALSE(ask("definition", "splash(this)", 2).is_null());
    EXPECT_THAT(labels(ask("completion", "wor.rules", 0)), testing::IsSupersetOf({"library/nouns.rules"}));
}

// --- hover

TEST_F(EditorTest, HoverTellsTheDeclarationAndItsComment) {
    const std::string text = hovered(ask("hover", "ripples := 3", 2));
    EXPECT_THAT(text, HasSubstr("ripples: 0..9"));
    EXPECT_THAT(text, HasSubstr("How many ripples there are."));
    EXPECT_THAT(text, HasSubstr("pond.rules:5"));
}

TEST_F(EditorTest, HoverTellsTheTypeOfALocal) {
    EXPECT_THAT(hovered(ask("hover", "f.at = field", 0)), HasSubstr("f: frog"));
}

TEST_F(EditorTest, HoverOnATextTellsThePhrasesThatReadIt) {
    const std::string text = hovered(ask("hover", "When a frog croaks, splash.", 3));
    EXPECT_THAT(text, HasSubstr("When a frog croaks"));
    EXPECT_THAT(text, HasSubstr("effect"));
}

TEST_F(EditorTest, HoverOnAWordOfTheLanguageTellsItsLineOfTheReference) {
    EXPECT_THAT(hovered(ask("hover", "for each", 1)), HasSubstr("`for each`"));
}

TEST(Constructs, EveryPageOfTheReferenceHasSome) {
    EXPECT_FALSE(reports::lsp::constructs_of("when").empty());
    EXPECT_FALSE(reports::lsp::constructs_of("choose").empty());
    EXPECT_FALSE(reports::lsp::constructs_of("derived").empty());
    EXPECT_TRUE(reports::lsp::constructs_of("frog").empty());
}

// --- completion

TEST_F(EditorTest, AtTheMarginItemsBegin) {
    const auto offered = labels(ask("completion", "turn {", 0));
    EXPECT_THAT(offered, Contains("action"));
    EXPECT_THAT(offered, Contains("scenario"));
    EXPECT_THAT(offered, Contains("card"));
    EXPECT_THAT(offered, Not(Contains("when")));
}

TEST_F(EditorTest, BracketsThatAreStillOpenDoNotMatter) {
    editor.replace("pond.rules", "calm := no }", "f.");
    EXPECT_THAT(labels(ask("completion", "{ f.", 4)), testing::ElementsAre("at", "card"));
    editor.replace("pond.rules", "{ f.", "{ f.at := ");
    const auto offered = labels(ask("completion", "f.at := ", 8));
    ASSERT_GE(offered.size(), 2);
    EXPECT_EQ((std::set<std::string>{offered[0], offered[1]}), (std::set<std::string>{"field", "hand"}));
}

TEST_F(EditorTest, HolesOfTemplatesAndLabelsHaveWhatFillsThem) {
    editor.replace("pond.rules", "{e: effect}\" = { when croak", "{e: }\" = { when croak");
    EXPECT_THAT(labels(ask("completion", "croaks, {e: }", 12)), Contains("effect"));
    editor.replace("pond.rules", "end \"night\"", "choose f: frog by Ann \"takes {}\" { nothing }");
    EXPECT_THAT(labels(ask("completion", "takes {}", 7)), Contains("f"));
}

TEST_F(EditorTest, MetaRulesPhrasesAndImportsHaveTheirNames) {
    editor.replace("pond.rules", "turn {", "meta {  }\nphrase  \nturn {");
    EXPECT_THAT(labels(ask("completion", "meta {  }", 7)), Contains("precedence"));
    EXPECT_THAT(labels(ask("completion", "phrase  ", 7)), Contains("effect"));
    editor.write("words.rules", "enum mood: glad\n");
    editor.replace("pond.rules", "meta {  }", "import \"\"");
    EXPECT_THAT(labels(ask("completion", "import \"\"", 8)), Contains("words.rules"));
}

TEST_F(EditorTest, BehindADotStandFields) {
    editor.replace("pond.rules", "calm := no", "f.");
    EXPECT_THAT(labels(ask("completion", "{ f.", 4)), testing::ElementsAre("at", "card"));
}

TEST_F(EditorTest, ValuesOfTheWantedTypeComeFirst) {
    editor.replace("pond.rules", "calm := no", "f.at := ");
    const auto offered = labels(ask("completion", "f.at := ", 8));
    ASSERT_GE(offered.size(), 2);
    EXPECT_EQ((std::set<std::string>{offered[0], offered[1]}), (std::set<std::string>{"field", "hand"}));
}

TEST_F(EditorTest, WhereAStatementBeginsActionsAndWordsAreOffered) {
    const auto offered = labels(ask("completion", "calm := no", 0));
    EXPECT_THAT(offered, Contains("splash"));
    EXPECT_THAT(offered, Contains("calm"));
    EXPECT_THAT(offered, Contains("for"));
    EXPECT_THAT(offered, Contains("choose"));
    EXPECT_THAT(offered, Not(Contains("whenever")));
}

TEST_F(EditorTest, BehindWhenStandEvents) {
    editor.replace("pond.rules", "when splash(f) { e }", "when spl");
    EXPECT_THAT(labels(ask("completion", "when spl", 8)), Contains("splash"));
}

TEST_F(EditorTest, TypesAreOfferedWhereTypesStand) {
    editor.replace("pond.rules", "calm: bool }", "calm: bool, m: pl }");
    EXPECT_THAT(labels(ask("completion", "m: pl }", 5)), Contains("place"));
}

TEST_F(EditorTest, TextOfCardsIsOfferedByThePhrases) {
    editor.replace("pond.rules", "When a frog croaks, splash.", "When a frog ");
    EXPECT_THAT(labels(ask("completion", "When a frog \n", 12)),
                testing::UnorderedElementsAre("croaks", "splashes"));
    editor.replace("pond.rules", "When a frog \n", "\n");
    const Json offered = ask("completion", "card Newt\n  ", 12);
    EXPECT_THAT(labels(offered), Contains("When a frog splashes, {e}"));
    EXPECT_EQ(offered["items"][0]["insertTextFormat"], 2);
    EXPECT_THAT(offered["items"][0]["textEdit"]["newText"].get<std::string>(), HasSubstr("${1:e}"));
}

TEST_F(EditorTest, InCommentsNothingIsOffered) {
    EXPECT_TRUE(labels(ask("completion", "-- How many", 7)).empty());
}

// --- lists, folds, layout

TEST_F(EditorTest, SymbolsAreTheItems) {
    const Json symbols = editor.ask("textDocument/documentSymbol", editor.document("pond.rules"));
    std::set<std::string> names;
    for (const Json& symbol : symbols) names.insert(symbol.at("name"));
    EXPECT_THAT(names, Contains("splash"));
    EXPECT_THAT(names, Contains("card Old Toad"));
    EXPECT_THAT(names, Contains("two"));
    const Json found = editor.ask("workspace/symbol", {{"query", "TOAD"}});
    ASSERT_EQ(found.size(), 1);
    EXPECT_EQ(found[0]["name"], "Old Toad");
}

TEST_F(EditorTest, ItemsOfSeveralLinesFold) {
    const Json folds = editor.ask("textDocument/foldingRange", editor.document("pond.rules"));
    const auto is_setup = [&](const Json& fold) {
        return fold["startLine"] == editor.at("pond.rules", "setup \"two\"")["line"];
    };
    EXPECT_TRUE(std::ranges::any_of(folds, is_setup));
}

TEST_F(EditorTest, FormattingIsWhatFmtWrites) {
    editor.replace("pond.rules", "frog newt: Newt, field", "frog   newt:Newt,field");
    const Json edits = editor.ask("textDocument/formatting", editor.document("pond.rules"));
    ASSERT_EQ(edits.size(), 1);
    editor.apply({{"changes", {{editor.uri("pond.rules"), edits}}}});
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("    frog newt: Newt, field\n"));
    EXPECT_EQ(editor.ask("textDocument/formatting", editor.document("pond.rules")), Json::array());
    editor.replace("pond.rules", "turn {", "turn (");
    EXPECT_TRUE(editor.ask("textDocument/formatting", editor.document("pond.rules")).contains("error"));
}

// --- actions

TEST_F(EditorTest, TheNameThatWasMeantIsOffered) {
    editor.replace("pond.rules", "ripples := 3", "riples := 3");
    const Json offered = action(actions("riples", 2), "'ripples'");
    ASSERT_FALSE(offered.is_null());
    editor.apply(offered["edit"]);
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("ripples := 3"));
}

TEST_F(EditorTest, QuotesAreOfferedForANameOfSeveralWords) {
    editor.replace("pond.rules", "frog toad: \"Old Toad\"", "frog toad: Old Toad");
    const Json offered = action(actions("toad: Old Toad", 8), "quotes around Old Toad");
    ASSERT_FALSE(offered.is_null());
    editor.apply(offered["edit"]);
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("frog toad: \"Old Toad\""));
}

TEST_F(EditorTest, APhraseIsOfferedForAnUnreadLine) {
    editor.replace("pond.rules", "When a frog croaks, splash.", "Gain 2 ripples.");
    const Json offered = action(actions("Gain 2 ripples.", 3), "Declare a phrase");
    ASSERT_FALSE(offered.is_null());
    editor.apply(offered["edit"]);
    EXPECT_THAT(editor.text("pond.rules"), HasSubstr("\nphrase line \"gain {n: number} ripples\""));
}

// --- findings

class FindingsTest : public EditorTest {
protected:
    void SetUp() override {
        searching.write("pond.rules", pond);
        searching.open("pond.rules");
        searching.wait();
    }

    Json loop() const {
        for (const Json& one : searching.diagnostics("pond.rules")) {
            if (one.at("code") == "loop.mandatory") return one;
        }
        return nullptr;
    }

    Editor searching{"searching", true};
};

TEST_F(FindingsTest, AFindingStandsAtItsCards) {
    ASSERT_FALSE(loop().is_null()) << searching.diagnostics("pond.rules");
    EXPECT_EQ(loop()["range"]["start"], searching.at("pond.rules", "When a frog splashes, croak."));
    EXPECT_EQ(loop()["relatedInformation"][0]["location"]["range"]["start"],
              searching.at("pond.rules", "When a frog croaks, splash."));
}

TEST_F(FindingsTest, AnEditWithdrawsItAndUndoingBringsItBack) {
    searching.replace("pond.rules", "ripples := 3", "ripples := 4");
    searching.tend();
    EXPECT_TRUE(loop().is_null());
    searching.replace("pond.rules", "ripples := 4", "ripples := 3");
    searching.tend();
    EXPECT_FALSE(loop().is_null());
}

TEST_F(FindingsTest, CommentsAndAcceptancesMoveIt) {
    searching.replace("pond.rules", "player Ann, Bob", "-- Who plays.\n\nplayer Ann, Bob");
    searching.tend();
    ASSERT_FALSE(loop().is_null());
    EXPECT_EQ(loop()["range"]["start"], searching.at("pond.rules", "When a frog splashes, croak."));
    const std::string number = loop()["data"]["finding"];
    searching.set("pond.rules", searching.text("pond.rules") + "accept \"" + number.substr(0, 8) +
                                    "\" because \"it ends the night\"\n");
    searching.tend();
    EXPECT_TRUE(loop().is_null());
    EXPECT_FALSE(searching.diagnostics("pond.rules").empty());  // the others stay
    searching.set("pond.rules", pond + "enum mood: glad\n");
    searching.tend();
    EXPECT_TRUE(searching.diagnostics("pond.rules").empty());
}

TEST_F(FindingsTest, AFileThatJoinsTheGameIsAnotherText) {
    searching.write("more.rules", "enum place: elsewhere\n");
    searching.tell("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
    searching.tend();
    EXPECT_TRUE(loop().is_null());
    searching.remove("more.rules");
    searching.tell("workspace/didChangeWatchedFiles", {{"changes", Json::array()}});
    searching.tend();
    EXPECT_FALSE(loop().is_null());
}

TEST_F(FindingsTest, WhatWasFoundAboutAnotherTextIsNotShown) {
    searching.save("pond.rules");
    searching.replace("pond.rules", "When a frog croaks, splash.", "When a frog croaks, croak.");
    searching.replace("pond.rules", "When a frog splashes, croak.", "When a frog splashes, splash.");
    searching.wait();
    EXPECT_TRUE(loop().is_null());
}

TEST_F(FindingsTest, AFixThatWasTriedSettlesIt) {
    const Json all = actions_for(searching, loop()["range"]);
    const Json fix = action(all, "Fix that was tried");
    ASSERT_FALSE(fix.is_null()) << all;
    searching.apply(fix["edit"]);
    searching.save("pond.rules");
    searching.wait();
    EXPECT_TRUE(loop().is_null()) << searching.text("pond.rules");
    for (const Json& one : searching.diagnostics("pond.rules")) EXPECT_NE(one["severity"], 1) << one;
}

TEST_F(FindingsTest, TheLineThatAcceptsItIsOffered) {
    const Json accept = action(actions_for(searching, loop()["range"]), "Accept");
    ASSERT_FALSE(accept.is_null());
    searching.apply(accept["edit"]);
    searching.save("pond.rules");
    searching.wait();
    EXPECT_TRUE(loop().is_null());
    for (const Json& one : searching.diagnostics("pond.rules")) EXPECT_NE(one["severity"], 1) << one;
}

TEST_F(FindingsTest, ThePageOfAFindingIsAFile) {
    const Json page =
        searching.ask("workspace/executeCommand",
                      {{"command", "errata.page"},
                       {"arguments", {searching.uri("pond.rules"), loop()["data"]["finding"]}}});
    const auto path = reports::lsp::path_of(page.at("uri").get<std::string>());
    ASSERT_TRUE(path);
    const auto html = dsl::DiskReader().read(*path);
    ASSERT_TRUE(html);
    EXPECT_THAT(*html, HasSubstr("Old Toad"));
    EXPECT_THAT(*html, HasSubstr("id=\"" + page.at("anchor").get<std::string>() + "\""));
    std::filesystem::remove(*path);
}

TEST_F(EditorTest, TheSetupAtAPlaceIsKnownByItsNumber) {
    const auto spec = [&](const std::string& words) {
        return editor.ask("workspace/executeCommand",
                          {{"command", "errata.spec"},
                           {"arguments", {editor.uri("pond.rules"), editor.at("pond.rules", words)}}});
    };
    EXPECT_EQ(spec("frog toad:")["setup"], 1);
    EXPECT_TRUE(spec("turn {")["setup"].is_null());
}

// --- the protocol

TEST_F(EditorTest, WrongMessagesAreAnsweredAndForgotten) {
    const auto last = [&] { return editor.sent().back(); };
    for (const Json& message :
         {Json(3), Json::array(), Json::object(), Json{{"id", 7}}, Json{{"method", 4}, {"id", 8}}}) {
        editor.server().receive(message);
        EXPECT_EQ(last()["error"]["code"], -32600) << message;
    }
    EXPECT_EQ(editor.ask("textDocument/flip", Json::object())["error"]["code"], -32601);
    EXPECT_EQ(editor.ask("textDocument/hover", Json(5))["error"]["code"], -32602);
    EXPECT_EQ(editor.ask("textDocument/hover", {{"textDocument", {{"uri", "http://x"}}}})["error"]["code"],
              -32602);
    EXPECT_EQ(editor.ask("workspace/executeCommand", {{"command", "format.disk"}})["error"]["code"], -32602);
    EXPECT_EQ(editor.ask("initialize", Json::object())["error"]["code"], -32600);
    editor.tell("textDocument/didChange", {{"contentChanges", 3}});
    editor.tell("$/whatever", Json());
    EXPECT_FALSE(ask("hover", "ripples := 3", 2).is_null());
}

TEST_F(EditorTest, PositionsBehindTheTextAreItsEnd) {
    Json params = editor.document("pond.rules");
    for (const Json& place :
         {Json{{"line", 100000}, {"character", 4}}, Json{{"line", 0}, {"character", 99999}},
          Json{{"line", -3}, {"character", -1}}, Json{{"line", "x"}}, Json(7)}) {
        params["position"] = place;
        for (const char* const method : {"hover", "completion", "definition", "prepareRename"})
            editor.ask("textDocument/" + std::string(method), params);
    }
}

TEST_F(EditorTest, BehindShutdownOnlyExitIsLeft) {
    EXPECT_TRUE(editor.ask("shutdown", Json()).is_null());
    EXPECT_EQ(ask("hover", "ripples := 3", 2)["error"]["code"], -32600);
    EXPECT_FALSE(editor.server().exit_code());
    editor.tell("exit", Json());
    EXPECT_EQ(editor.server().exit_code(), 0);
}

TEST(Wire, MessagesWithoutALengthArePassedOver) {
    std::istringstream in(
        "Nonsense\r\n\r\nContent-Length: many\r\n\r\n{\"lost\": 1}Content-Length: 2\r\n\r\n{}"
        "Content-Length: 99999999999999\r\n\r\nContent-Length: 3\r\n\r\n[1");
    EXPECT_EQ(reports::lsp::read_message(in), "{}");
    EXPECT_EQ(reports::lsp::read_message(in), std::nullopt);
}

TEST(Places, UrisAndPathsGoBothWays) {
    for (const std::string path : {"/a/b.rules", "/with blank/ü.rules", "/per%cent", "/plus+#?.csv"})
        EXPECT_EQ(reports::lsp::path_of(reports::lsp::uri_of(path)), path);
    EXPECT_EQ(reports::lsp::path_of("untitled:Untitled-1"), std::nullopt);
    EXPECT_EQ(reports::lsp::path_of("file:///a%00b"), std::nullopt);
}

}  // namespace
}  // namespace errata::tests
