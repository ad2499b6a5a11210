// Texts per second through the phrase reader, with a library of a hundred phrases: tokenise, parse, take all
// readings. The corpus is drawn from the grammar with a fixed seed, so runs are comparable; ReadLine grows
// one unambiguous line to show that time follows length.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "dsl/base/check.h"
#include "dsl/phrases/parse.h"

namespace errata::dsl {
namespace {

using Rows = std::vector<std::pair<std::string, std::string>>;

const Rows& library() {
    static const Rows rows{
        {"text", "{ability}."},
        {"text", "{ability}. {more: text}"},
        {"ability", "forced: {e: event}, {f: effect}"},
        {"ability", "(action|quest): {f: effect}"},
        {"ability", "action: when {e: event}, {f: effect}"},
        {"ability", "when {e: event}, {f: effect}"},
        {"ability", "{u: unit} (gets|get) +{n: number} {s: stat}"},
        {"ability", "{u: unit} (gets|get) +{n: number} {s: stat} for each {v: filter}"},
        {"ability", "{u: unit} (gets|get) -{n: number} {s: stat}"},
        {"ability", "{u: unit} cannot be {p: passive}"},
        {"ability", "{u: unit} cannot (attack|block)"},
        {"ability", "{u: unit} (enters|enter) play exhausted"},
        {"ability", "{f: effect}"},
        {"ability", "while {c: condition}, {a: ability}"},
        {"ability", "limit {n: number} per turn"},
        {"ability", "{w: who} cannot draw cards"},
        {"ability", "{z: spell} costs {n: number} less"},
        {"event", "at the (beginning|start) of {p: owner} turn"},
        {"event", "at the end of {p: owner} turn"},
        {"event", "{u: unit} (enters play|enters the battlefield)"},
        {"event", "{u: unit} leaves play"},
        {"event", "{u: unit} is {p: passive}"},
        {"event", "{u: unit} attacks"},
        {"event", "{u: unit} blocks {v: unit}"},
        {"event", "{w: who} (gains|gain) life"},
        {"event", "{w: who} (draws|draw) a card"},
        {"event", "{w: who} (plays|play) {z: spell}"},
        {"effect", "deal {n: number} damage to {u: target}"},
        {"effect", "deal {n: number} uncancellable damage to {u: target}"},
        {"effect", "deal damage to {u: target} equal to the number of {f: filter}"},
        {"effect", "corrupt {u: unit}"},
        {"effect", "destroy {u: unit}"},
        {"effect", "exile {u: unit} [until this leaves play]"},
        {"effect", "return {u: unit} to {p: owner} hand"},
        {"effect", "put {u: unit} on top of {p: owner} deck"},
        {"effect", "shuffle {u: unit} into {p: owner} deck"},
        {"effect", "draw {n: number} card[s]"},
        {"effect", "draw a card"},
        {"effect", "discard {n: number} card[s]"},
        {"effect", "discard a card at random"},
        {"effect", "[you] (gain|gains) {n: number} life"},
        {"effect", "{w: who} (loses|lose) {n: number} life"},
        {"effect", "{a: effect} or {b: effect}"},
        {"effect", "{a: effect} and {b: effect}"},
        {"effect", "{a: effect}, then {b: effect}"},
        {"effect", "if {c: condition}, {a: effect}"},
        {"effect", "{a: effect} if {c: condition}"},
        {"effect", "you may {a: effect}"},
        {"effect", "move {n: number} damage from {u: unit} to {v: unit}"},
        {"effect", "move {u: unit} to {z: zone}"},
        {"effect", "sacrifice {u: unit}"},
        {"effect", "exhaust {u: unit}"},
        {"effect", "ready {u: unit}"},
        {"effect", "search your deck for {f: filter}"},
        {"effect", "look at the top {n: number} card[s] of {p: owner} deck"},
        {"effect", "cancel {z: spell}"},
        {"effect", "take control of {u: unit} [until the end of the turn]"},
        {"effect", "play {z: spell} without paying its cost"},
        {"effect", "put {n: number} counter[s] on {u: unit}"},
        {"effect", "remove {n: number} counter[s] from {u: unit}"},
        {"target", "{u: unit}"},
        {"target", "{p: owner} capital"},
        {"unit", "this unit"},
        {"unit", "it"},
        {"unit", "(a|an|target|one) {f: filter}"},
        {"unit", "up to {n: number} {f: filter}"},
        {"unit", "{n: number} of your units [in {z: zone}]"},
        {"unit", "one of your units [in {z: zone}]"},
        {"unit", "(all|each) {f: filter}"},
        {"filter", "unit[s]"},
        {"filter", "attachment[s]"},
        {"filter", "other {f: filter}"},
        {"filter", "non-{t: trait} {f: filter}"},
        {"filter", "{t: trait} {f: filter}"},
        {"filter", "(corrupted|damaged|exhausted) {f: filter}"},
        {"filter", "{f: filter} in {z: zone}"},
        {"filter", "{f: filter} you control"},
        {"filter", "{f: filter} an opponent controls"},
        {"filter", "{f: filter} with {s: stat} {n: number} or (less|more)"},
        {"filter", "{f: filter} or {h: filter}"},
        {"zone", "this zone"},
        {"zone", "play"},
        {"zone", "the battlefield"},
        {"zone", "{p: owner} (graveyard|hand)"},
        {"owner", "your"},
        {"owner", "an opponent's"},
        {"owner", "its owner's"},
        {"owner", "each player's"},
        {"who", "each player"},
        {"who", "an opponent"},
        {"who", "you"},
        {"stat", "power"},
        {"stat", "hit points"},
        {"passive", "destroyed"},
        {"passive", "corrupted"},
        {"passive", "damaged"},
        {"passive", "targeted"},
        {"condition", "you control {u: unit}"},
        {"condition", "{u: unit} is corrupted"},
        {"condition", "{c: condition} and {d: condition}"},
        {"condition", "it is {p: owner} turn"},
    };
    return rows;
}

const std::vector<std::pair<std::string, std::string>>& names() {
    static const std::vector<std::pair<std::string, std::string>> rows{
        {"trait", "orc"},
        {"trait", "chaos"},
        {"trait", "elf"},
        {"trait", "dwarf"},
        {"spell", "Flight"},
        {"spell", "Void"},
        {"spell", "Mountain"},
        {"spell", "Bolt of Somersaults"},
        {"spell", "Swamp Land"},
        {"spell", "Water Walking"},
        {"spell", "Will o' the Wisp"},
        {"spell", "Dragon's Lair"},
    };
    return rows;
}

const PhraseGrammar& grammar() {
    static const PhraseGrammar grammar = [] {
        PhraseGrammar result;
        for (const auto& [category, text] : library()) result.add_category(category);
        for (const auto& [category, text] : names()) result.add_category(category);
        int tag = 0;
        for (const auto& [category, text] : library()) {
            ERRATA_CHECK(result.add(*result.find_category(category), text, tag++).empty());
        }
        for (const auto& [category, text] : names()) {
            ERRATA_CHECK(result.add_word(*result.find_category(category), text, tag++).empty());
        }
        result.seal();
        return result;
    }();
    return grammar;
}

CategoryId start() { return *grammar().find_category("text"); }

// A text of the category; deeper phrases avoid holes of their own category, or texts would not end.
std::string draw(CategoryId category, int depth, std::mt19937& random) {
    if (category == PhraseGrammar::number) return std::to_string(1 + random() % 4);
    std::vector<std::uint32_t> choices;
    for (const PhraseSource& source : grammar().sources()) {
        if (source.category == category)
            choices.push_back(source.first_production +
                              static_cast<std::uint32_t>(random() % source.production_count));
    }
    while (true) {
        const Wording& wording = grammar().wording_of(choices[random() % choices.size()]);
        std::size_t holes = 0;
        bool recursive = false;
        for (const WordingPart& part : wording.parts) {
            holes += part.is_hole ? 1 : 0;
            recursive = recursive || (part.is_hole && grammar().find_category(part.category) == category);
        }
        if ((depth > 3 && (recursive || holes > 1)) || (recursive && random() % 3 != 0)) continue;
        std::string text;
        for (const WordingPart& part : wording.parts) {
            if (!text.empty() && !part.glued) text += ' ';
            text +=
                part.is_hole ? draw(*grammar().find_category(part.category), depth + 1, random) : part.text;
        }
        return text;
    }
}

const std::vector<std::string>& corpus() {
    static const std::vector<std::string> texts = [] {
        std::mt19937 random(7);
        std::vector<std::string> result;
        while (result.size() < 200) {
            std::string text = draw(start(), 0, random);
            if (text.size() < 260) result.push_back(std::move(text));
        }
        return result;
    }();
    return texts;
}

void read_card_texts(benchmark::State& state) {
    const std::vector<std::string>& texts = corpus();
    std::size_t next = 0;
    std::size_t tokens = 0;
    std::size_t ambiguous = 0;
    for (auto _ : state) {
        const std::vector<Token> read = tokenise(texts[next]).tokens;
        const Parse parse = dsl::parse(grammar(), read, start());
        const Readings readings = parse.readings();
        ERRATA_CHECK(!readings.derivations.empty());
        tokens += read.size();
        ambiguous += readings.derivations.size() > 1 ? 1 : 0;
        next = (next + 1) % texts.size();
    }
    const auto count = static_cast<double>(state.iterations());
    state.counters["texts"] = benchmark::Counter(count, benchmark::Counter::kIsRate);
    state.counters["tokens_per_text"] = static_cast<double>(tokens) / count;
    state.counters["ambiguous_share"] = static_cast<double>(ambiguous) / count;
    state.counters["phrases"] = static_cast<double>(library().size());
}
BENCHMARK(read_card_texts);

void tokenise_card_texts(benchmark::State& state) {
    const std::vector<std::string>& texts = corpus();
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(tokenise(texts[next]));
        next = (next + 1) % texts.size();
    }
    state.counters["texts"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(tokenise_card_texts);

void read_line(benchmark::State& state) {
    std::string text;
    for (int i = 0; i < state.range(0); ++i)
        text += "When target orc unit attacks, deal 2 damage to this unit. ";
    for (auto _ : state) {
        const Parse parse = dsl::parse(grammar(), tokenise(text).tokens, start());
        ERRATA_CHECK(parse.readings().derivations.size() == 1);
    }
    state.SetComplexityN(state.range(0));
}
BENCHMARK(read_line)->RangeMultiplier(2)->Range(1, 128)->Complexity();

void explain_broken_texts(benchmark::State& state) {
    const std::vector<std::string>& texts = corpus();
    std::size_t next = 0;
    for (auto _ : state) {
        std::string text = texts[next];
        text.insert(text.find(' ', text.size() / 2), " frobnicate");
        const Parse parse = dsl::parse(grammar(), tokenise(text).tokens, start());
        benchmark::DoNotOptimize(parse.explain());
        next = (next + 1) % texts.size();
    }
    state.counters["texts"] =
        benchmark::Counter(static_cast<double>(state.iterations()), benchmark::Counter::kIsRate);
}
BENCHMARK(explain_broken_texts);

}  // namespace
}  // namespace errata::dsl
