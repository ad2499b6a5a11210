// Texts drawn from the phrases of every spec are read.
#include <filesystem>
#include <random>

#include <gtest/gtest.h>

#include "compiler/resolve/resolve.h"
#include "dsl/load.h"
#include "dsl/phrases/parse.h"

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

dsl::Parse parse_line(const Spec& spec, const std::string& text) {
    // Parentheses come from templates alone.
    std::vector<dsl::Token> tokens = dsl::tokenise(text, dsl::Parentheses::ArePartOfText).tokens;
    if (tokens.size() > 1 && tokens.back().word == ".") tokens.pop_back();
    return dsl::parse(spec.names.texts.grammar, std::move(tokens),
                      *spec.names.texts.grammar.find_category("line"));
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

TEST(RoundTrip, TextsDrawnFromThePhrasesOfEverySpecAreRead) {
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
            ASSERT_TRUE(parse_line(spec, text).matched());
            ++drawn;
        }
    }
    EXPECT_GT(drawn, 500U);
}

}  // namespace
}  // namespace errata::compiler
