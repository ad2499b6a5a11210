#include "reports/play/dialogue.h"

#include <algorithm>
#include <filesystem>

#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/explain.h"
#include "reports/explain/names.h"
#include "reports/explain/position.h"
#include "reports/play/hold_scenario.h"
#include "reports/play/troubles.h"
#include "reports/render/position.h"
#include "reports/render/steps.h"
#include "reports/render/text.h"

namespace errata::reports {

using compiler::OwnerKind;
using compiler::Successor;

namespace {

constexpr std::size_t page_width = 100;

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t\r");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

std::optional<std::size_t> number(const std::string& word) {
    if (word.empty() || word.size() > 6) return std::nullopt;
    std::size_t result = 0;
    for (const char c : word) {
        if (c < '0' || c > '9') return std::nullopt;
        result = result * 10 + static_cast<std::size_t>(c - '0');
    }
    return result;
}

std::pair<std::string, std::string> first_word(const std::string& line) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) return {line, ""};
    return {line.substr(0, blank), trimmed(line.substr(blank))};
}

// As an `import` in a file at `from` names it.
std::string seen_from(const std::string& path, const std::string& from) {
    namespace fs = std::filesystem;
    const fs::path folder = fs::absolute(from).lexically_normal().parent_path();
    return fs::absolute(path).lexically_normal().lexically_relative(folder).generic_string();
}

}  // namespace

struct Dialogue::Command {
    std::string name;
    std::string words;
    std::string what;
    void (Dialogue::*run)(const std::string&);
};

// How to add one: a member function, a row here, a line in the table of dsl/README.md, a test in
// tests/unit/reports/play/dialogue_test.cpp.
const std::vector<Dialogue::Command>& Dialogue::commands() {
    static const std::vector<Command> table = {
        {"undo", "", "back to before the last choice", &Dialogue::undo},
        {"show", "", "everything about this position", &Dialogue::show},
        {"why", "N", "which clauses choice N would use, and what it would change (also: N?)", &Dialogue::why},
        {"random", "[N]", "one choice at random, or N of them", &Dialogue::choose_at_random},
        {"setup", "[K [P]]", "begin anew from setup K, in its P-th position; without K: what there is",
         &Dialogue::setup},
        {"save", "FILE", "write this play as a scenario that `errata test FILE` accepts", &Dialogue::save},
        {"help", "", "this list (also: ?)", &Dialogue::help},
        {"quit", "", "leave (also: the end of the input)", nullptr},
    };
    return table;
}

Dialogue::Dialogue(DialogueNeeds needs, DialogueStreams streams)
    : needs_(std::move(needs)), streams_(streams), evaluator_(needs_.model), play_(evaluator_) {}

void Dialogue::run() {
    streams_.out << needs_.model.title << ". A number chooses; `help` tells what else there is.\n";
    begin(0, 0);
    std::string line;
    while (streams_.out << "> " << std::flush, std::getline(streams_.in, line)) {
        line = trimmed(line);
        if (streams_.echo) streams_.out << line << "\n";
        if (!obey(line)) return;
    }
    streams_.out << "\n";
}

bool Dialogue::obey(const std::string& line) {
    if (line.empty()) return true;
    if (line == "?") return help(""), true;
    if (line.ends_with("?")) return why(trimmed(line.substr(0, line.size() - 1))), true;
    if (number(line)) return choose(line), true;
    const auto [name, words] = first_word(line);
    std::vector<std::string> names;
    for (const Command& command : commands()) {
        names.push_back(command.name);
        if (command.name != name) continue;
        if (command.run == nullptr) return false;
        (this->*command.run)(words);
        return true;
    }
    const auto near = dsl::nearest(name, names);
    streams_.out << "  '" << name << "' is no command; "
                 << (near ? "did you mean '" + *near + "'?" : "`help` lists them") << "\n";
    return true;
}

void Dialogue::begin(std::size_t setup, std::size_t position) {
    if (!starts_.contains(setup)) starts_[setup] = starts_of(evaluator_, setup_of(needs_.model, setup));
    const Starts& starts = starts_.at(setup);
    streams_.out << "\nFrom " << setup_name(needs_.model, setup);
    if (starts.states.empty()) {
        streams_.out << ": no position was found that it allows\n";
        return;
    }
    position = std::min(position, starts.states.size() - 1);
    if (starts.states.size() > 1 || !starts.all) {
        streams_.out << ", position " << position + 1 << " of "
                     << (starts.all ? "" : "many; these can be chosen: 1 to ") << starts.states.size();
    }
    streams_.out << "\n";
    play_.begin(setup, starts.states[position]);
    tell_steps(0);
    tell_here();
}

void Dialogue::choose(const std::string& words) {
    if (const auto choice = choice_named(words)) take(*choice);
}

std::optional<std::size_t> Dialogue::choice_named(const std::string& word) {
    const auto chosen = number(word);
    const std::size_t count = play_.here().successors.size();
    if (chosen && *chosen >= 1 && *chosen <= count) return *chosen - 1;
    if (count == 0)
        streams_.out << "  There is nothing to choose here; `undo` goes back, `setup` begins anew\n";
    else
        streams_.out << "  Give a number from 1 to " << count << "\n";
    return std::nullopt;
}

void Dialogue::take(std::size_t choice) {
    const std::size_t before = play_.trace().steps.size();
    checker::Trace tried = play_.trace();
    tried.steps.push_back(play_.here().successors[choice]);
    if (play_.choose(choice)) {
        tell_steps(before);
    } else {
        const Successor& step = tried.steps.back();
        if (step.cut) streams_.out << "  The scope has no room for this: see `scope` and --scope\n";
        tell_troubles(troubles_of_step(evaluator_, tried));
        streams_.out << "  Play cannot go on from there. Choose again.\n";
    }
    tell_here();
}

const compiler::State& Dialogue::state_after(std::size_t steps) const {
    return steps == 0 ? play_.trace().initial : *play_.trace().steps[steps - 1].next;
}

// Findings of a step are told where the step is shown.
void Dialogue::tell_steps(std::size_t from) {
    const checker::Trace& trace = play_.trace();
    checker::Trace shown;
    shown.setup = trace.setup;
    std::size_t first = from;
    for (std::size_t i = from; i < trace.steps.size(); ++i) {
        if (shown.steps.empty()) shown.initial = state_after(i);
        shown.steps.push_back(trace.steps[i]);
        std::vector<checker::Finding> troubles;
        if (!trace.steps[i].incidents.empty()) {
            checker::Trace so_far = trace;
            so_far.steps.resize(i + 1);
            troubles = troubles_of_step(evaluator_, so_far);
        }
        if (troubles.empty() && i + 1 < trace.steps.size()) continue;
        WitnessLines lines = explain(needs_.model, needs_.sources, shown);
        for (StepLine& line : lines.steps) line.turn = 1;  // headings would begin anew with each choice
        streams_.out << render_steps(lines, needs_.spec, first);
        tell_troubles(troubles);
        shown.steps.clear();
        first = i + 1;
    }
}

void Dialogue::tell_troubles(const std::vector<checker::Finding>& troubles) {
    for (const checker::Finding& trouble : troubles) {
        const FindingLines lines = explain(needs_.model, needs_.sources, trouble);
        const std::string text = render_finding(lines, needs_.spec, streams_.colour);
        const bool is_new = told_.insert(trouble.fingerprint).second;
        streams_.out << (is_new ? text : text.substr(0, text.find('\n') + 1));
    }
}

void Dialogue::tell_here() {
    streams_.out << "\n" << render_position(explain_position(needs_.model, play_.now()), false);
    tell_troubles(troubles_of_state(evaluator_, play_.trace(), play_.here()));
    tell_options();
}

// What a step from here comes to, all in all.
std::string Dialogue::changes_of(const Successor& step) const {
    checker::Trace alone;
    alone.setup = play_.trace().setup;
    alone.initial = play_.now();
    alone.steps.push_back(step);
    const WitnessLines lines = explain(needs_.model, needs_.sources, alone);
    std::vector<std::string> changes;
    for (const ChangeLine& change : lines.steps.front().changes) changes.push_back(arrow(change));
    return dsl::join(changes, ", ");
}

std::vector<std::string> Dialogue::labels() const {
    std::vector<std::string> result;
    for (const Successor& one : play_.here().successors)
        result.push_back(move_name(needs_.model, play_.now(), one.move));
    // Options that read alike are told apart by what they would change.
    const std::vector<std::string> names = result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::ranges::count(names, names[i]) == 1) continue;
        const std::string changes = changes_of(play_.here().successors[i]);
        result[i] += changes.empty() ? " (nothing changes)" : " (" + changes + ")";
    }
    return result;
}

void Dialogue::tell_options() {
    const compiler::Expansion& here = play_.here();
    if (here.over || here.successors.empty()) return;
    const std::string at = frame_name(needs_.model, play_.now(), 0);
    if (play_.repeats())
        streams_.out
            << "  The rules have come back to a position they passed, and nobody decided anything: this "
               "repeats for ever.\n";
    switch (here.owner.kind) {
        case OwnerKind::Player:
            streams_.out << "  " << actor_name(needs_.model, here.owner) << " chooses: " << at << "\n";
            break;
        case OwnerKind::Chance:
            streams_.out << "  Chance decides: " << at << "\n";
            break;
        case OwnerKind::Nobody:
            streams_.out << "  The rules do not say who decides: " << at << "\n";
            break;
        case OwnerKind::Rules:
            streams_.out << (here.successors.size() > 1 ? "  The rules leave open what happens: "
                                                        : "  The rules go on: ")
                         << at << "\n";
    }
    const std::vector<std::string> names = labels();
    const std::size_t width = std::to_string(names.size()).size();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string shown = std::to_string(i + 1);
        streams_.out << "    " << std::string(width - shown.size(), ' ') << shown << "  " << names[i] << "\n";
    }
}

void Dialogue::choose_at_random(const std::string& words) {
    const std::size_t times = words.empty() ? 1 : number(words).value_or(0);
    if (times == 0) streams_.out << "  `random` or `random 5`\n";
    for (std::size_t i = 0; i < times; ++i) {
        const std::size_t count = play_.here().successors.size();
        if (count == 0) return;
        take(dice_() % count);
    }
}

void Dialogue::undo(const std::string&) {
    if (!play_.undo()) {
        streams_.out << "  Nothing has been chosen yet\n";
        return;
    }
    tell_here();
}

// A setup may allow no position at all.
bool Dialogue::has_begun() {
    if (!play_.trace().initial.empty()) return true;
    streams_.out << "  There is no position to play from; `setup` begins anew\n";
    return false;
}

void Dialogue::show(const std::string&) {
    if (!has_begun()) return;
    streams_.out << render_position(explain_position(needs_.model, play_.now()), true);
    tell_options();
}

void Dialogue::why(const std::string& words) {
    const auto choice = choice_named(words);
    if (!choice) return;
    const Successor& one = play_.here().successors[*choice];
    streams_.out << "  " << labels()[*choice] << "\n";
    std::vector<ClauseLine> clauses;
    for (const compiler::ClauseId clause : one.used)
        clauses.push_back(explain(needs_.model, needs_.sources, clause));
    streams_.out << (clauses.empty() ? "    no clause speaks\n" : render_clauses(clauses, needs_.spec));
    const std::string changes = changes_of(one);
    streams_.out << wrapped(changes.empty() ? "It changes nothing by itself." : "It changes " + changes + ".",
                            4, page_width);
}

void Dialogue::setup(const std::string& words) {
    const auto [first, second] = first_word(words);
    const auto wanted = number(first);
    if (wanted && *wanted >= 1 && *wanted <= setup_count(needs_.model)) {
        begin(*wanted - 1, std::max<std::size_t>(1, number(second).value_or(1)) - 1);
        return;
    }
    for (std::size_t i = 0; i < setup_count(needs_.model); ++i)
        streams_.out << "    " << i + 1 << "  " << setup_name(needs_.model, i) << "\n";
}

void Dialogue::save(const std::string& words) {
    if (words.empty()) {
        streams_.out << "  `save FILE`, with a name that ends in .rules\n";
        return;
    }
    if (!has_begun()) return;
    const std::string path = words.ends_with(".rules") ? words : words + ".rules";
    ScenarioFrame frame{std::filesystem::path(path).stem().string(), {}, needs_.options.overrides};
    if (needs_.spec.ends_with(".rules")) {
        frame.imports = {seen_from(needs_.spec, path)};
    } else {
        for (std::uint32_t i = 0; i < needs_.sources.size(); ++i)
            frame.imports.push_back(seen_from(needs_.sources.file(i).path(), path));
    }
    const dsl::DiskReader disk;
    const auto hold = [&](const std::string& text) {
        return hold_scenario(disk, path, text, frame.title, needs_.options);
    };
    const ScenarioText scenario = scenario_text(needs_.model, frame, play_.trace(), hold);
    if (!needs_.write_file(path, scenario.text)) {
        streams_.out << "  '" << path << "' cannot be written\n";
        return;
    }
    streams_.out << "  Saved: `errata test " << path << "` plays it\n";
    if (!scenario.problem.empty())
        streams_.out << wrapped("It does not hold as it stands: " + scenario.problem, 2, page_width);
}

void Dialogue::help(const std::string&) {
    std::vector<std::vector<std::string>> rows = {{"N", "choose option N"}};
    for (const Command& command : commands())
        rows.push_back({command.name + (command.words.empty() ? "" : " " + command.words), command.what});
    streams_.out << table(rows, 4);
}

}  // namespace errata::reports
