// What it costs to compare the readings of ambiguous lines by meaning: a game with the common phrases and
// many cards, each with a line of several readings that mean the same, compiled; beside it the same game with
// lines of one reading.
#include <benchmark/benchmark.h>

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "compiler/compile.h"
#include "dsl/base/check.h"
#include "dsl/parse.h"

namespace errata::compiler {
namespace {

std::string common_phrases() {
    std::ifstream in(std::string(ERRATA_SOURCE_DIR) + "/tests/bench/phrases.rules");
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

// Between 2 and 15 readings each.
const std::vector<std::string>& ambiguous_lines() {
    static const std::vector<std::string> lines{
        "wound each other guard you control",
        "wound each other brave guard you control",
        "wound each guard and wound each scout and heal each guard",
        "wound each guard, heal each scout and wound each other guard you control",
        "wound each other brave non-old guard you control",
    };
    return lines;
}

const std::vector<std::string>& plain_lines() {
    static const std::vector<std::string> lines{
        "wound each guard",        "wound each brave guard",
        "heal each non-old scout", "wound each guard and heal each scout",
        "wound each other guard",
    };
    return lines;
}

std::string game_with(const std::vector<std::string>& lines, std::size_t cards) {
    std::ostringstream game;
    game << "game \"Many cards\"\n\nplayer Ann, Bob\n\n"
            "kind unit: Ash, Birch { card: card  owner: player  guard, brave, old, hurt: bool }\n\n"
            "printed card on unit if this.card = it\n\n";
    for (std::size_t i = 0; i < cards; ++i)
        game << "card C" << i << "\n  At dusk, " << lines[i % lines.size()] << ".\n\n";
    game << "turn {\n    phase dusk { nothing }\n    end \"night\"\n}\n\nsetup \"plain\" { Ash.card := C0 "
            "}\n\n"
            "phrase line \"At dusk, {e: effect}.\" = { at dusk { e } }\n"
            "phrase who \"guard\" = one.guard\nphrase who \"scout\" = not one.guard\n"
            "phrase trait \"brave\" = one.brave\nphrase trait \"old\" = one.old\n"
            "phrase deed \"wound\" = do { one.hurt := yes }\nphrase deed \"heal\" = do { one.hurt := no }\n";
    return game.str();
}

void compile_texts(benchmark::State& state, const std::vector<std::string>& lines) {
    const auto cards = static_cast<std::size_t>(state.range(0));
    const std::string library = common_phrases();
    const std::string game = game_with(lines, cards);
    for (auto _ : state) {
        dsl::SourceSet sources;
        dsl::Sink sink;
        std::vector<dsl::ast::Module> modules;
        modules.push_back(dsl::parse(sources, sources.add("phrases.rules", library), sink));
        modules.push_back(dsl::parse(sources, sources.add("game.rules", game), sink));
        const auto model = compile(sources, modules, {}, sink);
        ERRATA_CHECK(model.has_value() && model->readings.all.empty());
    }
    state.counters["texts"] = benchmark::Counter(
        static_cast<double>(state.iterations()) * static_cast<double>(cards), benchmark::Counter::kIsRate);
}

void compile_ambiguous_texts(benchmark::State& state) { compile_texts(state, ambiguous_lines()); }
BENCHMARK(compile_ambiguous_texts)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);

void compile_plain_texts(benchmark::State& state) { compile_texts(state, plain_lines()); }
BENCHMARK(compile_plain_texts)->Arg(50)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace errata::compiler
