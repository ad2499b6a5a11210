#include "reports/render/html_play.h"

#include <algorithm>

#include <fmt/format.h>

#include "dsl/base/text.h"
#include "reports/render/html_board.h"
#include "reports/render/sentences.h"
#include "reports/render/steps.h"

namespace errata::reports::html {

namespace {

// Fewer rounds than this between the first and the last are shown.
constexpr std::size_t fewest_folded = 2;

// The steps from `begin` up to `end` are rounds like those before and behind them.
struct Folded {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::size_t rounds = 0;
};

Folded folded_rounds(const WitnessLines& witness) {
    const std::size_t borders = witness.rounds.size();
    if (borders < fewest_folded + 3) return {};
    return {witness.rounds[1], std::min(witness.rounds[borders - 2], witness.steps.size()), borders - 3};
}

// A heading per turn pays only where turns have more than a step or two.
bool has_turns(const WitnessLines& witness) {
    return !witness.steps.empty() && witness.steps.back().turn > 1 &&
           witness.steps.size() >= 2 * witness.steps.back().turn;
}

// What stands above a step: a new turn, the beginning of what repeats.
std::vector<std::string> marks(const WitnessLines& witness, std::size_t step) {
    std::vector<std::string> result;
    const std::size_t turn = witness.steps[step].turn;
    const bool is_new = step == 0 || witness.steps[step - 1].turn != turn;
    if (is_new && has_turns(witness)) result.push_back(fmt::format("Turn {}", turn));
    if (witness.loop_start == step) result.emplace_back("From here it repeats");
    const auto round = std::ranges::find(witness.rounds, step);
    if (round == witness.rounds.end()) return result;
    const auto number = static_cast<std::size_t>(round - witness.rounds.begin()) + 1;
    if (number == 1)
        result.emplace_back("From here, round after round");
    else if (number < witness.rounds.size())
        result.push_back(fmt::format("Round {}", number));
    return result;
}

Html changes_list(const std::vector<ChangeLine>& changes) {
    if (changes.empty()) return {};
    Html items;
    for (const ChangeLine& change : changes) items += change_item(change);
    return element("ul", {{"class", "changes"}}, items);
}

Html step_item(const WitnessLines& witness, std::size_t index, const std::string& spec,
               std::optional<Grid>& grid) {
    const StepLine& step = witness.steps[index];
    Html content;
    for (const std::string& mark : marks(witness, index)) content += worded("p", "mark", mark);
    const Html what =
        worded("span", "actor", step.actor) + escaped(" ") + worded("span", "choice", step.choice);
    Html act = worded("span", "number", std::to_string(index + 1)) + element("span", what);
    if (!step.rule.empty()) act += escaped(" ") + worded("span", "place", shortened(step.rule, spec));
    content += element("div", {{"class", "act"}}, act) + changes_list(step.changes);
    Attributes attributes = {{"class", step.by_rules ? "step by-rules" : "step"}};
    if (grid) {
        std::string squares = board_changes(step, *grid);
        if (!squares.empty()) attributes.emplace_back("data-squares", std::move(squares));
    }
    return element("li", attributes, content) + Html{"\n"};
}

Html steps_list(const WitnessLines& witness, const std::string& spec) {
    std::optional<Grid> grid = read_grid(witness.board);
    const Folded folded = folded_rounds(witness);
    Html shown;
    Html inside;
    for (std::size_t i = 0; i < witness.steps.size(); ++i) {
        const bool is_folded = i >= folded.begin && i < folded.end;
        (is_folded ? inside : shown) += step_item(witness, i, spec, grid);
        if (!is_folded || i + 1 < folded.end) continue;
        const std::string words = dsl::count_of(folded.rounds, "more such round");
        const Html steps = element("ol", {{"class", "steps"}, {"role", "list"}}, inside);
        shown += element("li", {{"class", "rounds"}},
                         element("details", element("summary", escaped(words)) + steps));
    }
    return element("ol", {{"class", "steps"}, {"role", "list"}}, shown);
}

Html facts(const std::vector<StartLine>& start, bool matters) {
    Html items;
    for (const StartLine& line : start) {
        if (line.matters != matters) continue;
        items += element("li", element("b", escaped(line.path)) + escaped(" = " + line.value));
    }
    return items.empty() ? items : element("ul", {{"class", "facts"}}, items);
}

Html start(const FindingLines& finding, const Tints& tints) {
    const WitnessLines& witness = *finding.witness;
    Html content = board(witness, tints, finding.outcomes);
    if (const Html shown = facts(witness.start, true); !shown.empty())
        content += worded("p", "label", "At the start") + shown;
    if (const Html aside = facts(witness.start, false); !aside.empty()) {
        const auto untouched = std::ranges::count(witness.start, false, &StartLine::matters);
        const std::string words = dsl::count_of(static_cast<std::size_t>(untouched), "value") +
                                  " of things that make no difference to this play";
        content += element("details", element("summary", escaped(words)) + aside);
    }
    return content;
}

Html button(const std::string& go, const std::string& words) {
    return element("button", {{"type", "button"}, {"data-go", go}}, escaped(words));
}

Html controls(const WitnessLines& witness) {
    const std::string where = "Start of " + dsl::count_of(witness.steps.size(), "step");
    return element("div",
                   {{"class", "controls needs-script"}, {"role", "group"}, {"aria-label", "Step through"}},
                   button("first", "Start") + button("back", "← Previous") + button("on", "Next →")) +
           element("p", {{"class", "where needs-script"}, {"aria-live", "polite"}}, escaped(where));
}

}  // namespace

Html change_item(const ChangeLine& change) {
    return element("li", element("b", escaped(change.path)) + escaped(" ") +
                             element("del", escaped(change.before)) + escaped(" → ") +
                             element("ins", escaped(change.after)));
}

Html play(const FindingLines& finding, const std::string& spec, const Tints& tints) {
    const WitnessLines& witness = *finding.witness;
    Html position = start(finding, tints);
    if (!witness.steps.empty()) position += controls(witness);
    Html stage;
    if (!position.empty()) stage += element("div", {{"class", "position"}}, position);
    if (!witness.steps.empty()) stage += steps_list(witness, spec);
    const Attributes steps = {{"class", "stage"}, {"role", "group"}, {"aria-label", "Steps"}};
    Html content = worded("p", "how", witness_sentence(finding)) + element("div", steps, stage);
    if (!witness.growth.empty()) content += worded("p", "growth", witness.growth);
    Attributes attributes = {{"class", "play"}, {"aria-label", "The play that shows it"}};
    if (witness.loop_start) attributes.emplace_back("data-loop", std::to_string(*witness.loop_start));
    return element("section", attributes, content);
}

}  // namespace errata::reports::html
