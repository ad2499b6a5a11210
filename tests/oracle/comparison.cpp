#include "tests/oracle/comparison.h"

#include <filesystem>
#include <fstream>

#include "tests/oracle/game.h"
#include "tests/oracle/program_says.h"
#include "tests/oracle/questions.h"

namespace errata::oracle {

namespace {

// What the oracle says about all setups together.
struct Whole {
    std::size_t states = 0;
    std::size_t forms = 0;
    bool cut = false;
    bool unclear = false;
    Answers answers;
};

void join(Answers& all, const Answers& one, const Vocabulary& vocabulary) {
    all.codes.insert(one.codes.begin(), one.codes.end());
    all.endings.insert(one.endings.begin(), one.endings.end());
    all.undecided.insert(one.undecided.begin(), one.undecided.end());
    for (const ast::Item* check : vocabulary.checks) {
        const std::string& verdict = one.claims.at(check->title);
        std::string& known = all.claims[check->title];
        const bool graver = verdict == (check->sort.check == ast::CheckMode::Reachable ? "holds" : "fails");
        if (known.empty() || graver) {
            known = verdict;
        }
    }
}

Whole ask_oracle(const Game& game, Mistake mistake) {
    Whole whole;
    const Transitions transitions({game.vocabulary.get(), mistake});
    for (const Position& position : positions(*game.vocabulary)) {
        const Graph graph = search(transitions, position.states, most_states);
        if (!graph.whole) {
            throw OutsideSubset("more states than are compared");
        }
        whole.states += graph.nodes.size();
        whole.forms += graph.forms;
        whole.unclear = whole.unclear || graph.unclear || game.vocabulary->divides_pools;
        whole.cut = whole.cut || graph.cut;
        join(whole.answers, ask(transitions, graph), *game.vocabulary);
    }
    return whole;
}

const std::set<std::string>& compared_codes() {
    static const std::set<std::string> codes{"contradiction.set-set",
                                             "contradiction.must-cannot",
                                             "contradiction.invariant",
                                             "gap.undefined",
                                             "gap.no-option",
                                             "deadlock",
                                             "loop.mandatory",
                                             "loop.inevitable",
                                             "loop.chance",
                                             "loop.optional",
                                             "loop.settle",
                                             "loop.lock",
                                             "order.unowned",
                                             "order.chosen"};
    return codes;
}

// Of objects that nothing tells apart one may stand for the others in an order: then the states are counted
// but for names.
void compare_states(const Whole& whole, const Said& said, const std::string& file, Comparison& result) {
    if (whole.unclear) {
        result.left_out.emplace_back("states of a loop over a pool that stops and has a condition");
        return;
    }
    if (said.states == whole.states) {
        return;
    }
    const bool pools = whole.forms != whole.states;
    if (pools &&
        program_says(file, {"--engine", "explicit", "--no-slice", "--no-readings"}).states == whole.forms) {
        return;
    }
    result.differences.push_back("states: oracle " + std::to_string(whole.states) + ", program " +
                                 std::to_string(said.states));
}

void compare_codes(const Whole& whole, const Said& said, Comparison& result) {
    for (const std::string& code : compared_codes()) {
        const bool here = whole.answers.codes.contains(code);
        const bool there = said.codes.contains(code);
        if (here == there) {
            continue;
        }
        const bool open =
            whole.answers.undecided.contains(code) || (!there && said.bounded.contains("no " + code));
        const std::string words =
            code + ": oracle " + (here ? "yes" : "no") + ", program " + (there ? "yes" : "no");
        (open ? result.left_out : result.differences).push_back(words);
    }
}

void compare_claims(const Whole& whole, const Said& said, Comparison& result) {
    for (const auto& [title, verdict] : whole.answers.claims) {
        const auto found = said.claims.find(title);
        const std::string there = found == said.claims.end() ? "nothing" : found->second;
        if (there == verdict) {
            continue;
        }
        const std::string words = title + ": oracle " + verdict + ", program " + there;
        const bool open = there == "open" || whole.answers.undecided.contains(title);
        (open ? result.left_out : result.differences).push_back(words);
    }
}

}  // namespace

std::string write_game(const std::string& text, const std::string& folder) {
    std::filesystem::create_directories(folder);
    std::string file = folder + "/game.rules";
    std::ofstream(file) << text;
    return file;
}

Comparison compare(const std::string& text, const std::string& folder, Mistake mistake) {
    Comparison result;
    const std::string file = write_game(text, folder);
    Whole whole;
    try {
        whole = ask_oracle(read_game(text), mistake);
    } catch (const OutsideSubset& outside) {
        result.not_compared = outside.what();
        return result;
    }
    const Said said =
        program_says(file, {"--engine", "explicit", "--no-slice", "--no-symmetry", "--no-readings"});
    result.states = whole.states;
    if (said.exit == 2 || said.exit == 70) {
        result.differences.push_back("the program ends with " + std::to_string(said.exit) + ": " +
                                     said.errors + said.json);
        return result;
    }
    if (whole.cut) {
        if (said.bounded.empty()) {
            result.differences.push_back("play is cut off, and nothing is bounded");
        }
        result.not_compared = "play outgrows the scope";
        return result;
    }
    compare_states(whole, said, file, result);
    if (said.endings != whole.answers.endings) {
        result.differences.push_back("endings: oracle " + in_words(whole.answers.endings) + ", program " +
                                     in_words(said.endings));
    }
    compare_codes(whole, said, result);
    compare_claims(whole, said, result);
    return result;
}

}  // namespace errata::oracle
