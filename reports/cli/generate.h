// The command line, told to others: the man page, and the scripts that complete words in a shell. All of them
// are made from the parser itself, so they know every command, option and choice. The installation calls
// `errata --generate WHAT` and keeps what it prints (cmake/install.cmake).
// How to add one: its function (completions.cpp, man_page.cpp) and a row in generate.cpp.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace errata::reports {

// What stands behind an option, or on its own in place of an argument.
enum class ValueKind { None, Choices, Specs, Files, Folders, Anything };

struct Parameter {
    std::vector<std::string> names;  // "--help", "-h"; none: an argument without a name
    std::string placeholder;         // "FILE", or the choices with bars between them
    std::string text;
    ValueKind kind = ValueKind::None;
    std::vector<std::string> choices = {};
    bool is_required = false;
    bool repeats = false;
};

// The program itself, or one of its commands.
struct CommandWords {
    std::string name;
    std::string text;
    std::vector<Parameter> options;
    std::vector<Parameter> arguments;
};

struct ProgramWords {
    CommandWords itself;
    std::vector<CommandWords> commands;
};

// Reads a parser. A placeholder of small letters and bars ("text | json") lists its choices. SPEC, FILE, DIR
// and the like say what kind of thing is wanted (a table in generate.cpp).
ProgramWords words_of(const CLI::App& program);

std::string bash_completion(const ProgramWords& words);
std::string zsh_completion(const ProgramWords& words);
std::string fish_completion(const ProgramWords& words);
std::string man_page(const ProgramWords& words);

// "man", "bash" and so on.
std::vector<std::string> generated_names();
// Empty if there is nothing of that name.
std::string generate(const CLI::App& program, std::string_view name);

}  // namespace errata::reports
