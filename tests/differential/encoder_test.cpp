// The evaluator and the Z3 encoding are two readings of one IR. These tests put random well-formed states of
// many models before both and demand the same outcomes; and they make sure that they would notice, with
// mistakes made on one side.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "compiler/compile.h"
#include "compiler/ir/term_kinds.h"
#include "dsl/load.h"
#include "tests/differential/comparison.h"
#include "tests/differential/coverage.h"
#include "tests/differential/mistakes.h"
#include "tests/differential/random_model.h"
#include "tests/support/random_state.h"
#include "tests/support/seed.h"
#include "tests/support/specs.h"
#include "tests/support/toy_games.h"

namespace errata::tests {
namespace {

using compiler::Agenda;
using compiler::CodeKind;
using compiler::EncoderOptions;
using compiler::Evaluator;
using compiler::Model;
using compiler::State;
using compiler::TermKind;

// Of every third model some clauses are disabled.
EncoderOptions options_for(const Model& model, std::uint64_t seed) {
    EncoderOptions options;
    if (seed % 3 != 2) return options;
    options.enabled.assign(model.clauses.size(), true);
    for (std::size_t i = 0; i < model.clauses.size(); ++i) options.enabled[i] = (seed / 3 + i) % 3 != 0;
    return options;
}

struct StatesCompared {
    std::size_t agreed = 0;              // outcomes
    std::set<std::string> not_analysed;  // why nothing was compared
};

// Compares `count` random states and counts what took part.
StatesCompared compare_states(const Model& model, const EncoderOptions& options, std::uint64_t seed,
                              int count) {
    Comparison comparison(model, options);
    if (!comparison.not_analysed().empty()) return {0, comparison.not_analysed()};
    Coverage coverage(model);
    Evaluator evaluator(model, options.enabled);
    RandomStates states(model, seed);
    for (int i = 0; i < count; ++i) {
        State state = states.next();
        if (auto difference = comparison.compare(state)) {
            ADD_FAILURE() << "state " << i << " of seed " << seed << ": " << *difference;
            break;
        }
        coverage.count(evaluator.expand(state));
    }
    return {comparison.agreed(), {}};
}

TEST(Encoder, AgreesWithTheEvaluatorOnRandomModels) {
    const std::uint64_t first = 1000 + first_seed(), last = first + 600;
    std::printf("[   seeds  ] models %d..%d, 12 states each\n", int(first), int(last - 1));
    std::size_t agreed = 0;
    for (std::uint64_t seed = first; seed < last; ++seed) {
        SCOPED_TRACE("model of seed " + std::to_string(seed));
        Model model = random_model(seed);
        const StatesCompared compared = compare_states(model, options_for(model, seed), seed, 12);
        agreed += compared.agreed;
        EXPECT_THAT(compared.not_analysed, testing::IsEmpty());
        if (HasFailure()) return;
    }
    std::printf("[   steps  ] %zu\n", agreed);
    EXPECT_GE(agreed, 10'000U);
    for (std::size_t i = 0; i < std::size(compiler::term_kinds); ++i) {
        EXPECT_GE(Coverage::terms[static_cast<TermKind>(i)], 20U) << compiler::term_kinds[i].name;
    }
    for (int i = 0; i <= static_cast<int>(CodeKind::Cut); ++i) {
        EXPECT_GE(Coverage::codes[static_cast<CodeKind>(i)], 20U) << "code kind " << i;
    }
    for (const Agenda agenda : {Agenda::Stack, Agenda::Queue, Agenda::Bag}) {
        EXPECT_GE(Coverage::placements[agenda], 20U) << "agenda " << int(agenda);
    }
    for (const IncidentKindInfo& info : all_incident_kinds()) {
        EXPECT_GE(Coverage::met_by_transitions[info.kind] + Coverage::met_by_states[info.kind], 20U)
            << info.name;
    }
}

TEST(Encoder, AgreesWithTheEvaluatorOnToyGames) {
    EXPECT_GT(compare_states(HeapGame().model, {}, 1, 60).agreed, 60U);
    EXPECT_GT(compare_states(ring_walk(5, true), {}, 2, 20).agreed, 20U);
    EXPECT_GT(compare_states(trigger_game(), {}, 3, 80).agreed, 60U);
}

std::optional<Model> compiled(const std::string& path) {
    dsl::SourceSet sources;
    dsl::Sink sink;
    std::vector<dsl::ast::Module> modules = dsl::load(dsl::DiskReader(), path, sources, sink);
    if (sink.has_errors()) return {};
    return compiler::compile(sources, modules, {}, sink);
}

TEST(Encoder, AgreesWithTheEvaluatorOnTheLitmusSpecs) {
    std::size_t agreed = 0;
    for (const std::string& spec : specs_under("/specs/litmus")) {
        SCOPED_TRACE(spec);
        std::optional<Model> model = compiled(spec);
        ASSERT_TRUE(model.has_value());
        const StatesCompared compared = compare_states(*model, {}, 7, 16);
        EXPECT_THAT(compared.not_analysed, testing::IsEmpty());
        agreed += compared.agreed;
    }
    std::printf("[   steps  ] %zu\n", agreed);
    EXPECT_GT(agreed, 500U);
}

// Searched by the explicit engine alone: a step is beyond the encoding's limits, and the encoder says so.
const std::set<std::string> too_large_to_encode = {"invasion"};

class EncoderOfGames : public testing::TestWithParam<std::string> {};

// Fewer states than of the small specs: a step of a game with a hundred cards is a large formula.
TEST_P(EncoderOfGames, AgreesWithTheEvaluator) {
    std::optional<Model> model = compiled(ERRATA_SOURCE_DIR "/specs/games/" + GetParam());
    ASSERT_TRUE(model.has_value());
    const StatesCompared compared = compare_states(*model, {}, 7, 40);
    std::printf("[   steps  ] %zu\n", compared.agreed);
    if (too_large_to_encode.contains(GetParam())) {
        EXPECT_THAT(compared.not_analysed, testing::Contains(testing::HasSubstr("unrolls to more than")));
        return;
    }
    EXPECT_THAT(compared.not_analysed, testing::IsEmpty());
    EXPECT_GT(compared.agreed, 20U);
}

std::vector<std::string> games() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(ERRATA_SOURCE_DIR "/specs/games"))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

INSTANTIATE_TEST_SUITE_P(Games, EncoderOfGames, testing::ValuesIn(games()),
                         [](const auto& game) { return game.param; });

// Some state of some model shows it, and would not without the mistake. `make` compares with the mistake
// made.
void expect_noticed(std::uint64_t first,
                    const std::function<Comparison(const Model&, const EncoderOptions&)>& make) {
    for (std::uint64_t seed = first; seed < first + 1600; ++seed) {
        const Model model = random_model(seed);
        const EncoderOptions options = options_for(model, seed);
        Comparison comparison = make(model, options);
        RandomStates states(model, seed);
        for (int i = 0; i < 12; ++i) {
            const State state = states.next();
            if (!comparison.compare(state)) continue;
            EXPECT_EQ(Comparison(model, options).compare(state), std::nullopt)
                << "not because of the mistake";
            std::printf("[  noticed ] in model %d, state %d\n", int(seed), i);
            return;
        }
    }
    ADD_FAILURE() << "no state of 1,600 models shows the difference";
}

std::string name_of_mistake(const auto& info) { return std::string(info.param.name); }

class Mistake : public testing::TestWithParam<ModelMistake> {
protected:
    static Model mistaken(Model model, const EncoderOptions& options) {
        GetParam().make(model, options.enabled);
        return model;
    }
};

TEST_P(Mistake, OfTheEncoderIsNoticed) {
    Model encoded;
    expect_noticed(GetParam().first_model, [&](const Model& model, const EncoderOptions& options) {
        encoded = mistaken(model, options);
        return Comparison(encoded, model, options);
    });
}

TEST_P(Mistake, OfTheEvaluatorIsNoticed) {
    Model evaluated;
    expect_noticed(GetParam().first_model, [&](const Model& model, const EncoderOptions& options) {
        evaluated = mistaken(model, options);
        return Comparison(model, evaluated, options);
    });
}

INSTANTIATE_TEST_SUITE_P(Model, Mistake, testing::ValuesIn(model_mistakes()),
                         name_of_mistake<testing::TestParamInfo<ModelMistake>>);
INSTANTIATE_TEST_SUITE_P(Code, Mistake, testing::ValuesIn(code_mistakes()),
                         name_of_mistake<testing::TestParamInfo<ModelMistake>>);
INSTANTIATE_TEST_SUITE_P(Terms, Mistake, testing::ValuesIn(term_mistakes()),
                         name_of_mistake<testing::TestParamInfo<ModelMistake>>);

class MistakenStep : public testing::TestWithParam<StepMistake> {};

TEST_P(MistakenStep, IsNoticed) {
    expect_noticed(2000, [&](const Model& model, const EncoderOptions& options) {
        return Comparison(model, model, options, GetParam().make);
    });
}

INSTANTIATE_TEST_SUITE_P(Encoder, MistakenStep, testing::ValuesIn(step_mistakes()),
                         name_of_mistake<testing::TestParamInfo<StepMistake>>);

}  // namespace
}  // namespace errata::tests
