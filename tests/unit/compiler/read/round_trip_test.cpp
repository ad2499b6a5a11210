// Printing a reading and reading it again gives the same meaning: for every line of every spec, and for texts
// drawn from the phrases of every spec.
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "compiler/resolve/resolve.h"
#include "dsl/load.h"
#include "dsl/phrases/parse.h"
#include "dsl/phrases/print.h"

namespace errata::compiler {
namespace {

namespace fs = std::filesystem;

struct Spec {
    explicit Spec(const std::string& path)
        : modules(dsl::load(dsl::DiskReader(), path, sources, sink)),
          reporter(sources, sink, {}),
          names(resolve(modules, {}, reporter)) {}

    dsl::SourceSet sources;
    dsl::Sink sink;
    Modules modules;
    Reporter reporter;
    Names names;
};

std::vector<std::string> all_specs() {
    std::vector<std::string> paths;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(ERRATA_SOURCE_DIR) / "specs")) {
        if (entry.path().extension() == ".rules") paths.push_back(entry.path().string());
    }
    std::sort(paths.begin(), paths.end());
    return paths;
}

std::vector<std::string> structures(const dsl::Parse& parse) {
    std::vector<std::string> result;
    for (const dsl::Derivation& reading : parse.readings(256).derivations)
        result.push_back(dsl::structure(reading));
    return result;
}

dsl::Parse parse_line(const Spec& spec, const std::string& text) {
    std::vector<dsl::Token> tokens = dsl::tokenise(text).tokens;
    if (tokens.size() > 1 && tokens.back().word == ".") tokens.pop_back();
    return dsl::parse(spec.names.texts.grammar, std::move(tokens),
                      *spec.names.texts.grammar.find_category("line"));
}

void expect_same_again(const Spec& spec, const dsl::Derivation& reading) {
    const std::string printed = dsl::print(spec.names.texts.grammar, reading);
    const std::vector<std::string> again = structures(parse_line(spec, printed));
    EXPECT_NE(std::find(again.begin(), again.end(), dsl::structure(reading)), again.end()) << printed;
}

TEST(RoundTrip, EveryLineOfEverySpecPrintsToItsMeaning) {
    std::size_t lines = 0;
    for (const std::string& path : all_specs()) {
        SCOPED_TRACE(path);
        const Spec spec(path);
        for (const Card& text : spec.names.texts.cards) {
            for (const dsl::ast::TextLine& line : text.item->contents.lines) {
                const dsl::Parse parse = parse_line(spec, line.text);
                for (const dsl::Derivation& reading : parse.readings().derivations) {
                    expect_same_again(spec, reading);
                    ++lines;
                }
            }
        }
    }
    EXPECT_GT(lines, 200U);
}

// A text of the category, drawn from the grammar; empty if it would become too long or something has no
// words.
class Drawing {
public:
    Drawing(const dsl::PhraseGrammar& grammar, std::mt19937& random) : grammar_(grammar), random_(random) {}

    std::string draw(dsl::CategoryId category, int depth) {
        if (category == dsl::PhraseGrammar::number) return std::to_string(1 + random_() % 4);
        std::vector<std::uint32_t> choices;
        for (const dsl::PhraseSource& source : grammar_.sources()) {
            for (std::uint32_t i = 0; source.category == category && i < source.production_count; ++i)
                choices.push_back(source.first_production + i);
        }
        if (choices.empty() || depth > 5) {
            failed_ = true;
            return "";
        }
        std::string text;
        for (const dsl::WordingPart& part : grammar_.wording_of(choices[random_() % choices.size()]).parts) {
            if (!text.empty() && !part.glued) text += ' ';
            text += part.is_hole ? draw(*grammar_.find_category(part.category), depth + 1) : part.text;
        }
        return text;
    }
    bool has_failed() const { return failed_; }

private:
    const dsl::PhraseGrammar& grammar_;
    std::mt19937& random_;
    bool failed_ = false;
};

TEST(RoundTrip, TextsDrawnFromThePhrasesOfEverySpecDoSoToo) {
    std::mt19937 random(11);
    std::size_t drawn = 0;
    for (const std::string& path : all_specs()) {
        SCOPED_TRACE(path);
        const Spec spec(path);
        for (int i = 0; i < 20; ++i) {
            Drawing drawing(spec.names.texts.grammar, random);
            const std::string text = drawing.draw(*spec.names.texts.grammar.find_category("line"), 0);
            if (drawing.has_failed()) continue;
            SCOPED_TRACE(text);
            const dsl::Parse parse = parse_line(spec, text);
            ASSERT_TRUE(parse.matched());
            const dsl::Readings readings = parse.readings();
            if (readings.capped) continue;
            for (const dsl::Derivation& reading : readings.derivations) expect_same_again(spec, reading);
            ++drawn;
        }
    }
    EXPECT_GT(drawn, 500U);
}

}  // namespace
}  // namespace errata::compiler
