// Which mutants a construct has, and that nothing else of the game changes in them.
#include "checker/coverage/mutants.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "dsl/ast/dump.h"
#include "dsl/parse.h"
#include "reports/words/facts.h"

namespace errata::tests {
namespace {

using namespace errata::checker;
using testing::HasSubstr;
using testing::Not;

struct Spec {
    explicit Spec(const std::string& text) {
        modules.push_back(dsl::parse(sources, sources.add("t.rules", text), sink));
        EXPECT_FALSE(sink.has_errors()) << text;
    }
    dsl::SourceSet sources;
    dsl::Sink sink;
    Modules modules;
};

// "how: the item as it is then", one line each; blanks are folded.
std::string mutants_in(const std::string& text) {
    const Spec spec(text);
    std::string result;
    for (const Construct& construct : cited_constructs(spec.modules)) {
        for (const Mutant& mutant : mutants_of(spec.modules, construct)) {
            result += reports::said(mutant.how) + ":";
            const std::string item = mutant.item ? dsl::ast::dump(*mutant.item) : "gone";
            for (std::size_t i = 0; i < item.size(); ++i) {
                const bool blank = item[i] == ' ' || item[i] == '\n';
                if (!blank && (i == 0 || item[i - 1] == ' ' || item[i - 1] == '\n')) result += ' ';
                if (!blank) result += item[i];
            }
            result += '\n';
        }
    }
    return result;
}

struct Row {
    const char* spec;
    const char* mutants;
};
class MutantKinds : public testing::TestWithParam<Row> {};
TEST_P(MutantKinds, AreThese) { EXPECT_EQ(mutants_in(GetParam().spec), GetParam().mutants); }

const Row mutant_rows[] = {
    {"rule \"r\" [X-1] { p(m) if a }",
     "without it: gone\n"
     "if it never applies: (rule (title \"r\") (rows \"X-1\") (ability if (name \"p\") (params m) (exprs "
     "no)))\n"
     "if it says the opposite: (rule (title \"r\") (rows \"X-1\") (ability not-if (name \"p\") (params m) "
     "(exprs a)))\n"},
    {"rule \"r\" { p(m) only if a [X-1] cannot f(m) }",
     "without it: (rule (title \"r\") (ability only-if (name \"p\") (params m) (exprs a)))\n"
     "if it never applies: (rule (title \"r\") (ability only-if (name \"p\") (params m) (exprs a)) "
     "(ability cannot (name \"f\") (rows \"X-1\") (params m) (exprs no)))\n"},
    {"reading \"r\" [X-1] { narrow \"n\" { p(m) only if a } wide \"w\" { p(m) iff b } }",
     "without it: gone\n"
     "if it never applies: (reading (title \"r\") (rows \"X-1\") "
     "(alternative narrow \"n\" (ability only-if (name \"p\") (params m) (exprs yes))) "
     "(alternative wide \"w\" (ability iff (name \"p\") (params m) (exprs b))))\n"
     "without its alternative 'narrow': (reading (title \"r\") (rows \"X-1\") "
     "(alternative wide \"w\" (ability iff (name \"p\") (params m) (exprs b))))\n"
     "without its alternative 'wide': (reading (title \"r\") (rows \"X-1\") "
     "(alternative narrow \"n\" (ability only-if (name \"p\") (params m) (exprs a))))\n"},
    {"terrain Void, cost: 3 [X-1]\n  Remove it. [X-2]\n",
     "without its text: (card (name \"Void\") (title \"terrain\") (rows \"X-1\") (setting cost 3))\n"
     "without its printed values: (card (name \"Void\") (title \"terrain\") (rows \"X-1\") (line \"Remove "
     "it.\" (rows \"X-2\")))\n"
     "without it: (card (name \"Void\") (title \"terrain\") (rows \"X-1\") (setting cost 3))\n"},
    {"walk Flight [X-1]", ""},
    {"define f(m: minion): bool [X-1] = a",
     "if its value is another: (define (name \"f\") (rows \"X-1\") (type (bool)) (binders (m minion)) (exprs "
     "(not a)))\n"},
    {"define f: square? [X-1] = a",
     "if its value is another: (define (name \"f\") (rows \"X-1\") (type (optional square)) (exprs none))\n"},
    {"enum side: left, right, middle\ndefine f: side [X-1] = a",
     "if its value is another: (define (name \"f\") (rows \"X-1\") (type side) (exprs \"left\"))\n"
     "if its value is another: (define (name \"f\") (rows \"X-1\") (type side) (exprs \"right\"))\n"},
    {"open f(m: minion): 0..3 default 1 [X-1]",
     "if its value is another: (open (name \"f\") (rows \"X-1\") (type (range 0 3)) (binders (m minion)) "
     "(exprs (+ 1 1)))\n"
     "if its value is another: (open (name \"f\") (rows \"X-1\") (type (range 0 3)) (binders (m minion)) "
     "(exprs (- 1 1)))\n"},
    {"open f(m: minion): 0..3 [X-1]", ""},
    {"inductive leads(a: area) [X-1] if c",
     "if it never holds: (inductive (name \"leads\") (rows \"X-1\") (binders (a area)) (exprs no))\n"},
    {"equations orders [X-1] { moves(u: unit): bool = a }",
     "if its value is another: (equations (name \"orders\") (rows \"X-1\") "
     "(equation moves (binders (u unit)) (type (bool)) (exprs (not a))))\n"},
    {"action f(m: minion) [X-1] { settle }",
     "if it does nothing: (action (name \"f\") (rows \"X-1\") (binders (m minion)))\n"
     "if it does nothing: (action (name \"f\") (rows \"X-1\") (binders (m minion)) (if (exprs no) (block "
     "(settle))))\n"},
    {"action f [X-1] { settle x := 1 }",
     "without a part of it: (action (name \"f\") (rows \"X-1\") (assign (exprs x 1)))\n"
     "without a part of it: (action (name \"f\") (rows \"X-1\") (settle))\n"
     "if it does nothing: (action (name \"f\") (rows \"X-1\"))\n"
     "if it does nothing: (action (name \"f\") (rows \"X-1\") (if (exprs no) (block (settle) (assign (exprs "
     "x 1)))))\n"},
    {"phrase effect \"x\" [X-1] = do { if a { settle x := 1 } }",
     "without a part of it: (phrase (name \"effect\") (title \"x\") (rows \"X-1\") (if (exprs a) (block "
     "(assign (exprs x 1)))))\n"
     "without a part of it: (phrase (name \"effect\") (title \"x\") (rows \"X-1\") (if (exprs a) (block "
     "(settle))))\n"
     "if it does nothing: (phrase (name \"effect\") (title \"x\") (rows \"X-1\") (if (exprs no) (block (if "
     "(exprs a) (block (settle) (assign (exprs x 1)))))))\n"},
    {"action f(m: minion) [X-1] { }", ""},
    {"phrase effect \"x\" [X-1] = do { settle }",
     "if it does nothing: (phrase (name \"effect\") (title \"x\") (rows \"X-1\") (if (exprs no) (block "
     "(settle))))\n"},
    {"phrase line \"x\" [X-1] = { when die(m) { } }",
     "if it never applies: (phrase (name \"line\") (title \"x\") (rows \"X-1\") (ability when (name \"die\") "
     "(params m) (exprs no)))\n"},
    {"meta [X-1] { precedence: cannot agenda: queue }",
     "without its 'precedence': (meta (rows \"X-1\") (setting agenda queue))\n"
     "without its 'agenda': (meta (rows \"X-1\") (setting precedence cannot))\n"},
    {"setup \"s\" [X-1] { a := b }", ""},
    {"check \"c\" [X-1] always a", ""},
};
INSTANTIATE_TEST_SUITE_P(Table, MutantKinds, testing::ValuesIn(mutant_rows));

TEST(Mutants, ChangeTheirConstructAlone) {
    const Spec spec("define a: bool = yes\nrule \"r\" [X-1] { p(m) }\ndefine b: bool = yes\n");
    const std::vector<Construct> constructs = cited_constructs(spec.modules);
    ASSERT_EQ(constructs.size(), 1U);
    EXPECT_EQ(constructs[0].words, "rule \"r\"");
    const std::vector<Mutant> mutants = mutants_of(spec.modules, constructs[0]);
    const std::string gone = dsl::ast::dump(mutated(spec.modules, constructs[0], mutants[0])[0]);
    EXPECT_THAT(gone, Not(HasSubstr("rule")));
    EXPECT_THAT(gone, HasSubstr("(name \"a\")"));
    EXPECT_THAT(gone, HasSubstr("(name \"b\")"));
    const std::string silent = dsl::ast::dump(mutated(spec.modules, constructs[0], mutants[1])[0]);
    EXPECT_THAT(silent, HasSubstr("(exprs no)"));
    EXPECT_THAT(dsl::ast::dump(spec.modules[0]), Not(HasSubstr("(exprs no)")));
}

TEST(Citations, AreCountedOncePerConstruct) {
    const Spec spec(
        "rule \"r\" [X-1, X-2] { [X-3] p(m) }\nterrain Void [X-4]\n  Remove it. [X-5]\nruling \"s\" [X-6]: "
        "a\n"
        "omit [X-7] because \"of no use\"\n");
    std::vector<std::string> words;
    for (const Construct& construct : cited_constructs(spec.modules)) words.push_back(construct.words);
    EXPECT_THAT(words, testing::ElementsAre("rule \"r\"", "an ability of rule \"r\"", "terrain \"Void\"",
                                            "a line of terrain \"Void\"", "ruling \"s\""));
    ASSERT_EQ(omissions(spec.modules).size(), 1U);
    EXPECT_EQ(omissions(spec.modules)[0].reason, "of no use");
}

}  // namespace
}  // namespace errata::tests
