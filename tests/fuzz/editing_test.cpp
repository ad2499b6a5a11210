// An editor in which somebody types at random and asks at random places. Whatever comes, the server answers
// and stays alive. It forgets what is not so any more: with the first text again, it tells what it told at
// first.
// ERRATA_EDITS says how many edits there are (2,000 unless it does).
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "dsl/base/text.h"
#include "reports/lsp/places.h"
#include "tests/support/editor.h"
#include "tests/support/seed.h"
#include "tests/support/text_mutator.h"

namespace errata::tests {
namespace {

using reports::lsp::Json;

// A game in three files: rules, words, and a table of cards.
const std::map<std::string, std::string> game = {
    {"game.rules", R"(game "Quay"
import "words.rules"
player Ann, Bob
enum place: hand, field
state { gulls: 0..9, calm: bool, active: player = Ann }
kind boat of 3 (card, at) { card: card?  at: place  owner: player = active }
printed card on boat if this.card = it and this.at = field { cost: 0..5 }
cards "cards.csv" as card { name: "Name", cost: "Cost", text: "Text" }
card "Old Tub", cost: 2
  When a boat lands, call 2 gulls.
    = when land(b) if b != this { gulls += 2 }
derived load(b: boat): 0..9 = b.card.cost
define is_busy(b: boat) = b.at = field and load(b) > 1
window quayside from active
action land(b: boat) { b.at := field }
rule "Calm" [QUA-1] { whenever gulls = 0 and not calm { calm := yes } }
turn {
    phase dawn { open quayside }
    choose by active {
        option "lands {b}" for b: boat with b.at = hand { land(b) }
        option "waits" { nothing }
    }
    settle
    if gulls > 7 { end "gulls" } else { let n = gulls  active := if n > 3 then Bob else Ann }
}
setup "three" { boat tub: "Old Tub", hand  boat skiff: Skiff, field  gulls := any }
check "few" always gulls < 9
scenario "One lands" from "three" { Ann "lands {b}" tub  then calm = no }
)"},
    {"words.rules", R"(category effect is statements
category who is boat
phrase who "this boat" = this
phrase effect "call {n: number} gull[s]" = do { gulls += n }
phrase effect "turn {w: who} back" = do { w.at := hand }
phrase line "When {w: who} lands, {e: effect}" = { when land(w) { e } }
)"},
    {"cards.csv", "Name,Cost,Text\nSkiff,1,\"When this boat lands, call 1 gull.\"\nBarge,3,\n"}};

std::size_t edits() {
    const char* const wanted = std::getenv("ERRATA_EDITS");
    return wanted == nullptr ? 2'000 : std::strtoul(wanted, nullptr, 10);
}

bool is_utf8(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = dsl::utf8_length(text, at);
        if (length == 0) return false;
        at += length;
    }
    return true;
}

class Typist {
public:
    explicit Typist(std::uint32_t seed) : random_(seed), editor_("typist") {
        for (const auto& [file, text] : game) {
            editor_.write(file, text);
            files_.push_back(file);
        }
        for (const std::string& file : files_) editor_.open(file);
        editor_.tend();
        for (const std::string& file : files_) first_[file] = editor_.diagnostics(file);
    }

    void type() {
        const std::string& file = files_[random_.below(files_.size())];
        const std::string& text = editor_.text(file);
        const TextChange change = random_.change_of(text);
        // An editor never cuts a character in two.
        std::string changed = text;
        changed.replace(change.at, change.size, change.text);
        if (!is_utf8(change.text) || !is_utf8(text.substr(0, change.at)) || !is_utf8(changed)) return;
        editor_.edit(file, change.at, change.size, change.text);
        if (random_.below(3) == 0) ask(file);
        if (random_.below(5) == 0) editor_.tend();
    }

    void ask(const std::string& file) {
        static const std::vector<std::string> methods = {
            "hover",  "completion", "definition", "references",     "documentHighlight", "prepareRename",
            "rename", "codeAction", "formatting", "documentSymbol", "foldingRange"};
        const std::string& method = methods[random_.below(methods.size())];
        const std::string& text = editor_.text(file);
        const dsl::SourceFile source("", text);
        std::size_t at = random_.below(text.size() + 1);
        while (at > 0 && at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) --at;
        const Json place = reports::lsp::position_at(source, static_cast<std::uint32_t>(at));
        Json params = editor_.document(file);
        params["position"] = place;
        params["range"] = {{"start", place}, {"end", place}};
        params["context"] = {{"diagnostics", Json::array()}, {"includeDeclaration", true}};
        params["newName"] = random_.below(2) == 0 ? "other" : "two words";
        editor_.ask("textDocument/" + method, params);
    }

    // With the first texts again.
    void expect_nothing_stale() {
        for (const auto& [file, text] : game) editor_.set(file, text);
        editor_.tend();
        for (const std::string& file : files_) EXPECT_EQ(editor_.diagnostics(file), first_[file]) << file;
        editor_.forget();
    }

private:
    TextMutator random_;
    Editor editor_;
    std::vector<std::string> files_;
    std::map<std::string, Json> first_;
};

TEST(EditingFuzz, WhateverIsTypedTheServerLivesAndNothingStaysStale) {
    Typist typist(first_seed());
    for (std::size_t i = 1; i <= edits(); ++i) {
        typist.type();
        if (i % 40 == 0) typist.expect_nothing_stale();
        if (testing::Test::HasFailure()) FAIL() << "after " << i << " edits";
    }
}

}  // namespace
}  // namespace errata::tests
