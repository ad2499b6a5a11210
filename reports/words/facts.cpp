#include "reports/words/facts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "checker/fact_kinds.h"
#include "compiler/ir/incident_kinds.h"
#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/words/template.h"

namespace errata::reports {

using checker::Fact;
using checker::FactKind;
using checker::Facts;

namespace {

using Sentences = std::array<std::string_view, checker::all_fact_kinds.size()>;

constexpr Sentences sentences = [] {
    Sentences table;
#define ERRATA_WORDS(name, words) table[static_cast<std::size_t>(FactKind::name)] = words;
#include "reports/words/facts.def"
#undef ERRATA_WORDS
    return table;
}();

struct WordsOfIncident {
    std::string_view headline;
    std::string_view account;
};

constexpr std::size_t count_of_incidents = [] {
    std::size_t count = 0;
#define ERRATA_INCIDENT(name) ++count;
#include "compiler/ir/incident_kinds.def"
#undef ERRATA_INCIDENT
    return count;
}();

constexpr std::array<WordsOfIncident, count_of_incidents> incidents = [] {
    std::array<WordsOfIncident, count_of_incidents> table;
#define ERRATA_WORDS(name, headline, account) \
    table[static_cast<std::size_t>(compiler::IncidentKind::name)] = {headline, account};
#include "reports/words/incidents.def"
#undef ERRATA_WORDS
    return table;
}();

constexpr bool is_of_incident(FactKind kind) {
    return kind == FactKind::OfIncident || kind == FactKind::Account;
}

static_assert(std::ranges::all_of(checker::all_fact_kinds,
                                  [](FactKind kind) {
                                      return is_of_incident(kind) !=
                                             !sentences[static_cast<std::size_t>(kind)].empty();
                                  }),
              "a kind of facts has no words");
static_assert(std::ranges::none_of(incidents, &std::string_view::empty, &WordsOfIncident::account),
              "a kind of incidents has no words");

// Its first argument is the kind; the words know the others.
std::string said_of_incident(const Fact& fact, const Saying& say, const Naming& naming) {
    const std::vector<checker::Argument> others(fact.arguments.begin() + 1, fact.arguments.end());
    const auto kind = static_cast<std::size_t>(std::get<std::int64_t>(fact.arguments.front().value));
    const WordsOfIncident& words = incidents.at(kind);
    return filled(fact.kind == FactKind::OfIncident ? words.headline : words.account, others, say, naming);
}

// "{0}, {1}, ..." of what the fact has.
std::string pseudo(const Fact& fact) {
    std::string text = "⟦" + std::string(word(fact.kind));
    for (std::size_t i = 0; i < fact.arguments.size(); ++i)
        text += (i == 0 ? ": {" : ", {") + std::to_string(i) + "}";
    return text + "⟧";
}

// As `fact_of` in checker/headline.cpp makes them.
bool is_whole_incident(const Fact& fact) {
    if (fact.arguments.size() != 7) return false;
    const auto* const kind = std::get_if<std::int64_t>(&fact.arguments.front().value);
    return kind && *kind >= 0 && static_cast<std::size_t>(*kind) < incidents.size();
}

}  // namespace

bool can_be_said(const Fact& fact) {
    if (is_of_incident(fact.kind)) return is_whole_incident(fact);
    return fact.arguments.size() >= holes_of(sentences[static_cast<std::size_t>(fact.kind)]);
}

std::string said(const Fact& fact, Language language, const Naming& naming) {
    const Saying say = [&](const Fact& part) { return said(part, language, naming); };
    if (language == Language::Pseudo) return filled(pseudo(fact), fact.arguments, say, naming);
    if (is_of_incident(fact.kind)) return said_of_incident(fact, say, naming);
    return filled(sentences[static_cast<std::size_t>(fact.kind)], fact.arguments, say, naming);
}

std::string said(const Facts& facts, Language language, const Naming& naming) {
    return dsl::join(dsl::mapped(facts, [&](const Fact& fact) { return said(fact, language, naming); }), " ");
}

std::string in_one_line(const Facts& facts, Language language) {
    std::string text;
    for (const Fact& fact : facts) {
        if (!text.empty()) text += text.ends_with('.') ? " " : "; ";
        text += said(fact, language);
    }
    return text;
}

std::string list_said(const Facts& facts, Language language, const Naming& naming) {
    return filled("{0}", {facts}, [&](const Fact& part) { return said(part, language, naming); });
}

}  // namespace errata::reports
