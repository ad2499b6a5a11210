// Texts as they are while somebody types: real specs and random ones with pieces deleted, doubled, swapped
// and inserted. Whatever comes, the front end ends, its messages lie inside the file and speak words, its
// tree has sane spans, and what it accepts it can print and read again.
#include <gtest/gtest.h>

#include <random>

#include "dsl/ast/dump.h"
#include "dsl/ast/fields.h"
#include "dsl/ast/print.h"
#include "dsl/parse.h"
#include "dsl/source/file_reader.h"
#include "tests/support/random_module.h"
#include "tests/support/seed.h"
#include "tests/support/text_mutator.h"

namespace errata::dsl {
namespace {

std::vector<std::string> seed_texts() {
    std::vector<std::string> texts;
    const DiskReader reader;
    for (const std::string& path :
         reader.list(std::string(ERRATA_SOURCE_DIR) + "/specs").value_or(std::vector<std::string>())) {
        texts.push_back(reader.read(path).value_or(""));
    }
    const std::uint32_t first = tests::first_seed();
    for (std::uint32_t seed = first; seed < first + 40; ++seed)
        texts.push_back(ast::print(RandomModule(seed).module(), SourceSet()));
    return texts;
}

// `text` with a few changes; a window of a long one is enough, and cuts items in the middle.
std::string mutated(std::string text, tests::TextMutator& mutator) {
    if (text.size() > 3'000) text = text.substr(mutator.below(text.size() - 2'000), 2'000);
    for (std::size_t i = 1 + mutator.below(4); i > 0; --i) mutator.mutate(text);
    return text;
}

void expect_inside(Span span, std::size_t size) {
    if (!span.is_valid()) return;
    EXPECT_LE(span.begin, span.end);
    EXPECT_LE(span.end, size);
}

bool has_error_node(const ast::Module& module) {
    return ast::dump(module).find("(error") != std::string::npos;
}

void check(const std::string& text) {
    SourceSet sources;
    Sink sink;
    const ast::Module module = parse(sources, sources.add("t.rules", text), sink);
    for (const Diagnostic& diagnostic : sink.sorted()) {
        expect_inside(diagnostic.span, text.size());
        const std::string shown = render(diagnostic, sources);
        EXPECT_EQ(diagnostic.message.find("boost"), std::string::npos) << shown;
        EXPECT_EQ(diagnostic.message.find("errata::"), std::string::npos) << shown;
        EXPECT_EQ(diagnostic.message.find("expected ,"), std::string::npos) << shown;
    }
    ast::walk(module, [&](const auto& node) { expect_inside(node.span, text.size()); });
    ast::walk(module, [](const ast::Stmt& stmt) { EXPECT_EQ(stmt.blocks.size(), stmt.block_spans.size()); });
    const std::string printed = ast::print(module, sources);
    if (sink.has_errors()) return;
    EXPECT_FALSE(has_error_node(module)) << text;
    Sink again;
    const ast::Module second = parse(sources, sources.add("printed.rules", printed), again);
    EXPECT_FALSE(again.has_errors()) << printed;
    EXPECT_EQ(ast::dump(second), ast::dump(module));
    EXPECT_EQ(second.comments.size(), module.comments.size()) << text << "\n=== printed\n" << printed;
    EXPECT_EQ(ast::print(second, sources), printed);
}

TEST(ParseFuzz, MutatedSpecsAreReadOrReported) {
    const std::vector<std::string> texts = seed_texts();
    const std::uint32_t first = tests::first_seed();
    for (std::uint32_t seed = first; seed < first + 6'000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        tests::TextMutator mutator(seed);
        const std::string text = mutated(texts[mutator.below(texts.size())], mutator);
        check(text);
        if (testing::Test::HasFailure()) FAIL() << text;
    }
}

TEST(ParseFuzz, RandomTokensAreReadOrReported) {
    static const std::vector<std::string> tokens = {"a",         "b",          "m: t",
                                                    "1",         "\"x\"",      "(",
                                                    ")",         "{",          "}",
                                                    "[X-1]",     ",",          ":",
                                                    ":=",        "=",          "+",
                                                    "-",         ".",          "..",
                                                    "if",        "not",        "and",
                                                    "no",        "in",         "is",
                                                    "some",      "with",       "by",
                                                    "when",      "settle",     "\n ",
                                                    "\n",        "game",       "rule",
                                                    "turn",      "choose",     "option",
                                                    "let",       "f(",         "every",
                                                    "satisfies", "--c\n",      "take",
                                                    "phase",     "state",      "may \"m\" in w",
                                                    "at",        "later",      "secretly",
                                                    "open",      "cancel",     "mark",
                                                    "targeting", "limit",      "per",
                                                    "given",     "unless",     "cost",
                                                    "once",      "exactly",    "up to",
                                                    "path from", "to",         "through",
                                                    "ignores",   "as soon as", "looking back",
                                                    "while",     "for"};
    const std::uint32_t first = tests::first_seed();
    for (std::uint32_t seed = first; seed < first + 6'000; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        tests::TextMutator random(seed);
        std::string text = random.below(2) == 0 ? "turn { " : "rule \"r\" { ";
        for (std::size_t i = random.below(30); i > 0; --i) text += tokens[random.below(tokens.size())] + " ";
        check(text + (random.below(4) != 0 ? "}" : ""));
        if (testing::Test::HasFailure()) FAIL() << text;
    }
}

}  // namespace
}  // namespace errata::dsl
