// Scripts by which shells complete the command line: each has its own way to say the same table.
#include <algorithm>

#include "dsl/base/mapped.h"
#include "dsl/base/text.h"
#include "reports/cli/generate.h"

namespace errata::reports {

namespace {

// `text` with `escape` in front of each of these characters.
std::string with_escapes(std::string_view text, std::string_view characters, std::string_view escape) {
    std::string result;
    for (const char c : text) {
        if (characters.find(c) != std::string_view::npos) result += escape;
        result += c;
    }
    return result;
}

// Inside single quotes of bash and zsh nothing but a quote has a meaning.
std::string single_quoted(const std::string& text) {
    std::string result = "'";
    for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
}

// Shells show little beside a word: what stands before the first full stop, semicolon or colon.
std::string short_text(const std::string& text) {
    std::size_t end = text.size();
    for (const char* const mark : {". ", "; ", ": "}) end = std::min(end, text.find(mark));
    return text.substr(0, end);
}

std::vector<std::string> option_names(const CommandWords& command) {
    std::vector<std::string> names;
    for (const Parameter& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

std::string bash_values(const Parameter& parameter) {
    switch (parameter.kind) {
        case ValueKind::Choices:
            return "_errata_words '" + dsl::join(parameter.choices, " ") + "'";
        case ValueKind::Specs:
            return "_errata_specs";
        case ValueKind::Files:
            return "_errata_files";
        case ValueKind::Folders:
            return "_errata_folders";
        case ValueKind::None:
        case ValueKind::Anything:
            break;
    }
    return ":";
}

constexpr std::string_view bash_head =
    R"(# Completes the command line of errata in bash. Made by `errata --generate bash`.

# Each of these fills COMPREPLY with what may stand in the place of $word.
_errata_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$word"); }
_errata_files() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
_errata_folders() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$word")
}
_errata_specs() {
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -d -- "$word"; compgen -f -X '!*.rules' -- "$word")
}

_errata() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
    COMPREPLY=()
    # Bash splits at `=`: --format=json is three words.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    if ((COMP_CWORD == 1)); then
)";

std::string bash_case(const CommandWords& command) {
    std::string values;
    std::vector<std::string> unknown;  // nobody can list what stands behind these
    for (const Parameter& option : command.options) {
        if (option.kind == ValueKind::Anything)
            unknown.insert(unknown.end(), option.names.begin(), option.names.end());
        if (option.kind == ValueKind::None || option.kind == ValueKind::Anything) continue;
        values += "                " + dsl::join(option.names, " | ") + ") " + bash_values(option) +
                  "; return ;;\n";
    }
    if (!unknown.empty()) values += "                " + dsl::join(unknown, " | ") + ") return ;;\n";
    std::string text = "        " + command.name + ")\n";
    if (!values.empty()) text += "            case $before in\n" + values + "            esac\n";
    text += "            if [[ $word == -* ]]; then\n                _errata_words '" +
            dsl::join(option_names(command), " ") + "'\n";
    if (!command.arguments.empty())
        text += "            else\n                " + bash_values(command.arguments.back()) + "\n";
    return text + "            fi\n            ;;\n";
}

std::string zsh_described(const std::string& text) { return with_escapes(text, "[]:\\", "\\"); }

// ":output:_files", or "" for a flag.
std::string zsh_values(const Parameter& parameter) {
    const std::string name =
        parameter.names.empty() ? parameter.placeholder : parameter.names.back().substr(2);
    const std::string message = ":" + zsh_described(name) + ":";
    switch (parameter.kind) {
        case ValueKind::None:
            return "";
        case ValueKind::Choices:
            return message + "(" + dsl::join(parameter.choices, " ") + ")";
        case ValueKind::Specs:
            return message + "_files -g \"*.rules(-.)\"";
        case ValueKind::Files:
            return message + "_files";
        case ValueKind::Folders:
            return message + "_files -/";
        case ValueKind::Anything:
            return message + " ";
    }
    return "";
}

// The arguments of _arguments, one a line.
std::vector<std::string> zsh_specs(const CommandWords& command) {
    std::vector<std::string> specs;
    for (const Parameter& option : command.options) {
        for (const std::string& name : option.names) {
            const bool is_help = name == "--help" || name == "-h" || name == "--version";
            specs.push_back(single_quoted((is_help          ? "(- *)"
                                           : option.repeats ? "*"
                                                            : "") +
                                          name +
                                          (option.kind == ValueKind::None ? ""
                                           : name.starts_with("--")       ? "="
                                                                          : "+") +
                                          "[" + zsh_described(short_text(option.text)) + "]" +
                                          zsh_values(option)));
        }
    }
    for (const Parameter& argument : command.arguments) {
        const std::string place = argument.repeats ? "*" : argument.is_required ? "1" : "1:";
        specs.push_back(single_quoted(place + zsh_values(argument)));
    }
    return specs;
}

constexpr std::string_view zsh_head = R"(#compdef errata
# Completes the command line of errata in zsh. Made by `errata --generate zsh`.

_errata() {
    local curcontext=$curcontext state line
    typeset -A opt_args
    local -a commands=(
)";

// Quotes of fish know two escapes.
std::string fish_quoted(const std::string& text) { return "'" + with_escapes(text, "'\\", "\\") + "'"; }

// What stands there, without the files that fish would offer.
std::string fish_offer(const Parameter& parameter) {
    switch (parameter.kind) {
        case ValueKind::Choices:
            return " -a " + fish_quoted(dsl::join(parameter.choices, " "));
        case ValueKind::Specs:
            return " -a '(__fish_complete_suffix .rules)'";
        case ValueKind::Files:
            return " -F";
        case ValueKind::Folders:
            return " -a '(__fish_complete_directories)'";
        case ValueKind::None:
        case ValueKind::Anything:
            break;
    }
    return "";
}

std::string fish_lines(const CommandWords& command, const std::string& condition) {
    const std::string begin = "complete -c errata -n " + fish_quoted(condition);
    std::string text;
    for (const Parameter& option : command.options) {
        text += begin;
        for (const std::string& name : option.names)
            text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
        if (option.kind == ValueKind::Files)
            text += " -r";
        else if (option.kind != ValueKind::None)
            text += " -x";
        text += fish_offer(option) + " -d " + fish_quoted(short_text(option.text)) + "\n";
    }
    for (const Parameter& argument : command.arguments) text += begin + fish_offer(argument) + "\n";
    return text;
}

}  // namespace

std::string bash_completion(const ProgramWords& words) {
    std::vector<std::string> first =
        dsl::mapped(words.commands, [](const CommandWords& command) { return command.name; });
    const std::vector<std::string> options = option_names(words.itself);
    first.insert(first.end(), options.begin(), options.end());
    std::string text(bash_head);
    text += "        _errata_words '" + dsl::join(first, " ") + "'\n        return\n    fi\n";
    text += "    case ${COMP_WORDS[1]} in\n";
    for (const CommandWords& command : words.commands) text += bash_case(command);
    return text + "    esac\n}\n\ncomplete -F _errata errata\n";
}

std::string zsh_completion(const ProgramWords& words) {
    std::string text(zsh_head);
    for (const CommandWords& command : words.commands)
        text += "        " + single_quoted(command.name + ":" + command.text) + "\n";
    text += "    )\n    _arguments -C \\\n";
    for (const std::string& spec : zsh_specs(words.itself)) text += "        " + spec + " \\\n";
    text += "        '1: :->command' \\\n        '*:: :->rest'\n    case $state in\n";
    text += "        command) _describe command commands ;;\n        rest)\n            case $words[1] in\n";
    for (const CommandWords& command : words.commands) {
        text += "                " + command.name + ")\n                    _arguments \\\n";
        text += "                        " + dsl::join(zsh_specs(command), " \\\n                        ") +
                "\n";
        text += "                    ;;\n";
    }
    return text + "            esac\n            ;;\n    esac\n}\n\n_errata \"$@\"\n";
}

std::string fish_completion(const ProgramWords& words) {
    std::string text =
        "# Completes the command line of errata in fish. Made by `errata --generate fish`.\n\n"
        "complete -c errata -f\n";
    text += fish_lines(words.itself, "__fish_use_subcommand");
    for (const CommandWords& command : words.commands)
        text += "complete -c errata -n '__fish_use_subcommand' -a " + command.name + " -d " +
                fish_quoted(command.text) + "\n";
    for (const CommandWords& command : words.commands)
        text += "\n" + fish_lines(command, "__fish_seen_subcommand_from " + command.name);
    return text;
}

}  // namespace errata::reports
