// Specs of the house with a slip or two: a word for another one, a line twice, an operator changed. Whatever
// comes, compiling ends with a Model or with errors that have a place. (A check of our own that fails ends
// the program, and so the test.)
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <random>

#include "compiler/compile.h"
#include "dsl/parse.h"
#include "dsl/source/file_reader.h"
#include "tests/support/seed.h"

namespace errata::tests {
namespace {

// Specs that stand in one file.
std::vector<std::string> seed_specs() {
    std::vector<std::string> texts;
    const dsl::DiskReader reader;
    for (const char* const folder : {"/specs/litmus", "/specs/tutorial", "/tests/verdicts/regressions"}) {
        const auto listed = reader.list(std::string(ERRATA_SOURCE_DIR) + folder);
        const std::vector<std::string> paths = listed.value_or(std::vector<std::string>());
        for (const std::string& path : paths) {
            const std::string text = reader.read(path).value_or("");
            const bool is_alone =
                text.find("\nimport ") == std::string::npos && text.find("\ncards ") == std::string::npos;
            if (is_alone) texts.push_back(text);
        }
    }
    return texts;
}

std::vector<std::string> tokens_of(const std::string& text) {
    std::vector<std::string> tokens;
    const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    for (const char c : text) {
        const bool joins = !tokens.empty() && is_word(c) && is_word(tokens.back().back());
        if (joins) {
            tokens.back() += c;
        } else {
            tokens.emplace_back(1, c);
        }
    }
    return tokens;
}

class Slips {
public:
    explicit Slips(std::uint32_t seed) : random_(seed) {}

    std::size_t below(std::size_t bound) {
        return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random_);
    }

    std::string made_in(const std::string& text) {
        std::vector<std::string> tokens = tokens_of(text);
        for (std::size_t i = 1 + below(2); i > 0; --i) slip(tokens);
        std::string result;
        for (const std::string& token : tokens) result += token;
        return result;
    }

private:
    std::size_t any_like(const std::vector<std::string>& tokens, int (*is_like)(int)) {
        for (int tries = 0; tries < 1000; ++tries) {
            const std::size_t at = below(tokens.size());
            if (is_like(static_cast<unsigned char>(tokens[at].front())) != 0) return at;
        }
        return 0;
    }

    void slip(std::vector<std::string>& tokens) {
        static const std::vector<std::string> numbers = {
            "0", "1", "2", "30", "63", "100000", "9223372036854775807"};
        static const std::vector<std::string> signs = {"=",   "<",  ">",   "+",  "-", "*",
                                                       "and", "or", "not", "in", "is"};
        const std::size_t word = any_like(tokens, std::isalpha);
        switch (below(6)) {
            case 0:
                tokens[word] = tokens[any_like(tokens, std::isalpha)];
                break;
            case 1:
                tokens[any_like(tokens, std::isdigit)] = numbers[below(numbers.size())];
                break;
            case 2:
                tokens[any_like(tokens, std::ispunct)] = signs[below(signs.size())];
                break;
            case 3:
                tokens.erase(tokens.begin() + static_cast<std::ptrdiff_t>(word));
                break;
            case 4:
                std::swap(tokens[word], tokens[below(tokens.size())]);
                break;
            default:
                tokens.insert(tokens.begin() + static_cast<std::ptrdiff_t>(word), tokens[word] + " ");
                break;
        }
    }

    std::mt19937 random_;
};

TEST(CompileFuzz, SpecsWithSlipsAreCompiledOrReported) {
    const std::vector<std::string> texts = seed_specs();
    const std::uint32_t first = first_seed();
    for (std::uint32_t seed = first; seed < first + 3'000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Slips slips(seed);
        const std::string text = slips.made_in(texts[slips.below(texts.size())]);
        dsl::SourceSet sources;
        dsl::Sink sink;
        std::vector<dsl::ast::Module> modules;
        modules.push_back(dsl::parse(sources, sources.add("t.rules", text), sink));
        const auto model = compiler::compile(sources, modules, {}, sink);
        EXPECT_NE(model.has_value(), sink.has_errors()) << text;
        for (const dsl::Diagnostic& diagnostic : sink.sorted())
            EXPECT_LE(diagnostic.span.is_valid() ? diagnostic.span.end : 0, text.size());
        if (testing::Test::HasFailure()) FAIL() << text;
    }
}

}  // namespace
}  // namespace errata::tests
