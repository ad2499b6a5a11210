// Each sentence once, with made-up arguments of every number: against texts kept beside this file.
// ERRATA_UPDATE_GOLDEN=1 rewrites them instead.
#include <gtest/gtest.h>

#include <string>

#include "checker/fact_kinds.h"
#include "compiler/ir/incident_kinds.h"
#include "reports/words/facts.h"
#include "tests/support/golden.h"

namespace errata::tests {
namespace {

using checker::Argument;
using checker::Fact;
using checker::FactKind;
using checker::Facts;

bool is_of_incident(FactKind kind) { return kind == FactKind::OfIncident || kind == FactKind::Account; }

// As many as any sentence asks for.
Fact with(FactKind kind, const std::vector<Argument>& arguments) { return {kind, arguments}; }

void add_line(std::string& text, const Fact& fact) {
    const std::string line = "    " + reports::said(fact) + "\n";
    if (text.find(line) == std::string::npos) text += line;
}

// With a name each, with several, with a number and with nothing.
std::string all_ways(FactKind kind) {
    const std::vector<std::string> none;
    const std::vector<std::string> three = {"Bell", "Gong", "Drum"};
    const std::size_t two = 2;
    std::string text;
    add_line(text, with(kind, {"Bell", "Gong", "Drum", "Fife", "Pipe"}));
    add_line(text, with(kind, {three, three, three, three, three}));
    add_line(text, with(kind, {two, two, two, two, two}));
    add_line(text, with(kind, {none, none, none, none, none}));
    return text;
}

TEST(Words, OfAllFactsAreAsTheyWere) {
    std::string text;
    for (const FactKind kind : checker::all_fact_kinds) {
        if (!is_of_incident(kind)) text += std::string(word(kind)) + "\n" + all_ways(kind);
    }
    expect_golden("tests/golden/words/facts.txt", text);
}

Fact incident(FactKind kind, std::size_t of, const std::string& name, const std::string& detail) {
    return {kind, {of, name, "Tide", "Bell", "Gong", std::vector<std::string>{"Bell", "Gong"}, detail}};
}

TEST(Words, OfAllIncidentsAreAsTheyWere) {
    std::string text;
    std::size_t of = 0;
#define ERRATA_INCIDENT(name)                                               \
    text += #name "\n";                                                     \
    for (const FactKind kind : {FactKind::OfIncident, FactKind::Account}) { \
        add_line(text, incident(kind, of, "fall", ""));                     \
        add_line(text, incident(kind, of, "", "n := 1 n += 1"));            \
    }                                                                       \
    ++of;
#include "compiler/ir/incident_kinds.def"
#undef ERRATA_INCIDENT
    expect_golden("tests/golden/words/incidents.txt", text);
}

TEST(Words, OfThePseudoLanguageAreTheKindAndItsArguments) {
    const Fact falls{FactKind::Falls, {"life", std::size_t{2}}};
    const Fact ends{FactKind::EndsByItself, {Facts{falls}, "death"}};
    EXPECT_EQ(reports::said(ends, reports::Language::Pseudo), "⟦EndsByItself: ⟦Falls: life, 2⟧, death⟧");
}

TEST(Words, WithoutWhatTheySpeakOfCannotBeSaid) {
    EXPECT_TRUE(reports::can_be_said({FactKind::Falls, {"life", std::size_t{2}}}));
    EXPECT_FALSE(reports::can_be_said({FactKind::Falls, {"life"}}));
    EXPECT_FALSE(reports::can_be_said({FactKind::OfIncident, {std::size_t{999}}}));
}

}  // namespace
}  // namespace errata::tests
