#include "reports/play/dialogue.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <set>

#include "checker/near/missing_options.h"
#include "dsl/base/text.h"
#include "reports/columns.h"
#include "reports/explain/bearers.h"
#include "reports/explain/explain.h"
#include "reports/explain/names.h"
#include "reports/explain/position.h"
#include "reports/play/play.h"
#include "reports/play/scenario_text.h"
#include "reports/play/troubles.h"
#include "reports/render/steps.h"
#include "reports/render/text.h"

namespace errata::reports {

using compiler::OwnerKind;
using compiler::Successor;

namespace {

// A dialogue under way.
struct Dialogue {
    DialogueNeeds needs;
    DialogueStreams streams;
    compiler::Evaluator evaluator{needs.model};
    Play play{evaluator};
    std::map<std::size_t, Starts> starts = {};
    std::set<std::string> told = {};  // fingerprints of findings told in full
    std::mt19937 dice{1};
};

// A command gets the words behind its name.
struct Command {
    std::string name;
    std::string words;
    std::string what;
    void (*run)(Dialogue&, const std::string&);
};

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

std::filesystem::path full_path(const std::string& path) {
    return std::filesystem::absolute(path).lexically_normal();
}

// As an `import` in a file at `from` names it.
std::string seen_from(const std::string& path, const std::string& from) {
    return full_path(path).lexically_relative(full_path(from).parent_path()).generic_string();
}

const compiler::State& state_after(const Dialogue& d, std::size_t steps) {
    return steps == 0 ? d.play.trace().initial : *d.play.trace().steps[steps - 1].next;
}

void tell_troubles(Dialogue& d, const std::vector<checker::Finding>& troubles) {
    for (const checker::Finding& trouble : troubles) {
        const FindingLines lines = explain(d.needs.model, d.needs.sources, trouble);
        const std::string text = render_finding(lines, d.needs.spec, {.colour = d.streams.colour});
        const bool is_new = d.told.insert(trouble.fingerprint).second;
        d.streams.out << (is_new ? text : text.substr(0, text.find('\n') + 1));
    }
}

// Findings of a step are told where the step is shown.
void tell_steps(Dialogue& d, std::size_t from) {
    const checker::Trace& trace = d.play.trace();
    checker::Trace shown;
    shown.setup = trace.setup;
    std::size_t first = from;
    for (std::size_t i = from; i < trace.steps.size(); ++i) {
        if (shown.steps.empty()) shown.initial = state_after(d, i);
        shown.steps.push_back(trace.steps[i]);
        std::vector<checker::Finding> troubles;
        if (!trace.steps[i].incidents.empty()) {
            checker::Trace so_far = trace;
            so_far.steps.resize(i + 1);
            troubles = troubles_of_step(d.evaluator, so_far);
        }
        if (troubles.empty() && i + 1 < trace.steps.size()) continue;
        WitnessLines lines = explain(d.needs.model, d.needs.sources, shown);
        for (StepLine& line : lines.steps) line.turn = 1;  // headings would begin anew with each choice
        d.streams.out << render_steps(lines, d.needs.spec, {.before = first});
        tell_troubles(d, troubles);
        shown.steps.clear();
        first = i + 1;
    }
}

// What things are called here: by the cards that they bear (explain/bearers.h).
Naming names_here(const Dialogue& d) {
    checker::Trace here;
    here.initial = d.play.now();
    return play_names(d.needs.model, here).in_moves;
}

// What a step from here comes to, all in all.
std::string changes_of(const Dialogue& d, const Successor& step) {
    checker::Trace alone;
    alone.setup = d.play.trace().setup;
    alone.initial = d.play.now();
    alone.steps.push_back(step);
    const WitnessLines lines = explain(d.needs.model, d.needs.sources, alone);
    std::vector<std::string> changes;
    for (const ChangeLine& change : lines.steps.front().changes) changes.push_back(arrow(change));
    return dsl::join(changes, ", ");
}

std::vector<std::string> labels(const Dialogue& d) {
    const Naming called = names_here(d);
    std::vector<std::string> result;
    for (const Successor& one : d.play.here().successors)
        result.push_back(called(move_name(d.needs.model, d.play.now(), one.move)));
    // Options that read alike are told apart by what they would change.
    const std::vector<std::string> names = result;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (std::ranges::count(names, names[i]) == 1) continue;
        const std::string changes = changes_of(d, d.play.here().successors[i]);
        result[i] += changes.empty() ? " (nothing changes)" : " (" + changes + ")";
    }
    return result;
}

void tell_options(Dialogue& d) {
    const compiler::Expansion& here = d.play.here();
    if (here.over || here.successors.empty()) return;
    const std::string at = frame_name(d.needs.model, d.play.now(), 0);
    if (d.play.repeats())
        d.streams.out
            << "  The rules have come back to a position they passed, and nobody decided anything: this "
               "repeats for ever.\n";
    switch (here.owner.kind) {
        case OwnerKind::Player:
            d.streams.out << "  " << actor_name(d.needs.model, here.owner) << " chooses: " << at << "\n";
            break;
        case OwnerKind::Chance:
            d.streams.out << "  Chance decides: " << at << "\n";
            break;
        case OwnerKind::Nobody:
            d.streams.out << "  The rules do not say who decides: " << at << "\n";
            break;
        case OwnerKind::Elsewhere:
            d.streams.out << "  What decides stands elsewhere: " << at << "\n";
            break;
        case OwnerKind::Rules:
            d.streams.out << (here.successors.size() > 1 ? "  The rules leave open what happens: "
                                                         : "  The rules go on: ")
                          << at << "\n";
    }
    const std::vector<std::string> names = labels(d);
    const std::size_t width = std::to_string(names.size()).size();
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string shown = std::to_string(i + 1);
        d.streams.out << "    " << std::string(width - shown.size(), ' ') << shown << "  " << names[i]
                      << "\n";
    }
}

void tell_here(Dialogue& d) {
    d.streams.out << "\n" << render_position(explain_position(d.needs.model, d.play.now()), false);
    tell_troubles(d, troubles_of_state(d.evaluator, d.play.trace(), d.play.here()));
    tell_options(d);
}

void take(Dialogue& d, std::size_t choice) {
    const std::size_t before = d.play.trace().steps.size();
    checker::Trace tried = d.play.trace();
    tried.steps.push_back(d.play.here().successors[choice]);
    if (d.play.choose(choice)) {
        tell_steps(d, before);
    } else {
        const Successor& step = tried.steps.back();
        if (step.cut) d.streams.out << "  The scope has no room for this: see `scope` and --scope\n";
        tell_troubles(d, troubles_of_step(d.evaluator, tried));
        d.streams.out << "  Play cannot go on from there. Choose again.\n";
    }
    tell_here(d);
}

void choose_at_random(Dialogue& d, const std::string& words) {
    const std::size_t times = words.empty() ? 1 : number(words).value_or(0);
    if (times == 0) d.streams.out << "  `random` or `random 5`\n";
    for (std::size_t i = 0; i < times; ++i) {
        const std::size_t count = d.play.here().successors.size();
        if (count == 0) return;
        take(d, d.dice() % count);
    }
}

void undo(Dialogue& d, const std::string&) {
    if (!d.play.undo()) {
        d.streams.out << "  Nothing has been chosen yet\n";
        return;
    }
    tell_here(d);
}

// A setup may allow no position at all.
bool has_begun(Dialogue& d) {
    if (!d.play.trace().initial.empty()) return true;
    d.streams.out << "  There is no position to play from; `setup` begins anew\n";
    return false;
}

void show(Dialogue& d, const std::string&) {
    if (!has_begun(d)) return;
    d.streams.out << render_position(explain_position(d.needs.model, d.play.now()), true);
    tell_options(d);
}

std::optional<std::size_t> choice_named(Dialogue& d, const std::string& word) {
    const auto chosen = number(word);
    const std::size_t count = d.play.here().successors.size();
    if (chosen && *chosen >= 1 && *chosen <= count) return *chosen - 1;
    if (count == 0)
        d.streams.out << "  There is nothing to choose here; `undo` goes back, `setup` begins anew\n";
    else
        d.streams.out << "  Give a number from 1 to " << count << "\n";
    return std::nullopt;
}

// The option's name begins with the label, or the label with what the name says before its first hole.
bool could_mean(const std::string& label, const std::string& name) {
    const std::string fixed = name.substr(0, name.find('{'));
    return name.starts_with(label) || (fixed.size() < name.size() && label.starts_with(fixed));
}

// Options that the label could mean and that are not offered here: what stands in the way. The label may use
// the names of the spec or those of the cards.
void why_not(Dialogue& d, std::string label) {
    if (!has_begun(d)) return;
    if (label.size() > 1 && label.front() == '"' && label.back() == '"')
        label = label.substr(1, label.size() - 2);
    std::vector<std::string> lines, elsewhere;
    const Naming called = names_here(d);
    const auto is_meant = [&](const compiler::Phrase& name) {
        return could_mean(label, name.text()) || could_mean(label, called(name));
    };
    for (const checker::MissingOption& option :
         checker::missing_options(d.evaluator, d.play.now(), is_meant)) {
        const std::string name = "\"" + called(option.name) + "\"";
        if (!option.asked_at.empty()) {
            elsewhere.push_back(name + " is offered at another moment: " + option.asked_at + ".");
        } else {
            lines.push_back(
                name + " is not possible" +
                (option.missing.empty() ? " here." : ", for want of " + called(option.missing) + "."));
            for (const std::string& clause : option.in_the_way)
                lines.push_back("It would be possible without " + clause + ".");
        }
    }
    if (lines.empty()) lines = elsewhere;
    if (lines.empty()) lines = {"No option begins with these words, or all that do are offered here"};
    for (const std::string& line : lines) d.streams.out << wrapped(line, 2, page_width);
}

void why(Dialogue& d, const std::string& words) {
    if (const auto [first, label] = first_word(words); first == "not") return why_not(d, label);
    const auto choice = choice_named(d, words);
    if (!choice) return;
    const Successor& one = d.play.here().successors[*choice];
    d.streams.out << "  " << labels(d)[*choice] << "\n";
    std::vector<ClauseLine> clauses;
    for (const compiler::ClauseId clause : one.used)
        clauses.push_back(explain(d.needs.model, d.needs.sources, clause));
    d.streams.out << (clauses.empty() ? "    no clause speaks\n" : render_clauses(clauses, d.needs.spec));
    const std::string changes = changes_of(d, one);
    d.streams.out << wrapped(
        changes.empty() ? "It changes nothing by itself." : "It changes " + changes + ".", 4, page_width);
}

const std::vector<Command>& commands();
void begin(Dialogue& d, std::size_t setup, std::size_t position) {
    if (!d.starts.contains(setup)) d.starts[setup] = starts_of(d.evaluator, setup_of(d.needs.model, setup));
    const Starts& starts = d.starts.at(setup);
    d.streams.out << "\nFrom " << setup_name(d.needs.model, setup);
    if (starts.states.empty()) {
        d.streams.out << ": no position was found that it allows\n";
        return;
    }
    position = std::min(position, starts.states.size() - 1);
    if (starts.states.size() > 1 || !starts.all) {
        d.streams.out << ", position " << position + 1 << " of "
                      << (starts.all ? "" : "many; these can be chosen: 1 to ") << starts.states.size();
    }
    d.streams.out << "\n";
    d.play.begin(setup, starts.states[position]);
    tell_steps(d, 0);
    tell_here(d);
}

void setup(Dialogue& d, const std::string& words) {
    const auto [first, second] = first_word(words);
    const auto wanted = number(first);
    if (wanted && *wanted >= 1 && *wanted <= setup_count(d.needs.model)) {
        begin(d, *wanted - 1, std::max<std::size_t>(1, number(second).value_or(1)) - 1);
        return;
    }
    for (std::size_t i = 0; i < setup_count(d.needs.model); ++i)
        d.streams.out << "    " << i + 1 << "  " << setup_name(d.needs.model, i) << "\n";
}

bool is_of_spec(const Dialogue& d, const std::string& path) {
    for (std::uint32_t i = 0; i < d.needs.sources.size(); ++i) {
        if (full_path(d.needs.sources.file(i).path()) == full_path(path)) return true;
    }
    return false;
}

void save(Dialogue& d, const std::string& words) {
    if (words.empty()) {
        d.streams.out << "  `save FILE`, with a name that ends in .rules\n";
        return;
    }
    if (!has_begun(d)) return;
    const std::string path = words.ends_with(".rules") ? words : words + ".rules";
    if (is_of_spec(d, path)) {
        d.streams.out << "  '" << path << "' is a file of the spec; give the scenario a file of its own\n";
        return;
    }
    ScenarioFrame frame{std::filesystem::path(path).stem().string(), {}, d.needs.options.overrides};
    if (d.needs.spec.ends_with(".rules")) {
        frame.imports = {seen_from(d.needs.spec, path)};
    } else {
        for (std::uint32_t i = 0; i < d.needs.sources.size(); ++i)
            frame.imports.push_back(seen_from(d.needs.sources.file(i).path(), path));
    }
    const dsl::DiskReader disk;
    const auto hold = [&](const std::string& text) {
        return hold_scenario(disk, path, text, frame.title, d.needs.options);
    };
    const ScenarioText scenario = scenario_text(d.needs.model, frame, d.play.trace(), hold);
    if (!d.needs.write_file(path, scenario.text)) {
        d.streams.out << "  '" << path << "' cannot be written\n";
        return;
    }
    d.streams.out << "  Saved: `errata test " << path << "` plays it\n";
    if (!scenario.problem.empty())
        d.streams.out << wrapped("It does not hold as it stands: " + scenario.problem, 2, page_width);
}

void help(Dialogue& d, const std::string&) {
    std::vector<std::vector<std::string>> rows = {{"N", "choose option N"}};
    for (const Command& command : commands())
        rows.push_back({command.name + (command.words.empty() ? "" : " " + command.words), command.what});
    d.streams.out << table(rows, 4);
}

// How to add one: a function, a row here, a line in the table of docs/reference/play.md, a test in
// tests/unit/reports/play/dialogue_test.cpp.
const std::vector<Command>& commands() {
    static const std::vector<Command> table = {
        {"undo", "", "back to before the last choice", undo},
        {"show", "", "everything about this position", show},
        {"why", "N", "which clauses choice N would use, and what it would change (also: N?)", why},
        {"why not", "LABEL", "why an option of these words is not offered here", why},
        {"random", "[N]", "one choice at random, or N of them", choose_at_random},
        {"setup", "[K [P]]", "begin anew from setup K, in its P-th position; without K: what there is",
         setup},
        {"save", "FILE", "write this play as a scenario that `errata test FILE` accepts", save},
        {"help", "", "this list (also: ?)", help},
        {"quit", "", "leave (also: the end of the input)", nullptr},
    };
    return table;
}

void choose(Dialogue& d, const std::string& words) {
    if (const auto choice = choice_named(d, words)) take(d, *choice);
}

bool obey(Dialogue& d, const std::string& line) {
    if (line.empty()) return true;
    if (line == "?") return help(d, ""), true;
    if (line.ends_with("?")) return why(d, trimmed(line.substr(0, line.size() - 1))), true;
    if (number(line)) return choose(d, line), true;
    const auto [name, words] = first_word(line);
    std::vector<std::string> names;
    for (const Command& command : commands()) {
        names.push_back(command.name);
        if (command.name != name) continue;
        if (command.run == nullptr) return false;
        command.run(d, words);
        return true;
    }
    const auto near = dsl::nearest(name, names);
    d.streams.out << "  '" << name << "' is no command; "
                  << (near ? "did you mean '" + *near + "'?" : "`help` lists them") << "\n";
    return true;
}

}  // namespace

void run_dialogue(DialogueNeeds needs, DialogueStreams streams) {
    Dialogue d{std::move(needs), streams};
    d.streams.out << d.needs.model.title << ". A number chooses; `help` tells what else there is.\n";
    begin(d, 0, 0);
    for (std::string line; d.streams.out << "> " << std::flush, std::getline(d.streams.in, line);) {
        if (d.streams.echo) d.streams.out << trimmed(line) << "\n";
        if (!obey(d, trimmed(line))) return;
    }
    d.streams.out << "\n";
}

}  // namespace errata::reports
