#include "reports/render/steps.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "dsl/base/text.h"
#include "reports/columns.h"

namespace errata::reports {

namespace {

// Wider columns make the places at the end of a line wander off; what is longer takes several lines.
constexpr std::size_t widest_choice = 44;  // of a hundred
constexpr std::size_t widest_change = 36;
// With less room than that for a choice and what it changes, places stand below the choices.
constexpr std::size_t narrowest_columns = 44;
constexpr std::size_t narrowest_choice = 12;
constexpr std::size_t change_indent = 2;  // of what a change takes more lines for

std::string folder_of(const std::string& spec) {
    if (!spec.ends_with(".rules")) return spec;
    return std::filesystem::path(spec).parent_path().generic_string();
}

// A run of steps by the rules that change nothing reads as one line.
struct Shown {
    std::string number;
    const StepLine* step;
    std::string choice;
};

bool is_quiet(const StepLine& step) { return step.by_rules && step.changes.empty(); }

std::vector<Shown> fold(const WitnessLines& witness, const StepsLayout& layout) {
    std::vector<Shown> shown;
    const auto& steps = witness.steps;
    for (std::size_t i = 0; i < steps.size();) {
        std::size_t end = i + 1;
        // The last step is the point of the story and never folded; neither are the borders of a turn or of
        // the cycle.
        const auto joins = [&](std::size_t j) {
            return j + 1 < steps.size() && is_quiet(steps[j]) && steps[j].turn == steps[i].turn &&
                   witness.loop_start != j && std::ranges::find(witness.rounds, j) == witness.rounds.end();
        };
        if (layout.folds && is_quiet(steps[i])) {
            while (joins(end)) ++end;
        }
        std::vector<std::string> choices;
        for (std::size_t j = i; j < end; ++j) {
            if (choices.empty() || choices.back() != choice_words(steps[j]))
                choices.push_back(choice_words(steps[j]));
        }
        std::string number = std::to_string(layout.before + i + 1);
        if (end - i > 1) number += "-" + std::to_string(layout.before + end);
        shown.push_back({number, &steps[i], dsl::join(choices, ", ")});
        i = end;
    }
    return shown;
}

struct Widths {
    std::size_t number = 2;
    std::size_t actor = 0;
    std::size_t choice = 0;
    std::size_t change = 0;
    std::size_t place = 0;
    bool has_places = true;  // in a column of their own
};

// Choices and changes share what is left of the page.
void fit(const std::vector<Shown>& shown, const std::string& spec, std::size_t page, Widths& widths) {
    constexpr std::size_t between = 2;
    for (const Shown& line : shown)
        widths.place = std::max(widths.place, display_width(shortened(line.step->rule, spec)));
    const std::size_t taken = between + widths.number + between + widths.actor + between + between;
    const std::size_t left = page - std::min(page, taken);
    widths.has_places = left >= narrowest_columns + between + widths.place;
    const std::size_t room = widths.has_places ? left - between - widths.place : left;
    if (widths.choice + widths.change <= room) return;
    const std::size_t half = std::max(narrowest_choice, room / 2);
    widths.choice = std::min(widths.choice, std::max(half, room - std::min(room, widths.change)));
    widths.change = std::max(narrowest_choice, room - std::min(room, widths.choice));
}

Widths measure(const std::vector<Shown>& shown, const std::string& spec, std::size_t page) {
    Widths widths;
    const std::size_t choice = page * widest_choice / 100;
    const std::size_t own_change = page * widest_change / 100;
    for (const Shown& line : shown) {
        widths.number = std::max(widths.number, line.number.size());
        widths.actor = std::max(widths.actor, display_width(line.step->actor));
        widths.choice = std::max(widths.choice, std::min(choice, display_width(line.choice)));
        for (const ChangeLine& change : line.step->changes) {
            widths.change = std::max(widths.change, std::min(own_change, display_width(arrow(change))));
        }
    }
    fit(shown, spec, page, widths);
    return widths;
}

// Words in lines that are no wider than the column, unless one word is.
std::vector<std::string> broken(const std::string& words, std::size_t width) {
    std::vector<std::string> lines(1);
    std::size_t from = 0;
    while (from < words.size()) {
        const std::size_t blank = std::min(words.find(' ', from), words.size());
        const std::string word = words.substr(from, blank - from);
        if (!lines.back().empty() && display_width(lines.back()) + 1 + display_width(word) > width)
            lines.emplace_back();
        lines.back() += (lines.back().empty() ? "" : " ") + word;
        from = blank + 1;
    }
    return lines;
}

// Below the first one, beside which a place may stand, there is more room.
std::vector<std::string> change_rows(const std::vector<ChangeLine>& changes, const Widths& widths) {
    const std::size_t below = widths.change + (widths.has_places ? 2 + widths.place : 0);
    std::vector<std::string> rows;
    for (const ChangeLine& change : changes) {
        const std::size_t width = rows.empty() ? widths.change : below;
        const bool fits = display_width(arrow(change)) <= width;
        std::vector<std::string> own = broken(arrow(change), fits ? width : width - change_indent);
        for (std::size_t i = 1; i < own.size(); ++i) own[i].insert(0, change_indent, ' ');
        rows.insert(rows.end(), own.begin(), own.end());
    }
    return rows;
}

std::string step_text(const Shown& line, const Widths& widths, const std::string& spec) {
    const StepLine& step = *line.step;
    const std::string number = std::string(widths.number - line.number.size(), ' ') + line.number;
    const std::string head = "  " + number + "  " + padded(step.actor, widths.actor) + "  ";
    const std::string place = shortened(step.rule, spec);
    // Where nothing changes there is room.
    const std::size_t room = widths.choice + (step.changes.empty() ? 2 + widths.change : 0);
    std::vector<std::string> choice = broken(line.choice, room);
    if (!widths.has_places) choice.push_back(place);
    const std::vector<std::string> changes = change_rows(step.changes, widths);
    std::string text;
    for (std::size_t i = 0; i < std::max(choice.size(), changes.size()); ++i) {
        std::string row = i == 0 ? head : std::string(display_width(head), ' ');
        row += padded(i < choice.size() ? choice[i] : "", step.changes.empty() ? room : widths.choice) + "  ";
        if (!step.changes.empty()) row += padded(i < changes.size() ? changes[i] : "", widths.change) + "  ";
        if (i == 0 && widths.has_places) row += place;
        text += std::string(without_blanks_behind(row)) + "\n";
    }
    return text;
}

// The rounds between the first one and the last are not worth a line each.
constexpr std::size_t fewest_left_out = 2;

bool is_left_out(const WitnessLines& witness, std::size_t step) {
    const std::size_t borders = witness.rounds.size();
    return borders >= fewest_left_out + 3 && step >= witness.rounds[1] && step < witness.rounds[borders - 2];
}

// What stands before a step where rounds begin or are left out.
std::string rounds_text(const WitnessLines& witness, std::size_t step) {
    if (witness.rounds.empty()) return "";
    if (step == witness.rounds.front()) return "  From here, round after round:\n";
    const std::size_t last = witness.rounds[witness.rounds.size() - 2];
    if (step != last || last == witness.rounds[1] || !is_left_out(witness, last - 1)) return "";
    return fmt::format("  {} more such rounds, then the last one:\n", witness.rounds.size() - 3);
}

}  // namespace

std::string arrow(const ChangeLine& change) {
    return change.path + ": " + change.before + " → " + change.after;
}

std::string shortened(const std::string& place, const std::string& spec) {
    const std::string folder = folder_of(spec);
    const bool lies_there = !folder.empty() && place.starts_with(folder + "/");
    return dsl::visible_word(lies_there ? place.substr(folder.size() + 1) : place);
}

std::string render_steps(const WitnessLines& witness, const std::string& spec, const StepsLayout& layout) {
    const std::vector<Shown> shown = fold(witness, layout);
    const Widths widths = measure(shown, spec, layout.width);
    // A heading per turn pays only where turns have more than a step or two.
    const bool headings = !witness.steps.empty() && witness.steps.back().turn > 1 &&
                          shown.size() >= 2 * witness.steps.back().turn;
    std::string text;
    std::size_t turn = 0;
    for (const Shown& line : shown) {
        const auto step = static_cast<std::size_t>(line.step - witness.steps.data());
        if (layout.folds && is_left_out(witness, step)) continue;
        if (headings && line.step->turn != turn) text += fmt::format("  Turn {}\n", turn = line.step->turn);
        if (witness.loop_start == step) text += "  From here it repeats:\n";
        if (layout.folds || witness.rounds.empty() || step == witness.rounds.front())
            text += rounds_text(witness, step);
        text += step_text(line, widths, spec);
    }
    return text;
}

std::string render_position(const PositionLines& position, bool everything) {
    std::string text;
    for (const std::string& line : position.board) text += "      " + line + "\n";
    std::vector<std::string> values;
    for (const StartLine& cell : position.cells) {
        if (cell.matters || everything) values.push_back(cell.path + " = " + cell.value);
    }
    if (!values.empty()) text += wrapped("Now: " + dsl::join(values, ", "), 2, default_width);
    if (!position.agenda.empty())
        text += wrapped("To be done: " + dsl::join(position.agenda, ", then "), 2, default_width);
    if (!position.pending.empty())
        text += wrapped("Set off, not yet placed: " + dsl::join(position.pending, ", "), 2, default_width);
    if (!position.ending.empty()) text += wrapped("The game is over: " + position.ending, 2, default_width);
    return text;
}

}  // namespace errata::reports
