// The man page, in the macros of man(7).
#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <sstream>

#include "dsl/base/date.h"
#include "dsl/base/text.h"
#include "reports/cli/exit_codes.h"
#include "reports/cli/generate.h"
#include "reports/version.h"

namespace errata::reports {

namespace {

// The day on which the page is made. Builds that must come out the same everywhere set SOURCE_DATE_EPOCH
// (https://reproducible-builds.org/specs/source-date-epoch).
std::string day_of_page() {
    using std::chrono::system_clock;
    system_clock::time_point now = system_clock::now();
    if (const char* const epoch = std::getenv("SOURCE_DATE_EPOCH"))
        now = system_clock::from_time_t(static_cast<std::time_t>(std::strtoll(epoch, nullptr, 10)));
    return dsl::date_text(std::chrono::floor<std::chrono::days>(now));
}

// Words as roff shows them. A hyphen of roff is no minus, and options have to be copied.
std::string roff(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\')
            result += "\\e";
        else if (c == '-')
            result += "\\-";
        else
            result += c;
    }
    return result;
}

// Roff reads lines of any length; people who open the page itself do not.
constexpr std::size_t longest_source_line = 78;

// In lines of the source, none of which begins as a command of roff would.
std::string in_source_lines(const std::string& text) {
    std::string lines;
    std::size_t column = 0;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const bool is_first = lines.empty();
        if (!is_first && column + 1 + word.size() <= longest_source_line) {
            lines += " " + word;
            column += 1 + word.size();
            continue;
        }
        if (word.starts_with(".") || word.starts_with("'")) word.insert(0, "\\&");
        lines += (is_first ? "" : "\n") + word;
        column = word.size();
    }
    return lines + "\n";
}

// A sentence. What stands in backticks is what one types, and is printed bold.
std::string roff_sentence(std::string text) {
    if (text.empty()) return "";
    text = dsl::with_capital(std::move(text));
    if (text.back() != '.') text += '.';
    std::string result;
    bool is_bold = false;
    for (const char c : text) {
        if (c == '`') {
            result += is_bold ? "\\fR" : "\\fB";
            is_bold = !is_bold;
        } else {
            result += roff(std::string_view(&c, 1));
        }
    }
    return in_source_lines(result);
}

// The choices as they are typed, or in italics what stands for a value.
std::string value_words(const Parameter& parameter) {
    const std::string& words = parameter.placeholder;
    return words == dsl::lower(words) ? roff(words) : "\\fI" + roff(words) + "\\fR";
}

// "--format text | json", in bold and italics.
std::string option_head(const Parameter& option) {
    std::string names;
    for (const std::string& name : option.names)
        names += (names.empty() ? "" : ", ") + std::string("\\fB") + roff(name) + "\\fR";
    const std::string value = value_words(option);
    return value.empty() ? names : names + " " + value;
}

std::string argument_words(const CommandWords& command) {
    std::string text;
    for (const Parameter& option : command.options) {
        if (option.is_required) text += " " + option_head(option);
    }
    for (const Parameter& argument : command.arguments) {
        const std::string word = value_words(argument) + (argument.repeats ? "..." : "");
        text += argument.is_required ? " " + word : " [" + word + "]";
    }
    return text;
}

std::string man_synopsis(const ProgramWords& words) {
    std::string text = ".SH SYNOPSIS\n";
    for (const CommandWords& command : words.commands) {
        text += "\\fBerrata " + roff(command.name) + "\\fR" +
                (command.options.size() > 1 ? " [options]" : "") + argument_words(command) + "\n.br\n";
    }
    for (const Parameter& option : words.itself.options)
        text += "\\fBerrata " + roff(option.names.back()) + "\\fR\n.br\n";
    return text.substr(0, text.size() - std::string_view(".br\n").size());
}

std::string man_commands(const ProgramWords& words) {
    std::string text = ".SH COMMANDS\n";
    for (const CommandWords& command : words.commands) {
        text += ".TP\n\\fB" + roff(command.name) + "\\fR" + argument_words(command) + "\n";
        text += roff_sentence(command.text);
        for (const Parameter& argument : command.arguments)
            text += ".br\n" + value_words(argument) + ": " + roff_sentence(argument.text);
    }
    return text;
}

// An option with the commands that have it in the same words.
struct SharedOption {
    const Parameter* option;
    std::vector<std::string> commands;
};

std::vector<SharedOption> shared_options(const ProgramWords& words) {
    std::vector<SharedOption> shared;
    for (const CommandWords& command : words.commands) {
        for (const Parameter& option : command.options) {
            const auto same = std::ranges::find_if(shared, [&](const SharedOption& other) {
                return other.option->names == option.names && other.option->text == option.text &&
                       other.option->placeholder == option.placeholder;
            });
            if (same == shared.end())
                shared.push_back({&option, {command.name}});
            else
                same->commands.push_back(command.name);
        }
    }
    std::ranges::stable_sort(shared, {}, [](const SharedOption& one) { return one.option->names.back(); });
    return shared;
}

std::string man_options(const ProgramWords& words) {
    std::string text = ".SH OPTIONS\nThe last words of each entry name the commands that have the option.\n";
    for (const Parameter& option : words.itself.options)
        text += ".TP\n" + option_head(option) + "\n" + roff_sentence(option.text);
    for (const SharedOption& shared : shared_options(words)) {
        // The help of a command is that of the program.
        if (std::ranges::count(words.itself.options, shared.option->names, &Parameter::names) > 0) continue;
        text += ".TP\n" + option_head(*shared.option) + "\n" + roff_sentence(shared.option->text);
        text += in_source_lines("(" + roff(dsl::join(shared.commands, ", ")) + ")");
    }
    return text;
}

std::string man_exit_status() {
    std::string text = ".SH EXIT STATUS\n";
    for (const ExitMeaning& row : exit_meanings)
        text += ".TP\n\\fB" + std::to_string(row.code) + "\\fR\n" + roff_sentence(std::string(row.when));
    return text;
}

constexpr std::string_view man_description = R"(.SH DESCRIPTION
You write cards, terrain and rules in a language that reads like the printed
text.
Errata compiles it and looks for rules that contradict each other, loops that
never end, choices without an option, orders that nobody decides, cards that
can never do anything and states that cannot be reached.
Every finding comes with the smallest game that shows it, told step by step in
the words of your cards.
.PP
A \fISPEC\fR is a file that ends in \fI.rules\fR, or a folder of such files.
)";

constexpr std::string_view man_files = R"(.SH ENVIRONMENT
.TP
\fBCOLUMNS\fR
How wide text is printed. Without it, the width of the terminal counts.
.TP
\fBNO_COLOR\fR
If it is set, text is printed without colours.
.SH FILES
.TP
\fI../share/errata\fR, from the folder of the program
Errata's own folder.
A spec anywhere can import a profile from it:
\fBimport "profiles/stack.rules"\fR.
The folder of the importing file comes first.
.TP
\fI../share/errata/profiles\fR
Timing rules (a stack with responses, a queue, immediate sequence, a bag,
windows) and small words of card text.
.TP
\fI../share/errata/tutorial\fR
Lessons to read and to begin from, each a small game.
.TP
\fI../share/doc/errata\fR
What Errata is, and what has changed.
)";

constexpr std::string_view man_examples = R"(.SH EXAMPLES
.TP
\fBerrata check duel.rules\fR
Looks for defects of a game and prints what it finds.
.TP
\fBerrata check games \-\-fail\-on warning \-\-format junit \-\-output report.xml\fR
Checks every game below a folder, as a build server does.
.TP
\fBerrata screen cards.rules \-\-size 2\fR
Lays out every card and every pair of cards on tables.
.TP
\fBerrata play duel.rules\fR
Lets a person make the choices.
.TP
\fBerrata explain loop.mandatory\fR
Tells what a finding means and what to do about it.
.SH SEE ALSO
.BR z3 (1)
)";

}  // namespace

std::string man_page(const ProgramWords& words) {
    std::string text = ".\\\" Made by `errata --generate man`.\n";
    text += ".TH ERRATA 1 " + day_of_page() + " \"errata " + roff(version()) + "\" \"User Commands\"\n";
    text += ".SH NAME\nerrata \\- find a game's errata before print\n";
    text += man_synopsis(words);
    text += man_description;
    text += man_commands(words);
    text += man_options(words);
    text += man_exit_status();
    text += man_files;
    return text + std::string(man_examples);
}

}  // namespace errata::reports
